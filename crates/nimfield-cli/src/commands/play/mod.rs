//! `nimfield play`: a person against the machine, or two people.

mod advice;
mod referee;
mod words;

use std::ffi::OsString;

use clap::ValueEnum;
use nimfield::{Games, usual_start};

use self::referee::Referee;
use self::words::level;
use crate::console::{Console, Typed};
use crate::errors::{Failure, Status};
use crate::input::text_of;
use crate::options::{Common, Tables, within};
use crate::record::{Record, Seat, is_saved, read_seats};
use crate::session::{load, play_of, read, read_to_play};
use crate::tables::AtHand;

/// The arguments of `nimfield play`.
#[derive(Debug, clap::Args)]
#[command(before_help = "\
Examples:
  nimfield play                                    choose a game
  nimfield play tactix                             a game from its usual start
  nimfield play 'wythoff[12,17]'                   you begin
  nimfield play 'matrix[7 5; 6 8]' --first machine
  nimfield play 'nim[3,5,7]' --level 0.5 --play misere
  nimfield play 'nim[3,5,7]' --players human       two people at one keyboard
  nimfield play 'crpm[4,3,1]' --players machine,human     you are Right
  nimfield play @game.txt                          continue a saved game
Moves are answered within 5 seconds; --time gives the machine more or less. Ctrl-C makes the machine move at once, a second one ends the program.")]
pub struct Args {
    /// The position to play, in notation; the name of a game; or @FILE, a saved game or a board
    #[arg(value_name = "POSITION")]
    pub position: Option<OsString>,
    /// How well the machine plays: perfect, strong, middling, weak or random; or from 1, perfectly, to 0, at random: 0.8
    /// is perfectly four times in five
    #[arg(long, default_value_t = 1.0, value_parser = level)]
    pub level: f64,
    /// Who plays: in partizan games Left and Right, otherwise the first and the second; `human` alone
    /// for two people
    #[arg(long, default_value = "human,machine", value_name = "WHO,WHO", value_parser = read_seats)]
    pub players: Seats,
    /// Who begins [default: the first of the players]
    #[arg(long, value_enum)]
    pub first: Option<First>,
    /// Seed of the random moves, to repeat a game
    #[arg(long, value_parser = within(0..=u64::MAX))]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub tables: Tables,
}

/// The players. Without this alias, clap would take the array for a list of arguments.
type Seats = [Seat; 2];

/// Who begins a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum First {
    /// The person at the keyboard.
    #[value(alias = "me")]
    Human,
    /// The machine.
    #[value(alias = "you")]
    Machine,
    /// Left, in partizan games.
    Left,
    /// Right, in partizan games.
    Right,
}

pub fn run(common: &Common, wanted: &Args) -> Result<Status, Failure> {
    if common.json {
        return Err(Failure::input(
            "--json is not available in a game; for programs, `nimfield analyze --json POSITION` gives the winning \
             moves",
        ));
    }
    let mut console = Console::new();
    let mut out = anstream::stdout();
    let text = match &wanted.position {
        Some(position) => text_of(position).map_err(Failure::Input)?.to_string(),
        None => match menu(common, &mut console, &mut out)? {
            Ok(text) => text,
            Err(status) => return Ok(status),
        },
    };
    let record = record(common, wanted, &text)?;
    let random = wanted
        .seed
        .map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed);
    let tables = AtHand::new(common, &wanted.tables)?;
    Referee::new(common, record, wanted.level, random, tables, out).run(&mut console)
}

/// Returns the game for a text: a position, the name of a game, or `@` and a saved game.
fn record(common: &Common, wanted: &Args, text: &str) -> Result<Record, Failure> {
    let text = usual_start(text.trim()).unwrap_or(text);
    if let Some(name) = text.trim().strip_prefix('@')
        && let Ok(saved) = load(name)
        && is_saved(&saved)
    {
        let record = Record::read(&saved, |text, play| read_to_play(common, Some(play), text));
        return record.map_err(|fault| fault.at(name));
    }
    let sum = read_to_play(common, common.play, text)?;
    let play = play_of(common, &sum).map_err(Failure::Input)?;
    let seat = |seat: Seat| {
        let side = wanted.players.iter().position(|other| *other == seat);
        side.ok_or_else(|| {
            let name = match seat {
                Seat::Human => "human",
                Seat::Machine => "machine",
            };
            Failure::input(format!("--first {name}: {name} is not in --players"))
        })
    };
    let begins = match wanted.first {
        None => 0,
        Some(First::Human) => seat(Seat::Human)?,
        Some(First::Machine) => seat(Seat::Machine)?,
        Some(First::Left | First::Right) if sum.is_impartial() => {
            return Err(Failure::input(
                "both players have the same moves here: --first human or --first machine",
            ));
        }
        Some(First::Left) => 0,
        Some(First::Right) => 1,
    };
    Ok(Record::new(sum, play, wanted.players, begins))
}

/// Lets a person choose a game; returns its position, or the status that ends the program.
fn menu(
    common: &Common,
    console: &mut Console,
    out: &mut dyn std::io::Write,
) -> Result<Result<String, Status>, Failure> {
    let games = Games::builtin();
    let names: Vec<&str> = games.iter().map(|game| game.info.name).collect();
    console.complete(names.iter().map(|name| (*name).to_string()).collect());
    for (i, game) in games.iter().enumerate() {
        writeln!(
            out,
            "{:>3}  {:<16} {}",
            i + 1,
            game.info.name,
            game.info.title
        )?;
    }
    loop {
        let line = match console.line("a number, a name, or a position> ", out)? {
            Typed::Line(Ok(line)) => line,
            Typed::Line(Err(error)) => {
                writeln!(out, "{error}")?;
                continue;
            }
            Typed::End => return Ok(Err(Status::Answered)),
            Typed::Interrupt => return Ok(Err(Status::Interrupted)),
        };
        // Anything but a number is a name or a position.
        let number = line.parse::<usize>().ok();
        let named = number.and_then(|number| names.get(number.checked_sub(1)?));
        match (line.as_str(), named) {
            ("", _) => {}
            ("quit" | "q" | "exit", _) => return Ok(Err(Status::Answered)),
            (_, Some(name)) => return Ok(Ok((*name).to_string())),
            (_, None) if number.is_some() => {
                writeln!(out, "unknown game {line}: choose 1 to {}", names.len())?;
            }
            (text, None) if usual_start(text).is_some() => return Ok(Ok(line)),
            (text, None) => match read(common, text) {
                Ok(_) => return Ok(Ok(line)),
                Err(fault) => writeln!(out, "{}", fault.message())?,
            },
        }
    }
}
