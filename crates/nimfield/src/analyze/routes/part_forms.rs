//! Misère forms of components, for sums that are not boards.

use nimfield_core::prelude::*;
use nimfield_engines::misere::PartForms;

use crate::analyze::case::{Case, Part, PlacedSummand, small};
use crate::analyze::reasons::search_reason;
use crate::analyze::route::{Ask, Cost, Goal, Means, Memory, Reply, Route, Stop, late};
use crate::sum::SumMove;

/// Options and pairs of forms that are looked at before the search of positions goes on.
const MOST_STEPS: u64 = 1 << 25;

/// Bytes of forms that are held beside that search.
const MOST_BYTES: u64 = 256 << 20;

/// The forms.
#[derive(Default)]
pub(super) struct MiserePartForms {
    kept: Option<PartForms>,
    /// The move to a P-position by which the position that was asked about was decided.
    winning: Option<SumMove>,
}

/// Positions with more moves are not compared one by one with the one that the forms found.
const MOST_COMPARED: u128 = 100_000;

/// Returns the move to the P-position by which the forms decided.
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
        // A move that cannot be made does not win.
        let after = position.after(mv).ok();
        let parts = after.map(|after| small(&Case::follower(&after).parts));
        parts.is_some_and(|parts| parts.is_ok_and(|parts| forms.is_winning(&parts)))
    })
}

impl Route for MiserePartForms {
    fn name(&self) -> &'static str {
        "misère forms of components"
    }

    /// Returns the cost of a question. Followers are decided only where the forms are there already.
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
            // The budget is used up for all routes.
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

    /// Begins a question. If no forms were made for a position, none are made for its followers.
    fn begin(&mut self) {
        self.winning = None;
        self.kept = None;
    }
}
