//! Tests of the games that need no analyser.

mod nimbers;
