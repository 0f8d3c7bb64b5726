//! The outcomes of all sums of two positions, as a matrix of bits.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::misere::{Form, Forms};
use crate::parallel;
use nimfield_core::budget::{Budget, Meter, Unfinished};

/// Which sums of a left and a right form are P-positions in misère play.
///
/// **Method**: rows are left forms, columns right ones. A move in the left form leads to the same column of another
/// row, so the columns won that way are the union of the rows of its options. A move in the right form stays in the
/// row; 64 rows whose forms do not reach each other (equal birthdays) are transposed into one word per column and
/// resolved together, from the smallest column up. Each pair takes two passes over its options, 64 pairs at a time.
pub struct PairMatrix {
    left: Vec<Form>,
    right: Vec<Form>,
    words: usize,
    bits: Vec<u64>,
}

/// Rows that are resolved together.
const LANES: usize = 64;

/// The place of a form that is not in the list.
pub(super) const NOWHERE: u32 = u32::MAX;

/// Returns the place of each form in a list.
pub(super) fn places(forms: &Forms, list: &[Form]) -> Vec<u32> {
    let mut places = vec![NOWHERE; forms.count()];
    for (place, form) in (0..).zip(list) {
        places[form.index()] = place;
    }
    places
}

/// Options by place in a list of forms.
pub(super) struct Options {
    places: Vec<u32>,
    starts: Vec<usize>,
}

impl Options {
    /// Collects the options of all forms in `list`.
    ///
    /// # Panics
    /// If the options of a form are not among `list`.
    pub(super) fn new(forms: &Forms, list: &[Form]) -> Options {
        let place = places(forms, list);
        let mut options = Options {
            places: Vec::new(),
            starts: vec![0],
        };
        for &form in list {
            for option in forms.options(form) {
                let place = place[option.index()];
                assert_ne!(place, NOWHERE, "the options of each form are in the list");
                options.places.push(place);
            }
            options.starts.push(options.places.len());
        }
        options
    }

    pub(super) fn of(&self, place: usize) -> &[u32] {
        &self.places[self.starts[place]..self.starts[place + 1]]
    }
}

impl PairMatrix {
    /// Returns the number of bytes that [`new`](PairMatrix::new) takes for these numbers of left and right forms,
    /// with the blocks of this number of threads.
    #[must_use]
    pub fn needed(left: usize, right: usize, threads: usize) -> u64 {
        (left + 2 * LANES * threads) as u64 * right.div_ceil(64) as u64 * 8
    }

    /// Computes the outcomes of all sums of one of `left` and one of `right`.
    ///
    /// # Arguments
    /// Both lists must be ordered by birthday and contain the options of their forms, as
    /// [`BoardForms::classes`](crate::misere::BoardForms::classes) does.
    ///
    /// # Complexity
    /// Two passes over the options of a pair, 64 pairs at a time, in the budget's threads; one bit per pair.
    ///
    /// # Source
    /// The definition; the arrangement is original.
    ///
    /// # Errors
    /// If the budget runs out; bytes are claimed before they are taken, and do not include those of `forms`.
    ///
    /// # Panics
    /// If a list lacks an option or is not ordered.
    pub fn new(
        forms: &Forms,
        left: &[Form],
        right: &[Form],
        budget: &Budget,
    ) -> Result<PairMatrix, Unfinished> {
        let words = right.len().div_ceil(64);
        let total = left.len() as u64 * right.len() as u64;
        let mut meter = Meter::new(budget, "misère sums of two").of(total);
        let threads = budget.thread_count();
        let needed = PairMatrix::needed(left.len(), right.len(), threads);
        meter.hold(needed)?;
        let (left_options, right_options) = (Options::new(forms, left), Options::new(forms, right));
        let mut bits = vec![0u64; left.len() * words];
        let done = AtomicU64::new(0);
        let stop = AtomicBool::new(false);
        let pool = parallel::pool(threads);
        let mut start = 0;
        while start < left.len() {
            let birthday = forms.birthday(left[start]);
            let same = |&&form: &&Form| forms.birthday(form) == birthday;
            let level = left[start..].iter().take_while(same).count();
            let (known, rest) = bits.split_at_mut(start * words);
            let known = &*known;
            let blocks: Vec<(usize, &mut [u64])> = rest[..level * words]
                .chunks_mut(LANES * words)
                .enumerate()
                .map(|(i, block)| (start + LANES * i, block))
                .collect();
            let share = blocks.len().div_ceil(threads).max(1);
            let mut shares: Vec<Vec<(usize, &mut [u64])>> = Vec::new();
            let mut blocks = blocks.into_iter();
            loop {
                let next: Vec<_> = blocks.by_ref().take(share).collect();
                match next.is_empty() {
                    true => break,
                    false => shares.push(next),
                }
            }
            let work = |share: Vec<(usize, &mut [u64])>| {
                let mut columns = vec![0u64; words * 64];
                for (first, rows) in share {
                    if stop.load(Ordering::Relaxed) {
                        return Ok(());
                    }
                    for (row, own) in (first..).zip(rows.chunks_mut(words)) {
                        for &option in left_options.of(row) {
                            let from = option as usize * words;
                            union(own, &known[from..from + words]);
                        }
                    }
                    let terminal = first == 0 && forms.options(left[0]).is_empty();
                    resolve(rows, words, &mut columns, &right_options, terminal);
                    let pairs = (rows.len() / words) as u64 * right.len() as u64;
                    let done = done.fetch_add(pairs, Ordering::Relaxed) + pairs;
                    if let Err(unfinished) = meter.at(done).poll() {
                        stop.store(true, Ordering::Relaxed);
                        return Err(unfinished.limit);
                    }
                }
                Ok(())
            };
            let result = parallel::map(pool.as_ref(), shares, work);
            result.map_err(|limit| meter.at(done.load(Ordering::Relaxed)).stopped(limit))?;
            start += level;
        }
        Ok(PairMatrix {
            left: left.to_vec(),
            right: right.to_vec(),
            words,
            bits,
        })
    }

