//! The calculators: what they find, positions in expressions, and where they see a mistake.

use serde_json::json;

use nimfield::Budget;

use crate::support::{ask, fail, fail_within};

#[test]
fn positions_stand_for_their_values() {
    for (operation, expression, value) in [
        ("value", "{2|-1} + {2|-1}", "1"),
        ("value", "mean(matrix-partizan[3 5; 2 4])", "1"),
        (
            "value",
            "matrix-partizan[3 5; 2 4] - matrix-partizan[3 5; 2 4]",
            "0",
        ),
        ("value", "grundy(wythoff[1,2]) + 5", "5"),
        ("nimber", "wythoff[3,4] * 2", "3"),
        ("nimber", "grundy(nim[4]) * 3", "12"),
        ("nimber", "nimbers[(w,1)] + 1", "[w+1]"),
    ] {
        let found = ask(operation, json!({ "expression": expression }));
        assert_eq!(found["value"], value, "{expression}");
    }
}

#[test]
fn a_mistake_has_its_place_in_what_was_written() {
    let error = fail("value", json!({ "expression": "crpm[3,2] + + 3 |" }));
    assert_eq!(error["kind"], "notation");
    assert_eq!(error["place"]["text"], "crpm[3,2] + + 3 |");
    let error = fail("nimber", json!({ "expression": "nim[200] * foo(3)" }));
    assert_eq!(error["place"]["start"], 11);
    let error = fail("nimber", json!({ "expression": "crpm[3,2] + 1" }));
    assert_eq!(error["kind"], "unfit");
    assert!(error["message"].as_str().unwrap().contains("partizan"));
}

#[test]
fn the_table_of_a_logarithm_is_within_the_budget() {
    // The greatest prime factor of 2^128-1 asks for a table of 128 MiB.
    let expression = "log(3^5, 98765432109876543210987654321)";
    let budget = Budget::unlimited().bytes(1 << 20);
    let error = fail_within(&budget, "nimber", json!({ "expression": expression }));
    assert_eq!(error["kind"], "undecided", "{error}");
    let message = error["message"].as_str().unwrap();
    assert!(message.contains("stopped by the memory limit"), "{message}");
}
