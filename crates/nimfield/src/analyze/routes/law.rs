//! Laws for all numbers that were proved: one given by the user, or those stored with games of the shelf.

use std::sync::Arc;

use nimfield_core::prelude::*;
use nimfield_laws::Stopped;

use crate::analyze::case::{Part, PlacedSummand};
use crate::analyze::query::MoveList;
use crate::analyze::route::{Ask, Cost, LAW, Means, Reply, Route, Stop};
use crate::laws::{NumberFamily, ProvedLaw, law_about};

/// Moves that are listed.
const MOST_MOVES: usize = 1_000;

/// The route by a law.
pub(super) enum Law {
    /// The one that the user gave.
    Given,
    /// The laws of the shelf.
    Stored,
}

/// A law about a summand, and the numbers of the summand.
type About<'a> = (&'a PlacedSummand<'a>, Arc<ProvedLaw>, Vec<u128>);

impl Law {
    fn about<'a>(&self, part: &Part<'a>, ask: &Ask, means: &Means) -> Reply<About<'a>> {
        let summand = part.alone().ok_or(Stop::Foreign)?;
        let position = summand.alone();
        let found = match self {
            Law::Given => means
                .law
                .filter(|law| law.play() == ask.play)
                .and_then(|law| {
                    let numbers = law.numbers_of(&*position)?;
                    Some(Ok((law.clone(), numbers)))
                }),
            Law::Stored => law_about(&*position, ask.play, means.budget),
        };
        let found = found.ok_or(Stop::Foreign)?;
        let (law, numbers) = found.map_err(|fault| Stop::Passed(fault.to_string().into()))?;
        Ok((summand, law, numbers))
    }
}

/// Returns the move to the position with these numbers.
fn move_to(summand: &PlacedSummand, numbers: &[u128]) -> Option<Move> {
    /// The most moves that are tried in games whose positions are made only from text.
    const TRIED: usize = 1 << 16;
    summand.move_to(numbers).or_else(|| {
        let position = summand.alone();
        let leads = |mv: &Move| {
            // A listed move is legal; an illegal one would lead nowhere.
            let after = position.play(mv).ok();
            let after = after.and_then(|after| NumberFamily::written(&*after));
            // Diagrams are written without empty rows.
            let wanted = numbers.iter().filter(|&&number| number > 0);
            after.is_some_and(|after| after.iter().filter(|&&number| number > 0).eq(wanted))
        };
        position.moves().take(TRIED).find(leads)
    })
}

fn stopped(why: Stopped) -> Stop {
    Stop::Passed(format!("not decided by the law: {why}").into())
}

impl Route for Law {
    fn name(&self) -> &'static str {
        LAW
    }

    fn cost(&self, part: &Part, _: &Ask, means: &Means) -> Cost {
        match (self, part.alone()) {
            (_, None) => Cost::Foreign,
            (Law::Given, _) if means.law.is_none() => Cost::Foreign,
            _ => Cost::Cheap,
        }
    }

    fn has_value(&mut self, part: &Part, ask: &Ask, means: &mut Means) -> Reply<Finding<bool>> {
        let (_, law, numbers) = self.about(part, ask, means)?;
        let found = law.value(&numbers, means.budget).map_err(stopped)?;
        match law.has_values() || ask.is_outcome() || found.value == Grundy::ZERO {
            true => Ok(Finding::new(found.value == ask.target, found.reason)),
            false => Err(Stop::Passed(
                "the law gives the outcome, but not the value".into(),
            )),
        }
    }

    fn value(&mut self, part: &Part, ask: &Ask, means: &mut Means) -> Reply<Finding<Grundy>> {
        let (_, law, numbers) = self.about(part, ask, means)?;
        let found = law.value(&numbers, means.budget).map_err(stopped)?;
        match law.has_values() || found.value == Grundy::ZERO {
            true => Ok(found),
            false => Err(Stop::Passed(
                "the law gives the outcome, but not the value".into(),
            )),
        }
    }

    fn moves_to(&mut self, part: &Part, ask: &Ask, means: &mut Means) -> Reply<MoveList> {
        let (summand, law, numbers) = self.about(part, ask, means)?;
        let target = ask
            .target
            .finite()
            .filter(|&target| law.has_values() || target == 0);
        let target = target.ok_or(Stop::Foreign)?;
        let options = law.options(&numbers, (target, MOST_MOVES), means.budget);
        let (options, all) = options.map_err(stopped)?;
        let moves = options.iter().filter_map(|to| move_to(summand, to));
        let moves: Vec<_> = moves.map(|mv| summand.name(mv)).collect();
        Ok(MoveList {
            complete: all && moves.len() == options.len(),
            ..MoveList::all(moves)
        })
    }
}
