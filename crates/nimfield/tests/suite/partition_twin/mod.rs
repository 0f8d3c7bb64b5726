//! Games on partitions by their rules alone: lists of parts, options listed one by one, and the mex
//! rule. Shares no code with the library.

#![allow(dead_code, reason = "each test binary uses its part")]

use std::collections::{BTreeSet, HashMap};

/// Parts, descending.
pub type Parts = Vec<u64>;

/// All partitions of n.
pub fn partitions(n: u64) -> Vec<Parts> {
    fn extend(n: u64, largest: u64, so_far: &mut Parts, found: &mut Vec<Parts>) {
        if n == 0 {
            found.push(so_far.clone());
        }
        for part in (1..=largest.min(n)).rev() {
            so_far.push(part);
            extend(n - part, part, so_far, found);
            so_far.pop();
        }
    }
    let mut found = Vec::new();
    extend(n, n, &mut Vec::new(), &mut found);
    found
}

/// All partitions of 0, 1, …, n.
pub fn up_to(n: u64) -> Vec<Parts> {
    (0..=n).flat_map(partitions).collect()
}

pub fn conjugate(parts: &[u64]) -> Parts {
    let columns = parts.iter().max().copied().unwrap_or(0);
    let height = |column| parts.iter().filter(|&&part| part > column).count() as u64;
    (0..columns).map(height).collect()
}

/// Sorted, without zeros.
pub fn sorted(mut parts: Parts) -> Parts {
    parts.retain(|&part| part > 0);
    parts.sort_unstable_by(|a, b| b.cmp(a));
    parts
}

/// The parts with commas.
pub fn text(parts: &[u64]) -> String {
    let parts: Vec<String> = parts.iter().map(u64::to_string).collect();
    parts.join(",")
}

/// The parts that remain after removing rows, by listing the subsets.
fn proper_subsets(parts: &[u64]) -> Vec<Parts> {
    let all = (1u64 << parts.len()) - 1;
    let subset = |mask: u64| {
        let kept = parts
            .iter()
            .enumerate()
            .filter(|&(i, _)| mask >> i & 1 == 1);
        kept.map(|(_, &part)| part).collect()
    };
    (0..all).map(subset).collect()
}

/// λ[i,j].
pub fn beyond(parts: &[u64], i: usize, j: u64) -> Parts {
    sorted(
        parts
            .iter()
            .skip(i)
            .map(|part| part.saturating_sub(j))
            .collect(),
    )
}

/// The games with one partition as their position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Game {
    Pnim,
    Lctr,
    Downright,
    Rook,
    Queen,
    King,
    Bishop,
    Knight,
    Pawn,
    Crim,
    Cris,
    Sato,
}

impl Game {
    pub const ALL: [Game; 12] = [
        Game::Pnim,
        Game::Lctr,
        Game::Downright,
        Game::Rook,
        Game::Queen,
        Game::King,
        Game::Bishop,
        Game::Knight,
        Game::Pawn,
        Game::Crim,
        Game::Cris,
        Game::Sato,
    ];

