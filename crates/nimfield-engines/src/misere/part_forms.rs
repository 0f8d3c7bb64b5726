//! Outcomes in misère play of sums of components of any games, by the misère canonical forms of the components.

use foldhash::HashMap;

use crate::misere::{Form, Forms, PairSearch};
use nimfield_core::budget::{Budget, Limit, Progress, Unfinished};
use nimfield_core::component::Component;

/// The misère canonical forms of components, and the outcomes of sums of two of them.
///
/// A component with many options may have a small form: of Schrage's rectangles `9x15` is the heap of one. So
/// sums are decided by forms where a search through positions would not end.
#[derive(Default)]
pub struct PartForms {
    forms: Forms,
    /// The form of each component that was met, by its key.
    known: HashMap<Vec<u8>, Form>,
    key_bytes: u64,
    pairs: PairSearch,
    steps: u64,
    /// The components of the P-position that the last question found a move to.
    winning: Option<Vec<Vec<u8>>>,
}

/// A component whose options get their forms.
struct Frame<C> {
    component: C,
    key: Vec<u8>,
    /// The number of the next option.
    next: u64,
    count: u64,
    /// The forms of the options before it.
    options: Vec<Form>,
}

impl<C: Component> Frame<C> {
    fn new(component: C, key: Vec<u8>, budget: &Budget, held: u64) -> Result<Frame<C>, Limit> {
        component.list_options(budget, held)?;
        Ok(Frame {
            count: component.option_count(),
            component,
            key,
            next: 0,
            options: Vec::new(),
        })
    }

    fn bytes(&self) -> u64 {
        let lists = self.key.capacity() + self.options.capacity() * size_of::<Form>();
        (size_of::<Frame<C>>() + lists) as u64 + self.component.bytes_outside()
    }
}

/// Larger heaps and longer games are left alone: sums are made and searched by recursion, a call for each move.
const MOST_MOVES: u16 = 300;

