//! Tables of families of positions.

use nimbers::Ordinal;
use nimfield::tables::{FamilyError, FamilyQuery, FamilyTable, Shown, TableCell, TableGrid};
use nimfield::template::{Letter, Template};
use nimfield::{Outcome, Play};
use nimfield_export::bfile;
use nimfield_export::{latex, map};
use numpy::PyReadwriteArray1;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::convert::{drawn, refused};
use crate::errors;
use crate::limits::Limits;
use crate::position::{Source, call_back, reader};
use crate::run;

/// What the cells of a table are, by name.
fn shown(name: &str) -> PyResult<Shown> {
    let all = [
        Shown::Outcomes,
        Shown::Values,
        Shown::Means,
        Shown::Temperatures,
        Shown::Stops,
        Shown::Kinds,
        Shown::Genera,
    ];
    let wrong = || {
        let names: Vec<&str> = all.iter().map(|shown| shown.name()).collect();
        PyValueError::new_err(format!(
            "unknown show {name:?}: expected {}",
            names.join(", ")
        ))
    };
    all.into_iter()
        .find(|shown| shown.name() == name)
        .ok_or_else(wrong)
}

pub(super) fn family_error(py: Python<'_>, error: FamilyError) -> PyErr {
    match error {
        FamilyError::Notation(error) => errors::notation(py, &error),
        FamilyError::Unfinished(unfinished) => {
            errors::not_decided(py, format!("the table was {unfinished}"))
        }
        error => refused(error),
    }
}

/// Letters, each with its first and its last number.
pub(super) type Letters = Vec<(char, u64, u64)>;

fn letter((name, first, last): (char, u64, u64)) -> Letter {
    Letter {
        name,
        range: first..=last,
        not_below: None,
    }
}

/// Reads a family, whose games may be those of the caller.
pub(super) fn family_of(
    py: Python<'_>,
    text: &str,
    letters: Letters,
    rules: &[Source],
) -> PyResult<Template> {
    let reader = reader(rules)?;
    let letters = letters.into_iter().map(letter).collect();
    let family = run::short(|| Template::read(text, letters, &reader))?;
    family.map_err(|error| errors::notation(py, &error))
}

/// A table of a family of positions; `nimfield.FamilyTable` is built on it.
#[pyclass(frozen, module = "nimfield._nimfield")]
pub struct FamilyCells {
    grid: TableGrid,
    engine: String,
    positions: u64,
}

/// Computes a table.
#[pyfunction]
pub fn _table(
    py: Python<'_>,
    text: &str,
    letters: Letters,
    show: &str,
    play: Option<&str>,
    unproved: bool,
    limit: usize,
    rules: Vec<Source>,
    limits: Limits,
) -> PyResult<FamilyCells> {
    /// A table with more cells is not made as a whole.
    const MOST_CELLS: u128 = 1 << 30;
    let play = play.map(str::parse::<Play>).transpose().map_err(refused)?;
    let family = family_of(py, text, letters, &rules)?;
    let limits = limits.calling_back(call_back(&rules));
    let count = family.count();
    if count > MOST_CELLS || count * size_of::<TableCell>() as u128 > u128::from(limits.memory) {
        return Err(errors::out_of_reach(
            py,
            format!("a table of {count} cells is too large for the memory allowed"),
        ));
    }
    let query = FamilyQuery {
        play,
        unproved,
        limit,
        ..FamilyQuery::new(shown(show)?)
    };
    let made = run::long(py, &limits, |budgets| {
        let table = FamilyTable::new(family, query, budgets.begin())?;
        let mut rows = table.rows();
        let mut cells = Vec::with_capacity(count as usize);
        for row in &mut rows {
            cells.push(row?.cell);
            if cells.len().is_multiple_of(1024) {
                budgets.tell(cells.len(), count as usize);
            }
        }
        let positions = rows.effort().positions;
        let engine = table.engine().to_string();
        Ok::<_, FamilyError>(FamilyCells {
            grid: table.grid(cells),
            engine,
            positions,
        })
    })?;
    made.map_err(|error| family_error(py, error))
}

/// The kind of a cell in a pickle, and its text.
fn saved(cell: &TableCell) -> String {
    let kind = match cell {
        TableCell::Outcome(_) => 'o',
        TableCell::Value(_) => 'v',
        TableCell::Form(_) => 'f',
        TableCell::Figure(_) => 'g',
        TableCell::Number(_) => 'n',
        TableCell::Undecided => '?',
    };
    format!("{kind}{}", cell.text())
}

