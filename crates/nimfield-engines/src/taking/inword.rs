//! Retrograde analysis inside a word: the 64 subsets of six cells.
//!
//! Bit `s` of a word stands for the subset `s`. The subsets are decided by size: those of size k that are not yet won
//! are lost, and make all subsets with a move to them won. A small automaton that walks over the six cells recognizes
//! the sets that these moves take: runs of any or limited length, and all subsets of a line. Other lists of moves are
//! processed one by one.

use super::lanes::Lanes;

/// The subsets of six cells by size, as bits.
pub(super) const BY_SIZE: [u64; 7] = {
    let mut table = [0; 7];
    let mut s = 0u64;
    while s < 64 {
        table[s.count_ones() as usize] |= 1 << s;
        s += 1;
    }
    table
};

/// The subsets that contain none of the cells of each set.
pub(super) const AVOIDING: [u64; 64] = {
    let mut table = [0; 64];
    let mut set = 0;
    while set < 64 {
        let mut s = 0;
        while s < 64 {
            if s & set == 0 {
                table[set] |= 1 << s;
            }
            s += 1;
        }
        set += 1;
    }
    table
};

/// The form of the moves inside a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Consecutive cells of a line, at most this many.
    Runs(u32),
    /// Any cells of one line.
    Subsets,
    /// Anything.
    List,
}

/// The moves inside a word, prepared for use.
#[derive(Clone, Debug)]
pub(super) struct InWord {
    pub(super) form: Form,
    /// For each cell, all ones if it continues the line of the previous cell, otherwise 0.
    joined: [u64; 6],
    /// The sets that may be taken, as bits.
    takes: u64,
    /// The subsets of five cells whose missing cell may be taken alone.
    last: u64,
    /// The sets that may be taken, the smaller ones first, and the numbers of these with at most 0, 1, 2, … cells.
    list: Vec<u8>,
    at_most: [usize; 7],
}

impl InWord {
    /// Returns the best order of the six cells for the moves that take one of `masks` (each from 1 to 63): `order[i]`
    /// is the current place of the cell that should be at `i`.
    pub(super) fn order(masks: &[u8]) -> [u8; 6] {
        // Cells that may be taken together become adjacent: paths for runs, cliques for subsets.
        let near = |a: u8| -> u8 {
            let pairs = masks
                .iter()
                .filter(|m| m.count_ones() == 2 && *m >> a & 1 == 1);
            pairs.fold(0, |near, m| near | m) & !(1 << a)
        };
        let mut order = [0; 6];
        let mut placed = 0u8;
        for place in 0..6 {
            let open: Vec<u8> = (0..6).filter(|c| placed >> c & 1 == 0).collect();
            let next = |c: &&u8| place > 0 && near(order[place - 1]) >> **c & 1 == 1;
            let least_joined = || {
                open.iter()
                    .min_by_key(|&&c| (near(c) & !placed).count_ones())
            };
            let cell = open.iter().find(next).or_else(least_joined);
            order[place] = *cell.expect("six places for six cells");
            placed |= 1 << order[place];
        }
        order
    }

    /// Creates the moves that take one of `masks`, each from 1 to 63.
    pub(super) fn new(masks: &[u8]) -> InWord {
        let takes = masks.iter().fold(0u64, |takes, m| takes | 1 << m);
        let mut list = masks.to_vec();
        list.sort_unstable_by_key(|m| (m.count_ones(), *m));
        list.dedup();
        let at_most =
            std::array::from_fn(|k| list.partition_point(|m| m.count_ones() as usize <= k));
        let last = (0..6).filter(|c| takes >> (1 << c) & 1 == 1);
        let last = last.fold(0, |last, c| last | 1 << (63 ^ (1 << c)));
        let mut joined = [0; 6];
        for (c, joined) in joined.iter_mut().enumerate().skip(1) {
            *joined = 0u64.wrapping_sub(takes >> (0b11 << (c - 1)) & 1);
        }
        let longest = list.last().map_or(0, |m| m.count_ones());
        let mut word = InWord {
            form: Form::List,
            joined,
            takes,
            last,
            list,
            at_most,
        };
        for form in [Form::Runs(longest.max(1)), Form::Subsets] {
            if word.taken_by(form) == takes {
                word.form = form;
                break;
            }
        }
        word
    }

    /// Returns the sets that a form would take, given which cells are joined.
    fn taken_by(&self, form: Form) -> u64 {
        let line_of = |c: usize| (1..=c).rev().find(|&i| self.joined[i] == 0).unwrap_or(0);
        let mut takes = 0;
        for m in 1..64u64 {
            let (first, end) = (m.trailing_zeros() as usize, 63 - m.leading_zeros() as usize);
            let in_line = line_of(first) == line_of(end);
            let run = m.count_ones() as usize == end - first + 1;
            if match form {
                Form::Runs(most) => in_line && run && m.count_ones() <= most,
                Form::Subsets => in_line,
                Form::List => false,
            } {
                takes |= 1 << m;
            }
        }
        takes
    }

