//! Games of which nothing but the rules is given: everything else is found by search.
//!
//! ```
//! use std::fmt;
//! use nimfield_core::by_rules::Rules;
//! use nimfield_core::info::GameInfo;
//!
//! /// A row of pins: a move takes one, or two neighbours.
//! #[derive(Clone, Debug, PartialEq, Eq)]
//! struct Kayles(Vec<u32>);
//!
//! impl fmt::Display for Kayles {
//!     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
//!         let rows: Vec<String> = self.0.iter().map(u32::to_string).collect();
//!         write!(f, "kayles[{}]", rows.join(","))
//!     }
//! }
//!
//! impl Rules for Kayles {
//!     type Move = String;
//!     const INFO: GameInfo = GameInfo::named("kayles", "kayles[9]");
//!
//!     fn moves(&self) -> Vec<String> {
//!         let rows = self.0.iter().enumerate();
//!         let moves = rows.flat_map(|(row, &pins)| {
//!             (1..=2).flat_map(move |taken| {
//!                 (0..(pins + 1).saturating_sub(taken)).map(move |left| format!("{taken} of row {row} after {left}"))
//!             })
//!         });
//!         moves.collect()
//!     }
//!
//!     fn play(&self, mv: &String) -> Result<Kayles, String> {
//!         let numbers: Vec<u32> = mv.split(' ').filter_map(|word| word.parse().ok()).collect();
//!         let [taken, row, left] = numbers[..] else { return Err("no such move".to_string()) };
//!         let mut rows = self.0.clone();
//!         let pins = rows.remove(row as usize);
//!         rows.extend([left, pins - taken - left].into_iter().filter(|&pins| pins > 0));
//!         rows.sort_unstable();
//!         Ok(Kayles(rows))
//!     }
//!
//!     fn read(body: &str) -> Result<Kayles, String> {
//!         let rows: Result<Vec<u32>, _> = body.split(',').map(|row| row.trim().parse()).collect();
//!         rows.map(Kayles).map_err(|error| error.to_string())
//!     }
//! }
//! ```

use std::cell::OnceCell;
use std::fmt::{self, Debug, Display};
use std::sync::Arc;

use crate::component::{Component, Known};
use crate::info::GameInfo;
use crate::notation::{Cursor, Notation, NotationError};
use crate::partizan::{PartizanComponent, PartizanGame};
use crate::rules::{Illegal, Impartial, Partizan, Position};
use crate::theory::{Finding, Game, Summand};
use crate::words::{Grundy, Play, Player};

/// An impartial game by its rules.
///
/// `Display` writes a position in notation, with the name of the game; equal positions print alike and
/// different ones do not.
pub trait Rules: Clone + Eq + Debug + Display + Send + Sync + 'static {
    /// A move; different moves of a position print differently.
    type Move: Clone + Eq + Debug + Display + Send + Sync + 'static;

    /// What the game is, for people; [`GameInfo::named`] is enough.
    const INFO: GameInfo;

    /// The legal moves.
    fn moves(&self) -> Vec<Self::Move>;

    /// The position after a move.
    ///
    /// # Errors
    /// Why the move is not legal, in a sentence without a full stop.
    fn play(&self, mv: &Self::Move) -> Result<Self, String>;

    /// Reads what stands between the brackets.
    ///
    /// # Errors
    /// Why it is no position.
    fn read(body: &str) -> Result<Self, String>;
}

/// A partizan game by its rules: as [`Rules`], with moves for each player.
pub trait PartizanRules: Clone + Eq + Debug + Display + Send + Sync + 'static {
    /// A move; different moves of a position print differently.
    type Move: Clone + Eq + Debug + Display + Send + Sync + 'static;

    /// What the game is, for people; [`GameInfo::named`] is enough.
    const INFO: GameInfo;

    /// The legal moves of `player`.
    fn moves(&self, player: Player) -> Vec<Self::Move>;

    /// The position after a move.
    ///
    /// # Errors
    /// Why the move is not legal, in a sentence without a full stop.
    fn play(&self, mv: &Self::Move) -> Result<Self, String>;

    /// Reads what stands between the brackets.
    ///
    /// # Errors
    /// Why it is no position.
    fn read(body: &str) -> Result<Self, String>;
}

