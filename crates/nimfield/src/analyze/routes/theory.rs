//! Answers from the theory of a game about a single summand.

use nimfield_core::prelude::*;

use crate::analyze::case::Part;
use crate::analyze::route::{Ask, Cost, Goal, Means, Reply, Route, Stop, THEORY};

/// Closed forms.
pub(super) struct Theory;

impl Route for Theory {
    fn name(&self) -> &'static str {
        THEORY
    }

    fn cost(&self, part: &Part, ask: &Ask, _: &Means) -> Cost {
        match (part.alone(), ask.goal, ask.play) {
            (Some(_), Goal::Has, _) | (Some(_), Goal::Value, Play::Normal) => Cost::Cheap,
            // The analyser tries the moves that theory names one by one.
            _ => Cost::Foreign,
        }
    }

    fn has_value(&mut self, part: &Part, ask: &Ask, _: &mut Means) -> Reply<Finding<bool>> {
        let summand = part.alone().ok_or(Stop::Foreign)?;
        if ask.play == Play::Normal
            && let Some(known) = summand.known_value()
        {
            let reason = known.reason.clone();
            return Ok(Finding::new(known.value == ask.target, reason));
        }
        let is_zero = ask.target == Grundy::ZERO;
        match summand.outcome(ask.play, ask.unproved) {
            Some(outcome) if is_zero || outcome.value => {
                Ok(Finding::new(outcome.value == is_zero, outcome.reason))
            }
            Some(_) => Err(Stop::Passed(
                "theorems give the outcome, but not the value".into(),
            )),
            None => Err(Stop::Passed("no theorem of the game decides it".into())),
        }
    }

    fn value(&mut self, part: &Part, _: &Ask, _: &mut Means) -> Reply<Finding<Grundy>> {
        let known = part.alone().and_then(|summand| summand.known_value());
        let known = known.cloned();
        known.ok_or_else(|| Stop::Passed("no theorem of the game gives it".into()))
    }
}
