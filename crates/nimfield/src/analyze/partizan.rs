//! Sums with a partizan component or a value: closed forms, then canonical forms, then search.

use std::sync::Arc;

use nimfield_core::info::Fact;
use nimfield_core::partizan::{ClosedFigures, Decided, PartizanSummand};
use nimfield_core::words::{Outcome, Play, Player, Reason, ReasonKind};
use nimfield_engines::partizan::{NoValue, Part, PartizanSearch, ValuePart, Values};
use short_game::{Arena, Game};

use super::analyzer::Analyzer;
use super::case::{Case, small};
use super::stand_in::{Exchanged, no_value};
use super::stops::{Heat, Verdict, verdict};
use crate::answer::{Answer, Figures, FoundForm, PartizanValue, WinningMove};
use crate::erased::{AnyMove, AnyPartizan, BothPlayers};
use crate::sum::{Sum, SumMove};
use crate::term::Term;
use crate::values::Within;

/// A sum with more moves than this is not searched move by move.
const MOST_MOVES: usize = 100_000;

/// Where the theorem stands by which a nimber is exchanged.
const REMOTE_STARS: &str =
    "remote stars: Berlekamp, Conway, Guy 1982, chapter 8; Siegel 2013, section II.7";

/// Canonical forms are made of so many positions where they would add nothing but some winning moves.
const QUICK_FORMS: u64 = 10_000;

impl Analyzer {
    pub(super) fn analyze_partizan(&mut self, sum: &Sum, arena: &Arc<Arena>) -> Answer {
        let _within = Within::new(arena, self.budget());
        let mut answer = self.blank(sum);
        if self.query().play == Play::Misere {
            self.by_search(sum, &mut answer);
        } else {
            match single(sum).and_then(|position| position.decided()) {
                Some(decided) => self.by_theorem(sum, arena, decided, &mut answer),
                None => self.by_values(sum, arena, &mut answer),
            }
        }
        // Nobody has a winning move, so that all are listed.
        answer.complete |= answer.outcome == Some(Outcome::P);
        answer
    }

    /// Whether winning moves are looked for one by one.
    fn wants_moves(&self, answer: &Answer) -> bool {
        self.query().moves && answer.outcome != Some(Outcome::P)
    }

    /// A single position of which theory says everything, whatever its size.
    fn by_theorem(
        &mut self,
        sum: &Sum,
        arena: &Arc<Arena>,
        decided: Decided<AnyMove>,
        answer: &mut Answer,
    ) {
        let valued = matches!(decided.figures, Some(ClosedFigures::Value(_)));
        let figures_reason = decided.figures_reason;
        self.fill(sum, decided, answer);
        if self.query().only_outcome || valued && !self.query().dag {
            return;
        }
        if self.query().value || is_cheap(sum) {
            let mut values = Values::new(arena.clone());
            let found = self.value_of_sum(sum, &mut values);
            self.count(values.positions());
            if let Ok(game) = found {
                self.fill_figures(arena, game, answer);
                return;
            }
        }
        let observed = single(sum).filter(|_| self.query().unproved);
        let observed = observed.and_then(|position| position.observed());
        for text in figures_reason
            .map(str::to_string)
            .into_iter()
            .chain(observed)
        {
            answer.reason.text.push_str("; ");
            answer.reason.text.push_str(&text);
        }
    }

    /// What theory says, into the answer.
    fn fill(&self, sum: &Sum, decided: Decided<AnyMove>, answer: &mut Answer) {
        answer.outcome = Some(decided.outcome);
        answer.reason = decided.reason;
        if let Some(figures) = decided.figures {
            answer.figures = Some(Figures::of_closed(figures));
        }
        let Some(runs) = decided.moves.filter(|_| self.query().moves) else {
            return;
        };
        let named = runs.into_iter().map(|run| {
            let mv = sum.name_move(0, run.first, run.to, Some(run.player));
            WinningMove::new(sum, mv)
        });
        answer.winning_moves = named.collect();
        answer.complete = true;
    }

    /// What theory says of a single position whose form is too large or not wanted.
    fn by_large_theorem(&mut self, sum: &Sum, answer: &mut Answer) -> bool {
        let Some(found) = single(sum).and_then(|position| position.when_large()) else {
            return false;
        };
        let listed = found.moves.is_some();
        self.fill(sum, found, answer);
        if self.wants_moves(answer) && !listed {
            let moves = self.moves_by_theory(sum);
            list(moves, answer);
        }
        true
    }

