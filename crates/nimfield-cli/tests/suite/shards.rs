//! `--shard` and `nimfield merge`: every command in shards gives the same bytes as in one piece, and files that do not
//! form a job are refused by name.

use std::fs;
use std::path::PathBuf;

use nimfield::tables::CountState;
use nimfield_core::sealed::SealedData;
use nimfield_core::shard::DoneShard;

use crate::common::{self, code, err, file, nimfield, out, run};

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    common::folder(&format!("shards-{name}"))
}

/// Runs all shards of a command; their files.
fn parts(name: &str, args: &[&str], of: usize) -> Vec<String> {
    let folder = folder(name);
    let part = |i: usize| {
        let path = folder.join(format!("{i}.shard"));
        let path = path.to_str().unwrap().to_string();
        let shard = format!("{i}/{of}");
        let output = run(&[args, &["--shard", &shard, "-o", &path]].concat());
        assert_eq!(code(&output), 0, "{args:?} {shard}: {}", err(&output));
        assert!(out(&output).contains(&shard), "{}", out(&output));
        path
    };
    (1..=of).map(part).collect()
}

fn merge(paths: &[String], options: &[&str]) -> std::process::Output {
    let mut args = vec!["merge"];
    args.extend(paths.iter().map(String::as_str));
    args.extend(options);
    run(&args)
}

/// The command in one piece and in shards, to stdout and into a file.
fn same(name: &str, args: &[&str], of: usize) {
    let whole = run(args);
    let mut paths = parts(name, args, of);
    paths.rotate_left(of / 2);
    let merged = merge(&paths, &[]);
    assert_eq!(out(&merged), out(&whole), "{args:?}");
    assert_eq!(code(&merged), code(&whole), "{args:?}");
    assert_eq!(err(&merged), err(&whole), "{args:?}");
    let mut remarks = err(&merged).lines();
    assert!(remarks.all(|line| line.ends_with("left out")), "{args:?}");
    assert!(!whole.stdout.is_empty());
    let into = file(&format!("shards-{name}-merged"));
    let merged = merge(&paths, &["-o", into.to_str().unwrap()]);
    assert_eq!(code(&merged), code(&whole), "{args:?}");
    assert_eq!(fs::read(&into).unwrap(), whole.stdout, "{args:?}");
}

