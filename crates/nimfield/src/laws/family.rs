//! Families whose positions are numbers, and whose moves are sentences.

use std::sync::Arc;

use nimfield_core::families::formulas::{Formula, FormulaGame, Linear};
use nimfield_core::prelude::*;
use nimfield_laws::{Automaton, Bound, CannotSay, Prover, Verdict};

use crate::erased::AnyPosition;
use crate::registry::Games;
use crate::sum::Sum;
use crate::template::Template;
use crate::term::Term;

/// A family as a part of a game of numbers.
#[derive(Clone, Debug)]
pub struct NumberFamily {
    /// The game, with the numbers of a small position of the family.
    pub game: FormulaGame,
    /// The text before the numbers of its positions: `yama[`.
    name: String,
    /// Which number each letter stands for.
    pub places: Vec<usize>,
    /// The condition on the numbers of the family, such as that two are equal.
    pub relation: Formula,
}

/// Why the positions of a family are not numbers.
const NO_NUMBERS: &str =
    "its positions are not numbers with moves that are known as sentences about sums";

/// Numbers of the first three letters in all orders, twice; further letters have larger numbers.
const SAMPLES: [[u64; 3]; 12] = [
    [7, 11, 16],
    [7, 16, 11],
    [11, 7, 16],
    [11, 16, 7],
    [16, 7, 11],
    [16, 11, 7],
    [5, 14, 23],
    [5, 23, 14],
    [14, 5, 23],
    [14, 23, 5],
    [23, 5, 14],
    [23, 14, 5],
];

/// Returns the game of a position, if it counts the numbers as they are written.
fn of_position(
    position: &Sum,
    numbers: &[(Option<usize>, u64, i64)],
    values: &[u64],
) -> Result<FormulaGame, String> {
    let [component] = position.components() else {
        return Err("it is a sum of positions".to_string());
    };
    let game = component.as_formulas().ok_or(NO_NUMBERS)??;
    let written = numbers.iter().map(|&(letter, coefficient, constant)| {
        let value = letter.map_or(0, |letter| values[letter]);
        coefficient.checked_mul(value)?.checked_add_signed(constant)
    });
    let mut written: Vec<Option<u64>> = written.collect();
    if game.unordered {
        written.sort_unstable();
    }
    match written
        .into_iter()
        .eq(game.numbers.iter().map(|&number| Some(number)))
    {
        true => Ok(game),
        false => Err("the game orders or joins its numbers".to_string()),
    }
}

impl NumberFamily {
    /// Returns the numbers of a position as they are written between its brackets.
    pub(crate) fn written(position: &dyn AnyPosition) -> Option<Vec<u128>> {
        /// The most equal parts of a partition.
        const ALIKE: usize = 8;
        let text = position.to_string();
        let mut numbers = Vec::new();
        for part in text[text.find('[')?..].split(|c: char| c != '^' && !c.is_ascii_digit()) {
            let (number, count) = part.split_once('^').unwrap_or((part, "1"));
            if !part.is_empty() {
                // Positions print numbers below 2^128.
                let count: usize = count.parse().ok()?;
                numbers.extend(vec![number.parse::<u128>().ok()?; count.min(ALIKE)]);
            }
        }
        Some(numbers)
    }

    /// Returns whether a position has these numbers and belongs to the same game: a game with the same moves, whatever
    /// its name.
    pub(crate) fn is_of(&self, position: &dyn AnyPosition, numbers: &[u128]) -> bool {
        let sample = self.game.numbers.iter();
        let sample: Vec<u128> = sample.map(|&number| number.into()).collect();
        let text = position.to_string();
        let like = |numbers: &[u128]| -> Option<Arc<dyn AnyPosition>> {
            // A position that cannot have these numbers belongs to another game.
            if let Some(made) = position.with_numbers(numbers) {
                return made.ok();
            }
            if !text.starts_with(&self.name) {
                return None;
            }
            let body = numbers.iter().map(u128::to_string).collect::<Vec<_>>();
            // So does a text that cannot be read.
            let made = Games::builtin().read(&format!("{}{}]", self.name, body.join(",")));
            let made = made.ok()?;
            match made.components() {
                [Term::Impartial(made)] => Some(made.clone()),
                _ => None,
            }
        };
        let game = || like(&sample)?.as_formulas();
        numbers.len() == self.game.numbers.len()
            && like(numbers).is_some_and(|made| made.to_string() == text)
            && game() == Some(Ok(self.game.clone()))
    }

