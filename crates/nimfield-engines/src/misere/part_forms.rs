//! Outcomes in misère play of sums of components of any games, by the misère canonical forms of the components.

use std::collections::BTreeSet;

use crate::disjunctive_sum::sorted_keys;
use crate::engine::{Rule, Team, Worker, number_of};
use crate::memo::{Bound, Memo};
use crate::misere::{Form, Forms, PairSearch};
use nimfield_core::prelude::*;

/// The misère canonical forms of components, and the outcomes of sums of two of them.
///
/// A component with many options may have a small form: of Schrage's rectangles `9x15` is the heap of one. So forms
/// decide sums for which a search through positions would take too long.
#[derive(Default)]
pub struct PartForms {
    forms: Forms,
    /// The number of the form of each examined component, by its key.
    known: Memo,
    pairs: PairSearch,
    steps: u64,
    /// The components of the P-position to which the last question found a move.
    winning: Option<Vec<Vec<u8>>>,
}

/// The largest heap and the longest game: sums are built and searched by recursion, with a call for each move.
const MOST_MOVES: u16 = 300;

/// The forms of components, if none of their games is too long.
struct Summands<'a> {
    forms: &'a mut Forms,
    budget: &'a Budget,
}

impl Rule for &mut Summands<'_> {
    /// `None` if a game is too long.
    type Stop = Option<Unfinished>;

    const POLL: u64 = 1;
    const COUNTS_OPTIONS: bool = true;

    fn known<C: Component>(&mut self, component: &C, stored: impl FnOnce() -> Bound) -> Bound {
        let Some(size) = component.heap() else {
            return stored();
        };
        // All larger heaps are too long, too.
        let size = size.min(u128::from(MOST_MOVES) + 1);
        Bound::exactly(self.forms.heap(size as u16).index() as u128)
    }

    fn sum(&mut self, a: u128, b: u128) -> Result<u128, Option<Unfinished>> {
        let [a, b] = [a, b].map(|number| self.forms.nth(number as u32));
        let sum = self.forms.sum(a, b, self.budget);
        let sum = sum.map_err(|limit| limit.after(0))?;
        match self.forms.birthday(sum) > MOST_MOVES {
            true => Err(None),
            false => Ok(sum.index() as u128),
        }
    }

    fn of(&mut self, options: &BTreeSet<u32>) -> u128 {
        Rule::of(&mut &mut *self.forms, options)
    }

    fn bytes(&self) -> u64 {
        Forms::bytes(self.forms)
    }
}

