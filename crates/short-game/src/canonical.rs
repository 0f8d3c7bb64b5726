//! From options to the canonical form.
//!
//! The method is the textbook one (Conway, *On Numbers and Games*, chapter 10; Siegel, *Combinatorial Game Theory*,
//! section II.2): find numbers by the simplicity theorem, remove dominated options, bypass reversible options, then
//! remove dominated options again. It is fast because every form has its own number, so that comparisons with the game
//! in progress are cached like all others, and no form is processed twice.

use smallvec::SmallVec;

use crate::arena::{Arena, Keys};
use crate::dyadic::Dyadic;
use crate::error::Result;
use crate::game::{Game, Options, Player, sort_stored};

impl Arena {
    /// Returns the game whose options are these values.
    ///
    /// ```
    /// # use short_game::{Arena, Game};
    /// let arena = Arena::new();
    /// let one = arena.game(&[Game::ZERO], &[])?;
    /// let half = arena.game(&[Game::ZERO], &[one])?;
    /// assert_eq!(arena.add(half, half)?, one);
    /// # Ok::<(), short_game::Error>(())
    /// ```
    pub fn game(&self, left: &[Game], right: &[Game]) -> Result<Game> {
        let depth = self.greatest_depth(left.iter().chain(right));
        self.deep(2 * depth + 2, || {
            self.canonical(Options::from_slice(left), Options::from_slice(right))
        })
    }

    /// Computes [`Arena::game`] on the current stack.
    #[inline(never)]
    pub(crate) fn canonical(&self, mut left: Options, mut right: Options) -> Result<Game> {
        self.spend(8 + 2 * (left.len() + right.len()))?;
        self.remove_dominated(&mut left, Player::Left)?;
        self.remove_dominated(&mut right, Player::Right)?;
        let form = self.form_of(&mut left, &mut right)?;
        if let Some(known) = self.canonical_of(form) {
            return Ok(known);
        }
        let bypassed_left = self.bypass_reversible(form, &mut left, Player::Left)?;
        let bypassed_right = self.bypass_reversible(form, &mut right, Player::Right)?;
        let canonical = if bypassed_left || bypassed_right {
            self.remove_dominated(&mut left, Player::Left)?;
            self.remove_dominated(&mut right, Player::Right)?;
            sort_stored(&mut left);
            sort_stored(&mut right);
            let (left_stop, right_stop) = self.stops(form);
            self.form(&left, &right, left_stop, right_stop)?
        } else {
            form
        };
        self.set_canonical(form, canonical);
        Ok(canonical)
    }

    /// Returns whether `a` is at least as good for the player as `b`.
    #[inline]
    pub(crate) fn as_good(&self, player: Player, a: Game, b: Game) -> Result<bool> {
        let (low, high) = player.pick((b, a), (a, b));
        self.le_within(low, high)
    }

    /// Removes options that are no better than another option.
    pub(crate) fn remove_dominated(&self, options: &mut Options, player: Player) -> Result<()> {
        if options.len() < 2 {
            return Ok(());
        }
        // Mirror everything for Right, so that `right` is the stop for the opponent to move in both cases.
        let mut sorted: SmallVec<[(Keys, u32); 32]> = options
            .iter()
            .map(|&option| {
                let keys = self.keys(option);
                let mirrored = Keys {
                    left: -keys.right,
                    right: -keys.left,
                };
                (player.pick(keys, mirrored), option.number())
            })
            .collect();
        // No option is better than one before it, except among equal keys.
        sorted.sort_unstable_by(|(a, g), (b, h)| {
            b.right
                .total_cmp(&a.right)
                .then(b.left.total_cmp(&a.left))
                .then(g.cmp(h))
        });
        let as_good = |a: u32, b: u32| {
            let (low, high) = player.pick((b, a), (a, b));
            self.le_undecided(self.owner.game(low), self.owner.game(high))
        };
        let mut kept = 0;
        'next: for i in 0..sorted.len() {
            let (keys, new) = sorted[i];
            if keys.left < sorted[0].0.right {
                continue;
            }
            self.spend(1 + kept)?;
            for j in (0..kept).rev() {
                let (old_keys, old) = sorted[j];
                if keys.left <= old_keys.left && as_good(old, new)? {
                    continue 'next;
                }
                if keys == old_keys && as_good(new, old)? {
                    sorted.copy_within(j + 1..kept, j);
                    kept -= 1;
                }
            }
            sorted[kept] = (keys, new);
            kept += 1;
        }
        options.clear();
        options.extend(
            sorted[..kept]
                .iter()
                .map(|&(_, option)| self.owner.game(option)),
        );
        Ok(())
    }

    /// Returns the number that the options make, which is canonical, or else their form (which sorts them).
    fn form_of(&self, left: &mut Options, right: &mut Options) -> Result<Game> {
        // Right moves after Left's option, so its right stop counts.
        let low = left
            .iter()
            .map(|&o| self.stops(o).1)
            .max_by(|&a, &b| self.compare_numbers(a, b));
        let high = right
            .iter()
            .map(|&o| self.stops(o).0)
            .min_by(|&a, &b| self.compare_numbers(a, b));
        let bounds = low.zip(high);
        if bounds.is_none_or(|(low, high)| self.compare_numbers(low, high).is_le()) {
            // A number between the bounds fits; a bound itself fits if it is confused with, or better
            // for the opponent than, every option on its side.
            let mut low_fits = low.is_some();
            for &option in left.iter() {
                low_fits = low_fits && !self.le_within(low.expect("an option"), option)?;
            }
            let mut high_fits = high.is_some();
            for &option in right.iter() {
                high_fits = high_fits && !self.le_within(option, high.expect("an option"))?;
            }
            let bound = |stop: Option<Game>, fits| stop.map(|x| (self.stop(x), fits));
            let number = Dyadic::simplest_between(bound(low, low_fits), bound(high, high_fits))?;
            if let Some(x) = number {
                return self.number(x);
            }
        }
        let (low, high) = bounds.expect("a number lies above every number and below every number");
        sort_stored(left);
        sort_stored(right);
        self.form(left, right, low, high)
    }

    /// Returns the reply through which an option of `form` is reversible: a reply of the opponent after which the
    /// player is no better off than in `form`.
    pub(crate) fn reversing(
        &self,
        form: Game,
        option: Game,
        player: Player,
    ) -> Result<Option<Game>> {
        let replies = self.options_of(option, player.opponent())?;
        self.spend(1 + replies.len())?;
        for reply in replies {
            if self.as_good(player, form, reply)? {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }

    /// Replaces every reversible option by the player's options after the reversing reply, until none is reversible;
    /// returns whether there was one.
    fn bypass_reversible(&self, form: Game, options: &mut Options, player: Player) -> Result<bool> {
        let (mut seen, mut kept) = (options.clone(), Options::new());
        let mut work = std::mem::take(options);
        let mut found = false;
        while let Some(option) = work.pop() {
            let Some(reply) = self.reversing(form, option, player)? else {
                kept.push(option);
                continue;
            };
            found = true;
            for next in self.options_of(reply, player)? {
                self.spend(1 + seen.len() / 16)?;
                if !seen.contains(&next) {
                    seen.push(next);
                    work.push(next);
                }
            }
        }
        *options = kept;
        Ok(found)
    }
}
