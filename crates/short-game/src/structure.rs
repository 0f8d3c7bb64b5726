//! An order of games that depends only on the games, for lists that people read.
//!
//! Games of an arena are numbered in order of creation, so their numbers differ between arenas, but canonical forms are
//! the same everywhere. [`Ranks`] order forms by depth, then by name or stops, then by their options one by one. Since
//! options are less deep than their form, this is a total order, and different games have different ranks.

use std::cmp::Ordering;

use crate::arena::Arena;
use crate::dyadic::Dyadic;
use crate::error::{Error, Result};
use crate::game::{Game, Player};
use crate::special::Named;
use crate::store::{Lease, Memo};

/// The sort key of forms of one depth.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    NumberUpStar(Dyadic, i32, u32),
    Tiny(Dyadic),
    Miny(Dyadic),
    /// The stops and the ranks of the options.
    Options((Dyadic, Dyadic), Vec<u32>, Vec<u32>),
}

/// The ranks of some games.
#[derive(Debug)]
pub(crate) struct Ranks<'a> {
    ranks: Memo<'a, u32>,
}

impl Ranks<'_> {
    /// Sorts games for printing: by left stop, right stop and rank.
    pub(crate) fn sort(&self, arena: &Arena, games: &mut [Game]) -> Result<()> {
        arena.sort_by(games, 4, |&a, &b| {
            let ((left_a, right_a), (left_b, right_b)) = (arena.stops(a), arena.stops(b));
            arena
                .compare_numbers(left_a, left_b)
                .then_with(|| arena.compare_numbers(right_a, right_b))
                .then_with(|| self.ranks[a].cmp(&self.ranks[b]))
        })
    }
}

impl Arena {
    /// Sorts games for people to read: by left stop, then by right stop, then by their forms. The order depends only on
    /// the games, not on the arena or its history; it is not the order of [`Arena::le`], which is partial.
    ///
    /// Takes time proportional to the shared forms, not to their printed length.
    pub fn sort(&self, games: &mut [Game]) -> Result<()> {
        let positions = self.followers_of(games, |g| self.has_name(g))?;
        self.ranks(&positions)?.sort(self, games)
    }

    /// Returns the ranks of games; they must include all options of those without a name.
    pub(crate) fn ranks(&self, positions: &[Game]) -> Result<Ranks<'_>> {
        let mut lease = Lease::new(&self.budget);
        lease.take(size_of_val(positions))?;
        let mut by_depth = positions.to_vec();
        self.sort_by(&mut by_depth, 1, |&g, &h| self.depth(g).cmp(&self.depth(h)))?;
        let mut ranks = Memo::new(&self.budget);
        let mut next = 0;
        for level in by_depth.chunk_by(|&g, &h| self.depth(g) == self.depth(h)) {
            let mut lease = Lease::new(&self.budget);
            lease.take(level.len() * (size_of::<Key>() + size_of::<(u32, u32)>()))?;
            let (mut keys, mut longest) = (Vec::with_capacity(level.len()), 1);
            for &g in level {
                let key = self.key(g, &ranks, &mut lease)?;
                if let Key::Options(_, left, right) = &key {
                    longest = longest.max(left.len() + right.len());
                }
                keys.push(key);
            }
            let mut order: Vec<u32> = (0..level.len() as u32).collect();
            self.sort_by(&mut order, longest, |&i, &j| {
                keys[i as usize].cmp(&keys[j as usize])
            })?;
            for place in order {
                ranks.insert(level[place as usize], next, 0)?;
                next += 1;
            }
        }
        Ok(Ranks { ranks })
    }

    fn key(&self, g: Game, ranks: &Memo<'_, u32>, lease: &mut Lease<'_>) -> Result<Key> {
        self.spend(4)?;
        match self.named(g) {
            Some(Named::NumberUpStar { number, ups, star }) => {
                return Ok(Key::NumberUpStar(number, ups, star));
            }
            Some(Named::Tiny(x)) => return Ok(Key::Tiny(x)),
            Some(Named::Miny(x)) => return Ok(Key::Miny(x)),
            Some(Named::Switch { .. }) | None => {}
        }
        let mut side = |player| {
            let options = self.stored(g, player);
            lease.take(size_of::<u32>() * options.len())?;
            self.spend(2 * options.len())?;
            let mut side: Vec<u32> = options.map(|option| ranks[option]).collect();
            side.sort_unstable();
            Ok::<_, Error>(side)
        };
        let (left, right) = (side(Player::Left)?, side(Player::Right)?);
        let stops = (self.left_stop(g), self.right_stop(g));
        Ok(Key::Options(stops, left, right))
    }

    /// Sorts stably, and stops when a limit is reached; a comparison costs up to `cost` units of work.
    pub(crate) fn sort_by<T: Copy>(
        &self,
        items: &mut [T],
        cost: usize,
        compare: impl Fn(&T, &T) -> Ordering,
    ) -> Result<()> {
        const RUN: usize = 16;
        for run in items.chunks_mut(RUN) {
            self.spend(run.len() * 4 * cost)?;
            run.sort_by(&compare);
        }
        if items.len() <= RUN {
            return Ok(());
        }
        let mut lease = Lease::new(&self.budget);
        lease.take(size_of_val(items))?;
        let mut merged = Vec::with_capacity(items.len());
        let mut width = RUN;
        while width < items.len() {
            merged.clear();
            for pair in items.chunks(2 * width) {
                let (mut left, mut right) = pair.split_at(width.min(pair.len()));
                while let (Some(&a), Some(&b)) = (left.first(), right.first()) {
                    self.spend(cost)?;
                    if compare(&a, &b).is_le() {
                        merged.push(a);
                        left = &left[1..];
                    } else {
                        merged.push(b);
                        right = &right[1..];
                    }
                }
                merged.extend_from_slice(left);
                merged.extend_from_slice(right);
            }
            items.copy_from_slice(&merged);
            width *= 2;
        }
        Ok(())
    }
}
