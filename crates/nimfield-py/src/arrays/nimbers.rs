//! The arithmetic of nimbers, element by element.

use nimbers::slice::{self, FixedNimber};
use nimbers::{Nimber8, Nimber16, Nimber32, Nimber64};
use numpy::{Element, PyArray1, PyReadonlyArray1, PyReadwriteArray1};
use pyo3::exceptions::{PyTypeError, PyValueError, PyZeroDivisionError};
use pyo3::prelude::*;

/// The number of elements between two checks for signals.
pub const PIECE: usize = 1 << 20;

/// An operation on nimbers of fixed width, element by element. Operations with one operand ignore the second.
#[derive(Clone, Copy)]
enum Operation<'a> {
    Multiply,
    Divide,
    Square,
    Root,
    Inverse,
    /// With separate exponents; a negative exponent is a power of the inverse.
    Power(&'a [i64]),
}

impl Operation<'_> {
    /// Works on a piece of the arrays that begins at element `start`.
    fn run<N: FixedNimber>(
        self,
        start: usize,
        a: &[N],
        b: &[N],
        out: &mut [N],
    ) -> Result<(), &'static str> {
        let divisor = |b: &N| b.inverse().ok_or("division by the nimber 0");
        let each = out.iter_mut().zip(a);
        match self {
            Operation::Multiply => slice::multiply(a, b, out),
            Operation::Square => each.for_each(|(out, a)| *out = a.square()),
            Operation::Root => each.for_each(|(out, a)| *out = a.sqrt()),
            Operation::Inverse => {
                for (out, a) in each {
                    *out = divisor(a)?;
                }
            }
            Operation::Divide => {
                for ((out, a), b) in each.zip(b) {
                    *out = a.times(&divisor(b)?);
                }
            }
            Operation::Power(exponents) => {
                for ((out, a), &exponent) in each.zip(&exponents[start..]) {
                    let base = match exponent < 0 {
                        true => a.inverse().ok_or("a negative power of the nimber 0")?,
                        false => *a,
                    };
                    *out = base.pow(exponent.unsigned_abs());
                }
            }
        }
        Ok(())
    }
}

/// A slice of words as nimbers, and back. The nimbers of fixed width have the layout of words.
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
    operation: Operation<'_>,
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
    for (number, ((a, b), out)) in pieces.enumerate() {
        let run = || {
            let (a, b, out) = (W::nimbers(a), W::nimbers(b), W::nimbers_mut(out));
            operation.run(number * PIECE, a, b, out)
        };
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
    operation: Operation<'_>,
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
            "expected arrays of uint8, uint16, uint32 or uint64 for nimbers",
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
    let operation = match operation {
        "multiply" => Operation::Multiply,
        "divide" => Operation::Divide,
        "square" => Operation::Square,
        "sqrt" => Operation::Root,
        "inverse" => Operation::Inverse,
        _ => {
            return Err(PyValueError::new_err(format!(
                "unknown operation {operation}"
            )));
        }
    };
    on_arrays(a, b, out, operation)
}

/// Powers, element by element.
#[pyfunction]
pub fn _nim_power(
    a: &Bound<'_, PyAny>,
    exponents: PyReadonlyArray1<'_, i64>,
    out: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let exponents = exponents.as_slice()?;
    if exponents.len() != out.len()? {
        return Err(PyValueError::new_err("the arrays differ in length"));
    }
    on_arrays(a, a, out, Operation::Power(exponents))
}
