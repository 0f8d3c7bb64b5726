//! `period`: the terms that a proved law gives, state files, and the output if nothing is proved.

use std::fs;
use std::path::PathBuf;

use crate::common::{code, err, out, run, text};

fn scratch(name: &str) -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("period-{name}"));
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).unwrap();
    directory
}

/// The values by the definition of games where a move takes some of these amounts from one heap.
fn taking(amounts: &[usize], heaps: usize) -> Vec<usize> {
    let mut values: Vec<usize> = Vec::new();
    for heap in 0..heaps {
        let options = amounts.iter().filter(|&&amount| amount <= heap);
        let options: Vec<usize> = options.map(|amount| values[heap - amount]).collect();
        values.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    values
}

fn bfile(values: &[usize]) -> String {
    let lines = values.iter().enumerate();
    lines.map(|(n, value)| format!("{n} {value}\n")).collect()
}

#[test]
fn a_proved_law_gives_the_terms_beyond_its_proof() {
    let directory = scratch("law");
    let values = taking(&[1, 2], 300);
    let own = run(&["period", "code(0.33)[n]", "--bfile", "--up-to", "299"]);
    let lines: Vec<&str> = out(&own).lines().skip(1).collect();
    assert_eq!(lines.join("\n") + "\n", bfile(&values));

    let file = directory.join("b.txt");
    let against = |text: &str, more: &[&str]| {
        fs::write(&file, text).unwrap();
        let file = file.to_str().unwrap();
        let output = run(&[&["period", "code(0.33)[n]", "--against", file], more].concat());
        (code(&output), out(&output).to_string())
    };
    let (status, said) = against(&bfile(&values), &[]);
    assert_eq!(status, 0);
    assert!(
        said.contains("all 300 common terms agree, n = 0 to 299"),
        "{said}"
    );
    let mut wrong = values.clone();
    wrong[250] += 1;
    for more in [&[][..], &["--up-to", "250"]] {
        let (status, said) = against(&bfile(&wrong), more);
        assert_eq!(status, 1);
        assert!(
            said.contains("the first at n = 250: 2 in the file, 1 computed"),
            "{said}"
        );
    }
    let (status, said) = against(&bfile(&wrong), &["--up-to", "249"]);
    assert_eq!(
        (status, said.contains("all 250 common terms")),
        (0, true),
        "{said}"
    );

    // A row of Wythoff's game grows by its law; these are its values by the definition.
    let mut grid = vec![vec![0; 120]; 4];
    for (row, column) in (0..4).flat_map(|row| (0..120).map(move |column| (row, column))) {
        let mut options: Vec<usize> = (0..row).map(|other| grid[other][column]).collect();
        options.extend(&grid[row][..column]);
        options.extend((1..=row.min(column)).map(|less| grid[row - less][column - less]));
        grid[row][column] = (0..).find(|value| !options.contains(value)).unwrap();
    }
    let own = run(&["period", "wythoff[3,n]", "--bfile", "--up-to", "119"]);
    let lines: Vec<&str> = out(&own).lines().skip(1).collect();
    assert_eq!(lines.join("\n") + "\n", bfile(&grid[3]));
}

#[test]
fn values_of_a_longer_state_stay_out_of_the_report() {
    let state = scratch("state").join("st");
    let state = state.to_str().unwrap();
    let of = |up_to: &str, state: &[&str]| {
        let arguments = ["period", "code(0.6)[n]", "--up-to", up_to];
        out(&run(&[&arguments, state].concat())).to_string()
    };
    let longer = of("900", &["--state", state]);
    assert_eq!(of("100", &["--state", state]), of("100", &[]));
    assert_eq!(of("900", &["--state", state]), longer);
}

#[test]
fn reasons_say_that_values_come_from_a_file() {
    let folder = scratch("from_a_file");
    let [state, certificate] = ["st", "c.json"].map(|name| folder.join(name));
    let arguments = [
        "period",
        "code(0.77)[n]",
        "--state",
        state.to_str().unwrap(),
        "--certificate",
        certificate.to_str().unwrap(),
    ];
    let first = out(&run(&arguments)).to_string();
    let written = fs::read_to_string(&certificate).unwrap();
    let again = out(&run(&arguments)).to_string();
    let from =
        "; the values of the heaps below 192 come from a file, and all of them were computed again";
    assert!(again.contains(from), "{again}");
    assert_eq!(again.replace(from, ""), first);
    assert_eq!(fs::read_to_string(&certificate).unwrap(), written);
}

#[test]
fn a_repetition_that_no_theorem_proves_yet_is_seen() {
    let output = run(&["period", "code(0.56)[n]", "--up-to", "400000"]);
    let law = "g(n + 144) = g(n) for all n >= 326640: seen up to n = 400000";
    assert!(out(&output).contains(law), "{}", out(&output));
}

#[test]
fn a_letter_may_be_shifted() {
    let output = run(&["period", "kayles[n-4]"]);
    let law = "g(n + 12) = g(n) for all n >= 75: proved";
    assert!(out(&output).contains(law), "{}", out(&output));
    assert!(out(&output).contains("first          n = 4"));
}

#[test]
fn what_was_seen_is_printed_where_no_certificate_can_be() {
    let certificate = scratch("certificate").join("x.json");
    let arguments = ["period", "crim[n^2]", "--up-to", "30", "--certificate"];
    let output = run(&[&arguments[..], &[certificate.to_str().unwrap()]].concat());
    assert_eq!(code(&output), 3);
    assert!(
        out(&output).contains("seen up to n = 30"),
        "{}",
        out(&output)
    );
    assert!(err(&output).contains("no certificate can be written"));
    assert!(!certificate.exists());
}

#[test]
fn terms_are_looked_up() {
    let file = scratch("oeis").join("stripped");
    let of = |text: &str| {
        fs::write(&file, text).unwrap();
        let output = run(&["period", "code(0.33)[n]", "--oeis", file.to_str().unwrap()]);
        (
            code(&output),
            out(&output).to_string(),
            err(&output).to_string(),
        )
    };
    // The values are 0, 1, 2, 0, 1, 2, …
    let sequences = "# a comment\n\
                     A000001 ,0,1,2,0,1,2,0,1,\n\
                     A000002 ,0,1,2,0,1,2,0,1,3,\n\
                     A000003 ,1,2,0,1,2,0,1,2,0,\n\
                     A000004 ,5,5,0,1,2,0,1,2,0,1,2,\n\
                     A000005 ,0,1,2,0,1,2,0,\n\
                     A000006 ,0,0,0,0,0,0,0,0,0,0,\n\
                     A000007 ,-1,98765432109876543210987654321098765432109876543210,\n";
    let (status, said, _) = of(sequences);
    assert_eq!(status, 0);
    let lines = [
        "A000001: 8 terms agree, n = 0 is its term 1",
        "A000003: 9 terms agree, n = 1 is its term 1",
        "A000004: 9 terms agree, n = 0 is its term 3",
        "3 of 7 sequences",
    ];
    assert_eq!(said, lines.join("\n") + "\n");
    let (status, said, _) = of("A000002 ,0,1,2,0,1,2,0,1,3,\n");
    assert_eq!(
        (status, &*said),
        (0, "none of 1 sequence has these terms\n")
    );
    let (status, _, said) = of("A000001 ,0,1,\n0 1\n");
    assert_eq!(status, 2);
    assert!(
        said.contains("line 2: expected the name of a sequence"),
        "{said}"
    );
}

#[test]
fn figures_mark_the_preperiod_and_a_period() {
    let file = scratch("figure").join("kayles.svg");
    let path = file.to_str().unwrap();
    let output = run(&["period", "code(0.77)[n]", "--figure", path]);
    assert_eq!(code(&output), 0, "{}", err(&output));
    let svg = fs::read_to_string(&file).unwrap();
    for words in ["preperiod 71", "period 12", "proved"] {
        assert!(svg.contains(words), "{words}");
    }
    // Numbers up to 71 + 4 * 12, each at its own place.
    assert_eq!(svg.matches("<circle").count(), 120);
    let output = run(&["period", "code(0.77)[n]", "--figure", "kayles.txt"]);
    assert_eq!(code(&output), 2);
    assert!(err(&output).contains(".svg, .png or .pdf"));
}

#[test]
fn certificates_are_read_as_the_kind_that_they_name() {
    let file = scratch("kinds").join("c.json");
    let path = file.to_str().unwrap();
    run(&["period", "code(0.33)[n]", "--certificate", path]);
    let right = fs::read_to_string(&file).unwrap();
    let said = |from: &str, to: &str| {
        let wrong = right.replacen(from, to, 1);
        assert_ne!(wrong, right, "{right}");
        fs::write(&file, wrong).unwrap();
        let output = run(&["check", path]);
        assert_eq!(code(&output), 2);
        err(&output).to_string()
    };
    let version = said("\"version\":1", "\"version\":2");
    assert!(
        version.contains("not a certificate of a period: version 2; this program reads version 1"),
        "{version}"
    );
    let field = said("\"terms\"", "\"term\"");
    assert!(
        field.contains("not a certificate of a period: unknown field `term`"),
        "{field}"
    );
    let kind = said("\"period\"", "\"circle\"");
    assert!(
        kind.contains("unknown kind of certificate \"circle\""),
        "{kind}"
    );
}

#[test]
fn laws_are_written_as_they_were_asked_for() {
    let of = |arguments: &[&str]| out(&run(&[&["period"], arguments].concat())).to_string();
    let letter = of(&["code(0.77)[m]", "--letter", "m"]);
    assert!(
        letter.contains("g(m + 12) = g(m) for 71 <= m < 2*71"),
        "{letter}"
    );
    let only = of(&["code(0.77)[m]"]);
    assert_eq!(only, letter);
    // A file has no colours, even if stdout has.
    let file = scratch("words").join("kayles.txt");
    let into = ["code(0.77)[m]", "--color", "always", "-o", text(&file)];
    assert_eq!(of(&into), "");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), only);
    let members = of(&["wythoff[a b]", "a=0..1", "--up-to", "20"]);
    assert!(members.contains("wythoff[1 b]\n"), "{members}");
    assert!(members.contains("g(b + 3) = g(b) + 3"), "{members}");
    let several = run(&["period", "wythoff[k m]"]);
    assert!(err(&several).contains("the letter `n` does not occur"));
    // The letters of ordinals and of pictures are not numbers.
    for text in ["nim[3,w]", "treblecross[x..]"] {
        let none = run(&["period", text]);
        let said = err(&none);
        assert!(said.contains("the letter `n` does not occur"), "{said}");
    }
    let outcomes = of(&["wythoff[1,n]", "--outcomes", "--up-to", "20"]);
    assert!(
        outcomes.contains("o(n + 1) = o(n) for all n >= 3"),
        "{outcomes}"
    );
    let typed = of(&["code(all but 2,400)[n]", "--up-to", "20"]);
    assert!(typed.starts_with("code(all but 2,400)[n]\n"), "{typed}");
}

