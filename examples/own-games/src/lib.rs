//! Two games that Nimfield does not have, and how it comes to know them.

pub mod euclid;
pub mod kayles;

use nimfield::Games;

/// The games of Nimfield and these two.
pub fn games() -> Games {
    Games::builtin()
        .with_game::<euclid::Euclid>()
        .with_game::<kayles::Kayles>()
}
