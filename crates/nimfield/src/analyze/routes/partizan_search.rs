//! Plain search, for misère play and for forms that grow too large.

use nimfield_core::partizan::AnyPartizanComponent as Component;
use nimfield_core::theory::Undecided;
use nimfield_core::words::{Play, Player, Reason, ReasonKind, counted};
use nimfield_engines::partizan::{NoValue, PartizanSearch, ValuePart};

use super::cancelled::without_negatives;
use crate::analyze::analyzer::Analyzer;
use crate::analyze::case::{Case, Part, small};
use crate::analyze::partizan::{
    MOST_MOVES, has_many_moves, is_half_cheap, is_large_block, list, too_many,
};
use crate::analyze::route::{
    Ask, Cost, Goal, Means, Memory, OUTCOMES, Reply, Route, Stop, Turn, Work, late,
};
use crate::answer::Answer;
use crate::erased::{AnyPartizan, BothPlayers};
use crate::sum::{Sum, SumMove};
use crate::term::Term;

/// Positions searched before canonical forms are computed.
const SHORT_BY_BOUNDS: u64 = 20_000;

/// The same if one summand alone is large.
const SHORT_OF_BLOCK: u64 = 1_000;

/// Positions searched for each move in the first round over all moves.
const SHORT_FOR_A_MOVE: u64 = 1_000;

/// The search of outcomes.
pub(super) struct OutcomeSearch;

impl Route<Analyzer> for OutcomeSearch {
    fn name(&self) -> &'static str {
        OUTCOMES
    }

    fn cost(&self, part: &Part, ask: &Ask, _: &Means) -> Cost {
        match (ask.goal, part.whole) {
            // The forms of large summands may take longer than a search.
            (Goal::Sides, Some(sum)) if ask.play == Play::Normal => {
                let turn = match is_half_cheap(sum) {
                    true if is_large_block(sum) => Turn::Trial(SHORT_OF_BLOCK),
                    false if has_many_moves(sum) => Turn::Trial(SHORT_BY_BOUNDS),
                    _ => Turn::Late,
                };
                Cost::About(Work {
                    turn,
                    positions: None,
                    memory: Memory::Beside,
                })
            }
            (Goal::Sides, _) => late(None, Memory::Beside),
            _ => Cost::Foreign,
        }
    }

    fn analysis(
        &mut self,
        sum: &Sum,
        ask: &Ask,
        analyzer: &mut Analyzer,
        means: &mut Means,
    ) -> Reply<Answer> {
        let values = sum.components().iter().any(|c| matches!(c, Term::Value(_)));
        if ask.play == Play::Misere && values {
            let why = "values are equal in normal play only, so they have no misère outcome";
            return Err(Undecided::OutOfReach(why.to_string()).into());
        }
        let parts_of = |sum: &Sum| match ask.play {
            Play::Normal => parts_by(&without_negatives(sum), |position| position.equal_parts()),
            Play::Misere => partizan_parts(sum),
        };
        let parts = parts_of(sum).map_err(|why| match means.trial {
            // Canonical forms exchange heaps that are too large for a search.
            Some(_) => Stop::Passed(why.into()),
            None => Undecided::OutOfReach(format!("{why}, and no theorem applies")).into(),
        })?;
        let mut search = PartizanSearch::new(ask.play);
        let outcome = means.search(|budget| Ok(search.outcome(&parts, budget)?));
        means.spent = search.positions();
        let mut answer = analyzer.blank(sum);
        answer.outcome = Some(outcome?);
        let text = format!(
            "a search of {}, without canonical forms",
            counted(means.spent, "position")
        );
        answer.reason = Reason::new(ReasonKind::Search, "exhaustive search", text);
        if analyzer.wants_moves(&answer) {
            let mut wins = |after: &Sum, player: Player, most: Option<u64>| {
                let parts = parts_of(after).map_err(NoValue::TooLarge)?;
                let left = (means.budget.most_positions()).saturating_sub(search.positions());
                let budget = means.budget.clone();
                let budget = budget.positions(most.map_or(left, |most| most.min(left)));
                match search.wins(parts, player.opponent(), &budget) {
                    Ok(wins) => Ok(Some(!wins)),
                    Err(unfinished) => match means.budget.check(search.positions()) {
                        Ok(()) if most.is_some() => Ok(None),
                        _ => Err(NoValue::Limit(unfinished.limit)),
                    },
                }
            };
            let mut open = 0u64;
            let mut soon = |_: &mut Analyzer, (_, after): (&SumMove, &Sum), player: Player| {
                let found = wins(after, player, Some(SHORT_FOR_A_MOVE))?;
                open += u64::from(found.is_none());
                Ok(found == Some(true))
            };
            let mut found =
                analyzer.moves_that(sum, &mut soon, |_, _, _| Err(too_many(MOST_MOVES)));
            // After a trial, other routes may list all of them.
            if open > 0 && means.trial.is_none() {
                let all = |_: &mut Analyzer, (_, after): (&SumMove, &Sum), player: Player| {
                    Ok(wins(after, player, None)? == Some(true))
                };
                let all = analyzer.moves_that(sum, all, |_, _, _| Err(too_many(MOST_MOVES)));
                if all.as_ref().is_ok_and(|all| all.complete) {
                    (found, open) = (all, 0);
                }
            }
            list(sum, found, &mut answer);
            if open > 0 {
                answer.complete = false;
                let text = format!("; for {open} further moves it is not decided whether they win");
                answer.reason.text.push_str(&text);
            }
            means.spent = search.positions();
        }
        Ok(answer)
    }
}

/// Returns the components of a sum for a [`PartizanSearch`].
///
/// # Errors
/// Why no search can reach it, in words.
pub fn partizan_parts(sum: &Sum) -> Result<Vec<Component>, String> {
    parts_by(sum, |position| position.parts())
}

fn parts_by(
    sum: &Sum,
    of: impl Fn(&dyn AnyPartizan) -> Result<Vec<Component>, String>,
) -> Result<Vec<Component>, String> {
    let mut parts = Vec::new();
    let arena = sum.arena();
    for term in sum.components() {
        match term {
            Term::Value(value) => parts.extend(
                arena.map(|arena| Component::new(ValuePart::new(arena.clone(), value.game))),
            ),
            Term::Partizan(position) => parts.extend(of(&**position)?),
            Term::Impartial(_) => {
                let alone = Sum::new(vec![term.clone()], None);
                let summands = small(&Case::new(&alone).parts)?;
                parts.extend(
                    summands
                        .into_iter()
                        .map(|part| Component::new(BothPlayers(part))),
                );
            }
        }
    }
    Ok(parts)
}
