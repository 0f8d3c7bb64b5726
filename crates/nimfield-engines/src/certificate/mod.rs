//! Certificates: who wins a taking game in misère play, in a form that is checked without a search.
//!
//! A certificate says that a position, or the position after one move, is a sum of at most two
//! parts and a P-position. It holds for each part a class for every position of the part, the
//! options of the classes, and a strategy: pairs of classes such that every move from one of them
//! can be answered by a move to one of them. [`OutcomeCertificate::check`] goes through all of it; the
//! file format is in the book's chapter on files.
//!
//! Nothing here uses the engines: the checker shares no code with what made the certificate.

mod check;
mod content;
mod file;
mod members;

pub use check::{CheckedCertificate, Falsehood};
pub use content::{CertificatePart, OutcomeCertificate};
