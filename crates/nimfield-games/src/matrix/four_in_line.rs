//! Four piles in one line: the P-positions of 1x4, from the three least piles.

use nimfield_core::budget::{Budget, Limit, Meter, Unfinished};

/// For all triples of piles up to three given ones, the fourth pile that makes a P-position.
///
/// Of the positions (a, b, c, d) with d = 0, 1, 2, … exactly one is a P-position, that with d equal to
///
/// f(a,b,c) = mex { f(a',b,c), f(a,b',c), f(a,b,c'), f(a-k,b-k,c-k)+k },
///
/// where a' < a, b' < b, c' < c and 1 <= k <= min(a,b,c). Indeed d is among these numbers exactly if (a, b, c, d) has
/// an option that is a P-position and does not come from lowering d alone. So any d below the mex gives an N-position,
/// the mex itself has no option that is a P-position, and from a greater d a move lowers it to the mex.
///
/// Positions with three large piles are never visited: the box is that of the three smallest piles. Only the values for
/// one position and its options are stored; the rest is sets of values seen so far, indexed by two piles or by the two
/// differences.
pub(super) struct FourthPiles {
    /// The fourth pile for the three smallest piles.
    fourth: u32,
    /// The candidates for P-positions among the position and its options, each sorted by size.
    lost: Vec<[u32; 4]>,
    positions: u64,
}

/// Bits of a word of a set.
const BITS: usize = u64::BITS as usize;

/// The number of triples between two checks of the budget.
const POLL: u64 = 1 << 10;

/// The size of the work.
struct Size {
    /// The words of a set; no value exceeds the number of options.
    words: u64,
    /// The number of sets by two piles, the first at most the second.
    pairs: u64,
    /// The number of sets by two differences of piles.
    diagonals: u64,
    /// The number of temporary sets of pairs with the greatest pile.
    upper: u64,
    /// The number of sorted triples.
    triples: u64,
}

impl Size {
    fn new([a, b, c]: [u64; 3]) -> Size {
        let pairs = |y: u64| y.min(a) + 1;
        let below: Vec<u64> = (0..=b)
            .scan(0, |sum, y| {
                *sum += pairs(y);
                Some(*sum)
            })
            .collect();
        let of_pairs = below[b as usize];
        Size {
            words: (2 * a + b + c + 1).div_ceil(BITS as u64),
            pairs: of_pairs,
            diagonals: (0..=c).map(|e| b.min(c - e) + 1).sum(),
            upper: b + 1,
            triples: below.iter().sum::<u64>() + (c - b) * of_pairs,
        }
    }

    fn bytes(&self) -> u64 {
        let sets = self.pairs + self.diagonals + self.upper;
        // A set by two piles also stores its number of full words.
        sets.saturating_mul(8 * self.words) + 2 * (self.pairs + self.upper)
    }
}

impl FourthPiles {
    /// Computes the data for a position of four sorted piles.
    ///
    /// # Complexity
    /// For piles a <= b <= c, at most a·b·c steps, a sixth of that if they are similar, each over a few words;
    /// (2a+b+c)/8 bytes for each of fewer than a·b + b·c sets.
    ///
    /// # Errors
    /// If the budget runs out; memory is checked before any is taken.
    pub(super) fn new(piles: [u32; 4], budget: &Budget) -> Result<FourthPiles, Unfinished> {
        /// The largest piles; larger ones need more memory than exists, and their triples are not counted.
        const LARGEST: u32 = (1 << 20) - 1;
        let [a, b, c, _] = piles;
        let too_large = |needed, total: u64| {
            let allowed = budget.most_bytes();
            Limit::Bytes { allowed, needed }.after_of(0, total)
        };
        if c > LARGEST {
            let steps = u64::from(a)
                .saturating_mul(b.into())
                .saturating_mul(c.into());
            let bytes = u64::from(b)
                .saturating_mul(c.into())
                .saturating_mul(c.into())
                / 8;
            return Err(too_large(bytes, steps));
        }
        let size = Size::new([a, b, c].map(u64::from));
        let mut meter = Meter::new(budget, "fourth piles").of(size.triples);
        let bytes = size.bytes();
        meter.hold(bytes)?;
        meter.check()?;
        let mut sets = Sets::new(&size).ok_or_else(|| too_large(bytes, size.triples))?;
        sets.fill(piles.map(|pile| pile as usize), |done| {
            meter.at(done).poll()
        })
    }

    /// Returns the fourth pile that makes a P-position with the three smallest.
    pub(super) fn fourth(&self) -> u128 {
        self.fourth.into()
    }

    /// Returns whether these piles, the position or one of its options in any order, are a P-position.
    pub(super) fn is_p(&self, mut piles: [u128; 4]) -> bool {
        piles.sort_unstable();
        self.lost.iter().any(|lost| lost.map(u128::from) == piles)
    }

    /// Returns the number of triples examined.
    pub(super) fn positions(&self) -> u64 {
        self.positions
    }
}

/// The values seen so far.
struct Sets {
    /// Sets by two piles that are not the greatest.
    pairs: Rows,
    /// Sets by a pile and the greatest one, which is that of the current round.
    upper: Rows,
    /// Sets by differences of piles: f - x for the piles x, y, z.
    diagonals: Rows,
}

/// Rows of sets of numbers.
struct Rows {
    length: usize,
    words: Vec<u64>,
    /// For each row, the number of full words at its beginning.
    full: Vec<u16>,
}

impl Rows {
    /// Allocates the rows; `None` if the system refuses the memory.
    fn new(rows: u64, length: u64, counted: bool) -> Option<Rows> {
        let words = usize::try_from(rows.checked_mul(length)?).ok()?;
        Some(Rows {
            length: length as usize,
            // Allocation is the only possible failure.
            words: nimfield_engines::memory::zeroed(words).ok()?,
            full: vec![0; if counted { rows as usize } else { 0 }],
        })
    }

