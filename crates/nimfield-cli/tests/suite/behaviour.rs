//! How the command behaves: exit codes, streams, pipes, signals, budgets, files, games played.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::Output;

use crate::common::{
    code, end, err, first_progress, grows_to, interrupt, nimfield, out, run, run_with, start,
    start_loud,
};
use serde_json::Value;

/// A position that no theorem decides and no search finishes in minutes.
const ENDLESS: &str = "matrix[90 91 92; 93 94 95; 96 97 98]";
/// A position that needs a short search.
const SEARCHED: &str = "matrix[5 5 5; 5 5 6; 7 8 9]";

fn objects(output: &Output) -> Vec<Value> {
    let lines = out(output).lines();
    lines
        .map(|line| serde_json::from_str(line).expect("one JSON object a line"))
        .collect()
}

fn keys(value: &Value) -> Vec<&str> {
    value
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect()
}

/// An empty directory for one test.
fn directory(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

// Exit codes and streams

#[test]
fn counts_of_what_a_condition_leaves_end_with_the_budget() {
    let family = ["table", "nim[a b 0]", "a=1..1000000", "b=1..1000000"];
    let condition = ["--where", "a = b", "--count", "--time", "20ms"];
    for show in ["outcome", "a + b"] {
        let output = run(&[&family[..], &condition, &["--show", show]].concat());
        assert_eq!(code(&output), 3, "{show}: {}", err(&output));
        assert!(err(&output).contains("stopped by the time limit of 20ms"));
        assert!(out(&output).contains("the first "), "{}", out(&output));
    }
}

#[test]
fn a_value_that_cannot_be_read_within_the_budget_leaves_the_question_open() {
    for position in [
        "{*800|+-{{|}|^3*92}}",
        "{{1|^300*500}|{2*300|3}} + crps[2 1]",
    ] {
        for command in ["analyze", "draw", "play"] {
            let output = run(&[command, position, "--memory", "40KiB"]);
            assert_eq!((code(&output), out(&output)), (3, ""), "{command}");
            assert!(err(&output).contains("^"), "{}", err(&output));
        }
    }
    // A mistake in the text is reported with every budget.
    let output = run(&["analyze", "{*800|+-{{|}|^3*92}} + x", "--memory", "40KiB"]);
    assert_eq!(code(&output), 2);
}

#[test]
fn answers_go_to_stdout_and_errors_to_stderr() {
    let good = run(&["analyze", "nim[1,2,3]"]);
    assert_eq!((code(&good), err(&good)), (0, ""));
    assert!(out(&good).starts_with("nim[1,2,3]\n"));
    for bad in [
        &["analyze", "nim[1,2"][..],
        &["analyze", ""],
        &["analyze"],
        &["analyse", "nim[1]"],
        &["analyze", "nim[1]", "--play", "reverse"],
        &["analyze", "nim[1]", "--memory", "much"],
        &["analyze", "nim[1]", "--time", "long"],
        &["analyze", "nim[1]", "--threads", "0"],
        &["analyze", "nim[1]", "--threads", "100000"],
        &["play", "nim[1]", "--level", "2"],
        &["play", "nim[1"],
        &["games", "nonsense"],
        &["man", "nonsense"],
        &["completions", "nonsense"],
        &["table", "nim[n]"],
        &["table", "nim[3]"],
        &["table", "--check-bfile", "there/is/no/such/file"],
    ] {
        let output = run(bad);
        assert_eq!((code(&output), out(&output)), (2, ""), "{bad:?}");
        assert!(
            err(&output).starts_with("error: "),
            "{bad:?}: {}",
            err(&output)
        );
        assert!(!err(&output).contains("panicked"), "{bad:?}");
    }
}

#[test]
fn one_faulty_position_among_good_ones_does_not_stop_the_others() {
    let output = run(&["analyze", "nim[1]", "nim[", "nim[2]"]);
    assert_eq!(code(&output), 2);
    assert!(out(&output).contains("nim[1]\n") && out(&output).contains("nim[2]\n"));
    assert_eq!(err(&output).matches("error:").count(), 1);
}

#[test]
fn the_worst_of_several_endings_is_the_exit_code() {
    let endings = |positions: &[&str]| {
        code(&run(
            &[&["analyze", "-q", "--positions", "10"], positions].concat()
        ))
    };
    assert_eq!(endings(&["nim[1]"]), 0);
    assert_eq!(endings(&["nim[1]", ENDLESS, "nim[2]"]), 3);
    assert_eq!(endings(&[ENDLESS, "nim", "nim[2]"]), 2);
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_text_are_refused() {
    use std::os::unix::ffi::OsStrExt;
    let position = std::ffi::OsStr::from_bytes(b"nim[\xff3]");
    for command in ["analyze", "play", "table"] {
        let output = nimfield(&[command]).arg(position).output().unwrap();
        assert_eq!(code(&output), 2);
        assert!(err(&output).contains("not valid UTF-8"), "{}", err(&output));
    }
}

#[test]
fn matrices_may_be_written_in_lines() {
    for text in [
        "matrix[20 24\n24 27]",
        "matrix[\n  20 24;\r\n  24 27;\n\n]\n",
        "matrix[20, 24\t\n\n\n;24, 27 \n ]",
    ] {
        let output = run(&["analyze", text]);
        assert_eq!((code(&output), err(&output)), (0, ""), "{text:?}");
        assert!(
            out(&output).starts_with("matrix[20 24; 24 27]\n"),
            "{text:?}"
        );
    }
    let cut = run(&["analyze", "matrix[20 24\n24 27\n"]);
    assert_eq!(code(&cut), 2);
    assert!(err(&cut).starts_with("error: expected `]`, the text ends here\n"));
}

// `-`: one position a line

#[test]
fn lines_of_all_kinds() {
    let mut input = Vec::new();
    input.extend_from_slice("\u{feff}nim[1,2,3]\r\n".as_bytes());
    input.extend_from_slice(b"\n   \n# a comment\n  # another\nmatrix[1 2; 3\n");
    input.extend_from_slice(b"nim[\xff]\n\twythoff[1,2]  \r\nnim[3]+*3");
    let output = run_with(&["analyze", "-", "--json"], &input);
    assert_eq!(code(&output), 2);
    let answers = objects(&output);
    let positions: Vec<&str> = answers
        .iter()
        .map(|answer| answer["position"].as_str().unwrap_or("fault"))
        .collect();
    let expected = [
        "nim[1,2,3]",
        "fault",
        "fault",
        "wythoff[1,2]",
        "nim[3] + nim[3]",
    ];
    assert_eq!(positions, expected);
    assert_eq!(answers[1]["line"], 6);
    assert_eq!(answers[2]["line"], 7);
    assert_eq!(answers[2]["error"], "byte 5 is not valid UTF-8");
    let errors = err(&output);
    assert!(
        errors.contains("line 6: ") && errors.contains("line 7: byte 5"),
        "{errors}"
    );
}

#[test]
fn a_faulty_line_is_an_object_of_fixed_order() {
    let output = run_with(&["analyze", "-", "--json"], b"nim[1,2\n");
    let expected = "{\"schema\":1,\"line\":1,\"error\":\"expected `]`, the text ends here\"}\n";
    assert_eq!(out(&output), expected);
}

#[test]
fn many_lines_keep_their_order() {
    let lines: Vec<String> = (0..3000).map(|n| format!("nim[{n},{}]", n ^ 5)).collect();
    let output = run_with(&["analyze", "-", "--json"], lines.join("\n").as_bytes());
    assert_eq!(code(&output), 0);
    let answers = objects(&output);
    assert_eq!(answers.len(), lines.len());
    for (line, answer) in lines.iter().zip(&answers) {
        assert_eq!(answer["position"], line.as_str());
        assert_eq!(answer["value"], "*5");
    }
}

#[test]
fn an_answer_comes_before_the_next_question() {
    let mut child = start(&["analyze", "-", "--json"]);
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for n in 1..20 {
        writeln!(stdin, "nim[{n}]").unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        let answer: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(answer["position"], format!("nim[{n}]"));
    }
    drop(stdin);
    assert_eq!(end(child).0, 0);
}

#[test]
fn a_matrix_of_ten_thousand_by_ten_thousand_is_refused_and_the_next_line_answered() {
    let mut child = start(&["analyze", "-", "--json"]);
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        let row = format!("{};", vec!["1"; 10_000].join(" "));
        stdin.write_all(b"matrix[").unwrap();
        for _ in 0..10_000 {
            stdin.write_all(row.as_bytes()).unwrap();
        }
        stdin.write_all(b"]\nnim[7]\n").unwrap();
    });
    let output = child.wait_with_output().unwrap();
    writer.join().expect("all of the input is read");
    assert_eq!(code(&output), 2);
    let answers = objects(&output);
    assert_eq!(answers.len(), 2);
    assert_eq!(
        answers[0]["error"],
        "the line is longer than 33554432 bytes"
    );
    assert_eq!(answers[1]["position"], "nim[7]");
}

#[test]
fn a_matrix_with_too_many_entries_in_one_line_is_refused() {
    let row = vec!["1"; 1_100].join(" ");
    let text = format!("matrix[{}]\n", vec![row; 1_000].join(";"));
    let output = run_with(&["analyze", "-"], text.as_bytes());
    assert_eq!(code(&output), 2);
    assert!(
        err(&output).contains("more than 1000000 entries"),
        "{}",
        err(&output)
    );
    // The error shows a window, not the whole line.
    assert!(err(&output).len() < 1_000);
}

