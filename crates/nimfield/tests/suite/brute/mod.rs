//! The brute-force twin: the rules as their sources state them, implemented again on plain vectors, and values by plain
//! recursion over whole sums. It knows no theorem, no normal form and no symmetry, and uses nothing of the crate.

// Every test file is a separate crate and uses only a part of this.
#![allow(dead_code)]

use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Entries of this size or more print as `inf`: no game of the tests takes this many counters, so they never limit a
/// move.
pub(crate) const ENDLESS: u32 = 1 << 20;
/// The number for an infinite entry.
pub(crate) const INF: u32 = 1 << 21;

/// A position of one game.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Part {
    /// Heaps; lower one.
    Nim(Vec<u32>),
    /// Two heaps; lower one, or both by the same amount.
    Wythoff(u32, u32),
    /// Columns and cells by rows; take k from every cell of a row or of a column.
    Matrix(usize, Vec<u32>),
    /// Columns and cells by rows; take any amounts in one row, or anywhere but in one column.
    Holladay(usize, Vec<u32>),
    /// Width of the board, and counters (column, row): to the left, or to a lower row.
    Lattice(u32, Vec<(u32, u32)>),
    /// Rectangles; cut one into two unequal ones.
    Schrage(Vec<(u32, u32)>),
}

use Part::{Holladay, Lattice, Matrix, Nim, Schrage, Wythoff};

/// A 2x2 matrix.
pub(crate) fn two(a: u32, b: u32, c: u32, d: u32) -> Part {
    Matrix(2, vec![a, b, c, d])
}

fn rows_text<T: Copy>(columns: usize, cells: &[T], show: impl Fn(T) -> String) -> String {
    let rows: Vec<String> = cells
        .chunks(columns)
        .map(|row| row.iter().map(|&x| show(x)).collect::<Vec<_>>().join(" "))
        .collect();
    rows.join("; ")
}

impl Part {
    /// The position in strict notation.
    pub(crate) fn text(&self) -> String {
        fn list<T>(items: &[T], between: &str, show: impl Fn(&T) -> String) -> String {
            items.iter().map(show).collect::<Vec<_>>().join(between)
        }
        let entry = |x: u32| match x {
            ENDLESS.. => "inf".to_string(),
            _ => x.to_string(),
        };
        match self {
            Nim(heaps) => format!("nim[{}]", list(heaps, ",", u32::to_string)),
            Wythoff(a, b) => format!("wythoff[{a},{b}]"),
            Matrix(columns, cells) => format!("matrix[{}]", rows_text(*columns, cells, entry)),
            Holladay(columns, cells) => format!("holladay[{}]", rows_text(*columns, cells, entry)),
            Lattice(_, counters) => {
                format!(
                    "lattice[{}]",
                    list(counters, " ", |(x, y)| format!("({x},{y})"))
                )
            }
            Schrage(pieces) => {
                format!(
                    "schrage[{}]",
                    list(pieces, " ", |(m, n)| format!("{m}x{n}"))
                )
            }
        }
    }

