//! Nothing but search: misère play, and forms that grow too large.

use nimfield_core::partizan::AnyPartizanComponent as Component;
use nimfield_core::theory::Undecided;
use nimfield_core::words::{Play, Reason, ReasonKind, counted};
use nimfield_engines::partizan::{NoValue, PartizanSearch, ValuePart};

use crate::analyze::analyzer::Analyzer;
use crate::analyze::case::{Case, Part, small};
use crate::analyze::partizan::list;
use crate::analyze::route::{Ask, Cost, Goal, Means, Memory, Reply, Route, late};
use crate::answer::Answer;
use crate::erased::BothPlayers;
use crate::sum::Sum;
use crate::term::Term;

/// The search of outcomes.
struct OutcomeSearch;

/// The route.
pub(crate) fn route() -> Box<dyn Route> {
    Box::new(OutcomeSearch)
}

impl Route for OutcomeSearch {
    fn name(&self) -> &'static str {
        "search"
    }

    fn cost(&self, _: &Part, ask: &Ask, _: &Means) -> Cost {
        match ask.goal {
            Goal::Sides => late(None, Memory::Beside),
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
            let why = "values are equal in normal play only, so they have no misere outcome";
            return Err(Undecided::OutOfReach(why.to_string()).into());
        }
        let parts = partizan_parts(sum)
            .map_err(|why| Undecided::OutOfReach(format!("{why}, and no theorem applies")))?;
        let mut search = PartizanSearch::new(ask.play);
        let outcome = search.outcome(&parts, means.budget);
        means.spent = search.positions();
        let mut answer = analyzer.blank(sum);
        answer.outcome = Some(outcome?);
        let text = format!(
            "a search of {}, without canonical forms",
            counted(means.spent, "position")
        );
        answer.reason = Reason::new(ReasonKind::Search, "exhaustive search", text);
        if analyzer.wants_moves(&answer) {
            let found = analyzer.moves_that(sum, |_, after, player| {
                let parts = partizan_parts(after).map_err(NoValue::TooLarge)?;
                let found = search.wins(parts, player.opponent(), means.budget);
                let wins = found.map_err(|unfinished| NoValue::Limit(unfinished.limit))?;
                Ok(!wins)
            });
            list(found, &mut answer);
            means.spent = search.positions();
        }
        Ok(answer)
    }
}

/// The components of a sum for a [`PartizanSearch`].
///
/// # Errors
/// Why no search can reach it, in words.
pub fn partizan_parts(sum: &Sum) -> Result<Vec<Component>, String> {
    let mut parts = Vec::new();
    let arena = sum.arena();
    for term in sum.components() {
        match term {
            Term::Value(value) => parts.extend(
                arena.map(|arena| Component::new(ValuePart::new(arena.clone(), value.game))),
            ),
            Term::Partizan(position) => parts.extend(position.parts()?),
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
