//! The diagrams left when rows and columns of a Young diagram are removed, and what they are worth in
//! games whose moves remove rows, or remove columns, and push together what is left.

use std::hash::Hash;

use hashbrown::HashMap;

use nimfield_core::budget::{Budget, Meter, Unfinished};
use nimfield_core::words::{Play, Side};

/// An unsigned integer that holds boundary words and sets of values.
pub trait Word: Copy + Eq + Hash + Send + Sync + 'static {
    /// Bits in it.
    const BITS: u32;
    /// No bits.
    const ZERO: Self;
    /// Returns the bit with this number.
    fn bit(at: u32) -> Self;
    /// Returns the bits of either.
    fn or(self, other: Self) -> Self;
    /// Returns whether this bit is set.
    fn has(self, at: u32) -> bool;
    /// Returns the number of zeros below the lowest one.
    fn zeros(self) -> u32;
    /// Returns the number of ones below the lowest zero.
    fn ones(self) -> u32;
    /// Returns the word without the lowest `count` bits, which may be all.
    fn without_low(self, count: u32) -> Self;
    /// Returns the word without the bit with this number, those above it moved down by one.
    fn cut(self, at: u32) -> Self;
}

macro_rules! words {
    ($($word:ty)*) => {$(
        impl Word for $word {
            const BITS: u32 = <$word>::BITS;
            const ZERO: $word = 0;
            fn bit(at: u32) -> $word {
                1 << at
            }
            fn or(self, other: $word) -> $word {
                self | other
            }
            fn has(self, at: u32) -> bool {
                self >> at & 1 == 1
            }
            fn zeros(self) -> u32 {
                self.trailing_zeros()
            }
            fn ones(self) -> u32 {
                self.trailing_ones()
            }
            fn without_low(self, count: u32) -> $word {
                self.checked_shr(count).unwrap_or(0)
            }
            fn cut(self, at: u32) -> $word {
                let below = (1 << at) - 1;
                self & below | self >> 1 & !below
            }
        }
    )*};
}
words!(u64 u128);

/// A word of N times 64 bits, the lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Word for Wide<N> {
    const BITS: u32 = 64 * N as u32;
    const ZERO: Wide<N> = Wide([0; N]);

    fn bit(at: u32) -> Wide<N> {
        let mut words = [0; N];
        words[(at / 64) as usize] = 1 << (at % 64);
        Wide(words)
    }

    fn or(mut self, other: Wide<N>) -> Wide<N> {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word |= other;
        }
        self
    }

    fn has(self, at: u32) -> bool {
        self.0[(at / 64) as usize] >> (at % 64) & 1 == 1
    }

    fn zeros(self) -> u32 {
        let filled = self.0.iter().position(|&word| word != 0);
        filled.map_or(Self::BITS, |at| {
            64 * at as u32 + self.0[at].trailing_zeros()
        })
    }

    fn ones(self) -> u32 {
        let filled = self.0.iter().position(|&word| word != u64::MAX);
        filled.map_or(Self::BITS, |at| 64 * at as u32 + self.0[at].trailing_ones())
    }

    fn without_low(self, count: u32) -> Wide<N> {
        let (words, bits) = ((count / 64) as usize, count % 64);
        let word = |at: usize| self.0.get(at).copied().unwrap_or(0);
        Wide(std::array::from_fn(|at| match bits {
            0 => word(at + words),
            _ => word(at + words) >> bits | word(at + words + 1) << (64 - bits),
        }))
    }

    fn cut(self, at: u32) -> Wide<N> {
        let moved = self.without_low(1);
        let word = (at / 64) as usize;
        Wide(std::array::from_fn(|i| match i.cmp(&word) {
            std::cmp::Ordering::Less => self.0[i],
            std::cmp::Ordering::Equal => {
                let below = (1 << (at % 64)) - 1;
                self.0[i] & below | moved.0[i] & !below
            }
            std::cmp::Ordering::Greater => moved.0[i],
        }))
    }
}

/// How many rows, or columns, a move removes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removed {
    /// Any positive number.
    Any,
    /// One.
    One,
}

/// What is known of a diagram.
#[derive(Clone, Copy)]
struct Cell<W> {
    value: u32,
    /// The values that diagrams have which are left when moves of one side only are made, the diagram's
    /// own included; without rows, and without columns. Where moves remove one line, just its own.
    reached: [W; 2],
}

