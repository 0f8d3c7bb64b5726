use nimfield::solve::budget::Budget;
use nimfield::solve::partitions::*;
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let n: u32 = args[2].parse().unwrap();
    let threads: usize = args[3].parse().unwrap();
    let budget = Budget::unlimited().threads(threads);
    let t = Instant::now();
    let mut census = Census::new(match args[1].as_str() {
        "words" => Grading::Perimeter,
        _ => Grading::Size,
    });
    let mut last = Instant::now();
    let mut save = |c: &Census| {
        let l = c.levels.last().unwrap();
        println!(
            "{} {} heavy {} light {} in {:.2}s",
            c.levels.len() - 1,
            l.partitions(),
            l.heavy,
            l.light.len(),
            last.elapsed().as_secs_f64()
        );
        last = Instant::now();
        Ok(())
    };
    match args[1].as_str() {
        "words" => words::extend(&mut census, n, &budget, &mut save).unwrap(),
        "closure" => closure::extend(&mut census, n, &budget, &mut save).unwrap(),
        "sparse" => sparse::extend(&mut census, n, &budget, &mut save).unwrap(),
        _ => panic!(),
    }
    println!(
        "{} partitions {:.2}s {:?}",
        census.partitions(),
        t.elapsed().as_secs_f64(),
        census.levels.last().unwrap().counts
    );
}
