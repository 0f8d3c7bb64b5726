//! For tests of this crate, not part of its public API: steps that the public interface takes only together, or only if
//! another method fails.

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

/// Evaluates a diagram by the method for large ones with few lines on one side.
pub fn few_rows(diagram: &Partition) -> Option<Box<dyn Followers<PnimMove>>> {
    let few = FewRows::new(diagram, &Budget::unlimited());
    let few = few.expect("no budget ends it")?;
    Some(Box::new(few))
}

/// Evaluates a diagram by the method for those with one long run of equal lines.
pub fn long_run(diagram: &Partition, play: Play) -> Option<Box<dyn Followers<PnimMove>>> {
    let run = LongRun::new(diagram, play, &Budget::unlimited());
    let run = run.expect("no budget ends it")?;
    Some(Box::new(run))
}
