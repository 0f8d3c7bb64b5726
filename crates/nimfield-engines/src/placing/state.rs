//! What a search of a placing game has found and counted, and the file that holds it for resuming.

use std::io::{self, Read, Write};

use nimfield_core::budget::{Budget, Meter, Unfinished};
use nimfield_core::component::write_number;
use nimfield_core::families::placing::Placing;
use nimfield_core::files::FileFault;
use nimfield_core::sampling::shuffled;
use nimfield_core::sealed::Format;

use super::counts::{Count, Counts};
use crate::generations::{Generations, Line};
use crate::state::{ResumeError, begin, open};

/// The memory of a search, with its counts.
pub(super) struct SearchState<L> {
    pub(super) placing: Placing,
    pub(super) memory: Generations<L>,
    pub(super) counts: Counts,
    /// The number of searched positions.
    pub(super) positions: u64,
}

/// A line that can be saved as three numbers.
pub(super) trait SavedLine: Line {
    fn numbers(&self) -> [u64; 3];

    /// Returns the line with these numbers; `None` if there is none.
    fn of(numbers: [u64; 3]) -> Option<Self>;
}

/// Returns the hash of a game. All that identifies positions follows from it.
fn moves_hash(placing: &Placing) -> [u8; 32] {
    *blake3::hash(format!("{placing:?}").as_bytes()).as_bytes()
}

const FORMAT: Format = Format {
    magic: *b"NIMFPLAC",
    version: 1,
    foreign: "not the state of a search of a placing game",
};

/// The blocks in their order, each with its name in errors.
const BLOCKS: [([u8; 4], &str); 2] = [
    (*b"DONE", "the count of searched positions"),
    (*b"LINE", "the list of results"),
];

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
}

/// What a search has found, whatever its lines are.
pub trait SavedResults {
    /// Returns the game.
    fn placing(&self) -> &Placing;

    /// Returns the number of searched positions.
    fn positions(&self) -> u64;

    /// Writes what was found.
    ///
    /// # Errors
    /// Those of `out`.
    fn save(&self, position: &str, out: &mut dyn Write) -> io::Result<()>;

    /// Adds what [`save`](SavedResults::save) wrote.
    ///
    /// # Errors
    /// If the file is damaged or belongs to something else, or the budget runs out.
    fn resume(
        &mut self,
        position: &str,
        input: &mut dyn Read,
        budget: &Budget,
    ) -> Result<(), ResumeError>;
}

impl<L: SavedLine> SavedResults for SearchState<L> {
    fn placing(&self) -> &Placing {
        &self.placing
    }

    fn positions(&self) -> u64 {
        self.positions
    }

    fn save(&self, position: &str, out: &mut dyn Write) -> io::Result<()> {
        let mut records = begin(&FORMAT, out, moves_hash(&self.placing), position)?;
        let [done, lines] = BLOCKS.map(|(name, _)| name);
        records.record(done, |block| write_number(block, self.positions))?;
        for line in self.memory.iter() {
            records.record(lines, |block| {
                (line.numbers().into_iter()).for_each(|number| write_number(block, number));
            })?;
        }
        records.seal()?;
        Ok(())
    }

    fn resume(
        &mut self,
        position: &str,
        input: &mut dyn Read,
        budget: &Budget,
    ) -> Result<(), ResumeError> {
        let mut records = open(&FORMAT, input, moves_hash(&self.placing), position)?;
        let mut meter = Meter::silent(budget);
        while let Some((place, mut block)) = records.block(&BLOCKS)? {
            meter.poll()?;
            while !block.is_read() {
                let first = block.number()?;
                if place == 0 {
                    self.positions = first;
                    continue;
                }
                let line = L::of([first, block.number()?, block.number()?]);
                let line = line.ok_or(FileFault::Malformed(BLOCKS[1].1))?;
                self.keep(line, 0, &mut meter)?;
            }
        }
        Ok(())
    }
}

/// A search of a placing game, whose results a file can hold.
pub trait SavedSearch {
    /// Returns what was found.
    fn state(&mut self) -> &mut dyn SavedResults;

    /// Returns a search of the same game with an empty memory.
    fn new_search(&mut self) -> Box<dyn SavedSearch>;

    /// Returns the value of a state, or whether Left and Right win who are to move.
    ///
    /// # Errors
    /// If the budget runs out.
    fn answer(&mut self, free: u128, budget: &Budget) -> Result<[u16; 2], Unfinished>;

    /// Searches some positions again with an empty memory, among them followers of a state; returns whether the results
    /// are the same.
    ///
    /// # Errors
    /// If the budget runs out.
    fn agrees(&mut self, free: u128, budget: &Budget) -> Result<bool, Unfinished>;

    /// Writes what was found, so that another search can [continue](SavedSearch::resume); `position` names the position
    /// in question.
    ///
    /// # Errors
    /// Those of `out`.
    fn save(&mut self, position: &str, out: &mut dyn Write) -> io::Result<()> {
        self.state().save(position, out)
    }

    /// Continues from a file about this position, a state with these free cells. Some positions are searched again
    /// with an empty memory.
    ///
    /// # Errors
    /// If the file is damaged, belongs to something else or is wrong, or the budget runs out.
    fn resume(
        &mut self,
        (position, free): (&str, u128),
        input: &mut dyn Read,
        budget: &Budget,
    ) -> Result<(), ResumeError> {
        self.state().resume(position, input, budget)?;
        match self.agrees(free, budget)? {
            true => Ok(()),
            false => Err(FileFault::Malformed(BLOCKS[1].1).into()),
        }
    }
}

/// Compares the answers of a search with those of a new one, at random followers of a state.
pub(super) fn plays_alike(
    search: &mut dyn SavedSearch,
    free: u128,
    budget: &Budget,
) -> Result<bool, Unfinished> {
    const PLAYED: usize = 64;
    /// A new search of so few cells takes a moment.
    const CELLS: u32 = 16;
    let placing = search.state().placing().clone();
    let mut new = search.new_search();
    for _ in 0..PLAYED {
        let mut free = free;
        for mv in shuffled(placing.placements()) {
            if free.count_ones() > CELLS && mv.is_legal(free) {
                free &= !mv.removes;
            }
        }
        if search.answer(free, budget)? != new.answer(free, budget)? {
            return Ok(false);
        }
    }
    Ok(true)
}
