//! Nimfield for Python: the module `nimfield._nimfield`, on which the package `nimfield` is built.
//!
//! A thin layer: it converts objects of Python to those of the library and back, releases the interpreter while the
//! library works, and handles signals.

// Arguments named as in Python are arguments here.
#![allow(clippy::too_many_arguments)]

mod arrays;
mod claims;
mod convert;
mod errors;
mod game;
mod limits;
mod moves;
mod nimber;
mod numbers;
mod own;
mod position;
mod run;
mod tables;

use std::sync::atomic::{AtomicI64, Ordering};

use pyo3::exceptions::PyImportError;
use pyo3::ffi;
use pyo3::prelude::*;

/// The native part of Nimfield.
#[pymodule]
mod _nimfield {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::arrays::{
        _matrices_2x2, _matrix_forms, _matrix_outcomes, _matrix_values, _nim_arrays, _nim_power,
    };
    #[pymodule_export]
    use super::claims::{_certify, _check, _classify, _hunt, _listed, _run_command, PyCertificate};
    #[pymodule_export]
    use super::game::{PyGame, PyThermograph, calculate_game};
    #[pymodule_export]
    use super::moves::PyMove;
    #[pymodule_export]
    use super::nimber::{PyNimber, calculate_nimber};
    #[pymodule_export]
    use super::own::OwnGame;
    #[pymodule_export]
    use super::position::answer::PyAnswer;
    #[pymodule_export]
    use super::position::questions::_analyze;
    #[pymodule_export]
    use super::position::{_check_rules, _own_position, PyPosition};
    #[pymodule_export]
    use super::tables::{
        _b_file, _census, _guess, _hunt_statement, _period, _prove, _solve_board, _table,
        FamilyCells, SolvedBoard,
    };

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::refuse_other_interpreters()?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}

/// Classes of Python that are stored here belong to one interpreter, the first that imports the module.
fn refuse_other_interpreters() -> PyResult<()> {
    static FIRST: AtomicI64 = AtomicI64::new(-1);
    // SAFETY: this thread is attached to the interpreter that imports the module.
    let own = unsafe { ffi::PyInterpreterState_GetID(ffi::PyInterpreterState_Get()) };
    match FIRST.compare_exchange(-1, own, Ordering::SeqCst, Ordering::SeqCst) {
        Err(first) if first != own => Err(PyImportError::new_err(
            "nimfield works in one interpreter per process, and another interpreter uses it already",
        )),
        _ => Ok(()),
    }
}