/// All diagrams that are left of one when rows and columns are removed, with their values.
///
/// With R(d) the set of values of all diagrams that are left of d when rows are removed, none included,
/// the values of its options by rows are the union of R over the diagrams left when one row is removed:
/// one look-up for each corner instead of one for each option, of which there may be exponentially
/// many. Likewise for columns.
///
/// Diagrams are boundary words: from the bottom left to the top right, 0 for a step along the bottom of a column
/// and 1 for a step up the end of a row.
/// Values are below the number of lines, so a set of them fits into a word where the boundary does.
pub struct SubDiagrams<W> {
    root: W,
    removed: Removed,
    cells: HashMap<W, Cell<W>, foldhash::fast::FixedState>,
}

/// A diagram whose followers are being valued.
struct Open<W> {
    word: W,
    runs: Runs<W>,
    /// The run whose diagram is being valued above this one.
    asked: Option<Lines>,
    reached: [W; 2],
}

impl<W: Word> Open<W> {
    fn new(word: W) -> Open<W> {
        Open {
            word,
            runs: Runs::of(word),
            asked: None,
            reached: [W::ZERO; 2],
        }
    }
}

/// Diagrams between two looks at the budget.
const POLL: usize = 1024;

impl<W: Word> SubDiagrams<W> {
    /// Finds the diagrams below one, with their values.
    ///
    /// # Arguments
    /// `root` is the boundary of the diagram, whose highest bit must be 0.
    ///
    /// # Errors
    /// If the budget runs out.
    ///
    /// # Complexity
    /// For each of the diagrams one look-up for each corner. There may be exponentially many of them in
    /// the number of different rows and columns.
    ///
    /// # Source
    /// The theorem of Sprague (1935) and Grundy (1939); that unions by corners are enough is proved
    /// above.
    ///
    /// # Example
    /// ```
    /// use nimfield_core::{budget::Budget, words::Play};
    /// use nimfield_engines::sub_diagrams::{Removed, SubDiagrams};
    /// // The boundary word of a single row of three squares: any number of columns may go, as in a heap of three.
    /// let row = SubDiagrams::new(0b100u128, Removed::Any, Play::Normal, &Budget::unlimited())?;
    /// assert_eq!(row.value(), 3);
    /// # Ok::<(), nimfield_core::budget::Unfinished>(())
    /// ```
    pub fn new(
        root: W,
        removed: Removed,
        play: Play,
        budget: &Budget,
    ) -> Result<SubDiagrams<W>, Unfinished> {
        debug_assert!(!root.has(W::BITS - 1));
        let mut found = SubDiagrams {
            root,
            removed,
            cells: HashMap::default(),
        };
        let value = match play {
            Play::Normal => 0,
            Play::Misere => 1,
        };
        let reached = [W::bit(value); 2];
        found.cells.insert(W::ZERO, Cell { value, reached });
        found.find(root, budget)?;
        Ok(found)
    }

    /// Values a diagram and all below it. A step down removes a line, and there may be more lines than
    /// a thread has stack for, so the open diagrams are kept here.
    fn find(&mut self, root: W, budget: &Budget) -> Result<(), Unfinished> {
        let mut open = Vec::new();
        if !self.cells.contains_key(&root) {
            open.push(Open::new(root));
        }
        while let Some(top) = open.last_mut() {
            if let Some(run) = top.asked.take().or_else(|| top.runs.next()) {
                let next = run.shortened(top.word);
                if let Some(next) = self.cells.get(&next) {
                    let side = run.side as usize;
                    top.reached[side] = top.reached[side].or(next.reached[side]);
                } else {
                    top.asked = Some(run);
                    open.push(Open::new(next));
                }
                continue;
            }
            let value = top.reached[0].or(top.reached[1]).ones();
            let own = W::bit(value);
            let reached = match self.removed {
                Removed::Any => top.reached.map(|values| values.or(own)),
                Removed::One => [own; 2],
            };
            let word = top.word;
            if self.cells.len() == self.cells.capacity() || self.cells.len().is_multiple_of(POLL) {
                self.poll(budget)?;
            }
            self.cells.insert(word, Cell { value, reached });
            open.pop();
        }
        Ok(())
    }

    fn poll(&self, budget: &Budget) -> Result<(), Unfinished> {
        // While the map grows, old and new exist side by side.
        let grows = if self.cells.len() == self.cells.capacity() {
            3
        } else {
            1
        };
        let mut meter = Meter::new(budget, "sub-diagrams").at(self.cells.len() as u64);
        meter.bytes = grows * self.bytes();
        meter.poll()
    }

    /// Returns the value of the diagram that this began with.
    #[must_use]
    pub fn value(&self) -> u32 {
        self.cells[&self.root].value
    }

    /// Returns the value of a diagram below it.
    #[must_use]
    pub fn value_of(&self, word: W) -> Option<u32> {
        Some(self.cells.get(&word)?.value)
    }

