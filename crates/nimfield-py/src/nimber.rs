//! Nimbers, finite and transfinite: `Nimber`.

use std::cmp::Ordering;

use nimbers::num_bigint::BigInt;
use nimbers::{FiniteNimber, Interrupt, Nimber, Nimber128, NimberError, Ordinal, calc};
use nimfield_export::latex;
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyTypeError, PyValueError, PyZeroDivisionError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyTuple};

use crate::errors;
use crate::numbers::{self, big, big_unsigned, int_of, to_int};
use crate::run::Signals;

/// An element of the field of nimbers below w^(w^w); `+ - * / **` are the operations of the field.
///
/// An `int` in an expression stands for the nimber of this size; the exponent of a power is an ordinary
/// `int`, or a `Fraction`: `x ** Fraction(1, 3)` is the least cube root.
///
/// >>> from nimfield import Nimber
/// >>> Nimber(6) * 7, Nimber(6) / 7, Nimber(5) + 3
/// (Nimber(3), Nimber(10), Nimber(6))
/// >>> w = Nimber("w")
/// >>> w ** 3, (w + 1).inv()
/// (Nimber(2), Nimber('w^2*2+w*2+2'))
#[pyclass(frozen, name = "Nimber", module = "nimfield", weakref)]
#[derive(Clone)]
pub struct PyNimber(Repr);

#[derive(Clone, PartialEq, Eq)]
enum Repr {
    /// Below 2^128.
    Small(u128),
    /// Anything else.
    Large(Ordinal),
}
use Repr::{Large, Small};

impl From<Ordinal> for PyNimber {
    fn from(ordinal: Ordinal) -> PyNimber {
        let small = ordinal
            .to_finite()
            .and_then(|finite| u128::try_from(&finite).ok());
        PyNimber(small.map_or_else(|| Large(ordinal), Small))
    }
}

impl From<u128> for PyNimber {
    fn from(size: u128) -> PyNimber {
        PyNimber(Small(size))
    }
}

impl PyNimber {
    fn ordinal(&self) -> Ordinal {
        match &self.0 {
            Small(size) => Ordinal::from(*size),
            Large(ordinal) => ordinal.clone(),
        }
    }

    /// The meaning of an operand: a nimber or an `int`.
    fn operand(object: &Bound<'_, PyAny>) -> PyResult<Option<PyNimber>> {
        if let Ok(nimber) = object.cast::<PyNimber>() {
            return Ok(Some(nimber.get().clone()));
        }
        let Some(int) = to_int(object)? else {
            return Ok(None);
        };
        if let Ok(size) = int.extract::<u128>() {
            return Ok(Some(PyNimber(Small(size))));
        }
        Ok(Some(of_int(&int)?))
    }

    /// An argument that must be a nimber; a text is read as an ordinal.
    pub fn of(object: &Bound<'_, PyAny>) -> PyResult<PyNimber> {
        if let Some(nimber) = PyNimber::operand(object)? {
            return Ok(nimber);
        }
        let Ok(text) = object.extract::<String>() else {
            return Err(PyTypeError::new_err(format!(
                "expected a Nimber, an int or a text for a nimber, not {}",
                object.get_type().name()?
            )));
        };
        let read = text.trim().parse::<Ordinal>();
        read.map(PyNimber::from).map_err(|error| {
            let before = text.len() - text.trim_start().len();
            let span = error.span.start + before..error.span.end + before;
            errors::parse_error(
                object.py(),
                &text,
                span,
                error.problem,
                "a nimber is an ordinal in Cantor normal form",
                "w^2*3+w*5+4",
            )
        })
    }

    /// An operation that may take long.
    fn until<T>(
        py: Python<'_>,
        operation: impl FnOnce(Interrupt<'_>) -> Result<T, NimberError>,
    ) -> PyResult<T> {
        let signals = Signals::new(py);
        let stop = || signals.stop();
        let result = operation(Interrupt::when(&stop));
        result.map_err(|error| signals.raised().unwrap_or_else(|| fault(py, &error)))
    }

    fn times(&self, py: Python<'_>, other: &PyNimber) -> PyResult<PyNimber> {
        if let (Small(a), Small(b)) = (&self.0, &other.0) {
            return Ok(PyNimber(Small((Nimber128(*a) * Nimber128(*b)).0)));
        }
        let product = PyNimber::until(py, |stop| self.ordinal().times(&other.ordinal(), stop))?;
        Ok(product.into())
    }

    fn plus(&self, other: &PyNimber) -> PyNimber {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => PyNimber(Small(a ^ b)),
            _ => self.ordinal().plus(&other.ordinal()).into(),
        }
    }

