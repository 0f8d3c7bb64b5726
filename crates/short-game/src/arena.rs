//! The arena: every form has a number, and all options are in one array.

use std::hash::BuildHasher;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};

use foldhash::fast::FixedState;
use hashbrown::HashTable;

use crate::cache::{MAX_GAMES, OrderCache};
use crate::dyadic::Dyadic;
use crate::error::{Error, Result};
use crate::game::{Game, MAX_DEPTH, Options, Owner, Player};
use crate::limits::{Limits, Watch};
use crate::stack::{FRAME_BYTES, SHALLOW, on_own_stack};
use crate::store::{Budget, Chunks, lock};
use crate::sum_cache::SumCache;

/// The stored data of a form.
#[derive(Debug)]
pub(crate) struct Node {
    /// The numbers of the stops; the stop of a number is the number itself.
    pub(crate) left_stop: u32,
    pub(crate) right_stop: u32,
    /// The index of the options, Left's before Right's; for a number, the index of its dyadic.
    place: u32,
    lefts: u32,
    rights: u32,
    pub(crate) depth: u32,
    /// `number + ups * up + *star`, where the number is the common stop.
    pub(crate) ups: i32,
    pub(crate) star: Option<u32>,
}

#[derive(Debug, Default)]
struct Slot {
    node: OnceLock<Node>,
    /// One more than the number of the canonical form; 0 while unknown.
    canonical: AtomicU32,
    /// One more than the number of the negative; 0 while unknown.
    negative: AtomicU32,
}

/// The stops of a form rounded to floats: enough to decide most comparisons. Rounding preserves the order, so unequal
/// keys mean unequal stops; equal keys decide nothing.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Keys {
    pub(crate) left: f32,
    pub(crate) right: f32,
}

/// The places for the next form.
#[derive(Debug, Default)]
struct Ends {
    games: u32,
    words: u32,
    numbers: u32,
}

const SHARDS: usize = 32;

#[derive(Clone, Copy, Debug)]
struct Entry {
    hash: u32,
    game: u32,
}

/// A set of short games in canonical form, each stored once.
///
/// All operations take `&self` and an arena may be shared by threads (`&Arena` or `Arc<Arena>`):
/// reading takes no lock, interning locks one of several shards of the index. Nothing is global;
/// dropping the arena frees everything.
///
/// # Errors
/// An operation that returns a `Result` fails when one of the [`Limits`] is reached ([`Error::is_limit`]), when a form
/// gets too deep ([`Error::TooDeep`]), and when a number leaves its range ([`Error::NumberRange`]). Methods document
/// their other errors.
pub struct Arena {
    pub(crate) owner: Owner,
    watch: Watch,
    pub(crate) budget: Budget,
    slots: Chunks<Slot>,
    /// Stored separately from the slots, and packed, because most comparisons need nothing else.
    keys: Chunks<AtomicU64>,
    words: Chunks<AtomicU32>,
    numbers: Chunks<OnceLock<Dyadic>>,
    ends: Mutex<Ends>,
    index: [Mutex<HashTable<Entry>>; SHARDS],
    pub(crate) order: OrderCache,
    pub(crate) sums: SumCache,
    /// Sums of numbers, ups and nimbers: the number, and one word for both others.
    pub(crate) names: SumCache,
}

impl Default for Arena {
    fn default() -> Self {
        Arena::new()
    }
}

/// Prints only the name; the games would fill pages.
impl std::fmt::Debug for Arena {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Arena").finish_non_exhaustive()
    }
}

impl Arena {
    /// Creates an arena with the default [`Limits`].
    #[must_use]
    pub fn new() -> Arena {
        Arena::with_limits(Limits::default()).expect("the default budget holds the number 0")
    }

