//! Budgets as the operating system sees them: the memory and the work of the whole process, for inputs that would use
//! up all memory and time.
//!
//! Work is measured as processor time. Where processors share a core, a loaded one does half as much in the same time, so
//! the usual run allows several times the budget, and finds what does not ask for it; the long one is strict, and wants
//! a quiet machine.
#![cfg(target_os = "linux")]

use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use nix::sys::resource::{Usage, UsageWho, getrusage};
use nix::sys::time::TimeVal;

const MEMORY: u64 = 50 << 20;
const TIME: Duration = Duration::from_millis(300);

/// The words of a command, and the position or input that it receives.
const CASES: [(&[&str], &str); 51] = [
    (&["analyze"], "turning(ruler)[(30000)]"),
    (&["analyze"], "turning(ruler)[(65535)]"),
    (
        &["analyze"],
        "turning(twins,twins)[(7,6) (9007199254740992,0)]",
    ),
    (
        &["analyze"],
        "matrix-partizan[900000000 900000001; 3 2] + *3",
    ),
    (
        &["analyze", "--play", "misere"],
        "matrix-partizan[9000000 9000001; 3 2]",
    ),
    (&["analyze"], "matrix-partizan[1024]"),
    (&["analyze"], "matrix-partizan[65536]-{|}"),
    (&["analyze"], "+-{{|}|^3*92} - crps[2 1]"),
    (&["analyze", "--value"], "wythoff[5,4000000000] + *4"),
    (&["analyze", "--play", "misere"], "efr[8x8]"),
    (&["analyze", "--play", "misere"], "efr[2x14]"),
    (&["analyze", "--play", "misere"], "efr[3x12]"),
    (&["analyze", "--play", "misere"], "efr[3x14]"),
    (&["analyze", "--value"], "tactix[8x8]"),
    (
        &["analyze", "--value", "--play", "normal"],
        "lines(any)[8x8]",
    ),
    (&["analyze"], "lines(max=3)[5x6]"),
    (&["analyze"], "triangle[10]"),
    (&["analyze"], "pnim[5000^40,3000^20]"),
    (
        &["analyze", "--play", "misere", "--value"],
        "pnim[90^30,60^20]",
    ),
    (&["analyze", "--value"], "pnim[130^2,2] + nim[5]"),
    (&["analyze", "--value"], "crim[90^30,60^20]"),
    (&["analyze", "--play", "misere"], "rnim[3000,4000,5000]"),
    (&["analyze"], "matrix[100 101 103 105]"),
    (
        &["analyze"],
        "matrix[900 800 700 650; 850 870 860 720; 740 990 910 930; 880 760 770 790]",
    ),
    (
        &["analyze", "--play", "misere", "--value"],
        "matrix[900 800 700 650; 850 870 860 720]",
    ),
    (
        &["analyze", "--play", "misere"],
        "holladay[30 40 50; 50 61 20; 30 30 31]",
    ),
    (&["analyze", "--value"], "schrage[300000x500000]"),
    (
        &["analyze", "--play", "misere"],
        "nimbers[(1000,1000) (w,w) (w^w,w^w*3)]",
    ),
    (&["analyze"], "nimbers[(w^(w^126),w^(w^126*718)) (w^w,3)]"),
    (
        &["analyze"],
        "nim[340282366920938463463374607431768211455] + wythoff[1,1000000000000000000000]",
    ),
    (&["play", "--first", "you"], "schrage[3000x5000] + nim[9]"),
    (&["analyze"], "sym[64]"),
    (&["analyze"], "sym[256,9]"),
    (&["analyze", "--play", "misere"], "sym[30,29]"),
    (&["analyze"], "sym[64] + {1|-1}"),
    (&["analyze", "--value"], "grunt[8000]"),
    (&["analyze", "--play", "misere"], "grunt[2000]"),
    (&["analyze"], "corners[1307^1850]"),
    (&["analyze"], "hooks[2000^2000]"),
    (&["play", "--first", "machine"], "hooks[900^900]"),
    (
        &["analyze"],
        "matrix-partizan[1 2000000; 2000000 2000000] + matrix-partizan[1 2000000; 2000000 2000000] + nim[3]",
    ),
    (&["quotient", "--up-to", "1000000"], "nim[3,5,n]"),
    (
        &["quotient", "--up-to", "1000000"],
        "nimbers[(n,2) (4,w) (w+2,w+3)]",
    ),
    (&["quotient", "--up-to", "1000000"], "matrix[n 4; 4 5]"),
    (&["value"], "heat(*400,1000)"),
    (&["value"], "conway(2147483648,Miny(1))"),
    (&["value"], "heat(^400,1000)"),
    (&["nimber"], "root(4095,[w^w])"),
    (&["nimber"], "root(65537,3)"),
    (&["nimber"], "min_poly([w^(w*3)+w^w+w+1])"),
    (&["nimber"], "[w^w]^123456789012345678901234567890"),
];

