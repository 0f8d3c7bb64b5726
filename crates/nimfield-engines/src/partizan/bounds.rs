//! Decides who wins a partizan sum whose value is out of reach, by the stops, means and temperatures of its summands.
//!
//! With the stops l >= r, the mean m and the temperature t >= 0 of each summand, a sum's right stop is at least the sum
//! of all r, and at least the sum of all m minus the greatest t; its left stop is at least l of one summand and the
//! right stop of the rest. The same with the players exchanged. With a positive right stop Left wins, whoever begins;
//! with a positive left stop Left wins when beginning. Summands that are numbers plus nimbers are added up: if the
//! number is 0, the nimber decides.

use std::sync::Arc;

use nimfield_core::heat::{BigDyadic, Heat};
use nimfield_core::words::{Outcome, Player};
use short_game::{Arena, Dyadic, Error, Game};

/// Returns the data of a game that bounds need.
///
/// # Errors
/// As [`Arena::thermograph`].
pub fn heat_of(game: Game, arena: &Arc<Arena>) -> Result<Heat, Error> {
    let thermograph = arena.thermograph(game)?;
    let big = |number: Dyadic| {
        let number = BigDyadic::new(number.numerator(), number.exponent());
        number.ok_or(Error::NumberRange)
    };
    Ok(Heat {
        left: big(arena.left_stop(game))?,
        right: big(arena.right_stop(game))?,
        mean: big(thermograph.mean())?,
        temperature: big(thermograph.temperature().max(Dyadic::ZERO))?,
        nimber: arena.to_number(game).map(|_| 0),
    })
}

/// Why a player wins.
#[derive(Clone, Debug)]
pub enum Win {
    /// The player moves second: the stop of the sum is at least this.
    Second(BigDyadic),
    /// The player moves first, in the summand of this number: the stop of this summand, and a lower bound on what the
    /// rest adds.
    First(usize, BigDyadic, BigDyadic),
}

/// Who wins.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "there is one for a question")]
pub enum Verdict {
    /// The outcome, with the reason.
    Exact(Outcome, &'static str),
    /// The players for whom the bounds suffice; those for Right belong to the negative.
    Bounds(Option<Win>, Option<Win>),
}

/// Returns the verdict of the bounds on the sum of these; `None` outside the range of numbers.
#[must_use]
pub fn verdict(summands: &[Heat]) -> Option<Verdict> {
    let negative = summands.iter().map(Heat::negative);
    let negative: Vec<Heat> = negative.collect::<Option<_>>()?;
    let (left, right) = (win_of_left(summands)?, win_of_left(&negative)?);
    let nimber = || {
        let mut nimbers = summands.iter().map(|heat| heat.nimber);
        nimbers.try_fold(0, |sum, nimber| Some(sum ^ nimber?))
    };
    if left.is_none()
        && right.is_none()
        && let Some(nimber) = nimber()
    {
        let why =
            "the summands are numbers and nimbers, the numbers add up to 0 and the nimbers decide";
        return Some(Verdict::Exact(Outcome::impartial(nimber == 0), why));
    }
    Some(Verdict::Bounds(left, right))
}

fn win_of_left(summands: &[Heat]) -> Option<Option<Win>> {
    let zero = BigDyadic::default();
    let (mut right, mut mean) = (zero.clone(), zero.clone());
    // The two greatest temperatures, for the rest without any one summand.
    let mut hottest = [&zero; 2];
    for heat in summands {
        right = right.add(&heat.right)?;
        mean = mean.add(&heat.mean)?;
        if heat.temperature > *hottest[0] {
            hottest = [&heat.temperature, hottest[0]];
        } else if heat.temperature > *hottest[1] {
            hottest[1] = &heat.temperature;
        }
    }
    let second = mean.sub(hottest[0])?.max(right.clone());
    if second > zero {
        return Some(Some(Win::Second(second)));
    }
    for (index, heat) in summands.iter().enumerate() {
        let others = hottest[usize::from(heat.temperature == *hottest[0])];
        let by_mean = mean.sub(&heat.mean)?.sub(others)?;
        let rest = by_mean.max(right.sub(&heat.right)?);
        if heat.left.add(&rest)? > zero {
            return Some(Some(Win::First(index, heat.left.clone(), rest)));
        }
    }
    Some(None)
}

impl Verdict {
    /// Returns the outcome, if the bounds decide it whoever begins.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            Verdict::Exact(outcome, _) => Some(*outcome),
            Verdict::Bounds(Some(Win::Second(_)), _) => Some(Outcome::L),
            Verdict::Bounds(_, Some(Win::Second(_))) => Some(Outcome::R),
            Verdict::Bounds(Some(_), Some(_)) => Some(Outcome::N),
            Verdict::Bounds(..) => None,
        }
    }

    /// Returns whether `player` wins when the other one begins, if that is decided.
    #[must_use]
    pub fn wins_second(&self, player: Player) -> Option<bool> {
        let (left, right) = match self {
            Verdict::Bounds(left, right) => (left, right),
            Verdict::Exact(outcome, _) => return Some(outcome.wins_second(player)),
        };
        let (own, other) = match player {
            Player::Left => (left, right),
            Player::Right => (right, left),
        };
        match (own, other) {
            (Some(Win::Second(_)), _) => Some(true),
            (_, Some(_)) => Some(false),
            _ => None,
        }
    }

    /// Returns the outcome's reason, with the numbers; `name` is the number of a summand in print.
    pub fn text(&self, name: impl Fn(usize) -> usize) -> String {
        let back = |number: &BigDyadic| number.neg().map_or("?".to_string(), |n| n.to_string());
        match self {
            Verdict::Exact(_, why) => why.to_string(),
            Verdict::Bounds(Some(Win::Second(stop)), _) => {
                format!("the right stop of the sum is at least {stop}")
            }
            Verdict::Bounds(_, Some(Win::Second(stop))) => {
                format!("the left stop of the sum is at most {}", back(stop))
            }
            Verdict::Bounds(left, right) => {
                let first = |who, win: &Option<Win>, at, number: &dyn Fn(&BigDyadic) -> String| {
                    match win {
                        Some(Win::First(index, stop, rest)) => format!(
                            "{who} begins in component {}, with the stop {}, and the rest adds {at} {}",
                            name(*index),
                            number(stop),
                            number(rest)
                        ),
                        _ => format!("{who} loses, or the bounds do not decide it"),
                    }
                };
                let left = first("Left", left, "at least", &|number| number.to_string());
                let right = first("Right", right, "at most", &back);
                format!("{left}; {right}")
            }
        }
    }
}
