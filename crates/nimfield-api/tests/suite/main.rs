//! The tests of the requests and answers, one program.

mod calculators;
mod corpus;
mod handles;
mod laws;
mod moves;
mod playing;
mod support;