/// Positions that certificates name, with a statement about them and its facts.
const CERTIFICATES: [(&str, &str, &str); 8] = [
    ("cutcake[255x255]", "P", "\"P\":\"0\""),
    ("rnim[300,300,300]", "P", "\"P\":\"0\""),
    ("wythoff[10000000,7]", "P", "\"P\":\"0\""),
    ("pnim[3000^3000]", "P", "\"P\":\"0\""),
    ("crim[1000^1000]", "P", "\"P\":\"0\""),
    ("lctr[100000^100000]", "P", "\"P\":\"0\""),
    ("nim[100000000000]", "value", "\"value\":\"1\""),
    ("sym[64]", "moves", "\"moves\":\"1\""),
];

/// The words of the commands that take something other than a position.
const OTHERS: [(&[&str], &str); 20] = [
    (&["period", "--up-to", "10000000"], "wythoff[100000,n]"),
    (&["period"], "wythoff[10000000,n]"),
    (&["period", "--show", "value"], "sym[n]"),
    (&["period", "--up-to", "1000000"], "code(0.07)[n]"),
    (&["quotient"], "nim[100000]"),
    (&["quotient", "--up-to", "40"], "sym[n]"),
    (&["guess", "nim[a b]", "a=0..3000", "b=0..3000"], "--values"),
    (
        &[
            "table", "nim[a b]", "a=0..511", "b=0..511", "--blank", "--format",
        ],
        "svg",
    ),
    (
        &["table", "sym[a,b]", "a=0..80", "b=81..200", "--show"],
        "value",
    ),
    (
        &[
            "table",
            "nim[a b c]",
            "a=0..400",
            "b=0..400",
            "c=0..400",
            "--only-p",
        ],
        "--count",
    ),
    (&["solve"], "lines(any)[5x5]"),
    (&["solve", "--values", "--play", "normal"], "efr[4x6]"),
    (&["partition"], "300^200"),
    (&["value"], "{5|{3|1}}*1000000"),
    (&["nimber"], "log(5,3)"),
    (&["nimber", "--excess"], "1009..1013"),
    (&["verify"], "ferguson-subordinate-is-reduced"),
    (&["hunt"], "ferguson-theorem-3"),
    (
        &["hunt", "a=0..1000000000", "b=a..20", "--statement"],
        "nim[a b]: 1",
    ),
    (&["certify", "-o", "/dev/null"], "tactix[7x7]"),
];

#[test]
fn a_process_keeps_to_its_budget() {
    let mut faults = Faults::new(5);
    for (words, text) in CASES {
        faults.look(words, text, "");
    }
    for (number, (game, statement, facts)) in CERTIFICATES.iter().enumerate() {
        let path = format!("{}/budget-{number}.json", env!("CARGO_TARGET_TMPDIR"));
        let name = game.split('[').next().expect("a name");
        let text = format!(
            "{{\"certificate\":\"statement\",\"version\":1,\"positions\":\"{name}\",\"statement\":\"{statement}\",\
             \"play\":\"normal\",\"position\":\"{game}\",\"letters\":{{}},\"facts\":{{{facts}}}}}"
        );
        std::fs::write(&path, text).expect("there is room");
        faults.look(&["check"], &path, "");
    }
    // Each of the 500 moves of a large matrix leads to one that theory examines in some milliseconds.
    let row = |row: usize| (0..400).map(move |column| 1 + (37 * row + 91 * column) % 9);
    let row = |at: usize| row(at).map(|entry| entry.to_string()).collect::<Vec<_>>();
    let rows: Vec<String> = (0..150).map(|at| row(at).join(" ")).collect();
    let matrix = format!("matrix[{}]", rows.join(";"));
    faults.look(&["play"], &matrix, "moves outcomes\nhint\nquit\n");
    faults.none();
}

