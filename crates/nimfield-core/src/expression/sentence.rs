//! Translates expressions into sentences about sums, which automata can decide.

use super::Expression;
use super::node::{Binary, Node, Unary};
use crate::families::formulas::{Formula, Linear};

/// A number under a condition: a sum divided by a positive number, which divides it exactly if the condition holds.
struct Case {
    when: Vec<Formula>,
    sum: Linear,
    over: i64,
}

type Said<T> = Result<T, String>;

const TOO_LARGE: &str = "its numbers are too large";

fn fits<T>(number: Option<T>) -> Said<T> {
    number.ok_or_else(|| TOO_LARGE.to_string())
}

fn not(of: Formula) -> Formula {
    Formula::Not(Box::new(of))
}

/// Returns the constant if there is one case, and its number is constant.
fn constant(cases: &[Case]) -> Option<i64> {
    match cases {
        [Case { when, sum, over: 1 }] if when.is_empty() && sum.terms().is_empty() => {
            Some(sum.constant)
        }
        _ => None,
    }
}

struct Writer<'a> {
    letter: &'a dyn Fn(usize) -> Option<Linear>,
    /// The next unused variable.
    next: usize,
    /// The definitions of the new variables.
    defined: Vec<Formula>,
}

impl Expression {
    /// Returns a sentence that holds where the expression is true, and the number of existentially quantified variables
    /// that it needs, numbered from `next`. `letter` gives each letter as a sum.
    ///
    /// # Errors
    /// Names the part of the expression that no sentence about sums can express.
    pub fn sentence(
        &self,
        letter: &dyn Fn(usize) -> Option<Linear>,
        next: usize,
    ) -> Result<(Formula, usize), String> {
        self.written(letter, next, |writer| writer.truth(&self.node))
    }

    /// Returns a sentence that holds where the expression equals a sum; see [`Expression::sentence`].
    ///
    /// # Errors
    /// Names the part of the expression that no sentence about sums can express.
    pub fn equals(
        &self,
        sum: &Linear,
        letter: &dyn Fn(usize) -> Option<Linear>,
        next: usize,
    ) -> Result<(Formula, usize), String> {
        self.written(letter, next, |writer| {
            let cases = writer.cases(&self.node)?;
            each(&cases, |case| {
                fits(Formula::equal(&case.sum, &fits(sum.times(case.over))?))
            })
        })
    }

    /// Returns the sentence of a writer together with the definitions of the new variables, and their number.
    fn written(
        &self,
        letter: &dyn Fn(usize) -> Option<Linear>,
        next: usize,
        write: impl FnOnce(&mut Writer<'_>) -> Said<Formula>,
    ) -> Said<(Formula, usize)> {
        let mut writer = Writer {
            letter,
            next,
            defined: Vec::new(),
        };
        let sentence = write(&mut writer)?;
        writer.defined.push(sentence);
        Ok((Formula::All(writer.defined), writer.next - next))
    }
}

impl Writer<'_> {
    fn truth(&mut self, node: &Node) -> Said<Formula> {
        let Node::Binary(binary, of) = node else {
            return match node {
                Node::Unary(Unary::Not, of) => Ok(not(self.truth(of)?)),
                Node::Unary(Unary::Even, of) => self.is_odd(of).map(not),
                Node::Unary(Unary::Odd, of) => self.is_odd(of),
                _ => {
                    let cases = self.cases(node)?;
                    Ok(not(each(&cases, |case| {
                        Ok(Formula::Zero(case.sum.clone()))
                    })?))
                }
            };
        };
        let (a, b) = (&of.0, &of.1);
        match binary {
            Binary::And => Ok(Formula::All(vec![self.truth(a)?, self.truth(b)?])),
            Binary::Or => Ok(Formula::Any(vec![self.truth(a)?, self.truth(b)?])),
            Binary::Implies => Ok(Formula::Any(vec![not(self.truth(a)?), self.truth(b)?])),
            Binary::Equal => self.compared(a, b, Formula::equal),
            Binary::Different => Ok(not(self.compared(a, b, Formula::equal)?)),
            Binary::Less => self.compared(a, b, Formula::less),
            Binary::AtMost => Ok(not(self.compared(b, a, Formula::less)?)),
            _ => {
                let cases = self.cases(node)?;
                Ok(not(each(&cases, |case| {
                    Ok(Formula::Zero(case.sum.clone()))
                })?))
            }
        }
    }

