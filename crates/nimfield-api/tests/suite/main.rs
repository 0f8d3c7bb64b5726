//! The tests of the requests and answers, one program.

mod corpus;
mod handles;
mod moves;
mod playing;
mod support;
