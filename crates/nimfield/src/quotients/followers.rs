//! The followers of positions, each after its own followers.

use std::collections::HashMap;
use std::sync::Arc;

use nimfield_core::budget::{Budget, Unfinished};
use nimfield_core::component::Component;
use nimfield_core::words::Play;
use nimfield_engines::quotient::Word;

use crate::erased::AnySummand;
use crate::periods::PeriodError;
use crate::registry::Games;
use crate::sum::Sum;

/// Returns the text of a file that a position names after `@`, or says why not.
pub(super) type Load = fn(&str) -> Result<String, String>;

/// Reads a position for misère play.
pub(super) fn read(text: &str, load: Load, budget: &Budget) -> Result<Sum, PeriodError> {
    let games = Games::builtin();
    let reader = games.reader().files(&load).budget(budget.clone());
    Ok(reader.read_for(text, Some(Play::Misere))?)
}

/// Returns the irreducible positions with moves of which an impartial sum consists.
pub(super) fn summands(sum: &Sum) -> Result<Vec<Part>, PeriodError> {
    let mut parts = Vec::new();
    for component in sum.components() {
        let Some(position) = component.as_impartial() else {
            let why =
                format!("{component} is partizan, and quotients are those of impartial games");
            return Err(PeriodError::Unsuitable(why));
        };
        for summand in position.summands() {
            parts.push(Part::new(summand)?);
        }
    }
    Ok(parts)
}

/// An irreducible position with its key.
#[derive(Clone)]
pub(super) struct Part {
    key: Vec<u8>,
    text: Arc<str>,
}

impl Part {
    fn new(summand: AnySummand) -> Result<Part, PeriodError> {
        let component = summand.small().map_err(PeriodError::Unsuitable)?;
        let mut key = Vec::new();
        component.key(&mut key);
        Ok(Part {
            key,
            text: summand.to_string().into(),
        })
    }
}

/// Takes a position with its options.
pub(super) type AddPosition<'a> = dyn FnMut(String, Vec<Word>) -> Result<(), Unfinished> + 'a;

/// The numbers of the positions found so far.
#[derive(Default)]
pub(super) struct Followers {
    pub(super) count: u32,
    /// By their keys, which symmetric positions share.
    by_key: HashMap<Vec<u8>, u32>,
    /// By their texts: a position may have come with cells that its text leaves out.
    by_text: HashMap<Arc<str>, u32>,
}

/// A position whose options are being found.
struct Visit {
    part: Part,
    options: Option<Vec<Vec<Part>>>,
}

impl Followers {
    fn number(&self, part: &Part) -> Option<u32> {
        let found = self
            .by_key
            .get(&part.key)
            .or_else(|| self.by_text.get(&part.text));
        found.copied()
    }

    /// Adds a position after all its followers.
    ///
    /// # Errors
    /// If a follower cannot be read or listed, or the budget ends.
    pub(super) fn add(
        &mut self,
        part: Part,
        load: Load,
        add: &mut AddPosition<'_>,
        budget: &Budget,
    ) -> Result<(), PeriodError> {
        let mut stack = vec![Visit {
            part,
            options: None,
        }];
        while let Some(visit) = stack.last_mut() {
            if self.number(&visit.part).is_some() {
                stack.pop();
                continue;
            }
            let Some(options) = &visit.options else {
                let options = options(&visit.part.text, load, self.count, budget)?;
                let mut unknown: Vec<Part> = options.iter().flatten().cloned().collect();
                unknown.retain(|part| self.number(part).is_none());
                visit.options = Some(options);
                stack.extend(unknown.into_iter().map(|part| Visit {
                    part,
                    options: None,
                }));
                continue;
            };
            let words: Vec<Word> = options
                .iter()
                .map(|option| option.iter().filter_map(|part| self.number(part)).collect())
                .collect();
            add(visit.part.text.to_string(), words)?;
            let Part { key, text } = visit.part.clone();
            self.by_key.insert(key, self.count);
            self.by_text.insert(text, self.count);
            self.count += 1;
            stack.pop();
        }
        Ok(())
    }
}

/// Returns the options of a position, each as its irreducible parts.
fn options(
    text: &str,
    load: Load,
    done: u32,
    budget: &Budget,
) -> Result<Vec<Vec<Part>>, PeriodError> {
    let sum = read(text, load, budget)?;
    let mut options = Vec::new();
    for mv in sum.moves() {
        budget.check(done.into()).map_err(|limit| Unfinished {
            limit,
            done: done.into(),
            total: None,
        })?;
        let after = sum
            .after(&mv)
            .map_err(|illegal| PeriodError::Unsuitable(illegal.to_string()))?;
        options.push(summands(&after)?);
    }
    Ok(options)
}