    /// All moves, in strict notation, with the positions they lead to.
    pub(crate) fn moves(&self) -> Vec<(String, Part)> {
        let mut moves = Vec::new();
        match self {
            Nim(heaps) => {
                for i in 0..heaps.len() {
                    for k in 1..=heaps[i] {
                        let mut after = heaps.clone();
                        after[i] -= k;
                        moves.push((format!("heap {} by {k}", i + 1), Nim(after)));
                    }
                }
            }
            &Wythoff(a, b) => {
                for k in 1..=a {
                    moves.push((format!("heap 1 by {k}"), Wythoff(a - k, b)));
                }
                for k in 1..=b {
                    moves.push((format!("heap 2 by {k}"), Wythoff(a, b - k)));
                }
                for k in 1..=a.min(b) {
                    moves.push((format!("both by {k}"), Wythoff(a - k, b - k)));
                }
            }
            Matrix(columns, cells) => {
                let rows = cells.len() / columns;
                let mut take = |name: String, line: Vec<usize>| {
                    for k in 1.. {
                        if line.iter().any(|&at| cells[at] < k) {
                            break;
                        }
                        let mut after = cells.clone();
                        for &at in &line {
                            after[at] -= k;
                        }
                        moves.push((format!("{name} by {k}"), Matrix(*columns, after)));
                    }
                };
                for i in 0..rows {
                    take(
                        format!("row {}", i + 1),
                        (i * columns..(i + 1) * columns).collect(),
                    );
                }
                for j in 0..*columns {
                    let line = (0..rows).map(|i| i * columns + j).collect();
                    take(format!("column {}", j + 1), line);
                }
            }
            Holladay(columns, cells) => {
                // All remainders, by counting; then the rule.
                let mut taken = vec![0; cells.len()];
                'all: loop {
                    let mut at = 0;
                    loop {
                        if at == cells.len() {
                            break 'all;
                        }
                        if taken[at] < cells[at] {
                            taken[at] += 1;
                            break;
                        }
                        taken[at] = 0;
                        at += 1;
                    }
                    let touched: Vec<usize> =
                        (0..cells.len()).filter(|&at| taken[at] > 0).collect();
                    let rows: BTreeSet<usize> = touched.iter().map(|at| at / columns).collect();
                    let used: BTreeSet<usize> = touched.iter().map(|at| at % columns).collect();
                    if rows.len() > 1 && used.len() == *columns {
                        continue;
                    }
                    let name = match rows.iter().next() {
                        Some(&i) if rows.len() == 1 => {
                            let row = &taken[i * columns..(i + 1) * columns];
                            format!(
                                "row {} by {}",
                                i + 1,
                                rows_text(*columns, row, |x| x.to_string())
                            )
                        }
                        _ => format!("take {}", rows_text(*columns, &taken, |x| x.to_string())),
                    };
                    let after = cells.iter().zip(&taken).map(|(cell, taken)| cell - taken);
                    moves.push((name, Holladay(*columns, after.collect())));
                }
            }
            Lattice(width, counters) => {
                for (i, &(x, y)) in counters.iter().enumerate() {
                    if counters[..i].contains(&(x, y)) {
                        continue;
                    }
                    let left = (0..x).map(|to| (to, y));
                    let down = (0..y).flat_map(|row| (0..*width).map(move |to| (to, row)));
                    for (to, row) in left.chain(down) {
                        let mut after = counters.clone();
                        after[i] = (to, row);
                        let name = format!("({x},{y}) to ({to},{row})");
                        moves.push((name, Lattice(*width, after)));
                    }
                }
            }
            Schrage(pieces) => {
                for (i, &(m, n)) in pieces.iter().enumerate() {
                    if pieces[..i].contains(&(m, n)) {
                        continue;
                    }
                    let mut cut = |one: (u32, u32), other: (u32, u32)| {
                        let mut after = pieces.clone();
                        after.splice(i..=i, [one, other]);
                        let name =
                            format!("{m}x{n} into {}x{}+{}x{}", one.0, one.1, other.0, other.1);
                        moves.push((name, Schrage(after)));
                    };
                    for k in (1..m).filter(|k| 2 * k < m) {
                        cut((k, n), (m - k, n));
                    }
                    for k in (1..n).filter(|k| 2 * k < n) {
                        cut((m, k), (m, n - k));
                    }
                }
            }
        }
        moves
    }
}

/// A sum of positions in strict notation.
pub(crate) fn text(sum: &[Part]) -> String {
    sum.iter().map(Part::text).collect::<Vec<_>>().join(" + ")
}

/// All moves in a sum, in strict notation, with the sums they lead to.
pub(crate) fn moves(sum: &[Part]) -> Vec<(String, Vec<Part>)> {
    let mut all = Vec::new();
    for (i, part) in sum.iter().enumerate() {
        for (name, after) in part.moves() {
            let mut to = sum.to_vec();
            to[i] = after;
            let name = match sum.len() {
                1 => name,
                _ => format!("{}: {name}", i + 1),
            };
            all.push((name, to));
        }
    }
    all
}

