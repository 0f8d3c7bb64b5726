//! Normal play: values, outcomes and moves of sums from those of their summands.

use std::time::Duration;

use nimfield_core::clock::Instant;
use nimfield_core::theory::{Finding, Undecided};
use nimfield_core::words::{Grundy, Outcome, Play, Reason, ReasonKind};

use super::analyzer::Analyzer;
use super::case::{Case, PlacedSummand, SumMoves, most_positions};
use super::query::{ALWAYS_LISTED, BYTES_A_MOVE, MoveList};
use super::reasons::{nim_sum, not_decided};
use super::route::{LAW, Stage};
use super::routes::{ENGINE, may_be_solved};
use crate::answer::Answer;
use crate::sum::SumMove;

/// The most moves of a position that are searched move by move.
const MOST_MOVES: u128 = 1_000_000;

/// Positions searched for each option of a list, before a table is computed.
const SHORT_FOR_A_MOVE: u64 = 2_000;

/// Up to this many moves are tried one by one before searching for the value of a summand with many moves.
const FEW_MOVES: u128 = 1_000;

/// A summand with more moves than this has many moves.
const MANY_MOVES: u128 = 10_000;

impl Analyzer {
    pub(super) fn analyze_normal(&mut self, case: &Case<'_>) -> Answer {
        let mut answer = self.blank(case.position);
        let zero = match self.has_value_in(case, &Grundy::ZERO) {
            Ok(finding) => finding,
            Err(undecided) => {
                answer.reason = not_decided(
                    &undecided,
                    most_positions(&case.parts),
                    self.trail().too_large(),
                );
                return answer;
            }
        };
        answer.outcome = Some(Outcome::impartial(zero.value));
        answer.reason = zero.reason;
        // The result of an engine for the outcome is already available.
        let at_hand = self.trail().answered(ENGINE) && case.parts.len() == 1;
        let outcome_only = case.position.ending().is_some();
        let value = match zero.value {
            _ if outcome_only => None,
            true => Some(Grundy::ZERO),
            false if self.query().value || at_hand => {
                let found = self.value_in(case);
                let by_engine = self.trail().answered(ENGINE);
                let text = &mut answer.reason.text;
                match &found {
                    Ok(found) if !by_engine || text.contains(&found.reason.text) => {}
                    Ok(found) => text.push_str(&format!("; {}", found.reason.text)),
                    Err(why) => text.push_str(&format!("; the value is not found: {why}")),
                }
                // The reason says why there is no value.
                found.ok().map(|found| found.value)
            }
            false if self.trail().answered(LAW) => {
                // A law may give no values.
                let found = self.ask_value(&case.whole(), Play::Normal, Stage::Cheap);
                found.and_then(Result::ok).map(|found| found.value)
            }
            false => case.known_value().map(|found| found.value),
        };
        answer.value = value;
        answer.complete = zero.value;
        if zero.value && !outcome_only {
            self.show_replies(&mut answer, case);
        }
        if !zero.value && self.query().moves {
            let list = self.moves_in(case, Grundy::ZERO);
            self.list_moves(&mut answer, case, list);
        }
        answer
    }

    /// Returns the Grundy value in normal play, by theory or search.
    ///
    /// # Errors
    /// If neither finds it within the budget.
    pub(super) fn value_in(&mut self, case: &Case<'_>) -> Result<Finding<Grundy>, Undecided> {
        if (case.is_board() || case.parts.len() == 1)
            && let Some(found) = self.ask_value(&case.whole(), Play::Normal, Stage::Late)
        {
            return found;
        }
        let values = case.parts.iter();
        let values = values.map(|summand| self.value_of_summand(case, summand));
        Ok(nim_sum(&values.collect::<Result<Vec<_>, _>>()?))
    }

    pub(super) fn value_of_summand(
        &mut self,
        case: &Case<'_>,
        summand: &PlacedSummand,
    ) -> Result<Finding<Grundy>, Undecided> {
        let found = self.ask_value(&case.part(summand), Play::Normal, Stage::Late);
        found.unwrap_or_else(|| Err(no_route()))
    }

