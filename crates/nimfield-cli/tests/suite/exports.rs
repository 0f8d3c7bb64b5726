//! Files that `table` and `draw` write, read back by other libraries.

use std::path::{Path, PathBuf};
use std::process::Output;

use crate::common::run;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("nimfield-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn nimfield(args: &[&str], file: &Path) -> Output {
    run(&[args, &["-o", file.to_str().unwrap()]].concat())
}

/// Runs the command, which succeeds, and reads the file it wrote.
fn written(args: &[&str], file: &Path) -> Vec<u8> {
    let output = nimfield(args, file);
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{args:?}: {complaint}");
    assert!(output.stdout.is_empty());
    std::fs::read(file).unwrap()
}

const WYTHOFF: [&str; 6] = [
    "table",
    "wythoff[a b]",
    "a=0..7",
    "b=0..9",
    "--show",
    "value",
];

/// The value of a position by the command's own `analyze`, the table's twin.
fn analyzed(position: &str) -> String {
    let output = run(&["analyze", "--json", "--value", position]);
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    answer["value"].as_str().unwrap().to_string()
}

#[test]
fn csv_and_json_say_the_same() {
    let folder = Folder::new("csv");
    let table = written(&WYTHOFF, &folder.file("a.csv"));
    let mut reader = csv::Reader::from_reader(&table[..]);
    assert_eq!(reader.headers().unwrap(), vec!["a", "b", "value"]);
    let rows: Vec<(u64, u64, u64)> = reader.deserialize().map(|row| row.unwrap()).collect();
    assert_eq!(rows.len(), 80);
    let lines = written(&WYTHOFF, &folder.file("a.jsonl"));
    let lines = std::str::from_utf8(&lines).unwrap();
    assert_eq!(lines.lines().count(), rows.len());
    for ((a, b, value), line) in rows.into_iter().zip(lines.lines()) {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(row["position"], format!("wythoff[{a},{b}]"));
        let value = match value {
            0 => "0".to_string(),
            1 => "*".to_string(),
            value => format!("*{value}"),
        };
        assert_eq!(row["value"], value);
        if a < 3 && b < 3 {
            assert_eq!(value, analyzed(&format!("wythoff[{a},{b}]")));
        }
    }
}

/// Forms hold commas: they are quoted.
#[test]
fn partizan_tables_are_written() {
    let folder = Folder::new("partizan");
    let args = [
        "table",
        "matrix-partizan[a 2; b 2]",
        "a=0..2",
        "b=0..2",
        "--show",
        "value",
    ];
    let table = written(&args, &folder.file("a.csv"));
    let mut reader = csv::Reader::from_reader(&table[..]);
    let rows: Vec<(u64, u64, String)> = reader.deserialize().map(|row| row.unwrap()).collect();
    assert_eq!(rows.len(), 9);
    assert!(rows.iter().any(|(_, _, form)| form.contains(',')));
    for (a, b, form) in rows {
        assert_eq!(form, analyzed(&format!("matrix-partizan[{a} 2; {b} 2]")));
    }
    let latex = written(&args, &folder.file("a.tex"));
    let latex = String::from_utf8(latex).unwrap();
    assert!(latex.contains("\\begin{tabular}") && latex.contains("\\left\\{"));
    let args = ["table", "matrix-partizan[a 2; 1 b]", "a=0..4", "b=0..4"];
    let map = String::from_utf8(written(&args, &folder.file("a.svg"))).unwrap();
    assert!(roxmltree::Document::parse(&map).is_ok());
    assert!(map.contains("Left wins") && map.contains("Right wins"));
}