/// A position of a game given by [`Rules`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByRules<G>(pub G);

/// A position of a game given by [`PartizanRules`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByPartizanRules<G>(pub G);

impl<G: Display> Display for ByPartizanRules<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}

impl<G: Display> Display for ByRules<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}

/// What is read as a move: what the rules print, whatever the case and the blanks.
fn same_text(printed: &str, typed: &str) -> bool {
    let letters = |text: &str| -> String {
        let mut kept = text.split_whitespace().collect::<Vec<_>>().join(" ");
        kept.make_ascii_lowercase();
        kept
    };
    letters(printed) == letters(typed)
}

fn pick<M: Display>(
    moves: impl Iterator<Item = M>,
    cursor: &mut Cursor<'_>,
) -> Result<M, NotationError> {
    cursor.blanks();
    let start = cursor.at();
    let typed = cursor.take_rest();
    let mut moves = moves.peekable();
    let first = moves.peek().map_or(String::new(), ToString::to_string);
    let found = moves.find(|mv| same_text(&mv.to_string(), typed));
    found.ok_or_else(|| {
        let help = match first.is_empty() {
            true => "there is no legal move".to_string(),
            false => format!("a legal move here is {first}"),
        };
        cursor.fault(
            start..start + typed.len(),
            format!("`{typed}` is not a legal move"),
            help,
        )
    })
}

fn body<'a>(cursor: &mut Cursor<'a>) -> (std::ops::Range<usize>, &'a str) {
    cursor.blanks();
    let start = cursor.at();
    let body = cursor.take_body();
    (start..start + body.len(), body.trim())
}

impl<G: Rules> Position for ByRules<G> {
    type Move = G::Move;

    fn play(self, mv: &G::Move) -> Result<Self, Illegal<Self>> {
        match self.0.play(mv) {
            Ok(after) => Ok(ByRules(after)),
            Err(reason) => Err(Illegal {
                position: self,
                reason,
            }),
        }
    }
}

impl<G: Rules> Impartial for ByRules<G> {
    fn moves(&self) -> Box<dyn Iterator<Item = G::Move> + '_> {
        let moves = self.0.moves().into_iter();
        Box::new(moves.filter(|mv| self.0.play(mv).is_ok()))
    }

    fn move_count(&self) -> u128 {
        Impartial::moves(self).count() as u128
    }
}

impl<G: Rules> Notation for ByRules<G> {
    const INFO: GameInfo = G::INFO;

    const EMPTY_BODY: bool = true;

    fn read(cursor: &mut Cursor<'_>) -> Result<Self, NotationError> {
        let (place, body) = body(cursor);
        let read = G::read(body).map(ByRules);
        read.map_err(|message| cursor.fault(place, message, G::INFO.body))
    }

    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<G::Move, NotationError> {
        pick(self.0.moves().into_iter(), cursor)
    }
}

impl<G: Rules> Game for ByRules<G> {
    type Summand = ByRules<G>;

    fn summands(&self) -> Vec<ByRules<G>> {
        match Impartial::moves(self).next() {
            None => Vec::new(),
            Some(_) => vec![self.clone()],
        }
    }
}

impl<G: Rules> Summand for ByRules<G> {
    type Move = G::Move;
    type Small = SmallByRules<G>;

    fn value(&self) -> Option<Finding<Grundy>> {
        None
    }

    fn moves(&self) -> Box<dyn Iterator<Item = G::Move> + '_> {
        Impartial::moves(self)
    }

    fn move_count(&self) -> u128 {
        Impartial::move_count(self)
    }

    fn small(&self) -> Result<SmallByRules<G>, String> {
        Ok(SmallByRules {
            position: self.0.clone(),
            moves: OnceCell::new(),
        })
    }
}

/// A position by its rules as searches take it; its moves are listed once.
#[derive(Clone, Debug)]
pub struct SmallByRules<G: Rules> {
    position: G,
    moves: OnceCell<Arc<[G::Move]>>,
}

