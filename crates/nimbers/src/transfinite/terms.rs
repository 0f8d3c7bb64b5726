//! Nimbers as sums of products of components, the form in which a person calculates.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use num_bigint::BigUint;

use crate::finite::big::Nimber;
use crate::finite::field::FiniteNimber;
use crate::transfinite::component::{Alpha, Component, finite_level};
use crate::transfinite::excess::known::Excesses;
use crate::transfinite::ordinal::{Exponent, Ordinal, rank_of};

/// The most terms of a sum.
pub(crate) const MOST_TERMS: usize = 64;

/// Returns a nimber in the notation of the calculator.
pub(crate) fn shown(x: &Ordinal) -> String {
    match x.to_finite() {
        Some(n) => n.to_string(),
        None => format!("[{x}]"),
    }
}

pub(crate) fn joined(parts: impl IntoIterator<Item = String>, by: &str) -> String {
    parts.into_iter().collect::<Vec<_>>().join(by)
}

/// Returns the terms of a sum as text; no terms give 0.
pub(crate) fn sum(terms: impl IntoIterator<Item = String>) -> String {
    let text = joined(terms, " + ");
    match text.is_empty() {
        true => "0".into(),
        false => text,
    }
}

/// A product of components, each with its multiplicity, the greatest first. So reduced products are ordered like the
/// ordinals.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct Product(pub(crate) Vec<(Component, u32)>);

/// Returns the terms of a nimber, the greatest first; `None` if they are too many.
pub(crate) fn terms(x: &Ordinal) -> Option<Vec<Product>> {
    let mut all = Vec::new();
    for (exponent, coefficient) in x.terms() {
        let powers = exponent.powers().iter();
        let high: Vec<(Component, u32)> = powers
            .map(|power| (power.component(), power.digit))
            .rev()
            .collect();
        for bit in (0..=coefficient.top_bit()?).rev() {
            if !coefficient.bit(bit) {
                continue;
            }
            if all.len() == MOST_TERMS {
                return None;
            }
            let levels = (1..=usize::BITS).filter(|level| bit >> (level - 1) & 1 == 1);
            let low = levels.filter_map(|level| Some((finite_level(level)?, 1)));
            let mut product = Product(low.chain(high.iter().copied()).collect());
            product.0.sort_unstable();
            product.0.reverse();
            all.push(product);
        }
    }
    Some(all)
}

/// Returns a component as a nimber: 2, 4, 16, …, w, w^3, …, w^w, …
pub(crate) fn generator(component: Component) -> Option<Ordinal> {
    Product(vec![(component, 1)]).ordinal()
}

impl Product {
    pub(crate) fn times(&self, other: &Product) -> Product {
        let mut all = self.0.clone();
        for &(component, count) in &other.0 {
            match all.iter_mut().find(|(there, _)| *there == component) {
                Some((_, there)) => *there += count,
                None => all.push((component, count)),
            }
        }
        all.sort_unstable();
        all.reverse();
        Product(all)
    }

    /// Returns the product as an ordinal, if it is fully reduced.
    pub(crate) fn ordinal(&self) -> Option<Ordinal> {
        let (mut bit, mut exponent) = (0usize, Vec::<(u32, BigUint)>::new());
        for &(Component { prime, power }, count) in &self.0 {
            if count >= prime {
                return None;
            }
            if prime == 2 {
                bit += 1usize.checked_shl(power - 1)?;
                continue;
            }
            let (rank, part) = (rank_of(prime)?, BigUint::from(prime).pow(power - 1) * count);
            match exponent.last_mut() {
                Some((last, sum)) if *last == rank => *sum += part,
                _ => exponent.push((rank, part)),
            }
        }
        let exponent = Exponent::from_coefficients(exponent)?;
        Some(Ordinal::from_terms([(
            exponent,
            Nimber::power_of_two(bit)?,
        )]))
    }

    /// Returns the text: a nimber if fully reduced, otherwise a product.
    pub(crate) fn text(&self) -> Option<String> {
        match self.ordinal() {
            Some(x) => Some(shown(&x)),
            None => {
                let factors = self.0.iter().map(|&(component, count)| {
                    Some(repeated(&shown(&generator(component)?), count))
                });
                Some(joined(factors.collect::<Option<Vec<_>>>()?, "*"))
            }
        }
    }
}

/// Returns a repeated factor as text: `4*4`, `[w]^3`.
pub(crate) fn repeated(text: &str, count: u32) -> String {
    match count {
        1 => text.to_string(),
        2 => format!("{text}*{text}"),
        _ => format!("{text}^{count}"),
    }
}

/// Returns the power of a component to its prime: 4*4 = 4 + 2, w^3 = 2.
pub(crate) fn power_of(component: Component) -> Option<Vec<Product>> {
    let Component { prime, power } = component;
    if prime == 2 {
        let smaller = (1..power)
            .rev()
            .map(|power| (Component { prime, power }, 1));
        return Some(vec![
            Product(vec![(component, 1)]),
            Product(smaller.collect()),
        ]);
    }
    if power > 1 {
        let below = Component {
            prime,
            power: power - 1,
        };
        return Some(vec![Product(vec![(below, 1)])]);
    }
    // A product that needs an unknown excess has no value, so it never occurs here.
    let alpha = Alpha::of(prime, &Excesses::shipped()).ok()?;
    let mut sum: Vec<Product> = terms(&Nimber::from(u128::from(alpha.excess)).into())?;
    sum.extend(alpha.kappa.iter().map(|&kappa| Product(vec![(kappa, 1)])));
    sum.sort_unstable();
    sum.reverse();
    Some(sum)
}

pub(crate) fn texts(products: &[Product]) -> Option<Vec<String>> {
    products.iter().map(Product::text).collect()
}
