//! A game that stands for a partizan sum with a large nimber: it has the same outcome, and a small form.
//!
//! The impartial components are worth a nimber. One that is remote from all the rest may be exchanged for
//! any other remote one ([`Arena::remote_star`]), so that a heap of any size, even a transfinite one, costs
//! no more than a small heap.

use nimfield_core::theory::Undecided;
use nimfield_core::words::Grundy;
use nimfield_engines::partizan::{NoValue, Values};
use short_game::{Arena, Game};

use super::analyzer::Analyzer;
use super::case::Case;
use crate::sum::Sum;
use crate::term::Term;

/// A game with the outcome of a sum.
pub(super) struct StandIn {
    /// The game.
    pub game: Game,
    /// What was exchanged; `None` if the game is the sum's value.
    pub exchanged: Option<Exchanged>,
}

/// A remote nimber, and what it was exchanged for.
pub(super) struct Exchanged {
    /// The value of the other components.
    pub rest: Game,
    /// The nimber of the impartial components.
    pub nimber: Grundy,
    /// The nimber that stands for it.
    pub remote: u32,
}

impl Analyzer {
    /// The game that stands for a sum.
    pub(super) fn stand_in(&mut self, sum: &Sum, values: &mut Values) -> Result<StandIn, NoValue> {
        let (impartial, rest): (Vec<Term>, Vec<Term>) = sum
            .components()
            .iter()
            .cloned()
            .partition(|term| matches!(term, Term::Impartial(_)));
        let rest = Sum::new(rest, sum.arena().cloned());
        let rest = self.value_of_sum(&rest, values)?;
        if impartial.is_empty() {
            return Ok(StandIn {
                game: rest,
                exchanged: None,
            });
        }
        let impartial = Sum::new(impartial, None);
        let nimber = self.value_in(&Case::new(&impartial)).map_err(no_value)?;
        let nimber = nimber.value;
        let arena: &Arena = values.arena();
        let remote = arena.remote_star(rest)?;
        let small = nimber.finite().and_then(|n| u32::try_from(n).ok());
        let (star, exchanged) = match small {
            Some(star) if star <= remote => (star, None),
            _ => (
                remote,
                Some(Exchanged {
                    rest,
                    nimber,
                    remote,
                }),
            ),
        };
        let star = arena.nimber(star)?;
        Ok(StandIn {
            game: arena.add(rest, star)?,
            exchanged,
        })
    }
}

impl Exchanged {
    /// What was done, with the numbers.
    pub fn text(&self) -> String {
        let Exchanged { nimber, remote, .. } = self;
        let star = Grundy::from(u128::from(*remote));
        format!(
            "the rest is worth no nimber from {star} on, nor is any of its followers: {nimber} may be exchanged for {star}"
        )
    }
}

/// Why a component has no value that a partizan sum could use.
pub(super) fn no_value(undecided: Undecided) -> NoValue {
    match undecided {
        Undecided::Unfinished(unfinished) => NoValue::Limit(unfinished.limit),
        undecided => NoValue::TooLarge(undecided.to_string()),
    }
}
