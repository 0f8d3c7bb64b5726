//! Values of PNim that no theorem gives.

use crate::partitions::partition::Partition;
use crate::partitions::pnim::few_rows::FewRows;
use crate::partitions::pnim::long_run::LongRun;
use crate::partitions::pnim::rules::{PnimMove, chosen};
use crate::partitions::sub_diagrams::{MOST_LINES, Removal};
use nimfield_core::budget::Budget;
use nimfield_core::theory::{Undecided, ValuedBelow};
use nimfield_core::words::Play;
use nimfield_engines::sub_diagrams::Removed;
/// Finds the values of all sub-diagrams of a diagram. One of more than [`MOST_LINES`] lines is out of reach, unless
/// it has few lines of one side, or few beside a run of equal ones: its options are too many for a search as well.
pub(super) fn sub_diagrams(
    diagram: &Partition,
    play: Play,
    budget: &Budget,
) -> ValuedBelow<PnimMove> {
    let removal = Removal {
        removed: Removed::Any,
        name: |diagram, side, counts| {
            let sizes = chosen(&diagram.oriented(side), counts);
            Some(PnimMove { side, sizes })
        },
        remark: |diagram, value| {
            let bound = diagram.lines() - 1;
            Some(match value == bound {
                true => "so it is heavy".to_string(),
                false => format!("so it is not heavy, which would be {bound}"),
            })
        },
    };
    removal.values(diagram, play, budget).unwrap_or_else(|| {
        if play == Play::Normal
            && let Some(few) = FewRows::new(diagram, budget)?
        {
            return Ok(Box::new(few));
        }
        if let Some(run) = LongRun::new(diagram, play, budget)? {
            return Ok(Box::new(run));
        }
        let lines = diagram.lines();
        Err(Undecided::OutOfReach(format!(
            "pnim[{diagram}] has {lines} rows and columns; values of sub-diagrams are found for up to {MOST_LINES}, \
             or where all but one run of equal lines are few"
        )))
    })
}
