//! Canonical forms: the value of a sum decides, and each move by what it changes.
//!
//! The impartial components are worth a nimber. One that is remote from all the rest may be exchanged for
//! any other remote one ([`Arena::remote_star`]), so that a heap of any size, even a transfinite one, costs
//! no more than a small heap.

use nimfield_core::info::Fact;
use nimfield_core::theory::Undecided;
use nimfield_core::words::{Grundy, Outcome, Play, Player, Reason, ReasonKind};
use nimfield_engines::partizan::{NoValue, Values};
use short_game::{Arena, Game};

use super::partizan_theory::moves_by_theory;
use crate::analyze::analyzer::Analyzer;
use crate::analyze::case::{Case, Part};
use crate::analyze::partizan::{is_cheap, list, outcome_of};
use crate::analyze::route::{Ask, Cost, Goal, Means, Memory, Reply, Route, Stop, Turn, Work, late};
use crate::answer::{Answer, Figures, FoundForm, PartizanValue};
use crate::sum::Sum;
use crate::term::Term;

/// Where the theorem stands by which a nimber is exchanged.
const REMOTE_STARS: &str =
    "remote stars: Berlekamp, Conway, Guy 1982, chapter 8; Siegel 2013, section II.7";

/// Canonical forms are made of so many positions where they would add nothing but some winning moves.
const QUICK_FORMS: u64 = 10_000;

/// Canonical forms.
struct CanonicalForms;

/// The route.
pub(crate) fn route() -> Box<dyn Route> {
    Box::new(CanonicalForms)
}

impl Route for CanonicalForms {
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
        let found = analyzer.within(most, |analyzer| stand_in(analyzer, sum, &mut values));
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
            (None, Some(exchanged)) => {
                fill_value(analyzer, sum, exchanged, &mut values, &mut answer);
                let text = format!("{}, so that {text}", exchanged.text());
                Reason::theorem(REMOTE_STARS, text)
            }
        };
        if analyzer.wants_moves(&answer) {
            // Closed forms are quicker than canonical ones: a nimber has as many options as its size.
            let by_theory = closed.and_then(|_| moves_by_theory(analyzer, sum).ok());
            let found = match by_theory {
                Some(moves) => Ok(moves),
                None => analyzer.moves_that(sum, |analyzer, after, player| {
                    let value = stand_in(analyzer, after, &mut values)?.game;
                    Ok(match player {
                        Player::Left => arena.le(Game::ZERO, value)?,
                        Player::Right => arena.le(value, Game::ZERO)?,
                    })
                }),
            };
            list(found, &mut answer);
        }
        means.spent = values.positions();
        Ok(answer)
    }
}

/// The value of a sum in which a remote nimber was exchanged: its form if that is asked for.
fn fill_value(
    analyzer: &mut Analyzer,
    sum: &Sum,
    exchanged: &Exchanged,
    values: &mut Values,
    answer: &mut Answer,
) {
    let (limit, dag) = (analyzer.query().limit, analyzer.query().dag);
    let arena = values.arena().clone();
    let exact = match analyzer.query().value {
        true => value_of_sum(analyzer, sum, values).ok(),
        false => None,
    };
    match (exact, &mut answer.figures) {
        (Some(game), figures) => *figures = Some(Figures::of_form(&arena, game, limit, dag)),
        (None, Some(figures)) => {
            figures.value = Some(PartizanValue::Sum {
                rest: FoundForm::new(&arena, exchanged.rest, limit, false),
                nimber: exchanged.nimber.clone(),
            });
        }
        (None, None) => {}
    }
}

/// A game with the outcome of a sum.
struct StandIn {
    /// The game.
    pub game: Game,
    /// What was exchanged; `None` if the game is the sum's value.
    pub exchanged: Option<Exchanged>,
}

/// A remote nimber, and what it was exchanged for.
struct Exchanged {
    /// The value of the other components.
    pub rest: Game,
    /// The nimber of the impartial components.
    pub nimber: Grundy,
    /// The nimber that stands for it.
    pub remote: u32,
}

