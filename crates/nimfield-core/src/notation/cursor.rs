//! Reading text: a cursor over the input, and errors that point at the problem.

use std::fmt;
use std::ops::{Deref, DerefMut, Range};

use nimbers::{Ordinal, ParseNimberError};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::budget::Budget;

/// An error in a text in Nimfield's notation: its place, what was expected there, and a correct example.
///
/// `Display` shows the text with a caret under the fault:
///
/// ```
/// use nimfield_core::notation::Cursor;
///
/// let mut cursor = Cursor::new("heap x by 3");
/// cursor.set_example("heap 1 by 3");
/// cursor.take("heap");
/// let error = cursor.need_number("the heap").unwrap_err();
/// let lines = [
///     "expected the heap, found `x`",
///     "  heap x by 3",
///     "       ^",
/// ];
/// assert!(error.to_string().starts_with(&lines.join("\n")));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// The whole text that was read.
    pub text: String,
    /// The bytes of `text` at fault; empty at its end.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What is accepted, in a sentence; may be empty.
    pub help: String,
    /// A correct text of the kind that was being read; may be empty.
    pub example: String,
    /// Whether reading stopped at a limit of time or memory; the text may then be correct.
    pub unfinished: bool,
}

impl NotationError {
    /// Returns the error with another help; a limit that stopped the reading keeps its own.
    #[must_use]
    pub fn with_help(self, help: impl Into<String>) -> NotationError {
        match self.unfinished {
            true => self,
            false => NotationError {
                help: help.into(),
                ..self
            },
        }
    }

    /// Returns a window of the line around the fault, and the columns of the fault within it. Columns are those of a
    /// terminal, where some characters take two and some none.
    fn window(&self) -> (String, Range<usize>) {
        /// Characters shown on either side of the fault.
        const MARGIN: usize = 50;
        // The text may be one huge line, so only the visible part is processed.
        let before: Vec<char> = self.text[..self.span.start]
            .chars()
            .rev()
            .take_while(|&c| c != '\n')
            .take(MARGIN + 1)
            .collect();
        let after: Vec<char> = self.text[self.span.start..]
            .chars()
            .take_while(|&c| c != '\n')
            .take(MARGIN + 1)
            .collect();
        let fault = self.text[self.span.clone()].chars().take(MARGIN).count();
        let mut line = String::new();
        if before.len() > MARGIN {
            line.push('…');
        }
        line.extend(before.iter().take(MARGIN).rev());
        let column = line.width();
        let keep = after.len().min(MARGIN);
        line.extend(&after[..keep]);
        if keep < after.len() {
            line.push('…');
        }
        let line = line.chars().map(|c| if c.is_control() { ' ' } else { c });
        let widths = after[..fault.min(keep)].iter();
        let width: usize = widths.map(|c| c.width().unwrap_or(1)).sum();
        (line.collect(), column..column + width.max(1))
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, caret) = self.window();
        write!(
            f,
            "{}\n  {}\n  {}{}",
            self.message,
            line,
            " ".repeat(caret.start),
            "^".repeat(caret.len())
        )?;
        if !self.help.is_empty() {
            write!(f, "\n{}", self.help)?;
        }
        if !self.example.is_empty() {
            write!(f, "\nexample: {}", self.example)?;
        }
        Ok(())
    }
}

impl std::error::Error for NotationError {}

/// A position in a text that is being read, with an example for errors and the budget.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    place: text_cursor::Cursor<'a>,
    example: &'a str,
    budget: Option<&'a Budget>,
    /// The place of the last budget check.
    asked: usize,
}

impl<'a> Deref for Cursor<'a> {
    type Target = text_cursor::Cursor<'a>;

    fn deref(&self) -> &text_cursor::Cursor<'a> {
        &self.place
    }
}

impl<'a> DerefMut for Cursor<'a> {
    fn deref_mut(&mut self) -> &mut text_cursor::Cursor<'a> {
        &mut self.place
    }
}

