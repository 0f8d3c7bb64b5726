//! Partitions with few rows that are nearly rectangles: the engine against the rules, against the census, and past both.

use crate::asked;
use crate::partition_twin::{Game, Parts, Twin};
use nimfield::Outcome;
use nimfield::read;
use nimfield::{Budget, Play};
use nimfield_core::game::{Engines as _, Rules as _};
use nimfield_games::internals::few_rows;
use nimfield_games::partitions::pnim::census::{Census, Grading, perimeter};
use nimfield_games::partitions::pnim::{NearRectangles, Pnim};
use nimfield_games::partitions::{Partition, Run};

/// Every partition with this many rows, at most `low` low columns and `full` full ones, with the engine's value.
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
fn small_near_rectangles_agree_with_literal_subsets() {
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
fn larger_near_rectangles_agree_with_the_census() {
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

/// With this many low columns and one full one, all except the named ones are heavy by columns; from these bounds the
/// light partitions with three, four and five rows are known.
#[test]
fn all_light_partitions_with_few_rows_are_near_rectangles() {
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

/// The light partitions with five rows: the same families and single ones as on the page of results.
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
fn partitions_past_the_bounds_have_no_value() {
    let near = NearRectangles::new(3, 2, &Budget::unlimited()).unwrap();
    assert_eq!(near.value(&[1, 1], 5), Some(9));
    assert_eq!(near.value(&[1, 2], 5), None);
    assert_eq!(near.value(&[1, 1, 0], 5), None);
    assert!(NearRectangles::new(3, 2, &Budget::unlimited().positions(10)).is_err());
}

/// Values and moves of diagrams with few rows or columns, found without sub-diagrams.
#[test]
fn few_rows_agree_with_literal_subsets() {
    let mut twin = Twin::default();
    let (mut known, mut lists, mut whole, mut moves_found) = (0, 0, 0, 0);
    let mut check = |parts: &Parts, twin: &mut Twin| {
        let diagram = Partition::new(parts.iter().copied());
        let Some(few) = few_rows(&diagram) else {
            return;
        };
        known += 1;
        assert_eq!(
            few.value(),
            twin.value(Game::Pnim, parts).into(),
            "{diagram}"
        );
        assert!(few.reason().is_some());
        let pnim = Pnim(diagram.clone());
        let moves: Vec<(String, u64)> = pnim
            .moves()
            .map(|mv| {
                let left: Parts = pnim.play(&mv).unwrap().0.parts().collect();
                (mv.to_string(), twin.value(Game::Pnim, &left))
            })
            .collect();
        for target in 0..diagram.lines() as u64 + 2 {
            let (found, complete) = few.moves_to(target.into(), 1_000_000);
            let mut found: Vec<String> = found.iter().map(ToString::to_string).collect();
            found.sort();
            found.dedup();
            let to_target = moves.iter().filter(|(_, value)| *value == target);
            let mut right: Vec<String> = to_target.map(|(mv, _)| mv.clone()).collect();
            right.sort();
            lists += 1;
            if complete {
                whole += 1;
                assert_eq!(found, right, "{diagram} to {target}");
            }
            assert!(
                found.iter().all(|mv| right.contains(mv)),
                "{diagram} to {target}"
            );
            assert_eq!(found.is_empty(), right.is_empty(), "{diagram} to {target}");
            moves_found += found.len();
        }
    };
    // All diagrams of up to six rows and seven columns, and their conjugates.
    let mut all: Vec<Parts> = vec![vec![]];
    for _ in 0..6 {
        let longer = |parts: &Parts| {
            let most = parts.last().copied().unwrap_or(7);
            let parts = parts.clone();
            (1..=most).map(move |part| parts.iter().copied().chain([part]).collect::<Parts>())
        };
        let next: Vec<Parts> = all.iter().flat_map(longer).collect();
        for parts in &next {
            check(parts, &mut twin);
        }
        all = next;
    }
    // [c^3,1], which has many low columns and is light for every fourth c.
    for c in 8..=16 {
        check(&vec![c, c, c, 1], &mut twin);
    }
    assert!(
        known > 900 && whole > lists / 2 && moves_found > 10_000,
        "{known} {whole} {lists} {moves_found}"
    );
}

/// More columns than rows: against the table of sub-diagrams.
#[test]
fn few_rows_agree_with_sub_diagrams() {
    for text in [
        "40^3,38",
        "43^3,1",
        "41^2,40,39,1",
        "44^4,40",
        "39^5,20",
        "60,50^2",
        "33^2,32^2,30,28",
        "50^3,20^2",
        "45^6,41",
        "4^30,3^2",
    ] {
        let runs = text.split(',').map(|run| {
            let (part, count) = run.split_once('^').unwrap_or((run, "1"));
            Run {
                part: part.parse().unwrap(),
                count: count.parse().unwrap(),
            }
        });
        let pnim = Pnim(Partition::from_runs(runs).unwrap());
        let few = few_rows(&pnim.0).unwrap();
        let table = pnim
            .followers(Play::Normal, &Budget::unlimited())
            .unwrap()
            .unwrap();
        assert_eq!(few.value(), table.value(), "{text}");
        for target in (1..table.value() + 3).step_by(5) {
            let (found, complete) = few.moves_to(target, 1_000_000);
            let (right, _) = table.moves_to(target, 1_000_000);
            assert!(
                found.iter().all(|mv| right.contains(mv)),
                "{text} to {target}"
            );
            assert!(
                !complete || found.len() == right.len(),
                "{text} to {target}"
            );
            assert_eq!(found.is_empty(), right.is_empty(), "{text} to {target}");
        }
    }
}

#[test]
fn large_diagrams_with_few_rows_have_values_and_moves() {
    for (text, value) in [
        ("pnim[5004,5003^2]", 5002),
        ("pnim[5003^3,5001]", 5006),
        ("pnim[5003^3,1]", 5002),
        ("pnim[5000,4000^3]", 5003),
        ("pnim[5000^4,4999]", 5004),
        ("pnim[3,2^5000]", 5003),
        ("pnim[4997^4,4996]", 4993),
        ("pnim[4998^5,4997]", 4995),
        ("pnim[9000^6,8999]", 9006),
    ] {
        let answer = asked::valued(text, Play::Normal);
        let found = answer.value.as_ref().and_then(|value| value.finite());
        assert_eq!(found, Some(value), "{text}");
        let sum = read(&format!("{text} + nim[3]")).unwrap();
        let answer =
            nimfield::Analyzer::new(nimfield::Query::play(Play::Normal), Budget::unlimited())
                .analyze(&sum);
        assert_eq!(answer.outcome, Some(Outcome::N), "{text}");
        let moves = &answer.winning_moves;
        assert!(!moves.is_empty(), "{text}");
        for mv in moves {
            let after = sum.after(&mv.mv).unwrap();
            let answer = asked::valued(&after.to_string(), Play::Normal);
            assert_eq!(answer.outcome, Some(Outcome::P), "{after}");
        }
    }
}
