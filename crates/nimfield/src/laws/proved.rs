//! Laws that were proved decide positions of any size.

use nimfield_core::families::formulas::{Formula, FormulaGame};
use nimfield_core::prelude::*;
use nimfield_core::words::counted;
use nimfield_laws::{Automaton, Bound, CannotSay, Members, Prover, Step, Stopped, Verdict};

use super::family::NumberFamily;
use crate::erased::AnyPosition;
use crate::template::Template;

/// A law that was proved again, from its certificate.
#[derive(Debug)]
pub struct ProvedLaw {
    pub(super) family: Template,
    pub(super) numbers: NumberFamily,
    pub(super) prover: Prover,
    pub(super) law: Automaton,
    pub(super) play: Play,
    pub(super) values: bool,
}

/// The kinds of moves of a game, and those that a law does not need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Droppable {
    /// A move of each kind; `None` if the kind has no move.
    pub kinds: Vec<Option<Step>>,
    /// The kinds each of which the law does not need, by their numbers from 0 on.
    pub alone: Vec<usize>,
    /// Kinds that the law does not need even together, tried one after the other.
    pub together: Vec<usize>,
}

/// Returns what automata show about a proved law of a game.
#[must_use]
pub fn facts(values: bool, play: Play, game: &FormulaGame) -> String {
    if values {
        return "no move keeps the value, and a move leads to each smaller one".to_string();
    }
    let (inside, outside) = match (game.block, play) {
        (0, _) => (
            "no move leads from one position of the law to another",
            "every other position has a move to one of them",
        ),
        (_, Play::Normal) => (
            "no more moves lead from a position of the law into it than can be forbidden",
            "every other position has more such moves",
        ),
        (_, Play::Misere) => (
            "from a position of the law a move leads out of it, and no more moves lead into it than can be forbidden",
            "every other position has more such moves, or no move that leads out of it",
        ),
    };
    let ended = match play {
        Play::Normal if game.won != Formula::never() => ", or is over and won",
        Play::Misere if game.block == 0 => " or has no moves",
        _ => "",
    };
    format!("{inside}, and {outside}{ended}")
}

impl ProvedLaw {
    /// Returns whether it has values.
    pub(crate) fn has_values(&self) -> bool {
        self.values
    }

    /// Returns the position with letters that the law is about.
    #[must_use]
    pub fn family(&self) -> &Template {
        &self.family
    }

    /// Returns the play convention.
    #[must_use]
    pub fn play(&self) -> Play {
        self.play
    }

    /// Finds which kinds of moves can be dropped so that the law holds without them.
    ///
    /// # Errors
    /// If the budget does not suffice.
    pub fn droppable(&self, budget: &Budget) -> Result<Droppable, CannotSay> {
        let bound = Bound::new(budget);
        let holds = |dropped: &[usize]| {
            let game = self.prover.without(dropped);
            let how = (self.values, self.play);
            let verdict = self.numbers.verdict(&game, &self.law, how, bound)?;
            Ok::<_, CannotSay>(matches!(verdict, Verdict::Proved { .. }))
        };
        let kinds = self.prover.examples(bound)?;
        let (mut alone, mut together) = (Vec::new(), Vec::new());
        for kind in 0..kinds.len() {
            if holds(&[kind])? {
                alone.push(kind);
                together.push(kind);
                // A kind that can be dropped alone may be needed once others are dropped.
                if together.len() > 1 && !holds(&together)? {
                    together.pop();
                }
            }
        }
        Ok(Droppable {
            kinds,
            alone,
            together,
        })
    }

    /// Returns the numbers of a position, if it is one of the family.
    #[must_use]
    pub fn numbers_of(&self, position: &dyn AnyPosition) -> Option<Vec<u128>> {
        let numbers = NumberFamily::written(position)?;
        let is_own = self.numbers.is_of(position, &numbers) && self.prover.is_position(&numbers);
        is_own.then_some(numbers)
    }

    /// Counts the P-positions with numbers from 0 to the same number. `None` if the law has values, if not all numbers
    /// have positions, if the count exceeds 128 bits, or if the budget does not suffice.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn count_p(&self, most: u64, budget: &Budget) -> Option<u128> {
        let is_whole = self.numbers.domain()? == Formula::always();
        if self.values || !is_whole {
            return None;
        }
        let limit = u128::from(most) + 1;
        // The caller counts in another way.
        let count = self.law.count_below(limit, Bound::new(budget)).ok()?;
        count.parse().ok()
    }

    /// Returns the value of a position with these numbers, in misère play the misère Grundy number, and why; 1 stands for
    /// an N-position if the law has no values.
    ///
    /// # Errors
    /// If the budget does not suffice.
    pub(crate) fn value(
        &self,
        numbers: &[u128],
        budget: &Budget,
    ) -> Result<Finding<Grundy>, Stopped> {
        let bound = Bound::new(budget);
        let letters: Vec<u128> = self
            .numbers
            .places
            .iter()
            .map(|&place| numbers[place])
            .collect();
        let value = match self.values {
            false => u128::from(!self.law.contains(&letters)),
            true => {
                let mut of_position = self.law.clone();
                for &letter in &letters {
                    of_position = of_position.with(0, letter, bound)?;
                }
                // A proved law gives each position a value, which is less than the number of its moves.
                let found = of_position.members((1, usize::MAX), bound)?.0;
                found
                    .first()
                    .expect("a proved law gives each position a value")[0]
            }
        };
        let names: Vec<String> = (self.family.letters().iter().zip(&letters))
            .map(|(letter, number)| format!("{} = {number}", letter.name))
            .collect();
        let (names, states) = (names.join(", "), counted(self.law.states(), "state"));
        let accepts = match (self.values, value) {
            (true, _) => format!("accepts {names} with the value {value}"),
            (false, 0) => format!("accepts the P-position {names}"),
            (false, _) => format!("does not accept {names}"),
        };
        let reason = format!(
            "the law of {}, an automaton of {states} that reads digits ({}), {accepts}; it was proved again for all numbers, from \
             the rules: {}",
            self.family.text(),
            self.law.numeration(),
            facts(self.values, self.play, &self.numbers.game),
        );
        Ok(Finding::new(
            value.into(),
            Reason::theorem("Büchi 1960", reason),
        ))
    }

    /// Lists the numbers of positions of a value to which moves from these numbers lead, and says whether these are all;
    /// the value is 0 if the law has no values.
    ///
    /// # Errors
    /// If the budget does not suffice.
    pub(crate) fn options(
        &self,
        numbers: &[u128],
        (value, most): (u128, usize),
        budget: &Budget,
    ) -> Result<Members, Stopped> {
        let bound = Bound::new(budget);
        let set = match self.values {
            false => self.law.clone(),
            true => self.law.with(self.numbers.places.len(), value, bound)?,
        };
        let from = (&self.numbers.places[..], numbers);
        self.prover.options_in(&set, from, most, bound)
    }
}