    /// The winning moves of a single position, each by what theory says of the position that it leaves.
    fn moves_by_theory(&mut self, sum: &Sum) -> Result<Vec<WinningMove>, NoValue> {
        self.moves_that(sum, |_, after, player| {
            let decided = single(after)
                .and_then(|position| position.decided().or_else(|| position.when_large()));
            let Some(decided) = decided else {
                let why = format!("no theorem tells who wins {after}");
                return Err(NoValue::TooLarge(why));
            };
            Ok(match player {
                Player::Left => matches!(decided.outcome, Outcome::L | Outcome::P),
                Player::Right => matches!(decided.outcome, Outcome::R | Outcome::P),
            })
        })
    }

    /// The moves of both players that leave a position with this property, if they can all be tried.
    fn moves_that(
        &mut self,
        sum: &Sum,
        mut good: impl FnMut(&mut Analyzer, &Sum, Player) -> Result<bool, NoValue>,
    ) -> Result<Vec<WinningMove>, NoValue> {
        // Both lists first: they take little, where a trial of moves may take long.
        let list = |player| {
            let moves = sum.moves_or_limits(Some(player)).take(MOST_MOVES + 1);
            let moves: Vec<SumMove> = moves.collect::<Result<_, _>>()?;
            if moves.len() > MOST_MOVES {
                let why = format!("there are more than {MOST_MOVES} moves");
                return Err(NoValue::TooLarge(why));
            }
            Ok((player, moves))
        };
        let moves = [list(Player::Left)?, list(Player::Right)?];
        let mut runs = Vec::new();
        for (player, moves) in moves {
            let mut wins = Vec::new();
            for mv in moves {
                self.budget().check(self.positions())?;
                let after = sum.after(&mv).map_err(NoValue::TooLarge)?;
                if good(self, &after, player)? {
                    wins.push(mv);
                }
            }
            let gathered = sum.gathered(wins).into_iter();
            runs.extend(gathered.map(|mv| WinningMove::new(sum, mv)));
        }
        Ok(runs)
    }

    /// The canonical form of a sum.
    pub(super) fn value_of_sum(&mut self, sum: &Sum, values: &mut Values) -> Result<Game, NoValue> {
        let mut total = Game::ZERO;
        for term in sum.components() {
            let part = match term {
                Term::Value(value) => value.game,
                Term::Partizan(position) => position.value(values, self.budget())?,
                Term::Impartial(_) => self.nimber(term, values.arena())?,
            };
            total = values.arena().add(total, part)?;
        }
        Ok(total)
    }