/// Every game with its largest start, and with larger numbers in place of those, in every command that takes it.
#[test]
#[ignore = "half an hour"]
fn every_command_and_every_game_keep_to_their_budgets() {
    let games = command(&["games", "--json"])
        .output()
        .expect("the program starts");
    let games = String::from_utf8(games.stdout).expect("text");
    let mut faults = Faults::new(1);
    for line in games.lines() {
        let game: serde_json::Value = serde_json::from_str(line).expect("an object a line");
        let text = |value: &serde_json::Value| value.as_str().expect("text").to_string();
        let starts = game["starts"].as_array().expect("a list").iter().map(text);
        let largest = starts.max_by_key(String::len).unwrap_or(String::new());
        let mut positions = vec![largest.clone(), text(&game["example"])];
        for factor in [3, 30, 1_000, 1_000_000, 1_000_000_000_000] {
            positions
                .extend([&largest, &text(&game["example"])].map(|text| inflated(text, factor)));
        }
        positions.sort();
        positions.dedup();
        for position in positions {
            for words in [
                &["analyze", "--play", "normal"][..],
                &["analyze", "--play", "misere"],
                &["analyze", "--value", "--play", "normal"],
                &["analyze", "--value", "--play", "misere"],
                &["draw"],
                &["misere"],
                &["quotient"],
            ] {
                faults.look(words, &position, "");
            }
            faults.look(&["analyze"], &format!("{position} + {{1|-1}}"), "");
            faults.look(&["play"], &position, "moves\nmoves outcomes\nhint\nquit\n");
        }
        let name = text(&game["name"]);
        for words in [
            &["classify", "--up-to", "60"][..],
            &["table", "--up-to", "60", "--count"],
            &["hunt", "--up-to", "60", "--statement"],
        ] {
            let text = if words[0] == "hunt" {
                format!("{name}: 1")
            } else {
                name.clone()
            };
            faults.look(words, &text, "");
        }
    }
    for (words, text) in OTHERS {
        faults.look(words, text, "");
    }
    faults.none();
}

/// The same position with larger numbers: those above 1 between brackets, multiplied by this factor.
fn inflated(text: &str, factor: u64) -> String {
    let (head, body) = text.split_once('[').unwrap_or((text, ""));
    let mut inflated = format!("{head}[");
    let mut digits = String::new();
    for sign in body.chars() {
        if sign.is_ascii_digit() {
            digits.push(sign);
            continue;
        }
        inflated += &match digits.parse::<u64>() {
            Ok(number @ 2..) => number.saturating_mul(factor).to_string(),
            _ => digits.clone(),
        };
        digits.clear();
        inflated.push(sign);
    }
    inflated
}

fn command(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nimfield"));
    command
        .env("NIMFIELD_DATA", "there/is/no/such/folder")
        .args(words);
    command
}

/// The commands that exceed their budget. Other children of the process would count as well, so only one test measures
/// at a time.
struct Faults {
    found: Vec<String>,
    /// How many times the work of a quiet machine is allowed.
    slack: u32,
    _alone: MutexGuard<'static, ()>,
}

impl Faults {
    fn new(slack: u32) -> Faults {
        static ONE: Mutex<()> = Mutex::new(());
        Faults {
            found: Vec::new(),
            slack,
            _alone: ONE.lock().unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// Runs a command with this input.
    fn look(&mut self, words: &[&str], text: &str, input: &str) {
        let (time, memory) = (format!("{}ms", TIME.as_millis()), format!("{MEMORY}B"));
        let most_memory = MEMORY + MEMORY / 5 + (32 << 20);
        // In a game each answer has this time.
        let answers = 1 + input.matches("outcomes").count() + input.matches("hint").count();
        let most_work = (TIME * 3 / 2 + Duration::from_millis(200)) * answers as u32 * self.slack;
        let start = &text[..text.len().min(100)];
        let known = self.found.len();
        // A shared processor does less work in the same time, so the best of three runs counts.
        let mut least = Duration::MAX;
        for _ in 0..3 {
            let before = children();
            let mut child = command(words)
                .args(["-q", "--time", &time])
                .args(["--threads", "1", "--memory", &memory])
                .arg(text)
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("the program starts");
            let mut stdin = child.stdin.take().expect("it is a pipe");
            // A command that reads no input has closed the pipe.
            let _ = stdin.write_all(input.as_bytes());
            drop(stdin);
            let status = child.wait().expect("the program ends");
            let after = children();
            // The largest of all children so far.
            let peak = 1024 * after.max_rss() as u64;
            if after.max_rss() > before.max_rss() && peak > most_memory {
                self.found.push(format!("{words:?} {start}: {peak} bytes"));
            }
            // 1: a certificate that is wrong. 2: a text that is not a position of this game, and a value whose form has
            // a fixed limit, which a fast machine reaches first.
            if !matches!(status.code(), Some(0..=3)) {
                self.found.push(format!("{words:?} {start}: {status}"));
            }
            least = least.min(worked(&after) - worked(&before));
            if least <= most_work {
                break;
            }
        }
        if least > most_work {
            self.found.push(format!("{words:?} {start}: {least:?}"));
        }
        // A run of all games takes long, so failures are printed at once.
        for found in &self.found[known..] {
            eprintln!("{found}");
        }
    }

    fn none(self) {
        assert!(self.found.is_empty(), "{}", self.found.join("\n"));
    }
}

fn children() -> Usage {
    getrusage(UsageWho::RUSAGE_CHILDREN).expect("it can be asked")
}

fn worked(usage: &Usage) -> Duration {
    let span = |time: TimeVal| {
        Duration::from_secs(time.tv_sec() as u64) + Duration::from_micros(time.tv_usec() as u64)
    };
    span(usage.user_time()) + span(usage.system_time())
}
