//! Canonical forms: the value of a sum decides it, and the change of value decides each move.
//!
//! The impartial components equal a nimber. A nimber that is remote from the rest may be exchanged for any other remote
//! one ([`Arena::remote_star`]), so that a heap of any size, even a transfinite one, costs no more than a small heap.

use nimfield_core::info::Fact;
use nimfield_core::words::{Grundy, Outcome, Play, Player, Reason, ReasonKind};
use nimfield_engines::partizan::{NoValue, Values};
use short_game::{Arena, Game};

use super::cancelled::{uncancelled, without_negatives};
use super::partizan_bounds::verdict_of;
use super::partizan_theory::moves_by_theory;
use super::sum_values::{nimber_of, value_of_rest, value_of_sum};
use crate::analyze::analyzer::Analyzer;
use crate::analyze::case::{Case, Part};
use crate::analyze::partizan::{is_cheap, is_half_cheap, list, outcome_of, wins_by_others};
use crate::analyze::query::MoveList;
use crate::analyze::route::{Ask, Cost, Goal, Means, Memory, Reply, Route, Stop, Turn, Work, late};
use crate::answer::{Answer, Figures, FoundForm, PartizanValue};
use crate::sum::{Sum, SumMove};
use crate::term::Term;

/// The source of the theorem that allows the exchange.
const REMOTE_STARS: &str =
    "remote stars: Berlekamp, Conway, Guy 1982, chapter 8; Siegel 2013, section II.7";

/// The most positions of canonical forms that would only add some winning moves.
const QUICK_FORMS: u64 = 10_000;

/// Canonical forms.
pub(super) struct CanonicalForms;

impl Route<Analyzer> for CanonicalForms {
    fn name(&self) -> &'static str {
        "canonical forms"
    }

    fn cost(&self, part: &Part, ask: &Ask, _: &Means) -> Cost {
        match (part.whole, ask.goal) {
            _ if ask.play == Play::Misere => Cost::Foreign,
            (Some(sum), _) if is_cheap(sum) => Cost::Cheap,
            (Some(sum), Goal::More) if is_half_cheap(sum) => Cost::About(Work {
                turn: Turn::Trial(QUICK_FORMS),
                positions: None,
                memory: Memory::Beside,
            }),
            _ => late(None, Memory::Beside),
        }
    }

    fn analysis(
        &mut self,
        sum: &Sum,
        ask: &Ask,
        analyzer: &mut Analyzer,
        means: &mut Means,
    ) -> Reply<Answer> {
        let arena = sum.arena().ok_or(Stop::Foreign)?;
        let mut values = Values::new(arena.clone());
        let most = means.trial.unwrap_or(u64::MAX);
        let found = analyzer.within(most, |analyzer| StandIn::of(analyzer, sum, &mut values));
        let found = found.and_then(|total| Ok((arena.outcome(total.game)?, total)));
        means.spent = values.positions();
        let (outcome, total) = found.map_err(|why| Stop::Passed(why.to_string().into()))?;
        let outcome = outcome_of(outcome);
        let mut answer = analyzer.blank(sum);
        answer.outcome = Some(outcome);
        let (limit, dag) = (analyzer.query().limit, analyzer.query().dag);
        answer.figures = Some(Figures::of_form(arena, total.game, limit, dag));
        if ask.goal == Goal::Value {
            return Ok(answer);
        }
        let than_zero = match outcome {
            Outcome::L => "greater than 0",
            Outcome::R => "less than 0",
            Outcome::P => "0",
            Outcome::N => "confused with 0",
        };
        let text = format!("the value is {than_zero}");
        let closed = closed_value(sum);
        answer.reason = match (&closed, &total.exchanged) {
            (Some(fact), _) => Reason::theorem(fact.source, text).checked_by(fact.claims()),
            (None, None) => Reason::new(ReasonKind::Sum, "canonical forms", text),
            (None, &Some(star)) => {
                fill_value(analyzer, sum, &total, &mut values, &mut answer);
                let text = format!("{}, so that {text}", total.text(star));
                Reason::theorem(REMOTE_STARS, text)
            }
        };
        if analyzer.wants_moves(&answer) {
            // Closed forms are faster than canonical ones: the size of a nimber is its number of options.
            let by_theory = closed.and_then(|_| moves_by_theory(analyzer, sum).ok());
            let found = match by_theory {
                Some(moves) => Ok(moves),
                None => moves_by_values(analyzer, sum, &total, &mut values),
            };
            list(sum, found, &mut answer);
        }
        means.spent = values.positions();
        Ok(answer)
    }
}

