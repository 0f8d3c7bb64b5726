//! Picks the route for a question: normal form, then theory, then tables, then search.

mod analyzer;
mod case;
mod certify;
mod misere;
mod moves;
mod normal;
mod partizan;
mod query;
mod reasons;
mod report;
mod route;
mod route_list;
mod routes;
mod state_file;
mod trail;
mod whole;

pub use self::analyzer::Analyzer;
pub use self::certify::{Certified, certify, certify_keeping, is_certificate_of};
pub use self::query::{MoveList, Query};
pub use self::report::{FormStyle, MisereReport, misere_report};
pub use self::routes::{canonical_form, partizan_parts};
pub use self::state_file::{StateError, StateFile};
pub use self::trail::{End, Step, Trail};
pub(crate) use self::whole::whole_sum;
pub use self::whole::{is_p_by_rules, symmetry_key};
pub use nimfield_core::theory::Undecided;
