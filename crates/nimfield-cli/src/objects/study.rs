//! Periods and quotients.

use std::collections::BTreeMap;

use nimfield::Play;
use serde::Serialize;

/// A period along a letter, of period.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PeriodObject<'a> {
    /// The position with its letter.
    pub position: &'a str,
    /// The letter.
    pub letter: String,
    /// The play convention.
    pub play: Play,
    /// What the terms are: `values`, or `outcomes`, which are 0 for P and 1 for N; or the expression after `--show`.
    pub terms: &'a str,
    /// `proved` for all numbers, or `seen` up to `up_to`; null without a period.
    pub status: Option<&'static str>,
    /// The least number from which on the law holds; for heaps the empty one counts.
    pub preperiod: Option<u64>,
    /// The least period.
    pub period: Option<u64>,
    /// What the terms grow by in a period.
    pub saltus: Option<i64>,
    /// The last number whose term differs from the law continued backwards.
    pub last_exception: Option<u64>,
    /// The first such numbers, at most 40.
    pub exceptions: Vec<u64>,
    /// The largest term found.
    pub largest: Option<u32>,
    /// The last number whose term was found.
    pub up_to: Option<u64>,
    /// The source of the theorem that proves the law.
    pub theorem: Option<&'a str>,
    /// The theorem with the numbers of this case; or why automata do not prove outcomes.
    pub reason: Option<&'a str>,
    /// Whether the search was not ended by the budget.
    pub complete: bool,
}

/// A Young diagram, of partition. The fields about its squares are null if there are more than 65,536.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DiagramObject {
    /// The partition.
    pub partition: String,
    /// The number of squares, in digits.
    pub size: String,
    /// The number of rows.
    pub rows: u64,
    /// The number of columns.
    pub columns: u64,
    /// The partition with rows and columns exchanged.
    pub conjugate: String,
    /// Columns less rows, in digits.
    pub rank: String,
    /// The side of the Durfee square.
    pub durfee: u64,
    /// The Frobenius coordinates: the arms and the legs of the squares of the diagonal, as in SageMath; null if there
    /// are too many.
    pub frobenius: Option<[Vec<u64>; 2]>,
    /// The hook lengths row by row.
    pub hooks: Option<Vec<Vec<u64>>>,
    /// The number of standard Young tableaux, in digits.
    pub degree: Option<String>,
    /// The prime of the core and of the sum of hooks.
    pub prime: u64,
    /// What remains after all hooks whose length is the prime are removed.
    pub core: Option<String>,
    /// The quotient for the prime, as in SageMath; null for primes above 1000.
    pub quotient: Option<Vec<String>>,
    /// The number of hooks removed.
    pub weight: Option<u64>,
    /// The sum without carry over the hooks, which is the size exactly if the prime does not divide the degree.
    pub hook_sum: Option<u64>,
}

/// Laws that P-positions seem to follow, of guess.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GuessObject<'a> {
    /// The position with its letters.
    pub position: &'a str,
    /// The play convention.
    pub play: Play,
    /// The greatest number that each letter stands for.
    pub up_to: u64,
    /// The number of examined positions.
    pub positions: u64,
    /// The number of P-positions among them; null for guesses of values.
    pub p_positions: Option<u64>,
    /// `seen`: the guesses agree with these positions, and none is proved; null without guesses.
    pub status: Option<&'static str>,
    /// The guesses.
    pub guesses: Vec<LawObject>,
    /// The laws that were not searched for, and the limit that ended the search; null if the search was complete.
    pub not_searched: Option<String>,
}

/// A law that P-positions or values seem to follow.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LawObject {
    /// The kind: `remainders`, `pairs` or `automaton`; of values `formula` or `growth`.
    pub kind: &'static str,
    /// The law in words; of an automaton its states, with P behind those that accept, and its steps.
    pub law: String,
    /// The digits that an automaton reads; null for other laws.
    pub digits: Option<String>,
    /// The number of its states; null for other laws.
    pub states: Option<usize>,
}

/// A law for all numbers, of guess --prove.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProofObject<'a> {
    /// The position with its letters.
    pub position: &'a str,
    /// The play convention.
    pub play: Play,
    /// What the law gives: `outcomes` or `values`.
    pub terms: &'a str,
    /// `proved` for all numbers; `refuted`: the law agrees with the table and fails beyond it; `seen`: it agrees with the
    /// table and was not decided; `none`: no law was seen.
    pub status: &'static str,
    /// The digits that the law reads; null without one.
    pub numeration: Option<String>,
    /// The number of states of the smallest automaton that has a step for all digits; null without a law.
    pub states: Option<usize>,
    /// The law in words, if automata show that the words mean the same as a proved law; otherwise null.
    pub law: Option<&'a str>,
    /// The states from which something is accepted, with P behind those that accept, and their steps; null without a law.
    pub automaton: Option<String>,
    /// Where a refuted law fails; null for other laws.
    pub witness: Option<String>,
    /// The greatest number of each letter in the table that the law was learned from.
    pub up_to: u64,
    /// The number of positions in that table.
    pub positions: u64,
    /// How a law was proved, or why not.
    pub reason: Option<String>,
    /// How many P-positions have all letters below the limit of --count, in digits; null without that option.
    pub count: Option<String>,
    /// The kinds of moves that can be dropped, of --minimal; null without that option.
    pub minimal: Option<MinimalObject>,
    /// The moves that change no P-position if they are added, of --redundant; null without that option.
    pub redundant: Option<RedundantObject>,
}

