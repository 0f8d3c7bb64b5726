//! The figures of the engines for all partitions in PNim, level by level.
//!
//! ```sh
//! cargo run --release -p nimfield --example census -- sparse 82 2
//! cargo run --release -p nimfield --example census -- perimeter 31 2
//! ```
//!
//! The arguments are the engine, the bound, and the threads.

use std::time::Instant;

use nimfield::Budget;
use nimfield_games::partitions::pnim::census::{Census, Grading, Save, Stop, perimeter, sparse};

type Engine = fn(&mut Census, u32, &Budget, &mut Save<'_>) -> Result<(), Stop>;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, up_to, threads] = &arguments[..] else {
        return Err("expected: sparse|perimeter BOUND THREADS".into());
    };
    let up_to = up_to.parse()?;
    let (engine, grading, memory): (Engine, _, _) = match name.as_str() {
        "sparse" => (sparse::extend, Grading::Size, sparse::memory(up_to)),
        "perimeter" => (
            perimeter::extend,
            Grading::Perimeter,
            perimeter::memory(up_to),
        ),
        _ => return Err(format!("no engine {name}").into()),
    };
    println!("{:.2} GiB", memory as f64 / f64::from(1 << 30));
    let budget = Budget::unlimited().threads(threads.parse()?);
    let mut census = Census::new(grading);
    let start = Instant::now();
    engine(&mut census, up_to, &budget, &mut |census| {
        let level = census.levels.last().ok_or("no level")?;
        println!(
            "{:6.2} s  {}: {} partitions, {} of them light",
            start.elapsed().as_secs_f64(),
            census.levels.len() - 1,
            level.partitions(),
            level.light.len(),
        );
        Ok(())
    })?;
    println!("{} partitions", census.partitions());
    Ok(())
}
