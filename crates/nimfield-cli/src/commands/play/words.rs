//! The commands that a person types in a game.

use nimfield::notation::closest;
use nimfield::{NotationError, Player, Sum, SumMove, Term};

use crate::record::read_moves;

/// A command of the person.
pub enum Command {
    /// A move of the game.
    Move(SumMove),
    /// Forbid these moves, separated by semicolons, to the other player.
    Forbid(Vec<SumMove>),
    /// Show a good move, and the reason.
    Hint,
    /// List the legal moves.
    Moves {
        /// Whether to show the outcome of each.
        outcomes: bool,
    },
    /// List the moves made.
    List,
    /// Show the position again.
    Show,
    /// Explain the last move of the machine.
    Why,
    /// Take a move back.
    Undo,
    /// Resign.
    Resign,
    /// Play the same start again; the other player begins.
    Rematch,
    /// Play the same start again, or another one.
    New(Option<String>),
    /// Exchange sides with the machine.
    Swap,
    /// Show the rules of the game.
    Rules,
    /// Show or set how well the machine plays.
    Level(Option<f64>),
    /// Write the game to a file.
    Save(String),
    /// Continue the game in a file.
    Load(String),
    /// List the commands.
    Help,
    /// Leave.
    Quit,
}

/// The output of `help`.
pub const HELP: &str = "  a move         in the notation of the game, as shown below; by its numbers, `1 3` for `heap 1 by 3`; or by its number
                 in the list of `moves`
  forbid M; M    forbid these moves before the other player moves, where the rules say so; `forbid` alone: none
  hint           a good move, and why
  moves          the legal moves; `moves outcomes` shows which of them win
  list           the moves made, with ! for one that wins and ? for one that gives a win away
  show           the position again
  why            why the machine moved as it did
  undo           take back your last move
  swap           exchange sides with the machine
  resign         give the game up
  rematch        the same start, the other player begins
  new [START]    the same start, or another one: new wythoff[3,5]
  rules          the rules of the game
  level [LEVEL]  how well the machine plays; another level: `weak`, or 0 (at random) to 1 (perfectly)
  save FILE      write the game to a file, which play and analyze read (@FILE)
  load FILE      continue a saved game
  quit           leave the game";

/// The full names of the commands, for completion and suggestions.
pub const COMMANDS: [&str; 18] = [
    "forbid", "hint", "moves", "list", "show", "why", "undo", "swap", "resign", "rematch", "new",
    "rules", "level", "save", "load", "help", "quit", "exit",
];

/// Parses a line; `None` for an empty one.
///
/// # Errors
/// A message for the person.
pub fn understand(line: &str, sum: &Sum, player: Player) -> Result<Option<Command>, String> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let lower = word.to_lowercase();
    let file = |example: &str| match rest {
        "" => Err(format!("`{lower}` needs the name of a file: {example}")),
        file => Ok(file.to_string()),
    };
    let command = match (lower.as_str(), rest) {
        ("", _) => return Ok(None),
        ("forbid", moves) => {
            let moves = read_moves(moves, sum, player);
            Command::Forbid(moves.map_err(|error| error.to_string())?)
        }
        ("hint" | "h", "") => Command::Hint,
        ("moves" | "m", "") => Command::Moves { outcomes: false },
        ("moves" | "m", "outcomes" | "outcome") => Command::Moves { outcomes: true },
        ("list" | "l", "") => Command::List,
        ("show" | "s", "") => Command::Show,
        ("why" | "w", "") => Command::Why,
        ("undo" | "u", "") => Command::Undo,
        ("resign", "") => Command::Resign,
        ("rematch", "") => Command::Rematch,
        ("swap", "") => Command::Swap,
        ("new", "") => Command::New(None),
        ("new", start) => Command::New(Some(start.to_string())),
        ("rules", "") => Command::Rules,
        ("level", "") => Command::Level(None),
        ("level", level) => Command::Level(Some(self::level(level)?)),
        ("save", _) => Command::Save(file("save game.txt")?),
        ("load", _) => Command::Load(file("load game.txt")?),
        ("help" | "?", "") => Command::Help,
        ("quit" | "q" | "exit", "") => Command::Quit,
        _ => {
            let mv = sum.read_move_of(line, player);
            return mv
                .map(|mv| Some(Command::Move(mv)))
                .map_err(|error| misunderstood(word, sum, error));
        }
    };
    Ok(Some(command))
}

