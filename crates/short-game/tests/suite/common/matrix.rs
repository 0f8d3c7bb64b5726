//! Partizan matrix nim: Left subtracts k >= 1 from every entry of a column, Right from every entry
//! of a row; entries stay >= 0.

use std::sync::atomic::{AtomicUsize, Ordering};

use short_game::{Arena, Error, Game};

/// The values of all 2x2 positions (a b; c d) with entries < n.
pub struct Table2x2 {
    n: usize,
    values: Vec<Game>,
}

impl Table2x2 {
    /// Exchanging rows or columns keeps a value and transposing negates it, so one position in
    /// eight is evaluated. Positions of equal sum do not depend on each other: `threads` share
    /// them.
    pub fn new(arena: &Arena, n: usize, threads: usize) -> Result<Table2x2, Error> {
        let mut table = Table2x2 {
            n,
            values: vec![Game::ZERO; n.pow(4)],
        };
        let mut levels = vec![Vec::new(); 4 * n];
        for a in 0..n {
            for b in a..n {
                for c in b..n {
                    for d in a..n {
                        levels[a + b + c + d].push([a, b, c, d]);
                    }
                }
            }
        }
        for level in levels {
            let evaluate = |part: &[[usize; 4]]| -> Result<Vec<(Game, Game)>, Error> {
                part.iter().map(|&m| table.evaluate(arena, m)).collect()
            };
            let values = if threads == 1 || level.len() < 64 {
                evaluate(&level)?
            } else {
                // Small parts, each taken by the thread that is free: their costs differ.
                let (parts, next) = (level.chunks(32).collect::<Vec<_>>(), AtomicUsize::new(0));
                let work = || -> Result<Vec<_>, Error> {
                    let mut done = Vec::new();
                    while let Some(&part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
                        done.push((part[0], evaluate(part)?));
                    }
                    Ok(done)
                };
                let mut done = std::thread::scope(|scope| -> Result<Vec<_>, Error> {
                    let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
                    let mut done = work()?;
                    for thread in others {
                        done.extend(thread.join().unwrap()?);
                    }
                    Ok(done)
                })?;
                done.sort_unstable_by_key(|&(first, _)| first);
                done.into_iter().flat_map(|(_, values)| values).collect()
            };
            for ([a, b, c, d], (value, negative)) in level.into_iter().zip(values) {
                for m in [[a, b, c, d], [b, a, d, c], [c, d, a, b], [d, c, b, a]] {
                    let [a, b, c, d] = m;
                    *table.cell(m) = value;
                    *table.cell([a, c, b, d]) = negative;
                }
            }
        }
        Ok(table)
    }

    fn index(&self, [a, b, c, d]: [usize; 4]) -> usize {
        ((a * self.n + b) * self.n + c) * self.n + d
    }

    fn cell(&mut self, m: [usize; 4]) -> &mut Game {
        let index = self.index(m);
        &mut self.values[index]
    }

    pub fn get(&self, m: [usize; 4]) -> Game {
        self.values[self.index(m)]
    }

    /// The value and its negative.
    fn evaluate(&self, arena: &Arena, [a, b, c, d]: [usize; 4]) -> Result<(Game, Game), Error> {
        let (mut left, mut right) = (Vec::with_capacity(64), Vec::with_capacity(64));
        left.extend((1..=a.min(c)).map(|k| self.get([a - k, b, c - k, d])));
        left.extend((1..=b.min(d)).map(|k| self.get([a, b - k, c, d - k])));
        right.extend((1..=a.min(b)).map(|k| self.get([a - k, b - k, c, d])));
        right.extend((1..=c.min(d)).map(|k| self.get([a, b, c - k, d - k])));
        let value = arena.game(&left, &right)?;
        Ok((value, arena.neg(value)?))
    }

    /// Every value once.
    pub fn distinct(&self) -> Vec<Game> {
        let mut values = self.values.clone();
        values.sort_unstable_by_key(|game| game.index());
        values.dedup();
        values
    }
}

/// The values of all 3x3 positions with entries < n, row by row, the last entry fastest. Nothing
/// but the rules is used.
pub fn table_3x3(arena: &Arena, n: usize) -> Result<Vec<Game>, Error> {
    let place: Vec<usize> = (0..9).map(|i| n.pow(8 - i)).collect();
    let lines = |i: usize| {
        (
            place[3 * i] + place[3 * i + 1] + place[3 * i + 2],
            place[i] + place[i + 3] + place[i + 6],
        )
    };
    let mut values = Vec::with_capacity(n.pow(9));
    let (mut left, mut right) = (Vec::new(), Vec::new());
    let mut m = [0usize; 9];
    for at in 0..n.pow(9) {
        left.clear();
        right.clear();
        for i in 0..3 {
            let (row, column) = lines(i);
            right.extend(
                (1..=m[3 * i].min(m[3 * i + 1]).min(m[3 * i + 2])).map(|k| values[at - k * row]),
            );
            left.extend((1..=m[i].min(m[i + 3]).min(m[i + 6])).map(|k| values[at - k * column]));
        }
        values.push(arena.game(&left, &right)?);
        for entry in m.iter_mut().rev() {
            *entry += 1;
            if *entry < n {
                break;
            }
            *entry = 0;
        }
    }
    Ok(values)
}

/// A position, row by row.
pub type Matrix = Vec<Vec<u32>>;

/// Left's and Right's moves from any matrix, for the naive ways.
pub fn moves(m: &[Vec<u32>]) -> (Vec<Matrix>, Vec<Matrix>) {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for column in 0..m.first().map_or(0, Vec::len) {
        for k in 1..=m.iter().map(|row| row[column]).min().unwrap_or(0) {
            let mut next = m.to_vec();
            next.iter_mut().for_each(|row| row[column] -= k);
            left.push(next);
        }
    }
    for row in 0..m.len() {
        for k in 1..=m[row].iter().copied().min().unwrap_or(0) {
            let mut next = m.to_vec();
            next[row].iter_mut().for_each(|entry| *entry -= k);
            right.push(next);
        }
    }
    (left, right)
}
