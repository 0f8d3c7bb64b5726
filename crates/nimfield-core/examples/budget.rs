//! Computes within a budget, and says why it stopped: `cargo run -p nimfield-core --example budget`.

use nimfield_core::budget::{Budget, Limit};
use nimfield_core::mex::mex;

/// Runs the example.
pub fn main() {
    // Values of the heaps of a game in which 1, 3 or 4 counters are taken.
    let budget = Budget::unlimited().positions(1_000);
    let mut values: Vec<u64> = Vec::new();
    let limit = loop {
        if let Err(limit) = budget.check(values.len() as u64 + 1) {
            break limit;
        }
        let taken = [1, 3, 4].into_iter().filter(|&n| n <= values.len());
        values.push(mex(taken.map(|n| values[values.len() - n])));
    };
    println!("{} values, then {limit}", values.len());
    assert_eq!(limit, Limit::Positions { allowed: 1_000 });
    assert!(values.windows(8).all(|seven| seven[0] == seven[7]));
}