    fn word(&self, row: usize, at: usize) -> u64 {
        self.words[row * self.length + at]
    }

    fn insert(&mut self, row: usize, number: usize) {
        self.words[row * self.length + number / BITS] |= 1 << (number % BITS);
    }

    /// Inserts a number, and counts the full words.
    fn insert_counted(&mut self, row: usize, number: usize) {
        self.insert(row, number);
        let mut full = usize::from(self.full[row]);
        while full < self.length && self.word(row, full) == u64::MAX {
            full += 1;
        }
        self.full[row] = full as u16;
    }

    fn has(&self, row: usize, number: usize) -> bool {
        self.word(row, number / BITS) >> (number % BITS) & 1 == 1
    }
}

impl Sets {
    fn new(size: &Size) -> Option<Sets> {
        Some(Sets {
            pairs: Rows::new(size.pairs, size.words, true)?,
            upper: Rows::new(size.upper, size.words, true)?,
            diagonals: Rows::new(size.diagonals, size.words, false)?,
        })
    }

    /// Finds all values, triple by triple, each after all its options.
    fn fill(
        &mut self,
        [a, b, c, d]: [usize; 4],
        mut poll: impl FnMut(u64) -> Result<(), Unfinished>,
    ) -> Result<FourthPiles, Unfinished> {
        let begins = |of: &dyn Fn(usize) -> usize, count: usize| -> Vec<usize> {
            let sums = (0..count).scan(0, |sum, at| {
                let before = *sum;
                *sum += of(at);
                Some(before)
            });
            sums.collect()
        };
        let pairs_from = begins(&|y| a.min(y) + 1, b + 1);
        let diagonals_from = begins(&|e| b.min(c - e) + 1, c + 1);
        let mut found = FourthPiles {
            fourth: 0,
            lost: Vec::new(),
            positions: 0,
        };
        for z in 0..=c {
            self.upper.words.fill(0);
            self.upper.full.fill(0);
            for y in 0..=b.min(z) {
                for x in 0..=a.min(y) {
                    // If y = z, the pair of x and y includes the greatest pile.
                    let pair = (y < z).then(|| pairs_from[y] + x);
                    let diagonal = diagonals_from[z - y] + (y - x);
                    // Sets on the diagonal hold f - x + a, so that they work for every x.
                    let value = self.least(x, y, pair, |sets, value| {
                        sets.diagonals.has(diagonal, value + a - x)
                    });
                    self.diagonals.insert(diagonal, value + a - x);
                    self.upper.insert_counted(x, value);
                    if x < y {
                        self.upper.insert_counted(y, value);
                    }
                    if let Some(pair) = pair {
                        self.pairs.insert_counted(pair, value);
                    }
                    if value == d && one_pile_apart([x, y, z], [a, b, c])
                        || (c - z == b - y && c - z == a - x && d.checked_sub(c - z) == Some(value))
                    {
                        let mut piles = [x, y, z, value].map(|pile| pile as u32);
                        piles.sort_unstable();
                        found.lost.push(piles);
                    }
                    if [x, y, z] == [a, b, c] {
                        found.fourth = value as u32;
                    }
                    found.positions += 1;
                    if found.positions.is_multiple_of(POLL) {
                        poll(found.positions)?;
                    }
                }
            }
            if z <= b {
                self.lower(a.min(z), pairs_from[z]);
            }
        }
        let [a, b, c] = [a, b, c].map(|pile| pile as u32);
        let mut own = [a, b, c, found.fourth];
        own.sort_unstable();
        found.lost.push(own);
        Ok(found)
    }

    /// Returns the least number that is in none of the sets, of pairs or the diagonal.
    fn least(
        &self,
        x: usize,
        y: usize,
        pair: Option<usize>,
        on_diagonal: impl Fn(&Sets, usize) -> bool,
    ) -> usize {
        let full = |rows: &Rows, row: usize| usize::from(rows.full[row]);
        let of_pair = pair.map_or(0, |pair| full(&self.pairs, pair));
        let mut at = full(&self.upper, x).max(full(&self.upper, y)).max(of_pair);
        loop {
            let of_pair = pair.map_or(0, |pair| self.pairs.word(pair, at));
            let mut used = of_pair | self.upper.word(x, at) | self.upper.word(y, at);
            while used != u64::MAX {
                let bit = used.trailing_ones() as usize;
                let value = at * BITS + bit;
                if !on_diagonal(self, value) {
                    return value;
                }
                used |= 1 << bit;
            }
            at += 1;
        }
    }

    /// Moves the pairs with the greatest pile of this round, up to the pile `last`, to those of smaller piles.
    fn lower(&mut self, last: usize, place: usize) {
        let length = self.upper.length;
        let words = (last + 1) * length;
        let to = place * length;
        self.pairs.words[to..to + words].copy_from_slice(&self.upper.words[..words]);
        let to = &mut self.pairs.full[place..=place + last];
        to.copy_from_slice(&self.upper.full[..=last]);
    }
}

/// Returns whether lowering one pile turns `of` into `three`, both sorted.
fn one_pile_apart(three: [usize; 3], of: [usize; 3]) -> bool {
    (0..3).any(|lowered| {
        (0..3).any(|from| {
            let rest = |piles: [usize; 3], but: usize| {
                let mut rest = piles.to_vec();
                rest.remove(but);
                rest
            };
            three[lowered] <= of[from] && rest(three, lowered) == rest(of, from)
        })
    })
}
