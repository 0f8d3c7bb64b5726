//! The engine of a game that finds the outcome and the winning moves of a summand, and no values.

use nimfield_core::prelude::*;
use nimfield_core::theory::Settled;

use crate::analyze::case::{Part, PlacedSummand, SummandKey};
use crate::analyze::query::MoveList;
use crate::analyze::route::{Ask, Cost, ENGINE, Means, Memory, Reply, Route, Stop, late, soon};

/// The last result of such an engine; its memory was freed with the answer.
#[derive(Default)]
pub(super) struct OutcomeEngine {
    found: Option<Found>,
}

/// The result for a summand.
struct Found {
    key: SummandKey,
    /// Whether the winning moves are listed.
    moves: bool,
    settled: Settled<Move>,
}

impl OutcomeEngine {
    fn ask(
        &mut self,
        summand: &PlacedSummand,
        (play, moves): (Play, bool),
        means: &mut Means,
    ) -> Reply<&Settled<Move>> {
        let serves = |found: &Found| (found.moves || !moves) && found.key.is(summand, play);
        let found = match self.found.take().filter(serves) {
            Some(found) => found,
            None => {
                let settled = summand
                    .outcome_by_engine(play, moves, means.budget)
                    .ok_or(Stop::Foreign)?;
                let settled = settled.map_err(|why| match means.budget.check(0) {
                    // No other route has time left, and this one reports its progress.
                    Err(_) => Stop::Undecided(why),
                    Ok(()) => Stop::Passed(why.to_string().into()),
                })?;
                means.spent += settled.positions;
                Found {
                    key: SummandKey::new(summand, play),
                    moves,
                    settled,
                }
            }
        };
        Ok(&self.found.insert(found).settled)
    }
}

impl Route for OutcomeEngine {
    fn name(&self) -> &'static str {
        ENGINE
    }

    fn cost(&self, part: &Part, ask: &Ask, _: &Means) -> Cost {
        match part.alone() {
            Some(_) if ask.is_outcome() && ask.play == Play::Normal => late(None, Memory::Beside),
            // In misère play, a trial search would take longer than the engine.
            Some(_) if ask.is_outcome() => soon(None, Memory::Beside),
            _ => Cost::Foreign,
        }
    }

    fn has_value(&mut self, part: &Part, ask: &Ask, means: &mut Means) -> Reply<Finding<bool>> {
        let summand = part.alone().ok_or(Stop::Foreign)?;
        // For a follower, only the outcome is needed.
        let asked = (ask.play, ask.moves && !part.follower);
        Ok(self.ask(summand, asked, means)?.is_p.clone())
    }

    fn moves_to(&mut self, part: &Part, ask: &Ask, means: &mut Means) -> Reply<MoveList> {
        let summand = part.alone().ok_or(Stop::Foreign)?;
        let settled = self.ask(summand, (ask.play, true), means)?;
        let moves = settled.moves.iter().map(|mv| summand.name(mv.clone()));
        Ok(MoveList::all(moves.collect()))
    }
}
