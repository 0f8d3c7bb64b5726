//! The definition of an impartial game: moves, play and text, and whatever else its author knows.
//!
//! ```
//! use std::fmt;
//! use nimfield_core::game::{Game, Moves, Part};
//! use nimfield_core::info::GameInfo;
//! use nimfield_core::notation::{Cursor, NotationError, read_list};
//!
//! /// Rows of pins: a move takes one pin, or two neighbours.
//! #[derive(Clone, Debug, PartialEq, Eq)]
//! struct Kayles(Vec<u128>);
//!
//! impl fmt::Display for Kayles {
//!     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
//!         let rows: Vec<String> = self.0.iter().map(u128::to_string).collect();
//!         write!(f, "kayles[{}]", rows.join(","))
//!     }
//! }
//!
//! impl Game for Kayles {
//!     type Move = String;
//!     const INFO: GameInfo = GameInfo::named("kayles", "kayles[9]");
//!
//!     fn moves(&self) -> Moves<'_, String> {
//!         let rows = self.0.iter().enumerate();
//!         Box::new(rows.flat_map(|(row, &pins)| {
//!             (1..=pins.min(2)).flat_map(move |taken| {
//!                 (0..=pins - taken).map(move |left| format!("{taken} of row {row} after {left}"))
//!             })
//!         }))
//!     }
//!
//!     fn play(&self, mv: &String) -> Result<Kayles, String> {
//!         let numbers: Vec<u128> = mv.split(' ').filter_map(|word| word.parse().ok()).collect();
//!         let [taken, row, left] = numbers[..] else { return Err("not a move".to_string()) };
//!         let pins = self.0.get(row as usize).ok_or("there are not so many rows")?;
//!         let right = pins.checked_sub(taken + left).ok_or("the row is shorter")?;
//!         let mut rows = self.0.clone();
//!         rows.splice(row as usize..=row as usize, [left, right].into_iter().filter(|&pins| pins > 0));
//!         Ok(Kayles(rows))
//!     }
//!
//!     fn read(cursor: &mut Cursor<'_>) -> Result<Kayles, NotationError> {
//!         read_list(cursor, |cursor| cursor.need_number("a row")).map(Kayles)
//!     }
//! }
//! ```

use std::fmt::{self, Debug, Display};
use std::sync::Arc;

use crate::budget::Budget;
use crate::component::{AnyComponent, Known};
use crate::diagram::Diagram;
use crate::families::heaps::HeapRules;
use crate::families::ray::RayGame;
use crate::families::taking::Taking;
use crate::families::vectors::VectorMove;
use crate::handles::Handle;
use crate::info::{Fact, GameInfo};
use crate::notation::{self, Cursor, NotationError};
use crate::pieces::Pieces;
use crate::theory::{Finding, NumberFormula, Settled, Undecided, ValuedBelow};
use crate::words::{Grundy, Play, misere_nim_value};

pub mod searched;

/// What a move is: a value that prints.
pub trait GameMove: Clone + Eq + Debug + Display + Send + Sync + 'static {}

impl<M: Clone + Eq + Debug + Display + Send + Sync + 'static> GameMove for M {}

/// The moves of a position, one after the other.
pub type Moves<'a, M> = Box<dyn Iterator<Item = M> + 'a>;

