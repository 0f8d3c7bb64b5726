//! Counting the P-positions of a box by several processes.
//!
//! Each process has a slab of the box, a range of its first outer pile, and holds the accumulators of
//! the lines through it. The slabs are swept tile by tile, the tiles being ranges of the second outer
//! pile: a process does its slab within a tile when the process below has done its own, and has
//! sent the accumulators of the lines that go on into the next slab. So the processes work at the same time,
//! each a tile behind the one below.
//!
//! A move lowers entries, so that no line leads downwards, neither to a slab below nor to a tile before.
//! A line that goes on along both piles may leave a slab in the last entry of a tile and enter the next
//! slab in the tile after: it is sent with the tile that it leaves, and keeps its slot until it is met.
//!
//! Nothing is saved: what a process holds are marks on their way, as many as it has memory, and after a tile
//! they are others.

mod cut;
mod slab;
mod work;

use std::net::TcpListener;

use super::finder::POLL;
use crate::cluster::{ClusterError, Meeting, Mesh, Rules};
use crate::ray_box::{Meter, RayBox, TableError, affordable};
use nimfield_core::budget::Budget;
use nimfield_core::families::ray::RayGame;
use nimfield_core::words::Play;

use self::cut::Cut;
pub use self::cut::CutUp;
use self::slab::Slab;
pub use self::slab::counted_in_slabs;
use self::work::Talk;

/// A box whose P-positions several processes count.
///
/// # Example
/// ```
/// use nimfield_core::{families::ray::RayGame, words::Play};
/// use nimfield_engines::sieve::{ClusterSieve, OutcomeTable};
/// let job = ClusterSieve {
///     game: &RayGame::matrix(2, 2)?,
///     play: Play::Normal,
///     bounds: &[1024; 4],
///     text: "matrix[a b; c d]",
///     processes: 4,
/// };
/// let one = OutcomeTable::count_bytes(job.game, job.bounds, 1)?;
/// assert!(job.memory()? < one / 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ClusterSieve<'a> {
    /// The game.
    pub game: &'a RayGame,
    /// The play convention.
    pub play: Play,
    /// For each pile the number its entries stay below.
    pub bounds: &'a [u32],
    /// What those are told that work on something else.
    pub text: &'a str,
    /// The number of processes. Those past the number of slabs that the box can be cut into have nothing
    /// to do.
    pub processes: usize,
}

impl ClusterSieve<'_> {
    /// Bytes of memory that the process with the widest slab takes: its accumulators, and what is on its
    /// way.
    ///
    /// # Errors
    /// When the bounds do not describe a box of this game's positions.
    pub fn memory(&self) -> Result<u64, TableError> {
        Ok(self.cut()?.memory())
    }

    /// Checks that the work can be done within a budget.
    ///
    /// # Errors
    /// When the bounds do not describe a box of this game's positions, or the memory of a process or the
    /// number of positions is too small.
    pub fn check(&self, budget: &Budget) -> Result<(), TableError> {
        self.affordable_cut(budget).map(drop)
    }

    fn cut(&self) -> Result<Cut, TableError> {
        let of = RayBox::in_blocks(self.game, self.bounds)?;
        Ok(Cut::new(of, self.processes))
    }

    fn affordable_cut(&self, budget: &Budget) -> Result<Cut, TableError> {
        let cut = self.cut()?;
        affordable(&cut.of, budget, cut.memory())?;
        Ok(cut)
    }

    /// Works as one of the processes, in one thread. Process 0 has the number of P-positions in the end.
    ///
    /// # Errors
    /// If the processes do not meet, one of them says what it should not or has to stop, or as
    /// [`OutcomeTable::count`](super::OutcomeTable::count). When a process is lost, a thread of another
    /// name panics: see [`lost_peer`](crate::cluster::lost_peer).
    ///
    /// # Complexity
    /// Of the time and the memory of [`OutcomeTable::count`](super::OutcomeTable::count) each of p processes
    /// takes some p-th part, if the box has two outer piles or more. A box with one, such as two heaps of
    /// Wythoff's game, is swept by one process after the other. Between two slabs the accumulators of a slice
    /// are sent, one for each ray through the first outer pile.
    ///
    /// # Source
    /// This program's own.
    pub fn work(
        &self,
        meeting: &Meeting<'_>,
        listener: TcpListener,
        budget: &Budget,
    ) -> Result<Option<u64>, ClusterError<TableError>> {
        let cut = self.affordable_cut(budget).map_err(ClusterError::Work)?;
        let identity = format!(
            "sieve, {} play, bounds {:?}, rays {:?}",
            self.play,
            self.bounds,
            self.game.masks()
        );
        let rules = Rules {
            identity: identity.as_bytes(),
            words: format!("the P-positions of {} in {} play", self.text, self.play),
        };
        let met = meeting.meet(listener, &rules, &[], budget)?;
        let me = meeting.me;
        let slab = (me < cut.slabs)
            .then(|| Slab::new(&cut, me, self.play))
            .transpose();
        let positions = if me < cut.slabs { cut.positions(me) } else { 0 };
        let meter = Meter::new(budget, "sieve of a slab", POLL, positions);
        let mesh = Mesh::join(met.sockets, me)?;
        let mut talk = Talk::new(&cut, mesh, self.processes, budget, &meter);
        let counted = talk.run(slab.map_err(ClusterError::Work))?;
        talk.finish();
        Ok(counted)
    }
}
