//! For this crate's own tests, and no part of its public API: steps that the public interface takes
//! only together, or only where another way does not do.

use crate::boards::{Direction, Shape};
use crate::partitions::Partition;
use crate::partitions::pnim::{FewRows, LongRun, PnimMove};
use nimfield_core::prelude::*;
use nimfield_core::theory::Followers;

pub use crate::boards::cell::column_of;
pub use crate::nimbers::finite::{Steps, block, decreasing, with_top_bits};
pub use crate::nimbers::split::packed;

pub fn lines(shape: &Shape, direction: Direction) -> Vec<Vec<Vec<u8>>> {
    shape.lines(direction)
}

pub fn symmetries(shape: &Shape) -> Vec<Vec<u8>> {
    shape.symmetries()
}

/// Values a diagram as large ones with few lines of one side are valued.
pub fn few_rows(diagram: &Partition) -> Option<Box<dyn Followers<PnimMove>>> {
    let few = FewRows::new(diagram, &Budget::unlimited());
    let few = few.expect("no budget ends it")?;
    Some(Box::new(few))
}

/// Values a diagram as those with one long run of equal lines are valued.
pub fn long_run(diagram: &Partition, play: Play) -> Option<Box<dyn Followers<PnimMove>>> {
    let run = LongRun::new(diagram, play, &Budget::unlimited());
    let run = run.expect("no budget ends it")?;
    Some(Box::new(run))
}