/// The author of a shard can give it a valid seal, so its results are compared with recomputed ones.
#[test]
fn shards_that_no_run_writes_are_refused() {
    type Change = fn(&mut serde_json::Value);
    fn add(value: &mut serde_json::Value, at: &str, more: u64) {
        let place = value.pointer_mut(at).unwrap_or_else(|| panic!("{at}"));
        *place = (place.as_u64().unwrap() + more).into();
    }
    let hunt = ["hunt", "ferguson-theorem-3", "--up-to", "8"];
    let verify = ["verify", "ferguson-theorem-3", "--up-to", "8"];
    let statement = [
        "hunt",
        "--statement",
        "crim: P -> even(rank)",
        "--up-to",
        "6",
    ];
    let classes = ["classify", "rook", "queen", "--up-to", "6"];
    let excesses = ["nimber", "--excess", "3..31"];
    let table = ["table", "matrix[a 2; b 3]", "a=0..3", "b=a..3"];
    let values = [&table[..], &["--show", "value"]].concat();
    let counts = [&table[..], &["--count"]].concat();
    let boxes = [
        "table",
        "matrix[a 2; b 3]",
        "a=0..n",
        "b=a..n",
        "n=2..4",
        "--count",
        "--format",
        "bfile",
    ];
    let more_classes = ["classify", "rook", "queen", "--up-to", "14"];
    let forgeries: [(&[&str], Change); 22] = [
        (&table, |found| found[0] = serde_json::json!({"O": "P"})),
        (&values, |found| found[0] = serde_json::json!({"V": "77"})),
        // The last cell, so that only a table that is computed again as a whole finds it.
        (&values, |found| {
            let cells = found.as_array_mut().unwrap();
            *cells.last_mut().unwrap() = serde_json::json!({"V": "77"});
        }),
        // The same number in another form.
        (&values, |found| {
            let value = found[0]["V"].as_str().unwrap();
            found[0]["V"] = value.parse::<u64>().unwrap().into();
        }),
        (&counts, |found| found["P"] = "77".into()),
        (&counts, |found| found["P"] = "0".into()),
        (&boxes, |found| found[0] = "77".into()),
        (&hunt, |found| add(found, "/hunt/sizes/5/cases", 1)),
        (&hunt, |found| add(found, "/hunt/sizes/8/cases", 1 << 32)),
        (&hunt, |found| add(found, "/hunt/sizes/3/pieces", 1 << 32)),
        (&verify, |found| add(found, "/0/hunt/sizes/2/cases", 1)),
        (&statement, |found| add(found, "/held", 1000)),
        (&statement, |found| add(found, "/next", 1 << 32)),
        (&statement, |found| add(found, "/size", 1)),
        (&statement, |found| found["size"] = 5.into()),
        (&statement, |found| found["shard"]["more"] = 1.into()),
        (&classes, |found| add(found, "/0/positions", 1)),
        (&classes, |found| add(found, "/0/up_to", 1)),
        // Beyond the last level that has a counterexample.
        (&more_classes, |found| add(found, "/0/positions", 1 << 32)),
        (&classes, |found| {
            let member = &mut found[0]["classes"]["domestic"]["up_to_bound"];
            *member = (!member.as_bool().unwrap()).into();
        }),
        (&classes, |found| {
            found[0]["classes"]["pet"] = serde_json::json!({
                "up_to_bound": false,
                "against": {"grade": 3, "position": "rook[3]", "pair": "(2,1)"},
            });
        }),
        (&excesses, |found| add(found, "/0/1", 1)),
    ];
    for (number, (args, change)) in forgeries.into_iter().enumerate() {
        let paths = parts(&format!("forged-{number}"), args, 2);
        let path = std::path::Path::new(&paths[0]);
        let done = DoneShard::load(path, 1 << 20).unwrap();
        let mut found = serde_json::from_str(&done.found).unwrap();
        change(&mut found);
        let forged = DoneShard {
            found: found.to_string(),
            ..done
        };
        fs::write(path, forged.encode().unwrap()).unwrap();
        let merged = merge(&paths, &[]);
        assert_eq!(code(&merged), 2, "{number} {args:?}: {}", out(&merged));
        assert!(
            out(&merged).is_empty() && !err(&merged).is_empty(),
            "{number}"
        );
    }
}

/// The state of a count that claims more than the family has.
#[test]
fn counts_that_are_not_possible_are_refused() {
    let path = folder("count").join("count.state");
    let ranges = ["a=0..9", "b=a..9"];
    let args = [
        "table",
        "matrix[a 2; b 3]",
        ranges[0],
        ranges[1],
        "--count",
        "--state",
    ];
    let args = [&args[..], &[path.to_str().unwrap()]].concat();
    let whole = run(&args);
    assert_eq!(code(&whole), 0, "{}", err(&whole));
    let state = CountState::load(&path, 1 << 20).unwrap().unwrap();
    let changes: [fn(&mut CountState); 4] = [
        |state| state.next = 1 << 32,
        |state| state.p_positions = 1 << 32,
        |state| state.empty = u64::MAX,
        |state| state.empty = state.next + 1 - state.p_positions,
    ];
    let refuses = |change: fn(&mut CountState), message: &str| {
        let mut forged = state.clone();
        change(&mut forged);
        forged.save(&path).unwrap();
        let refused = run(&args);
        assert_eq!(code(&refused), 2, "{forged:?}: {}", out(&refused));
        assert!(err(&refused).contains(message), "{}", err(&refused));
    };
    for change in changes {
        refuses(change, "more positions than there are");
    }
    // Numbers that are possible, but false.
    let changes: [fn(&mut CountState); 5] = [
        |state| state.p_positions += 1,
        |state| state.p_positions -= 1,
        |state| (state.p_positions, state.empty) = (0, 7),
        |state| state.next -= 1,
        |state| state.marks[0][1] += 1,
    ];
    for change in changes {
        refuses(change, "does not match a new count");
    }
    state.save(&path).unwrap();
    assert_eq!(out(&run(&args)), out(&whole));
}

