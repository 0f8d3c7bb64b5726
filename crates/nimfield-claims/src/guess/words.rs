//! Short forms of proved laws: guesses that automata show to mean the same.

use nimfield_core::expression::Expression;
use nimfield_core::families::formulas::{Formula, Linear};
use nimfield_laws::{Automaton, Bound, CannotSay, Stopped, ValueFormula};

use super::pairs::Pairs;
use super::points::Points;
use super::residues::Residues;
use super::value_points::ValuePoints;

/// A proved law of letters, with the data of its family.
pub(super) struct Proved<'a> {
    pub(super) law: &'a Automaton,
    pub(super) letters: &'a [char],
    /// The values of the letters that give positions.
    pub(super) domain: &'a Formula,
    pub(super) bound: Bound<'a>,
}

impl Proved<'_> {
    /// Returns whether a sentence about the letters, and a value after them, is equivalent to the law for the positions
    /// of the domain that satisfy another sentence.
    fn means(
        &self,
        sentence: &Formula,
        others: bool,
        where_holds: &Formula,
    ) -> Result<bool, CannotSay> {
        let (count, numeration) = (self.law.variables(), self.law.numeration());
        let region = Formula::All(vec![self.domain.clone(), where_holds.clone()]);
        let region = Automaton::of(&region, 0..count, numeration, self.bound)?;
        let said = match others {
            true => Automaton::of_first(sentence, count, numeration, self.bound)?,
            false => Automaton::of(sentence, 0..count, numeration, self.bound)?,
        };
        Ok(said.agrees_on(self.law, &region, self.bound)?)
    }

    /// Returns a short form of a law of P-positions.
    pub(super) fn outcomes(&self, points: &Points) -> Result<Option<String>, CannotSay> {
        let letters = self.letters;
        if letters.len() > 1 {
            let sum = Formula::NimSum((0..letters.len()).collect());
            // Other digits cannot express a nim-sum.
            if self
                .law
                .numeration()
                .as_base()
                .is_some_and(u32::is_power_of_two)
                && self.means(&sum, false, &Formula::always())?
            {
                let names: Vec<String> = letters.iter().map(char::to_string).collect();
                return Ok(Some(format!("P exactly if {} = 0", names.join(" xor "))));
            }
        }
        if let Some(residues) = Residues::guess(points) {
            let (sentence, region) = residues.sentence(letters.len());
            if self.means(&sentence, false, &region)? {
                return Ok(Some(residues.in_words(letters)));
            }
        }
        let (a, b) = self.law.numeration().coefficients();
        if let ([first, second], 1, Some(pairs)) = (letters, b, Pairs::guess(points))
            && pairs.of_fraenkel() == Some(a)
        {
            let shifted = Automaton::shifted_pairs(self.law.numeration(), self.bound)?;
            if shifted == *self.law {
                return Ok(Some(format!(
                    "P exactly if {{{first}, {second}}} is one of {pairs} (by their digits: Fraenkel 1982)"
                )));
            }
        }
        Ok(None)
    }

    /// Returns a short form of a law of values.
    pub(super) fn values(&self, points: &ValuePoints) -> Result<Option<String>, CannotSay> {
        let guessed = ValueFormula::guess(points.points(), self.letters, self.bound.budget);
        let guessed = guessed.map_err(|unfinished| Stopped::Budget(unfinished.limit))?;
        let Some(formula) = guessed else {
            return Ok(None);
        };
        let names: Vec<String> = self.letters.iter().map(char::to_string).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        // Some expressions, such as products of letters, cannot be written as sentences.
        let Ok(expression) = Expression::read(
            &format!("value = {formula}"),
            &[&names[..], &["value"]].concat(),
        ) else {
            return Ok(None);
        };
        let count = self.letters.len() + 1;
        let Ok((sentence, others)) = expression.sentence(&|letter| Some(Linear::of(letter)), count)
        else {
            return Ok(None);
        };
        let same = self.means(&sentence, others > 0, &Formula::always())?;
        Ok(same.then(|| format!("the value is {formula}")))
    }
}
