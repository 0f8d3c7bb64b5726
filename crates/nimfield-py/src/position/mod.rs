//! Positions and moves.

mod pictures;
pub mod questions;
mod reading;
mod ruled;
mod rules;

use std::sync::Arc;

use nimfield::{Player, Sum, SumMove, Term, WinningMove, WrittenValue};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use short_game::{Arena, DEFAULT_LIMIT};

use crate::errors;
use crate::game::{self, PyGame};
use crate::moves::{PyMove, PyWinningMove};
use crate::own::{OwnGame, OwnPosition};
use crate::run;

use reading::terms_in;
pub use reading::{play_of, player_of, read};
pub use rules::RuleGame;

/// A position of any games, or a sum of them.
///
/// >>> from nimfield import Position
/// >>> p = Position("matrix[20 24; 24 27]") + Position("nim[3]")
/// >>> p
/// Position('matrix[20 24; 24 27] + nim[3]')
/// >>> p.outcome()
/// 'N'
#[pyclass(frozen, name = "Position", module = "nimfield", weakref)]
pub struct PyPosition {
    pub sum: Sum,
    text: String,
    /// Games in Python whose positions are in it; they live as long as it does.
    games: Vec<Py<PyAny>>,
}

/// A position, or what can be read as one.
pub struct Asked(pub Py<PyPosition>);

impl FromPyObject<'_, '_> for Asked {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Asked> {
        if let Ok(position) = object.cast::<PyPosition>() {
            return Ok(Asked(position.to_owned().unbind()));
        }
        let Ok(text) = object.extract::<String>() else {
            return Err(PyTypeError::new_err(format!(
                "a position is a Position or a text, not {}",
                object.get_type().name()?
            )));
        };
        let py = object.py();
        let position = PyPosition::new(read(py, &text)?, Vec::new());
        Ok(Asked(Py::new(py, position)?))
    }
}

impl PyPosition {
    pub fn new(sum: Sum, games: Vec<Py<PyAny>>) -> PyPosition {
        PyPosition {
            text: sum.to_string(),
            sum,
            games,
        }
    }

    fn games(&self, py: Python<'_>) -> Vec<Py<PyAny>> {
        self.games.iter().map(|game| game.clone_ref(py)).collect()
    }

    /// The sum of this position and another, which may be a value.
    fn plus(&self, py: Python<'_>, other: &Sum, games: &[Py<PyAny>]) -> PyResult<PyPosition> {
        let mut all = self.games(py);
        all.extend(games.iter().map(|game| game.clone_ref(py)));
        let arena = match (self.sum.arena(), other.arena()) {
            (None, None) => None,
            _ => Some(Arc::new(Arena::new())),
        };
        let mut terms = Vec::new();
        for sum in [&self.sum, other] {
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
        Ok(PyPosition::new(Sum::new(terms, arena), all))
    }

    /// Whether a game whose rules are in Python has a part in it.
    fn is_own(&self) -> bool {
        (self.sum.components().iter()).any(|term| OwnPosition::behind(term).is_some())
    }

    /// The position after a move, of the same games.
    fn after(&self, py: Python<'_>, mv: &SumMove) -> PyResult<PyPosition> {
        match run::short(|| self.sum.after(mv))? {
            Ok(sum) => Ok(PyPosition::new(sum, self.games(py))),
            Err(reason) => Err(self.illegal(py, reason)),
        }
    }

    fn illegal(&self, py: Python<'_>, reason: String) -> PyErr {
        let position = PyPosition::new(self.sum.clone(), self.games(py));
        match Bound::new(py, position) {
            Ok(position) => errors::illegal_move(py, reason, position.into_any()),
            Err(error) => error,
        }
    }

    /// A move: one of this position, or a text.
    fn move_of(&self, mv: &Bound<'_, PyAny>, player: Option<&str>) -> PyResult<SumMove> {
        let py = mv.py();
        if let Ok(mv) = mv.cast::<PyMove>() {
            return Ok(mv.get().mv.clone());
        }
        let Ok(text) = mv.extract::<String>() else {
            return Err(PyTypeError::new_err(format!(
                "a move is a Move or a text, not {}",
                mv.get_type().name()?
            )));
        };
        let player = player.map(player_of).transpose()?;
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
        // Where moves are read by their list, what is not in it is not legal.
        read.map_err(
            |error| match error.message.ends_with("is not a legal move") {
                true => self.illegal(py, error.message),
                false => errors::notation(py, &error),
            },
        )
    }

    /// A winning move as a move of this position, which may be another than the one it was found in: the
    /// options of values belong to the arena of their position, and are read again.
    fn winning_move(&self, winning: &WinningMove, py: Python<'_>) -> PyResult<SumMove> {
        let same = match (self.sum.arena(), winning.from().arena()) {
            (Some(own), Some(other)) => Arc::ptr_eq(own, other),
            _ => true,
        };
        if same {
            return Ok(winning.mv.clone());
        }
        let player = winning.player().unwrap_or(Player::Left);
        let text = winning.mv.to_string();
        let read = run::short(|| self.sum.read_move_of(&text, player))?;
        read.map_err(|error| errors::notation(py, &error))
    }
}

#[pymethods]
impl PyPosition {
    #[new]
    #[pyo3(signature = (text, /))]
    fn make(py: Python<'_>, text: &str) -> PyResult<PyPosition> {
        Ok(PyPosition::new(read(py, text)?, Vec::new()))
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        match self.games.is_empty() {
            true => format!(
                "Position('{}')",
                self.text.replace('\\', "\\\\").replace('\'', "\\'")
            ),
            false => format!("<Position {}>", self.text),
        }
    }