    /// Returns for which letters there are positions, if each number is a letter.
    pub fn domain(&self) -> Option<Formula> {
        let letter = |number: usize| self.places.iter().position(|&own| own == number);
        let all = (0..self.game.numbers.len()).all(|number| letter(number).is_some());
        all.then(|| {
            self.game
                .domain
                .renamed(&|number| letter(number).unwrap_or(number))
        })
    }

    /// Decides a law of this family: its values, or its P-positions.
    ///
    /// # Errors
    /// If the bound does not suffice.
    pub fn verdict(
        &self,
        prover: &Prover,
        law: &Automaton,
        (values, play): (bool, Play),
        bound: Bound<'_>,
    ) -> Result<Verdict, CannotSay> {
        match values {
            false => prover.outcomes(law, &self.places, play, bound),
            true => prover.values(law, &self.places, play, bound),
        }
    }

    /// Returns the family of a template for a law that gives values, or outcomes.
    ///
    /// # Errors
    /// Why there is none, in words.
    pub fn of(family: &Template, values: bool) -> Result<NumberFamily, String> {
        if let Some(letter) = family.option_letter() {
            return Err(format!(
                "`{letter}` is a parameter of the game, and a proof needs its number: write {letter}=2"
            ));
        }
        let letters = family.letters().len();
        let numbers = family
            .numbers()
            .ok_or("its numbers are not letters with coefficients and constants")?;
        // Test with some positions whether the game counts the numbers as written, and has the same moves everywhere.
        let mut games = Vec::new();
        let (mut name, mut none) = (String::new(), String::new());
        for values in SAMPLES {
            let further = (4..).map(|number| 9 * number);
            let values: Vec<u64> = values.into_iter().chain(further).take(letters).collect();
            match family.position(&values, &Budget::unlimited()) {
                Ok(position) => {
                    name = position.to_string();
                    games.push(of_position(&position, &numbers, &values)?);
                }
                // In some games numbers must increase, or decrease.
                Err(error) => none = error.to_string(),
            }
        }
        let [game, others @ ..] = &games[..] else {
            return Err(none);
        };
        let same =
            |other: &FormulaGame| (&game.domain, &game.moves) == (&other.domain, &other.moves);
        if others.is_empty() || !others.iter().all(same) {
            return Err("its moves depend on the position".to_string());
        }
        let game = game.clone();
        name.truncate(name.find('[').map_or(0, |bracket| bracket + 1));
        if values && (game.block > 0 || game.won != Formula::never()) {
            return Err("it has outcomes but no values".to_string());
        }
        let place = |letter: usize| {
            let plain = numbers
                .iter()
                .position(|&number| number == (Some(letter), 1, 0));
            let name = family.letters()[letter].name;
            plain.ok_or_else(|| format!("no number is just `{name}`"))
        };
        let places: Vec<usize> = (0..letters).map(place).collect::<Result<_, _>>()?;
        let mut relation = Vec::new();
        for (at, &(letter, coefficient, constant)) in numbers.iter().enumerate() {
            if places.contains(&at) {
                continue;
            }
            let said = || {
                let coefficient = i64::try_from(coefficient).ok()?;
                let own = Linear::constant(constant);
                let own = match letter {
                    Some(letter) => own.plus(coefficient, &Linear::of(places[letter]))?,
                    None => own,
                };
                Formula::equal(&Linear::of(at), &own)
            };
            relation.push(said().ok_or("its numbers are too large")?);
        }
        Ok(NumberFamily {
            game,
            name,
            places,
            relation: Formula::All(relation),
        })
    }
}
