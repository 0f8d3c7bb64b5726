//! Normal play: values, outcomes and moves, by theory, then tables, then search.

use std::time::Duration;

use nimfield_core::clock::Instant;
use nimfield_core::theory::{Finding, Undecided};
use nimfield_core::words::{Grundy, Outcome, Play, Reason, ReasonKind};

use super::analyzer::{Analyzer, MOST_MOVES, MoveList, SMALL_BOX};
use super::boards::QUICK;
use super::case::{Case, Placed};
use super::reasons::{board_reason, nim_sum, not_decided, search_reason, searched};
use crate::answer::Answer;
use crate::sum::SumMove;

impl Analyzer {
    pub(super) fn analyze_normal(&mut self, case: &Case<'_>) -> Answer {
        let mut answer = self.blank(case.position);
        let zero = match self.has_value_in(case, Grundy::ZERO) {
            Ok(finding) => finding,
            Err(undecided) => {
                answer.reason = not_decided(&undecided);
                return answer;
            }
        };
        answer.outcome = Some(Outcome::impartial(zero.value));
        answer.reason = zero.reason;
        // What an engine has found for the outcome is there already.
        let at_hand = !self.below.is_empty() && case.parts.len() == 1;
        let value = match zero.value {
            true => Some(Grundy::ZERO),
            false if self.query.value || at_hand => {
                let found = self.value_in(case);
                let text = &mut answer.reason.text;
                match &found {
                    Ok(found) if self.below.is_empty() || text.contains(&found.reason.text) => {}
                    Ok(found) => text.push_str(&format!("; {}", found.reason.text)),
                    Err(why) => text.push_str(&format!("; the value is not found: {why}")),
                }
                found.ok().map(|found| found.value)
            }
            false => case.known_value().map(|found| found.value),
        };
        answer.value = value;
        answer.complete = zero.value;
        if zero.value {
            self.show_replies(&mut answer, case);
        }
        if !zero.value && self.query.moves {
            let list = self.moves_in(case, Grundy::ZERO);
            self.list_moves(&mut answer, case, list);
        }
        answer
    }

    /// The Grundy value in normal play, by theory or search.
    ///
    /// # Errors
    /// If neither finds it within the budget.
    pub(super) fn value_in(&mut self, case: &Case<'_>) -> Result<Finding<Grundy>, Undecided> {
        if let Some(value) = self.looked_up_value(case, Play::Normal) {
            let value = Grundy::from(u128::from(value));
            let position = case.position;
            let text = format!("{position} has the value {value} in the table of its board");
            return Ok(Finding::new(value, board_reason(text)));
        }
        let mut values = Vec::new();
        for summand in &case.parts {
            values.push(self.value_of_summand(summand)?);
        }
        Ok(nim_sum(values))
    }

    pub(super) fn value_of_summand(
        &mut self,
        summand: &Placed,
    ) -> Result<Finding<Grundy>, Undecided> {
        if let Some(known) = summand.known_value() {
            return Ok(known.clone());
        }
        if let Some(found) = self.value_by_table(summand) {
            return Ok(found);
        }
        if let Some(found) = self.value_below(summand, Play::Normal) {
            return found;
        }
        let question = summand.question().map_err(Undecided::OutOfReach)?;
        if let Some(why) = out_of_reach(summand) {
            return Err(Undecided::OutOfReach(why));
        }
        let before = self.looked_up;
        let value = self.searching(Play::Normal, &question, |search, budget| {
            question.value(search, budget)
        })?;
        let tables = match self.looked_up - before {
            0 => "",
            _ => " with parts looked up in tables of other boards",
        };
        let text = format!(
            "{summand} has the value {}, found by search{tables}",
            Grundy::from(value)
        );
        Ok(Finding::new(value.into(), search_reason(text)))
    }

