//! The definition of a game: moves, play and text, and optional knowledge. [`partizan`](crate::partizan) adds what only
//! partizan games have.
//!
//! ```
//! use nimfield_core::game::{Moves, Rules};
//! use nimfield_core::info::GameInfo;
//! use nimfield_core::moves::{Arg, Move};
//! use nimfield_core::shape::Shape;
//! use nimfield_core::{by_default, displays_as_shape};
//!
//! /// Rows of pins: a move takes one pin, or two neighbours.
//! #[derive(Clone, Debug, PartialEq, Eq)]
//! struct Kayles(Vec<u128>);
//!
//! displays_as_shape!(Kayles);
//! by_default!(Kayles);
//!
//! /// Takes pins of a row and leaves two rows, of which some may be empty.
//! const TAKE: &str = "row {place} by {amount} into {heaps}";
//!
//! impl Rules for Kayles {
//!     type Move = Move;
//!     const INFO: GameInfo = GameInfo { forms: &[TAKE], ..GameInfo::named("kayles", "kayles[9]") };
//!
//!     fn shape(&self) -> Shape {
//!         Shape::heaps("row", self.0.iter().copied())
//!     }
//!
//!     fn of_numbers(rows: &[u128]) -> Result<Kayles, String> {
//!         Ok(Kayles(rows.to_vec()))
//!     }
//!
//!     fn moves(&self) -> Moves<'_, Move> {
//!         let rows = self.0.iter().enumerate();
//!         Box::new(rows.flat_map(|(row, &pins)| {
//!             (1..=pins.min(2)).flat_map(move |taken| {
//!                 let parts = move |left| Arg::list([left, pins - taken - left]);
//!                 let args = move |left| [Arg::Place(row), Arg::Number(taken), parts(left)];
//!                 (0..=(pins - taken) / 2).map(move |left| Move::new(TAKE, args(left)))
//!             })
//!         }))
//!     }
//! }
//! ```

use std::fmt::{self, Debug, Display};
use std::sync::Arc;

pub use self::reading::read_in_forms;
use self::reading::read_move;
use crate::budget::{Budget, Unfinished};
use crate::component::{AnyComponent, Known};
use crate::diagram::Diagram;
use crate::families::formulas::FormulaGame;
use crate::families::heaps::HeapRules;
use crate::families::ray::RayGame;
use crate::families::taking::Taking;
use crate::families::vectors::VectorMove;
use crate::handles::Handle;
use crate::info::{Fact, GameInfo};
use crate::moves::{GameMove, Move};
use crate::notation::{self, Cursor, NotationError};
use crate::shape::young::draw_pieces;
use crate::shape::{Shape, any_amount, derive_handles};
use crate::theory::{Ending, Finding, NumberFormula, Settled, Undecided, ValuedBelow};
use crate::words::{Grundy, Play, Player, misere_nim_value};

pub(crate) mod reading;
pub mod searched;

/// The most moves of a position that are listed, or counted one by one.
const MOST_LISTED: u128 = 1 << 20;

/// The moves of a position, one after the other.
pub type Moves<'a, M> = Box<dyn Iterator<Item = M> + 'a>;

