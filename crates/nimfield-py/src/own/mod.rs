//! Games whose rules are written in Python, for the engines of Nimfield.
//!
//! A position of such a game is any hashable object, and `nimfield.Sum` of them their sum. Each becomes a node of a graph
//! the first time it is met, and its options are asked for once; from then on searches walk the graph without
//! Python.

use std::sync::{Arc, Mutex, PoisonError};

use nimfield::Play;
use nimfield::info::GameInfo;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyWeakrefReference;

mod graph;
mod part;
mod position;

use graph::{Graph, Rules};
pub use position::OwnPosition;

/// The rules of a game in Python; `nimfield.Impartial` and `nimfield.Partizan` hold one each.
#[pyclass(frozen, module = "nimfield._nimfield")]
pub struct OwnGame(Arc<Rules>);

/// A game's description lives as long as the process: one for each name.
fn described(name: String, play: Play) -> &'static GameInfo {
    static KNOWN: Mutex<Vec<&'static GameInfo>> = Mutex::new(Vec::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(info) = known
        .iter()
        .find(|info| info.name == name && info.play == play)
    {
        return info;
    }
    let name: &'static str = name.leak();
    let mut info = GameInfo::named(name, name);
    info.play = play;
    let info: &'static GameInfo = Box::leak(Box::new(info));
    known.push(info);
    info
}

#[pymethods]
impl OwnGame {
    #[new]
    fn new(
        object: &Bound<'_, PyAny>,
        name: String,
        play: &str,
        partizan: bool,
        splits: bool,
    ) -> PyResult<OwnGame> {
        let wrong = |error| PyValueError::new_err(format!("{error}"));
        let play: Play = play.parse().map_err(wrong)?;
        if partizan && play == Play::Misere {
            return Err(PyValueError::new_err(
                "partizan games use normal play here; select misère play when you analyse",
            ));
        }
        Ok(OwnGame(Arc::new(Rules {
            object: PyWeakrefReference::new(object)?.unbind(),
            info: described(name, play),
            play,
            partizan,
            splits,
            graph: Mutex::new(Graph::new(object.py())),
        })))
    }

    /// How many positions have been met.
    fn positions(&self) -> usize {
        let graph = self.0.graph();
        let nodes = graph.nodes.read().unwrap_or_else(PoisonError::into_inner);
        nodes.len()
    }

    /// Forgets all positions.
    fn forget(&self, py: Python<'_>) {
        let fresh = Graph::new(py);
        *self.0.graph.lock().unwrap_or_else(PoisonError::into_inner) = fresh;
    }
}

impl OwnGame {
    /// A position of the game as a component of a sum.
    pub fn term(&self, position: &Bound<'_, PyAny>) -> PyResult<nimfield::Term> {
        let position = OwnPosition::new(&self.0, position)?;
        Ok(match self.0.partizan {
            true => nimfield::Term::partizan(position),
            false => nimfield::Term::impartial(position),
        })
    }
}
