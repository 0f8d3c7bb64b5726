//! The tests of the public interface, one program: each file once compiled and linked costs more than
//! all of them together.

mod agreement;
mod calculator;
mod common;
mod foreign;
mod limits;
mod theory;
