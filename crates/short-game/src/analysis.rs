//! Facts about a value that players use.

use std::fmt;

use crate::arena::Arena;
use crate::dyadic::Dyadic;
use crate::error::{Error, Result};
use crate::game::{Game, Options, Player};
use crate::store::Memo;

/// The kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A number.
    Number,
    /// Not a number, but between all negative and all positive numbers: nimbers, ups, tinies.
    Infinitesimal,
    /// A number other than 0 plus an infinitesimal: both stops are that number.
    Tepid,
    /// {x|y} with numbers x > y.
    Switch,
    /// Any other value whose left stop exceeds its right stop.
    Hot,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Kind::Number => "number",
            Kind::Infinitesimal => "infinitesimal",
            Kind::Tepid => "tepid",
            Kind::Switch => "switch",
            Kind::Hot => "hot",
        })
    }
}

impl Arena {
    /// Returns the kind of `g`.
    ///
    /// ```
    /// use short_game::{Arena, Kind};
    /// let arena = Arena::new();
    /// let kind = |text: &str| arena.kind(arena.read(text).unwrap());
    /// let kinds = ["1/2", "v*", "2^", "{2|-1}", "{2||1|-1}"].map(kind);
    /// assert_eq!(kinds, [Kind::Number, Kind::Infinitesimal, Kind::Tepid, Kind::Switch, Kind::Hot]);
    /// ```
    #[must_use]
    pub fn kind(&self, g: Game) -> Kind {
        if self.is_number(g) {
            return Kind::Number;
        }
        let (left, right) = (self.left_stop(g), self.right_stop(g));
        let is_switch = [Player::Left, Player::Right].into_iter().all(|player| {
            let mut options = self.stored(g, player);
            options.len() == 1 && options.all(|option| self.is_number(option))
        });
        match (left > right, is_switch) {
            (false, _) if left == Dyadic::integer(0) => Kind::Infinitesimal,
            (false, _) => Kind::Tepid,
            (true, true) => Kind::Switch,
            (true, false) => Kind::Hot,
        }
    }

    /// Returns the day on which `g` is born: the depth of the game tree of its canonical form.
    pub fn birthday(&self, g: Game) -> Result<u128> {
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

    /// Returns the gain of one player by each move: GL - G for Left, G - GR for Right.
    fn gains(&self, g: Game, player: Player) -> Result<Options> {
        let gain = |o| {
            let (from, what) = player.pick((o, g), (g, o));
            self.sub(from, what)
        };
        self.options_of(g, player)?.into_iter().map(gain).collect()
    }

    /// Computes the incentives of one player to move in `g`, GL - G for Left and G - GR for Right, without the
    /// dominated ones.
    pub(crate) fn incentives_of(&self, g: Game, player: Player) -> Result<Vec<Game>> {
        self.maximal(self.gains(g, player)?)
    }

    /// Computes the incentives of both players to move in `g`, without the dominated ones.
    pub fn incentives(&self, g: Game) -> Result<Vec<Game>> {
        let mut all = self.gains(g, Player::Left)?;
        all.extend(self.gains(g, Player::Right)?);
        self.maximal(all)
    }

    fn maximal(&self, mut games: Options) -> Result<Vec<Game>> {
        let depth = self.greatest_depth(games.iter());
        self.deep(2 * depth, || {
            self.remove_dominated(&mut games, Player::Left)
                .map(|()| games.into_vec())
        })
    }

    /// Returns the interval of numbers with which `g` is confused, between its stops; each stop may or may not belong
    /// to it.
    pub fn confusion_interval(&self, g: Game) -> Result<ConfusionInterval> {
        let (left_stop, right_stop) = self.stops(g);
        let confused = |x| Ok::<_, Error>(self.compare(g, x)?.is_none());
        Ok(ConfusionInterval {
            low: self.stop(right_stop),
            low_included: confused(right_stop)?,
            high: self.stop(left_stop),
            high_included: confused(left_stop)?,
        })
    }
}

/// The numbers with which a game is confused.
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
    /// Returns whether no number is confused with the game, as for numbers and for ^.
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
