//! For this crate's own tests, and no part of its public API: what claims are checked with.

use nimfield_core::budget::Budget;
use nimfield_core::words::Play;
use nimfield_games::partitions::Partition;

use crate::boards::tables;
use crate::brute_force::{self, TreeNode, Verdict};
use crate::partitions::{classes, diagrams, hooks};
use crate::rules::{self, RulesError};

pub fn hooks(diagram: &Partition) -> Vec<u64> {
    hooks::hooks(diagram)
}

pub fn has_odd_degree(diagram: &Partition) -> bool {
    hooks::has_odd_degree(diagram)
}

/// The pair of values of a diagram of fewer than this many lines, given by its word.
pub fn diagram_pairs(lines: u32) -> impl Fn(u128) -> [u32; 2] {
    let diagrams = diagrams::Diagrams::new(lines, &Budget::unlimited()).expect("few diagrams");
    move |word| diagrams.pair(word)
}

/// The pair of values of a position by the rules alone.
pub fn pair(text: &str) -> [u32; 2] {
    brute_force::pair(text)
}

pub fn tree(text: &str, play: Play, limit: usize) -> Result<Vec<TreeNode>, RulesError> {
    brute_force::tree(text, play, limit)
}

pub fn verdict(tree: &[TreeNode], like: Verdict) -> Option<Verdict> {
    brute_force::verdict(tree, like)
}

/// Games of few positions.
pub struct Positions(classes::Positions);

impl Positions {
    pub fn numbered(count: usize, number: u64) -> Positions {
        Positions(classes::Positions::numbered(count, number))
    }

    pub fn sum(&self, other: &Positions) -> Positions {
        Positions(self.0.sum(&other.0))
    }

    pub fn pair(&self, at: usize) -> [u32; 2] {
        self.0.pair(at)
    }

    /// Whether all positions are pet, tame, miserable, returnable, forced.
    pub fn classes(&self) -> [bool; 5] {
        use classes::{forced, miserable, pet, returnable, tame};
        [pet, tame, miserable, returnable, forced].map(|has| self.0.all(has))
    }
}

/// The state of a board in notation.
pub fn board_state(text: &str) -> Option<u64> {
    rules::board(text).map(|(_, state)| state)
}

pub fn connected(state: u64, columns: u32) -> Vec<u64> {
    tables::connected(state, columns)
}

pub fn shape(state: u64) -> u64 {
    tables::shape(state)
}

/// A board whose states are written in notation.
pub struct Board(tables::Board);

impl Board {
    pub fn read(text: &str) -> Option<Board> {
        tables::Board::read(text).ok().map(Board)
    }

    pub fn full(&self) -> u64 {
        self.0.taking.full()
    }

    pub fn text(&self, state: u64) -> String {
        self.0.text(state)
    }
}
