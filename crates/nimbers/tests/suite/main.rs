//! The tests of the public interface, one program: each file once compiled and linked costs more than
//! all of them together.

mod algebra;
mod calculator;
mod conversions;
mod excess_by_norm;
mod factor;
mod factoring;
mod field;
mod interrupts;
mod polynomials;
mod steps;
mod text;
mod transfinite;

/// The value of an expression, for which there is time.
#[cfg(feature = "std")]
fn evaluate(text: &str) -> Result<nimbers::calc::Value, nimbers::calc::CalcError> {
    nimbers::calc::evaluate(text, nimbers::Interrupt::NEVER)
}