impl PartForms {
    /// Returns how many options were given a form and how many pairs of forms were searched, so far.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps + self.pairs.searched()
    }

    /// Estimates the bytes held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.form_bytes() + self.pairs.bytes()
    }

    fn form_bytes(&self) -> u64 {
        self.forms.bytes() + self.key_bytes
    }

    /// Returns whether the sum of some components is a P-position in misère play: by their forms, where these are
    /// known, otherwise by the forms of the components of its options, those with the fewest options first. `None` if
    /// a game is too long.
    ///
    /// # Errors
    /// If the budget runs out; what was found is remembered.
    ///
    /// # Complexity
    /// For each component that can be reached, all options; forms and their sums grow with the game, and mostly
    /// far less than the number of positions does.
    ///
    /// # Source
    /// Conway, On Numbers and Games, chapter 12, for forms; a sum is a P-position if none of its options is one and
    /// it has options.
    pub fn is_p<C: Component>(
        &mut self,
        parts: &[C],
        budget: &Budget,
    ) -> Result<Option<bool>, Unfinished> {
        let before = self.steps();
        self.winning = None;
        let known = |part: &C| matches!(self.at_hand(part), AtHand::Known(_));
        let found = match parts.iter().all(known) {
            true => self.is_p_by_forms(parts, before, budget),
            false => self.is_p_by_options(parts, before, budget),
        };
        found.map_err(|limit| limit.after(self.steps() - before))
    }

    /// Returns whether these components are the P-position that a move leads to by which the last question was
    /// decided.
    #[must_use]
    pub fn is_winning<C: Component>(&self, parts: &[C]) -> bool {
        (self.winning.as_ref()).is_some_and(|winning| *winning == sorted_keys(parts))
    }

    /// Returns whether the last question was decided by a move to a P-position.
    #[must_use]
    pub fn has_winning(&self) -> bool {
        self.winning.is_some()
    }

    fn is_p_by_options<C: Component>(
        &mut self,
        parts: &[C],
        before: u64,
        budget: &Budget,
    ) -> Result<Option<bool>, Limit> {
        let mut options: Vec<(Option<u64>, Vec<C>)> = Vec::new();
        let mut held = 0;
        // Making an option takes as long as looking at it: a list that will not fit is not begun.
        for part in parts {
            part.list_options(budget, self.form_bytes())?;
        }
        let counts = parts.iter().map(Component::option_count);
        let listed = counts.fold(0, u64::saturating_add);
        budget.check(listed)?;
        let list = listed.saturating_mul(size_of::<(Option<u64>, Vec<C>)>() as u64);
        budget.fits(self.form_bytes().saturating_add(list))?;
        for place in 0..parts.len() {
            for index in 0..parts[place].option_count() {
                self.poll(before, 0, held, budget)?;
                let others = parts.iter().enumerate().filter(|&(i, _)| i != place);
                let mut option: Vec<C> = others.map(|(_, part)| part.clone()).collect();
                parts[place].option(index, &mut option);
                for part in &option {
                    part.list_options(budget, self.form_bytes() + held)?;
                    held += (size_of::<C>() as u64) + part.bytes_outside();
                }
                let most = option.iter().map(Component::option_count).max();
                held += size_of_val(&(most, &option)) as u64;
                options.push((most, option));
            }
        }
        if options.is_empty() {
            return Ok(Some(false));
        }
        options.sort_by_key(|(most, _)| *most);
        for (_, option) in options {
            match self.is_p_by_forms(&option, before, budget)? {
                Some(false) => {}
                Some(true) => {
                    self.winning = Some(sorted_keys(&option));
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
        before: u64,
        budget: &Budget,
    ) -> Result<Option<bool>, Limit> {
        let mut forms = Vec::new();
        for part in parts {
            match self.form(part, before, budget)? {
                Some(form) => forms.push(form),
                None => return Ok(None),
            }
        }
        // Of two, the largest ones, the sum is not made.
        forms.sort_unstable();
        while let [a, b, _, ..] = forms[..] {
            forms.drain(..2);
            forms.push(self.forms.sum(a, b, budget)?);
            forms.sort_unstable();
        }
        let [a, b] = [0, 1].map(|place| forms.get(place).copied().unwrap_or(Form::ZERO));
        if [a, b].iter().any(|&form| self.is_long(form)) {
            return Ok(None);
        }
        let left = budget
            .most_positions()
            .saturating_sub(self.steps() - before);
        let most = budget.most_bytes().saturating_sub(self.key_bytes);
        let budget = budget.clone().positions(left).bytes(most);
        let found = self.pairs.is_p(&self.forms, a, b, &budget);
        found.map(Some).map_err(|unfinished| unfinished.limit)
    }

    fn is_long(&self, form: Form) -> bool {
        self.forms.birthday(form) > MOST_MOVES
    }

    /// Returns the form of a component, from those of all components below it; `None` if its game is too long.
    fn form<C: Component>(
        &mut self,
        part: &C,
        before: u64,
        budget: &Budget,
    ) -> Result<Option<Form>, Limit> {
        let mut stack: Vec<Frame<C>> = Vec::new();
        let mut stacked = 0;
        let mut next = match self.at_hand(part) {
            AtHand::Known(form) => return Ok(Some(form)),
            AtHand::TooLong => return Ok(None),
            AtHand::Open(key) => Some(Frame::new(part.clone(), key, budget, self.form_bytes())?),
        };
        let mut parts = Vec::new();
        loop {
            if let Some(frame) = next.take() {
                stacked += frame.bytes();
                stack.push(frame);
            }
            let begun = stack.len() as u64;
            let Some(top) = stack.last_mut() else {
                return Ok(None);
            };
            let listed = size_of_val(&top.options[..]) as u64;
            // Those that were begun have been looked at, too.
            self.poll(before, begun, stacked + 2 * listed, budget)?;
            if top.next == top.count {
                let form = self.forms.of(&mut top.options);
                if self.is_long(form) {
                    return Ok(None);
                }
                stacked -= top.bytes().min(stacked);
                if let Some(done) = stack.pop() {
                    self.keep(done.key, form);
                }
                match stack.is_empty() {
                    true => return Ok(Some(form)),
                    false => continue,
                }
            }
            top.component.option(top.next, &mut parts);
            let mut option = Form::ZERO;
            for part in parts.drain(..) {
                match self.at_hand(&part) {
                    AtHand::Known(form) => option = self.forms.sum(option, form, budget)?,
                    AtHand::TooLong => return Ok(None),
                    AtHand::Open(key) => {
                        let held = self.form_bytes() + stacked;
                        next = Some(Frame::new(part, key, budget, held)?);
                        break;
                    }
                }
            }
            if next.is_none() {
                if self.is_long(option) {
                    return Ok(None);
                }
                top.options.push(option);
                top.next += 1;
                self.steps += 1;
            }
        }
    }

    /// Returns what is known of a component without a look at its options.
    fn at_hand<C: Component>(&mut self, part: &C) -> AtHand {
        let mut key = Vec::new();
        part.key(&mut key);
        if let Some(&form) = self.known.get(&key) {
            return AtHand::Known(form);
        }
        match part.heap().map(u16::try_from) {
            None => AtHand::Open(key),
            Some(Ok(size)) if size <= MOST_MOVES => {
                let form = self.forms.heap(size);
                self.keep(key, form);
                AtHand::Known(form)
            }
            Some(_) => AtHand::TooLong,
        }
    }

    fn keep(&mut self, key: Vec<u8>, form: Form) {
        // The key and its place in the table, twice while the table grows.
        self.key_bytes += 2 * (key.len() + size_of::<(Vec<u8>, Form)>() + 1) as u64;
        self.known.insert(key, form);
    }

    fn poll(&self, before: u64, begun: u64, held: u64, budget: &Budget) -> Result<(), Limit> {
        let done = self.steps() - before;
        budget.report(Progress::new("misère forms", done));
        budget.fits(self.form_bytes() + held)?;
        budget.check(done + begun)
    }
}

/// Returns the keys of components in order, by which a sum is found again.
fn sorted_keys<C: Component>(parts: &[C]) -> Vec<Vec<u8>> {
    let key = |part: &C| {
        let mut key = Vec::new();
        part.key(&mut key);
        key
    };
    let mut keys: Vec<Vec<u8>> = parts.iter().map(key).collect();
    keys.sort_unstable();
    keys
}

/// What is known of a component.
enum AtHand {
    Known(Form),
    /// Nothing; its key.
    Open(Vec<u8>),
    TooLong,
}
