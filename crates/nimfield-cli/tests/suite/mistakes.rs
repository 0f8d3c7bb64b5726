//! Errors of mistyped commands: what they say is accepted, is accepted.

use std::fs;

use crate::common::{code, err, file, out, run};

/// Commands with a mistake, what the error says, and what it must not say.
#[test]
fn errors_name_true_limits_and_words_that_exist() {
    for (words, says, never) in [
        (&["analyze", "pnim[-1]"][..], "below 2^64", "2^128"),
        (&["analyze", "chomp[-1]"], "RxC", "2^128"),
        (
            &["analyze", "nim[2^128]"],
            "with their digits",
            "numbers go up",
        ),
        (
            &["analyze", "rnim[5x4x2]"],
            "the lengths of the sides",
            "partition",
        ),
        (&["table", "nim[a]", "a=0..-1"], "below 2^64", "2^128"),
        (
            &["table", "nim[a b]", "a=0..3", "b=0..3", "--where", "q"],
            "abs(a-b) < 2",
            "abs(k-l)",
        ),
        (
            &["nimber", "foo(2)"],
            "factor, gcd, norm, sage",
            "log, for example",
        ),
        (&["nimber", "foo(2)"], "grundy(nim[3,5])", ""),
        (
            &["value", "mean(1,2)"],
            "mean takes 1 argument, not 2",
            "found 'mean'",
        ),
        (&["value", "foo"], "found 'foo'", "unknown, found"),
        (
            &["guess", "nim[a b]", "a=5..31", "b=0..31"],
            "not with 5",
            "another letter",
        ),
        (
            &[
                "guess",
                "nim[a b]",
                "a=0..9",
                "b=0..9",
                "--numeration",
                "17",
            ],
            "`2` to `16`",
            "\"17\"",
        ),
        (&["verify", "foo"], "unknown claim `foo`", "\"foo\""),
        (
            &["analyze", "moore(1,2)[3]"],
            "moore takes 1 parameter, not more",
            "more parameters",
        ),
        (&["games", "nim"], "nim: take any number", "nim: nim"),
        (
            &["games", "yama"],
            "separated by commas or blanks",
            "in a grid",
        ),
    ] {
        let output = run(words);
        let text = format!("{}{}", out(&output), err(&output));
        assert!(text.contains(says), "{words:?}: {text}");
        assert!(
            never.is_empty() || !text.contains(never),
            "{words:?}: {text}"
        );
    }
}

/// The examples of errors about expressions can be used in their place.
#[test]
fn examples_of_expressions_are_expressions_of_the_letters() {
    for letters in [&["a=0..3"][..], &["a=0..3", "b=0..3"]] {
        let names: Vec<&str> = letters.iter().map(|letter| &letter[..1]).collect();
        let position = format!("nim[{}]", names.join(" "));
        for option in ["--where", "--show"] {
            let table = |expression: &str| {
                run(&[&["table", &position], letters, &[option, expression]].concat())
            };
            let mistake = table("q");
            let example = err(&mistake)
                .lines()
                .find_map(|line| line.strip_prefix("example: "));
            let again = table(example.expect("an example"));
            assert_eq!(code(&again), 0, "{}", err(&again));
        }
    }
}

/// Files of editors on Windows begin with a mark, and a file without examples is not said to agree with them.
#[test]
fn files_with_a_mark_are_read_and_files_without_examples_reported() {
    let path = file("marked.game");
    fs::write(&path, "\u{feff}piles 2\r\nmove same any from each\r\n").unwrap();
    let name = path.display().to_string();
    let checked = run(&["games", "--check", &name]);
    assert_eq!(code(&checked), 0, "{}", err(&checked));
    let says = "no examples to check; add lines such as `example [1,2] N`";
    assert!(out(&checked).contains(says), "{}", out(&checked));
    let answer = run(&["analyze", &format!("@{name}[2,2]")]);
    assert!(
        out(&answer).contains("P: the player to move loses"),
        "{}",
        err(&answer)
    );
}

/// A text after the value is an error of the file, not a value that differs.
#[test]
fn texts_after_the_value_of_an_example_are_errors() {
    let path = file("two-examples.game");
    let text = "piles 2\nmove same any from each\nexample [1,2] N and [1,1] P\n";
    fs::write(&path, text).unwrap();
    let checked = run(&["games", "--check", &path.display().to_string()]);
    assert_eq!(code(&checked), 2, "{}", out(&checked));
    assert!(err(&checked).contains("found `and`"), "{}", err(&checked));
}

/// A game that a line of its file ends is not over because the players run out of moves.
#[test]
fn endings_of_files_are_described() {
    let path = file("over.game");
    let rules = "piles 2\nmove same any from each\n";
    fs::write(&path, format!("{rules}ends where p1 + p2 <= 3\n")).unwrap();
    let name = format!("@{}", path.display());
    let answer = run(&["analyze", &format!("{name}[1,2]")]);
    assert!(
        !out(&answer).contains("no move is left"),
        "{}",
        out(&answer)
    );
    fs::write(&path, format!("{rules}ends won where p1 = 4\n")).unwrap();
    let described = run(&["games", &name]);
    let says = "If no such position is reached, the player who makes the last move wins.";
    assert!(out(&described).contains(says), "{}", out(&described));
}
