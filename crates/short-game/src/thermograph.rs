//! Thermographs.

use crate::arena::Arena;
use crate::dyadic::Dyadic;
use crate::error::{Error, Result};
use crate::game::{Game, Player};
use crate::store::Memo;

/// A point of a thermograph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Point {
    /// The temperature t >= 0.
    pub temperature: Dyadic,
    /// The stop of the game cooled by t.
    pub value: Dyadic,
}

/// The thermograph of a game for temperatures t >= 0: the stops of the game cooled by t.
///
/// Each wall is given by its corners from t = 0 up; above the last corner it is vertical (the
/// mast). Everything is exact.
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub struct Thermograph {
    /// The left wall with its values negated, so that both walls rise from the view of their players.
    left: Vec<Knot>,
    right: Vec<Knot>,
    temperature: Dyadic,
}

/// A corner of a wall; from here up the wall rises by 1 per degree or not at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Knot {
    t: Dyadic,
    v: Dyadic,
    rising: bool,
}

impl Knot {
    const fn new(t: Dyadic, v: Dyadic, rising: bool) -> Knot {
        Knot { t, v, rising }
    }

    /// Returns the wall's value at a temperature from here up to the next corner.
    fn at(&self, t: Dyadic) -> Result<Dyadic> {
        match self.rising {
            true => self.v.add(t.sub(self.t)?),
            false => Ok(self.v),
        }
    }
}

impl Thermograph {
    /// Returns the mast's value: the average value of a copy in a large sum of copies.
    pub fn mean(&self) -> Dyadic {
        self.right.last().expect("a wall has a corner").v
    }

    /// Returns the temperature: the value of the first move. It is >= 0 except for numbers, for which it is -1/2^k with
    /// 2^k the denominator, as in Siegel's *Combinatorial Game Theory*.
    pub fn temperature(&self) -> Dyadic {
        self.temperature
    }

    /// Returns the corners of one player's wall, from t = 0 to the foot of the mast.
    pub fn wall(&self, player: Player) -> Result<Vec<Point>> {
        let point = |knot: &Knot| {
            Ok(Point {
                temperature: knot.t,
                value: seen(player, knot.v)?,
            })
        };
        self.knots(player).iter().map(point).collect()
    }

    /// Returns the stop of the game cooled by `t` >= 0 when the player begins.
    ///
    /// # Errors
    /// [`Error::NegativeTemperature`], [`Error::NumberRange`].
    pub fn stop(&self, player: Player, t: Dyadic) -> Result<Dyadic> {
        if t < Dyadic::ZERO {
            return Err(Error::NegativeTemperature);
        }
        let knot = self
            .knots(player)
            .iter()
            .rfind(|knot| knot.t <= t)
            .expect("a wall begins at 0");
        seen(player, knot.at(t)?)
    }

    fn knots(&self, player: Player) -> &[Knot] {
        player.pick(&self.left, &self.right)
    }

    fn of_number(x: Dyadic) -> Result<Thermograph> {
        let mast = |v| vec![Knot::new(Dyadic::ZERO, v, false)];
        Ok(Thermograph {
            left: mast(x.neg()?),
            right: mast(x),
            temperature: Dyadic::new(-1, x.exponent())?,
        })
    }

    /// Builds the thermograph from the walls of the options: each player takes the best of the opponent's walls and
    /// pays the temperature, until the two meet.
    fn from_options(left: &[Knot], right: &[Knot]) -> Result<Thermograph> {
        let (mut i, mut j) = (0, 0);
        let (mut t, mut a, mut b) = (Dyadic::ZERO, left[0].v, right[0].v);
        loop {
            // The scaffolds are a - t and -(b - t); their distance shrinks by 0, 1 or 2 a degree.
            let distance = a.add(b)?.sub(t.add(t)?)?;
            let meeting = match (left[i].rising, right[j].rising) {
                _ if distance == Dyadic::ZERO => Some(t),
                (true, true) => None,
                (false, false) => Some(t.add(distance.half()?)?),
                _ => Some(t.add(distance)?),
            };
            let (next_i, next_j) = (left.get(i + 1).map(|k| k.t), right.get(j + 1).map(|k| k.t));
            let next = [next_i, next_j].into_iter().flatten().min();
            if let Some(meeting) = meeting
                && next.is_none_or(|next| meeting <= next)
            {
                return Ok(Thermograph {
                    left: pay(&left[..=i], meeting)?,
                    right: pay(&right[..=j], meeting)?,
                    temperature: meeting,
                });
            }
            let next = next.expect("walls end in masts, above which the scaffolds meet");
            let rise = next.sub(t)?;
            if left[i].rising {
                a = a.add(rise)?;
            }
            if right[j].rising {
                b = b.add(rise)?;
            }
            i += usize::from(next_i == Some(next));
            j += usize::from(next_j == Some(next));
            t = next;
        }
    }
}

/// Returns a value of a player's wall without the negation.
fn seen(player: Player, value: Dyadic) -> Result<Dyadic> {
    match player {
        Player::Left => value.neg(),
        Player::Right => Ok(value),
    }
}

