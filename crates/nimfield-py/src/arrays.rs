//! Arrays of NumPy: the arithmetic of nimbers on whole arrays, and many small matrices at once.
//!
//! Shapes and types are seen to in `nimfield/_arrays.py`; here everything is contiguous and of one length.

use std::collections::HashMap;
use std::sync::Arc;

use nimbers::slice::{self, FixedNimber};
use nimbers::{FiniteNimber, Nimber8, Nimber16, Nimber32, Nimber64};
use nimfield::engines::partizan::{NoValue, Values};
use nimfield::games::matrix::{Entry, Grid, Line, Matrix, two_by_two};
use nimfield::games::matrix_partizan::PartizanMatrix;
use nimfield::partizan::PartizanGame;
use nimfield::{Analyzer, Budget, Outcome, Query, Sum, Undecided, values};
use numpy::{Element, PyArray1, PyReadonlyArray1, PyReadwriteArray1, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError, PyZeroDivisionError};
use pyo3::prelude::*;
use pyo3::types::PyList;
use short_game::{Arena, Game};

use crate::errors;
use crate::game::PyGame;
use crate::position::play_of;
use crate::run::{self, Limits, Memory, Time};

/// Elements between two looks at the signals.
const PIECE: usize = 1 << 20;

/// An operation on nimbers of fixed width, element by element.
trait Operation: Sync {
    fn run<N: FixedNimber>(&self, a: &[N], b: &[N], out: &mut [N]) -> Result<(), &'static str>;
}

struct Multiply;

impl Operation for Multiply {
    fn run<N: FixedNimber>(&self, a: &[N], b: &[N], out: &mut [N]) -> Result<(), &'static str> {
        slice::multiply(a, b, out);
        Ok(())
    }
}

struct Divide;

impl Operation for Divide {
    fn run<N: FixedNimber>(&self, a: &[N], b: &[N], out: &mut [N]) -> Result<(), &'static str> {
        for ((out, a), b) in out.iter_mut().zip(a).zip(b) {
            let inverse = b.inverse().ok_or("division by the nimber 0")?;
            *out = a.times(&inverse);
        }
        Ok(())
    }
}

/// The second operand is not used.
struct Square;

impl Operation for Square {
    fn run<N: FixedNimber>(&self, a: &[N], _: &[N], out: &mut [N]) -> Result<(), &'static str> {
        for (out, a) in out.iter_mut().zip(a) {
            *out = a.square();
        }
        Ok(())
    }
}

/// The second operand is not used.
struct Root;

impl Operation for Root {
    fn run<N: FixedNimber>(&self, a: &[N], _: &[N], out: &mut [N]) -> Result<(), &'static str> {
        for (out, a) in out.iter_mut().zip(a) {
            *out = a.sqrt();
        }
        Ok(())
    }
}

/// The second operand is not used.
struct Inverse;

impl Operation for Inverse {
    fn run<N: FixedNimber>(&self, a: &[N], _: &[N], out: &mut [N]) -> Result<(), &'static str> {
        for (out, a) in out.iter_mut().zip(a) {
            *out = a.inverse().ok_or("division by the nimber 0")?;
        }
        Ok(())
    }
}

/// A slice of words as nimbers, and back. The nimbers of fixed width are words in another coat.
trait Word: Element + Copy {
    type Nimber: FixedNimber;
    fn nimbers(words: &[Self]) -> &[Self::Nimber];
    fn nimbers_mut(words: &mut [Self]) -> &mut [Self::Nimber];
}

macro_rules! words {
    ($($word:ty: $nimber:ty),*) => {$(
        impl Word for $word {
            type Nimber = $nimber;

            fn nimbers(words: &[$word]) -> &[$nimber] {
                // SAFETY: the nimber is `repr(transparent)` over the word, which `Transparent` promises.
                unsafe { std::slice::from_raw_parts(words.as_ptr().cast(), words.len()) }
            }

            fn nimbers_mut(words: &mut [$word]) -> &mut [$nimber] {
                // SAFETY: as above, and the borrow is passed on.
                unsafe { std::slice::from_raw_parts_mut(words.as_mut_ptr().cast(), words.len()) }
            }
        }
    )*};
}
words!(u8: Nimber8, u16: Nimber16, u32: Nimber32, u64: Nimber64);

/// Runs an operation piece by piece, without the interpreter.
fn on_words<W: Word>(
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    out: &Bound<'_, PyAny>,
    operation: &impl Operation,
) -> PyResult<()> {
    let py = a.py();
    let (a, b): (PyReadonlyArray1<'_, W>, PyReadonlyArray1<'_, W>) = (a.extract()?, b.extract()?);
    let mut out: PyReadwriteArray1<'_, W> = out.extract()?;
    let (a, b, out) = (a.as_slice()?, b.as_slice()?, out.as_slice_mut()?);
    if a.len() != out.len() || b.len() != out.len() {
        return Err(PyValueError::new_err("the arrays differ in length"));
    }
    let pieces = a
        .chunks(PIECE)
        .zip(b.chunks(PIECE))
        .zip(out.chunks_mut(PIECE));
    for ((a, b), out) in pieces {
        let run = || operation.run(W::nimbers(a), W::nimbers(b), W::nimbers_mut(out));
        py.detach(run).map_err(PyZeroDivisionError::new_err)?;
        py.check_signals()?;
    }
    Ok(())
}

