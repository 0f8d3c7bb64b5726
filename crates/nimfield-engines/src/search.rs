//! Memoised search for Grundy values and outcomes, with bounds.
//!
//! One engine serves both questions. It stores a lower bound of the Grundy value of every position, exact or not. "Is
//! it a P-position?" is the question "is the value 0?", and stops at the first option of value 0; "is the value n?" is
//! the question whether position + \*n is a P-position, and is usually cheaper than the value; the value itself needs
//! the values of all options. The value of an option that is a sum is the nim-sum of its parts, of which all but one
//! must be known exactly.
//!
//! In misère play terminal positions have the value 1 instead of 0 and the mex rule is the same, which gives misère
//! Grundy numbers; these do not add, so a whole sum must be one component
//! ([`DisjunctiveSum`](crate::disjunctive_sum::DisjunctiveSum)).
//!
//! The search uses an explicit stack, so deep games cannot overflow the stack of the thread.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use smallvec::SmallVec;

use crate::memo::{Bound, Memo};
use crate::parallel::{self, locked};
use nimfield_core::budget::Progress;
use nimfield_core::mex::mex_of_set;
use nimfield_core::prelude::*;

/// Whether searches may use the theory of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Knowledge {
    /// Proven closed forms shorten the search.
    Theory,
    /// Only the rules: slow, for checking theory.
    RulesOnly,
}

pub use nimfield_core::component::Tables;

/// A search over positions of one kind, with its memory.
pub struct Search<C> {
    play: Play,
    knowledge: Knowledge,
    memo: Memo,
    tables: Option<Box<Tables>>,
    positions: AtomicU64,
    looked_up: AtomicU64,
    _component: std::marker::PhantomData<fn(C)>,
}

/// The goal of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    /// The value.
    Value,
    /// Find whether the value is this one.
    IsValue(u128),
}

impl Goal {
    fn reached(self, bound: Bound) -> bool {
        match self {
            Goal::Value => bound.exact,
            Goal::IsValue(value) => bound.exact || bound.least > value,
        }
    }
}

/// The number of positions after which a search uses other threads, if allowed.
const ALONE: u64 = 20_000;
/// The number of options between two checks of the budget: a position may have billions of options.
const POLL: u64 = 1024;

impl<C: Component> Search<C> {
    /// Creates a search with an empty memory.
    #[must_use]
    pub fn new(play: Play, knowledge: Knowledge) -> Search<C> {
        Search {
            play,
            knowledge,
            memo: Memo::new(),
            tables: None,
            positions: AtomicU64::new(0),
            looked_up: AtomicU64::new(0),
            _component: std::marker::PhantomData,
        }
    }

    /// Looks up positions in `tables` that neither theory nor the search has decided; the tables must have the play
    /// convention of the search.
    #[must_use]
    pub fn with_tables(mut self, tables: Box<Tables>) -> Search<C> {
        self.tables = Some(tables);
        self
    }

    /// Returns how often the tables had the answer, over all calls.
    pub fn looked_up(&self) -> u64 {
        self.looked_up.load(Ordering::Relaxed)
    }

    /// Returns the number of positions searched so far, over all calls.
    pub fn positions(&self) -> u64 {
        self.positions.load(Ordering::Relaxed)
    }

    /// Returns the number of bytes of memory held.
    pub fn bytes(&self) -> u64 {
        self.memo.bytes()
    }

    /// Returns the Grundy value of a component (in misère play, its misère Grundy number).
    ///
    /// # Errors
    /// If the budget runs out; what was found stays in memory.
    ///
    /// # Complexity
    /// All positions that can be reached, each with all its options, except those that theory and tables decide.
    /// Memory: the key of each position and a few bytes.
    ///
    /// # Source
    /// The theorem of Sprague (1935) and Grundy (1939).
    pub fn value(&self, component: &C, budget: &Budget) -> Result<u128, Unfinished> {
        Ok(self.pursue(component, Goal::Value, budget)?.least)
    }

