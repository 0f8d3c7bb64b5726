//! What must hold for every reader with any input: shared by the fuzz targets in `fuzz/` and the bounded random tests
//! in `fuzzed.rs`.

use nimfield_core::game::Rules as _;
use std::time::{Duration, Instant};

use nimbers::Interrupt;
use nimbers::calc;
use nimfield::NotationError;
use nimfield::template::{Letter, Template};
use nimfield::{Analyzer, Budget, Games, Outcome, Play, Player, Query, Sum};
use nimfield_claims::{CounterexampleCertificate, Hunt};
use nimfield_core::files::FileFault;
use nimfield_core::sealed::{Format, SealedData};
use nimfield_engines::certificate::OutcomeCertificate;
use nimfield_engines::taking::BoardTable;
use nimfield_export::bfile;
use nimfield_games::boards::{Board, read_file};
use nimfield_games::partitions::pnim::census::{Grading, state};
use nimfield_rules::RuleFile;
use short_game::{Arena, Limits, Printed};

/// An error can be shown, and points into its text.
fn check_error(error: &NotationError, text: &str) {
    assert_eq!(error.text, text);
    assert!(text.get(error.span.clone()).is_some(), "{error:?}");
    assert!(!error.message.is_empty());
    let shown = error.to_string();
    assert!(shown.contains('^'), "{shown}");
    // A window, not the text.
    assert!(shown.len() < 3_000 + error.message.len() + error.help.len());
}

/// Reads a position; canonical forms of values in it are limited to these bytes and this time.
fn read(text: &str, bytes: usize, time: Duration) -> Result<Sum, NotationError> {
    let budget = Budget::unlimited().bytes(bytes as u64).time(time);
    Games::builtin().reader().budget(budget).read(text)
}

/// Computations end early, so that many texts are tried: fuzzers prefer inputs that cause loops.
const BYTES: usize = 256 << 10;
const TIME: Duration = Duration::from_millis(1);

/// The position, read with the limits of a target.
fn read_small(text: &str) -> Result<Sum, NotationError> {
    read(text, BYTES, TIME)
}

/// The position, read back with larger limits, because the printed text may be longer than the typed one.
fn read_back(text: &str) -> Sum {
    read(text, 256 << 20, Duration::from_secs(60)).expect("what is printed reads")
}

/// A printed position reads back as the same one; errors can be shown.
pub fn notation(text: &str) {
    match read_small(text) {
        Err(error) => check_error(&error, text),
        Ok(sum) => {
            let printed = sum.to_string();
            let again = read_back(&printed);
            assert_eq!(again.to_string(), printed);
            assert!(again == sum);
        }
    }
}

/// A position in the first line and a move in each other one: moves read back, legal ones lead to
/// positions that read back, illegal ones leave the position and say why.
pub fn moves(text: &str) {
    let mut lines = text.lines();
    let Some(Ok(mut sum)) = lines.next().map(read_small) else {
        return;
    };
    for line in lines.take(100) {
        let mv = match sum.read_move(line) {
            Ok(mv) => mv,
            Err(error) => {
                check_error(&error, line);
                continue;
            }
        };
        let printed = mv.to_string();
        assert!(sum.read_move(&printed) == Ok(mv.clone()), "{printed}");
        let before = sum.to_string();
        sum = match sum.play(&mv) {
            Ok(after) => {
                assert_ne!(after.to_string(), before, "a move moves");
                notation(&after.to_string());
                after
            }
            Err(illegal) => {
                assert!(!illegal.reason.is_empty());
                assert_eq!(illegal.position.to_string(), before);
                illegal.position
            }
        };
    }
}

/// A board file is read, and then some moves are played, or refused with an error that can be shown.
pub fn board_file(text: &str) {
    match read_file("board.txt", text) {
        Err(error) => check_error(&error, text),
        Ok(game) => {
            let board = Board::full(game);
            let load = |_: &str| Ok(text.to_string());
            let games = Games::builtin();
            let reader = games.reader().files(load);
            let read = |text: &str| reader.read(text).expect("what is printed reads");
            assert_eq!(read("@board.txt").to_string(), "@board.txt");
            for mv in board.moves().take(20) {
                let after = board.clone().play(&mv).expect("a listed move");
                let printed = after.to_string();
                assert_eq!(read(&printed).to_string(), printed);
            }
        }
    }
}

