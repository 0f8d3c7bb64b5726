//! `nimfield analyze`

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, BufWriter, ErrorKind, Read, Write};
use std::sync::Arc;

use nimfield::analyze::{Analyzer, Wishes};
use nimfield::budget::Budget;
use nimfield::engines::taking::table::TableSet;
use nimfield::partizan::{PartizanAnalyzer, PartizanSum, PartizanWishes};
use nimfield::reader::read_with_files;
use nimfield::words::{Figures, ReasonKind};
use nimfield::{Answer, NotationError, Play, Sum};

use crate::args::{Analyze, Common};
use crate::budget::{budget, interrupted, waiting};
use crate::errors::{Failure, Status, complain};
use crate::probe::shelf;
use crate::value::arena;

/// Lines of stdin longer than this are refused; no more of them is kept.
const LONGEST_LINE: usize = 32 << 20;

/// Runs the command.
pub fn run(common: &Common, wanted: &Analyze) -> Result<Status, Failure> {
    let mut session = Session {
        common,
        wanted,
        analyzers: [None, None],
        shelf: Arc::new(shelf(&wanted.tables)?),
        out: BufWriter::new(anstream::stdout().lock()),
        status: Status::Answered,
    };
    for position in &wanted.texts {
        if position == "-" {
            session.lines(&mut BufReader::new(std::io::stdin().lock()))?;
        } else {
            session.answer(text_of(position), None)?;
        }
        if interrupted() {
            break;
        }
    }
    session.out.flush()?;
    Ok(session.status)
}

/// An argument as text, or what is wrong with it.
pub fn text_of(argument: &OsStr) -> Result<&str, String> {
    argument.to_str().ok_or_else(|| {
        let shown = argument.to_string_lossy();
        format!("the position is not valid UTF-8: {shown}")
    })
}

/// Reads a position, in which `@FILE` is a board from a file.
pub fn read(text: &str) -> Result<Sum, NotationError> {
    read_with_files(text, &load)
}

/// The text of a board file.
pub fn load(name: &str) -> Result<String, String> {
    /// Board files are longer than this only by mistake.
    const LONGEST_FILE: u64 = 1 << 20;
    let cannot = |error: std::io::Error| format!("cannot read the board file {name}: {error}");
    let file = std::fs::File::open(name).map_err(cannot)?;
    let mut text = String::new();
    let mut start = file.take(LONGEST_FILE + 1);
    start.read_to_string(&mut text).map_err(cannot)?;
    match text.len() as u64 > LONGEST_FILE {
        true => Err(format!(
            "the board file {name} is longer than {LONGEST_FILE} bytes"
        )),
        false => Ok(text),
    }
}

struct Session<'a, W: Write> {
    common: &'a Common,
    wanted: &'a Analyze,
    /// For normal and for misère play, made when first needed.
    analyzers: [Option<Analyzer>; 2],
    /// Tables of whole boards.
    shelf: Arc<TableSet>,
    out: W,
    status: Status,
}

