//! Misère play: nim heaps and pet summands by theory, the rest as one position.

use std::collections::HashMap;

use nimfield_core::clock::Instant;
use nimfield_core::theory::{Finding, Undecided};
use nimfield_core::words::{Grundy, Outcome, Play, misere_nim_value};
use nimfield_engines::genus::{Genus, genus};
use nimfield_games::nim::misere_outcome;

use super::analyzer::Analyzer;
use super::case::{Case, PlacedSummand, all_heaps, finite_heaps, most_positions, whole};
use super::normal::no_route;
use super::query::MoveList;
use super::reasons::{misere_nim_reply, not_decided, pet_outcome};
use super::route::Stage;
use super::routes::positions_in_boxes;
use crate::answer::Answer;
use crate::sum::SumMove;

/// Positions searched for each move in the first round over all moves.
const SOON: u64 = 1_000;

/// For boxes of more positions, the misère Grundy number is computed without the genus.
const LARGEST_FOR_GENUS: u128 = 20_000;

impl Analyzer {
    pub(super) fn analyze_misere(&mut self, case: &Case<'_>) -> Answer {
        let mut answer = self.blank(case.position);
        if let Some(heaps) = self.worth_heaps(case) {
            if self.query().value {
                answer.genus = Genus::of_heaps(&heaps);
            }
            answer.misere_value = Some(misere_nim_value(heaps));
        } else if self.query().value {
            if let Some(found) = self.misere_value_by_box(case) {
                answer.misere_value = found.value.finite();
            } else {
                let found = self.misere_value_and_genus(case);
                answer.misere_value = found.as_ref().map(|(value, _)| *value);
                answer.genus = found.map(|(_, genus)| genus);
            }
        }
        let is_p = match self.misere_is_p_in(case) {
            Ok(is_p) => is_p,
            Err(undecided) => {
                answer.reason = not_decided(
                    &undecided,
                    most_positions(&case.parts),
                    self.trail().too_large(),
                );
                return answer;
            }
        };
        answer.outcome = Some(Outcome::impartial(is_p.value));
        answer.reason = is_p.reason;
        let outcome_only = case.position.ending().is_some();
        if outcome_only {
            answer.misere_value = None;
        } else if is_p.value {
            answer.misere_value = Some(0);
        } else if answer.misere_value.is_none() {
            let value = self.ask_value(&case.whole(), Play::Misere, Stage::Cheap);
            let value = value.and_then(Result::ok);
            answer.misere_value = value.and_then(|found| found.value.finite());
        }
        answer.complete = is_p.value;
        if is_p.value && !outcome_only {
            self.show_replies(&mut answer, case);
        }
        if !is_p.value && self.query().moves {
            let list = self.misere_moves_in(case);
            self.list_moves(&mut answer, case, list);
        }
        answer
    }

    /// Returns whether the position is a P-position in misère play.
    ///
    /// # Errors
    /// If neither theory nor search decides it within the budget.
    pub(super) fn misere_is_p_in(&mut self, case: &Case<'_>) -> Result<Finding<bool>, Undecided> {
        let summands = &case.parts;
        let to_p = (Play::Misere, &Grundy::ZERO);
        if let Some(heaps) = all_heaps(summands) {
            self.note_theory(case, to_p);
            return Ok(misere_outcome(&heaps));
        }
        if all_pets(summands) {
            let theory = match summands.len() {
                1 => self.ask_whether(&case.whole(), to_p, Stage::Cheap),
                _ => None,
            };
            let values = |analyzer: &mut Analyzer| analyzer.pet_values(case).map(pet_outcome);
            return theory.unwrap_or_else(|| values(self));
        }
        let found = self.ask_whether(&case.whole(), to_p, Stage::Late);
        found.unwrap_or_else(|| Err(no_route()))
    }

    /// Returns the moves to P-positions in misère play.
    pub(super) fn misere_moves_in(&mut self, case: &Case<'_>) -> MoveList {
        let soon = self.soon_listed(case, Play::Misere, |analyzer| {
            analyzer.listed_misere_moves(case)
        });
        let mut list = soon.unwrap_or_else(|| self.listed_misere_moves(case));
        let known = self.known_winning_move();
        if list.moves.is_empty() && !list.complete {
            list.moves.extend(known);
        }
        list
    }

    fn listed_misere_moves(&mut self, case: &Case<'_>) -> MoveList {
        let summands = &case.parts;
        let heaps = all_heaps(summands);
        let worth: Option<Vec<Option<Grundy>>> = match &heaps {
            Some(heaps) => Some(heaps.iter().cloned().map(Some).collect()),
            None => all_pets(summands).then(|| self.values_beside(case)),
        };
        let mut list = MoveList::all(Vec::new());
        let began = Instant::now();
        let sum: Option<Grundy> = heaps.as_ref().map(|heaps| heaps.iter().sum());
        for (i, summand) in summands.iter().enumerate() {
            // Theory lists candidates only for sums of nim heaps, or for a single summand.
            let rest = match sum.as_ref().zip(summand.heap()) {
                Some((sum, heap)) => Some(sum ^ &heap),
                None => (summands.len() == 1).then_some(Grundy::ZERO),
            };
            let mut candidates =
                rest.and_then(|rest| summand.candidates(Play::Misere, rest, self.budget()));
            let beside = |worth| others(worth, i).cloned().collect::<Option<Vec<Grundy>>>();
            if candidates.is_none()
                && let Some(beside) = worth.as_deref().and_then(beside)
            {
                // A move in a heap or a pet summand wins exactly if it leaves this value.
                let target = misere_nim_reply(&beside);
                candidates = summand.candidates(Play::Normal, target.clone(), self.budget());
                if candidates.is_none()
                    && self.moves_by_engines(&mut list, (case, summand), Play::Normal, &target)
                {
                    continue;
                }
            }
            if candidates.is_none()
                && worth.is_none()
                && summands.len() == 1
                && self.moves_by_engines(&mut list, (case, summand), Play::Misere, &Grundy::ZERO)
            {
                continue;
            }
            let test = |analyzer: &mut Analyzer, mv: &SumMove| {
                // Undecided moves are not listed; the list is then marked as incomplete.
                let after = case.position.after(mv).ok()?;
                Some(analyzer.misere_is_p_in(&Case::follower(&after)).ok()?.value)
            };
            let goes_on = match candidates {
                None if !case.is_board() => self.keep_soonest((&mut list, began), summand, test),
                candidates => self.keep((&mut list, began), summand, candidates, test),
            };
            if !goes_on {
                break;
            }
        }
        list.without_repetitions()
    }

