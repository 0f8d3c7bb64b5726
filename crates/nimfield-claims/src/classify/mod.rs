//! The Conway–Gurvich–Ho classes that contain a game, judged by all its positions up to a bound.
//!
//! A *no* comes with the first counterexample and is final. A *yes* only means that there is no counterexample up to
//! the bound.
//!
//! ```
//! use nimfield::Budget;
//! use nimfield::Games;
//! use nimfield_claims::classify::{Class, Grading, Scope, classify, positions};
//!
//! let positions = positions("pnim", &Games::builtin().reader())?;
//! let scope = Scope { grading: Grading::Size, up_to: 10, sums: false };
//! let report = classify(&positions, scope, &Budget::unlimited())?;
//! assert!(report.may_be(Class::Domestic));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod figure;
mod levels;
mod positions;
mod report;
mod scan;
mod walks;

pub use error::ClassifyError;
pub use figure::{FIGURE_GAMES, figure, figure_bound};
pub use nimfield_engines::classes::Class;
pub use nimfield_games::partitions::pnim::census::Grading;
pub use positions::positions;
pub use report::{Against, Classes, Membership, Report, Scope};
pub use scan::classify;
#[doc(hidden)]
pub use walks::options as walk_options;
