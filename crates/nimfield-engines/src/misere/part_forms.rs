//! Outcomes in misère play of sums of components of any games, by the misère canonical forms of the components.

use std::collections::BTreeSet;

use crate::disjunctive_sum::sorted_keys;
use crate::followers::{Rule, at_once, number_of};
use crate::memo::Memo;
use crate::misere::{Form, Forms, PairSearch};
use nimfield_core::budget::{Budget, Limit, Meter, Unfinished};
use nimfield_core::component::Component;

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
struct Summands<'a>(&'a mut Forms);

impl Rule for Summands<'_> {
    const COUNTS_OPTIONS: bool = true;

    fn of(&mut self, options: BTreeSet<u32>) -> u32 {
        Rule::of(self.0, options)
    }

    fn sum(&mut self, a: u32, b: u32, budget: &Budget) -> Result<u32, Limit> {
        let sum = self.0.sum(self.0.nth(a), self.0.nth(b), budget)?;
        Ok(sum.index() as u32)
    }

    fn heap(&mut self, size: u128) -> Option<u32> {
        // All larger heaps are too long, too.
        let size = size.min(u128::from(MOST_MOVES) + 1);
        Some(self.0.heap(size as u16).index() as u32)
    }

    fn is_too_long(&self, form: u32) -> bool {
        self.0.birthday(self.0.nth(form)) > MOST_MOVES
    }

    fn bytes(&self) -> u64 {
        self.0.bytes()
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
        let mut rule = Summands(&mut self.forms);
        let mut known = |part| at_once(&self.known, &mut rule, part).is_some();
        let found = match parts.iter().all(&mut known) {
            true => self.is_p_by_forms(parts, &mut meter),
            false => self.is_p_by_options(parts, &mut meter),
        };
        self.steps += meter.done;
        found
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
    ) -> Result<Option<bool>, Unfinished> {
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
            return Ok(Some(false));
        }
        options.sort_by_key(|(most, _)| *most);
        for (_, option) in options {
            match self.is_p_by_forms(&option, meter)? {
                Some(false) => {}
                Some(true) => {
                    self.winning = Some(sorted_keys(&option, C::key));
                    return Ok(Some(false));
                }
                None => return Ok(None),
            }
        }
        Ok(Some(true))
    }

    /// Returns whether the sum of some components is a P-position, by their forms.
    fn is_p_by_forms<C: Component>(
        &mut self,
        parts: &[C],
        meter: &mut Meter<'_>,
    ) -> Result<Option<bool>, Unfinished> {
        let budget = meter.budget();
        let mut rule = Summands(&mut self.forms);
        let mut forms = Vec::new();
        for part in parts {
            match number_of(&self.known, &mut rule, part, meter)? {
                Some(form) if !rule.is_too_long(form) => forms.push(form),
                _ => return Ok(None),
            }
        }
        // The sum of the two largest components is not built.
        forms.sort_unstable();
        while let [a, b, _, ..] = forms[..] {
            forms.drain(..2);
            let sum = rule.sum(a, b, budget);
            forms.push(sum.map_err(|limit| meter.stopped(limit))?);
            forms.sort_unstable();
        }
        if forms.iter().any(|&form| rule.is_too_long(form)) {
            return Ok(None);
        }
        let [a, b] =
            [0, 1].map(|place| forms.get(place).map_or(Form::ZERO, |&n| self.forms.nth(n)));
        let left = budget.most_positions().saturating_sub(meter.done);
        let most = budget.most_bytes().saturating_sub(self.known.bytes());
        let budget = budget.clone().positions(left).bytes(most);
        let before = self.pairs.searched();
        let found = self.pairs.is_p(&self.forms, a, b, &budget);
        meter.done += self.pairs.searched() - before;
        found
            .map(Some)
            .map_err(|unfinished| meter.stopped(unfinished.limit))
    }
}
