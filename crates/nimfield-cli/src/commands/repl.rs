//! `nimfield repl`: the calculators and the analyser, line by line.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

use nimfield::{Games, Query, Sum};
use nimfield_core::files::read_text;
use nimfield_engines::taking::table::data_folder;
use short_game::DEFAULT_LIMIT;
use short_game::calc::FUNCTIONS;

use super::{nimber, value};
use crate::budget::thinking;
use crate::console::{Console, Typed};
use crate::errors::{Failure, Status};
use crate::options::{Common, Tables};
use crate::render::answer::{AnswerView, in_words};
use crate::session::{Session, read};
use crate::tables::AtHand;

/// The arguments of `nimfield repl`.
#[derive(Debug, clap::Args)]
#[command(before_help = "\
Examples:
  nimfield                                         on a terminal
  nimfield repl < lines.txt
`help` in the session describes the lines.")]
pub struct Args {}

const HELP: &str =
    "  a position         wythoff[3,5] + nim[2]: who wins, all winning moves, and why
  an expression      mean({5|1,{3|1}}), {2|-1} + *3 >= ^, mean(crpm[3,2]) + 1
  POSITION --value   with its value, even where only a search can find it; --json as JSON
  NAME := EXPR       a variable for the lines after it, a value or a position
  nimber EXPR        in the field of nimbers: nimber 14*8, nimber grundy(pnim[4,2]) * 3
  functions          the functions of values
  games              the games; `nimfield games NAME` in the shell prints more
  variables          the variables
  quit";

/// The words that begin a line.
const WORDS: [&str; 6] = ["help", "functions", "games", "variables", "nimber", "quit"];

pub fn run(common: &Common) -> Result<Status, Failure> {
    if common.json {
        return Err(Failure::input(
            "--json is not available in the interactive mode; `nimfield analyze --json -` and `nimfield value --json -` answer line by line",
        ));
    }
    let mut console = Console::new();
    let terminal = console.is_terminal();
    let history = terminal.then(History::open);
    if let Some(history) = &history {
        console.remember(history.lines.iter().cloned());
    }
    let mut talk = Talk {
        common,
        variables: BTreeMap::new(),
        positions: BTreeMap::new(),
        status: Status::Answered,
        out: anstream::stdout(),
    };
    if terminal {
        writeln!(
            talk.out,
            "nimfield {}: positions and expressions; `help`",
            env!("CARGO_PKG_VERSION")
        )?;
    }
    let mut typed = Vec::new();
    let ended = loop {
        console.complete(talk.words());
        let prompt = if terminal { "> " } else { "" };
        match console.line(prompt, &mut talk.out)? {
            Typed::End => break talk.status,
            Typed::Interrupt if terminal => continue,
            Typed::Interrupt => break Status::Interrupted,
            Typed::Line(Err(error)) => talk.complain(Failure::input(error))?,
            Typed::Line(Ok(line)) => {
                if matches!(line.as_str(), "quit" | "exit" | "q") {
                    break talk.status;
                }
                if !line.is_empty() && !line.starts_with('#') {
                    let answered = thinking(|| talk.answer(&line)).result;
                    match answered {
                        Ok(text) => talk.out.write_all(text.as_bytes())?,
                        Err(fault) => talk.complain(fault)?,
                    }
                    typed.push(line);
                }
            }
        }
    };
    if let Some(history) = history {
        history.keep(typed);
    }
    Ok(match terminal {
        // An invalid line does not make the session fail.
        true => Status::Answered,
        false => ended,
    })
}

/// The format of an answer about a position.
#[derive(Clone, Copy)]
enum Shows {
    /// In words.
    Words,
    /// In words, with the value even if that takes a search.
    Value,
    /// As a line of JSON.
    Json,
}

/// Splits off the option after a position.
fn shows_of(line: &str) -> (&str, Shows) {
    let options = [("--value", Shows::Value), ("--json", Shows::Json)];
    let found = options.into_iter().find_map(|(option, shows)| {
        let position = line.trim_end().strip_suffix(option)?;
        Some((position, shows))
    });
    found.unwrap_or((line, Shows::Words))
}

struct Talk<'a, W: Write> {
    common: &'a Common,
    /// Variables with printed values.
    variables: BTreeMap<String, String>,
    /// Variables with positions.
    positions: BTreeMap<String, Sum>,
    status: Status,
    out: W,
}