    /// Returns how many diagrams there are, the empty one included.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.cells.len() as u64
    }

    /// Returns the number of bytes of memory held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        (self.cells.capacity() * (size_of::<(W, Cell<W>)>() + 1)) as u64
    }

    /// Returns the moves to diagrams of value `target`, at most `most`; and whether these are all. A move says, for
    /// each run of equal lines of its side, those with the largest first, how many are removed.
    #[must_use]
    pub fn moves_to(&self, target: u32, most: usize) -> (Vec<(Side, Vec<u64>)>, bool) {
        let mut list = List {
            diagrams: self,
            target,
            most,
            moves: Vec::new(),
            complete: true,
        };
        for side in Side::BOTH {
            let mut runs: Vec<Lines> = Runs::of(self.root).filter(|run| run.side == side).collect();
            runs.reverse();
            match self.removed {
                Removed::Any => list.extend(self.root, &runs, &mut Vec::new()),
                Removed::One => {
                    for (i, run) in runs.iter().enumerate() {
                        if self.value_of(run.shortened(self.root)) == Some(target) {
                            let mut counts = vec![0; runs.len()];
                            counts[i] = 1;
                            list.add(side, &counts);
                        }
                    }
                }
            }
        }
        (list.moves, list.complete)
    }
}

/// Equal lines of a diagram: a run of equal bits of its boundary.
#[derive(Clone, Copy, Debug)]
struct Lines {
    side: Side,
    /// The lowest bit of the run; the bit left out at the beginning counts as none.
    at: u32,
    count: u64,
    /// Whether the bit left out at the beginning belongs to it.
    first: bool,
}

impl Lines {
    /// Returns the word with one line fewer of this run, the bits above it unchanged but moved down.
    fn shortened<W: Word>(&self, word: W) -> W {
        if self.first && word.zeros() == 0 {
            // Rows that end where the first column does have no squares left, and the next column is
            // now the first.
            return word.without_low(word.ones() + 1);
        }
        word.cut(self.at)
    }
}

/// The runs of a boundary, from its beginning: of columns and of rows in turn.
struct Runs<W> {
    word: W,
    at: u32,
    side: Side,
}

impl<W: Word> Runs<W> {
    fn of(word: W) -> Runs<W> {
        Runs {
            word,
            at: 0,
            side: Side::Columns,
        }
    }
}

impl<W: Word> Iterator for Runs<W> {
    type Item = Lines;

    fn next(&mut self) -> Option<Lines> {
        if self.word == W::ZERO {
            return None;
        }
        let first = self.at == 0 && self.side == Side::Columns;
        let (side, at) = (self.side, self.at);
        let (count, next) = match side {
            Side::Columns => (self.word.zeros(), Side::Rows),
            Side::Rows => (self.word.ones(), Side::Columns),
        };
        self.word = self.word.without_low(count);
        self.at += count;
        self.side = next;
        Some(Lines {
            side,
            at,
            count: u64::from(count) + u64::from(first),
            first,
        })
    }
}

/// Moves being listed.
struct List<'a, W> {
    diagrams: &'a SubDiagrams<W>,
    target: u32,
    most: usize,
    moves: Vec<(Side, Vec<u64>)>,
    complete: bool,
}

impl<W: Word> List<'_, W> {
    /// Adds a move, its counts from the end of the boundary on.
    fn add(&mut self, side: Side, counts: &[u64]) {
        let mut counts = counts.to_vec();
        if side == Side::Columns {
            // The boundary ends with the longest rows, but with the shortest columns.
            counts.reverse();
        }
        match self.moves.len() < self.most {
            true => self.moves.push((side, counts)),
            false => self.complete = false,
        }
    }

    /// Adds the moves that remove `counts` of the last runs of the boundary and anything of the others,
    /// which stand in `word` as they do in the root. A set of values without the target ends the way.
    fn extend(&mut self, word: W, runs: &[Lines], counts: &mut Vec<u64>) {
        let Some(run) = runs.get(counts.len()) else {
            if self.diagrams.value_of(word) == Some(self.target) && word != self.diagrams.root {
                self.add(runs[0].side, counts);
            }
            return;
        };
        let mut after = word;
        for removed in 0..=run.count {
            let cell = self.diagrams.cells.get(&after);
            if !cell.is_some_and(|cell| cell.reached[run.side as usize].has(self.target))
                || !self.complete
            {
                return;
            }
            counts.push(removed);
            self.extend(after, runs, counts);
            counts.pop();
            if removed < run.count {
                after = run.shortened(after);
            }
        }
    }
}
