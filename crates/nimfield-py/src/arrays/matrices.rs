//! Many small matrices at once.

use std::collections::HashMap;

use nimfield::info::Setup;
use nimfield::notation::NotationError;
use nimfield::partizan::PartizanRules;
use nimfield::{Analyzer, Budget, GameEntry, Games, Outcome, Query, Sum, Undecided, values};
use nimfield_engines::partizan::{NoValue, Values};
use nimfield_games::matrix::{Entry, Grid, Line, Matrix, two_by_two};
use nimfield_games::matrix_partizan::PartizanMatrix;
use numpy::{PyReadonlyArray1, PyReadwriteArray1, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use short_game::{Arena, Game};

use super::nimbers::PIECE;
use crate::errors;
use crate::game::PyGame;
use crate::limits::Limits;
use crate::position::play_of;
use crate::run;

/// The index of a line of a matrix: rows, then columns; -1 means no line.
fn line_number(line: Line, rows: usize) -> i8 {
    match line {
        Line::Row(row) => row as i8,
        Line::Column(column) => (rows + column) as i8,
    }
}

/// For each 2x2 matrix of matrix nim in normal play: whether it is a P-position, and one winning move.
#[pyfunction]
pub fn _matrices_2x2(
    entries: PyReadonlyArray1<'_, u64>,
    mut is_p: PyReadwriteArray1<'_, bool>,
    mut lines: PyReadwriteArray1<'_, i8>,
    mut amounts: PyReadwriteArray1<'_, u64>,
) -> PyResult<()> {
    let py = entries.py();
    let entries = entries.as_slice()?;
    let count = is_p.len();
    let (is_p, lines, amounts) = (
        is_p.as_slice_mut()?,
        lines.as_slice_mut()?,
        amounts.as_slice_mut()?,
    );
    let fit = entries.len() == 4 * count && lines.len() == count && amounts.len() == count;
    if !fit {
        return Err(PyValueError::new_err("the arrays differ in length"));
    }
    let (matrices, _) = entries.as_chunks::<4>();
    let rows = matrices
        .chunks(PIECE)
        .zip(is_p.chunks_mut(PIECE))
        .zip(lines.chunks_mut(PIECE))
        .zip(amounts.chunks_mut(PIECE));
    for (((matrices, is_p), lines), amounts) in rows {
        py.detach(|| {
            for (i, &[a, b, c, d]) in matrices.iter().enumerate() {
                let matrix = [[a, b], [c, d]];
                is_p[i] = two_by_two::is_p(matrix);
                let found = match is_p[i] {
                    true => None,
                    false => two_by_two::winning_moves(matrix).first().copied(),
                };
                (lines[i], amounts[i]) =
                    found.map_or((-1, 0), |(line, amount)| (line_number(line, 2), amount));
            }
        });
        py.check_signals()?;
    }
    Ok(())
}

/// The matrices of an array, row by row.
fn matrices(
    entries: &[u64],
    rows: usize,
    columns: usize,
) -> impl Iterator<Item = Result<Matrix, String>> {
    entries.chunks_exact(rows * columns).map(move |cells| {
        let cells = cells.iter().map(|&cell| Entry::Finite(cell.into()));
        let matrix = Matrix::new(Grid::from_cells(columns, cells));
        matrix.map_err(|error| error.to_string())
    })
}

/// The position of each matrix of an array in the game of this name, whose bodies are matrices.
fn positions<'a>(
    game: &'a str,
    entries: &'a [u64],
    rows: usize,
    columns: usize,
) -> PyResult<impl Iterator<Item = Result<Sum, NotationError>> + 'a> {
    let games = Games::builtin();
    let of_matrices = |entry: &&GameEntry| entry.info.setup == Setup::Matrix;
    let names: Vec<&str> = games
        .iter()
        .filter(of_matrices)
        .map(|entry| entry.info.name)
        .collect();
    if !names.contains(&game) {
        return Err(PyValueError::new_err(format!(
            "expected one of the games {} for an array of matrices, not {game:?}",
            names.join(", ")
        )));
    }
    Ok(entries.chunks_exact(rows * columns).map(move |cells| {
        let row = |row: &[u64]| row.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
        let rows: Vec<String> = cells.chunks_exact(columns).map(row).collect();
        games.read(&format!("{game}[{}]", rows.join("; ")))
    }))
}

