//! Something for every position below one, from what its options have.

use std::collections::{BTreeSet, HashMap};

use nimfield_core::prelude::*;

/// Options between two looks at the clock.
const POLL: u64 = 64;

/// A position under examination.
struct Frame<C, T> {
    component: C,
    key: Vec<u8>,
    /// The number of the next option.
    next: u64,
    /// How many there are.
    count: u64,
    /// What the options before it have.
    options: BTreeSet<T>,
}

impl<C: Component, T> Frame<C, T> {
    fn new(component: C) -> Frame<C, T> {
        let mut key = Vec::new();
        component.key(&mut key);
        Frame {
            component,
            key,
            next: 0,
            count: 0,
            options: BTreeSet::new(),
        }
    }

    /// Counts the options. A component may list them now, and hold more bytes from then on.
    fn opened(mut self, meter: &Meter<'_>) -> Result<Frame<C, T>, Unfinished> {
        let listed = self.component.list_options(meter.budget(), meter.bytes);
        listed.map_err(|limit| meter.stopped(limit))?;
        self.count = self.component.option_count();
        Ok(self)
    }

    /// Estimates the bytes held outside of the frame itself.
    fn bytes_outside(&self) -> u64 {
        (self.key.capacity() + 16 * self.options.len()) as u64 + self.component.bytes_outside()
    }
}

/// Computes what `root` has, and how many different positions there are below it, itself included.
///
/// `root` is to be a component whose options are one component each, such as a
/// [`DisjunctiveSum`](crate::disjunctive_sum::DisjunctiveSum). `of` makes what a position has from what its
/// options have, and returns roughly how many bytes it holds itself from then on.
///
/// # Errors
/// If the budget runs out.
pub(crate) fn from_options<C: Component, T: Copy + Ord>(
    root: &C,
    phase: &'static str,
    budget: &Budget,
    mut of: impl FnMut(BTreeSet<T>) -> (T, u64),
) -> Result<(T, u64), Unfinished> {
    let mut known: HashMap<Vec<u8>, T> = HashMap::new();
    let mut meter = Meter::new(budget, phase).every(POLL);
    let root = Frame::new(root.clone()).opened(&meter)?;
    // Rough bytes of the map, of `of`, and of what the frames hold.
    let (mut kept, mut held) = (0, 0);
    let mut stacked = root.bytes_outside();
    let mut option = Vec::new();
    let mut stack = vec![root];
    loop {
        // When a full stack grows, old and new exist side by side.
        let grows = if stack.len() == stack.capacity() {
            3
        } else {
            1
        };
        let stack_bytes = (grows * stack.capacity() * size_of::<Frame<C, T>>()) as u64;
        (meter.done, meter.begun) = (known.len() as u64, stack.len() as u64);
        meter.hold(kept + held + stacked + stack_bytes)?;
        meter.step()?;
        let top = stack.last_mut().expect("the root is taken off last");
        if top.next < top.count {
            top.component.option(top.next, &mut option);
            // The whole sum is one component, so its options are one component each.
            let Some(follower) = option.pop().map(Frame::new) else {
                unreachable!("options of a whole sum are whole sums");
            };
            match known.get(&follower.key) {
                Some(&found) => {
                    top.next += 1;
                    stacked -= top.bytes_outside();
                    top.options.insert(found);
                    stacked += top.bytes_outside();
                }
                None => {
                    let follower = follower.opened(&meter)?;
                    stacked += follower.bytes_outside();
                    stack.push(follower);
                }
            }
        } else {
            stacked -= top.bytes_outside();
            let found;
            (found, held) = of(std::mem::take(&mut top.options));
            let Some(Frame { key, .. }) = stack.pop() else {
                unreachable!("it was the last of the stack");
            };
            if stack.is_empty() {
                return Ok((found, known.len() as u64 + 1));
            }
            kept += 2 * (key.len() + size_of::<(Vec<u8>, T)>()) as u64 + 32;
            known.insert(key, found);
        }
    }
}
