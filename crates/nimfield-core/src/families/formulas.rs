//! Games whose moves are sentences about numbers: sums, comparisons, remainders by constants and nim-sums.
//!
//! Variables are numbered: first those of the position, then those after a move, then auxiliary ones.

use super::heaps::HeapRules;
use super::ray::RayGame;

/// A sum of variables with whole coefficients, and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Linear {
    /// Variables with their coefficients: each variable once, none with 0, in order.
    terms: Vec<(usize, i64)>,
    /// The constant term.
    pub constant: i64,
}

impl Linear {
    /// Returns a constant.
    #[must_use]
    pub fn constant(constant: i64) -> Linear {
        Linear {
            constant,
            ..Linear::default()
        }
    }

    /// Returns a variable.
    #[must_use]
    pub fn of(variable: usize) -> Linear {
        Linear {
            terms: vec![(variable, 1)],
            constant: 0,
        }
    }

    /// Returns the variables with their coefficients, in order.
    #[must_use]
    pub fn terms(&self) -> &[(usize, i64)] {
        &self.terms
    }

    /// Returns this and a multiple of another; `None` if a number is too large.
    #[must_use]
    pub fn plus(&self, factor: i64, other: &Linear) -> Option<Linear> {
        let scaled = |number: i64| number.checked_mul(factor);
        let mut terms = self.terms.clone();
        for &(variable, coefficient) in &other.terms {
            let more = scaled(coefficient)?;
            match terms.binary_search_by_key(&variable, |term| term.0) {
                Ok(at) => terms[at].1 = terms[at].1.checked_add(more)?,
                Err(at) => terms.insert(at, (variable, more)),
            }
        }
        terms.retain(|term| term.1 != 0);
        let constant = self.constant.checked_add(scaled(other.constant)?)?;
        Some(Linear { terms, constant })
    }

    /// Returns a multiple; `None` if a number is too large.
    #[must_use]
    pub fn times(&self, factor: i64) -> Option<Linear> {
        Linear::default().plus(factor, self)
    }

    /// Returns the sum with its variables renamed; their order must stay the same.
    #[must_use]
    fn renamed(&self, name: &impl Fn(usize) -> usize) -> Linear {
        let renamed = self.terms.iter().map(|&(own, by)| (name(own), by));
        let mut terms: Vec<(usize, i64)> = renamed.collect();
        terms.sort_unstable();
        Linear { terms, ..*self }
    }
}

/// A sentence about variables that are natural numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// The sum is 0.
    Zero(Linear),
    /// The sum is positive.
    Positive(Linear),
    /// The sum divided by the second number leaves the first as remainder.
    Rest(Linear, u32, u32),
    /// The nim-sum of these variables is 0.
    NimSum(Vec<usize>),
    /// A variable is a power of this number.
    Power(usize, u32),
    /// The negation of a sentence.
    Not(Box<Formula>),
    /// All of these hold.
    All(Vec<Formula>),
    /// At least one of these holds.
    Any(Vec<Formula>),
}

impl Formula {
    /// Returns a sentence that always holds.
    #[must_use]
    pub fn always() -> Formula {
        Formula::All(Vec::new())
    }

    /// Returns a sentence that never holds.
    #[must_use]
    pub fn never() -> Formula {
        Formula::Any(Vec::new())
    }

    /// Returns the sentence that two sums are equal; `None` if a number is too large.
    #[must_use]
    pub fn equal(a: &Linear, b: &Linear) -> Option<Formula> {
        Some(Formula::Zero(a.plus(-1, b)?))
    }

    /// Returns the sentence that a sum is less than another; `None` if a number is too large.
    #[must_use]
    pub fn less(a: &Linear, b: &Linear) -> Option<Formula> {
        Some(Formula::Positive(b.plus(-1, a)?))
    }

    /// Returns the sentence with its variables renamed.
    #[must_use]
    pub fn renamed(&self, name: &impl Fn(usize) -> usize) -> Formula {
        let all = |list: &[Formula]| list.iter().map(|one| one.renamed(name)).collect();
        match self {
            Formula::Zero(sum) => Formula::Zero(sum.renamed(name)),
            Formula::Positive(sum) => Formula::Positive(sum.renamed(name)),
            Formula::Rest(sum, by, rest) => Formula::Rest(sum.renamed(name), *by, *rest),
            Formula::NimSum(variables) => {
                Formula::NimSum(variables.iter().map(|&own| name(own)).collect())
            }
            Formula::Power(variable, base) => Formula::Power(name(*variable), *base),
            Formula::Not(of) => Formula::Not(Box::new(of.renamed(name))),
            Formula::All(list) => Formula::All(all(list)),
            Formula::Any(list) => Formula::Any(all(list)),
        }
    }

