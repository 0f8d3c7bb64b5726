//! Tables in every form say the same, according to a reader for each form that is independent of the program: the csv
//! crate, the schema of rows, TeX, and a few lines each for Markdown, text and b-files.

use std::collections::BTreeMap;
use std::process::Command;

use serde_json::Value;

use crate::common::{self, code, err, out, run};
use crate::schema::{faults, schema};

/// Families, their ranges, the play convention and the contents of cells.
const TABLES: [(&str, &[&str], &str, &str); 11] = [
    ("wythoff[a b]", &["a=0..3", "b=0..3"], "normal", "outcome"),
    ("wythoff[a b]", &["a=0..3", "b=0..3"], "misere", "outcome"),
    ("wythoff[a b]", &["a=0..3", "b=0..3"], "normal", "value"),
    ("wythoff[a b]", &["a=0..3", "b=0..3"], "misere", "value"),
    ("matrix[2 a; b 3]", &["a=0..2", "b=0..2"], "misere", "genus"),
    ("nim[a b]", &["a=8..10", "b=0..2"], "misere", "genus"),
    ("nim[n]", &["n=7..11"], "misere", "genus"),
    ("schrage[3xn]", &["n=1..7"], "normal", "value"),
    ("{*2|*2} + nim[n]", &["n=0..4"], "misere", "value"),
    ("(*2+*3) + nim[n]", &["n=0..4"], "normal", "value"),
    ("tactix[1xn]", &["n=1..6"], "misere", "outcome"),
];

/// The cell at the numbers of the letters.
type Cells = BTreeMap<Vec<u64>, String>;

fn table(family: &str, ranges: &[&str], play: &str, shown: &str, format: &str) -> String {
    let options = ["--play", play, "--show", shown, "--format", format];
    let written = run(&[&["table", family], ranges, &options].concat());
    assert_eq!(
        written.status.code(),
        Some(0),
        "{family} {format}: {}",
        err(&written)
    );
    out(&written).to_string()
}

/// The last field is the cell, those before it are the letters.
fn by_rows(rows: impl IntoIterator<Item = Vec<String>>) -> Cells {
    let cell = |mut row: Vec<String>| {
        let cell = row.pop().unwrap();
        (
            row.iter().map(|field| field.parse().unwrap()).collect(),
            cell,
        )
    };
    rows.into_iter().map(cell).collect()
}

/// A rectangle with the numbers of the second letter above and those of the first on the left, or rows if there is one
/// letter.
fn by_grid(letters: usize, rows: Vec<Vec<String>>) -> Cells {
    let mut rows = rows.into_iter();
    let head = rows.next().unwrap();
    if letters == 1 {
        return by_rows(rows);
    }
    let number = |text: &String| text.parse::<u64>().unwrap();
    rows.flat_map(|row| {
        let cells = head.iter().zip(row.clone()).skip(1);
        cells
            .map(move |(b, cell)| (vec![number(&row[0]), number(b)], cell))
            .collect::<Vec<_>>()
    })
    .collect()
}

fn read_csv(text: &str) -> Cells {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let rows = reader.records().map(|row| row.unwrap());
    by_rows(rows.map(|row| row.iter().map(str::to_string).collect()))
}

fn read_json(text: &str, shown: &str, letters: usize) -> Cells {
    let schema = schema("row");
    let row = |line: &str| {
        let row: Value = serde_json::from_str(line).unwrap();
        let faults = faults(&schema, &row, "row");
        assert!(faults.is_empty(), "{line}: {faults:?}");
        let object = row.as_object().unwrap();
        let numbers = ["a", "b", "n"]
            .iter()
            .filter_map(|letter| object.get(*letter)?.as_u64());
        let numbers: Vec<u64> = numbers.collect();
        assert_eq!(numbers.len(), letters, "{line}");
        let cell = match (shown, &row["play"] == "misere") {
            ("value", false) => match row["value"].as_str().unwrap() {
                "*" => "1",
                value => value.trim_start_matches('*'),
            },
            ("value", true) => row["misere_value"].as_str().unwrap(),
            _ => row[shown].as_str().unwrap(),
        };
        (numbers, cell.to_string())
    };
    text.lines().map(row).collect()
}

fn read_markdown(text: &str, letters: usize) -> Cells {
    let lines = text
        .lines()
        .filter(|line| line.starts_with('|') && !line.starts_with("|--"));
    let row = |line: &str| -> Vec<String> {
        let inner = line.trim_matches('|').replace("\\\\", "\\");
        inner
            .split('|')
            .map(|cell| cell.trim().to_string())
            .collect()
    };
    by_grid(letters, lines.map(row).collect())
}

