//! Reading a file, with help for its errors: lines that work in place of the faulty one.

use nimfield_core::info::Group;
use nimfield_core::notation::{Cursor, NotationError, closest, lines};

use crate::families::{self, Family, first_word, is_player};
use crate::file::{RuleFile, replaced};
use crate::keywords::{BEGINS, COMMON, Keyword, beyond};

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

impl RuleFile {
    /// Reads a rule file called `name` in positions and errors: `@my.game`, or `moore` on the shelf.
    ///
    /// # Errors
    /// If the text does not describe a game that ends; the message names the line and the column.
    ///
    /// ```
    /// use nimfield_core::notation::Cursor;
    /// use nimfield_rules::{RuleFile, RulePosition};
    ///
    /// let text = "piles 2\nmove same any from each and all\n";
    /// let wythoff = RuleFile::read("@wythoff.game", text)?;
    /// let RulePosition::Piles(position) = wythoff.position(&mut Cursor::new("[3,5]"))? else { panic!() };
    /// assert_eq!(position.to_string(), "@wythoff.game[3,5]");
    /// # Ok::<(), nimfield_core::notation::NotationError>(())
    /// ```
    pub fn read(name: &str, text: &str) -> Result<RuleFile, NotationError> {
        let (file, fault) = RuleFile::parsed(name, text);
        match fault {
            Some(fault) => Err(with_lines_that_work(fault, &file)),
            None => Ok(file.described_as(Group::Other, None)),
        }
    }
}

/// Adds what helps to an error in the text of a file: what the found word should be, and lines that work.
fn with_lines_that_work(fault: NotationError, file: &RuleFile) -> NotationError {
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
                .map_or(Vec::new(), |file| file.example_lines()),
            _ => keyword.works.split("; ").map(str::to_string).collect(),
        };
        for candidate in candidates.into_iter().filter(|own| own != line) {
            let text = match missing {
                Some(_) => format!("{}\n{candidate}\n", file.text().trim_end()),
                None => replaced(file.text(), number, &candidate),
            };
            match file.tried(&text) {
                Ok(()) => good.push(candidate),
                Err(other) if other.text[..other.span.start].matches('\n').count() > number => {
                    later.push(candidate);
                }
                Err(_) => {}
            }
            if good.len() == 3 {
                return good;
            }
        }
    }
    later.truncate(3);
    if good.is_empty() { later } else { good }
}
