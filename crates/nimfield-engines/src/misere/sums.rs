//! Outcomes of sums of two forms, found on demand, with a table of the short ones.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io::{self, Write};

use foldhash::{HashSet, HashSetExt};
use smallvec::SmallVec;

use crate::generations::{Generations, Line};
use crate::misere::open_options::undecided;
use crate::misere::pairs::{NOWHERE, places};
use crate::misere::{Form, Forms, PairMatrix, tame_sum_is_p};
use nimfield_core::budget::{Budget, Meter, Unfinished};

/// Which sums of two forms are P-positions in misère play: a search with a memory, for pairs that are too many for a
/// [`PairMatrix`](crate::misere::PairMatrix).
///
/// A sum of two equal forms is usually a P-position, and from the sum of a form and one of its options a move leads to
/// two equal ones. So options that are two equal forms are tried first, then those whose longer form has the shortest
/// games. Most sums in such a search are sums of short forms, which can be [listed](PairSearch::above) in advance.
///
/// All questions to a search must be about forms of the same [`Forms`].
///
/// **Source**: the definition; the order is original.
#[derive(Default)]
pub struct PairSearch {
    pub(super) known: Generations<PairOutcome>,
    listed: Option<Listed>,
    searched: u64,
    /// The function that the budget's callback receives at intervals.
    pub(super) write: Option<Box<WritePairs>>,
}

/// Writes what a search has found about the position with this name.
pub(super) type WritePairs = dyn Fn(&PairSearch, &str, &mut dyn Write) -> io::Result<()> + Send;

/// The outcomes of all sums of two short forms.
struct Listed {
    matrix: PairMatrix,
    /// The row and the column of each form; `NOWHERE` if it has none.
    rows: Vec<u32>,
    columns: Vec<u32>,
}

impl Listed {
    fn new(forms: &Forms, matrix: PairMatrix) -> Listed {
        Listed {
            rows: places(forms, matrix.left()),
            columns: places(forms, matrix.right()),
            matrix,
        }
    }

    fn is_p(&self, (a, b): Pair) -> Option<bool> {
        let at = |places: &[u32], form: Form| {
            let place = places.get(form.index()).copied();
            place.filter(|&place| place != NOWHERE)
        };
        let pair = |row, column| {
            let (row, column) = (at(&self.rows, row)?, at(&self.columns, column)?);
            Some(self.matrix.is_p(row as usize, column as usize))
        };
        pair(a, b).or_else(|| pair(b, a))
    }

    fn bytes(&self) -> u64 {
        self.matrix.bytes() + 4 * (self.rows.len() + self.columns.len()) as u64
    }
}

/// Two forms, the greater first.
type Pair = (Form, Form);

/// The key of a pair, with the topmost bit for P-positions: not 0, as the outcomes of single forms are known.
#[derive(Clone, Copy, Default)]
pub(super) struct PairOutcome(u64);

impl PairOutcome {
    /// Returns the outcome of the forms with these numbers; `None` if a number is too large for a form.
    pub(super) fn of(numbers: [u64; 2], is_p: bool) -> Option<PairOutcome> {
        let [greater, other] = numbers.map(u32::try_from);
        // Larger numbers do not fit.
        let key = u64::from(greater.ok()?) << 32 | u64::from(other.ok()?);
        let p = if is_p { P } else { 0 };
        (key & P == 0).then_some(PairOutcome(key | p))
    }

    /// Returns the numbers of both forms, and whether the sum is a P-position.
    pub(super) fn numbers(self) -> ([u32; 2], bool) {
        let key = self.0 & !P;
        ([(key >> 32) as u32, key as u32], self.is_p())
    }

    fn is_p(self) -> bool {
        self.0 & P != 0
    }
}

impl Line for PairOutcome {
    type Key<'a> = u64;

    fn key(&self) -> Option<u64> {
        (self.0 != 0).then_some(self.0 & !P)
    }
}

/// Set in the memory for P-positions.
const P: u64 = 1 << 63;
/// The number of pairs between two checks of the clock.
const POLL: u64 = 1 << 10;

fn tidy(a: Form, b: Form) -> Pair {
    (a.max(b), a.min(b))
}

/// Returns a number for a pair, without the topmost bit.
///
/// # Panics
/// If there are 2^31 forms or more: their options would be too many for [`Forms`].
fn key((a, b): Pair) -> u64 {
    let key = (a.index() as u64) << 32 | b.index() as u64;
    assert_eq!(key & P, 0, "fewer than 2^31 forms");
    key
}

/// Returns the different pairs after one move from a pair.
fn moves(forms: &Forms, (a, b): Pair) -> impl Iterator<Item = Pair> + '_ {
    let in_a = forms.options(a).iter().map(move |&option| tidy(option, b));
    let options_of_b = match a == b {
        true => &[],
        false => forms.options(b),
    };
    let in_b = options_of_b.iter().map(move |&option| tidy(a, option));
    in_a.chain(in_b)
}

