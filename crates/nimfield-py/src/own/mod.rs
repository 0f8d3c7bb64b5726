//! Games whose rules are written in Python, for the engines of Nimfield.
//!
//! A position of such a game is any hashable object; a `nimfield.Sum` of such objects is their sum. Each object becomes
//! a node of a graph when it first occurs, and Python lists its options once; after that, searches walk the graph
//! without Python. If a game says what its positions look like, they are read and drawn as well: `nimfield/_shapes.py`
//! knows how.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use nimfield::info::{GameInfo, GameOption, Setup, Takes};
use nimfield::{Games, Play};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyWeakrefReference;

mod graph;
mod part;
mod position;
mod shape;

use graph::{Graph, Rules};
pub use position::OwnPosition;

/// The rules of a game in Python; each `nimfield.Impartial` and `nimfield.Partizan` holds one.
#[pyclass(frozen, module = "nimfield._nimfield")]
pub struct OwnGame(Arc<Rules>);

/// A game's description of itself: title, rules, how a body is written, an example, the kind of its shape with the noun
/// and the number of its places, and its parameters with their usual values.
type Description = (
    String,
    String,
    String,
    String,
    (String, String, Option<u32>),
    Vec<(String, u64)>,
);

/// A game's description lives as long as the process: there is one for each name and description.
fn described(name: String, play: Play, said: Description) -> &'static GameInfo {
    static KNOWN: Mutex<BTreeMap<String, &'static GameInfo>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let key = format!("{name:?} {play} {said:?}");
    known.entry(key).or_insert_with(|| {
        let name: &'static str = name.leak();
        let (title, rules, body, example, (kind, noun, count), parameters) = said;
        let mut info = GameInfo::named(name, name);
        info.play = play;
        if kind.is_empty() {
            return Box::leak(Box::new(info));
        }
        let heaps = |each: String, count| Setup::Heaps {
            each: each.leak(),
            count,
            ordinals: false,
        };
        info.setup = match &*kind {
            "heap" => heaps(noun, None),
            "heaps" | "box" => heaps(noun, count),
            "grid" => Setup::Matrix,
            "diagram" => Setup::Partition { several: false },
            "board" => Setup::Stones { gaps: true },
            "coins" => Setup::Coins,
            _ => Setup::Points { ordinals: false },
        };
        let option = |(name, usual): (String, u64)| GameOption {
            name: name.leak(),
            takes: Takes::Number,
            meaning: format!("a whole number, by default {usual}").leak(),
        };
        info.options = parameters
            .into_iter()
            .map(option)
            .collect::<Vec<_>>()
            .leak();
        (info.title, info.rules) = (title.leak(), rules.leak());
        (info.body, info.example) = (body.leak(), example.leak());
        Box::leak(Box::new(info))
    })
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
        described_as: Description,
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
            shaped: !described_as.4.0.is_empty(),
            info: described(name, play, described_as),
            play,
            partizan,
            splits,
            graph: Mutex::new(Graph::new(object.py())),
        })))
    }

    /// The number of stored positions.
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

    /// Known games including this one, by which its positions are read.
    ///
    /// # Errors
    /// If the game does not say what its positions look like.
    pub fn add_to(&self, games: Games) -> PyResult<Games> {
        let rules = self.0.clone();
        if !rules.shaped {
            return Err(PyValueError::new_err(format!(
                "positions of {} cannot be read: the game has no shape, such as shape = \"heap\"",
                rules.info.name
            )));
        }
        Ok(
            games.with_reader(rules.info, rules.partizan, move |cursor| {
                shape::read(&rules, cursor, |read| {
                    let (game, position): (Py<OwnGame>, Bound<'_, PyAny>) = read.extract()?;
                    game.get().term(&position)
                })
            }),
        )
    }
}
