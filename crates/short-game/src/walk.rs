//! The positions of a game, each after its options.

use std::ops::Deref;

use foldhash::fast::FixedState;
use hashbrown::HashSet;

use crate::arena::Arena;
use crate::error::{Error, Result};
use crate::game::{Game, Player};
use crate::store::Lease;

/// Positions in an order in which options come first, charged to the arena's budget.
#[derive(Debug)]
pub(crate) struct Followers<'a> {
    games: Vec<Game>,
    _lease: Lease<'a>,
}

impl Deref for Followers<'_> {
    type Target = [Game];

    fn deref(&self) -> &[Game] {
        &self.games
    }
}

impl Arena {
    /// Returns the option at this index among Left's and then Right's.
    fn option_at(&self, g: Game, place: u32) -> Result<Game> {
        let mut place = place as usize;
        if !self.is_number(g) {
            let left = self.stored(g, Player::Left);
            if place >= left.len() {
                place -= left.len();
                let mut right = self.stored(g, Player::Right);
                return Ok(right.nth(place).expect("a place below the count"));
            }
            let mut left = left;
            return Ok(left.nth(place).expect("a place below the count"));
        }
        let mut options = self.options_of(g, Player::Left)?;
        options.extend(self.options_of(g, Player::Right)?);
        Ok(options[place])
    }

    /// Returns `g` and its followers, each after its own options. Skips the options of positions for which `leaf`
    /// returns true.
    pub(crate) fn followers(&self, g: Game, leaf: impl Fn(Game) -> bool) -> Result<Followers<'_>> {
        self.followers_of(&[g], leaf)
    }

    /// Does the same for several games.
    pub(crate) fn followers_of(
        &self,
        roots: &[Game],
        leaf: impl Fn(Game) -> bool,
    ) -> Result<Followers<'_>> {
        self.begin()?;
        let (mut games, mut lease) = (Vec::new(), Lease::new(&self.budget));
        let (mut seen, mut table) = (
            HashSet::<Game, FixedState>::default(),
            Lease::new(&self.budget),
        );
        let count = |g| {
            let (left, right) = if leaf(g) {
                (0, 0)
            } else {
                self.option_counts(g)
            };
            (left + right) as u32
        };
        // The path down, with the next option and their number; its length is at most the depth of the form, or the
        // birthday of a number in it.
        let mut stack: Vec<(Game, u32, u32)> = Vec::new();
        let mut roots = roots.iter();
        loop {
            self.spend(1)?;
            let next = match stack.last_mut() {
                Some((g, place, end)) if *place < *end => {
                    *place += 1;
                    self.option_at(*g, *place - 1)?
                }
                Some(&mut (g, ..)) => {
                    if games.len() == games.capacity() {
                        let more = games.len().max(16);
                        lease.take(more * size_of::<Game>())?;
                        games.try_reserve_exact(more).map_err(|_| Error::Memory)?;
                    }
                    games.push(g);
                    stack.pop();
                    continue;
                }
                None => match roots.next() {
                    Some(&root) => root,
                    None => break,
                },
            };
            if seen.len() == seen.capacity() {
                table.reach(2 * seen.allocation_size() + 64)?;
                seen.try_reserve(1).map_err(|_| Error::Memory)?;
            }
            if seen.insert(next) {
                stack.push((next, 0, count(next)));
            }
        }
        Ok(Followers {
            games,
            _lease: lease,
        })
    }
}
