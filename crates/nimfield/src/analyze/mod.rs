//! The one place that picks the route: normal form, then theory, then tables, then search.

mod analyzer;
mod board_tables;
mod boards;
mod case;
mod engines;
mod kept;
mod misere;
mod moves;
mod normal;
mod partizan;
mod reasons;
mod report;
mod stand_in;
mod stops;

pub use self::analyzer::{Analyzer, MoveList, Query};
pub use self::case::whole_sum;
pub use self::partizan::partizan_parts;
pub use self::report::{MisereReport, certify, misere_report};
pub use nimfield_core::theory::Undecided;
