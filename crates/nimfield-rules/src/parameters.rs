//! Parameters of a rule file, and numbers that are computed from them.

use std::ops::RangeInclusive;

use nimfield_core::expression::{Expression, OPERATORS};
use nimfield_core::notation::{Cursor, NotationError, lines};

/// The largest number in a rule file.
pub(crate) const MOST: u64 = (1 << 62) - 1;

/// The most counters of a position: conditions compute sums and small multiples of its numbers exactly.
pub(crate) const MOST_COUNTERS: u128 = (1 << 126) - 1;

/// How parameters are written.
pub(crate) const PARAM: &str = "a parameter is a name, its least and its largest value, and perhaps its default value: \
     `param k 1..20` or `param k 1..20 = 2`";

/// A parameter: `param k 1..20 = 2`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Parameter {
    pub(crate) name: String,
    pub(crate) range: RangeInclusive<u64>,
    /// The value if a position gives none.
    pub(crate) usual: Option<u64>,
}

impl Parameter {
    /// Reads what follows the word `param`.
    pub(crate) fn read(cursor: &mut Cursor<'_>) -> Result<Parameter, NotationError> {
        let name = cursor.word().to_string();
        if name.is_empty() {
            return Err(cursor.expected("the name of a parameter", PARAM));
        }
        let least = cursor.need_between("the least value", 0, MOST)?;
        cursor.need("..", PARAM)?;
        let most = Scope::default().end(cursor, ("the largest value", PARAM), (least, MOST))?;
        let usual = match cursor.take("=") {
            true => Some(cursor.need_between("the usual value", least, most)?),
            false => None,
        };
        cursor.need_end(PARAM)?;
        Ok(Parameter {
            name,
            range: least..=most,
            usual,
        })
    }
}

impl Parameter {
    /// Returns the range, and the default value if there is one.
    pub(crate) fn in_words(&self) -> String {
        let (least, most) = self.range.clone().into_inner();
        match self.usual {
            Some(usual) => format!("from {least} to {most}, by default {usual}"),
            None => format!("from {least} to {most}"),
        }
    }
}

/// The parameters with their values.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    names: Vec<String>,
    values: Vec<i128>,
}

impl Scope {
    /// Creates the scope of these parameters.
    pub(crate) fn new(parameters: &[Parameter], values: &[u64]) -> Scope {
        Scope {
            names: parameters.iter().map(|own| own.name.clone()).collect(),
            values: values.iter().map(|&value| value.into()).collect(),
        }
    }

    /// Returns the names of the parameters.
    pub(crate) fn names(&self) -> Vec<&str> {
        self.names.iter().map(String::as_str).collect()
    }

    /// Returns their values.
    pub(crate) fn values(&self) -> &[i128] {
        &self.values
    }

    /// Reads a number, a parameter, or an expression of these in parentheses, and checks its value. Errors call it
    /// `what` and show `help`.
    pub(crate) fn number(
        &self,
        cursor: &mut Cursor<'_>,
        (what, help): (&str, &str),
        range: RangeInclusive<u64>,
    ) -> Result<u64, NotationError> {
        let start = cursor.blanks().at();
        // A word is an expression only if it is a parameter or a function.
        let mut ahead = cursor.clone();
        let word = ahead.word();
        let known = self.names.iter().any(|name| name == word) || ahead.peek() == Some('(');
        if cursor.at_end() || !word.is_empty() && !known {
            return Err(cursor.expected(what, help));
        }
        let value = self.integer(cursor)?;
        let number = u64::try_from(value)
            .ok()
            .filter(|number| range.contains(number));
        number.ok_or_else(|| {
            let (least, most) = range.into_inner();
            let bounds = match most {
                MOST => format!("at least {least} and below 2^62"),
                _ => format!("between {least} and {most}"),
            };
            let message = format!("{what} must be {bounds}, not {value}");
            cursor.fault(start..cursor.at(), message, help)
        })
    }

