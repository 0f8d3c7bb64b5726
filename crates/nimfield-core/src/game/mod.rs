//! The definition of a game: moves, play and text, and whatever else its author knows; what only partizan games have is
//! in [`partizan`](crate::partizan).
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

/// More moves of a position are neither listed nor counted one by one.
const MOST_LISTED: u128 = 1 << 20;

/// The moves of a position, one after the other.
pub type Moves<'a, M> = Box<dyn Iterator<Item = M> + 'a>;

/// The rules of a game, as a position of it: which moves there are, and what follows.
///
/// `moves` is required, `Display`, which writes the position in notation with the name of the game, and `of_numbers` or
/// `read`; `play` has a default for moves that take from places of the shape. Equal positions print alike, and different
/// ones do not.
pub trait Rules: Clone + Eq + Debug + Display + Send + Sync + 'static {
    /// A move; different moves of a position print differently.
    type Move: GameMove;

    /// A description of the game for people; [`GameInfo::named`] is enough.
    const INFO: GameInfo;

    /// Whether `name[]` is a position.
    const EMPTY_BODY: bool = false;

    /// Whether a move of each form takes any amount, the same from each of its places: then [`any_amount::moves`] are the
    /// moves, and [`play`](Rules::play), their number and the box of positions below follow.
    const ANY_AMOUNT: bool = false;

    /// Returns the legal moves, one after the other; in a partizan game those of [both players](crate::partizan::moves_of_both).
    fn moves(&self) -> Moves<'_, Self::Move>;

    /// Returns whose move it is in a partizan game, of a move that both have [Left](crate::partizan::owner); `None` in an
    /// impartial game.
    fn owner(&self, mv: &Self::Move) -> Option<Player> {
        let _ = mv;
        None
    }

    /// Returns the position after a move. By default a move must be one of [`moves`](Rules::moves), and what its form
    /// says is done to the [`shape`](Rules::shape): amounts are taken from places, and heaps fall into parts.
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
            None => Err(format!("{mv} does not say what it leaves of {self}")),
        }
    }

    /// Reads what stands between the brackets of a position, up to the closing one. By default these are the numbers
    /// of [`of_numbers`](Rules::of_numbers), with commas or blanks between them.
    ///
    /// # Errors
    /// Where the text is not a position.
    fn read(cursor: &mut Cursor<'_>) -> Result<Self, NotationError> {
        notation::read_numbers(cursor, Self::INFO.body, Self::of_numbers)
    }

    /// Creates the position with these numbers, in the order of its notation.
    ///
    /// # Errors
    /// Why they are no position, in a sentence without a full stop.
    fn of_numbers(numbers: &[u128]) -> Result<Self, String> {
        let _ = numbers;
        Err(format!(
            "numbers alone are not a position of {}",
            Self::INFO.name
        ))
    }

    /// Creates the position that differs from this one only in the numbers of its notation, of which there are as many.
    /// Returns `None` if the game makes positions from text alone. The default is [`of_numbers`](Rules::of_numbers),
    /// where that makes a position.
    fn with_numbers(&self, numbers: &[u128]) -> Option<Result<Self, String>> {
        // Other numbers are read from text, which says what is wrong with them and where.
        Self::of_numbers(numbers).ok().map(Ok)
    }

    /// Reads what follows the name of the game: options, of which most games have none, and the body with its
    /// brackets.
    ///
    /// # Errors
    /// Where the text is not a position.
    fn read_component(cursor: &mut Cursor<'_>) -> Result<Self, NotationError> {
        let game = (Self::INFO.name, Self::INFO.body);
        notation::read_without_options(cursor, game, Self::EMPTY_BODY, Self::read)
    }

    /// Reads a move in one of the [forms](GameInfo::forms) of the game. Without forms, it is the legal move that prints
    /// so, whatever the case and the blanks.
    ///
    /// # Errors
    /// Where the text is not a move.
    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<Self::Move, NotationError> {
        let count = |noun: &str| self.shape().count(noun);
        read_move(self.info(), cursor, self.moves(), count, |mv| {
            self.typed_move(mv)
        })
    }

    /// Returns the move of this game that a value is, legal or not; `None` if it is of another form.
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

    /// Returns what the position looks like: its numbers, and how they lie. By default only its notation.
    fn shape(&self) -> Shape {
        Shape::Text(vec![self.to_string()])
    }
}