    /// Returns whether the sentence holds for these numbers; tests compare automata with it.
    #[must_use]
    pub fn holds(&self, values: &[u64]) -> bool {
        let sum = |of: &Linear| {
            let terms = of.terms.iter();
            let terms = terms.map(|&(variable, by)| i128::from(by) * i128::from(values[variable]));
            terms.sum::<i128>() + i128::from(of.constant)
        };
        match self {
            Formula::Zero(of) => sum(of) == 0,
            Formula::Positive(of) => sum(of) > 0,
            Formula::Rest(of, by, rest) => sum(of).rem_euclid(i128::from(*by)) == i128::from(*rest),
            Formula::NimSum(variables) => {
                variables.iter().fold(0, |sum, &own| sum ^ values[own]) == 0
            }
            Formula::Power(variable, base) => {
                let mut rest = values[*variable];
                while rest > 0 && rest.is_multiple_of(u64::from(*base)) {
                    rest /= u64::from(*base);
                }
                rest == 1
            }
            Formula::Not(of) => !of.holds(values),
            Formula::All(list) => list.iter().all(|one| one.holds(values)),
            Formula::Any(list) => list.iter().any(|one| one.holds(values)),
        }
    }
}

/// A kind of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveFormula {
    /// The numbers that it may change, in order; all others stay.
    pub changed: Vec<usize>,
    /// The relation between the numbers before and after a move: of `n` numbers, `n + i` is number `i` after the move.
    /// Variables from `2n` on are existentially quantified.
    pub formula: Formula,
    /// The number of variables from `2n` on.
    pub others: usize,
}

/// A game on a fixed number of natural numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormulaGame {
    /// The numbers of this position.
    pub numbers: Vec<u64>,
    /// The sentence that numbers satisfy if they are a position.
    pub domain: Formula,
    /// The kinds of moves.
    pub moves: Vec<MoveFormula>,
    /// Whether positions with the same numbers in another order are the same.
    pub unordered: bool,
    /// The positions without moves where the player to move wins in normal play and loses in misère play.
    pub won: Formula,
    /// The number of options that the opponent may forbid before each move.
    pub block: usize,
}

impl FormulaGame {
    /// Returns a game on piles in which all numbers are positions.
    fn on(numbers: Vec<u64>, moves: Option<Vec<MoveFormula>>) -> Result<FormulaGame, String> {
        Ok(FormulaGame {
            numbers,
            domain: Formula::always(),
            moves: moves.ok_or("its numbers are too large")?,
            unordered: false,
            won: Formula::never(),
            block: 0,
        })
    }

    /// Returns a ray game.
    ///
    /// # Errors
    /// A message, if there are too many piles for sums.
    pub fn of_rays(game: &RayGame, numbers: Vec<u64>) -> Result<FormulaGame, String> {
        let n = game.piles();
        let kind = |ray: Vec<usize>| {
            let first = taken(n, ray[0])?;
            let mut all = vec![Formula::Positive(first.clone())];
            for &pile in &ray[1..] {
                all.push(Formula::equal(&first, &taken(n, pile)?)?);
            }
            Some(MoveFormula {
                changed: ray,
                formula: Formula::All(all),
                others: 0,
            })
        };
        FormulaGame::on(
            numbers,
            game.rays().map(|ray| kind(ray.collect())).collect(),
        )
    }

    /// Returns heaps under a code that never splits a heap.
    ///
    /// # Errors
    /// A message, if a move may split a heap.
    pub fn of_code(rules: &HeapRules, numbers: Vec<u64>) -> Result<FormulaGame, String> {
        let n = numbers.len();
        let (head, tail) = (rules.head(), rules.tail());
        if rules.most_pieces() > 1 || head[0].leaves(1) {
            return Err("a move may split a heap".to_string());
        }
        let kind = |pile: usize| {
            let amount = taken(n, pile)?;
            let left = Linear::of(n + pile);
            let mut any = Vec::new();
            for (number, digit) in head.iter().chain(tail).enumerate() {
                let number = i64::try_from(number).ok()?;
                let left = match (digit.leaves(0), digit.leaves(1)) {
                    (false, false) => continue,
                    (true, true) => Formula::always(),
                    (true, false) => Formula::Zero(left.clone()),
                    (false, true) => Formula::Positive(left.clone()),
                };
                let beyond = amount.plus(-1, &Linear::constant(number))?;
                let is_taken = match number < head.len() as i64 {
                    true => Formula::Zero(beyond),
                    false => Formula::All(vec![
                        Formula::Positive(beyond.plus(1, &Linear::constant(1))?),
                        Formula::Rest(beyond, tail.len() as u32, 0),
                    ]),
                };
                any.push(Formula::All(vec![is_taken, left]));
            }
            Some(MoveFormula {
                changed: vec![pile],
                formula: Formula::Any(any),
                others: 0,
            })
        };
        FormulaGame::on(numbers, (0..n).map(kind).collect())
    }
}

/// Returns the amount taken from one of `n` piles.
fn taken(n: usize, pile: usize) -> Option<Linear> {
    Linear::of(pile).plus(-1, &Linear::of(n + pile))
}