/// Returns whether `player` wins a game with this value if the opponent begins.
fn wins_second(arena: &Arena, value: Game, player: Player) -> Result<bool, NoValue> {
    Ok(match player {
        Player::Left => arena.le(Game::ZERO, value)?,
        Player::Right => arena.le(value, Game::ZERO)?,
    })
}

/// Returns the winning moves of both players, found by the value that each leaves.
fn moves_by_values(
    analyzer: &mut Analyzer,
    sum: &Sum,
    total: &StandIn,
    values: &mut Values,
) -> Result<MoveList, NoValue> {
    let arena = values.arena().clone();
    let cancelled = uncancelled(sum).len() < sum.components().len();
    // The nimber of each impartial component before a move in it.
    let mut worth: Vec<Option<Grundy>> = vec![None; sum.components().len()];
    let good = |analyzer: &mut Analyzer, (mv, after): (&SumMove, &Sum), player| {
        analyzer.budget().check(analyzer.positions())?;
        // A component of a cancelled pair may have a large form.
        if cancelled
            && let Some((verdict, _)) = verdict_of(analyzer, after, values)?
            && let Some(wins) = verdict.wins_second(player)
        {
            return Ok(wins);
        }
        let component = mv.component();
        let value = match sum.components()[component].as_impartial() {
            Some(_) => {
                let before = match worth[component].take() {
                    Some(before) => before,
                    None => nimber_of(analyzer, sum, component, true)?,
                };
                let before = worth[component].insert(before);
                let nimber = &*before ^ &nimber_of(analyzer, after, component, true)?;
                StandIn::new(&arena, total.rest, &total.nimber ^ &nimber)?
            }
            None => {
                let rest = value_of_rest(analyzer, after, values)?;
                StandIn::new(&arena, rest, total.nimber.clone())?
            }
        };
        wins_second(&arena, value.game, player)
    };
    analyzer.moves_that(sum, good, |analyzer, component, player| {
        moves_to_nimbers(analyzer, (sum, component), player, (total, &arena))
    })
}

/// Returns the winning moves of an impartial component with too many moves to try, found by the nimbers that they
/// leave; all remote ones are equivalent.
fn moves_to_nimbers(
    analyzer: &mut Analyzer,
    (sum, component): (&Sum, usize),
    player: Player,
    (total, arena): (&StandIn, &Arena),
) -> Result<MoveList, NoValue> {
    let alone = Sum::new(vec![sum.components()[component].clone()], None);
    let own = nimber_of(analyzer, sum, component, true)?;
    let others = &total.nimber ^ &own;
    let remote = arena.remote_star(total.rest)?.max(1);
    let wins = |star: u32| -> Result<bool, NoValue> {
        let game = arena.add(total.rest, arena.nimber(star)?)?;
        wins_second(arena, game, player)
    };
    let nearly_all = wins(remote)?;
    let mut listed = MoveList::all(Vec::new());
    let mut worth = Vec::new();
    // The nimbers that win, or if nearly all win, those that do not.
    for star in 0..remote {
        if wins(star)? != nearly_all {
            let target = &others ^ &Grundy::from(u128::from(star));
            let found = analyzer.moves_in(&Case::component(&alone), target.clone());
            listed.moves.extend(found.moves);
            listed.complete &= found.complete;
            listed.gap = listed.gap.or(found.gap);
            worth.push(target.to_string());
        }
    }
    if !nearly_all {
        let moves = listed.moves.into_iter();
        listed.moves = moves.map(|mv| sum.adopted(mv, component, player)).collect();
        return Ok(listed);
    }
    let mut list = match listed.complete {
        true => analyzer.moves_but((sum, component), player, &listed.moves)?,
        false => MoveList {
            complete: false,
            ..MoveList::all(Vec::new())
        },
    };
    if !list.complete {
        let unless = match worth.is_empty() {
            true => String::new(),
            false => format!(" that does not leave it worth {}", worth.join(" or ")),
        };
        list.gap = Some(wins_by_others(player, component, &unless));
    }
    Ok(list)
}