/// The least number that is not among `numbers`.
pub(crate) fn mex(numbers: impl IntoIterator<Item = u32>) -> u32 {
    let numbers: BTreeSet<u32> = numbers.into_iter().collect();
    (0..).find(|n| !numbers.contains(n)).unwrap()
}

/// Values by plain recursion, kept for positions met before.
#[derive(Default)]
pub(crate) struct Twin {
    known: HashMap<Vec<Part>, [u32; 2]>,
}

impl Twin {
    /// The Grundy value and the misère Grundy number.
    pub(crate) fn values(&mut self, sum: &[Part]) -> [u32; 2] {
        if let Some(&values) = self.known.get(sum) {
            return values;
        }
        let options: Vec<[u32; 2]> = moves(sum).iter().map(|(_, to)| self.values(to)).collect();
        let normal = mex(options.iter().map(|values| values[0]));
        let misere = match options.is_empty() {
            true => 1,
            false => mex(options.iter().map(|values| values[1])),
        };
        self.known.insert(sum.to_vec(), [normal, misere]);
        [normal, misere]
    }

    /// The moves to sums of value 0, normal or misere, with the sums in notation.
    pub(crate) fn winning(&mut self, sum: &[Part], misere: bool) -> BTreeMap<String, String> {
        let zero = |twin: &mut Twin, to: &[Part]| twin.values(to)[usize::from(misere)] == 0;
        let moves = moves(sum).into_iter().filter(|(_, to)| zero(self, to));
        moves.map(|(name, to)| (name, text(&to))).collect()
    }

    /// The misère Grundy numbers beside 0, 1, .. `count`-1 heaps of two.
    pub(crate) fn beside_twos(&mut self, sum: &[Part], count: usize) -> Vec<u32> {
        let beside = |twos: usize| {
            let mut sum = sum.to_vec();
            sum.extend(vec![Nim(vec![2]); twos]);
            sum
        };
        (0..count)
            .map(|twos| self.values(&beside(twos))[1])
            .collect()
    }
}

/// All lists of `length` numbers from 0 to `most`.
pub(crate) fn boxes(length: usize, most: u32) -> impl Iterator<Item = Vec<u32>> {
    let base = u64::from(most) + 1;
    (0..base.pow(length as u32)).map(move |mut index| {
        let digit = |_| {
            let digit = index % base;
            index /= base;
            digit as u32
        };
        (0..length).map(digit).collect()
    })
}

/// The P-positions among the matrices of this shape with entries below `side`, by marking all
/// ancestors of each: no values, no sums, no hashing. Indexed with the first cell least.
pub(crate) fn p_positions(rows: usize, columns: usize, side: usize, misere: bool) -> Vec<bool> {
    let cells = rows * columns;
    let weight: Vec<usize> = (0..cells).map(|at| side.pow(at as u32)).collect();
    let lines: Vec<Vec<usize>> = (0..rows)
        .map(|i| (i * columns..(i + 1) * columns).collect())
        .chain((0..columns).map(|j| (0..rows).map(|i| i * columns + j).collect()))
        .collect();
    let total = side.pow(cells as u32);
    let mut won = vec![false; total];
    let mut lost = vec![false; total];
    for index in 0..total {
        let cell = |at: usize| index / weight[at] % side;
        let terminal = lines
            .iter()
            .all(|line| line.iter().any(|&at| cell(at) == 0));
        if won[index] || (misere && terminal) {
            continue;
        }
        lost[index] = true;
        for line in &lines {
            let room = line.iter().map(|&at| side - 1 - cell(at)).min().unwrap();
            let step: usize = line.iter().map(|&at| weight[at]).sum();
            for k in 1..=room {
                won[index + k * step] = true;
            }
        }
    }
    lost
}
