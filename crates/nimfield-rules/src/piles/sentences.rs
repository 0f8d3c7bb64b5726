//! Moves on piles as sentences about sums, so that laws can be proved for all sizes.

use nimfield_core::families::formulas::{Formula, FormulaGame, Linear, MoveFormula};

use super::edges::Edge;
use super::game::{Condition, KEPT_PILES, Keep, Piles};
use super::moves::{Kind, LETTERS, MoveLine, SHOWN, TOTAL};
use crate::amounts::{Amounts, Item};

type Said<T> = Result<T, String>;

fn fits<T>(number: Option<T>) -> Said<T> {
    number.ok_or_else(|| "its numbers are too large".to_string())
}

fn sum(of: impl IntoIterator<Item = usize>) -> Said<Linear> {
    let add = |sum: Linear, own| sum.plus(1, &Linear::of(own));
    fits(of.into_iter().try_fold(Linear::default(), add))
}

/// The auxiliary variables of a kind of moves, from `2n` on, and their definitions.
struct Others {
    next: usize,
    defined: Vec<Formula>,
}

impl Amounts {
    /// Returns the sentence that a sum, divided by a positive number that divides it, is a member of the set.
    fn sentence(&self, amount: &Linear, by: i64, others: &mut Others) -> Said<Formula> {
        let times = |number: u128| {
            let product = i64::try_from(number)
                .ok()
                .and_then(|number| number.checked_mul(by));
            fits(product).map(Linear::constant)
        };
        let above = |bound: u128| -> Said<Formula> {
            Ok(Formula::Positive(fits(amount.plus(-1, &times(bound)?))?))
        };
        let mut any = Vec::new();
        for item in &self.items {
            any.push(match *item {
                Item::Progression { from, to, .. } if from == to => {
                    fits(Formula::equal(amount, &times(from)?))?
                }
                Item::Progression { from, to, step } => {
                    let mut all = vec![above(from - 1)?];
                    if to < u128::MAX {
                        all.push(Formula::Not(Box::new(above(to)?)));
                    }
                    if step > 1 {
                        let step = fits(u32::try_from(times(step)?.constant).ok())?;
                        let rest = times(from % u128::from(step))?.constant % i64::from(step);
                        all.push(Formula::Rest(amount.clone(), step, rest as u32));
                    }
                    Formula::All(all)
                }
                Item::Powers(base) => {
                    // Only a variable can be tested for being a power.
                    let power = Linear::of(others.next);
                    others.next += 1;
                    others
                        .defined
                        .push(fits(Formula::equal(&fits(power.times(by))?, amount))?);
                    Formula::Power(others.next - 1, fits(u32::try_from(base).ok())?)
                }
            });
        }
        let any = Formula::Any(any);
        Ok(match self.complement {
            false => any,
            true => Formula::All(vec![above(0)?, Formula::Not(Box::new(any))]),
        })
    }
}

impl MoveLine {
    /// Returns the meaning of a letter of a condition: an amount, a size, the sum of all piles, or a parameter. The
    /// letters in `free` are variables.
    fn letter(
        &self,
        letter: usize,
        piles: &[usize],
        (n, free): (usize, &[(usize, usize)]),
        changed: &[usize],
    ) -> Option<Linear> {
        let pile = piles.get(letter % SHOWN).copied();
        match letter {
            _ if letter < SHOWN && matches!(self.kind, Kind::Free(_)) => {
                // A letter that no entry names is 1.
                let variable = free.iter().find(|(name, _)| *name == letter);
                Some(variable.map_or(Linear::constant(1), |own| Linear::of(own.1)))
            }
            _ if letter < SHOWN => match pile {
                Some(pile) if changed.contains(&pile) => {
                    Linear::of(pile).plus(-1, &Linear::of(n + pile))
                }
                // An unchanged pile gives 0.
                pile => pile.map(|_| Linear::default()),
            },
            _ if letter < TOTAL => pile.map(Linear::of),
            // A number that is too large cannot occur in a sentence.
            TOTAL => sum(0..n).ok(),
            _ => {
                let value = self.scope.get(letter - LETTERS.len())?;
                // As above.
                Some(Linear::constant(i64::try_from(*value).ok()?))
            }
        }
    }

