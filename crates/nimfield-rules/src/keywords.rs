//! The words that lines begin with, each with its entry and three lines that work.

/// A word that lines begin with.
#[derive(Debug)]
pub(crate) struct Keyword {
    pub(crate) word: &'static str,
    /// How such lines are written; empty if other texts say it.
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

/// What no line says: words with which people ask for it, the reason, and what comes nearest.
const BEYOND: [(&str, &str); 4] = [
    (
        "move jump hop slide capture clobber swap push pieces",
        "pieces that move on a board with others cannot be said, because lines only place and remove; \
         the nearest are `piece`, one piece on a diagram, and a game in Rust",
    ),
    (
        "pass loop repeat draw ko",
        "passes, loops and draws cannot be said, because a game must end; the nearest is `limit`",
    ),
    (
        "players third team teams",
        "games of more than two players cannot be said; the nearest are the moves of `left` and `right`",
    ),
    (
        "random dice chance hidden score scores",
        "chance, hidden moves and scores cannot be said; the nearest is `ends won where`",
    ),
];

/// Says why what a word asks for cannot be said, if that is known.
pub(crate) fn beyond(word: &str) -> Option<&'static str> {
    let asks = |words: &str| words.split(' ').any(|own| own == word);
    BEYOND.iter().find(|own| asks(own.0)).map(|own| own.1)
}
