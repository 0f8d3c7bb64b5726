//! Operations of the field, written as a person would do them by hand: every line equals the one before.

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use num_bigint::{BigInt, BigUint, Sign};

use crate::error::Result;
use crate::finite::big::Nimber;
use crate::finite::field::FiniteNimber;
use crate::interrupt::Interrupt;
use crate::transfinite::component::{Component, finite_level};
use crate::transfinite::ordinal::Ordinal;
use crate::transfinite::terms::{
    MOST_TERMS, Product, generator, joined, power_of, repeated, shown, sum, terms, texts,
};

/// An operation of an expression, done by hand.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Step {
    /// The operation: `14 * 8`.
    pub of: String,
    /// Equal expressions, of which the last one is the value.
    pub lines: Vec<Line>,
}

/// A line of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Line {
    /// The expression, as the calculator reads it.
    pub text: String,
    /// The rule that leads from the previous line to this one. Any equations used follow a colon: `4*4 = 4 + 2`.
    pub rule: Cow<'static, str>,
}

/// The most lines of a calculation.
const MOST_LINES: usize = 40;
/// The most squarings of a power.
const MOST_SQUARINGS: u64 = 64;

type Steps = Result<Vec<Step>>;

impl Step {
    fn new(of: String) -> Step {
        let lines = Vec::new();
        Step { of, lines }
    }

    /// Adds a line, unless it repeats the last one.
    fn line(&mut self, text: String, rule: impl Into<Cow<'static, str>>) {
        let last = self.lines.last().map_or(&self.of, |line| &line.text);
        if *last != text {
            let rule = rule.into();
            self.lines.push(Line { text, rule });
        }
    }
}

/// Returns the steps of x * y, by the distributive law and the powers of the components.
pub(crate) fn product(x: &Ordinal, y: &Ordinal, value: &Ordinal) -> Vec<Step> {
    vec![one_product(x, y, value)]
}

/// Returns an operation as text: `14 * 8`, `14 / 8`.
pub(crate) fn operation(x: &Ordinal, sign: char, y: &Ordinal) -> String {
    format!("{} {sign} {}", shown(x), shown(y))
}

/// Returns a call as text: `sqrt(14)`.
pub(crate) fn call(name: &str, x: &Ordinal) -> String {
    format!("{name}({})", shown(x))
}

fn one_product(x: &Ordinal, y: &Ordinal, value: &Ordinal) -> Step {
    let mut step = Step::new(operation(x, '*', y));
    if write_product(&mut step, x, y).is_none() {
        step.line(
            shown(value),
            "too many terms to write out, all by the same rules",
        );
    }
    step
}

/// Writes a product; `None` if it grows too long.
fn write_product(step: &mut Step, x: &Ordinal, y: &Ordinal) -> Option<()> {
    let (a, b) = (terms(x)?, terms(y)?);
    if a.len() * b.len() > MOST_TERMS {
        return None;
    }
    let bracketed = |terms: &[Product]| -> Option<String> {
        let text = sum(texts(terms)?);
        Some(match terms {
            [] | [_] => text,
            _ => format!("({text})"),
        })
    };
    let apart = format!("{} * {}", bracketed(&a)?, bracketed(&b)?);
    step.line(apart, "every number is the sum of different powers of two");
    let pairs = a
        .iter()
        .flat_map(|left| b.iter().map(move |right| (left, right)));
    let mut named = Vec::new();
    let mut left = BTreeSet::new();
    for (one, other) in pairs {
        named.push(match (one.0.is_empty(), other.0.is_empty()) {
            (true, _) => other.text()?,
            (_, true) => one.text()?,
            _ => format!("{}*{}", one.text()?, other.text()?),
        });
        toggle(&mut left, one.times(other));
    }
    if named.len() > 1 {
        step.line(sum(named), "distributive law");
    }
    let written = |left: &BTreeSet<Product>| -> Option<String> {
        Some(sum(left
            .iter()
            .rev()
            .map(Product::text)
            .collect::<Option<Vec<_>>>()?))
    };
    step.line(
        written(&left)?,
        "different Fermat powers 2, 4, 16, 256, … multiply like ordinary numbers, and so do powers of w; x + x = 0",
    );
    while left.iter().any(|product| product.ordinal().is_none()) {
        let (mut line, mut used, mut next) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
        for product in left.iter().rev() {
            let (text, reduced) = reduce(product, &mut used)?;
            line.push(text);
            for product in reduced {
                toggle(&mut next, product);
            }
            if next.len() > MOST_TERMS || step.lines.len() > MOST_LINES {
                return None;
            }
        }
        let equations = joined(used.into_iter().rev().map(|(_, equation)| equation), ", ");
        step.line(sum(line), format!("powers: {equations}"));
        left = next;
        step.line(written(&left)?, "distributive law; x + x = 0");
    }
    let total = left.iter().try_fold(Ordinal::ZERO, |total, term| {
        Some(total.plus(&term.ordinal()?))
    });
    step.line(shown(&total?), "different powers of two add up");
    Some(())
}

