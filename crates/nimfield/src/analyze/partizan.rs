//! Sums with a partizan component or a value: what the routes find, and which moves win.

use std::sync::Arc;

use nimfield_core::theory::Undecided;
use nimfield_core::words::{Outcome, Player};
use nimfield_engines::partizan::NoValue;
use short_game::Arena;

use super::analyzer::Analyzer;
use super::route::{Goal, Stage};
use super::routes::{BOUNDS, CLOSED_FORMS, THEORY};
use crate::answer::{Answer, PartizanValue, WinningMove};
use crate::erased::AnyPartizan;
use crate::sum::{Sum, SumMove};
use crate::term::Term;
use crate::values::Within;

/// A sum with more moves than this is not searched move by move.
const MOST_MOVES: usize = 100_000;

impl Analyzer {
    pub(super) fn analyze_partizan(&mut self, sum: &Sum, arena: &Arc<Arena>) -> Answer {
        let _within = Within::new(arena, self.budget());
        let mut answer = match self.ask_partizan(sum, Goal::Sides, Stage::Cheap..=Stage::Late) {
            Some(Ok(answer)) => self.completed(sum, answer),
            found => {
                let mut answer = self.blank(sum);
                answer.reason.text = match found {
                    Some(Err(Undecided::Unfinished(unfinished))) => {
                        format!("not decided within the budget: {unfinished}")
                    }
                    Some(Err(Undecided::OutOfReach(why))) => format!("not decided: {why}"),
                    _ => "not decided: no engine takes such positions".to_string(),
                };
                answer
            }
        };
        // Nobody has a winning move, so that all are listed.
        answer.complete |= answer.outcome == Some(Outcome::P);
        answer
    }

    /// The answer of a route that says little of the value or the moves, with what canonical forms add at a
    /// price that was asked for.
    fn completed(&mut self, sum: &Sum, mut answer: Answer) -> Answer {
        let (by, cheap) = (self.trail().last(), is_cheap(sum));
        let (by_theory, value, query) = (by == Some(THEORY), self.query().value, self.query());
        let open = match by {
            Some(THEORY) => {
                let figures = answer.figures.as_ref();
                let valued = figures.and_then(|figures| figures.value.as_ref());
                let valued = matches!(valued, Some(PartizanValue::Closed(_)));
                !query.only_outcome && (!valued || query.dag)
            }
            Some(CLOSED_FORMS | BOUNDS) if !cheap => {
                value || self.wants_moves(&answer) && !answer.complete
            }
            _ => false,
        };
        if !open {
            return answer;
        }
        let found = match (by_theory, value || cheap) {
            (true, true) => self.ask_partizan(sum, Goal::Value, Stage::Cheap..=Stage::Late),
            (true, false) => None,
            (false, true) => self.ask_partizan(sum, Goal::More, Stage::Late..=Stage::Late),
            (false, false) => self.ask_partizan(sum, Goal::More, Stage::Soon..=Stage::Soon),
        };
        match found {
            Some(Ok(more)) if by_theory => answer.figures = more.figures,
            Some(Ok(mut more)) => {
                if !more.complete {
                    more.winning_moves = answer.winning_moves;
                }
                return more;
            }
            _ if by_theory => {
                let position = single(sum);
                let decided = position.and_then(|position| position.decided());
                let why = decided.and_then(|decided| decided.figures_reason);
                let observed = position.filter(|_| self.query().unproved);
                let observed = observed.and_then(|position| position.observed());
                for text in why.map(str::to_string).into_iter().chain(observed) {
                    answer.reason.text.push_str("; ");
                    answer.reason.text.push_str(&text);
                }
            }
            _ => {}
        }
        answer
    }

    /// Whether winning moves are looked for one by one.
    pub(super) fn wants_moves(&self, answer: &Answer) -> bool {
        self.query().moves && answer.outcome != Some(Outcome::P)
    }

    /// The moves of both players that leave a position with this property, if they can all be tried.
    pub(super) fn moves_that(
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
}

/// An outcome class in the words of positions.
pub(super) fn outcome_of(outcome: short_game::Outcome) -> Outcome {
    match outcome {
        short_game::Outcome::Left => Outcome::L,
        short_game::Outcome::Right => Outcome::R,
        short_game::Outcome::Previous => Outcome::P,
        short_game::Outcome::Next => Outcome::N,
    }
}

/// All winning moves into an answer, or why they are not there.
pub(super) fn list(found: Result<Vec<WinningMove>, NoValue>, answer: &mut Answer) {
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
pub(super) fn single(sum: &Sum) -> Option<&dyn AnyPartizan> {
    match sum.components() {
        [component] => component.as_partizan(),
        _ => None,
    }
}

/// Whether the canonical forms of a sum cost next to nothing.
pub(super) fn is_cheap(sum: &Sum) -> bool {
    sum.components().iter().all(|term| match term {
        Term::Value(_) => true,
        Term::Partizan(position) => position.is_cheap(),
        Term::Impartial(position) => {
            let summands = position.summands();
            summands.iter().all(|summand| summand.value().is_some())
        }
    })
}
