//! Solving in memory.

use std::sync::atomic::AtomicU64;

use super::super::kernel::Code;
use super::super::plan::Plan;
use super::board_table::BoardTable;
use super::division::PieceDivision;
use super::error::{SolveError, afford};
use super::format::Header;
use super::layout::PieceLayout;
use super::memory::{Memory, Settling};
use super::rules::{TableKind, TableRules};
use super::schedule::Step;
use nimfield_core::families::taking::Taking;
use nimfield_core::prelude::*;

/// A board laid out in allocated memory, to be solved once or several times.
///
/// ```
/// use nimfield_core::words::Play;
/// use nimfield_core::budget::Budget;
/// use nimfield_core::families::taking::Taking;
/// use nimfield_engines::taking::table::Solver;
/// // Three cells in a row, of which one or two neighbours are taken.
/// let game = Taking::new(3, vec![1, 2, 4, 3, 6], vec![vec![2, 1, 0]]).unwrap();
/// let budget = Budget::unlimited().threads(2);
/// let table = Solver::new(&game, &budget).unwrap().table(Play::Normal, &budget).unwrap();
/// assert_eq!(table.is_p(0b111), Ok(false));
/// assert_eq!(table.is_p(0b101), Ok(true));
/// ```
pub struct Solver<'a> {
    game: &'a Taking,
    /// The division into a single piece.
    cut: PieceDivision,
    memory: Memory,
    code: Code,
}

impl<'a> Solver<'a> {
    /// Lays out a board and takes the memory for the outcomes of all its states.
    ///
    /// # Errors
    /// If the board is too large, or needs more memory than allowed or available.
    pub fn new(game: &'a Taking, budget: &Budget) -> Result<Solver<'a>, SolveError> {
        Solver::laid_out(game, Plan::new, TableKind::Outcomes, budget)
    }

    /// Creates a solver as `new` does, for small boards that are solved once: finding the best layout would take longer
    /// than it saves. The table is the same.
    ///
    /// # Errors
    /// The errors of `new`.
    pub fn quick(game: &'a Taking, budget: &Budget) -> Result<Solver<'a>, SolveError> {
        Solver::laid_out(game, Plan::quick, TableKind::Outcomes, budget)
    }

    fn laid_out(
        game: &'a Taking,
        plan: impl Fn(&Taking) -> Plan,
        kind: TableKind,
        budget: &Budget,
    ) -> Result<Solver<'a>, SolveError> {
        afford(game, kind, budget)?;
        let cut = PieceDivision::whole(plan(game), PieceLayout::new(kind, game.cells()));
        if kind == TableKind::Values {
            // Values are decided value by value, so all states count from the beginning.
            let bits = cut.plan.bits();
            budget
                .check(bits)
                .map_err(|limit| limit.after_of(0, bits))?;
        }
        let mut memory = Memory::new(&cut, 1, budget)?;
        memory.place_for_trial(&cut, &Step::whole());
        Ok(Solver {
            game,
            cut,
            memory,
            code: Code::best(),
        })
    }

    /// Selects the code for solving, which must be [available](Code::available). It does not change the result.
    ///
    /// # Panics
    /// If the processor does not support it.
    #[must_use]
    pub fn by(mut self, code: Code) -> Solver<'a> {
        assert!(
            Code::available().contains(&code),
            "no instructions for {code:?}"
        );
        self.code = code;
        self
    }

    /// Decides all states.
    ///
    /// # Errors
    /// If the budget runs out.
    pub fn solve(&mut self, play: Play, budget: &Budget) -> Result<(), SolveError> {
        let done = AtomicU64::new(0);
        let work = Settling {
            cut: &self.cut,
            play,
            code: self.code,
            budget,
            done: &done,
        };
        // SAFETY: this is the only step, it has no sources, and the memory is borrowed mutably.
        let (_, stopped) = unsafe { self.memory.settle(&work, &Step::whole(), None) };
        match stopped {
            None => Ok(()),
            Some(limit) => Err(limit
                .after_of(done.into_inner(), self.cut.plan.bits())
                .into()),
        }
    }

    /// Decides all states and returns their table.
    ///
    /// # Errors
    /// If the budget runs out.
    pub fn table(mut self, play: Play, budget: &Budget) -> Result<BoardTable, SolveError> {
        self.solve(play, budget)?;
        let rules = TableRules::of("", self.game, play, self.cut.form.kind);
        let header = Header::new(rules, &self.cut.plan);
        let planes = (self.memory.into_bits(), self.cut.words());
        let threads = budget.thread_count();
        Ok(BoardTable::in_memory(self.game, header, planes, threads))
    }
}

impl BoardTable {
    /// Solves a board in memory; [`memory_needed`](super::memory_needed) returns the bytes.
    ///
    /// # Errors
    /// If the board is too large, or the budget runs out.
    ///
    /// # Complexity
    /// 2^n states for n cells, each with one step per move, at least 512 states at a time; for values, once per value.
    /// Memory: one bit per state; for values, the digits of the largest one and two more bits.
    ///
    /// # Source
    /// Retrograde analysis by the definition: a state is P if no option is; the states of value v are
    /// the P-positions of the game in which those of smaller values are won.
    ///
    /// # Example
    /// ```
    /// use nimfield_core::{budget::Budget, families::taking::Taking, words::Play};
    /// use nimfield_engines::taking::table::{BoardTable, TableKind};
    /// // Three cells in a row, of which one or two neighbours are taken.
    /// let game = Taking::new(3, vec![1, 2, 4, 3, 6], vec![vec![2, 1, 0]])?;
    /// let table = BoardTable::solve(&game, Play::Normal, TableKind::Values, &Budget::unlimited())?;
    /// assert_eq!(table.value(0b111), Ok(Some(3)));
    /// assert_eq!(table.summary().p_positions(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(
        game: &Taking,
        play: Play,
        kind: TableKind,
        budget: &Budget,
    ) -> Result<BoardTable, SolveError> {
        Solver::laid_out(game, Plan::new, kind, budget)?.table(play, budget)
    }
}
