//! Handles of games, and collections of them.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU32, Ordering};

use foldhash::fast::FixedState;
use hashbrown::HashMap;
use smallvec::SmallVec;

/// The greatest depth of a form: the longest line of play to a number. The nimber `*n` has depth n and `^n` depth n +
/// 1; all numbers have depth 0, however large.
pub(crate) const MAX_DEPTH: u32 = 4096;

/// A value: a short game in canonical form, held by an [`Arena`](crate::Arena).
///
/// Two games of one arena are equal if and only if their values are: `==` is equality of values. A game belongs to its
/// arena; operations of other arenas panic:
///
/// ```should_panic
/// # use short_game::Arena;
/// let (mine, yours) = (Arena::new(), Arena::new());
/// let one = mine.integer(1).unwrap();
/// yours.to_number(one); // `yours` did not make this game
/// ```
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
#[derive(Clone, Copy)]
pub struct Game(
    /// The number in the arena, 0 for the game 0, and in the upper half the arena's own.
    u64,
);

impl Game {
    /// The game 0 = { | }, the same in every arena.
    pub const ZERO: Game = Game(0);

    /// Returns the game's number in its arena: small, dense enough to index a table, different for different games.
    /// Numbers follow the order of creation, and do not depend on the values.
    #[must_use]
    pub const fn index(self) -> usize {
        self.number() as usize
    }

    /// Returns whether both games belong to one arena. The game 0 belongs to every arena.
    #[must_use]
    pub const fn shares_arena(self, other: Game) -> bool {
        self.0 == 0 || other.0 == 0 || self.0 >> 32 == other.0 >> 32
    }

    /// Returns the number in the arena.
    #[inline]
    pub(crate) const fn number(self) -> u32 {
        self.0 as u32
    }
}

impl PartialEq for Game {
    #[inline]
    fn eq(&self, other: &Game) -> bool {
        // The game 0 is the same in every arena.
        self.number() == other.number() && (self.0 == other.0 || self.number() == 0)
    }
}

impl Eq for Game {}

impl Hash for Game {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // The hash is the same in every run, regardless of other arenas.
        state.write_u32(self.number());
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Game").field(&self.number()).finish()
    }
}

/// The mark of the games of one arena.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Owner(u64);

impl Owner {
    /// Creates a mark that is unique for fewer than 2^32 arenas.
    pub(crate) fn new() -> Owner {
        static NEXT: AtomicU32 = AtomicU32::new(1);
        Owner(u64::from(NEXT.fetch_add(1, Ordering::Relaxed).max(1)) << 32)
    }

    /// Returns the game of this number.
    #[inline]
    pub(crate) const fn game(self, number: u32) -> Game {
        Game(self.0 | number as u64)
    }

    /// Returns the number of a game of this arena.
    ///
    /// # Panics
    /// If another arena made the game.
    #[inline]
    pub(crate) fn number(self, g: Game) -> u32 {
        if (g.0 ^ self.0) >> 32 != 0 && g.number() != 0 {
            foreign();
        }
        g.number()
    }
}

#[cold]
#[inline(never)]
fn foreign() -> ! {
    panic!("the game belongs to another arena")
}

/// A map from games.
pub(crate) type Map<T> = HashMap<Game, T, FixedState>;

/// The numbers of some options, which take half the space of games.
pub(crate) type Numbers = SmallVec<[u32; 16]>;

/// A short list of options.
pub(crate) type Options = SmallVec<[Game; 16]>;

/// Sorts options as forms store them.
pub(crate) fn sort_stored(options: &mut [Game]) {
    options.sort_unstable_by_key(|game| game.number());
}

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Player {
    /// Left, for whom positive values are good.
    Left,
    /// Right.
    Right,
}

impl Player {
    /// Returns the opponent.
    #[must_use]
    pub const fn opponent(self) -> Player {
        match self {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        }
    }

    /// Returns the argument for this player.
    pub(crate) fn pick<T>(self, left: T, right: T) -> T {
        match self {
            Player::Left => left,
            Player::Right => right,
        }
    }
}

/// Left and Right.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.pick("Left", "Right"))
    }
}