impl<W: Write> Session<'_, W> {
    fn lines(&mut self, input: &mut BufReader<impl Read>) -> Result<(), Failure> {
        let mut line = Vec::new();
        let mut number = 0u64;
        while !interrupted() && self.next_line(input, &mut line)? {
            number += 1;
            let text = match std::str::from_utf8(&line) {
                _ if line.len() > LONGEST_LINE => {
                    Err(format!("the line is longer than {LONGEST_LINE} bytes"))
                }
                // Some editors begin a file with a mark.
                Ok(text) => Ok(text.trim_start_matches('\u{feff}').trim()),
                Err(error) => Err(format!(
                    "byte {} is not valid UTF-8",
                    error.valid_up_to() + 1
                )),
            };
            if !matches!(text, Ok(text) if text.is_empty() || text.starts_with('#')) {
                self.answer(text, Some(number))?;
            }
        }
        Ok(())
    }

    /// Reads a line, or as much of it as is needed to see that it is too long; `false` at the end
    /// of the input. Whoever waits for an answer before asking on gets it.
    fn next_line(
        &mut self,
        input: &mut BufReader<impl Read>,
        line: &mut Vec<u8>,
    ) -> Result<bool, Failure> {
        line.clear();
        let mut begun = false;
        loop {
            if input.buffer().is_empty() {
                self.out.flush()?;
            }
            let chunk = match waiting(|| input.fill_buf()) {
                Ok([]) => return Ok(begun),
                Ok(chunk) => chunk,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(Failure::input(format!("cannot read stdin: {error}"))),
            };
            begun = true;
            let end = chunk.iter().position(|&byte| byte == b'\n');
            let used = end.map_or(chunk.len(), |end| end + 1);
            if line.len() <= LONGEST_LINE {
                line.extend_from_slice(&chunk[..used]);
            }
            input.consume(used);
            if end.is_some() {
                return Ok(true);
            }
        }
    }

    /// Answers one position. A faulty one is reported and the session goes on.
    fn answer(&mut self, text: Result<&str, String>, line: Option<u64>) -> Result<(), Failure> {
        let answer = text.and_then(|text| match PartizanSum::is_meant_by(text) {
            true => self.analyze_partizan(text),
            false => match read(text) {
                Ok(sum) => Ok((self.analyze(&sum), self.picture(|| sum.draw()))),
                Err(error) => Err(error.to_string()),
            },
        });
        let (answer, picture) = match answer {
            Ok(answer) => answer,
            Err(message) => return self.refuse(&message, line),
        };
        let value_missing = match (&answer.figures, answer.play) {
            // A form too large to print was found all the same.
            (Some(figures), Play::Normal) => figures.value.is_none() && figures.size.is_none(),
            (Some(_), Play::Misere) => false,
            (None, Play::Normal) => answer.value.is_none(),
            (None, Play::Misere) => answer.misere_value.is_none(),
        };
        if answer.outcome.is_none() || (self.wanted.value && value_missing) {
            self.status = self.status.max(Status::Undecided);
        }
        if self.common.json {
            serde_json::to_writer(&mut self.out, &answer).map_err(std::io::Error::from)?;
            writeln!(self.out)?;
        } else {
            write!(
                self.out,
                "{}",
                in_words(&answer, self.wanted, picture.as_deref())
            )?;
        }
        if line.is_none() {
            self.out.flush()?;
        }
        Ok(())
    }

    fn refuse(&mut self, message: &str, line: Option<u64>) -> Result<(), Failure> {
        self.status = self.status.max(Status::Input);
        let place = line.map_or(String::new(), |line| format!("line {line}: "));
        // What was answered before comes first.
        self.out.flush()?;
        complain(&format!("{place}{message}"));
        if self.common.json {
            // Answers stay aligned with the lines they answer.
            let first = message.lines().next().unwrap_or_default();
            let fault = serde_json::json!({ "schema": nimfield::words::SCHEMA, "line": line, "error": first });
            writeln!(self.out, "{fault}")?;
        }
        Ok(())
    }

    /// The picture of a position, if it will be shown.
    fn picture(&self, draw: impl FnOnce() -> String) -> Option<String> {
        (self.common.verbose && !self.common.json).then(draw)
    }

    fn analyze_partizan(&mut self, text: &str) -> Result<(Answer, Option<String>), String> {
        let arena = arena(self.common).map_err(|error| error.to_string())?;
        let sum = PartizanSum::read(text, arena).map_err(|error| error.to_string())?;
        let wishes = PartizanWishes {
            play: self.common.play.unwrap_or_default(),
            value: self.wanted.value,
            moves: !self.wanted.no_moves,
            limit: self.wanted.forms.limit,
            dag: self.wanted.forms.dag,
            unproved: self.common.allow_unproved,
        };
        let answer = PartizanAnalyzer::new(wishes, budget(self.common)).analyze(&sum);
        Ok((answer, self.picture(|| sum.draw())))
    }

    fn analyze(&mut self, sum: &Sum) -> Answer {
        let play = self.common.play.unwrap_or(sum.default_play());
        let slot = usize::from(play == Play::Misere);
        let analyzer = self.analyzers[slot].get_or_insert_with(|| {
            let wishes = Wishes {
                play,
                value: self.wanted.value,
                moves: !self.wanted.no_moves,
                unproved: self.common.allow_unproved,
            };
            let mut analyzer = Analyzer::new(wishes, Budget::unlimited());
            analyzer.set_shelf(self.shelf.clone());
            analyzer
        });
        analyzer.set_budget(budget(self.common));
        let answer = sum.analyze(analyzer);
        // The old budget holds the progress line; a fresh one clears it.
        analyzer.set_budget(Budget::unlimited());
        answer
    }
}

/// Winning moves listed in words; with `--json` there is no limit.
const MOVES_SHOWN: usize = 40;

