//! Four piles in one line: the P-positions of 1x4, from the three least piles.

use nimfield_core::budget::{Budget, Limit, Meter, Unfinished};

/// For every three piles not larger than three given ones there is one fourth pile that makes a P-position.
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
/// The positions with three large piles are never looked at: the box is that of the three least. Of all values only
/// those are kept that a position needs and its options; the rest is sets of the values met so far, by two piles or
/// by the two differences.
pub(super) struct FourthPiles {
    /// The fourth pile beside the three least.
    fourth: u32,
    /// The P-positions that the position or an option of it may be, each in order of size.
    lost: Vec<[u32; 4]>,
    positions: u64,
}

/// Bits of a word of a set.
const BITS: usize = u64::BITS as usize;

/// Triples between two looks at the budget.
const POLL: u64 = 1 << 10;

/// How large the work is.
struct Size {
    /// Words of a set: no value is larger than the number of options.
    words: u64,
    /// Sets by two piles, of which the first is at most the second.
    pairs: u64,
    /// Sets by two differences of piles.
    diagonals: u64,
    /// Sets of pairs with the greatest pile, which come and go.
    upper: u64,
    /// Triples in order of size.
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
        // A set by two piles has the number of its full words as well.
        sets.saturating_mul(8 * self.words) + 2 * (self.pairs + self.upper)
    }
}

impl FourthPiles {
    /// Computes what a position of four piles in order needs.
    ///
    /// # Complexity
    /// With piles a <= b <= c at most a·b·c steps, a sixth of that where they are alike, each over a few words;
    /// (2a+b+c)/8 bytes for each of less than a·b + b·c sets.
    ///
    /// # Errors
    /// If the budget runs out; memory is asked for before any is taken.
    pub(super) fn new(piles: [u32; 4], budget: &Budget) -> Result<FourthPiles, Unfinished> {
        /// So large piles need more memory than there is, and their triples are not counted.
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

    /// Returns the fourth pile that makes a P-position with the three least.
    pub(super) fn fourth(&self) -> u128 {
        self.fourth.into()
    }

    /// Returns whether the position or one of its options, its piles in any order, is a P-position.
    pub(super) fn is_p(&self, mut piles: [u128; 4]) -> bool {
        piles.sort_unstable();
        self.lost.iter().any(|lost| lost.map(u128::from) == piles)
    }

    /// Returns the triples that were looked at.
    pub(super) fn positions(&self) -> u64 {
        self.positions
    }
}

/// The values met so far.
struct Sets {
    /// By two piles that are not the greatest.
    pairs: Rows,
    /// By a pile and the greatest one, which is that of the present round.
    upper: Rows,
    /// By differences of piles: f - x for the piles x, y, z.
    diagonals: Rows,
}

/// Sets of numbers in rows.
struct Rows {
    length: usize,
    words: Vec<u64>,
    /// For each row: how many words at its beginning are full.
    full: Vec<u16>,
}

impl Rows {
    /// Allocates the rows; `None` if the system refuses the memory.
    fn new(rows: u64, length: u64, counted: bool) -> Option<Rows> {
        let words = usize::try_from(rows.checked_mul(length)?).ok()?;
        Some(Rows {
            length: length as usize,
            // The only failure there is.
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

    /// Finds all values, triple by triple: every option of one comes before it.
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
                    // With y = z the pair of x and y is one with the greatest pile.
                    let pair = (y < z).then(|| pairs_from[y] + x);
                    let diagonal = diagonals_from[z - y] + (y - x);
                    // Sets on the diagonal hold f - x + a, so that they serve for every x.
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

    /// Returns the least number that neither pairs have nor the diagonal.
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

    /// Counts the pairs with the greatest pile of this round, up to the pile `last`, as ones of lesser piles from now
    /// on.
    fn lower(&mut self, last: usize, place: usize) {
        let length = self.upper.length;
        let words = (last + 1) * length;
        let to = place * length;
        self.pairs.words[to..to + words].copy_from_slice(&self.upper.words[..words]);
        let to = &mut self.pairs.full[place..=place + last];
        to.copy_from_slice(&self.upper.full[..=last]);
    }
}

/// Returns whether three piles in order become others, in order, if one of them is lowered.
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