/// Adds a term: x + x = 0.
fn toggle(sum: &mut BTreeSet<Product>, term: Product) {
    if !sum.remove(&term) {
        sum.insert(term);
    }
}

/// Reduces every power of a component in a product once; returns the line and its terms.
fn reduce(
    product: &Product,
    used: &mut BTreeSet<(Component, String)>,
) -> Option<(String, Vec<Product>)> {
    if product.ordinal().is_some() {
        return Some((product.text()?, vec![product.clone()]));
    }
    let mut factors = Vec::new();
    let mut all = vec![Product::default()];
    for &(component, count) in &product.0 {
        let prime = component.prime;
        let name = shown(&generator(component)?);
        let left = match count >= prime {
            true => count - prime,
            false => count,
        };
        if count >= prime {
            let sum_of = power_of(component)?;
            let text = sum(texts(&sum_of)?);
            used.insert((component, format!("{} = {text}", repeated(&name, prime))));
            let each = all
                .iter()
                .flat_map(|one| sum_of.iter().map(|term| one.times(term)));
            all = each.collect();
            factors.push(match sum_of.len() {
                1 => text,
                _ => format!("({text})"),
            });
        }
        if left > 0 {
            factors.push(repeated(&name, left));
            let rest = Product(vec![(component, left)]);
            all = all.iter().map(|one| one.times(&rest)).collect();
        }
        if all.len() > MOST_TERMS {
            return None;
        }
    }
    Some((joined(factors, "*"), all))
}

/// Returns the steps of x / y, or of the inverse of y if x is 1 and `of` shows an inverse.
pub(crate) fn quotient(of: String, x: &Ordinal, y: &Ordinal, interrupt: Interrupt<'_>) -> Steps {
    let mut step = Step::new(of);
    let Some(mut below) = y.to_finite() else {
        let inverse = y.inverse(interrupt)?;
        let value = x.times(&inverse, interrupt)?;
        let rule = format!(
            "the inverse, as the product below shows: {} * {} = 1",
            shown(y),
            shown(&inverse)
        );
        step.line(format!("{} * {}", shown(x), shown(&inverse)), rule);
        step.line(shown(&value), "multiplied out");
        let mut all = vec![step, one_product(y, &inverse, &Ordinal::one())];
        if *x != Ordinal::one() {
            all.push(one_product(x, &inverse, &value));
        }
        return Ok(all);
    };
    let mut top = x.clone();
    while below.level() > 0 {
        let level = below.level() - 1;
        let fermat = fermat(level);
        let (upper, lower) = below.split(level);
        let conjugate = Ordinal::from(below.plus(&upper));
        let bottom = Ordinal::from(below);
        step.line(
            format!("{} * {} / ({} * {})", shown(&top), shown(&conjugate), shown(&bottom), shown(&conjugate)),
            format!(
                "{} = {upper}*{fermat} + {lower}, and its product with {} lies below {fermat}: {fermat}*{fermat} + {fermat} = {}",
                shown(&bottom),
                shown(&conjugate),
                half(level)
            ),
        );
        top = top.times(&conjugate, interrupt)?;
        let norm = bottom.times(&conjugate, interrupt)?;
        step.line(
            format!("{} / {}", shown(&top), shown(&norm)),
            "multiplied out",
        );
        below = norm.to_finite().expect("a norm of finite nimbers");
    }
    step.line(shown(&top), "divided by 1");
    Ok(vec![step])
}

/// Returns 2, 4, 16, 256, …: the number that extends the field of this level to the next one.
fn fermat(level: u32) -> Nimber {
    Nimber::power_of_two(1 << level).expect("a bit of a number that was read")
}

/// Returns half of [`fermat`], as an ordinary number.
fn half(level: u32) -> Nimber {
    Nimber::power_of_two((1 << level) - 1).expect("a bit of a number that was read")
}

