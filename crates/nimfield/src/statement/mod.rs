//! Statements over positions: expressions whose names are facts of a position.
//!
//! A [`Statement`] is an [`Expression`](nimfield_core::expression::Expression) of the letters of a family and of these names:
//!
//! | names | |
//! |---|---|
//! | `P` `N` `L` `R` | 1 if this is the outcome, else 0 |
//! | `value` | the Grundy value; in misère play the misère Grundy number |
//! | `normal_P` `normal_value` | the same in normal play, whatever the requested play |
//! | `misere_P` `misere_value` | the same in misère play: with `normal_value` the first two numbers of the genus |
//! | `genus1` `genus2` | the next two: the misère Grundy number with one or two heaps of 2 added |
//! | `tame` | whether the misère canonical form and all its followers are tame |
//! | `moves` `winning` | the number of moves, and of winning moves |
//! | `remoteness` | the number of moves left if the winner hurries and the loser resists (Steinhaus 1925) |
//! | `size` | the sum of the numbers of the position; for other positions, the number of stones, free cells, points or
//! cells |
//! | `parts` | the number of nonzero numbers of the position |
//! | `largest` `smallest` | the largest and the smallest of these numbers |
//! | `lines` | rows plus columns of a Young diagram |
//! | `rank` | the difference of the numbers of columns and rows, as an absolute value |
//! | `durfee` | the side of the Durfee square |
//! | `hook` `odd_hooks` | the longest hook length, and how many hook lengths are odd |
//! | `degree` | the number of standard Young tableaux, at most 2^127-1 |
//! | `core2` `core3` `core5` `core7` | the number of squares of the 2-core, 3-core, … |
//!
//! A letter of the family with the name of a fact hides the fact.
//!
//! ```
//! use nimfield::statement::{FactFinder, Statement};
//! use nimfield::{Budget, Play};
//!
//! let statement = Statement::read("P -> even(rank)", &[])?;
//! let mut facts = FactFinder::new(Play::Normal, false, Budget::unlimited());
//! let position = nimfield::read("crim[3,1,1]")?;
//! assert_eq!(facts.value(&statement, &position, &[])?, Some(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod facts;
mod positions;
mod read;
mod shape;
mod trial;

pub use facts::{FactFinder, Undefined};
pub use positions::TrialPositions;
pub use read::Statement;
pub use trial::{StatementCounterexample, StatementTrial, TrialState, TrialStop};
