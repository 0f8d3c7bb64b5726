//! A number for each position, from the numbers of its options: Grundy values, remotenesses, genera, misère forms.
//!
//! A [`Rule`] defines what the number means. The engine stores a lower bound of the number of every position, exact or
//! not. It uses an explicit stack, so deep games cannot overflow the stack of the thread.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use smallvec::SmallVec;

use crate::memo::{Bound, Memo};
use nimfield_core::prelude::*;

/// What a search asks: the meaning of the number of a position, and how it follows from the numbers of its options.
pub(crate) trait Rule {
    /// Why a search ends early.
    type Stop: From<Unfinished>;

    /// The number of options between two checks of the budget.
    const POLL: u64 = 64;
    /// Whether the budget counts options rather than positions.
    const COUNTS_OPTIONS: bool = false;

    /// Returns what is known about a component without its options; `stored` returns what the memory has.
    fn known<C: Component>(&mut self, _: &C, stored: impl FnOnce() -> Bound) -> Bound {
        stored()
    }

    /// Returns the number of the sum of two components. The empty sum has the number 0. By default components are whole
    /// sums, and each option is one of them.
    ///
    /// # Errors
    /// If the search must end.
    fn sum(&mut self, _: u128, of_part: u128) -> Result<u128, Self::Stop> {
        Ok(of_part)
    }

    /// Returns the number of a position from those of its options. Numbers of 2^32 and above count as 2^32 - 1.
    fn of(&mut self, options: &BTreeSet<u32>) -> u128;

    /// Estimates the bytes that the rule holds.
    fn bytes(&self) -> u64 {
        0
    }
}

/// What to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// The number.
    Value,
    /// Whether the number is this one. Numbers must follow the mex rule and add as in nim.
    IsValue(u128),
}

impl Goal {
    pub(crate) fn reached(self, bound: Bound) -> bool {
        match self {
            Goal::Value => bound.exact,
            Goal::IsValue(value) => bound.exact || bound.least > value,
        }
    }
}

/// What the threads of a search share.
pub(crate) struct Team<'a> {
    memo: &'a Memo,
    /// The positions that are done, or the options if the rule counts these.
    done: AtomicU64,
    stop: AtomicBool,
}

impl<'a> Team<'a> {
    pub(crate) fn new(memo: &'a Memo, done: u64) -> Team<'a> {
        Team {
            memo,
            done: AtomicU64::new(done),
            stop: AtomicBool::new(false),
        }
    }

    pub(crate) fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// Stops all threads soon.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// A thread of a search.
pub(crate) struct Worker<'a, C, R: Rule> {
    rule: R,
    team: &'a Team<'a>,
    meter: Meter<'a>,
    /// The bytes that others hold.
    beside: u64,
    /// The place in the list of options where this thread begins, so that threads do different work.
    shift: u64,
    /// What is done and not counted in `team` yet.
    uncounted: u64,
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
    /// With `Goal::Value`: the numbers of options.
    seen: BTreeSet<u32>,
    /// The parts of the current option whose numbers are not known yet, and the sum of the others; `None` between
    /// options.
    option: Option<(SmallVec<[C; 2]>, u128)>,
    /// Estimates the bytes held outside of the frame itself: by the component, its current option, and the numbers.
    outside: u64,
}

/// The bytes for the number of an option.
const NUMBER_BYTES: u64 = 16;

impl<'a, C: Component, R: Rule> Worker<'a, C, R> {
    /// Creates the worker of a thread; `meter.bytes` are the bytes that others hold.
    pub(crate) fn new(rule: R, team: &'a Team<'a>, meter: Meter<'a>, shift: u64) -> Self {
        Worker {
            rule,
            team,
            meter,
            beside: meter.bytes,
            shift,
            uncounted: 0,
            key: Vec::new(),
            stack: Vec::new(),
            outside: 0,
        }
    }

    /// Returns what is known about a component without its options.
    pub(crate) fn lookup(&mut self, component: &C) -> Bound {
        self.rule.known(component, || {
            self.key.clear();
            component.key(&mut self.key);
            self.team.memo.get(&self.key)
        })
    }

    /// Puts a component on the stack, whose number is at least `least`.
    pub(crate) fn push(&mut self, component: C, goal: Goal, least: u128) -> Result<(), R::Stop> {
        let listed = component.list_options(self.meter.budget(), self.held(1));
        self.within(listed)?;
        let count = component.option_count();
        // Threads spread evenly over the options by the golden ratio.
        let first = (self.shift.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) % count.max(1);
        let outside = 3 * component.bytes_outside();
        self.outside += outside;
        self.stack.push(Frame {
            component,
            goal,
            done: 0,
            count,
            first,
            least,
            seen: BTreeSet::new(),
            option: None,
            outside,
        });
        Ok(())
    }