impl<'a> Cursor<'a> {
    /// Creates a cursor at the beginning of `text`.
    #[must_use]
    pub fn new(text: &'a str) -> Cursor<'a> {
        Cursor {
            place: text_cursor::Cursor::new(text),
            example: "",
            budget: None,
            asked: 0,
        }
    }

    /// Returns a cursor that checks `budget` at intervals.
    #[must_use]
    pub fn within(self, budget: &'a Budget) -> Cursor<'a> {
        Cursor {
            budget: Some(budget),
            ..self
        }
    }

    /// Checks the budget, if much has been read since the last check. Reading a number does this, too.
    ///
    /// # Errors
    /// [`NotationError::unfinished`] if a limit is reached.
    pub fn ask(&mut self) -> Result<(), NotationError> {
        /// The interval in bytes; reading it takes well under a millisecond.
        const EVERY: usize = 1 << 12;
        if self.at() < self.asked + EVERY {
            return Ok(());
        }
        self.asked = self.at();
        let asked = self.budget.map_or(Ok(()), |budget| budget.check(0));
        asked.map_err(|limit| NotationError {
            unfinished: true,
            ..self.fault(
                self.at()..self.at(),
                format!("reading was stopped by {limit}"),
                "",
            )
        })
    }

    /// Sets the example that errors show from now on.
    pub fn set_example(&mut self, example: &'a str) {
        self.example = example;
    }

    /// Returns whether a digit comes next, after blanks.
    #[must_use]
    pub fn peek_digit(&self) -> bool {
        let mut ahead = self.place;
        ahead.blanks().digit_next()
    }

    /// Skips blanks and returns whether the text ends there.
    pub fn at_end(&mut self) -> bool {
        self.blanks().rest().is_empty()
    }

    /// Skips blanks but no line ends.
    pub fn blanks_in_line(&mut self) {
        self.take_while(|c| c.is_whitespace() && c != '\n');
    }

    /// Moves to a byte of the text, which must begin a character.
    pub fn skip_to(&mut self, at: usize) {
        // Through `DerefMut` alone, `cursor.skip_to(cursor.at() + 1)` would borrow the cursor twice.
        self.place.skip_to(at);
    }

    /// Reads `word`, in any case, if it is next after blanks.
    pub fn take(&mut self, word: &str) -> bool {
        let mut ahead = self.place;
        let rest = ahead.blanks().rest();
        let here = rest.get(..word.len());
        let here = here.is_some_and(|here| here.eq_ignore_ascii_case(word));
        if here {
            self.skip_to(ahead.at() + word.len());
        }
        here
    }

    /// Reads the first of `words` that is next.
    pub fn take_any(&mut self, words: &[&str]) -> bool {
        words.iter().any(|word| self.take(word))
    }

    /// Reads a word of letters, digits and inner hyphens that begins with a letter; empty if there is none.
    pub fn word(&mut self) -> &'a str {
        self.blanks();
        let rest = self.rest();
        let mut end = 0;
        for (i, c) in rest.char_indices() {
            let inner = c == '-' && rest[i + 1..].starts_with(|next: char| next.is_alphabetic());
            if c.is_alphabetic() || (i > 0 && (c.is_alphanumeric() || inner)) {
                end = i + c.len_utf8();
            } else {
                break;
            }
        }
        self.skip_to(self.at() + end);
        &rest[..end]
    }

    /// Reads up to the end, or up to a + or - outside braces, parentheses and brackets. A sign at the beginning or in
    /// an exponent (`2^-1`) belongs to the value. The result is trimmed.
    pub fn take_value(&mut self) -> &'a str {
        self.blanks();
        let rest = self.rest();
        let mut depth = 0i64;
        let mut end = rest.len();
        let mut begun = false;
        for (i, c) in rest.char_indices() {
            match c {
                '{' | '(' | '[' => depth += 1,
                '}' | ')' | ']' => depth -= 1,
                '+' | '-' | '−' if depth == 0 && begun && !is_exponent(&rest[..i], &rest[i..]) => {
                    end = i;
                    break;
                }
                '+' | '-' | '−' | '±' => continue,
                _ => {}
            }
            begun |= !c.is_whitespace();
        }
        let value = rest[..end].trim_end();
        self.skip_to(self.at() + value.len());
        value
    }