impl PartForms {
    /// Returns the number of options with a form, and of searched pairs of forms, so far.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Estimates the bytes held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.form_bytes() + self.pairs.bytes()
    }

    fn form_bytes(&self) -> u64 {
        self.forms.bytes() + self.known.bytes()
    }

    /// Returns whether the sum of some components is a P-position in misère play: by their forms if these are known,
    /// otherwise by the forms of the components of its options, those with the fewest options first. `None` if a game
    /// is too long.
    ///
    /// # Errors
    /// If the budget runs out; the results so far are stored.
    ///
    /// # Complexity
    /// For each component that can be reached, all options; forms and their sums grow with the game, but usually far
    /// less than the number of positions.
    ///
    /// # Source
    /// Conway, On Numbers and Games, chapter 12, for forms; a sum is a P-position if none of its options is one and
    /// it has options.
    pub fn is_p<C: Component>(
        &mut self,
        parts: &[C],
        budget: &Budget,
    ) -> Result<Option<bool>, Unfinished> {
        self.winning = None;
        let mut meter = Meter::new(budget, "misère forms");
        let forms = &mut self.forms;
        let team = Team::new(&self.known, 0);
        let mut rule = Summands { forms, budget };
        let mut worker = Worker::new(&mut rule, &team, meter, 0);
        let found = match parts.iter().all(|part| worker.lookup(part).exact) {
            true => self.is_p_by_forms(parts, &mut meter),
            false => self.is_p_by_options(parts, &mut meter),
        };
        self.steps += meter.done;
        match found {
            Ok(is_p) => Ok(Some(is_p)),
            Err(None) => Ok(None),
            Err(Some(unfinished)) => Err(meter.stopped(unfinished.limit)),
        }
    }

    /// Returns whether these components are the P-position after the move that decided the last question.
    #[must_use]
    pub fn is_winning<C: Component>(&self, parts: &[C]) -> bool {
        (self.winning.as_ref()).is_some_and(|winning| *winning == sorted_keys(parts, C::key))
    }

    /// Returns whether the last question was decided by a move to a P-position.
    #[must_use]
    pub fn has_winning(&self) -> bool {
        self.winning.is_some()
    }

    fn is_p_by_options<C: Component>(
        &mut self,
        parts: &[C],
        meter: &mut Meter<'_>,
    ) -> Result<bool, Option<Unfinished>> {
        let budget = meter.budget();
        let list = |part: &C, held: u64| {
            let listed = part.list_options(budget, held);
            listed.map_err(|limit| limit.after(0))
        };
        let mut options: Vec<(Option<u64>, Vec<C>)> = Vec::new();
        // Building an option takes as long as examining it, so a list that will not fit is not started.
        for part in parts {
            list(part, self.form_bytes())?;
        }
        let counts = parts.iter().map(Component::option_count);
        meter.begun = counts.fold(0, u64::saturating_add);
        let bytes = (meter.begun).saturating_mul(size_of::<(Option<u64>, Vec<C>)>() as u64);
        meter.hold(self.form_bytes().saturating_add(bytes))?;
        meter.poll()?;
        let mut held = 0;
        for place in 0..parts.len() {
            for index in 0..parts[place].option_count() {
                let others = parts.iter().enumerate().filter(|&(i, _)| i != place);
                let mut option: Vec<C> = others.map(|(_, part)| part.clone()).collect();
                parts[place].option(index, &mut option);
                for part in &option {
                    list(part, self.form_bytes() + held)?;
                    held += (size_of::<C>() as u64) + part.bytes_outside();
                }
                let most = option.iter().map(Component::option_count).max();
                held += size_of_val(&(most, &option)) as u64;
                options.push((most, option));
                meter.bytes = self.form_bytes() + held;
                meter.step()?;
            }
        }
        (meter.begun, meter.bytes) = (0, held);
        if options.is_empty() {
            return Ok(false);
        }
        options.sort_by_key(|(most, _)| *most);
        for (_, option) in options {
            if self.is_p_by_forms(&option, meter)? {
                self.winning = Some(sorted_keys(&option, C::key));
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns whether the sum of some components is a P-position, by their forms.
    fn is_p_by_forms<C: Component>(
        &mut self,
        parts: &[C],
        meter: &mut Meter<'_>,
    ) -> Result<bool, Option<Unfinished>> {
        let budget = meter.budget();
        let mut rule = &mut Summands {
            forms: &mut self.forms,
            budget,
        };
        let mut forms = Vec::new();
        for part in parts {
            let form = number_of(&self.known, &mut *rule, part, meter)?;
            forms.push(rule.sum(0, form)?);
        }
        // The sum of the two largest components is not built.
        forms.sort_unstable();
        while let [a, b, _, ..] = forms[..] {
            forms.drain(..2);
            forms.push(rule.sum(a, b)?);
            forms.sort_unstable();
        }
        forms.resize(2, Form::ZERO.index() as u128);
        let [a, b] = [forms[0], forms[1]].map(|form| self.forms.nth(form as u32));
        let left = budget.most_positions().saturating_sub(meter.done);
        let most = budget.most_bytes().saturating_sub(self.known.bytes());
        let budget = budget.clone().positions(left).bytes(most);
        let before = self.pairs.searched();
        let found = self.pairs.is_p(&self.forms, a, b, &budget);
        meter.done += self.pairs.searched() - before;
        Ok(found?)
    }
}
