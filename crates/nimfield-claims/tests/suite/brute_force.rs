//! Values by the rules alone.

use nimfield::{Outcome, Play};
use nimfield_claims::internals::{is_move, pair, tree, verdict};
use nimfield_claims::{Case, CheckError, Verdict};
use nimfield_core::budget::{Budget, Limit};

#[test]
fn values_by_the_rules_alone() {
    let free = Budget::unlimited();
    let value = |text: &str, play| tree(text, play, 1000, &free).unwrap().last().unwrap().value;
    assert_eq!(value("nim[3,5]", Play::Normal), Some(6));
    assert_eq!(value("nim[1,1]", Play::Misere), Some(1));
    assert_eq!(value("wythoff[1,2] + nim[1]", Play::Normal), Some(1));
    let tree = tree("matrix-partizan[1 1; 1 2]", Play::Normal, 1000, &free).unwrap();
    let outcome = Verdict::Outcome(Outcome::N);
    assert_eq!(verdict(&tree, outcome), Some(outcome));
    assert_eq!(verdict(&tree, Verdict::Value(0)), None);
}

#[test]
fn limits_and_faults_are_errors() {
    let free = Budget::unlimited();
    let too_large = CheckError::TooLarge("more than 10 positions".to_string());
    assert_eq!(tree("nim[30]", Play::Normal, 10, &free), Err(too_large));
    let fault = tree("nim[", Play::Normal, 10, &free);
    assert!(matches!(fault, Err(CheckError::Failed(_))));
}

/// Long lists of options and long plays end with the budget, too.
#[test]
fn trees_are_made_within_the_budget() {
    let memory = Budget::unlimited().bytes(1 << 20);
    for text in [
        "nim[100000000000]",
        "cutcake[200x200]",
        "rnim[90,90,90]",
        "pnim[500^500]",
    ] {
        let stopped = tree(text, Play::Normal, 200_000, &memory);
        let Err(CheckError::Unfinished(stopped)) = stopped else {
            panic!("{text}: {stopped:?}");
        };
        assert!(
            matches!(stopped.limit, Limit::Bytes { .. }),
            "{text}: {stopped}"
        );
        let (cancelled, left) = Budget::unlimited().cancel_after(1000);
        let stopped = tree(text, Play::Normal, 200_000, &cancelled);
        assert!(
            matches!(stopped, Err(CheckError::Unfinished(_))),
            "{text}: {stopped:?}"
        );
        assert_eq!(left.load(std::sync::atomic::Ordering::Relaxed), 0);
    }
}

#[test]
fn a_position_that_has_no_value_has_no_pair() {
    assert_eq!(pair("nim[3,5]"), Ok([6, 6]));
    assert!(matches!(pair("nim["), Err(CheckError::Failed(_))));
    // The play is longer than the stack of a thread could hold.
    assert_eq!(pair("subtraction(1)[5000]"), Ok([0, 1]));
    // A partizan position has an outcome and no value.
    assert!(matches!(pair("cutcake[2x3]"), Err(CheckError::Failed(_))));
}

#[test]
fn a_move_that_cannot_be_read_is_an_error() {
    assert_eq!(is_move("nim[3]", "nim[1]"), Ok(Case::Holds));
    assert!(matches!(is_move("nim[3]", "nim[4]"), Ok(Case::Fails(_))));
    for (from, to) in [("nim[3", "nim[1]"), ("nim[3]", "nim[1")] {
        assert!(
            matches!(is_move(from, to), Err(CheckError::Failed(_))),
            "{from} {to}"
        );
    }
}