#[test]
fn file_endings_determine_the_format() {
    let folder = Folder::new("endings");
    let begins = |name: &str, args: &[&str], start: &[u8]| {
        let file = written(args, &folder.file(name));
        assert!(
            file.starts_with(start),
            "{name}: {:?}",
            &file[..20.min(file.len())]
        );
    };
    begins("a.txt", &WYTHOFF, b"a\\b");
    begins("a.jsonl", &WYTHOFF, b"{\"schema\"");
    begins("a.json", &WYTHOFF, b"[\n{\"schema\"");
    begins(
        "a.tex",
        &WYTHOFF,
        b"% Values of wythoff[a b], normal play\n",
    );
    begins("a.svg", &WYTHOFF, b"<svg ");
    begins("b000001.txt", &["table", "nim[n]", "n=0..9"], b"# 1 if a P");
    #[cfg(feature = "png")]
    begins("a.PNG", &WYTHOFF, b"\x89PNG\r\n\x1a\n");
    #[cfg(feature = "parquet")]
    begins("a.parquet", &WYTHOFF, b"PAR1");
    // An option goes before the ending.
    let mut args = WYTHOFF.to_vec();
    args.extend(["--format", "csv"]);
    begins("b.svg", &args, b"a,b,value\n");
    for (name, complaint) in [("a.xlsx", "ending"), ("a", "ending")] {
        let file = folder.file(name);
        let output = nimfield(&WYTHOFF, &file);
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains(complaint));
        assert!(!file.exists());
    }
}

#[test]
fn formats_refuse_what_they_cannot_hold() {
    let cases: [(&[&str], &str); 10] = [
        (
            &["table", "nim[n]", "n=0..9", "--format", "png"],
            "name a file",
        ),
        (
            &["table", "nim[n]", "n=0..9", "--format", "parquet"],
            "name a file",
        ),
        (
            &[
                "table",
                "nim[a b c]",
                "a=0..2",
                "b=0..2",
                "c=0..2",
                "--format",
                "svg",
            ],
            "letters",
        ),
        (
            &[
                "table", "nim[a b]", "a=0..999", "b=0..999", "--format", "svg",
            ],
            "at most",
        ),
        (
            &["table", "nim[a b]", "a=0..2", "b=0..3", "--format", "bfile"],
            "same range",
        ),
        (
            &["table", "nim[a]", "a=0..2", "--only-p", "--format", "latex"],
            "--only-p",
        ),
        (
            &["table", "nim[a]", "a=0..2", "--count", "--format", "svg"],
            "--count",
        ),
        (
            &["draw", "nim[3]", "--format", "csv"],
            "[possible values: svg, png, pdf, latex]",
        ),
        (
            &["draw", "nim[3]", "-o", "nim.csv"],
            "svg, png, pdf or latex",
        ),
        (
            &["draw", "nim[3]", "--thermograph"],
            "is not a partizan position",
        ),
    ];
    for (args, complaint) in cases {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty(), "{args:?}");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains(complaint), "{args:?}: {said}");
    }
}

#[test]
fn positions_are_drawn() {
    let folder = Folder::new("draw");
    for position in [
        "matrix[20 24; 24 inf] + nim[3,5]",
        "tactix[1101/0110]",
        "nimbi[full]",
        "pnim[4,2^2,1] + rook[3,3,1]",
        "matrix-partizan[1 2; 2 2] - {2|0}",
        "crps[3,2; 2]",
    ] {
        let svg = written(&["draw", position], &folder.file("a.svg"));
        let svg = String::from_utf8(svg).unwrap();
        let document = roxmltree::Document::parse(&svg).unwrap();
        assert!(
            document
                .descendants()
                .any(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "rect")))
        );
        let tex = String::from_utf8(written(&["draw", position], &folder.file("a.tex"))).unwrap();
        assert!(tex.contains("\\["), "{position}");
    }
    let stones = |position: &str| {
        let output = run(&["draw", position]);
        String::from_utf8(output.stdout)
            .unwrap()
            .matches("<circle")
            .count()
    };
    assert_eq!(stones("tactix[1101/0110]"), 5);
    assert_eq!(stones("tactix[3x4]"), 12);
    let thermograph = run(&[
        "draw",
        "--thermograph",
        "matrix-partizan[1 2; 2 2] + {5|{3|1}}",
    ]);
    let thermograph = String::from_utf8(thermograph.stdout).unwrap();
    let document = roxmltree::Document::parse(&thermograph).unwrap();
    let walls = document
        .descendants()
        .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "polyline")))
        .filter(|node| node.has_attribute("stroke-width"));
    // Left's wall, Right's, and the mast.
    assert_eq!(walls.count(), 3);
    // Every game is drawn in every form, and a sheet of it without contents.
    for game in [
        "nim[3,w]",
        "wythoff[3,5]",
        "lattice[(1,2)]",
        "schrage[5x8]",
        "@tests/cli/boards.in/ring.txt",
    ] {
        for name in ["a.svg", "a.png", "a.pdf", "a.tex"] {
            let full = written(&["draw", game], &folder.file(name));
            let blank = written(&["draw", "--blank", game], &folder.file(name));
            assert!(full.len() > 100 && blank.len() > 100, "{game} as {name}");
        }
    }
    let refused = nimfield(&["draw", "nim[3]"], &folder.file("a.gif"));
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(said.contains(".svg, .png, .pdf or .tex"), "{said}");
    assert!(!said.contains("parquet"), "{said}");
}