/// The kinds of moves that a game can do without.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MinimalObject {
    /// The number of kinds of moves: one for each set of numbers that a rule changes.
    pub kinds: usize,
    /// The kinds each of which can be dropped alone, each shown by one of its moves.
    pub alone: Vec<String>,
    /// Kinds that can all be dropped together, tried one after the other.
    pub together: Vec<String>,
}

/// The moves that change no P-position if they are added.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RedundantObject {
    /// The number of states of the automaton that accepts the amounts of all of them.
    pub states: usize,
    /// The first ones by their sums: the amounts for each letter.
    pub first: Vec<Vec<u64>>,
    /// The states from which something is accepted, with P behind those that accept, and their steps.
    pub automaton: String,
}

/// A law that was proved again, of check.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CheckedLawObject<'a> {
    /// The position with its letters.
    pub position: &'a str,
    /// The play convention.
    pub play: Play,
    /// What the law gives: `outcomes` or `values`.
    pub terms: &'a str,
    /// The digits that it reads.
    pub numeration: String,
    /// The number of its states.
    pub states: usize,
}

/// A statement tested over many positions, of hunt --statement.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StatementObject<'a> {
    /// The game whose positions are tested by size, or the position with its letters and their ranges.
    pub positions: &'a str,
    /// The statement.
    pub statement: &'a str,
    /// The play convention.
    pub play: Play,
    /// The part of the positions that was tested, such as `1/4`; null for all of them.
    pub shard: Option<String>,
    /// The number of positions for which it holds, as far as it was tested.
    pub held: u64,
    /// It was tested for all positions up to this size; null for families, and if not even size 0 was finished.
    pub up_to: Option<u64>,
    /// The first position for which it does not hold; null if there is none.
    pub counterexample: Option<FactsOfPosition<'a>>,
    /// Whether the test came to a counterexample or to its end.
    pub complete: bool,
}

/// A checked counterexample to a statement of your own, of check.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RefutedObject<'a> {
    /// The statement.
    pub statement: &'a str,
    /// The play convention.
    pub play: Play,
    /// A position for which it does not hold, with facts that follow from the rules.
    pub counterexample: FactsOfPosition<'a>,
}

/// A position with facts that a statement names.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FactsOfPosition<'a> {
    /// The position in strict notation.
    pub position: &'a str,
    /// The letters and the facts by name, as whole numbers in digits.
    pub facts: BTreeMap<&'a str, String>,
}

/// A misère quotient, of quotient.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QuotientObject<'a> {
    /// The position, with its letter if it has one.
    pub position: &'a str,
    /// The greatest number for the letter; null without one.
    pub up_to: Option<u64>,
    /// The number of positions that generate the sums.
    pub positions: usize,
    /// The number of classes.
    pub order: usize,
    /// The number of classes of P-positions.
    pub p_portion: usize,
    /// Whether the quotient is one of nim heaps.
    pub tame: bool,
    /// Whether it is proved that the quotient does not grow with further heaps.
    pub stable: bool,
    /// That proof; null without one.
    pub reason: Option<&'a str>,
    /// The generators of the classes, with their letters.
    pub generators: Vec<GeneratorObject>,
    /// Relations from which all others follow.
    pub relations: Vec<String>,
    /// The classes of P-positions.
    pub p_classes: Vec<String>,
    /// The class of each position.
    pub classes: Vec<ClassObject>,
    /// The number of classes that are their own doubles.
    pub idempotents: usize,
    /// The number of classes in the kernel.
    pub kernel: usize,
    /// The orders of the quotients as positions were added.
    pub orders: &'a [usize],
    /// The number of sums that were checked by play.
    pub checked_sums: u64,
    /// The greatest number of moves that these sums last.
    pub checked_moves: usize,
    /// Whether the search was not ended by the budget.
    pub complete: bool,
}

/// A generator of a quotient.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GeneratorObject {
    /// The letter in products.
    pub letter: String,
    /// The position whose class it is; for heaps the size.
    pub position: String,
}

/// The class of a position in a quotient.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClassObject {
    /// The position; for heaps the size.
    pub position: String,
    /// Its class as a product of generators; 1 for that of the empty sum.
    pub class: String,
}
