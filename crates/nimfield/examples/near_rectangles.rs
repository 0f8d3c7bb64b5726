//! Which partitions between a staircase and a heavy rectangle are light, for any number of columns:
//!
//! ```sh
//! cargo run --release --example near_rectangles -- 9
//! ```
//!
//! prints, for each number of rows up to 9, from how many full columns on the values of the partitions with fewer
//! low columns than rows repeat, the period, and how many light partitions
//! lie between [c,c-1,...,c-r+1] and a heavy rectangle [c^r], c >= r, by columns; up to twenty are listed. As values
//! repeat, these are all there are.

use nimfield::Budget;
use nimfield_games::partitions::Partition;
use nimfield_games::partitions::pnim::NearRectangles;
use std::collections::BTreeMap;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rows: u32 = std::env::args().nth(1).map_or(Ok(8), |text| text.parse())?;
    let near = NearRectangles::new(rows, rows.saturating_sub(1), &Budget::unlimited())?;
    for rows in 1..=rows {
        let (from, period) = near.repeats(rows);
        let mut light = Vec::new();
        for low in near.low_columns(rows) {
            let low: Vec<u32> = low.iter().map(|&count| count.into()).collect();
            let lower: Vec<u64> = (0..rows as usize)
                .map(|i| low[..i].iter().sum::<u32>().into())
                .collect();
            // Part i is c-i+1 or more.
            if lower.iter().zip(0..).any(|(&lower, i)| lower > i) {
                continue;
            }
            // A light one after `from` would be light a period later too, and so on forever.
            for full in 1..from + period {
                let columns = full + lower[rows as usize - 1];
                let heavy = columns >= rows.into() && (columns - 1) & u64::from(rows - 1) == 0;
                let value = near.value(&low, full);
                if heavy && value != Some(columns + u64::from(rows) - 1) {
                    assert!(full < from, "light without end: {low:?}, {full}");
                    let parts = lower.iter().map(|lower| columns - lower);
                    light.push((columns, Partition::new(parts), value.unwrap_or_default()));
                }
            }
        }
        light.sort_by_key(|(columns, partition, _)| (*columns, partition.size()));
        let mut by_columns = BTreeMap::new();
        for (columns, ..) in &light {
            *by_columns.entry(columns).or_insert(0) += 1;
        }
        println!(
            "{rows} rows: from {from} full columns on with period {period}; light: {} {by_columns:?}",
            light.len()
        );
        for (_, partition, value) in light.iter().take(20) {
            println!("  [{partition}] of value {value}");
        }
    }
    Ok(())
}
