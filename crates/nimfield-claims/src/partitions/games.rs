//! Claims on everything reachable from some positions, and on all games with a few positions.

use super::boxes::some_sides;
use super::classes::{Positions, reached};
use super::diagrams::places;
use super::frames::{pnim, rnim, two_boxes};
use crate::cases::{too_large, vector};
use crate::claim::{Bounds, BySize, Case, Cases, CheckError, Frame, Sizes, by};
use nimfield_core::budget::Budget;
use nimfield_games::partitions::Partition;

/// Measures games with a few positions.
pub(crate) const fn by_positions(bounds: Bounds) -> Sizes {
    by("number of positions", bounds)
}

/// The range of such claims.
pub(crate) const EVERY_GAME: &str = "all games with this number of positions";

impl Sizes {
    /// Makes a claim about some positions of each size and everything reachable from them by the rules alone.
    pub(crate) const fn family(
        self,
        names: fn(u32) -> Vec<String>,
        holds: fn(&str, &Positions, usize) -> bool,
    ) -> BySize<impl Frame> {
        self.cases(move |size, budget: &Budget| {
            too_large(size, 24)?;
            let names = names(size);
            let (game, places) = reached(&names, budget)?;
            let places = places.into_iter().zip(names).collect();
            Ok(Cases::each(places, move |&(at, ref name)| {
                let (holds, claimed) = (holds(name, &game, at), "the property stated");
                Case::pair(holds, name, claimed, game.pair(at))
            }))
        })
    }

    /// Makes a claim about every game with this number of positions.
    pub(crate) const fn games(self, holds: fn(&Positions) -> bool) -> BySize<impl Frame> {
        self.cases(move |size, _: &Budget| {
            Ok(Cases::new(Positions::numbers(size)?, move |number| {
                let holds = holds(&Positions::numbered(size as usize, number));
                let case = format_args!("game {number} of {size} positions");
                Case::plain(holds, case, "the statement", "it fails")
            }))
        })
    }

    /// Makes a claim about every pair of games with this number of positions; `None` where it says nothing.
    pub(crate) const fn pairs_of_games(
        self,
        holds: fn(&Positions, &Positions) -> Option<bool>,
    ) -> BySize<impl Frame> {
        self.cases(move |size, _: &Budget| {
            let games = Positions::numbers(size)?;
            let pairs = games.checked_mul(games);
            let pairs =
                pairs.ok_or_else(|| CheckError::too_large("there are too many pairs of games"))?;
            Ok(Cases::new(pairs, move |number| {
                let of = |number| Positions::numbered(size as usize, number);
                let (first, second) = (number / games, number % games);
                let holds = holds(&of(first), &of(second))?;
                let case = format_args!("games {first} and {second} of {size} positions");
                Some(Case::plain(holds, case, "the statement", "it fails"))
            }))
        })
    }
}

pub(crate) fn partitions(size: u32) -> Vec<String> {
    words(size).map(partition).collect()
}

/// Returns the boundaries of the partitions with this number of columns plus rows.
fn words(size: u32) -> impl Iterator<Item = u128> {
    let (count, word) = places(size);
    (0..count).map(word)
}

fn partition(word: u128) -> String {
    pnim(&Partition::from_word(word)).to_string()
}

/// Returns the boundaries of two partitions, first the one with more columns plus rows, and their sum.
pub(crate) fn sums_of_partitions(size: u32) -> impl Iterator<Item = ([u128; 2], String)> {
    let pairs = words(size).flat_map(move |one| {
        let small = (0..=size).flat_map(words);
        small.map(move |other| [one, other])
    });
    pairs.map(|words| (words, words.map(partition).join(" + ")))
}

/// Returns the sums of two partitions, first the one with more columns plus rows.
pub(crate) fn pairs_of_partitions(size: u32) -> Vec<String> {
    sums_of_partitions(size).map(|(_, sum)| sum).collect()
}

/// Returns the boxes of 1 to 3 sides, the longest one exactly `size`.
pub(crate) fn boxes(size: u32) -> Vec<String> {
    let base = u64::from(size) + 1;
    let all = (0..4 * base.pow(3)).filter_map(|number| some_sides(number, size));
    all.filter(|sides| sides.len() <= 3)
        .map(|sides| rnim(&sides).to_string())
        .collect()
}

pub(crate) fn pairs_of_boxes(size: u32) -> Vec<String> {
    let base = u64::from(size) + 1;
    let all = (0..base.pow(4)).filter_map(|number| vector::<4>(number, size));
    all.map(|sides| two_boxes(&sides).to_string()).collect()
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