    fn __hash__<'py>(&self, py: Python<'py>) -> PyResult<isize> {
        self.text.as_str().into_pyobject(py)?.hash()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<PyPosition>() else {
            return Ok(false);
        };
        let (own, other) = (&self.sum, &other.get().sum);
        if own != other {
            return Ok(false);
        }
        // Positions of own games that print alike may be of different games.
        let pairs = own.components().iter().zip(other.components());
        Ok(pairs
            .into_iter()
            .all(|(a, b)| OwnPosition::behind(a) == OwnPosition::behind(b)))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let class = py.get_type::<PyPosition>().into_any();
        if self.games.is_empty() {
            return Ok((class, (&self.text,)).into_pyobject(py)?.into_any());
        }
        let arena = self.sum.arena();
        let parts = self
            .sum
            .components()
            .iter()
            .map(|term| match OwnPosition::behind(term) {
                Some(own) => {
                    let object = own.object().bind(py).clone();
                    Ok((own.game(py)?, object).into_pyobject(py)?.into_any())
                }
                None => {
                    let alone = Sum::new(vec![term.clone()], arena.cloned());
                    let text = alone.to_string().into_pyobject(py)?.into_any();
                    match RuleGame::behind(term, &self.games, py) {
                        Some(game) => Ok((game, text).into_pyobject(py)?.into_any()),
                        None => Ok(text),
                    }
                }
            });
        let parts = PyTuple::new(py, parts.collect::<PyResult<Vec<_>>>()?)?;
        let gather = py.import("nimfield._own")?.getattr("_gather")?;
        Ok((gather, (parts,)).into_pyobject(py)?.into_any())
    }

