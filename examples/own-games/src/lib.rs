//! Two games that Nimfield does not have, and how it comes to know them.

pub mod euclid;
pub mod kayles;

use nimfield::{GameEntry, Games};

/// The games of Nimfield and these two.
pub fn games() -> Games {
    Games::builtin()
        .with(GameEntry::impartial::<euclid::Euclid>())
        .with_rules::<kayles::Kayles>()
}