/// A rule file of single piles is the code that it amounts to, also if its name has blanks.
#[test]
fn quotients_of_rule_files_are_those_of_their_codes() {
    let file = scratch("quotient").join("my game.game");
    fs::write(&file, "name Mine\npiles any\nmove same 1..3 from each\n").unwrap();
    let typed = format!("@\"{}\"[n]", file.display());
    let own = run(&["quotient", &typed]);
    let code_of = run(&["quotient", "code(0.333)[n]"]);
    assert_eq!(code(&own), 0, "{}", err(&own));
    assert_eq!(out(&own), out(&code_of));
    // Pairs of piles are no code: the followers are read from the file, too.
    fs::write(&file, "name Mine\npiles any\nmove same 1..2 from pairs\n").unwrap();
    let typed = format!("@\"{}\"[3,3]", file.display());
    let own = run(&["quotient", &typed]);
    assert_eq!(code(&own), 0, "{}", err(&own));
    assert!(out(&own).contains("by play: all "), "{}", out(&own));
}

/// An error before the letter is shown in the position that was typed.
#[test]
fn faults_are_shown_in_the_position_that_was_typed() {
    for command in ["period", "quotient"] {
        let output = run(&[command, "code(0.)[n]"]);
        assert_eq!(code(&output), 2);
        assert!(
            err(&output).contains("code(0.)[n]\n         ^"),
            "{command}: {}",
            err(&output)
        );
    }
}