/// Returns the order of trials: first two equal forms, then short games of the longer form, then of both together, then
/// few moves.
fn order(forms: &Forms, (a, b): Pair) -> (bool, u16, u16, usize) {
    let (long, other) = (forms.birthday(a), forms.birthday(b));
    (
        a != b,
        long.max(other),
        long + other,
        forms.options(a).len() + forms.options(b).len(),
    )
}

impl PairSearch {
    /// Creates a search with an empty memory.
    #[must_use]
    pub fn new() -> PairSearch {
        PairSearch::default()
    }

    /// Returns a search with a table of the sums of short forms: those of `left` and of `right` with the shortest
    /// games, as many as fit into half of the bytes that the forms leave in the budget, one bit per pair.
    ///
    /// # Arguments
    /// The lists are as for [`PairMatrix::new`].
    ///
    /// # Errors
    /// If the budget runs out.
    pub fn above(
        forms: &Forms,
        left: &[Form],
        right: &[Form],
        budget: &Budget,
    ) -> Result<PairSearch, Unfinished> {
        let most_bytes = budget.most_bytes().saturating_sub(forms.bytes()) / 2;
        let short =
            |list: &[Form], day: u16| list.partition_point(|&form| forms.birthday(form) <= day);
        let fits = |&day: &u16| {
            let (rows, columns) = (short(left, day), short(right, day));
            PairMatrix::needed(rows, columns, budget.thread_count()) <= most_bytes
        };
        let longest = left.iter().chain(right).map(|&form| forms.birthday(form));
        let days = 0..=longest.max().unwrap_or(0);
        let Some(day) = days.take_while(fits).last() else {
            return Ok(PairSearch::new());
        };
        let (left, right) = (&left[..short(left, day)], &right[..short(right, day)]);
        PairSearch::listing(forms, left, right, budget)
    }

    /// Returns a search with a table of all sums of one of `left` and one of `right`.
    ///
    /// # Errors
    /// If the budget runs out.
    pub(super) fn listing(
        forms: &Forms,
        left: &[Form],
        right: &[Form],
        budget: &Budget,
    ) -> Result<PairSearch, Unfinished> {
        let matrix = PairMatrix::new(forms, left, right, budget)?;
        Ok(PairSearch {
            listed: Some(Listed::new(forms, matrix)),
            ..PairSearch::default()
        })
    }

    /// Returns the number of stored outcomes, without the listed ones.
    #[must_use]
    pub fn found(&self) -> u64 {
        self.known.len() as u64
    }

    /// Stores outcomes that a search over the same forms has found.
    pub(super) fn remember(
        &mut self,
        forms: &Forms,
        found: &Generations<PairOutcome>,
        budget: &Budget,
    ) {
        for &outcome in found.iter() {
            self.known.set(outcome, self.most_bytes(forms, budget));
        }
    }

    fn most_bytes(&self, forms: &Forms, budget: &Budget) -> u64 {
        let held = forms.bytes() + self.listed_bytes();
        budget.most_bytes().saturating_sub(held) / 2
    }

    /// Returns the number of pairs searched so far, over all questions.
    #[must_use]
    pub fn searched(&self) -> u64 {
        self.searched
    }

