//! A position of a game in Python.

use std::collections::HashSet;
use std::fmt::{self, Debug, Display};
use std::sync::Arc;

use nimfield::component::AnyComponent;
use nimfield::game::{Game, Moves, Part};
use nimfield::info::GameInfo;
use nimfield::notation::{Cursor, NotationError, read_printed_as, words_of};
use nimfield::partizan::{AnyPartizanComponent, PartizanGame};
use nimfield::{Play, Player};
use pyo3::prelude::*;

use super::graph::{Rules, exchanged, hashable, items, sum_of, summands};
use super::part::{Context, OwnPart};
use crate::run::Session;

/// A position of a game in Python.
#[derive(Clone)]
pub struct OwnPosition {
    rules: Arc<Rules>,
    object: Arc<Py<PyAny>>,
    text: Arc<str>,
    /// The sum of which it is the item of this number: its moves are those of the sum.
    whole: Option<(Arc<OwnPosition>, usize)>,
}

/// The same of a partizan game.
#[derive(Clone, PartialEq, Eq)]
pub struct OwnPartizan(pub(super) OwnPosition);

impl OwnPosition {
    pub(super) fn new(rules: &Arc<Rules>, object: &Bound<'_, PyAny>) -> PyResult<OwnPosition> {
        let text = format!("{}[{}]", rules.info.name, object.repr()?);
        Ok(OwnPosition {
            rules: rules.clone(),
            object: Arc::new(object.clone().unbind()),
            text: text.into(),
            whole: None,
        })
    }

    /// The object that Python knows.
    pub fn object(&self) -> &Py<PyAny> {
        &self.object
    }

    /// The position behind a component of a sum, and its game.
    pub fn behind(term: &nimfield::Term) -> Option<&OwnPosition> {
        let position = term.as_any()?;
        let partizan = || position.downcast_ref().map(|OwnPartizan(own)| own);
        position.downcast_ref().or_else(partizan)
    }

    /// The object with the rules.
    pub fn game<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.rules.object(py)
    }

    /// Whether it is of the same game, the same object in Python.
    fn same_game(&self, other: &OwnPosition) -> bool {
        Arc::ptr_eq(&self.rules, &other.rules)
    }

    /// The moves of a player in the item at `place`, or in all; in impartial games those of Left are those of both.
    fn listed(&self, player: Player, place: Option<usize>) -> Vec<OwnMove> {
        let list = |py: Python<'_>| -> PyResult<Vec<OwnMove>> {
            let whole = self.object.bind(py);
            let mut moves = Vec::new();
            for (at, item) in items(whole).iter().enumerate() {
                if place.is_some_and(|place| place != at) {
                    continue;
                }
                self.rules.options(item, player, |name, option| {
                    let name = name.map(|name| Ok::<_, PyErr>(name.str()?.to_string()));
                    let name = name.transpose()?;
                    for item in items(&option) {
                        hashable(&item)?;
                    }
                    let (name, after) = match sum_of(whole) {
                        None => (name, option),
                        Some(sum) => {
                            let name = name.map(|name| format!("part {}: {name}", at + 1));
                            (name, exchanged(sum, at, &option)?)
                        }
                    };
                    let name = match name {
                        Some(name) => name,
                        None => format!("to {}", after.repr()?),
                    };
                    moves.push(OwnMove {
                        from: self.text.clone(),
                        name: name.into(),
                        after: OwnPosition::new(&self.rules, &after)?,
                    });
                    Ok(())
                })?;
            }
            Ok(moves)
        };
        let mut moves: Vec<OwnMove> = in_session(list).unwrap_or_default();
        // Two options that print alike are one move.
        let mut seen: HashSet<Arc<str>> = HashSet::new();
        moves.retain(|mv| seen.insert(mv.name.clone()));
        moves
    }

    fn after(&self, mv: &OwnMove) -> Result<OwnPosition, String> {
        if mv.from == self.text && self.same_game(&mv.after) {
            return Ok(mv.after.clone());
        }
        Err(format!("{mv} is a move of {}", mv.from))
    }

    /// The move of this name; names may differ in case alone.
    fn pick(moves: Vec<OwnMove>, cursor: &mut Cursor<'_>) -> Result<OwnMove, NotationError> {
        read_printed_as(moves.into_iter(), cursor, words_of)
    }

    /// Its summands for searches, split further if `split`. What goes wrong ends the session, with nothing in its
    /// place.
    fn parts(&self, split: bool) -> Result<Vec<OwnPart>, String> {
        let session =
            Session::current().ok_or("a position of a game in Python is analysed in Python")?;
        let graph = self.rules.graph();
        let numbers = Python::attach(|py| -> PyResult<Vec<u32>> {
            let splitter = match split {
                true => self.rules.splitter(py)?,
                false => None,
            };
            let mut numbers = Vec::new();
            summands(splitter.as_ref(), self.object.bind(py), |part| {
                numbers.push(graph.number(part)?);
                Ok(())
            })?;
            Ok(numbers)
        });
        let numbers = numbers.map_err(|error| {
            let text = error.to_string();
            session.fail(error);
            text
        })?;
        let context = Arc::new(Context {
            rules: self.rules.clone(),
            graph,
            session,
        });
        let part = |number| OwnPart::new(&context, number);
        Ok(numbers.into_iter().map(part).collect())
    }

    /// The position with the players exchanged, as a component of a sum; `None` if the game does not say what it is.
    pub fn negative_term(&self) -> PyResult<Option<nimfield::Term>> {
        Python::attach(|py| {
            let negative = self.rules.negative(self.object.bind(py))?;
            let position = |object| {
                for item in items(&object) {
                    hashable(&item)?;
                }
                let negative = OwnPosition::new(&self.rules, &object)?;
                Ok(nimfield::Term::partizan(OwnPartizan(negative)))
            };
            negative.map(position).transpose()
        })
    }

    /// The position for searches, where it is not a sum.
    fn part(&self) -> Result<OwnPart, String> {
        let parts = self.parts(false)?;
        let [part] = <[OwnPart; 1]>::try_from(parts).map_err(|_| "a sum cannot be a summand")?;
        Ok(part)
    }
}

