//! The misère canonical form of a position of any game.

use std::collections::HashMap;

use crate::solve::budget::{Budget, Progress, Unfinished};
use crate::solve::component::Component;
use crate::solve::misere::{Form, Forms};

/// Options between two looks at the budget.
const POLL: u64 = 1024;

/// A position under examination.
struct Frame<C> {
    component: C,
    key: Vec<u8>,
    next: u64,
    options: Vec<Form>,
}

impl Forms {
    /// The form of a whole sum, from those of all positions below it, and how many there are.
    ///
    /// `root` is to be a component whose options are one component each, such as a
    /// [`Joint`](crate::solve::joint::Joint).
    ///
    /// # Errors
    /// If the budget runs out.
    pub fn of_position<C: Component>(
        &mut self,
        root: &C,
        budget: &Budget,
    ) -> Result<(Form, u64), Unfinished> {
        let frame = |component: C| {
            let mut key = Vec::new();
            component.key(&mut key);
            Frame {
                component,
                key,
                next: 0,
                options: Vec::new(),
            }
        };
        let mut known: HashMap<Vec<u8>, Form> = HashMap::new();
        let mut key_bytes = 0;
        let mut scratch = Vec::new();
        let mut stack = vec![frame(root.clone())];
        let mut steps = 0u64;
        let mut last = Form::ZERO;
        while let Some(top) = stack.last_mut() {
            steps += 1;
            if steps.is_multiple_of(POLL) {
                let done = known.len() as u64;
                budget.report(Progress {
                    phase: "misère forms",
                    size: None,
                    done,
                    total: None,
                });
                let map = known.capacity() * (size_of::<(Vec<u8>, Form)>() + 1);
                let bytes = self.bytes() + key_bytes + map as u64;
                let limits = budget.fits(bytes).and_then(|()| budget.check(done));
                limits.map_err(|limit| Unfinished {
                    limit,
                    done,
                    total: None,
                })?;
            }
            if top.next < top.component.option_count() {
                top.component.option(top.next, &mut scratch);
                let Some(follower) = scratch.pop().map(frame) else {
                    unreachable!("options of a whole sum are whole sums");
                };
                match known.get(&follower.key) {
                    Some(&form) => {
                        top.next += 1;
                        top.options.push(form);
                    }
                    None => stack.push(follower),
                }
            } else if let Some(mut done) = stack.pop() {
                last = self.of(&mut done.options);
                key_bytes += done.key.len() as u64;
                known.insert(done.key, last);
            }
        }
        Ok((last, known.len() as u64))
    }
}
