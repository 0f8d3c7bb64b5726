//! Solving in memory.

use super::super::bits::Bits;
use super::super::kernel::Code;
use super::super::plan::Plan;
use super::super::retrograde::Task;
use super::board_table::BoardTable;
use super::error::{SolveError, afford};
use super::format::Header;
use super::rules::{TableKind, TableRules};
use super::values;
use nimfield_core::budget::{Budget, Unfinished};
use nimfield_core::families::taking::Taking;
use nimfield_core::words::Play;

/// A board laid out in memory, which the system has provided, to be solved once or more often.
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
    plan: Plan,
    bits: Bits,
    code: Code,
}

impl<'a> Solver<'a> {
    /// Lays out a board and takes the memory for the outcomes of all its states.
    ///
    /// # Errors
    /// If the board is too large, or the memory is more than the budget allows or there is.
    pub fn new(game: &'a Taking, budget: &Budget) -> Result<Solver<'a>, SolveError> {
        Solver::laid_out(game, Plan::new, budget)
    }

    /// Creates a solver as `new` does, for small boards that are solved once: finding the best layout would take
    /// longer than it saves. The table says the same.
    ///
    /// # Errors
    /// As for `new`.
    pub fn quick(game: &'a Taking, budget: &Budget) -> Result<Solver<'a>, SolveError> {
        Solver::laid_out(game, Plan::quick, budget)
    }

    fn laid_out(
        game: &'a Taking,
        plan: impl Fn(&Taking) -> Plan,
        budget: &Budget,
    ) -> Result<Solver<'a>, SolveError> {
        afford(game, TableKind::Outcomes, budget)?;
        let plan = plan(game);
        let mut bits = Bits::new(plan.bits())?;
        bits.touch(budget.thread_count());
        Ok(Solver {
            game,
            plan,
            bits,
            code: Code::best(),
        })
    }

    /// Returns the same, solved by code for every processor. The result is the same, too.
    #[must_use]
    pub fn portable(self) -> Solver<'a> {
        self.by(Code::Portable)
    }

    /// Returns the same, solved by this code, which is to be [available](Code::available). The result is the same,
    /// too.
    ///
    /// # Panics
    /// If the processor does not have its instructions.
    #[must_use]
    pub fn by(mut self, code: Code) -> Solver<'a> {
        assert!(
            Code::available().contains(&code),
            "no instructions for {code:?}"
        );
        self.code = code;
        self
    }

    /// Settles all states.
    ///
    /// # Errors
    /// If the budget does not suffice.
    pub fn solve(&mut self, play: Play, budget: &Budget) -> Result<(), SolveError> {
        let task = Task {
            plan: &self.plan,
            play,
            code: self.code,
            budget,
            excluded: None,
        };
        let mut settled = vec![false; task.slices()];
        let never = |_: &Bits, _: &[bool]| Ok::<(), Unfinished>(());
        task.run(&mut self.bits, &mut settled, never)?;
        Ok(())
    }

    /// Settles all states and returns the table of their outcomes.
    ///
    /// # Errors
    /// If the budget does not suffice.
    pub fn table(mut self, play: Play, budget: &Budget) -> Result<BoardTable, SolveError> {
        self.solve(play, budget)?;
        let rules = TableRules::of("", self.game, play, TableKind::Outcomes);
        let header = Header::new(rules, &self.plan, 1);
        Ok(BoardTable::in_memory(
            self.game,
            header,
            vec![self.bits],
            budget,
        ))
    }
}

impl BoardTable {
    /// Solves a board in memory; [`memory_needed`](super::memory_needed) says how much.
    ///
    /// # Errors
    /// If the board is too large, or the budget does not suffice.
    ///
    /// # Complexity
    /// For n cells 2^n states, each with as many steps as there are moves, 512 and more at once; for
    /// values once for each of them. Memory: a bit a state, for values the digits of the largest one and
    /// two more.
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
        if kind == TableKind::Outcomes {
            return Solver::new(game, budget)?.table(play, budget);
        }
        afford(game, kind, budget)?;
        let plan = Plan::new(game);
        let task = Task {
            plan: &plan,
            play,
            code: Code::best(),
            budget,
            excluded: None,
        };
        let planes = values::solve(&task)?;
        let rules = TableRules::of("", game, play, kind);
        let header = Header::new(rules, &plan, planes.len() as u32);
        Ok(BoardTable::in_memory(game, header, planes, budget))
    }
}
