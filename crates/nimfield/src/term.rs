//! A summand as written: a position of some game, or a value.

use std::any::Any;
use std::fmt::{self, Display};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use nimfield_core::budget::{Budget, Unfinished};
use nimfield_core::diagram::Diagram;
use nimfield_core::families::formulas::FormulaGame;
use nimfield_core::families::heaps::HeapRules;
use nimfield_core::families::taking::Taking;
use nimfield_core::families::vectors::VectorMove;
use nimfield_core::game::Game;
use nimfield_core::handles::Handle;
use nimfield_core::partizan::PartizanGame;
use nimfield_core::pieces::Pieces;
use nimfield_core::prelude::*;
use nimfield_games::game_tree::{GameTree, STARS};
use nimfield_rules::RulePosition;

use crate::erased::{AnyNotation, AnyPartizan, AnyPosition};

/// A component of a [`Sum`](crate::Sum), as written.
#[derive(Clone, Debug)]
pub enum Term {
    /// A position in which both players have the same moves.
    Impartial(Arc<dyn AnyPosition>),
    /// A position in which Left and Right have different moves.
    Partizan(Arc<dyn AnyPartizan>),
    /// A value, played as its canonical form.
    Value(WrittenValue),
}

/// A value in a sum.
#[derive(Clone, Debug)]
pub struct WrittenValue {
    /// The value, in the arena of the sum.
    pub game: short_game::Game,
    /// The printed value.
    pub text: Arc<str>,
}

/// Values of one arena are compared as games, others as text.
impl PartialEq for WrittenValue {
    fn eq(&self, other: &WrittenValue) -> bool {
        match self.game.shares_arena(other.game) {
            true => self.game == other.game,
            false => self.text == other.text,
        }
    }
}

impl Eq for WrittenValue {}

/// Equal values print alike.
impl Hash for WrittenValue {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

impl Term {
    /// Creates the term of a position of an impartial game.
    pub fn impartial<G: Game>(position: G) -> Term {
        Term::Impartial(Arc::new(position))
    }

    /// Creates the term of a position of a partizan game.
    pub fn partizan<G: PartizanGame>(position: G) -> Term {
        Term::Partizan(Arc::new(position))
    }

    /// Creates the term of a position of a game from a rule file.
    pub(crate) fn of_rules(position: RulePosition) -> Term {
        /// Creates the term of a game whose rule file says whether it is partizan.
        fn of<G: Game + PartizanGame>(position: G, partizan: bool) -> Term {
            match partizan {
                true => Term::partizan(position),
                false => Term::impartial(position),
            }
        }
        let partizan = position.is_partizan();
        match position {
            RulePosition::Piles(position) => of(position, partizan),
            RulePosition::Board(position) => Term::impartial(position),
            RulePosition::Diagrams(position) => Term::impartial(position),
            RulePosition::Coins(position) => Term::impartial(position),
            RulePosition::Code(position) => Term::impartial(position),
            RulePosition::Placed(position) => of(position, partizan),
            RulePosition::Bitten(position) => Term::impartial(position),
            RulePosition::Rectangles(position) => of(position, partizan),
        }
    }

    /// Returns the impartial position, if it is one.
    #[must_use]
    pub(crate) fn as_impartial(&self) -> Option<&dyn AnyPosition> {
        match self {
            Term::Impartial(position) => Some(&**position),
            Term::Partizan(_) | Term::Value(_) => None,
        }
    }

    /// Returns the partizan position, if it is one.
    #[must_use]
    pub fn as_partizan(&self) -> Option<&dyn AnyPartizan> {
        match self {
            Term::Partizan(position) => Some(&**position),
            Term::Impartial(_) | Term::Value(_) => None,
        }
    }

    /// Returns the position of either kind, or the value.
    pub(crate) fn position(&self) -> Result<&dyn AnyNotation, &WrittenValue> {
        match self {
            Term::Impartial(position) => Ok(&**position),
            Term::Partizan(position) => Ok(&**position),
            Term::Value(value) => Err(value),
        }
    }

    /// Returns the position of either kind for downcasting.
    #[must_use]
    pub fn as_any(&self) -> Option<&dyn Any> {
        // A value cannot be downcast.
        Some(self.position().ok()?.as_any())
    }

    /// Returns the impartial value, if it is one and not a nim heap.
    #[must_use]
    pub(crate) fn as_tree(&self) -> Option<&GameTree> {
        self.as_any()?.downcast_ref()
    }

