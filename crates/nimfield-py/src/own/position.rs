//! A position of a game in Python.

use std::collections::HashSet;
use std::fmt::{self, Debug, Display};
use std::sync::{Arc, OnceLock};

use nimfield::by_default;
use nimfield::component::AnyComponent;
use nimfield::diagram::Diagram;
use nimfield::game::{Moves, Part, Rules as GameRules, Search, Shown};
use nimfield::handles::Handle;
use nimfield::info::GameInfo;
use nimfield::moves::{Arg, GameMove, Move, patterns};
use nimfield::notation::{Cursor, NotationError};
use nimfield::partizan::{AnyPartizanComponent, PartizanRules, PartizanTheory, moves_of_both};
use nimfield::shape::{Shape, derive_handles};
use nimfield::{Play, Player, displays_as_move};
use pyo3::prelude::*;

use super::graph::{Rules, call_python, items, sum_of, summands};
use super::part::{Context, OwnPart};
use super::shape::{HELD, Touched, shape_of};
use crate::run::Session;

/// A position of a game in Python.
#[derive(Clone)]
pub struct OwnPosition {
    rules: Arc<Rules>,
    object: Arc<Py<PyAny>>,
    text: Arc<str>,
    /// The sum of which it is the item of this number; its moves are those of the sum.
    whole: Option<(Arc<OwnPosition>, usize)>,
    /// The moves of Left, or of both players, and those of Right, each with the position after it, once Python has
    /// listed them.
    moves: Arc<[OnceLock<Listed>; 2]>,
}

/// Moves, each with the position after it.
type Listed = Vec<(OwnMove, OwnPosition)>;

impl OwnPosition {
    pub(super) fn new(rules: &Arc<Rules>, object: &Bound<'_, PyAny>) -> PyResult<OwnPosition> {
        let text = match rules.shaped {
            true => {
                let text = (rules.object(object.py())?, object);
                call_python(object.py(), "text_of", text)?.extract()?
            }
            false => format!("{}[{}]", rules.info.name, object.repr()?),
        };
        Ok(OwnPosition {
            rules: rules.clone(),
            object: Arc::new(object.clone().unbind()),
            text: text.into(),
            whole: None,
            moves: Arc::default(),
        })
    }

    /// The object in Python.
    pub fn object(&self) -> &Py<PyAny> {
        &self.object
    }

    /// The position behind a component of a sum, and its game.
    pub fn behind(term: &nimfield::Term) -> Option<&OwnPosition> {
        term.as_any()?.downcast_ref()
    }

    /// The object with the rules.
    pub fn game<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.rules.object(py)
    }

    /// Whether it belongs to the same game, which is the same object in Python.
    fn same_game(&self, other: &OwnPosition) -> bool {
        Arc::ptr_eq(&self.rules, &other.rules)
    }

    /// The moves of a player; in impartial games those of Left are those of both. Python is called once for each
    /// position.
    fn listed(&self, player: Player) -> &[(OwnMove, OwnPosition)] {
        let kept = &self.moves[usize::from(player == Player::Right)];
        if let Some(moves) = kept.get() {
            return moves;
        }
        let list = |py: Python<'_>| -> PyResult<Listed> {
            let arguments = (self.rules.object(py)?, &*self.object, player.to_string());
            let listed = call_python(py, "list_moves", arguments)?;
            let listed: Vec<(usize, String, Option<Touched>, Bound<'_, PyAny>)> =
                listed.extract()?;
            // Two options that print alike are one move.
            let mut seen: HashSet<String> = HashSet::new();
            let different = listed.into_iter().filter(|one| seen.insert(one.1.clone()));
            let sum = sum_of(self.object.bind(py)).is_some();
            let made = different.map(|(place, name, touched, after)| {
                let (form, args) = Touched::form(touched, &name, sum.then_some(place));
                let mv = OwnMove {
                    from: self.text.clone(),
                    player,
                    place,
                    form,
                    args,
                };
                Ok((mv, OwnPosition::new(&self.rules, &after)?))
            });
            made.collect()
        };
        // If a call raised, it is repeated.
        in_session(list).map_or(&[], |moves| kept.get_or_init(|| moves).as_slice())
    }

    /// The moves alone, of all items of a sum or of the one at `place`.
    fn moves_in(&self, player: Player, place: Option<usize>) -> Moves<'static, OwnMove> {
        let of = |(mv, _): &&(OwnMove, OwnPosition)| place.is_none_or(|place| place == mv.place);
        let moves = self.listed(player).iter().filter(of);
        let moves: Vec<OwnMove> = moves.map(|(mv, _)| mv.clone()).collect();
        Box::new(moves.into_iter())
    }

    /// How its moves are written, with letters for numbers; for moves that name cells, the first with each number of
    /// cells.
    pub fn move_patterns(&self) -> Vec<String> {
        let named = |mv: OwnMove| match &mv.args[..] {
            [Arg::Cells(cells)] => {
                let cells = (0..cells.len()).collect();
                Move::new("{places}", [Arg::Places(mv.to_string().into(), cells)])
            }
            [places, _] if mv.form == HELD => Move::new("{places}", [places.clone()]),
            _ => mv.alone(),
        };
        patterns(GameRules::moves(self).map(named))
    }

    fn after(&self, mv: &OwnMove) -> Result<OwnPosition, String> {
        let mut listed = self.listed(mv.player).iter();
        let found = listed.find(|(own, _)| own == mv);
        let other = || format!("{mv} is a move of {}", mv.from);
        found.map(|(_, after)| after.clone()).ok_or_else(other)
    }

    /// Its summands for searches, split further if `split`. An error ends the session, and nothing replaces the result.
    fn searched_parts(&self, split: bool) -> Result<Vec<OwnPart>, String> {
        let session = Session::current()
            .ok_or("positions of games in Python can only be analysed from Python")?;
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

    /// The position with the players exchanged, as a component of a sum; `None` if the game does not define it.
    pub fn negative_term(&self) -> PyResult<Option<nimfield::Term>> {
        Python::attach(|py| {
            let negative = (self.rules.object(py)?, &*self.object);
            let negative = call_python(py, "negative_of", negative)?;
            if negative.is_none() {
                return Ok(None);
            }
            let negative = OwnPosition::new(&self.rules, &negative)?;
            Ok(Some(nimfield::Term::partizan(negative)))
        })
    }

    /// The position for searches, if it is not a sum.
    fn part(&self) -> Result<OwnPart, String> {
        let parts = self.searched_parts(false)?;
        let [part] = <[OwnPart; 1]>::try_from(parts).map_err(|_| "a sum cannot be a summand")?;
        Ok(part)
    }
}