/// How a position is shown to people; all methods have defaults that follow the [shape](Rules::shape).
pub trait Shown: Rules {
    /// Returns the text of the position as a part of another one, if that is shorter: `*5` for a heap.
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
            Shape::Diagrams { pieces, corner } => draw_pieces(&pieces, corner),
            _ => self.diagram().to_text(),
        }
    }

    /// Lays the position out in the plane, for pictures: by its [`shape`](Rules::shape).
    fn diagram(&self) -> Diagram {
        self.shape().diagram()
    }

    /// Returns what can be held in the [`diagram`](Shown::diagram) to make a move. The default derives it from the moves
    /// and the shape.
    fn handles(&self) -> Vec<Handle> {
        let mut moves = self.moves().map(|mv| (self.owner(&mv), mv.to_move()));
        let owner = |mv: &Move| self.owner(&self.typed_move(mv)?);
        derive_handles(&self.shape(), self.info().forms, &mut moves, &owner)
    }
}

/// What searches ask of a position; all methods have defaults that go through the moves.
pub trait Search: Shown {
    /// Returns whether there is a legal move.
    fn has_moves(&self) -> bool {
        self.moves().next().is_some()
    }

    /// Returns how many legal moves there are, or an upper bound; `u128::MAX` for that many or more.
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

    /// Estimates the bytes that the position holds outside of itself; by default from its key.
    fn bytes_outside(&self) -> u64 {
        let mut key = Vec::new();
        self.key(&mut key);
        // A number takes eight bytes, and may take one of the key.
        8 * key.len() as u64
    }

    /// Returns irreducible positions of which this one is the sum. Those without moves may be left out.
    fn parts(&self) -> Vec<Part<Self>> {
        vec![Part::whole(self.clone())]
    }

    /// Appends a key to `out`, the same only for positions with the same game tree (up to repeated options):
    /// searches take them for one. The default is the text of the position.
    fn key(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.to_string().as_bytes());
    }

    /// Returns the legal moves in the order in which they are tried.
    fn moves_to_try(&self) -> Moves<'_, Self::Move> {
        self.moves()
    }

    /// Returns a number that falls with each move, if one is known: no play is longer.
    fn measure(&self) -> Option<u128> {
        None
    }

    /// Returns the position after the move numbered `index`, in any order that suits searches, if moves have
    /// numbers: from 0 to one less than [`move_count`](Search::move_count), which is then exact. By default they
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
}

/// What is proved of a position; by default nothing is. The methods are called for irreducible positions: those that
/// [`parts`](Search::parts) returns.
pub trait Theory: Search {
    /// Returns one winning move by construction, where no list of moves can be made.
    fn built_winning_move(&self, play: Play, budget: &Budget) -> Option<Self::Move> {
        let _ = (play, budget);
        None
    }

