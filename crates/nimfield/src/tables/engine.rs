//! The names of the engines.

use std::fmt;

/// The engine that computes a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Engine {
    /// All P-positions of a box at once.
    Sieve,
    /// All Grundy values of a box at once.
    GrundyTable,
    /// A law for all numbers, by the digits of the largest number.
    Law,
    /// The closed form of a game. The numbers are linear in letters and are parsed once for all positions.
    ClosedForm,
    /// Nim-sums of the values of heaps, whose sizes are linear in letters and are parsed once for all positions.
    NimSums,
    /// One position after the other, each by theory or search.
    Analysis,
    /// All partitions of a size; only the light ones are stored.
    SparseCensus,
    /// All partitions of a perimeter, as boundary words.
    WordCensus,
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Engine::Sieve => "sieve of P-positions of a box",
            Engine::GrundyTable => "Grundy table of a box",
            Engine::Law => "law for all numbers, proved",
            Engine::ClosedForm => "closed form of linear numbers",
            Engine::NimSums => "nim-sums of linear heaps",
            Engine::Analysis => "analysis, position by position",
            Engine::SparseCensus => "census of partitions by size, sparse",
            Engine::WordCensus => "census of partitions by perimeter",
        })
    }
}
