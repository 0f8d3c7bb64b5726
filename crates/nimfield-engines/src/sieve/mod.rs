//! The sieve of P-positions: who wins, for every position of a box of a ray game, one bit each.
//!
//! A position is P (the player who has just moved wins) when none of its options is. The sieve
//! goes through the box in blocks, 64 positions to a machine word, and marks along every ray what
//! a P-position makes N; the cost per position is a fraction of a machine instruction for each
//! ray. In misère play the positions without a move are N.
//!
//! The bits of a block are not looked at again once its marks are on their way. So to count the
//! P-positions of a box ([`OutcomeTable::count`]) takes the memory of the marks alone, not that of
//! the box.

mod count;
mod finder;
mod table;

pub use table::OutcomeTable;
