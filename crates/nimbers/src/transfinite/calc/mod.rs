//! A calculator for nimbers: `(w+4)*(w+1)`, `root(3, 2)`, `[w^2*3+5]^-7`.
//!
//! | | |
//! |---|---|
//! | `5`, `w` | a nimber (`ω`, `omega` too) |
//! | `[w^2*3+5]` | the ordinal that ordinary arithmetic (`+ * ^`) gives inside the brackets |
//! | `+ - * / ^` | operations of the field; `-` is `+`; the exponent is an ordinary integer, `2^-3`, `w^(2^64-1)` |
//! | `inv(x)` `sqrt(x)` | 1/x, the square root |
//! | `root(n, x)` `roots(n, x)` | the least n-th root, all of them |
//! | `solve_quadratic(b, c)` | both solutions of x² + bx + c = 0 |
//! | `trace(x)` `degree(x)` `order(x)` | the absolute trace, the degree over F_2, the multiplicative order |
//! | `min_poly(x)` | the minimal polynomial over F_2 |
//! | `log(x, b)` | the least n with bⁿ = x, for finite x and b |
//!
//! A nimber prints as an integer or as an ordinal in brackets, and so reads back.
//!
//! ```
//! use nimbers::{Interrupt, calc::evaluate};
//! const NEVER: Interrupt<'_> = Interrupt::NEVER;
//! assert_eq!(evaluate("root(3, 2)", NEVER)?.to_string(), "[w]");
//! assert_eq!(evaluate("(w+4)*(w+1)", NEVER)?.to_string(), "[w^2+w*5+4]");
//! assert_eq!(evaluate("min_poly(w)", NEVER)?.to_string(), "x^6 + x^3 + 1");
//! assert_eq!(evaluate("3 + ", NEVER).unwrap_err().span, 4..4);
//! # Ok::<(), nimbers::calc::CalcError>(())
//! ```

mod answer;
mod ordinary;
mod parser;
pub mod polynomials;

use alloc::vec::Vec;

use crate::interrupt::Interrupt;

pub use crate::transfinite::steps::{Line, Step};
pub use answer::{CalcError, Value};
pub use ordinary::MAX_INTEGER_BITS;
pub use parser::MAX_STEPS;

use answer::Result;
use parser::Parser;

/// Evaluates an expression; `interrupt` can stop it.
///
/// # Errors
/// [`CalcError`], with the place in the text.
pub fn evaluate(text: &str, interrupt: Interrupt<'_>) -> Result<Value> {
    Parser::new(text, interrupt, false).whole()
}

/// Evaluates an expression, and shows how to find its products, quotients, powers and roots by hand, the inner ones
/// first.
///
/// ```
/// use nimbers::{Interrupt, calc::evaluate_with_steps};
/// let (value, steps) = evaluate_with_steps("6 * 4", Interrupt::NEVER)?;
/// assert_eq!(value.to_string(), "14");
/// let lines: Vec<&str> = steps[0].lines.iter().map(|line| line.text.as_str()).collect();
/// let expected = ["(4 + 2) * 4", "4*4 + 2*4", "4*4 + 8", "(4 + 2) + 8", "8 + 4 + 2", "14"];
/// assert_eq!(lines, expected);
/// assert_eq!(steps[0].lines[3].rule, "powers: 4*4 = 4 + 2");
/// # Ok::<(), nimbers::calc::CalcError>(())
/// ```
///
/// # Errors
/// See [`evaluate`].
pub fn evaluate_with_steps(text: &str, interrupt: Interrupt<'_>) -> Result<(Value, Vec<Step>)> {
    let mut parser = Parser::new(text, interrupt, false);
    parser.steps = Some(Vec::new());
    let value = parser.whole()?;
    Ok((value, parser.steps.expect("set above")))
}
