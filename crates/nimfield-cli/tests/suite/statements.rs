//! `nimfield hunt --statement` and `nimfield table --show EXPRESSION` as the commands give them.

use crate::common::{code, err, file, out, run, text};

#[test]
fn hunts_for_statements_report_by_their_exit_code() {
    let hunt = |args: &[&str]| run(&[&["hunt", "--statement"], args].concat());
    let held = hunt(&["crim: P -> even(rank)", "--up-to", "8"]);
    assert_eq!(code(&held), 0, "{}", err(&held));
    assert!(
        out(&held).contains("no counterexample among 67 positions: all positions of size 0 to 8")
    );
    let failed = hunt(&["crim: P -> even(size)", "--json"]);
    assert_eq!(code(&failed), 1);
    assert!(
        out(&failed)
            .contains(r#""counterexample":{"position":"crim[2,1]","facts":{"P":"1","size":"3"}}"#)
    );
    let ended = hunt(&["crim: P or N", "--time", "0s"]);
    assert_eq!(code(&ended), 3);
    assert!(out(&ended).contains("not finished"), "{}", out(&ended));
    // A certificate that exceeds the budget is not an input error.
    let large = ["crim[a^b]: P = 0", "a=60", "b=60", "--positions", "10"];
    let path = file("large.json");
    let uncertified = hunt(&[&large[..], &["--certificate", text(&path)]].concat());
    assert_eq!(code(&uncertified), 3);
    assert!(err(&uncertified).contains("no certificate: not checked"));
    for (args, message) in [
        (&["crim P"][..], "positions, a colon and an expression"),
        (&["matrix: P"], "the positions of `matrix` have no size"),
        (&["nim[3,5]: rank = 1"], "nim[3,5] has no `rank`"),
        (
            &["nim[a,a]: P", "a=0..3", "--up-to", "3"],
            "--up-to is for all positions",
        ),
        (
            &["crim: P -> even(rnk)"],
            "unknown letter or function `rnk`; did you mean `rank`?",
        ),
    ] {
        let refused = hunt(args);
        assert_eq!(code(&refused), 2, "{args:?}: {}", out(&refused));
        assert!(
            err(&refused).contains(message),
            "{args:?}: {}",
            err(&refused)
        );
    }
}

#[test]
fn shards_and_states_of_statements_join_to_the_whole() {
    let statement = ["hunt", "--statement", "lctr: P -> size < 12"];
    let whole = run(&[&statement[..], &["--up-to", "14"]].concat());
    assert_eq!(code(&whole), 1, "{}", err(&whole));
    let parts = [file("statement-1.shard"), file("statement-2.shard")];
    for (shard, path) in ["1/2", "2/2"].iter().zip(&parts) {
        let part = [
            &statement[..],
            &["--up-to", "14", "--shard", shard, "-o", text(path)],
        ]
        .concat();
        assert_eq!(code(&run(&part)), 0);
    }
    let merged = run(&["merge", text(&parts[0]), text(&parts[1])]);
    assert_eq!(code(&merged), 1, "{}", err(&merged));
    assert!(out(&whole).contains("counterexample"));
    assert_eq!(out(&merged), out(&whole));
    let part = run(&[&statement[..], &["--up-to", "9", "--shard", "2/2"]].concat());
    assert!(
        out(&part).contains("48 positions of shard 2/2: all that this shard has of size 0 to 9"),
        "{}",
        out(&part)
    );
    let part = run(&[&statement[..], &["--up-to", "14", "--shard", "2/2"]].concat());
    assert!(
        out(&part).contains("held before    99 positions of shard 2/2\n"),
        "{}",
        out(&part)
    );
    let endless = run(&[&statement[..], &["--shard", "2/2", "-o", text(&parts[1])]].concat());
    assert_eq!(code(&endless), 2);
    assert!(err(&endless).contains("--up-to SIZE"), "{}", err(&endless));

    let state = file("statement.state");
    let kept = [
        "hunt",
        "--statement",
        "lctr: lines >= 0",
        "--state",
        text(&state),
    ];
    assert_eq!(code(&run(&[&kept[..], &["--up-to", "5"]].concat())), 0);
    let more = run(&[&kept[..], &["--up-to", "8"]].concat());
    assert!(out(&more).contains("among 67 positions"), "{}", out(&more));
    let other = run(&["hunt", "--statement", "lctr: P", "--state", text(&state)]);
    assert_eq!(code(&other), 2);
    assert!(err(&other).contains("expected lctr: P"), "{}", err(&other));
}

/// A hunt over letters ends with their ranges.
#[test]
fn families_of_letters_are_divided_among_shards() {
    for (statement, json) in [("P -> a < 8", false), ("P -> b < 2a", true)] {
        let hunt = [
            "hunt",
            "--statement",
            &format!("wythoff[a b]: {statement}"),
            "a=1..20",
            "b=a..40",
        ];
        let hunt = [&hunt[..], if json { &["--json"] } else { &[] }].concat();
        let parts = ["family-1.shard", "family-2.shard", "family-3.shard"].map(file);
        for (path, shard) in parts.iter().zip(["1/3", "2/3", "3/3"]) {
            let part = run(&[&hunt[..], &["--shard", shard, "-o", text(path)]].concat());
            assert_eq!(code(&part), 0, "{}", err(&part));
        }
        let merged = run(&["merge", text(&parts[0]), text(&parts[1]), text(&parts[2])]);
        let whole = run(&hunt);
        assert_eq!(code(&whole), 1);
        assert_eq!(out(&merged), out(&whole), "{}", err(&merged));
    }
}

#[test]
fn tables_show_count_and_draw_expressions() {
    let table =
        |args: &[&str]| run(&[&["table", "nim[a b]", "a=0..3", "b=0..3", "--show"], args].concat());
    let counted = table(&["value mod 2", "--count"]);
    assert_eq!(out(&counted), "0          8\n1          8\npositions  16\n");
    let listed = table(&["10*a + P", "--json"]);
    assert!(
        out(&listed)
            .lines()
            .any(|line| line.contains(r#""a":2,"b":2,"number":"21""#)),
        "{}",
        out(&listed)
    );
    let drawn = table(&["a*b", "--format", "svg"]);
    assert!(out(&drawn).starts_with("<svg"), "{}", err(&drawn));
    let negative = table(&["a-b", "--format", "svg"]);
    let negative = out(&negative);
    assert!(negative.contains("a-b for nim[a b], normal play") && negative.contains(">-3<"));
    let shards = [file("show-1.shard"), file("show-2.shard")];
    for (shard, path) in ["1/2", "2/2"].iter().zip(&shards) {
        assert_eq!(
            code(&table(&["a-b", "--shard", shard, "-o", text(path)])),
            0
        );
    }
    let merged = run(&["merge", text(&shards[0]), text(&shards[1])]);
    assert_eq!(out(&merged), out(&table(&["a-b"])));
    let wrong = table(&["valeu"]);
    assert_eq!(code(&wrong), 2);
    assert!(
        err(&wrong).contains("did you mean `value`?"),
        "{}",
        err(&wrong)
    );
}

/// A counterexample is written to a file, accepted, and refused if anything in it is altered.
#[test]
fn counterexamples_to_statements_are_certified() {
    let path = file("refuted.json");
    let hunted = run(&[
        "hunt",
        "--statement",
        "nim[a b]: misere_P -> value = 0 and rank < 3 or a > 5",
        "a=0..9",
        "b=0..9",
        "--certificate",
        text(&path),
    ]);
    assert!(err(&hunted).contains("rank"), "{}", err(&hunted));
    let hunted = run(&[
        "hunt",
        "--statement",
        "nim[a b]: misere_P and a > 0 -> value > size",
        "a=0..9",
        "b=0..9",
        "--certificate",
        text(&path),
    ]);
    assert_eq!(code(&hunted), 1, "{}", err(&hunted));
    let good = std::fs::read_to_string(&path).unwrap();
    assert_eq!(
        good,
        r#"{"certificate":"statement","version":1,"positions":"nim[a b]","statement":"misere_P and a > 0 -> value > size","play":"normal","position":"nim[1,0]","letters":{"a":"1","b":"0"},"facts":{"misere_P":"1","size":"1","value":"1"}}"#
    );
    let checked = run(&["check", text(&path)]);
    assert!(
        out(&checked).contains("does not hold for nim[1,0]"),
        "{}",
        err(&checked)
    );
    for (from, to) in [
        ("\"value\":\"1\"", "\"value\":\"2\""),
        ("\"misere_P\":\"1\"", "\"misere_P\":\"0\""),
        ("value > size", "value >= size"),
        ("nim[1,0]", "nim[1, 0]"),
        ("nim[1,0]", "nim[2,0]"),
        ("normal", "misere"),
        ("\"version\":1", "\"version\":2"),
        (",\"size\":\"1\"", ""),
        ("\"letters\"", "\"letter\""),
        ("\"normal\"", "\"Normal\""),
        ("\"a\":\"1\"", "\"a\":\"0\",\"a\":\"1\""),
        ("\"a\":\"1\"", "\"a\":\"+1\""),
        ("\"size\":\"1\"", "\"size\":\"0\",\"size\":\"1\""),
        ("{\"certificate\"", "{\"version\":2,\"certificate\""),
        ("\"value\":\"1\"}}", "\"value\":\"1\"}}{}"),
    ] {
        assert!(good.contains(from));
        std::fs::write(&path, good.replace(from, to)).unwrap();
        let refused = run(&["check", text(&path)]);
        assert_ne!(code(&refused), 0, "{from} {to}");
    }
}