    /// Returns whether the Grundy value in normal play is `target`; for 0, whether it is a P-position.
    ///
    /// # Errors
    /// If neither theory nor search decides it within the budget.
    pub(super) fn has_value_in(
        &mut self,
        case: &Case<'_>,
        target: &Grundy,
    ) -> Result<Finding<bool>, Undecided> {
        let whole = case.whole();
        let ask = |analyzer: &mut Analyzer| {
            analyzer.ask_whether(&whole, (Play::Normal, target), Stage::Late)
        };
        if case.parts.len() == 1 {
            return ask(self).unwrap_or_else(|| Err(no_route()));
        }
        let (known, mut unknown): (Vec<&PlacedSummand>, Vec<&PlacedSummand>) =
            (case.parts.iter()).partition(|summand| summand.known_value().is_some());
        let known = known.into_iter().filter_map(PlacedSummand::known_value);
        let known = nim_sum(&known.collect::<Vec<_>>());
        // The summand with most moves comes last, since its value is only tested, not computed.
        unknown.sort_by_key(|summand| summand.move_count());
        let Some(last) = unknown.pop() else {
            self.note_theory(case, (Play::Normal, target));
            return Ok(Finding::new(known.value == *target, known.reason));
        };
        if *target == Grundy::ZERO
            && case.is_board()
            && let Some(found) = ask(self)
        {
            return found;
        }
        let mut values = vec![known];
        for summand in &unknown {
            values.push(self.value_of_summand(case, summand)?);
        }
        let rest = nim_sum(&values);
        let wanted = &rest.value ^ target;
        let tested = self.ask_whether(&case.part(last), (Play::Normal, &wanted), Stage::Late);
        let tested = tested.unwrap_or_else(|| Err(no_route()))?;
        let verdict = if tested.value { "has" } else { "does not have" };
        let text = format!(
            "the other summands add up to {} and {last} {verdict} the value {wanted}: {}",
            rest.value, tested.reason.text
        );
        let reason = Reason::new(ReasonKind::Sum, tested.reason.source, text)
            .checked_by(&rest.reason.claims)
            .checked_by(&tested.reason.claims);
        Ok(Finding::new(tested.value, reason))
    }

    /// Returns the moves to positions of Grundy value `target` in normal play.
    pub(super) fn moves_in(&mut self, case: &Case<'_>, target: Grundy) -> MoveList {
        let list = |analyzer: &mut Analyzer| analyzer.listed_moves(case, &target);
        let soon = match target == Grundy::ZERO {
            true => self.soon_listed(case, Play::Normal, list),
            false => None,
        };
        soon.unwrap_or_else(|| list(self))
    }

    /// Returns the moves to P-positions from existing tables, from `list` if its searches are short, or from a new
    /// table; `None` if none of these suffices.
    pub(super) fn soon_listed(
        &mut self,
        case: &Case<'_>,
        play: Play,
        list: impl FnOnce(&mut Analyzer) -> MoveList,
    ) -> Option<MoveList> {
        if !case.is_board() {
            return None;
        }
        let whole = case.whole();
        let to_p = (play, &Grundy::ZERO);
        if let Some(found) = self.ask_moves(&whole, to_p, Stage::Cheap..=Stage::Soon) {
            // If no route decides, the next method makes the list.
            return found.ok();
        }
        if !may_be_solved(&whole, self.budget().most_positions()) {
            return None;
        }
        let list = self.within(SHORT_FOR_A_MOVE, list);
        if list.complete {
            return Some(list);
        }
        // If no route decides, the next method makes the list.
        let found = self.ask_moves(&whole, to_p, Stage::Late..=Stage::Late);
        found?.ok()
    }

