//! A process at work: what it asks the others for, and what it answers.

use std::collections::VecDeque;

use super::super::super::census::{Census, CensusLevel, Save};
use super::super::super::stop::Stop;
use super::super::beginning::Beginning;
use super::super::tables::Counts;
use super::share::{Share, Task};
use super::words;
use crate::cluster::{Mesh, PART, Parcel, WINDOW};
use crate::parallel;
use nimfield_core::budget::{Budget, Limit, Progress};
use rayon_core::ThreadPool;

/// Why a process ends.
type ClusterError = crate::cluster::ClusterError<Stop>;

/// What a parcel says: the first number of its head. The second one is a level.
/// So many closures of it are asked for, the fourth number, from a place in the memory of who is asked on, the
/// third.
const ASKED: u64 = 1;
/// Here they are.
const SENT: u64 = 2;
/// What is reached from the conjugates of a task of who asks, the third number, is asked for.
const ASKED_CONJUGATES: u64 = 3;
/// Here it is.
const CONJUGATES: u64 = 4;
/// What a process has counted, for process 0; the third number is 0 with the last part of it.
const COUNTED: u64 = 5;
/// What is known of the level, from process 0; in parts as before.
const LEVEL: u64 = 6;

/// Closures that are needed of another process.
struct Need {
    from: usize,
    /// The largest part of those that lead to them.
    part: u32,
    start: usize,
    count: usize,
}

/// What another process asks for: it, the kind, the level, and two numbers.
type Asked = (usize, u64, u32, [u64; 2]);

/// A task on its way: its number, and what each process has sent.
struct Coming {
    number: usize,
    words: Vec<Option<Vec<u64>>>,
}

/// What another process tells of a level.
#[derive(Clone, Default)]
struct Told {
    level: u32,
    words: Vec<u64>,
    is_all: bool,
}

/// A process at work.
pub(super) struct Work<'a> {
    share: Share<'a>,
    mesh: Mesh,
    budget: &'a Budget,
    pool: Option<ThreadPool>,
    census: &'a mut Census,
    /// Levels that process 0 knew at the start.
    known: u32,
    /// The level at hand, and whether what its row moves reach is there.
    level: u32,
    has_rows: bool,
    /// Closures that are to be asked for, and those that were and have not come.
    needs: VecDeque<Need>,
    asked_of_others: Vec<Need>,
    coming: VecDeque<Coming>,
    /// What the others ask for and what cannot be answered yet.
    asked: VecDeque<Asked>,
    /// The tasks of each of the others on the level at hand.
    their_tasks: Vec<Vec<Beginning>>,
    /// What each of the others has told of a level, and whether that is all.
    told: Vec<Told>,
}

