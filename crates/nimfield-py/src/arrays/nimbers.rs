//! The arithmetic of nimbers, element by element.

use nimbers::slice::{self, FixedNimber};
use nimbers::{FiniteNimber, Nimber8, Nimber16, Nimber32, Nimber64};
use numpy::{Element, PyArray1, PyReadonlyArray1, PyReadwriteArray1};
use pyo3::exceptions::{PyTypeError, PyValueError, PyZeroDivisionError};
use pyo3::prelude::*;

/// Elements between two looks at the signals.
pub const PIECE: usize = 1 << 20;

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
            "unknown operation {operation}"
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
