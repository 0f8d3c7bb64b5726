//! The one place that picks the route: normal form, then theory, then tables, then search.

mod analyzer;
mod board_tables;
mod boards;
mod case;
mod certify;
mod engines;
mod kept;
mod kept_search;
mod misere;
mod moves;
mod normal;
mod partizan;
mod reasons;
mod report;
mod stand_in;
mod state_file;
mod stops;

pub use self::analyzer::{Analyzer, MoveList, Query};
pub use self::case::whole_sum;
pub use self::certify::{Certified, certify, certify_keeping};
pub use self::partizan::partizan_parts;
pub use self::report::{MisereReport, misere_report};
pub use self::state_file::{StateError, StateFile};
pub use nimfield_core::theory::Undecided;
