//! Diagrams with one long run of equal lines, against the rules and against all sub-diagrams.

use std::collections::{BTreeSet, HashMap};

use nimfield_core::budget::Budget;
use nimfield_core::game::{Engines, Rules};
use nimfield_core::theory::Undecided;
use nimfield_core::words::Play;
use nimfield_games::internals::long_run;
use nimfield_games::partitions::pnim::Pnim;
use nimfield_games::partitions::{Partition, Run};

/// A diagram of these parts, each with its multiplicity.
fn diagram(runs: &[(u64, u64)]) -> Partition {
    let runs = runs.iter().map(|&(part, count)| Run { part, count });
    Partition::from_runs(runs).unwrap()
}

/// The rules alone: what remains of a diagram when some rows, but not none, are removed.
fn left_by_rows(rows: &[u64]) -> BTreeSet<Vec<u64>> {
    let kept = |kept: u32| {
        let rows = rows.iter().enumerate();
        let rows = rows.filter(|(i, _)| kept >> i & 1 == 1);
        rows.map(|(_, &row)| row).collect()
    };
    (0..(1 << rows.len()) - 1).map(kept).collect()
}

fn turned(rows: &[u64]) -> Vec<u64> {
    let columns = 0..rows.first().copied().unwrap_or(0);
    let height = |column| rows.iter().filter(|&&row| row > column).count() as u64;
    columns.map(height).collect()
}

type Values = HashMap<Vec<u64>, u128>;

fn value_by_rules(rows: &[u64], empty: u128, known: &mut Values) -> u128 {
    if rows.is_empty() {
        return empty;
    }
    if let Some(&value) = known.get(rows) {
        return value;
    }
    let columns = left_by_rows(&turned(rows));
    let columns = columns.iter().map(|columns| turned(columns));
    let options: Vec<Vec<u64>> = left_by_rows(rows).into_iter().chain(columns).collect();
    let values: Vec<u128> = options
        .iter()
        .map(|option| value_by_rules(option, empty, known))
        .collect();
    let value = (0..).find(|value| !values.contains(value)).unwrap();
    known.insert(rows.to_vec(), value);
    value
}

/// All diagrams in a box of five by five: values and numbers of moves to each value, in both plays.
#[test]
fn diagrams_with_a_long_run_follow_the_rules() {
    for (play, empty) in [(Play::Normal, 0), (Play::Misere, 1)] {
        let mut known = Values::new();
        let rows = (1..=5u64).flat_map(|a| (0..=a).map(move |b| (a, b)));
        let rows = rows.flat_map(|(a, b)| (0..=b).map(move |c| [a, b, c]));
        let rows = rows.flat_map(|[a, b, c]| (0..=c).map(move |d| [a, b, c, d]));
        for rows in rows.flat_map(|[a, b, c, d]| (0..=d).map(move |e| [a, b, c, d, e])) {
            let rows: Vec<u64> = rows.into_iter().filter(|&row| row > 0).collect();
            let value = value_by_rules(&rows, empty, &mut known);
            let run = long_run(&Partition::new(rows.clone()), play).unwrap();
            assert_eq!(run.value(), value, "{play} play of {rows:?}");
            let columns = left_by_rows(&turned(&rows));
            let columns = columns.iter().map(|columns| turned(columns));
            let options = left_by_rows(&rows).into_iter().chain(columns);
            let mut counts = [0; 12];
            for option in options {
                counts[value_by_rules(&option, empty, &mut known) as usize] += 1;
            }
            for (target, count) in counts.into_iter().enumerate() {
                let (moves, complete) = run.moves_to(target as u128, 1000);
                assert!(complete);
                assert_eq!(moves.len(), count, "{play} play of {rows:?} to {target}");
                if let Some(fewer) = count.checked_sub(1) {
                    let (some, complete) = run.moves_to(target as u128, fewer);
                    assert_eq!((&some[..], complete), (&moves[..fewer], false));
                }
                for mv in moves {
                    let after = Pnim(Partition::new(rows.clone())).play(&mv).unwrap();
                    let after: Vec<u64> = after.0.parts().collect();
                    let value = value_by_rules(&after, empty, &mut known);
                    assert_eq!(value, target as u128, "{play} play of {rows:?}, {mv}");
                }
            }
        }
    }
}

fn value(diagram: &Partition, budget: &Budget) -> Result<u128, Undecided> {
    let below = Pnim(diagram.clone()).followers(Play::Normal, budget);
    Ok(below.expect("PNim values its sub-diagrams")?.value())
}

/// A long run is no exception: shorter ones have the values found from all sub-diagrams.
#[test]
fn long_runs_of_many_lines() {
    for (rows, expected) in [
        (vec![(150, 7), (1, 1)], None),
        (vec![(200, 2), (7, 3), (2, 1)], None),
        (vec![(10_000, 7), (1, 1)], Some(10_007)),
    ] {
        let diagram = diagram(&rows);
        let run = long_run(&diagram, Play::Normal).unwrap();
        let other = expected.unwrap_or_else(|| value(&diagram, &Budget::unlimited()).unwrap());
        assert_eq!(run.value(), other, "{rows:?}");
    }
    let many = Partition::new(1..200);
    assert!(long_run(&many, Play::Normal).is_none());
    let tight = Budget::unlimited().bytes(1 << 10);
    let diagram = diagram(&[(10_000, 7), (1, 1)]);
    assert!(value(&diagram, &tight).is_err());
    let (cancelled, _) = Budget::unlimited().cancel_after(3);
    assert!(value(&diagram, &cancelled).is_err());
}