    fn listed_moves(&mut self, case: &Case<'_>, target: &Grundy) -> MoveList {
        let summands = &case.parts;
        let mut values: Vec<Option<Grundy>> = summands
            .iter()
            .map(|summand| summand.known_value().map(|known| known.value.clone()))
            .collect();
        // The moves of other summands need the value of a summand; if there are few such moves, they are tried one by
        // one instead.
        let moves = |summand: &PlacedSummand| summand.move_count();
        let all_moves = summands.iter().map(moves).fold(0, u128::saturating_add);
        let serves = |summand: &PlacedSummand| {
            let own = moves(summand);
            all_moves - own.min(all_moves) > FEW_MOVES || own <= MANY_MOVES
        };
        if summands.len() > 1 {
            for (value, summand) in values.iter_mut().zip(summands) {
                if value.is_none() && serves(summand) {
                    let found = self.value_of_summand(case, summand);
                    // For a summand of unknown value, moves are tested one by one.
                    *value = found.ok().map(|found| found.value);
                }
            }
        }
        let mut list = MoveList::all(Vec::new());
        let began = Instant::now();
        let unknown = values.iter().filter(|value| value.is_none()).count();
        let sum: Grundy = values.iter().flatten().sum();
        let all = &sum ^ target;
        for (summand, value) in summands.iter().zip(&values) {
            // The value that the summand needs after the move.
            let rest = match value {
                Some(value) => (unknown == 0).then(|| &all ^ value),
                None => (unknown == 1).then(|| all.clone()),
            };
            let candidates = rest
                .clone()
                .and_then(|rest| summand.candidates(Play::Normal, rest, self.budget()));
            if candidates.is_none()
                && let Some(rest) = rest.as_ref()
                && self.moves_by_engines(&mut list, (case, summand), Play::Normal, rest)
            {
                continue;
            }
            let too_many = candidates.is_none() && summand.move_count() > MOST_MOVES;
            let exact = candidates.is_some() && summand.candidates_are_exact();
            let test = |analyzer: &mut Analyzer, mv: &SumMove| {
                if exact {
                    return Some(true);
                }
                // Undecided moves are not listed; the list is then marked as incomplete.
                let after = case.position.after(mv).ok()?;
                let found = analyzer.has_value_in(&Case::follower(&after), target);
                Some(found.ok()?.value)
            };
            if !self.keep((&mut list, began), summand, candidates, test) {
                break;
            }
            match rest
                .filter(|_| too_many)
                .and_then(|rest| summand.move_to_value(Play::Normal, &rest, self.budget()))
            {
                Some(Ok(found)) => list.moves.push(found),
                Some(Err(why)) => list.gap = Some(why),
                None => {}
            }
        }
        if list.moves.is_empty() && !list.complete && *target == Grundy::ZERO {
            let found = case.built_winning_move(Play::Normal, self.budget());
            list.moves.extend(found);
        }
        list.without_repetitions()
    }

    /// Adds the moves of a summand alone to the value `target` to `list`, with tables and the game's own engines;
    /// returns false if there are none of these.
    pub(super) fn moves_by_engines(
        &mut self,
        list: &mut MoveList,
        (case, summand): (&Case<'_>, &PlacedSummand),
        play: Play,
        target: &Grundy,
    ) -> bool {
        let mut part = case.part(summand);
        // The table of the whole board has been tried already.
        part.whole = None;
        let Some(found) = self.ask_moves(&part, (play, target), Stage::Cheap..=Stage::Late) else {
            return false;
        };
        match found {
            Ok(found) => {
                list.moves.extend(found.moves);
                list.complete &= found.complete;
            }
            // The moves are tried one by one, if they are not too many.
            Err(Undecided::Unfinished(why)) if why.is_refusal() => return false,
            Err(_) => {
                list.complete = false;
                let found = summand.move_to_value(play, target, self.budget());
                list.moves.extend(found.and_then(Result::ok));
            }
        }
        true
    }

    /// Adds the moves of `summand` that pass `test` to `list`: those among `candidates`, or among all its moves if
    /// these are not too many. `test` returns `None` if it cannot decide. Returns false if the time for the list, which
    /// started at `began`, is over, or the list is full.
    pub(super) fn keep(
        &mut self,
        (list, began): (&mut MoveList, Instant),
        summand: &PlacedSummand,
        candidates: Option<SumMoves<'_>>,
        mut test: impl FnMut(&mut Analyzer, &SumMove) -> Option<bool>,
    ) -> bool {
        let moves = match candidates {
            Some(candidates) => candidates,
            None if summand.move_count() <= MOST_MOVES => summand.moves(),
            None => {
                list.complete = false;
                list.gap.get_or_insert_with(|| {
                    format!(
                        "{summand} has more than {MOST_MOVES} moves, which are not tried one by one"
                    )
                });
                return true;
            }
        };
        /// Work shorter than this ignores the budget.
        const MOMENT: Duration = Duration::from_millis(5);
        for mv in moves {
            // Theory alone never checks the clock.
            if began.elapsed() > MOMENT && self.budget().check(0).is_err() {
                list.complete = false;
                return false;
            }
            match test(self, &mv) {
                Some(true) => {
                    let bytes = BYTES_A_MOVE * (list.moves.len() as u64 + 1);
                    if list.moves.len() >= ALWAYS_LISTED
                        && let Err(limit) = self.budget().fits(bytes)
                    {
                        list.complete = false;
                        list.gap
                            .get_or_insert(format!("the list of moves is stopped by {limit}"));
                        return false;
                    }
                    list.moves.push(mv);
                }
                Some(false) => {}
                None => {
                    list.complete = false;
                    if self.budget().check(self.positions()).is_err() {
                        return true;
                    }
                }
            }
        }
        true
    }
}

/// Returns the error for positions that no route handles.
pub(super) fn no_route() -> Undecided {
    Undecided::OutOfReach("no engine takes such positions".to_string())
}