    /// Returns the proven closed form of all positions of this shape, as long as it takes a few steps: those with
    /// the same notation but for its numbers, of which there are `count`. Numbers that the notation holds beside
    /// them, as options or exponents, do not occur.
    fn number_formula(&self, play: Play, count: usize) -> Option<NumberFormula> {
        let _ = (play, count);
        None
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

    /// Returns whether all [`candidates`](Theory::candidates) in normal play lead to positions of the value asked for, so
    /// that they need not be tested one by one.
    fn candidates_are_exact(&self) -> bool {
        false
    }

    /// Returns one of the moves described under [`candidates`](Theory::candidates) where there are too many moves
    /// to try, or why it is not found. `None` if theory has nothing to say.
    fn move_to_value(
        &self,
        play: Play,
        target: &Grundy,
        budget: &Budget,
    ) -> Option<Result<Self::Move, String>> {
        let _ = (play, target, budget);
        None
    }

    /// Returns what decides the game beside its moves, if outcomes do not follow from these alone. Such a position
    /// [is decided by an engine](Engines::outcome_by_engine), and no search reaches it.
    fn ending(&self) -> Option<Ending> {
        None
    }

    /// Returns the nim heap that the position is, if it is one.
    fn heap(&self) -> Option<Grundy> {
        None
    }

    /// Returns the nim heap to which the position is equal in misère sums, as far as searches shall know.
    fn misere_heap(&self) -> Option<Grundy> {
        self.heap()
    }

    /// Returns the fact that the position is pet, with the source of the proof: in misère sums with nim heaps
    /// and other pet positions it is worth the nim heap of its value.
    fn pet_fact(&self) -> Option<Fact> {
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

/// The engines that know the game of a position, or the family of games in which it lies; by default none does.
pub trait Engines: Theory {
    /// Returns the position as a state of a taking game, bit `i` for cell `i`.
    fn taking(&self) -> Option<(&Taking, u64)> {
        None
    }

    /// Returns whether the positions of a taking game become so much fewer up to their keys that a search by keys
    /// is to be preferred to one by misère forms.
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

    /// Returns the moves of all positions of this shape as sentences about sums; an error says in words why there are
    /// none.
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

    /// Returns a bound for the number of positions that can be reached, this one included, where one is known; the
    /// greatest number stands for more.
    fn most_positions(&self) -> Option<u128> {
        let box_of = |sizes: &[u32]| {
            let sides = sizes.iter().map(|&size| u128::from(size) + 1);
            sides.fold(1, u128::saturating_mul)
        };
        let as_ray_box = self.as_ray_box().map(|(_, sizes)| box_of(&sizes));
        as_ray_box.or_else(|| self.taking().map(|(_, stones)| 1 << stones.count_ones()))
    }

    /// Computes the table that [`value`](Theory::value) reads, where a game keeps one: afterwards it knows the values
    /// of this position and of all that follow. The default computes nothing.
    ///
    /// # Errors
    /// If the budget runs out.
    fn tabulate(&self, budget: &Budget) -> Result<(), Undecided> {
        let _ = budget;
        Ok(())
    }

    /// Returns the outcome by an engine of the game's own that finds no values, and the winning moves if `moves` holds.
    fn outcome_by_engine(
        &self,
        play: Play,
        moves: bool,
        budget: &Budget,
    ) -> Option<Result<Settled<Self::Move>, Undecided>> {
        let _ = (play, moves, budget);
        None
    }

    /// Returns what [`number_formula`](Theory::number_formula) does, for positions of this shape with numbers up to these,
    /// by a table that is computed for all of them: one of values, or else one of outcomes.
    fn formula_in_box(
        &self,
        (play, values): (Play, bool),
        numbers: &[u64],
        budget: &Budget,
    ) -> Option<Result<NumberFormula, Unfinished>> {
        let _ = (play, values, numbers, budget);
        None
    }

    /// Returns the values of all positions from this one on, by an engine of the game's own.
    fn followers(&self, play: Play, budget: &Budget) -> Option<ValuedBelow<Self::Move>> {
        let _ = (play, budget);
        None
    }
}

/// A game: its rules, and whatever else its author knows. Games of rules alone have the rest by
/// [`by_default!`](crate::by_default).
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

/// An irreducible position that is part of another one of the same game.
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

    /// Creates a part whose moves are called `name(mv)` in the whole position.
    pub fn new(position: G, name: impl Fn(G::Move) -> G::Move + Send + Sync + 'static) -> Part<G> {
        Part {
            position,
            name: Some(Arc::new(name)),
        }
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

impl<G: Search> Part<G> {
    /// Returns the irreducible positions that have moves of which `position` is the sum.
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
