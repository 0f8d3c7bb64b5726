//! `nimfield play`: a person against the machine.

use std::ffi::OsString;
use std::io::{Read, Write};

use clap::ValueEnum;
use nimfield::analyze::{Analyzer, Query};
use nimfield::opponent::{Aim, Choice, best_move_by, random_move};
use nimfield::rules::{Impartial, Position};
use nimfield::sum::SumMove;
use nimfield::{Play, Sum, Term};

use crate::budget::{budget, interrupted};
use crate::errors::{Failure, Status};
use crate::input::{Lines, text_of};
use crate::options::{Common, Tables};
use crate::session::{play_of, read};
use crate::tables::AtHand;

/// Moves that `moves` lists.
const MOVES_SHOWN: usize = 60;

/// The arguments of `nimfield play`.
#[derive(Debug, clap::Args)]
#[command(before_help = "\
Examples:
  nimfield play 'wythoff[12,17]'                   you begin
  nimfield play 'matrix[7 5; 6 8]' --first you     the machine begins
  nimfield play 'nim[3,5,7]' --level 0.5 --play misere")]
pub struct Args {
    /// The position to play, in notation
    #[arg(value_name = "POSITION")]
    pub position: OsString,
    /// How well the machine plays: 1 perfectly, 0 at random, 0.8 perfectly four times in five
    #[arg(long, default_value_t = 1.0, value_parser = level)]
    pub level: f64,
    /// Who begins: `me`, the person at the keyboard, or `you`, the machine
    #[arg(long, value_enum, default_value = "me")]
    pub first: First,
    /// Seed of the random moves, to repeat a game
    #[arg(long)]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub tables: Tables,
}

fn level(text: &str) -> Result<f64, String> {
    let level: f64 = text
        .parse()
        .map_err(|_| "a level is a number from 0 to 1".to_string())?;
    match (0.0..=1.0).contains(&level) {
        true => Ok(level),
        false => Err("a level is a number from 0 to 1".to_string()),
    }
}

/// Who begins a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum First {
    /// The person.
    Me,
    /// The machine.
    You,
}

/// Runs the command.
pub fn run(common: &Common, wanted: &Args) -> Result<Status, Failure> {
    let text = text_of(&wanted.position).map_err(Failure::Input)?;
    let sum = read(common, text).map_err(Failure::Input)?;
    if !sum.is_impartial() {
        return Err(Failure::input(format!(
            "{sum} is partizan; games are played for two players with the same moves"
        )));
    }
    let mut game = Game {
        common,
        play: play_of(common, &sum).map_err(Failure::Input)?,
        level: wanted.level,
        random: wanted
            .seed
            .map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed),
        sum,
        person_moves: wanted.first == First::Me,
        past: Vec::new(),
        last: None,
        tables: AtHand::new(common, &wanted.tables)?,
        out: anstream::stdout(),
    };
    game.run(&mut Lines::of_stdin())
}

struct Game<'a, W: Write> {
    common: &'a Common,
    play: Play,
    level: f64,
    random: fastrand::Rng,
    sum: Sum,
    person_moves: bool,
    /// The positions in which the person moved before.
    past: Vec<Sum>,
    /// The machine's last move, and the position it was made in.
    last: Option<(Sum, Choice)>,
    /// Tables of whole boards.
    tables: AtHand,
    out: W,
}

/// What a person types.
enum Command {
    Move(SumMove),
    Hint,
    Moves,
    Undo,
    Why,
    Help,
    Quit,
}

const HELP: &str = "  a move    in the notation of the game, as shown below
  hint      a good move, and why
  moves     the legal moves
  why       why the machine moved as it did
  undo      take back your last move
  quit      leave the game";

