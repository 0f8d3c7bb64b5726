//! A calculator for values: the language of `nimfield value`, and the reader of printed values.
//!
//! # The language
//!
//! A program is a list of statements, each on a line of its own or ended by `;`. A statement is an
//! expression or `name := expression`; the last one gives the result.
//!
//! | written | meaning |
//! |---|---|
//! | `0 -3 3/4` | numbers; a denominator is a power of two |
//! | `2^10` `1/2^10` `2^-1` `(3/4)^2` | powers of numbers; they bind before `/` and signs |
//! | `*` `*5` | nimbers |
//! | `^` `^^` `^3` `v` `vv` `v3` | ups and downs |
//! | `^<3>` `v<2>` `^[3]` | the powers of up, {0 \| * - ^[n-1]}, and the sum of the first of them |
//! | `^*` `v3*2` `2^*3` `3*` | sums of a number, ups and a nimber, written without blanks |
//! | `{2\|-1}` `{1,*\|}` `{2\|\|1\|0}` | games by their options; more bars divide before fewer |
//! | `+-1` `+-{1,1*}` | the game {x, ... \| -x, ...} |
//! | `Tiny(2)` `Miny(2)` | {0\|\|0\|-2} and {2\|0\|\|0} |
//! | `+ -` | sum, difference, negative |
//! | `G * H` | the product: of two numbers, or the nim product of two nimbers, the n-fold sum if a factor is an integer, otherwise the Norton product of G by the unit H > 0 |
//! | `< <= == = >= > !=` | comparisons; true or false |
//! | `\|\|` or `<>`, `<\|`, `\|>` | confused; less than or confused; greater than or confused |
//! | `mean(G)` … | functions, listed by [`FUNCTIONS`] |
//!
//! `3*4` is a product and `3^4` a power; 3 + *4 and 3 + ^4 are written `3+*4` and `3+^4`. At the beginning of a value a minus sign
//! belongs to the number: `-3^` is -3 + ^, and `1 - 3^` is 1 - (3 + ^). Comparisons are made outside braces, where
//! bars divide options. `±`, `↑`, `⇑`, `↓`, `⇓`, `⋆`, `−`, `·`, `≤`, `≥`, `≠`, `∥`, `⧏` and `⧐` are read
//! too.

use crate::arena::Arena;
use crate::game::Game;
use crate::print::MAX_NESTING;
use crate::stack::{FRAME_BYTES, SHALLOW, on_own_stack};

mod braces;
mod functions;
mod literal;
mod parse;
mod reader;
mod value;

pub use functions::{FUNCTIONS, Function, is_loopy};
pub use reader::CalcError;
pub use value::Value;

impl Arena {
    /// Evaluates a program in the calculator's language (see [`calc`](crate::calc)).
    ///
    /// # Errors
    /// A [`CalcError`] with the place, what was expected there and an example, or the limit that was reached
    /// ([`CalcError::cause`], [`Error::is_limit`](crate::Error::is_limit)); never a panic, however deep or long the
    /// text.
    ///
    /// ```
    /// # use short_game::{Arena, DEFAULT_LIMIT};
    /// let arena = Arena::new();
    /// let truth = arena.evaluate("{2|-1} + *3 || ^").unwrap();
    /// assert_eq!(truth.to_text(&arena, DEFAULT_LIMIT)?, "true");
    /// let mean = arena.evaluate("mean({5|1,{3|1}})").unwrap();
    /// assert_eq!(mean.to_text(&arena, DEFAULT_LIMIT)?, "3");
    /// # Ok::<(), short_game::Error>(())
    /// ```
    pub fn evaluate(&self, text: &str) -> Result<Value, CalcError> {
        // An upper bound of the nesting, so that shallow text needs no thread.
        let openers = text
            .bytes()
            .filter(|b| b"{([+-".contains(b) || !b.is_ascii())
            .count();
        if openers < 40 {
            return parse::program(self, text);
        }
        // At the deepest level, the stack must still hold the recursions that the arena runs without a thread.
        let stack = MAX_NESTING * parse::LEVEL_BYTES + SHALLOW as usize * FRAME_BYTES;
        on_own_stack(stack, || parse::program(self, text))
            .unwrap_or_else(|error| Err(CalcError::failure(0..text.len(), error)))
    }

    /// Evaluates a program in the calculator's language to a game. It reads everything that [`Arena::print`] and
    /// [`Arena::print_dag`] write.
    ///
    /// # Errors
    /// The errors of [`Arena::evaluate`], or if the value is not a game.
    pub fn read(&self, text: &str) -> Result<Game, CalcError> {
        match self.evaluate(text)? {
            Value::Game(game) => Ok(game),
            other => Err(CalcError::mistake(
                0..text.len(),
                format!("expected a game, but this is {}", other.kind()),
                "{2|-1} + *3",
            )),
        }
    }
}
