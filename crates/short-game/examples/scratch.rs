//! scratch
#[path = "../tests/common/matrix.rs"]
#[allow(dead_code, unreachable_pub, missing_docs)]
mod matrix;
use short_game::*;
use std::time::Instant;
fn main() {
    for n in std::env::args().skip(1) {
        let n: usize = n.parse().unwrap();
        for threads in [1, 2] {
            let t = Instant::now();
            let arena = Arena::new();
            let table = matrix::Table2x2::new(&arena, n, threads).unwrap();
            println!("n={n} threads={threads} {:.2} ms bytes {} forms {} distinct {}", t.elapsed().as_secs_f64() * 1e3, arena.bytes(), arena.forms(), table.distinct().len());
        }
    }
}