/// The rules of a game, as a position of it: its moves, and the positions they lead to.
///
/// A game must define `moves`, `Display`, which writes the position in notation with the name of the game, and
/// `of_numbers` or `read`. `play` has a default for moves that take from places of the shape. Equal positions print
/// alike, and different ones do not.
pub trait Rules: Clone + Eq + Debug + Display + Send + Sync + 'static {
    /// A move; different moves of a position print differently.
    type Move: GameMove;

    /// A description of the game for people; [`GameInfo::named`] is enough.
    const INFO: GameInfo;

    /// Whether `name[]` is a position.
    const EMPTY_BODY: bool = false;

    /// Whether a move of each form takes any amount, the same from each of its places. If so, [`any_amount::moves`]
    /// lists the moves, and [`play`](Rules::play), the move count and the box of smaller positions follow.
    const ANY_AMOUNT: bool = false;

    /// Returns the legal moves, one after the other; in a partizan game those of [both players](crate::partizan::moves_of_both).
    fn moves(&self) -> Moves<'_, Self::Move>;

    /// Returns the player who has this move in a partizan game ([Left](crate::partizan::owner) if both have it); `None`
    /// in an impartial game.
    fn owner(&self, mv: &Self::Move) -> Option<Player> {
        let _ = mv;
        None
    }

    /// Returns the position after a move. The default requires one of the [`moves`](Rules::moves) and applies its form
    /// to the [`shape`](Rules::shape): amounts are taken from places, and heaps are split.
    ///
    /// # Errors
    /// Why the move is not legal, in a sentence without a full stop.
    fn play(&self, mv: &Self::Move) -> Result<Self, String> {
        if Self::ANY_AMOUNT {
            return Self::of_numbers(&any_amount::after(
                Self::INFO.forms,
                &self.shape(),
                &mv.to_move(),
            )?);
        }
        if !self.moves().any(|own| own == *mv) {
            return Err(format!("{mv} is not a legal move of {self}"));
        }
        match self.shape().after(&mv.to_move()) {
            Some(numbers) => Self::of_numbers(&numbers),
            None => Err(format!("{mv} does not say which parts of {self} it leaves")),
        }
    }

    /// Reads the body of a position, up to the closing bracket. By default it consists of the numbers of
    /// [`of_numbers`](Rules::of_numbers), with commas or blanks between them.
    ///
    /// # Errors
    /// Where the text is not a position.
    fn read(cursor: &mut Cursor<'_>) -> Result<Self, NotationError> {
        notation::read_numbers(cursor, Self::INFO.body, Self::of_numbers)
    }

    /// Creates the position with these numbers, in the order of its notation.
    ///
    /// # Errors
    /// Why the numbers are not a position, in a sentence without a full stop.
    fn of_numbers(numbers: &[u128]) -> Result<Self, String> {
        let _ = numbers;
        Err(format!(
            "numbers alone are not a position of {}",
            Self::INFO.name
        ))
    }

    /// Creates the position that differs from this one only in the numbers of its notation, of which there are equally
    /// many. Returns `None` if the game makes positions from text alone. The default is
    /// [`of_numbers`](Rules::of_numbers), where that makes a position.
    fn with_numbers(&self, numbers: &[u128]) -> Option<Result<Self, String>> {
        // Otherwise the numbers are read from text, which locates the error.
        Self::of_numbers(numbers).ok().map(Ok)
    }

    /// Reads what follows the name of the game: options, if the game has any, and the body with its brackets.
    ///
    /// # Errors
    /// Where the text is not a position.
    fn read_component(cursor: &mut Cursor<'_>) -> Result<Self, NotationError> {
        let game = (Self::INFO.name, Self::INFO.body);
        notation::read_without_options(cursor, game, Self::EMPTY_BODY, Self::read)
    }

    /// Reads a move in one of the [forms](GameInfo::forms) of the game. Without forms, reads the legal move that prints
    /// as this text, ignoring case and blanks.
    ///
    /// # Errors
    /// Where the text is not a move.
    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<Self::Move, NotationError> {
        let count = |noun: &str| self.shape().count(noun);
        read_move(self.info(), cursor, self.moves(), count, |mv| {
            self.typed_move(mv)
        })
    }

    /// Converts a [`Move`] into a move of this game, legal or not; `None` if it has another form.
    fn typed_move(&self, mv: &Move) -> Option<Self::Move> {
        Self::Move::of_move(mv)
    }

    /// Returns the description of the game of this position: [`INFO`](Rules::INFO), unless one type stands for
    /// several games.
    fn info(&self) -> &'static GameInfo {
        &Self::INFO
    }

    /// Returns the play convention of the game's source.
    fn default_play(&self) -> Play {
        self.info().play
    }

    /// Returns the layout of the position: its numbers and their arrangement. The default is its notation alone.
    fn shape(&self) -> Shape {
        Shape::Text(vec![self.to_string()])
    }
}

/// How a position is shown to people; all methods default to the [shape](Rules::shape).
pub trait Shown: Rules {
    /// Returns a shorter text for the position as a part of a sum, if there is one: `*5` for a heap.
    fn part_text(&self) -> String {
        self.to_string()
    }

    /// Returns the reduced form in words, if it differs from the position.
    fn reduced(&self) -> Option<String> {
        None
    }

    /// Draws the position for a terminal, in several lines.
    fn draw(&self) -> String {
        match self.shape() {
            Shape::Diagrams { pieces, corner, at } => draw_pieces(&pieces, corner, &at),
            _ => self.diagram().to_text(),
        }
    }

    /// Lays the position out in the plane, for pictures. The default uses its [`shape`](Rules::shape).
    fn diagram(&self) -> Diagram {
        self.shape().diagram()
    }

