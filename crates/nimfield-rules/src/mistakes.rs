//! The help of errors in a file: lines that work in place of the faulty one.

use nimfield_core::notation::{Cursor, NotationError, closest, lines};

use crate::example;
use crate::families::{self, Family, first_word, is_player};
use crate::file::RuleFile;
use crate::keywords::{Keyword, beyond};

/// The words of lines of all families.
pub(crate) static COMMON: [Keyword; 7] = [
    Keyword::new("name", "name Wythoff; name Nim on a ring; name 2 x 2 nim"),
    Keyword::new(
        "about",
        "about A game of two piles.; about From a talk.; about See the source.",
    ),
    Keyword::new(
        "source",
        "source Winning Ways, ch. 3; source C. L. Bouton 1901; source own",
    ),
    Keyword::new(
        "param",
        "param k 1..20; param k 1..20 = 2; param width 0..255",
    ),
    Keyword::new("play", "play normal; play misere; play misère"),
    Keyword::new("example", ""),
    Keyword::new("see", "see Winning Ways; see C. L. Bouton 1901; see own"),
];

/// How a file begins that has no line of rules.
pub(crate) const BEGINS: &str = "rules begin with what a position consists of: `piles 2`, `board rect 4 5`, `graph any`, \
    `partition`, `coins from 1`, `code 0.77`, `poset any` or `rectangle`";
const WHOLE: &str =
    "these lines are a file: `piles 2`, `move same any from each`, `example [1,2] N`";

/// What errors find where other languages go on, and how rule files say it.
const SLIPS: [(&str, &str); 5] = [
    (
        "#",
        "a comment needs a line of its own, which begins with `#`",
    ),
    (
        "if when provided",
        "a condition begins with `where`: `where k < 2 and even(k)`",
    ),
    (
        "& &&",
        "conditions are joined by `and`: `k < 5 and even(k)`",
    ),
    (
        "| ||",
        "alternatives are joined by `or`: `k < 5 or even(k)`",
    ),
    (
        "is",
        "a condition is a comparison or a function: `k = 2`, `even(k)`, `odd(k)`",
    ),
];

/// Adds what helps to an error in the text of a file: what the found word should be, and lines that work.
pub(crate) fn with_lines_that_work(fault: NotationError, file: &RuleFile) -> NotationError {
    let mut help = Vec::new();
    let mut message = fault.message.clone();
    let found = message.rsplit_once("found `").map(|(_, found)| found);
    if let Some(found) = found.and_then(|found| found.strip_suffix('`')) {
        let slips = SLIPS.iter();
        let slip = |slip: &&(&str, &str)| slip.0.split(' ').any(|own| own == found);
        help.extend(slips.filter(|own| slip(own)).map(|own| own.1.to_string()));
        let mut keywords = COMMON.iter().chain(families::all_keywords());
        if message.contains("expected the end") && keywords.any(|own| own.word == found) {
            help.push(format!(
                "each line holds one statement: begin a new line before `{found}`"
            ));
            message += "; write one statement per line";
        }
    }
    if !fault.help.is_empty() {
        help.push(fault.help.clone());
    }
    if !file.has_rules() {
        help.retain(|own| own != BEGINS);
        help.extend([BEGINS.to_string(), WHOLE.to_string()]);
    } else {
        let missing = missing(&fault.message);
        let works = works(&fault, file, missing);
        let count = [
            "",
            "a line that works",
            "two lines that work",
            "three lines that work",
        ];
        let add = match (missing, works.len()) {
            (None, _) => "",
            (Some(_), 1) => "add ",
            (Some(_), _) => "add one of ",
        };
        if !works.is_empty() {
            help.push(format!(
                "{add}{}: `{}`",
                count[works.len()],
                works.join("`, `")
            ));
        }
    }
    NotationError {
        message,
        help: help.join("\n"),
        ..fault
    }
}

/// Returns the first word of the line that the message says is missing.
fn missing(message: &str) -> Option<&str> {
    let mut before = ["needs a line `", "the line `", "a line `"].iter();
    let (_, word) = before.find_map(|before| message.split_once(before))?;
    word.split('`').next()
}

/// Returns up to three lines with which the file can be read, in place of the faulty line or, if a line is missing,
/// after the others; if there are none, those that leave errors only in later lines.
fn works(fault: &NotationError, file: &RuleFile, missing: Option<&str>) -> Vec<String> {
    let own = file.family().keywords();
    // Lines for stones on a board are copied with the values of parameters: their number stays the same, not their place.
    let number = fault.text[..fault.span.start].matches('\n').count();
    let line = lines(file.text()).nth(number).map_or("", |(_, line)| line);
    let mut cursor = Cursor::new(line);
    let mut word = first_word(&mut cursor);
    if is_player(&word) {
        word = first_word(&mut cursor);
    }
    let word = missing.unwrap_or(&word);
    // Boards belong to two families.
    let board = families::all_keywords().filter(|own| own.word == "board");
    let board = board.filter(|_| file.family() == Family::Placing);
    let known: Vec<&Keyword> = own.iter().chain(board).chain(&COMMON).collect();
    let has_meaning =
        beyond(word).is_some() || families::all_keywords().any(|own| own.word == word);
    let meant = closest(word, known.iter().map(|own| own.word)).filter(|_| !has_meaning);
    let keyword = |word: &str| known.iter().copied().find(|own| own.word == word);
    let of_line = keyword(word).or_else(|| meant.and_then(keyword));
    // The first lines of a family occur once, before those that may be meant.
    let others = own[1..].iter().chain(&own[..1]).chain(&COMMON[4..6]);
    let others = others.filter(|own| missing.is_none() && own.word != word);
    let (mut good, mut later) = (Vec::new(), Vec::new());
    for keyword in of_line.into_iter().chain(others) {
        // Lines of other kinds are shown only if none of the right one works.
        if of_line.is_some_and(|own| own.word != keyword.word) && !good.is_empty() {
            break;
        }
        let candidates = match keyword.word {
            "example" => file
                .without(number)
                .map_or(Vec::new(), |file| example::of(&file)),
            _ => keyword.works.split("; ").map(str::to_string).collect(),
        };
        for candidate in candidates.into_iter().filter(|own| own != line) {
            let text = match missing {
                Some(_) => format!("{}\n{candidate}\n", file.text().trim_end()),
                None => replaced(file.text(), number, &candidate),
            };
            match file.tried(&text) {
                _ if good.len() == 3 => return good,
                Ok(()) => good.push(candidate),
                Err(other) if other.text[..other.span.start].matches('\n').count() > number => {
                    later.push(candidate);
                }
                Err(_) => {}
            }
        }
    }
    later.truncate(3);
    if good.is_empty() { later } else { good }
}

/// Returns the text with another line in place of the one with this number.
pub(crate) fn replaced(text: &str, number: usize, by: &str) -> String {
    let own = lines(text).enumerate();
    let own = own.map(|(at, (_, line))| if at == number { by } else { line });
    own.collect::<Vec<_>>().join("\n")
}
