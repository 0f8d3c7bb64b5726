//! Brute force: values by plain recursion over the moves of the rules.
//!
//! It knows no theorem, no normal form, no symmetry and no sum: a position is its text.

use std::collections::HashMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::rules::{Options, Position, RulesError};
use nimfield_core::mex::mex;
use nimfield_core::sorting::Sort as _;
use nimfield_core::words::{Outcome, Play};

/// Game trees of more positions are not written out; what rests on them is not certified.
pub(crate) const LARGEST_TREE: usize = 200_000;

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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TreeNode {
    /// In notation.
    pub position: String,
    /// Numbers of the nodes that Left (in impartial games: either player) can move to, ascending.
    pub left: Vec<usize>,
    /// The same for Right; `null` in impartial games.
    #[serde(deserialize_with = "Option::deserialize")]
    pub right: Option<Vec<usize>>,
    /// The Grundy value or misère Grundy number in impartial games.
    #[serde(deserialize_with = "Option::deserialize")]
    pub value: Option<u128>,
    /// Whether Left wins if Left begins, and Right if Right does, in partizan games.
    #[serde(deserialize_with = "Option::deserialize")]
    pub wins: Option<[bool; 2]>,
}

/// Returns all positions that can be reached, each after its options; the last one is the requested position.
///
/// # Errors
/// [`RulesError`]; more than `limit` positions are an error.
pub fn tree(text: &str, play: Play, limit: usize) -> Result<Vec<TreeNode>, RulesError> {
    let mut tree = Tree {
        play,
        limit,
        nodes: Vec::new(),
        known: HashMap::new(),
        depth: 0,
    };
    tree.visit(&Position::read(text)?)?;
    Ok(tree.nodes)
}

/// Returns what the last node of a tree is worth, in the form of `like`.
pub fn verdict(tree: &[TreeNode], like: Verdict) -> Option<Verdict> {
    let root = tree.last()?;
    Some(match (like, root.value, root.wins) {
        (Verdict::Value(_), Some(value), _) => Verdict::Value(value),
        (Verdict::Outcome(_), Some(value), _) => Verdict::Outcome(Outcome::impartial(value == 0)),
        (Verdict::Outcome(_), _, Some(wins)) => Verdict::Outcome(outcome(wins)),
        _ => return None,
    })
}

/// Returns the outcome class by whether Left wins if Left begins, and Right if Right does.
pub(crate) fn outcome(wins: [bool; 2]) -> Outcome {
    match wins {
        [true, true] => Outcome::N,
        [true, false] => Outcome::L,
        [false, true] => Outcome::R,
        [false, false] => Outcome::P,
    }
}

/// Returns the positions that Left (in impartial games: either player) and Right can move to.
pub(crate) fn options(text: &str) -> Result<[Vec<String>; 2], RulesError> {
    let Options { left, right } = Position::read(text)?.options()?;
    let texts = |side: Vec<Position>| side.iter().map(Position::to_string).collect();
    Ok([texts(left), texts(right.unwrap_or_default())])
}

/// Returns a position as it prints.
pub(crate) fn printed(text: &str) -> Result<String, RulesError> {
    Position::read(text).map(|position| position.to_string())
}

/// Computes the value and misère Grundy number of a position by recursion over the rules; returns numbers that no
/// position has if that is out of reach.
pub fn pair(text: &str) -> [u32; 2] {
    [Play::Normal, Play::Misere].map(|play| {
        let tree = tree(text, play, LARGEST_TREE).ok();
        let value = tree.and_then(|tree| tree.last()?.value);
        value.map_or(u32::MAX, |value| value as u32)
    })
}

struct Tree {
    play: Play,
    limit: usize,
    nodes: Vec<TreeNode>,
    known: HashMap<String, usize>,
    depth: usize,
}

/// Longer plays would exhaust the stack.
const DEEPEST: usize = 2000;

impl Tree {
    fn visit(&mut self, position: &Position) -> Result<usize, RulesError> {
        let text = position.to_string();
        if let Some(&known) = self.known.get(&text) {
            return Ok(known);
        }
        let too_large = RulesError::TooLarge { limit: self.limit };
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(too_large);
        }
        let Options { left, right } = position.options()?;
        let left = self.visit_all(&left)?;
        let right = right.map(|right| self.visit_all(&right)).transpose()?;
        self.depth -= 1;
        if self.nodes.len() >= self.limit {
            return Err(too_large);
        }
        let wins = |side: &[usize], opponent: usize| {
            let wins = side
                .iter()
                .filter_map(|&at| Some(self.nodes[at].wins?[opponent]));
            wins_by(self.play, wins)
        };
        let values = left.iter().filter_map(|&at| self.nodes[at].value);
        let node = TreeNode {
            position: text.clone(),
            value: right.is_none().then(|| value(self.play, values)),
            wins: right.as_ref().map(|right| [wins(&left, 1), wins(right, 0)]),
            left,
            right,
        };
        self.known.insert(text, self.nodes.len());
        self.nodes.push(node);
        Ok(self.nodes.len() - 1)
    }

    fn visit_all(&mut self, options: &[Position]) -> Result<Vec<usize>, RulesError> {
        let places = options.iter().map(|option| self.visit(option));
        let mut places = places.collect::<Result<Vec<_>, _>>()?;
        places.put_in_order();
        places.dedup();
        Ok(places)
    }
}

/// Returns the mex of the options' values; of a position without options the 0 of normal or the 1 of misère play.
pub(crate) fn value(play: Play, options: impl IntoIterator<Item = u128>) -> u128 {
    let mut options = options.into_iter().peekable();
    match options.peek() {
        None => u128::from(play == Play::Misere),
        Some(_) => mex(options).into(),
    }
}

/// Returns whether the player to move wins: a move after which the opponent does not, or, in misère play, no move at
/// all.
pub(crate) fn wins_by(play: Play, opponent_wins: impl IntoIterator<Item = bool>) -> bool {
    let mut stuck = true;
    for opponent in opponent_wins {
        stuck = false;
        if !opponent {
            return true;
        }
    }
    stuck && play == Play::Misere
}