/// Returns the steps of x^n, by repeated squaring.
pub(crate) fn power(x: &Ordinal, n: &BigInt, value: &Ordinal, interrupt: Interrupt<'_>) -> Steps {
    let mut step = Step::new(format!("{}^{n}", shown(x)));
    let mut base = x.clone();
    if n.sign() == Sign::Minus {
        base = x.inverse(interrupt)?;
        let rule = format!("the inverse: inv({}) = {}", shown(x), shown(&base));
        step.line(format!("{}^{}", shown(&base), n.magnitude()), rule);
    }
    let n = n.magnitude();
    if n.bits() > MOST_SQUARINGS {
        step.line(shown(value), "too many squarings to write out");
        return Ok(vec![step]);
    }
    let name = shown(&base);
    let mut square = base;
    let (mut factors, mut values, mut squares) = (Vec::new(), Vec::new(), Vec::new());
    for bit in 0..n.bits() {
        let exponent = BigUint::from(1u32) << bit;
        let text = match bit {
            0 => name.clone(),
            _ => format!("{name}^{exponent}"),
        };
        if bit > 0 {
            square = square.times(&square, interrupt)?;
            squares.push(format!("{text} = {}", shown(&square)));
        }
        if n.bit(bit) {
            factors.insert(0, text);
            values.insert(0, square.clone());
        }
    }
    if values.is_empty() {
        step.line(shown(value), "the empty product");
    } else {
        step.line(
            joined(factors, " * "),
            "the exponent as a sum of powers of two",
        );
        let product = joined(values.iter().map(shown), " * ");
        step.line(product, format!("by squaring: {}", squares.join(", ")));
    }
    while let [first, second, rest @ ..] = values.as_slice() {
        let both = first.times(second, interrupt)?;
        let rule = format!(
            "multiplied: {} * {} = {}",
            shown(first),
            shown(second),
            shown(&both)
        );
        let rest = rest.iter().cloned();
        values = core::iter::once(both).chain(rest).collect();
        step.line(joined(values.iter().map(shown), " * "), rule);
    }
    Ok(vec![step])
}

/// Returns the steps of the square root, from the top down.
pub(crate) fn square_root(x: &Ordinal, value: &Ordinal) -> Vec<Step> {
    let mut step = Step::new(call("sqrt", x));
    let Some(n) = x.to_finite() else {
        step.line(
            shown(value),
            "its square is that, as the product below shows",
        );
        return vec![step, one_product(value, value, x)];
    };
    // The square roots left to find, each with its factor.
    let mut open = vec![(n, Product::default())];
    while open.iter().any(|(n, _)| n.level() > 0) {
        let mut next = Vec::new();
        for (n, by) in open {
            if n.level() == 0 {
                next.push((n, by));
                continue;
            }
            let level = n.level() - 1;
            let (upper, lower) = n.split(level);
            let rest = lower.plus(&upper.times(&half(level)));
            let with: Vec<(Component, u32)> = finite_level(level + 1)
                .map(|c| (c, 1))
                .into_iter()
                .collect();
            next.push((upper, by.times(&Product(with))));
            next.push((rest, by));
        }
        next.retain(|(n, _)| !n.is_zero());
        open = next;
        if open.len() > MOST_TERMS {
            step.line(
                shown(value),
                "too many terms to write out, all by the same rule",
            );
            return vec![step];
        }
        let term = |(n, by): &(Nimber, Product)| {
            let by_text = by
                .text()
                .expect("different components of a number that was read");
            match (n.level(), by.0.is_empty()) {
                (0, _) => by_text,
                (_, true) => format!("sqrt({n})"),
                _ => format!("sqrt({n})*{by_text}"),
            }
        };
        step.line(
            sum(open.iter().map(term)),
            "sqrt(u*F + v) = sqrt(u)*F + sqrt(v + u*(F/2)) for a Fermat power F, as F*F = F + F/2",
        );
    }
    step.line(shown(value), "different powers of two add up");
    vec![step]
}

/// Returns the steps that verify an n-th root, not those that find it.
pub(crate) fn root(n: u64, x: &Ordinal, value: &Ordinal, interrupt: Interrupt<'_>) -> Steps {
    let mut step = Step::new(format!("root({n}, {})", shown(x)));
    step.line(
        shown(value),
        "the least number whose power is that, as is shown below",
    );
    let mut all = vec![step];
    all.extend(power(value, &n.into(), x, interrupt)?);
    Ok(all)
}
