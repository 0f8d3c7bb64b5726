//! Boards whose rows and columns may be permuted, since any stones of one may be taken: only which stones share a row
//! or a column matters, as in a bipartite graph whose edges are the stones.

use crate::boards::cell::bits;

/// The most arrangements to try for a normal form.
const MOST_ARRANGEMENTS: u64 = 5_040;

/// The number of rounds of refining or sorting rows and columns.
const ROUNDS: usize = 4;

/// Returns words that are equal for two sets of places (row, column) only if permuting rows, permuting columns, and
/// exchanging both turns one into the other.
///
/// Conversely, such sets have equal words, unless rows and columns are so similar that more than [`MOST_ARRANGEMENTS`]
/// would have to be tried.
pub(super) fn normal_form(places: impl Iterator<Item = (u8, u8)>) -> Vec<u64> {
    let rows = compressed(places);
    let columns = transposed(&rows);
    let [row_marks, column_marks] = marks([&rows, &columns]);
    let rows = Arranged::new(rows, row_marks);
    let columns = Arranged::new(columns, column_marks);
    // Only data that exchanges do not change decide which direction is arranged.
    match rows.effort().cmp(&columns.effort()) {
        _ if rows.arrangements.min(columns.arrangements) > MOST_ARRANGEMENTS => {
            let lines = |arranged: Arranged| arranged.lines.into_iter().map(|(_, line)| line);
            sorted_by_turns(lines(rows).collect()).min(sorted_by_turns(lines(columns).collect()))
        }
        std::cmp::Ordering::Less => rows.least(),
        std::cmp::Ordering::Greater => columns.least(),
        std::cmp::Ordering::Equal => rows.least().min(columns.least()),
    }
}

/// The lines of one direction, to be ordered.
struct Arranged {
    /// For each line, a mark that exchanges do not change, and the places on the line as bits; ascending.
    lines: Vec<(u64, u64)>,
    /// The number of orders in which marks ascend, without distinguishing equal lines.
    arrangements: u64,
}

impl Arranged {
    fn new(lines: Vec<u64>, marks: Vec<u64>) -> Arranged {
        let mut lines: Vec<(u64, u64)> = marks.into_iter().zip(lines).collect();
        lines.sort_unstable();
        let (mut arrangements, mut alike, mut equal) = (1u64, 0, 0);
        let mut before = None;
        for &line in &lines {
            let marked_alike = before.is_some_and(|before: (u64, u64)| before.0 == line.0);
            alike = if marked_alike { alike + 1 } else { 1 };
            equal = if before == Some(line) { equal + 1 } else { 1 };
            arrangements = arrangements.saturating_mul(alike) / equal;
            before = Some(line);
        }
        Arranged {
            lines,
            arrangements,
        }
    }

    /// Returns the key that decides which direction is arranged; the keys are equal only if that does not matter or
    /// both are tried.
    fn effort(&self) -> (u64, usize, u64) {
        let marks = self.lines.iter().map(|(mark, _)| mixed(*mark));
        (
            self.arrangements,
            self.lines.len(),
            marks.fold(0, u64::wrapping_add),
        )
    }

    /// Returns the crossing lines as words, with a bit for each line of this direction, in the order of the latter that
    /// makes the words least.
    fn least(&self) -> Vec<u64> {
        let mut least = Vec::new();
        self.arrange(&mut Vec::with_capacity(self.lines.len()), 0, &mut least);
        least
    }

    fn arrange(&self, order: &mut Vec<u64>, used: u64, least: &mut Vec<u64>) {
        let Some(&(mark, _)) = self.lines.get(order.len()) else {
            let mut crossing = transposed(order);
            crossing.sort_unstable();
            if least.is_empty() || crossing < *least {
                *least = crossing;
            }
            return;
        };
        let mut before = None;
        for (i, &(_, line)) in self
            .lines
            .iter()
            .enumerate()
            .filter(|(_, line)| line.0 == mark)
        {
            if used >> i & 1 == 0 && before != Some(line) {
                before = Some(line);
                order.push(line);
                self.arrange(order, used | 1 << i, least);
                order.pop();
            }
        }
    }
}

