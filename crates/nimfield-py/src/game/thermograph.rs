//! Thermographs.

use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use short_game::{Player, Thermograph};

use super::arenas::fault;
use crate::convert::drawn;
use crate::numbers::{fraction, hash, need_dyadic};

/// The thermograph of a game: for every temperature the stops of the cooled game.
///
/// >>> t = Game("{2|-1}").thermograph()
/// >>> t.mean, t.temperature
/// (Fraction(1, 2), Fraction(3, 2))
#[pyclass(frozen, name = "Thermograph", module = "nimfield", eq)]
pub struct PyThermograph {
    walls: Thermograph,
    /// The function that makes it and its argument, for pickles.
    made: (Py<PyAny>, (Py<PyAny>,)),
}

impl PartialEq for PyThermograph {
    fn eq(&self, other: &PyThermograph) -> bool {
        self.walls == other.walls
    }
}

impl PyThermograph {
    /// A thermograph, made by a function of one argument.
    pub fn new(walls: Thermograph, function: Bound<'_, PyAny>, of: Py<PyAny>) -> PyThermograph {
        let made = (function.unbind(), (of,));
        PyThermograph { walls, made }
    }

    fn wall<'py>(&self, py: Python<'py>, player: Player) -> PyResult<Bound<'py, PyList>> {
        let points = self.walls.wall(player).map_err(|error| fault(py, error))?;
        let points = points.iter().map(|point| {
            PyTuple::new(
                py,
                [fraction(py, point.temperature)?, fraction(py, point.value)?],
            )
        });
        PyList::new(py, points.collect::<PyResult<Vec<_>>>()?)
    }

    fn drawing<'py>(&self, py: Python<'py>, scale: Option<f32>) -> PyResult<Bound<'py, PyAny>> {
        let drawing = nimfield_export::thermograph::draw(&self.walls);
        drawn(py, &drawing.map_err(|error| fault(py, error))?, scale)
    }
}

#[pymethods]
impl PyThermograph {
    /// The mean value: where the mast stands.
    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.walls.mean())
    }

    /// The temperature: where the mast begins.
    #[getter]
    fn temperature<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.walls.temperature())
    }

    /// The corners of Left's wall from below, as pairs of a temperature and a stop.
    #[getter]
    fn left_wall<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.wall(py, Player::Left)
    }

    /// The corners of Right's wall.
    #[getter]
    fn right_wall<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.wall(py, Player::Right)
    }

    /// The left and the right stop of the game cooled by `t`.
    #[pyo3(signature = (t, /))]
    fn stops_at<'py>(&self, t: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
        let py = t.py();
        let at = need_dyadic(t, "a temperature")?;
        let stop = |player| match self.walls.stop(player, at) {
            Ok(stop) => fraction(py, stop),
            Err(error) => Err(fault(py, error)),
        };
        PyTuple::new(py, [stop(Player::Left)?, stop(Player::Right)?])
    }

    fn __reduce__(&self, py: Python<'_>) -> (Py<PyAny>, (Py<PyAny>,)) {
        let (function, (of,)) = &self.made;
        (function.clone_ref(py), (of.clone_ref(py),))
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.walls.to_text(48, 12).map_err(|error| fault(py, error))
    }

    fn __repr__(&self) -> String {
        format!(
            "<Thermograph: mean {}, temperature {}>",
            self.walls.mean(),
            self.walls.temperature()
        )
    }

    fn __hash__(&self) -> isize {
        hash(self.walls.mean()) ^ hash(self.walls.temperature()).rotate_left(20)
    }

    /// A drawing, with Left's side on the left.
    fn to_svg<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.drawing(py, None)
    }

    /// The drawing as a PNG picture, with `scale` pixels for each unit.
    #[pyo3(signature = (*, scale=2.0))]
    fn to_png<'py>(&self, py: Python<'py>, scale: f32) -> PyResult<Bound<'py, PyAny>> {
        self.drawing(py, Some(scale))
    }

    fn _repr_svg_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.to_svg(py)
    }

    fn _repr_html_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let svg = self.to_svg(py)?;
        py.import("nimfield._html")?.call_method1("picture", (svg,))
    }
}
