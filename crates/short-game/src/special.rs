//! Values with names: numbers with ups and nimbers, switches, tinies and minies.

use crate::arena::Arena;
use crate::dyadic::Dyadic;
use crate::error::{Error, Result};
use crate::game::{Game, MAX_DEPTH, Options, Player, sort_stored};

/// A value recognised by its form.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[must_use]
pub enum Named {
    /// `number + ups * up + *star`: numbers, nimbers and ups among them.
    NumberUpStar {
        /// The number.
        number: Dyadic,
        /// The number of ups; negative for downs.
        ups: i32,
        /// The nimber's size.
        star: u32,
    },
    /// The switch {left | right} of two numbers, left > right.
    Switch {
        /// The number to which Left moves.
        left: Dyadic,
        /// The number to which Right moves.
        right: Dyadic,
    },
    /// Tiny-x = {0 || 0 | -x} for a number x > 0.
    Tiny(Dyadic),
    /// Miny-x = {x | 0 || 0}, the negative of tiny-x.
    Miny(Dyadic),
}

/// A number, a number of ups, and the size of a nimber.
type Name = (Game, i32, u32);

/// Packs ups and a nimber into one word: ups are at most [`MAX_DEPTH`], and the nimber at most one more.
fn code(ups: i32, star: u32) -> u32 {
    ups.wrapping_add(MAX_DEPTH as i32) as u32 * (MAX_DEPTH + 2) + star
}

impl Arena {
    /// Returns the integer `n` as a game.
    pub fn integer(&self, n: i64) -> Result<Game> {
        self.number(n.into())
    }

    /// Recognises `number + ups + *star` among forms with equal stops: the rules are
    /// *k = {0, ..., *(k-1) | the same}, ^* = {0, * | 0}, and otherwise
    /// n ups + *k = {0 | n-1 ups + *(k xor 1)}, all translated by the number.
    pub(crate) fn recognise(
        &self,
        left: &[Game],
        right: &[Game],
        left_stop: Game,
        right_stop: Game,
    ) -> Option<(i32, u32)> {
        if left_stop != right_stop {
            return None;
        }
        let part = |g: Game| {
            let node = self.node(g);
            node.star
                .filter(|_| node.left_stop == left_stop.number())
                .map(|star| (node.ups, star))
        };
        if left == right {
            // The options are different stars below their count, so all such stars are options.
            let count = left.len() as u32;
            let nimber = left
                .iter()
                .all(|&o| part(o).is_some_and(|(ups, star)| ups == 0 && star < count));
            return nimber.then_some((0, count));
        }
        let one_side = |near: &[Game], far: &[Game], sign: i32| match (near, far) {
            (&[zero], &[one]) if zero == left_stop => match part(one)? {
                (0, star) if star > 0 => Some((sign, star ^ 1)),
                (ups, star) if ups * sign > 0 => Some((ups + sign, star ^ 1)),
                _ => None,
            },
            (&[a, b], &[zero]) if zero == left_stop => {
                let (a, b) = (part(a)?, part(b)?);
                (a.min(b) == (0, 0) && a.max(b) == (0, 1)).then_some((sign, 1))
            }
            _ => None,
        };
        one_side(left, right, 1).or_else(|| one_side(right, left, -1))
    }

    /// Returns `number + ups * up + *star`.
    ///
    /// # Errors
    /// [`Error::TooDeep`] if |ups| or star is greater than 4096.
    pub fn number_up_star(&self, number: Dyadic, ups: i32, star: u32) -> Result<Game> {
        if star > MAX_DEPTH || ups.unsigned_abs() > MAX_DEPTH {
            return Err(Error::TooDeep);
        }
        self.begin()?;
        let zero = self.number(number)?;
        if ups == 0 {
            return self.number_star(zero, star);
        }
        if let Some(known) = self.known_name((zero, ups, star)) {
            return Ok(known);
        }
        // ups and star decrease together; the last step has a single up over *first.
        let (sign, count) = (ups.signum(), ups.abs());
        let below = |count: i32| (zero, sign * count, star ^ ((ups - sign * count) as u32 % 2));
        let known = (1..count)
            .rev()
            .find_map(|count| Some((count, self.known_name(below(count))?)));
        let (done, mut value) = match known {
            Some(known) => known,
            None => (0, self.number_star(zero, below(0).2)?),
        };
        for step in done..count {
            self.spend(4)?;
            // ^* alone keeps a second option.
            let (near, far) = if step == 0 && below(0).2 == 0 {
                let one = self.number_star(zero, 1)?;
                let mut both = [zero, one];
                sort_stored(&mut both);
                (Options::from_slice(&both), [value])
            } else {
                (Options::from_slice(&[zero]), [value])
            };
            let (left, right): (&[Game], &[Game]) = if sign > 0 {
                (&near, &far)
            } else {
                (&far, &near)
            };
            value = self.canonical_form(left, right, zero)?;
            self.set_name(below(step + 1), value);
        }
        Ok(value)
    }

    /// Returns the game with this name, if it is cached.
    fn known_name(&self, (number, ups, star): Name) -> Option<Game> {
        let game = self.names.get(number.number(), code(ups, star))?;
        Some(self.owner.game(game))
    }

