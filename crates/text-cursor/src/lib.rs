//! An internal crate of Nimfield without a stable interface: a cursor over text, and operators by precedence.
//!
#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

use core::ops::Range;

/// A text and a place in it, always between two characters.
#[derive(Clone, Copy, Debug)]
pub struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    /// Creates a cursor at the beginning of `text`.
    #[must_use]
    pub const fn new(text: &'a str) -> Cursor<'a> {
        Cursor { text, at: 0 }
    }

    /// Returns the whole text.
    #[must_use]
    pub const fn text(&self) -> &'a str {
        self.text
    }

    /// Returns the current byte position.
    #[must_use]
    pub const fn at(&self) -> usize {
        self.at
    }

    /// Moves to a byte position, at which a character must begin.
    pub const fn skip_to(&mut self, at: usize) {
        self.at = at;
    }

    /// Returns the text that has not been read yet.
    #[must_use]
    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Returns the next character, blanks included.
    #[must_use]
    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Returns whether the rest of the text begins with `token`.
    #[must_use]
    pub fn looking_at(&self, token: &str) -> bool {
        self.rest().starts_with(token)
    }

    /// Returns whether the next character is a digit.
    #[must_use]
    pub fn digit_next(&self) -> bool {
        self.rest().starts_with(|c: char| c.is_ascii_digit())
    }

    /// Skips blanks and line ends.
    pub fn blanks(&mut self) -> &mut Self {
        self.take_while(char::is_whitespace);
        self
    }

    /// Reads this character if it comes next, even a blank or a line end.
    pub fn take_char(&mut self, c: char) -> bool {
        let here = self.peek() == Some(c);
        if here {
            self.at += c.len_utf8();
        }
        here
    }

    /// Reads `token` if it comes next.
    pub fn eat(&mut self, token: &str) -> bool {
        let here = self.looking_at(token);
        if here {
            self.at += token.len();
        }
        here
    }

    /// Reads the first of `tokens` that comes next.
    pub fn eat_any(&mut self, tokens: &[&str]) -> bool {
        tokens.iter().any(|token| self.eat(token))
    }

    /// Reads the characters for which `belongs` holds.
    pub fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// Returns the bytes between `start` and here.
    #[must_use]
    pub const fn since(&self, start: usize) -> Range<usize> {
        start..self.at
    }

    /// Returns the bytes of the next character; none at the end.
    #[must_use]
    pub fn next_span(&self) -> Range<usize> {
        self.at..self.at + self.peek().map_or(0, char::len_utf8)
    }
}

/// A language of operands with operators between them.
///
/// A reader defines how an operand and an operator are read, and how an operator combines two operands;
/// [`joined`](Self::joined) groups them by how tightly the operators bind.
pub trait Operators {
    /// The value of an expression.
    type Operand;
    /// An operator between two operands.
    type Operator;
    /// The reason why a text is not an expression.
    type Error;

    /// Reads an operand with its prefixes, such as a sign; the operators around it bind at least as tightly as `least`.
    ///
    /// # Errors
    /// If there is no operand.
    fn operand(&mut self, least: u8) -> Result<Self::Operand, Self::Error>;

    /// Reads the operator after `left`, if the next one binds at least as tightly as `least`. Also returns how tightly
    /// the operators of its right operand must bind: more tightly than this one, unless it groups from the right.
    ///
    /// # Errors
    /// If the operator is not allowed there.
    fn operator(
        &mut self,
        left: &Self::Operand,
        least: u8,
    ) -> Result<Option<(Self::Operator, u8)>, Self::Error>;

    /// Applies an operator.
    ///
    /// # Errors
    /// If the operator has no value for these operands.
    fn apply(
        &mut self,
        left: Self::Operand,
        operator: Self::Operator,
        right: Self::Operand,
    ) -> Result<Self::Operand, Self::Error>;

    /// Reads operands joined by operators that bind at least as tightly as `least`.
    ///
    /// # Errors
    /// The errors of the other methods.
    fn joined(&mut self, least: u8) -> Result<Self::Operand, Self::Error> {
        let mut left = self.operand(least)?;
        while let Some((operator, least)) = self.operator(&left, least)? {
            let right = self.joined(least)?;
            left = self.apply(left, operator, right)?;
        }
        Ok(left)
    }
}