/// Calls with the type of the elements.
fn on_arrays(
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    out: &Bound<'_, PyAny>,
    operation: &impl Operation,
) -> PyResult<()> {
    if out.is_instance_of::<PyArray1<u64>>() {
        on_words::<u64>(a, b, out, operation)
    } else if out.is_instance_of::<PyArray1<u32>>() {
        on_words::<u32>(a, b, out, operation)
    } else if out.is_instance_of::<PyArray1<u16>>() {
        on_words::<u16>(a, b, out, operation)
    } else if out.is_instance_of::<PyArray1<u8>>() {
        on_words::<u8>(a, b, out, operation)
    } else {
        Err(PyTypeError::new_err(
            "arrays of nimbers are of uint8, uint16, uint32 or uint64",
        ))
    }
}

/// `multiply`, `divide`, `square`, `sqrt` or `inverse`, element by element.
#[pyfunction]
pub fn _nim_arrays(
    operation: &str,
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    out: &Bound<'_, PyAny>,
) -> PyResult<()> {
    match operation {
        "multiply" => on_arrays(a, b, out, &Multiply),
        "divide" => on_arrays(a, b, out, &Divide),
        "square" => on_arrays(a, b, out, &Square),
        "sqrt" => on_arrays(a, b, out, &Root),
        "inverse" => on_arrays(a, b, out, &Inverse),
        _ => Err(PyValueError::new_err(format!(
            "there is no operation {operation}"
        ))),
    }
}

/// Powers with exponents of their own, element by element; negative ones are of the inverse.
fn power_of_words<W: Word>(
    a: &Bound<'_, PyAny>,
    exponents: &[i64],
    out: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let py = a.py();
    let a: PyReadonlyArray1<'_, W> = a.extract()?;
    let mut out: PyReadwriteArray1<'_, W> = out.extract()?;
    let (a, out) = (a.as_slice()?, out.as_slice_mut()?);
    if a.len() != out.len() || exponents.len() != out.len() {
        return Err(PyValueError::new_err("the arrays differ in length"));
    }
    let pieces = a
        .chunks(PIECE)
        .zip(exponents.chunks(PIECE))
        .zip(out.chunks_mut(PIECE));
    for ((a, exponents), out) in pieces {
        let run = || {
            let triples = W::nimbers_mut(out)
                .iter_mut()
                .zip(W::nimbers(a))
                .zip(exponents);
            for ((out, a), &exponent) in triples {
                let base = match exponent < 0 {
                    true => a.inverse().ok_or("a negative power of the nimber 0")?,
                    false => *a,
                };
                *out = base.pow(exponent.unsigned_abs());
            }
            Ok(())
        };
        py.detach(run)
            .map_err(PyZeroDivisionError::new_err::<&'static str>)?;
        py.check_signals()?;
    }
    Ok(())
}

/// Powers, element by element.
#[pyfunction]
pub fn _nim_power(
    a: &Bound<'_, PyAny>,
    exponents: PyReadonlyArray1<'_, i64>,
    out: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let exponents = exponents.as_slice()?;
    if out.is_instance_of::<PyArray1<u64>>() {
        power_of_words::<u64>(a, exponents, out)
    } else if out.is_instance_of::<PyArray1<u32>>() {
        power_of_words::<u32>(a, exponents, out)
    } else if out.is_instance_of::<PyArray1<u16>>() {
        power_of_words::<u16>(a, exponents, out)
    } else if out.is_instance_of::<PyArray1<u8>>() {
        power_of_words::<u8>(a, exponents, out)
    } else {
        Err(PyTypeError::new_err(
            "arrays of nimbers are of uint8, uint16, uint32 or uint64",
        ))
    }
}

/// The number of a line of a matrix: rows, then columns; -1 is for no line.
fn line_number(line: Line, rows: usize) -> i8 {
    match line {
        Line::Row(row) => row as i8,
        Line::Column(column) => (rows + column) as i8,
    }
}

/// What is known of each 2x2 matrix of matrix nim in normal play: whether it is a P-position, and one winning
/// move.
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

/// What is asked of many matrices.
type Budgeted = (Time, Memory, Option<u64>, Option<u64>, Option<Py<PyAny>>);

fn limits(of: Budgeted) -> PyResult<Limits> {
    let (time, memory, positions, threads, progress) = of;
    Limits::new(time, memory, positions, threads, progress)
}

/// The sums whose positions are the matrices of an array.
fn sums(game: &str, entries: &[u64], rows: usize, columns: usize) -> PyResult<Vec<Sum>> {
    // They hold no values; those that are found live there.
    let arena = Arc::new(Arena::new());
    let of = |matrix: Result<Matrix, String>| -> Result<Sum, String> {
        let matrix = matrix?;
        Ok(match game {
            "matrix" => Sum::of(matrix),
            _ => {
                let term = nimfield::Term::partizan(PartizanMatrix::new(matrix));
                Sum::new(vec![term], Some(arena.clone()))
            }
        })
    };
    if !["matrix", "matrix-partizan"].contains(&game) {
        return Err(PyValueError::new_err(format!(
            "arrays of matrices are of \"matrix\" or \"matrix-partizan\", not {game:?}"
        )));
    }
    let sums: Result<Vec<Sum>, String> = matrices(entries, rows, columns).map(of).collect();
    sums.map_err(PyValueError::new_err)
}

/// The outcome of each matrix as a letter (`?`: not decided), by the analyser.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub fn _matrix_outcomes(
    py: Python<'_>,
    game: &str,
    entries: PyReadonlyArray1<'_, u64>,
    rows: usize,
    columns: usize,
    play: Option<&str>,
    mut out: PyReadwriteArray1<'_, u32>,
    budget: Budgeted,
) -> PyResult<()> {
    let limits = limits(budget)?;
    let sums = sums(game, entries.as_slice()?, rows, columns)?;
    let Some(first) = sums.first() else {
        return Ok(());
    };
    let play = play_of(first, play)?;
    let out = out.as_slice_mut()?;
    run::long(py, &limits, |budgets| {
        let query = Query {
            play,
            moves: false,
            only_outcome: true,
            ..Query::default()
        };
        let mut analyzer = Analyzer::new(query, budgets.begin());
        for (done, (sum, out)) in sums.iter().zip(out.iter_mut()).enumerate() {
            if budgets.ended() {
                break;
            }
            let budget = budgets.begin();
            analyzer.set_budget(budget);
            let outcome = analyzer.analyze(sum).outcome;
            *out = outcome.map_or('?', |outcome| match outcome {
                Outcome::P => 'P',
                Outcome::N => 'N',
                Outcome::L => 'L',
                Outcome::R => 'R',
            }) as u32;
            if done % 1024 == 0 {
                budgets.tell(done, sums.len());
            }
        }
    })
}