#[test]
fn a_thermograph_in_json_is_numbers() {
    let output = run(&["draw", "--thermograph", "--json", "{5|{3|1}}"]);
    let data: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let wall = |name: &str| {
        let corners = data[name].as_array().unwrap().iter();
        let corner = |corner: &serde_json::Value| {
            ["temperature", "value"].map(|part| corner[part]["number"].as_f64().unwrap())
        };
        corners.map(corner).collect::<Vec<_>>()
    };
    assert_eq!(wall("left_wall"), [[0.0, 5.0], [1.5, 3.5]]);
    assert_eq!(wall("right_wall"), [[0.0, 3.0], [1.0, 3.0], [1.5, 3.5]]);
    assert_eq!(data["mean"]["exact"], "7/2");
    let refused = run(&["draw", "nim[3]", "--json"]);
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn tables_to_fill_in_are_empty() {
    let folder = Folder::new("blank");
    let blank = |args: &[&str]| {
        let all = [
            &["table", "wythoff[a b]", "a=0..2", "b=0..3", "--blank"],
            args,
        ]
        .concat();
        let output = run(&all);
        assert!(output.status.success(), "{args:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(blank(&[]), "a\\b 0 1 2 3\n  0\n  1\n  2\n");
    let markdown = blank(&["--format", "markdown"]);
    assert!(markdown.ends_with("| 2 |  |  |  |  |\n"), "{markdown}");
    let svg = blank(&["--format", "svg"]);
    assert!(!svg.contains("<circle") && svg.contains("Outcomes of wythoff[a b], normal play"));
    assert!(blank(&["--format", "latex"]).contains("$2$ &  &  &  &  \\\\"));
    let pdf = written(
        &["table", "wythoff[a b]", "a=0..2", "b=0..3", "--blank"],
        &folder.file("a.pdf"),
    );
    assert!(pdf.starts_with(b"%PDF-"));
}

/// A range may begin with a letter: the table then holds half of the square.
#[test]
fn ranges_may_begin_with_a_letter() {
    let text = |args: &[&str]| String::from_utf8(run(args).stdout).unwrap();
    let half = text(&[
        "table",
        "nim[a b c]",
        "a=0..3",
        "b=a..3",
        "c=b..4",
        "--format",
        "csv",
    ]);
    let all = text(&[
        "table",
        "nim[a b c]",
        "a=0..3",
        "b=0..3",
        "c=0..4",
        "--format",
        "csv",
    ]);
    let sorted = |line: &&str| {
        let mut numbers = line
            .split(',')
            .take(3)
            .map(|n| n.parse::<u64>().unwrap_or(0));
        let [a, b, c] = [(); 3].map(|()| numbers.next().unwrap());
        a <= b && b <= c
    };
    let expected: Vec<&str> = all.lines().filter(|line| sorted(line)).collect();
    assert_eq!(half.lines().collect::<Vec<_>>(), expected);
    let count = text(&[
        "table",
        "nim[a b c]",
        "a=0..3",
        "b=a..3",
        "c=b..4",
        "--count",
    ]);
    let p = expected.iter().filter(|line| line.ends_with(",P")).count();
    assert_eq!(
        count,
        format!("{p} P-positions among {}\n", expected.len() - 1)
    );
    let square = text(&["table", "nim[a b]", "a=0..2", "b=a..2", "--show", "value"]);
    assert_eq!(square, "a\\b 0 1 2\n  0 0 1 2\n  1   0 3\n  2     0\n");
    // Numbers for which the other range is empty have no rows.
    let wide = text(&[
        "table",
        "nim[a b]",
        "a=0..1000000000",
        "b=a..2",
        "--show",
        "value",
    ]);
    assert_eq!(wide, square);
    for (ranges, expected) in [
        (["a=0..1000000000", "b=a..20"], "21 P-positions among 231\n"),
        (["b=a..20", "a=0..1000000000"], "21 P-positions among 231\n"),
        (
            ["a=0..1000000000", "b=a+5..20"],
            "0 P-positions among 136\n",
        ),
        (
            ["a=0..1000000000", "b=a-5..20"],
            "21 P-positions among 336\n",
        ),
        (["a=0..20", "b=a..20"], "21 P-positions among 231\n"),
    ] {
        let count = text(&["table", "nim[a b]", ranges[0], ranges[1], "--count"]);
        assert_eq!(count, expected, "{ranges:?}");
    }
    // An empty square is printed within the time as well.
    let blank = [
        "table",
        "nim[a b]",
        "a=0..3000",
        "b=0..3000",
        "--blank",
        "--time",
        "1ms",
    ];
    let stopped = run(&blank);
    assert_eq!(stopped.status.code(), Some(3));
    let said = String::from_utf8(stopped.stderr).unwrap();
    assert!(said.contains("stopped by the time limit of 1ms"), "{said}");
    let listed = text(&["table", "nim[a b]", "a=0..1000000000", "b=a..2", "--only-p"]);
    assert_eq!(listed, "a=0 b=0  P\na=1 b=1  P\na=2 b=2  P\n");
}

/// Cells without a position are empty, rows without one are left out, and only positions are counted.
#[test]
fn cells_without_a_position_are_empty() {
    let text = |args: &[&str]| {
        let output = run(args);
        assert!(output.status.success(), "{args:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let welter = [
        "table",
        "welter[a,b]",
        "a=0..3",
        "b=0..3",
        "--show",
        "value",
    ];
    let square = "a\\b 0 1 2 3\n  0   0 1 2\n  1 0   2 1\n  2 1 2   0\n  3 2 1 0\n";
    assert_eq!(text(&welter), square);
    let csv = text(&[&welter[..], &["--format", "csv"]].concat());
    assert_eq!(csv.lines().count(), 1 + 12);
    assert!(csv.starts_with("a,b,value\n0,1,0\n0,2,1\n"), "{csv}");
    let json = text(&[&welter[..], &["--json"]].concat());
    assert_eq!(json.lines().count(), 12);
    let count = text(&[&welter[..4], &["--count"]].concat());
    assert_eq!(count, "4 P-positions among 12\n");
    let markdown = text(&[&welter[..], &["--format", "markdown"]].concat());
    assert!(markdown.contains("| 1 | 0 |  | 2 | 1 |"), "{markdown}");
    // A term below 0 is not a number.
    assert_eq!(text(&["table", "nim[n-2]", "n=0..3"]), "n=2  P\nn=3  N\n");
    let kinds = text(&[
        "table",
        "crpm[a,b-1]",
        "a=1..2",
        "b=0..1",
        "--show",
        "kind",
        "--count",
    ]);
    assert!(kinds.ends_with("positions      2\n"), "{kinds}");
    // Half of it.
    let half = text(&[
        "table",
        "welter[a,b]",
        "a=0..2",
        "b=a+1..3",
        "--show",
        "value",
    ]);
    assert_eq!(half, "a\\b 1 2 3\n  0 0 1 2\n  1   2 1\n  2     0\n");
    let below = text(&["table", "nim[a b]", "a=0..3", "b=a-2..1", "--show", "value"]);
    assert_eq!(below, "a\\b 0 1\n  0 0 1\n  1 1 0\n  2 2 3\n  3   2\n");
    // A family without any position reports the error.
    let output = run(&["table", "welter[a,b]", "a=0..0", "b=0..0"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("two coins are on the same square"));
    let output = run(&["table", "nim[a b]", "a=0..3", "b=a+4..3"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn genera_are_tabulated() {
    let output = run(&[
        "table", "nim[n]", "n=0..3", "--show", "genus", "--format", "csv",
    ]);
    assert_eq!(
        output.stdout,
        b"n,genus\n0,0^120\n1,1^031\n2,2^20\n3,3^31\n"
    );
    let refused = run(&[
        "table", "nim[n]", "n=0..3", "--show", "genus", "--play", "normal",
    ]);
    assert_eq!(refused.status.code(), Some(2));
}

/// The b-files of the drafts: well formed, named in the page, and their first terms are those of the command.
#[test]
fn drafts_for_the_oeis() {
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src");
    let page = std::fs::read_to_string(book.join("oeis-drafts.md")).unwrap();
    let two = ["a=0..n", "b=0..n", "c=0..n", "d=0..n"];
    let (square, wide) = ("matrix[a b; c d]", "matrix[a b c; d e f]");
    let cube = "matrix[a b c; d e f; g h i]";
    let light = ["table", "pnim", "--up-to", "30", "--non-heavy"];
    let cases: [(&str, Vec<&str>); 6] = [
        (
            "matrix-1x4.txt",
            [
                &["table", "matrix[a b c d]"],
                &two[..],
                &["n=0..20", "--count"],
            ]
            .concat(),
        ),
        (
            "matrix-2x2.txt",
            [&["table", square], &two[..], &["n=0..20", "--count"]].concat(),
        ),
        (
            "matrix-2x3.txt",
            [
                &["table", wide],
                &two[..],
                &["e=0..n", "f=0..n", "n=0..7", "--count"],
            ]
            .concat(),
        ),
        (
            "matrix-3x3.txt",
            [
                &["table", cube],
                &two[..],
                &["e=0..n", "f=0..n", "g=0..n", "h=0..n", "i=0..n"],
                &["n=0..7", "--count"],
            ]
            .concat(),
        ),
        ("pnim-light.txt", light.to_vec()),
        (
            "pnim-value-2.txt",
            [&light[..4], &["--value", "2"]].concat(),
        ),
    ];
    let files = std::fs::read_dir(book.join("oeis")).unwrap().count();
    assert_eq!(files, cases.len());
    for (name, args) in cases {
        let path = book.join("oeis").join(name);
        let checked = run(&["table", "--check-bfile", path.to_str().unwrap()]);
        assert!(checked.status.success(), "{name}");
        assert!(page.contains(&format!("](oeis/{name})")), "{name}");
        let file = std::fs::read_to_string(path).unwrap();
        let made = run(&[&args[..], &["--format", "bfile"]].concat());
        let made = String::from_utf8(made.stdout).unwrap();
        assert!(made.lines().count() > 8, "{name}");
        assert!(file.starts_with(&made), "{name}");
    }
}

/// The data lines that the command prints, against what the OEIS has.
#[test]
fn sequences_of_the_oeis() {
    let folder = Folder::new("oeis");
    let cases: [(&[&str], &str); 8] = [
        (
            &[
                "table",
                "wythoff[a b]",
                "a=0..11",
                "b=0..11",
                "--show",
                "value",
            ],
            // A004481
            "0, 1, 1, 2, 2, 2, 3, 0, 0, 3, 4, 4, 1, 4, 4, 5, 5, 5, 5, 5, 5, 6, 3, 3, 6, 3, 3, 6, 7",
        ),
        (
            &["table", "wythoff[n n]", "n=0..30", "--show", "value"],
            // A047708
            "0, 2, 1, 6, 7, 8, 3, 5, 4, 16, 14, 15, 10, 9, 11, 20, 13, 21, 12, 25, 17, 18, 19, 30",
        ),
        (
            &[
                "table",
                "nimbers[(a,b)]",
                "a=1..11",
                "b=1..11",
                "--show",
                "value",
            ],
            // A051776
            "1, 2, 2, 3, 3, 3, 4, 1, 1, 4, 5, 8, 2, 8, 5, 6, 10, 12, 12, 10, 6, 7, 11, 15, 6, 15, 11, 7",
        ),
        (
            &["table", "nim[a b]", "a=0..12", "b=0..12", "--show", "value"],
            // A003987
            "0, 1, 1, 2, 0, 2, 3, 3, 3, 3, 4, 2, 0, 2, 4, 5, 5, 1, 1, 5, 5, 6, 4, 6, 0, 6, 4, 6",
        ),
        (
            &["table", "schrage[1xn]", "n=1..40", "--show", "value"],
            // A002188 from its second term on
            "0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0, 4, 3, 0, 4, 3, 0, 4, 1, 2, 3",
        ),
        (
            &[
                "table",
                "nim[a b c]",
                "a=0..n",
                "b=0..n",
                "c=0..n",
                "n=0..18",
                "--count",
            ],
            // A236305
            "1, 4, 7, 16, 19, 28, 43, 64, 67, 76, 91, 112, 139, 172, 211, 256, 259, 268, 283",
        ),
        (
            &[
                "table",
                "nim[a b c d e]",
                "a=0..n",
                "b=0..n",
                "c=0..n",
                "d=0..n",
                "e=0..n",
                "n=0..6",
                "--count",
            ],
            // A241523
            "1, 16, 61, 256, 421, 976, 2101",
        ),
        (
            &["table", "lctr", "--up-to", "13", "--value", "0"],
            // A373457 from its term 0 on
            "1, 0, 0, 1, 3, 3, 4, 7, 11, 12, 17, 24, 34, 40",
        ),
    ];
    let checked = |file: &Path, data: &str| {
        let checked = run(&["table", "--check-bfile", file.to_str().unwrap()]);
        let checked = String::from_utf8(checked.stdout).unwrap();
        let line = checked.lines().find_map(|line| line.strip_prefix("data: "));
        let line = line.unwrap_or_else(|| panic!("{checked}"));
        assert!(line.starts_with(data), "{line}");
        assert!(line.len() <= 260);
    };
    let file = folder.file("b000001.txt");
    for (args, data) in cases {
        written(args, &file);
        checked(&file, data);
    }
    // A380496
    let output = run(&["nimber", "--excess", "3..43", "--bfile"]);
    std::fs::write(&file, output.stdout).unwrap();
    checked(&file, "0, 0, 1, 1, 0, 0, 4, 1, 0, 1, 0, 1, 1");
    // A range within begins at the number of its first prime.
    let output = run(&["nimber", "--excess", "19..23", "--bfile"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.ends_with("\n7 4\n8 1\n"), "{text}");
}

#[test]
fn counts_along_a_letter_are_those_of_single_boxes() {
    let folder = Folder::new("counts");
    let file = folder.file("b000002.txt");
    let args = [
        "table",
        "matrix[a b; c 3]",
        "a=0..n",
        "b=1..n",
        "c=0..4",
        "n=2..6",
        "--count",
    ];
    let text = String::from_utf8(written(&args, &file)).unwrap();
    assert!(
        text.starts_with("# Number of P-positions: matrix[a b; c 3] with a=0..n b=1..n c=0..4\n2 ")
    );
    for line in text.lines().skip(1) {
        let (n, count) = line.split_once(' ').unwrap();
        let [a, b] = [format!("a=0..{n}"), format!("b=1..{n}")];
        let output = run(&["table", "matrix[a b; c 3]", &a, &b, "c=0..4", "--count"]);
        let single = String::from_utf8(output.stdout).unwrap();
        assert!(
            single.starts_with(&format!("{count} P-positions")),
            "{line}: {single}"
        );
    }
}
