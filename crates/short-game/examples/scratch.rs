#[path = "../tests/common/mod.rs"]
mod common;
use short_game::*;
use std::time::Instant;
fn main() {
    for n in std::env::args().skip(1) {
        let n: usize = n.parse().unwrap();
        for threads in [1] {
            let mut best = f64::MAX;
            let (mut bytes, mut forms, mut distinct) = (0, 0, 0);
            for _ in 0..(if n > 20 { 1 } else { 5 }) {
                let t = Instant::now();
                let arena = Arena::new();
                let table = common::matrix::Table2x2::new(&arena, n, threads).unwrap();
                best = best.min(t.elapsed().as_secs_f64());
                bytes = arena.bytes();
                forms = arena.forms();
                distinct = table.distinct().len();
            }
            println!(
                "n={n} threads={threads} {:.2} ms bytes {bytes} forms {forms} distinct {distinct}",
                best * 1e3
            );
        }
    }
    let t = Instant::now();
    let arena = Arena::new();
    let table = common::matrix::table_3x3(&arena, 5).unwrap();
    println!(
        "3x3 {:.1} ms {} forms {}",
        t.elapsed().as_secs_f64() * 1e3,
        table.len(),
        arena.forms()
    );
}
