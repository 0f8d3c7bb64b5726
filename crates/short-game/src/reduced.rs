//! Reduced canonical forms.

use crate::arena::Arena;
use crate::error::Result;
use crate::game::{Game, Options, Player};
use crate::store::Memo;

impl Arena {
    /// Returns the reduced canonical form of `g`: the simplest game infinitesimally close to it.
    ///
    /// A game whose stops are equal is infinitesimally close to that number. In any other game, options that
    /// are dominated or reversible up to infinitesimals are removed (Grossman and Siegel, *Reductions of partizan games*, 2009).
    ///
    /// ```
    /// # use short_game::Arena;
    /// let arena = Arena::new();
    /// let g = arena.read("{3*,{4|-2v}|^,-1*} + ^^*").unwrap();
    /// assert_eq!(arena.print(arena.reduced(g)?, 100)?.to_string(), "{3|-1}");
    /// # Ok::<(), short_game::Error>(())
    /// ```
    pub fn reduced(&self, g: Game) -> Result<Game> {
        let mut forms = Memo::new(&self.budget);
        for &position in self.followers(g, |h| self.is_number(h))?.iter() {
            let (left_stop, right_stop) = self.stops(position);
            let form = match left_stop == right_stop {
                true => left_stop,
                false => {
                    let side = |player| {
                        let options = self.stored(position, player).map(|o| forms[o]);
                        self.reduced_side(position, options.collect(), player)
                    };
                    self.game(&side(Player::Left)?, &side(Player::Right)?)?
                }
            };
            forms.insert(position, form, 0)?;
        }
        Ok(forms[g])
    }

    /// Returns the player's remaining options, given the reduced ones.
    fn reduced_side(&self, g: Game, options: Options, player: Player) -> Result<Options> {
        let mut kept = Options::new();
        let mut open = options;
        'options: while let Some(option) = open.pop() {
            if kept.contains(&option) {
                continue;
            }
            for answer in self.options_of(option, player.opponent())? {
                if self.no_better(answer, g, player)? {
                    open.extend(self.options_of(answer, player)?);
                    continue 'options;
                }
            }
            kept.push(option);
        }
        // Reduced forms that dominate each other are equal.
        let mut best = Options::new();
        for &option in &kept {
            let mut dominated = false;
            for &other in kept.iter().filter(|&&other| other != option) {
                dominated = dominated || self.no_better(option, other, player)?;
            }
            if !dominated {
                best.push(option);
            }
        }
        Ok(best)
    }

    /// Returns whether `a` is at most infinitesimally better than `b` for the player.
    fn no_better(&self, a: Game, b: Game, player: Player) -> Result<bool> {
        let (a, b) = player.pick((a, b), (b, a));
        Ok(self.right_stop(self.sub(b, a)?) >= crate::Dyadic::ZERO)
    }
}
