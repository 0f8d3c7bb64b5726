//! For this crate's own tests, and no part of its public API: steps that the public interface takes
//! only together, or only where another way does not do.

use nimbers::FiniteNimber;

use crate::boards::{Direction, Shape, cell};
use crate::nimbers::finite::{self, Steps};
use crate::nimbers::split;
use crate::partitions::Partition;
use crate::partitions::pnim::{FewRows, LongRun, PnimMove};
use crate::wythoff::arithmetic;
use nimfield_core::budget::Budget;
use nimfield_core::theory::Followers;
use nimfield_core::words::Play;

pub fn column_of(label: &str) -> Option<u8> {
    cell::column_of(label)
}

pub fn lines(shape: &Shape, direction: Direction) -> Vec<Vec<Vec<u8>>> {
    shape.lines(direction)
}

pub fn symmetries(shape: &Shape) -> Vec<Vec<u8>> {
    shape.symmetries()
}

pub fn fibonacci() -> &'static [u128] {
    &arithmetic::FIBONACCI
}

pub fn is_pair_u64(a: u64, n: u64) -> bool {
    arithmetic::is_pair_u64(a, n)
}

pub fn is_pair_wide(a: u128, n: u128) -> bool {
    arithmetic::is_pair_wide(a, n)
}

pub fn wide_product(x: u128, y: u128) -> (u128, u128) {
    arithmetic::wide_product(x, y)
}

pub fn with_top_bits<N: FiniteNimber>(
    c: &N,
    i: usize,
    j: usize,
    steps: u64,
) -> Option<Vec<(N, N)>> {
    finite::with_top_bits(c, i, j, &mut Steps(steps))
}

pub fn decreasing<N: FiniteNimber>(x: &N, steps: u64) -> Option<Vec<N>> {
    finite::decreasing(x, &mut Steps(steps)).map(Iterator::collect)
}

pub fn block<N: FiniteNimber>(i: usize) -> Option<Vec<N>> {
    finite::block(i)
}

pub fn packed(sizes: &[usize], bins: &[usize]) -> Option<Vec<usize>> {
    split::packed(sizes, bins)
}

/// The diagram as large ones with few lines of one side are known.
pub fn few_rows(diagram: &Partition) -> Option<Box<dyn Followers<PnimMove>>> {
    let few = FewRows::new(diagram, &Budget::unlimited()).ok()??;
    Some(Box::new(few))
}

/// The diagram as those with one long run of equal lines are known.
pub fn long_run(diagram: &Partition, play: Play) -> Option<Box<dyn Followers<PnimMove>>> {
    let run = LongRun::new(diagram, play, &Budget::unlimited()).ok()??;
    Some(Box::new(run))
}
