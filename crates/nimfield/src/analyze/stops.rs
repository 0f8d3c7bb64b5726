//! Who wins a partizan sum whose value is out of reach: by the stops, means and temperatures of its
//! summands.
//!
//! With the stops l >= r, the mean m and the temperature t >= 0 of each summand, a sum's right stop is
//! at least the sum of all r, and at least the sum of all m less the greatest t; its left stop is at
//! least l of one summand and the right stop of the rest. The same with the players exchanged. A
//! positive right stop is a win for Left, whoever begins; a positive left stop one if Left begins.

use std::sync::Arc;

use nimfield_core::partizan::Stops;
use nimfield_core::words::{Outcome, Player};
use nimfield_engines::partizan::number_of;
use short_game::{Arena, Dyadic, Error, Game};

/// What the bounds need of a summand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Heat {
    /// The number of its component, from 1.
    pub component: usize,
    left: Dyadic,
    right: Dyadic,
    mean: Dyadic,
    temperature: Dyadic,
}

impl Heat {
    /// An impartial summand: it is worth a nimber.
    pub fn of_nimber(component: usize) -> Heat {
        let zero = Dyadic::integer(0);
        Heat {
            component,
            left: zero,
            right: zero,
            mean: zero,
            temperature: zero,
        }
    }

    /// A summand whose stops theory knows; `None` past the range of [`Dyadic`].
    pub fn of_stops(component: usize, stops: Stops) -> Option<Heat> {
        let (left, right) = (number_of(stops.left)?, number_of(stops.right)?);
        Some(Heat {
            component,
            left,
            right,
            mean: left.add(right).ok()?.half().ok()?,
            temperature: left.sub(right).ok()?.half().ok()?,
        })
    }

    /// A summand whose canonical form is known.
    ///
    /// # Errors
    /// As [`Arena::thermograph`].
    pub fn of_game(component: usize, game: Game, arena: &Arc<Arena>) -> Result<Heat, Error> {
        let thermograph = arena.thermograph(game)?;
        Ok(Heat {
            component,
            left: arena.left_stop(game),
            right: arena.right_stop(game),
            mean: thermograph.mean(),
            temperature: thermograph.temperature().max(Dyadic::integer(0)),
        })
    }

    /// With the players exchanged.
    fn negative(self) -> Result<Heat, Error> {
        Ok(Heat {
            left: self.right.neg()?,
            right: self.left.neg()?,
            mean: self.mean.neg()?,
            ..self
        })
    }
}

/// Why a player wins.
#[derive(Clone, Copy, Debug)]
pub(super) enum Win {
    /// Moving second: the sum's stop is at least this.
    Second(Dyadic),
    /// Moving first, in this component: its own stop, and at least how much the rest adds.
    First(usize, Dyadic, Dyadic),
}

/// Who wins.
#[derive(Clone, Copy, Debug)]
pub(super) enum Verdict {
    /// All that is large cancels, and the rest has a value.
    Exact(Outcome),
    /// For whom the bounds are enough; those of Right are of the negative.
    Bounds(Option<Win>, Option<Win>),
}

/// What the bounds say of the sum of these.
///
/// # Errors
/// [`Error::NumberRange`].
pub(super) fn verdict(summands: &[Heat]) -> Result<Verdict, Error> {
    let negative: Vec<Heat> = summands
        .iter()
        .map(|heat| heat.negative())
        .collect::<Result<_, _>>()?;
    Ok(Verdict::Bounds(
        win_of_left(summands)?,
        win_of_left(&negative)?,
    ))
}

fn win_of_left(summands: &[Heat]) -> Result<Option<Win>, Error> {
    let zero = Dyadic::integer(0);
    let (mut right, mut mean) = (zero, zero);
    // The two greatest temperatures, for the rest without any one summand.
    let mut hottest = [zero; 2];
    for heat in summands {
        right = right.add(heat.right)?;
        mean = mean.add(heat.mean)?;
        if heat.temperature > hottest[0] {
            hottest = [heat.temperature, hottest[0]];
        } else {
            hottest[1] = hottest[1].max(heat.temperature);
        }
    }
    let second = right.max(mean.sub(hottest[0])?);
    if second > zero {
        return Ok(Some(Win::Second(second)));
    }
    for heat in summands {
        let others = hottest[usize::from(heat.temperature == hottest[0])];
        let by_stops = right.sub(heat.right)?;
        let rest = by_stops.max(mean.sub(heat.mean)?.sub(others)?);
        if heat.left.add(rest)? > zero {
            return Ok(Some(Win::First(heat.component, heat.left, rest)));
        }
    }
    Ok(None)
}

impl Verdict {
    /// Who wins, if that is told for both beginnings.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Verdict::Exact(outcome) => Some(outcome),
            Verdict::Bounds(Some(Win::Second(_)), _) => Some(Outcome::L),
            Verdict::Bounds(_, Some(Win::Second(_))) => Some(Outcome::R),
            Verdict::Bounds(Some(_), Some(_)) => Some(Outcome::N),
            Verdict::Bounds(..) => None,
        }
    }

    /// Whether `player` wins when the other one begins, if that is told.
    pub fn wins_second(self, player: Player) -> Option<bool> {
        let (own, other) = match (self, player) {
            (Verdict::Exact(outcome), Player::Left) => {
                return Some(matches!(outcome, Outcome::L | Outcome::P));
            }
            (Verdict::Exact(outcome), Player::Right) => {
                return Some(matches!(outcome, Outcome::R | Outcome::P));
            }
            (Verdict::Bounds(left, right), Player::Left) => (left, right),
            (Verdict::Bounds(left, right), Player::Right) => (right, left),
        };
        match (own, other) {
            (Some(Win::Second(_)), _) => Some(true),
            (_, Some(_)) => Some(false),
            _ => None,
        }
    }

    /// The outcome's reason, with the numbers.
    pub fn text(self) -> String {
        let back = |number: Dyadic| number.neg().map_or("?".to_string(), |n| n.to_string());
        match self {
            Verdict::Exact(_) => {
                "each large summand is cancelled by its negative; the value of the rest decides"
                    .to_string()
            }
            Verdict::Bounds(Some(Win::Second(stop)), _) => {
                format!("the right stop of the sum is at least {stop}")
            }
            Verdict::Bounds(_, Some(Win::Second(stop))) => {
                format!("the left stop of the sum is at most {}", back(stop))
            }
            Verdict::Bounds(left, right) => {
                let first = |who, win, at, number: &dyn Fn(Dyadic) -> String| match win {
                    Some(Win::First(component, stop, rest)) => format!(
                        "{who} begins in component {component}, with the stop {}, and the rest adds {at} {}",
                        number(stop),
                        number(rest)
                    ),
                    _ => format!("{who} loses or the bounds do not tell"),
                };
                let left = first("Left", left, "at least", &|number| number.to_string());
                let right = first("Right", right, "at most", &back);
                format!("{left}; {right}")
            }
        }
    }
}