/// A rule file is read, and then some positions are played, or refused with an error that can be shown.
pub fn rule_file(text: &str) {
    /// Some small positions of each family; other families refuse them.
    const BODIES: [&str; 9] = [
        "",
        "[2,1]",
        "[2,1,1]",
        "[1 2; 2 1]",
        "[2x3]",
        "[2x2x2]",
        "[2x3 at b1]",
        "[oo/.o]",
        "[1x2; 2x2]",
    ];
    let file = match RuleFile::read("@my.game", text) {
        // A line of a board with parameters is shown with their values.
        Err(error) if text.contains("param") => return check_error(&error, &error.text),
        Err(error) => return check_error(&error, text),
        Ok(file) => file,
    };
    assert!(!file.describe().is_empty());
    let load = |name: &str| match name {
        "my.game" => Ok(text.to_string()),
        _ => Err("unknown file".to_string()),
    };
    let games = Games::builtin();
    let reader = games.reader().files(load);
    for body in BODIES {
        let position = format!("@my.game{body}");
        let sum = match reader.read(&position) {
            Err(error) => {
                assert!(!error.to_string().is_empty());
                continue;
            }
            Ok(sum) => sum,
        };
        let printed = sum.to_string();
        assert_eq!(reader.read(&printed).expect("a printed position"), sum);
        for mv in sum.moves().take(20) {
            let again = sum.read_move(&mv.to_string()).expect("a printed move");
            let after = sum.clone().play(&again).expect("a listed move");
            let printed = after.to_string();
            assert_eq!(reader.read(&printed).expect("a printed position"), after);
        }
    }
}

/// A template in the first line and a range in each other one.
pub fn template(text: &str) {
    let mut lines = text.lines();
    let Some(family) = lines.next() else { return };
    let mut letters = Vec::new();
    for line in lines.take(10) {
        match Letter::read(line) {
            Ok(letter) => {
                assert!(letter.count() > 0);
                letters.push(letter);
            }
            Err(error) => check_error(&error, line),
        }
    }
    let count = letters.len();
    match Template::new(family, letters) {
        Err(error) => check_error(&error, family),
        Ok(template) => {
            assert_eq!(template.letters().len(), count);
            let mut positions = 0;
            for values in template.values().take(4) {
                positions += 1;
                assert_eq!(values.len(), count);
                match template.with(&values) {
                    Ok(text) => notation(&text),
                    Err(error) => assert!(!error.to_string().is_empty()),
                }
            }
            assert_eq!(positions, template.count().min(4));
            if count == 0 {
                assert_eq!(template.with(&[]).as_deref(), Ok(family));
            }
        }
    }
}

/// The checker accepts or says where the error is, and accepts the output of the writer.
pub fn bfile(data: &[u8]) {
    match bfile::check(data) {
        Ok(summary) => {
            assert!(summary.first <= summary.last);
            let lines = data.iter().filter(|&&byte| byte == b'\n').count();
            assert!((summary.last.abs_diff(summary.first)) < lines as u64);
        }
        Err(fault) => assert!(!fault.to_string().is_empty()),
    }
    let terms: Vec<u128> = data
        .chunks(16)
        .map(|chunk| {
            chunk
                .iter()
                .fold(0, |term, &byte| term << 8 | u128::from(byte))
        })
        .collect();
    if terms.is_empty() {
        return;
    }
    let mut file = Vec::new();
    bfile::write(
        &mut file,
        "terms",
        u64::from(data[0]),
        terms.iter().copied(),
    )
    .unwrap();
    let summary = bfile::check(&file[..]).expect("what is written is well formed");
    assert_eq!(summary.first, i64::from(data[0]));
    assert_eq!(summary.last, summary.first + terms.len() as i64 - 1);
}

/// Every position that can be read can be analysed within a small budget, and the answer is consistent.
pub fn analyze_small(text: &str) {
    let Ok(sum) = read_small(text) else {
        return;
    };
    for play in [Play::Normal, Play::Misere] {
        for (value, unproved) in [(false, false), (true, true)] {
            let budget = Budget::unlimited()
                .positions(2_000)
                .bytes(16 << 20)
                .time(Duration::from_millis(40));
            let query = Query {
                play,
                value,
                moves: true,
                unproved,
                ..Query::default()
            };
            let answer = Analyzer::new(query, budget).analyze(&sum);
            assert_eq!(answer.position, sum);
            let none = answer.winning_moves.is_empty();
            match answer.outcome {
                Some(Outcome::P) => assert!(none && answer.complete, "{text}"),
                // In misère play a player who cannot move has won.
                Some(_) => {
                    let over = sum.moves().next().is_none();
                    assert_eq!(none && answer.complete, over, "{text}");
                }
                None => assert!(none && !answer.complete && !answer.reason.text.is_empty()),
            }
            if let Some(value) = &answer.value {
                let lost = answer.outcome == Some(Outcome::P);
                assert_eq!(*value == nimfield::Grundy::ZERO, lost, "{text}");
            }
            for found in &answer.winning_moves {
                let player = found.player().unwrap_or(Player::Left);
                let read = sum.read_move_of(&found.mv.to_string(), player);
                assert_eq!(read.as_ref(), Ok(&found.mv), "{text}");
                let after = sum.after(&found.mv).expect("a legal move");
                let to = found.mv.amounts().is_none().then_some(after);
                assert_eq!(to, found.to(), "{text}");
            }
            assert!(!answer.to_json().is_empty());
        }
    }
}