    /// Estimates the bytes held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.known.bytes() + self.listed_bytes()
    }

    fn listed_bytes(&self) -> u64 {
        self.listed.as_ref().map_or(0, Listed::bytes)
    }

    /// Returns the number of listed pairs.
    #[must_use]
    pub fn listed(&self) -> u64 {
        let pairs = |matrix: &PairMatrix| matrix.left().len() * matrix.right().len();
        self.matrix().map_or(0, pairs) as u64
    }

    /// Returns the table of the listed sums.
    pub(super) fn matrix(&self) -> Option<&PairMatrix> {
        self.listed.as_ref().map(|listed| &listed.matrix)
    }

    /// Returns whether the sum of two forms is a P-position in misère play.
    ///
    /// # Errors
    /// If the budget runs out; what was found stays in memory.
    ///
    /// # Complexity
    /// At most one pair for each two followers of the forms, with one step for each of its moves. Memory is limited to
    /// half of what the forms leave in the budget; when it is full, the oldest outcomes are dropped.
    ///
    /// # Source
    /// The definition.
    ///
    /// # Example
    /// ```
    /// use nimfield_core::budget::Budget;
    /// use nimfield_engines::misere::{Forms, PairSearch};
    /// let mut forms = Forms::new();
    /// let (one, two) = (forms.heap(1), forms.heap(2));
    /// let mut search = PairSearch::new();
    /// assert!(!search.is_p(&forms, one, one, &Budget::unlimited())?);
    /// assert!(search.is_p(&forms, two, two, &Budget::unlimited())?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_p(
        &mut self,
        forms: &Forms,
        a: Form,
        b: Form,
        budget: &Budget,
    ) -> Result<bool, Unfinished> {
        let mut meter = Meter::new(budget, "misère sums of two");
        self.decide(forms, tidy(a, b), &mut meter)
    }

    fn decide(
        &mut self,
        forms: &Forms,
        pair: Pair,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Unfinished> {
        match self.known(forms, pair) {
            Some(known) => Ok(known),
            None => self.search(forms, pair, meter),
        }
    }

    fn search(
        &mut self,
        forms: &Forms,
        pair: Pair,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Unfinished> {
        self.searched += 1;
        meter.done += 1;
        let budget = meter.budget();
        if meter.done % POLL == 1 || meter.done > budget.most_positions() {
            meter.bytes = forms.bytes() + self.bytes();
            meter.poll()?;
        }
        // Count the pairs of all questions, since some questions take a single pair.
        if self.searched.is_multiple_of(POLL)
            && let Some(write) = &self.write
        {
            budget.save(&|position, out| write(self, position, out));
        }
        let open: Option<SmallVec<[Pair; 64]>> =
            undecided(moves(forms, pair), |&option| self.known(forms, option));
        let mut is_p = open.is_some();
        // If an option is known to be lost, no option needs a search.
        let mut open = open.unwrap_or_default();
        open.sort_by_cached_key(|&option| order(forms, option));
        for option in open {
            // Another search in the meantime may have decided it.
            if self.decide(forms, option, meter)? {
                is_p = false;
                break;
            }
        }
        let outcome = PairOutcome(key(pair) | if is_p { P } else { 0 });
        self.known.set(outcome, self.most_bytes(forms, budget));
        Ok(is_p)
    }

    /// Returns the result, if it is known without a search.
    fn known(&self, forms: &Forms, (a, b): Pair) -> Option<bool> {
        if b == Form::ZERO {
            return Some(forms.is_p(a));
        }
        if let (Some(a), Some(b)) = (forms.tame(a), forms.tame(b)) {
            return Some(tame_sum_is_p([a, b]));
        }
        let listed = self.listed.as_ref().and_then(|listed| listed.is_p((a, b)));
        if listed.is_some() {
            return listed;
        }
        Some(self.known.get(key((a, b)))?.is_p())
    }

    /// Computes a strategy that contains `wanted`, which must be P-positions: every move from one of its pairs can be
    /// answered by a move to one of them.
    ///
    /// Pairs are processed by descending length of their longest game. The answer to a move is a pair that is needed
    /// already, if there is one, otherwise the first in the order of the search. So the strategy does not depend on the
    /// stored outcomes.
    ///
    /// # Errors
    /// If the budget runs out.
    ///
    /// # Complexity
    /// For each pair of the strategy, the moves from it and the answers to these; some must perhaps be searched again.
    ///
    /// # Source
    /// That such a set proves its pairs to be P-positions is shown in
    /// [`certificate`](crate::certificate).
    ///
    /// # Panics
    /// If a requested pair is not a P-position.
    pub(super) fn strategy(
        &mut self,
        forms: &Forms,
        wanted: &[Pair],
        budget: &Budget,
    ) -> Result<Vec<Pair>, Unfinished> {
        let [mut needed, mut answered] = [HashSet::new(), HashSet::new()];
        let mut open: BinaryHeap<(u16, Reverse<Pair>)> = BinaryHeap::new();
        let mut pairs = Vec::new();
        let size = |(a, b): Pair| forms.birthday(a) + forms.birthday(b);
        for &(a, b) in wanted {
            let is_p = self.is_p(forms, a, b, budget)?;
            assert!(is_p, "a strategy begins with P-positions");
            let pair = tidy(a, b);
            if needed.insert(key(pair)) {
                open.push((size(pair), Reverse(pair)));
            }
        }
        while let Some((_, Reverse(pair))) = open.pop() {
            pairs.push(pair);
            if (pairs.len() as u64).is_multiple_of(POLL) {
                let sets = (needed.capacity() + answered.capacity()) * (size_of::<u64>() + 1);
                let lists = (pairs.capacity() + 2 * open.capacity()) * size_of::<Pair>();
                let mut meter = Meter::new(budget, "strategy").at(pairs.len() as u64);
                meter.bytes = forms.bytes() + self.bytes() + (sets + lists) as u64;
                meter.poll()?;
            }
            for moved in moves(forms, pair) {
                let mut replies = moves(forms, moved);
                if !answered.insert(key(moved)) || replies.any(|reply| needed.contains(&key(reply)))
                {
                    continue;
                }
                // Without a reply no move is left, so the player to move has won.
                if let Some(reply) = self.first_p(forms, moved, budget)? {
                    needed.insert(key(reply));
                    open.push((size(reply), Reverse(reply)));
                }
            }
        }
        pairs.sort_unstable();
        Ok(pairs)
    }

    /// Returns the first option that is a P-position.
    fn first_p(
        &mut self,
        forms: &Forms,
        pair: Pair,
        budget: &Budget,
    ) -> Result<Option<Pair>, Unfinished> {
        let mut replies: Vec<Pair> = moves(forms, pair).collect();
        replies.sort_by_cached_key(|&reply| (order(forms, reply), reply));
        for (a, b) in replies {
            if self.is_p(forms, a, b, budget)? {
                return Ok(Some((a, b)));
            }
        }
        Ok(None)
    }
}