#[test]
fn hunts_in_shards_are_the_hunt() {
    for (i, (claim, up_to)) in [
        ("ferguson-theorem-3", "12"),
        ("ferguson-conjecture", "9"),
        // Its check ends at 8.
        ("2d-nim-most-next-states", "12"),
    ]
    .into_iter()
    .enumerate()
    {
        let args = ["hunt", claim, "--up-to", up_to, "--no-seconds"];
        same(&format!("hunt{i}"), &args, 3);
        same(&format!("hunt{i}j"), &[&args[..], &["--json"]].concat(), 2);
    }
}

#[test]
fn claims_in_shards_are_the_claims() {
    let one = [
        "verify",
        "ferguson-theorem-3",
        "--up-to",
        "12",
        "--no-seconds",
    ];
    same("verify-one", &one, 3);
    let several = [
        "verify",
        "ferguson-lemma-1",
        "ferguson-conjecture",
        "ferguson-lemma-2",
        "2d-nim-most-next-states",
        "--up-to",
        "9",
        "--no-seconds",
    ];
    same("verify-several", &several, 3);
    same("verify-json", &[&several[..], &["--json"]].concat(), 2);
    // More shards than claims: some have no work.
    same("verify-many", &several, 7);
    let report = |name: &str| file(name).to_str().unwrap().to_string();
    let (whole, merged) = (report("shards-whole.md"), report("shards-merged.md"));
    run(&[&several[..], &["--report", &whole]].concat());
    let paths = parts("verify-report", &several, 2);
    assert_eq!(code(&merge(&paths, &["--report", &merged])), 3);
    assert_eq!(fs::read(merged).unwrap(), fs::read(whole).unwrap());
}

#[test]
fn tables_in_shards_are_the_table() {
    let schrage = ["table", "schrage[a x b]", "a=1..9", "b=1..9"];
    let cases: &[&[&str]] = &[
        &["table", "schrage[n x n]", "n=1..24", "--show", "value"],
        &schrage,
        &["--json", "--show", "value"],
        &["--format", "csv", "--show", "value"],
        &["--only-p"],
        &["--count"],
        &["--count", "--json"],
        &["--format", "bfile", "--show", "value"],
        &["--format", "latex"],
        &["--format", "svg", "--show", "value"],
        &["--format", "markdown"],
        &[
            "table",
            "crpm[a,b]",
            "a=1..4",
            "b=0..4",
            "--show",
            "value",
            "--format",
            "csv",
        ],
        &["table", "wythoff[n 2n-1]", "n=1..30", "--only-p"],
        &["table", "welter[a b 3]", "a=1..5", "b=1..5", "--count"],
        &["table", "crpm[a,1]", "a=1..6", "--show", "stops"],
        &["table", "crpm[a,1]", "a=1..6", "--show", "kind", "--count"],
        &[
            "table",
            "crpm[a,1]",
            "a=1..6",
            "--show",
            "kind",
            "--count",
            "--json",
        ],
        &["table", "nim[a,w+b]", "a=0..3", "b=1..3", "--show", "value"],
        &["table", "nim[a b]", "a=0..5", "b=a..5", "--show", "genus"],
        &["table", "nim[a b]", "a=0..5", "b=a+2..6", "--show", "genus"],
        &[
            "table",
            "welter[a,b]",
            "a=0..5",
            "b=0..5",
            "--show",
            "value",
        ],
        &["table", "welter[a,b]", "a=0..5", "b=0..5", "--json"],
        &["table", "welter[a,b]", "a=0..5", "b=0..5", "--count"],
        &[
            "table",
            "nim[a b c]",
            "a=0..n",
            "b=0..n",
            "c=0..n",
            "n=0..9",
            "--count",
            "--format",
            "bfile",
        ],
        &[
            "table",
            "pnim[a b c]",
            "a=1..6",
            "b=0..4",
            "c=0..3",
            "--show",
            "value",
        ],
        &["--play", "misere", "table", "pnim[a b]", "a=1..6", "b=0..4"],
    ];
    for (i, case) in cases.iter().enumerate() {
        let args = match case[0].starts_with("--") && case[0] != "--play" {
            true => [&schrage[..], case].concat(),
            false => case.to_vec(),
        };
        same(&format!("table{i}"), &args, 2 + i % 3);
    }
}