    /// Estimates the cost of deciding a word, in instructions.
    pub(super) fn cost(&self) -> f64 {
        match self.form {
            Form::Runs(most @ 1..=5) => 25.0 + 56.0 * f64::from(most),
            Form::Runs(_) | Form::Subsets => 105.0,
            Form::List => {
                let rounds: usize = (1..=4).map(|k| self.at_most[6 - k]).sum();
                25.0 + 8.0 * rounds as f64
            }
        }
    }
}

/// Marks the subsets that have a move to a lost subset as won.
pub(super) trait Mover {
    /// Returns `won` with the subsets that have a move to one of `lost`, all of `size` cells.
    fn before<V: Lanes>(moves: &InWord, size: usize, lost: V, won: V) -> V;
}

/// Runs of at most K cells; six means any number.
pub(super) struct Runs<const K: usize>;
/// Any cells of one line.
pub(super) struct Subsets;
/// Any list of moves, one by one.
pub(super) struct List;

impl<const K: usize> Mover for Runs<K> {
    #[inline(always)]
    fn before<V: Lanes>(moves: &InWord, _: usize, lost: V, mut won: V) -> V {
        // SAFETY: a `V` exists only where the processor has its instructions.
        unsafe {
            if K >= 6 {
                // The subsets reached by a run that ends at the current cell.
                let mut ends = V::splat(0);
                let mut cell = 0;
                while cell < 6 {
                    let avoiding = V::splat(AVOIDING[1 << cell]);
                    let longer = ends.and(V::splat(moves.joined[cell]).and(avoiding));
                    ends = lost.and(avoiding).or(longer).up(1 << cell);
                    won = won.or(ends);
                    cell += 1;
                }
                return won;
            }
            // The same for each length of the run.
            let mut ends = [V::splat(0); K];
            let mut cell = 0;
            while cell < 6 {
                let avoiding = V::splat(AVOIDING[1 << cell]);
                let joined = V::splat(moves.joined[cell]).and(avoiding);
                let mut length = K - 1;
                while length > 0 {
                    ends[length] = ends[length - 1].and(joined).up(1 << cell);
                    won = won.or(ends[length]);
                    length -= 1;
                }
                ends[0] = lost.and(avoiding).up(1 << cell);
                won = won.or(ends[0]);
                cell += 1;
            }
            won
        }
    }
}

impl Mover for Subsets {
    #[inline(always)]
    fn before<V: Lanes>(moves: &InWord, _: usize, lost: V, mut won: V) -> V {
        // SAFETY: a `V` exists only where the processor has its instructions.
        unsafe {
            // The lost subsets and those reached within the line so far.
            let mut reached = V::splat(0);
            let mut cell = 0;
            while cell < 6 {
                let start = reached.and(V::splat(moves.joined[cell])).or(lost);
                let more = start.and(V::splat(AVOIDING[1 << cell])).up(1 << cell);
                reached = start.or(more);
                won = won.or(more);
                cell += 1;
            }
            won
        }
    }
}

impl Mover for List {
    #[inline(always)]
    fn before<V: Lanes>(moves: &InWord, size: usize, lost: V, mut won: V) -> V {
        for &mask in &moves.list[..moves.at_most[6 - size]] {
            // SAFETY: a `V` exists only where the processor has its instructions.
            let avoiding = unsafe { V::splat(AVOIDING[mask as usize]) };
            won = won.or(lost.and(avoiding).up(u32::from(mask)));
        }
        won
    }
}

/// Returns the lost subsets, where `won` holds those with a move to a lost position outside of the word.
#[inline(always)]
pub(super) fn settle<V: Lanes, M: Mover>(moves: &InWord, mut won: V) -> V {
    // SAFETY: a `V` exists only where the processor has its instructions.
    unsafe {
        // The only subset of size 0 makes exactly the sets that may be taken won.
        let zero = V::splat(0);
        let empty = V::splat(1).without(won);
        won = won.or(zero.minus(empty).and(V::splat(moves.takes)));
        let mut size = 1;
        while size < 5 {
            let lost = V::splat(BY_SIZE[size]).without(won);
            won = M::before(moves, size, lost, won);
            size += 1;
        }
        // Only the full set has moves to size 5, by a single cell: x | -x has the top bit unless x is 0.
        let lost = V::splat(moves.last).without(won);
        won = won.or(zero.minus(lost).or(lost).and(V::splat(1 << 63)));
        V::splat(u64::MAX).without(won)
    }
}
