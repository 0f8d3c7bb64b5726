//! One heap, from which a move takes 1, 2 or 3: a game by its rules alone, to which CONTRIBUTING.md adds a formula.

use std::fmt;

use nimfield::by_default;
use nimfield::displays_as_move;
use nimfield::game::{Moves, Rules, Theory};
use nimfield::info::GameInfo;
use nimfield::moves::{Arg, GameMove, Move};
use nimfield::notation::{Cursor, NotationError};

/// A heap with this number of counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taker(pub u64);

/// Takes this number of counters, 1 to 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Take(pub u64);

impl fmt::Display for Taker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "taker[{}]", self.0)
    }
}

const TAKE: &str = "take {amount}";

impl GameMove for Take {
    fn to_move(&self) -> Move {
        Move::new(TAKE, [Arg::Number(self.0.into())])
    }

    fn of_move(mv: &Move) -> Option<Take> {
        let amount = *mv.amounts()?.start();
        u64::try_from(amount).ok().map(Take)
    }
}

displays_as_move!(Take);

impl Rules for Taker {
    type Move = Take;

    const INFO: GameInfo = GameInfo {
        forms: &[TAKE],
        ..GameInfo::named("taker", "taker[21]")
    };

    fn moves(&self) -> Moves<'_, Take> {
        Box::new((1..=self.0.min(3)).map(Take))
    }

    fn play(&self, take: &Take) -> Result<Taker, String> {
        let legal = (1..=self.0.min(3)).contains(&take.0);
        legal
            .then(|| Taker(self.0 - take.0))
            .ok_or("a move takes 1, 2 or 3 counters of the heap".into())
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Taker, NotationError> {
        cursor.need_between("a heap", 0, u64::MAX).map(Taker)
    }
}

by_default!(Taker: Shown, Search, Engines);

impl Theory for Taker {}
