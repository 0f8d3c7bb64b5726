//! Certificates of the winner of a taking game in misère play, which can be checked without a search.
//!
//! A certificate says that a position, or the position after one move, is a sum of at most two parts and a P-position.
//! It holds for each part a class for every position of the part, the options of the classes, and a strategy: pairs of
//! classes such that every move from one of them can be answered by a move to one of them.
//! [`OutcomeCertificate::check`] checks all of this; the book's chapter on files describes the format.
//!
//! Nothing here uses the engines: the checker shares no code with the creation of certificates.

mod check;
mod content;
mod file;
mod members;

pub use check::{CheckedCertificate, Falsehood};
pub use content::{CertificatePart, OutcomeCertificate};
