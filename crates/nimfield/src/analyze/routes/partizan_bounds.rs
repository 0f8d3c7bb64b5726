//! Decides outcomes by bounds from stops, means and temperatures.

use std::cell::Cell;

use nimfield_core::heat::{BigDyadic, Heat};
use nimfield_core::words::{Play, Player, Reason};
use nimfield_engines::partizan::{NoValue, Values, Verdict, heat_of, verdict};

use super::cancelled::{of_components, uncancelled};
use super::sum_values::value_of_sum;
use crate::analyze::analyzer::Analyzer;
use crate::analyze::case::Part;
use crate::analyze::partizan::{MOST_MOVES, is_cheap, list, outcome_of, too_many, wins_by_others};
use crate::analyze::query::MoveList;
use crate::analyze::route::{Ask, BOUNDS, Cost, Goal, Means, Memory, Reply, Route, Stop, soon};
use crate::answer::Answer;
use crate::sum::{Sum, SumMove};
use crate::term::Term;

/// The bounds.
pub(super) struct Bounds;

impl Route<Analyzer> for Bounds {
    fn name(&self) -> &'static str {
        BOUNDS
    }

    fn cost(&self, _: &Part, ask: &Ask, _: &Means) -> Cost {
        match (ask.play, ask.goal) {
            (Play::Normal, Goal::Sides) => soon(None, Memory::Beside),
            _ => Cost::Foreign,
        }
    }

    fn analysis(
        &mut self,
        sum: &Sum,
        _: &Ask,
        analyzer: &mut Analyzer,
        means: &mut Means,
    ) -> Reply<Answer> {
        let mut values = Values::new(sum.arena().ok_or(Stop::Foreign)?.clone());
        let passed = |why: String| Stop::Passed(why.into());
        let found = verdict_of(analyzer, sum, &mut values);
        means.spent = values.positions();
        let verdict = found.map_err(|why| passed(why.to_string()))?;
        let verdict =
            verdict.ok_or_else(|| passed("the stops of a summand are not known".into()))?;
        let (verdict, components) = verdict;
        let outcome = verdict.outcome();
        let mut answer = analyzer.blank(sum);
        answer.outcome =
            Some(outcome.ok_or_else(|| passed("the bounds do not decide who wins".into()))?);
        answer.reason = Reason::theorem(
            "stops and temperatures of sums",
            verdict.text(|summand| components[summand]),
        );
        if analyzer.wants_moves(&answer) {
            let open = Cell::new(0);
            let counted = |wins: Option<bool>, moves: u128| {
                open.set(open.get() + if wins.is_none() { moves } else { 0 });
                wins == Some(true)
            };
            let good = |analyzer: &mut Analyzer, (_, after): (&SumMove, &Sum), player| {
                analyzer.budget().check(analyzer.positions())?;
                let verdict = verdict_of(analyzer, after, &mut values)?;
                let wins = verdict.and_then(|(verdict, _)| verdict.wins_second(player));
                Ok(counted(wins, 1))
            };
            // No bound depends on a nimber.
            let of_large = |analyzer: &mut Analyzer, component: usize, player| match &verdict {
                Verdict::Exact(..) => Err(too_many(MOST_MOVES)),
                verdict => {
                    let position = sum.components()[component].as_impartial();
                    let moves = position.map_or(0, |position| position.move_count());
                    match counted(verdict.wins_second(player), moves) {
                        true => all_moves(analyzer, (sum, component), player),
                        false => Ok(MoveList::all(Vec::new())),
                    }
                }
            };
            let moves = analyzer.moves_that(sum, good, of_large);
            list(sum, moves, &mut answer);
            if open.get() > 0 {
                answer.complete = false;
                let text = format!(
                    "; for {} further moves the bounds do not decide whether they win",
                    open.get()
                );
                answer.reason.text.push_str(&text);
            }
            means.spent = values.positions();
        }
        Ok(answer)
    }
}

/// Returns all moves of an impartial component, if `player` wins with each.
fn all_moves(
    analyzer: &mut Analyzer,
    (sum, component): (&Sum, usize),
    player: Player,
) -> Result<MoveList, NoValue> {
    let mut list = analyzer.moves_but((sum, component), player, &[])?;
    if !list.complete {
        list.gap = Some(wins_by_others(player, component, ""));
    }
    Ok(list)
}

/// The verdict of the bounds on the summands, and the components that these belong to.
type Bounded = (Verdict, Vec<usize>);

/// Returns the verdict of the bounds on a sum; `None` if the stops of a summand are out of reach.
pub(super) fn verdict_of(
    analyzer: &mut Analyzer,
    sum: &Sum,
    values: &mut Values,
) -> Result<Option<Bounded>, NoValue> {
    let left = uncancelled(sum);
    if left.len() < sum.components().len() {
        let rest = of_components(sum, &left);
        if is_cheap(&rest) {
            let value = value_of_sum(analyzer, &rest, values)?;
            let outcome = outcome_of(values.arena().outcome(value)?);
            let why = "each large summand cancels with its negative; the value of the rest decides";
            return Ok(Some((Verdict::Exact(outcome, why), Vec::new())));
        }
    }
    let mut heats = Vec::new();
    let mut components = Vec::new();
    for (component, term) in left {
        match term {
            Term::Impartial(position) => {
                let nimber = position.summands().iter().try_fold(0, |sum, summand| {
                    Some(sum ^ summand.value()?.value.finite()?)
                });
                heats.push(Heat::of_number(BigDyadic::default(), nimber));
            }
            Term::Value(value) => heats.push(heat_of(value.game, values.arena())?),
            Term::Partizan(position) => {
                // Theory first: the size of a nimber is the number of options of its form.
                let by_theory = position.summands().and_then(|summands| {
                    let heats = summands.into_iter().map(|summand| summand.heat);
                    heats.collect::<Option<Vec<_>>>()
                });
                match by_theory {
                    Some(found) => heats.extend(found),
                    None if position.is_cheap() => {
                        let game = position.value(values, analyzer.budget())?;
                        heats.push(heat_of(game, values.arena())?);
                    }
                    None => return Ok(None),
                }
            }
        }
        components.resize(heats.len(), component);
    }
    Ok(verdict(&heats).map(|verdict| (verdict, components)))
}
