//! The brute-force twin: values by plain recursion over the moves of the rules.
//!
//! It knows no theorem, no normal form, no symmetry and no sum: a position is its text.

use std::collections::HashMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use nimfield::{Sum, SumMove, read};
use nimfield_core::notation::NotationError;
use nimfield_core::rules::{Impartial, Partizan};
use nimfield_core::words::{Outcome, Play, Player};

/// What a position is worth, or who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The Grundy value; in misère play the misère Grundy number.
    Value(u128),
    /// The outcome class.
    Outcome(Outcome),
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Value(value) => write!(f, "value {value}"),
            Verdict::Outcome(outcome) => write!(f, "outcome {outcome}"),
        }
    }
}

/// A position of a game tree, with what the rules alone say of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Node {
    /// In notation.
    pub position: String,
    /// Numbers of the nodes that Left (in impartial games: either player) can move to, ascending.
    pub left: Vec<usize>,
    /// The same for Right; `null` in impartial games.
    pub right: Option<Vec<usize>>,
    /// The Grundy value or misère Grundy number in impartial games.
    pub value: Option<u128>,
    /// Whether Left wins if Left begins, and Right if Right does, in partizan games.
    pub wins: Option<[bool; 2]>,
}

/// Why the twin has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TwinError {
    /// The text is no position.
    Notation(NotationError),
    /// There are more positions than it may visit.
    TooLarge {
        /// How many it may.
        limit: usize,
    },
    /// A listed move cannot be made: a fault of the rules.
    Rules(String),
}

impl fmt::Display for TwinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TwinError::Notation(error) => error.fmt(f),
            TwinError::TooLarge { limit } => write!(f, "more than {limit} positions"),
            TwinError::Rules(fault) => f.write_str(fault),
        }
    }
}

impl std::error::Error for TwinError {}

/// All positions that can be reached, each after its options; the last one is the position asked.
///
/// # Errors
/// [`TwinError`]; more than `limit` positions are an error.
pub fn tree(position: &str, play: Play, limit: usize) -> Result<Vec<Node>, TwinError> {
    let mut twin = Twin {
        play,
        limit,
        nodes: Vec::new(),
        known: HashMap::new(),
        depth: 0,
    };
    let sum = read(position).map_err(TwinError::Notation)?;
    match sum.is_impartial() {
        true => twin.impartial(&sum)?,
        false => twin.partizan(&sum)?,
    };
    Ok(twin.nodes)
}

/// What the last node of a tree is worth.
#[must_use]
pub fn verdict(tree: &[Node], like: Verdict) -> Option<Verdict> {
    let root = tree.last()?;
    Some(match (like, root.value, root.wins) {
        (Verdict::Value(_), Some(value), _) => Verdict::Value(value),
        (Verdict::Outcome(_), Some(value), _) => Verdict::Outcome(Outcome::impartial(value == 0)),
        (Verdict::Outcome(_), _, Some(wins)) => Verdict::Outcome(match wins {
            [true, true] => Outcome::N,
            [true, false] => Outcome::L,
            [false, true] => Outcome::R,
            [false, false] => Outcome::P,
        }),
        _ => return None,
    })
}

/// The positions that Left (in impartial games: either player) and Right can move to.
pub(super) fn options(position: &str) -> Result<[Vec<String>; 2], TwinError> {
    let sum = read(position).map_err(TwinError::Notation)?;
    let texts = |side: Vec<Sum>| side.iter().map(Sum::to_string).collect();
    if sum.is_impartial() {
        return Ok([texts(impartial_options(&sum)?), Vec::new()]);
    }
    let [left, right] = [Player::Left, Player::Right].map(|player| partizan_options(&sum, player));
    Ok([texts(left?), texts(right?)])
}

pub(super) fn impartial_options(sum: &Sum) -> Result<Vec<Sum>, TwinError> {
    after_each(sum, Impartial::moves(sum))
}

fn partizan_options(sum: &Sum, player: Player) -> Result<Vec<Sum>, TwinError> {
    after_each(sum, Partizan::moves(sum, player))
}

fn after_each(sum: &Sum, moves: impl Iterator<Item = SumMove>) -> Result<Vec<Sum>, TwinError> {
    moves
        .map(|mv| sum.after(&mv).map_err(TwinError::Rules))
        .collect()
}

