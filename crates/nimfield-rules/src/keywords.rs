//! The words that lines begin with, each with its entry and three lines that work.

/// A word that lines begin with.
#[derive(Debug)]
pub(crate) struct Keyword {
    pub(crate) word: &'static str,
    /// How such lines are written; empty if other texts say it.
    pub(crate) entry: &'static str,
    /// Three lines that work in a file of the family.
    works: [&'static str; 3],
}

impl Keyword {
    pub(crate) const fn new(
        word: &'static str,
        entry: &'static str,
        works: [&'static str; 3],
    ) -> Keyword {
        Keyword { word, entry, works }
    }

    /// Names the lines in a sentence.
    pub(crate) fn works(&self) -> String {
        let [first, second, third] = self.works;
        format!("three lines that work: `{first}`, `{second}`, `{third}`")
    }
}

/// Lists words in a sentence.
pub(crate) fn in_words(keywords: &[Keyword]) -> String {
    let words: Vec<&str> = keywords.iter().map(|own| own.word).collect();
    words.join(", ")
}