    /// Reads up to the bracket that closes the body, or to the end of the text.
    pub fn take_body(&mut self) -> &'a str {
        let rest = self.rest();
        let mut depth = 0usize;
        let end = rest.char_indices().find(|&(_, c)| {
            let closes = matches!(c, ']' | '⟧' | '⟩') && depth == 0;
            match c {
                '[' | '⟦' | '⟨' => depth += 1,
                ']' | '⟧' | '⟩' => depth = depth.saturating_sub(1),
                _ => {}
            }
            closes
        });
        let body = &rest[..end.map_or(rest.len(), |(at, _)| at)];
        self.skip_to(self.at() + body.len());
        body
    }

    /// Reads the rest of the text without trailing blanks.
    pub fn take_rest(&mut self) -> &'a str {
        let rest = self.rest().trim_end();
        self.skip_to(self.at() + rest.len());
        rest
    }

    /// Reads a whole number below 2^128, if one is next. Errors call it `what`.
    ///
    /// # Errors
    /// If the number is 2^128 or more, or negative, or the budget runs out.
    pub fn number(&mut self, what: &str) -> Result<Option<u128>, NotationError> {
        self.ask()?;
        self.blanks();
        let rest = self.rest();
        if let Some(after) = rest.strip_prefix(['-', '−'])
            && after.starts_with(|c: char| c.is_ascii_digit())
        {
            let digits = after.bytes().take_while(u8::is_ascii_digit).count();
            let length = rest.len() - after.len() + digits;
            let before = &self.text()[..self.at()];
            let message = match before.ends_with(|c: char| c.is_ascii_digit()) {
                true => format!("{what} cannot be a difference"),
                false => format!("{what} cannot be negative"),
            };
            return Err(self.fault(
                self.at()..self.at() + length,
                message,
                format!("{what} is a whole number from 0 to 2^128-1"),
            ));
        }
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return Ok(None);
        }
        let span = self.at()..self.at() + digits;
        if digits > 1 && rest.starts_with('0') && self.text()[..span.start].ends_with(',') {
            return Err(self.fault(
                span,
                format!("{what} after a comma cannot begin with 0"),
                "write a large number without commas: 1000",
            ));
        }
        let Ok(number) = rest[..digits].parse() else {
            return Err(self.too_large(span, what));
        };
        self.skip_to(self.at() + digits);
        Ok(Some(number))
    }

    /// Reads a required whole number.
    ///
    /// # Errors
    /// If there is none, or it is 2^128 or more, or negative.
    pub fn need_number(&mut self, what: &str) -> Result<u128, NotationError> {
        let number = self.number(what)?;
        number.ok_or_else(|| self.no_number(what))
    }

    /// Reads a whole number as [`number`](Cursor::number) does, also a power: `2^64`, `10^20`.
    ///
    /// # Errors
    /// If the number is 2^128 or more, or negative, or the budget runs out.
    pub fn power(&mut self, what: &str) -> Result<Option<u128>, NotationError> {
        self.blanks();
        let start = self.at();
        let base = self.number(what)?;
        let exponent = self.rest().strip_prefix('^');
        let raised = exponent.is_some_and(|text| text.starts_with(|c: char| c.is_ascii_digit()));
        let (Some(base), true) = (base, raised) else {
            return Ok(base);
        };
        self.skip_to(self.at() + 1);
        let exponent = self.need_number("an exponent")?;
        let power = u32::try_from(exponent).map_or(None, |exponent| base.checked_pow(exponent));
        let large = || self.too_large(start..self.at(), what);
        power.ok_or_else(large).map(Some)
    }

    /// Reads a required whole number or power.
    ///
    /// # Errors
    /// If there is none, or it is 2^128 or more, or negative.
    pub fn need_power(&mut self, what: &str) -> Result<u128, NotationError> {
        let number = self.power(what)?;
        number.ok_or_else(|| self.no_number(what))
    }

    fn no_number(&mut self, what: &str) -> NotationError {
        self.expected(what, format!("{what} is a whole number from 0 to 2^128-1"))
    }

    fn too_large(&self, span: Range<usize>, what: &str) -> NotationError {
        self.fault(
            span,
            format!("{what} is too large"),
            "numbers go up to 2^128-1 = 340282366920938463463374607431768211455",
        )
    }

    /// Reads a number from `least` to `most`.
    ///
    /// # Errors
    /// If there is no number, or one outside of these bounds.
    pub fn need_between<T>(&mut self, what: &str, least: T, most: T) -> Result<T, NotationError>
    where
        T: Copy + Into<u128> + TryFrom<u128>,
    {
        let number = self.need_inside(what, least.into(), most.into())?;
        let fitting = T::try_from(number).ok();
        Ok(fitting.expect("a number between two of its type"))
    }

    /// Reads a number between two bounds: one function for all types, so that it is compiled once.
    fn need_inside(&mut self, what: &str, least: u128, most: u128) -> Result<u128, NotationError> {
        self.blanks();
        let start = self.at();
        let help = format!("{what} is a whole number from {least} to {most}");
        let number = match self.need_power(what) {
            Ok(number) if (least..=most).contains(&number) => return Ok(number),
            Ok(number) => number,
            Err(fault) => return Err(fault.with_help(help)),
        };
        let message = format!("{number} is not between {least} and {most}");
        Err(self.fault(start..self.at(), message, help))
    }

    /// Reads a required ordinal below w^(w^w) in Cantor normal form.
    ///
    /// # Errors
    /// If the ordinal is missing or malformed.
    pub fn need_ordinal(&mut self, what: &str) -> Result<Ordinal, NotationError> {
        self.ask()?;
        let help = format!("{what} is a whole number or an ordinal such as w^2*3+w*5+4");
        self.blanks();
        // These are refused there.
        let bytes = self.rest().as_bytes();
        let zero = bytes.first() == Some(&b'0') && bytes.get(1).is_some_and(u8::is_ascii_digit);
        if zero || self.peek().is_some_and(|c| c == '-' || c == '−') {
            self.clone().number(what)?;
        }
        if !self
            .peek()
            .is_some_and(|c| c.is_ascii_digit() || c.is_alphabetic())
        {
            return Err(self.expected(what, help));
        }
        let start = self.at();
        let digits = self.rest().trim_start_matches(|c: char| c.is_ascii_digit());
        if digits.len() < self.rest().len() && digits.starts_with('^') {
            let power = self.need_power(what).map(Ordinal::from);
            return power.map_err(|fault| {
                fault.with_help("powers stand for numbers up to 2^128-1; larger ones are written with their digits")
            });
        }
        let length = ordinal_length(&self.text()[start..]);
        let text = &self.text()[start..start + length];
        let ordinal = text.parse().map_err(|error: ParseNimberError| {
            let span = start + error.span.start..start + error.span.end;
            let end = span.end.max(start + 1);
            self.fault(span.start..end, format!("{what}: {}", error.problem), help)
        })?;
        self.skip_to(self.at() + length);
        Ok(ordinal)
    }

    /// Reads the required word `word`.
    ///
    /// # Errors
    /// If something else is next.
    pub fn need(&mut self, word: &str, help: &str) -> Result<(), NotationError> {
        if self.take(word) {
            Ok(())
        } else {
            Err(self.expected(&format!("`{word}`"), help))
        }
    }

    /// Checks that nothing but blanks follows.
    ///
    /// # Errors
    /// If something does.
    pub fn need_end(&mut self, help: &str) -> Result<(), NotationError> {
        if self.at_end() {
            Ok(())
        } else {
            Err(self.expected("the end", help))
        }
    }

    /// Creates an error at the cursor: `what` was expected and something else was found, a word or a character.
    pub fn expected(&mut self, what: &str, help: impl Into<String>) -> NotationError {
        /// Longer words are shown by their first letter.
        const LONGEST: usize = 40;
        self.blanks();
        let word = self.clone().word();
        let length = match word.len() {
            1..=LONGEST => word.len(),
            _ => self.peek().map_or(0, char::len_utf8),
        };
        let found = match self.peek() {
            None => "the text ends here".to_string(),
            Some(c) if c.is_control() => format!("found the character {:?}", c),
            Some(_) => format!("found `{}`", &self.rest()[..length]),
        };
        let span = self.at()..self.at() + length;
        self.fault(span, format!("expected {what}, {found}"), help)
    }

    /// Creates an error at the bytes `span`, widened to whole characters and cut at the end of the text.
    pub fn fault(
        &self,
        span: Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> NotationError {
        let text = self.text();
        let start = text.floor_char_boundary(span.start);
        NotationError {
            text: text.to_string(),
            span: start..text.ceil_char_boundary(span.end).max(start),
            message: message.into(),
            help: help.into(),
            example: self.example.to_string(),
            unfinished: false,
        }
    }
}

