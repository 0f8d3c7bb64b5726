//! Arguments: the contents of the holes in a form.

use std::fmt;
use std::sync::Arc;

use nimbers::Ordinal;

use crate::partition::Partition;

/// The contents of a hole in a form: a place, a number, a point, …
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Arg {
    /// A heap, row, column, side or piece by its number, from 0; it prints from 1.
    Place(usize),
    /// An amount, or any other whole number.
    Number(u128),
    /// The amounts from the first to the last, which is greater.
    Run(u128, u128),
    /// A whole number or an ordinal.
    Ordinal(Ordinal),
    /// A point by its coordinates: `(3,w)`.
    Point(Box<[Ordinal]>),
    /// Cells by column and row, both from 0: `b2`.
    Cells(Box<[(usize, usize)]>),
    /// Numbers; the kind of the hole determines the separator.
    List(Box<[u128]>),
    /// The parts of a partition: `5^2,3`.
    Parts(Box<Partition>),
    /// Sets of numbers, one for each axis: `{1,2} x {3..5}`.
    Sets(Box<[Box<[u128]>]>),
    /// Places by a text that names them, and by their numbers from 0: `row 2`, `a,c-d`.
    Places(Arc<str>, Box<[usize]>),
    /// An amount for each pile, with the number of piles in a row.
    Amounts(usize, Box<[u128]>),
    /// Amounts to take; negative ones are added.
    Signed(Box<[i128]>),
    /// A text that only its game reads.
    Text(Arc<str>),
}

impl Arg {
    /// Writes the argument in the style of holes of this kind.
    pub(super) fn write(&self, kind: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Arg::Place(index) => write!(f, "{}", index + 1),
            Arg::Number(number) => write!(f, "{number}"),
            Arg::Run(first, last) => write!(f, "{first}..{last}"),
            Arg::Ordinal(ordinal) => write!(f, "{ordinal}"),
            Arg::Parts(parts) => write!(f, "{parts}"),
            Arg::Text(text) | Arg::Places(text, _) => f.write_str(text),
            Arg::Signed(amounts) => joined(amounts, ",", f),
            Arg::Amounts(columns, amounts) => {
                for (i, row) in amounts.chunks(*columns).enumerate() {
                    f.write_str(if i > 0 { "; " } else { "" })?;
                    joined(row, " ", f)?;
                }
                Ok(())
            }
            Arg::Point(coordinates) => {
                f.write_str("(")?;
                joined(coordinates, ",", f)?;
                f.write_str(")")
            }
            Arg::Cells(cells) => write_cells(cells, f),
            Arg::List(numbers) => match kind {
                "heaps" => joined(numbers, "+", f),
                "rectangle" => joined(numbers, "x", f),
                _ => joined(numbers, ",", f),
            },
            Arg::Sets(sets) => {
                for (i, set) in sets.iter().enumerate() {
                    f.write_str(if i > 0 { " x " } else { "" })?;
                    match (kind, sets.len()) {
                        ("coins", 1) => joined(set, ",", f)?,
                        ("coins", _) => {
                            f.write_str("{")?;
                            joined(set, ",", f)?;
                            f.write_str("}")?;
                        }
                        _ => write_set(set, f)?,
                    }
                }
                Ok(())
            }
        }
    }
}

fn joined<T: fmt::Display>(items: &[T], between: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (i, item) in items.iter().enumerate() {
        f.write_str(if i > 0 { between } else { "" })?;
        write!(f, "{item}")?;
    }
    Ok(())
}

/// Writes a set in braces, with three or more consecutive numbers as a run: `{1,2,5..9}`.
fn write_set(set: &[u128], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("{")?;
    for (i, run) in set.chunk_by(|a, b| b - a == 1).enumerate() {
        f.write_str(if i > 0 { "," } else { "" })?;
        match run {
            [first, .., last] if run.len() > 2 => write!(f, "{first}..{last}")?,
            _ => joined(run, ",", f)?,
        }
    }
    f.write_str("}")
}

/// Writes cells, with neighbours along a line as a run: `b2`, `a1-a3`, `a1,b3`.
fn write_cells(cells: &[(usize, usize)], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let name = |(column, row): (usize, usize)| format!("{}{}", column_label(column), row + 1);
    if let [first, .., last] = *cells
        && is_line(cells)
    {
        return write!(f, "{}-{}", name(first), name(last));
    }
    let names: Vec<String> = cells.iter().copied().map(name).collect();
    joined(&names, ",", f)
}

/// Returns whether consecutive cells are neighbours along a row, a column or a diagonal.
fn is_line(cells: &[(usize, usize)]) -> bool {
    let step =
        |a: (usize, usize), b: (usize, usize)| (b.0 as i64 - a.0 as i64, b.1 as i64 - a.1 as i64);
    let first = step(cells[0], cells[1]);
    matches!(first, (1, 0) | (0, 1) | (1, 1) | (-1, 1))
        && cells.windows(2).all(|pair| step(pair[0], pair[1]) == first)
}

/// Returns the letters of a column, counted from 0: a, …, z, aa, ab, …
#[must_use]
pub fn column_label(column: usize) -> String {
    let (before, letter) = (column / 26, char::from(b'a' + (column % 26) as u8));
    match before {
        0 => letter.to_string(),
        more => column_label(more - 1) + &letter.to_string(),
    }
}

/// Returns the column with this label, in any case; `None` past 256 columns.
#[must_use]
pub fn column_of(label: &str) -> Option<u8> {
    let digits = label.bytes().map(|b| b.to_ascii_lowercase());
    let mut number = 0u16;
    for digit in digits {
        let digit = digit.checked_sub(b'a').filter(|&digit| digit < 26)?;
        number = number.checked_mul(26)?.checked_add(u16::from(digit) + 1)?;
    }
    u8::try_from(number.checked_sub(1)?).ok()
}