#[test]
fn pictures_of_shards_are_written_into_a_file() {
    let args = ["table", "schrage[a x b]", "a=1..5", "b=1..5"];
    let whole = file("shards-whole.png");
    let merged = file("shards-merged.png");
    run(&[&args[..], &["-o", whole.to_str().unwrap()]].concat());
    let paths = parts("png", &[&args[..], &["--format", "png"]].concat(), 2);
    let refused = merge(&paths, &[]);
    assert_eq!(code(&refused), 2);
    assert!(
        err(&refused).contains("PNG is not for a terminal"),
        "{}",
        err(&refused)
    );
    assert_eq!(code(&merge(&paths, &["-o", merged.to_str().unwrap()])), 0);
    assert_eq!(fs::read(merged).unwrap(), fs::read(whole).unwrap());
}

#[test]
fn excesses_and_classes_in_shards_are_the_same() {
    for (i, form) in [&[][..], &["--json"], &["--bfile"]].into_iter().enumerate() {
        let args = [&["nimber", "--excess", "5..47"][..], form].concat();
        same(&format!("excess{i}"), &args, 3);
        let figure = [&["classify", "--figure", "--up-to", "6"][..]];
        let form = [&["--json"][..], &["--format", "dot"], &[]][i];
        same(&format!("figure{i}"), &[figure[0], form].concat(), 4);
        let games = ["classify", "rook", "lctr", "nim", "pnim", "--up-to", "6"];
        same(&format!("classes{i}"), &[&games[..], form].concat(), 3);
    }
    let sums = ["classify", "nim", "pnim", "--up-to", "5", "--sums"];
    same("sums", &sums, 2);
    let perimeter = [
        "classify",
        "rook",
        "lctr",
        "--up-to",
        "7",
        "--by",
        "perimeter",
    ];
    same("perimeter", &perimeter, 2);
}

#[test]
fn shards_continue_from_their_states() {
    let args = ["hunt", "ferguson-lemma-2", "--up-to", "40", "--no-seconds"];
    let whole = run(&args);
    let folder = folder("states");
    let at = |name: String| folder.join(name).to_str().unwrap().to_string();
    let mut paths = Vec::new();
    for i in 1..=2 {
        let (path, state) = (at(format!("{i}.shard")), at(format!("{i}.hunt")));
        let shard = format!("{i}/2");
        let part = ["--shard", &shard, "-o", &path, "--state", &state];
        let part = [&args[..], &part].concat();
        let mut stops = 0;
        loop {
            let output = run(&[&part[..], &["--positions", "500"]].concat());
            if code(&output) == 0 {
                break;
            }
            // An unfinished shard has no file.
            assert_eq!(code(&output), 3);
            assert!(!fs::exists(&path).unwrap());
            let said = err(&output);
            assert!(
                said.contains(&format!("shard {shard} is not finished: ")),
                "{said}"
            );
            assert!(said.contains("continues from"), "{said}");
            stops += 1;
            assert!(stops < 100, "no progress: {said}");
        }
        assert!(stops > 2);
        paths.push(path);
    }
    assert_eq!(out(&merge(&paths, &[])), out(&whole));
    let excesses = ["nimber", "--excess", "3..47"];
    let state = at("excesses".to_string());
    let part = at("excess.shard".to_string());
    let shard = ["--shard", "1/1", "-o", &part, "--state", &state];
    assert_eq!(code(&run(&[&excesses[..], &shard].concat())), 0);
    assert!(fs::exists(state).unwrap());
    assert_eq!(out(&merge(&[part], &[])), out(&run(&excesses)));
}