#[test]
fn lists_of_codes_are_found_once_and_go_on_after_a_stop() {
    let directory = scratch("list");
    let state = directory.join("octal.txt");
    let state = state.to_str().unwrap();
    let command = [
        "period", "--codes", "0.xy", "--jsonl", "--up-to", "200", "--state", state,
    ];
    let first = run(&command);
    assert_eq!(code(&first), 0);
    assert_eq!(out(&first).lines().count(), 64);
    let kayles = out(&run(&[
        "period",
        "code(0.77)[n]",
        "--json",
        "--up-to",
        "200",
    ]))
    .to_string();
    assert_eq!(
        out(&first).lines().last().unwrap().to_string() + "\n",
        kayles
    );
    // The file ends in the middle of a line.
    let whole = fs::read_to_string(state).unwrap();
    let half = whole.lines().take(40).collect::<Vec<_>>().join("\n");
    fs::write(state, format!("{half}\ncode(0.4")).unwrap();
    let second = out(&run(&command)).to_string();
    assert_eq!(second, out(&first));
    assert_eq!(fs::read_to_string(state).unwrap(), whole);
    // A period in a file of another writer is checked with a sample.
    let forged = whole.replace("\"period\":2,", "\"period\":200,");
    assert_ne!(forged, whole);
    fs::write(state, &forged).unwrap();
    let refused = run(&command);
    assert_eq!(code(&refused), 2);
    let message = "differs from the one in the file";
    assert!(out(&refused).contains(message), "{}", out(&refused));
    assert_eq!(out(&refused).lines().count(), 1);
    assert_eq!(fs::read_to_string(state).unwrap(), forged);
    fs::write(state, &whole).unwrap();
    // Another list is refused, and so is a file of another kind.
    for (more, message) in [
        (&["--up-to", "201"][..], "the file is not for this list"),
        (&["--outcomes"], "the file is not for this list"),
    ] {
        let other = run(&[
            &["period", "--codes", "0.xy", "--jsonl", "--state", state],
            more,
        ]
        .concat());
        assert_eq!(code(&other), 2);
        assert!(err(&other).contains(message), "{}", err(&other));
    }
    fs::write(state, whole.replacen("{", "", 1)).unwrap();
    assert_eq!(code(&run(&command)), 2);
}

