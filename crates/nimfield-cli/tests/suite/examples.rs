//! Every command that the help and the book show is run by a shell, or is listed below with the reason why not.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::common::{NO_CONFIG, NO_DATA, NO_PROGRESS, out, run};
use crate::docs::{pages, root};

/// How to treat a command that is not run as shown, or does not end with 0.
enum Way {
    /// It ends with this code.
    Ends(i32),
    /// This is run instead; it differs in size, and writes the files that other commands read.
    Smaller(&'static str),
    /// It is not run, for this reason.
    Not(&'static str),
}

use Way::{Ends, Not, Smaller};

const EXPLORER: &str = "it serves until it is ended; the tests of the server do that";
const CARGO: &str = "it builds; .ci/run builds and runs all of it";
const RELEASE: &str = "it makes and tries archives, which .ci/release and .ci/try-release do";
const SCRATCH: &str =
    "nimfield solve 'lines(max=3)[4x5]' -o 4x5.nimtable --memory 24KiB --scratch . --time 1h";
const WHOLE: &str = "nimfield solve 'lines(max=3)[4x4]' -o small.nimtable --memory 9GiB --time 1h";
const LOOKED_UP: &str = "nimfield probe small.nimtable 'lines(max=3)[1111/1001/1001/1111]'";

/// The commands of the help that are not run as shown.
const HELP: &[(&str, Way)] = &[
    (
        "nimfield",
        Not("a conversation on a terminal; others are tested line by line"),
    ),
    ("nimfield serve --open", Not(EXPLORER)),
    ("nimfield serve --port 0", Not(EXPLORER)),
    ("nimfield serve --listen 0.0.0.0 --port 8080", Not(EXPLORER)),
    (
        "nimfield serve --origin https://nim.example.org",
        Not(EXPLORER),
    ),
    (
        "nimfield table 'nim[n 2n 3n]' n=1..1073741824 --count --state n.count",
        Smaller("nimfield table 'nim[n 2n 3n]' n=1..1048576 --count --state n.count"),
    ),
    (
        "nimfield nimber --excess 3..709 --state excess.state --time 10m",
        Smaller("nimfield nimber --excess 3..43 --state excess.state --time 10m"),
    ),
    (
        "nimfield nimber --excess 3..709 --shard 2/8 -o part2.shard",
        Smaller("nimfield nimber --excess 3..43 --shard 2/8 -o part2.shard"),
    ),
    (
        "nimfield solve 'lines(max=3)[6x6]' -o 6x6.nimtable --memory 9GiB --time 1h",
        Smaller(WHOLE),
    ),
    (
        "nimfield solve 'lines(max=3)[6x6]' -o 6x6.nimtable --memory 1GiB --scratch . --time 1h",
        Smaller(
            "nimfield solve 'lines(max=3)[5x4]' -o 5x4.nimtable --memory 24KiB --scratch . --time 1h",
        ),
    ),
    (
        "nimfield solve 'lines(max=3)[6x6]' -o 6x6.nimtable --memory 5GiB --processes 2 --time 1h",
        if cfg!(feature = "cluster") {
            Smaller("nimfield solve 'lines(max=3)[4x4]' -o by2.nimtable --processes 2 --time 1h")
        } else {
            Ends(2)
        },
    ),
    (
        "nimfield table 'matrix[a b; c d]' a=0..127 b=0..127 c=0..127 d=0..127 --count",
        Smaller("nimfield table 'matrix[a b; c d]' a=0..31 b=0..31 c=0..31 d=0..31 --count"),
    ),
    (
        "nimfield table 'matrix-partizan[a b; c d]' a=0..7 b=0..7 c=0..7 d=0..7 --show kind --count",
        Smaller(
            "nimfield table 'matrix-partizan[a b; c d]' a=0..3 b=0..3 c=0..3 d=0..3 --show kind --count",
        ),
    ),
    (
        "nimfield verify ferguson-theorem-3",
        Smaller("nimfield verify ferguson-theorem-3 --up-to 8"),
    ),
    (
        "nimfield verify ferguson-theorem-3 --up-to 100",
        Smaller("nimfield verify ferguson-theorem-3 --up-to 12"),
    ),
    (
        "nimfield verify --all",
        Smaller("nimfield verify ferguson-theorem-3 ferguson-lemma-1 --up-to 6"),
    ),
    (
        "nimfield verify --all --report claims.md",
        Smaller("nimfield verify ferguson-theorem-3 ferguson-lemma-1 --up-to 6 --report claims.md"),
    ),
    (
        "nimfield verify --all --shard 1/4 -o part1.shard",
        Smaller("nimfield verify ferguson-theorem-3 --up-to 6 --shard 1/4 -o part1.shard"),
    ),
    (
        "nimfield verify atlas --shard 1/1 -o laws.jsonl",
        Smaller("nimfield verify atlas --up-to 30 --shard 3/906 -o laws.jsonl"),
    ),
    (
        "nimfield period 'code(0.07)[n]' --oeis stripped",
        Smaller(
            "echo 'A002187 ,0,1,1,2,0,3,1,1,0,3,3,2,2,4,0,' > stripped; \
             nimfield period 'code(0.07)[n]' --oeis stripped",
        ),
    ),
    (
        "nimfield hunt ferguson-conjecture --certificate found.json",
        Ends(1),
    ),
    (
        "nimfield hunt --statement 'crim: P -> even(size)' --certificate found.json",
        Ends(1),
    ),
    (
        "nimfield hunt ferguson-theorem-3 --time 1h --state theorem-3.hunt",
        Smaller("nimfield hunt ferguson-theorem-3 --up-to 12 --time 1h --state theorem-3.hunt"),
    ),
    (
        "nimfield hunt ferguson-theorem-3 --up-to 80 --shard 1/4 -o part1.shard",
        Smaller("nimfield hunt ferguson-theorem-3 --up-to 12 --shard 1/4 -o part1.shard"),
    ),
    (
        "nimfield hunt ferguson-theorem-3 --time 1h --shard 1/4 --state part1.hunt",
        Smaller(
            "for i in 1 2 3 4; do nimfield hunt ferguson-theorem-3 --positions 1000 --time 1h \
             --shard $i/4 --state part$i.hunt; test $? -eq 3 || exit 1; done",
        ),
    ),
    (
        "nimfield hunt ferguson-theorem-3 --up-to 80 --shard 1/2 -o part1.shard",
        Smaller("nimfield hunt ferguson-theorem-3 --up-to 12 --shard 1/2 -o part1.shard"),
    ),
    (
        "nimfield hunt ferguson-theorem-3 --up-to 80 --shard 2/2 -o part2.shard",
        Smaller("nimfield hunt ferguson-theorem-3 --up-to 12 --shard 2/2 -o part2.shard"),
    ),
    (
        "nimfield merge parts/*.shard -o table.csv",
        Smaller(
            "for i in 1 2; do nimfield table 'schrage[n x n]' n=1..9 --format csv --shard $i/2 \
             -o parts/$i.shard || exit 1; done; nimfield merge parts/*.shard -o table.csv",
        ),
    ),
    (
        "nimfield certify 'tactix[7x7]' -o tactix-7x7.cert",
        Smaller("nimfield certify 'tactix[4x4]' -o tactix-7x7.cert"),
    ),
    (
        "nimfield certify 'tactix[7x8]' -o tactix-7x8.cert --memory 6GiB --time 2h --state tactix-7x8.state",
        Smaller(
            "nimfield certify 'tactix[3x4]' -o tactix-3x4.cert --time 2h --state tactix-3x4.state",
        ),
    ),
    (
        "nimfield analyze --no-moves 'tactix[6x6]' --time 1h --state 6x6.state",
        Smaller("nimfield analyze --no-moves 'tactix[5x5]' --time 1h --state 5x5.state"),
    ),
];

/// The commands of the book that are not run as shown: a page or a folder, a beginning, and the reason.
const BOOK: &[(&str, &str, Way)] = &[
    ("README.md", "cargo ", Not(CARGO)),
    ("adding-a-game.md", "cargo ", Not(CARGO)),
    (
        "boards-tables.md",
        "nimfield solve 'lines(max=3)[6x6]' -o 6x6.nimtable --memory 9GiB",
        Smaller(WHOLE),
    ),
    (
        "boards-tables.md",
        "nimfield probe 6x6.nimtable",
        Smaller(LOOKED_UP),
    ),
    (
        "boards-tables.md",
        "nimfield analyze --table 6x6.nimtable 'lines(max=3)[6x6]'",
        Smaller("nimfield analyze --table small.nimtable 'lines(max=3)[4x4]'"),
    ),
    (
        "commands.md",
        "nimfield table pnim --up-to 100",
        Smaller(
            "nimfield table pnim --up-to 30 --non-heavy --format bfile --time 1h --state pnim.census",
        ),
    ),
    (
        "commands.md",
        "nimfield analyze --no-moves 'tactix[6x6]' --state 6x6.state",
        Smaller("nimfield analyze --no-moves 'tactix[5x5]' --state 5x5.state --time 1h"),
    ),
    (
        "commands.md",
        "nimfield solve --values 'tactix[5x5]'",
        Smaller(
            "nimfield solve --values 'tactix[3x5]' -o values.nimtable --memory 24KiB --scratch .",
        ),
    ),
    (
        "commands.md",
        "nimfield table pnim --up-to 31 --by perimeter",
        Smaller("nimfield table pnim --up-to 20 --by perimeter --count --memory 6GiB"),
    ),
    (
        "commands.md",
        "nimfield solve 'lines(max=3)[6x6]' -o 6x6.nimtable --memory 1GiB --scratch .",
        Smaller(SCRATCH),
    ),
    (
        "commands.md",
        "nimfield solve 'lines(max=3)[6x6]' -o 6x6.nimtable --memory 5GiB --processes 2",
        if cfg!(feature = "cluster") {
            Smaller("nimfield solve 'lines(max=3)[4x4]' -o by2.nimtable --processes 2 --time 1h")
        } else {
            Ends(2)
        },
    ),
    (
        "commands.md",
        "nimfield solve 'tactix[5x8]'",
        Smaller("nimfield solve 'tactix[4x5]' --memory 24KiB --scratch . --plan"),
    ),
    (
        "commands.md",
        "nimfield solve 'lines(max=3)[6x6]' -o 6x6.nimtable --memory 9GiB",
        Smaller(WHOLE),
    ),
    (
        "commands.md",
        "nimfield probe 6x6.nimtable",
        Smaller(LOOKED_UP),
    ),
    (
        "commands.md",
        "nimfield play --table 6x6.nimtable",
        Smaller("nimfield play --table small.nimtable 'lines(max=3)[4x4]'"),
    ),
    ("explorer.md", "", Not(EXPLORER)),
    ("figures.md", "", Not("measurements, on a quiet machine")),
    (
        "files.md",
        "python3 checker/",
        Not("tests/checker/run.py runs the checker"),
    ),
    (
        "gallery.md",
        "",
        Not("drawn and compared by the tests of the gallery"),
    ),
    ("guide.md", "cargo install", Not(CARGO)),
    (
        "python.md",
        "",
        Not("it builds; .ci/run builds the wheel and installs it"),
    ),
    ("releases.md", "", Not(RELEASE)),
    (
        "results/",
        "",
        Not("minutes and hours, on a machine of your own"),
    ),
    (
        "scaling.md",
        "",
        Not("for the schedulers of clusters; shards and merge are tested on their own"),
    ),
    (
        "theory/misere.md",
        "nimfield certify 'tactix[7x7]' -o 7x7.cert",
        Smaller("nimfield certify 'tactix[4x4]' -o 7x7.cert"),
    ),
];

/// A folder with the files that examples read.
fn prepared(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("examples-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("parts")).unwrap();
    let game = "# nimfield game 1\nnim[1]\n# play normal\n# players human,human\n# begins 1\n# start nim[1]\n";
    let boards = root().join("docs/src/board-files.in");
    for (file, text) in [
        ("game.txt", game),
        ("positions.txt", "nim[3,5]\nmatrix[7 5; 6 8]\n"),
        ("b000001.txt", "1 0\n2 0\n3 1\n4 0\n5 1\n"),
        ("expressions.txt", "14*8\nroot(3,2)\n"),
        ("lines.txt", "wythoff[3,5]\nx := {2|-1}\nmean(x)\n"),
        (
            "ring.txt",
            &fs::read_to_string(boards.join("ring.txt")).unwrap(),
        ),
        (
            "near.game",
            &fs::read_to_string(root().join("docs/src/rule-files.in/near.game")).unwrap(),
        ),
    ] {
        fs::write(folder.join(file), text).unwrap();
    }
    folder
}

/// Runs a command in a folder by a shell; its exit code and stderr.
fn shell(command: &str, folder: &Path) -> (i32, String) {
    let program = Path::new(env!("CARGO_BIN_EXE_nimfield")).parent().unwrap();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let paths = std::iter::once(program.into()).chain(std::env::split_paths(&path));
    // An example that was not made smaller would delay all tests for hours.
    let shell: &[&str] = match cfg!(target_os = "linux") {
        true => &["timeout", "900", "sh"],
        false => &["sh"],
    };
    let output = Command::new(shell[0])
        .args(&shell[1..])
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", std::env::join_paths(paths).unwrap())
        .envs([NO_DATA, NO_PROGRESS, NO_CONFIG])
        .stdin(Stdio::null())
        .output()
        .expect("there is a shell");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code().expect("not ended by a signal"), told)
}

/// A line without its explanation after two blanks or more, or after a `#`.
fn command(line: &str) -> &str {
    let mut quoted = false;
    for (at, c) in line.char_indices() {
        match c {
            '\'' => quoted = !quoted,
            ' ' if !quoted && line[at..].starts_with("  ") => return &line[..at],
            ' ' if !quoted && line[at..].starts_with(" # ") => return &line[..at],
            _ => {}
        }
    }
    line
}

/// Runs a command in this way, if at all; returns what is wrong.
fn fault(line: &str, way: Option<&Way>, folder: &Path) -> Option<String> {
    let (run, wanted) = match way {
        Some(Not(reason)) => {
            assert!(!reason.is_empty());
            return None;
        }
        Some(Ends(code)) => (line, *code),
        Some(Smaller(other)) => (*other, 0),
        None => (line, 0),
    };
    let (code, told) = shell(run, folder);
    (code != wanted).then(|| format!("{run}\nends with {code}, not {wanted}: {told}"))
}

/// The examples of a page of the help.
fn examples_of(help: &str) -> Vec<String> {
    let block = help.split("\nExamples:\n").nth(1);
    let block = block.map_or("", |rest| rest.split("\n\n").next().unwrap());
    let lines: Vec<&str> = block.lines().collect();
    let count = lines
        .iter()
        .take_while(|line| line.starts_with("  nimfield"));
    let (examples, told) = lines.split_at(count.count());
    // A line too long for the page would go on in the next.
    assert!(!told.iter().any(|line| line.starts_with(' ')), "{block}");
    examples
        .iter()
        .map(|line| command(line.trim_start()).to_string())
        .collect()
}

/// The commands, as the help of the program lists them.
fn commands() -> Vec<String> {
    let help = run(&["--help"]);
    let lines = out(&help).lines().skip_while(|line| *line != "Commands:");
    lines
        .skip(1)
        .map_while(|line| line.strip_prefix("  "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .map(str::to_string)
        .collect()
}

#[test]
fn the_examples_of_the_help_work() {
    let mut faults = Vec::new();
    let mut used = BTreeSet::new();
    let mut tried = 0;
    let commands = commands();
    assert!(commands.len() >= 20, "{commands:?}");
    for name in std::iter::once("").chain(commands.iter().map(String::as_str)) {
        let args = [name, "--help"];
        let help = run(&args[usize::from(name.is_empty())..]);
        let examples = examples_of(out(&help));
        assert!(!examples.is_empty(), "nimfield {name} shows no examples");
        let folder = prepared(name);
        for example in examples {
            let way = HELP.iter().find(|(command, _)| *command == example);
            used.extend(way.map(|(command, _)| *command));
            faults.extend(fault(&example, way.map(|(_, way)| way), &folder));
            tried += 1;
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
    for (command, _) in HELP {
        assert!(used.contains(command), "no help shows {command}");
    }
    assert!(tried >= 80, "{tried} examples");
}

/// The commands in the blocks for a shell of a page, with the lines that follow a backslash.
fn shown(text: &str) -> Vec<String> {
    let mut commands = Vec::new();
    for block in text.split("\n```sh\n").skip(1) {
        let block = block.split("\n```").next().unwrap().replace("\\\n", " ");
        let lines = block.lines().map(|line| command(line.trim_end()));
        commands.extend(lines.filter(|line| !line.is_empty()).map(str::to_string));
    }
    commands
}

#[test]
fn the_shell_commands_of_the_book_work() {
    let mut faults = Vec::new();
    let mut used = BTreeSet::new();
    let mut tried = 0;
    for page in pages() {
        let name = page
            .strip_prefix(root())
            .unwrap()
            .to_string_lossy()
            .replace('\\', "/");
        let name = name.trim_start_matches("docs/src/");
        let folder = prepared(&name.replace('/', "-"));
        fs::create_dir_all(folder.join("gallery")).unwrap();
        for line in shown(&fs::read_to_string(&page).unwrap()) {
            let known = |(at, begin, _): &(&str, &str, Way)| {
                name.starts_with(at) && line.starts_with(begin)
            };
            let way = BOOK.iter().position(known);
            used.extend(way);
            let fault = fault(&line, way.map(|at| &BOOK[at].2), &folder);
            faults.extend(fault.map(|fault| format!("{name}: {fault}")));
            tried += 1;
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
    for (at, (page, begin, _)) in BOOK.iter().enumerate() {
        assert!(used.contains(&at), "{page} does not show {begin}");
    }
    assert!(tried >= 100, "{tried} commands");
}
