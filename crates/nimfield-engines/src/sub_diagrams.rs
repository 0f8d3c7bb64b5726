//! The diagrams left when rows and columns of a Young diagram are removed, and their values in games whose moves remove
//! rows or columns and close the gaps.

use std::hash::Hash;

use hashbrown::HashMap;

use nimfield_core::budget::{Budget, Meter, Unfinished};
use nimfield_core::words::{Play, Side};

/// An unsigned integer that holds boundary words and sets of values.
pub trait Word: Copy + Eq + Hash + Send + Sync + 'static {
    /// The number of bits.
    const BITS: u32;
    /// No bits.
    const ZERO: Self;
    /// Returns the bit with this number.
    fn bit(at: u32) -> Self;
    /// Returns the union of the bits.
    fn or(self, other: Self) -> Self;
    /// Returns whether this bit is set.
    fn has(self, at: u32) -> bool;
    /// Returns the number of zeros below the lowest one.
    fn zeros(self) -> u32;
    /// Returns the number of ones below the lowest zero.
    fn ones(self) -> u32;
    /// Returns the word without the lowest `count` bits, which may be all.
    fn without_low(self, count: u32) -> Self;
    /// Removes the bit with this number, and moves those above it down by one.
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

/// The number of rows, or columns, that a move removes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removed {
    /// Any positive number.
    Any,
    /// One.
    One,
}

/// The data of a diagram.
#[derive(Clone, Copy)]
struct Cell<W> {
    value: u32,
    /// The values of the diagrams that moves of one side lead to, including this diagram: by removing rows, and by
    /// removing columns. If moves remove a single line, only its own value.
    reached: [W; 2],
}

/// All diagrams that remain of a diagram when rows and columns are removed, with their values.
///
/// Let R(d) be the set of values of all diagrams that remain of d when any number of rows is removed. Then the values
/// of the options of d by rows are the union of R over the diagrams that remain when one row is removed: one look-up
/// for each corner instead of one for each option, of which there may be exponentially many. Likewise for columns.
///
/// Diagrams are boundary words: from the bottom left to the top right, 0 for a step along the bottom of a column and 1
/// for a step up the end of a row. Values are below the number of lines, so a set of them fits into a word if the
/// boundary does.
pub struct SubDiagrams<W> {
    root: W,
    removed: Removed,
    cells: HashMap<W, Cell<W>, foldhash::fast::FixedState>,
}

/// A diagram whose followers are being evaluated.
struct Open<W> {
    word: W,
    runs: Runs<W>,
    /// The run whose diagram is being evaluated above this one on the stack.
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

/// The number of diagrams between two checks of the budget.
const POLL: usize = 1024;

impl<W: Word> SubDiagrams<W> {
    /// Finds the followers of a diagram, with their values.
    ///
    /// # Arguments
    /// `root` is the boundary of the diagram, whose highest bit must be 0.
    ///
    /// # Errors
    /// If the budget runs out.
    ///
    /// # Complexity
    /// One look-up for each corner of each diagram. The number of diagrams may be exponential in the number of
    /// different rows and columns.
    ///
    /// # Source
    /// The theorem of Sprague (1935) and Grundy (1939); see above for the proof that unions by corners suffice.
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

    /// Evaluates a diagram and all its followers. Each step down removes a line, and a recursion could overflow the
    /// stack, so this uses an explicit stack.
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
        // While the map grows, its old and new memory exist side by side.
        let grows = if self.cells.len() == self.cells.capacity() {
            3
        } else {
            1
        };
        let mut meter = Meter::new(budget, "sub-diagrams").at(self.cells.len() as u64);
        meter.bytes = grows * self.bytes();
        meter.poll()
    }

    /// Returns the value of the root.
    #[must_use]
    pub fn value(&self) -> u32 {
        self.cells[&self.root].value
    }

    /// Returns the value of a follower.
    #[must_use]
    pub fn value_of(&self, word: W) -> Option<u32> {
        Some(self.cells.get(&word)?.value)
    }

    /// Returns the number of diagrams, including the empty one.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.cells.len() as u64
    }

    /// Returns the number of bytes of memory held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        (self.cells.capacity() * (size_of::<(W, Cell<W>)>() + 1)) as u64
    }

    /// Returns the moves to diagrams of value `target`, at most `most`; and whether these are all. A move gives the
    /// number of lines removed from each run of equal lines of its side, the largest lines first.
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
    /// The lowest bit of the run; the omitted first bit does not count.
    at: u32,
    count: u64,
    /// Whether the omitted first bit belongs to it.
    first: bool,
}

impl Lines {
    /// Returns the word with one line fewer in this run; the bits above move down.
    fn shortened<W: Word>(&self, word: W) -> W {
        if self.first && word.zeros() == 0 {
            // Rows that end at the first column have no squares left, and the next column becomes the first.
            return word.without_low(word.ones() + 1);
        }
        word.cut(self.at)
    }
}

/// The runs of a boundary from its beginning, alternately of columns and of rows.
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
    /// Adds a move, with its counts starting at the end of the boundary.
    fn add(&mut self, side: Side, counts: &[u64]) {
        let mut counts = counts.to_vec();
        if side == Side::Columns {
            // The boundary ends with the longest rows but the shortest columns.
            counts.reverse();
        }
        match self.moves.len() < self.most {
            true => self.moves.push((side, counts)),
            false => self.complete = false,
        }
    }

    /// Adds the moves that remove `counts` of the last runs of the boundary and any number of the others, which are the
    /// same in `word` as in the root. A set of values without the target prunes the branch.
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
