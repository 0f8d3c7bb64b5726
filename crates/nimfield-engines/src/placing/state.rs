//! What a search of a placing game has found and counted, and the file that holds it for resuming.

use std::io::{self, Read, Write};

use nimfield_core::budget::{Budget, Meter, Unfinished};
use nimfield_core::component::write_number;
use nimfield_core::families::placing::Placing;
use nimfield_core::sampling::shuffled;
use nimfield_core::sealed::Format;

use super::counts::{Count, Counts};
use super::word::Word;
use crate::generations::{Generations, Line};
use crate::state::{ResumeError, StateFormat};

/// The memory of a search, with its counts.
pub(super) struct SearchState<L> {
    pub(super) placing: Placing,
    pub(super) memory: Generations<L>,
    pub(super) counts: Counts,
    /// The number of searched positions.
    pub(super) positions: u64,
}

/// A line that can be saved.
pub(super) trait SavedLine: Line {
    /// Returns the key of positions, and what is known of them.
    fn numbers(&self) -> (u128, u64);

    /// Returns the line with these numbers; `None` if there is none.
    fn of(key: u128, known: u64) -> Option<Self>;
}

/// Who wins a position.
#[derive(Default)]
pub(super) struct Winner<W> {
    /// Not 0, as bounds decide positions without cells.
    pub(super) cells: W,
    /// What else identifies the position, such as the player to move: below 2^31.
    pub(super) rest: u32,
    /// Whether the player to move wins.
    pub(super) wins: bool,
}

impl<W: Word> Line for Winner<W> {
    type Key<'a>
        = (W, u32)
    where
        W: 'a;

    fn key(&self) -> Option<(W, u32)> {
        (self.cells != W::default()).then_some((self.cells, self.rest))
    }
}

impl<W: Word> SavedLine for Winner<W> {
    fn numbers(&self) -> (u128, u64) {
        let cells = self.cells.to_u128().expect("words have at most 128 bits");
        (cells, u64::from(self.rest) << 1 | u64::from(self.wins))
    }

    fn of(cells: u128, known: u64) -> Option<Winner<W>> {
        Some(Winner {
            cells: W::from(cells)?,
            // Larger numbers are not written.
            rest: u32::try_from(known >> 1).ok()?,
            wins: known & 1 == 1,
        })
    }
}

/// Returns the hash of a game. All that identifies positions follows from it.
fn moves_hash(placing: &Placing) -> [u8; 32] {
    *blake3::hash(format!("{placing:?}").as_bytes()).as_bytes()
}

const FILE: StateFormat<2> = StateFormat {
    format: Format {
        magic: *b"NIMFPLAC",
        version: 2,
        foreign: "not the state of a search of a placing game",
    },
    blocks: [
        (*b"DONE", "the count of searched positions"),
        (*b"LINE", "the list of results"),
    ],
};

/// Positions between two checks of the budget.
const POLL: u64 = 256;

impl<L: SavedLine> SearchState<L> {
    pub(super) fn new(placing: Placing) -> SearchState<L> {
        SearchState {
            placing,
            memory: Generations::default(),
            counts: Counts::default(),
            positions: 0,
        }
    }

    /// Counts a position, and now and then checks the budget and saves what was found: by the positions of all questions,
    /// as some have few.
    pub(super) fn count(&mut self, meter: &mut Meter<'_>) -> Result<(), Unfinished> {
        self.positions += 1;
        meter.done += 1;
        if !self.positions.is_multiple_of(POLL) {
            return Ok(());
        }
        (meter.budget()).save(&|position, out| self.save(position, out));
        meter.poll()
    }

    /// Stores a line, while the search holds `others` bytes besides.
    ///
    /// # Errors
    /// If the budget allows too little memory for a search.
    pub(super) fn keep(
        &mut self,
        line: L,
        others: u64,
        meter: &mut Meter<'_>,
    ) -> Result<(), Unfinished> {
        /// A search that forgets lines before it holds this many would hardly come to an end.
        const LEAST: usize = 1 << 9;
        if self.memory.len() < LEAST {
            meter.hold(others + self.memory.next_bytes())?;
        }
        let room = meter.budget().most_bytes().saturating_sub(others);
        let dropped = self.memory.set(line, room);
        self.counts.add_many(Count::Replaced, dropped);
        meter.bytes = others + self.memory.bytes();
        Ok(())
    }

    /// Writes what was found.
    pub(super) fn save(&self, position: &str, out: &mut dyn Write) -> io::Result<()> {
        let job = (position, moves_hash(&self.placing));
        FILE.write(job, out, |records, [done, lines]| {
            records.record(done, |block| write_number(block, self.positions))?;
            for line in self.memory.iter() {
                let (key, known) = line.numbers();
                records.record(lines, |block| {
                    for number in [key as u64, (key >> 64) as u64, known] {
                        write_number(block, number);
                    }
                })?;
            }
            Ok(())
        })
    }

    /// Adds what [`save`](SearchState::save) wrote.
    pub(super) fn resume(
        &mut self,
        position: &str,
        input: &mut dyn Read,
        budget: &Budget,
    ) -> Result<(), ResumeError> {
        let mut meter = Meter::silent(budget);
        let job = (position, moves_hash(&self.placing));
        FILE.read(job, input, |place, block| {
            meter.poll()?;
            while !block.is_read() {
                let first = block.number()?;
                if place == 0 {
                    self.positions = first;
                    continue;
                }
                let key = u128::from(first) | u128::from(block.number()?) << 64;
                let line = L::of(key, block.number()?);
                self.keep(line.ok_or(FILE.malformed(1))?, 0, &mut meter)?;
            }
            Ok(())
        })
    }
}

/// Returns the error for results that contradict those of a new search.
pub(super) fn accepted(agree: bool) -> Result<(), ResumeError> {
    match agree {
        true => Ok(()),
        false => Err(FILE.malformed(1).into()),
    }
}

/// Compares answers of a search with those of a new one, at random followers of a state: `agree` receives their free
/// cells.
pub(super) fn plays_alike(
    placing: &Placing,
    free: u128,
    mut agree: impl FnMut(u128) -> Result<bool, Unfinished>,
) -> Result<(), ResumeError> {
    const PLAYED: usize = 64;
    /// A new search of so few cells takes a moment.
    const CELLS: u32 = 16;
    for _ in 0..PLAYED {
        let mut free = free;
        for mv in shuffled(placing.placements()) {
            if free.count_ones() > CELLS && mv.is_legal(free) {
                free &= !mv.removes;
            }
        }
        accepted(agree(free)?)?;
    }
    Ok(())
}