/// Calls Python for the current session; returns `None` if that raised, and the session then ends.
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

/// A move: its form, its player, its item, and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnMove {
    from: Arc<str>,
    player: Player,
    place: usize,
    form: &'static str,
    args: Vec<Arg>,
}

impl OwnMove {
    /// The move without its position.
    fn alone(&self) -> Move {
        Move::new(self.form, self.args.iter().cloned())
    }
}

displays_as_move!(OwnMove);

impl GameMove for OwnMove {
    /// Only the form is printed: the text after its holes separates moves of one name.
    fn to_move(&self) -> Move {
        let player = u128::from(self.player == Player::Right);
        let which = [
            Arg::Text(self.from.clone()),
            Arg::Number(player),
            Arg::Place(self.place),
        ];
        Move::new(self.form, self.args.iter().cloned().chain(which))
    }

    fn of_move(mv: &Move) -> Option<OwnMove> {
        match mv.args() {
            [
                args @ ..,
                Arg::Text(from),
                Arg::Number(player),
                Arg::Place(place),
            ] => Some(OwnMove {
                from: from.clone(),
                player: match player {
                    0 => Player::Left,
                    _ => Player::Right,
                },
                place: *place,
                form: mv.form(),
                args: args.to_vec(),
            }),
            _ => None,
        }
    }
}

/// The description of games whose name is not known here.
const SOME_GAME: GameInfo = GameInfo::named("own", "own[position]");

impl GameRules for OwnPosition {
    type Move = OwnMove;

    const INFO: GameInfo = SOME_GAME;

    fn info(&self) -> &'static GameInfo {
        self.rules.info
    }

    fn default_play(&self) -> Play {
        self.rules.play
    }

    fn moves(&self) -> Moves<'_, OwnMove> {
        match &self.whole {
            None if self.rules.partizan => moves_of_both(self),
            None => self.moves_in(Player::Left, None),
            Some((whole, place)) => whole.moves_in(Player::Left, Some(*place)),
        }
    }

    fn owner(&self, mv: &OwnMove) -> Option<Player> {
        self.rules.partizan.then_some(mv.player)
    }

    fn play(&self, mv: &OwnMove) -> Result<OwnPosition, String> {
        self.after(mv)
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Self, NotationError> {
        Err(cursor.expected(
            "a position of Nimfield's own games",
            "call a game of your own: game(position)",
        ))
    }

    fn shape(&self) -> Shape {
        let made = |py: Python<'_>| shape_of(&self.rules, self.object.bind(py));
        let made = self.rules.shaped.then(|| in_session(made)).flatten();
        made.flatten()
            .unwrap_or_else(|| Shape::Text(vec![self.to_string()]))
    }
}

impl Search for OwnPosition {
    fn has_moves(&self) -> bool {
        (self.part()).is_ok_and(|part| part.options(Player::Left).count() > 0)
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
        // If Python raised, the session ends, and nothing that follows from this is reported.
        parts.unwrap_or_default()
    }

    fn component(&self) -> Option<Result<AnyComponent, String>> {
        Some(self.part().map(AnyComponent::new))
    }
}

impl Shown for OwnPosition {
    /// A sum without its own picture is drawn part by part.
    fn diagram(&self) -> Diagram {
        let parts = Search::parts(self);
        match self.shape() {
            Shape::Text(_) if self.rules.shaped && parts.len() > 1 => {
                let parts = parts.iter();
                Diagram::panels(parts.map(|part| ("", part.position().shape().diagram())))
            }
            shape => shape.diagram(),
        }
    }

    fn handles(&self) -> Vec<Handle> {
        let mut moves = self.moves().map(|mv| (self.owner(&mv), mv.alone()));
        derive_handles(&self.shape(), &[], &mut moves, &|_| None)
    }
}

by_default!(OwnPosition: Theory, Engines);

impl PartizanRules for OwnPosition {
    fn moves_of(&self, player: Player) -> Moves<'_, OwnMove> {
        self.moves_in(player, None)
    }

    fn parts(&self) -> Result<Vec<AnyPartizanComponent>, String> {
        let parts = self.searched_parts(true)?.into_iter();
        Ok(parts.map(AnyPartizanComponent::new).collect())
    }
}

impl PartizanTheory for OwnPosition {}