/// The game that stands for a sum.
fn stand_in(analyzer: &mut Analyzer, sum: &Sum, values: &mut Values) -> Result<StandIn, NoValue> {
    let (impartial, rest): (Vec<Term>, Vec<Term>) = sum
        .components()
        .iter()
        .cloned()
        .partition(|term| matches!(term, Term::Impartial(_)));
    let rest = Sum::new(rest, sum.arena().cloned());
    let rest = value_of_sum(analyzer, &rest, values)?;
    if impartial.is_empty() {
        return Ok(StandIn {
            game: rest,
            exchanged: None,
        });
    }
    let impartial = Sum::new(impartial, None);
    let nimber = analyzer
        .value_in(&Case::component(&impartial))
        .map_err(no_value)?;
    let nimber = nimber.value;
    let arena: &Arena = values.arena();
    let remote = arena.remote_star(rest)?;
    let small = nimber.finite().and_then(|n| u32::try_from(n).ok());
    let (star, exchanged) = match small {
        Some(star) if star <= remote => (star, None),
        _ => (
            remote,
            Some(Exchanged {
                rest,
                nimber,
                remote,
            }),
        ),
    };
    let star = arena.nimber(star)?;
    Ok(StandIn {
        game: arena.add(rest, star)?,
        exchanged,
    })
}

impl Exchanged {
    /// What was done, with the numbers.
    pub fn text(&self) -> String {
        let Exchanged { nimber, remote, .. } = self;
        let star = Grundy::from(u128::from(*remote));
        format!(
            "the canonical form of the rest is worth no nimber from {star} on, nor is any of its followers: {nimber} may be exchanged for {star}"
        )
    }
}

/// The canonical form of a sum.
pub(super) fn value_of_sum(
    analyzer: &mut Analyzer,
    sum: &Sum,
    values: &mut Values,
) -> Result<Game, NoValue> {
    let mut total = Game::ZERO;
    for term in sum.components() {
        let part = match term {
            Term::Value(value) => value.game,
            Term::Partizan(position) => position.value(values, analyzer.budget())?,
            Term::Impartial(_) => nimber(analyzer, term, values.arena())?,
        };
        total = values.arena().add(total, part)?;
    }
    Ok(total)
}

/// The nimber that an impartial component is worth.
fn nimber(analyzer: &mut Analyzer, term: &Term, arena: &Arena) -> Result<Game, NoValue> {
    let alone = Sum::new(vec![term.clone()], None);
    let found = analyzer
        .value_in(&Case::component(&alone))
        .map_err(no_value)?;
    let size = found
        .value
        .finite()
        .and_then(|size| u32::try_from(size).ok());
    let too_large = || {
        NoValue::TooLarge(format!(
            "{term} has the value {}; canonical forms reach *{}",
            found.value,
            u32::MAX
        ))
    };
    Ok(arena.nimber(size.ok_or_else(too_large)?)?)
}

/// Why a component has no value that a partizan sum could use.
fn no_value(undecided: Undecided) -> NoValue {
    match undecided {
        Undecided::Unfinished(unfinished) => NoValue::Limit(unfinished.limit),
        undecided => NoValue::TooLarge(undecided.to_string()),
    }
}

/// Whether one summand alone may be too large for canonical forms.
fn is_half_cheap(sum: &Sum) -> bool {
    let positions = sum.components().iter().filter_map(Term::as_partizan);
    positions.filter(|position| !position.is_cheap()).count() <= 1
}

/// The theorem, if closed forms give the values of all positions.
fn closed_value(sum: &Sum) -> Option<Fact> {
    let positions = sum
        .components()
        .iter()
        .filter(|c| !matches!(c, Term::Value(_)));
    let facts = positions.map(|term| term.as_partizan()?.closed_value());
    facts.collect::<Option<Vec<_>>>()?.first().copied()
}
