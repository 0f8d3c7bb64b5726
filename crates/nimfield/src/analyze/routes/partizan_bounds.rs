//! Bounds by stops, means and temperatures, where they tell the outcome.

use nimfield_core::partizan::PartizanSummand;
use nimfield_core::words::{Play, Reason};
use nimfield_engines::partizan::{NoValue, Values};

use super::canonical_forms::value_of_sum;
use crate::analyze::analyzer::Analyzer;
use crate::analyze::case::Part;
use crate::analyze::partizan::{is_cheap, list, outcome_of};
use crate::analyze::route::{Ask, Cost, Goal, Means, Memory, Reply, Route, Stop, Turn, Work};
use crate::analyze::stops::{Heat, Verdict, verdict};
use crate::answer::Answer;
use crate::erased::AnyPartizan;
use crate::sum::Sum;
use crate::term::Term;

/// The name of the route.
pub(crate) const NAME: &str = "stops and temperatures";

/// The bounds.
struct Bounds;

/// The route.
pub(crate) fn route() -> Box<dyn Route> {
    Box::new(Bounds)
}

impl Route for Bounds {
    fn name(&self) -> &'static str {
        NAME
    }

    fn cost(&self, _: &Part, ask: &Ask, _: &Means) -> Cost {
        match (ask.play, ask.goal) {
            (Play::Normal, Goal::Sides) => Cost::About(Work {
                turn: Turn::Soon,
                positions: None,
                memory: Memory::Beside,
            }),
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
        let outcome = verdict.outcome();
        let mut answer = analyzer.blank(sum);
        answer.outcome =
            Some(outcome.ok_or_else(|| passed("the bounds do not tell who wins".into()))?);
        answer.reason = Reason::theorem("stops and temperatures of sums", verdict.text());
        if analyzer.wants_moves(&answer) {
            let mut open = 0;
            let moves = analyzer.moves_that(sum, |analyzer, after, player| {
                let verdict = verdict_of(analyzer, after, &mut values)?;
                let wins = verdict.and_then(|verdict| verdict.wins_second(player));
                open += u64::from(wins.is_none());
                Ok(wins == Some(true))
            });
            list(moves, &mut answer);
            if open > 0 {
                answer.complete = false;
                let text =
                    format!("; of {open} further moves the bounds do not tell whether they win");
                answer.reason.text.push_str(&text);
            }
            means.spent = values.positions();
        }
        Ok(answer)
    }
}

/// What bounds by stops tell of a sum; `None` if a summand's stops are out of reach.
fn verdict_of(
    analyzer: &mut Analyzer,
    sum: &Sum,
    values: &mut Values,
) -> Result<Option<Verdict>, NoValue> {
    let left = uncancelled(sum);
    if left.len() < sum.components().len() {
        let rest = left.iter().map(|&(_, term)| term.clone());
        let rest = Sum::new(rest.collect(), sum.arena().cloned());
        if is_cheap(&rest) {
            let value = value_of_sum(analyzer, &rest, values)?;
            let outcome = outcome_of(values.arena().outcome(value)?);
            return Ok(Some(Verdict::Exact(outcome)));
        }
    }
    let mut heats = Vec::new();
    for (component, term) in left {
        match term {
            Term::Impartial(_) => heats.push(Heat::of_nimber(component)),
            Term::Value(value) => {
                heats.push(Heat::of_game(component, value.game, values.arena())?);
            }
            Term::Partizan(position) => {
                // Theory first: the form of a nimber has as many options as its size.
                let by_theory = position.summands().and_then(|summands| {
                    let heat = |summand: PartizanSummand| Heat::of_stops(component, summand.stops?);
                    summands.into_iter().map(heat).collect::<Option<Vec<_>>>()
                });
                match by_theory {
                    Some(found) => heats.extend(found),
                    None if position.is_cheap() => {
                        let game = position.value(values, analyzer.budget())?;
                        heats.push(Heat::of_game(component, game, values.arena())?);
                    }
                    None => return Ok(None),
                }
            }
        }
    }
    Ok(Some(verdict(&heats)?))
}

/// The components without pairs of positions that are each other's negative, with their numbers from 1.
fn uncancelled(sum: &Sum) -> Vec<(usize, &Term)> {
    let mut left: Vec<(Option<Signed>, usize, &Term)> = Vec::new();
    for (term, component) in sum.components().iter().zip(1..) {
        let signed = term.as_partizan().and_then(Signed::of);
        let cancels = |(other, ..): &(Option<Signed>, usize, &Term)| {
            let pair = signed.as_ref().zip(other.as_ref());
            pair.is_some_and(|(this, other)| this.game == other.game && this.negative == other.own)
        };
        match left.iter().position(cancels) {
            Some(other) => drop(left.remove(other)),
            None => left.push((signed, component, term)),
        }
    }
    let left = left.into_iter();
    left.map(|(_, component, term)| (component, term)).collect()
}

/// The keys of a position's summands, and those of its negative's.
struct Signed {
    game: &'static str,
    own: Vec<Vec<u8>>,
    negative: Vec<Vec<u8>>,
}

impl Signed {
    fn of(position: &dyn AnyPartizan) -> Option<Signed> {
        let summands = position.summands()?.into_iter();
        let (mut own, mut negative): (Vec<_>, Vec<_>) = summands
            .map(|summand| (summand.key, summand.negative))
            .unzip();
        own.sort_unstable();
        negative.sort_unstable();
        Some(Signed {
            game: position.info().name,
            own,
            negative,
        })
    }
}