/// Returns the message for a line that is neither a command nor a move.
fn misunderstood(word: &str, sum: &Sum, error: NotationError) -> String {
    let letters = !word.is_empty() && word.chars().all(char::is_alphabetic);
    let moves = sum.components().iter().filter_map(Term::info);
    let moves: Vec<_> = moves.map(|info| info.moves_in_words()).collect();
    let mut known: Vec<&str> = COMMANDS.to_vec();
    // The words in the forms of moves are in backquotes.
    for moves in &moves {
        let quoted = moves.split('`').skip(1).step_by(2);
        let words = quoted.flat_map(|text| text.split(|c: char| !c.is_alphabetic()));
        known.extend(words.filter(|word| word.len() > 2));
    }
    if !letters || word.chars().count() < 2 || known.contains(&word.to_lowercase().as_str()) {
        return error.to_string();
    }
    // Two of four letters are not enough for a guess: `take` is not a mistyped `save`.
    let first = |text: &str| text.to_lowercase().chars().next();
    let near = closest(word, known.iter().copied())
        .filter(|guess| word.len() > 4 || first(guess) == first(word));
    let guess = match near {
        Some(guess) => format!("; did you mean `{guess}`?"),
        None => String::new(),
    };
    let mut moves: Vec<String> = Vec::new();
    for info in sum.components().iter().filter_map(Term::info) {
        let line = format!("  moves of {}: {}", info.name, info.moves_in_words());
        if !moves.contains(&line) {
            moves.push(line);
        }
    }
    let moves = moves.join("\n");
    format!("unknown command or move `{word}`{guess}\n{moves}\n  `help` lists the commands")
}

/// Joins moves that differ only in an amount, or in the remaining size, into ranges: `row 1 by 3..7`. All moves of a
/// range have the same remark.
pub fn ranges<T: PartialEq + Copy>(
    moves: impl IntoIterator<Item = (String, T)>,
) -> Vec<(String, T)> {
    let mut ranges: Vec<(String, u128, u128, T)> = Vec::new();
    let mut texts: Vec<(String, T)> = Vec::new();
    let flush = |ranges: &mut Vec<(String, u128, u128, T)>, texts: &mut Vec<(String, T)>| {
        for (words, from, to, what) in ranges.drain(..) {
            texts.push(match from == to {
                true => (format!("{words}{from}"), what),
                false => (format!("{words}{}..{}", from.min(to), from.max(to)), what),
            });
        }
    };
    for (text, what) in moves {
        let digits = text.len() - text.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let (words, number) = text.split_at(text.len() - digits);
        let amount = ["by ", "to "].iter().any(|end| words.ends_with(end));
        // Numbers of 2^128 and above stay as they are.
        let Some(number) = number.parse::<u128>().ok().filter(|_| amount) else {
            flush(&mut ranges, &mut texts);
            texts.push((text, what));
            continue;
        };
        match ranges.last_mut() {
            Some((same, from, to, shared))
                if *same == words
                    && *shared == what
                    && (number == *to + 1 && *to >= *from || number + 1 == *to && *to <= *from) =>
            {
                *to = number;
            }
            _ => {
                flush(&mut ranges, &mut texts);
                ranges.push((words.to_string(), number, number, what));
            }
        }
    }
    flush(&mut ranges, &mut texts);
    texts
}

/// How well the machine plays, by name.
const LEVELS: [(&str, f64); 5] = [
    ("perfect", 1.0),
    ("strong", 0.85),
    ("middling", 0.6),
    ("weak", 0.3),
    ("random", 0.0),
];

/// Reads how well the machine plays.
pub fn level(text: &str) -> Result<f64, String> {
    let named = LEVELS.iter().find(|(name, _)| *name == text);
    // A text that is neither a name nor a number is refused below.
    let level = named.map(|(_, level)| *level).or(text.parse().ok());
    level
        .filter(|level| (0.0..=1.0).contains(level))
        .ok_or_else(|| {
            let names = LEVELS.map(|(name, level)| format!("{name} ({level})"));
            format!("a level is a number from 0 to 1, or {}", names.join(", "))
        })
}

/// Returns the numbers in a text.
pub fn numbers(text: &str) -> Vec<&str> {
    let runs = text.split(|c: char| !c.is_ascii_digit());
    runs.filter(|run| !run.is_empty()).collect()
}

#[cfg(test)]
#[path = "../../../tests/units/play_words.rs"]
mod tests;
