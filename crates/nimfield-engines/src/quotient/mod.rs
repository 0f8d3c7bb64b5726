//! Misère quotients: finite monoids that determine the outcomes of all sums of given positions.
//!
//! Two sums of positions from a closed set are *indistinguishable* if adding any sum from the set gives the same misère
//! outcome. The classes of this relation form a commutative monoid, the quotient of the set, with the classes of
//! P-positions as its *P-portion*.
//!
//! [`QuotientSearch`] finds a quotient position by position. A guess is either proved for all sums, or wrong about a
//! first sum; the next guess is then right about this sum and all earlier ones.
//!
//! **Source**: T. E. Plambeck and A. N. Siegel, Misère quotients for impartial games, J. Combin. Theory Ser. A 115 (2008),
//! 593-622.

mod claim;
mod closed_set;
mod counted;
mod direct_play;
mod first_sums;
mod heaps;
mod monoid;
mod play_check;
mod proof;
mod reduction;
mod search;

pub use claim::QuotientClaim;
pub use closed_set::{ClosedSet, Word};
pub use direct_play::DirectPlay;
pub use heaps::{HeapClasses, HeapQuotient, STABLE, heap_classes, proved_law};
pub use monoid::{Quotient, Relation};
pub use play_check::{PlayCheck, WrongClass, check_by_play};
pub use search::QuotientSearch;
