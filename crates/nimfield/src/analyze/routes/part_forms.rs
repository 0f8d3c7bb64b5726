//! Misère forms of components, for sums that are not boards.

use nimfield_core::prelude::*;
use nimfield_engines::misere::PartForms;

use crate::analyze::case::{Case, Part, PlacedSummand, small};
use crate::analyze::reasons::search_reason;
use crate::analyze::route::{Ask, Cost, Goal, Means, Memory, Reply, Route, Stop, late};
use crate::sum::SumMove;

/// The most options and pairs of forms to examine before the search of positions continues.
const MOST_STEPS: u64 = 1 << 25;

/// The most bytes of forms to hold during that search.
const MOST_BYTES: u64 = 256 << 20;

/// The forms.
#[derive(Default)]
pub(super) struct MiserePartForms {
    kept: Option<PartForms>,
    /// The move to a P-position that decided the last question.
    winning: Option<SumMove>,
}

/// The most moves to compare with the P-position that the forms found.
const MOST_COMPARED: u128 = 100_000;

/// Returns the move to the P-position that the forms found.
fn winning_move(part: &Part, forms: &PartForms) -> Option<SumMove> {
    let (position, true) = (part.whole?, forms.has_winning()) else {
        return None;
    };
    let few = |summand: &&PlacedSummand| summand.move_count() <= MOST_COMPARED;
    let mut moves = part
        .summands
        .iter()
        .filter(few)
        .flat_map(|summand| summand.moves());
    moves.find(|mv| {
        // Illegal moves do not win.
        let after = position.after(mv).ok();
        let parts = after.map(|after| small(&Case::follower(&after).parts));
        parts.is_some_and(|parts| parts.is_ok_and(|parts| forms.is_winning(&parts)))
    })
}

impl Route for MiserePartForms {
    fn name(&self) -> &'static str {
        "misère forms of components"
    }

    /// Returns the cost of a question. Followers are decided only if the forms exist already.
    fn cost(&self, part: &Part, ask: &Ask, _: &Means) -> Cost {
        let fits = ask.play == Play::Misere && ask.is_outcome() && ask.goal == Goal::Has;
        match fits && part.board().is_none() && (!part.follower || self.kept.is_some()) {
            true => late(None, Memory::Beside),
            false => Cost::Foreign,
        }
    }

    fn has_value(&mut self, part: &Part, _: &Ask, means: &mut Means) -> Reply<Finding<bool>> {
        let parts = small(part.summands).map_err(Undecided::OutOfReach)?;
        let forms = self.kept.get_or_insert_default();
        let before = forms.steps();
        let budget = means.budget;
        let limited = budget
            .clone()
            .positions(MOST_STEPS.min(budget.most_positions()))
            .bytes(MOST_BYTES.min(budget.most_bytes() / 2));
        let found = forms.is_p(&parts, &limited);
        means.spent = forms.steps() - before;
        if !part.follower {
            self.winning = winning_move(part, forms);
        }
        let is_p = match found {
            Ok(Some(is_p)) => is_p,
            Ok(None) => return Err(Stop::Passed("the game may be too long".into())),
            // The whole budget is used up, not only this route's.
            Err(unfinished) if budget.check(means.spent).is_err() => return Err(unfinished.into()),
            Err(unfinished) => return Err(Stop::Passed(unfinished.to_string().into())),
        };
        let text = match is_p {
            true => "misère play: no move leads to a P-position",
            false => "misère play: some move leads to a P-position",
        };
        Ok(Finding::new(
            is_p,
            search_reason(format!("{text} (by misère canonical forms)")),
        ))
    }

    fn winning_move(&mut self) -> Option<SumMove> {
        self.winning.take()
    }

    fn bytes(&self) -> u64 {
        self.kept.as_ref().map_or(0, PartForms::bytes)
    }

    fn forget(&mut self) {
        self.kept = None;
    }

    /// Starts a question. If no forms were computed for a position, none are computed for its followers.
    fn begin(&mut self) {
        self.winning = None;
        self.kept = None;
    }
}
