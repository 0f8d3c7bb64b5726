//! Misère quotients: finite monoids that know the outcomes of all sums of given positions.
//!
//! Two sums of positions from a closed set are *indistinguishable* if they have the same misère outcome beside every sum
//! from the set. The classes of this relation form a commutative monoid, the quotient of the set, with the classes of
//! P-positions as its *P-portion*.
//!
//! [`QuotientSearch`] finds a quotient position by position. A guess is either proved for all sums, or wrong about a first
//! sum; then the next guess is right about this one and all before.
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
