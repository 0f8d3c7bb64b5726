//! The engine of a partizan game that finds the outcome and the winning moves of a position, and no values.

use nimfield_core::words::Play;

use super::partizan_theory::fill;
use crate::analyze::analyzer::Analyzer;
use crate::analyze::case::Part;
use crate::analyze::partizan::single;
use crate::analyze::route::{Ask, Cost, ENGINE, Goal, Means, Memory, Reply, Route, Stop, soon};
use crate::answer::Answer;
use crate::sum::Sum;

/// The engine of the game.
pub(super) struct OutcomeEngine;

impl Route<Analyzer> for OutcomeEngine {
    fn name(&self) -> &'static str {
        ENGINE
    }

    fn cost(&self, part: &Part, ask: &Ask, _: &Means) -> Cost {
        match (part.whole.and_then(single), ask.play, ask.goal) {
            (Some(_), Play::Normal, Goal::Sides) => soon(None, Memory::Beside),
            _ => Cost::Foreign,
        }
    }

    fn analysis(
        &mut self,
        sum: &Sum,
        _: &Ask,
        analyzer: &mut Analyzer,
        means: &mut Means,
    ) -> Reply<Answer> {
        let position = single(sum).ok_or(Stop::Foreign)?;
        let moves = analyzer.query().moves;
        let found = position
            .outcome_by_engine(moves, means.budget)
            .ok_or(Stop::Foreign)?;
        let found = found?;
        means.spent += found.positions;
        let mut answer = analyzer.blank(sum);
        fill(analyzer, sum, found.decided, &mut answer);
        answer.complete &= found.complete;
        Ok(answer)
    }
}
