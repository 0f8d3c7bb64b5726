//! `period`: the terms that a proved law gives, state files, and what is printed where nothing is proved.

use std::fs;
use std::path::PathBuf;

use crate::common::{code, err, out, run};

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
fn what_was_seen_is_printed_where_no_certificate_can_be() {
    let certificate = scratch("certificate").join("x.json");
    let arguments = ["period", "code(0.8)[n]", "--up-to", "60", "--certificate"];
    let output = run(&[&arguments[..], &[certificate.to_str().unwrap()]].concat());
    assert_eq!(code(&output), 3);
    assert!(
        out(&output).contains("seen up to n = 60"),
        "{}",
        out(&output)
    );
    assert!(err(&output).contains("no certificate can be written"));
    assert!(!certificate.exists());
}
