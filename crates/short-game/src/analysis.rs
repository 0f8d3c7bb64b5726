//! What a player wants to know about a value.

use std::fmt;

use crate::arena::Arena;
use crate::dyadic::Dyadic;
use crate::error::Error;
use crate::game::{Game, Options, Player};
use crate::memo::Memo;

impl Arena {
    /// The day on which `g` is born: the depth of the game tree of its canonical form.
    ///
    /// # Errors
    /// A reached limit ([`Error::is_limit`]).
    pub fn birthday(&self, g: Game) -> Result<u128, Error> {
        let mut days: Memo<'_, u128> = Memo::new(&self.budget);
        for &position in self.followers(g, |h| self.is_number(h))?.iter() {
            let day = match self.to_number(position) {
                Some(x) => x.birthday(),
                None => {
                    let options = [Player::Left, Player::Right]
                        .into_iter()
                        .flat_map(|p| self.stored(position, p));
                    1 + options.map(|o| days[o]).max().unwrap_or(0)
                }
            };
            days.insert(position, day, 0)?;
        }
        Ok(days[g])
    }

    /// What one player gains by each move: GL - G for Left, G - GR for Right.
    fn gains(&self, g: Game, player: Player) -> Result<Options, Error> {
        let gain = |o| match player {
            Player::Left => self.sub(o, g),
            Player::Right => self.sub(g, o),
        };
        self.options_of(g, player)?.into_iter().map(gain).collect()
    }

    /// The incentives of one player to move in `g`, GL - G for Left and G - GR for Right, without
    /// the dominated ones.
    ///
    /// # Errors
    /// As [`Arena::add`].
    pub fn incentives_of(&self, g: Game, player: Player) -> Result<Vec<Game>, Error> {
        self.maximal(self.gains(g, player)?)
    }

    /// The incentives of both players to move in `g`, without the dominated ones.
    ///
    /// # Errors
    /// As [`Arena::add`].
    pub fn incentives(&self, g: Game) -> Result<Vec<Game>, Error> {
        let mut all = self.gains(g, Player::Left)?;
        all.extend(self.gains(g, Player::Right)?);
        self.maximal(all)
    }

    fn maximal(&self, mut games: Options) -> Result<Vec<Game>, Error> {
        let depth = games.iter().map(|&g| self.depth(g)).max().unwrap_or(0);
        self.deep(2 * depth, || {
            self.remove_dominated(&mut games, Player::Left)
                .map(|()| games.into_vec())
        })
    }

    /// The numbers that `g` is confused with: between its stops, each of which may or may not be
    /// one of them.
    ///
    /// # Errors
    /// As [`Arena::le`].
    pub fn confusion_interval(&self, g: Game) -> Result<ConfusionInterval, Error> {
        let node = self.node(g);
        let confused = |x| Ok::<_, Error>(self.compare(g, x)?.is_none());
        Ok(ConfusionInterval {
            low: self.stop(node.right_stop),
            low_included: confused(node.right_stop)?,
            high: self.stop(node.left_stop),
            high_included: confused(node.left_stop)?,
        })
    }
}

/// The numbers that a game is confused with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub struct ConfusionInterval {
    /// The right stop.
    pub low: Dyadic,
    /// Whether the game is confused with `low`.
    pub low_included: bool,
    /// The left stop.
    pub high: Dyadic,
    /// Whether the game is confused with `high`.
    pub high_included: bool,
}

impl ConfusionInterval {
    /// Whether no number is confused with the game, as for numbers and for ^.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.low == self.high && !(self.low_included && self.high_included)
    }
}

impl fmt::Display for ConfusionInterval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("empty");
        }
        let open = if self.low_included { '[' } else { '(' };
        let close = if self.high_included { ']' } else { ')' };
        write!(f, "{open}{}, {}{close}", self.low, self.high)
    }
}