    fn __add__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        if let Ok(other) = other.cast::<PyPosition>() {
            let other = other.get();
            return Ok(Bound::new(py, self.plus(py, &other.sum, &other.games)?)?.into_any());
        }
        let Ok(value) = other.cast::<PyGame>() else {
            return Ok(py.NotImplemented().into_bound(py));
        };
        let sum = read(py, &value.str()?.to_string())?;
        Ok(Bound::new(py, self.plus(py, &sum, &[])?)?.into_any())
    }

    fn __radd__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        // So that `sum` adds positions.
        let zero = other.extract::<i64>().is_ok_and(|number| number == 0);
        if zero {
            return Ok(
                Bound::new(py, PyPosition::new(self.sum.clone(), self.games(py)))?.into_any(),
            );
        }
        let Ok(value) = other.cast::<PyGame>() else {
            return Ok(py.NotImplemented().into_bound(py));
        };
        let value = PyPosition::new(read(py, &value.str()?.to_string())?, Vec::new());
        Ok(Bound::new(py, value.plus(py, &self.sum, &self.games)?)?.into_any())
    }

    fn __sub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        if let Ok(other) = other.cast::<PyPosition>() {
            let negative = other.get().__neg__(py)?;
            let sum = self.plus(py, &negative.sum, &negative.games)?;
            return Ok(Bound::new(py, sum)?.into_any());
        }
        if other.is_instance_of::<PyGame>() {
            return self.__add__(&other.neg()?);
        }
        Ok(py.NotImplemented().into_bound(py))
    }

    fn __rsub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        if other.is_instance_of::<PyGame>() {
            return self.__neg__(py)?.__radd__(other);
        }
        Ok(py.NotImplemented().into_bound(py))
    }

    /// The position with the players exchanged; an impartial position is its own negative.
    fn __neg__(&self, py: Python<'_>) -> PyResult<PyPosition> {
        let none = || {
            PyTypeError::new_err(format!(
                "{} has no negative: its rules do not define one",
                self.text
            ))
        };
        let Some(arena) = self.sum.arena() else {
            return Ok(PyPosition::new(self.sum.clone(), self.games(py)));
        };
        game::rest(arena);
        let mut terms = Vec::new();
        for term in self.sum.components() {
            terms.push(match term {
                // Impartial positions are their own negatives.
                Term::Impartial(_) => term.clone(),
                Term::Partizan(position) => match OwnPosition::behind(term) {
                    // What the method of a game in Python raises comes through.
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
        Ok(PyPosition::new(
            Sum::new(terms, Some(arena.clone())),
            self.games(py),
        ))
    }

    /// The positions that it is a sum of.
    #[getter]
    fn components(&self, py: Python<'_>) -> Vec<PyPosition> {
        let terms = self.sum.components().iter();
        let alone = terms.map(|term| {
            let games = match OwnPosition::behind(term) {
                Some(own) => own.game(py).into_iter().map(Bound::unbind).collect(),
                None => RuleGame::behind(term, &self.games, py)
                    .map(Bound::unbind)
                    .into_iter()
                    .collect(),
            };
            PyPosition::new(
                Sum::new(vec![term.clone()], self.sum.arena().cloned()).as_read(),
                games,
            )
        });
        alone.collect()
    }

    /// The names of the games of its components; a value has none.
    ///
    /// >>> nimfield.parse("wythoff[1,2] + nim[3]").games
    /// ['wythoff', 'nim']
    #[getter]
    fn get_games(&self) -> Vec<Option<&'static str>> {
        let terms = self.sum.components().iter();
        terms
            .map(|term| term.info().map(|info| info.name))
            .collect()
    }

    /// Whether both players have the same moves.
    #[getter]
    fn is_impartial(&self) -> bool {
        self.sum.is_impartial()
    }

    /// The play convention of the sources of its games: `'normal'` or `'misere'`; `None` if they differ.
    #[getter]
    fn default_play(&self) -> Option<String> {
        self.sum.agreed_play().map(|play| play.to_string())
    }

    /// The object behind a position of your own game.
    ///
    /// For a sum or a position of another game it raises `ValueError`.
    #[getter]
    fn own<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self.sum.components() {
            [term] if let Some(own) = OwnPosition::behind(term) => {
                Ok(own.object().bind(py).clone())
            }
            _ => Err(PyValueError::new_err(format!(
                "{} is not a position of a game in Python",
                self.text
            ))),
        }
    }

    /// The legal moves, of both players or of one; there may be more than fit in memory, so no more than
    /// `most` are listed.
    ///
    /// >>> [str(move) for move in nimfield.parse("wythoff[1,2]").moves()]
    /// ['heap 1 by 1', 'heap 2 by 1', 'heap 2 by 2', 'both by 1']
    #[pyo3(signature = (player=None, *, most=1_000_000))]
    fn moves(&self, player: Option<&str>, most: usize) -> PyResult<Vec<PyMove>> {
        let player = player.map(player_of).transpose()?;
        let moves = run::short(|| {
            let moves: Vec<SumMove> = match player {
                Some(player) => self.sum.moves_by(player).take(most).collect(),
                None => self.sum.moves().take(most).collect(),
            };
            moves
        })?;
        Ok(moves.into_iter().map(PyMove::new).collect())
    }

    /// The positions after each legal move, of both players or of one, in the order of `moves`.
    ///
    /// >>> nimfield.parse("wythoff[1,2]").options()
    /// [Position('wythoff[0,2]'), Position('wythoff[1,1]'), Position('wythoff[1,0]'), Position('wythoff[0,1]')]
    #[pyo3(signature = (player=None, *, most=1_000_000))]
    fn options(
        &self,
        py: Python<'_>,
        player: Option<&str>,
        most: usize,
    ) -> PyResult<Vec<PyPosition>> {
        let moves = self.moves(player, most)?;
        moves.iter().map(|mv| self.after(py, &mv.mv)).collect()
    }

    /// How many moves there are.
    fn move_count(&self) -> PyResult<u128> {
        run::short(|| self.sum.move_count())
    }

    /// The position after a move, given as a `Move`, a `WinningMove` or a text. Of a run of amounts
    /// (`row 1 by 3..7`) the first move is made.
    ///
    /// >>> nimfield.parse("matrix[20 24; 24 27]").play("row 2 by 7")
    /// Position('matrix[20 24; 17 20]')
    #[pyo3(signature = (r#move, /, player=None))]
    fn play(&self, r#move: &Bound<'_, PyAny>, player: Option<&str>) -> PyResult<PyPosition> {
        let py = r#move.py();
        let mv = match r#move.cast::<PyWinningMove>() {
            Ok(winning) => self.winning_move(&winning.get().0, py)?,
            Err(_) => self.move_of(r#move, player)?,
        };
        if let (Some(player), Some(owner)) = (player, mv.player())
            && player_of(player)? != owner
        {
            return Err(self.illegal(py, format!("`{mv}` is a move of {owner}")));
        }
        self.after(py, &mv)
    }

    /// Reads a move of this position.
    #[pyo3(signature = (text, /, player=None))]
    fn read_move(&self, text: &Bound<'_, PyAny>, player: Option<&str>) -> PyResult<PyMove> {
        Ok(PyMove::new(self.move_of(text, player)?))
    }
}

/// A position of a game in Python.
#[pyfunction]
pub fn _own_position(
    game: &Bound<'_, PyAny>,
    rules: &OwnGame,
    position: &Bound<'_, PyAny>,
) -> PyResult<PyPosition> {
    let term = rules.term(position)?;
    let arena = term.as_partizan().map(|_| Arc::new(Arena::new()));
    Ok(PyPosition::new(
        Sum::new(vec![term], arena),
        vec![game.clone().unbind()],
    ))
}