/// Returns the wall of a player who pays the temperature for moving to the opponent's wall `knots`, up to the
/// temperature `top`; negated for the next player.
fn pay(knots: &[Knot], top: Dyadic) -> Result<Vec<Knot>> {
    let mut wall = Vec::with_capacity(knots.len() + 1);
    for &Knot { t, v, rising } in knots.iter().filter(|k| k.t < top) {
        wall.push(Knot::new(t, t.sub(v)?, !rising));
    }
    let value = match wall.last() {
        Some(last) => last.at(top)?,
        None => top.sub(knots[0].v)?,
    };
    // A vertical end is already the mast.
    if wall.last().is_none_or(|last| last.rising) {
        wall.push(Knot::new(top, value, false));
    }
    Ok(wall)
}

/// Returns the greater of two walls at each temperature.
fn upper(f: &[Knot], g: &[Knot]) -> Result<Vec<Knot>> {
    let (mut i, mut j) = (0, 0);
    let (mut t, mut a, mut b) = (Dyadic::ZERO, f[0].v, g[0].v);
    let mut wall: Vec<Knot> = Vec::with_capacity(f.len() + g.len());
    loop {
        let (f_rises, g_rises) = (f[i].rising, g[j].rising);
        let (top, rising, meeting) = match a.cmp(&b) {
            std::cmp::Ordering::Less if f_rises && !g_rises => (b, false, Some(t.add(b.sub(a)?)?)),
            std::cmp::Ordering::Less => (b, g_rises, None),
            std::cmp::Ordering::Equal => (a, f_rises || g_rises, None),
            std::cmp::Ordering::Greater if g_rises && !f_rises => {
                (a, false, Some(t.add(a.sub(b)?)?))
            }
            std::cmp::Ordering::Greater => (a, f_rises, None),
        };
        if wall.last().is_none_or(|last| last.rising != rising) {
            wall.push(Knot { t, v: top, rising });
        }
        let (next_i, next_j) = (f.get(i + 1).map(|k| k.t), g.get(j + 1).map(|k| k.t));
        let Some(next) = [next_i, next_j, meeting].into_iter().flatten().min() else {
            return Ok(wall);
        };
        let rise = next.sub(t)?;
        if f_rises {
            a = a.add(rise)?;
        }
        if g_rises {
            b = b.add(rise)?;
        }
        i += usize::from(next_i == Some(next));
        j += usize::from(next_j == Some(next));
        t = next;
    }
}

/// Thermographs of an arena's games, each computed once and shared.
///
/// Their memory counts towards the arena's budget until this collection is dropped.
#[derive(Debug)]
pub struct Thermographs<'a> {
    arena: &'a Arena,
    known: Memo<'a, Thermograph>,
}

impl<'a> Thermographs<'a> {
    /// Creates an empty collection.
    #[must_use]
    pub fn new(arena: &'a Arena) -> Self {
        Thermographs {
            arena,
            known: Memo::new(&arena.budget),
        }
    }

    /// Returns the thermograph of `g`.
    pub fn get(&mut self, g: Game) -> Result<&Thermograph> {
        let end = |h: Game| self.known.contains(h) || self.arena.is_number(h);
        let followers = self.arena.followers(g, end)?;
        for &h in followers.iter() {
            if self.known.contains(h) {
                continue;
            }
            let thermograph = match self.arena.to_number(h) {
                Some(x) => Thermograph::of_number(x)?,
                None => Thermograph::from_options(
                    &self.best_wall(h, Player::Left)?,
                    &self.best_wall(h, Player::Right)?,
                )?,
            };
            let knots = thermograph.left.capacity() + thermograph.right.capacity();
            self.arena.spend(1 + knots)?;
            self.known
                .insert(h, thermograph, knots * size_of::<Knot>())?;
        }
        Ok(&self.known[g])
    }

    /// Returns the best of the opponent's walls after each of the player's moves.
    fn best_wall(&self, g: Game, player: Player) -> Result<Vec<Knot>> {
        let mut best: Vec<Knot> = Vec::new();
        for option in self.arena.stored(g, player) {
            let wall = self.known[option].knots(player.opponent());
            self.arena.spend(1 + best.len() + wall.len())?;
            match (best.first(), wall.last()) {
                (None, _) => best = wall.to_vec(),
                // Its mast is never above the start.
                (Some(start), Some(mast)) if mast.v <= start.v => {}
                _ => best = upper(&best, wall)?,
            }
        }
        Ok(best)
    }
}

impl Arena {
    /// Returns the thermograph of `g`. For many games keep a [`Thermographs`].
    pub fn thermograph(&self, g: Game) -> Result<Thermograph> {
        Thermographs::new(self).get(g).cloned()
    }

    /// Returns the mean value of `g`.
    pub fn mean(&self, g: Game) -> Result<Dyadic> {
        Ok(Thermographs::new(self).get(g)?.mean())
    }

    /// Returns the temperature of `g`; see [`Thermograph::temperature`] for numbers.
    pub fn temperature(&self, g: Game) -> Result<Dyadic> {
        Ok(Thermographs::new(self).get(g)?.temperature())
    }
}
