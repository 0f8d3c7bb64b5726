//! Whole numbers and fractions of Python.

use nimbers::num_bigint::{BigInt, BigUint, Sign};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyBytes, PyInt, PyType};
use short_game::Dyadic;

/// The class `fractions.Fraction`.
fn fraction_class<'py>(py: Python<'py>) -> PyResult<&'py Bound<'py, PyType>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    CLASS.import(py, "fractions", "Fraction")
}

/// Whether the object is a `Fraction`. It imports nothing: if there is an instance, the class has been imported.
pub fn is_fraction(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let class = object.get_type();
    if class.is_subclass_of::<PyInt>()? || class.name()? != "Fraction" {
        return Ok(false);
    }
    object.is_instance(fraction_class(object.py())?)
}

/// A whole number; truth values are rejected.
pub fn as_int<'a, 'py>(object: &'a Bound<'py, PyAny>) -> Option<&'a Bound<'py, PyInt>> {
    // An object of another type is not a whole number.
    let int = object.cast::<PyInt>().ok()?;
    (!object.is_instance_of::<PyBool>()).then_some(int)
}

/// A whole number, or an object that can be converted to one, such as the integers of NumPy.
pub fn to_int<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyInt>>> {
    if let Some(int) = as_int(object) {
        return Ok(Some(int.clone()));
    }
    if object.is_instance_of::<PyBool>() || !object.hasattr("__index__")? {
        return Ok(None);
    }
    Ok(Some(object.call_method0("__index__")?.cast_into()?))
}

/// The number as a `BigInt`.
pub fn big(int: &Bound<'_, PyInt>) -> PyResult<BigInt> {
    if let Ok(small) = int.extract::<i64>() {
        return Ok(BigInt::from(small));
    }
    let bits: usize = int.call_method0("bit_length")?.extract()?;
    let py = int.py();
    let negative = int.lt(0)?;
    let size = int.call_method0("__abs__")?;
    let bytes = size.call_method1("to_bytes", (bits.div_ceil(8), "little"))?;
    let bytes = bytes.cast_into::<PyBytes>()?;
    let _ = py;
    let sign = if negative { Sign::Minus } else { Sign::Plus };
    Ok(BigInt::from_bytes_le(sign, bytes.as_bytes()))
}

/// The number as a `BigUint`.
///
/// # Errors
/// If it is negative.
pub fn big_unsigned(int: &Bound<'_, PyInt>, what: &str) -> PyResult<BigUint> {
    let number = big(int)?;
    let negative = || {
        PyValueError::new_err(format!(
            "expected {what} from 0 on, found a negative number"
        ))
    };
    number.to_biguint().ok_or_else(negative)
}

/// An `int`.
pub fn int_of<'py>(py: Python<'py>, number: &BigUint) -> PyResult<Bound<'py, PyAny>> {
    if let Ok(small) = u64::try_from(number) {
        return Ok(small.into_pyobject(py)?.into_any());
    }
    let bytes = PyBytes::new(py, &number.to_bytes_le());
    py.get_type::<PyInt>()
        .call_method1("from_bytes", (bytes, "little"))
}

/// A `Fraction`.
pub fn fraction(py: Python<'_>, number: Dyadic) -> PyResult<Bound<'_, PyAny>> {
    let denominator = BigUint::from(1u8) << number.exponent();
    let class = fraction_class(py)?;
    class.call1((number.numerator(), int_of(py, &denominator)?))
}

/// A dyadic rational from an `int` or a `Fraction`; `None` for anything else.
///
/// # Errors
/// If the denominator is not a power of two, or the number out of range.
pub fn dyadic(object: &Bound<'_, PyAny>) -> PyResult<Option<Dyadic>> {
    let range = |_| PyOverflowError::new_err(short_game::Error::NumberRange.to_string());
    if let Some(int) = to_int(object)? {
        return Ok(Some(
            Dyadic::new(int.extract().map_err(range)?, 0).map_err(number_range)?,
        ));
    }
    if !is_fraction(object)? {
        return Ok(None);
    }
    let numerator = object.getattr("numerator")?.extract().map_err(range)?;
    let denominator: u128 = object.getattr("denominator")?.extract().map_err(range)?;
    if !denominator.is_power_of_two() {
        return Err(PyValueError::new_err(format!(
            "{object} is not the value of a short game: its denominator is not a power of two"
        )));
    }
    let number = Dyadic::new(numerator, denominator.trailing_zeros()).map_err(number_range)?;
    Ok(Some(number))
}

fn number_range(error: short_game::Error) -> PyErr {
    PyOverflowError::new_err(error.to_string())
}

/// An argument that must be a dyadic rational.
pub fn need_dyadic(object: &Bound<'_, PyAny>, what: &str) -> PyResult<Dyadic> {
    let wrong = || PyTypeError::new_err(format!("expected an int or a Fraction for {what}"));
    dyadic(object)?.ok_or_else(wrong)
}

/// The hash that Python gives to the same number as an `int` or a `Fraction`.
pub fn hash(number: Dyadic) -> isize {
    const MODULUS: u128 = (1 << 61) - 1;
    let size = number.numerator().unsigned_abs() % MODULUS;
    // 2^61 is 1, so dividing by 2^q is multiplying by 2^(61 - q).
    let inverse = 1u128 << ((61 - number.exponent() % 61) % 61);
    let hash = (size * inverse % MODULUS) as isize;
    match number.numerator() < 0 {
        // -1 means that an error occurred.
        true if hash == 1 => -2,
        true => -hash,
        false => hash,
    }
}
