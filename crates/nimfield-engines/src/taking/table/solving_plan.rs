//! The plan for solving a table: its division, and the schedule of pieces in memory.

use super::super::plan::Plan;
use super::division::PieceDivision;
use super::error::SolveError;
use super::layout::PieceLayout;
use super::schedule::Schedule;
use nimfield_core::budget::{Budget, Limit};
use nimfield_core::families::taking::Taking;

/// A plan for the work.
pub(super) struct SolvingPlan {
    pub(super) cut: PieceDivision,
    pub(super) schedule: Schedule,
    /// Whether each piece is already finished.
    pub(super) settled: Vec<bool>,
}

impl SolvingPlan {
    /// Finds the plan for finishing a table with this division.
    pub(super) fn of(
        cut: PieceDivision,
        settled: Vec<bool>,
        budget: &Budget,
    ) -> Result<SolvingPlan, SolveError> {
        match Schedule::new(&cut, &settled, slots(&cut, budget)) {
            Some(schedule) => Ok(SolvingPlan {
                cut,
                schedule,
                settled,
            }),
            None => Err(refused(least(&cut), &cut.plan, budget)),
        }
    }

    /// Finds the best plan for computing a table within the memory.
    pub(super) fn new(
        game: &Taking,
        layout: &Plan,
        form: PieceLayout,
        budget: &Budget,
    ) -> Result<SolvingPlan, SolveError> {
        /// The number of plans to compare.
        const COMPARED: u32 = 5;
        let read = |way: &SolvingPlan| way.schedule.reads() * way.cut.bytes();
        let mut ways: Vec<SolvingPlan> = Vec::new();
        let mut compared = 0;
        let mut best = u64::MAX;
        let mut needed = u64::MAX;
        for cut in PieceDivision::all(game, layout, form) {
            let (settled, least) = (vec![false; cut.pieces()], least(&cut));
            let Ok(way) = SolvingPlan::of(cut, settled, budget) else {
                needed = needed.min(least);
                continue;
            };
            best = best.min(read(&way));
            ways.push(way);
            // Plans that read much more are dropped immediately, since a schedule takes megabytes.
            ways.retain(|way| read(way) <= best.saturating_add(best / 8));
            compared += 1;
            if compared == COMPARED {
                break;
            }
        }
        // Few large pieces are better than many small ones.
        let chosen = ways.into_iter().next();
        chosen.ok_or_else(|| match needed {
            u64::MAX => SolveError::NotInPieces("the board is too small for it"),
            needed => refused(needed, layout, budget),
        })
    }
}

/// Returns the number of places for pieces in the memory, after reserving some for seals, steps and buffers.
fn slots(cut: &PieceDivision, budget: &Budget) -> u64 {
    let memory = budget.most_bytes() - budget.most_bytes() / 32;
    memory.saturating_sub(cut.bytes_beside()) / cut.piece_bytes()
}

/// Returns a number of bytes that always suffices for the pieces.
fn least(cut: &PieceDivision) -> u64 {
    Schedule::least_slots(cut) * cut.piece_bytes() + cut.bytes_beside()
}

fn refused(needed: u64, plan: &Plan, budget: &Budget) -> SolveError {
    let limit = Limit::Bytes {
        allowed: budget.most_bytes(),
        needed: needed + needed.div_ceil(31),
    };
    limit.after_of(0, 1 << plan.cells).into()
}