impl<W: Write> Talk<'_, W> {
    fn words(&self) -> Vec<String> {
        let functions = FUNCTIONS.iter().map(|function| function.name.to_string());
        let games = Games::builtin();
        let games: Vec<String> = games
            .iter()
            .map(|game| game.info.name.to_string())
            .collect();
        let words = WORDS.map(str::to_string).into_iter();
        let all = words.chain(functions).chain(games);
        let variables = self.variables.keys().chain(self.positions.keys());
        all.chain(variables.cloned()).collect()
    }

    fn complain(&mut self, fault: Failure) -> Result<(), Failure> {
        self.status = self.status.max(fault.status());
        writeln!(self.out, "\x1b[1;31merror:\x1b[0m {}", fault.message())?;
        Ok(())
    }

    fn answer(&mut self, line: &str) -> Result<String, Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word, rest.trim()) {
            ("help" | "?", "") => return Ok(format!("{HELP}\n")),
            ("functions", "") => return Ok(value::functions()),
            ("games", "") => {
                let games = Games::builtin();
                let lines = games
                    .iter()
                    .map(|game| format!("{:<16} {}\n", game.info.name, game.info.title));
                return Ok(lines.collect());
            }
            ("variables", "") => {
                let lines = self.variables.iter();
                let values = lines.map(|(name, value)| format!("{name} := {value}\n"));
                let lines = self.positions.iter();
                let positions = lines.map(|(name, sum)| format!("{name} := {sum}\n"));
                return Ok(values.chain(positions).collect());
            }
            ("nimber", expression) if !expression.is_empty() => {
                return Ok(format!("{}\n", nimber::value(self.common, expression)?));
            }
            _ => {}
        }
        if let Some((name, expression)) = line.split_once(":=") {
            return self.assign(name.trim(), expression);
        }
        let line = &self.spelled(line)?;
        let (position, shows) = shows_of(line);
        if line.contains('[')
            && let Ok(sum) = read(self.common, position)
        {
            return self.analyze(&sum, shows);
        }
        let given = self.given(line);
        let shown = (DEFAULT_LIMIT, false);
        Ok(value::evaluate(self.common, &given, line, shown)?.text + "\n")
    }

    /// Returns statements that set the variables used in a line.
    fn given(&self, line: &str) -> String {
        let words: Vec<&str> = line
            .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .collect();
        let used = self
            .variables
            .iter()
            .filter(|(name, _)| words.contains(&name.as_str()));
        used.map(|(name, value)| format!("{name} := {value}; "))
            .collect()
    }

    /// Replaces variables in a line by their positions.
    fn spelled(&self, line: &str) -> Result<String, Failure> {
        let mut text = String::new();
        let mut rest = line;
        let letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
        while let Some(start) = rest.find(letter) {
            let (before, word) = rest.split_at(start);
            let length = word.find(|c| !letter(c)).unwrap_or(word.len());
            let (word, after) = word.split_at(length);
            text.push_str(before);
            match self
                .positions
                .get(word)
                .filter(|_| !after.starts_with(['[', '(']))
            {
                Some(sum)
                    if text.trim_end().ends_with(['-', '−']) && sum.components().len() > 1 =>
                {
                    let why = format!("`{word}` is a sum: subtract its summands one by one");
                    return Err(Failure::input(why));
                }
                Some(sum) => text.push_str(&sum.to_string()),
                None => text.push_str(word),
            }
            rest = after;
        }
        text.push_str(rest);
        Ok(text)
    }

    fn assign(&mut self, name: &str, expression: &str) -> Result<String, Failure> {
        /// The longest value of a variable.
        const LONGEST: usize = 100_000;
        let expression = &self.spelled(expression)?;
        if expression.contains('[')
            && let Ok(sum) = read(self.common, expression)
        {
            // The calculator checks whether this is a name.
            let shown = (DEFAULT_LIMIT, false);
            value::evaluate(self.common, "", &format!("{name} := 0"), shown)?;
            let text = format!("{sum}\n");
            self.variables.remove(name);
            self.positions.insert(name.to_string(), sum);
            return Ok(text);
        }
        let given = self.given(expression);
        let value = value::evaluate(self.common, &given, expression, (LONGEST, false))?.text;
        // The calculator checks whether this is a name and the rest is a game.
        let statement = format!("{name} := {value}");
        let text = value::evaluate(self.common, "", &statement, (DEFAULT_LIMIT, false))?.text;
        self.positions.remove(name);
        self.variables.insert(name.to_string(), value);
        Ok(text + "\n")
    }

    fn analyze(&self, sum: &Sum, shows: Shows) -> Result<String, Failure> {
        let value = matches!(shows, Shows::Value);
        let query = Query {
            value,
            ..Query::default()
        };
        let tables = AtHand::new(self.common, &Tables::default())?;
        let analyzed = Session::new(self.common, query, tables).analyze(sum);
        let analyzed = analyzed.map_err(Failure::input)?;
        if matches!(shows, Shows::Json) {
            return Ok(format!("{}\n", analyzed.answer.to_json()));
        }
        let shown = AnswerView {
            value,
            moves: true,
            ended: analyzed.ended,
            picture: None,
        };
        let mut text = Vec::new();
        in_words(&mut text, &analyzed.answer, shown).map_err(Failure::input)?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }
}

/// The lines of earlier sessions, in the data folder.
struct History {
    file: Option<PathBuf>,
    lines: Vec<String>,
}

impl History {
    /// The most lines to keep.
    const MOST: usize = 1_000;

    fn open() -> History {
        let file = data_folder().map(|folder| folder.join("history"));
        // If the history cannot be read, the session starts without one.
        let text = file.as_ref().and_then(|file| read_text(file, 1 << 24).ok());
        let lines = text.unwrap_or_default();
        History {
            file,
            lines: lines.lines().map(str::to_string).collect(),
        }
    }

    /// Adds lines.
    fn keep(mut self, typed: Vec<String>) {
        let Some(file) = self.file.filter(|_| !typed.is_empty()) else {
            return;
        };
        self.lines.extend(typed);
        let from = self.lines.len().saturating_sub(History::MOST);
        let text: String = self.lines[from..]
            .iter()
            .map(|line| format!("{line}\n"))
            .collect();
        if let Some(folder) = file.parent()
            && (folder.is_dir()
                || std::env::var_os("NIMFIELD_DATA").is_none()
                    && fs::create_dir_all(folder).is_ok())
        {
            // On failure only the typed lines are lost, no answers.
            let _ = nimfield_core::files::replace(&file, text.as_bytes());
        }
    }
}
