//! Handles of games, and what is made of them.

use foldhash::fast::FixedState;
use hashbrown::HashMap;
use smallvec::SmallVec;

/// The greatest depth of a form: the longest line of play to a number. The nimber `*n` has depth n
/// and `^n` depth n + 1; numbers have depth 0 however large they are.
pub const MAX_DEPTH: u32 = 4096;

/// A value: a short game in canonical form, held by an [`Arena`](crate::Arena).
///
/// Two games of one arena are equal if and only if their values are: `==` is equality of values. A
/// game means nothing in another arena.
///
/// Games are ordered only partially, and only their arena knows how:
/// [`Arena::le`](crate::Arena::le) and [`Arena::compare`](crate::Arena::compare). For sorted
/// containers there is [`Game::index`], and for lists that people read
/// [`Arena::sort`](crate::Arena::sort).
///
/// ```compile_fail
/// # use short_game::Arena;
/// # let arena = Arena::new();
/// # let (one, minus_one) = (arena.integer(1).unwrap(), arena.integer(-1).unwrap());
/// let wrong = one < minus_one; // handles have no order
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Game(pub(crate) u32);

impl Game {
    /// The game 0 = { | }, the same in every arena.
    pub const ZERO: Game = Game(0);

    /// The game's number in its arena: small, dense enough to index a table, different for
    /// different games. It counts the order in which they were made and says nothing about values.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What is known of some games.
pub(crate) type Map<T> = HashMap<Game, T, FixedState>;

/// A short list of options.
pub(crate) type Options = SmallVec<[Game; 16]>;

/// Sorts options as forms store them.
pub(crate) fn sort_stored(options: &mut [Game]) {
    options.sort_unstable_by_key(|game| game.0);
}

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Player {
    /// Left, to whom positive values are good.
    Left,
    /// Right.
    Right,
}

impl Player {
    /// The opponent.
    #[must_use]
    pub const fn opponent(self) -> Player {
        match self {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        }
    }
}
