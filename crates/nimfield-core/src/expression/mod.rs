//! Expressions over integers: one language for guards in rule files, for conditions and letters of tables, and for
//! statements that a hunt tests.
//!
//! | operators, from the loosest to the tightest | |
//! |---|---|
//! | `->` | implication: `a -> b` is `not a or b` |
//! | `or`, `and`, `not` | a number is true if it is not 0; the results are 0 and 1 |
//! | `=` `==` `!=` `<>` `<` `<=` `>` `>=` | comparisons; `a <= b < c` compares both pairs |
//! | `xor` `^` | the nim-sum |
//! | `+` `-` | |
//! | `*` `/` `mod` `%` | division rounds down; `2n` is `2*n` |
//! | `min(…)` `max(…)` `abs(a)` `pow(a,b)` `gcd(a,b)` `bits(a)` `even(a)` `odd(a)` | `bits` counts binary digits 1 |
//!
//! **Total**: every expression has a value for all values of its letters. Arithmetic saturates at ±(2^127-1);
//! `a / 0` is 0 and `a mod 0` is `a`; nim-sums of negative numbers are those of their two's complements.
//!
//! ```
//! use nimfield_core::expression::Expression;
//!
//! let guard = Expression::read("abs(k-l) < 2 and 2k+1 > 0", &["k", "l"])?;
//! assert!(guard.holds(&[3, 4]));
//! assert_eq!(guard.value(&[3, 5]), 0);
//! # Ok::<(), nimfield_core::notation::NotationError>(())
//! ```

use std::fmt;

use crate::notation::{Cursor, NotationError};

mod node;
mod read;
mod sentence;

use node::Node;
pub use read::OPERATORS;

/// An expression whose letters are numbered.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Expression {
    node: Node,
    text: String,
}

impl Expression {
    /// Reads a whole text; letter `i` is called `letters[i]`.
    ///
    /// # Errors
    /// If the text is not an expression in these letters.
    pub fn read(text: &str, letters: &[&str]) -> Result<Expression, NotationError> {
        // Longer names are those of properties.
        let short = |letter: &&&str| letter.len() == 1 && letter.starts_with(char::is_lowercase);
        let mut names = letters.iter().filter(short);
        let example = match (names.next(), names.next()) {
            (None, _) => "2 + 3 > 4".to_string(),
            (Some(one), None) => format!("{one} < 2"),
            (Some(one), Some(other)) => format!("abs({one}-{other}) < 2"),
        };
        let mut cursor = Cursor::new(text);
        cursor.set_example(&example);
        let expression = Expression::read_from(&mut cursor, letters)?;
        cursor.need_end(read::OPERATORS)?;
        Ok(expression)
    }

    /// Reads the longest expression at the cursor.
    ///
    /// # Errors
    /// If the text is not an expression in these letters.
    pub fn read_from(
        cursor: &mut Cursor<'_>,
        letters: &[&str],
    ) -> Result<Expression, NotationError> {
        cursor.blanks();
        let start = cursor.rest();
        let node = read::expression(cursor, letters)?;
        let text = start[..start.len() - cursor.rest().len()]
            .trim()
            .to_string();
        Ok(Expression { node, text })
    }

    /// Reads a single operand: a number, a letter, a call, or an expression in parentheses.
    ///
    /// # Errors
    /// If the text is none of these.
    pub fn read_operand(
        cursor: &mut Cursor<'_>,
        letters: &[&str],
    ) -> Result<Expression, NotationError> {
        cursor.blanks();
        let start = cursor.rest();
        let node = read::operand(cursor, letters)?;
        let text = start[..start.len() - cursor.rest().len()]
            .trim()
            .to_string();
        Ok(Expression { node, text })
    }

    /// Returns the value, where letter `i` has the value `values[i]`; missing letters are 0.
    #[must_use]
    pub fn value(&self, values: &[i128]) -> i128 {
        self.node.value(values)
    }

    /// Returns whether the value is not 0.
    #[must_use]
    pub fn holds(&self, values: &[i128]) -> bool {
        self.value(values) != 0
    }

    /// Returns whether letter `letter` occurs.
    #[must_use]
    pub fn mentions(&self, letter: usize) -> bool {
        self.node.mentions(letter)
    }
}

impl fmt::Display for Expression {
    /// Writes the expression as it was written.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
