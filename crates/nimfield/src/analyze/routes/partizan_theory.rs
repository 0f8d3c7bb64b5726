//! Answers from the theory of a game about a single partizan position.

use nimfield_core::partizan::Decided;
use nimfield_core::prelude::*;
use nimfield_engines::partizan::NoValue;

use crate::analyze::analyzer::Analyzer;
use crate::analyze::case::Part;
use crate::analyze::partizan::{MOST_MOVES, list, single, too_many};
use crate::analyze::query::MoveList;
use crate::analyze::route::{
    Ask, CLOSED_FORMS, Cost, Goal, Means, Memory, Reply, Route, Stop, THEORY, soon,
};
use crate::answer::{Answer, Figures, WinningMove};
use crate::erased::AnyPartizan;
use crate::sum::{Sum, SumMove};

/// Theory, in two routes.
pub(super) enum Theory {
    /// Theorems that decide everything.
    Whole,
    /// Theorems for positions whose form is too large or not requested.
    Large,
}

impl Route<Analyzer> for Theory {
    fn name(&self) -> &'static str {
        match self {
            Theory::Whole => THEORY,
            Theory::Large => CLOSED_FORMS,
        }
    }

    fn cost(&self, part: &Part, ask: &Ask, _: &Means) -> Cost {
        match (part.whole.and_then(single), ask.play, ask.goal, self) {
            (Some(_), Play::Normal, Goal::Sides, Theory::Whole) => Cost::Cheap,
            (Some(_), Play::Normal, Goal::Sides, Theory::Large) => soon(None, Memory::Beside),
            _ => Cost::Foreign,
        }
    }

    fn analysis(
        &mut self,
        sum: &Sum,
        _: &Ask,
        analyzer: &mut Analyzer,
        _: &mut Means,
    ) -> Reply<Answer> {
        let position = single(sum).ok_or(Stop::Foreign)?;
        let decided = match self {
            Theory::Whole => position.decided(),
            Theory::Large => position.when_large(),
        };
        let decided =
            decided.ok_or_else(|| Stop::Passed("no theorem of the game decides it".into()))?;
        let listed = decided.moves.is_some();
        let mut answer = analyzer.blank(sum);
        fill(analyzer, sum, decided, &mut answer);
        if matches!(self, Theory::Large) && !listed && analyzer.wants_moves(&answer) {
            list(sum, moves_by_theory(analyzer, sum), &mut answer);
        }
        Ok(answer)
    }
}

/// Stores the result of theory or of an engine in the answer.
pub(super) fn fill(analyzer: &Analyzer, sum: &Sum, decided: Decided<Move>, answer: &mut Answer) {
    answer.outcome = Some(decided.outcome);
    answer.reason = decided.reason;
    if let Some(figures) = decided.figures {
        answer.figures = Some(Figures::from(figures));
    }
    let Some(runs) = decided.moves.filter(|_| analyzer.query().moves) else {
        return;
    };
    let named = runs.into_iter().map(|run| {
        let mv = sum.name_move(0, run.first, run.to, Some(run.player));
        WinningMove::new(sum, mv)
    });
    answer.winning_moves = named.collect();
    answer.complete = true;
}

/// Returns the winning moves of a single position, found by the theory of the position that each leaves.
pub(super) fn moves_by_theory(analyzer: &mut Analyzer, sum: &Sum) -> Result<MoveList, NoValue> {
    let decide = |position: &dyn AnyPartizan| position.decided().or_else(|| position.when_large());
    let good = |_: &mut Analyzer, (_, after): (&SumMove, &Sum), player| {
        let Some(decided) = single(after).and_then(decide) else {
            let why = format!("no theorem decides who wins {after}");
            return Err(NoValue::TooLarge(why));
        };
        Ok(decided.outcome.wins_second(player))
    };
    analyzer.moves_that(sum, good, |_, _, _| Err(too_many(MOST_MOVES)))
}