/// The Grundy value of each matrix, by the analyser; the first that is not found raises.
#[pyfunction]
pub fn _matrix_values(
    py: Python<'_>,
    entries: PyReadonlyArray1<'_, u64>,
    rows: usize,
    columns: usize,
    mut out: PyReadwriteArray1<'_, u64>,
    budget: Budgeted,
) -> PyResult<()> {
    let limits = limits(budget)?;
    let sums = sums("matrix", entries.as_slice()?, rows, columns)?;
    let out = out.as_slice_mut()?;
    let found = run::long(py, &limits, |budgets| {
        let mut analyzer = Analyzer::new(Query::default(), budgets.begin());
        for (done, (sum, out)) in sums.iter().zip(out.iter_mut()).enumerate() {
            analyzer.set_budget(budgets.begin());
            let value = analyzer.value(sum)?.value;
            let value = value.finite().and_then(|value| u64::try_from(value).ok());
            let large = || Undecided::OutOfReach(format!("the value of {sum} is past 2^64"));
            *out = value.ok_or_else(large)?;
            if done % 1024 == 0 {
                budgets.tell(done, sums.len());
            }
        }
        Ok::<_, Undecided>(())
    })?;
    found.map_err(|undecided| errors::undecided(py, &undecided))
}

/// If the matrices are a good part of all with entries below a bound: the bound.
fn box_of(entries: &[u64]) -> Option<usize> {
    /// Positions of a box for each one asked for.
    const MOST_FOR_ONE: usize = 8;
    let size = usize::try_from(*entries.iter().max()?)
        .ok()?
        .checked_add(1)?;
    let positions = size.checked_pow(4)?;
    (positions <= MOST_FOR_ONE * (entries.len() / 4)).then_some(size)
}

/// The canonical forms of 2x2 matrices with entries below `size`, from those of all of them: Left lowers
/// columns, Right rows.
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
        // A move lowers both entries of a line, which stand so far apart in the table.
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
    budget: Budgeted,
) -> PyResult<Bound<'py, PyList>> {
    let limits = limits(budget)?;
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
            let matrix = PartizanMatrix::new(matrix.map_err(NoValue::TooLarge)?);
            let parts = matrix.parts_for_forms().map_err(NoValue::TooLarge)?;
            forms.push(values.of_sum(&parts, &budget)?);
        }
        // What is new lives in the arena of new values, so that it adds up with what comes.
        Ok::<_, NoValue>((arena, forms))
    })?;
    let (arena, forms) = found.map_err(|why| match why {
        NoValue::TooLarge(why) => PyValueError::new_err(why),
        stopped => errors::not_decided(py, stopped.to_string(), None),
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