    fn is_odd(&mut self, node: &Node) -> Said<Formula> {
        let cases = self.cases(node)?;
        each(&cases, |case| match case.over {
            1 => Ok(Formula::Rest(case.sum.clone(), 2, 1)),
            over => {
                let by = fits(
                    u32::try_from(over)
                        .ok()
                        .and_then(|over| over.checked_mul(2)),
                )?;
                Ok(Formula::Rest(case.sum.clone(), by, by / 2))
            }
        })
    }

    fn compared(
        &mut self,
        a: &Node,
        b: &Node,
        compare: impl Fn(&Linear, &Linear) -> Option<Formula>,
    ) -> Said<Formula> {
        let (a, b) = (self.cases(a)?, self.cases(b)?);
        let mut any = Vec::new();
        for a in &a {
            for b in &b {
                let compared = fits(compare(
                    &fits(a.sum.times(b.over))?,
                    &fits(b.sum.times(a.over))?,
                ))?;
                let mut all = [&a.when[..], &b.when].concat();
                all.push(compared);
                any.push(Formula::All(all));
            }
        }
        Ok(Formula::Any(any))
    }

    /// Returns the number case by case; one of the cases always holds.
    fn cases(&mut self, node: &Node) -> Said<Vec<Case>> {
        /// The most cases.
        const MOST: usize = 64;
        let plain = |sum| {
            vec![Case {
                when: Vec::new(),
                sum,
                over: 1,
            }]
        };
        let cases = match node {
            Node::Number(number) => {
                // As in sums, a number that does not fit cannot occur in a sentence.
                plain(Linear::constant(fits(i64::try_from(*number).ok())?))
            }
            Node::Letter(letter) => plain(
                (self.letter)(*letter)
                    .ok_or("it names something that is not a number of a position or a move")?,
            ),
            Node::Unary(Unary::Negate, of) => self.scaled(of, -1)?,
            Node::Unary(Unary::Absolute, of) => {
                let mut all = Vec::new();
                for case in self.cases(of)? {
                    let below = Formula::Positive(fits(case.sum.times(-1))?);
                    let [mut same, mut turned] = [&case, &case].map(|case| case.when.clone());
                    turned.push(below.clone());
                    same.push(not(below));
                    let sum = fits(case.sum.times(-1))?;
                    all.push(Case {
                        when: turned,
                        sum,
                        over: case.over,
                    });
                    all.push(Case { when: same, ..case });
                }
                all
            }
            Node::Unary(Unary::Bits, _) => {
                return Err("the number of binary digits 1 is not linear".to_string());
            }
            Node::Binary(binary, of) => self.combined(*binary, &of.0, &of.1, node)?,
            Node::Unary(..) => self.truth_cases(node)?,
        };
        match cases.len() <= MOST {
            true => Ok(cases),
            false => Err("it has too many cases".to_string()),
        }
    }

    /// Returns 1 where something is true, and 0 elsewhere.
    fn truth_cases(&mut self, node: &Node) -> Said<Vec<Case>> {
        let truth = self.truth(node)?;
        let case = |when, number| Case {
            when: vec![when],
            sum: Linear::constant(number),
            over: 1,
        };
        Ok(vec![case(truth.clone(), 1), case(not(truth), 0)])
    }

    fn scaled(&mut self, node: &Node, factor: i64) -> Said<Vec<Case>> {
        let cases = self.cases(node)?.into_iter();
        let scaled = |case: Case| {
            let sum = fits(case.sum.times(factor))?;
            Ok(Case { sum, ..case })
        };
        cases.map(scaled).collect()
    }

