//! The laws of the claims about Holladay's game.

use std::any::Any;

use nimfield_core::info::{Family, Law, Said};

use crate::holladay::criterion::is_p;
use crate::holladay::rules::Holladay;

/// The laws, each with a family that shows it.
pub(super) const LAWS: &[Law] = &[
    Law {
        claim: "holladay-2x2",
        family: Family::new("holladay[a 3; 2 b]", "a=0..9 b=0..9"),
        says: |position| criterion(position, 2, 2),
    },
    Law {
        claim: "holladay-2x3",
        family: Family::new("holladay[a 2 3; 2 b 1]", "a=0..6 b=0..6"),
        says: |position| criterion(position, 2, 3),
    },
    Law {
        claim: "holladay-3x2",
        family: Family::new("holladay[a 2; 2 b; 1 1]", "a=0..6 b=0..6"),
        says: |position| criterion(position, 3, 2),
    },
    Law {
        claim: "holladay-one-column",
        family: Family::new("holladay[a; b; 5]", "a=0..12 b=0..12"),
        says: |position| {
            let holladay: &Holladay = position.downcast_ref()?;
            let nim_sum = holladay.piles().iter().fold(0, |sum, pile| sum ^ pile);
            (holladay.columns() == 1).then(|| Said::lost(nim_sum == 0))
        },
    },
];

/// Returns the statement of the criterion about a position of this size.
fn criterion(position: &dyn Any, rows: usize, columns: usize) -> Option<Said> {
    let holladay: &Holladay = position.downcast_ref()?;
    let fits = (holladay.rows(), holladay.columns()) == (rows, columns);
    fits.then(|| Said::lost(is_p(holladay)))
}
