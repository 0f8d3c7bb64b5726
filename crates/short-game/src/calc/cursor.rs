//! A place in a text that moves by whole characters.
//!
//! [`Place`]s and [`Span`]s come only from a [`Cursor`], which stands at boundaries of characters,
//! so no error can point into the midst of one.

use std::ops::Range;

/// A boundary between two characters of the text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Place(usize);

impl Place {
    pub(super) fn byte(self) -> usize {
        self.0
    }
}

/// Some characters of the text, perhaps none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Span {
    start: Place,
    end: Place,
}

impl Span {
    /// Returns the span from the earlier to the later place.
    pub(super) fn between(a: Place, b: Place) -> Span {
        Span {
            start: a.min(b),
            end: a.max(b),
        }
    }

    pub(super) fn start(self) -> Place {
        self.start
    }

    pub(super) fn range(self) -> Range<usize> {
        self.start.0..self.end.0
    }

    /// Returns the span of a whole text.
    pub(super) fn of(text: &str) -> Span {
        Span::between(Place(0), Place(text.len()))
    }
}

/// A text and a place in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'a> {
    text: &'a str,
    at: Place,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Cursor { text, at: Place(0) }
    }

    pub(super) fn here(&self) -> Place {
        self.at
    }

    /// Goes back, or forward again, to a place of this text.
    pub(super) fn go_to(&mut self, place: Place) {
        self.at = place;
    }

    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.at.0..]
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.rest().is_empty()
    }

    pub(super) fn next(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn looking_at(&self, token: &str) -> bool {
        self.rest().starts_with(token)
    }

    pub(super) fn eat(&mut self, token: &str) -> bool {
        let found = self.looking_at(token);
        if found {
            self.at.0 += token.len();
        }
        found
    }

    pub(super) fn eat_any(&mut self, tokens: &[&str]) -> bool {
        tokens.iter().any(|token| self.eat(token))
    }

    /// Passes the characters for which `is_one` holds.
    pub(super) fn take_while(&mut self, is_one: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c| !is_one(c)).unwrap_or(rest.len());
        self.at.0 += length;
        &rest[..length]
    }

    /// Returns the characters from `start` to here.
    pub(super) fn since(&self, start: Place) -> Span {
        Span::between(start, self.at)
    }

    /// Returns the next character; none at the end.
    pub(super) fn next_span(&self) -> Span {
        let length = self.next().map_or(0, char::len_utf8);
        Span::between(self.at, Place(self.at.0 + length))
    }

    /// Returns the characters from `start` to the next one.
    pub(super) fn through_next(&self, start: Place) -> Span {
        Span::between(start, self.next_span().end)
    }

    pub(super) fn text_of(&self, span: Span) -> &'a str {
        &self.text[span.range()]
    }

    pub(super) fn whole(&self) -> Span {
        Span::of(self.text)
    }
}