    fn combined(&mut self, binary: Binary, a: &Node, b: &Node, node: &Node) -> Said<Vec<Case>> {
        let mut all = Vec::new();
        match binary {
            Binary::Add | Binary::Subtract => {
                let sign = if binary == Binary::Add { 1 } else { -1 };
                let (a, b) = (self.cases(a)?, self.cases(b)?);
                for a in &a {
                    for b in &b {
                        let sum = fits(a.sum.times(b.over))?;
                        let factor = fits(a.over.checked_mul(sign))?;
                        all.push(Case {
                            when: [&a.when[..], &b.when].concat(),
                            sum: fits(sum.plus(factor, &b.sum))?,
                            over: fits(a.over.checked_mul(b.over))?,
                        });
                    }
                }
            }
            Binary::Multiply => {
                let (left, right) = (self.cases(a)?, self.cases(b)?);
                return match (constant(&left), constant(&right)) {
                    (Some(factor), _) => self.scaled(b, factor),
                    (_, Some(factor)) => self.scaled(a, factor),
                    (None, None) => Err("the product of two letters is not linear".to_string()),
                };
            }
            Binary::Divide | Binary::Modulo => {
                /// The largest divisor.
                const MOST: i64 = 32;
                let by = self.cases(b)?;
                let by = constant(&by).filter(|by| (1..=MOST).contains(by));
                let by = by.ok_or("the divisor must be a number from 1 to 32")?;
                for case in self.cases(a)? {
                    let whole = fits(by.checked_mul(case.over))?;
                    for rest in 0..by {
                        let mut when = case.when.clone();
                        let own = (fits(u32::try_from(whole).ok())?, (rest * case.over) as u32);
                        when.push(Formula::Rest(case.sum.clone(), own.0, own.1));
                        let sum = match binary {
                            Binary::Modulo => Linear::constant(rest),
                            _ => fits(case.sum.plus(-1, &Linear::constant(rest * case.over)))?,
                        };
                        let over = if binary == Binary::Modulo { 1 } else { whole };
                        all.push(Case { when, sum, over });
                    }
                }
            }
            Binary::Minimum | Binary::Maximum => {
                let (a, b) = (self.cases(a)?, self.cases(b)?);
                for a in &a {
                    for b in &b {
                        let less = fits(Formula::less(
                            &fits(a.sum.times(b.over))?,
                            &fits(b.sum.times(a.over))?,
                        ))?;
                        let (first, second) = match binary {
                            Binary::Minimum => (less.clone(), not(less)),
                            _ => (not(less.clone()), less),
                        };
                        for (case, when) in [(a, first), (b, second)] {
                            let mut all_when = [&a.when[..], &b.when].concat();
                            all_when.push(when);
                            all.push(Case {
                                when: all_when,
                                sum: case.sum.clone(),
                                over: case.over,
                            });
                        }
                    }
                }
            }
            Binary::Xor => {
                let mut sum = vec![self.natural(a)?, self.natural(b)?];
                sum.push(self.next);
                self.next += 1;
                self.defined.push(Formula::NimSum(sum));
                all.push(Case {
                    when: Vec::new(),
                    sum: Linear::of(self.next - 1),
                    over: 1,
                });
            }
            Binary::Power => {
                let (a, b) = (self.cases(a)?, self.cases(b)?);
                let (Some(a), Some(b)) = (constant(&a), constant(&b)) else {
                    return Err("a power of a letter is not linear".to_string());
                };
                let power = u32::try_from(b).ok().and_then(|b| a.checked_pow(b));
                all.push(Case {
                    when: Vec::new(),
                    sum: Linear::constant(fits(power)?),
                    over: 1,
                });
            }
            Binary::Gcd => return Err("gcd of two letters is not linear".to_string()),
            _ => return self.truth_cases(node),
        }
        Ok(all)
    }

    /// Returns a variable for a number that is never negative.
    fn natural(&mut self, node: &Node) -> Said<usize> {
        let cases = self.cases(node)?;
        let [case] = &cases[..] else {
            return Err("a nim-sum must consist of letters and sums of letters".to_string());
        };
        let positive = |sum: &Linear| {
            sum.constant >= 0 && sum.terms().iter().all(|&(_, coefficient)| coefficient > 0)
        };
        // Amounts of moves are differences, but positive.
        if case.over != 1 || !matches!(node, Node::Letter(_)) && !positive(&case.sum) {
            return Err("a nim-sum must consist of letters and sums of letters".to_string());
        }
        if let ([(variable, 1)], 0) = (case.sum.terms(), case.sum.constant) {
            return Ok(*variable);
        }
        let variable = self.next;
        self.next += 1;
        self.defined
            .push(fits(Formula::equal(&Linear::of(variable), &case.sum))?);
        Ok(variable)
    }
}

/// Returns the sentence that `said` gives, in whichever case holds.
fn each(cases: &[Case], said: impl Fn(&Case) -> Said<Formula>) -> Said<Formula> {
    let case = |case: &Case| {
        let mut all = case.when.clone();
        all.push(said(case)?);
        Ok(Formula::All(all))
    };
    Ok(Formula::Any(cases.iter().map(case).collect::<Said<_>>()?))
}
