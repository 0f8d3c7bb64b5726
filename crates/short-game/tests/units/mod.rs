//! Tests of private parts.

mod dyadics;
mod storage;