#[test]
fn a_value_keeps_its_moves_when_the_machine_has_used_up_its_time() {
    // No search decides this position: the machine thinks until the time, which includes reading, is over.
    let start = "matrix-partizan[90 150 80; 100 110 70; 30 90 120] + 5 + {7|-3}";
    let game = ["play", "--time", "2s", "--first", "machine", start];
    let output = run_with(&game, b"moves\n2: to 4\nquit\n");
    let text = out(&output);
    assert!(text.contains("could not find out who wins"), "{text}");
    for wanted in ["2: to 4", "3: to 7", "+ 4 + {7|-3}"] {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
    assert!(!text.contains("no move is left"), "{text}");
}

#[test]
fn options_are_forbidden_before_moves_of_a_game_with_block() {
    let game = "@../../docs/src/rule-files.in/blocked.game[1,3]";
    let played = |args: &[&str], input: &str| {
        let output = run_with(&[&["play", game], args].concat(), input.as_bytes());
        out(&output).to_string()
    };
    let text = played(
        &["--first", "machine"],
        "pile 1 by 1\nhint\nforbid pile 1 by 1; pile 2 by 1\nforbid pile 2 by 3\nmoves\nquit\n",
    );
    for shown in [
        "first forbid at most 1 move of the other player",
        "hint: forbid pile 2 by 3",
        "at most 1 move can be forbidden now",
        "(it is lost if you play well)",
        "the machine forbids ",
    ] {
        assert!(text.contains(shown), "{shown}: {text}");
    }
    // The machine forbids the only move that would win, and a move to it is refused.
    let text = played(&[], "pile 2 by 3\nmoves\npile 2 by 2\nforbid\nquit\n");
    for shown in [
        "the machine forbids pile 2 by 3",
        "not legal: the other player has forbidden it for this move",
        "pile 2 by 1..2",
        "the machine plays ",
    ] {
        assert!(text.contains(shown), "{shown}: {text}");
    }
    let text = played(
        &["--players", "human"],
        "forbid pile 2 by 3\npile 1 by 1\nforbid\npile 2 by 3\nforbid\nquit\n",
    );
    assert!(text.contains("no move is left: player 2 wins"), "{text}");
}

#[test]
fn moves_are_played_by_their_numbers() {
    let played = |game: &str, input: &str| {
        let output = run_with(&["play", game, "--players", "human"], input.as_bytes());
        out(&output).to_string()
    };
    let text = played("nim[3,4]", "5\n1 3\nmoves\n9\n0\n1\nmoves\n3\n2 4\nquit\n");
    let shown = [
        "`moves` lists the legal moves; then a number chooses one",
        "nim[0,4]",
        "   1  heap 2 by 1..4",
        "the list of moves ends at 1",
        "`heap 2 by 1..4` stands for several moves: write one of them",
        "the list of moves ends at 1",
        "no move is left: player 2 wins",
    ];
    let mut rest = &text[..];
    for shown in shown {
        let at = rest.find(shown);
        rest = &rest[at.unwrap_or_else(|| panic!("{shown}: {text}")) + shown.len()..];
    }
    let text = played("matrix[3 4; 5 6]", "1 2\n7 7\nmoves\nrow 1 by 1\n1\nquit\n");
    for shown in [
        "that could mean `row 1 by 2` or `column 1 by 2`",
        "no legal move has the numbers 7 7",
        "`moves` lists the legal moves; then a number chooses one",
    ] {
        assert!(text.contains(shown), "{shown}: {text}");
    }
    let text = played("domineering[2x3]", "moves\n2\nlist\nquit\n");
    assert!(text.contains("no move is left: Left wins"), "{text}");
    let both = out(&run(&["play", "nim[2,2]", "--players", "machine"])).to_string();
    assert!(both.contains("if player 2 plays well)"), "{both}");
    // Squares do not count as numbers, and numbers mean amounts.
    let text = played("tactix[011/111/111]", "1,1\nquit\n");
    assert!(text.contains("no legal move has the numbers 1 1"), "{text}");
    let text = played("nim[3,w]", "2 1\n1 1\nquit\n");
    assert!(
        text.contains("none of the first 10000 moves has the numbers 2 1"),
        "{text}"
    );
    assert!(text.contains("nim[2,w]"), "{text}");
    let text = played("holladay[3 3 3]", "1 1\nquit\n");
    assert!(!text.contains("b1"), "{text}");
}

/// Options that a command could only ignore.
#[test]
fn options_without_a_meaning_are_refused() {
    let range = ["nim[a b]", "a=0..3", "b=0..3"];
    let table = |more: &[&str]| run(&[&["table"], &range[..], more].concat());
    for more in [
        &["--value", "3"][..],
        &["--heavy"],
        &["--non-heavy"],
        &["--up-to-conjugation"],
        &["--by", "perimeter"],
    ] {
        let output = table(more);
        let expected = format!("{} needs --up-to", more[0]);
        assert_eq!((code(&output), out(&output)), (2, ""), "{more:?}");
        assert!(err(&output).contains(&expected), "{}", err(&output));
    }
    for more in [&["--bfile"][..], &["--state", "f"], &["--against", "f"]] {
        for question in [&["2*3"][..], &["--diagonal", "nimbers[(1,3)]"]] {
            let output = run(&[&["nimber"], question, more].concat());
            let expected = format!("{} needs --excess", more[0]);
            assert_eq!(code(&output), 2, "{more:?}");
            assert!(err(&output).contains(&expected), "{}", err(&output));
        }
    }
    for (words, play) in [
        (&["certify", "tactix[3x3]", "-o", "none"][..], "normal"),
        (&["misere", "nim[3]"], "normal"),
        (&["value", "1"], "misere"),
        (&["nimber", "1"], "misere"),
        (&["draw", "nim[3]"], "misere"),
        (&["partition", "3,1"], "misere"),
        (&["games", "nim"], "normal"),
    ] {
        let output = run(&[words, &["--play", play]].concat());
        assert_eq!((code(&output), out(&output)), (2, ""), "{words:?}");
        let told = err(&output);
        assert!(told.contains("--play is not available here"), "{told}");
    }
    let none = run(&["nimber", "--excess", "4"]);
    assert_eq!((code(&none), out(&none)), (0, ""));
    assert!(err(&none).contains("4..4 contains no odd prime"));
    let usage = run(&["analyze", "--json"]);
    assert!(
        out(&usage).contains("arguments were not provided: <POSITION>"),
        "{}",
        out(&usage)
    );
}

/// A letter and a digit side by side are no number, in tables, periods and statements alike.
#[test]
fn letters_beside_digits_are_refused() {
    for words in [
        &["table", "nim[a2]", "a=0..3"][..],
        &["table", "wythoff[a0 b]", "a=0..2", "b=0..2"],
        &["table", "nim[ab]", "a=0..2", "b=0..2"],
        &["table", "--count", "nim[2ab]", "a=0..2", "b=0..2"],
        &["period", "nim[n2]"],
        &["hunt", "--statement", "nim[a2]: N", "a=0..4"],
    ] {
        let output = run(words);
        assert_eq!((code(&output), out(&output)), (2, ""), "{words:?}");
        let told = err(&output);
        assert!(told.contains("is not a number"), "{words:?}: {told}");
        assert!(told.contains(" for a product"), "{words:?}: {told}");
    }
    // Digits of codes, and sides of boards.
    for words in [
        &["table", "code(0.xy)[5]", "x=1..3", "y=1..3"][..],
        &["table", "cram[2xn]", "n=1..3"],
        &["table", "nim[2a a+2]", "a=1..3"],
    ] {
        let output = run(words);
        assert_eq!(code(&output), 0, "{words:?}: {}", err(&output));
    }
}

/// A file with a board of its own is that board without brackets, whatever its examples are.
#[test]
fn the_board_of_a_file_is_its_position_without_brackets() {
    let folder = directory("own-board");
    let path = folder.join("own.game");
    fs::write(&path, "board rect 2 3\nplace 1x2\nexample [oo./...] N\n").unwrap();
    let at = format!("@{}", path.display());
    let whole = run(&["analyze", "--json", &format!("{at}[ooo/ooo]")]);
    let bare = run(&["analyze", "--json", &at]);
    let outcome = |output: &Output| {
        let answer: serde_json::Value = serde_json::from_str(out(output)).unwrap();
        (
            answer["position"].clone(),
            answer["outcome"].clone(),
            answer["winning_moves"].clone(),
        )
    };
    assert_eq!(outcome(&bare), outcome(&whole));
    let saved = folder.join("saved.txt");
    let input = format!("a1-a2\nsave {}\nquit\n", saved.display());
    let words = ["play", &format!("{at}[ooo/ooo]"), "--players", "human"];
    let played = run_with(&words, input.as_bytes());
    let again = run_with(&["play", &format!("@{}", saved.display())], b"show\nquit\n");
    assert_eq!(code(&again), 0, "{}{}", out(&played), err(&again));
}

/// The commands that answer lines of stdin, each with a valid line.
fn commands_of_lines(name: &str) -> [(Vec<String>, &'static str); 5] {
    let table = directory(name).join("2x2.nimtable");
    let table = table.to_str().unwrap();
    assert_eq!(code(&run(&["solve", "tactix[2x2]", "-o", table])), 0);
    [
        (&["analyze"][..], "tactix[11/11]"),
        (&["value"], "{1|-1} + 2"),
        (&["nimber"], "2*3"),
        (&["misere"], "tactix[11/11]"),
        (&["probe", table], "tactix[11/11]"),
    ]
    .map(|(args, question)| (args.iter().map(ToString::to_string).collect(), question))
}

#[test]
fn all_commands_read_lines_alike() {
    for (args, question) in commands_of_lines("lines") {
        let mut input = format!("\u{feff}{question}\r\n\n  # a comment\n]]\n").into_bytes();
        input.extend_from_slice(b"ab\xff\n");
        // The line is one byte too long, and no part of it is read as a line.
        input.resize(input.len() + (32 << 20) + 1, b'0');
        input.extend_from_slice(format!("\n\t{question} ").as_bytes());
        let mut args: Vec<&str> = args.iter().map(String::as_str).collect();
        args.push("-");
        args.push("--json");
        let output = run_with(&args, &input);
        assert_eq!(code(&output), 2, "{args:?}");
        let answers = objects(&output);
        assert_eq!(answers.len(), 5, "{args:?}");
        for answer in [&answers[0], &answers[4]] {
            assert_eq!(answer.get("error"), None, "{args:?}");
            assert_eq!(answer["schema"], 1, "{args:?}");
        }
        for (answer, line) in answers[1..4].iter().zip([4, 5, 6]) {
            assert_eq!(keys(answer), ["schema", "line", "error"], "{args:?}");
            assert_eq!(answer["line"], line, "{args:?}");
            assert!(
                err(&output).contains(&format!("error: line {line}: ")),
                "{args:?}: {}",
                err(&output)
            );
        }
        assert_eq!(answers[2]["error"], "byte 3 is not valid UTF-8");
        let long = "the line is longer than 33554432 bytes";
        assert_eq!(answers[3]["error"], long);
        // Without --json the errors are on stderr only.
        args.pop();
        let words = run_with(&args, &input);
        assert_eq!(code(&words), 2, "{args:?}");
        assert!(!out(&words).contains("UTF-8"), "{args:?}");
        assert_eq!(err(&words), err(&output), "{args:?}");
    }
}

#[test]
fn a_faulty_argument_is_an_object_without_a_line() {
    for (args, question) in commands_of_lines("arguments") {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let output = run(&[&args[..1], &["--json"], &args[1..], &["]]", question]].concat());
        assert_eq!(code(&output), 2, "{args:?}");
        let answers = objects(&output);
        assert_eq!(answers.len(), 2, "{args:?}");
        assert_eq!(keys(&answers[0]), ["schema", "line", "error"], "{args:?}");
        assert_eq!(answers[0]["line"], Value::Null);
        assert_eq!(answers[1].get("error"), None, "{args:?}");
    }
}

#[test]
fn options_may_stand_after_expressions_that_begin_with_a_hyphen() {
    for (expression, value) in [
        ("-1", "-1"),
        ("-{1|2}", "-3/2"),
        ("-*3", "*3"),
        ("--1", "1"),
        ("-v3", "^3"),
        ("-mean(3)", "-3"),
    ] {
        for args in [
            [
                &["value"][..],
                &[expression, "--json", "-q", "--limit", "9"],
            ]
            .concat(),
            vec!["--json", "value", expression],
            vec!["value", "--json", "--", expression],
        ] {
            let output = run(&args);
            assert_eq!((code(&output), err(&output)), (0, ""), "{args:?}");
            let [answer] = &objects(&output)[..] else {
                panic!("{args:?}: {}", out(&output));
            };
            assert_eq!(answer["expression"], expression, "{args:?}");
            assert_eq!(answer["value"], value, "{args:?}");
        }
    }
    // `value` is a word of other commands too.
    let args = ["table", "nim[n]", "n=0..1", "--show", "value", "-q"];
    assert_eq!(code(&run(&args)), 0);
    assert_eq!(code(&run(&["value", "1", "--no-such-option"])), 2);
}

#[test]
fn bounds_past_the_largest_classes_are_refused() {
    let game = crate::common::folder("large-classes").join("one-pile.game");
    std::fs::write(&game, "piles 1\nmove same 1..3 from each\n").unwrap();
    let game = format!("@{}", game.display());
    for bound in ["5001", "16384", "4294967295"] {
        let output = run(&["classify", &game, "--up-to", bound]);
        assert_eq!((code(&output), out(&output)), (2, ""), "{bound}");
        assert!(err(&output).contains("the bound exceeds 5000"));
    }
}

#[test]
fn tables_of_games_of_vectors_are_sieved() {
    let game = crate::common::folder("sieved").join("prop.game");
    let rules = "piles 2\nmove any from each\nmove vector 1,2 times any from all\n";
    std::fs::write(&game, rules).unwrap();
    let family = format!("@{}[a b]", game.display());
    let args = ["table", &family, "a=0..100", "b=a..100", "--only-p", "-v"];
    let output = run(&args);
    assert_eq!(code(&output), 0);
    assert!(
        err(&output).contains("sieve of P-positions of a box: 5,151 positions"),
        "{}",
        err(&output)
    );
}

#[test]
fn a_command_that_fails_as_a_whole_gives_an_object() {
    for (args, expected) in [
        (&["table", "nim[3]"][..], 2),
        (&["table", "nim[n]", "n=0..99999999"], 2),
        (&["table", "--check-bfile", "there/is/no/such/file"], 2),
        (&["games", "nonsense"], 2),
        (&["solve", "nim[3]"], 2),
        (&["probe", "there/is/no/such/file"], 2),
        (&["check", "there/is/no/such/file"], 2),
        (&["certify", "nim[3]", "-o", "there/is/no/such/file"], 2),
        (&["classify", "nonsense", "--up-to", "3"], 2),
        (&["verify", "nonsense"], 2),
        (&["verify", "ferguson-lemma-1", "--play", "misere"], 2),
        (&["hunt", "ferguson-lemma-1", "--play", "normal"], 2),
        (&["nimber", "--excess", "3..5", "--time", "0s"], 3),
        (&["nimber", "--diagonal", "nimbers[(1"], 2),
        (&["analyze", "nim[3]", "--no-such-option"], 2),
        (&["no-such-command"], 2),
    ] {
        let words = run(args);
        assert_eq!((code(&words), out(&words)), (expected, ""), "{args:?}");
        let output = run(&[args, &["--json"]].concat());
        assert_eq!(code(&output), expected, "{args:?}");
        let first = err(&output).lines().next().unwrap();
        assert_eq!(Some(first), err(&words).lines().next(), "{args:?}");
        let [object] = &objects(&output)[..] else {
            panic!("{args:?}: {}", out(&output));
        };
        assert_eq!(keys(object), ["schema", "line", "error"], "{args:?}");
        assert_eq!(object["line"], Value::Null);
        let said = object["error"].as_str().unwrap();
        assert_eq!(first, format!("error: {said}"), "{args:?}");
    }
    let help = run(&["analyze", "--help", "--json"]);
    assert!(out(&help).contains("Examples:") && !out(&help).contains("\"error\""));
}

#[test]
fn deep_nesting_is_refused() {
    for (open, close) in [
        ("[", "]"),
        ("(", ")"),
        ("nim[", "]"),
        ("{", "}"),
        ("⟦", "⟧"),
    ] {
        let text = format!("{}3{}\n", open.repeat(100_000), close.repeat(100_000));
        for text in [text.clone(), format!("nim{text}"), format!("matrix[{text}")] {
            let output = run_with(&["analyze", "-"], text.as_bytes());
            assert_eq!(code(&output), 2, "{open}");
            assert!(err(&output).len() < 2_000, "{open}");
        }
    }
}

// Pipes and Ctrl-C

#[test]
fn a_closed_pipe_ends_quietly() {
    let mut child = start(&["analyze", "-"]);
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        // Until the reader has closed the pipe.
        while stdin.write_all(b"matrix[20 24; 24 27]\n").is_ok() {}
    });
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    stdout.read_line(&mut line).unwrap();
    assert_eq!(line, "matrix[20 24; 24 27]\n");
    drop(stdout);
    let (code, _, err) = end(child);
    assert_eq!((code, err.as_str()), (0, ""));
    writer.join().unwrap();
}

#[test]
fn a_table_into_a_closed_pipe_ends_quietly() {
    let args = [
        "table", "nim[a b]", "a=0..999", "b=0..999", "--format", "csv",
    ];
    let mut child = start(&args);
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    stdout.read_line(&mut line).unwrap();
    assert_eq!(line, "a,b,outcome\n");
    drop(stdout);
    let (code, _, err) = end(child);
    assert_eq!((code, err.as_str()), (0, ""));
}

#[test]
fn a_closed_stderr_is_not_an_error() {
    let mut child = start(&["analyze", "nim[", "nim[2]"]);
    drop(child.stderr.take());
    let (code, out, _) = end(child);
    assert_eq!(code, 2);
    assert!(out.starts_with("nim[2]\n"));
}

#[test]
fn ctrl_c_during_a_search_prints_what_is_known() {
    let mut child = start_loud(&[
        "analyze", "nim[3]", ENDLESS, "nim[4]", "--json", "--time", "1h",
    ]);
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    stdout.read_line(&mut line).unwrap();
    assert!(line.contains("\"nim[3]\""));
    first_progress(&mut child);
    interrupt(&child);
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).unwrap();
    let answer: Value = serde_json::from_str(&rest).expect("one more answer, not of nim[4]");
    assert_eq!(answer["position"], ENDLESS);
    assert_eq!(answer["outcome"], Value::Null);
    let text = answer["reason"]["text"].as_str().unwrap();
    assert!(
        text.contains("stopped by a request to cancel after"),
        "{text}"
    );
    assert_eq!(end(child).0, 130);
}