    /// Reads the last number of a range that begins with `least`.
    pub(crate) fn end(
        &self,
        cursor: &mut Cursor<'_>,
        (what, help): (&str, &str),
        (least, most): (u64, u64),
    ) -> Result<u64, NotationError> {
        let start = cursor.blanks().at();
        let end = self.number(cursor, (what, help), 0..=most)?;
        match end < least {
            true => {
                let message = format!("the range is empty: {end} is less than {least}");
                Err(cursor.fault(start..cursor.at(), message, help))
            }
            false => Ok(end),
        }
    }

    /// Reads a number, a parameter, or an expression of these in parentheses; it may be negative.
    pub(crate) fn integer(&self, cursor: &mut Cursor<'_>) -> Result<i128, NotationError> {
        // A number alone: `2x3` is not 2 times a letter.
        if cursor.peek_digit() {
            let number = cursor.need_number("a number")?;
            return Ok(i128::try_from(number).unwrap_or(i128::MAX));
        }
        let expression = Expression::read_operand(cursor, &self.names())?;
        Ok(expression.value(&self.values))
    }

    /// Reads the condition at the end of a line after the word `where`, if it has one: an expression of these letters
    /// and of the parameters.
    pub(crate) fn read_guard(
        &self,
        cursor: &mut Cursor<'_>,
        letters: &[&str],
    ) -> Result<Option<Expression>, NotationError> {
        if !cursor.take("where") {
            return Ok(None);
        }
        let guard = self.expression(cursor, letters)?;
        cursor.need_end(OPERATORS)?;
        Ok(Some(guard))
    }

    /// Reads an expression of these letters and of the parameters, which must not share a name that it uses.
    pub(crate) fn expression(
        &self,
        cursor: &mut Cursor<'_>,
        letters: &[&str],
    ) -> Result<Expression, NotationError> {
        let start = cursor.blanks().at();
        let expression = Expression::read_from(cursor, &[letters, &self.names()].concat())?;
        let both = |&at: &usize| {
            expression.mentions(at) && self.names.iter().any(|name| name == letters[at])
        };
        let Some(at) = (0..letters.len()).find(both) else {
            return Ok(expression);
        };
        let name = letters[at];
        let message = format!("`{name}` is both a parameter and a letter of this line");
        let help = "give the parameter another name";
        Err(cursor.fault(start..cursor.at(), message, help))
    }

    /// Returns a line in which values replace the parameters, and the expressions in parentheses after its first word.
    pub(crate) fn filled(&self, line: &str) -> String {
        let mut cursor = Cursor::new(line);
        cursor.word();
        let mut text = line[..cursor.at()].to_string();
        while let Some(next) = cursor.peek() {
            let word = cursor.clone().word();
            let mut ahead = cursor.clone();
            let named = next.is_alphabetic() && self.names.iter().any(|name| name == word);
            match Expression::read_operand(&mut ahead, &self.names()) {
                Ok(expression) if named || next == '(' => {
                    text += &expression.value(&self.values).to_string();
                    cursor = ahead;
                }
                _ => {
                    let rest = cursor.rest();
                    let other = |c: char| !c.is_alphanumeric();
                    let length = match next.is_alphanumeric() {
                        true => rest.find(other).unwrap_or(rest.len()),
                        false => next.len_utf8(),
                    };
                    text += &rest[..length];
                    cursor.skip_to(cursor.at() + length);
                }
            }
        }
        text
    }
}

/// Moves an error from a text with substituted values to the original text, unless values were substituted in its line.
pub(crate) fn as_written(mut fault: NotationError, text: &str) -> NotationError {
    let number = fault.text[..fault.span.start].matches('\n').count();
    let filled = lines(&fault.text).nth(number);
    if let Some(((start, filled), (own, line))) = filled.zip(lines(text).nth(number))
        && line.len() == filled.len()
        && line
            .get(fault.span.start - start..fault.span.end.saturating_sub(start))
            .is_some()
    {
        fault.span = own + fault.span.start - start..own + fault.span.end - start;
        fault.text = text.to_string();
    }
    fault
}