    fn set_name(&self, (number, ups, star): Name, game: Game) {
        let entry = (number.number(), code(ups, star), game.number());
        self.names.put(entry, &self.budget);
    }

    /// Returns the number `zero` plus `*star`.
    fn number_star(&self, zero: Game, star: u32) -> Result<Game> {
        if star == 0 {
            return Ok(zero);
        }
        if let Some(known) = self.known_name((zero, 0, star)) {
            return Ok(known);
        }
        // The options of *k are *(k-1) and its options.
        let known = (1..star)
            .rev()
            .find_map(|star| Some((star, self.known_name((zero, 0, star))?)));
        let (done, mut value) = known.unwrap_or((0, zero));
        let mut options = match done {
            0 => Options::new(),
            _ => self.stored(value, Player::Left).collect(),
        };
        for star in done + 1..=star {
            self.spend(4 + 2 * options.len())?;
            let place = options.partition_point(|option| option.number() < value.number());
            options.insert(place, value);
            value = self.canonical_form(&options, &options, zero)?;
            self.set_name((zero, 0, star), value);
        }
        Ok(value)
    }

    /// Returns the form with these options, known to be canonical, and both stops at `stop`.
    fn canonical_form(&self, left: &[Game], right: &[Game], stop: Game) -> Result<Game> {
        let form = self.form(left, right, stop, stop)?;
        self.set_canonical(form, form);
        Ok(form)
    }

    /// Returns the nimber `*n`.
    pub fn nimber(&self, n: u32) -> Result<Game> {
        self.number_up_star(Dyadic::ZERO, 0, n)
    }

    /// Returns the n of a nimber *n; 0 counts as *0.
    pub fn to_nimber(&self, g: Game) -> Option<u32> {
        let node = self.node(g);
        node.star
            .filter(|_| node.ups == 0 && node.left_stop == Game::ZERO.number())
    }

    /// Returns the sum `^[n] = ^<1> + ^<2> + ... + ^<n>` of powers of up: `{^[n-1] | *}`.
    pub(crate) fn sum_of_up_powers(&self, n: u32) -> Result<Game> {
        let star = self.nimber(1)?;
        (0..n).try_fold(Game::ZERO, |sum, _| self.game(&[sum], &[star]))
    }

    /// Returns the power `^<n>` of up: `{0 | * - ^[n-1]}`.
    pub(crate) fn up_power(&self, n: u32) -> Result<Game> {
        let lower = self.sum_of_up_powers(n.saturating_sub(1))?;
        match n {
            0 => Ok(Game::ZERO),
            _ => self.game(&[Game::ZERO], &[self.sub(self.nimber(1)?, lower)?]),
        }
    }

    /// Returns `n` times up = {0 | *}.
    pub fn ups(&self, n: i32) -> Result<Game> {
        self.number_up_star(Dyadic::ZERO, n, 0)
    }

    /// Returns the switch {left | right}; a number if left < right.
    pub fn switch(&self, left: Dyadic, right: Dyadic) -> Result<Game> {
        self.game(&[self.number(left)?], &[self.number(right)?])
    }

    /// Returns Tiny-G = {0 || 0 | -G}.
    pub fn tiny(&self, g: Game) -> Result<Game> {
        self.game(&[Game::ZERO], &[self.game(&[Game::ZERO], &[self.neg(g)?])?])
    }

    /// Returns Miny-G = {G | 0 || 0}.
    pub fn miny(&self, g: Game) -> Result<Game> {
        self.game(&[self.game(&[g], &[Game::ZERO])?], &[Game::ZERO])
    }

    /// Returns the name of `g`, if it has a name in [`Named`].
    #[must_use]
    pub fn named(&self, g: Game) -> Option<Named> {
        let node = self.node(g);
        if let Some(star) = node.star {
            return Some(Named::NumberUpStar {
                number: self.left_stop(g),
                ups: node.ups,
                star,
            });
        }
        let (left, right) = (self.only(g, Player::Left)?, self.only(g, Player::Right)?);
        if let (Some(left), Some(right)) = (self.to_number(left), self.to_number(right)) {
            return Some(Named::Switch { left, right });
        }
        // The part beyond the second 0 of {0 || 0 | far}, or of its mirror image.
        let beyond = |near: Game, threat: Game, player: Player| {
            let zeros = near == Game::ZERO && self.only(threat, player)? == Game::ZERO;
            self.to_number(self.only(threat, player.opponent())?)
                .filter(|_| zeros)
        };
        match (
            beyond(left, right, Player::Left),
            beyond(right, left, Player::Right),
        ) {
            // The negative of -2^127 is out of range, so this tiny is written by its options.
            (Some(far), _) => far.neg().ok().map(Named::Tiny),
            (_, far) => far.map(Named::Miny),
        }
    }

    /// Returns whether `g` is written only by its name.
    pub(crate) fn has_name(&self, g: Game) -> bool {
        self.named(g)
            .is_some_and(|name| !matches!(name, Named::Switch { .. }))
    }

    /// Returns the player's only option, in a form that is not a number.
    fn only(&self, g: Game, player: Player) -> Option<Game> {
        let mut options = (!self.is_number(g)).then(|| self.stored(g, player))?;
        (options.len() == 1).then(|| options.next()).flatten()
    }
}
