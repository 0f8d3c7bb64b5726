//! Sequences that tables hold: antidiagonals of tables of two letters, counts along boxes.

use std::io::Write;

use nimfield::bfile;
use nimfield::budget::Budget;
use nimfield::template::{Letter, Template};

use crate::args::{Common, Table};
use crate::errors::{Failure, Status};
use crate::table::{Source, count_p};

/// The family's cells, which run through the rows of a square, in the order the OEIS reads tables:
/// T(0,0), T(0,1), T(1,0), T(0,2), … as far as antidiagonals are whole.
pub fn by_antidiagonals<T: Clone>(family: &Template, cells: Vec<T>) -> Result<Vec<T>, Failure> {
    let [down, across] = family.letters() else {
        return Ok(cells);
    };
    if down.range != across.range {
        return Err(Failure::input(
            "a table of two letters is read by antidiagonals: both letters have the same range",
        ));
    }
    let side = usize::try_from(across.count()).unwrap_or(usize::MAX);
    let mut sequence = Vec::new();
    for sum in 0..side {
        let terms = (0..=sum).filter_map(|row| cells.get(row * side + sum - row));
        sequence.extend(terms.cloned());
    }
    Ok(sequence)
}

/// Whether the ranges of a count depend on a letter that stands for the sizes of boxes:
/// `a=0..n b=0..n n=0..9`.
fn size_letter(ranges: &[String]) -> Option<char> {
    ranges.iter().find_map(|range| {
        let mut end = range.rsplit("..").next()?.trim_start_matches('=').chars();
        match (end.next(), end.next()) {
            (Some(letter), None) if letter.is_ascii_alphabetic() => Some(letter),
            _ => None,
        }
    })
}

/// Writes the numbers of P-positions of growing boxes as a b-file.
pub fn counts(
    out: &mut dyn Write,
    common: &Common,
    wanted: &Table,
    template: &str,
    budget: &Budget,
) -> Result<Status, Failure> {
    let size = size_letter(&wanted.ranges).ok_or_else(|| {
        Failure::input(
            "counts are a sequence if the boxes grow with a letter\nexample: nimfield table 'nim[a b c]' a=0..n b=0..n c=0..n n=0..15 --count --format bfile",
        )
    })?;
    let mut sizes = None;
    let mut ranges = Vec::new();
    for range in &wanted.ranges {
        match range.trim_start().starts_with(size) {
            true => sizes = Some(Letter::read(range).map_err(Failure::input)?),
            false => ranges.push(range),
        }
    }
    let sizes = sizes
        .ok_or_else(|| Failure::input(format!("the letter `{size}` has no range")))?
        .range;
    let mut terms = Vec::new();
    for n in sizes.clone() {
        let letter = |range: &&String| {
            let range = match range.trim_end().strip_suffix(size) {
                Some(start) => format!("{start}{n}"),
                None => range.to_string(),
            };
            Letter::read(&range).map_err(Failure::input)
        };
        let letters = ranges.iter().map(letter).collect::<Result<_, _>>()?;
        let family = Template::new(template, letters).map_err(Failure::input)?;
        let source = Source::new(common, wanted, &family, budget)?;
        let (count, status) = count_p(&family, source, budget)?;
        if status != Status::Answered {
            return Err(Failure::Undecided(format!(
                "the count for {size} = {n} was not finished within the budget"
            )));
        }
        terms.push(count);
    }
    let play = common
        .play
        .map_or(String::new(), |play| format!(", {play} play"));
    let ranges: Vec<&str> = ranges.into_iter().map(String::as_str).collect();
    let title = format!(
        "Number of P-positions: {template} with {}{play}",
        ranges.join(" ")
    );
    bfile::write(out, &title, *sizes.start(), terms)?;
    Ok(Status::Answered)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_read_by_antidiagonals() {
        let letters = ["a=0..2", "b=0..2"].map(|text| Letter::read(text).unwrap());
        let family = Template::new("nim[a b]", letters.to_vec()).unwrap();
        let cells: Vec<u32> = vec![0, 1, 2, 10, 11, 12, 20, 21, 22];
        let sequence = by_antidiagonals(&family, cells).unwrap();
        assert_eq!(sequence, [0, 1, 10, 2, 11, 20]);
    }

    #[test]
    fn boxes_name_their_size() {
        let ranges = |texts: &[&str]| {
            texts
                .iter()
                .map(|text| text.to_string())
                .collect::<Vec<_>>()
        };
        assert_eq!(size_letter(&ranges(&["a=0..9", "b=0..n"])), Some('n'));
        assert_eq!(size_letter(&ranges(&["a=0..=m"])), Some('m'));
        assert_eq!(size_letter(&ranges(&["a=0..9", "n=7"])), None);
    }
}