    /// Returns the forms of the rows.
    #[must_use]
    pub fn left(&self) -> &[Form] {
        &self.left
    }

    /// Returns the forms of the columns.
    #[must_use]
    pub fn right(&self) -> &[Form] {
        &self.right
    }

    /// Returns whether the sum of the left form and the right form at these places is a P-position.
    ///
    /// # Panics
    /// If a place is not below the length of its list.
    #[must_use]
    pub fn is_p(&self, left: usize, right: usize) -> bool {
        assert!(right < self.right.len());
        self.bits[left * self.words + right / 64] >> (right % 64) & 1 != 0
    }

    /// Returns the number of pairs that are P-positions.
    #[must_use]
    pub fn p_count(&self) -> u64 {
        let ones = self.bits.iter().map(|word| u64::from(word.count_ones()));
        ones.sum()
    }

    /// Returns the number of bytes held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        ((self.bits.len() + self.left.len() + self.right.len()) * 8) as u64
    }
}

/// Adds the ones of `other` to `row`.
fn union(row: &mut [u64], other: &[u64]) {
    for (word, more) in row.iter_mut().zip(other) {
        *word |= more;
    }
}

/// Turns the columns won by a move in the left form into the columns lost, for up to [`LANES`] rows.
fn resolve(rows: &mut [u64], words: usize, columns: &mut [u64], right: &Options, terminal: bool) {
    let count = rows.len() / words;
    let lanes = u64::MAX >> (LANES - count);
    let last = right.starts.len() - 1;
    for block in 0..words {
        let mut square = [0u64; 64];
        for (i, word) in square.iter_mut().take(count).enumerate() {
            *word = rows[i * words + block];
        }
        transpose(&mut square);
        for (i, &won) in square.iter().enumerate() {
            let column = 64 * block + i;
            if column >= last {
                columns[column] = 0;
                continue;
            }
            let won = right
                .of(column)
                .iter()
                .fold(won, |won, &option| won | columns[option as usize]);
            columns[column] = !won & lanes;
            if terminal && right.of(column).is_empty() {
                // Nothing is left on either side, so the player to move has won.
                columns[column] &= !1;
            }
        }
        square.copy_from_slice(&columns[64 * block..64 * block + 64]);
        transpose(&mut square);
        for (i, &word) in square.iter().take(count).enumerate() {
            rows[i * words + block] = word;
        }
    }
}

/// Exchanges bit j of word i with bit i of word j.
fn transpose(square: &mut [u64; 64]) {
    let mut width = 32;
    let mut mask = u64::MAX >> 32;
    while width != 0 {
        let mut i = 0;
        while i < 64 {
            let swap = (square[i] >> width ^ square[i + width]) & mask;
            square[i + width] ^= swap;
            square[i] ^= swap << width;
            i = (i + width + 1) & !width;
        }
        width /= 2;
        mask ^= mask << width;
    }
}
