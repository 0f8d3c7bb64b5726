//! Nimbers: the rules.

use nimfield_core::prelude::*;
use std::fmt;

use nimbers::Ordinal;

use nimfield_core::words::ordinals_below;

/// The most dimensions of a board; a box has 2^d corners.
pub const MAX_DIMENSION: usize = 16;

/// A place on a board: its coordinates, ordinals from 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stone(Vec<Ordinal>);

impl Stone {
    /// Creates the place with these coordinates.
    #[must_use]
    pub fn new(coordinates: Vec<Ordinal>) -> Stone {
        Stone(coordinates)
    }

    /// Returns the coordinates.
    #[must_use]
    pub fn coordinates(&self) -> &[Ordinal] {
        &self.0
    }

    /// Returns whether a coordinate is 0: stones there are dead.
    #[must_use]
    pub fn is_dead(&self) -> bool {
        self.0.iter().any(Ordinal::is_zero)
    }
}

impl<const D: usize> From<[u128; D]> for Stone {
    fn from(coordinates: [u128; D]) -> Stone {
        Stone(coordinates.map(Ordinal::from).to_vec())
    }
}

impl fmt::Display for Stone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let coordinates: Vec<String> = self.0.iter().map(Ordinal::to_string).collect();
        write!(f, "({})", coordinates.join(","))
    }
}

/// A position of Nimbers: stones on different places of a board, none of them dead.
///
/// A move chooses a stone and a box with sides along the axes of which the stone is the corner farthest from the
/// origin, and toggles all corners of the box: existing stones are removed, and missing ones are added. Stones with a
/// coordinate 0 are dead and leave the board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Nimbers {
    dimension: usize,
    /// Ascending.
    stones: Vec<Stone>,
}

impl Nimbers {
    /// Creates the position with these stones on a board of this dimension. Two stones on one place cancel, dead ones
    /// are dropped.
    ///
    /// # Errors
    /// A message, if a stone has another number of coordinates, or the dimension is out of range.
    pub fn new(dimension: usize, stones: Vec<Stone>) -> Result<Nimbers, String> {
        if !(1..=MAX_DIMENSION).contains(&dimension) {
            return Err(format!("a board has 1 to {MAX_DIMENSION} dimensions"));
        }
        let differs = |stone: &Stone| stone.coordinates().len() != dimension;
        if let Some(stone) = stones.iter().position(differs) {
            return Err(format!(
                "stone {} has another number of coordinates than the board",
                stone + 1
            ));
        }
        let mut stones = stones;
        stones.retain(|stone| !stone.is_dead());
        stones.sort_unstable();
        let places = stones.chunk_by(|a, b| a == b);
        let odd = places.filter(|place| place.len() % 2 == 1);
        let stones = odd.map(|place| place[0].clone()).collect();
        Ok(Nimbers { dimension, stones })
    }

    /// Returns the number of coordinates of a stone.
    #[must_use]
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// Returns the stones, ascending.
    #[must_use]
    pub fn stones(&self) -> &[Stone] {
        &self.stones
    }

    /// Returns the position after a legal move.
    pub(super) fn toggled(&self, mv: &BoxMove) -> Nimbers {
        let mut after = self.clone();
        for choice in 0..1usize << self.dimension {
            let pairs = mv.stone.0.iter().zip(&mv.corner.0).enumerate();
            let corner =
                pairs.map(|(k, (far, near))| if choice >> k & 1 == 1 { near } else { far });
            after.toggle(Stone(corner.cloned().collect()));
        }
        after
    }

    /// Puts a stone on an empty place, or removes the stone there.
    pub fn toggle(&mut self, stone: Stone) {
        if stone.is_dead() {
            return;
        }
        match self.stones.binary_search(&stone) {
            Ok(place) => drop(self.stones.remove(place)),
            Err(place) => self.stones.insert(place, stone),
        }
    }
}

impl fmt::Display for Nimbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut stones: Vec<String> = self.stones.iter().map(Stone::to_string).collect();
        if stones.is_empty() {
            // An empty board shows its dimension by a dead stone.
            stones.push(Stone(vec![Ordinal::ZERO; self.dimension]).to_string());
        }
        write!(f, "nimbers[{}]", stones.join(" "))
    }
}

/// The move that toggles the corners of a box.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BoxMove {
    /// The stone: the corner farthest from the origin.
    pub stone: Stone,
    /// The corner nearest to the origin: every coordinate is less than the stone's.
    pub corner: Stone,
}

