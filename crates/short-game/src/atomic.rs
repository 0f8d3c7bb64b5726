//! Atomic weights.

use crate::arena::Arena;
use crate::dyadic::Dyadic;
use crate::error::{Error, Result};
use crate::game::{Game, Options, Player};
use crate::store::Memo;

impl Arena {
    /// Returns whether `g` is all-small: in every position both players can move or neither can. All-small games are
    /// infinitesimal.
    pub fn is_all_small(&self, g: Game) -> Result<bool> {
        let followers = self.followers(g, |h| self.is_number(h))?;
        // In canonical form, the only number among the positions is then 0.
        Ok(followers
            .iter()
            .all(|&h| !self.is_number(h) || h == Game::ZERO))
    }

    /// Returns whether `g` is infinitesimal: between every negative and every positive number.
    pub(crate) fn is_infinitesimal(&self, g: Game) -> bool {
        self.stops(g) == (Game::ZERO, Game::ZERO)
    }

    /// Returns the atomic weight of a game: the number of ups that it is worth next to a remote star. All-small games
    /// have one, and some other infinitesimals, such as tinies.
    ///
    /// It is {GL - 2 | GR + 2} in terms of the options' weights, unless that is an integer; then the comparison with
    /// the remote star decides (*Winning Ways*, chapter 8; Siegel, section II.7). Numbers other than 0 count as more
    /// ups than the depth of the game. For a game that is not all-small, the result is its weight exactly if the rest,
    /// the game minus that many ups, is between -b and b for b = ^* + *N:-1 with a remote *N.
    ///
    /// # Errors
    /// [`Error::NotAtomic`] if there is none.
    pub fn atomic_weight(&self, g: Game) -> Result<Game> {
        if !self.is_infinitesimal(g) {
            return Err(Error::NotAtomic);
        }
        let followers = self.followers(g, |h| self.is_number(h))?;
        let (two, minus_two) = (self.integer(2)?, self.integer(-2)?);
        let many = i64::from(self.depth(g)) * 4 + 8;
        let remote = self.nimber(self.remote_from(&followers))?;
        let mut weights = Memo::new(&self.budget);
        for &position in followers.iter() {
            if let Some(x) = self.to_number(position) {
                let weight = self.integer(many * i64::from(x.signum()))?;
                weights.insert(position, weight, 0)?;
                continue;
            }
            let shifted = |player, by| {
                self.stored(position, player)
                    .map(|o| self.add(weights[o], by))
                    .collect::<Result<Options, _>>()
            };
            let (left, right) = (
                shifted(Player::Left, minus_two)?,
                shifted(Player::Right, two)?,
            );
            let plain = self.game(&left, &right)?;
            let weight = if self.to_integer(plain).is_none() {
                plain
            } else if self.le(remote, position)? {
                self.extreme_integer(&right, Player::Left)?
            } else if self.le(position, remote)? {
                self.extreme_integer(&left, Player::Right)?
            } else {
                Game::ZERO
            };
            weights.insert(position, weight, 0)?;
        }
        let weight = weights[g];
        match self.is_all_small(g)? || self.is_weight(g, weight)? {
            true => Ok(weight),
            false => Err(Error::NotAtomic),
        }
    }

    /// Returns whether `weight` times up differs from `g` by a game of weight 0.
    fn is_weight(&self, g: Game, weight: Game) -> Result<bool> {
        let rest = self.sub(g, self.norton_product(weight, self.ups(1)?)?)?;
        let remote = self.remote_star(rest)?.max(2).next_power_of_two();
        let kite = self.ordinal_sum(self.nimber(remote)?, self.integer(-1)?)?;
        let bound = self.add(self.number_up_star(Dyadic::ZERO, 1, 1)?, kite)?;
        Ok(self.le(rest, bound)? && self.le(self.neg(bound)?, rest)?)
    }

    /// Computes the least n such that *n and all greater nimbers are remote from `g`: none equals a follower of `g`
    /// that is 0 or not a number.
    ///
    /// The sums of `g` with any two nimbers from this one on have the same outcome (*Winning Ways*, chapter 8; Siegel,
    /// section II.7). By induction: a number other than 0 outweighs both nimbers; a winning move in `g` also wins with
    /// the other nimber; a move from the greater nimber to the lesser would leave the opponent a sum that is lost for
    /// the mover, or leave 0, which is excluded.
    pub fn remote_star(&self, g: Game) -> Result<u32> {
        let followers = self.followers(g, |h| self.is_number(h))?;
        Ok(self.remote_from(&followers))
    }

    /// Returns one more than the greatest n such that *n is a follower.
    fn remote_from(&self, followers: &[Game]) -> u32 {
        let greatest = followers.iter().filter_map(|&g| self.to_nimber(g)).max();
        greatest.map_or(0, |n| n + 1)
    }

    /// Returns the best integer for the player that is less than or confused with (for Right: greater than or confused
    /// with) each of the opponent's options.
    fn extreme_integer(&self, options: &[Game], player: Player) -> Result<Game> {
        let sign = player.pick(1, -1);
        // 2 beyond the nearer stop of any option is too far.
        let nearest = match player {
            Player::Left => options.iter().map(|&o| self.left_stop(o)).min(),
            Player::Right => options.iter().map(|&o| self.right_stop(o)).max(),
        };
        let mut n = nearest
            .map_or(0, Dyadic::floor)
            .checked_add(2 * sign)
            .ok_or(Error::NumberRange)?;
        loop {
            let candidate = self.number(Dyadic::integer(n))?;
            let mut fits = true;
            for &option in options {
                let (low, high) = player.pick((option, candidate), (candidate, option));
                fits = fits && !self.le(low, high)?;
            }
            if fits {
                return Ok(candidate);
            }
            n -= sign;
        }
    }
}
