//! Polynomials over the fields of finite nimbers, their factors and their roots.
//!
//! ```
//! use nimbers::polynomials::{Polynomial, roots};
//! use nimbers::{Interrupt, Nimber8};
//!
//! // x^2 + x + 1 is irreducible over two elements, and splits over four.
//! let p = Polynomial::new(vec![Nimber8(1), Nimber8(1), Nimber8(1)]);
//! assert_eq!(p.factor(0, Interrupt::NEVER)?.to_string(), "x^2 + x + 1");
//! assert_eq!(p.factor(1, Interrupt::NEVER)?.to_string(), "(x + 2) * (x + 3)");
//! assert_eq!(roots(&p, None, Interrupt::NEVER)?.to_string(), "2, 3");
//! # Ok::<(), nimbers::NimberError>(())
//! ```

mod factor;
mod polynomial;
mod roots;
mod sage;
mod text;

pub use crate::error::MAX_POLYNOMIAL_DEGREE as MAX_DEGREE;
pub use factor::{Factor, Factorization};
pub use polynomial::Polynomial;
pub use roots::{Roots, Unlisted, roots};
pub use sage::sage_field;
