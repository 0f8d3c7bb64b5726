//! What is known of partitions that begin alike, and what a block of them comes to in each pass.

use std::collections::HashSet;

use super::super::level::{CensusLevel, Light};
use super::super::stop::Stop;
use super::beginning::{BLOCK, Beginning};
use crate::partitions::order::{Order, conjugate};

/// The bytes of the tables: some 20 entries for each of the first partitions of each number.
pub(super) fn tables(up_to: u32) -> u64 {
    u64::from(up_to) * u64::from(BLOCK) * 160
}

/// For each part that may be left out the closures of the partitions of what is left.
pub(super) type Lower<'a> = [&'a [u64]; Order::MOST as usize + 1];

/// What is the same for all blocks, and the values past the masks.
pub(super) struct Tables {
    pub(super) order: Order,
    /// The mask of all values that masks hold.
    full: u64,
    /// The ends of blocks, by their size.
    ends: Vec<Ends>,
    /// Size and rank of the light partitions whose bound is past the masks.
    long: HashSet<(u32, u32)>,
}

/// The first partitions of a number, as ends of others.
struct Ends {
    /// For each end the parts that may be left out, and the rank of the rest.
    rests: Lists<(u8, u32)>,
    /// For each end and each of its columns the height, and the squares from this column on.
    columns: Lists<(u8, u8)>,
}

/// Lists one after the other.
struct Lists<T> {
    ends: Vec<u32>,
    items: Vec<T>,
}

impl<T> Lists<T> {
    fn new() -> Lists<T> {
        Lists {
            ends: vec![0],
            items: Vec::new(),
        }
    }

    fn push(&mut self, list: impl IntoIterator<Item = T>) {
        self.items.extend(list);
        self.ends.push(self.items.len() as u32);
    }

    #[inline(always)]
    fn get(&self, index: usize) -> &[T] {
        &self.items[self.ends[index] as usize..self.ends[index + 1] as usize]
    }
}

impl Ends {
    fn new(order: &Order, m: u32) -> Ends {
        let (mut rests, mut columns) = (Lists::new(), Lists::new());
        for rank in 0..order.count(m).min(BLOCK) {
            let parts = order.parts(m, rank);
            let last_of_run = |&i: &usize| i + 1 == parts.len() || parts[i + 1] < parts[i];
            rests.push((0..parts.len()).filter(last_of_run).map(|i| {
                let mut rest = parts.clone();
                let part = rest.remove(i);
                (part, order.rank(&rest))
            }));
            let mut from_here = m as u8;
            columns.push(conjugate(&parts).into_iter().map(|height| {
                let column = (height, from_here);
                from_here -= height;
                column
            }));
        }
        Ends { rests, columns }
    }
}

/// A partition that a pass looks at.
pub(super) struct Place {
    pub(super) rank: u32,
    /// The number of columns plus the number of rows.
    pub(super) lines: u32,
}

impl Place {
    /// The largest value that it could have.
    pub(super) fn bound(&self) -> u32 {
        self.lines.saturating_sub(1)
    }
}

impl Tables {
    /// For masks of `width` values, 1 to 64.
    pub(super) fn new(order: Order, width: u32) -> Tables {
        Tables {
            full: u64::MAX >> (64 - width),
            ends: (0..=order.up_to()).map(|m| Ends::new(&order, m)).collect(),
            order,
            long: HashSet::new(),
        }
    }