    /// Returns the handles that make moves in the [`diagram`](Shown::diagram). The default derives it from the moves
    /// and the shape.
    fn handles(&self) -> Vec<Handle> {
        let mut moves = self.moves().map(|mv| (self.owner(&mv), mv.to_move()));
        let owner = |mv: &Move| self.owner(&self.typed_move(mv)?);
        derive_handles(&self.shape(), self.info().forms, &mut moves, &owner)
    }
}

/// The interface for searches; all methods have defaults that go through the moves.
pub trait Search: Shown {
    /// Returns whether there is a legal move.
    fn has_moves(&self) -> bool {
        self.moves().next().is_some()
    }

    /// Returns how many legal moves there are, or an upper bound if the game does not
    /// [count exactly](Search::counts_exactly); `u128::MAX` also stands for more.
    fn move_count(&self) -> u128 {
        if Self::ANY_AMOUNT {
            return any_amount::count(Self::INFO.forms, self.shape());
        }
        let most = MOST_LISTED as usize;
        match self.moves().take(most + 1).count() {
            count if count <= most => count as u128,
            _ => u128::MAX,
        }
    }

    /// Returns whether [`move_count`](Search::move_count) is the number of moves, and not only an upper bound.
    fn counts_exactly(&self) -> bool {
        true
    }

    /// Estimates the bytes that the position holds on the heap; by default from its key.
    fn bytes_outside(&self) -> u64 {
        let mut key = Vec::new();
        self.key(&mut key);
        // A number takes eight bytes here, and may take a single byte in the key.
        8 * key.len() as u64
    }

    /// Returns irreducible positions of which this one is the sum. Those without moves may be left out.
    fn parts(&self) -> Vec<Part<Self>> {
        vec![Part::whole(self.clone())]
    }

    /// Appends a key to `out`. Searches treat positions with equal keys as one, so these must have the same game tree
    /// (up to repeated options). The default is the text of the position.
    fn key(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.to_string().as_bytes());
    }

    /// Returns the legal moves in the order in which searches try them.
    fn moves_to_try(&self) -> Moves<'_, Self::Move> {
        self.moves()
    }

    /// Returns a number that decreases with each move, if one is known; it bounds the length of play.
    fn measure(&self) -> Option<u128> {
        None
    }

    /// Returns the position after the move numbered `index`, in any order that suits searches, if moves have numbers:
    /// from 0 to one less than [`move_count`](Search::move_count), which is then exact. By default moves have no
    /// numbers; searches then list the moves of a position and play them, which fails only if there are too many.
    fn option(&self, index: u64) -> Option<Self> {
        let _ = index;
        None
    }

    /// Returns a custom component for searches, or why no search can reach the position. By default
    /// [`component`](searched::component) builds one from options and theory.
    fn component(&self) -> Option<Result<AnyComponent, String>> {
        None
    }
}

/// Proven theory about a position; by default none. The methods are called for irreducible positions: those that
/// [`parts`](Search::parts) returns.
pub trait Theory: Search {
    /// Constructs one winning move where the moves cannot be listed.
    fn built_winning_move(&self, play: Play, budget: &Budget) -> Option<Self::Move> {
        let _ = (play, budget);
        None
    }

    /// Returns the proven closed form of all positions with the same notation except for its `count` numbers, if it
    /// takes few steps. These numbers do not include options or exponents.
    fn number_formula(&self, play: Play, count: usize) -> Option<NumberFormula> {
        let _ = (play, count);
        None
    }

    /// Returns the Grundy value in normal play, by proven theory.
    fn value(&self) -> Option<Finding<Grundy>> {
        None
    }

    /// Returns whether the position is a P-position, by theory. Results that are verified but not proved count only if
    /// `unproved` is true, and their reason says so. By default the value decides normal play.
    fn outcome(&self, play: Play, unproved: bool) -> Option<Finding<bool>> {
        let _ = unproved;
        match play {
            Play::Normal => self.value().map(Finding::is_p),
            Play::Misere => None,
        }
    }

    /// Returns moves that include, in normal play, all moves to positions of value `target`; in misère play, all moves
    /// that leave a P-position together with nim heaps of nim-sum `target`. `None` if theory has no such list, or the
    /// budget is too small.
    fn candidates(&self, play: Play, target: Grundy, budget: &Budget) -> Option<Vec<Self::Move>> {
        let _ = (play, target, budget);
        None
    }