/// The answer for a person; the picture of the position and the effort if `picture` is there.
pub fn in_words(answer: &Answer, wanted: &Analyze, picture: Option<&str>) -> String {
    let mut text = format!("\x1b[1m{}\x1b[0m\n", answer.position);
    for line in picture.iter().flat_map(|picture| picture.lines()) {
        text.push_str(&format!("    {line}\n"));
    }
    let mut line = |label: &str, what: String| text.push_str(&format!("  {label:<15}{what}\n"));
    line(
        "outcome",
        match answer.outcome {
            Some(outcome) => format!(
                "\x1b[1m{outcome}\x1b[0m: {} ({} play)",
                outcome.meaning(),
                answer.play
            ),
            None => format!("not decided ({} play)", answer.play),
        },
    );
    match (answer.play, &answer.value, answer.misere_value) {
        (Play::Normal, Some(value), _) => line("value", value.to_string()),
        (Play::Misere, _, Some(value)) => line("misere value", value.to_string()),
        _ if answer.figures.is_some() => {}
        _ if wanted.value => line("value", "not found within the budget".to_string()),
        (Play::Normal, ..) if answer.outcome.is_some() => {
            line("value", "not 0 (--value looks for it)".to_string());
        }
        (Play::Misere, ..) if answer.outcome.is_some() => {
            line("misere value", "not 0 (--value looks for it)".to_string());
        }
        _ => {}
    }
    if let Some(figures) = &answer.figures {
        for (label, what) in partizan_lines(figures, wanted) {
            line(label, what);
        }
    }
    if let Some(genus) = &answer.genus {
        line("genus", genus.clone());
    }
    let count = answer.winning_moves.len();
    let asked = !wanted.no_moves && answer.outcome.is_some();
    match (count, answer.complete) {
        (0, true) => line("winning moves", "none".to_string()),
        (0, false) if asked => line("winning moves", "none found within the budget".to_string()),
        (_, true) => line("winning moves", format!("{count}, all of them")),
        (_, false) if asked => line("winning moves", format!("{count}, there may be more")),
        _ => {}
    }
    let shown = &answer.winning_moves[..count.min(MOVES_SHOWN)];
    let width = shown
        .iter()
        .map(|found| found.text.len())
        .max()
        .unwrap_or(0);
    for found in shown {
        let player = found
            .player
            .map_or(String::new(), |player| format!("{player:<7}"));
        let to = found
            .to
            .as_ref()
            .map_or(String::new(), |to| format!("  to {to}"));
        let entry = format!("    {player}{:<width$}{to}", found.text);
        text.push_str(entry.trim_end());
        text.push('\n');
    }
    if count > shown.len() {
        text.push_str(&format!(
            "    and {} more (--json lists all)\n",
            count - shown.len()
        ));
    }
    let reason = &answer.reason;
    let source = match (reason.kind, reason.source.as_str()) {
        (_, "") | (ReasonKind::Search, _) => String::new(),
        (_, source) => format!("{source}: "),
    };
    let mut line = |label: &str, what: String| text.push_str(&format!("  {label:<15}{what}\n"));
    line("why", format!("{source}{}", reason.text));
    if picture.is_some() {
        let effort = answer.effort;
        let seconds = std::time::Duration::from_secs_f64(effort.seconds);
        line(
            "effort",
            format!("{} positions searched, {seconds:.1?}", effort.positions),
        );
    }
    text
}

/// What is known of a partizan value, a line each.
fn partizan_lines(figures: &Figures, wanted: &Analyze) -> Vec<(&'static str, String)> {
    let mut lines = Vec::new();
    match (&figures.value, &figures.size) {
        (Some(value), _) => lines.push(("value", value.clone())),
        (None, Some(size)) => lines.push(("value", size.clone())),
        (None, None) if wanted.value => {
            lines.push(("value", "not found within the budget".to_string()))
        }
        (None, None) => {}
    }
    if let (Some(mean), Some(temperature)) = (&figures.mean, &figures.temperature) {
        lines.push(("mean", format!("{mean}, temperature {temperature}")));
    }
    if let (Some(left), Some(right)) = (&figures.left_stop, &figures.right_stop) {
        lines.push(("stops", format!("left {left}, right {right}")));
    }
    if let Some(dag) = &figures.dag {
        lines.push(("form", format!("as numbered nodes\n{dag}")));
    }
    lines
}