    /// Tries moves as [`keep`](Analyzer::keep) does, but quickly decided ones first, so that they are listed even if
    /// time runs out.
    fn keep_soonest(
        &mut self,
        (list, began): (&mut MoveList, Instant),
        summand: &PlacedSummand,
        test: impl Fn(&mut Analyzer, &SumMove) -> Option<bool>,
    ) -> bool {
        let before = list.moves.len();
        let mut open = Vec::new();
        let soon = |analyzer: &mut Analyzer, mv: &SumMove| {
            let found = analyzer.within(SOON, |analyzer| test(analyzer, mv));
            if found.is_none() {
                open.push(mv.clone());
                // No budget is left for the other moves.
                analyzer.budget().check(analyzer.positions()).ok()?;
            }
            found.or(Some(false))
        };
        let mut goes_on = self.keep((list, began), summand, None, soon);
        list.complete &= goes_on || open.is_empty();
        let decided = list.moves.len();
        let left = self.budget().check(self.positions()).is_ok();
        if goes_on && left && !open.is_empty() {
            goes_on = self.keep(
                (list, began),
                summand,
                Some(Box::new(open.into_iter())),
                test,
            );
        }
        if list.moves.len() > decided {
            let places = summand.moves().map(|mv| mv.to_string()).zip(0..);
            let places: HashMap<String, usize> = places.collect();
            list.moves[before..].sort_by_key(|mv| places.get(&mv.to_string()).copied());
        }
        goes_on
    }

    /// Returns the values of pet summands and nim heaps that can be found. A single summand needs none: no move uses
    /// it.
    fn values_beside(&mut self, case: &Case<'_>) -> Vec<Option<Grundy>> {
        let alone = case.parts.len() == 1;
        let value = |summand: &PlacedSummand| match alone {
            true => None,
            // Values that cannot be found are missing.
            false => (self.value_of_summand(case, summand).ok()).map(|found| found.value),
        };
        case.parts.iter().map(value).collect()
    }

    /// Returns the Grundy values of summands that are pet or nim heaps.
    fn pet_values(&mut self, case: &Case<'_>) -> Result<Vec<Finding<Grundy>>, Undecided> {
        let values = case.parts.iter().map(|summand| {
            let mut found = self.value_of_summand(case, summand)?;
            if let Some(fact) = summand.pet_fact() {
                found.reason.source = format!("{}; {}", found.reason.source, fact.source);
                found.reason = found.reason.checked_by(fact.claims());
            }
            Ok(found)
        });
        values.collect()
    }

    /// Returns the nim heaps that the summands equal in misère play, if theory gives them or the value is requested.
    fn worth_heaps(&mut self, case: &Case<'_>) -> Option<Vec<u128>> {
        let summands = &case.parts;
        if let Some(heaps) = finite_heaps(summands) {
            return Some(heaps);
        }
        let known = summands
            .iter()
            .all(|summand| summand.known_value().is_some());
        if !known && !self.query().value || !all_pets(summands) {
            return None;
        }
        // Without these values the genus decides, and reports its own errors.
        let values = self.pet_values(case).ok()?;
        values.iter().map(|found| found.value.finite()).collect()
    }

    /// Returns the misère Grundy number from the table of a box that is too large for a genus, which needs every
    /// position in the box and its options.
    fn misere_value_by_box(&mut self, case: &Case<'_>) -> Option<Finding<Grundy>> {
        let positions = positions_in_boxes(&case.parts)?;
        if case.parts.len() != 1 || positions <= LARGEST_FOR_GENUS {
            return None;
        }
        // Without a table the genus decides, and reports its own errors.
        self.ask_value(&case.whole(), Play::Misere, Stage::Late)?
            .ok()
    }

    /// Returns the misère Grundy number and the genus, if the budget allows.
    fn misere_value_and_genus(&mut self, case: &Case<'_>) -> Option<(u128, Genus)> {
        // If the budget allows, as documented.
        let whole = whole(&case.parts).ok()?;
        let (genus, positions) = genus(&whole, self.budget()).ok()?;
        self.count(positions);
        Some((genus.misere_value().into(), genus))
    }
}

/// Returns whether all summands are pet or nim heaps.
fn all_pets(summands: &[PlacedSummand]) -> bool {
    let pet = |summand: &PlacedSummand| summand.pet_fact().is_some() || summand.heap().is_some();
    summands.iter().all(pet)
}

/// Returns all of these except number `i`.
fn others<T>(worth: &[T], i: usize) -> impl Iterator<Item = &T> {
    let others = worth.iter().enumerate().filter(move |&(j, _)| j != i);
    others.map(|(_, value)| value)
}