/// The outcome of each matrix as a letter (`?`: not decided), by the analyser.
#[pyfunction]
pub fn _matrix_outcomes(
    py: Python<'_>,
    game: &str,
    entries: PyReadonlyArray1<'_, u64>,
    rows: usize,
    columns: usize,
    play: Option<&str>,
    mut out: PyReadwriteArray1<'_, u32>,
    limits: Limits,
) -> PyResult<()> {
    let (entries, out) = (entries.as_slice()?, out.as_slice_mut()?);
    let Some(first) = positions(game, entries, rows, columns)?.next() else {
        return Ok(());
    };
    let first = first.map_err(|error| errors::notation(py, &error))?;
    let query = Query {
        play: play_of(&first, play)?,
        moves: false,
        only_outcome: true,
        ..Query::default()
    };
    let sums = positions(game, entries, rows, columns)?;
    let total = out.len();
    let read = run::long(py, &limits, |budgets| {
        let mut analyzer = Analyzer::new(query, budgets.begin());
        for (done, (sum, out)) in sums.zip(out.iter_mut()).enumerate() {
            if budgets.ended() {
                break;
            }
            analyzer.set_budget(budgets.begin());
            let outcome = analyzer.analyze(&sum?).outcome;
            *out = outcome.map_or('?', |outcome| match outcome {
                Outcome::P => 'P',
                Outcome::N => 'N',
                Outcome::L => 'L',
                Outcome::R => 'R',
            }) as u32;
            if done % 1024 == 0 {
                budgets.tell(done, total);
            }
        }
        Ok(())
    })?;
    read.map_err(|error| errors::notation(py, &error))
}

/// The Grundy value of each matrix, by the analyser; raises at the first that is not found.
#[pyfunction]
pub fn _matrix_values(
    py: Python<'_>,
    entries: PyReadonlyArray1<'_, u64>,
    rows: usize,
    columns: usize,
    mut out: PyReadwriteArray1<'_, u64>,
    limits: Limits,
) -> PyResult<()> {
    let (entries, out) = (entries.as_slice()?, out.as_slice_mut()?);
    let total = out.len();
    let found = run::long(py, &limits, |budgets| {
        let mut analyzer = Analyzer::new(Query::default(), budgets.begin());
        let matrices = matrices(entries, rows, columns);
        for (done, (matrix, out)) in matrices.zip(out.iter_mut()).enumerate() {
            let sum = Sum::of(matrix.map_err(Undecided::OutOfReach)?);
            analyzer.set_budget(budgets.begin());
            let value = analyzer.value(&sum)?.value;
            let value = value.finite().and_then(|value| u64::try_from(value).ok());
            let large = || Undecided::OutOfReach(format!("the value of {sum} is 2^64 or more"));
            *out = value.ok_or_else(large)?;
            if done % 1024 == 0 {
                budgets.tell(done, total);
            }
        }
        Ok::<_, Undecided>(())
    })?;
    found.map_err(|undecided| errors::undecided(py, &undecided))
}

/// If the matrices are a large share of all with entries below a bound, returns the bound.
fn box_of(entries: &[u64]) -> Option<usize> {
    /// Positions of a box for each requested position.
    const MOST_FOR_ONE: usize = 8;
    let size = usize::try_from(*entries.iter().max()?)
        .ok()?
        .checked_add(1)?;
    let positions = size.checked_pow(4)?;
    (positions <= MOST_FOR_ONE * (entries.len() / 4)).then_some(size)
}