    /// Returns whether the Grundy value of a component is `value`: for 0, whether it is a P-position.
    ///
    /// # Errors
    /// If the budget runs out; what was found stays in memory.
    ///
    /// # Complexity
    /// As [`value`](Search::value), and usually far less: an option of that value ends the search.
    ///
    /// # Source
    /// A position has the value n if its sum with a heap of n is a P-position.
    pub fn has_value(
        &self,
        component: &C,
        value: u128,
        budget: &Budget,
    ) -> Result<bool, Unfinished> {
        let bound = self.pursue(component, Goal::IsValue(value), budget)?;
        Ok(bound.exact && bound.least == value)
    }

    fn pursue(&self, root: &C, goal: Goal, budget: &Budget) -> Result<Bound, Unfinished> {
        let started = self.positions();
        let stop = AtomicBool::new(false);
        let new_worker = |shift| Worker {
            search: self,
            budget,
            stop: &stop,
            started,
            shift,
            key: Vec::new(),
            stack: Vec::new(),
            outside: 0,
        };
        let mut worker = new_worker(0);
        let bound = worker.lookup(root);
        if goal.reached(bound) {
            return Ok(bound);
        }
        let push = |worker: &mut Worker<'_, C>| {
            let pushed = worker.push(root.clone(), goal);
            pushed.map_err(|limit| limit.after(0))
        };
        push(&mut worker)?;
        let helpers = budget.thread_count().saturating_sub(1);
        let mut result = worker.run(if helpers > 0 { ALONE } else { u64::MAX });
        if let Ok(State::Paused) = result {
            let mut workers = vec![worker];
            for shift in 1..=helpers as u64 {
                let mut helper = new_worker(shift);
                push(&mut helper)?;
                workers.push(helper);
            }
            let workers: Vec<_> = workers.into_iter().map(Mutex::new).collect();
            let ended = Mutex::new(Ok(State::Done));
            parallel::on_threads(workers.len(), &|number| {
                if let Err(limit) = locked(&workers[number]).run(u64::MAX) {
                    *locked(&ended) = Err(limit);
                }
            });
            result = ended.into_inner().unwrap_or_else(PoisonError::into_inner);
        }
        let bound = new_worker(0).lookup(root);
        match result {
            _ if goal.reached(bound) => Ok(bound),
            Err(limit) => Err(limit.after(self.positions() - started)),
            Ok(_) => unreachable!("a search that ends has reached its goal"),
        }
    }
}

enum State {
    /// The stack is empty, or another thread finished first.
    Done,
    /// The allotted positions are used up.
    Paused,
}

/// A thread of a search.
struct Worker<'a, C> {
    search: &'a Search<C>,
    budget: &'a Budget,
    stop: &'a AtomicBool,
    /// The number of positions that were searched before this query.
    started: u64,
    /// The place in the list of options where this thread begins, so that threads do different work.
    shift: u64,
    key: Vec<u8>,
    stack: Vec<Frame<C>>,
    /// The approximate bytes that the frames hold outside of the stack.
    outside: u64,
}

/// A position under examination.
struct Frame<C> {
    component: C,
    goal: Goal,
    /// The number of options examined in this round.
    done: u64,
    count: u64,
    first: u64,
    /// With `Goal::IsValue`: the value is at least this, and this round searches for an option that has it.
    least: u128,
    /// With `Goal::Value`: the values of options, as bits.
    seen: SmallVec<[u64; 4]>,
    /// The parts of the current option whose values are not known yet, and the nim-sum of the
    /// others; `None` between options.
    option: Option<(SmallVec<[C; 2]>, u128)>,
}

