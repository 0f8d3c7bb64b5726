//! Trees, and moves to their options.

use nimfield_core::prelude::*;
use std::cmp::Ordering;
use std::ops::Range;
use std::sync::Arc;

use nimfield_core::mex::mex;

/// An impartial game written out as a tree. Trees that differ only in the order of summands or options, or in
/// repetitions of options, are equal.
#[derive(Clone, Debug)]
pub struct GameTree(Arc<Node>);

#[derive(Debug)]
struct Node {
    kind: Kind,
    /// A hash of the tree, used for comparisons.
    id: [u8; 32],
    value: u128,
    depth: usize,
    length: usize,
}

/// The kind of a tree.
#[derive(Debug)]
pub(super) enum Kind {
    /// A nim heap.
    Heap(u128),
    /// The options of a game that is not a nim heap, in order.
    Options(Vec<GameTree>),
    /// Two summands or more that are not sums, in order.
    Sum(Vec<GameTree>),
    /// A text that is known only by its value.
    Value(ValueText),
}

/// A text that is read by its value in normal play.
#[derive(Clone, Debug)]
pub struct ValueText {
    pub(super) text: String,
    /// The bytes of the text that prevent it from being a tree.
    pub span: Range<usize>,
    /// Why it is not a tree.
    pub reason: String,
}

/// A move to an option, or to a sum in which a summand is replaced by an option of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToOption(pub GameTree);

/// The form of moves.
pub(super) const FORM: &str = "to {text}";

impl GameMove for ToOption {
    fn to_move(&self) -> Move {
        Move::new(FORM, [Arg::Text(self.0.to_string().into())])
    }

    fn of_move(mv: &Move) -> Option<ToOption> {
        match (mv.form(), mv.args()) {
            // A malformed value belongs to another game.
            (FORM, [Arg::Text(text)]) => GameTree::read_all(text).ok().map(ToOption),
            _ => None,
        }
    }
}

displays_as_move!(ToOption);

impl PartialEq for GameTree {
    fn eq(&self, other: &GameTree) -> bool {
        self.0.id == other.0.id
    }
}

impl Eq for GameTree {}

impl PartialOrd for GameTree {
    fn partial_cmp(&self, other: &GameTree) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Heaps by size, then the others from shallow to deep.
impl Ord for GameTree {
    fn cmp(&self, other: &GameTree) -> Ordering {
        let key = |GameTree(node): &GameTree| (node.depth, node.length, node.id);
        match (self.as_heap(), other.as_heap()) {
            (Some(size), Some(other)) => size.cmp(&other),
            (size, heap) => (heap.is_some().cmp(&size.is_some())).then(key(self).cmp(&key(other))),
        }
    }
}

impl GameTree {
    fn new(kind: Kind, value: u128) -> GameTree {
        let mut hash = blake3::Hasher::new();
        let (depth, length) = match &kind {
            Kind::Heap(size) => {
                hash.update(b"*").update(&size.to_le_bytes());
                (0, heap_name(*size).len())
            }
            Kind::Value(value) => {
                hash.update(b"=").update(value.text.as_bytes());
                (0, value.text.len())
            }
            Kind::Options(list) | Kind::Sum(list) => {
                let is_sum = matches!(kind, Kind::Sum(_));
                hash.update(if is_sum { b"+" } else { b"," });
                for tree in list {
                    hash.update(&tree.0.id);
                }
                let depth = list.iter().map(GameTree::depth).max().unwrap_or(0);
                let lengths = list.iter().map(|tree| tree.length().saturating_add(1));
                (depth + 1, lengths.fold(1, usize::saturating_add))
            }
        };
        GameTree(Arc::new(Node {
            id: *hash.finalize().as_bytes(),
            kind,
            value,
            depth,
            length,
        }))
    }

    /// Returns a nim heap.
    #[must_use]
    pub fn heap(size: u128) -> GameTree {
        GameTree::new(Kind::Heap(size), size)
    }

    /// Returns the game with these options.
    #[must_use]
    pub fn of_options(mut options: Vec<GameTree>) -> GameTree {
        options.sort_unstable();
        options.dedup();
        let heaps = (0..).zip(&options);
        match heaps
            .into_iter()
            .all(|(size, option)| option.as_heap() == Some(size))
        {
            true => GameTree::heap(options.len() as u128),
            false => {
                let value = mex(options.iter().map(GameTree::value));
                GameTree::new(Kind::Options(options), value.into())
            }
        }
    }

