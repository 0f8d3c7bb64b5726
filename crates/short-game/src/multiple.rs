//! Multiples.

use crate::arena::Arena;
use crate::dyadic::Dyadic;
use crate::error::{Error, Result};
use crate::game::Game;

/// Multiples of fewer copies are computed only by doubling.
const FEW_COPIES: u128 = 64;

/// Forms with fewer positions are doubled.
const FEW_POSITIONS: usize = 64;

impl Arena {
    /// Returns the n-fold sum g + ... + g; for negative n it returns the sum of copies of -g.
    ///
    /// Computes it by doubling while forms stay small, and then copy by copy. If a suitable number c is subtracted from
    /// each copy, the forms of (n-1)(g-c) and n(g-c) share most of their positions, so each copy takes about the same
    /// time. The means of the positions of g are the candidates for c.
    pub fn multiple(&self, n: i128, g: Game) -> Result<Game> {
        if let Some(x) = self.to_number(g) {
            return self.number(Dyadic::integer(n).mul(x)?);
        }
        let g = if n < 0 { self.neg(g)? } else { g };
        let n = n.unsigned_abs();
        let (mut left, mut sum, mut term, mut size) = (n, Game::ZERO, g, FEW_POSITIONS);
        loop {
            if left & 1 == 1 {
                sum = self.add(sum, term)?;
            }
            left >>= 1;
            if left == 0 || term == Game::ZERO {
                return Ok(sum);
            }
            term = self.add(term, term)?;
            // Sums of numbers, ups and nimbers need no doubling.
            if n >= FEW_COPIES && self.node(term).star.is_none() {
                let doubled = self.positions(&[term])?;
                if doubled > size {
                    return self.copies(n, g);
                }
                size = doubled.max(FEW_POSITIONS);
            }
        }
    }

    fn copies(&self, n: u128, g: Game) -> Result<Game> {
        /// The number of copies used to test how much their forms share.
        const TRIED: u128 = 16;
        /// The most candidates for c.
        const MOST_SHIFTS: usize = 16;
        let mut shifts = vec![Dyadic::ZERO];
        for &position in self.followers(g, |h| self.is_number(h))?.iter() {
            let mean = self.mean(position)?;
            if shifts.len() < MOST_SHIFTS && !shifts.contains(&mean) {
                shifts.push(mean);
            }
        }
        let mut best = (usize::MAX, Dyadic::ZERO);
        for shift in shifts {
            let term = self.sub(g, self.number(shift)?)?;
            let (mut sum, mut sums) = (Game::ZERO, Vec::new());
            for _ in 0..TRIED {
                sum = self.add(sum, term)?;
                sums.push(sum);
            }
            best = best.min((self.positions(&sums)?, shift));
        }
        let shift = best.1;
        let term = self.sub(g, self.number(shift)?)?;
        let mut sum = Game::ZERO;
        for _ in 0..n {
            sum = self.add(sum, term)?;
        }
        let copies = i128::try_from(n).map_err(|_| Error::NumberRange)?;
        self.add(sum, self.number(Dyadic::integer(copies).mul(shift)?)?)
    }

    /// Returns the total number of positions of the games; a number counts as one.
    fn positions(&self, games: &[Game]) -> Result<usize> {
        Ok(self.followers_of(games, |h| self.is_number(h))?.len())
    }
}
