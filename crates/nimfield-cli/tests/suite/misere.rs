//! `misere`, `certify` and `check`: what they print, exit codes, and files that are no proof.

use crate::common;
use std::fs;
use std::path::PathBuf;

use crate::common::{err, out, run};

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
    // An altered and a cut file are no certificates.
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
    use nimfield::engines::certificate::OutcomeCertificate;
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
        assert!(err(&refused).contains("is not one of"), "{}", err(&refused));
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