impl<W: Write> Game<'_, W> {
    fn run(&mut self, input: &mut Lines<impl Read>) -> Result<Status, Failure> {
        let goal = match self.play {
            Play::Normal => "whoever makes the last move wins",
            Play::Misere => "whoever makes the last move loses",
        };
        writeln!(
            self.out,
            "{} play: {goal}. Type `help` for help.",
            self.play
        )?;
        self.draw()?;
        while !interrupted() {
            if self.sum.moves().next().is_none() {
                return self.end();
            }
            if !self.person_moves {
                self.machine()?;
                continue;
            }
            write!(self.out, "your move> ")?;
            self.out.flush()?;
            let Some(line) = input.next_line(|| Ok(()))? else {
                writeln!(self.out)?;
                return Ok(Status::Answered);
            };
            match line.text.and_then(|text| self.understand(&text)) {
                Err(message) if message.is_empty() => {}
                Err(message) => writeln!(self.out, "{message}")?,
                Ok(Command::Quit) => return Ok(Status::Answered),
                Ok(command) => self.obey(command)?,
            }
        }
        writeln!(self.out)?;
        Ok(Status::Interrupted)
    }

    fn understand(&self, line: &str) -> Result<Command, String> {
        Ok(match line.to_lowercase().as_str() {
            "" => return Err(String::new()),
            "hint" | "h" => Command::Hint,
            "moves" | "m" => Command::Moves,
            "undo" | "u" => Command::Undo,
            "why" | "w" => Command::Why,
            "help" | "?" => Command::Help,
            "quit" | "q" | "exit" => Command::Quit,
            _ => Command::Move(
                self.sum
                    .read_move(line)
                    .map_err(|error| error.to_string())?,
            ),
        })
    }

    fn obey(&mut self, command: Command) -> Result<(), Failure> {
        match command {
            Command::Move(mv) => match self.sum.clone().play(&mv) {
                Err(illegal) => writeln!(self.out, "not legal: {}", illegal.reason)?,
                Ok(after) => {
                    self.past.push(std::mem::replace(&mut self.sum, after));
                    self.person_moves = false;
                    self.draw()?;
                }
            },
            Command::Hint => match self.best() {
                None => {}
                Some(choice) => {
                    writeln!(self.out, "hint: {}", choice.mv)?;
                    let sum = self.sum.clone();
                    self.explain("it", &sum, &choice)?;
                }
            },
            Command::Moves => {
                for mv in self.sum.moves().take(MOVES_SHOWN) {
                    writeln!(self.out, "  {mv}")?;
                }
                let count = self.sum.move_count();
                if count > MOVES_SHOWN as u128 {
                    let count = match count {
                        u128::MAX => "endlessly many".to_string(),
                        count => format!("about {count}"),
                    };
                    writeln!(self.out, "  … there are {count} in all")?;
                }
            }
            Command::Undo => match self.past.pop() {
                None => writeln!(self.out, "there is nothing to take back")?,
                Some(before) => {
                    self.sum = before;
                    self.last = None;
                    self.draw()?;
                }
            },
            Command::Why => match self.last.clone() {
                None => writeln!(self.out, "the machine has not moved yet")?,
                Some((before, choice)) => {
                    writeln!(self.out, "in {before} the machine chose {}", choice.mv)?;
                    self.explain("the move", &before, &choice)?;
                }
            },
            Command::Help => {
                writeln!(self.out, "{HELP}")?;
                for info in self.sum.components().iter().filter_map(Term::info) {
                    writeln!(self.out, "moves of {}: {}", info.name, info.moves)?;
                }
                if self.sum.components().len() > 1 {
                    writeln!(
                        self.out,
                        "in a sum the component's number comes first: `2: …`"
                    )?;
                }
            }
            Command::Quit => {}
        }
        Ok(())
    }

    fn best(&mut self) -> Option<Choice> {
        let budget = budget(self.common);
        let query = Query {
            play: self.play,
            unproved: self.common.allow_unproved,
            ..Query::default()
        };
        let mut analyzer = Analyzer::new(query, budget.clone());
        analyzer.set_tables(self.tables.set());
        let best = best_move_by(&self.sum, &mut analyzer, budget);
        self.tables.tell_faults();
        best
    }

    fn machine(&mut self) -> Result<(), Failure> {
        let perfect = self.random.f64() < self.level;
        let choice = match perfect {
            true => self.best(),
            false => random_move(&self.sum, |moves| self.random.usize(..moves)),
        };
        if interrupted() {
            return Ok(());
        }
        let Some(choice) = choice else {
            return Ok(());
        };
        let after = self.sum.clone().play(&choice.mv).map_err(Failure::input)?;
        let before = std::mem::replace(&mut self.sum, after);
        write!(self.out, "the machine plays {}", choice.mv)?;
        match choice.aim {
            Aim::Resist(moves) => {
                let s = if moves == 1 { "" } else { "s" };
                writeln!(
                    self.out,
                    " (it is lost, in at most {moves} move{s} if you play well)"
                )?;
            }
            Aim::Linger => writeln!(self.out, " (it is lost if you play well)")?,
            Aim::Guess => writeln!(self.out, " (it could not work out who wins)")?,
            Aim::Win | Aim::Random => writeln!(self.out)?,
        }
        self.last = Some((before, choice));
        self.person_moves = true;
        self.draw()
    }

    fn explain(&mut self, what: &str, before: &Sum, choice: &Choice) -> Result<(), Failure> {
        let reason = choice.answer.as_ref().map(|answer| &answer.reason);
        let why = reason.map_or(String::new(), |reason| match reason.source.as_str() {
            "" => reason.text.clone(),
            source => format!("{source}: {}", reason.text),
        });
        match choice.aim {
            Aim::Win => {
                let after = before.clone().play(&choice.mv).map_err(Failure::input)?;
                writeln!(
                    self.out,
                    "  {what} wins: it leaves {after}, lost for the player to move"
                )?;
                writeln!(self.out, "  {before} was won: {why}")?;
            }
            Aim::Resist(moves) => {
                writeln!(
                    self.out,
                    "  every move loses; this one holds out longest, {moves} moves"
                )?;
                writeln!(self.out, "  {why}")?;
            }
            Aim::Linger => {
                writeln!(self.out, "  every move loses; this one leaves most to do")?;
                writeln!(self.out, "  {why}")?;
            }
            Aim::Guess => writeln!(self.out, "  {why}")?,
            Aim::Random => writeln!(self.out, "  it was made at random (--level)")?,
        }
        Ok(())
    }

    fn draw(&mut self) -> Result<(), Failure> {
        writeln!(self.out, "\n\x1b[1m{}\x1b[0m", self.sum)?;
        for line in self.sum.draw().lines() {
            writeln!(self.out, "  {line}")?;
        }
        writeln!(self.out)?;
        Ok(())
    }

    fn end(&mut self) -> Result<Status, Failure> {
        // Who is to move cannot: the other one moved last.
        let person_wins = self.person_moves == (self.play == Play::Misere);
        let verdict = if person_wins {
            "you win"
        } else {
            "the machine wins"
        };
        writeln!(self.out, "no move is left: {verdict}.")?;
        Ok(Status::Answered)
    }
}