impl<G: Rules> SmallByRules<G> {
    fn moves(&self) -> &[G::Move] {
        // What the rules list and then refuse is no move.
        let legal = || {
            let mut moves = self.position.moves();
            moves.retain(|mv| self.position.play(mv).is_ok());
            moves.into()
        };
        self.moves.get_or_init(legal)
    }
}

impl<G: Rules> Component for SmallByRules<G> {
    fn key(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.position.to_string().as_bytes());
    }

    fn option_count(&self) -> u64 {
        self.moves().len() as u64
    }

    fn option(&self, index: u64, out: &mut Vec<SmallByRules<G>>) {
        if let Ok(after) = self.position.play(&self.moves()[index as usize]) {
            out.push(SmallByRules {
                position: after,
                moves: OnceCell::new(),
            });
        }
    }

    fn known(&self, _play: Play) -> Known {
        Known::Nothing
    }

    fn bytes_outside(&self) -> u64 {
        let moves = self.moves.get().map_or(0, |moves| size_of_val(&moves[..]));
        moves as u64
    }
}

impl<G: PartizanRules> Position for ByPartizanRules<G> {
    type Move = G::Move;

    fn play(self, mv: &G::Move) -> Result<Self, Illegal<Self>> {
        match self.0.play(mv) {
            Ok(after) => Ok(ByPartizanRules(after)),
            Err(reason) => Err(Illegal {
                position: self,
                reason,
            }),
        }
    }
}

impl<G: PartizanRules> Partizan for ByPartizanRules<G> {
    fn moves(&self, player: Player) -> Box<dyn Iterator<Item = G::Move> + '_> {
        let moves = self.0.moves(player).into_iter();
        Box::new(moves.filter(|mv| self.0.play(mv).is_ok()))
    }
}

impl<G: PartizanRules> Notation for ByPartizanRules<G> {
    const INFO: GameInfo = G::INFO;

    const EMPTY_BODY: bool = true;

    fn read(cursor: &mut Cursor<'_>) -> Result<Self, NotationError> {
        let (place, body) = body(cursor);
        let read = G::read(body).map(ByPartizanRules);
        read.map_err(|message| cursor.fault(place, message, G::INFO.body))
    }

    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<G::Move, NotationError> {
        let [left, right] = [Player::Left, Player::Right].map(|player| self.0.moves(player));
        pick(left.into_iter().chain(right), cursor)
    }
}

impl<G: PartizanRules> PartizanGame for ByPartizanRules<G> {
    type Part = PartByRules<G>;

    fn parts(&self) -> Result<Vec<PartByRules<G>>, String> {
        Ok(vec![PartByRules::new(self.0.clone())])
    }
}

/// A partizan position by its rules as engines take it; its moves are listed once.
#[derive(Clone, Debug)]
pub struct PartByRules<G: PartizanRules> {
    position: G,
    moves: [OnceCell<Arc<[G::Move]>>; 2],
}

impl<G: PartizanRules> PartByRules<G> {
    fn new(position: G) -> PartByRules<G> {
        PartByRules {
            position,
            moves: [OnceCell::new(), OnceCell::new()],
        }
    }

    fn moves(&self, player: Player) -> &[G::Move] {
        self.moves[usize::from(player == Player::Right)].get_or_init(|| {
            // What the rules list and then refuse is no move.
            let mut moves = self.position.moves(player);
            moves.retain(|mv| self.position.play(mv).is_ok());
            moves.into()
        })
    }
}

impl<G: PartizanRules> PartizanComponent for PartByRules<G> {
    fn key(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.position.to_string().as_bytes());
    }

    fn option_count(&self, player: Player) -> u64 {
        self.moves(player).len() as u64
    }

    fn option(&self, player: Player, index: u64, out: &mut Vec<PartByRules<G>>) {
        let mv = &self.moves(player)[index as usize];
        if let Ok(after) = self.position.play(mv) {
            out.push(PartByRules::new(after));
        }
    }

    fn bytes_outside(&self) -> u64 {
        let lists = self.moves.iter().filter_map(OnceCell::get);
        lists.map(|moves| size_of_val(&moves[..]) as u64).sum()
    }
}