/// Calls Python on behalf of the current session; `None` if that raised, and the session then ends.
fn in_session<T>(work: impl FnOnce(Python<'_>) -> PyResult<T>) -> Option<T> {
    match Python::attach(work) {
        Ok(result) => Some(result),
        Err(error) => {
            if let Some(session) = Session::current() {
                session.fail(error);
            }
            None
        }
    }
}

impl PartialEq for OwnPosition {
    fn eq(&self, other: &OwnPosition) -> bool {
        self.same_game(other) && self.text == other.text
    }
}

impl Eq for OwnPosition {}

impl Debug for OwnPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Display for OwnPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Debug for OwnPartizan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.0, f)
    }
}

impl Display for OwnPartizan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}

/// A move, with the position it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnMove {
    from: Arc<str>,
    name: Arc<str>,
    after: OwnPosition,
}

impl Display for OwnMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// What is said of games whose name is not known here.
const SOME_GAME: GameInfo = GameInfo::named("own", "own[position]");

impl Game for OwnPosition {
    type Move = OwnMove;

    const INFO: GameInfo = SOME_GAME;

    fn info(&self) -> &'static GameInfo {
        self.rules.info
    }

    fn default_play(&self) -> Play {
        self.rules.play
    }

    fn moves(&self) -> Moves<'_, OwnMove> {
        let moves = match &self.whole {
            None => self.listed(Player::Left, None),
            Some((whole, place)) => whole.listed(Player::Left, Some(*place)),
        };
        Box::new(moves.into_iter())
    }

    fn has_moves(&self) -> bool {
        (self.part()).is_ok_and(|part| part.options(Player::Left).count() > 0)
    }

    fn play(&self, mv: &OwnMove) -> Result<OwnPosition, String> {
        self.after(mv)
    }

    /// The items of a sum.
    fn parts(&self) -> Vec<Part<OwnPosition>> {
        let parts = in_session(|py| {
            let items = items(self.object.bind(py));
            let part = |(place, item)| {
                let mut part = OwnPosition::new(&self.rules, item)?;
                part.whole = Some((Arc::new(self.clone()), place));
                Ok(Part::whole(part))
            };
            items.iter().enumerate().map(part).collect::<PyResult<_>>()
        });
        parts.unwrap_or_default()
    }

    fn component(&self) -> Option<Result<AnyComponent, String>> {
        Some(self.part().map(AnyComponent::new))
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Self, NotationError> {
        Err(cursor.expected(
            "a position of Nimfield's own games",
            "call a game of your own: game(position)",
        ))
    }

    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<OwnMove, NotationError> {
        OwnPosition::pick(self.listed(Player::Left, None), cursor)
    }
}

impl PartizanGame for OwnPartizan {
    type Move = OwnMove;

    const INFO: GameInfo = SOME_GAME;

    fn info(&self) -> &'static GameInfo {
        self.0.rules.info
    }

    fn default_play(&self) -> Play {
        self.0.rules.play
    }

    fn moves(&self, player: Player) -> Moves<'_, OwnMove> {
        Box::new(self.0.listed(player, None).into_iter())
    }

    fn play(&self, mv: &OwnMove) -> Result<OwnPartizan, String> {
        self.0.after(mv).map(OwnPartizan)
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Self, NotationError> {
        <OwnPosition as Game>::read(cursor).map(OwnPartizan)
    }

    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<OwnMove, NotationError> {
        let mut moves = self.0.listed(Player::Left, None);
        moves.extend(self.0.listed(Player::Right, None));
        OwnPosition::pick(moves, cursor)
    }

    fn parts(&self) -> Result<Vec<AnyPartizanComponent>, String> {
        let parts = self.0.parts(true)?.into_iter();
        Ok(parts.map(AnyPartizanComponent::new).collect())
    }
}
