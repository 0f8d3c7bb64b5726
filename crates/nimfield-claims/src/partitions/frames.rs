//! What claims on partitions share.

use super::diagrams::{Diagrams, places};
use crate::cases::too_large;
use crate::claim::{Case, Cases, CheckError, other_pair, plain};
use nimfield_core::budget::Budget;
use nimfield_core::game::Game;
use nimfield_games::partitions::Partition;
use nimfield_games::partitions::pnim::Pnim;

/// How most claims on partitions measure a case.
pub(crate) const LINES: &str = "columns plus rows";

pub(crate) fn pnim(diagram: &Partition) -> String {
    format!("pnim[{diagram}]")
}

pub(crate) fn rnim(sides: &[u32]) -> String {
    format!("rnim[{}]", listing(sides.iter().copied()))
}

pub(crate) fn listing(numbers: impl Iterator<Item = u32>) -> String {
    numbers
        .map(|number| number.to_string())
        .collect::<Vec<_>>()
        .join(",")
}

pub(crate) fn two_boxes(sides: &[u32; 4]) -> String {
    format!("{} + {}", rnim(&sides[..2]), rnim(&sides[2..]))
}

pub(crate) fn word_of(diagram: &Partition) -> usize {
    diagram.word().unwrap_or(0) as usize
}

/// Returns the sum of columns and rows.
pub(crate) fn size_of(diagram: &Partition) -> u32 {
    diagram.lines() as u32
}

pub(crate) fn pair(table: &Diagrams, diagram: &Partition) -> [u32; 2] {
    table.pair(diagram.word().unwrap_or(0))
}

/// Returns the claim that a diagram has a value.
pub(crate) fn value(table: &Diagrams, diagram: &Partition, claimed: u32) -> Case {
    let found = pair(table, diagram);
    Case::of(found[0] == claimed, || {
        other_pair(pnim(diagram), claimed, found)
    })
}

/// Returns the non-empty partitions with this number of columns plus rows, and the values of all up to there.
pub(crate) fn diagrams(
    size: u32,
    budget: &Budget,
    check: impl Fn(&Diagrams, &Partition) -> Case + Send + Sync + 'static,
) -> Result<Cases, CheckError> {
    let table = Diagrams::new(size, budget)?;
    let (count, word) = places(size);
    Ok(Cases::new(count, move |number| match word(number) {
        0 => Case::Outside,
        word => check(&table, &Partition::from_word(word)),
    }))
}

/// Returns the non-empty partitions with this number of columns plus rows, without their values.
pub(crate) fn listed(
    size: u32,
    check: impl Fn(&Partition) -> Case + Send + Sync + 'static,
) -> Result<Cases, CheckError> {
    too_large(size, 60)?;
    let (count, word) = places(size);
    Ok(Cases::new(count, move |number| match word(number) {
        0 => Case::Outside,
        word => check(&Partition::from_word(word)),
    }))
}

/// Returns a claim on the value and the misère Grundy number of every non-empty partition; `None` where it says
/// nothing.
pub(crate) fn pairs(
    size: u32,
    budget: &Budget,
    claimed: &'static str,
    holds: fn(&Partition, [u32; 2]) -> Option<bool>,
) -> Result<Cases, CheckError> {
    diagrams(size, budget, move |table, diagram| {
        let found = pair(table, diagram);
        holds(diagram, found).map_or(Case::Outside, |holds| {
            Case::of(holds, || other_pair(pnim(diagram), claimed, found))
        })
    })
}

/// Returns the claim that certain partitions have certain values; `None` where it says nothing.
pub(crate) fn valued(
    size: u32,
    budget: &Budget,
    claimed: fn(&Partition) -> Option<u64>,
) -> Result<Cases, CheckError> {
    diagrams(size, budget, move |table, diagram| {
        claimed(diagram).map_or(Case::Outside, |claimed| {
            value(table, diagram, claimed as u32)
        })
    })
}

/// Returns a claim on every non-empty partition.
pub(crate) fn all(
    size: u32,
    claimed: &'static str,
    holds: fn(&Partition) -> bool,
) -> Result<Cases, CheckError> {
    listed(size, move |diagram| {
        Case::of(holds(diagram), || plain(pnim(diagram), claimed, "not so"))
    })
}

/// Returns the claim that some partitions are heavy.
pub(crate) fn heavy(
    size: u32,
    budget: &Budget,
    among: fn(&Partition) -> bool,
) -> Result<Cases, CheckError> {
    diagrams(size, budget, move |table, diagram| match among(diagram) {
        true => value(table, diagram, size_of(diagram) - 1),
        false => Case::Outside,
    })
}

/// Returns the options of a diagram, by the rules, some perhaps twice.
pub(crate) fn options(diagram: &Partition) -> impl Iterator<Item = Partition> + use<> {
    let position = Pnim(diagram.clone());
    let moves: Vec<_> = position.moves().collect();
    moves
        .into_iter()
        .filter_map(move |mv| Some(position.play(&mv).ok()?.0))
}

/// Returns whether a partition is \[1\], or lies between \[r,r,r-1,...,2\] and \[r^r\], as Theorem 2 puts it.
pub(crate) fn in_theorem_2(diagram: &Partition) -> bool {
    let r = diagram.rows();
    let least = Partition::new([r].into_iter().chain(2..=r));
    match r {
        0 => false,
        1 => diagram.size() == 1,
        _ => diagram.contains(&least) && Partition::rectangle(r, r).contains(diagram),
    }
}

/// Returns the common difference of the parts, 1 for a single part, if it exists and is not 0.
pub(crate) fn steps(diagram: &Partition) -> Option<u64> {
    let parts: Vec<u64> = diagram.parts().collect();
    let mut differences = parts.windows(2).map(|pair| pair[0] - pair[1]);
    let step = differences.next().unwrap_or(1);
    (!parts.is_empty() && step > 0 && differences.all(|other| other == step)).then_some(step)
}

/// Returns (m over 0) to (m over m) modulo p, by Pascal's triangle.
pub(crate) fn pascal(m: u64, p: u64) -> Vec<u64> {
    let mut row = vec![1];
    for _ in 0..m {
        let inner = row.windows(2).map(|pair| (pair[0] + pair[1]) % p);
        row = [1].into_iter().chain(inner).chain([1]).collect();
    }
    row
}