#[test]
fn ranges_of_options_give_one_answer_each() {
    let output = run(&["period", "code(take 1,2,a)[n]", "a=3..5", "--json"]);
    let periods: Vec<&str> = out(&output)
        .lines()
        .map(|line| line.split("\"period\":").nth(1).unwrap())
        .collect();
    for (line, period) in periods.iter().zip(["4,", "3,", "3,"]) {
        assert!(line.starts_with(period), "{line}");
    }
    let output = run(&["period", "moore(n)[3,4,5]", "--outcomes"]);
    assert!(out(&output).contains("for all n >= 1: seen up to n = 40"));
    for (arguments, message) in [
        (
            &["--codes", "0.77"][..],
            "need a point and letters from g to z",
        ),
        (&["--codes", "0.xn"], "--letter chooses another one"),
        (
            &["--codes", "x.7", "--letter", "m"],
            "the digit before the point takes nothing",
        ),
        (&["code(0.x)[n]", "x=16"], "is not a digit of a code"),
        (&["--codes", "0.x", "--state", "file"], "add --jsonl"),
        (
            &["code(0.x)[n]", "x=1..2", "--bfile"],
            "cannot be used with",
        ),
    ] {
        let output = run(&[&["period"], arguments].concat());
        assert_eq!(code(&output), 2, "{arguments:?}");
        assert!(err(&output).contains(message), "{}", err(&output));
    }
}
