//! Brute force: values by plain recursion over the moves of the rules.
//!
//! This code uses no theorem, normal form, symmetry or theory of sums: it identifies a position by its text.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::claim::{CheckError, Verdict};
use nimfield::{Games, Sum, is_p_by_rules, read};
use nimfield_core::budget::{Budget, Meter};
use nimfield_core::mex::mex;
use nimfield_core::prelude::*;

/// The greatest number of positions in a game tree that is written out; facts with larger trees are not certified.
pub(crate) const LARGEST_TREE: usize = 200_000;

/// The options of a position.
pub(crate) struct Options<T> {
    /// Left's options; in impartial games those of either player.
    pub(crate) left: Vec<T>,
    /// Right's options; `None` in impartial games.
    pub(crate) right: Option<Vec<T>>,
}

impl Options<Sum> {
    /// Lists the options, each of which takes about `each` bytes.
    fn of(position: &Sum, each: u64, meter: &mut Meter<'_>) -> Result<Options<Sum>, CheckError> {
        let mut by = |player| -> Result<Vec<Sum>, CheckError> {
            let options = position.moves_by(player).map(|mv| {
                meter.hold(meter.bytes + each)?;
                meter.step()?;
                position.after(&mv).map_err(CheckError::Failed)
            });
            options.collect()
        };
        let is_partizan = !position.is_impartial();
        Ok(Options {
            left: by(Player::Left)?,
            right: is_partizan.then(|| by(Player::Right)).transpose()?,
        })
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

/// Returns all reachable positions, each after its options; the last one is the requested position.
///
/// # Errors
/// Fails if the rules give no answer, there are more than `limit` positions, or the budget runs out.
pub fn tree(
    text: &str,
    play: Play,
    limit: usize,
    budget: &Budget,
) -> Result<Vec<TreeNode>, CheckError> {
    let mut reached = Reached::default();
    reached.add(text, limit, budget)?;
    let mut nodes: Vec<TreeNode> = Vec::new();
    let texts = reached.texts();
    for (position, Options { left, right }) in texts.into_iter().zip(reached.options) {
        let wins = |side: &[usize], opponent: usize| {
            let wins = |&at: &usize| nodes[at].wins.expect("followers are partizan, too");
            wins_by(play, side.iter().map(|at| wins(at)[opponent]))
        };
        let values = left.iter().map(|&at| {
            let value = nodes[at].value;
            value.expect("followers are impartial, too")
        });
        nodes.push(TreeNode {
            position,
            value: right.is_none().then(|| value(play, values)),
            wins: right.as_ref().map(|right| [wins(&left, 1), wins(right, 0)]),
            left,
            right,
        });
    }
    Ok(nodes)
}

/// Returns the verdict on the last node of a tree, a value or an outcome as in `like`.
pub fn verdict(tree: &[TreeNode], like: Verdict) -> Option<Verdict> {
    let root = tree.last()?;
    Some(match (like, root.value, root.wins) {
        (Verdict::Value(_), Some(value), _) => Verdict::Value(value),
        (Verdict::Outcome(_), Some(value), _) => Verdict::Outcome(Outcome::impartial(value == 0)),
        (Verdict::Outcome(_), _, Some(wins)) => Verdict::Outcome(outcome(wins)),
        _ => return None,
    })
}

/// Returns the outcome class, given whether Left wins if Left begins and whether Right wins if Right begins.
pub(crate) fn outcome(wins: [bool; 2]) -> Outcome {
    match wins {
        [true, true] => Outcome::N,
        [true, false] => Outcome::L,
        [false, true] => Outcome::R,
        [false, false] => Outcome::P,
    }
}

/// Returns the outcome class of a partizan position.
pub(crate) fn partizan_outcome(text: &str) -> Result<Outcome, CheckError> {
    let tree = tree(text, Play::Normal, LARGEST_TREE, &Budget::unlimited())?;
    let wins = tree.last().and_then(|root| root.wins);
    let impartial = || CheckError::Failed(format!("{text} is impartial"));
    wins.map(outcome).ok_or_else(impartial)
}

/// Returns the outcome of an impartial sum in normal play, found by a search that knows only the rules.
pub(crate) fn searched(text: &str, budget: &Budget) -> Result<Outcome, CheckError> {
    let sum = read(text)?;
    let is_p = is_p_by_rules(&sum, Play::Normal, budget)?;
    let out_of_reach = || CheckError::Failed(format!("no search reaches {sum}"));
    is_p.map(Outcome::impartial).ok_or_else(out_of_reach)
}

/// Returns Left's options; in impartial games those of either player.
pub(crate) fn options(text: &str) -> Result<Vec<String>, CheckError> {
    let budget = Budget::unlimited();
    let options = Options::of(&read(text)?, 0, &mut Meter::silent(&budget))?.left;
    Ok(options.iter().map(Sum::to_string).collect())
}

/// Computes the value and misère Grundy number of a position by recursion over the rules.
///
/// # Errors
/// Fails if the rules give no answer, or the position is partizan, so that it has neither.
pub fn pair(text: &str) -> Result<[u32; 2], CheckError> {
    let mut reached = Reached::default();
    let at = reached.add(text, LARGEST_TREE, &Budget::unlimited())?;
    match reached.options[at].right {
        None => Ok(pairs(reached.options.iter().map(|options| &options.left[..]))[at]),
        Some(_) => Err(CheckError::Failed(format!(
            "{text} is partizan and has no value"
        ))),
    }
}

/// Computes the values and misère Grundy numbers of positions, given the indices of their options, which precede them.
pub(crate) fn pairs<'a>(positions: impl Iterator<Item = &'a [usize]>) -> Vec<[u32; 2]> {
    let mut pairs: Vec<[u32; 2]> = Vec::new();
    for options in positions {
        let pair = [Play::Normal, Play::Misere].map(|play| {
            let values = options
                .iter()
                .map(|&option| pairs[option][usize::from(play == Play::Misere)]);
            // A value is at most the number of positions.
            value(play, values.map(u128::from)) as u32
        });
        pairs.push(pair);
    }
    pairs
}

/// The positions that are reachable by the rules from the positions added, each after its options.
#[derive(Default)]
pub(crate) struct Reached {
    /// The indices of the options.
    pub(crate) options: Vec<Options<usize>>,
    known: HashMap<String, usize>,
    /// The approximate number of bytes in both.
    bytes: u64,
}

/// A position that is still being explored; some of its options already have an index.
struct Open {
    text: String,
    /// Left's options, then Right's.
    options: Vec<Sum>,
    places: Vec<usize>,
    of_left: usize,
    is_impartial: bool,
    bytes: u64,
}

impl Open {
    fn new(position: &Sum, text: String, meter: &mut Meter<'_>) -> Result<Open, CheckError> {
        // The lists of an option are hardly larger than those of the position: 8 bytes a number, and 2 in notation.
        let each = (size_of::<Sum>() + size_of::<usize>() + 256 + 4 * text.len()) as u64;
        let before = meter.bytes;
        let Options { left, right } = Options::of(position, each, meter)?;
        Ok(Open {
            text,
            bytes: meter.bytes - before,
            places: Vec::new(),
            of_left: left.len(),
            is_impartial: right.is_none(),
            options: [left, right.unwrap_or(Vec::new())].concat(),
        })
    }
}

impl Reached {
    /// Adds a position and everything reachable from it, up to `limit` positions in total, and returns its index.
    pub(crate) fn add(
        &mut self,
        text: &str,
        limit: usize,
        budget: &Budget,
    ) -> Result<usize, CheckError> {
        let position = Games::builtin()
            .reader()
            .budget(budget.clone())
            .read(text)?;
        let text = position.to_string();
        if let Some(&known) = self.known.get(&text) {
            return Ok(known);
        }
        // An explicit stack, since a play can be too long for recursion on the thread's stack.
        let mut meter = Meter::silent(budget);
        meter.bytes = self.bytes;
        let mut open = vec![Open::new(&position, text, &mut meter)?];
        loop {
            let begun = open.len();
            let Some(top) = open.last_mut() else { break };
            if let Some(next) = top.options.get(top.places.len()) {
                let text = next.to_string();
                match self.known.get(&text) {
                    Some(&known) => top.places.push(known),
                    None => {
                        if self.options.len() + begun >= limit {
                            let why = format!("more than {limit} positions");
                            return Err(CheckError::TooLarge(why));
                        }
                        let next = Open::new(next, text, &mut meter)?;
                        open.push(next);
                    }
                }
                continue;
            }
            meter.count()?;
            let sorted = |places: &[usize]| {
                let mut places = places.to_vec();
                places.sort_unstable();
                places.dedup();
                places
            };
            let (left, right) = top.places.split_at(top.of_left);
            self.options.push(Options {
                left: sorted(left),
                right: (!top.is_impartial).then(|| sorted(right)),
            });
            let kept = 2 * top.text.len() + 8 * top.places.len() + 128;
            self.bytes += kept as u64;
            meter.bytes = meter.bytes - top.bytes + kept as u64;
            self.known
                .insert(std::mem::take(&mut top.text), self.options.len() - 1);
            open.pop();
        }
        Ok(self.options.len() - 1)
    }

    /// Returns the positions in notation, by index.
    fn texts(&mut self) -> Vec<String> {
        let mut texts: Vec<(usize, String)> =
            self.known.drain().map(|(text, at)| (at, text)).collect();
        texts.sort_unstable();
        texts.into_iter().map(|(_, text)| text).collect()
    }
}

/// Returns the mex of the options' values; without options, 0 in normal play and 1 in misère play.
pub(crate) fn value(play: Play, options: impl IntoIterator<Item = u128>) -> u128 {
    let mut options = options.into_iter().peekable();
    match options.peek() {
        None => u128::from(play == Play::Misere),
        Some(_) => mex(options).into(),
    }
}

/// Returns whether the player to move wins: some move leads to a loss of the opponent or, in misère play, there is no
/// move.
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