fn read_latex(text: &str, letters: usize) -> Cells {
    let rows = text.lines().filter_map(|line| line.strip_suffix(r"\\"));
    let plain = |cell: &str| {
        let cell = cell.trim().trim_matches('$');
        let outcome = cell.strip_prefix(r"\cgoutcome{");
        let cell = outcome.map_or(cell, |letter| letter.strip_suffix('}').unwrap());
        // A group in braces is one superscript.
        match cell.split_once("^{") {
            Some((base, group)) => format!("{base}^{}", group.strip_suffix('}').unwrap()),
            None => cell.to_string(),
        }
    };
    by_grid(
        letters,
        rows.map(|row| row.split('&').map(plain).collect())
            .collect(),
    )
}

/// Indices one after the other, a blank, a whole number.
fn read_bfile(text: &str) -> Cells {
    let mut next: Option<u64> = None;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let row = |line: &str| {
        let (index, term) = line.split_once(' ').unwrap();
        let index: u64 = index.parse().unwrap();
        assert!(next.is_none_or(|next| next == index), "{text}");
        next = Some(index + 1);
        (vec![index], term.parse::<u64>().unwrap().to_string())
    };
    lines.map(row).collect()
}

#[test]
fn every_format_of_a_table_has_the_same_contents() {
    let mut latex = String::new();
    for (family, ranges, play, shown) in TABLES {
        let written = |format| table(family, ranges, play, shown, format);
        let letters = ranges.len();
        let cells = read_csv(&written("csv"));
        let (json, markdown) = (written("json"), written("markdown"));
        assert_eq!(read_json(&json, shown, letters), cells, "{family}");
        assert_eq!(read_markdown(&markdown, letters), cells, "{family}");
        let tex = written("latex");
        assert_eq!(read_latex(&tex, letters), cells, "{family}: {tex}");
        latex.push_str(&tex);
        if letters == 1 && shown == "value" {
            assert_eq!(read_bfile(&written("bfile")), cells, "{family}");
        }
        // The table agrees with `analyze` about each position.
        for line in json.lines().step_by(3) {
            let row: Value = serde_json::from_str(line).unwrap();
            let position = row["position"].as_str().unwrap();
            let alone = run(&["analyze", "--json", "--value", "--play", play, position]);
            let alone: Value = serde_json::from_str(out(&alone)).unwrap();
            let field = if (play, shown) == ("misere", "value") {
                "misere_value"
            } else {
                shown
            };
            assert_eq!(alone[field], row[field], "{position}");
        }
    }
    typeset(&latex);
}

/// TeX compiles the tables, where it is installed.
fn typeset(tables: &str) {
    let partizan = table(
        "matrix-partizan[a 2; b 2]",
        &["a=0..2", "b=0..2"],
        "normal",
        "value",
        "latex",
    );
    let document = format!(
        "\\documentclass{{article}}\\usepackage{{amsmath,longtable}}\\begin{{document}}\n{tables}\n{partizan}\\end{{document}}\n"
    );
    let path = common::file("formats.tex");
    std::fs::write(&path, document).unwrap();
    let mut tex = Command::new("pdflatex");
    tex.args(["-interaction=nonstopmode", "-halt-on-error", "formats.tex"]);
    tex.current_dir(path.parent().unwrap());
    match tex.output() {
        Ok(output) => assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stdout)
        ),
        Err(error) => eprintln!("TeX is not run: {error}"),
    }
}

#[test]
fn misere_quotients_are_written_in_latex() {
    // Of 0.33: the quotient of nim with heaps of 1 and 2, as Plambeck and Siegel write it.
    let quotient = run(&["quotient", "code(0.33)[n]", "--up-to", "3", "--latex"]);
    assert_eq!(
        out(&quotient),
        r"% Misère quotient of code(0.33)[n]
{\allowdisplaybreaks
\begin{gather*}
  \mathcal{Q} = \langle\, a, b \mid a^{2} = 1, b^{3} = b \,\rangle, \qquad \lvert\mathcal{Q}\rvert = 6 \\
  \mathcal{P} = \{\, a, b^{2} \,\} \\
  \Phi(\text{1}) = a, \Phi(\text{2}) = b, \Phi(\text{3}) = 1
\end{gather*}}
"
    );
    // Long lists are continued in further lines, so that they fit on a page.
    let kayles = run(&["quotient", "kayles[n]", "--latex"]);
    let text = out(&kayles);
    let plain = |line: &str| {
        line.replace("\\text", "")
            .replace("\\Phi", "")
            .replace(['{', '}', '^', '\\'], "")
    };
    let widest = text.lines().map(|line| plain(line).chars().count()).max();
    assert!(widest.unwrap() < 110, "{text}");
    assert!(text.lines().count() < 60, "{text}");
    let both = run(&["quotient", "code(0.33)[n]", "--latex", "--json"]);
    assert_eq!(code(&both), 2);
}