    pub fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }

    /// The options, each a sum of partitions.
    pub fn options(self, parts: &Parts) -> BTreeSet<Vec<Parts>> {
        let single = |options: Vec<Parts>| options.into_iter().map(|option| vec![option]).collect();
        let rows = parts.len();
        let columns = parts.first().copied().unwrap_or(0);
        let most = rows.max(columns as usize) as u64;
        let chess = |steps: Vec<(u64, u64)>| {
            let to = steps.into_iter().map(|(i, j)| beyond(parts, i as usize, j));
            single(to.filter(|option| !option.is_empty()).collect())
        };
        let far = |di: u64, dj: u64| (1..=most).map(move |k| (k * di, k * dj));
        match self {
            Game::Pnim => {
                let mut options = proper_subsets(parts);
                let columns = proper_subsets(&conjugate(parts));
                options.extend(columns.iter().map(|heights| conjugate(heights)));
                single(options)
            }
            Game::Lctr if parts.is_empty() => BTreeSet::new(),
            Game::Lctr => single(vec![beyond(parts, 1, 0), beyond(parts, 0, 1)]),
            Game::Downright => chess(vec![(0, 1), (1, 0)]),
            Game::Rook => chess(far(0, 1).chain(far(1, 0)).collect()),
            Game::Bishop => chess(far(1, 1).collect()),
            Game::Queen => chess(far(0, 1).chain(far(1, 0)).chain(far(1, 1)).collect()),
            Game::King => chess(vec![(0, 1), (1, 0), (1, 1)]),
            Game::Knight => chess(vec![(1, 2), (2, 1)]),
            Game::Pawn => chess(vec![(0, 1), (1, 1)]),
            Game::Crim => {
                let without = |parts: &[u64], i: usize| {
                    let mut parts = parts.to_vec();
                    parts.remove(i);
                    parts
                };
                let heights = conjugate(parts);
                let mut options: Vec<Parts> = (0..rows).map(|i| without(parts, i)).collect();
                options.extend((0..heights.len()).map(|j| conjugate(&without(&heights, j))));
                single(options)
            }
            Game::Cris => {
                let mut options = BTreeSet::new();
                let heights = conjugate(parts);
                for i in 0..rows {
                    options.insert(vec![parts[..i].to_vec(), parts[i + 1..].to_vec()]);
                }
                for j in 0..heights.len() {
                    let pieces = [&heights[..j], &heights[j + 1..]];
                    options.insert(pieces.map(conjugate).to_vec());
                }
                options
            }
            Game::Sato => {
                // Slide the hook of square (i,j) out: its rim hook goes.
                let heights = conjugate(parts);
                let mut options = Vec::new();
                for i in 0..rows {
                    for j in 0..parts[i] {
                        let last = heights[j as usize] as usize - 1;
                        let mut after = parts.clone();
                        for row in i..last {
                            after[row] = parts[row + 1] - 1;
                        }
                        after[last] = j;
                        options.push(sorted(after));
                    }
                }
                single(options)
            }
        }
    }
}

pub fn mex(numbers: impl IntoIterator<Item = u64>) -> u64 {
    let numbers: BTreeSet<u64> = numbers.into_iter().collect();
    (0..)
        .find(|number| !numbers.contains(number))
        .expect("some number is missing")
}

/// Values by the definition, remembered.
#[derive(Default)]
pub struct Twin {
    normal: HashMap<(Game, Parts), u64>,
    /// Sums of several games; pieces that are empty left out, sorted.
    misere: HashMap<Vec<(Game, Parts)>, u64>,
}

impl Twin {
    /// The Grundy value.
    pub fn value(&mut self, game: Game, parts: &Parts) -> u64 {
        if let Some(&value) = self.normal.get(&(game, parts.clone())) {
            return value;
        }
        let options = game.options(parts);
        let values: Vec<u64> = options
            .iter()
            .map(|pieces| {
                pieces
                    .iter()
                    .fold(0, |sum, piece| sum ^ self.value(game, piece))
            })
            .collect();
        let value = mex(values);
        self.normal.insert((game, parts.clone()), value);
        value
    }

    /// The misère Grundy number of a sum.
    pub fn misere(&mut self, sum: &[(Game, Parts)]) -> u64 {
        let mut sum: Vec<(Game, Parts)> = sum.to_vec();
        sum.sort_by_key(|(game, parts)| (format!("{game:?}"), parts.clone()));
        if let Some(&value) = self.misere.get(&sum) {
            return value;
        }
        let mut options = Vec::new();
        for (k, (game, parts)) in sum.iter().enumerate() {
            for pieces in game.options(parts) {
                let mut after = sum.clone();
                after.remove(k);
                after.extend(pieces.into_iter().map(|piece| (*game, piece)));
                options.push(after);
            }
        }
        let value = match options.is_empty() {
            true => 1,
            false => mex(options
                .iter()
                .map(|option| self.misere(option))
                .collect::<Vec<_>>()),
        };
        self.misere.insert(sum, value);
        value
    }
}