    /// Returns the sum of these games.
    #[must_use]
    pub fn sum(summands: impl IntoIterator<Item = GameTree>) -> GameTree {
        let summands = summands.into_iter();
        let mut parts: Vec<GameTree> = summands.flat_map(|tree| tree.summands().to_vec()).collect();
        parts.retain(|part| part.as_heap() != Some(0));
        parts.sort_unstable();
        match parts.len() {
            0 => GameTree::heap(0),
            1 => parts.remove(0),
            _ => {
                let value = parts.iter().fold(0, |sum, part| sum ^ part.value());
                GameTree::new(Kind::Sum(parts), value)
            }
        }
    }

    /// Returns a text that equals this nim heap in normal play but has no tree for misère play; `reason` says why, and
    /// `span` where in the text.
    #[must_use]
    pub fn of_value(text: String, value: u128, span: Range<usize>, reason: String) -> GameTree {
        GameTree::new(Kind::Value(ValueText { text, span, reason }), value)
    }

    pub(super) fn kind(&self) -> &Kind {
        &self.0.kind
    }

    pub(super) fn id(&self) -> &[u8; 32] {
        &self.0.id
    }

    /// Returns the length of the written tree in bytes.
    pub(super) fn length(&self) -> usize {
        self.0.length
    }

    /// Returns the nesting depth of braces and parentheses.
    pub(super) fn depth(&self) -> usize {
        self.0.depth
    }

    /// Returns the Grundy value in normal play.
    #[must_use]
    pub fn value(&self) -> u128 {
        self.0.value
    }

    /// Returns the size of the nim heap, if the tree is one.
    #[must_use]
    pub fn as_heap(&self) -> Option<u128> {
        match self.kind() {
            Kind::Heap(size) => Some(*size),
            _ => None,
        }
    }

    /// Returns the text and the reason why it is not a tree, if only its value is known.
    #[must_use]
    pub fn as_value(&self) -> Option<&ValueText> {
        match self.kind() {
            Kind::Value(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the summands: those of a sum, otherwise the tree itself.
    pub(super) fn summands(&self) -> &[GameTree] {
        match self.kind() {
            Kind::Sum(parts) => parts,
            _ => std::slice::from_ref(self),
        }
    }

    /// Returns the options. For a text that is known only by its value, returns those of the nim heap.
    pub(super) fn options(&self) -> Moves<'_, GameTree> {
        match self.kind() {
            Kind::Heap(_) | Kind::Value(_) => Box::new((0..self.value()).map(GameTree::heap)),
            Kind::Options(options) => Box::new(options.iter().cloned()),
            Kind::Sum(parts) => {
                let first = |&i: &usize| i == 0 || parts[i] != parts[i - 1];
                let places = (0..parts.len()).filter(first);
                Box::new(places.flat_map(move |i| {
                    let options = parts[i].options();
                    options.map(move |option| self.with_summand(i, option))
                }))
            }
        }
    }

    /// Returns the number of options.
    pub(super) fn option_count(&self) -> u128 {
        match self.kind() {
            Kind::Heap(_) | Kind::Value(_) => self.value(),
            Kind::Options(options) => options.len() as u128,
            Kind::Sum(parts) => {
                let distinct = parts.chunk_by(|part, next| part == next);
                let counts = distinct.map(|same| same[0].option_count());
                counts.fold(0, u128::saturating_add)
            }
        }
    }

    /// Returns the sum with one summand replaced.
    pub(super) fn with_summand(&self, place: usize, summand: GameTree) -> GameTree {
        let parts = self.summands().iter().enumerate();
        let others = parts.filter(|&(i, _)| i != place);
        let others = others.map(|(_, part)| part.clone());
        GameTree::sum(others.chain([summand]))
    }

    /// Returns whether there is a move to a tree.
    pub(super) fn has_option(&self, tree: &GameTree) -> bool {
        match self.kind() {
            Kind::Heap(_) | Kind::Value(_) => {
                tree.as_heap().is_some_and(|left| left < self.value())
            }
            Kind::Options(options) => options.binary_search(tree).is_ok(),
            Kind::Sum(parts) => (0..parts.len()).any(|moved| {
                let mut left = tree.summands().to_vec();
                let mut others = (0..parts.len()).filter(|&i| i != moved);
                let stays = |left: &mut Vec<GameTree>, part| {
                    let place = left.iter().position(|other| other == part);
                    place.map(|place| left.remove(place)).is_some()
                };
                let rest = others.all(|i| stays(&mut left, &parts[i]));
                rest && parts[moved].has_option(&GameTree::sum(left))
            }),
        }
    }
}

/// Returns the name of a nim heap.
pub(super) fn heap_name(size: u128) -> String {
    match size {
        0 => "0".to_string(),
        1 => "*".to_string(),
        size => format!("*{size}"),
    }
}