/// The calculator of partizan values computes, or says where the error is; it reads back its own output.
pub fn value(text: &str) {
    let limits = Limits {
        bytes: BYTES,
        deadline: Some(Instant::now() + TIME),
        ..Limits::default()
    };
    let arena = Arena::with_limits(limits).expect("enough for an empty one");
    match arena.evaluate(text) {
        Err(error) => {
            assert!(text.get(error.range.clone()).is_some(), "{error:?}");
            assert!(!error.message.is_empty());
        }
        Ok(short_game::calc::Value::Game(game)) => {
            // The time may be over, or the text past its limit.
            if let Ok(Printed::Form(printed)) = arena.print(game, 5_000)
                && let Ok(again) = arena.read(&printed)
            {
                assert!(again == game, "{text}: {printed}");
            }
        }
        Ok(other) => {
            let _ = other.to_text(&arena, 5_000);
        }
    }
}

/// The calculator of nimbers computes, or says where the error is; it reads back its own output.
pub fn nimber(text: &str) {
    let end = Instant::now() + TIME;
    let enough = || Instant::now() > end;
    match calc::evaluate(text, Interrupt::when(&enough)) {
        Err(error) => {
            assert!(text.get(error.span.clone()).is_some(), "{error:?}");
            assert!(!error.to_string().is_empty());
        }
        Ok(calc::Value::Nimber(x)) => {
            let printed = calc::Value::Nimber(x.clone()).to_string();
            match calc::evaluate(&printed, Interrupt::NEVER) {
                Ok(calc::Value::Nimber(again)) => assert_eq!(again, x, "{printed}"),
                Err(error) if error.to_string().contains(" of more than ") => {}
                other => panic!("{text}: {printed}: {other:?}"),
            }
        }
        Ok(other) => assert!(!other.to_string().is_empty()),
    }
}

/// A file of this format with right checksums and blocks of these names with contents from `data`.
fn sealed(format: Format, names: &[[u8; 4]], data: &[u8]) -> Vec<u8> {
    let mut file = format.writer(Vec::new()).expect("memory");
    let mut rest = data;
    while let [kind, length, after @ ..] = rest {
        let (contents, behind) = after.split_at(usize::from(*length).min(after.len()));
        let name = names[usize::from(*kind) % names.len()];
        file.record(name, |block| block.extend(contents))
            .expect("memory");
        rest = behind;
    }
    file.seal().expect("memory")
}

/// A certificate is read, or refused with a reason; a certificate that was read is written in the same way.
pub fn certificate(data: &[u8]) {
    let format = Format {
        magic: *b"NIMFCERT",
        version: 2,
        foreign: "",
    };
    let names = [*b"GAME", *b"PART"];
    for bytes in [data.to_vec(), sealed(format, &names, data)] {
        match OutcomeCertificate::from_bytes(&bytes) {
            Err(fault) => refused(&fault),
            Ok(certificate) => {
                assert_eq!(certificate.to_bytes().unwrap(), bytes);
                let _ = certificate.check();
            }
        }
    }
}

/// A counterexample is read, or refused with a reason.
pub fn counterexample(text: &str) {
    if let Err(error) = CounterexampleCertificate::read(text) {
        assert!(!error.to_string().is_empty());
    }
}

/// The state of a census is read, or refused with a reason.
pub fn census(data: &[u8]) {
    let format = Format {
        magic: *b"NIMFCENS",
        version: 2,
        foreign: "",
    };
    for bytes in [data.to_vec(), sealed(format, &[*b"OF  ", *b"LEVL"], data)] {
        for grading in [Grading::Size, Grading::Perimeter] {
            match state::decode(&bytes, grading) {
                Err(fault) => refused(&fault),
                Ok(census) => assert_eq!(state::encode(&census).unwrap(), bytes),
            }
        }
    }
}

/// The state of a hunt and a table of a board are read from files, or refused with a reason.
pub fn files(data: &[u8]) {
    let format = Format {
        magic: *b"NIMFHUNT",
        version: 3,
        foreign: "",
    };
    let thread = std::thread::current().id();
    let name = format!("nimfield-{}-{thread:?}.fuzz", std::process::id());
    let path = std::env::temp_dir().join(name);
    let mut table = b"\x89NIMTAB\n".to_vec();
    table.extend(data);
    for bytes in [data.to_vec(), sealed(format, &[*b"DATA"], data), table] {
        std::fs::write(&path, &bytes).expect("the folder of temporary files can be written");
        if let Err(error) = Hunt::load(&path, u64::MAX) {
            refused(&error.fault);
        }
        match BoardTable::open(&path) {
            Err(error) => refused(&error.fault),
            Ok(table) => drop(table.is_p(0)),
        }
    }
    std::fs::remove_file(&path).expect("it is there");
}

fn refused(fault: &FileFault) {
    assert!(!fault.to_string().is_empty());
}