struct Twin {
    play: Play,
    limit: usize,
    nodes: Vec<Node>,
    known: HashMap<String, usize>,
    depth: usize,
}

/// Longer plays would exhaust the stack.
const DEEPEST: usize = 2000;

impl Twin {
    fn deeper(&mut self) -> Result<(), TwinError> {
        self.depth += 1;
        match self.depth > DEEPEST {
            true => Err(TwinError::TooLarge { limit: self.limit }),
            false => Ok(()),
        }
    }

    fn add(&mut self, node: Node) -> Result<usize, TwinError> {
        if self.nodes.len() >= self.limit {
            return Err(TwinError::TooLarge { limit: self.limit });
        }
        self.known.insert(node.position.clone(), self.nodes.len());
        self.nodes.push(node);
        Ok(self.nodes.len() - 1)
    }

    fn impartial(&mut self, sum: &Sum) -> Result<usize, TwinError> {
        let position = sum.to_string();
        if let Some(&known) = self.known.get(&position) {
            return Ok(known);
        }
        self.deeper()?;
        let mut options = Vec::new();
        for option in impartial_options(sum)? {
            options.push(self.impartial(&option)?);
        }
        self.depth -= 1;
        options.sort_unstable();
        options.dedup();
        let values = options.iter().map(|&at| self.nodes[at].value);
        let value = value(self.play, values.flatten());
        self.add(Node {
            position,
            left: options,
            right: None,
            value: Some(value),
            wins: None,
        })
    }

    fn partizan(&mut self, sum: &Sum) -> Result<usize, TwinError> {
        let position = sum.to_string();
        if let Some(&known) = self.known.get(&position) {
            return Ok(known);
        }
        self.deeper()?;
        let mut sides = [Vec::new(), Vec::new()];
        for (side, player) in sides.iter_mut().zip([Player::Left, Player::Right]) {
            for option in partizan_options(sum, player)? {
                side.push(self.partizan(&option)?);
            }
            side.sort_unstable();
            side.dedup();
        }
        self.depth -= 1;
        let [left, right] = sides;
        let wins = [(&left, 1), (&right, 0)].map(|(side, opponent)| {
            wins(
                self.play,
                side.iter()
                    .filter_map(|&at| Some(self.nodes[at].wins?[opponent])),
            )
        });
        self.add(Node {
            position,
            left,
            right: Some(right),
            value: None,
            wins: Some(wins),
        })
    }
}

/// The mex of the options' values; of a position without options the 0 of normal or the 1 of
/// misère play.
pub(super) fn value(play: Play, options: impl IntoIterator<Item = u128>) -> u128 {
    let mut values: Vec<u128> = options.into_iter().collect();
    if values.is_empty() {
        return u128::from(play == Play::Misere);
    }
    values.sort_unstable();
    values.dedup();
    let mex = values.iter().zip(0..).position(|(&value, at)| value != at);
    mex.unwrap_or(values.len()) as u128
}

/// Whether the player to move wins: a move after which the opponent does not, or, in misère play,
/// no move at all.
pub(super) fn wins(play: Play, opponent_wins: impl IntoIterator<Item = bool>) -> bool {
    let mut stuck = true;
    for opponent in opponent_wins {
        stuck = false;
        if !opponent {
            return true;
        }
    }
    stuck && play == Play::Misere
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_by_the_rules_alone() {
        let value = |text: &str, play| tree(text, play, 1000).unwrap().last().unwrap().value;
        assert_eq!(value("nim[3,5]", Play::Normal), Some(6));
        assert_eq!(value("nim[1,1]", Play::Misere), Some(1));
        assert_eq!(value("wythoff[1,2] + nim[1]", Play::Normal), Some(1));
        let tree = tree("matrix-partizan[1 1; 1 2]", Play::Normal, 1000).unwrap();
        let outcome = Verdict::Outcome(Outcome::N);
        assert_eq!(verdict(&tree, outcome), Some(outcome));
        assert_eq!(verdict(&tree, Verdict::Value(0)), None);
    }

    #[test]
    fn limits_and_faults_are_errors() {
        let too_large = TwinError::TooLarge { limit: 10 };
        assert_eq!(tree("nim[30]", Play::Normal, 10), Err(too_large));
        let fault = tree("nim[", Play::Normal, 10);
        assert!(matches!(fault, Err(TwinError::Notation(_))));
    }
}
