//! Reading moves by their forms, and the form of a move with letters for its numbers.

use super::arg::Arg;
use super::form::{Piece, pieces, placeholder};
use super::value::Move;
use crate::notation::{Cursor, NotationError};
use crate::partition::read_parts;

/// Returns the distinct patterns of these moves, with letters for numbers: `piles I,J by K`. For moves that name cells,
/// it returns the first move with each number of cells.
pub fn patterns(moves: impl Iterator<Item = Move>) -> Vec<String> {
    let (mut found, mut of_cells) = (Vec::new(), Vec::new());
    for mv in moves {
        if let [Arg::Places(_, cells)] = mv.args() {
            if of_cells.contains(&cells.len()) {
                continue;
            }
            of_cells.push(cells.len());
        }
        let pattern = pattern(&mv);
        if !found.contains(&pattern) {
            found.push(pattern);
        }
    }
    found
}

/// Returns the pattern of a move; a move that names cells is its own pattern.
fn pattern(mv: &Move) -> String {
    let mut args = mv.args().iter();
    let mut text = String::new();
    for piece in pieces(mv.form()) {
        match (piece, piece.hole().and_then(|_| args.next())) {
            (Piece::Word(word), _) => text.push_str(word),
            (Piece::Hole(_), Some(Arg::Places(names, _))) if mv.args().len() > 1 => {
                text.push_str(&with_letters(names));
            }
            (Piece::Hole(_), Some(Arg::Signed(amounts))) => {
                let letters: Vec<&str> = ["K", "L", "M", "N"]
                    .into_iter()
                    .take(amounts.len())
                    .collect();
                text.push_str(&letters.join(","));
            }
            (Piece::Hole(_), Some(arg @ (Arg::Places(..) | Arg::Cells(_) | Arg::Sets(_)))) => {
                text.push_str(&Move::new("{text}", [arg.clone()]).to_string());
            }
            (Piece::Hole(kind), _) => text.push_str(placeholder(kind)),
        }
    }
    text
}

/// Returns a text with the letters I, J, … for its numbers.
fn with_letters(text: &str) -> String {
    let mut letters = 'I'..='Z';
    let mut found = String::new();
    let mut in_number = false;
    for c in text.chars() {
        if !c.is_ascii_digit() {
            found.push(c);
        } else if !in_number {
            found.extend(letters.next());
        }
        in_number = c.is_ascii_digit();
    }
    found
}

