//! Misère play: nim heaps and pet summands by theory, the rest as one position.

use nimfield_core::theory::{Finding, Undecided};
use nimfield_core::words::{Grundy, Outcome, Play, misere_nim_value};
use nimfield_engines::genus::Genus;
use nimfield_games::nim::misere_outcome;

use super::analyzer::{Analyzer, MoveList};
use super::case::{Case, Placed, all_heaps, finite_heaps, whole};
use super::reasons::{misere_nim_reply, not_decided, pet_outcome, search_reason, searched};
use crate::answer::Answer;

impl Analyzer {
    pub(super) fn analyze_misere(&mut self, case: &Case<'_>) -> Answer {
        let mut answer = self.blank(case.position);
        if let Some(heaps) = self.worth_heaps(&case.parts) {
            if self.query.value {
                answer.genus = Genus::of_heaps(&heaps);
            }
            answer.misere_value = Some(misere_nim_value(heaps));
        } else if self.query.value {
            let found = self.misere_value_and_genus(case);
            answer.misere_value = found.as_ref().map(|(value, _)| *value);
            answer.genus = found.map(|(_, genus)| genus);
        }
        let decided = match self.misere_taking(case) {
            Some(decided) => decided,
            None => self.misere_is_p_in(case).map(|is_p| (is_p, None)),
        };
        let (is_p, moves) = match decided {
            Ok(decided) => decided,
            Err(undecided) => {
                answer.reason = not_decided(&undecided);
                return answer;
            }
        };
        answer.outcome = Some(Outcome::impartial(is_p.value));
        answer.reason = is_p.reason;
        if is_p.value {
            answer.misere_value = Some(0);
        } else if answer.misere_value.is_none() {
            let value = self.looked_up_value(case, Play::Misere);
            answer.misere_value = value.map(u128::from);
        }
        answer.complete = is_p.value;
        if is_p.value {
            self.show_replies(&mut answer, case);
        }
        if !is_p.value && self.query.moves {
            let list = moves.unwrap_or_else(|| self.misere_moves_in(case));
            self.list_moves(&mut answer, case, list);
        }
        answer
    }

    /// Whether the position is a P-position in misère play.
    ///
    /// # Errors
    /// If neither theory nor search finds out within the budget.
    pub(super) fn misere_is_p_in(&mut self, case: &Case<'_>) -> Result<Finding<bool>, Undecided> {
        let summands = &case.parts;
        if let Some(heaps) = all_heaps(summands) {
            return Ok(misere_outcome(&heaps));
        }
        if let [summand] = &summands[..]
            && let Some(outcome) = summand.outcome(Play::Misere, self.query.unproved)
        {
            return Ok(outcome);
        }
        if let Some(values) = self.pet_values(summands) {
            return Ok(pet_outcome(values?));
        }
        if let [summand] = &summands[..]
            && let Some(found) = self.value_below(summand, Play::Misere)
        {
            return found.map(Finding::is_p);
        }
        if let Some(found) = self.look_up(case, Play::Misere) {
            return Ok(found);
        }
        self.misere_by_search(case)
    }

    /// The same by search: of a single taking game over sums of misère forms, unless a search by keys is to
    /// be preferred; one that is kept in a file always is over forms.
    pub(super) fn misere_by_search(&mut self, case: &Case<'_>) -> Result<Finding<bool>, Undecided> {
        let by_keys = self.kept_in.is_none() && case.searched_by_keys();
        if let Some((game, state)) = case.taking().filter(|_| !by_keys) {
            return self.misere_search(game, state);
        }
        let whole = whole(&case.parts)?;
        let before = self.positions;
        let is_p = self.searching(Play::Misere, &whole, |search, budget| {
            whole.has_value(search, 0, budget)
        })?;
        let searched = searched(self.positions - before, 0);
        let text = match is_p {
            true => format!("misere play: there are moves but none to a P-position ({searched})"),
            false => format!("misere play: some move leads to a P-position ({searched})"),
        };
        Ok(Finding::new(is_p, search_reason(text)))
    }

    /// The moves to P-positions in misère play.
    pub(super) fn misere_moves_in(&mut self, case: &Case<'_>) -> MoveList {
        let soon = self.soon_listed(case, Play::Misere, |analyzer| {
            analyzer.listed_misere_moves(case)
        });
        soon.unwrap_or_else(|| self.listed_misere_moves(case))
    }

