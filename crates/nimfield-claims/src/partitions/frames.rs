//! Functions shared by the claims on partitions.

use super::diagrams::{Diagrams, places};
use crate::cases::too_large;
use crate::claim::{Bounds, BySize, Case, Cases, CheckError, Frame, IntoCase, Plain, Sizes, by};
use nimfield_core::prelude::*;
use nimfield_games::partitions::Partition;
use nimfield_games::partitions::pnim::Pnim;
use std::fmt::{self, Display};

/// Measures partitions in the way of most claims on them.
pub(crate) const fn by_lines(bounds: Bounds) -> Sizes {
    by("columns plus rows", bounds)
}

/// Returns a partition in notation, which is only formatted when needed.
pub(crate) fn pnim(diagram: &Partition) -> impl Display {
    fmt::from_fn(move |f| write!(f, "pnim[{diagram}]"))
}

/// Returns a box in notation, which is only formatted when needed.
pub(crate) fn rnim(sides: &[u32]) -> impl Display {
    fmt::from_fn(move |f| write!(f, "rnim[{}]", listing(sides.iter().copied())))
}

pub(crate) fn listing(numbers: impl Iterator<Item = u32>) -> String {
    numbers
        .map(|number| number.to_string())
        .collect::<Vec<_>>()
        .join(",")
}

pub(crate) fn two_boxes(sides: &[u32; 4]) -> impl Display {
    fmt::from_fn(move |f| write!(f, "{} + {}", rnim(&sides[..2]), rnim(&sides[2..])))
}

/// Returns the sum of columns and rows.
pub(crate) fn size_of(diagram: &Partition) -> u32 {
    diagram.lines() as u32
}

impl Diagrams {
    /// Returns the case of a claim about a diagram, stated in words, which holds or fails.
    pub(crate) fn holds(&self, holds: bool, diagram: &Partition, claimed: impl Display) -> Case {
        Case::pair(holds, pnim(diagram), claimed, self.pair(diagram))
    }

    /// Returns the claim that a diagram has a value.
    pub(crate) fn expect(&self, diagram: &Partition, claimed: impl Into<u64>) -> Case {
        let claimed = claimed.into();
        self.holds(u64::from(self.of(diagram)) == claimed, diagram, claimed)
    }
}

impl Sizes {
    /// Makes a claim about the non-empty partitions with this number of columns plus rows, from the values of all up to
    /// this size.
    pub(crate) const fn diagrams<C: IntoCase>(
        self,
        check: impl Fn(&Diagrams, &Partition) -> C + Plain,
    ) -> BySize<impl Frame> {
        self.cases(move |size, budget: &Budget| {
            let table = Diagrams::new(size, budget)?;
            diagrams_of(size, move |diagram| check(&table, diagram))
        })
    }

    /// Makes a claim about the non-empty partitions with this number of columns plus rows, without their values.
    pub(crate) const fn listed<C: IntoCase>(
        self,
        check: impl Fn(&Partition) -> C + Plain,
    ) -> BySize<impl Frame> {
        self.cases(move |size, _: &Budget| diagrams_of(size, check))
    }

    /// Makes a claim about the value and the misère Grundy number of every non-empty partition; `None` where it says
    /// nothing.
    pub(crate) const fn pairs(
        self,
        claimed: &'static str,
        holds: fn(&Partition, [u32; 2]) -> Option<bool>,
    ) -> BySize<impl Frame> {
        self.diagrams(move |table, diagram| {
            let holds = holds(diagram, table.pair(diagram))?;
            Some(table.holds(holds, diagram, claimed))
        })
    }

    /// Claims that certain partitions have certain values; `None` where it says nothing.
    pub(crate) const fn valued(self, claimed: fn(&Partition) -> Option<u64>) -> BySize<impl Frame> {
        self.diagrams(move |table, diagram| Some(table.expect(diagram, claimed(diagram)?)))
    }

    /// Makes a claim about every non-empty partition.
    pub(crate) const fn all(
        self,
        claimed: &'static str,
        holds: fn(&Partition) -> bool,
    ) -> BySize<impl Frame> {
        self.listed(move |diagram| Case::plain(holds(diagram), pnim(diagram), claimed, "not so"))
    }

    /// Claims that some partitions are heavy.
    pub(crate) const fn heavy(self, among: fn(&Partition) -> bool) -> BySize<impl Frame> {
        self.diagrams(move |table, diagram| {
            among(diagram).then(|| table.expect(diagram, size_of(diagram) - 1))
        })
    }
}

/// Returns the check of the non-empty partitions with this number of columns plus rows.
pub(crate) fn diagrams_of<C: IntoCase>(
    size: u32,
    check: impl Fn(&Partition) -> C + Send + Sync + 'static,
) -> Result<Cases, CheckError> {
    too_large(size, 60)?;
    let (count, word) = places(size);
    Ok(Cases::new(count, move |number| match word(number) {
        0 => None,
        word => Some(check(&Partition::from_word(word))),
    }))
}

/// Returns the options of a diagram according to the rules, possibly with repetitions.
pub(crate) fn options(diagram: &Partition) -> impl Iterator<Item = Partition> + use<> {
    let position = Pnim(diagram.clone());
    let moves: Vec<_> = position.moves().collect();
    moves
        .into_iter()
        .map(move |mv| position.play(&mv).expect("a listed move").0)
}

/// Returns whether a partition satisfies Theorem 2: it is \[1\], or lies between \[r,r,r-1,...,2\] and \[r^r\].
pub(crate) fn in_theorem_2(diagram: &Partition) -> bool {
    let r = diagram.rows();
    let least = Partition::new([r].into_iter().chain(2..=r));
    match r {
        0 => false,
        1 => diagram.size() == 1,
        _ => diagram.contains(&least) && Partition::rectangle(r, r).contains(diagram),
    }
}

/// Returns the common difference of the parts (1 for a single part) if it exists and is not 0.
pub(crate) fn steps(diagram: &Partition) -> Option<u64> {
    let parts: Vec<u64> = diagram.parts().collect();
    let mut differences = parts.windows(2).map(|pair| pair[0] - pair[1]);
    let step = differences.next().unwrap_or(1);
    (!parts.is_empty() && step > 0 && differences.all(|other| other == step)).then_some(step)
}

/// Returns (m over 0) to (m over m) modulo p, from Pascal's triangle.
pub(crate) fn pascal(m: u32, p: u64) -> Vec<u64> {
    let mut row = vec![1];
    for _ in 0..m {
        let inner = row.windows(2).map(|pair| (pair[0] + pair[1]) % p);
        row = [1].into_iter().chain(inner).chain([1]).collect();
    }
    row
}