#[test]
fn ctrl_c_while_waiting_for_a_line_ends_at_once_and_loses_no_answer() {
    let table = directory("waiting").join("2x2.nimtable");
    let table = table.to_str().unwrap();
    assert_eq!(code(&run(&["solve", "tactix[2x2]", "-o", table])), 0);
    for (args, question, answer) in [
        (&["analyze", "-"][..], "nim[3]", "nim[3]\n"),
        (&["value", "-"], "{1|-1}", "+-1\n"),
        (&["nimber", "-"], "2*2", "3\n"),
        (&["probe", table, "-"], "tactix[11/11]", "tactix[2x2]\n"),
        (&["misere", "-"], "nim[3]", "nim[3]\n"),
    ] {
        let mut child = start(args);
        let mut stdin = child.stdin.take().unwrap();
        writeln!(stdin, "{question}").unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert_eq!(line, answer);
        // Each answer is written before the next line is read, and the pipe stays open.
        interrupt(&child);
        assert_eq!(end(child).0, 130, "{args:?}");
        drop(stdin);
    }
}

#[test]
fn ctrl_c_makes_the_thinking_machine_move_at_once() {
    let mut child = start_loud(&["play", ENDLESS, "--first", "machine", "--time", "1h"]);
    let mut stdin = child.stdin.take().unwrap();
    first_progress(&mut child);
    interrupt(&child);
    // The game goes on.
    writeln!(stdin, "why\nquit").unwrap();
    let (code, out, err) = end(child);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("the machine plays "), "{out}");
    assert!(
        out.contains("(the machine could not find out who wins before you asked for a move)"),
        "{out}"
    );
}

#[test]
fn ctrl_c_at_the_prompt_of_a_game_ends_it() {
    let mut child = start(&["play", "nim[3]"]);
    let stdin = child.stdin.take().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let mut seen = Vec::new();
    while !seen.ends_with(b"your move> ") {
        let mut byte = [0];
        stdout.read_exact(&mut byte).unwrap();
        seen.extend(byte);
    }
    interrupt(&child);
    assert_eq!(end(child).0, 130);
    drop(stdin);
}

#[test]
fn ctrl_c_while_a_list_is_printed_ends_it() {
    let mut child = start(&["table", "pnim", "--up-to", "42", "--format", "csv"]);
    let mut first = [0];
    child
        .stdout
        .as_mut()
        .unwrap()
        .read_exact(&mut first)
        .unwrap();
    // The pipe is full long before the list ends, and is not read until the signal is sent.
    interrupt(&child);
    let (code, out, err) = end(child);
    assert_eq!(code, 130, "{err}");
    // There are 313,065 partitions of at most 42.
    assert!(out.lines().count() < 313_065, "the whole list");
    assert!(
        err.contains("a request to cancel ended the list after"),
        "{err}"
    );
}