    /// Returns whether all [`candidates`](Theory::candidates) in normal play lead to positions of the target value, so
    /// that they need not be tested one by one.
    fn candidates_are_exact(&self) -> bool {
        false
    }

    /// Returns one of the moves described under [`candidates`](Theory::candidates) where there are too many moves to
    /// try, or why none is found. `None` if theory does not cover the position.
    fn move_to_value(
        &self,
        play: Play,
        target: &Grundy,
        budget: &Budget,
    ) -> Option<Result<Self::Move, String>> {
        let _ = (play, target, budget);
        None
    }

    /// Returns the additional rule that decides the game, if outcomes do not follow from the moves alone. Such a
    /// position [is decided by an engine](Engines::outcome_by_engine), and no search reaches it.
    fn ending(&self) -> Option<Ending> {
        None
    }

    /// Returns the size of the nim heap, if the position is one.
    fn heap(&self) -> Option<Grundy> {
        None
    }

    /// Returns the nim heap that equals the position in misère sums, if searches may use it.
    fn misere_heap(&self) -> Option<Grundy> {
        self.heap()
    }

    /// Returns the fact that the position is pet, with the source of the proof: in misère sums with nim heaps and other
    /// pet positions it acts as the nim heap of its value.
    fn pet_fact(&self) -> Option<Fact> {
        None
    }

