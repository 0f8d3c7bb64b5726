//! The help of errors in a file: three working lines for the keyword at fault.

use nimfield_core::notation::{Cursor, NotationError, closest, lines};

use crate::families::{self, Family, first_word, is_player};
use crate::keywords::Keyword;
use crate::parameters::PARAM;

/// The words of lines of all families.
pub(crate) static COMMON: [Keyword; 7] = [
    Keyword::new(
        "name",
        "",
        "name Wythoff; name Nim on a ring; name 2 x 2 nim",
    ),
    Keyword::new(
        "about",
        "",
        "about A game of two piles.; about From a talk.; about See the source.",
    ),
    Keyword::new(
        "source",
        "",
        "source Winning Ways, ch. 3; source C. L. Bouton 1901; source own",
    ),
    Keyword::new(
        "param",
        PARAM,
        "param k 1..20; param k 1..20 = 2; param width 0..255",
    ),
    Keyword::new("play", "", "play normal; play misere; play misère"),
    Keyword::new(
        "example",
        "",
        "example [3,4] N *7; example [2,2] misere P; example [1,2] N, [1,1] P",
    ),
    Keyword::new(
        "see",
        "",
        "see Winning Ways; see C. L. Bouton 1901; see own",
    ),
];

/// For an unknown keyword: these lines are a file.
const UNKNOWN: Keyword = Keyword::new("", "", "piles 2; move same any from each; example [1,2] N");

/// Adds three working lines for the keyword at fault to an error in the text of a file.
pub(crate) fn with_lines_that_work(fault: NotationError, family: Family) -> NotationError {
    let own = || family.keywords().iter();
    let all = || own().chain(&COMMON).chain(families::all_keywords());
    // The error for a missing line already has the entry.
    let missing = own().find(|keyword| !keyword.entry.is_empty() && keyword.entry == fault.help);
    let before = lines(&fault.text).take_while(|&(start, _)| start <= fault.span.start);
    let keyword = missing.or_else(|| {
        let mut cursor = Cursor::new(before.last()?.1);
        let mut word = first_word(&mut cursor);
        if is_player(&word) {
            word = first_word(&mut cursor);
        }
        let meant = closest(&word, all().map(|keyword| keyword.word)).unwrap_or(&word);
        all().find(|keyword| keyword.word == word || keyword.word == meant)
    });
    let works = keyword.unwrap_or(&UNKNOWN).works();
    let help = match fault.help.is_empty() {
        true => works,
        false => format!("{}\n{works}", fault.help),
    };
    NotationError { help, ..fault }
}
