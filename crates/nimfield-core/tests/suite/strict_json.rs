//! JSON that can be read in two ways is refused.

use std::collections::BTreeMap;

use nimfield_core::strict_json;
use nimfield_core::words::Play;
use serde::{Deserialize, Serialize};

#[derive(Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Data {
    version: u32,
    play: Play,
    large: u128,
    facts: BTreeMap<String, String>,
}

const GOOD: &str = r#"{"version":1,"play":"misere","large":340282366920938463463374607431768211455,"facts":{"P":"1"}}"#;

#[test]
fn what_is_written_is_read() {
    let data: Data = strict_json::read(GOOD).unwrap();
    assert_eq!(data.large, u128::MAX);
    let spaced = GOOD.replace(',', " ,\n ") + "\n";
    assert_eq!(strict_json::read::<Data>(&spaced).unwrap(), data);
}

#[test]
fn what_has_two_readings_is_refused() {
    for (from, to, why) in [
        (
            "{\"version\"",
            "{\"version\":2,\"version\"",
            "`version` occurs twice",
        ),
        ("\"P\":\"1\"", "\"P\":\"0\",\"P\":\"1\"", "`P` occurs twice"),
        (
            "\"P\":\"1\"",
            "\"P\":\"0\",\"\\u0050\":\"1\"",
            "`P` occurs twice",
        ),
        (
            "\"misere\"",
            "\"Misere\"",
            "`play` would be written differently",
        ),
        ("\"1\"", "\"１\"", "`１` is not a digit from 0 to 9"),
        ("\"1\"", "\"\\uff11\"", "`１` is not a digit from 0 to 9"),
        (":1,", ":true,", "invalid type"),
        (":1,", ":1.0,", "invalid type"),
        (":1,", ":01,", "invalid number"),
        ("}}", "}}{}", "trailing characters"),
        ("}}", "}},\"more\":0}", "trailing characters"),
        ("}}", "},\"more\":0}", "unknown field"),
    ] {
        let other = GOOD.replacen(from, to, 1);
        assert_ne!(other, GOOD);
        let error = strict_json::read::<Data>(&other).unwrap_err().to_string();
        assert!(error.contains(why), "{other}: {error}");
    }
}