    /// Returns what proven theory says at once, for searches. The default tries the heap, the value and the outcome;
    /// override it if writing the reasons takes longer than the formula.
    fn known(&self, play: Play) -> Known {
        let finite = |value: Option<Grundy>| value.and_then(|value| value.finite());
        let theory = || finite(self.value().map(|found| found.value));
        let value = match (play, finite(self.heap())) {
            (Play::Normal, heap) => heap.or_else(theory),
            (Play::Misere, Some(heap)) => Some(misere_nim_value([heap])),
            // Pet positions have their normal-play values in misère play, with 0 and 1 exchanged.
            (Play::Misere, None) if self.pet_fact().is_some() => {
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
}

/// The engines for the game of a position, or for the family it belongs to; by default none.
pub trait Engines: Theory {
    /// Returns the position as a state of a taking game, bit `i` for cell `i`.
    fn taking(&self) -> Option<(&Taking, u64)> {
        None
    }

    /// Returns whether keys merge so many positions of a taking game that a search by keys beats one by misère forms.
    fn prefers_keys(&self) -> bool {
        false
    }

    /// Returns the position as the far corner of a box of positions of a ray game.
    fn as_ray_box(&self) -> Option<(RayGame, Vec<u32>)> {
        Self::ANY_AMOUNT.then(|| any_amount::ray_box(Self::INFO.forms, &self.shape()))?
    }

    /// Returns the position as heaps of a taking-and-breaking game.
    fn as_code_heaps(&self) -> Option<(HeapRules, Vec<u128>)> {
        None
    }

    /// Returns the moves of all positions of this shape as finitely many vectors, or multiples of them, with the piles of
    /// this one.
    fn as_vectors(&self) -> Option<(Vec<VectorMove>, Vec<u64>)> {
        None
    }

    /// Returns the moves of all positions of this shape as sentences about sums; an error explains why that is
    /// impossible.
    fn as_formulas(&self) -> Option<Result<FormulaGame, String>> {
        if let Some((game, sizes)) = self.as_ray_box() {
            let sizes = sizes.into_iter().map(u64::from).collect();
            return Some(FormulaGame::of_rays(&game, sizes));
        }
        let (rules, sizes) = self.as_code_heaps()?;
        // A family begins with small numbers.
        let sizes = sizes.into_iter().map(|size| u64::try_from(size).ok());
        Some(FormulaGame::of_code(&rules, sizes.collect::<Option<_>>()?))
    }

    /// Returns the move along a ray of the game of [`as_ray_box`](Engines::as_ray_box).
    fn ray_move(&self, ray: usize, amount: u32) -> Option<Self::Move> {
        let mv = any_amount::ray_move(Self::INFO.forms, &self.shape(), ray, amount);
        self.typed_move(&mv?)
    }

    /// Returns a move to the position that differs from this one only in its numbers, which are these; `None` if there is
    /// none, or if none of the first moves is one.
    fn move_to(&self, numbers: &[u128]) -> Option<Self::Move> {
        if Self::ANY_AMOUNT {
            let mv = any_amount::move_to(Self::INFO.forms, &self.shape(), numbers);
            return self.typed_move(&mv?);
        }
        /// Moves that are tried.
        const MOST: usize = 1 << 16;
        // No move leads to numbers that are not a position.
        let to = self.with_numbers(numbers)?.ok()?;
        let mut moves = self.moves().take(MOST);
        moves.find(|mv| self.play(mv).as_ref() == Ok(&to))
    }

    /// Returns an upper bound on the number of followers, if one is known; `u128::MAX` also stands for more.
    fn most_positions(&self) -> Option<u128> {
        let box_of = |sizes: &[u32]| {
            let sides = sizes.iter().map(|&size| u128::from(size) + 1);
            sides.fold(1, u128::saturating_mul)
        };
        let as_ray_box = self.as_ray_box().map(|(_, sizes)| box_of(&sizes));
        as_ray_box.or_else(|| self.taking().map(|(_, stones)| 1 << stones.count_ones()))
    }

    /// Computes the table that [`value`](Theory::value) reads, if the game has one: it then holds the values of this
    /// position and all its followers. The default computes nothing.
    ///
    /// # Errors
    /// If the budget runs out.
    fn tabulate(&self, budget: &Budget) -> Result<(), Undecided> {
        let _ = budget;
        Ok(())
    }

    /// Returns the outcome from the game's own engine, which finds no values, and the winning moves if `moves` is true.
    fn outcome_by_engine(
        &self,
        play: Play,
        moves: bool,
        budget: &Budget,
    ) -> Option<Result<Settled<Self::Move>, Undecided>> {
        let _ = (play, moves, budget);
        None
    }

    /// Returns a formula as [`number_formula`](Theory::number_formula) does, for all positions of this shape with
    /// numbers up to these. It reads a table of values, or of outcomes if there are no values.
    fn formula_in_box(
        &self,
        (play, values): (Play, bool),
        numbers: &[u64],
        budget: &Budget,
    ) -> Option<Result<NumberFormula, Unfinished>> {
        let _ = (play, values, numbers, budget);
        None
    }

    /// Returns the values of all followers from the game's own engine.
    fn followers(&self, play: Play, budget: &Budget) -> Option<ValuedBelow<Self::Move>> {
        let _ = (play, budget);
        None
    }
}

/// A game: its rules, and optional knowledge about it. Games that define only rules use
/// [`by_default!`](crate::by_default) for the rest.
pub trait Game: Engines {}

impl<G: Engines> Game for G {}

/// Implements traits of a game by their defaults: `by_default!(Kayles: Shown, Search, Theory, Engines);`. The name of an
/// impartial game alone stands for all four.
#[macro_export]
macro_rules! by_default {
    ($Position:ty) => {
        $crate::by_default!($Position: Shown, Search, Theory, Engines);
    };
    ($Position:ty: $($Trait:ident),+) => {
        $(impl $crate::game::$Trait for $Position {})+
    };
}

/// An irreducible position that is part of a position of the same game.
#[derive(Clone)]
pub struct Part<G: Rules> {
    position: G,
    /// The name of a move of the part in the whole position.
    name: Option<Rename<G::Move>>,
}

type Rename<M> = Arc<dyn Fn(M) -> M + Send + Sync>;

impl<G: Rules> Part<G> {
    /// Creates a part whose moves have the same names in the whole position.
    #[must_use]
    pub fn whole(position: G) -> Part<G> {
        Part {
            position,
            name: None,
        }
    }

    /// Creates a part whose move `mv` is `name(mv)` in the whole position.
    pub fn new(position: G, name: impl Fn(G::Move) -> G::Move + Send + Sync + 'static) -> Part<G> {
        Part {
            position,
            name: Some(Arc::new(name)),
        }
    }

    /// Returns the part as a position.
    #[must_use]
    pub fn position(&self) -> &G {
        &self.position
    }

    /// Translates a move of [`position`](Part::position) into one of the whole position.
    #[must_use]
    pub fn named(&self, mv: G::Move) -> G::Move {
        match &self.name {
            Some(name) => name(mv),
            None => mv,
        }
    }
}

impl<G: Search> Part<G> {
    /// Splits `position` into a sum of irreducible positions, and returns those that have moves.
    #[must_use]
    pub fn of(position: &G) -> Vec<Part<G>> {
        let mut parts = position.parts();
        parts.retain(|part| part.position.has_moves());
        parts
    }
}

impl<G: Rules> Debug for Part<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.position, f)
    }
}

impl<G: Shown> Display for Part<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.position.part_text())
    }
}