    fn over(&self, py: Python<'_>, divisor: &PyNimber) -> PyResult<PyNimber> {
        if let (Small(a), Small(b)) = (&self.0, &divisor.0)
            && let Some(quotient) = Nimber128(*a).checked_div(&Nimber128(*b))
        {
            return Ok(PyNimber(Small(quotient.0)));
        }
        let quotient = PyNimber::until(py, |stop| self.ordinal().divide(&divisor.ordinal(), stop))?;
        Ok(quotient.into())
    }

    /// Applies an operation to the nimber for which the operand stands; returns `NotImplemented` if it does not stand
    /// for one.
    fn binary<'py>(
        other: &Bound<'py, PyAny>,
        operation: impl FnOnce(&PyNimber) -> PyResult<PyNimber>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        match PyNimber::operand(other)? {
            Some(other) => Ok(Bound::new(py, operation(&other)?)?.into_any()),
            None => Ok(py.NotImplemented().into_bound(py)),
        }
    }

    fn power(&self, py: Python<'_>, exponent: &BigInt) -> PyResult<PyNimber> {
        let power = PyNimber::until(py, |stop| self.ordinal().pow(exponent, stop))?;
        Ok(power.into())
    }

    fn text(&self) -> String {
        match &self.0 {
            Small(size) => size.to_string(),
            Large(ordinal) => ordinal.to_string(),
        }
    }
}

/// A nimber of any size from an `int`.
fn of_int(int: &Bound<'_, PyInt>) -> PyResult<PyNimber> {
    let size = big_unsigned(int, "a nimber")?;
    let wide = || PyValueError::new_err(format!("a nimber has at most {} bits", Nimber::MAX_BITS));
    let nimber = Nimber::from_biguint(&size).ok_or_else(wide)?;
    Ok(Ordinal::from(nimber).into())
}

/// The exception for an operation that has no answer.
fn fault(py: Python<'_>, error: &NimberError) -> PyErr {
    match error {
        NimberError::DivisionByZero => PyZeroDivisionError::new_err(error.to_string()),
        NimberError::NoOrder | NimberError::ZerothRoot | NimberError::OutOfRange => {
            PyValueError::new_err(error.to_string())
        }
        error => errors::out_of_reach(py, error.to_string()),
    }
}

/// The result of an expression of the calculator: a `Nimber`, a list of them, an `int`, or the exponents of a
/// polynomial.
#[pyfunction]
pub fn calculate_nimber<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    let signals = Signals::new(py);
    let stop = || signals.stop();
    let value = calc::evaluate(text, Interrupt::when(&stop));
    let value = value.map_err(|error| {
        use NimberError::{Memory, NoLogarithm, NotAPower, Stopped, TooHard, UnknownFactors};
        let fault = || match &error.cause {
            // If a logarithm has no answer, this is a mistake in the expression.
            None
            | Some(Memory { .. } | NoLogarithm | NotAPower | Stopped | TooHard { .. })
            | Some(UnknownFactors { .. }) => {
                errors::parse_error(py, text, error.span.clone(), &error.message, "", "")
            }
            Some(error) => fault(py, error),
        };
        signals.raised().unwrap_or_else(fault)
    })?;
    Ok(match value {
        calc::Value::Nimber(nimber) => Bound::new(py, PyNimber::from(nimber))?.into_any(),
        calc::Value::Nimbers(list) => {
            let list: Vec<PyNimber> = list.into_iter().map(PyNimber::from).collect();
            list.into_pyobject(py)?.into_any()
        }
        calc::Value::Integer(number) => int_of(py, &number)?,
        calc::Value::MinimalPolynomial(polynomial) => exponents(py, &polynomial)?.into_any(),
        other => other.to_string().into_pyobject(py)?.into_any(),
    })
}

/// The exponents of the terms of a polynomial over F_2, descending.
fn exponents<'py>(
    py: Python<'py>,
    polynomial: &nimbers::BinaryPolynomial,
) -> PyResult<Bound<'py, PyTuple>> {
    let degree = polynomial.degree().map_or(0, |degree| degree + 1);
    let terms: Vec<usize> = (0..degree)
        .rev()
        .filter(|&i| polynomial.coefficient(i))
        .collect();
    PyTuple::new(py, terms)
}