#[test]
fn ctrl_c_during_a_table_leaves_the_old_file() {
    let directory = directory("interrupted");
    let file = directory.join("table.csv");
    fs::write(&file, "precious").unwrap();
    let args = [
        "table",
        "schrage[n x m]",
        "n=1..3000",
        "m=1..3000",
        "--format",
        "csv",
        "--time",
        "1h",
        "-o",
    ];
    let args = [&args[..], &[file.to_str().unwrap()]].concat();
    let mut child = start(&args);
    // The unfinished file has a name of its own.
    let temporary = loop {
        let names = fs::read_dir(&directory).unwrap();
        let mut names = names.map(|entry| entry.unwrap().path());
        if let Some(path) = names.find(|path| path.extension().is_some_and(|end| end == "new")) {
            break path;
        }
        assert!(child.try_wait().unwrap().is_none(), "it ended");
    };
    assert_ne!(temporary, file);
    assert!(grows_to(&temporary, 1, &mut child));
    // No other process can write the same file.
    let second = run(&args);
    assert_eq!(code(&second), 2);
    assert!(
        err(&second).contains("another process is working on it"),
        "{}",
        err(&second)
    );
    interrupt(&child);
    let (code, out, err) = end(child);
    assert_eq!((code, out.as_str()), (130, ""));
    assert!(err.contains("stopped by a request to cancel"), "{err}");
    assert!(err.contains("the unfinished table is in"), "{err}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "precious");
    let unfinished = fs::read_to_string(directory.join("table.csv.part")).unwrap();
    assert!(unfinished.starts_with("n,m,outcome\n1,1,P\n"));
    assert_eq!(fs::read_dir(&directory).unwrap().count(), 2);
}

#[cfg(unix)]
#[test]
fn a_pipe_is_written_to_directly() {
    let args = ["table", "nim[n]", "n=0..1", "--format", "csv", "-o"];
    let output = run(&[&args[..], &["/dev/stdout"]].concat());
    assert_eq!((code(&output), err(&output)), (0, ""));
    assert_eq!(out(&output), "n,outcome\n0,P\n1,N\n");
}

#[test]
fn the_excesses_in_a_file_are_worked_on_by_one_process() {
    let directory = directory("excesses");
    let state = directory.join("state");
    let name = state.to_str().unwrap();
    let args = ["nimber", "--excess", "3..31", "--state", name];
    let held = nimfield_core::files::Lock::on(&state).unwrap();
    let output = run(&args);
    assert_eq!((code(&output), out(&output)), (2, ""));
    let message = format!("error: cannot write {name}: another process is working on it\n");
    assert_eq!(err(&output), message);
    drop(held);
    assert_eq!(code(&run(&args)), 0);
    // The folder contains only the state.
    assert_eq!(fs::read_dir(&directory).unwrap().count(), 1);
}

// Budgets

#[test]
fn calculations_with_nimbers_keep_to_the_time() {
    let board = "nimbers[(w,w+1) (w^2,w*3)]";
    for args in [
        &["nimber", "(w+1)*(w+2)*(w+3)"][..],
        &["nimber", "--diagonal", board],
        &["nimber", "--excess", "3..5", "--json"],
    ] {
        let output = run(&[args, &["--time", "0s"]].concat());
        assert_eq!(code(&output), 3, "{args:?}: {}", out(&output));
        assert!(err(&output).contains("stopped"), "{args:?}");
    }
    let output = run(&["nimber", "(w+1)*(w+2)*(w+3)", "--time", "0s"]);
    assert!(err(&output).contains("by the time limit of 0s"));
}

#[test]
fn each_limit_exits_with_code_3_and_reports_the_progress() {
    for (limit, said) in [
        (["--time", "50ms"], "the time limit of 50ms"),
        (["--time", "0s"], "the time limit of 0s"),
        (
            ["--positions", "1000"],
            "the limit of 1,000 positions after",
        ),
        (["--positions", "0"], "the limit of 0 positions"),
        (["--memory", "64KiB"], "the memory limit"),
        (["--memory", "1"], "1 byte allowed"),
        (["--memory", "0"], "0 bytes allowed"),
    ] {
        for play in ["normal", "misere"] {
            let output = run(&[&["analyze", ENDLESS, "--play", play], &limit[..]].concat());
            assert_eq!(code(&output), 3, "{limit:?}: {}", out(&output));
            assert!(out(&output).contains("not decided within the budget"));
            assert!(out(&output).contains(said), "{limit:?}: {}", out(&output));
        }
    }
}

#[test]
fn all_engines_keep_to_the_limit_of_positions() {
    let certificate = directory("positions").join("no.nimcert");
    let certificate = certificate.to_str().unwrap();
    let boards = [
        &["solve", "--values", "--play", "normal", "efr[3x4]"][..],
        &["certify", "tactix[3x4]", "-o", certificate],
    ];
    for args in boards {
        let output = run(&[args, &["--positions", "100"]].concat());
        assert_eq!((code(&output), out(&output)), (3, ""), "{args:?}");
        let said = err(&output);
        assert!(said.contains("the limit of 100 positions"), "{said}");
        assert_eq!(code(&run(&[args, &["--positions", "5000"]].concat())), 0);
    }
}

#[test]
fn long_inputs_and_tables_keep_to_the_memory_limit() {
    let nim = format!("nim[{}]", vec!["1"; 200_000].join(","));
    let output = run_with(&["analyze", "--memory", "10MiB", "-"], nim.as_bytes());
    assert_eq!((code(&output), out(&output)), (3, ""));
    assert!(err(&output).contains("too long for the memory limit"));
    let square = ["table", "nim[a b]", "a=0..999", "b=0..999"];
    let output = run(&[&square[..], &["--memory", "1MiB"]].concat());
    assert_eq!((code(&output), out(&output)), (3, ""));
    assert!(err(&output).contains("too large for the memory limit"));
}

#[test]
fn a_saved_game_with_another_position_is_refused() {
    let game = directory("altered").join("saved.game");
    let text = "# nimfield game 1\nnim[1,5]\n# play normal\n# players human,human\n# begins 1\n\
                # start nim[3,5]\n# move heap 1 by 2\n";
    let at = format!("@{}", game.display());
    fs::write(&game, text).unwrap();
    assert!(out(&run(&["analyze", &at])).starts_with("nim[1,5]"));
    fs::write(&game, text.replacen("nim[1,5]", "nim[5,5]", 1)).unwrap();
    let output = run(&["analyze", &at]);
    assert_eq!((code(&output), out(&output)), (2, ""));
    assert!(err(&output).contains("the moves lead to nim[1,5]"));
}

#[test]
fn what_theory_decides_needs_no_budget() {
    let limits = ["--time", "0s", "--positions", "0", "--memory", "0"];
    for position in ["nim[3,5]", "matrix[20 24; 24 27]", "wythoff[99999999999,3]"] {
        let output = run(&[&["analyze", position], &limits[..]].concat());
        assert_eq!(code(&output), 0, "{}", out(&output));
    }
}

#[test]
fn a_requested_value_that_is_not_found_is_not_an_answer() {
    let huge = "wythoff[340282366920938463463374607431768211455,5]";
    let output = run(&["analyze", "--value", huge, "--time", "100ms"]);
    assert_eq!(code(&output), 3, "{}", out(&output));
    assert!(out(&output).contains("N: the player to move wins"));
    assert_eq!(code(&run(&["analyze", huge])), 0);
}

#[test]
fn progress_goes_to_stderr_unless_quiet() {
    let mut loud = start_loud(&["analyze", ENDLESS, "--time", "1h"]);
    let line = first_progress(&mut loud);
    assert!(!line.contains('\r'), "no redrawn line off a terminal");
    interrupt(&loud);
    let (_, said, _) = end(loud);
    assert!(!said.contains("/s"), "{said}");
    for (args, quiet) in [(&["-q"][..], ""), (&[], "yes")] {
        let mut command = nimfield(&["analyze", ENDLESS, "--time", "1500ms"]);
        command.args(args).env("NIMFIELD_QUIET", quiet);
        let output = command.output().unwrap();
        assert_eq!((code(&output), err(&output)), (3, ""), "{args:?}");
    }
}

#[test]
fn tables_keep_to_the_budget() {
    let big = [
        "table",
        "matrix[a b; c d]",
        "a=0..127",
        "b=0..127",
        "c=0..127",
        "d=0..127",
    ];
    for limit in [
        // The table takes 32 MiB; the count holds half a MiB of marks and no table.
        ["--memory", "256KiB"],
        ["--positions", "1000"],
        ["--time", "0s"],
    ] {
        let output = run(&[&big[..], &["--count"], &limit[..]].concat());
        assert_eq!(code(&output), 3, "{}", err(&output));
        assert!(err(&output).contains("268,435,456"), "{}", err(&output));
    }
    // Row by row, so the finished rows are printed.
    let rows = [
        "table",
        "schrage[n x m]",
        "n=1..3000",
        "m=1..3000",
        "--format",
        "csv",
    ];
    let output = run(&[&rows[..], &["--time", "0s"]].concat());
    assert_eq!((code(&output), out(&output)), (3, "n,m,outcome\n"));
    assert!(
        err(&output).contains("there are 9,000,000 positions to do"),
        "{}",
        err(&output)
    );
    let mut child = start(&[&rows[..], &["--time", "1h"]].concat());
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let (mut header, mut row) = (String::new(), String::new());
    stdout.read_line(&mut header).unwrap();
    stdout.read_line(&mut row).unwrap();
    assert_eq!((&header[..], &row[..]), ("n,m,outcome\n", "1,1,P\n"));
    interrupt(&child);
    stdout.read_to_string(&mut String::new()).unwrap();
    let (code, _, err) = end(child);
    assert_eq!(code, 130);
    assert!(err.contains("of 9,000,000 positions"), "{err}");
}

// JSON

#[test]
fn json_has_the_fields_of_the_contract_in_their_order() {
    let normal = [
        "schema",
        "position",
        "play",
        "outcome",
        "value",
        "mean",
        "temperature",
        "winning_moves",
        "complete",
        "reason",
        "effort",
    ];
    let misere = [
        "schema",
        "position",
        "play",
        "outcome",
        "value",
        "misere_value",
        "genus",
        "mean",
        "temperature",
        "winning_moves",
        "complete",
        "reason",
        "effort",
    ];
    let positions = [
        "matrix[20 24; 24 27]",
        "nim[1,1]",
        "lattice[(3,2) (0,5)]",
        "schrage[5x8]",
        "holladay[1 2; 3 4]",
        "wythoff[3,4] + nim[2]",
        SEARCHED,
        "0",
    ];
    for (play, expected) in [("normal", &normal[..]), ("misere", &misere)] {
        let args = [
            &["analyze", "--json", "--value", "--play", play][..],
            &positions,
        ]
        .concat();
        let output = run(&args);
        let answers = objects(&output);
        assert_eq!(answers.len(), positions.len(), "{}", err(&output));
        for answer in &answers {
            // Values of parts that no search reaches may be missing, but here never the outcome.
            assert!(["P", "N"].contains(&answer["outcome"].as_str().unwrap()));
            assert_eq!(keys(answer), expected);
            assert_eq!(answer["schema"], 1);
            assert_eq!(answer["play"], play);
            let reason = &answer["reason"];
            assert_eq!(keys(reason)[..3], ["kind", "source", "text"]);
            assert!(keys(reason)[3..].iter().all(|&key| key == "claims"));
            // Claims that check a theorem are never named for a search.
            assert!(reason["kind"] != "search" || reason["claims"].is_null());
            assert_eq!(keys(&answer["effort"]), ["positions", "seconds"]);
            for found in answer["winning_moves"].as_array().unwrap() {
                assert_eq!(keys(found), ["player", "move", "to"]);
            }
            let lost = answer["outcome"] == "P";
            let none = answer["winning_moves"].as_array().unwrap().is_empty();
            // In misère play a player who cannot move has won.
            let over = play == "misere" && answer["position"] == "nim[0]";
            assert_eq!(lost || over, none, "{answer}");
        }
    }
}

#[test]
fn tables_and_games_in_json() {
    let output = run(&["table", "wythoff[a b]", "a=0..2", "b=1..2", "--json"]);
    let rows = objects(&output);
    assert_eq!(rows.len(), 6);
    assert!(
        rows.iter()
            .all(|row| keys(row) == ["schema", "position", "play", "a", "b", "outcome"])
    );
    assert_eq!(rows[3]["position"], "wythoff[1,2]");
    assert_eq!((&rows[3]["a"], &rows[3]["b"]), (&1.into(), &2.into()));
    assert_eq!(rows[3]["outcome"], "P");
    let count = &objects(&run(&[
        "table", "nim[a b]", "a=0..9", "b=0..9", "--count", "--json",
    ]))[0];
    let expected = [
        "schema",
        "family",
        "play",
        "positions",
        "p_positions",
        "complete",
    ];
    assert_eq!(keys(count), expected);
    assert_eq!(
        (&count["p_positions"], &count["complete"]),
        (&"10".into(), &true.into())
    );
    let games = objects(&run(&["games", "--json"]));
    assert!(games.len() >= 6);
    for game in &games {
        assert_eq!(keys(game)[..3], ["schema", "name", "title"]);
        for fact in game["theory"].as_array().unwrap() {
            assert_eq!(keys(fact), ["statement", "source", "claims", "checked"]);
        }
        // The examples of the program are right.
        let example = game["example"].as_str().unwrap();
        if example.starts_with('@') {
            // The user's own board file.
            continue;
        }
        assert_eq!(code(&run(&["analyze", example])), 0, "{example}");
    }
}

// Colour

#[test]
fn colours_are_for_terminals_or_on_demand() {
    let coloured = |args: &[&str], no_color: Option<&str>| {
        let mut command = nimfield(&[]);
        command.args(args);
        if let Some(value) = no_color {
            command.env("NO_COLOR", value);
        }
        let output = command.output().unwrap();
        (out(&output).contains('\x1b'), err(&output).contains('\x1b'))
    };
    let both = ["analyze", "nim[3]", "nim["];
    assert_eq!(coloured(&both, None), (false, false));
    assert_eq!(coloured(&both, Some("1")), (false, false));
    let always = [&both[..], &["--color", "always"]].concat();
    assert_eq!(coloured(&always, None), (true, true));
    let never = [&both[..], &["--color", "never"]].concat();
    assert_eq!(coloured(&never, None), (false, false));
    // JSON is never coloured.
    let json = ["analyze", "nim[3]", "--json", "--color", "always"];
    assert_eq!(coloured(&json, None), (false, false));
}

// Messages

#[test]
fn error_messages_say_what_to_do_instead() {
    for (args, said) in [
        (&["analyze", "matrix[20", "24"][..], "use quotes"),
        (&["analyze", "matrix[20"], "use quotes"),
        (&["analyze", "tactics[4x4]"], "did you mean `tactix`?"),
        (&["analyze", "nimber[(1,2)]"], "did you mean `nimbers`?"),
        (&["analyze", "chess[8x8]"], "@FILE for a board of your own"),
        (&["table", "wythoff[a b]", "a=0..5"], "`b` has no range"),
        (
            &["table", "nim[a b]", "a=0..5", "b=c..5"],
            "`c` has no range",
        ),
        (
            &["table", "nim[a b]", "a=6..9", "b=a..5"],
            "the range of `b` is empty",
        ),
        (&["analyze", "--misere", "nim[3]"], "use --play misere"),
        (&["analyze", "wythoff(3,5)"], "square brackets"),
        (
            &["draw", "nim[3]", "-o", "x.gif"],
            ".svg, .png, .pdf or .tex",
        ),
        (
            &["value", "mean(crpm[3,2) + 1"],
            "expected a part, found `)`",
        ),
        (&["value", "meen({5|1})"], "did you mean `mean`?"),
        (
            &["table", "nim[a b]", "a=0..2", "b=0..2", "--show", "grundy"],
            "unknown letter or function `grundy`; did you mean `value`?",
        ),
        (
            &["verify", "ferguson-theorem3"],
            "did you mean `ferguson-theorem-3`?",
        ),
        (&["man", "analyse"], "did you mean `analyze`?"),
        (
            &["play", "nim[3]", "--players", "machine", "--first", "human"],
            "human is not in --players",
        ),
        (&["value", "mean"], "expected arguments in parentheses"),
        (&["value", "3 + wythoff[1,x]"], "wythoff[1,x]"),
        (&["nimber", "crpm[2,1] + 1"], "has no Grundy value"),
    ] {
        let output = run(args);
        assert_eq!(code(&output), 2, "{args:?}: {}", out(&output));
        assert!(err(&output).contains(said), "{args:?}: {}", err(&output));
    }
    // Every game is in the list of an error.
    let games = objects(&run(&["games", "--json"]));
    let listed = run(&["analyze", "chess[8x8]"]);
    for game in games.iter().filter_map(|game| game["name"].as_str()) {
        let name = if game == "@file" { "@FILE" } else { game };
        assert!(err(&listed).contains(name), "{name}");
    }
}

#[test]
fn empty_positions_are_read() {
    for (text, printed) in [
        ("nim[]", "nim[]"),
        ("nimbers[]", "nimbers[(0,0)]"),
        ("lattice[]", "lattice[]"),
    ] {
        let answer = &objects(&run(&["analyze", "--json", text]))[0];
        assert_eq!(
            (&answer["position"], &answer["outcome"]),
            (&printed.into(), &"P".into())
        );
        let again = &objects(&run(&["analyze", "--json", printed]))[0];
        assert_eq!(again["position"], printed);
    }
}

#[test]
fn a_value_out_of_reach_is_refused_without_a_search() {
    let output = run(&["analyze", "--json", "--value", "wythoff[123646,519501]"]);
    assert_eq!(code(&output), 3);
    let answer = &objects(&output)[0];
    assert_eq!(
        (&answer["outcome"], &answer["value"]),
        (&"N".into(), &Value::Null)
    );
    assert_eq!(answer["effort"]["positions"], 0);
}

#[test]
fn calculators_take_positions() {
    for (args, printed) in [
        (&["value", "mean(crpm[3,2]) + 1"][..], "1\n"),
        (&["value", "wythoff[1,3] + *"], "*5\n"),
        (&["value", "grundy(pnim[4,2]) * 3"], "15\n"),
        (
            &["nimber", "grundy(pnim[4,2]) * 3", "nim[w] + 1"],
            "15\n[w+1]\n",
        ),
        (&["value", "mean(matrix-partizan[3 5; 2 4]) == 1"], "true\n"),
    ] {
        let output = run(args);
        assert_eq!(
            (code(&output), out(&output)),
            (0, printed),
            "{args:?}: {}",
            err(&output)
        );
    }
    // The error points into the expression as it was written.
    let output = run(&["value", "crpm[3,2] + + nope"]);
    let lines: Vec<&str> = err(&output).lines().collect();
    let at = lines[2].find('^').unwrap();
    assert!(lines[1][at..].starts_with("nope"), "{}", err(&output));
}

#[test]
fn the_repl_evaluates_line_by_line() {
    let script = "g := {2|-1}\nmean(g) + 1\n# nothing\ng + crpm[2,1]\nwythoff[3,5]\nnimber 14*8\nvariables\nnonsense(\nhelp\nquit\n2\n";
    let output = run_with(&["repl"], script.as_bytes());
    let said = out(&output);
    assert!(said.starts_with("{2|-1}\n3/2\n"), "{said}");
    assert!(said.contains("P: the player to move loses"), "{said}");
    assert!(said.contains("\n10\ng := {2|-1}\nerror:"), "{said}");
    assert!(
        said.contains("NAME := EXPR") && !said.ends_with("\n2\n"),
        "{said}"
    );
    // As with several positions, the worst result determines the exit code.
    assert_eq!(code(&output), 2);
}

#[test]
fn options_from_a_file() {
    let config = directory("config").join("nimfield.toml");
    fs::write(&config, "positions = 1000\nthreads = 1\n").unwrap();
    let hard = "matrix[40 41 42 43; 44 45 46 47; 48 49 50 51; 30 31 32 33]";
    let with = |args: &[&str]| {
        let mut command = nimfield(&[&["analyze", hard][..], args].concat());
        command.env("NIMFIELD_CONFIG", &config);
        command.output().unwrap()
    };
    assert!(out(&with(&[])).contains("the limit of 1,000 positions"));
    // Options on the command line override the file, and the file can be ignored.
    assert!(out(&with(&["--positions", "2000"])).contains("the limit of 2,000 positions"));
    let without = with(&["--no-config", "--positions", "3000"]);
    assert!(out(&without).contains("the limit of 3,000 positions"));
    fs::remove_file(&config).unwrap();
    let missing = with(&[]);
    assert_eq!((code(&missing), out(&missing)), (2, ""));
    assert!(err(&missing).contains("the file that NIMFIELD_CONFIG names: "));
    fs::write(&config, "time = \"5x\"\n").unwrap();
    let wrong = with(&[]);
    assert_eq!((code(&wrong), out(&wrong)), (2, ""));
    let place = format!(
        "{}: invalid value '5x' for '--time <TIME>'",
        config.display()
    );
    assert!(err(&wrong).contains(&place), "{}", err(&wrong));
    fs::write(&config, "threads = 1\ncolour = 3\n").unwrap();
    let wrong = with(&[]);
    assert_eq!(code(&wrong), 2);
    assert!(
        err(&wrong).contains("unknown option `colour` here"),
        "{}",
        err(&wrong)
    );
}

#[test]
fn help_separates_own_options_from_common_ones() {
    for command in ["analyze", "table", "play", "draw", "value"] {
        let help = run(&[command, "--help"]);
        let text = out(&help);
        let usage = text.find("Usage:").unwrap();
        let examples = text.find("Examples:").unwrap();
        let own = text.find("\nOptions:").unwrap();
        let common = text.find("\nOptions of all commands:").unwrap();
        assert!(
            0 < usage && usage < examples && examples < own && own < common,
            "{text}"
        );
        assert!(text[common..].contains("--threads") && !text[own..common].contains("--threads"));
    }
}

// Playing

fn played(args: &[&str], script: &str) -> String {
    let output = run_with(&[&["play", "-q"], args].concat(), script.as_bytes());
    assert_eq!((code(&output), err(&output)), (0, ""), "{args:?}");
    out(&output).to_string()
}

#[test]
fn games_are_won_and_lost() {
    let won = played(
        &["nim[3,5]"],
        "heap 2 by 2\nheap 1 by 2\nheap 1 by 1\nheap 2 by 1\nheap 1 by 1\nheap 2 by 1\n",
    );
    assert!(won.contains("the machine plays"), "{won}");
    // The person mirrors every move of the machine, so the machine says from the start that it loses.
    assert!(
        won.contains("(it is lost, in at most 6 moves if you play well)"),
        "{won}"
    );
    assert!(played(&["nim[1]"], "heap 1 by 1\n").contains("no move is left: you win."));
    let lost = played(&["nim[1,1]"], "heap 1 by 1\n");
    assert!(
        lost.ends_with("no move is left: the machine wins.\n"),
        "{lost}"
    );
    let lost = played(&["nim[1]", "--play", "misere"], "heap 1 by 1\n");
    assert!(lost.contains("misère play: the player who makes the last move loses."));
    assert!(
        lost.ends_with("no move is left: the machine wins.\n"),
        "{lost}"
    );
    let won = played(&["nim[1,1]", "--play", "misere"], "heap 1 by 1\n");
    assert!(won.ends_with("no move is left: you win.\n"), "{won}");
}

#[test]
fn games_that_are_over_before_they_begin() {
    for (play, first, winner) in [
        ("normal", "me", "the machine wins"),
        ("normal", "you", "you win"),
        ("misere", "me", "you win"),
        ("misere", "you", "the machine wins"),
    ] {
        let game = played(&["nim[0]", "--play", play, "--first", first], "");
        assert!(
            game.ends_with(&format!("no move is left: {winner}.\n")),
            "{game}"
        );
    }
}

#[test]
fn the_machine_begins_if_asked_and_explains_itself() {
    let game = played(&["wythoff[5,5]", "--first", "you"], "why\nquit\n");
    assert!(game.contains("the machine plays both by 5\n"), "{game}");
    assert!(
        game.contains("no move is left: the machine wins."),
        "{game}"
    );
    let game = played(&["wythoff[3,9]", "--first", "you"], "why\nquit\n");
    assert!(game.contains("the machine plays heap 2 by 4\n"), "{game}");
    assert!(
        game.contains("in wythoff[3,9] the machine chose heap 2 by 4\n"),
        "{game}"
    );
    assert!(
        game.contains("it leaves wythoff[3,5], lost for the player to move"),
        "{game}"
    );
    assert!(game.contains("Wythoff 1907"), "{game}");
}

#[test]
fn nonsense_and_illegal_moves_change_nothing() {
    let script = "\nfly\nheap 1 by 9\nheap 7 by 1\nheap 1 by 0\nheap 1 by -1\nheap 1\n1: heap 1 by 9\n2: heap 1 by 1\nheap 1 by 340282366920938463463374607431768211456\n\u{0}\u{1b}[31m\nheap 1 by 1 1\nquit\n";
    let game = played(&["nim[3,4]"], script);
    assert!(!game.contains("the machine plays"), "{game}");
    assert_eq!(
        game.matches("nim[3,4]\n").count(),
        1,
        "the position is drawn once: {game}"
    );
    assert!(game.contains("not legal: "), "{game}");
    assert!(!game.contains('\x1b'), "{game}");
    assert_eq!(game.matches("your move> ").count(), 13, "{game}");
}

#[test]
fn input_that_is_not_text_changes_nothing() {
    let output = run_with(&["play", "nim[3]"], b"\xff\xfe\nheap 1 by 3\r\n");
    assert_eq!(code(&output), 0);
    assert!(out(&output).contains("no move is left: you win."));
}

#[test]
fn hint_moves_undo_why_and_help() {
    let game = played(
        &["nim[3,5]"],
        "undo\nwhy\nhint\nmoves\nhelp\nheap 2 by 2\nundo\nheap 1 by 1\nundo\nquit\n",
    );
    assert!(game.contains("there is nothing to take back"), "{game}");
    assert!(game.contains("the machine has not moved yet"), "{game}");
    assert!(game.contains("hint: heap 2 by 2\n"), "{game}");
    assert!(
        game.contains("it wins: it leaves nim[3,3], lost for the player to move"),
        "{game}"
    );
    assert!(
        game.contains("  heap 1 by 1..3\n") && game.contains("  heap 2 by 1..5\n"),
        "{game}"
    );
    assert!(game.contains("moves of nim: `heap I by K`"), "{game}");
    // At the start and after each undo.
    assert_eq!(game.matches("nim[3,5]\n").count(), 1 + 2, "{game}");
}

#[test]
fn the_end_of_the_input_ends_the_game() {
    let game = played(&["nim[3]"], "");
    assert!(game.ends_with("your move> \n"), "{game}");
    // A last line without a line end is a line.
    assert!(played(&["nim[3]"], "heap 1 by 3").contains("you win"));
}

#[test]
fn sums_are_played_by_component() {
    let game = played(
        &["wythoff[1,2] + nim[2]"],
        "heap 1 by 1\n3: heap 1 by 1\nhint\n2: heap 1 by 2\nundo\nquit\n",
    );
    assert!(
        game.contains("expected the number of a component and a colon"),
        "{game}"
    );
    assert!(game.contains("unknown component 3"), "{game}");
    assert!(game.contains("hint: 1: heap 1 by 1"), "{game}");
    assert!(game.contains("the machine plays 1: "), "{game}");
}

#[test]
fn a_seed_repeats_a_game() {
    let args = [
        "matrix[9 8; 7 9]",
        "--first",
        "you",
        "--level",
        "0",
        "--seed",
    ];
    let game = |seed: &str| played(&[&args[..], &[seed]].concat(), "why\nhint\nquit\n");
    assert_eq!(game("7"), game("7"));
    assert!(game("7").contains("the move was random (--level)"));
    let games: std::collections::HashSet<String> =
        (0..12).map(|seed| game(&seed.to_string())).collect();
    assert!(games.len() > 3, "other seeds play otherwise");
}

#[test]
fn a_machine_in_a_large_lost_position_moves_soon() {
    // With so many plays it does not search for the longest resistance, so the time is not used up.
    let game = played(
        &["nim[900,900]", "--first", "you", "--time", "24h"],
        "quit\n",
    );
    assert!(game.contains("(it is lost if you play well)"), "{game}");
}

#[test]
fn moves_show_their_outcomes_only_at_full_level() {
    let game = played(&["wythoff[4,6]"], "moves outcomes\nquit\n");
    for line in [
        "  heap 1 by 1..4  loses\n",
        "  both by 1       wins\n",
        "  both by 2..4    loses\n",
    ] {
        assert!(game.contains(line), "{game}");
    }
    let game = played(
        &["wythoff[4,6]", "--level", "0.5"],
        "moves outcomes\nquit\n",
    );
    assert!(
        game.contains("at --level 1") && !game.contains("loses"),
        "{game}"
    );
}

#[test]
fn two_persons_and_partizan_sides() {
    let game = played(
        &["nim[1,2]", "--players", "human"],
        "heap 2 by 1\nheap 1 by 1\nheap 2 by 1\n",
    );
    assert!(
        game.contains("player 1> ") && game.contains("player 2> "),
        "{game}"
    );
    assert!(
        game.ends_with("no move is left: player 1 wins.\n"),
        "{game}"
    );
    let game = played(
        &["crpm[2,1]", "--players", "human,human", "--first", "right"],
        "column 1\nrow 1\nundo\nquit\n",
    );
    assert!(
        game.contains("that is a move of Left, and Right is to move"),
        "{game}"
    );
    assert_eq!(game.matches("Right> ").count(), 3, "{game}");
    // The person is Right, and the machine begins as Left.
    let game = played(
        &["matrix-partizan[3 5; 2 4]", "--players", "machine,human"],
        "quit\n",
    );
    assert!(game.contains("you are Right."), "{game}");
    assert!(game.contains("the machine plays column "), "{game}");
    assert!(game.contains("your move (Right)> "), "{game}");
}

#[test]
fn a_saved_game_can_be_continued() {
    let file = directory("saved").join("game.txt");
    let name = file.to_str().unwrap();
    let at = format!("@{name}");
    let script = format!("1: heap 2 by 2\nsave {name}\nquit\n");
    let game = played(&["nim[3,5] + nim[4]", "--first", "me"], &script);
    assert!(game.contains(&format!("saved in {name}")), "{game}");
    let again = played(&[&at], "list\nundo\nundo\nquit\n");
    assert!(
        again.contains("   1  you          1: heap 2 by 2"),
        "{again}"
    );
    assert!(again.contains("nim[3,5] + nim[4]\n"), "{again}");
    let answer = &objects(&run(&["analyze", "--json", &at]))[0];
    let shown = again.lines().nth(2).unwrap();
    assert_eq!(answer["position"], shown);
    // Loaded from within another game.
    let other = played(&["nim[9]"], &format!("load {name}\nload {name}x\nquit\n"));
    assert!(other.contains(&format!("\n{shown}\n")), "{other}");
    assert!(other.contains("cannot read the file"), "{other}");
    fs::write(&file, "# nimfield game 1\nnim[1]\n# play normal\n# players human,human\n# begins 1\n# start nim[3]\n").unwrap();
    let refused = run(&["play", &at]);
    assert_eq!(code(&refused), 2);
    assert!(
        err(&refused).contains("the moves lead to nim[3]"),
        "{}",
        err(&refused)
    );
}

#[test]
fn games_can_be_restarted() {
    let script = "heap 1 by 2\nlist\nnew\nresign\nrematch\nnew wythoff\nnew nim[\nswap\nquit\n";
    let game = played(&["nim[2,2]"], script);
    assert!(game.contains("   1  you          heap 1 by 2\n"), "{game}");
    assert!(
        game.contains("the game is given up: the machine wins."),
        "{game}"
    );
    assert!(game.contains("wythoff[8,14]\n"), "{game}");
    assert!(
        game.contains("expected `]`") || game.contains("expected a heap"),
        "{game}"
    );
    assert!(
        game.contains("you have changed sides with the machine"),
        "{game}"
    );
    // In the rematch the machine begins.
    let rematch = game.split("given up").nth(1).unwrap();
    assert!(
        rematch.find("the machine plays") < rematch.find("your move> "),
        "{game}"
    );
}

#[test]
fn a_game_by_its_name_or_from_the_menu() {
    let game = played(&["tactix"], "quit\n");
    assert!(
        game.contains("misère play") && game.contains("tactix[3x4]\n"),
        "{game}"
    );
    let menu = played(&[], "no such game\n2\nquit\n");
    assert!(menu.contains("  2  wythoff "), "{menu}");
    assert!(menu.contains("wythoff[8,14]\n"), "{menu}");
    assert_eq!(played(&[], "quit\n").matches("your move").count(), 0);
}

#[test]
fn the_last_move_is_marked() {
    let board = played(
        &["lines(max=2)[2x3]", "--players", "human"],
        "a1-b1\nquit\n",
    );
    assert!(board.contains("  1 x x o\n  2 o o o\n"), "{board}");
    let matrix = played(
        &["matrix[7 5; 6 8]", "--players", "human"],
        "row 1 by 2\nquit\n",
    );
    assert!(matrix.contains("  1  5'  3'\n  2  6   8\n"), "{matrix}");
    let stones = played(
        &["nimbers[(3,3)]", "--players", "human"],
        "(3,3) to (1,2)\nquit\n",
    );
    assert!(stones.contains("  3  @ . x\n  2  @ . @\n"), "{stones}");
}

#[test]
fn a_game_is_not_json() {
    let output = run(&["play", "nim[3]", "--json"]);
    assert_eq!(code(&output), 2);
    assert!(
        objects(&output)[0]["error"]
            .as_str()
            .unwrap()
            .contains("--json is not available in a game")
    );
}

// Tables and files

#[test]
fn all_formats_have_the_same_contents() {
    let args = [
        "table",
        "wythoff[a b]",
        "a=0..5",
        "b=0..4",
        "--show",
        "value",
    ];
    let with = |more: &[&str]| run(&[&args[..], more].concat());
    let csv = with(&["--format", "csv"]);
    let values: Vec<&str> = out(&csv)
        .lines()
        .skip(1)
        .map(|line| line.rsplit(',').next().unwrap())
        .collect();
    assert_eq!(values.len(), 30);
    let text = with(&[]);
    let cells: Vec<&str> = out(&text)
        .lines()
        .skip(1)
        .flat_map(|line| line.split_whitespace().skip(1))
        .collect();
    assert_eq!(cells, values);
    let star = |value: &str| match value {
        "0" => "0".to_string(),
        "1" => "*".to_string(),
        value => format!("*{value}"),
    };
    let json = objects(&with(&["--format", "json"]));
    for (row, value) in json.iter().zip(&values) {
        assert_eq!(row["value"], star(value));
        let position = row["position"].as_str().unwrap();
        let single = &objects(&run(&["analyze", "--json", "--value", position]))[0];
        assert_eq!(single["value"], row["value"], "{position}");
    }
}

#[test]
fn verbose_tables_name_their_engine_and_its_effort() {
    let wythoff = ["table", "wythoff[a b]", "a=1..2", "b=0..2"];
    let pnim = ["table", "pnim", "--up-to", "5", "--count"];
    for (args, said) in [
        (
            [&wythoff[..], &["--format", "csv"]].concat(),
            "sieve of P-positions of a box: 9 positions in ",
        ),
        (
            [&wythoff[..], &["--count"]].concat(),
            "sieve of P-positions of a box: 9 positions in ",
        ),
        (
            [&wythoff[..], &["--show", "value"]].concat(),
            "Grundy table of a box: 9 positions in ",
        ),
        (
            vec!["table", "schrage[n x n]", "n=1..3", "--format", "svg"],
            "analysis, position by position: ",
        ),
        (
            pnim.to_vec(),
            "census of partitions by size, sparse: 19 positions in ",
        ),
    ] {
        let quiet = run(&args);
        let verbose = run(&[&args[..], &["-v"]].concat());
        assert_eq!((code(&quiet), err(&quiet)), (0, ""), "{args:?}");
        assert_eq!(out(&verbose), out(&quiet), "{args:?}");
        assert!(err(&verbose).starts_with(said), "{}", err(&verbose));
        assert_eq!(err(&verbose).lines().count(), 1, "{}", err(&verbose));
    }
}

#[test]
fn a_few_distant_rows_are_analysed_one_by_one() {
    let far = run(&[
        "table",
        "wythoff[a b]",
        "a=1000000..1000003",
        "b=1618033..1618036",
        "--only-p",
    ]);
    assert_eq!(
        (code(&far), out(&far)),
        (0, "a=1000000 b=1618034  P\na=1000001 b=1618036  P\n"),
        "{}",
        err(&far)
    );
    let far = run(&[
        "table",
        "nim[n]",
        "n=4000000000..4000000001",
        "--show",
        "value",
    ]);
    assert_eq!(
        out(&far),
        "n=4000000000  4000000000\nn=4000000001  4000000001\n"
    );
}

#[test]
fn bfiles_are_written_and_checked() {
    let directory = directory("bfiles");
    let file = directory.join("b.txt");
    let path = file.to_str().unwrap();
    let write = [
        "table",
        "schrage[n x n]",
        "n=1..30",
        "--show",
        "value",
        "--format",
        "bfile",
    ];
    let output = run(&[&write[..], &["-o", path]].concat());
    assert_eq!((code(&output), out(&output), err(&output)), (0, "", ""));
    let checked = run(&["table", "--check-bfile", path]);
    assert_eq!(code(&checked), 0);
    let [said, data] = out(&checked).lines().collect::<Vec<_>>()[..] else {
        panic!("{}", out(&checked));
    };
    assert!(said.ends_with("a well-formed b-file, 30 terms, n = 1 to 30"));
    assert!(data.starts_with("data: 0, 0, 1, 0, 1, 1, 0, 1, 1, 0, "));
    let whole = fs::read_to_string(&file).unwrap();
    assert_eq!(
        whole,
        out(&run(&write)),
        "the file holds what stdout would show"
    );
    assert!(!directory.join("b.txt.part").exists());

    let damaged: [(&str, Vec<u8>); 6] = [
        ("cut", whole.as_bytes()[..whole.len() - 1].to_vec()),
        (
            "a line less",
            whole.replacen("\n17 ", "\n18 ", 1).into_bytes(),
        ),
        ("no number", whole.replacen("\n3 ", "\n3 x", 1).into_bytes()),
        ("bytes", [whole.as_bytes(), b"31 \xff\n"].concat()),
        ("nothing", b"# only a title\n".to_vec()),
        (
            "the last index",
            b"9223372036854775807 1\n9223372036854775808 2\n".to_vec(),
        ),
    ];
    for (what, bytes) in damaged {
        fs::write(&file, bytes).unwrap();
        let output = run(&["table", "--check-bfile", path]);
        assert_eq!((code(&output), out(&output)), (2, ""), "{what}");
        assert!(err(&output).contains(": line "), "{what}: {}", err(&output));
    }
    assert_eq!(
        code(&run(&[
            "table",
            "--check-bfile",
            directory.to_str().unwrap()
        ])),
        2
    );
}

#[test]
fn messages_are_true_and_grammatical() {
    let said = |args: &[&str]| {
        let output = run(args);
        out(&output).to_string() + err(&output)
    };
    let text = said(&["analyze", "--value", "lctr[1]"]);
    assert!(
        text.contains("a rectangle of 1 row and 1 column, of value 1"),
        "{text}"
    );
    let text = said(&["analyze", "--value", "crim[1^2]"]);
    assert!(
        text.contains("a rectangle of 2 rows and 1 column, as"),
        "{text}"
    );
    let text = said(&["analyze", "crpm[1]"]);
    assert!(
        text.contains("has 1 column, which Left removes, and 1 row, which"),
        "{text}"
    );
    let text = said(&["table", "nim[n]", "n=0..9", "--count"]);
    assert_eq!(text, "1 P-position among 10\n");
    // A P-position has the value 0, whatever the other entries of the table.
    for (board, play, outcome) in [
        ("tactix[2x2]", "normal", "P"),
        ("tactix[1x1]", "normal", "N"),
        ("tactix[1x1]", "misere", "P"),
        ("tactix[1x2]", "misere", "N"),
    ] {
        let output = run(&["solve", board, "--play", play, "--json"]);
        let row: serde_json::Value = serde_json::from_str(out(&output)).unwrap();
        let field = match play {
            "normal" => "value",
            _ => "misere_value",
        };
        assert_eq!(row["outcome"], outcome, "{board} {play}");
        let value = (outcome == "P").then_some("0");
        assert_eq!(row[field].as_str(), value, "{board} {play}");
    }
    assert_eq!(
        said(&[
            "value",
            "conway(*4,*4)",
            "*19 * *23",
            "atomic_weight(Tiny(3/2))"
        ]),
        "*6\n*86\n0\n"
    );
    let text = said(&["analyze", "on + crpm[1]"]);
    assert!(text.contains("loopy games are not supported"), "{text}");
}

#[test]
fn terms_are_compared_with_a_bfile() {
    let directory = directory("against");
    let file = directory.join("b000001.txt");
    let path = file.to_str().unwrap();
    let against = |args: &[&str], text: &str| {
        fs::write(&file, text).unwrap();
        let output = run(&[args, &["--against", path]].concat());
        let said = out(&output).replace(path, "FILE");
        (code(&output), said + &err(&output).replace(path, "FILE"))
    };
    let nim = ["table", "nim[n]", "n=0..9", "--show", "value"];
    assert_eq!(
        against(&nim, "# from elsewhere\r\n\r\n3  3\r\n4  4\r\n\r\n"),
        (
            0,
            "FILE: all 2 common terms agree, n = 3 to 4\n".to_string()
        )
    );
    let differ =
        "FILE: 2 of 4 common terms differ, the first at n = 8: 9 in the file, 8 computed\n";
    assert_eq!(
        against(&nim, "6 6\n7 7\n8 9\n9 8\n10 3\n"),
        (1, differ.to_string())
    );
    let (status, said) = against(&nim, "20 20\n");
    assert_eq!(status, 2);
    assert!(
        said.contains("the file has n = 20 to 20, and n = 0 to 9 are computed"),
        "{said}"
    );
    assert_eq!(against(&nim, "n 5\n").0, 2);
    let square = ["table", "nim[a b]", "a=0..2", "b=0..2", "--show", "value"];
    assert_eq!(against(&square, "0 0\n1 1\n2 1\n3 2\n").0, 0);
    let counts = ["table", "nim[a b]", "a=0..n", "b=0..n", "n=0..4", "--count"];
    assert_eq!(against(&counts, "0 1\n1 2\n2 3\n3 4\n4 5\n").0, 0);
    let light = ["table", "pnim", "--up-to", "5", "--non-heavy"];
    let own = run(&[&light[..], &["--format", "bfile"]].concat());
    assert_eq!(against(&light, out(&own)).0, 0);
    let excess = ["nimber", "--excess", "3..13"];
    assert_eq!(
        against(&excess, "1 0\n2 0\n3 1\n4 1\n5 1\n"),
        (
            1,
            "FILE: 1 of 5 common terms differ, the first at n = 5: 1 in the file, 0 computed\n"
                .to_string()
        )
    );
    let missing = run(&["table", "nim[n]", "n=0..9", "--against", "no/such/file"]);
    assert_eq!(code(&missing), 2);
    assert_eq!(
        code(&run(&[
            "table",
            "nim[n]",
            "n=0..9",
            "--against",
            path,
            "--json"
        ])),
        2
    );
}

#[test]
fn tables_of_misere_play_say_so() {
    let table = |args: &[&str]| {
        let output = run(&[&["table"], args].concat());
        assert_eq!(code(&output), 0, "{args:?}: {}", err(&output));
        out(&output).to_string()
    };
    // The source of these boards has misère play as its default.
    let lines = ["lines(max=3)[1xn]", "n=1..4", "--show", "value"];
    let outcomes = ["lines(max=3)[1xn]", "n=1..4"];
    let of = |args: &[&str], more: &[&str]| table(&[args, more].concat());
    let bfile = of(&lines, &["--format", "bfile"]);
    assert!(
        bfile.starts_with("# misere Grundy number: lines(max=3)[1xn], misere play\n1 0\n"),
        "{bfile}"
    );
    let bfile = of(&outcomes, &["--format", "bfile"]);
    assert!(
        bfile.starts_with("# 1 if a P-position, else 0: lines(max=3)[1xn], misere play\n"),
        "{bfile}"
    );
    assert!(of(&lines, &[]).starts_with("misère play\nn=1  0\n"));
    assert!(of(&lines, &["--format", "csv"]).starts_with("n,misere_value\n1,0\n"));
    assert!(of(&outcomes, &["--format", "csv"]).starts_with("n,misere_outcome\n1,P\n"));
    assert!(
        of(&outcomes, &["--play", "normal", "--format", "csv"]).starts_with("n,outcome\n1,N\n")
    );
    let row: serde_json::Value =
        serde_json::from_str(of(&lines, &["--json"]).lines().nth(1).unwrap()).unwrap();
    assert_eq!(row["play"], "misere");
    assert_eq!(row["misere_value"], "2");
    assert_eq!(row.get("value"), None);
    let row: serde_json::Value = serde_json::from_str(
        of(&lines, &["--json", "--play", "normal"])
            .lines()
            .next()
            .unwrap(),
    )
    .unwrap();
    assert_eq!(
        (&row["play"], &row["value"]),
        (&"normal".into(), &"*".into())
    );
    let square = ["wythoff[a b]", "a=0..1", "b=0..1", "--play", "misere"];
    assert_eq!(table(&square), "misère play\na\\b 0 1\n  0 N P\n  1 P N\n");
    assert_eq!(
        of(&square, &["--count"]),
        "2 P-positions among 4, misère play\n"
    );
    let count: serde_json::Value =
        serde_json::from_str(&of(&square, &["--count", "--json"])).unwrap();
    assert_eq!(count["play"], "misere");
    let boxes = [
        "lines(max=3)[1xa]",
        "a=1..n",
        "n=1..4",
        "--count",
        "--format",
        "bfile",
    ];
    assert!(
        table(&boxes)
            .lines()
            .next()
            .unwrap()
            .ends_with(", misere play")
    );
    // A genus may hold commas.
    let genera = table(&[
        "nim[a b]", "a=0", "b=8..9", "--show", "genus", "--format", "csv",
    ]);
    assert_eq!(genera, "a,b,genus\n0,8,\"8^(8,10)\"\n0,9,\"9^(9,11)\"\n");
    let latex = table(&["nim[a]", "a=1..2", "--show", "genus", "--format", "latex"]);
    assert!(latex.contains("$1^{031}$"), "{latex}");
}

#[test]
fn a_failed_table_does_not_damage_a_file() {
    let directory = directory("files");
    let file = directory.join("table.txt");
    let path = file.to_str().unwrap();
    fs::write(&file, "precious").unwrap();
    let lattice = ["table", "lattice[(0,n)]", "n=0..3", "--show", "value"];
    for (args, expected) in [
        // A transfinite term.
        (&[&lattice[..], &["--format", "bfile"]].concat()[..], 3),
        // A side of 0.
        (&["table", "schrage[5x2n-4]", "n=2..2"], 2),
        (
            &[
                "table",
                "matrix[a b; c d e]",
                "a=0..1",
                "b=0",
                "c=0",
                "d=0",
                "e=0",
            ],
            2,
        ),
        (&["table", "nim[a b]", "a=0..4000", "b=0..4000"], 2),
    ] {
        let output = run(&[args, &["-o", path]].concat());
        assert_eq!(code(&output), expected, "{args:?}: {}", err(&output));
        assert_eq!(fs::read_to_string(&file).unwrap(), "precious", "{args:?}");
        assert!(!directory.join("table.txt.part").exists(), "{args:?}");
    }
    for nowhere in [directory.join("no/such/place"), directory.clone()] {
        let args = ["table", "nim[n]", "n=0..3", "--format", "text", "-o"];
        let output = run(&[&args[..], &[nowhere.to_str().unwrap()]].concat());
        assert_eq!((code(&output), out(&output)), (2, ""));
        assert!(
            err(&output).starts_with("error: cannot write "),
            "{}",
            err(&output)
        );
    }
    // Only the file remains.
    assert_eq!(fs::read_dir(&directory).unwrap().count(), 1);
}

// Help

#[test]
fn help_says_what_it_is_and_its_usage_and_shows_examples_before_options() {
    for args in [
        &["--help"][..],
        &["-h"],
        &["analyze", "--help"],
        &["analyze", "-h"],
        &["play", "-h"],
        &["table", "--help"],
    ] {
        let output = run(args);
        assert_eq!((code(&output), err(&output)), (0, ""));
        let help = out(&output);
        let place = |part: &str| {
            help.find(part)
                .unwrap_or_else(|| panic!("{args:?}: no {part}"))
        };
        let about = help.lines().next().unwrap();
        assert!(about.len() > 20 && !about.contains("nimfield"), "{about}");
        let usage = place("\nUsage: nimfield ");
        let examples = place("\nExamples:\n  nimfield ");
        assert!(usage < examples && examples < place("\nOptions:"), "{help}");
    }
}

#[test]
fn completions_and_manual_pages() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = run(&["completions", shell]);
        assert_eq!((code(&output), err(&output)), (0, ""));
        assert!(out(&output).contains("allow-unproved"), "{shell}");
        assert!(out(&output).contains("check-bfile"), "{shell}");
        assert!(!out(&output).contains("nimfield-cli"), "{shell}");
    }
    for page in [
        &["man"][..],
        &["man", "analyze"],
        &["man", "play"],
        &["man", "table"],
    ] {
        let output = run(page);
        assert_eq!((code(&output), err(&output)), (0, ""));
        assert!(out(&output).contains(".SH SYNOPSIS"), "{page:?}");
        let examples = out(&output).split(".SH EXAMPLES\n.nf\nnimfield").nth(1);
        assert!(
            examples.is_some_and(|text| text.contains("\n.fi\n")),
            "{page:?}"
        );
        assert!(
            !out(&output).replace('\\', "").contains("nimfield-cli"),
            "{page:?}"
        );
    }
    assert_eq!(
        out(&run(&["--version"])),
        concat!("nimfield ", env!("CARGO_PKG_VERSION"), "\n")
    );
}

