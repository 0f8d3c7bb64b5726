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