#[pymethods]
impl PyNimber {
    #[new]
    #[pyo3(signature = (value, /))]
    fn make(value: &Bound<'_, PyAny>) -> PyResult<PyNimber> {
        PyNimber::of(value)
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        match self.is_finite() {
            true => format!("Nimber({})", self.text()),
            false => format!("Nimber('{}')", self.text()),
        }
    }

    fn _repr_latex_(&self) -> String {
        format!("${}$", self.to_latex())
    }

    /// The ordinal in LaTeX.
    ///
    /// >>> Nimber("w^2*3+1").to_latex()
    /// '\\omega^{2}\\cdot 3+1'
    fn to_latex(&self) -> String {
        latex::ordinal(&self.text())
    }

    fn __hash__<'py>(&self, py: Python<'py>) -> PyResult<isize> {
        match &self.0 {
            Small(size) => (*size).into_pyobject(py)?.hash(),
            // A finite nimber is equal to an `int`, so it has the same hash.
            Large(_) if self.is_finite() => self.__int__(py)?.hash(),
            Large(ordinal) => ordinal.to_string().into_pyobject(py)?.hash(),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let class = py.get_type::<PyNimber>();
        let argument = match self.is_finite() {
            true => self.__int__(py)?,
            false => self.text().into_pyobject(py)?.into_any(),
        };
        Ok((class, (argument,)).into_pyobject(py)?.into_any())
    }

    fn __bool__(&self) -> bool {
        self.0 != Small(0)
    }

    fn __int__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match &self.0 {
            Small(size) => Ok((*size).into_pyobject(py)?.into_any()),
            Large(ordinal) => match ordinal.to_finite() {
                Some(finite) => int_of(py, &finite.to_biguint()),
                None => Err(PyValueError::new_err(format!("{ordinal} is transfinite"))),
            },
        }
    }

    fn __richcmp__<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        operator: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        let unknown = || py.NotImplemented().into_bound(py);
        let other = match PyNimber::operand(other) {
            Ok(Some(other)) => other,
            Ok(None) => return Ok(unknown()),
            // A negative number is equal to no nimber.
            Err(_) if matches!(operator, CompareOp::Eq | CompareOp::Ne) => return Ok(unknown()),
            Err(error) => return Err(error),
        };
        let order: Ordering = match (&self.0, &other.0) {
            (Small(a), Small(b)) => a.cmp(b),
            _ => self.ordinal().cmp(&other.ordinal()),
        };
        Ok(operator
            .matches(order)
            .into_pyobject(py)?
            .to_owned()
            .into_any())
    }

    fn __add__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        PyNimber::binary(other, |other| Ok(self.plus(other)))
    }

    fn __radd__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.__add__(other)
    }

    fn __sub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.__add__(other)
    }

    fn __rsub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.__add__(other)
    }

    fn __mul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        PyNimber::binary(other, |other| self.times(py, other))
    }

    fn __rmul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.__mul__(other)
    }

    fn __truediv__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        PyNimber::binary(other, |other| self.over(py, other))
    }

    fn __rtruediv__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        PyNimber::binary(other, |other| other.over(py, self))
    }

    fn __neg__(&self) -> PyNimber {
        self.clone()
    }

    fn __pos__(&self) -> PyNimber {
        self.clone()
    }

    fn __pow__<'py>(
        &self,
        exponent: &Bound<'py, PyAny>,
        modulus: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = exponent.py();
        if modulus.is_some_and(|modulus| !modulus.is_none()) {
            return Err(PyValueError::new_err("a power of a nimber has no modulus"));
        }
        let power = if let Some(int) = to_int(exponent)? {
            self.power(py, &big(&int)?)?
        } else if numbers::is_fraction(exponent)? {
            let of =
                |name: &str| -> PyResult<BigInt> { big(exponent.getattr(name)?.cast::<PyInt>()?) };
            let root: u64 = exponent.getattr("denominator")?.extract()?;
            self.root(py, root)?.power(py, &of("numerator")?)?
        } else {
            return Ok(py.NotImplemented().into_bound(py));
        };
        Ok(Bound::new(py, power)?.into_any())
    }

    /// Whether the nimber is below w.
    #[getter]
    fn is_finite(&self) -> bool {
        match &self.0 {
            Small(_) => true,
            Large(ordinal) => ordinal.to_finite().is_some(),
        }
    }

    /// The inverse.
    ///
    /// >>> Nimber(2).inv()
    /// Nimber(3)
    fn inv(&self, py: Python<'_>) -> PyResult<PyNimber> {
        PyNimber(Small(1)).over(py, self)
    }

    /// The square root.
    ///
    /// >>> Nimber(2).sqrt()
    /// Nimber(3)
    fn sqrt(&self, py: Python<'_>) -> PyResult<PyNimber> {
        if let Small(size) = self.0 {
            return Ok(PyNimber(Small(Nimber128(size).sqrt().0)));
        }
        Ok(PyNimber::until(py, |stop| self.ordinal().sqrt(stop))?.into())
    }

    /// The least n-th root.
    ///
    /// >>> Nimber(2).root(3)
    /// Nimber('w')
    #[pyo3(signature = (n, /))]
    fn root(&self, py: Python<'_>, n: u64) -> PyResult<PyNimber> {
        Ok(PyNimber::until(py, |stop| self.ordinal().root(n, stop))?.into())
    }

    /// All n-th roots, ascending.
    ///
    /// >>> Nimber(1).roots(3)
    /// [Nimber(1), Nimber(2), Nimber(3)]
    #[pyo3(signature = (n, /))]
    fn roots(&self, py: Python<'_>, n: u64) -> PyResult<Vec<PyNimber>> {
        let roots = PyNimber::until(py, |stop| self.ordinal().roots(n, stop))?;
        Ok(roots.into_iter().map(PyNimber::from).collect())
    }

    /// The order in the multiplicative group.
    ///
    /// >>> Nimber(4).order()
    /// 15
    fn order<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        int_of(py, &PyNimber::until(py, |stop| self.ordinal().order(stop))?)
    }

    /// The degree over the field of two elements.
    ///
    /// >>> Nimber(4).degree(), Nimber("w").degree()
    /// (4, 6)
    fn degree(&self, py: Python<'_>) -> PyResult<usize> {
        PyNimber::until(py, |stop| self.ordinal().degree(stop))
    }

    /// The trace, to the field of two elements, of the field that the nimber generates.
    fn trace(&self, py: Python<'_>) -> PyResult<u8> {
        Ok(PyNimber::until(py, |stop| self.ordinal().trace(stop))?.into())
    }

    /// The exponents of the terms of the minimal polynomial over the field of two elements, descending.
    ///
    /// >>> Nimber(2).min_poly()
    /// (2, 1, 0)
    fn min_poly<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let polynomial = PyNimber::until(py, |stop| self.ordinal().minimal_polynomial(stop))?;
        exponents(py, &polynomial)
    }

    /// The smaller x with x^2 + x equal to the nimber.
    fn artin_schreier(&self, py: Python<'_>) -> PyResult<PyNimber> {
        Ok(PyNimber::until(py, |stop| self.ordinal().artin_schreier(stop))?.into())
    }

    /// Both x with x^2 + b x + c = 0, ascending.
    ///
    /// >>> Nimber.solve_quadratic(1, 1)
    /// [Nimber(2), Nimber(3)]
    #[staticmethod]
    #[pyo3(signature = (b, c, /))]
    fn solve_quadratic(
        py: Python<'_>,
        b: &Bound<'_, PyAny>,
        c: &Bound<'_, PyAny>,
    ) -> PyResult<Vec<PyNimber>> {
        let (b, c) = (PyNimber::of(b)?.ordinal(), PyNimber::of(c)?.ordinal());
        let both = PyNimber::until(py, |stop| Ordinal::solve_quadratic(&b, &c, stop))?;
        Ok(both.into_iter().map(PyNimber::from).collect())
    }

    /// The nimber in Sage, as an element of the field of 2^(2^k) elements, either the given field or the smallest that
    /// contains it; see `nimfield.sage_field`.
    #[pyo3(signature = (k=None))]
    fn to_sage<'py>(&self, py: Python<'py>, k: Option<u32>) -> PyResult<Bound<'py, PyAny>> {
        let size = self.__int__(py)?;
        py.import("nimfield._sage")?
            .call_method1("nimber", (size, k))
    }
}