    /// Works until the stack is empty or another thread has finished; returns true if it pauses after `most` positions.
    pub(crate) fn run(&mut self, most: u64) -> Result<bool, R::Stop> {
        let mut scratch = Vec::new();
        let mut steps = 0u64;
        while !self.stack.is_empty() {
            steps += 1;
            if steps.is_multiple_of(R::POLL) {
                self.poll()?;
                if self.meter.done >= most {
                    return Ok(true);
                }
                if self.team.stop.load(Ordering::Relaxed) {
                    return Ok(false);
                }
            }
            let frame = self.stack.last_mut().expect("the stack is not empty");
            let (mut open, sum) = match frame.option.take() {
                Some(option) => option,
                None if frame.done == frame.count => {
                    self.finish()?;
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
            let mut sum = Ok(sum);
            let mut last_bound = Bound::NONE;
            open.retain(|part| {
                let bound = self.lookup(part);
                match (bound.exact, &sum) {
                    (true, Ok(others)) => sum = self.rule.sum(*others, bound.least),
                    (true, Err(_)) => {}
                    (false, _) => last_bound = bound,
                }
                !bound.exact
            });
            let sum = sum?;
            if open.is_empty() {
                self.note(sum)?;
                continue;
            }
            let held = self.held(1);
            let frame = self.stack.last_mut().expect("the frame is still there");
            let (part, goal, least) = match (frame.goal, open.len()) {
                (Goal::IsValue(_), 1) => {
                    let wanted = frame.least ^ sum;
                    if last_bound.least > wanted {
                        frame.done += 1;
                        continue;
                    }
                    (0, Goal::IsValue(wanted), last_bound.least)
                }
                (_, 1) => (0, Goal::Value, 0),
                _ => {
                    let mut listed = open.iter();
                    let listed =
                        listed.try_for_each(|part| part.list_options(self.meter.budget(), held));
                    listed.map_err(|limit| self.meter.stopped(limit))?;
                    // The easiest part comes first; in a test the hardest comes last.
                    let easiest = (0..open.len()).min_by_key(|&i| open[i].option_count());
                    (easiest.expect("a part is open"), Goal::Value, 0)
                }
            };
            let component = open.remove(part);
            frame.option = Some((open, sum));
            if self.stack.len() == self.stack.capacity() {
                // While the stack grows, its old and new memory exist side by side.
                self.within(self.meter.budget().fits(self.held(3)))?;
            }
            self.push(component, goal, least)?;
        }
        self.team.stop();
        self.poll()?;
        Ok(false)
    }

    /// Records that the current option of the topmost position has this number.
    fn note(&mut self, number: u128) -> Result<(), R::Stop> {
        self.uncounted += u64::from(R::COUNTS_OPTIONS);
        let frame = self.stack.last_mut().expect("an option has a position");
        match frame.goal {
            Goal::IsValue(wanted) if number == frame.least => {
                frame.least += 1;
                frame.done = 0;
                if frame.least > wanted {
                    return self.finish();
                }
            }
            Goal::IsValue(_) => frame.done += 1,
            Goal::Value => {
                frame.done += 1;
                if frame.seen.insert(number.min(u32::MAX.into()) as u32) {
                    frame.outside += NUMBER_BYTES;
                    self.outside += NUMBER_BYTES;
                }
            }
        }
        Ok(())
    }

    /// Removes the topmost position from the stack, stores its result, and passes it on to the position below.
    fn finish(&mut self) -> Result<(), R::Stop> {
        let frame = self.stack.pop().expect("the stack is not empty");
        self.outside -= frame.outside;
        self.uncounted += u64::from(!R::COUNTS_OPTIONS);
        let exact = frame.done == frame.count;
        let least = match frame.goal {
            Goal::IsValue(_) if frame.count > 0 => frame.least,
            _ => self.rule.of(&frame.seen),
        };
        self.key.clear();
        frame.component.key(&mut self.key);
        let bound = Bound { least, exact };
        let stored = self.team.memo.set(&self.key, bound, self.meter.budget());
        self.within(stored)?;
        if let Some(below) = self.stack.last_mut()
            && let Some((_, sum)) = &mut below.option
        {
            *sum = match exact {
                true => self.rule.sum(*sum, least)?,
                // The option lacks the value in question; any other one stands for its own.
                false => !below.least,
            };
        }
        Ok(())
    }

    fn poll(&mut self) -> Result<(), Unfinished> {
        let more = std::mem::take(&mut self.uncounted);
        self.meter.done = self.team.done.fetch_add(more, Ordering::Relaxed) + more;
        // Positions that were begun count too: a long game is deep before one is finished.
        self.meter.begun = self.stack.len() as u64;
        self.meter.bytes = self.held(1);
        self.meter.poll()
    }

    fn within(&self, result: Result<(), Limit>) -> Result<(), Unfinished> {
        result.map_err(|limit| self.meter.stopped(limit))
    }

    /// Returns the bytes of the memory, of what the frames hold, and of `stacks` times the stack.
    fn held(&self, stacks: usize) -> u64 {
        let stack = stacks * self.stack.capacity() * size_of::<Frame<C>>();
        self.beside + self.team.memo.bytes() + self.rule.bytes() + self.outside + stack as u64
    }
}

/// Finds the number of a component from those of all its followers, and stores them in `memo`; `meter` counts.
///
/// # Errors
/// If the budget runs out or the rule ends the search; the results so far are stored.
pub(crate) fn number_of<C: Component, R: Rule>(
    memo: &Memo,
    rule: R,
    root: &C,
    meter: &mut Meter<'_>,
) -> Result<u128, R::Stop> {
    let team = Team::new(memo, meter.done);
    let mut worker = Worker::new(rule, &team, *meter, 0);
    let mut bound = worker.lookup(root);
    if !bound.exact {
        worker.push(root.clone(), Goal::Value, 0)?;
        let found = worker.run(u64::MAX);
        meter.done = team.done();
        found?;
        bound = worker.lookup(root);
    }
    assert!(
        bound.exact,
        "memory has the number of a position that is done"
    );
    Ok(bound.least)
}