/// Reads a move in one of these forms. `count` returns the number of places with a given noun, if known; larger numbers
/// are errors. `help` says how moves are written.
///
/// # Errors
/// If the text fits no form.
pub fn read(
    forms: &[&'static str],
    cursor: &mut Cursor<'_>,
    help: &str,
    count: &dyn Fn(&str) -> Option<usize>,
) -> Result<Move, NotationError> {
    let start = cursor.clone();
    let mut furthest = Furthest::default();
    let mut best: Option<(Cursor<'_>, Move)> = None;
    for &form in forms {
        let mut ahead = start.clone();
        match read_form(form, &mut ahead, help, count, &mut furthest) {
            Some(mv)
                if best
                    .as_ref()
                    .is_none_or(|(other, _)| other.at() < ahead.at()) =>
            {
                best = Some((ahead, mv));
            }
            _ => {}
        }
    }
    let Some((mut ahead, mv)) = best else {
        cursor.skip_to(furthest.at);
        return Err(furthest.fault(cursor, help));
    };
    let read = ahead.at();
    ahead.blanks();
    // The form that fails furthest gives the best error.
    if furthest.at > ahead.at() {
        cursor.skip_to(furthest.at);
        return Err(furthest.fault(cursor, help));
    }
    cursor.skip_to(read);
    Ok(mv)
}

/// What was expected at the furthest point that reading reached.
#[derive(Default)]
struct Furthest {
    at: usize,
    words: Vec<String>,
    fault: Option<NotationError>,
}

impl Furthest {
    fn note(&mut self, at: usize, word: Option<&str>, fault: Option<NotationError>) {
        if at < self.at {
            return;
        }
        if at > self.at {
            *self = Furthest {
                at,
                ..Furthest::default()
            };
        }
        let quoted = word.map(|word| format!("`{word}`"));
        self.words
            .extend(quoted.filter(|word| !self.words.contains(word)));
        self.fault = self.fault.take().or(fault);
    }

    fn fault(self, cursor: &mut Cursor<'_>, help: &str) -> NotationError {
        match self.fault {
            Some(fault) if self.words.is_empty() => fault,
            _ => cursor.expected(&self.words.join(" or "), help),
        }
    }
}

/// Reads a move in one form; `None` if the text does not fit, which `furthest` notes.
fn read_form(
    form: &'static str,
    cursor: &mut Cursor<'_>,
    help: &str,
    count: &dyn Fn(&str) -> Option<usize>,
    furthest: &mut Furthest,
) -> Option<Move> {
    let mut args = Vec::new();
    let mut noun = "";
    for piece in pieces(form) {
        cursor.blanks();
        match piece {
            Piece::Word(words) => {
                for word in words.split_whitespace() {
                    cursor.blanks();
                    let taken = match word {
                        "rows" => cursor.take_any(&["rows", "row"]),
                        "column" => cursor.take_any(&["column", "col"]),
                        "columns" => cursor.take_any(&["columns", "column", "cols", "col"]),
                        _ => cursor.take(word),
                    };
                    if !taken {
                        furthest.note(cursor.at(), Some(word), None);
                        return None;
                    }
                    noun = word;
                }
            }
            Piece::Hole(kind) => match read_arg(kind, noun, cursor, help, count) {
                Ok(arg) => args.push(arg),
                Err(fault) => {
                    furthest.note(fault.span.start, None, Some(fault));
                    return None;
                }
            },
        }
    }
    Some(Move::new(form, args))
}

/// Reads the argument of a hole; `noun` is the word before it.
fn read_arg(
    kind: &str,
    noun: &str,
    cursor: &mut Cursor<'_>,
    help: &str,
    count: &dyn Fn(&str) -> Option<usize>,
) -> Result<Arg, NotationError> {
    Ok(match kind {
        "place" | "row" | "column" => {
            let noun = if kind == "place" { noun } else { kind };
            let what = format!("the {noun}");
            cursor.blanks();
            let start = cursor.at();
            let number = cursor.need_number(&what)?;
            let index = usize::try_from(number).ok().and_then(|n| n.checked_sub(1));
            let most = count(noun);
            match index.filter(|&index| most.is_none_or(|most| index < most)) {
                Some(index) => Arg::Place(index),
                None => {
                    let message = match most {
                        Some(most) => format!("{what} is numbered 1 to {most}, not {number}"),
                        None => format!("{what} is numbered from 1, not {number}"),
                    };
                    return Err(cursor.fault(start..cursor.at(), message, ""));
                }
            }
        }
        "amount" => Arg::Number(cursor.need_power("the amount")?),
        "amounts" => read_amounts(noun, cursor, help, count)?,
        "number" => Arg::Number(cursor.need_power("a number")?),
        "ordinal" => Arg::Ordinal(cursor.need_ordinal("what is left")?),
        "point" => {
            cursor.need("(", help)?;
            let mut coordinates = vec![cursor.need_ordinal("a coordinate")?];
            while cursor.take(",") {
                coordinates.push(cursor.need_ordinal("a coordinate")?);
            }
            cursor.need(")", help)?;
            Arg::point(coordinates)
        }
        "rectangle" => {
            let first = cursor.need_number("a side")?;
            if !cursor.take_any(&["x", "×"]) {
                return Err(cursor.expected("`x`", help));
            }
            Arg::list([first, cursor.need_number("a side")?])
        }
        "parts" => {
            cursor.blanks();
            let start = cursor.at();
            let parts = read_parts(cursor, |_, _| {})?;
            match (parts.is_empty(), cursor.at() == start) {
                (_, true) => return Err(cursor.expected("the size of a line", help)),
                (true, _) => {
                    let message = "a move removes at least one line";
                    return Err(cursor.fault(start..cursor.at(), message, help));
                }
                _ => Arg::Parts(Box::new(parts)),
            }
        }
        "sets" | "coins" => {
            let mut sets = vec![read_set(kind, cursor, help)?];
            while cursor.take_any(&["x", "×"]) {
                sets.push(read_set(kind, cursor, help)?);
            }
            Arg::Sets(sets.into())
        }
        "heaps" => {
            let mut heaps = vec![cursor.need_number("a heap")?];
            while cursor.take("+") {
                heaps.push(cursor.need_number("a heap")?);
            }
            Arg::list(heaps)
        }
        _ => return Err(cursor.expected("a move", help)),
    })
}

/// Reads an amount for each pile of a grid, row by row; after the word `by`, for a single row.
fn read_amounts(
    noun: &str,
    cursor: &mut Cursor<'_>,
    help: &str,
    count: &dyn Fn(&str) -> Option<usize>,
) -> Result<Arg, NotationError> {
    cursor.blanks();
    let start = cursor.at();
    let mut rows: Vec<Vec<u128>> = Vec::new();
    while rows.is_empty() || cursor.take(";") {
        let mut row = Vec::new();
        while let Some(amount) = cursor.power("an amount")? {
            row.push(amount);
            cursor.take(",");
        }
        if row.is_empty() {
            return Err(cursor.expected("an amount", help));
        }
        rows.push(row);
    }
    let columns = count("column").unwrap_or(rows[0].len());
    let expected = match noun {
        "by" => 1,
        _ => count("row").unwrap_or(rows.len()),
    };
    if rows.len() != expected || rows.iter().any(|row| row.len() != columns) {
        let message = format!("expected {expected} by {columns} amounts");
        return Err(cursor.fault(start..cursor.at(), message, help));
    }
    Ok(Arg::Amounts(columns, rows.concat().into()))
}

/// Reads a set of numbers such as `{1,3}` or `{5..9}`; coins of a row are written without braces.
fn read_set(kind: &str, cursor: &mut Cursor<'_>, help: &str) -> Result<Box<[u128]>, NotationError> {
    /// The largest set, to limit memory.
    const MOST: u128 = 1 << 20;
    let in_braces = cursor.take("{");
    if !in_braces && kind == "sets" {
        return Err(cursor.expected("`{`", help));
    }
    let mut set = Vec::new();
    loop {
        cursor.blanks();
        let start = cursor.at();
        let from = cursor.need_number("the number of a coin")?;
        let to = match in_braces && cursor.take("..") {
            true => cursor.need_number("the number of a coin")?,
            false => from,
        };
        if to.saturating_sub(from) + set.len() as u128 > MOST {
            let message = "a move cannot turn this many coins";
            return Err(cursor.fault(start..cursor.at(), message, help));
        }
        set.extend(from..=to);
        if !cursor.take(",") {
            break;
        }
    }
    if in_braces {
        cursor.need("}", help)?;
    }
    set.sort_unstable();
    Ok(set.into())
}