impl<C: Component> Worker<'_, C> {
    fn lookup(&mut self, component: &C) -> Bound {
        let mut least = 0;
        if self.search.knowledge == Knowledge::Theory {
            match component.known(self.search.play) {
                Known::Value(value) => return Bound::exactly(value),
                Known::Positive => least = 1,
                Known::Nothing => {}
            }
        }
        self.key.clear();
        component.key(&mut self.key);
        let bound = self.search.memo.get(&self.key);
        if bound == Bound::NONE
            && let Some(tables) = &self.search.tables
            && let Some((game, state)) = component.taking()
        {
            let known = tables(game, state);
            if known != Known::Nothing {
                self.search.looked_up.fetch_add(1, Ordering::Relaxed);
            }
            match known {
                Known::Value(value) => return Bound::exactly(value),
                Known::Positive => least = 1,
                Known::Nothing => {}
            }
        }
        Bound {
            least: bound.least.max(least),
            ..bound
        }
    }

    fn push(&mut self, component: C, goal: Goal) -> Result<(), Limit> {
        component.list_options(self.budget, self.held(1))?;
        let count = component.option_count();
        let least = self.lookup(&component).least;
        // Threads spread evenly over the options by the golden ratio.
        let first = (self.shift.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) % count.max(1);
        let frame = Frame {
            component,
            goal,
            done: 0,
            count,
            first,
            least,
            seen: SmallVec::new(),
            option: None,
        };
        self.outside += frame.bytes_outside();
        self.stack.push(frame);
        Ok(())
    }

    /// Works until the stack is empty or `allotted` positions are done.
    fn run(&mut self, allotted: u64) -> Result<State, Limit> {
        let result = self.work(allotted);
        if !matches!(result, Ok(State::Paused)) {
            self.stop.store(true, Ordering::Relaxed);
        }
        result
    }

    fn work(&mut self, allotted: u64) -> Result<State, Limit> {
        let mut scratch = Vec::new();
        let mut finished = 0u64;
        let mut reported = 0u64;
        let mut steps = 0u64;
        while !self.stack.is_empty() {
            steps += 1;
            if steps.is_multiple_of(POLL) {
                self.poll(finished - reported)?;
                reported = finished;
                if self.stop.load(Ordering::Relaxed) {
                    return Ok(State::Done);
                }
                if finished >= allotted {
                    return Ok(State::Paused);
                }
            }
            let frame = self.stack.last_mut().expect("the stack is not empty");
            let (mut open, mut known) = match frame.option.take() {
                Some(option) => option,
                None if frame.done == frame.count => {
                    self.finish()?;
                    finished += 1;
                    continue;
                }
                None => {
                    let mut index = frame.first + frame.done;
                    if index >= frame.count {
                        index -= frame.count;
                    }
                    frame.component.option(index, &mut scratch);
                    (scratch.drain(..).collect(), 0)
                }
            };
            // Known parts are removed from the list.
            let mut last_bound = Bound::NONE;
            open.retain(|part| {
                let bound = self.lookup(part);
                match bound.exact {
                    true => known ^= bound.least,
                    false => last_bound = bound,
                }
                !bound.exact
            });
            let held = self.held(1);
            let frame = self.stack.last_mut().expect("the frame is still there");
            let next = match (frame.goal, open.len()) {
                (_, 0) => Next::OptionHasValue(known),
                (Goal::IsValue(_), 1) => {
                    let wanted = frame.least ^ known;
                    if last_bound.least > wanted {
                        Next::OptionLacksValue
                    } else {
                        Next::Ask(0, Goal::IsValue(wanted))
                    }
                }
                (Goal::Value, _) | (Goal::IsValue(_), _) => {
                    for part in open.iter().filter(|_| open.len() > 1) {
                        part.list_options(self.budget, held)?;
                    }
                    // The easiest part comes first; in a test the hardest comes last.
                    let easiest = (0..open.len()).min_by_key(|&i| open[i].option_count());
                    Next::Ask(easiest.expect("a part is open"), Goal::Value)
                }
            };
            match next {
                Next::Ask(part, goal) => {
                    let component = open[part].clone();
                    frame.option = Some((open, known));
                    if self.stack.len() == self.stack.capacity() {
                        // While the stack grows, its old and new memory exist side by side.
                        self.fits(3)?;
                    }
                    self.push(component, goal)?;
                }
                Next::OptionLacksValue => frame.next_option(),
                Next::OptionHasValue(value) => {
                    let grows = frame.grows_by(value);
                    if grows > 0 {
                        self.outside += grows;
                        self.fits(1)?;
                    }
                    let frame = self.stack.last_mut().expect("the frame is still there");
                    if frame.note(value) {
                        self.finish()?;
                        finished += 1;
                    }
                }
            }
        }
        self.poll(finished - reported).map(|()| State::Done)
    }

    /// Removes the topmost position from the stack and stores its result.
    fn finish(&mut self) -> Result<(), Limit> {
        let frame = self.stack.pop().expect("the stack is not empty");
        self.outside -= frame.bytes_outside();
        let through = frame.done == frame.count;
        let bound = match (through, frame.count, frame.goal) {
            (true, 0, _) => Bound::exactly(match self.search.play {
                Play::Normal => 0,
                Play::Misere => 1,
            }),
            (true, _, Goal::Value) => Bound::exactly(mex_of_set(&frame.seen).into()),
            (true, _, Goal::IsValue(_)) => Bound::exactly(frame.least),
            (false, _, _) => Bound {
                least: frame.least,
                exact: false,
            },
        };
        self.key.clear();
        frame.component.key(&mut self.key);
        self.search.memo.set(&self.key, bound, self.budget)
    }

    fn poll(&mut self, positions: u64) -> Result<(), Limit> {
        let total = self
            .search
            .positions
            .fetch_add(positions, Ordering::Relaxed)
            + positions;
        let done = total - self.started;
        self.budget.report(Progress::new("searching", done));
        self.fits(1)?;
        // Positions that were begun count too: a long game is deep before one is finished.
        self.budget.check(done + self.stack.len() as u64)
    }

    /// Checks whether the memory and `stacks` times the stack are within the budget.
    fn fits(&self, stacks: usize) -> Result<(), Limit> {
        self.budget.fits(self.held(stacks))
    }

    /// Returns the bytes of the memory, of what the frames hold, and of `stacks` times the stack.
    fn held(&self, stacks: usize) -> u64 {
        let stack = stacks * self.stack.capacity() * size_of::<Frame<C>>();
        self.search.bytes() + self.outside + stack as u64
    }
}

