//! Reading a text from left to right.

use core::ops::Range;

/// A place in a text, always between two characters.
pub(crate) struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// Returns the number of bytes before this place.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// Returns the bytes from a former [`place`](Self::at) to here.
    pub(crate) fn since(&self, start: usize) -> Range<usize> {
        start..self.at
    }

    /// Returns the bytes from here to the end of the text.
    pub(crate) fn rest(&self) -> Range<usize> {
        self.at..self.text.len()
    }

    pub(crate) fn skip_blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Returns the next character that is not blank.
    pub(crate) fn peek(&mut self) -> Option<char> {
        self.skip_blanks();
        self.text[self.at..].chars().next()
    }

    pub(crate) fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    /// Reads a sign of multiplication.
    pub(crate) fn eat_times(&mut self) -> bool {
        ['*', '×', '·'].into_iter().any(|sign| self.eat(sign))
    }

    /// Returns whether a digit comes next, without a blank before it.
    pub(crate) fn digit_follows(&self) -> bool {
        self.text[self.at..].starts_with(|c: char| c.is_ascii_digit())
    }

    /// Skips the next character that is not blank.
    pub(crate) fn skip(&mut self) {
        let next = self.peek().map_or(0, char::len_utf8);
        self.at += next;
    }

    /// Returns the bytes of the next character that is not blank.
    pub(crate) fn here(&mut self) -> Range<usize> {
        let next = self.peek().map_or(0, char::len_utf8);
        self.at..self.at + next
    }

    /// Reads a word of letters, if one is next.
    pub(crate) fn word(&mut self) -> Option<&'a str> {
        self.take_while(|c| c.is_alphabetic() || c == '_')
    }

    /// Returns the word of letters that is next, if one is, without reading it.
    pub(crate) fn next_word(&mut self) -> Option<&'a str> {
        let start = self.at;
        let word = self.word();
        self.at = start;
        word
    }

    /// Goes back to a former place.
    pub(crate) fn back_to(&mut self, place: usize) {
        self.at = place;
    }

    /// Reads a run of digits, if one is next.
    pub(crate) fn digits(&mut self) -> Option<&'a str> {
        self.take_while(|c| c.is_ascii_digit())
    }

    fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> Option<&'a str> {
        self.skip_blanks();
        let rest = &self.text[self.at..];
        let taken = &rest[..rest.find(|c| !belongs(c)).unwrap_or(rest.len())];
        self.at += taken.len();
        (!taken.is_empty()).then_some(taken)
    }
}

/// Returns whether a word is a name of ω.
pub(crate) fn is_omega(word: &str) -> bool {
    ["w", "omega", "ω"]
        .iter()
        .any(|name| word.eq_ignore_ascii_case(name))
}