// Words that are true

#[test]
fn a_sum_whose_sources_differ_asks_for_the_play() {
    for position in ["tactix[2x2] + nim[3]", "nim[3] + tactix[2x2]"] {
        for command in ["analyze", "play"] {
            let output = run(&[command, position]);
            assert_eq!(code(&output), 2, "{command} {position}");
            let error = err(&output);
            assert!(
                error.contains("normal play for nim, misère play for tactix"),
                "{error}"
            );
            assert!(error.contains("--play"), "{error}");
        }
        let output = run(&["analyze", position, "--play", "normal"]);
        assert_eq!(code(&output), 0);
    }
    assert_eq!(code(&run(&["analyze", "tactix[2x2] + lines[2x2]"])), 0);
    let output = run(&["table", "tactix[2x2] + nim[n]", "n=0..3"]);
    assert_eq!(code(&output), 2, "{}", out(&output));
    assert!(err(&output).contains("--play"));
}

#[test]
fn partizan_games_are_refused_by_name_where_they_cannot_be_played() {
    for position in ["matrix-partizan[1 2; 3 4]", "crpm[2,1]", "crps[2,1]"] {
        let output = run(&["misere", position]);
        assert_eq!((code(&output), out(&output)), (2, ""), "{position}");
        assert!(err(&output).contains("is partizan"), "{}", err(&output));
    }
}

