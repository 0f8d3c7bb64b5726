//! Nothing but search: misère play, and forms that grow too large.

use nimfield_core::partizan::AnyPartizanComponent as Component;
use nimfield_core::theory::Undecided;
use nimfield_core::words::{Play, Player, Reason, ReasonKind, counted};
use nimfield_engines::partizan::{NoValue, PartizanSearch, ValuePart};

use super::cancelled::without_negatives;
use crate::analyze::analyzer::Analyzer;
use crate::analyze::case::{Case, Part, small};
use crate::analyze::partizan::{is_half_cheap, list, too_many};
use crate::analyze::route::{Ask, Cost, Goal, Means, Memory, Reply, Route, Turn, Work, late};
use crate::answer::Answer;
use crate::erased::{AnyPartizan, BothPlayers};
use crate::sum::{Sum, SumMove};
use crate::term::Term;

/// Positions that are searched before canonical forms are made.
const SHORT_BY_BOUNDS: u64 = 20_000;

/// The search of outcomes.
struct OutcomeSearch;

/// The route.
pub(crate) fn route() -> Box<dyn Route<Analyzer>> {
    Box::new(OutcomeSearch)
}

impl Route<Analyzer> for OutcomeSearch {
    fn name(&self) -> &'static str {
        "search"
    }

    fn cost(&self, part: &Part, ask: &Ask, _: &Means) -> Cost {
        match (ask.goal, part.whole) {
            // The forms of large summands may take long where bounds end the search soon.
            (Goal::Sides, Some(sum)) if ask.play == Play::Normal && is_large(sum) => {
                Cost::About(Work {
                    turn: Turn::Trial(SHORT_BY_BOUNDS),
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
            let why = "values are equal in normal play only, so they have no misere outcome";
            return Err(Undecided::OutOfReach(why.to_string()).into());
        }
        let parts_of = |sum: &Sum| match ask.play {
            Play::Normal => parts_by(&without_negatives(sum), |position| position.equal_parts()),
            Play::Misere => partizan_parts(sum),
        };
        let parts = parts_of(sum)
            .map_err(|why| Undecided::OutOfReach(format!("{why}, and no theorem applies")))?;
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
            let good = |_: &mut Analyzer, (_, after): (&SumMove, &Sum), player: Player| {
                let parts = parts_of(after).map_err(NoValue::TooLarge)?;
                let found = search.wins(parts, player.opponent(), means.budget);
                let wins = found.map_err(|unfinished| NoValue::Limit(unfinished.limit))?;
                Ok(!wins)
            };
            let found = analyzer.moves_that(sum, good, |_, _, _| Err(too_many()));
            list(sum, found, &mut answer);
            means.spent = search.positions();
        }
        Ok(answer)
    }
}

/// Whether the canonical form of a sum may be large: more than one summand is, and there are many moves.
fn is_large(sum: &Sum) -> bool {
    /// So many moves of a player are not many.
    const FEW_MOVES: usize = 64;
    let many = |player| sum.moves_by(player).take(FEW_MOVES + 1).count() > FEW_MOVES;
    !is_half_cheap(sum) && [Player::Left, Player::Right].into_iter().any(many)
}

/// The components of a sum for a [`PartizanSearch`].
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
