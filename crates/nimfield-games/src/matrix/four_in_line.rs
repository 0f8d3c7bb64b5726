//! Four piles in one line: the P-positions of 1x4, from the three least piles.

use nimfield_core::budget::{Budget, Progress, Unfinished};
use nimfield_core::sorting::Sort as _;

/// For every three piles not larger than three given ones, the one fourth pile that makes a
/// P-position.
///
/// Of the positions (a, b, c, d) with d = 0, 1, 2, … exactly one is a P-position, that of
///
/// f(a,b,c) = mex { f(a',b,c), f(a,b',c), f(a,b,c'), f(a-k,b-k,c-k)+k },
///
/// where a' < a, b' < b, c' < c and 1 <= k <= min(a,b,c). For d is among these numbers exactly if
/// (a, b, c, d) has an option that is a P-position and does not come from lowering d alone; a d that
/// is less than the mex is thus an N-position, the mex itself has no option that is a P-position,
/// and a greater d has the option of lowering it to the mex.
///
/// The positions with three large piles are never looked at: the box is that of the three least.
pub(super) struct FourthPiles {
    /// The greatest of the three piles.
    most: [usize; 3],
    /// Where the triples with each greatest pile begin, and behind that those with each middle one.
    begin: [Vec<usize>; 2],
    /// f by (a, b, c) with a <= b <= c, at the place that [`FourthPiles::place`] tells.
    fourth: Vec<u32>,
}

/// Larger tables are not made, whatever the budget.
const MOST_BYTES: u128 = 1 << 34;

/// Bits of a word of a set.
const BITS: usize = u64::BITS as usize;

/// Triples between two looks at the budget.
const POLL: usize = 1 << 10;

impl FourthPiles {
    /// The table for three piles in order, the greatest that it reaches; `None` if it would take more
    /// than 16 GiB.
    ///
    /// # Complexity
    /// With piles a <= b <= c at most a·b·c steps, a sixth of that where they are alike, each over
    /// a few of (2a+b+c)/64 words; 4 bytes for each step, and (2a+b+c)/8 for each of 2·b·c sets.
    ///
    /// # Errors
    /// If the budget runs out; memory is asked for before any is taken.
    pub(super) fn new(most: [u32; 3], budget: &Budget) -> Option<Result<FourthPiles, Unfinished>> {
        let [a, b, c] = most.map(u128::from);
        // An option has one number each, and there are 2a+b+c of them: the mex is no larger.
        let length = (2 * a + b + c + 1).div_ceil(BITS as u128);
        let sets = 2 * (b + 1) * (c + 1) * length;
        let cells = (a + 1) * (b + 1) * (c + 1);
        let bytes = 4 * cells + 8 * sets + 16 * (c + 2);
        (bytes <= MOST_BYTES).then(|| {
            let limits = budget.check(0).and_then(|()| budget.fits(bytes as u64));
            limits.map_err(|limit| Unfinished {
                limit,
                done: 0,
                total: None,
            })?;
            FourthPiles::filled(most.map(|pile| pile as usize), length as usize, budget)
        })
    }

    fn filled(
        most @ [a, b, c]: [usize; 3],
        sets: usize,
        budget: &Budget,
    ) -> Result<FourthPiles, Unfinished> {
        let sums = |of: &dyn Fn(usize) -> usize, count: usize| -> Vec<usize> {
            let sums = (0..count).scan(0, |sum, at| {
                let before = *sum;
                *sum += of(at);
                Some(before)
            });
            sums.collect()
        };
        let by_middle = sums(&|y| a.min(y) + 1, b + 2);
        let by_greatest = sums(&|z| by_middle[b.min(z) + 1], c + 2);
        let cells = by_greatest[c + 1];
        let total = Some(cells as u64);
        let mut table = FourthPiles {
            most,
            begin: [by_greatest, by_middle],
            fourth: vec![0; cells],
        };
        let mut pairs = Sets::new(b + 1, c + 1, sets);
        let mut diagonals = Sets::new(b + 1, c + 1, sets);
        let mut done = 0u64;
        // Every option comes before its position: no pile of it is larger, in this order of them.
        for z in 0..=c {
            for y in 0..=b.min(z) {
                for x in 0..=a.min(y) {
                    let [yz, xz, xy] = [pairs.row(y, z), pairs.row(x, z), pairs.row(x, y)];
                    let diagonal = diagonals.row(y - x, z - x);
                    // Sets on the diagonal hold f - x + a, so that they serve for every x.
                    let shift = a - x;
                    let value = (0..sets)
                        .find_map(|at| {
                            let word = |row: usize| pairs.words[row + at];
                            let used = word(yz)
                                | word(xz)
                                | word(xy)
                                | diagonals.shifted(diagonal, at, shift);
                            (used != u64::MAX).then(|| at * BITS + used.trailing_ones() as usize)
                        })
                        .unwrap_or(sets * BITS);
                    let place = table.place([x, y, z]);
                    table.fourth[place] = value as u32;
                    for row in [yz, xz, xy] {
                        pairs.insert(row, value);
                    }
                    diagonals.insert(diagonal, value + shift);
                    done += 1;
                    if done.is_multiple_of(POLL as u64) {
                        budget.report(Progress {
                            phase: "fourth piles",
                            size: None,
                            done,
                            total,
                        });
                        let check = budget.check(done);
                        check.map_err(|limit| Unfinished { limit, done, total })?;
                    }
                }
            }
        }
        Ok(table)
    }

    fn place(&self, [x, y, z]: [usize; 3]) -> usize {
        let [by_greatest, by_middle] = &self.begin;
        by_greatest[z] + by_middle[y] + x
    }

    /// The pile that makes a P-position with these three, in any order; `None` if they are too large
    /// for the table.
    pub(super) fn fourth(&self, three: [u128; 3]) -> Option<u128> {
        let mut three = three.map(|pile| usize::try_from(pile).unwrap_or(usize::MAX));
        three.put_in_order();
        let inside = three
            .iter()
            .zip(self.most)
            .all(|(&pile, most)| pile <= most);
        inside.then(|| self.fourth[self.place(three)].into())
    }

    /// Whether four piles, in any order, are a P-position; `None` if they are too large for the
    /// table.
    pub(super) fn is_p(&self, mut piles: [u128; 4]) -> Option<bool> {
        piles.put_in_order();
        let [a, b, c, d] = piles;
        Some(self.fourth([a, b, c])? == d)
    }

    /// Entries of the table.
    pub(super) fn positions(&self) -> u64 {
        self.fourth.len() as u64
    }
}

/// Sets of numbers, one for each pair of numbers.
struct Sets {
    columns: usize,
    /// Words of a set.
    length: usize,
    words: Vec<u64>,
}

impl Sets {
    fn new(rows: usize, columns: usize, length: usize) -> Sets {
        Sets {
            columns,
            length,
            words: vec![0; rows * columns * length],
        }
    }

    /// Where the set of a pair begins.
    fn row(&self, i: usize, j: usize) -> usize {
        (i * self.columns + j) * self.length
    }

    fn insert(&mut self, row: usize, number: usize) {
        self.words[row + number / BITS] |= 1 << (number % BITS);
    }

    /// A word of the set with `shift` taken from every number of it.
    fn shifted(&self, row: usize, at: usize, shift: usize) -> u64 {
        let (words, bits) = (at + shift / BITS, shift % BITS);
        let word = |at: usize| match at < self.length {
            true => self.words[row + at],
            false => 0,
        };
        match bits {
            0 => word(words),
            _ => word(words) >> bits | word(words + 1) << (BITS - bits),
        }
    }
}