#[test]
fn the_counterexample_of_a_merged_hunt_is_certified() {
    let args = [
        "hunt",
        "ferguson-conjecture",
        "--up-to",
        "9",
        "--no-seconds",
    ];
    let (whole, merged) = (file("shards-whole.json"), file("shards-merged.json"));
    run(&[&args[..4], &["--certificate", whole.to_str().unwrap()]].concat());
    let paths = parts("certificate", &args, 3);
    let output = merge(&paths, &["--certificate", merged.to_str().unwrap()]);
    assert_eq!(code(&output), 1);
    assert_eq!(fs::read(&merged).unwrap(), fs::read(whole).unwrap());
    assert_eq!(code(&run(&["check", merged.to_str().unwrap()])), 0);
    // A report is of `verify`.
    let output = merge(&paths, &["--report", merged.to_str().unwrap()]);
    assert_eq!(code(&output), 2);
    assert!(err(&output).contains("--report is for the shards of verify"));
}

#[test]
fn invalid_jobs_are_refused() {
    let lemma = |bound| ["hunt", "ferguson-lemma-2", "--up-to", bound];
    let good = parts("good", &lemma("12"), 3);
    let said = |paths: &[String]| {
        let output = merge(paths, &[]);
        assert_eq!(code(&output), 2);
        assert_eq!(out(&output), "");
        err(&output).to_string()
    };
    let with = |at: usize, path: &str| {
        let mut paths = good.clone();
        paths[at] = path.to_string();
        paths
    };
    let missing = said(&good[1..]);
    assert!(
        missing.contains(
            "shard 1/3 of this job is missing: nimfield hunt --up-to=12 ferguson-lemma-2"
        ),
        "{missing}"
    );
    let twice = said(&with(2, &good[0]));
    assert!(
        twice.contains(&format!("{}: shard 1/3 occurs twice", good[0])),
        "{twice}"
    );
    let extra = [&good[..], &good[..1]].concat();
    assert!(said(&extra).contains("occurs twice"));
    // Another bound, another claim, another command, another number of shards.
    let bound = parts("bound", &lemma("11"), 3);
    let claim = parts("claim", &["hunt", "ferguson-lemma-1", "--up-to", "12"], 3);
    let command = parts(
        "command",
        &["verify", "ferguson-lemma-2", "--up-to", "12"],
        3,
    );
    for other in [&bound, &claim, &command] {
        let said = said(&with(1, &other[1]));
        let named = format!("{}: this is a shard of another job", other[1]);
        assert!(said.contains(&named), "{said}");
    }
    let number = parts("number", &lemma("12"), 2);
    let said_of_number = said(&with(1, &number[1]));
    assert!(
        said_of_number.contains(&format!("{}: this is shard 2/2", number[1])),
        "{said_of_number}"
    );
    // A missing file, a file of another kind, a state, and a truncated or altered file.
    let nowhere = good[1].replace("2.shard", "4.shard");
    assert!(said(&with(1, &nowhere)).contains(&nowhere));
    let bytes = fs::read(&good[1]).unwrap();
    let broken = file("broken.shard");
    let name = broken.to_str().unwrap();
    for (content, why) in [
        (b"something else".to_vec(), "not a finished shard of a job"),
        (bytes[..bytes.len() - 1].to_vec(), "cut off"),
        (bytes[..10].to_vec(), "cut off"),
        (Vec::new(), "not a finished shard of a job"),
    ] {
        fs::write(&broken, content).unwrap();
        let said = said(&with(1, name));
        assert!(
            said.contains(&format!("{name}: ")) && said.contains(why),
            "{said}"
        );
    }
    for at in (12..bytes.len()).step_by(bytes.len() / 16) {
        let mut altered = bytes.clone();
        altered[at] ^= 4;
        fs::write(&broken, altered).unwrap();
        let said = said(&with(1, name));
        assert!(
            said.contains(name)
                && (said.contains("altered") || said.contains("has invalid contents")),
            "{at}: {said}"
        );
    }
    // Shards of another version of the program: the file names the job.
    let mut job = nimfield_core::shard::DoneShard::decode(&bytes).unwrap();
    job.job.program = "nimfield 0.0.1".to_string();
    fs::write(&broken, job.encode().unwrap()).unwrap();
    let version = said(&with(1, name));
    assert!(
        version.contains(name) && version.contains("nimfield 0.0.1"),
        "{version}"
    );
    // With valid seals, but impossible contents.
    let mut nonsense = nimfield_core::shard::DoneShard::decode(&bytes).unwrap();
    for found in ["", "[]", "{}", "7"] {
        nonsense.found = found.to_string();
        fs::write(&broken, nonsense.encode().unwrap()).unwrap();
        let said = said(&with(1, name));
        let refused = ["do not match", "has invalid contents", "cut off"]
            .iter()
            .any(|why| said.contains(why));
        assert!(refused, "{found:?}: {said}");
    }
    let alone = nimfield_core::shard::ShardJob {
        command: vec!["serve".to_string()],
        ..nonsense.job.clone()
    };
    nonsense.job = alone;
    nonsense.shard = nimfield_core::shard::Shard::WHOLE;
    fs::write(&broken, nonsense.encode().unwrap()).unwrap();
    let said = said(&[name.to_string()]);
    assert!(said.contains("nimfield serve"), "{said}");
}

