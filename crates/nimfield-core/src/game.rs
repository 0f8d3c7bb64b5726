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

use std::cell::OnceCell;
use std::fmt::{self, Debug, Display};
use std::sync::Arc;

use crate::budget::Budget;
use crate::component::{AnyComponent, Component, Known};
use crate::diagram::Diagram;
use crate::families::ray::RayGame;
use crate::families::taking::Taking;
use crate::handles::Handle;
use crate::info::{Fact, GameInfo};
use crate::notation::{self, Cursor, Notation, NotationError};
use crate::pieces::Pieces;
use crate::rules::{Illegal, Impartial, Position};
use crate::theory::{self, Finding, Settled, Summand, Undecided, ValuedBelow};
use crate::words::{Grundy, Play, misere_nim_value};

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

    /// What the game is, for people; [`GameInfo::named`] is enough.
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
        notation::read_without_options(cursor)
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

    /// Returns the position as searches take it: by default its moves are listed and played, and what theory
    /// says of the followers is used.
    ///
    /// # Errors
    /// Why no search can reach it, in words.
    fn component(&self) -> Result<AnyComponent, String> {
        /// The options of positions with more moves are not listed.
        const MOST_LISTED: u128 = 1 << 20;
        match self.move_count() <= MOST_LISTED {
            true => Ok(AnyComponent::new(ListedMoves::new(self.clone()))),
            false => Err(format!(
                "{self} has too many moves for a search to go through"
            )),
        }
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
    /// Makes a part whose moves have the same names in the whole position.
    #[must_use]
    pub fn whole(position: G) -> Part<G> {
        Part {
            position,
            name: None,
        }
    }

    /// Makes a part whose moves are called `name(mv)` in the whole position.
    pub fn new(position: G, name: impl Fn(G::Move) -> G::Move + Send + Sync + 'static) -> Part<G> {
        Part {
            position,
            name: Some(Arc::new(name)),
        }
    }

    fn named(&self, mv: G::Move) -> G::Move {
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

impl<G: Game> Summand for Part<G> {
    type Move = G::Move;

    fn value(&self) -> Option<Finding<Grundy>> {
        self.position.value()
    }

    fn outcome(&self, play: Play, unproved: bool) -> Option<Finding<bool>> {
        self.position.outcome(play, unproved)
    }

    fn candidates(&self, play: Play, target: Grundy, budget: &Budget) -> Option<Vec<G::Move>> {
        let moves = self.position.candidates(play, target, budget)?;
        Some(moves.into_iter().map(|mv| self.named(mv)).collect())
    }

    fn settled(&self, play: Play, budget: &Budget) -> Option<Result<Settled<G::Move>, Undecided>> {
        let found = self.position.settled(play, budget)?;
        Some(found.map(|settled| Settled {
            is_p: settled.is_p,
            moves: settled.moves.into_iter().map(|mv| self.named(mv)).collect(),
            positions: settled.positions,
        }))
    }

    fn constructed(
        &self,
        play: Play,
        target: &Grundy,
        budget: &Budget,
    ) -> Option<Result<G::Move, String>> {
        let found = self.position.constructed(play, target, budget)?;
        Some(found.map(|mv| self.named(mv)))
    }

    fn moves(&self) -> Moves<'_, G::Move> {
        Box::new(self.position.moves_to_try().map(|mv| self.named(mv)))
    }

    fn move_count(&self) -> u128 {
        self.position.move_count()
    }

    fn small(&self) -> Result<AnyComponent, String> {
        self.position.component()
    }

    fn in_box(&self) -> Option<(RayGame, Vec<u32>)> {
        self.position.in_box()
    }

    fn ray_move(&self, ray: usize, amount: u32) -> Option<G::Move> {
        let mv = self.position.ray_move(ray, amount)?;
        Some(self.named(mv))
    }

    fn heap(&self) -> Option<Grundy> {
        self.position.heap()
    }

    fn pet(&self) -> Option<Fact> {
        self.position.pet()
    }

    fn followers(&self, play: Play, budget: &Budget) -> Option<ValuedBelow<G::Move>> {
        let found = self.position.followers(play, budget)?;
        Some(found.map(|followers| match &self.name {
            None => followers,
            Some(name) => Box::new(NamedFollowers {
                followers,
                name: name.clone(),
            }),
        }))
    }
}

/// The followers of a part, with the names of moves in the whole position.
struct NamedFollowers<M> {
    followers: Box<dyn theory::Followers<M>>,
    name: Rename<M>,
}

impl<M> theory::Followers<M> for NamedFollowers<M> {
    fn value(&self) -> u128 {
        self.followers.value()
    }

    fn moves_to(&self, target: u128, most: usize) -> (Vec<M>, bool) {
        let (moves, complete) = self.followers.moves_to(target, most);
        (
            moves.into_iter().map(|mv| (self.name)(mv)).collect(),
            complete,
        )
    }

    fn remark(&self) -> Option<String> {
        self.followers.remark()
    }

    fn positions(&self) -> u64 {
        self.followers.positions()
    }

    fn bytes(&self) -> u64 {
        self.followers.bytes()
    }
}

/// An irreducible position as searches take it: its options are listed once, and each is the sum of its parts.
#[derive(Clone, Debug)]
struct ListedMoves<G: Game> {
    position: G,
    options: OnceCell<Arc<[G]>>,
}

impl<G: Game> ListedMoves<G> {
    fn new(position: G) -> ListedMoves<G> {
        ListedMoves {
            position,
            options: OnceCell::new(),
        }
    }

    fn options(&self) -> &[G] {
        // A move that is listed and then refused is not a move.
        let played = || {
            let options = self.position.moves();
            options
                .filter_map(|mv| Game::play(&self.position, &mv).ok())
                .collect()
        };
        self.options.get_or_init(played)
    }
}

impl<G: Game> Component for ListedMoves<G> {
    fn key(&self, out: &mut Vec<u8>) {
        self.position.key(out);
    }

    fn option_count(&self) -> u64 {
        self.options().len() as u64
    }

    fn option(&self, index: u64, out: &mut Vec<ListedMoves<G>>) {
        let parts = self.options()[index as usize].parts().into_iter();
        let parts = parts.map(|part| part.position);
        let movable = parts.filter(|part| part.moves().next().is_some());
        out.extend(movable.map(ListedMoves::new));
    }

    fn known(&self, play: Play) -> Known {
        let value = match (play, self.heap()) {
            (Play::Misere, Some(heap)) => Some(misere_nim_value([heap])),
            (Play::Misere, None) => None,
            (Play::Normal, _) => self.position.value().and_then(|found| found.value.finite()),
        };
        match value {
            Some(value) => Known::Value(value),
            None => (self.position.outcome(play, false))
                .map_or(Known::Nothing, |found| Known::outcome(found.value)),
        }
    }

    fn bytes_outside(&self) -> u64 {
        self.options
            .get()
            .map_or(0, |options| size_of_val(&options[..])) as u64
    }

    fn heap(&self) -> Option<u128> {
        self.position.heap()?.finite()
    }
}

impl<G: Game> Position for G {
    type Move = <G as Game>::Move;

    fn play(self, mv: &<G as Game>::Move) -> Result<Self, Illegal<Self>> {
        Game::play(&self, mv).map_err(|reason| Illegal {
            position: self,
            reason,
        })
    }
}

impl<G: Game> Impartial for G {
    fn moves(&self) -> Moves<'_, <G as Game>::Move> {
        Game::moves(self)
    }

    fn move_count(&self) -> u128 {
        Game::move_count(self)
    }
}

