//! The words that everybody uses.

use std::collections::BTreeSet;

use nimbers::{FiniteNimber, Nimber, Ordinal};
use nimfield_core::words::{Play, ordinals_below};

fn first(bound: &str, count: usize) -> Vec<Ordinal> {
    ordinals_below(bound.parse().unwrap()).take(count).collect()
}

#[test]
fn ordinals_are_listed_once_and_below_the_bound() {
    for bound in [
        "5",
        "w",
        "w+4",
        "w*2+1",
        "w^2",
        "w^2*3+w+2",
        "w^w",
        "w^(w+1)*2",
        "w^(w^3)",
    ] {
        let list = first(bound, 3000);
        let bound: Ordinal = bound.parse().unwrap();
        assert!(list.iter().all(|x| *x < bound));
        assert_eq!(list.iter().collect::<BTreeSet<_>>().len(), list.len());
    }
    assert_eq!(first("5", 9).len(), 5);
    assert_eq!(first("0", 9).len(), 0);
}

#[test]
fn every_ordinal_below_the_bound_is_listed() {
    let has = |bound, count, wanted: &[&str]| {
        let list = first(bound, count);
        for x in wanted {
            assert!(list.contains(&x.parse().unwrap()), "{x} below {bound}");
        }
    };
    has("w+4", 50, &["0", "7", "w", "w+1", "w+2", "w+3"]);
    has("w^2", 200, &["w*3+2", "9", "w*9"]);
    has("w^w", 3000, &["w^2*2+w+1", "w^3+2"]);
    has(
        "w^(w+1)*2",
        3000,
        &["w^w", "w^w*2+1", "w^(w+1)", "w^(w+1)+w^w+w+1"],
    );
    // Far along a board with one infinite coordinate, the next name is still found at once.
    assert_eq!(first("w+4", 100_000).len(), 100_000);
}

#[test]
fn the_first_ordinals_below_a_far_bound_come_quickly() {
    let far: Ordinal = "w^(w^9000)".parse().unwrap();
    assert_eq!(ordinals_below(far).take(100).count(), 100);
    let far = Ordinal::from(Nimber::power_of_two(500).unwrap());
    assert_eq!(ordinals_below(far).take(100).count(), 100);
}

#[test]
fn prints_and_parses() {
    for play in [Play::Normal, Play::Misere] {
        assert_eq!(play.to_string().parse(), Ok(play));
    }
    assert_eq!(" Misère ".parse(), Ok(Play::Misere));
    assert_eq!("MISÈRE".parse(), Ok(Play::Misere));
    let error = "last".parse::<Play>().unwrap_err().to_string();
    assert!(error.contains("\"last\"") && error.contains("`normal`"));
}