    /// Returns the moves from a set among `n` piles, one kind for each set of piles that change. `weight` is the weight
    /// of a counter of a pile in the measure.
    fn sentences(
        &self,
        edge: &Edge,
        n: usize,
        weight: impl Fn(usize) -> i128,
    ) -> Said<Vec<MoveFormula>> {
        let amount = |pile: usize| fits(Linear::of(pile).plus(-1, &Linear::of(n + pile)));
        let piles = &edge.piles[..];
        let mut kinds: Vec<(Vec<usize>, Vec<Formula>, Others)> = Vec::new();
        // The variables for letters of free amounts.
        let mut free: Vec<(usize, usize)> = Vec::new();
        let none = || Others {
            next: 2 * n,
            defined: Vec::new(),
        };
        match &self.kind {
            Kind::Same => {
                let first = amount(piles[0])?;
                let mut others = none();
                let mut all = vec![self.amounts.sentence(&first, 1, &mut others)?];
                for &pile in &piles[1..] {
                    all.push(fits(Formula::equal(&first, &amount(pile)?))?);
                }
                kinds.push((piles.to_vec(), all, others));
            }
            Kind::Vector(vector) => {
                let used = || piles.iter().zip(vector).filter(|(_, entry)| **entry != 0);
                let Some((&pile, &entry)) = used().next() else {
                    return Ok(Vec::new());
                };
                let first = amount(pile)?;
                // The factor is the change of the first pile divided by its entry.
                let lost = fits(first.times(entry.signum()))?;
                let mut others = none();
                let mut all = vec![self.amounts.sentence(&lost, entry.abs(), &mut others)?];
                if entry.abs() > 1 {
                    let by = fits(u32::try_from(entry.abs()).ok())?;
                    all.push(Formula::Rest(first.clone(), by, 0));
                }
                for (&own, &other) in used().skip(1) {
                    let scaled = fits(first.times(other))?;
                    all.push(fits(Formula::equal(
                        &scaled,
                        &fits(amount(own)?.times(entry))?,
                    ))?);
                }
                kinds.push((used().map(|(&pile, _)| pile).collect(), all, others));
            }
            Kind::Free(entries) => {
                let mut others = none();
                let names: Vec<usize> = (0..SHOWN)
                    .filter(|&name| entries.iter().any(|own| own.mentions(name)))
                    .collect();
                free = names.into_iter().zip(2 * n..).collect();
                others.next += free.len();
                let mut all = Vec::new();
                for &(name, variable) in &free {
                    let variable = Linear::of(variable);
                    all.push(match name {
                        0 => self.amounts.sentence(&variable, 1, &mut others)?,
                        _ => Formula::Positive(variable),
                    });
                }
                let letter = |letter: usize| self.letter(letter, piles, (n, &free), piles);
                let mut fall = Linear::default();
                for (&pile, entry) in piles.iter().zip(entries) {
                    let taken = amount(pile)?;
                    let weight = fits(i64::try_from(weight(pile)).ok())?;
                    fall = fits(fall.plus(weight, &taken))?;
                    let (said, more) = entry.equals(&taken, &letter, others.next)?;
                    others.next += more;
                    all.push(said);
                }
                all.push(Formula::Positive(fall));
                kinds.push((piles.to_vec(), all, others));
            }
            Kind::Own(least) => {
                /// The most sets of piles that change.
                const MOST: usize = 8;
                if piles.len() > MOST {
                    return Err(format!(
                        "a move may take amounts from more than {MOST} piles"
                    ));
                }
                let least = least.unwrap_or(piles.len());
                for set in 1usize..1 << piles.len() {
                    if (set.count_ones() as usize) < least {
                        continue;
                    }
                    let chosen: Vec<usize> = (0..piles.len())
                        .filter(|at| set >> at & 1 == 1)
                        .map(|at| piles[at])
                        .collect();
                    let mut others = none();
                    let member =
                        |&pile: &usize| self.amounts.sentence(&amount(pile)?, 1, &mut others);
                    let all = chosen.iter().map(member).collect::<Said<_>>()?;
                    kinds.push((chosen, all, others));
                }
            }
        }
        let kind = |(mut changed, mut all, mut others): (Vec<usize>, Vec<Formula>, Others)| {
            if let Some(guard) = &self.guard {
                let letter = |letter: usize| self.letter(letter, piles, (n, &free), &changed);
                let (sentence, more) = guard
                    .sentence(&letter, others.next)
                    .map_err(|why| format!("`where {guard}`: {why}"))?;
                others.next += more;
                all.push(sentence);
            }
            all.extend(others.defined);
            changed.sort_unstable();
            Ok(MoveFormula {
                changed,
                formula: Formula::All(all),
                others: others.next - 2 * n,
            })
        };
        kinds.into_iter().map(kind).collect()
    }
}