    /// Computes what row moves reach from the partitions of a block.
    pub(super) fn rows_of_block(
        &self,
        n: u32,
        block: &Beginning,
        without: &Lower<'_>,
        out: &mut [u64],
    ) {
        let order = &self.order;
        let parts = &block.parts;
        // The rank of a partition without d squares in its end, but for the rank of that end.
        let mut ranks = [0; Order::MOST as usize + 1];
        let most = block.cap.min(block.left);
        let mut size = n;
        for &part in parts {
            for d in 1..=most {
                ranks[d as usize] += order.at_most(u32::from(part) - 1, size - d);
            }
            size -= u32::from(part);
        }
        // Without one of the common parts.
        let mut behind = 0;
        let mut size = block.left;
        for (i, &part) in parts.iter().enumerate().rev() {
            let part = u32::from(part);
            size += part;
            if parts.get(i + 1) != Some(&parts[i]) {
                let mut rank = behind;
                let mut before = n - part;
                for &other in &parts[..i] {
                    rank += order.at_most(u32::from(other) - 1, before);
                    before -= u32::from(other);
                }
                let from = &without[part as usize][rank as usize..][..out.len()];
                for (out, from) in out.iter_mut().zip(from) {
                    *out |= from;
                }
            }
            behind += order.at_most(part - 1, size);
        }
        // Without a part of the end.
        let mut rests: [&[u64]; Order::MOST as usize + 1] = [&[]; Order::MOST as usize + 1];
        for d in 1..=most {
            rests[d as usize] = &without[d as usize][ranks[d as usize] as usize..];
        }
        let ends = &self.ends[block.left as usize];
        for (i, out) in out.iter_mut().enumerate() {
            for &(part, rank) in ends.rests.get(i) {
                *out |= rests[part as usize][rank as usize];
            }
        }
    }

    /// The columns plus rows of the partitions of a block, one after the other.
    pub(super) fn places(&self, block: &Beginning) -> impl Iterator<Item = Place> {
        let ends = &self.ends[block.left as usize];
        let first = block.parts.first().copied();
        let rows = block.parts.len() as u32;
        (0..block.count(&self.order)).map(move |i| {
            let columns = ends.columns.get(i as usize);
            let end_rows = columns.first().map_or(0, |column| u32::from(column.0));
            let columns = first.map_or(columns.len() as u32, u32::from);
            Place {
                rank: block.rank + i,
                lines: columns + rows + end_rows,
            }
        })
    }

    /// The bit of a value, if masks hold it.
    pub(super) fn bit(&self, value: u32) -> u64 {
        1u64.checked_shl(value).unwrap_or(0) & self.full
    }

    /// Adds known values to what row moves reach.
    pub(super) fn add_known(&self, block: &Beginning, known: &CensusLevel, out: &mut [u64]) {
        let start = known
            .light
            .partition_point(|light| light.place() < u64::from(block.rank));
        let mut light = known.light[start..].iter().peekable();
        for (place, out) in self.places(block).zip(out) {
            let value = match light.next_if(|light| light.place() == u64::from(place.rank)) {
                Some(light) => u32::from(light.value()),
                None => place.bound(),
            };
            *out |= self.bit(value);
        }
    }

    /// Calls `each` with the ranks of the conjugates of the partitions of a block, in the order of the
    /// partitions.
    pub(super) fn conjugates(&self, block: &Beginning, mut each: impl FnMut(u32)) {
        let order = &self.order;
        let rows = block.parts.len() as u32;
        let columns = block.parts.first().copied().unwrap_or(0).into();
        // For each column the squares of the beginning from it on, and what the columns behind it
        // add to the rank if the end does not reach them.
        let mut squares = [0u32; Order::MOST as usize + 2];
        let mut behind = [0u32; Order::MOST as usize + 2];
        let mut height = 0;
        for column in (0..columns).rev() {
            while height < rows && u32::from(block.parts[height as usize]) > column {
                height += 1;
            }
            let i = column as usize;
            squares[i] = squares[i + 1] + height;
            behind[i] = behind[i + 1] + order.at_most(height - 1, squares[i]);
        }
        let ends = &self.ends[block.left as usize];
        for i in 0..block.count(order) {
            let end = ends.columns.get(i as usize);
            let terms = end
                .iter()
                .zip(&squares)
                .map(|(&(height, from_here), squares)| {
                    order.at_most(rows + u32::from(height) - 1, squares + u32::from(from_here))
                });
            each(terms.sum::<u32>() + behind[end.len()]);
        }
    }