/// The form of moves.
pub(super) const FORM: &str = "{point} to {point}";

impl GameMove for BoxMove {
    fn to_move(&self) -> Move {
        let [stone, corner] =
            [&self.stone, &self.corner].map(|stone| Arg::point(stone.0.iter().cloned()));
        Move::new(FORM, [stone, corner])
    }

    fn of_move(mv: &Move) -> Option<BoxMove> {
        match (mv.form(), mv.args()) {
            (FORM, [Arg::Point(stone), Arg::Point(corner)]) => Some(BoxMove {
                stone: Stone(stone.to_vec()),
                corner: Stone(corner.to_vec()),
            }),
            _ => None,
        }
    }
}

displays_as_move!(BoxMove);

impl BoxMove {
    /// Explains why the rules forbid this move on every board, if so.
    pub(super) fn fault(&self, dimension: usize) -> Option<String> {
        let (stone, corner) = (self.stone.coordinates(), self.corner.coordinates());
        if corner.len() != dimension {
            return Some(format!(
                "{} has {}, but the board has {dimension}",
                self.corner,
                counted(corner.len(), "coordinate")
            ));
        }
        let high = stone
            .iter()
            .zip(corner)
            .find(|(stone, corner)| corner >= stone);
        high.map(|(stone, corner)| {
            format!("every coordinate of the far corner is less than the stone's; {corner} is not less than {stone}")
        })
    }
}

/// The far corners of the boxes below a stone. Each one comes after finitely many others, even on infinite boards: in
/// round r, the r-th coordinate on some axis is new.
pub(super) struct Corners {
    axes: Vec<Axis>,
    round: usize,
    /// The axis whose newest coordinate the current corners have: earlier axes have older ones.
    newest: usize,
    /// The next corner, as indices into the axes; `None` if the next axis must be tried.
    next: Option<Vec<usize>>,
}

struct Axis {
    below: Box<dyn Iterator<Item = Ordinal>>,
    /// The coordinates produced so far.
    seen: Vec<Ordinal>,
}

impl Corners {
    pub(super) fn new(stone: &Stone) -> Corners {
        let axis = |x: &Ordinal| Axis {
            below: ordinals_below(x.clone()),
            seen: Vec::new(),
        };
        let mut corners = Corners {
            axes: stone.0.iter().map(axis).collect(),
            round: 0,
            newest: 0,
            next: None,
        };
        corners.grow();
        corners.begin();
        corners
    }

    /// Adds one more coordinate on each axis; returns `false` if there is none.
    fn grow(&mut self) -> bool {
        let mut grew = false;
        for axis in &mut self.axes {
            let next = axis.below.next();
            grew |= next.is_some();
            axis.seen.extend(next);
        }
        grew
    }

    /// Returns the number of coordinates on axis `k` that corners may use now.
    fn limit(&self, k: usize) -> usize {
        let seen = self.axes[k].seen.len();
        if k < self.newest {
            seen.min(self.round)
        } else {
            seen
        }
    }

    /// Moves to the first corner with the newest coordinate on the axis `newest`, if there is one.
    fn begin(&mut self) {
        let mut first = vec![0; self.axes.len()];
        first[self.newest] = self.round;
        let fits = (0..self.axes.len()).all(|k| first[k] < self.limit(k));
        self.next = fits.then_some(first);
    }

    /// Returns the next corner, in the order of an odometer.
    fn step(&mut self, mut at: Vec<usize>) -> Option<Vec<usize>> {
        for k in (0..at.len()).rev().filter(|&k| k != self.newest) {
            at[k] += 1;
            if at[k] < self.limit(k) {
                return Some(at);
            }
            at[k] = 0;
        }
        None
    }
}

impl Iterator for Corners {
    type Item = Stone;

    fn next(&mut self) -> Option<Stone> {
        loop {
            if let Some(at) = self.next.take() {
                let pairs = at.iter().zip(&self.axes);
                let corner = pairs.map(|(&i, axis)| axis.seen[i].clone()).collect();
                self.next = self.step(at);
                return Some(Stone(corner));
            }
            self.newest += 1;
            if self.newest == self.axes.len() {
                self.newest = 0;
                self.round += 1;
                if !self.grow() {
                    return None;
                }
            }
            self.begin();
        }
    }
}
