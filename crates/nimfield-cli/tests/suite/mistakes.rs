//! Errors of mistyped commands: what they say is accepted, is accepted.

use std::fs;

use crate::common::{code, err, file, out, run, run_with};

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

/// Positions in other spellings: each suggestion is the position that was meant.
#[test]
fn other_spellings_are_corrected() {
    for (typed, meant) in [
        ("rnim[3x4]", "rnim[3,4]"),
        ("pnim[2x3]", "pnim[3,3]"),
        ("nim[3x4]", "nim[4,4,4]"),
        ("nim[3;4;5]", "nim[3,4,5]"),
        ("nim[3,4,5,]", "nim[3,4,5]"),
        ("Nim[3, 4, 5].", "Nim[3, 4, 5]"),
        ("nim[\\omega+1]", "nim[w+1]"),
        ("nim:3,4,5", "nim[3,4,5]"),
        ("*3 ⊕ *5", "*3 + *5"),
        ("nim[3] ⊕ nim[5]", "nim[3] + nim[5]"),
        ("nim[3], nim[5]", "nim[3] + nim[5]"),
        ("pnim[4,2^{2}]", "pnim[4,2^2]"),
        ("pnim[(4,2,2)]", "pnim[4,2,2]"),
        ("wythoff[(3,5)]", "wythoff[3,5]"),
        ("wythoff[3;5]", "wythoff[3,5]"),
        ("nimbers[2,3]", "nimbers[(2,3)]"),
        ("lines(3)[4x4]", "lines(max=3)[4x4]"),
        ("tactix[3]", "tactix[3x3]"),
        ("matrix[ [1,2], [3,4] ]", "matrix[1 2; 3 4]"),
        ("matrix[1 2, 3 4]", "matrix[1 2; 3 4]"),
        ("matrix[1 2|3 4]", "matrix[1 2;3 4]"),
        ("matrix[1 2/3 4]", "matrix[1 2;3 4]"),
        ("matrix[1 & 2 \\\\ 3 & 4]", "matrix[1   2 ; 3   4]"),
        ("matrix[(1,2),(3,4)]", "matrix[1,2;3,4]"),
    ] {
        let answer = run(&["analyze", typed]);
        assert_eq!(code(&answer), 2, "{typed}: {}", out(&answer));
        let suggestion = format!("did you mean `{meant}`?");
        let says = err(&answer);
        assert!(says.contains(&suggestion), "{typed}: {says}");
        assert_eq!(says.matches("did you mean").count(), 1, "{says}");
        assert_eq!(code(&run(&["analyze", meant])), 0, "{meant}");
    }
    // Nothing is suggested where the entries are missing, or a number has another base.
    for typed in ["matrix[2x3]", "holladay[3x3]", "nim[0x10]"] {
        let answer = run(&["analyze", typed]);
        assert_eq!(code(&answer), 2);
        assert!(!err(&answer).contains("did you mean"), "{}", err(&answer));
    }
}

/// Texts that can be read in two ways are refused.
#[test]
fn separators_are_not_guessed() {
    for (typed, says) in [
        (
            "matrix[1 2, 3 4]",
            "some entries of this row are separated by commas",
        ),
        ("nim[1,000]", "cannot begin with 0"),
        ("rnim[12,000]", "cannot begin with 0"),
        ("*3 *4 *5", "can be read in two ways"),
        ("*2 + *3 *4", "can be read in two ways"),
        ("2 *3", "can be read in two ways"),
    ] {
        let answer = run(&["analyze", typed]);
        assert_eq!(code(&answer), 2, "{typed}: {}", out(&answer));
        assert!(err(&answer).contains(says), "{typed}: {}", err(&answer));
    }
    for typed in [
        "matrix[1, 2; 3, 4]",
        "matrix[7,5; 6 8]",
        "matrix[1 2\n3 4]",
        "nim[1, 0, 10]",
        "2 * 3",
        "2*3",
    ] {
        let answer = run(&["analyze", typed]);
        assert_eq!(code(&answer), 0, "{typed}: {}", err(&answer));
    }
}

