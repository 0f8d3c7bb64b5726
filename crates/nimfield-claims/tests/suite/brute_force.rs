//! Values by the rules alone.

use nimfield::{Outcome, Play};
use nimfield_claims::internals::{tree, verdict};
use nimfield_claims::{RulesError, Verdict};

#[test]
fn values_by_the_rules_alone() {
    let value = |text: &str, play| tree(text, play, 1000).unwrap().last().unwrap().value;
    assert_eq!(value("nim[3,5]", Play::Normal), Some(6));
    assert_eq!(value("nim[1,1]", Play::Misere), Some(1));
    assert_eq!(value("wythoff[1,2] + nim[1]", Play::Normal), Some(1));
    let tree = tree("matrix-partizan[1 1; 1 2]", Play::Normal, 1000).unwrap();
    let outcome = Verdict::Outcome(Outcome::N);
    assert_eq!(verdict(&tree, outcome), Some(outcome));
    assert_eq!(verdict(&tree, Verdict::Value(0)), None);
}

#[test]
fn limits_and_faults_are_errors() {
    let too_large = RulesError::TooLarge { limit: 10 };
    assert_eq!(tree("nim[30]", Play::Normal, 10), Err(too_large));
    let fault = tree("nim[", Play::Normal, 10);
    assert!(matches!(fault, Err(RulesError::Notation(_))));
}