    fn listed_misere_moves(&mut self, case: &Case<'_>) -> MoveList {
        let summands = &case.parts;
        let heaps = all_heaps(summands);
        let worth: Option<Vec<Option<Grundy>>> = match &heaps {
            Some(heaps) => Some(heaps.iter().cloned().map(Some).collect()),
            None => all_pets(summands).then(|| self.values_beside(summands)),
        };
        let mut list = MoveList {
            moves: Vec::new(),
            complete: true,
            gap: None,
        };
        for (i, summand) in summands.iter().enumerate() {
            // Theory lists candidates only for nim heaps together, or for a summand alone.
            let rest = match &heaps {
                Some(heaps) => Some(others(heaps, i).sum()),
                None => (summands.len() == 1).then_some(Grundy::ZERO),
            };
            let mut candidates =
                rest.and_then(|rest| summand.candidates(Play::Misere, rest, &self.budget));
            let beside = |worth| others(worth, i).cloned().collect::<Option<Vec<Grundy>>>();
            if candidates.is_none()
                && let Some(beside) = worth.as_deref().and_then(beside)
            {
                // A move in a heap or a pet summand wins exactly if it leaves this value.
                let target = misere_nim_reply(&beside);
                candidates = summand.candidates(Play::Normal, target.clone(), &self.budget);
                if candidates.is_none()
                    && self.moves_below(&mut list, summand, Play::Normal, &target)
                {
                    continue;
                }
            }
            if candidates.is_none()
                && worth.is_none()
                && summands.len() == 1
                && self.moves_below(&mut list, summand, Play::Misere, &Grundy::ZERO)
            {
                continue;
            }
            self.keep(&mut list, summand, candidates, |analyzer, mv| {
                let after = case.position.after(mv).ok()?;
                Some(analyzer.misere_is_p_in(&Case::new(&after)).ok()?.value)
            });
        }
        list.without_repetitions()
    }

    /// The values of pet summands and nim heaps, as far as they can be found. Of one alone no move needs
    /// it.
    fn values_beside(&mut self, summands: &[Placed]) -> Vec<Option<Grundy>> {
        let alone = summands.len() == 1;
        let value = |summand: &Placed| match alone {
            true => None,
            false => self.value_of_summand(summand).ok().map(|found| found.value),
        };
        summands.iter().map(value).collect()
    }

    /// The Grundy values of summands, each pet or a nim heap; `None` if one is neither.
    pub(super) fn pet_values(
        &mut self,
        summands: &[Placed],
    ) -> Option<Result<Vec<Finding<Grundy>>, Undecided>> {
        if !all_pets(summands) {
            return None;
        }
        let values = summands.iter().map(|summand| {
            let mut found = self.value_of_summand(summand)?;
            if let Some(fact) = summand.pet() {
                found.reason.source = format!("{}; {}", found.reason.source, fact.source);
                found.reason = found.reason.checked_by(fact.claims());
            }
            Ok(found)
        });
        Some(values.collect())
    }

    /// The nim heaps that the summands are worth in misère play, where theory knows them, or where the
    /// value is asked for.
    pub(super) fn worth_heaps(&mut self, summands: &[Placed]) -> Option<Vec<u128>> {
        if let Some(heaps) = finite_heaps(summands) {
            return Some(heaps);
        }
        let known = summands
            .iter()
            .all(|summand| summand.known_value().is_some());
        if !known && !self.query.value {
            return None;
        }
        let values = self.pet_values(summands)?.ok()?;
        values.iter().map(|found| found.value.finite()).collect()
    }

    /// The misère Grundy number and the genus, if the budget allows.
    pub(super) fn misere_value_and_genus(&mut self, case: &Case<'_>) -> Option<(u128, Genus)> {
        let whole = whole(&case.parts).ok()?;
        let found = whole.genus(&self.budget).ok()?;
        self.positions += found.positions;
        Some((found.genus.misere_value().into(), found.genus))
    }
}

/// Whether all summands are pet or nim heaps.
fn all_pets(summands: &[Placed]) -> bool {
    let pet = |summand: &Placed| summand.pet().is_some() || summand.heap().is_some();
    summands.iter().all(pet)
}

/// All of these but number `i`.
fn others<T>(worth: &[T], i: usize) -> impl Iterator<Item = &T> {
    let others = worth.iter().enumerate().filter(move |&(j, _)| j != i);
    others.map(|(_, value)| value)
}
