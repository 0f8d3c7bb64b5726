//! Claims on all that can be reached from some positions, and on all games of a few positions.

use super::boxes::some_sides;
use super::classes::{Positions, Reached};
use super::diagrams::places;
use super::frames::{pnim, rnim, two_boxes};
use crate::cases::{too_large, vector};
use crate::claim::{Case, Cases, CheckError, other_pair, plain};
use nimfield_core::budget::Budget;
use nimfield_games::partitions::{Partition, Run};

/// How claims on all games measure them.
pub(crate) const POSITIONS: &str = "number of positions";

/// What such claims range over.
pub(crate) const EVERY_GAME: &str = "games of so many positions, every one of them";

/// Positions in notation, by size.
pub(crate) type Names = fn(u32) -> Vec<String>;

/// Returns a claim on each of some positions, which sees all that can be reached from them, by the rules alone.
pub(crate) fn family(
    size: u32,
    budget: &Budget,
    names: Names,
    holds: impl Fn(&str, &Positions, usize) -> bool + Send + Sync + 'static,
) -> Result<Cases, CheckError> {
    too_large(size, 24)?;
    let mut reached = Reached::default();
    let names = names(size);
    let places = names.iter().map(|name| reached.add(name, budget));
    let places = places.collect::<Result<Vec<_>, _>>()?;
    Ok(Cases::new(names.len() as u64, move |number| {
        let (name, at) = (&names[number as usize], places[number as usize]);
        Case::of(holds(name, &reached.positions, at), || {
            other_pair(
                name.as_str(),
                "the property stated",
                reached.positions.pair(at),
            )
        })
    }))
}

pub(crate) fn partitions(size: u32) -> Vec<String> {
    let (count, word) = places(size);
    (0..count)
        .map(|number| pnim(&Partition::from_word(word(number))))
        .collect()
}

/// Returns the sums of two partitions, the one with more columns plus rows first.
pub(crate) fn pairs_of_partitions(size: u32) -> Vec<String> {
    let large = partitions(size);
    let small: Vec<String> = (0..=size).flat_map(partitions).collect();
    let pairs = large
        .iter()
        .flat_map(|one| small.iter().map(move |other| format!("{one} + {other}")));
    pairs.collect()
}

/// Returns the partitions in a sum as [`pairs_of_partitions`] writes it.
pub(crate) fn partitions_of(sum: &str) -> Vec<Partition> {
    let parts = sum.split(" + ").filter_map(|part| {
        let body = part.strip_prefix("pnim[")?.strip_suffix(']')?;
        let runs = body.split(',').filter_map(|run| match run.split_once('^') {
            Some((part, count)) => Some(Run {
                part: part.parse().ok()?,
                count: count.parse().ok()?,
            }),
            None => Some(Run {
                part: run.parse().ok()?,
                count: 1,
            }),
        });
        Partition::from_runs(runs)
    });
    parts.collect()
}

/// Returns the boxes of 1 to 3 sides, the longest one exactly `size`.
pub(crate) fn boxes(size: u32) -> Vec<String> {
    let base = u64::from(size) + 1;
    let all = (0..4 * base.pow(3)).filter_map(|number| some_sides(number, size));
    all.filter(|sides| sides.len() <= 3)
        .map(|sides| rnim(&sides))
        .collect()
}

pub(crate) fn pairs_of_boxes(size: u32) -> Vec<String> {
    let base = u64::from(size) + 1;
    let all = (0..base.pow(4)).filter_map(|number| vector::<4>(number, size));
    all.map(|sides| two_boxes(&sides)).collect()
}

/// Returns a claim on every game with this number of positions.
pub(crate) fn games(
    size: u32,
    holds: impl Fn(&Positions) -> bool + Send + Sync + 'static,
) -> Result<Cases, CheckError> {
    Ok(Cases::new(Positions::numbers(size)?, move |number| {
        Case::of(holds(&Positions::numbered(size as usize, number)), || {
            plain(
                format!("game {number} of {size} positions"),
                "the statement",
                "it fails",
            )
        })
    }))
}

/// Returns a claim on every pair of games with this number of positions; `None` where it says nothing.
pub(crate) fn pairs_of_games(
    size: u32,
    holds: impl Fn(&Positions, &Positions) -> Option<bool> + Send + Sync + 'static,
) -> Result<Cases, CheckError> {
    let games = Positions::numbers(size)?;
    let pairs = games.checked_mul(games);
    let pairs = pairs
        .ok_or_else(|| CheckError::TooLarge("there are too many pairs of games".to_string()))?;
    Ok(Cases::new(pairs, move |number| {
        let of = |number| Positions::numbered(size as usize, number);
        let (first, second) = (number / games, number % games);
        match holds(&of(first), &of(second)) {
            None => Case::Outside,
            Some(holds) => Case::of(holds, || {
                plain(
                    format!("games {first} and {second} of {size} positions"),
                    "the statement",
                    "it fails",
                )
            }),
        }
    }))
}

pub(crate) fn longest_plays(game: &Positions) -> Vec<usize> {
    let mut longest: Vec<usize> = Vec::new();
    for at in 0..game.len() {
        let next = game
            .options(at)
            .iter()
            .map(|&option| longest[option] + 1)
            .max();
        longest.push(next.unwrap_or(0));
    }
    longest
}
