//! Expressions of the calculators with positions in them: each position is put in as what it is worth.

use std::ops::Range;

use nimfield::Games;
use nimfield::notation::{CLOSING, OPENING};

use crate::questions::Fault;

/// An expression with its positions replaced.
#[derive(Debug)]
pub struct Expanded {
    /// What a calculator reads.
    pub text: String,
    /// Places of it, and where what stands there comes from.
    parts: Vec<(Range<usize>, Range<usize>)>,
}

impl Expanded {
    /// The place in the expression as it was written that a place in the text stands for.
    pub fn origin(&self, place: &Range<usize>) -> Range<usize> {
        let start = self.at(place.start, true);
        let end = self.at(place.end, false).max(start);
        start..end
    }

    fn at(&self, place: usize, start: bool) -> usize {
        let holds = |(here, _): &&(Range<usize>, Range<usize>)| match start {
            true => (here.start..here.end).contains(&place),
            false => here.start < place && place <= here.end,
        };
        match self.parts.iter().find(holds) {
            // What was copied is as long as it was.
            Some((here, from)) if here.len() == from.len() => from.start + (place - here.start),
            Some((_, from)) if start => from.start,
            Some((_, from)) => from.end,
            None => match place {
                0 => 0,
                _ => self.parts.last().map_or(0, |(_, from)| from.end),
            },
        }
    }
}

/// Puts what `worth` says, in parentheses, for each position in an expression, and leaves out the name
/// of the function `dropped` before a parenthesis.
///
/// # Errors
/// What `worth` says.
pub fn expand(
    text: &str,
    dropped: Option<&str>,
    mut worth: impl FnMut(&str) -> Result<String, Fault>,
) -> Result<Expanded, Fault> {
    let mut expanded = Expanded {
        text: String::new(),
        parts: Vec::new(),
    };
    let mut put = |from: Range<usize>, new: &str| {
        let start = expanded.text.len();
        expanded.text.push_str(new);
        expanded.parts.push((start..expanded.text.len(), from));
    };
    let mut at = 0;
    let mut copied = 0;
    let mut before = ' ';
    while let Some(c) = text[at..].chars().next() {
        let begins = c.is_ascii_alphabetic() && !before.is_ascii_alphanumeric() && before != '_';
        let position = begins.then(|| position_at(&text[at..])).flatten();
        let end = match (position, dropped) {
            (Some(length), _) => {
                put(copied..at, &text[copied..at]);
                let end = at + length;
                put(at..end, &format!("({})", worth(&text[at..end])?));
                end
            }
            (None, Some(name)) if begins && is_call(&text[at..], name) => {
                put(copied..at, &text[copied..at]);
                at + name.len()
            }
            _ => {
                before = c;
                at += c.len_utf8();
                continue;
            }
        };
        (at, copied, before) = (end, end, ')');
    }
    put(copied..text.len(), &text[copied..]);
    Ok(expanded)
}

/// Whether a function is called at the beginning of a text.
pub fn is_call(text: &str, name: &str) -> bool {
    let here = text.get(..name.len());
    here.is_some_and(|here| here.eq_ignore_ascii_case(name))
        && text[name.len()..].trim_start().starts_with('(')
}

/// Whether an expression calls a function.
pub fn calls(text: &str, name: &str) -> bool {
    let mut before = ' ';
    text.char_indices().any(|(at, c)| {
        let begins = !before.is_ascii_alphanumeric() && before != '_';
        before = c;
        begins && is_call(&text[at..], name)
    })
}

/// The length of the position that a text begins with: the name of a game, perhaps options in
/// parentheses, and a body in brackets.
fn position_at(text: &str) -> Option<usize> {
    let games = Games::builtin();
    let names = games.iter().map(|game| game.info.name);
    let here = names.filter(|name| {
        let begun = text.get(..name.len());
        begun.is_some_and(|begun| begun.eq_ignore_ascii_case(name))
    });
    here.filter_map(|name| {
        let mut rest = text[name.len()..].trim_start();
        if let Some(options) = rest.strip_prefix('(') {
            rest = options.split_once(')')?.1.trim_start();
        }
        let opening = OPENING.iter().find(|opening| rest.starts_with(**opening))?;
        let body = &rest[opening.len()..];
        let ends = CLOSING
            .iter()
            .filter_map(|closing| Some((body.find(closing)?, closing.len())));
        let (end, length) = ends.min()?;
        Some(text.len() - body.len() + end + length)
    })
    .max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_found_and_places_lead_back() {
        let text = "mean(crpm[3,2]) + x + lines(max=3)[2x2] * matrix-partizan[1 2]";
        let mut seen = Vec::new();
        let expanded = expand(text, None, |position| {
            seen.push(position.to_string());
            Ok("7".to_string())
        });
        let expanded = expanded.unwrap();
        assert_eq!(
            seen,
            ["crpm[3,2]", "lines(max=3)[2x2]", "matrix-partizan[1 2]"]
        );
        assert_eq!(expanded.text, "mean((7)) + x + (7) * (7)");
        let x = expanded.text.find('x').unwrap();
        assert_eq!(&text[expanded.origin(&(x..x + 1))], "x");
        let seven = expanded.text.find('7').unwrap();
        assert_eq!(&text[expanded.origin(&(seven..seven + 1))], "crpm[3,2]");
        assert_eq!(expanded.origin(&(0..expanded.text.len())), 0..text.len());
        let end = expanded.text.len();
        assert_eq!(expanded.origin(&(end..end)), text.len()..text.len());
    }

    #[test]
    fn words_that_only_look_like_games_stay() {
        for text in ["mean({2|1})", "nim + 3", "[w*2]", "minim[3", "w^2"] {
            let expanded = expand(text, Some("grundy"), |_| panic!("{text}")).unwrap();
            assert_eq!(expanded.text, text);
        }
        let expanded = expand("Grundy (nim[2]) * 3", Some("grundy"), |_| {
            Ok("2".to_string())
        });
        assert_eq!(expanded.unwrap().text, " ((2)) * 3");
        assert!(calls("2*grundy(3)", "grundy") && !calls("my_grundy(3)", "grundy"));
    }
}