    /// Whether the Grundy value in normal play is `target`; for 0, whether it is a P-position.
    ///
    /// # Errors
    /// If neither theory nor search finds out within the budget.
    pub(super) fn has_value_in(
        &mut self,
        case: &Case<'_>,
        target: Grundy,
    ) -> Result<Finding<bool>, Undecided> {
        let summands = &case.parts;
        let (known, mut unknown): (Vec<&Placed>, Vec<&Placed>) = summands
            .iter()
            .partition(|summand| summand.known_value().is_some());
        let known = known.into_iter().filter_map(Placed::known_value);
        let known = nim_sum(known.cloned().collect());
        // The summand with most moves is left for last: it is only tested.
        unknown.sort_by_key(|summand| summand.move_count());
        let Some(last) = unknown.pop() else {
            return Ok(Finding::new(known.value == target, known.reason));
        };
        let alone = summands.len() == 1;
        if target == Grundy::ZERO
            && !(alone && last.outcome(Play::Normal, self.query.unproved).is_some())
        {
            if let Some(found) = self.look_up(case, Play::Normal) {
                return Ok(found);
            }
            let search = |analyzer: &mut Analyzer| analyzer.summand_has_value(last, Grundy::ZERO);
            if alone && let Some(found) = self.soon_decided(case, search) {
                return found;
            }
        }
        let mut values = vec![known];
        for summand in &unknown {
            values.push(self.value_of_summand(summand)?);
        }
        let rest = nim_sum(values);
        let wanted = &rest.value ^ &target;
        let tested = self.summand_has_value(last, wanted.clone())?;
        if alone {
            return Ok(tested);
        }
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

    pub(super) fn summand_has_value(
        &mut self,
        summand: &Placed,
        value: Grundy,
    ) -> Result<Finding<bool>, Undecided> {
        if let Some(outcome) = summand.outcome(Play::Normal, self.query.unproved)
            && (value == Grundy::ZERO || outcome.value)
        {
            let holds = outcome.value == (value == Grundy::ZERO);
            return Ok(Finding::new(holds, outcome.reason));
        }
        if value == Grundy::ZERO
            && let Some(settled) = self.settled(summand, Play::Normal)
        {
            return Ok(settled.is_p.clone());
        }
        // An outcome is mostly found sooner by search than by a table, a value by a table if it is small.
        if value != Grundy::ZERO {
            if positions_in_box(summand).is_some_and(|positions| positions > SMALL_BOX.into())
                && let Ok(found) = self.quickly(QUICK, |soon| soon.search_for(summand, &value))
            {
                return Ok(found);
            }
            if let Some(found) = self.value_by_table(summand) {
                return Ok(Finding::new(found.value == value, found.reason));
            }
        }
        if let Some(found) = self.value_below(summand, Play::Normal) {
            let found = found?;
            return Ok(Finding::new(found.value == value, found.reason));
        }
        self.search_for(summand, &value)
    }

    /// Whether the Grundy value in normal play is `value`, by search.
    fn search_for(&mut self, summand: &Placed, value: &Grundy) -> Result<Finding<bool>, Undecided> {
        let question = summand.question().map_err(Undecided::OutOfReach)?;
        let Some(value) = value.finite() else {
            let text = format!("{summand} is finite and so is its value");
            return Ok(Finding::new(false, search_reason(text)));
        };
        let before = (self.positions, self.looked_up);
        let holds = self.searching(Play::Normal, &question, |search, budget| {
            question.has_value(search, value, budget)
        })?;
        let searched = searched(self.positions - before.0, self.looked_up - before.1);
        let text = match (value, holds) {
            (0, true) => format!("none of the options of {summand} is a P-position ({searched})"),
            (0, false) => {
                format!("an option of {summand} is a P-position ({searched})")
            }
            (_, true) => format!("found by a search ({searched})"),
            (_, false) => format!("excluded by a search ({searched})"),
        };
        Ok(Finding::new(holds, search_reason(text)))
    }

    /// The moves to positions of Grundy value `target` in normal play.
    pub(super) fn moves_in(&mut self, case: &Case<'_>, target: Grundy) -> MoveList {
        let list = |analyzer: &mut Analyzer| analyzer.listed_moves(case, &target);
        let soon = match target == Grundy::ZERO {
            true => self.soon_listed(case, Play::Normal, list),
            false => None,
        };
        soon.unwrap_or_else(|| list(self))
    }

    fn listed_moves(&mut self, case: &Case<'_>, target: &Grundy) -> MoveList {
        let summands = &case.parts;
        let mut values: Vec<Option<Grundy>> = summands
            .iter()
            .map(|summand| summand.known_value().map(|known| known.value.clone()))
            .collect();
        if summands.len() > 1 {
            for (value, summand) in values.iter_mut().zip(summands) {
                if value.is_none() {
                    *value = self.value_of_summand(summand).ok().map(|found| found.value);
                }
            }
        }
        let mut list = MoveList {
            moves: Vec::new(),
            complete: true,
            gap: None,
        };
        for (i, summand) in summands.iter().enumerate() {
            let others = (0..summands.len()).filter(|&j| j != i);
            let rest = others
                .map(|j| &values[j])
                .try_fold(target.clone(), |sum, value| Some(&sum ^ value.as_ref()?));
            if rest.as_ref() == Some(&Grundy::ZERO)
                && let Some(settled) = self.settled(summand, Play::Normal)
            {
                let moves = settled.moves.clone().into_iter();
                list.moves.extend(moves.map(|mv| summand.name(mv)));
                continue;
            }
            let candidates = rest
                .clone()
                .and_then(|rest| summand.candidates(Play::Normal, rest, &self.budget));
            if candidates.is_none()
                && let Some(rest) = rest.as_ref().filter(|rest| **rest != Grundy::ZERO)
                && let Some(moves) = self.moves_by_table(summand, rest)
            {
                list.moves.extend(moves);
                continue;
            }
            if candidates.is_none()
                && let Some(rest) = rest.as_ref()
                && self.moves_below(&mut list, summand, Play::Normal, rest)
            {
                if !list.complete && list.moves.is_empty() {
                    list.moves.extend(
                        summand
                            .constructed(Play::Normal, rest, &self.budget)
                            .and_then(Result::ok),
                    );
                }
                continue;
            }
            let too_many = candidates.is_none() && summand.move_count() > MOST_MOVES;
            self.keep(&mut list, summand, candidates, |analyzer, mv| {
                let after = case.position.after(mv).ok()?;
                Some(
                    analyzer
                        .has_value_in(&Case::new(&after), target.clone())
                        .ok()?
                        .value,
                )
            });
            match rest
                .filter(|_| too_many)
                .and_then(|rest| summand.constructed(Play::Normal, &rest, &self.budget))
            {
                Some(Ok(found)) => list.moves.push(found),
                Some(Err(why)) => list.gap = Some(why),
                None => {}
            }
        }
        if list.moves.is_empty() && !list.complete && *target == Grundy::ZERO {
            list.moves
                .extend(case.constructed_move(Play::Normal, &self.budget));
        }
        list.without_repetitions()
    }

    /// Adds the moves of `summand` that pass `test` to `list`: those among `candidates`, or among
    /// all its moves if these are not too many. `test` says `None` if it cannot decide.
    pub(super) fn keep(
        &mut self,
        list: &mut MoveList,
        summand: &Placed,
        candidates: Option<Vec<SumMove>>,
        mut test: impl FnMut(&mut Analyzer, &SumMove) -> Option<bool>,
    ) {
        let moves: Box<dyn Iterator<Item = SumMove>> = match candidates {
            Some(candidates) => Box::new(candidates.into_iter()),
            None if summand.move_count() <= MOST_MOVES => summand.moves(),
            None => {
                list.complete = false;
                list.gap.get_or_insert_with(|| {
                    format!(
                        "{summand} has more than {MOST_MOVES} moves, which are not tried one by one"
                    )
                });
                return;
            }
        };
        /// What takes less is done whatever the budget.
        const MOMENT: Duration = Duration::from_millis(5);
        let began = Instant::now();
        for mv in moves {
            // Theory alone never looks at the clock.
            if began.elapsed() > MOMENT && self.budget.check(0).is_err() {
                list.complete = false;
                return;
            }
            match test(self, &mv) {
                Some(true) => list.moves.push(mv),
                Some(false) => {}
                None => {
                    list.complete = false;
                    if self.budget.check(self.positions).is_err() {
                        return;
                    }
                }
            }
        }
    }
}

/// Why no search finds the value of a summand, if that is plain before it begins: a value takes
/// nearly all positions of the box below it, and there are too many of them.
fn out_of_reach(summand: &Placed) -> Option<String> {
    /// Boxes of more positions hold more than any memory here takes.
    const MOST_POSITIONS: u128 = 1 << 34;
    let positions = positions_in_box(summand)?;
    (positions > MOST_POSITIONS).then(|| {
        format!(
            "the value of {summand} is out of reach: there are {positions} positions with entries no larger, and no theorem gives it"
        )
    })
}

/// How many positions there are in the box below a summand, if it has one.
fn positions_in_box(summand: &Placed) -> Option<u128> {
    let (_, sizes) = summand.in_box()?;
    let sizes = sizes.iter().map(|&size| u128::from(size) + 1);
    Some(sizes.fold(1, u128::saturating_mul))
}