    /// Creates an arena with these limits.
    ///
    /// # Errors
    /// [`Error::Memory`] if the budget is too small even for the number 0 (a few kilobytes).
    pub fn with_limits(limits: Limits) -> Result<Arena> {
        let arena = Arena {
            owner: Owner::new(),
            budget: Budget::new(limits.bytes),
            watch: Watch::new(limits),
            slots: Chunks::default(),
            keys: Chunks::default(),
            words: Chunks::default(),
            numbers: Chunks::default(),
            ends: Mutex::default(),
            index: [const { Mutex::new(HashTable::new()) }; SHARDS],
            order: OrderCache::default(),
            sums: SumCache::default(),
            names: SumCache::default(),
        };
        let zero = arena.number(Dyadic::ZERO)?;
        debug_assert_eq!(zero, Game::ZERO);
        Ok(arena)
    }

    /// Returns the limits of the arena.
    pub fn limits(&self) -> Limits {
        self.watch.limits()
    }

    /// Sets the limits for all operations, including running ones. So an arena can answer many questions, each with its
    /// own time.
    ///
    /// If more bytes are in use than allowed, all games stay, but operations that need more memory fail.
    pub fn set_limits(&self, limits: Limits) {
        self.budget.set_limit(limits.bytes);
        self.watch.set(limits);
    }