/// The canonical forms of 2x2 matrices with entries below `size`, from the forms of all of them: Left lowers columns,
/// Right rows.
fn forms_in_a_box(
    entries: &[u64],
    size: usize,
    arena: &Arena,
    budget: &Budget,
) -> Result<Vec<Game>, NoValue> {
    let place = |[a, b, c, d]: [usize; 4]| ((a * size + b) * size + c) * size + d;
    let positions = size.pow(4);
    budget.fits((positions * size_of::<Game>()) as u64)?;
    let mut forms: Vec<Game> = Vec::with_capacity(positions);
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for at in 0..positions {
        let matrix @ [a, b, c, d] = [3, 2, 1, 0].map(|i| at / size.pow(i) % size);
        left.clear();
        right.clear();
        // A move lowers both entries of a line, which are this far apart in the table.
        let steps = [(a.min(c), [1, 0, 1, 0]), (b.min(d), [0, 1, 0, 1])];
        left.extend(steps.iter().flat_map(|&(most, line)| {
            let step = place(line);
            (1..=most).map(move |amount| at - amount * step)
        }));
        let steps = [(a.min(b), [1, 1, 0, 0]), (c.min(d), [0, 0, 1, 1])];
        right.extend(steps.iter().flat_map(|&(most, line)| {
            let step = place(line);
            (1..=most).map(move |amount| at - amount * step)
        }));
        debug_assert_eq!(place(matrix), at);
        let [left, right] = [&left, &right].map(|side: &Vec<usize>| {
            let forms = side.iter().map(|&option| forms[option]);
            forms.collect::<Vec<Game>>()
        });
        forms.push(arena.game(&left, &right)?);
        if at % 1024 == 0 {
            budget.check(at as u64)?;
        }
    }
    let (matrices, _) = entries.as_chunks::<4>();
    let found = matrices
        .iter()
        .map(|matrix| forms[place(matrix.map(|entry| entry as usize))]);
    Ok(found.collect())
}

/// The canonical form of each matrix of partizan matrix nim.
#[pyfunction]
pub fn _matrix_forms<'py>(
    py: Python<'py>,
    entries: PyReadonlyArray1<'py, u64>,
    rows: usize,
    columns: usize,
    limits: Limits,
) -> PyResult<Bound<'py, PyList>> {
    let entries = entries.as_slice()?;
    let found = run::long(py, &limits, |budgets| {
        let budget = budgets.begin();
        let arena = values::arena(&budget)?;
        if let (2, 2, Some(size)) = (rows, columns, box_of(entries)) {
            let forms = forms_in_a_box(entries, size, &arena, &budget)?;
            return Ok((arena, forms));
        }
        let mut values = Values::new(arena.clone());
        let mut forms = Vec::with_capacity(entries.len() / (rows * columns));
        for matrix in matrices(entries, rows, columns) {
            let matrix = PartizanMatrix(matrix.map_err(NoValue::TooLarge)?);
            let parts = matrix.parts_for_forms().map_err(NoValue::TooLarge)?;
            forms.push(values.of_sum(&parts, &budget)?);
        }
        // New values belong to the arena of new values, so that they can be added to later values.
        Ok::<_, NoValue>((arena, forms))
    })?;
    let (arena, forms) = found.map_err(|why| match why {
        NoValue::TooLarge(why) => PyValueError::new_err(why),
        stopped => errors::not_decided(py, stopped.to_string()),
    })?;
    // Equal forms are one object.
    let mut made: HashMap<Game, Bound<'py, PyGame>, foldhash::fast::FixedState> =
        HashMap::default();
    let mut list = Vec::with_capacity(forms.len());
    for form in forms {
        let one = match made.get(&form) {
            Some(one) => one.clone(),
            None => {
                let one = Bound::new(py, PyGame::new(arena.clone(), form))?;
                made.insert(form, one.clone());
                one
            }
        };
        list.push(one);
    }
    PyList::new(py, list)
}