#[test]
fn files_of_every_kind_are_read() {
    let directory = directory("positions");
    for (name, text, position) in [
        ("crps.txt", "crps[3,2,1]\n", "crps[3,2,1]"),
        ("crpm.txt", "\u{feff}crpm[2^2]", "crpm[2^2]"),
        (
            "matrix-partizan.txt",
            "matrix-partizan[7 5\n6 8]\n",
            "matrix-partizan[7 5; 6 8]",
        ),
        ("nim.txt", "nim[3,5,w+1]", "nim[3,5,w+1]"),
        (
            "lines.txt",
            "lines(max=2)[101/011]",
            "lines(max=2)[101/011]",
        ),
        ("board.txt", "board rect 2 2\n", "@board.txt[2x2]"),
    ] {
        let path = directory.join(name);
        fs::write(&path, text).unwrap();
        let output = run(&["analyze", &format!("@{}", path.display())]);
        assert_eq!(code(&output), 0, "{name}: {}", err(&output));
        let first = out(&output).lines().next().unwrap();
        let shown = first.replace(&format!("{}/", directory.display()), "");
        if name != "board.txt" {
            assert_eq!(shown, position);
        }
    }
    let path = directory.join("bad.txt");
    fs::write(&path, "nim[3] + nim[5]").unwrap();
    let output = run(&["analyze", &format!("@{}", path.display())]);
    assert_eq!(code(&output), 2);
    assert!(
        err(&output).contains("a single position"),
        "{}",
        err(&output)
    );
}