impl<G: Game> Notation for G {
    const INFO: GameInfo = <G as Game>::INFO;

    const EMPTY_BODY: bool = <G as Game>::EMPTY_BODY;

    fn info(&self) -> &'static GameInfo {
        Game::info(self)
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Self, NotationError> {
        <G as Game>::read(cursor)
    }

    fn read_component(cursor: &mut Cursor<'_>) -> Result<Self, NotationError> {
        <G as Game>::read_component(cursor)
    }

    fn default_play(&self) -> Play {
        Game::default_play(self)
    }

    fn amount(mv: &<G as Game>::Move) -> Option<u128> {
        <G as Game>::amount(mv)
    }

    fn with_amount(mv: &<G as Game>::Move, amount: u128) -> Option<<G as Game>::Move> {
        <G as Game>::with_amount(mv, amount)
    }

    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<<G as Game>::Move, NotationError> {
        Game::read_move(self, cursor)
    }

    fn in_box(&self) -> Option<(RayGame, Vec<u32>)> {
        Game::in_box(self)
    }

    fn draw(&self) -> String {
        Game::draw(self)
    }

    fn diagram(&self) -> Diagram {
        Game::diagram(self)
    }

    fn pieces(&self) -> Option<Pieces> {
        Game::pieces(self)
    }

    fn handles(&self) -> Vec<Handle> {
        Game::handles(self)
    }
}

impl<G: Game> theory::Game for G {
    type Summand = Part<G>;

    fn summands(&self) -> Vec<Part<G>> {
        let mut parts = Game::parts(self);
        parts.retain(|part| Game::moves(&part.position).next().is_some());
        parts
    }

    fn reduced(&self) -> Option<String> {
        Game::reduced(self)
    }

    fn taking(&self) -> Option<(&Taking, u64)> {
        Game::taking(self)
    }

    fn searched_by_keys(&self) -> bool {
        Game::searched_by_keys(self)
    }

    fn constructed_move(&self, play: Play, budget: &Budget) -> Option<<G as Game>::Move> {
        Game::constructed_move(self, play, budget)
    }
}
