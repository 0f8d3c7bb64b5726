//! The followers of positions, each after its own followers.

use std::collections::HashMap;
use std::sync::Arc;

use nimfield_core::prelude::*;
use nimfield_engines::quotient::Word;

use crate::erased::AnySummand;
use crate::periods::PeriodError;
use crate::sum::Sum;
use crate::term::Term;

/// Returns the irreducible summands of an impartial sum that have moves.
pub(super) fn summands(sum: &Sum) -> Result<Vec<KeyedPosition>, PeriodError> {
    let mut parts = Vec::new();
    for component in sum.components() {
        let Some(position) = component.as_impartial() else {
            let why = format!("{component} is partizan, and only impartial games have quotients");
            return Err(PeriodError::Unsuitable(why));
        };
        for summand in position.summands() {
            parts.push(KeyedPosition::new(summand)?);
        }
    }
    Ok(parts)
}

/// An irreducible position with its key.
#[derive(Clone)]
pub(super) struct KeyedPosition {
    key: Vec<u8>,
    text: Arc<str>,
    position: Sum,
}

impl KeyedPosition {
    /// Estimates the bytes held, in the list of options and on the stack.
    fn bytes(&self) -> u64 {
        /// The overhead of the allocator for a small position, its key and its text.
        const BESIDE: usize = 320;
        (2 * (self.key.len() + size_of::<Visit>()) + self.text.len() + BESIDE) as u64
    }

    fn new(summand: AnySummand) -> Result<KeyedPosition, PeriodError> {
        let component = summand.small().map_err(PeriodError::Unsuitable)?;
        let mut key = Vec::new();
        component.key(&mut key);
        Ok(KeyedPosition {
            key,
            text: summand.to_string().into(),
            position: Sum::new(vec![Term::Impartial(summand.alone()).plain()], None),
        })
    }
}

/// The callback that adds a position with its options.
pub(super) type AddPosition<'a> = dyn FnMut(String, Vec<Word>) -> Result<(), Unfinished> + 'a;

/// The numbers of the positions found so far.
#[derive(Default)]
pub(super) struct Followers {
    pub(super) count: u32,
    /// By their keys, which symmetric positions share.
    by_key: HashMap<Vec<u8>, u32>,
    /// By their texts, since a position may have cells that its text omits.
    by_text: HashMap<Arc<str>, u32>,
    /// The bytes of both.
    bytes: u64,
}

/// A position whose options are being found.
struct Visit {
    part: KeyedPosition,
    options: Option<Vec<Vec<KeyedPosition>>>,
    /// The bytes of the options, here and above on the stack.
    bytes: u64,
}

impl Visit {
    fn new(part: KeyedPosition) -> Visit {
        Visit {
            part,
            options: None,
            bytes: 0,
        }
    }
}

impl Followers {
    fn number(&self, part: &KeyedPosition) -> Option<u32> {
        let found = self
            .by_key
            .get(&part.key)
            .or_else(|| self.by_text.get(&part.text));
        found.copied()
    }

    /// Adds a position after all its followers.
    ///
    /// # Errors
    /// If a follower cannot be read or listed, or the budget runs out.
    pub(super) fn add(
        &mut self,
        part: KeyedPosition,
        add: &mut AddPosition<'_>,
        budget: &Budget,
    ) -> Result<(), PeriodError> {
        let mut meter = Meter::silent(budget).at(self.count.into());
        meter.bytes = self.bytes;
        meter.check()?;
        let mut stack = vec![Visit::new(part)];
        while let Some(visit) = stack.last_mut() {
            if self.number(&visit.part).is_some() {
                meter.bytes -= visit.bytes;
                stack.pop();
                continue;
            }
            let Some(options) = &visit.options else {
                let before = meter.bytes;
                let options = options(&visit.part.position, &mut meter)?;
                visit.bytes = meter.bytes - before;
                let mut unknown: Vec<KeyedPosition> = options.iter().flatten().cloned().collect();
                unknown.retain(|part| self.number(part).is_none());
                visit.options = Some(options);
                stack.extend(unknown.into_iter().map(Visit::new));
                continue;
            };
            let words: Vec<Word> = options
                .iter()
                .map(|option| option.iter().filter_map(|part| self.number(part)).collect())
                .collect();
            add(visit.part.text.to_string(), words)?;
            let bytes = visit.part.bytes();
            self.bytes += bytes;
            meter.bytes += bytes;
            let KeyedPosition { key, text, .. } = visit.part.clone();
            self.by_key.insert(key, self.count);
            self.by_text.insert(text, self.count);
            self.count += 1;
            meter.done += 1;
            meter.bytes -= visit.bytes;
            stack.pop();
        }
        Ok(())
    }
}

/// Returns the options of a position, each as its irreducible parts.
fn options(sum: &Sum, meter: &mut Meter<'_>) -> Result<Vec<Vec<KeyedPosition>>, PeriodError> {
    let mut options = Vec::new();
    for mv in sum.moves() {
        meter.check()?;
        let after = sum
            .after(&mv)
            .map_err(|illegal| PeriodError::Unsuitable(illegal.to_string()))?;
        let mut parts = summands(&after)?;
        // Most options have one part, in a list with room for four.
        parts.shrink_to_fit();
        let bytes: u64 = parts.iter().map(KeyedPosition::bytes).sum();
        meter.bytes += bytes + size_of::<Vec<KeyedPosition>>() as u64;
        options.push(parts);
    }
    Ok(options)
}