    /// Returns the bytes in use: forms, options, index and caches.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.budget.used()
    }

    /// Returns the number of stored forms: the values, and intermediate forms with reversible options.
    #[must_use]
    pub fn forms(&self) -> usize {
        lock(&self.ends).games as usize
    }

    /// Counts `units` of work, each about one table look-up, and stops when a limit is reached.
    #[inline]
    pub(crate) fn spend(&self, units: usize) -> Result<()> {
        self.watch.spend(units)
    }

    /// Fails if a limit is reached already.
    #[inline]
    pub(crate) fn begin(&self) -> Result<()> {
        self.watch.look()
    }

    #[inline]
    pub(crate) fn node(&self, g: Game) -> &Node {
        self.slot(g).node.get().expect("a game of this arena")
    }

    #[inline]
    fn slot(&self, g: Game) -> &Slot {
        self.slots.get(self.owner.number(g))
    }

    /// Returns the left stop and the right stop, as games.
    #[inline]
    pub(crate) fn stops(&self, g: Game) -> (Game, Game) {
        let node = self.node(g);
        (
            self.owner.game(node.left_stop),
            self.owner.game(node.right_stop),
        )
    }

    #[inline]
    pub(crate) fn keys(&self, g: Game) -> Keys {
        let word = self.keys.get(self.owner.number(g)).load(Ordering::Relaxed);
        Keys {
            left: f32::from_bits((word >> 32) as u32),
            right: f32::from_bits(word as u32),
        }
    }

    fn set_keys(&self, g: Game, left: f32, right: f32) {
        let word = u64::from(left.to_bits()) << 32 | u64::from(right.to_bits());
        let keys = self.keys.get(self.owner.number(g));
        keys.store(word, Ordering::Relaxed);
    }

    #[inline]
    pub(crate) fn is_number(&self, g: Game) -> bool {
        self.node(g).left_stop == g.number()
    }

    /// Returns `g` as a number, if it is one.
    #[must_use]
    pub fn to_number(&self, g: Game) -> Option<Dyadic> {
        let node = self.node(g);
        (node.left_stop == g.number()).then(|| {
            *self
                .numbers
                .get(node.place)
                .get()
                .expect("a number of this arena")
        })
    }

    /// Returns `g` as an integer, if it is one.
    pub(crate) fn to_integer(&self, g: Game) -> Option<i128> {
        self.to_number(g).and_then(Dyadic::to_integer)
    }

    /// Returns the stop `g` as a number.
    pub(crate) fn stop(&self, g: Game) -> Dyadic {
        self.to_number(g).expect("stops are numbers")
    }

    /// Returns one player's options of a form that is not a number.
    #[inline]
    pub(crate) fn stored(
        &self,
        g: Game,
        player: Player,
    ) -> impl ExactSizeIterator<Item = Game> + Clone + '_ {
        let node = self.node(g);
        debug_assert!(node.left_stop != g.number());
        let (start, length) = player.pick((0, node.lefts), (node.lefts, node.rights));
        let words = &self.words.slice(node.place, node.lefts + node.rights)[start as usize..]
            [..length as usize];
        let owner = self.owner;
        words
            .iter()
            .map(move |word| owner.game(word.load(Ordering::Relaxed)))
    }

    /// Returns one player's options; those of numbers are created on demand.
    pub(crate) fn options_of(&self, g: Game, player: Player) -> Result<Options> {
        let Some(x) = self.to_number(g) else {
            return Ok(self.stored(g, player).collect());
        };
        let (left, right) = x.options();
        match player.pick(left, right) {
            Some(option) => Ok(Options::from_slice(&[self.number(option)?])),
            None => Ok(Options::new()),
        }
    }

    /// Returns Left's and Right's options in the canonical form of `g`.
    ///
    /// # Errors
    /// [`Error::Memory`], for numbers only, whose options are created on demand.
    pub fn options(&self, g: Game) -> Result<(Vec<Game>, Vec<Game>)> {
        Ok((
            self.options_of(g, Player::Left)?.into_vec(),
            self.options_of(g, Player::Right)?.into_vec(),
        ))
    }

    /// Returns how many [`options`](Arena::options) Left and Right have. It does not create the options of numbers, so
    /// it cannot fail.
    #[must_use]
    pub fn option_counts(&self, g: Game) -> (usize, usize) {
        if let Some(x) = self.to_number(g) {
            let (left, right) = x.options();
            return (usize::from(left.is_some()), usize::from(right.is_some()));
        }
        let count = |player| self.stored(g, player).len();
        (count(Player::Left), count(Player::Right))
    }

    /// Returns the canonical form of a form, if known.
    #[inline]
    pub(crate) fn canonical_of(&self, form: Game) -> Option<Game> {
        let canonical = self.slot(form).canonical.load(Ordering::Acquire);
        Some(self.owner.game(canonical.checked_sub(1)?))
    }

    pub(crate) fn set_canonical(&self, form: Game, canonical: Game) {
        for game in [canonical, form] {
            let known = &self.slot(game).canonical;
            known.store(canonical.number() + 1, Ordering::Release);
        }
    }

    pub(crate) fn known_negative(&self, g: Game) -> Option<Game> {
        let negative = self.slot(g).negative.load(Ordering::Acquire);
        Some(self.owner.game(negative.checked_sub(1)?))
    }

    pub(crate) fn set_negatives(&self, g: Game, h: Game) {
        for (game, negative) in [(g, h), (h, g)] {
            let known = &self.slot(game).negative;
            known.store(negative.number() + 1, Ordering::Release);
        }
    }

    /// Returns the number `x` as a game.
    pub fn number(&self, x: Dyadic) -> Result<Game> {
        let hash = FixedState::default().hash_one(x);
        self.intern(
            hash,
            |game| self.to_number(game) == Some(x),
            |ends, game| {
                let place = ends.numbers;
                self.numbers.reach(place, &self.budget)?;
                ends.numbers += 1;
                self.numbers.get(place).set(x).expect("a place of its own");
                let key = x.to_f64() as f32;
                self.set_keys(game, key, key);
                let known = &self.slot(game).canonical;
                known.store(game.number() + 1, Ordering::Release);
                Ok(Node {
                    left_stop: game.number(),
                    right_stop: game.number(),
                    place,
                    lefts: 0,
                    rights: 0,
                    depth: 0,
                    ups: 0,
                    star: Some(0),
                })
            },
        )
    }

    /// Returns the form with these options and stops; the options are sorted, and the form is not a number.
    pub(crate) fn form(
        &self,
        left: &[Game],
        right: &[Game],
        left_stop: Game,
        right_stop: Game,
    ) -> Result<Game> {
        let hash = FixedState::default().hash_one((left, right));
        self.intern(
            hash,
            |game| {
                let node = self.node(game);
                node.left_stop != game.number()
                    && node.lefts as usize == left.len()
                    && node.rights as usize == right.len()
                    && self.stored(game, Player::Left).eq(left.iter().copied())
                    && self.stored(game, Player::Right).eq(right.iter().copied())
            },
            |ends, game| {
                let depth = 1 + self.greatest_depth(left.iter().chain(right));
                if depth > MAX_DEPTH {
                    return Err(Error::TooDeep);
                }
                let length = left.len() + right.len();
                let place = Chunks::<AtomicU32>::fit(ends.words, length).ok_or(Error::Memory)?;
                let end = u32::try_from(place as usize + length).map_err(|_| Error::Memory)?;
                self.words.reach(place, &self.budget)?;
                ends.words = end;
                let words = self.words.slice(place, length as u32).iter();
                for (word, option) in words.zip(left.iter().chain(right)) {
                    word.store(option.number(), Ordering::Relaxed);
                }
                let (ups, star) = match self.recognise(left, right, left_stop, right_stop) {
                    Some((ups, star)) => (ups, Some(star)),
                    None => (0, None),
                };
                self.set_keys(game, self.keys(left_stop).left, self.keys(right_stop).right);
                Ok(Node {
                    left_stop: left_stop.number(),
                    right_stop: right_stop.number(),
                    place,
                    lefts: left.len() as u32,
                    rights: right.len() as u32,
                    depth,
                    ups,
                    star,
                })
            },
        )
    }

    /// Finds the form or creates it.
    fn intern(
        &self,
        hash: u64,
        same: impl Fn(Game) -> bool,
        make: impl FnOnce(&mut Ends, Game) -> Result<Node>,
    ) -> Result<Game> {
        let mut table = lock(&self.index[(hash >> 32) as usize % SHARDS]);
        let short = hash as u32;
        // The table uses the low bits for the position and the high bits for the tag.
        let spread = |hash: u32| u64::from(hash).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        if let Some(entry) = table.find(spread(short), |e| {
            e.hash == short && same(self.owner.game(e.game))
        }) {
            return Ok(self.owner.game(entry.game));
        }
        if table.len() == table.capacity() {
            // The table doubles; the first one takes 64 bytes.
            let before = table.allocation_size();
            self.budget.take(before + 64)?;
            let reserved = table.try_reserve(1, |e| spread(e.hash));
            reserved.map_err(|_| {
                self.budget.give_back(before + 64);
                Error::Memory
            })?;
            self.budget
                .give_back((2 * before + 64).saturating_sub(table.allocation_size()));
        }
        let mut ends = lock(&self.ends);
        let number = ends.games;
        if number >= MAX_GAMES {
            return Err(Error::Memory);
        }
        self.slots.reach(number, &self.budget)?;
        self.keys.reach(number, &self.budget)?;
        let game = self.owner.game(number);
        let node = make(&mut ends, game)?;
        let slot = self.slots.get(number);
        slot.node.set(node).expect("a slot of its own");
        ends.games += 1;
        if ends.games.is_power_of_two() {
            self.order.grow(ends.games, &self.budget);
        }
        drop(ends);
        table.insert_unique(
            spread(short),
            Entry {
                hash: short,
                game: number,
            },
            |e| spread(e.hash),
        );
        Ok(game)
    }

    /// Runs a recursion of at most `depth` levels on a stack that is large enough.
    pub(crate) fn deep<T: Send>(
        &self,
        depth: u32,
        run: impl FnOnce() -> Result<T> + Send,
    ) -> Result<T> {
        self.begin()?;
        if depth <= SHALLOW {
            run()
        } else {
            on_own_stack(depth as usize * FRAME_BYTES, run)?
        }
    }

    #[inline]
    pub(crate) fn depth(&self, g: Game) -> u32 {
        self.node(g).depth
    }

    /// Returns the greatest depth of some games.
    pub(crate) fn greatest_depth<'a>(&self, games: impl Iterator<Item = &'a Game>) -> u32 {
        games.map(|&g| self.depth(g)).max().unwrap_or(0)
    }
}