#[test]
fn the_budget_is_blamed_only_where_it_ended_the_work() {
    // Larger forms are not computed with any budget.
    let output = run(&["analyze", "--value", "matrix-partizan[900 1000; 1100 950]"]);
    assert!(
        !out(&output).contains("within the budget"),
        "{}",
        out(&output)
    );
    let output = run(&["analyze", ENDLESS, "--value", "--positions", "100"]);
    assert!(
        out(&output).contains("not found within the budget"),
        "{}",
        out(&output)
    );
}

#[test]
fn counts_follow_the_format() {
    let json = run(&[
        "table", "nim[a b]", "a=0..3", "b=0..3", "--count", "--format", "json",
    ]);
    assert_eq!(objects(&json)[0]["p_positions"], "4");
    let kinds = [
        "table",
        "matrix-partizan[a b]",
        "a=0..3",
        "b=0..3",
        "--show",
        "kind",
        "--count",
    ];
    let counts = &objects(&run(&[&kinds[..], &["--json"]].concat()))[0]["by_kind"];
    let words = run(&kinds);
    for (kind, count) in counts.as_object().unwrap() {
        let count = count.as_str().unwrap();
        let found = out(&words).lines().any(|line| {
            let mut parts = line.split_whitespace();
            (parts.next(), parts.next()) == (Some(kind.as_str()), Some(count))
        });
        assert!(found, "{kind} {count}: {}", out(&words));
    }
    let refused = run(&[
        "table", "nim[a b]", "a=0..3", "b=0..3", "--show", "kind", "--only-p",
    ]);
    assert_eq!(code(&refused), 2);
    let limited = run(&[
        "table",
        "matrix-partizan[a b]",
        "a=3",
        "b=3",
        "--show",
        "value",
        "--limit",
        "5",
    ]);
    assert_eq!(code(&limited), 3, "{}", out(&limited));
}

#[test]
fn p_positions_are_listed_past_the_most_rows() {
    let large = ["table", "wythoff[n 2n]", "n=0..20000000", "--only-p"];
    let stopped = run(&[&large[..], &["--time", "0s"]].concat());
    assert_eq!(code(&stopped), 3, "{}", err(&stopped));
    for more in [&["--shard", "1/2", "-o", "never"][..], &["--blank"]] {
        assert_eq!(code(&run(&[&large[..], more].concat())), 2, "{more:?}");
    }
    let all = run(&large[..3]);
    assert!(err(&all).contains("--only-p lists them"), "{}", err(&all));
}

#[test]
fn the_routes_of_a_question_are_shown() {
    let told = |arguments: &[&str]| {
        let output = run(arguments);
        String::from_utf8(output.stderr).unwrap()
    };
    let position = "matrix[2 3 4; 3 4 5]";
    let shown = "\
the outcome of the position in normal play:
  theory: passed: no theorem of the game decides it
  table of the box: passed: an outcome is found sooner by search than by a table
  search: answered (1 position)
";
    let verbose = told(&["analyze", "-q", "-v", position]);
    assert!(verbose.starts_with(shown), "{verbose}");
    assert_eq!(told(&["analyze", "-q", position]), "");
    // Answers on stdout are still JSON objects.
    let json = run(&["analyze", "-q", "-v", "--json", position]);
    assert_eq!(String::from_utf8(json.stdout).unwrap().lines().count(), 1);
    assert!(told(&["analyze", "-q", "-v", "nim[3,5]"]).contains("theory: answered"));
    let large = told(&[
        "analyze",
        "-qv",
        "--positions",
        "9",
        "--no-moves",
        "lines(max=3)[6x7]",
    ]);
    let why =
        "table of the board: passed: the board has 42 cells, and tables are built for at most 32";
    assert!(large.contains(why), "{large}");
}

#[test]
fn winning_moves_are_counted_one_by_one() {
    let position = "matrix-partizan[3 5; 2 4] + nim[2]";
    let output = run(&["analyze", position]);
    let text = out(&output);
    assert!(text.contains("winning moves  4, all of them"), "{text}");
    let answer: Value = serde_json::from_str(out(&run(&["analyze", position, "--json"]))).unwrap();
    let moves = answer["winning_moves"].as_array().unwrap();
    let count = |found: &Value| {
        found
            .get("count")
            .map_or(1, |count| count.as_str().unwrap().parse().unwrap())
    };
    assert_eq!(moves.iter().map(count).sum::<u32>(), 4);
}

#[test]
fn the_menu_takes_numbers_of_games_only() {
    let output = run_with(&["play", "-q"], b"99\n0\nquit\n");
    let text = out(&output);
    for number in ["99", "0"] {
        let told = format!("unknown game {number}: choose 1 to ");
        assert!(text.contains(&told), "{text}");
    }
    assert!(!text.contains("normal play:"), "no game begins: {text}");
}

#[test]
fn a_range_that_moves_lists_can_be_typed_back() {
    let game = played(&["nim[3,5]"], "moves\nheap 2 by 1..5\n");
    assert!(game.contains("  heap 2 by 1..5\n"), "{game}");
    // The first of its moves is played.
    assert!(game.contains("\nnim[3,4]\n"), "{game}");
}

#[test]
fn rules_and_levels_are_available_during_a_game() {
    let game = played(
        &["nim[3,5]"],
        "rules\nlevel\nlevel 0.25\nlevel 7\nmoves outcomes\n",
    );
    for told in [
        "nim: ",
        "normal play: the player who makes the last move wins.\n",
        "the machine plays at level 1\n",
        "the machine plays at level 0.25\n",
        "a level is a number from 0 to 1, or perfect (1), strong (0.85)",
        "the outcomes of moves are shown at --level 1, not at 0.25\n",
    ] {
        assert!(game.contains(told), "{told}: {game}");
    }
}

#[test]
fn the_repl_keeps_positions_and_shows_values() {
    let script = "p := nim[3,5]\np + nim[6]\nq := p + nim[6]\nlines(max=2)[11/11] --value\nvariables\n\
                  p := 2\np + 1\nr := matrix-partizan[1 2; 2 2]\nr - r\nr - q\nnim[1] --json\n";
    let output = run_with(&["repl"], script.as_bytes());
    let text = out(&output);
    for told in [
        "nim[3,5]\n",
        "nim[3,5] + nim[6]\n  outcome        P",
        "p := nim[3,5]\nq := nim[3,5] + nim[6]\n",
        "\n3\n",
        "matrix-partizan[1 2; 2 2] + matrix-partizan[1 2; 2 2]\n  outcome        P",
        "`q` is a sum: subtract its summands one by one",
        "{\"schema\":1,\"position\":\"nim[1]\"",
    ] {
        assert!(text.contains(told), "{told}: {text}");
    }
    assert!(!text.contains("--value looks for it"), "{text}");
}

#[test]
fn a_range_with_a_dash_is_shown_with_dots() {
    let output = run(&["table", "nim[a,b]", "a=0-3", "b=0..3"]);
    assert_eq!(code(&output), 2);
    let told = "a range is written with two dots: a=0..3";
    assert!(err(&output).contains(told), "{}", err(&output));
}

#[test]
fn a_member_of_a_family_that_cannot_be_read_names_the_family() {
    let output = run(&["table", "nim[a b a_b]", "a=3", "b=3"]);
    assert_eq!(code(&output), 2);
    let told = "nim[a b a_b] with a=3 b=3: ";
    assert!(err(&output).contains(told), "{}", err(&output));
}

/// If one question uses up its time, the proof of a law for a later question still has its own.
#[test]
fn a_law_is_proved_with_the_time_of_its_own_question() {
    let args = ["analyze", "-", "--json", "--no-moves", "--time", "1s"];
    let output = run_with(&args, b"cram[7x7]\nyama[10^6,10^12]\n");
    let answers: Vec<Value> = out(&output)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(answers[0]["outcome"], Value::Null, "{}", out(&output));
    assert_eq!(answers[1]["outcome"], "N", "{}", out(&output));
}

/// The laws of the shelf decide wherever positions are analysed: piles differ by 1 at most exactly in P-positions.
#[test]
fn laws_decide_in_tables_hunts_and_play() {
    let (a, b) = ("a=1000000..1000002", "b=1000000..1000003");
    for (arguments, told) in [
        (
            &["table", "yama[a b]", a, b, "--count"][..],
            "8 P-positions among 12",
        ),
        (
            &["table", "yama[a b]", a, "b=10^18", "--count"],
            "0 P-positions among 3",
        ),
        (
            &[
                "table",
                "wythoff[a b]",
                "a=0..10^18",
                "b=0..10^18",
                "--count",
            ],
            "763932022500210305 P-positions among 1000000000000000002000000000000000001",
        ),
        (
            &["guess", "fraenkel(a)[n m]", "a=2", "--prove"],
            "proved for all numbers",
        ),
        (
            &["hunt", "--statement", "yama[a b]: P = (abs(a-b) < 2)", a, b],
            "no counterexample among 12 positions",
        ),
    ] {
        let output = run(arguments);
        assert_eq!(code(&output), 0, "{}", err(&output));
        assert!(out(&output).contains(told), "{told}: {}", out(&output));
    }
    let output = run_with(
        &["play", "yama[10^6,10^12]"],
        b"hint\npiles 1,2 by -1,999999000000\nquit\n",
    );
    let told = out(&output);
    assert!(
        told.contains("it leaves yama[1000001,1000000], lost"),
        "{told}"
    );
    assert!(!told.contains("not a legal move"), "{told}");
}

#[test]
fn laws_of_a_file_decide_in_tables_and_hunts() {
    let folder = directory("own-laws");
    let game = folder.join("one.game");
    std::fs::write(
        &game,
        "piles 2\nmove same any from each\nmove vector 1,1 from all\n",
    )
    .unwrap();
    let file = folder.join("law.json");
    let path = file.to_str().unwrap();
    let family = format!("@{}[a b]", game.to_str().unwrap());
    let output = run(&[
        "guess",
        &family,
        "--prove",
        "--certificate",
        path,
        "--count",
        "10^15",
    ]);
    assert_eq!(code(&output), 0, "{}", err(&output));
    let (_, counted) = out(&output)
        .split_once("count ")
        .map(|(_, rest)| (0, rest.trim().to_string()))
        .unwrap();
    let counted = counted.split_once(' ').unwrap().0.to_string();
    let most = "999999999999999";
    let (a, b) = (format!("a=0..{most}"), format!("b=0..{most}"));
    let output = run(&["table", &family, &a, &b, "--count", "--law", path]);
    assert_eq!(code(&output), 0, "{}", err(&output));
    assert!(
        out(&output).starts_with(&format!("{counted} P-positions among ")),
        "{}",
        out(&output)
    );
    // Few positions are counted one by one: without the law and with it.
    let few = |more: &[&str]| {
        let (a, b) = ("a=0..60", "b=0..60");
        let output = run(&[&["table", &family, a, b, "--count"], more].concat());
        assert_eq!(code(&output), 0, "{}", err(&output));
        out(&output).to_string()
    };
    assert_eq!(few(&["--law", path]), few(&[]));
    let statement = format!("{family}: P -> abs(a-b) < 2");
    let far = [
        "a=1000000000000..1000000000003",
        "b=1000000000000..1000000000003",
    ];
    let output = run(&[
        "hunt",
        "--statement",
        &statement,
        far[0],
        far[1],
        "--law",
        path,
    ]);
    assert_eq!(code(&output), 0, "{}", err(&output));
    assert!(
        out(&output).contains("no counterexample among 16 positions"),
        "{}",
        out(&output)
    );
    // A law of another family, of the other play, or for what has no letters.
    for (arguments, told) in [
        (
            &["table", "nim[a b]", "a=0..9", "b=0..9", "--law", path][..],
            "not a position of the family",
        ),
        (
            &[
                "table", &family, "a=0..9", "b=0..9", "--play", "misere", "--law", path,
            ],
            "the law is for normal play",
        ),
        (
            &[
                "hunt",
                "--statement",
                "crim: P -> even(size)",
                "--law",
                path,
            ],
            "a law decides the positions of a family",
        ),
    ] {
        let output = run(arguments);
        assert_eq!(code(&output), 2, "{}", out(&output));
        assert!(err(&output).contains(told), "{}", err(&output));
    }
}

