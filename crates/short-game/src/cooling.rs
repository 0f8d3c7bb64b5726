//! Cooling, heating, overheating, freezing.

use crate::arena::Arena;
use crate::dyadic::Dyadic;
use crate::error::{Error, Result};
use crate::game::Game;
use crate::thermograph::Thermographs;

impl Arena {
    /// Returns `g` cooled by `t` > -1: every move costs t, and above its temperature a game equals its mean. If t < 0,
    /// moves are rewarded, and numbers with a temperature of at least `t` are still played.
    ///
    /// # Errors
    /// [`Error::TemperatureTooLow`].
    pub fn cool(&self, g: Game, t: Dyadic) -> Result<Game> {
        if t <= Dyadic::integer(-1) {
            return Err(Error::TemperatureTooLow);
        }
        let is_end = |h| match self.to_number(h) {
            Some(x) => Dyadic::new(-1, x.exponent()).is_ok_and(|own| own < t),
            None => false,
        };
        let mut thermographs = Thermographs::new(self);
        let gain = self.number(t.neg()?)?;
        self.moves_gain(g, gain, is_end, |position| {
            let thermograph = thermographs.get(position)?;
            match thermograph.temperature() < t {
                true => self.number(thermograph.mean()).map(Some),
                false => Ok(None),
            }
        })
    }

    /// Returns `g` cooled by its temperature; a number stays unchanged.
    pub(crate) fn freeze(&self, g: Game) -> Result<Game> {
        match self.is_number(g) {
            true => Ok(g),
            false => self.cool(g, self.temperature(g)?),
        }
    }

    /// Returns `g` heated by `t`: numbers stay unchanged, and in other games each move gains t. It uses the canonical
    /// form of `g`. Unlike cooling, its inverse for numbers t >= 0, heating does not respect sums.
    pub fn heat(&self, g: Game, t: Game) -> Result<Game> {
        let number = |h: Game| Ok(self.is_number(h).then_some(h));
        self.moves_gain(g, t, |h| self.is_number(h), number)
    }

    /// Returns `g` overheated from `s` to `t`: an integer n is n times s, and in other games each move gains t. It uses
    /// the canonical form of `g`.
    pub(crate) fn overheat(&self, g: Game, s: Game, t: Game) -> Result<Game> {
        let is_end = |h| self.to_integer(h).is_some();
        self.moves_gain(g, t, is_end, |h| {
            self.to_integer(h).map(|n| self.multiple(n, s)).transpose()
        })
    }

    /// Returns the game in which each move gains `gain`, down to the positions for which `leaf` returns a value.
    fn moves_gain(
        &self,
        g: Game,
        gain: Game,
        is_end: impl Fn(Game) -> bool,
        leaf: impl FnMut(Game) -> Result<Option<Game>>,
    ) -> Result<Game> {
        let loss = self.neg(gain)?;
        self.rebuild(g, is_end, leaf, |player| {
            std::slice::from_ref(player.pick(&gain, &loss))
        })
    }
}
