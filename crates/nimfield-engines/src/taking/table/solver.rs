//! Solving in memory.

use super::super::bits::Bits;
use super::super::kernel::Path as Code;
use super::super::plan::Plan;
use super::super::retrograde::Task;
use super::format::Header;
use super::{Kind, Rules, SolveError, Table, afford};
use nimfield_core::budget::{Budget, Unfinished};
use nimfield_core::families::taking::Taking;
use nimfield_core::words::Play;

/// A board laid out in memory, which the system has provided, to be solved once or more often.
///
/// ```
/// use nimfield_core::words::Play;
/// use nimfield_core::budget::Budget;
/// use nimfield_engines::taking::{Taking, table::Solver};
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
    pub(super) bits: Bits,
    path: Code,
}

impl<'a> Solver<'a> {
    /// Lays out a board and takes the memory for the outcomes of all its states.
    ///
    /// # Errors
    /// If the board is too large, or the memory is more than the budget allows or there is.
    pub fn new(game: &'a Taking, budget: &Budget) -> Result<Solver<'a>, SolveError> {
        afford(game, Kind::Outcomes, budget)?;
        let plan = Plan::new(game);
        let mut bits = Bits::new(plan.bits())?;
        bits.touch(budget.thread_count());
        Ok(Solver {
            game,
            plan,
            bits,
            path: Code::best(),
        })
    }

    /// The same, solved by code for every processor. The result is the same, too.
    #[must_use]
    pub fn portable(self) -> Solver<'a> {
        self.by(Code::Portable)
    }

    pub(super) fn by(mut self, path: Code) -> Solver<'a> {
        self.path = path;
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
            path: self.path,
            budget,
            excluded: None,
        };
        let mut settled = vec![false; task.slices()];
        let never = |_: &Bits, _: &[bool]| Ok::<(), Unfinished>(());
        task.run(&mut self.bits, &mut settled, never)?;
        Ok(())
    }

    /// Settles all states and makes the table of their outcomes.
    ///
    /// # Errors
    /// If the budget does not suffice.
    pub fn table(mut self, play: Play, budget: &Budget) -> Result<Table, SolveError> {
        self.solve(play, budget)?;
        let rules = Rules::of("", self.game, play, Kind::Outcomes);
        let header = Header::new(rules, &self.plan, 1);
        Ok(Table::in_memory(self.game, header, vec![self.bits], budget))
    }
}
