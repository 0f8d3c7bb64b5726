//! Misère quotients: finite monoids that know the outcomes of all sums of given positions.
//!
//! Two sums of positions from a closed set are *indistinguishable* if they have the same misère outcome beside every sum
//! from the set. The classes of this relation form a commutative monoid, the quotient of the set, with the classes of
//! P-positions as its *P-portion*.
//!
//! [`QuotientSearch`] finds a quotient position by position. A guess is learnt from outcomes found by play, and then proved
//! for all sums. What is refuted gives a sum from which more is learnt.
//!
//! **Source**: T. E. Plambeck and A. N. Siegel, Misère quotients for impartial games, J. Combin. Theory Ser. A 115 (2008),
//! 593-622. The learning is that of D. Angluin, Learning regular sets from queries and counterexamples, Inform. and
//! Comput. 75 (1987), 87-106, for commutative words.

mod claim;
mod closed_set;
mod direct_play;
mod heaps;
mod learner;
mod monoid;
mod play_check;
mod proof;
mod search;

pub use claim::QuotientClaim;
pub use closed_set::{ClosedSet, Word};
pub use direct_play::DirectPlay;
pub use heaps::{HeapQuotient, heap_classes, proved_law};
pub use monoid::{Quotient, Relation};
pub use play_check::{PlayCheck, WrongClass, check_by_play};
pub use search::QuotientSearch;