/// A position of an impartial game, and all that its game defines.
///
/// `moves`, `play` and `read` are required, and `Display`, which writes the position in notation with the name
/// of the game: equal positions print alike and different ones do not. Everything else has a default that
/// searches.
///
/// The methods from [`value`](Game::value) on are called for irreducible positions: those that
/// [`parts`](Game::parts) returns.
pub trait Game: Clone + Eq + Debug + Display + Send + Sync + 'static {
    /// A move; different moves of a position print differently.
    type Move: GameMove;

    /// A description of the game for people; [`GameInfo::named`] is enough.
    const INFO: GameInfo;

    /// Whether `name[]` is a position.
    const EMPTY_BODY: bool = false;

    /// Returns the legal moves, one after the other.
    fn moves(&self) -> Moves<'_, Self::Move>;

    /// Returns the position after a move.
    ///
    /// # Errors
    /// Why the move is not legal, in a sentence without a full stop.
    fn play(&self, mv: &Self::Move) -> Result<Self, String>;

    /// Reads what stands between the brackets of a position, up to the closing one.
    ///
    /// # Errors
    /// Where the text is not a position.
    fn read(cursor: &mut Cursor<'_>) -> Result<Self, NotationError>;

    /// Reads what follows the name of the game: options, of which most games have none, and the body with its
    /// brackets.
    ///
    /// # Errors
    /// Where the text is not a position.
    fn read_component(cursor: &mut Cursor<'_>) -> Result<Self, NotationError> {
        notation::read_without_options(cursor, &Self::INFO, Self::EMPTY_BODY, Self::read)
    }

    /// Reads a move. The default looks for the legal move that prints so, whatever the case and the blanks.
    ///
    /// # Errors
    /// Where the text is not a move.
    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<Self::Move, NotationError> {
        notation::read_printed(self.moves(), cursor)
    }

    /// Returns the description of the game of this position: [`INFO`](Game::INFO), unless one type stands for
    /// several games.
    fn info(&self) -> &'static GameInfo {
        &Self::INFO
    }

    /// Returns the play convention of the game's source.
    fn default_play(&self) -> Play {
        self.info().play
    }

    /// Returns whether there is a legal move.
    fn has_moves(&self) -> bool {
        self.moves().next().is_some()
    }

    /// Returns the amount that a move takes, in games whose moves are written with the amount last:
    /// `row 1 by 3`. Such moves form runs: `row 1 by 3..7`.
    fn amount(mv: &Self::Move) -> Option<u128> {
        let _ = mv;
        None
    }

    /// Returns the move that takes this amount and is otherwise the same; `None` for moves without an
    /// [`amount`](Game::amount).
    fn with_amount(mv: &Self::Move, amount: u128) -> Option<Self::Move> {
        let _ = (mv, amount);
        None
    }

    /// Returns how many legal moves there are, or an upper bound; `u128::MAX` for that many or more.
    fn move_count(&self) -> u128 {
        self.moves().count() as u128
    }

    /// Returns irreducible positions of which this one is the sum. Those without moves may be left out.
    fn parts(&self) -> Vec<Part<Self>> {
        vec![Part::whole(self.clone())]
    }

    /// Returns the text of the position as a part of another one, if that is shorter: `*5` for a heap.
    fn part_text(&self) -> String {
        self.to_string()
    }

    /// Appends a key to `out`, the same only for positions with the same game tree (up to repeated options):
    /// searches take them for one. The default is the text of the position.
    fn key(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.to_string().as_bytes());
    }

    /// Returns the reduced form in words, if it differs from the position.
    fn reduced(&self) -> Option<String> {
        None
    }

    /// Draws the position for a terminal, in several lines.
    fn draw(&self) -> String {
        self.diagram().to_text()
    }

    /// Lays the position out in the plane, for pictures; by default just its notation.
    fn diagram(&self) -> Diagram {
        Diagram::Text(vec![self.to_string()])
    }

    /// Returns the pieces, if numbers describe them.
    fn pieces(&self) -> Option<Pieces> {
        None
    }

    /// Returns what can be held in the [`diagram`](Game::diagram) to make a move; nothing for games whose moves
    /// are chosen from a list.
    fn handles(&self) -> Vec<Handle> {
        Vec::new()
    }

    /// Returns the position as a state of a taking game, bit `i` for cell `i`.
    fn taking(&self) -> Option<(&Taking, u64)> {
        None
    }

    /// Returns whether the positions of a taking game become so much fewer up to their keys that a search by keys
    /// is to be preferred to one by misère forms.
    fn searched_by_keys(&self) -> bool {
        false
    }

    /// Returns one winning move by construction, where no list of moves can be made.
    fn constructed_move(&self, play: Play, budget: &Budget) -> Option<Self::Move> {
        let _ = (play, budget);
        None
    }

    /// Returns the position as the far corner of a box of positions of a ray game.
    fn in_box(&self) -> Option<(RayGame, Vec<u32>)> {
        None
    }

    /// Returns the position as heaps of a taking-and-breaking game.
    fn in_code(&self) -> Option<(HeapRules, Vec<u32>)> {
        None
    }

    /// Returns the moves of all positions of this shape as finitely many vectors, or multiples of them, with the piles of
    /// this one.
    fn in_vectors(&self) -> Option<(Vec<VectorMove>, Vec<u64>)> {
        None
    }

    /// Returns the proven closed form of all positions of this shape, as long as it takes a few steps: those with
    /// the same notation but for its numbers, of which there are `count`. Numbers that the notation holds beside
    /// them, as options or exponents, do not occur.
    fn by_numbers(&self, play: Play, count: usize) -> Option<NumberFormula> {
        let _ = (play, count);
        None
    }

    /// Returns the move along a ray of the game of [`in_box`](Game::in_box).
    fn ray_move(&self, ray: usize, amount: u32) -> Option<Self::Move> {
        let _ = (ray, amount);
        None
    }

    /// Returns the legal moves in the order in which they are tried.
    fn moves_to_try(&self) -> Moves<'_, Self::Move> {
        self.moves()
    }

    /// Returns a number that falls with each move, if one is known: no play is longer.
    fn measure(&self) -> Option<u128> {
        None
    }

    /// Returns a bound for the number of positions that can be reached, this one included, where one is known; the
    /// greatest number stands for more.
    fn most_positions(&self) -> Option<u128> {
        let box_of = |sizes: &[u32]| {
            let sides = sizes.iter().map(|&size| u128::from(size) + 1);
            sides.fold(1, u128::saturating_mul)
        };
        let in_box = self.in_box().map(|(_, sizes)| box_of(&sizes));
        in_box.or_else(|| self.taking().map(|(_, stones)| 1 << stones.count_ones()))
    }

    /// Computes the table that [`value`](Game::value) reads, where a game keeps one: afterwards it knows the values
    /// of this position and of all that follow. The default computes nothing.
    ///
    /// # Errors
    /// If the budget runs out.
    fn tabulate(&self, budget: &Budget) -> Result<(), Undecided> {
        let _ = budget;
        Ok(())
    }

    /// Returns the Grundy value in normal play, by proven theory.
    fn value(&self) -> Option<Finding<Grundy>> {
        None
    }

    /// Returns whether the position is a P-position, by theory. What is verified but not proved counts only if
    /// `unproved` is true, and says so in its reason. By default the value decides normal play.
    fn outcome(&self, play: Play, unproved: bool) -> Option<Finding<bool>> {
        let _ = unproved;
        match play {
            Play::Normal => self.value().map(Finding::is_p),
            Play::Misere => None,
        }
    }

    /// Returns moves among which are, in normal play, all to positions of value `target`; in misère play all
    /// that leave a P-position beside nim heaps of nim-sum `target`. `None` if theory has no such list, or the
    /// budget does not suffice to make it.
    fn candidates(&self, play: Play, target: Grundy, budget: &Budget) -> Option<Vec<Self::Move>> {
        let _ = (play, target, budget);
        None
    }

    /// Returns one of the moves described under [`candidates`](Game::candidates) where there are too many moves
    /// to try, or why it is not found. `None` if theory has nothing to say.
    fn constructed(
        &self,
        play: Play,
        target: &Grundy,
        budget: &Budget,
    ) -> Option<Result<Self::Move, String>> {
        let _ = (play, target, budget);
        None
    }

    /// Returns the nim heap that the position is, if it is one.
    fn heap(&self) -> Option<Grundy> {
        None
    }

    /// Returns the fact that the position is pet, with the source of the proof: in misère sums with nim heaps
    /// and other pet positions it is worth the nim heap of its value.
    fn pet(&self) -> Option<Fact> {
        None
    }

    /// Returns the outcome and the winning moves by an engine of the game's own that finds no values.
    fn settled(
        &self,
        play: Play,
        budget: &Budget,
    ) -> Option<Result<Settled<Self::Move>, Undecided>> {
        let _ = (play, budget);
        None
    }

    /// Returns what proven theory says at once, for searches. The default asks for the heap, the value and the
    /// outcome; a game whose reasons take longer to write than its formula can be quicker.
    fn known(&self, play: Play) -> Known {
        let finite = |value: Option<Grundy>| value.and_then(|value| value.finite());
        let theory = || finite(self.value().map(|found| found.value));
        let value = match (play, finite(self.heap())) {
            (Play::Normal, heap) => heap.or_else(theory),
            (Play::Misere, Some(heap)) => Some(misere_nim_value([heap])),
            // Misère values of pet positions are those of normal play, with 0 and 1 exchanged.
            (Play::Misere, None) if self.pet().is_some() => {
                theory().map(|value| misere_nim_value([value]))
            }
            (Play::Misere, None) => None,
        };
        match value {
            Some(value) => Known::Value(value),
            None => (self.outcome(play, false))
                .map_or(Known::Nothing, |found| Known::outcome(found.value)),
        }
    }

    /// Returns the position after the move numbered `index`, in any order that suits searches, if moves have
    /// numbers: from 0 to one less than [`move_count`](Game::move_count), which is then exact. By default they
    /// have none, and searches list the moves of a position and play them, which only fails if there are too
    /// many of them.
    fn option(&self, index: u64) -> Option<Self> {
        let _ = index;
        None
    }

    /// Returns the position as searches take it, or why no search can reach it, if that is not the one that
    /// [`component`](searched::component) makes of options and theory.
    fn component(&self) -> Option<Result<AnyComponent, String>> {
        None
    }

    /// Returns the values of all positions from this one on, by an engine of the game's own.
    fn followers(&self, play: Play, budget: &Budget) -> Option<ValuedBelow<Self::Move>> {
        let _ = (play, budget);
        None
    }
}