    /// Returns the description of the game; `None` for a value.
    #[must_use]
    pub fn info(&self) -> Option<&'static GameInfo> {
        // A value has no game.
        let position = self.position().ok().filter(|_| self.as_tree().is_none());
        Some(position?.info())
    }

    /// Returns the play convention of the game's source; normal play for values.
    #[must_use]
    pub fn default_play(&self) -> Play {
        match self.position() {
            Ok(position) => position.default_play(),
            Err(_) => Play::Normal,
        }
    }

    /// Returns a picture of several lines.
    #[must_use]
    pub fn draw(&self) -> String {
        match self.position() {
            Ok(position) => position.draw(),
            Err(value) => value.text.to_string(),
        }
    }

    /// Returns the component laid out in the plane.
    #[must_use]
    pub fn diagram(&self) -> Diagram {
        match self.position() {
            Ok(position) => position.diagram(),
            Err(value) => Diagram::Value(value.text.to_string()),
        }
    }

    /// Returns the numbers of the component and their arrangement.
    #[must_use]
    pub fn shape(&self) -> Shape {
        match self.position() {
            Ok(position) => position.shape(),
            Err(value) => Shape::Value(value.text.to_string()),
        }
    }

    /// Returns the pieces, if they are described by numbers.
    #[must_use]
    pub fn pieces(&self) -> Option<Pieces> {
        self.shape().pieces()
    }

    /// Returns the handles of the diagram that make moves. Values have none: people choose their moves from a list.
    #[must_use]
    pub fn handles(&self) -> Vec<Handle> {
        self.position()
            .map_or_else(|_| Vec::new(), AnyNotation::handles)
    }

    /// Returns the component as a state of a taking game, if it is one.
    #[must_use]
    pub fn taking(&self) -> Option<(&Taking, u64)> {
        self.as_impartial()?.taking()
    }

    /// Returns the closed form of all positions of this shape, whose notation holds `count` numbers.
    #[must_use]
    pub(crate) fn number_formula(&self, play: Play, count: usize) -> Option<NumberFormula> {
        self.as_impartial()?.number_formula(play, count)
    }

    /// Returns a table of the positions of this shape as a closed form; see [`Engines::formula_in_box`](nimfield_core::game::Engines::formula_in_box).
    pub(crate) fn formula_in_box(
        &self,
        play_and_values: (Play, bool),
        numbers: &[u64],
        budget: &Budget,
    ) -> Option<Result<NumberFormula, Unfinished>> {
        let position = self.as_impartial()?;
        position.formula_in_box(play_and_values, numbers, budget)
    }

    /// Returns the component as heaps of a taking-and-breaking game, if it is one.
    #[must_use]
    pub fn as_code_heaps(&self) -> Option<(HeapRules, Vec<u128>)> {
        self.as_impartial()?.as_code_heaps()
    }

    /// Returns the moves of a component that are finitely many vectors or multiples of them, and its piles.
    pub(crate) fn as_vectors(&self) -> Option<(Vec<VectorMove>, Vec<u64>)> {
        self.as_impartial()?.as_vectors()
    }

    /// Returns the moves of a component as sentences about sums, if it has numbers; an error explains why that is
    /// impossible.
    #[must_use]
    pub fn as_formulas(&self) -> Option<Result<FormulaGame, String>> {
        self.as_impartial()?.as_formulas()
    }

    /// Returns the component as the far corner of a box of positions of a ray game, if it is one.
    pub(crate) fn as_ray_box(&self) -> Option<(RayGame, Vec<u32>)> {
        self.as_impartial()?.as_ray_box()
    }
}

/// Writes the notation that the reader accepts; a value that would be read as a sum, `3+*2`, is put in parentheses.
impl Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.position() {
            Ok(position) => Display::fmt(position, f),
            Err(WrittenValue { text, .. }) => match *Cursor::new(text).take_value() == **text {
                true => f.write_str(text),
                false => write!(f, "({text})"),
            },
        }
    }
}

/// Returns the size of the nim heap that a text stands for in an impartial sum.
pub(crate) fn heap(text: &str) -> Option<u128> {
    match text.strip_prefix(STARS) {
        None => (text == "0").then_some(0),
        Some("") => Some(1),
        Some(digits) => {
            let digits = digits.trim();
            let number = digits.bytes().all(|byte| byte.is_ascii_digit());
            // A heap of 2^128 or more is read as a value.
            number.then(|| digits.parse().ok()).flatten()
        }
    }
}