#[test]
fn invalid_shards_are_reported_with_a_caret() {
    let path = file("none.shard");
    let path = path.to_str().unwrap();
    for (shard, fault) in [
        (
            "0/3",
            "unknown shard 0 of 3: shards are numbered from 1\n  0/3\n  ^",
        ),
        (
            "4/3",
            "unknown shard 4 of 3: shards are numbered from 1\n  4/3\n  ^",
        ),
        ("x", "expected I/N, found \"x\"\n  x\n  ^"),
    ] {
        for command in [
            &["hunt", "ferguson-lemma-2", "--up-to", "3"][..],
            &["verify", "ferguson-lemma-2"],
            &["table", "schrage[n x n]", "n=1..5"],
            &["nimber", "--excess", "3..9"],
            &["classify", "nim", "rook", "--up-to", "4"],
        ] {
            let output = run(&[command, &["--shard", shard, "-o", path]].concat());
            assert_eq!(code(&output), 2);
            assert!(err(&output).contains(fault), "{}", err(&output));
            assert!(err(&output).contains("example: --shard 3/10"));
        }
    }
    assert!(!fs::exists(path).unwrap());
}

/// Numbers are in numerical order, 2 before 10.
#[test]
fn counts_of_values_join_to_those_of_the_whole() {
    let table = [
        "table",
        "nim[a 3b]",
        "a=0..11",
        "b=0..3",
        "--show",
        "value",
        "--count",
    ];
    same("counts-of-values", &table, 2);
    let whole = run(&table);
    let mut counts = [0; 16];
    for (a, b) in (0..12).flat_map(|a| (0..4).map(move |b| (a, 3 * b))) {
        counts[a ^ b] += 1;
    }
    let lines = counts.iter().enumerate().filter(|(_, count)| **count > 0);
    let mut expected: Vec<String> = lines
        .map(|(value, count)| format!("{value:<9}  {count}"))
        .collect();
    expected.push("positions  48".to_string());
    assert_eq!(out(&whole).lines().collect::<Vec<_>>(), expected);
}