/// Returns numbers for rows and columns that exchanges do not change: from the number of places on them, and round by
/// round from the numbers of the crossing lines.
fn marks(lines: [&[u64]; 2]) -> [Vec<u64>; 2] {
    let count = |lines: &[u64]| -> Vec<u64> {
        let count = |line: &u64| u64::from(line.count_ones());
        lines.iter().map(count).collect()
    };
    let mut marks = lines.map(count);
    for _ in 0..ROUNDS {
        let next = |of: usize| -> Vec<u64> {
            let crossing = &marks[1 - of];
            let told = lines[of].iter().zip(&marks[of]).map(|(&line, mark)| {
                let crossing = bits(line).map(|at| mixed(crossing[at]));
                mixed(
                    mark.wrapping_mul(3)
                        .wrapping_add(crossing.fold(0, u64::wrapping_add)),
                )
            });
            told.collect()
        };
        marks = [next(0), next(1)];
    }
    marks
}

/// Returns a number with well mixed bits.
fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 31)
        .wrapping_add(1)
        .wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let number = (number ^ number >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    number ^ number >> 32
}

/// Returns the rows as words, after sorting rows and columns alternately until nothing changes, or up to a limit.
fn sorted_by_turns(mut rows: Vec<u64>) -> Vec<u64> {
    for _ in 0..ROUNDS {
        rows.sort_unstable();
        let mut columns = transposed(&rows);
        columns.sort_unstable();
        let next = transposed(&columns);
        if next == rows {
            break;
        }
        rows = next;
    }
    rows.sort_unstable();
    rows
}

/// Returns the rows that are not empty, with the columns that are not empty as bits.
fn compressed(places: impl Iterator<Item = (u8, u8)>) -> Vec<u64> {
    let places: Vec<(u8, u8)> = places.collect();
    let numbers = |of: fn(&(u8, u8)) -> u8| {
        let mut numbers: Vec<u8> = places.iter().map(of).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    };
    let (row_numbers, column_numbers) = (numbers(|place| place.0), numbers(|place| place.1));
    let at = |values: &[u8], value| values.binary_search(&value).expect("one of the numbers");
    let mut rows = vec![0; row_numbers.len()];
    for &(row, column) in &places {
        rows[at(&row_numbers, row)] |= 1 << at(&column_numbers, column);
    }
    rows
}

fn transposed(rows: &[u64]) -> Vec<u64> {
    let all = rows.iter().fold(0, |all, row| all | row);
    let mut columns = vec![0; (64 - all.leading_zeros()) as usize];
    for (at, &row) in rows.iter().enumerate() {
        for column in bits(row) {
            columns[column] |= 1 << at;
        }
    }
    columns
}

/// Equal rows and equal columns of a set of places: moves that differ only by them lead to equivalent positions.
pub(super) struct Twins {
    /// For each row, and for each column, the places on it as bits.
    lines: [[u64; 64]; 2],
}

impl Twins {
    pub(super) fn new(places: impl Iterator<Item = (u8, u8)>) -> Twins {
        let mut lines = [[0; 64]; 2];
        for (row, column) in places {
            lines[0][usize::from(row)] |= 1 << column;
            lines[1][usize::from(column)] |= 1 << row;
        }
        Twins { lines }
    }

    /// Returns whether a move, which takes stones of one row or one column, takes them from the first of several equal
    /// lines, and at the first of equal crossing lines.
    pub(super) fn is_first(&self, taken: impl Iterator<Item = (u8, u8)>) -> bool {
        let mut touched = [0u64; 2];
        for (row, column) in taken {
            touched[0] |= 1 << row;
            touched[1] |= 1 << column;
        }
        (0..2).all(|of| {
            let lines = &self.lines[of];
            bits(touched[of]).all(|line| {
                let skipped =
                    |before: usize| lines[before] == lines[line] && touched[of] >> before & 1 == 0;
                !(0..line).any(skipped)
            })
        })
    }
}
