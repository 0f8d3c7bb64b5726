//! The partial order of games.

use std::cmp::Ordering;
use std::fmt;

use crate::arena::{Arena, Keys};
use crate::dyadic::Dyadic;
use crate::error::Result;
use crate::game::{Game, Numbers, Player};

/// The winner in normal play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[must_use]
pub enum Outcome {
    /// Left wins, whoever begins: the value is positive.
    Left,
    /// Right wins, whoever begins: the value is negative.
    Right,
    /// The next player wins: the value is confused with 0.
    Next,
    /// The previous player, who has just moved, wins: the value is 0.
    Previous,
}

/// The letter of the class.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Left => "L",
            Outcome::Right => "R",
            Outcome::Next => "N",
            Outcome::Previous => "P",
        })
    }
}

/// Decides `g <= h` by the stops if they suffice: a greater stop of `g` refutes it, and it holds if even the left stop
/// of `g` is less than the right stop of `h`.
#[inline]
fn by_stops(g: Keys, h: Keys) -> Option<bool> {
    if g.left > h.left || g.right > h.right {
        Some(false)
    } else if g.left < h.right {
        Some(true)
    } else {
        None
    }
}

impl Arena {
    /// Returns whether `g <= h`: Left, moving second, wins h - g.
    pub fn le(&self, g: Game, h: Game) -> Result<bool> {
        self.deep(self.depth(g) + self.depth(h), || self.le_within(g, h))
    }

    /// Returns how `g` compares with `h`; `None` if they are confused (incomparable).
    pub fn compare(&self, g: Game, h: Game) -> Result<Option<Ordering>> {
        Ok(match (g == h, self.le(g, h)?, self.le(h, g)?) {
            (true, _, _) => Some(Ordering::Equal),
            (_, true, _) => Some(Ordering::Less),
            (_, _, true) => Some(Ordering::Greater),
            _ => None,
        })
    }

    /// Returns the outcome of `g` in normal play.
    pub fn outcome(&self, g: Game) -> Result<Outcome> {
        Ok(match self.compare(g, Game::ZERO)? {
            Some(Ordering::Greater) => Outcome::Left,
            Some(Ordering::Less) => Outcome::Right,
            Some(Ordering::Equal) => Outcome::Previous,
            None => Outcome::Next,
        })
    }

    /// Returns the left stop: the number reached when Left begins and both move alternately until the position is a
    /// number, where Left maximizes it and Right minimizes it.
    pub fn left_stop(&self, g: Game) -> Dyadic {
        self.stop(self.stops(g).0)
    }

    /// Returns the right stop: the same with Right beginning.
    pub fn right_stop(&self, g: Game) -> Dyadic {
        self.stop(self.stops(g).1)
    }

    /// Returns the order of two games that are numbers.
    pub(crate) fn compare_numbers(&self, x: Game, y: Game) -> Ordering {
        let (a, b) = (self.keys(x).left, self.keys(y).left);
        // Equal doubles may be different numbers.
        a.total_cmp(&b).then_with(|| {
            if x == y {
                Ordering::Equal
            } else {
                self.stop(x).cmp(&self.stop(y))
            }
        })
    }

    /// Decides `g <= h` for forms, on the current stack.
    #[inline]
    pub(crate) fn le_within(&self, g: Game, h: Game) -> Result<bool> {
        match by_stops(self.keys(g), self.keys(h)) {
            Some(verdict) => Ok(verdict),
            None => self.le_undecided(g, h),
        }
    }

    /// Decides `g <= h` if the stops do not decide it.
    #[inline]
    pub(crate) fn le_undecided(&self, g: Game, h: Game) -> Result<bool> {
        if g == h {
            return Ok(true);
        }
        if let Some(verdict) = self.order.get(g.number(), h.number()) {
            return Ok(verdict);
        }
        let verdict = self.le_by_options(g, h)?;
        self.order
            .put(g.number(), h.number(), verdict, &self.budget);
        Ok(verdict)
    }

    #[inline(never)]
    fn le_by_options(&self, g: Game, h: Game) -> Result<bool> {
        let (gn, hn) = (self.node(g), self.node(h));
        let (g_number, h_number) = (gn.left_stop == g.number(), hn.left_stop == h.number());
        if g_number && h_number {
            return Ok(self.compare_numbers(g, h).is_le());
        }
        if let (Some(a), Some(b)) = (gn.star, hn.star)
            && gn.left_stop == hn.left_stop
        {
            // n ups and *k: positive if n > 1, or n = 1 and k is not 1; 0 if n = k = 0.
            let (ups, star) = (i64::from(gn.ups) - i64::from(hn.ups), a ^ b);
            return Ok(ups < -1 || ups == -1 && star != 1 || ups == 0 && star == 0);
        }
        // g <= h unless Right has an answer h' <= g or Left an answer g' >= h. Moves in a number are unnecessary while
        // the other game is not a number (number avoidance). Options that the stops decide come first.
        let (g_keys, h_keys) = (self.keys(g), self.keys(h));
        let (mut in_h, mut in_g) = (Numbers::new(), Numbers::new());
        if !h_number {
            let options = self.stored(h, Player::Right);
            self.spend(4 + options.len())?;
            for option in options {
                match by_stops(self.keys(option), g_keys) {
                    Some(true) => return Ok(false),
                    Some(false) => {}
                    None => in_h.push(option.number()),
                }
            }
        }
        if !g_number {
            let options = self.stored(g, Player::Left);
            self.spend(4 + options.len())?;
            for option in options {
                match by_stops(h_keys, self.keys(option)) {
                    Some(true) => return Ok(false),
                    Some(false) => {}
                    None => in_g.push(option.number()),
                }
            }
        }
        self.spend(in_h.len() + in_g.len())?;
        for option in in_h {
            if self.le_undecided(self.owner.game(option), g)? {
                return Ok(false);
            }
        }
        for option in in_g {
            if self.le_undecided(h, self.owner.game(option))? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