/// An irreducible position that is part of another one of the same game.
#[derive(Clone)]
pub struct Part<G: Game> {
    position: G,
    /// The name of a move of the part in the whole position.
    name: Option<Rename<G::Move>>,
}

type Rename<M> = Arc<dyn Fn(M) -> M + Send + Sync>;

impl<G: Game> Part<G> {
    /// Creates a part whose moves have the same names in the whole position.
    #[must_use]
    pub fn whole(position: G) -> Part<G> {
        Part {
            position,
            name: None,
        }
    }

    /// Creates a part whose moves are called `name(mv)` in the whole position.
    pub fn new(position: G, name: impl Fn(G::Move) -> G::Move + Send + Sync + 'static) -> Part<G> {
        Part {
            position,
            name: Some(Arc::new(name)),
        }
    }

    /// Returns the irreducible positions that have moves of which `position` is the sum.
    #[must_use]
    pub fn of(position: &G) -> Vec<Part<G>> {
        let mut parts = position.parts();
        parts.retain(|part| part.position.has_moves());
        parts
    }

    /// Returns the part as a position of its own.
    #[must_use]
    pub fn position(&self) -> &G {
        &self.position
    }

    /// Returns what a move of [`position`](Part::position) is called in the whole position.
    #[must_use]
    pub fn named(&self, mv: G::Move) -> G::Move {
        match &self.name {
            Some(name) => name(mv),
            None => mv,
        }
    }
}

impl<G: Game> Debug for Part<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.position, f)
    }
}

impl<G: Game> Display for Part<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.position.part_text())
    }
}