    /// The value of a partition whose options have these values among those that masks hold; `None` if it
    /// cannot be told.
    pub(super) fn value(&self, n: u32, place: &Place, reached: u64) -> Option<u32> {
        let bound = place.bound();
        match reached == self.full {
            // All that masks hold is reached: the value is not below.
            true => self
                .reaches_all_beyond(n, place.rank, bound)
                .then_some(bound),
            false => Some(reached.trailing_ones()),
        }
    }

    /// Whether some option has each value past the masks and below `bound`.
    fn reaches_all_beyond(&self, n: u32, rank: u32, bound: u32) -> bool {
        let width = self.full.count_ones();
        if bound <= width {
            return true;
        }
        let rows = self.order.parts(n, rank);
        let columns = conjugate(&rows);
        let sides = [(&rows, columns.len()), (&columns, rows.len())];
        (width..bound).all(|value| {
            // So many lines of one kind, the longest among them, with all lines of the other kind.
            sides.iter().any(|(lines, across)| {
                let kept = (value + 1).checked_sub(*across as u32);
                kept.is_some_and(|kept| {
                    0 < kept && (kept as usize) < lines.len() && {
                        let kept = &lines[..kept as usize];
                        let size = kept.iter().map(|&line| u32::from(line)).sum();
                        !self.long.contains(&(size, self.order.rank(kept)))
                    }
                })
            })
        })
    }

    /// Remembers the light partitions whose bound is past the masks.
    pub(super) fn note_long(&mut self, n: u32, level: &CensusLevel) {
        for light in &level.light {
            let rank = light.place() as u32;
            let parts = self.order.parts(n, rank);
            if usize::from(parts[0]) + parts.len() > self.full.count_ones() as usize {
                self.long.insert((n, rank));
                self.long.insert((n, self.order.rank(&conjugate(&parts))));
            }
        }
    }
}

/// The values of some partitions of a level.
pub(super) struct Counts {
    pub(super) values: [u64; Order::MOST as usize + 1],
    pub(super) heavy: u64,
    pub(super) light: Vec<Light>,
    /// A value is past what the masks can decide.
    pub(super) undecided: bool,
}

impl Default for Counts {
    fn default() -> Counts {
        Counts {
            values: [0; Order::MOST as usize + 1],
            heavy: 0,
            light: Vec::new(),
            undecided: false,
        }
    }
}

impl Counts {
    /// Counts a partition and its conjugate, once if they are the same.
    pub(super) fn add(&mut self, place: &Place, conjugate: u32, value: u32) {
        let conjugate = Some(conjugate).filter(|rank| *rank != place.rank);
        let ranks = std::iter::once(place.rank).chain(conjugate);
        let count = 1 + u64::from(conjugate.is_some());
        self.values[value as usize] += count;
        if value == place.bound() {
            self.heavy += count;
        } else {
            let light = ranks.map(|rank| Light::new(rank.into(), value as u8));
            self.light.extend(light);
        }
    }

    /// Those of other partitions of the level, too.
    pub(super) fn unite(&mut self, other: Counts) {
        for (sum, count) in self.values.iter_mut().zip(other.values) {
            *sum += count;
        }
        self.heavy += other.heavy;
        self.light.extend(other.light);
        self.undecided |= other.undecided;
    }

    /// The level of the partitions of n, all of which were counted.
    pub(super) fn level(self, n: u32) -> Result<CensusLevel, Stop> {
        match self.undecided {
            true => Err(Stop::OutOfRange {
                asked: n,
                most: n - 1,
                why: "a value may be 64 or more, past what the closures hold",
            }),
            false => Ok(CensusLevel::new(
                self.values.to_vec(),
                self.heavy,
                self.light,
            )),
        }
    }
}
