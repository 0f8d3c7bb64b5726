//! Positions in the form of the library; `nimfield.Position` is built on one.

pub mod answer;
pub mod questions;
mod reading;

use std::sync::{Arc, OnceLock};

use nimfield::diagram::Diagram;
use nimfield::{Player, Sum, SumMove, Term, WrittenValue};
use nimfield_export::{latex, picture};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use short_game::{Arena, DEFAULT_LIMIT};

use crate::convert::{drawn, refused, to_python};
use crate::errors;
use crate::game;
use crate::moves::PyMove;
use crate::own::{OwnGame, OwnPosition};
use crate::run;

pub use reading::{_check_rules, Source, call_back, play_of, read, reader};
use reading::{player_of, read_with, terms_in};

/// A position of any games, or a sum of them.
#[pyclass(frozen, name = "NativePosition", module = "nimfield._nimfield")]
pub struct PyPosition {
    pub sum: Sum,
    text: String,
    /// The games in Python whose positions occur in this position, for pickles of its moves.
    games: OnceLock<Py<PyAny>>,
}

/// A component: the position alone, the name of its game, and the object and the game of a game in Python.
type Component<'py> = (
    PyPosition,
    Option<&'static str>,
    Option<(Bound<'py, PyAny>, Bound<'py, PyAny>)>,
);

impl PyPosition {
    pub fn new(sum: Sum) -> PyPosition {
        PyPosition {
            text: sum.to_string(),
            sum,
            games: OnceLock::new(),
        }
    }

    /// Whether a game with rules in Python is part of it.
    fn is_own(&self) -> bool {
        (self.sum.components().iter()).any(|term| OwnPosition::behind(term).is_some())
    }

    fn diagrams(&self) -> Vec<Diagram> {
        self.sum.components().iter().map(Term::diagram).collect()
    }

    /// A move: one of a position such as this, or a text. The options of values belong to the arena of their position,
    /// so a move of another position is read again.
    fn move_of(&self, mv: &Bound<'_, PyAny>, player: Option<Player>) -> PyResult<SumMove> {
        let py = mv.py();
        let (text, player) = match mv.cast::<PyMove>() {
            Ok(mv) => {
                let PyMove { mv, arena, .. } = mv.get();
                match (self.sum.arena(), arena) {
                    (Some(own), Some(other)) if !Arc::ptr_eq(own, other) => {}
                    _ => return Ok(mv.clone()),
                }
                (mv.to_string(), mv.player())
            }
            Err(_) => {
                let class = mv.get_type().name()?;
                let wrong = format!("expected a Move or a text, found {class}");
                let text = mv.extract::<String>();
                (text.map_err(|_| PyTypeError::new_err(wrong))?, player)
            }
        };
        // Moves of own games of both players may have the same name.
        if self.is_own()
            && let Some(player) = player
        {
            let of = || self.sum.moves_by(player).find(|mv| mv.to_string() == text);
            if let Some(found) = run::short(of)? {
                return Ok(found);
            }
        }
        let player = player.unwrap_or(Player::Left);
        let read = run::short(|| self.sum.read_move_of(&text, player))?;
        // If moves are read by their list, a move that is not in it is not legal.
        read.map_err(
            |error| match error.message.ends_with("is not a legal move") {
                true => errors::illegal_move(py, error.message),
                false => errors::notation(py, &error),
            },
        )
    }
}