/// The bytes for a word of the set of values: while a list grows, it exists twice.
const SEEN_BYTES: u64 = 16;

/// What to do about the current option.
enum Next {
    /// Its value is known.
    OptionHasValue(u128),
    /// Its value is not the one in question.
    OptionLacksValue,
    /// This part must be examined first.
    Ask(usize, Goal),
}

impl<C: Component> Frame<C> {
    /// Estimates the bytes held outside of the frame itself: by the component, its current option, and the set of
    /// values.
    fn bytes_outside(&self) -> u64 {
        3 * self.component.bytes_outside() + self.seen.len() as u64 * SEEN_BYTES
    }

    /// Returns the number of additional bytes after it records this value.
    fn grows_by(&self, value: u128) -> u64 {
        match self.goal {
            // Values larger than the number of options do not affect the mex.
            Goal::Value if value < u128::from(self.count) => {
                let words = (value / 64) as u64 + 1;
                words.saturating_sub(self.seen.len() as u64) * SEEN_BYTES
            }
            _ => 0,
        }
    }

    fn next_option(&mut self) {
        self.option = None;
        self.done += 1;
    }

    /// Records that the current option has this value; returns true if that answers the question.
    fn note(&mut self, value: u128) -> bool {
        match self.goal {
            Goal::Value => {
                if value < u128::from(self.count) {
                    let word = (value / 64) as usize;
                    if word >= self.seen.len() {
                        self.seen.resize(word + 1, 0);
                    }
                    self.seen[word] |= 1 << (value % 64);
                }
                self.next_option();
                false
            }
            Goal::IsValue(wanted) if value == self.least => {
                self.least += 1;
                self.option = None;
                self.done = 0;
                self.least > wanted
            }
            Goal::IsValue(_) => {
                self.next_option();
                false
            }
        }
    }
}
