//! Partizan games of which nothing but the rules is given: everything else is found by search.

use std::cell::OnceCell;
use std::fmt::{self, Debug, Display};
use std::sync::Arc;

use crate::info::GameInfo;
use crate::notation::{Cursor, Notation, NotationError, read_printed};
use crate::partizan::{PartizanComponent, PartizanGame};
use crate::rules::{Illegal, Partizan, Position};
use crate::words::Player;

/// A partizan game by its rules.
///
/// `Display` writes a position in notation, with the name of the game; equal positions print alike and
/// different ones do not.
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

/// A position of a game given by [`PartizanRules`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByPartizanRules<G>(pub G);

impl<G: Display> Display for ByPartizanRules<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}

fn body<'a>(cursor: &mut Cursor<'a>) -> (std::ops::Range<usize>, &'a str) {
    cursor.blanks();
    let start = cursor.at();
    let body = cursor.take_body();
    (start..start + body.len(), body.trim())
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
        read_printed(left.into_iter().chain(right), cursor)
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