#[test]
fn laws_are_proved_written_and_checked() {
    let folder = directory("laws");
    let file = folder.join("law.json");
    let path = file.to_str().unwrap();
    let prove = ["guess", "wythoff[a b]", "--prove", "--certificate", path];
    let output = run(&prove);
    assert_eq!(code(&output), 0, "{}", err(&output));
    assert!(
        out(&output).contains("proved for all numbers"),
        "{}",
        out(&output)
    );
    let output = run(&["check", path]);
    assert_eq!(code(&output), 0, "{}", err(&output));
    assert!(out(&output).contains("proved again for all numbers"));
    let output = run(&["analyze", "wythoff[10^30 5]", "wythoff[3,5]", "--law", path]);
    assert_eq!(code(&output), 0, "{}", err(&output));
    for told in [
        "heap 1 by 999999999999999999999999999997  to wythoff[3,5]",
        "none",
        "8 states",
    ] {
        assert!(out(&output).contains(told), "{}", out(&output));
    }
    for (more, exit, told) in [
        (&["nim[3 5]"][..], 2, "^^^"),
        (
            &["wythoff[3 6]", "--play", "misere"],
            2,
            "--play requests misère play",
        ),
        (&["wythoff[3 6]", "--value"], 0, ""),
        (&["wythoff[3 6]", "--no-moves"], 0, ""),
        (&["wythoff[3 6]", "--state", "x"], 2, "cannot be used with"),
    ] {
        let output = run(&[&["analyze", "--law", path], more].concat());
        assert_eq!(code(&output), exit, "{more:?}: {}", err(&output));
        assert!(err(&output).contains(told), "{told}: {}", err(&output));
    }
    // Laws of the shelf decide where numbers have three digits.
    for (number, by_law) in [("99", false), ("100", true)] {
        let output = run(&["analyze", &format!("yama[3,{number}]")]);
        assert_eq!(out(&output).contains("Büchi"), by_law, "{}", out(&output));
    }
    // The other play convention, a step to another state, and a repeated field.
    let text = fs::read_to_string(&file).unwrap();
    for (from, to, exit) in [
        ("\"normal\"", "\"misere\"", 1),
        ("[0,1,2,7]", "[0,1,1,7]", 1),
        ("[0,1,2,7]", "[0,1,2,8]", 2),
        ("\"version\":1", "\"version\":2", 2),
        ("\"version\":1", "\"version\":1,\"version\":1", 2),
        ("wythoff[a b]", "wythoff[a a]", 2),
        ("wythoff[a b]", "@none.game[a b]", 2),
    ] {
        fs::write(&file, text.replacen(from, to, 1)).unwrap();
        for arguments in [
            &["check", path][..],
            &["analyze", "wythoff[3 5]", "--law", path],
        ] {
            let output = run(arguments);
            assert_eq!(code(&output), exit, "{from} {to}: {}", err(&output));
        }
    }
    // Pictures, a theorem and P-positions far beyond the table.
    for (option, name, told) in [
        ("--draw", "law.svg", "<polygon"),
        ("--draw", "law.tex", "tikzpicture"),
        ("--draw", "law.dot", "3 -> 5 [label=\"00\"]"),
        ("--latex", "theorem.tex", "\\begin{theorem}"),
        ("--bfile", "b000001.txt", "\n9999 4045\n10000 6545\n"),
    ] {
        let file = folder.join(name);
        let path = file.to_str().unwrap();
        let output = run(&["guess", "wythoff[a b]", "--prove", option, path]);
        assert_eq!(code(&output), 0, "{option}: {}", err(&output));
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains(told), "{told}: {text}");
    }
    // The kinds of moves that can be dropped, if there are any.
    let output = run(&["guess", "wythoff[a b]", "--prove", "--minimal"]);
    let told = "minimal        of 3 kinds of moves none can be dropped\n";
    assert!(out(&output).ends_with(told), "{}", out(&output));
    // Without a proof there is no certificate.
    let other = folder.join("other.json");
    let other = other.to_str().unwrap();
    let output = run(&[
        "guess",
        "kayles[n]",
        "--prove",
        "n=0..60",
        "--certificate",
        other,
    ]);
    assert_eq!(code(&output), 3, "{}", err(&output));
    assert!(err(&output).contains("no certificate") && !fs::exists(other).unwrap());
    for (wanted, told) in [
        (
            &["wythoff[a b]", "--prove", "a=1..60", "b=1..60"][..],
            "a=0..60",
        ),
        (
            &["wythoff[a b]", "--prove", "--numeration", "17"],
            "1 <= B <= A <= 16",
        ),
        (
            &["wythoff[a b]", "--prove", "--walnut", "x"],
            "cannot be used with",
        ),
        (&["wythoff[a b]", "--redundant"], "--prove"),
        (&["wythoff[a b]", "--count", "9"], "--prove"),
        (&["wythoff[a b]", "--prove", "--count", "9x"], "^"),
        (&["wythoff[a b]", "--prove", "--draw", "law.bmp"], ".svg"),
        (
            &["nim[a b c]", "--prove", "--bfile", "b.txt"],
            "one letter or pairs",
        ),
        (&["wythoff[3 5]", "--prove"], "one to three letters"),
        (&["nim[a b c d]", "--prove"], "one to three letters"),
        (&["wythoff[a b", "--prove"], "expected"),
    ] {
        let output = run(&[&["guess"], wanted].concat());
        assert_eq!(code(&output), 2, "{wanted:?}: {}", out(&output));
        assert!(err(&output).contains(told), "{told}: {}", err(&output));
    }
}

#[test]
fn guesses_end_with_the_budget_and_walnut_gets_numbers_from_0_on() {
    let ranges = ["a=0..100", "b=0..100", "c=0..100"];
    let output = run(&[&["guess", "nim[a b c]", "--time", "1ms"], &ranges[..]].concat());
    assert_eq!(code(&output), 3, "{}", out(&output));
    let folder = directory("walnut");
    let folder = folder.to_str().unwrap();
    // The sentences would be about positions that were not examined.
    let output = run(&[
        "guess",
        "wythoff[a b]",
        "a=1..60",
        "b=1..60",
        "--walnut",
        folder,
    ]);
    assert_eq!((code(&output), out(&output)), (2, ""));
    assert!(err(&output).contains("a=0..60"), "{}", err(&output));
    // Without an automaton there are no files; the guess is printed.
    let output = run(&["guess", "grundy[n]", "n=0..12", "--walnut", folder]);
    assert_eq!(code(&output), 3, "{}", err(&output));
    assert!(out(&output).contains("not proved") || out(&output).contains("none"));
    assert!(fs::read_dir(folder).unwrap().next().is_none());
}

/// What people type instead of a position: the error ends with the line to type, or with a suggestion.
#[test]
fn other_notations_are_answered_with_the_line_to_type() {
    for (arguments, expected) in [
        (&["nim", "3", "4", "5"][..], "nimfield analyze 'nim[3 4 5]'"),
        (&["nim[3,4]"], "nimfield analyze 'nim[3,4]'"),
        (
            &["grundy", "nim[3,4]"],
            "nimfield analyze --value 'nim[3,4]'",
        ),
        (&["analyse", "nim[3,4]"], "nimfield analyze 'nim[3,4]'"),
        (&["0.77[5]"], "nimfield analyze 'code(0.77)[5]'"),
        (&["chomp 3x4"], "nimfield analyze 'chomp[3x4]'"),
        (&["analyze", "chomp 3x4"], "did you mean `chomp[3x4]`?"),
        (&["analyze", "kayles[1x5]"], "did you mean `kayles[5]`?"),
        (&["analyze", "cram[4,5]"], "did you mean `cram[4x5]`?"),
        (
            &["analyze", "[[20,24],[24,27]]"],
            "did you mean `matrix[20 24; 24 27]`?",
        ),
        (
            &["analyze", "\\begin{pmatrix}20&24\\\\24&27\\end{pmatrix}"],
            "did you mean `matrix[20 24; 24 27]`?",
        ),
        (
            &["analyze", "\u{201c}nim[3]\u{201d}"],
            "did you mean `nim[3]`?",
        ),
        (
            &["analyze", "subtraction(1,2,3)[10]"],
            "did you mean `code(take 1,2,3)[10]`?",
        ),
        (
            &["analyze", "lines[++--++]"],
            "did you mean `lines[110011]`?",
        ),
        (&["analyze", "-nim[3]"], "nimfield analyze -- '-nim[3]'"),
        (
            &["table", "--only-p", "-nim[a]", "a=1..3"],
            "nimfield table --only-p -- '-nim[a]' a=1..3",
        ),
        (
            &["analyze", "[20 24; 24 27]"],
            "did you mean `matrix[20 24; 24 27]`?",
        ),
        (&["analyze", "[3,4,5]"], "did you mean `nim[3,4,5]`?"),
        (
            &["analyze", "\\begin{array}{cc}1&2\\\\3&4\\end{array}"],
            "did you mean `matrix[1 2; 3 4]`?",
        ),
        (&["analyze", "nim{3,4}"], "did you mean `nim[3,4]`?"),
        (
            &["analyze", "subtraction{1,2}[10]"],
            "did you mean `code(take 1,2)[10]`?",
        ),
        (&["analyze", "kayles[2x5]"], "did you mean `kayles[5,5]`?"),
        (
            &["analyze", "--time", "soon", "nim[3]"],
            "expected a time, such as 500ms, 90s, 10m or 1h",
        ),
        (
            &["serve", "--listen", "nowhere"],
            "expected an IP address, such as 127.0.0.1 or 0.0.0.0",
        ),
        (
            &["analyze", "--memory", "lots", "nim[3]"],
            "such as 512MiB or 2GiB",
        ),
        (
            &["play", "--level", "hard", "nim[3]"],
            "perfect (1), strong (0.85), middling (0.6), weak (0.3), random (0)",
        ),
        (
            &["moore", "3", "4", "5"],
            "nimfield analyze 'moore(2)[3 4 5]'",
        ),
        (
            &["analyze", "moore[3,4,5]"],
            "did you mean `moore(2)[3,4,5]`?",
        ),
        (
            &["moore", "2", "3", "4", "5"],
            "nimfield analyze 'moore(2)[3 4 5]'",
        ),
        (
            &["subtraction", "3", "10"],
            "nimfield analyze 'subtraction(3)[10]'",
        ),
        (&["chomp", "3", "4"], "nimfield analyze 'chomp[3x4]'"),
        (&["nim"], "nimfield games nim"),
        (&["nim", "3+4+5"], "nimfield analyze 'nim[3,4,5]'"),
        (&["kayles", "3+4"], "nimfield analyze 'kayles[3,4]'"),
        (
            &["nim", "3", "4", "5", "--play", "misere"],
            "nimfield analyze 'nim[3 4 5]' --play misere",
        ),
        (
            &["--json", "cram", "4x5", "--time", "5s"],
            "nimfield analyze 'cram[4x5]' --time 5s",
        ),
        (&["tactix", "4"], "nimfield games tactix"),
        (&["wythoff", "3-5"], "nimfield games wythoff"),
        (&["pnim", "2", "3"], "nimfield games pnim"),
        (&["mean", "{1|0}"], "nimfield value 'mean({1|0})'"),
        (&["mean({1|0})"], "nimfield value 'mean({1|0})'"),
        (
            &["analyze", "nim", "3", "4", "5"],
            "did you mean `nim[3 4 5]`?",
        ),
        (&["analyze", "chomp", "3x4"], "did you mean `chomp[3x4]`?"),
        (
            &["analyze", "[[20 24]\n [24 27]]"],
            "did you mean `matrix[20 24; 24 27]`?",
        ),
        (
            &["analyze", "{{20,24},{24,27}}"],
            "did you mean `matrix[20 24; 24 27]`?",
        ),
        (
            &["period", "kayles"],
            "write the letter in brackets after the game: kayles[n]",
        ),
        (&["kayles[x]"], "nimfield games kayles"),
        (
            &["analyze", "matrix[[20,24],[24,27]]"],
            "did you mean `matrix[20 24; 24 27]`?",
        ),
        (
            &["analyze", "np.array([[1, 2], [3, 4]])"],
            "did you mean `matrix[1 2; 3 4]`?",
        ),
        (
            &["analyze", "holladay[[1,2],[3,4]]"],
            "did you mean `holladay[1 2; 3 4]`?",
        ),
        (
            &[
                "analyze",
                "$\\left(\\begin{array}{cc}1&2\\\\3&4\\end{array}\\right)$",
            ],
            "did you mean `matrix[1 2; 3 4]`?",
        ),
        (
            &["analyze", "20 24; 24 27"],
            "did you mean `matrix[20 24; 24 27]`?",
        ),
        (&["analyze", "3 4 5"], "did you mean `nim[3 4 5]`?"),
        (&["analyze", "wythoff[3x5]"], "did you mean `wythoff[3,5]`?"),
        (
            &["analyze", "subtraction[1,2,3][10]"],
            "did you mean `code(take 1,2,3)[10]`?",
        ),
        (
            &["analyze", "subtraction(1 2 3)[10]"],
            "did you mean `code(take 1,2,3)[10]`?",
        ),
        (
            &["analyze", "lines[**..**]"],
            "did you mean `lines[11..11]`?",
        ),
        (&["games", "my.game"], "this file does not exist"),
        (&["games", "nimm"], "did you mean `nim`?"),
        (
            &["verify", "all"],
            "`nimfield verify --all` checks all claims",
        ),
        (&["value", "up"], "up is written `^`"),
        (&["value", "double up"], "double up is written `^^`"),
        (
            &["analyze", "--positions", "-1", "nim[3]"],
            "invalid value '-1' for '--positions <N>': expected a whole number",
        ),
    ] {
        let output = run(arguments);
        assert_eq!(code(&output), 2, "{arguments:?}");
        assert!(
            err(&output).contains(expected),
            "{arguments:?}: {}",
            err(&output)
        );
    }
    let output = run(&["analyze", "nim[x]"]);
    assert!(!err(&output).contains("did you mean"), "{}", err(&output));
}

/// A `.json` file holds an array of the objects that a `.jsonl` file has in its lines, also if there are none.
#[test]
fn tables_in_json_files_are_arrays() {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("json-array");
    fs::create_dir_all(&directory).unwrap();
    for (more, count) in [(&["a=0..3"][..], 4), (&["a=1..3", "--only-p"], 0)] {
        let [array, lines] = ["t.json", "t.jsonl"].map(|name| {
            let file = directory.join(name);
            let arguments = [&["table", "nim[a]"], more, &["-o", file.to_str().unwrap()]].concat();
            assert_eq!(code(&run(&arguments)), 0);
            fs::read_to_string(file).unwrap()
        });
        let array: Vec<Value> = serde_json::from_str(&array).unwrap();
        let lines: Vec<Value> = lines
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert_eq!((array.len(), array), (count, lines));
    }
}

/// The name of a rule file alone means its first example.
#[test]
fn a_rule_file_without_a_body_begins_with_its_first_example() {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("usual-start");
    fs::create_dir_all(&directory).unwrap();
    let file = directory.join("near.game");
    fs::write(&file, "piles 2\nmove same any from each\nexample [2,6] N\n").unwrap();
    let name = file.to_str().unwrap();
    let output = run(&["analyze", &format!("@{name}")]);
    assert!(
        out(&output).starts_with(&format!("@{name}[2,6]\n")),
        "{}",
        out(&output)
    );
    let bare = directory.join("bare.game");
    fs::write(&bare, "piles 2\nmove same any from each\n").unwrap();
    let output = run(&["analyze", &format!("@{}", bare.display())]);
    assert_eq!(code(&output), 2);
    assert!(
        err(&output).contains("has no `example` line to begin from"),
        "{}",
        err(&output)
    );
    let output = run(&["analyze", &format!("@{}[x]", bare.display())]);
    assert!(
        err(&output).ends_with(
            "a pile is a whole number from 0 to 85070591730234615865843651857942052863\n"
        ),
        "{}",
        err(&output)
    );
    let output = run(&["analyze", name]);
    let meant = format!("did you mean `@{name}`?");
    assert!(err(&output).contains(&meant), "{}", err(&output));
    let output = run(&["games", name]);
    assert!(
        err(&output).contains("did you mean the file"),
        "{}",
        err(&output)
    );
}