#[test]
fn where_shards_make_no_sense_they_are_refused_with_a_reason() {
    let path = file("senseless.shard");
    let path = path.to_str().unwrap();
    for (command, why) in [
        (
            &["table", "wythoff[a b]", "a=0..9", "b=0..9"][..],
            "computed as one box",
        ),
        (
            &["table", "pnim", "--up-to", "9"],
            "each size needs the smaller ones",
        ),
        (
            &["classify", "lctr", "--up-to", "9"],
            "classified as a whole",
        ),
        (&["nimber", "2*3"], "--shard needs --excess"),
    ] {
        let output = run(&[command, &["--shard", "1/2", "-o", path]].concat());
        assert_eq!(code(&output), 2, "{command:?}");
        assert!(err(&output).contains(why), "{}", err(&output));
    }
    // Without a file for it a shard would be lost; a hunt may have a state instead.
    for command in [
        &["verify", "ferguson-lemma-2", "--shard", "1/2"][..],
        &["table", "schrage[n x n]", "n=1..5", "--shard", "1/2"],
        &["verify", "ferguson-lemma-2", "-o", path],
        &["hunt", "ferguson-lemma-2", "--shard", "1/2", "-o", path],
    ] {
        let output = run(command);
        assert_eq!(code(&output), 2, "{command:?}");
        let missing = match command[0] {
            "hunt" => "needs an end: --up-to SIZE",
            _ => "required arguments",
        };
        assert!(err(&output).contains(missing), "{}", err(&output));
    }
    // A shard of a table with an undecided cell is not finished.
    let undecided = ["table", "matrix[n n 40; 41 42 43; 44 45 46]", "n=40..41"];
    let options = ["--positions", "5", "--shard", "1/2", "-o", path];
    let output = run(&[&undecided[..], &options].concat());
    assert_eq!(code(&output), 3, "{}", err(&output));
    assert!(
        err(&output).contains("shard 1/2 is not finished: "),
        "{}",
        err(&output)
    );
    assert!(!fs::exists(path).unwrap());
}

#[test]
fn jobs_do_not_depend_on_how_they_are_typed_or_run() {
    let folder = folder("typed");
    let at = |name: &str| folder.join(name).to_str().unwrap().to_string();
    let (one, two) = (at("1"), at("2"));
    let first = [
        "table",
        "schrage[n x n]",
        "n=1..9",
        "--shard",
        "1/2",
        "-o",
        &one,
    ];
    let second = [
        "--threads",
        "1",
        "--memory",
        "1GiB",
        "-q",
        "table",
        "--show",
        "outcome",
        "--shard=2/2",
        "--output",
        &two,
        "schrage[n x n]",
        "n=1..9",
        "--time",
        "1h",
    ];
    assert_eq!(code(&run(&first)), 0);
    assert_eq!(code(&run(&second)), 0);
    let merged = merge(&[two.clone(), one.clone()], &[]);
    assert_eq!(err(&merged), "");
    assert_eq!(out(&merged), out(&run(&first[..3])));
}

#[test]
fn seconds_are_added_up_or_left_out() {
    let args = ["verify", "ferguson-theorem-3", "--up-to", "10", "--json"];
    let merged = merge(&parts("seconds", &args, 2), &[]);
    let row: serde_json::Value = serde_json::from_str(out(&merged)).unwrap();
    assert!(row["seconds"].as_f64().unwrap() > 0.0);
    let mut command = nimfield(&args);
    let without = command.arg("--no-seconds").output().unwrap();
    assert!(out(&without).contains("\"seconds\":null"));
    let before = |text: &str| text.split("\"seconds\"").next().unwrap().to_string();
    assert_eq!(before(out(&merged)), before(out(&without)));
}