impl Condition {
    /// Returns the condition on `n` piles as a sentence; `word` is the keyword before it.
    fn sentence(&self, word: &str, n: usize) -> Said<Formula> {
        let letter = |letter: usize| match letter.checked_sub(KEPT_PILES) {
            None if letter < n => Some(Linear::of(letter)),
            None => Some(Linear::default()),
            // A number that does not fit cannot occur in a sentence.
            Some(own) => Some(Linear::constant(i64::try_from(*self.scope.get(own)?).ok()?)),
        };
        let said = |why: &str| format!("`{word} {}`: {why}", self.expression);
        match self.expression.sentence(&letter, n) {
            Ok((sentence, 0)) => Ok(sentence),
            Ok(_) => Err(said("it has a nim-sum")),
            Err(why) => Err(said(&why)),
        }
    }
}

impl Piles {
    /// Returns the game on this number of piles, as sentences.
    pub(crate) fn sentences(&self) -> Said<FormulaGame> {
        /// The most sets of piles.
        const MOST: usize = 64;
        let n = self.piles.len();
        if self.game.limit.is_some() {
            return Err("its limit is not a number of counters in a pile".to_string());
        }
        if self.game.is_partizan() {
            return Err("Left and Right have different moves".to_string());
        }
        if self.sets.edges.len() > MOST {
            return Err(format!(
                "its moves take from more than {MOST} sets of piles"
            ));
        }
        let domain = match &self.game.keep {
            None => Formula::always(),
            Some(Keep::Sorted) => {
                let falls = |at: usize| fits(Formula::less(&Linear::of(at), &Linear::of(at - 1)));
                let falls: Vec<Formula> = (1..n).map(falls).collect::<Said<_>>()?;
                Formula::Not(Box::new(Formula::Any(falls)))
            }
            Some(Keep::Condition(condition)) => condition.sentence("keep", n)?,
        };
        // The first `ends` line whose condition holds decides.
        let (mut over, mut won) = (Vec::new(), Vec::new());
        for (condition, is_won) in &self.game.ends {
            let holds = condition.sentence("ends where", n)?;
            let earlier = Formula::Not(Box::new(Formula::Any(over.clone())));
            if *is_won {
                won.push(Formula::All(vec![holds.clone(), earlier]));
            }
            over.push(holds);
        }
        let mut moves = Vec::new();
        for (line, edge) in &self.sets.edges {
            let weight = |pile| self.game.weight(pile);
            moves.extend(self.game.lines[*line].sentences(edge, n, weight)?);
        }
        if !over.is_empty() {
            for own in &mut moves {
                let goes_on = Formula::Not(Box::new(Formula::Any(over.clone())));
                own.formula = Formula::All(vec![own.formula.clone(), goes_on]);
            }
        }
        if self.game.keep.is_some() {
            // The condition must also hold after a move.
            for own in &mut moves {
                let after = domain.renamed(&|number| match own.changed.contains(&number) {
                    true => n + number,
                    false => number,
                });
                own.formula = Formula::All(vec![own.formula.clone(), after]);
            }
        }
        Ok(FormulaGame {
            numbers: fits(self.small())?,
            domain,
            moves,
            unordered: false,
            won: Formula::Any(won),
            block: self.game.block,
        })
    }
}