    /// The nimber that an impartial component is worth.
    fn nimber(&mut self, term: &Term, arena: &Arena) -> Result<Game, NoValue> {
        let alone = Sum::new(vec![term.clone()], None);
        let found = self.value_in(&Case::new(&alone)).map_err(no_value)?;
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

    fn fill_figures(&self, arena: &Arc<Arena>, game: Game, answer: &mut Answer) {
        let figures = Figures::of_form(arena, game, self.query().limit, self.query().dag);
        answer.figures = Some(figures);
    }

    /// The value of a sum in which a remote nimber was exchanged: its form if that is asked for.
    fn fill_value(
        &mut self,
        sum: &Sum,
        exchanged: &Exchanged,
        values: &mut Values,
        answer: &mut Answer,
    ) {
        let arena = values.arena().clone();
        let exact = match self.query().value {
            true => self.value_of_sum(sum, values).ok(),
            false => None,
        };
        match (exact, &mut answer.figures) {
            (Some(game), _) => self.fill_figures(&arena, game, answer),
            (None, Some(figures)) => {
                figures.value = Some(PartizanValue::Sum {
                    rest: FoundForm::new(&arena, exchanged.rest, self.query().limit, false),
                    nimber: exchanged.nimber.clone(),
                });
            }
            (None, None) => {}
        }
    }

    /// Canonical forms: the value of the sum decides, and each move by what it changes.
    fn by_values(&mut self, sum: &Sum, arena: &Arc<Arena>, answer: &mut Answer) {
        // First, so that something is known whatever the forms cost.
        let large = !is_cheap(sum);
        let large = large && (self.by_large_theorem(sum, answer) || self.by_stops(sum, answer));
        let quick = large && !self.query().value;
        if quick && (answer.complete || !self.wants_moves(answer) || !is_half_cheap(sum)) {
            return;
        }
        let mut values = Values::new(arena.clone());
        let most = if quick { QUICK_FORMS } else { u64::MAX };
        let found = self.within(most, |analyzer| analyzer.stand_in(sum, &mut values));
        let found = found.and_then(|total| Ok((arena.outcome(total.game)?, total)));
        self.count(values.positions());
        let Ok((outcome, total)) = found else {
            if !large && !self.by_large_theorem(sum, answer) && !self.by_stops(sum, answer) {
                self.by_search(sum, answer);
            }
            return;
        };
        let outcome = outcome_of(outcome);
        let than_zero = match outcome {
            Outcome::L => "greater than 0",
            Outcome::R => "less than 0",
            Outcome::P => "0",
            Outcome::N => "confused with 0",
        };
        answer.outcome = Some(outcome);
        self.fill_figures(arena, total.game, answer);
        let text = format!("the value is {than_zero}");
        let closed = closed_value(sum);
        answer.reason = match (&closed, &total.exchanged) {
            (Some(fact), _) => Reason::theorem(fact.source, text).checked_by(fact.claims()),
            (None, None) => Reason::new(ReasonKind::Sum, "canonical forms", text),
            (None, Some(exchanged)) => {
                self.fill_value(sum, exchanged, &mut values, answer);
                Reason::theorem(
                    REMOTE_STARS,
                    format!("{}, so that {text}", exchanged.text()),
                )
            }
        };
        if self.wants_moves(answer) {
            // Closed forms are quicker than canonical ones: a nimber has as many options as its size.
            let by_theory = closed.and_then(|_| self.moves_by_theory(sum).ok());
            let before = values.positions();
            let found = match by_theory {
                Some(moves) => Ok(moves),
                None => self.moves_by_values(sum, &mut values),
            };
            self.count(values.positions() - before);
            list(found, answer);
        }
    }

    /// Bounds by stops, means and temperatures, where they tell the outcome.
    fn by_stops(&mut self, sum: &Sum, answer: &mut Answer) -> bool {
        let mut values = Values::new(sum.arena().expect("a partizan sum has one").clone());
        let found = self.verdict_by_stops(sum, &mut values).ok().flatten();
        let Some((verdict, outcome)) = found.and_then(|v| Some((v, v.outcome()?))) else {
            self.count(values.positions());
            return false;
        };
        answer.outcome = Some(outcome);
        answer.reason = Reason::theorem("stops and temperatures of sums", verdict.text());
        if self.wants_moves(answer) {
            let mut open = 0;
            let moves = self.moves_that(sum, |analyzer, after, player| {
                let verdict = analyzer.verdict_by_stops(after, &mut values)?;
                let wins = verdict.and_then(|verdict| verdict.wins_second(player));
                open += u64::from(wins.is_none());
                Ok(wins == Some(true))
            });
            list(moves, answer);
            if open > 0 {
                answer.complete = false;
                let text =
                    format!("; of {open} further moves the bounds do not tell whether they win");
                answer.reason.text.push_str(&text);
            }
        }
        self.count(values.positions());
        true
    }

    /// What bounds by stops tell of a sum; `None` if a summand's stops are out of reach.
    fn verdict_by_stops(
        &mut self,
        sum: &Sum,
        values: &mut Values,
    ) -> Result<Option<Verdict>, NoValue> {
        let left = uncancelled(sum);
        if left.len() < sum.components().len() {
            let rest = left.iter().map(|&(_, term)| term.clone());
            let rest = Sum::new(rest.collect(), sum.arena().cloned());
            if is_cheap(&rest) {
                let value = self.value_of_sum(&rest, values)?;
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
                        let heat =
                            |summand: PartizanSummand| Heat::of_stops(component, summand.stops?);
                        summands.into_iter().map(heat).collect::<Option<Vec<_>>>()
                    });
                    match by_theory {
                        Some(found) => heats.extend(found),
                        None if position.is_cheap() => {
                            let game = position.value(values, self.budget())?;
                            heats.push(Heat::of_game(component, game, values.arena())?);
                        }
                        None => return Ok(None),
                    }
                }
            }
        }
        Ok(Some(verdict(&heats)?))
    }

    fn moves_by_values(
        &mut self,
        sum: &Sum,
        values: &mut Values,
    ) -> Result<Vec<WinningMove>, NoValue> {
        self.moves_that(sum, |analyzer, after, player| {
            let value = analyzer.stand_in(after, values)?.game;
            Ok(match player {
                Player::Left => values.arena().le(Game::ZERO, value)?,
                Player::Right => values.arena().le(value, Game::ZERO)?,
            })
        })
    }

    /// Nothing but search: misère play, and forms that grow too large.
    fn by_search(&mut self, sum: &Sum, answer: &mut Answer) {
        let values = sum.components().iter().any(|c| matches!(c, Term::Value(_)));
        if self.query().play == Play::Misere && values {
            answer.reason.text =
                "not decided: values are equal in normal play only, so they have no misere outcome"
                    .to_string();
            return;
        }
        let mut search = PartizanSearch::new(self.query().play);
        let outcome = match partizan_parts(sum) {
            Ok(parts) => search.outcome(&parts, self.budget()),
            Err(why) => {
                answer.reason.text = format!("not decided: {why}, and no theorem applies");
                return;
            }
        };
        match outcome {
            Err(unfinished) => {
                answer.reason.text = format!("not decided within the budget: {unfinished}");
            }
            Ok(outcome) => {
                answer.outcome = Some(outcome);
                let text = format!(
                    "a search of {} positions, without canonical forms",
                    search.positions()
                );
                answer.reason = Reason::new(ReasonKind::Search, "exhaustive search", text);
                if self.wants_moves(answer) {
                    let found = self.moves_by_search(sum, &mut search);
                    list(found, answer);
                }
            }
        }
        self.count(search.positions());
    }

    fn moves_by_search(
        &mut self,
        sum: &Sum,
        search: &mut PartizanSearch,
    ) -> Result<Vec<WinningMove>, NoValue> {
        self.moves_that(sum, |analyzer, after, player| {
            let parts = partizan_parts(after).map_err(NoValue::TooLarge)?;
            let found = search.wins(parts, player.opponent(), analyzer.budget());
            let wins = found.map_err(|unfinished| NoValue::Limit(unfinished.limit))?;
            Ok(!wins)
        })
    }
}