#[pymethods]
impl PyPosition {
    /// Reads a position; games of the caller may be given.
    #[new]
    #[pyo3(signature = (text, sources=Vec::new(), /))]
    fn make(py: Python<'_>, text: &str, sources: Vec<Source>) -> PyResult<PyPosition> {
        Ok(PyPosition::new(read_with(py, text, &sources)?))
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __eq__(&self, other: &PyPosition) -> bool {
        // Positions of own games that print alike may be of different games.
        let pairs = self.sum.components().iter().zip(other.sum.components());
        let same = |(a, b)| OwnPosition::behind(a) == OwnPosition::behind(b);
        self.sum == other.sum && pairs.into_iter().all(same)
    }

    /// The positions of which it is the sum.
    fn components<'py>(&self, py: Python<'py>) -> PyResult<Vec<Component<'py>>> {
        let terms = self.sum.components().iter();
        let alone = terms.map(|term| {
            let own = match OwnPosition::behind(term) {
                Some(own) => Some((own.object().bind(py).clone(), own.game(py)?)),
                None => None,
            };
            let sum = Sum::new(vec![term.clone()], self.sum.arena().cloned());
            let name = term.info().map(|info| info.name);
            Ok((PyPosition::new(sum.as_read()), name, own))
        });
        alone.collect()
    }

    /// Whether both players have the same moves.
    #[getter]
    fn is_impartial(&self) -> bool {
        self.sum.is_impartial()
    }

    /// The play convention of the sources of its games; `None` if they differ.
    #[getter]
    fn default_play(&self) -> Option<String> {
        self.sum.agreed_play().map(|play| play.to_string())
    }

    /// The sum of this position and another.
    fn plus(&self, py: Python<'_>, other: &PyPosition) -> PyResult<PyPosition> {
        let arena = match (self.sum.arena(), other.sum.arena()) {
            (None, None) => None,
            _ => Some(Arc::new(Arena::new())),
        };
        let mut terms = Vec::new();
        for sum in [&self.sum, &other.sum] {
            match (sum.arena(), &arena) {
                (Some(from), Some(to)) => {
                    terms.extend(game::work(py, to, |to| terms_in(sum, from, to))?);
                }
                _ => terms.extend(sum.components().iter().cloned()),
            }
        }
        if let Some(arena) = &arena {
            game::rest(arena);
        }
        Ok(PyPosition::new(Sum::new(terms, arena)))
    }

    /// The position with the players exchanged.
    fn negative(&self, py: Python<'_>) -> PyResult<PyPosition> {
        let none = || {
            let text = &self.text;
            PyTypeError::new_err(format!(
                "{text} has no negative: its rules do not define one"
            ))
        };
        let Some(arena) = self.sum.arena() else {
            return Ok(PyPosition::new(self.sum.clone()));
        };
        game::rest(arena);
        let mut terms = Vec::new();
        for term in self.sum.components() {
            terms.push(match term {
                // Impartial positions are their own negatives.
                Term::Impartial(_) => term.clone(),
                Term::Partizan(position) => match OwnPosition::behind(term) {
                    // An exception from a method of a game in Python is passed on.
                    Some(own) => own.negative_term()?.ok_or_else(none)?,
                    None => Term::Partizan(position.negative().ok_or_else(none)?),
                },
                Term::Value(value) => {
                    let game = game::work(py, arena, |arena| arena.neg(value.game))?;
                    let text = game::work(py, arena, |arena| arena.print(game, DEFAULT_LIMIT))?;
                    Term::Value(WrittenValue {
                        game,
                        text: text.to_string().into(),
                    })
                }
            });
        }
        game::rest(arena);
        Ok(PyPosition::new(Sum::new(terms, Some(arena.clone()))))
    }

    /// At most `most` legal moves, of both players or of one.
    fn moves(
        slf: &Bound<'_, PyPosition>,
        player: Option<&str>,
        most: usize,
    ) -> PyResult<Vec<PyMove>> {
        let player = player.map(player_of).transpose()?;
        let sum = &slf.get().sum;
        let moves = run::short(|| -> Vec<SumMove> {
            match player {
                Some(player) => sum.moves_by(player).take(most).collect(),
                None => sum.moves().take(most).collect(),
            }
        })?;
        let made = |mv| PyMove::new(mv, sum.arena(), slf.clone().into_any().unbind());
        Ok(moves.into_iter().map(made).collect())
    }

    /// How the moves of a game in Python are written, with letters for numbers.
    fn move_patterns(&self) -> PyResult<Vec<String>> {
        let own = self.sum.components().iter();
        let own = own.filter_map(OwnPosition::behind);
        run::short(|| own.flat_map(OwnPosition::move_patterns).collect())
    }

    /// What a user can select in the picture to make a move by hand, by component, as the page has it.
    fn handles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let handles = || -> Vec<_> { self.sum.components().iter().map(Term::handles).collect() };
        to_python(py, &run::short(handles)?)
    }

    /// How many moves there are.
    fn move_count(&self, py: Python<'_>) -> PyResult<u128> {
        /// The most moves that are counted one by one.
        const MOST_COUNTED: usize = 1_000_000;
        let count = run::short(|| self.sum.count_moves(MOST_COUNTED))?;
        count.ok_or_else(|| {
            let why = "there are infinitely many moves, or too many to count".to_string();
            errors::out_of_reach(py, why)
        })
    }

    /// The position after a move.
    fn play(&self, mv: &Bound<'_, PyAny>, player: Option<&str>) -> PyResult<PyPosition> {
        let py = mv.py();
        let player = player.map(player_of).transpose()?;
        let mv = self.move_of(mv, player)?;
        if let (Some(player), Some(owner)) = (player, mv.player())
            && player != owner
        {
            return Err(errors::illegal_move(
                py,
                format!("`{mv}` is a move of {owner}"),
            ));
        }
        let after = run::short(|| self.sum.after(&mv))?;
        let illegal = |reason| errors::illegal_move(py, reason);
        after.map(PyPosition::new).map_err(illegal)
    }

    /// Reads a move of this position.
    fn read_move(
        slf: &Bound<'_, PyPosition>,
        text: &Bound<'_, PyAny>,
        player: Option<&str>,
    ) -> PyResult<PyMove> {
        let player = player.map(player_of).transpose()?;
        let position = slf.get();
        let mv = position.move_of(text, player)?;
        let from = slf.clone().into_any().unbind();
        Ok(PyMove::new(mv, position.sum.arena(), from))
    }

    /// Stores the games in Python whose positions occur in it.
    fn keep_games(&self, games: Py<PyAny>) {
        self.games.get_or_init(|| games);
    }

    /// These games; `None` if there are none.
    #[getter]
    fn games(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.games.get().map(|games| games.clone_ref(py))
    }

    /// The position as a picture of several lines of text.
    fn draw(&self) -> String {
        self.sum.draw()
    }

    /// The position as SVG, or as PNG.
    fn picture<'py>(&self, py: Python<'py>, scale: Option<f32>) -> PyResult<Bound<'py, PyAny>> {
        let drawing = picture::draw(&self.diagrams(), &self.text);
        drawn(py, &drawing.map_err(refused)?, scale)
    }

    /// The position in LaTeX.
    fn to_latex(&self) -> PyResult<String> {
        latex::position(&self.diagrams(), &self.text).map_err(refused)
    }
}

/// A position of a game in Python.
#[pyfunction]
pub fn _own_position(rules: &OwnGame, position: &Bound<'_, PyAny>) -> PyResult<PyPosition> {
    let term = rules.term(position)?;
    let arena = term.as_partizan().map(|_| Arc::new(Arena::new()));
    Ok(PyPosition::new(Sum::new(vec![term], arena)))
}
