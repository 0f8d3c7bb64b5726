//! `nimfield probe`: positions looked up in the table of a board.

use std::io::{BufRead, Read, Write};
use std::path::Path;
use std::time::Instant;

use nimfield::engines::taking::table::{BoardTable, TableSet, data_folder};
use nimfield::words::{Effort, ReasonKind, SCHEMA, WinningMove};
use nimfield::{Answer, Grundy, Outcome, Play};

use crate::analyze::{in_words, read, text_of};
use crate::args::{Analyze, Common, Forms, Probe, Tables};
use crate::errors::{Failure, Status, complain, print};
use crate::solve::{Report, on_a_board};

/// Lines of stdin longer than this are refused.
const LONGEST_LINE: u64 = 1 << 20;

/// The tables that were named, and the data folder.
pub fn shelf(tables: &Tables) -> Result<TableSet, Failure> {
    let given: Result<Vec<BoardTable>, Failure> =
        tables.files.iter().map(|file| open(file)).collect();
    Ok(TableSet::new(given?, data_folder()))
}

fn open(file: &Path) -> Result<BoardTable, Failure> {
    BoardTable::open(file).map_err(Failure::input)
}

/// Runs the command.
pub fn run(common: &Common, wanted: &Probe) -> Result<Status, Failure> {
    let table = open(&wanted.file)?;
    if let Some(play) = common.play
        && play != table.rules().play
    {
        return Err(Failure::input(format!(
            "{} is for {} play",
            wanted.file.display(),
            table.rules().play
        )));
    }
    if wanted.verify {
        table.verify().map_err(Failure::input)?;
    }
    if wanted.texts.is_empty() {
        return summary(common, wanted, &table);
    }
    let mut status = Status::Answered;
    let mut one = |text: Result<&str, String>| -> Result<(), Failure> {
        match text.and_then(|text| answer(&table, text, wanted)) {
            Ok(answer) if common.json => {
                let answer = serde_json::to_string(&answer).map_err(std::io::Error::from)?;
                print(format!("{answer}\n").as_bytes())?;
            }
            Ok(answer) => {
                let as_analyzed = Analyze {
                    texts: Vec::new(),
                    value: false,
                    no_moves: wanted.no_moves,
                    tables: Tables::default(),
                    forms: Forms {
                        limit: 0,
                        dag: false,
                    },
                };
                print(in_words(&answer, &as_analyzed, common.verbose.then_some("")).as_bytes())?;
            }
            Err(message) => {
                status = Status::Input;
                complain(&message);
                if common.json {
                    let first = message.lines().next().unwrap_or_default();
                    let fault = serde_json::json!({ "schema": SCHEMA, "error": first });
                    print(format!("{fault}\n").as_bytes())?;
                }
            }
        }
        Ok(())
    };
    for text in &wanted.texts {
        if text != "-" {
            one(text_of(text))?;
            continue;
        }
        let mut input = std::io::stdin().lock();
        loop {
            let mut line = Vec::new();
            let read = (&mut input).take(LONGEST_LINE).read_until(b'\n', &mut line);
            if read.map_err(|error| Failure::input(format!("cannot read stdin: {error}")))? == 0 {
                break;
            }
            let text = std::str::from_utf8(&line).map(str::trim);
            let text = text.map_err(|_| "a line that is not valid UTF-8".to_string());
            if !matches!(text, Ok(text) if text.is_empty() || text.starts_with('#')) {
                one(text)?;
            }
        }
    }
    std::io::stdout().flush()?;
    Ok(status)
}

/// What the table says of its board as a whole.
fn summary(common: &Common, wanted: &Probe, table: &BoardTable) -> Result<Status, Failure> {
    let name = &table.rules().text;
    let sum = read(name).map_err(|error| {
        Failure::input(format!("the board of this table cannot be read: {error}"))
    })?;
    let (board, game, _) = on_a_board(&sum)?;
    if !table.is_for(game, table.rules().play) {
        return Err(Failure::input(format!(
            "{name} has other rules now than when {} was made",
            wanted.file.display()
        )));
    }
    let report = Report {
        board,
        name,
        game,
        table,
        file: Some(&wanted.file),
        note: wanted
            .verify
            .then(|| "the whole file has its hash".to_string()),
        seconds: 0.0,
    };
    print(
        match common.json {
            true => format!("{}\n", report.json()),
            false => report.words(),
        }
        .as_bytes(),
    )
}

/// What the table says of a position.
fn answer(table: &BoardTable, text: &str, wanted: &Probe) -> Result<Answer, String> {
    let sum = read(text).map_err(|error| error.to_string())?;
    let (position, game, state) =
        on_a_board(&sum).map_err(|_| format!("{sum} is not on a board"))?;
    let rules = table.rules();
    if !table.is_for(game, rules.play) {
        return Err(format!(
            "{position} is not on the board of this table: {rules}"
        ));
    }
    let start = Instant::now();
    let is_p = table.is_p(state).map_err(|error| error.to_string())?;
    let value = table.value(state).map_err(|error| error.to_string())?;
    let mut winning_moves = Vec::new();
    if !wanted.no_moves {
        for mv in position.moves() {
            let after = position.play(&mv)?;
            let left = after.taking().map_or(0, |(_, state)| state);
            if table.is_p(left).map_err(|error| error.to_string())? {
                winning_moves.push(WinningMove {
                    player: None,
                    text: mv,
                    to: Some(after.to_string()),
                });
            }
        }
    }
    let outcome = Outcome::impartial(is_p);
    let normal = rules.play == Play::Normal;
    let lost = is_p.then_some(0);
    let value = value.or(lost).map(u128::from);
    Ok(Answer {
        position: position.to_string(),
        play: rules.play,
        outcome: Some(outcome),
        value: value.filter(|_| normal).map(Grundy::from),
        misere_value: value.filter(|_| !normal),
        genus: None,
        figures: None,
        complete: is_p || !wanted.no_moves,
        winning_moves,
        reason: nimfield::words::Reason::new(
            ReasonKind::Table,
            "table of the whole board",
            format!("{}: {rules}", wanted.file.display()),
        ),
        effort: Effort {
            positions: 1,
            seconds: start.elapsed().as_secs_f64(),
        },
    })
}
