//! The tests of the public interface, one program: each file once compiled and linked costs more than
//! all of them together.

mod algebra;
mod calculator;
mod conversions;
mod factor;
mod factoring;
mod field;
mod interrupts;
mod text;
mod transfinite;