impl<'a> Work<'a> {
    pub(super) fn new(
        share: Share<'a>,
        mesh: Mesh,
        budget: &'a Budget,
        census: &'a mut Census,
        known: u32,
    ) -> Work<'a> {
        let processes = share.shares.processes();
        Work {
            share,
            mesh,
            budget,
            pool: parallel::pool(budget.thread_count().min(256)),
            census,
            known,
            level: 0,
            has_rows: false,
            needs: VecDeque::new(),
            asked_of_others: Vec::new(),
            coming: VecDeque::new(),
            asked: VecDeque::new(),
            their_tasks: Vec::new(),
            told: vec![Told::default(); processes],
        }
    }

    /// Works until all levels are there, or one of the processes has to stop.
    pub(super) fn run(&mut self, save: &mut Save<'_>) -> Result<(), ClusterError> {
        let done = self.levels(save);
        self.mesh.end(done, |stop| match stop {
            Stop::Unfinished(unfinished) => unfinished.limit,
            _ => Limit::Cancelled,
        })
    }

    /// Takes leave, when all have.
    pub(super) fn finish(self) {
        self.mesh.finish();
    }

    fn levels(&mut self, save: &mut Save<'_>) -> Result<(), ClusterError> {
        let up_to = self.share.order().up_to();
        for n in 0..=up_to {
            self.begin(n)?;
            if n < self.known && self.me() == 0 {
                self.tell_level(n);
            }
            self.make_rows(n)?;
            if n >= self.known {
                let counts = self.count(n)?;
                self.put_together(n, counts, save)?;
            }
            while self.census.levels.len() <= n as usize {
                self.pump()?;
                self.rest()?;
            }
            self.share.finish(n, &self.census.levels[n as usize]);
            self.has_rows = false;
            self.mesh.at_level(u64::from(n) + 1);
        }
        // The others may still need something.
        while self.mesh.level() <= Some(up_to.into()) {
            self.pump()?;
            self.rest()?;
        }
        Ok(())
    }

    fn me(&self) -> usize {
        self.share.me
    }

    fn others(&self) -> impl Iterator<Item = usize> + use<> {
        let me = self.me();
        (0..self.share.shares.processes()).filter(move |process| *process != me)
    }

    fn begin(&mut self, n: u32) -> Result<(), ClusterError> {
        self.level = n;
        self.has_rows = false;
        let begun = self.share.begin(n);
        begun.map_err(|refused| {
            ClusterError::Work(Stop::OutOfMemory {
                bytes: refused.bytes,
            })
        })?;
        let tasks = |process| match n >= self.known && process != self.me() {
            true => self.share.shares.tasks(self.share.order(), process, n),
            false => Vec::new(),
        };
        self.their_tasks = (0..self.share.shares.processes()).map(tasks).collect();
        for head in &self.share.heads {
            for from in self.others() {
                let needed = self.share.needed(from, head.part, n - head.part);
                let all = needed.last().map_or(0, |last| last.start + last.count);
                for start in (0..all).step_by(PART) {
                    self.needs.push_back(Need {
                        from,
                        part: head.part,
                        start,
                        count: PART.min(all - start),
                    });
                }
            }
        }
        Ok(())
    }

    /// The first step: what row moves reach.
    fn make_rows(&mut self, n: u32) -> Result<(), ClusterError> {
        let mut tasks: VecDeque<Task> = self.share.tasks(n).into();
        while !(tasks.is_empty() && self.needs.is_empty() && self.asked_of_others.is_empty()) {
            self.pump()?;
            while self.asked_of_others.len() < WINDOW
                && let Some(need) = self.needs.pop_front()
            {
                let level = u64::from(n - need.part);
                let head = [ASKED, level, need.start as u64, need.count as u64];
                self.mesh.send(need.from, head, &[]);
                self.asked_of_others.push(need);
            }
            let some: Vec<Task> = tasks.drain(..tasks.len().min(self.together())).collect();
            let (Some(first), Some(last)) = (some.first(), some.last()) else {
                self.rest()?;
                continue;
            };
            let mut rows = std::mem::take(&mut self.share.rows);
            let mut rest = &mut rows[first.start..last.start + last.count];
            let mut parts = Vec::new();
            for task in &some {
                let (piece, behind) = rest.split_at_mut(task.count);
                parts.push((&task.beginning, piece));
                rest = behind;
            }
            let share = &self.share;
            let done = parallel::map(self.pool.as_ref(), parts, |(task, piece)| {
                share.rows_of(n, task, piece);
                Ok::<_, std::convert::Infallible>(())
            });
            let Ok(_) = done;
            let (end, all) = (last.start + last.count, rows.len());
            self.share.rows = rows;
            self.progress(n, 0.4 * end as f64 / all as f64);
        }
        self.has_rows = true;
        Ok(())
    }

    /// The second step: the values of the share.
    fn count(&mut self, n: u32) -> Result<Counts, ClusterError> {
        let mut counts = Counts::default();
        if n == 0 && self.me() == 0 {
            let empty = super::super::tables::Place { rank: 0, lines: 0 };
            counts.add(&empty, None, 0);
        }
        let tasks = self.share.tasks(n);
        let processes = self.share.shares.processes();
        let mut next = 0;
        while next < tasks.len() || !self.coming.is_empty() {
            self.pump()?;
            while self.coming.len() < WINDOW && next < tasks.len() {
                let mut words = vec![None; processes];
                words[self.me()] = Some(Vec::new());
                for process in self.others() {
                    let head = [ASKED_CONJUGATES, n.into(), next as u64, 0];
                    self.mesh.send(process, head, &[]);
                }
                self.coming.push_back(Coming {
                    number: next,
                    words,
                });
                next += 1;
            }
            let whole = |coming: &&Coming| coming.words.iter().all(Option::is_some);
            let ready = self.coming.iter().take_while(whole).count();
            let some: Vec<Coming> = self.coming.drain(..ready.min(self.together())).collect();
            let Some(last) = some.last() else {
                self.rest()?;
                continue;
            };
            let done = tasks[last.number].start as f64 / self.share.rows.len() as f64;
            let share = &self.share;
            let made = parallel::map(self.pool.as_ref(), some, |coming| {
                let words: Vec<Vec<u64>> = coming.words.into_iter().flatten().collect();
                share.values_of(n, &tasks[coming.number], &words).ok_or(())
            });
            for part in
                made.map_err(|()| strange("some process", "too few closures or too many"))?
            {
                counts.unite(part);
            }
            self.progress(n, 0.4 + 0.6 * done);
        }
        Ok(counts)
    }

    /// The third step: process 0 puts the level together.
    fn put_together(
        &mut self,
        n: u32,
        counts: Counts,
        save: &mut Save<'_>,
    ) -> Result<(), ClusterError> {
        if self.me() != 0 {
            self.send_in_parts(0, COUNTED, n, &words::of_counts(&counts));
            return Ok(());
        }
        while self.others().any(|process| !self.told[process].is_all) {
            self.pump()?;
            self.rest()?;
        }
        let all = u64::from(self.share.order().count(n));
        let mut level = counts;
        for process in self.others() {
            let told = std::mem::take(&mut self.told[process]);
            let own = self.share.shares.count(self.share.order(), process, n);
            let part = words::to_counts(&told.words, own as u64, all).filter(|_| told.level == n);
            let who = format!("process {process}");
            level.unite(part.ok_or_else(|| strange(&who, "what it cannot have counted"))?);
        }
        let level = level.level(n).map_err(ClusterError::Work)?;
        if !words::is_sound(&level, all) {
            return Err(strange("some process", "what it cannot have counted"));
        }
        self.census.levels.push(level);
        save(self.census).map_err(|why| ClusterError::Work(Stop::Save(why)))?;
        self.tell_level(n);
        Ok(())
    }

    fn tell_level(&mut self, n: u32) {
        let words = words::of_level(&self.census.levels[n as usize]);
        for process in self.others() {
            self.send_in_parts(process, LEVEL, n, &words);
        }
    }

    fn send_in_parts(&mut self, to: usize, says: u64, n: u32, words: &[u64]) {
        let parts = words.len().div_ceil(PART);
        for (number, part) in words.chunks(PART).enumerate() {
            let more = parts - 1 - number;
            self.mesh.send(to, [says, n.into(), more as u64, 0], part);
        }
    }

    /// Tasks that are worth looking away from the network for.
    fn together(&self) -> usize {
        2 * self.budget.thread_count()
    }

    fn progress(&self, n: u32, part: f64) {
        let order = self.share.order();
        let below: u64 = (0..n).map(|n| u64::from(order.count(n))).sum();
        let total = (0..=order.up_to()).map(|n| u64::from(order.count(n)));
        self.budget.report(Progress {
            phase: "partitions",
            size: None,
            done: below + (f64::from(order.count(n)) * part) as u64,
            total: Some(total.sum()),
        });
    }

    /// Waits a moment, if nothing comes.
    fn rest(&mut self) -> Result<(), ClusterError> {
        Ok(self.mesh.rest()?)
    }

    /// Lets parcels go and come, answers those that ask, and looks whether to go on.
    fn pump(&mut self) -> Result<(), ClusterError> {
        self.mesh.step()?;
        while let Some(parcel) = self.mesh.receive()? {
            self.hear(&parcel)?;
        }
        self.answer()?;
        self.budget.check(0).map_err(|limit| self.stopped(limit))
    }

    fn stopped(&self, limit: Limit) -> ClusterError {
        let order = self.share.order();
        let counts = |end: u32| (0..end).map(|n| u64::from(order.count(n))).sum();
        let done = counts(self.census.levels.len() as u32);
        ClusterError::Work(Stop::limit(limit, done, counts(order.up_to() + 1)))
    }

    fn hear(&mut self, parcel: &Parcel) -> Result<(), ClusterError> {
        if let Some(limit) = parcel.stop() {
            return Err(self.stopped(limit));
        }
        let from = parcel.from();
        let wrong = || strange(&format!("process {from}"), "what it should not");
        let [says, n, one, two] = parcel.head;
        let up_to = self.share.order().up_to();
        let n = u32::try_from(n).ok().filter(|n| *n <= up_to);
        let n = n.filter(|_| from != self.me()).ok_or_else(wrong)?;
        match says {
            ASKED | ASKED_CONJUGATES => {
                let theirs = self.asked.iter().filter(|asked| asked.0 == from).count();
                if theirs >= 2 * WINDOW || two > PART as u64 {
                    return Err(wrong());
                }
                self.asked.push_back((from, says, n, [one, two]));
            }
            SENT => {
                let is_this = |need: &Need| {
                    need.from == from
                        && need.start as u64 == one
                        && self.level - need.part == n
                        && need.count == parcel.words()
                };
                let found = self.asked_of_others.iter().position(is_this);
                let need = self.asked_of_others.swap_remove(found.ok_or_else(wrong)?);
                let words = parcel.to_words();
                let level = self.level;
                if !self.share.unite(from, level, need.part, need.start, &words) {
                    return Err(wrong());
                }
            }
            CONJUGATES => {
                let coming = self.coming.iter_mut().find(|c| c.number as u64 == one);
                let place = coming.map(|coming| &mut coming.words[from]);
                let is_right = n == self.level && parcel.words() <= PART;
                let place = place.filter(|place| is_right && place.is_none());
                *place.ok_or_else(wrong)? = Some(parcel.to_words());
            }
            COUNTED | LEVEL => {
                let all = self.share.order().count(n);
                let expected = match says {
                    LEVEL => from == 0,
                    _ => self.me() == 0 && n >= self.known,
                };
                let told = &mut self.told[from];
                let is_next = told.words.is_empty() || told.level == n;
                let room = words::most(all as usize).saturating_sub(told.words.len());
                if !expected || !is_next || told.is_all || parcel.words() > room {
                    return Err(wrong());
                }
                told.level = n;
                told.words.extend(parcel.to_words());
                told.is_all = one == 0;
                if says == LEVEL && told.is_all {
                    let words = std::mem::take(told).words;
                    let level: Option<CensusLevel> = words::to_level(&words, n, all.into());
                    let level = level.filter(|_| self.census.levels.len() == n as usize);
                    self.census.levels.push(level.ok_or_else(wrong)?);
                }
            }
            _ => return Err(wrong()),
        }
        Ok(())
    }

    /// Answers what can be answered.
    fn answer(&mut self) -> Result<(), ClusterError> {
        let mut later = VecDeque::new();
        let mut conjugates = Vec::new();
        for asked in std::mem::take(&mut self.asked) {
            let (from, says, n, [one, two]) = asked;
            let wrong = || strange(&format!("process {from}"), "what it should not");
            let number = usize::try_from(one).map_err(|_| wrong())?;
            let is_there = match says {
                ASKED => (n as usize) < self.share.levels.len(),
                _ => n == self.level && self.has_rows,
            };
            if !is_there {
                later.push_back(asked);
            } else if says == ASKED {
                let end = number.checked_add(two as usize);
                let level = &self.share.levels[n as usize];
                let words = end.and_then(|end| level.get(number..end));
                let words = words.ok_or_else(wrong)?;
                self.mesh.send(from, [SENT, n.into(), one, 0], words);
            } else {
                let task = self.their_tasks[from].get(number);
                conjugates.push((from, number, task.ok_or_else(wrong)?));
            }
        }
        self.asked = later;
        let share = &self.share;
        let made = parallel::map(self.pool.as_ref(), conjugates, |(from, number, task)| {
            Ok::<_, std::convert::Infallible>((from, number, share.of_conjugates(task)))
        });
        let Ok(made) = made;
        for (from, number, words) in made {
            let head = [CONJUGATES, self.level.into(), number as u64, 0];
            self.mesh.send(from, head, &words);
        }
        Ok(())
    }
}

fn strange(who: &str, what: &str) -> ClusterError {
    ClusterError::Network(format!("{who} says {what}"))
}