/// Returns whether a sign belongs to an exponent: it does in `2^-1`, a half, but not in the differences `^-1` and `2^ -
/// 1`.
fn is_exponent(before: &str, sign: &str) -> bool {
    // If no `^` comes before the sign, there is no base.
    let base = before.strip_suffix('^').unwrap_or_default().trim_end();
    base.ends_with(|c: char| c.is_ascii_digit() || c == ')')
        && !sign.starts_with('+')
        && sign[sign.chars().next().map_or(0, char::len_utf8)..]
            .starts_with(|c: char| c.is_ascii_digit())
}

/// Returns the length of the ordinal, or of what looks like one, at the beginning of a text: operands joined by `+`,
/// `*` and `^`, and parenthesized parts.
fn ordinal_length(text: &str) -> usize {
    let mut end = 0;
    let mut depth = 0u32;
    let mut after_operand = false;
    let mut rest = text.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        match c {
            c if c.is_whitespace() => continue,
            '+' | '*' | '^' if after_operand => after_operand = false,
            '(' if !after_operand => depth += 1,
            ')' if after_operand && depth > 0 => depth -= 1,
            // Characters attached to an operand are included, so that the reader reports them.
            c if c.is_alphanumeric() && (!after_operand || at == end) => {
                let digits = c.is_ascii_digit();
                let same = |c: char| c.is_alphanumeric() && c.is_ascii_digit() == digits;
                while rest.next_if(|&(_, next)| same(next)).is_some() {}
                after_operand = true;
            }
            _ => break,
        }
        end = rest.peek().map_or(text.len(), |&(next, _)| next);
    }
    end
}