/// The examples in errors are accepted where they are shown.
#[test]
fn examples_in_errors_are_accepted() {
    let wrong = run(&["analyze", "3 xor 5"]);
    assert!(
        err(&wrong).contains("3/4, *2, ^, +-1, {2|-1}"),
        "{}",
        err(&wrong)
    );
    for value in ["3/4", "*2", "^", "+-1", "{2|-1}"] {
        assert_eq!(code(&run(&["analyze", value])), 0, "{value}");
    }
    let wrong = run(&["period", "0.77"]);
    assert!(err(&wrong).contains("code(0.77)[n]"), "{}", err(&wrong));
    assert_eq!(code(&run(&["period", "code(0.77)[n]"])), 0);
    let wrong = run(&["period", "kayles[n]", "n=0..100"]);
    assert_eq!(code(&wrong), 2);
    assert_eq!(err(&wrong).lines().count(), 1, "{}", err(&wrong));
    assert!(err(&wrong).contains("--up-to 100"), "{}", err(&wrong));
    assert_eq!(code(&run(&["period", "kayles[n]", "--up-to", "100"])), 0);
    let several = run(&["period", "kayles[n,m]", "n=0..2", "--up-to", "20"]);
    assert_eq!(code(&several), 0, "{}", err(&several));
}

/// A saved game is analysed in its play convention, unless another one is requested.
#[test]
fn saved_games_keep_their_play_convention() {
    let path = file("misere.txt");
    let name = path.display().to_string();
    let script = format!("save {name}\nquit\n");
    let saved = run_with(
        &["play", "-q", "nim[1,1]", "--play", "misere"],
        script.as_bytes(),
    );
    assert_eq!(code(&saved), 0, "{}", err(&saved));
    let analyzed = |more: &[&str]| {
        let answer = run(&[&["analyze", &format!("@{name}")], more].concat());
        assert_eq!(code(&answer), 0, "{}", err(&answer));
        out(&answer).to_string()
    };
    let own = analyzed(&[]);
    assert!(
        own.contains("N: the player to move wins (misère play)"),
        "{own}"
    );
    let asked = analyzed(&["--play", "normal"]);
    assert!(
        asked.contains("P: the player to move loses (normal play)"),
        "{asked}"
    );
    // The next position has that of its own game again.
    let both = run(&["analyze", &format!("@{name}"), "nim[1,1]"]);
    assert!(out(&both).contains("(misère play)") && out(&both).contains("(normal play)"));
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("game 1", "game 9")).unwrap();
    let other = run(&["analyze", &format!("@{name}")]);
    assert!(
        err(&other).contains("a saved game of this version begins with"),
        "{}",
        err(&other)
    );
}

/// The parts that a move leaves may stand in any order, also in a game of a rule file.
#[test]
fn parts_of_a_split_stand_in_any_order() {
    for game in ["kayles[7,1]", "code(0.77)[7,1]"] {
        for split in ["2+3", "3+2"] {
            let script = format!("heap 1 by 2 into {split}\nquit\n");
            let players = ["play", "-q", "--players", "human,human", game];
            let played = run_with(&players, script.as_bytes());
            assert!(out(&played).contains("[2,3,1]"), "{game}: {}", out(&played));
        }
    }
}

/// A strip is written by its length where all moves lie in rows.
#[test]
fn strips_are_written_by_their_length() {
    for (short, long) in [
        ("treblecross[7]", "treblecross[1x7]"),
        ("cram[3]", "cram[3x3]"),
        ("squares[3]", "squares[3x3]"),
    ] {
        let first = |position: &str| {
            let answer = run(&["analyze", position]);
            assert_eq!(code(&answer), 0, "{}", err(&answer));
            out(&answer).lines().next().unwrap().to_string()
        };
        assert_eq!(first(short), first(long));
    }
}

/// The fact `moves` is the number of moves and no bound.
#[test]
fn facts_count_moves_exactly() {
    let table = run(&["table", "moore(2)[n,2]", "n=1..3", "--show", "moves"]);
    let words: Vec<&str> = out(&table).split_whitespace().collect();
    assert_eq!(words, ["n=1", "5", "n=2", "8", "n=3", "11"]);
    let statement = "yama[a b]: moves <= a*b+a+b";
    let hunt = run(&["hunt", "--statement", statement, "a=0..5", "b=0..5"]);
    assert_eq!(code(&hunt), 0, "{}{}", out(&hunt), err(&hunt));
    let endless = run(&["table", "nim[w]", "--show", "moves"]);
    assert_ne!(code(&endless), 0, "{}", out(&endless));
}