/// Fills in the value of a sum in which a remote nimber was exchanged, with its form on request.
fn fill_value(
    analyzer: &mut Analyzer,
    sum: &Sum,
    total: &StandIn,
    values: &mut Values,
    answer: &mut Answer,
) {
    let (limit, dag) = (analyzer.query().limit, analyzer.query().dag);
    let arena = values.arena().clone();
    let exact = match analyzer.query().value {
        // Beyond the limits there is no form, and the figures hold what is known.
        true => value_of_sum(analyzer, sum, values).ok(),
        false => None,
    };
    match (exact, &mut answer.figures) {
        (Some(game), figures) => *figures = Some(Figures::of_form(&arena, game, limit, dag)),
        (None, Some(figures)) => {
            figures.value = Some(PartizanValue::Sum {
                rest: FoundForm::new(&arena, total.rest, limit, false),
                nimber: total.nimber.clone(),
            });
        }
        (None, None) => {}
    }
}

/// A game with the outcome of a sum.
struct StandIn {
    /// The game.
    game: Game,
    /// The value of the other components.
    rest: Game,
    /// The nimber of the impartial components.
    nimber: Grundy,
    /// The nimber that replaces it, if it was exchanged; otherwise the game is the value of the sum.
    exchanged: Option<u32>,
}

impl StandIn {
    fn new(arena: &Arena, rest: Game, nimber: Grundy) -> Result<StandIn, NoValue> {
        let size = nimber.finite().and_then(|size| u32::try_from(size).ok());
        let (star, exchanged) = match size {
            Some(0) => (0, None),
            size => {
                let remote = arena.remote_star(rest)?.max(past_number(arena, rest)?);
                match size.filter(|&star| star <= remote) {
                    Some(star) => (star, None),
                    None => (remote, Some(remote)),
                }
            }
        };
        let game = arena.add(rest, arena.nimber(star)?)?;
        Ok(StandIn {
            game,
            rest,
            nimber,
            exchanged,
        })
    }

    /// Returns the stand-in for a sum.
    fn of(analyzer: &mut Analyzer, sum: &Sum, values: &mut Values) -> Result<StandIn, NoValue> {
        let rest = value_of_rest(analyzer, sum, values)?;
        let left = without_negatives(sum);
        let mut nimber = Grundy::ZERO;
        for (component, term) in left.components().iter().enumerate() {
            if term.as_impartial().is_some() {
                nimber = &nimber ^ &nimber_of(analyzer, &left, component, false)?;
            }
        }
        StandIn::new(values.arena(), rest, nimber)
    }

    /// Describes the exchange for this star, with the numbers.
    fn text(&self, star: u32) -> String {
        let star = Grundy::from(u128::from(star));
        format!(
            "neither the canonical form of the rest nor any of its followers is a nimber from {star} on: {} may be exchanged for {star}",
            self.nimber
        )
    }
}

/// Returns the least n such that the rest is not a number beside *n or a greater nimber: a sum that is not a number is
/// exchanged for another such sum, since numbers are colder.
fn past_number(arena: &Arena, rest: Game) -> Result<u32, NoValue> {
    let number = arena.left_stop(rest);
    if number != arena.right_stop(rest) {
        return Ok(0);
    }
    let star = arena.sub(rest, arena.number(number)?)?;
    Ok(arena.to_nimber(star).map_or(0, |star| star + 1))
}

/// Returns the theorem, if closed forms give the values of all positions.
fn closed_value(sum: &Sum) -> Option<Fact> {
    let positions = sum
        .components()
        .iter()
        .filter(|c| !matches!(c, Term::Value(_)));
    let facts = positions.map(|term| term.as_partizan()?.closed_value());
    facts.collect::<Option<Vec<_>>>()?.first().copied()
}