/// An outcome class in the words of positions.
fn outcome_of(outcome: short_game::Outcome) -> Outcome {
    match outcome {
        short_game::Outcome::Left => Outcome::L,
        short_game::Outcome::Right => Outcome::R,
        short_game::Outcome::Previous => Outcome::P,
        short_game::Outcome::Next => Outcome::N,
    }
}

/// All winning moves into an answer, or why they are not there.
fn list(found: Result<Vec<WinningMove>, NoValue>, answer: &mut Answer) {
    answer.complete = found.is_ok();
    match found {
        Ok(moves) => answer.winning_moves = moves,
        Err(why) => {
            let text = &mut answer.reason.text;
            text.push_str(&format!("; the winning moves are not listed: {why}"));
        }
    }
}

/// The partizan position, if the sum is a single one.
fn single(sum: &Sum) -> Option<&dyn AnyPartizan> {
    match sum.components() {
        [component] => component.as_partizan(),
        _ => None,
    }
}

/// The components of a sum for a [`PartizanSearch`].
///
/// # Errors
/// Why no search can reach it, in words.
pub fn partizan_parts(sum: &Sum) -> Result<Vec<Part>, String> {
    let mut parts = Vec::new();
    let arena = sum.arena();
    for term in sum.components() {
        match term {
            Term::Value(value) => parts
                .extend(arena.map(|arena| Part::new(ValuePart::new(arena.clone(), value.game)))),
            Term::Partizan(position) => parts.extend(position.parts()?),
            Term::Impartial(_) => {
                let alone = Sum::new(vec![term.clone()], None);
                let summands = small(&Case::new(&alone).parts)?;
                parts.extend(
                    summands
                        .into_iter()
                        .map(|part| Part::new(BothPlayers(part))),
                );
            }
        }
    }
    Ok(parts)
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

/// Whether the canonical forms of a sum cost next to nothing.
fn is_cheap(sum: &Sum) -> bool {
    sum.components().iter().all(|term| match term {
        Term::Value(_) => true,
        Term::Partizan(position) => position.is_cheap(),
        Term::Impartial(position) => {
            let summands = position.summands();
            summands.iter().all(|summand| summand.value().is_some())
        }
    })
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
