//! Partitions with few rows that are nearly rectangles: the engine against the rules, against the census, and past both.

use crate::asked;
use crate::partition_twin::{Game, Parts, Twin};
use nimfield::games::partitions::Partition;
use nimfield::games::partitions::pnim::NearRectangles;
use nimfield::games::partitions::pnim::census::{Census, Grading, perimeter};
use nimfield::{Budget, Play};

/// Every partition with so many rows, at most `low` low columns and `full` full ones, with the engine's value.
fn each(near: &NearRectangles, rows: u32, full: u64, mut check: impl FnMut(Parts, u64)) {
    for low in near.low_columns(rows) {
        let low: Vec<u32> = low.iter().map(|&count| count.into()).collect();
        let columns = full + low.iter().sum::<u32>() as u64;
        let mut parts = vec![columns];
        for &count in &low {
            parts.push(parts[parts.len() - 1] - u64::from(count));
        }
        let value = near.value(&low, full);
        check(parts, value.expect("within the bounds"));
    }
}

#[test]
fn small_ones_agree_with_literal_subsets() {
    let near = NearRectangles::new(4, 3, &Budget::unlimited()).unwrap();
    let mut twin = Twin::default();
    let mut checked = 0;
    for rows in 1..=4 {
        for full in 1..=4 {
            each(&near, rows, full, |parts, value| {
                checked += 1;
                assert_eq!(value, twin.value(Game::Pnim, &parts), "{parts:?}");
            });
        }
    }
    assert_eq!(checked, 4 * (1 + 4 + 10 + 20));
}

#[test]
fn larger_ones_agree_with_the_census() {
    let near = NearRectangles::new(6, 5, &Budget::unlimited()).unwrap();
    let mut census = Census::new(Grading::Perimeter);
    perimeter::extend(&mut census, 19, &Budget::unlimited(), &mut |_| Ok(())).unwrap();
    let mut light = 0;
    for rows in 1..=6 {
        for full in 1..=13 {
            each(&near, rows, full, |parts, value| {
                let lines = parts[0] as usize + parts.len();
                let Some(level) = census.levels.get(lines) else {
                    return;
                };
                let word = Partition::new(parts.iter().copied()).word().unwrap() as u64;
                let found = level
                    .light
                    .binary_search_by_key(&word, |light| light.place());
                let listed = match found {
                    Ok(at) => level.light[at].value().into(),
                    Err(_) => lines as u64 - 1,
                };
                light += u32::from(found.is_ok());
                assert_eq!(value, listed, "{parts:?}");
            });
        }
    }
    assert!(light > 100, "{light}");
}

/// Past the first columns that repeat, the values are those of the table of all sub-diagrams.
#[test]
fn repetitions_agree_with_sub_diagrams() {
    let near = NearRectangles::new(5, 4, &Budget::unlimited()).unwrap();
    for (rows, from) in [(1u32, 1), (2, 1), (3, 1), (4, 6), (5, 28)] {
        let period = u64::from(rows).next_power_of_two();
        assert_eq!(near.repeats(rows), (from, period), "{rows} rows");
        let full = from + 2 * period + 1;
        let mut number = 0;
        each(&near, rows, full, |parts, value| {
            number += 1;
            // Every seventh, of different shapes.
            if number % 7 == 0 {
                let diagram = Partition::new(parts);
                let answer = asked::valued(&format!("pnim[{diagram}]"), Play::Normal);
                let found = answer.value.and_then(|value| value.finite());
                assert_eq!(found, Some(value.into()), "[{diagram}]");
            }
        });
    }
}

/// With so many low columns and one full one all are heavy by columns but those named: the bounds by which the light partitions
/// with three, four and five rows are known.
#[test]
fn all_light_ones_with_few_rows_are_near_rectangles() {
    let near = NearRectangles::new(5, 5, &Budget::unlimited()).unwrap();
    let exceptions = |rows: u32, count: u32, full: u64| -> Vec<Vec<u32>> {
        let low = near.low_columns(rows);
        let low = low.map(|low| low.iter().map(|&count| count.into()).collect());
        low.filter(|low: &Vec<u32>| low.iter().sum::<u32>() == count)
            .filter(|low| near.is_heavy_by_columns(low, full) == Some(false))
            .collect()
    };
    assert!(exceptions(2, 1, 1).is_empty());
    assert!(exceptions(3, 2, 1).is_empty());
    assert_eq!(exceptions(4, 4, 1), [[0, 0, 4]]);
    assert!(exceptions(4, 3, 2).is_empty());
    assert!(exceptions(5, 5, 1).is_empty());
}

/// The light partitions with five rows: as many families, and the others, as the page of results has.
#[test]
fn light_partitions_with_five_rows() {
    let near = NearRectangles::new(5, 4, &Budget::unlimited()).unwrap();
    let (from, period) = near.repeats(5);
    let (mut families, mut others) = (0, 0);
    for low in near.low_columns(5) {
        let low: Vec<u32> = low.iter().map(|&count| count.into()).collect();
        let lines = u64::from(low.iter().sum::<u32>()) + 5;
        let light = |full: u64| near.value(&low, full) != Some(full + lines - 1);
        families += (from..from + period).filter(|&full| light(full)).count();
        let alone = |&full: &u64| light(full) && !light(full + 8 * period);
        others += (1..from).filter(alone).count();
    }
    assert_eq!((families, others), (28, 29));
}

#[test]
fn past_its_bounds_it_says_nothing() {
    let near = NearRectangles::new(3, 2, &Budget::unlimited()).unwrap();
    assert_eq!(near.value(&[1, 1], 5), Some(9));
    assert_eq!(near.value(&[1, 2], 5), None);
    assert_eq!(near.value(&[1, 1, 0], 5), None);
    assert!(NearRectangles::new(3, 2, &Budget::unlimited().positions(10)).is_err());
}
