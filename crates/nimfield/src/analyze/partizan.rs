//! Sums with a partizan component or a value: the results of the routes, and the winning moves.

use std::collections::HashSet;
use std::sync::Arc;

use nimfield_core::prelude::*;
use nimfield_engines::partizan::NoValue;
use short_game::Arena;

use super::analyzer::Analyzer;
use super::query::MoveList;
use super::route::{BOUNDS, CLOSED_FORMS, ENGINE, Goal, OUTCOMES, Stage, THEORY};
use crate::answer::{Answer, PartizanValue, WinningMove};
use crate::erased::AnyPartizan;
use crate::sum::{Sum, SumMove};
use crate::term::Term;
use crate::values::Within;

/// The most moves of a sum that are searched move by move.
pub(super) const MOST_MOVES: usize = 100_000;
/// The bytes of a listed move, with what it changes; and the number of moves that are listed whatever the memory limit is.
const MOVE_BYTES: u64 = 512;
const FEW_MOVES: u64 = 1_000;

impl Analyzer {
    pub(super) fn analyze_partizan(&mut self, sum: &Sum, arena: &Arc<Arena>) -> Answer {
        let _within = Within::new(arena, self.budget());
        if self.query().play == Play::Normal {
            // Bounds and canonical forms need values first. If the budget has no room for a table, the values are
            // searched.
            for position in sum.components().iter().filter_map(Term::as_impartial) {
                let _ =
                    (position.summands().iter()).try_for_each(|one| one.tabulate(self.budget()));
            }
        }
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
        // Neither player has a winning move, so the list is complete.
        answer.complete |= answer.outcome == Some(Outcome::P);
        answer
    }

    /// Completes an answer that lacks the value or moves with canonical forms, if the query allows their cost.
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
            Some(ENGINE) => value,
            Some(OUTCOMES) => !query.only_outcome && is_large_block(sum),
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

    /// Returns whether to search for winning moves one by one.
    pub(super) fn wants_moves(&self, answer: &Answer) -> bool {
        self.query().moves && answer.outcome != Some(Outcome::P)
    }

    /// Finds the moves of both players that leave a position with this property. `of_large` handles impartial
    /// components with too many moves to try.
    pub(super) fn moves_that(
        &mut self,
        sum: &Sum,
        mut good: impl FnMut(&mut Analyzer, (&SumMove, &Sum), Player) -> Result<bool, NoValue>,
        mut of_large: impl FnMut(&mut Analyzer, usize, Player) -> Result<MoveList, NoValue>,
    ) -> Result<MoveList, NoValue> {
        let most = self.budget().most_bytes() / MOVE_BYTES;
        let most = most.clamp(FEW_MOVES, MOST_MOVES as u64) as usize;
        let counts = sum.components().iter().filter_map(Term::as_impartial);
        let counts = counts.map(|position| position.move_count());
        let large = counts.fold(0, u128::saturating_add) > most as u128;
        let is_large =
            |component: usize| large && sum.components()[component].as_impartial().is_some();
        let players = [Player::Left, Player::Right];
        let components = 0..sum.components().len();
        // Make all lists first: they take little time, while trying moves may take long.
        let mut lists = Vec::new();
        let mut found = MoveList::all(Vec::new());
        for player in players {
            let mut room = most;
            for component in components.clone().filter(|&component| !is_large(component)) {
                let moves = sum.moves_in(component, Some(player)).take(room + 1);
                let mut moves: Vec<SumMove> = moves.collect::<Result<_, _>>()?;
                match room.checked_sub(moves.len()) {
                    Some(left) => room = left,
                    None if components.len() == 1 => return Err(too_many(most)),
                    None => {
                        moves.clear();
                        found.complete = false;
                        let number = component + 1;
                        found.gap = Some(format!(
                            "the moves in component {number} are not tried: there are more than {most} moves"
                        ));
                    }
                }
                lists.push(moves);
            }
        }
        let mut lists = lists.into_iter();
        for player in players {
            for component in components.clone() {
                if is_large(component) {
                    let list = of_large(self, component, player)?;
                    found.moves.extend(list.moves);
                    found.complete &= list.complete;
                    found.gap = found.gap.or(list.gap);
                    continue;
                }
                let mut wins = Vec::new();
                // Each component that is not large has a list.
                for mv in lists.next().unwrap_or_default() {
                    let after = sum.played(&mv).map_err(NoValue::TooLarge)?;
                    match good(self, (&mv, &after), player) {
                        Ok(true) => wins.push(mv),
                        Ok(false) => {}
                        // List the moves found so far.
                        Err(NoValue::Limit(limit)) => {
                            found.moves.extend(sum.gathered(wins));
                            if found.moves.is_empty() {
                                return Err(NoValue::Limit(limit));
                            }
                            found.complete = false;
                            let why = format!("not all moves are tried: stopped by {limit}");
                            found.gap = Some(why);
                            return Ok(found);
                        }
                        Err(why) => return Err(why),
                    }
                }
                found.moves.extend(sum.gathered(wins));
            }
        }
        Ok(found)
    }

