//! The words that lines begin with, each with its entry and three lines that work.

/// A word that lines begin with.
#[derive(Debug)]
pub(crate) struct Keyword {
    pub(crate) word: &'static str,
    /// How such lines are written; empty if other texts describe it.
    pub(crate) entry: &'static str,
    /// Three lines that work in a file of the family, with `; ` between them.
    works: &'static str,
}

impl Keyword {
    pub(crate) const fn new(
        word: &'static str,
        entry: &'static str,
        works: &'static str,
    ) -> Keyword {
        Keyword { word, entry, works }
    }

    /// Names the lines in a sentence.
    pub(crate) fn works(&self) -> String {
        format!(
            "three lines that work: `{}`",
            self.works.replace("; ", "`, `")
        )
    }
}

/// Lists words in a sentence.
pub(crate) fn in_words(keywords: &[Keyword]) -> String {
    let words: Vec<&str> = keywords.iter().map(|own| own.word).collect();
    words.join(", ")
}

/// Rules that no line can express: the words that people try, the reason, and the nearest alternative.
const BEYOND: [(&str, &str); 4] = [
    (
        "move jump hop slide capture clobber swap push pieces",
        "rule files cannot describe pieces that move among others on a board, because lines only place and remove; \
         the nearest are `piece`, one piece on a diagram, and a game in Rust",
    ),
    (
        "pass loop repeat draw ko",
        "rule files cannot describe passes, loops and draws, because a game must end; the nearest is `limit`",
    ),
    (
        "players third team teams",
        "rule files cannot describe games of more than two players; the nearest are the moves of `left` and `right`",
    ),
    (
        "random dice chance hidden score scores",
        "rule files cannot describe chance, hidden moves and scores; the nearest is `ends won where`",
    ),
];

/// Explains why no line can express what a word stands for, if that is known.
pub(crate) fn beyond(word: &str) -> Option<&'static str> {
    let asks = |words: &str| words.split(' ').any(|own| own == word);
    BEYOND.iter().find(|own| asks(own.0)).map(|own| own.1)
}
