//! The words that lines begin with, each with lines that work.

/// A word that lines begin with.
#[derive(Debug)]
pub(crate) struct Keyword {
    pub(crate) word: &'static str,
    /// Lines, with `; ` between them, of which an error shows the first three that work in the file.
    pub(crate) works: &'static str,
}

impl Keyword {
    pub(crate) const fn new(word: &'static str, works: &'static str) -> Keyword {
        Keyword { word, works }
    }
}

/// Lists words in a sentence.
pub(crate) fn in_words(keywords: &[Keyword]) -> String {
    let words: Vec<&str> = keywords.iter().map(|own| own.word).collect();
    words.join(", ")
}

/// Rules that no line can express: the words that people try, the reason, and the nearest alternative.
const BEYOND: [(&str, &str); 9] = [
    (
        "move jump hop slide capture clobber swap push piece pieces shoot toads frogs",
        "rule files cannot describe pieces that move among others on a board, because lines only place and remove; \
         the nearest are `piece`, one piece on a diagram, and a game in Rust",
    ),
    (
        "pass skip loop repeat draw tie ko",
        "rule files cannot describe passes, loops and draws, because a game must end; the nearest is `limit`",
    ),
    (
        "players third team teams",
        "rule files cannot describe games of more than two players; the nearest are the moves of `left` and `right`",
    ),
    (
        "again twice extra",
        "rule files cannot describe moves after which the same player moves again; the nearest is a line `move` that \
         takes everything at once",
    ),
    (
        "random dice die chance roll deck deal card cards shuffle",
        "rule files cannot describe chance, because the players choose every move; the nearest is `param`, a number \
         that each position gives",
    ),
    (
        "hidden secret simultaneous",
        "rule files cannot describe hidden and simultaneous moves, because the players see every move; the nearest is \
         `block`, by which the other player forbids options",
    ),
    (
        "score scores points win lose goal",
        "rule files cannot describe scores and patterns that win, because the last move decides; the nearest are \
         `play misere`, and `ends won where` for piles",
    ),
    (
        "sow sows",
        "rule files cannot describe a pile that is sown over all others; the nearest is `move vector k,-l`, which puts \
         counters on up to two other piles",
    ),
    (
        "ground root",
        "rule files cannot describe edges that fall when they are cut off; the nearest is `poset`, in which a bite takes \
         everything above an element",
    ),
];

/// Explains why no line can express what a word stands for, if that is known.
pub(crate) fn beyond(word: &str) -> Option<&'static str> {
    let asks = |words: &str| words.split(' ').any(|own| own == word);
    BEYOND.iter().find(|own| asks(own.0)).map(|own| own.1)
}

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