    /// Returns all moves of an impartial component except some, as runs of moves of `player`; only a few if there are
    /// very many.
    pub(super) fn moves_but(
        &mut self,
        (sum, component): (&Sum, usize),
        player: Player,
        except: &[SumMove],
    ) -> Result<MoveList, NoValue> {
        /// The most moves to try.
        const MOST_TRIED: u128 = 1_000_000;
        /// The most moves and runs to list.
        const MOST_LISTED: usize = 1_000;
        /// The most to list if there are more moves than are tried.
        const FEW: usize = 10;
        let position = sum.components()[component].as_impartial();
        let few = position.is_none_or(|position| position.move_count() > MOST_TRIED);
        let most = if few { FEW } else { MOST_LISTED };
        let except: HashSet<String> = except.iter().map(SumMove::text_in_component).collect();
        let mut list = MoveList::all(Vec::new());
        for (tried, mv) in sum.moves_in(component, Some(player)).enumerate() {
            if tried.is_multiple_of(1024) {
                self.budget().check(self.positions())?;
            }
            let mv = mv?;
            if except.is_empty() || !except.contains(&mv.text_in_component()) {
                sum.join(&mut list.moves, mv, true);
            }
            if list.moves.len() > most || few && tried > MOST_LISTED {
                list.moves.truncate(most);
                list.complete = false;
                break;
            }
        }
        Ok(list)
    }
}

/// States that `player` wins by the moves of an impartial component that are not listed, with some exceptions.
pub(super) fn wins_by_others(player: Player, component: usize, but: &str) -> String {
    let (name, number) = (player.name(), component + 1);
    format!("{name} also wins by every other move in component {number}{but}")
}

/// Returns the reason why moves are not tried one by one.
pub(super) fn too_many(most: usize) -> NoValue {
    NoValue::TooLarge(format!("there are more than {most} moves"))
}

/// Converts an outcome class of `short_game`.
pub(super) fn outcome_of(outcome: short_game::Outcome) -> Outcome {
    match outcome {
        short_game::Outcome::Left => Outcome::L,
        short_game::Outcome::Right => Outcome::R,
        short_game::Outcome::Previous => Outcome::P,
        short_game::Outcome::Next => Outcome::N,
    }
}

/// Stores all winning moves in an answer, or the reason why they are missing.
pub(super) fn list(sum: &Sum, found: Result<MoveList, NoValue>, answer: &mut Answer) {
    let why = match found {
        Ok(list) => {
            let moves = list.moves.into_iter();
            answer.winning_moves = moves.map(|mv| WinningMove::new(sum, mv)).collect();
            answer.complete = list.complete;
            list.gap
        }
        Err(why) => {
            answer.complete = false;
            Some(format!("the winning moves are not listed: {why}"))
        }
    };
    if let Some(why) = why {
        answer.reason.text.push_str("; ");
        answer.reason.text.push_str(&why);
    }
}

/// Returns the partizan position, if the sum consists of one.
pub(super) fn single(sum: &Sum) -> Option<&dyn AnyPartizan> {
    match sum.components() {
        [component] => component.as_partizan(),
        _ => None,
    }
}

/// Returns whether the canonical forms of a sum cost almost nothing.
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

/// Returns whether the canonical form of a sum may be large because of one summand, which has many moves.
pub(super) fn is_large_block(sum: &Sum) -> bool {
    !is_cheap(sum) && is_half_cheap(sum) && has_many_moves(sum)
}

/// Returns whether a player has enough moves for canonical forms to be large.
pub(super) fn has_many_moves(sum: &Sum) -> bool {
    /// Up to this many moves count as few.
    const FEW: usize = 64;
    let many = |player| sum.moves_by(player).take(FEW + 1).count() > FEW;
    [Player::Left, Player::Right].into_iter().any(many)
}

/// Returns whether one summand alone may be too large for canonical forms.
pub(super) fn is_half_cheap(sum: &Sum) -> bool {
    let positions = sum.components().iter().filter_map(Term::as_partizan);
    positions.filter(|position| !position.is_cheap()).count() <= 1
}
