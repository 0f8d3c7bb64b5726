//! Templates that are one list of numbers, each linear in a letter: `nim[n 2n 3n+1]`, or one of rows or points:
//! `matrix[n 2n; 3n 5]`, `nimbers[(n,2n) (3,n)]`.

use nimfield_core::notation::{CLOSING, OPENING};

use super::entry::Number;

/// A number `coefficient * letter + constant`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LinearEntry {
    /// The number of the letter; `None` for a constant.
    pub(crate) letter: Option<usize>,
    pub(crate) coefficient: u64,
    pub(crate) constant: i64,
}

impl LinearEntry {
    /// Returns the number for this value of the letter; `None` if it is not between 0 and 2^64-1.
    pub(crate) fn at(&self, value: u64) -> Option<u64> {
        let product = self.coefficient.checked_mul(value)?;
        product.checked_add_signed(self.constant)
    }

    /// Returns the number for these values of the letters, modulo 2^64.
    pub(crate) fn of(&self, values: &[u64]) -> u64 {
        let value = self.letter.map_or(0, |letter| values[letter]);
        let product = self.coefficient.wrapping_mul(value);
        product.wrapping_add_signed(self.constant)
    }
}

/// Returns whether a character separates numbers: blanks and commas, the ends of rows, and parentheses of points.
fn separates(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';' | '(' | ')')
}

/// A number of a list.
pub(super) enum Listed<'n> {
    Constant(u128),
    WithLetters(&'n Number),
}

/// Returns the numbers of a text `name[…]`, if they are one list, of numbers, rows or points. `number_at` returns the
/// number with letters that begins at a place, and its length.
pub(super) fn list<'n>(
    text: &str,
    number_at: impl Fn(usize) -> Option<(&'n Number, usize)>,
) -> Option<Vec<Listed<'n>>> {
    let text = text.trim_end();
    // A code in parentheses may contain brackets: code(0.30[3])[n].
    let mut depth = 0i32;
    let (opens, length) = text.char_indices().find_map(|(at, c)| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        let mut openings = OPENING.iter().filter(|_| depth == 0);
        let opening = openings.find(|opening| text[at..].starts_with(**opening))?;
        Some((at, opening.len()))
    })?;
    let closing = CLOSING.iter().find(|closing| text.ends_with(**closing))?;
    // This excludes a sign or a summand before the position.
    let name = text[..opens].trim_start().split('(').next()?;
    // The name of a rule file may contain folders.
    let (name, in_folders) = match name.strip_prefix('@') {
        Some(file) => (file, true),
        None => (name, false),
    };
    let folders = |c: char| in_folders && matches!(c, '.' | '/' | '_');
    let begins = name.starts_with(|c: char| c.is_alphabetic() || folders(c));
    let goes_on = |c: char| c.is_alphanumeric() || c == '-' || c.is_whitespace() || folders(c);
    if !begins || !name.chars().all(goes_on) {
        return None;
    }
    let mut at = opens + length;
    let end = text.len().checked_sub(closing.len())?;
    let mut entries = Vec::new();
    while at < end {
        let rest = &text[at..end];
        let next = rest.chars().next()?;
        if separates(next) {
            at += next.len_utf8();
            continue;
        }
        let (entry, length) = match number_at(at) {
            Some((number, length)) => (Listed::WithLetters(number), length),
            None => {
                let length = rest.bytes().take_while(u8::is_ascii_digit).count();
                // Anything but a number means that the text is not a list.
                (Listed::Constant(rest[..length].parse().ok()?), length)
            }
        };
        entries.push(entry);
        at += length;
        // Other text directly after a number belongs to it, as in 2^3.
        let after = text.get(at..end)?.chars().next();
        if after.is_some_and(|c| !separates(c)) {
            return None;
        }
    }
    Some(entries)
}

impl Listed<'_> {
    /// Returns the number; `None` if it is not between 0 and 2^128-1.
    pub(super) fn of(&self, values: &[u64]) -> Option<u128> {
        match self {
            Listed::Constant(number) => Some(*number),
            Listed::WithLetters(number) => number.of(values),
        }
    }

    /// Returns the number as a linear entry; `None` if it is not linear in one letter, or is large.
    pub(super) fn linear(&self) -> Option<LinearEntry> {
        let (letter, coefficient, constant) = match *self {
            // Larger numbers are not linear entries; their positions are parsed one by one.
            Listed::Constant(number) => (None, 0, i128::try_from(number).ok()?),
            Listed::WithLetters(&Number::Linear {
                letter,
                coefficient,
                constant,
            }) => (Some(letter), coefficient, constant),
            Listed::WithLetters(_) => return None,
        };
        Some(LinearEntry {
            letter,
            // The same applies here.
            coefficient: u64::try_from(coefficient).ok()?,
            constant: i64::try_from(constant).ok()?,
        })
    }
}
