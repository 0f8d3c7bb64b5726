//! `misere`, `certify` and `check`: what they print, exit codes, and files that prove nothing.

use crate::common;
use std::fs;
use std::path::PathBuf;

use crate::common::{code, err, out, run};

fn file(name: &str) -> (PathBuf, String) {
    let path = common::file(name);
    let text = path.to_str().unwrap().to_string();
    (path, text)
}

#[test]
fn certificates_are_written_and_checked() {
    let (path, name) = file("tactix-5x5.cert");
    let made = run(&["certify", "tactix[5x5]", "-o", &name]);
    assert_eq!(made.status.code(), Some(0), "{}", err(&made));
    assert!(out(&made).starts_with("tactix[5x5]: the player to move wins by "));
    let checked = run(&["check", &name]);
    assert_eq!(checked.status.code(), Some(0));
    assert_eq!(out(&checked), out(&made));
    let json = run(&["check", "--json", &name]);
    let row: serde_json::Value = serde_json::from_str(out(&json)).unwrap();
    assert_eq!(
        (&row["outcome"], &row["play"]),
        (&"N".into(), &"misere".into())
    );
    assert!(row["winning_move"].is_string() && row["pairs"].as_u64() > Some(0));
    // Altered and truncated files are not certificates.
    let bytes = fs::read(&path).unwrap();
    let mut altered = bytes.clone();
    altered[bytes.len() / 2] ^= 1;
    let (path, name) = file("altered.cert");
    fs::write(&path, altered).unwrap();
    let refused = run(&["check", &name]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(err(&refused).contains("altered"), "{}", err(&refused));
    fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    let refused = run(&["check", &name]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(err(&refused).contains("cut off"), "{}", err(&refused));
}

#[test]
fn false_certificates_are_refuted() {
    use nimfield_engines::certificate::OutcomeCertificate;
    let (path, name) = file("tactix-4x4.cert");
    let made = run(&["certify", "tactix[4x4]", "-o", &name]);
    assert_eq!(made.status.code(), Some(0), "{}", err(&made));
    assert!(out(&made).starts_with("tactix[4x4]: the player to move loses"));
    let good = OutcomeCertificate::read(&path).unwrap();
    // Without the beginning of the strategy.
    let mut bad = good.clone();
    bad.pairs.pop();
    bad.write(&path).unwrap();
    let refuted = run(&["check", &name]);
    assert_eq!(refuted.status.code(), Some(1));
    assert!(err(&refuted).contains("is false"), "{}", err(&refuted));
    // Another position of the same board, and another game.
    for position in [
        "tactix[1111/1111/1111/1110]",
        "lines(max=3)[4x4]",
        "nim[3]",
        "?",
    ] {
        let mut bad = good.clone();
        bad.position = position.to_string();
        bad.write(&path).unwrap();
        let refused = run(&["check", &name]);
        assert_eq!(refused.status.code(), Some(2), "{position}");
        assert!(
            err(&refused).contains("the certificate is not for"),
            "{}",
            err(&refused)
        );
    }
}

#[test]
fn forms_are_printed() {
    let printed = run(&["misere", "nim[2] + wythoff[1,1]"]);
    assert_eq!(printed.status.code(), Some(0), "{}", err(&printed));
    let json = run(&["misere", "--json", "--dag", "tactix[2x2]", "nim[2,2]"]);
    let text = out(&json);
    let rows: Vec<serde_json::Value> = (text.lines())
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[1]["genus"], "0^02");
    assert_eq!(rows[1]["tame"], true);
    assert!(rows[1]["nodes"].as_str().unwrap().contains(":="));
    assert_eq!(run(&["misere", "nim[2"]).status.code(), Some(2));
    let stopped = run(&["misere", "--positions", "10", "matrix[9 9; 9 9]"]);
    assert_eq!(stopped.status.code(), Some(3));
}

#[test]
fn values_are_played_as_they_are_written() {
    let analyzed = run(&["analyze", "--play", "misere", "(*2+*2)", "{*2|*2}", "*[2#]"]);
    assert_eq!(analyzed.status.code(), Some(0), "{}", err(&analyzed));
    assert_eq!(out(&analyzed).matches("outcome        P").count(), 3);
    let printed = run(&[
        "misere",
        "--json",
        "{*2,*3}",
        "n1 := {*2,*3}; n2 := {0,n1}\nn2",
    ]);
    let forms = [r#""form":"{*2,*3}""#, r#""form":"{0,{*2,*3}}""#];
    for (line, form) in out(&printed).lines().zip(forms) {
        assert!(line.contains(form), "{line}");
    }
    for command in [
        &["misere"][..],
        &["analyze", "--play", "misere"],
        &["play", "--play", "misere"],
    ] {
        let refused = run(&[command, &["nim[3] + (^-^)"]].concat());
        assert_eq!(refused.status.code(), Some(2), "{command:?}");
        let caret = "  nim[3] + (^-^)\n            ^\n";
        assert!(err(&refused).contains(caret), "{}", err(&refused));
        assert!(err(&refused).contains("example: {*2,*3} + (*2+*2)"));
    }
    for (shown, rows) in [
        ("outcome", "n,misere_outcome\n0,P\n1,N\n2,N\n"),
        ("value", "n,misere_value\n0,0\n1,1\n2,2\n"),
        ("genus", "n,genus\n0,0^02\n1,1^13\n2,2^20\n"),
    ] {
        let family = ["table", "{*2|*2} + nim[n]", "n=0..2", "--play", "misere"];
        let table = run(&[&family[..], &["--show", shown, "--format", "csv"]].concat());
        assert_eq!(out(&table), rows, "{}", err(&table));
    }
}

#[test]
fn finished_games_and_tame_forms_are_recognised() {
    let finished = [
        "nim[0]",
        "tactix[.]",
        "(0)",
        "matrix[0]",
        "lctr[0] + nim[0]",
    ];
    let analyzed = run(&[&["analyze", "--play", "misere"], &finished[..]].concat());
    let why = "misère play: no move is left, so the player to move wins\n";
    assert_eq!(out(&analyzed).matches(why).count(), finished.len());
    // The first has the form of a heap, though the second, which can come up in it, is wild.
    let printed = run(&["misere", "schrage[5x4]", "schrage[5x3]"]);
    for tame in [
        "yes, like all followers of the form: ",
        "not hereditarily\n",
    ] {
        let line = format!("  tame           {tame}");
        assert_eq!(out(&printed).matches(&line).count(), 1, "{}", out(&printed));
    }
}

#[test]
fn a_value_that_is_played_is_saved_and_read_again() {
    let (_, name) = file("written.txt");
    let script = format!("to *2\nsave {name}\nquit\n");
    let played = common::run_with(
        &[
            "play",
            "-q",
            "--players",
            "human",
            "--play",
            "misere",
            "{*2,*3}",
        ],
        script.as_bytes(),
    );
    assert_eq!(played.status.code(), Some(0), "{}", err(&played));
    let saved = fs::read_to_string(&name).unwrap();
    assert!(saved.contains("# start {*2,*3}\n# move to *2\n"), "{saved}");
    let again = common::run_with(
        &["play", "-q", &format!("@{name}")],
        b"heap 1 by 1\nheap 1 by 1\n",
    );
    assert_eq!(again.status.code(), Some(0), "{}", err(&again));
    assert!(
        out(&again).contains("no move is left: player 2 wins"),
        "{}",
        out(&again)
    );
}

/// What the budget allowed is reported: the positions added so far have all their followers.
#[test]
fn quotients_end_with_the_budget_or_the_proof() {
    let (path, certificate) = file("stopped-quotient.json");
    let stopped = ["quotient", "tactix[2x3]", "--positions", "1000"];
    let stopped = run(&[&stopped[..], &["--certificate", &certificate]].concat());
    assert_eq!(code(&stopped), 3);
    assert!(err(&stopped).contains("stopped-quotient.json was not written"));
    assert!(!path.exists());
    assert!(
        out(&stopped).contains("as far as the search went"),
        "{}",
        out(&stopped)
    );
    assert!(
        err(&stopped).contains("the limit of 1,000 positions"),
        "{}",
        err(&stopped)
    );
    // The law of Kayles is proved with fewer heaps.
    let kayles = run(&["quotient", "kayles[n]", "--up-to", "100000", "--limit", "1"]);
    assert!(
        out(&kayles).contains("168 positions, up to 168"),
        "{}",
        out(&kayles)
    );
    let normal = run(&["quotient", "kayles[n]", "--play", "normal"]);
    assert_eq!(code(&normal), 2);
    assert!(err(&normal).contains("misère play"), "{}", err(&normal));
    // No position is listed twice.
    let cram = run(&["quotient", "cram[3xn]", "--up-to", "3", "--json"]);
    let json: serde_json::Value = serde_json::from_str(out(&cram)).unwrap();
    let classes = json["classes"].as_array().unwrap();
    let names = classes
        .iter()
        .map(|class| class["position"].as_str().unwrap());
    assert_eq!(
        names.collect::<std::collections::BTreeSet<_>>().len(),
        classes.len()
    );
}