/// The cell from a pickle.
fn restored(saved: &str) -> Option<TableCell> {
    let mut text = saved.chars();
    let kind = text.next()?;
    let text = text.as_str();
    Some(match kind {
        'o' => {
            let all = [Outcome::P, Outcome::N, Outcome::L, Outcome::R];
            TableCell::Outcome(all.into_iter().find(|one| one.to_string() == text)?)
        }
        // A text that is not a number is not from a pickle of this package.
        'v' => TableCell::Value(text.parse::<Ordinal>().ok()?.into()),
        'n' => TableCell::Number(text.parse().ok()?),
        'f' => TableCell::Form(text.to_string()),
        'g' => TableCell::Figure(text.to_string()),
        _ => TableCell::Undecided,
    })
}

/// The content of a pickle: the family, the play, the shown quantity, the letters, the cells, the engine and the
/// positions.
type Saved = (String, String, String, Letters, String, String, u64);

#[pymethods]
impl FamilyCells {
    /// A table from a pickle.
    #[staticmethod]
    fn restore(parts: Saved) -> PyResult<FamilyCells> {
        let (family, play, show, letters, cells, engine, positions) = parts;
        let cells = cells.lines().map(restored).collect::<Option<Vec<_>>>();
        let wrong = || PyValueError::new_err("this is not a pickle of a table");
        Ok(FamilyCells {
            grid: TableGrid {
                family,
                play: play.parse().map_err(refused)?,
                shown: shown(&show)?,
                expression: None,
                letters: letters.into_iter().map(letter).collect(),
                cells: cells.ok_or_else(wrong)?,
            },
            engine,
            positions,
        })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Saved,))> {
        let FamilyCells {
            grid,
            engine,
            positions,
        } = slf.get();
        let letters = grid.letters.iter();
        let letters = letters.map(|one| (one.name, *one.range.start(), *one.range.end()));
        let cells: Vec<String> = grid.cells.iter().map(saved).collect();
        let parts = (
            grid.family.clone(),
            grid.play.to_string(),
            grid.shown.name().to_string(),
            letters.collect(),
            cells.join("\n"),
            engine.clone(),
            *positions,
        );
        Ok((slf.get_type().getattr("restore")?, (parts,)))
    }

    /// The title, the engine, the number of positions examined, the play.
    fn about(&self) -> (String, String, u64, String) {
        let play = self.grid.play.to_string();
        (self.grid.title(), self.engine.clone(), self.positions, play)
    }

    /// The number of cells.
    fn count(&self) -> usize {
        self.grid.cells.len()
    }

    /// The cell at an index, as text; `None` if it is not decided.
    fn text(&self, index: usize) -> PyResult<Option<String>> {
        let cell = self.grid.cells.get(index);
        let none = || PyIndexError::new_err("the table has no such cell");
        Ok(cell.ok_or_else(none)?.notation(self.grid.play))
    }

    /// The Grundy value at an index; `None` if it is not a Grundy value, or is transfinite.
    fn grundy(&self, index: usize) -> Option<u128> {
        match self.grid.cells.get(index)? {
            cell @ TableCell::Value(_) => cell.term(),
            _ => None,
        }
    }

    /// All cells as text.
    fn texts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let cells = self.grid.cells.iter();
        PyList::new(py, cells.map(|cell| cell.notation(self.grid.play)))
    }

    /// Whether each cell is a P-position; an undecided position counts as none.
    fn p_into(&self, mut out: PyReadwriteArray1<'_, bool>) -> PyResult<()> {
        let out = out.as_slice_mut()?;
        for (out, cell) in out.iter_mut().zip(&self.grid.cells) {
            *out = cell.is_p();
        }
        Ok(())
    }

    /// The values, and the largest; an error if one is not a nimber, is not decided, or is 2^64 or more.
    fn values_into(&self, mut out: PyReadwriteArray1<'_, u64>) -> PyResult<u64> {
        let out = out.as_slice_mut()?;
        let mut largest = 0;
        for (out, cell) in out.iter_mut().zip(&self.grid.cells) {
            let term = cell.term().and_then(|term| u64::try_from(term).ok());
            *out = term.ok_or_else(|| {
                PyValueError::new_err(format!("{} is not a number below 2^64", cell.text()))
            })?;
            largest = largest.max(*out);
        }
        Ok(largest)
    }

    /// The map of the table as SVG, or as PNG.
    fn picture<'py>(&self, py: Python<'py>, scale: Option<f32>) -> PyResult<Bound<'py, PyAny>> {
        drawn(py, &map::draw(&self.grid).map_err(refused)?, scale)
    }

    /// The table in LaTeX.
    fn to_latex(&self) -> PyResult<String> {
        latex::table(&self.grid).map_err(refused)
    }
}

/// The text of an OEIS b-file.
#[pyfunction]
pub fn _b_file(title: &str, first: u64, terms: Vec<u128>) -> PyResult<String> {
    let mut out = Vec::new();
    bfile::write(&mut out, title, first, terms)?;
    String::from_utf8(out).map_err(refused)
}
