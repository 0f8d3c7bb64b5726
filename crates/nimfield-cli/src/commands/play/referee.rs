//! The referee shows the game, interprets input, and moves for the machine.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use nimfield::opponent::{Aim, Choice, best_move, random_move};
use nimfield::words::counted;
use nimfield::{Outcome, Play, Query, Sum, SumMove};

use super::words::{COMMANDS, Command, HELP, understand};
use crate::budget::{Thought, budget_within, interrupted, thinking};
use crate::console::{Console, Typed};
use crate::errors::{Failure, Status};
use crate::options::Common;
use crate::output;
use crate::record::{Record, Seat, is_saved};
use crate::session::{load, play_of, read_to_play};
use crate::tables::AtHand;

/// Lists forbidden moves.
fn listed(moves: &[SumMove]) -> String {
    match moves {
        [] => "no move".to_string(),
        _ => moves
            .iter()
            .map(SumMove::to_string)
            .collect::<Vec<_>>()
            .join("; "),
    }
}

/// How long the machine thinks without `--time`.
pub(super) const THINKS: Duration = Duration::from_secs(5);

pub struct Referee<'a, W: Write> {
    pub(super) common: &'a Common,
    pub(super) record: Record,
    pub(super) level: f64,
    random: fastrand::Rng,
    pub(super) tables: AtHand,
    /// Whether the end of the game was announced.
    told: bool,
    /// The list of moves that was shown for this position.
    pub(super) listed: Vec<String>,
    pub(super) out: W,
}

impl<'a, W: Write> Referee<'a, W> {
    pub fn new(
        common: &'a Common,
        record: Record,
        level: f64,
        random: fastrand::Rng,
        tables: AtHand,
        out: W,
    ) -> Referee<'a, W> {
        Referee {
            common,
            record,
            level,
            random,
            tables,
            told: false,
            listed: Vec::new(),
            out,
        }
    }

    pub fn run(&mut self, console: &mut Console) -> Result<Status, Failure> {
        let words = COMMANDS.map(str::to_string).to_vec();
        console.complete(words);
        self.begin()?;
        let mut warned = false;
        while !interrupted() {
            let over = match self.record.winner() {
                Some(winner) => {
                    self.tell_end(winner)?;
                    if !self.record.seats.contains(&Seat::Human) {
                        return Ok(Status::Answered);
                    }
                    true
                }
                None => false,
            };
            let forbids = if over { 0 } else { self.record.forbids() };
            let side = match forbids {
                0 => self.record.to_move,
                _ => 1 - self.record.to_move,
            };
            if !over && self.record.seats[side] == Seat::Machine {
                match forbids {
                    0 => self.machine()?,
                    most => self.forbid_best(most)?,
                }
                continue;
            }
            let prompt = match over {
                true if console.is_terminal() => "rematch, new, save FILE or quit> ".to_string(),
                // In a script the end of the game needs no comment.
                true => String::new(),
                false if forbids > 0 => format!("{} may forbid {forbids}> ", self.name(side)),
                false => self.prompt(),
            };
            let line = match console.line(&prompt, &mut self.out)? {
                Typed::Line(Ok(line)) => line,
                Typed::Line(Err(error)) => {
                    writeln!(self.out, "{error}")?;
                    continue;
                }
                Typed::End => return Ok(Status::Answered),
                Typed::Interrupt if warned || self.record.made.is_empty() => {
                    return Ok(Status::Interrupted);
                }
                Typed::Interrupt => {
                    warned = true;
                    let offer = "the game is not saved: `save FILE` writes it, Ctrl-C again leaves";
                    writeln!(self.out, "{offer}")?;
                    continue;
                }
            };
            warned = false;
            let player = self.record.player(self.record.to_move);
            let understood = match self.by_numbers(&line) {
                Some(mv) => mv.map(|mv| Some(Command::Move(mv))),
                None => understand(&line, &self.record.sum, player),
            };
            match understood {
                Err(message) => writeln!(self.out, "{message}")?,
                Ok(None) => {}
                Ok(Some(Command::Quit)) => return Ok(Status::Answered),
                Ok(Some(command)) => self.obey(command, over)?,
            }
        }
        writeln!(self.out)?;
        Ok(Status::Interrupted)
    }

    /// Announces the game, and shows the position.
    fn begin(&mut self) -> Result<(), Failure> {
        self.told = false;
        let (play, goal) = (self.record.play, self.goal());
        writeln!(
            self.out,
            "{} play: {goal}. Type `help` for help.",
            play.adjective()
        )?;
        if let (false, Some(machine)) = (self.record.start.is_impartial(), self.record.machine()) {
            let person = self.record.player(1 - machine).name();
            writeln!(self.out, "you are {person}.")?;
        }
        self.draw(None)
    }

    fn goal(&self) -> &'static str {
        match self.record.play {
            Play::Normal => "the player who makes the last move wins",
            Play::Misere => "the player who makes the last move loses",
        }
    }

    /// Returns the name of a side.
    pub(super) fn name(&self, side: usize) -> String {
        match (self.record.machine(), self.record.start.is_impartial()) {
            (Some(machine), _) if machine == side => "the machine".to_string(),
            (Some(_), _) => "you".to_string(),
            (None, true) => format!("player {}", side + 1),
            (None, false) => self.record.player(side).name().to_string(),
        }
    }

    fn prompt(&self) -> String {
        let side = self.record.to_move;
        match (self.record.machine(), self.record.start.is_impartial()) {
            (Some(_), true) => "your move> ".to_string(),
            (Some(_), false) => format!("your move ({})> ", self.record.player(side).name()),
            (None, _) => format!("{}> ", self.name(side)),
        }
    }

    fn tell_end(&mut self, winner: usize) -> Result<(), Failure> {
        if std::mem::replace(&mut self.told, true) {
            return Ok(());
        }
        let wins = match self.name(winner).as_str() {
            "you" => "you win".to_string(),
            name => format!("{name} wins"),
        };
        let player = self.record.player(self.record.to_move);
        let how = match self.record.resigned {
            Some(_) => "the game is given up",
            None if self
                .record
                .forbidden
                .as_ref()
                .is_some_and(|all| !all.is_empty()) =>
            {
                "every move is forbidden"
            }
            // The rules of some games end them before the last move.
            None if self.record.sum.can_move(player) => "the game has ended",
            None => "no move is left",
        };
        writeln!(self.out, "{how}: {wins}.")?;
        Ok(())
    }

    fn obey(&mut self, command: Command, over: bool) -> Result<(), Failure> {
        let playing = matches!(
            command,
            Command::Move(_)
                | Command::Forbid(_)
                | Command::Hint
                | Command::Moves { .. }
                | Command::Resign
                | Command::Swap
        );
        if over && playing {
            writeln!(self.out, "the game is over")?;
            return Ok(());
        }
        let forbids = self.record.forbids();
        match command {
            Command::Move(_) if forbids > 0 && !over => {
                writeln!(
                    self.out,
                    "first forbid at most {} of the other player: `forbid M; M`",
                    counted(forbids, "move")
                )?;
            }
            Command::Forbid(moves) => self.forbid(moves)?,
            Command::Hint if forbids > 0 => {
                let moves = self.best_to_forbid(forbids);
                writeln!(self.out, "hint: forbid {}", listed(&moves))?;
            }
            Command::Move(mv) => match self.record.make(mv, None) {
                Err(reason) => writeln!(self.out, "not legal: {reason}")?,
                Ok(()) => self.draw_after()?,
            },
            Command::Hint => self.hint()?,
            Command::Moves { outcomes } => self.moves(outcomes)?,
            Command::List => self.list()?,
            Command::Show => self.draw(None)?,
            Command::Why => self.why()?,
            Command::Undo => match self.record.undo() {
                false => writeln!(self.out, "there is nothing to take back")?,
                true => {
                    self.told = false;
                    self.draw(None)?;
                }
            },
            Command::Resign => self.record.resigned = Some(self.record.to_move),
            Command::Swap => match self.record.machine() {
                None => writeln!(
                    self.out,
                    "nothing to swap: two people play, so change places"
                )?,
                Some(_) => {
                    self.record.seats.swap(0, 1);
                    writeln!(self.out, "you have changed sides with the machine")?;
                }
            },
            Command::Rematch => {
                let begins = 1 - self.record.begins;
                self.again(self.record.start.clone(), self.record.play, begins)?;
            }
            Command::New(None) => {
                let begins = self.record.begins;
                self.again(self.record.start.clone(), self.record.play, begins)?;
            }
            Command::New(Some(text)) => {
                let text = nimfield::usual_start(&text).unwrap_or(&text);
                let started = || -> Result<_, String> {
                    let sum = read_to_play(self.common, self.common.play, text)?;
                    Ok((play_of(self.common, &sum)?, sum))
                };
                match started() {
                    Ok((play, sum)) => self.again(sum, play, self.record.begins)?,
                    Err(error) => writeln!(self.out, "{error}")?,
                }
            }
            Command::Rules => self.rules()?,
            Command::Level(level) => {
                self.level = level.unwrap_or(self.level);
                writeln!(self.out, "the machine plays at level {}", self.level)?;
            }
            Command::Save(name) => {
                let text = self.record.to_text();
                match output::replace(Path::new(&name), text.as_bytes()) {
                    Ok(()) => writeln!(self.out, "saved in {name}: nimfield play @{name}")?,
                    Err(failure) => writeln!(self.out, "{}", failure.message())?,
                }
            }
            Command::Load(name) => match self.load(&name) {
                Ok(record) => {
                    self.record = record;
                    self.begin()?;
                }
                Err(error) => writeln!(self.out, "{error}")?,
            },
            Command::Help => self.help()?,
            Command::Quit => {}
        }
        Ok(())
    }

    /// Starts another game with the same players.
    fn again(&mut self, start: Sum, play: Play, begins: usize) -> Result<(), Failure> {
        self.record = Record::new(start, play, self.record.seats, begins);
        writeln!(self.out)?;
        self.begin()
    }

    fn load(&self, name: &str) -> Result<Record, String> {
        let text = load(name)?;
        match is_saved(&text) {
            true => {
                let record = Record::read(&text, |text, play| {
                    read_to_play(self.common, Some(play), text)
                });
                Ok(record.map_err(|fault| fault.at(name))?)
            }
            false => {
                let sum = read_to_play(self.common, self.common.play, &format!("@{name}"))?;
                let play = play_of(self.common, &sum)?;
                let Record { seats, begins, .. } = self.record;
                Ok(Record::new(sum, play, seats, begins))
            }
        }
    }

    fn rules(&mut self) -> Result<(), Failure> {
        for info in self.record.sum.games() {
            writeln!(self.out, "{}: {}", info.name, info.rules)?;
        }
        let goal = self.goal();
        writeln!(self.out, "{} play: {goal}.", self.record.play.adjective())?;
        Ok(())
    }

    fn help(&mut self) -> Result<(), Failure> {
        writeln!(self.out, "{HELP}")?;
        for info in self.record.sum.games() {
            writeln!(
                self.out,
                "moves of {}: {}",
                info.name,
                info.moves_in_words()
            )?;
        }
        if self.record.sum.components().len() > 1 {
            writeln!(
                self.out,
                "in a sum the component's number comes first: `2: …`"
            )?;
        }
        Ok(())
    }

    /// Forbids moves of the other player.
    fn forbid(&mut self, moves: Vec<SumMove>) -> Result<(), Failure> {
        if let Err(reason) = self.record.forbid(moves) {
            writeln!(self.out, "{reason}")?;
        }
        Ok(())
    }

    /// Returns the moves that the other player should forbid: moves to P-positions, up to the limit.
    fn best_to_forbid(&mut self, most: usize) -> Vec<SumMove> {
        let time = self.common.time.unwrap_or(THINKS);
        let thought = thinking(|| {
            let mut found: Vec<(SumMove, Sum)> = Vec::new();
            let mut options = 0;
            for (mv, after) in self.record.allowed() {
                options += 1;
                let new = !found.iter().any(|(_, other)| *other == after);
                if found.len() < most && new && self.outcome(&after, time) == Some(Outcome::P) {
                    found.push((mv, after));
                }
            }
            // In misère play a player without a move has won.
            let spare = usize::from(self.record.play == Play::Misere && options == found.len());
            found.truncate(found.len() - spare);
            found.into_iter().map(|(mv, _)| mv).collect()
        });
        thought.result
    }

    fn forbid_best(&mut self, most: usize) -> Result<(), Failure> {
        let moves = match self.random.f64() < self.level {
            true => self.best_to_forbid(most),
            false => Vec::new(),
        };
        let name = self.name(1 - self.record.to_move);
        writeln!(self.out, "{name} forbids {}", listed(&moves))?;
        self.forbid(moves)
    }

    /// Finds the best move that is not forbidden.
    fn best_allowed(&self, time: Duration) -> Option<Choice> {
        let mut decided = true;
        let won = self.record.allowed().find(|(_, after)| {
            let outcome = self.outcome(after, time);
            decided &= outcome.is_some();
            outcome == Some(Outcome::P)
        });
        let (mv, aim) = match won {
            Some((mv, _)) => (mv, Aim::Win),
            None => {
                let room = |(_, after): &(SumMove, Sum)| after.move_count();
                let (mv, _) = self.record.allowed().max_by_key(room)?;
                (mv, if decided { Aim::Linger } else { Aim::Guess })
            }
        };
        let answer = None;
        Some(Choice { mv, aim, answer })
    }

    /// Finds the best move of the player to move.
    pub(super) fn best(&mut self) -> Thought<Option<Choice>> {
        let time = self.common.time.unwrap_or(THINKS);
        if self.record.forbidden.is_some() {
            return thinking(|| self.best_allowed(time));
        }
        let player = self.record.player(self.record.to_move);
        let thought = thinking(|| {
            let within = budget_within(self.common, time);
            let query = Query::play(self.record.play).unproved(self.common.allow_unproved);
            let mut analyzer = self.analyzer(query, within.clone());
            best_move(&self.record.sum, player, &mut analyzer, within)
        });
        self.tables.tell_faults();
        thought
    }

    fn machine(&mut self) -> Result<(), Failure> {
        let player = self.record.player(self.record.to_move);
        let perfect = self.random.f64() < self.level;
        let thought = match perfect {
            true => self.best(),
            false if self.record.forbidden.is_some() => {
                let moves: Vec<SumMove> = self.record.allowed().map(|(mv, _)| mv).collect();
                let at = self.random.usize(..moves.len().max(1));
                let mv = moves.into_iter().nth(at);
                Thought::at_once(mv.map(|mv| Choice {
                    mv,
                    aim: Aim::Random,
                    answer: None,
                }))
            }
            false => {
                let random = |moves| self.random.usize(..moves);
                Thought::at_once(random_move(&self.record.sum, player, random))
            }
        };
        if interrupted() {
            return Ok(());
        }
        let Some(mut choice) = thought.result else {
            let why = "not enough memory to list the moves; allow more with --memory";
            return Err(Failure::Undecided(why.to_string()));
        };
        // They are not shown, and a long game would store many.
        if let Some(answer) = &mut choice.answer {
            answer.winning_moves = Vec::new();
        }
        let (mv, aim) = (choice.mv.clone(), choice.aim);
        let side = self.record.to_move;
        self.record
            .make(mv.clone(), Some(choice))
            .map_err(Failure::input)?;
        let says = match self.record.machine() {
            Some(_) => "the machine plays".to_string(),
            None => format!("{} plays", self.name(side)),
        };
        let hurried = match thought.hurried {
            true => " before you asked for a move",
            false => "",
        };
        let rival = match self.record.machine() {
            Some(_) => "you play".to_string(),
            None => format!("{} plays", self.name(1 - side)),
        };
        write!(self.out, "{says} {mv}")?;
        match aim {
            Aim::Resist(moves) => {
                let s = if moves == 1 { "" } else { "s" };
                writeln!(
                    self.out,
                    " (it is lost, in at most {moves} move{s} if {rival} well)"
                )?;
            }
            Aim::Linger => writeln!(self.out, " (it is lost if {rival} well)")?,
            Aim::Guess => writeln!(
                self.out,
                " (the machine could not find out who wins{hurried})"
            )?,
            Aim::Win | Aim::Random => writeln!(self.out)?,
        }
        self.draw_after()
    }

    /// Shows the position with the marks of the last move.
    fn draw_after(&mut self) -> Result<(), Failure> {
        let before = self.record.made.last().map(|made| made.before.clone());
        self.draw(before.as_ref())
    }

    fn draw(&mut self, before: Option<&Sum>) -> Result<(), Failure> {
        self.listed.clear();
        let sum = &self.record.sum;
        let picture = match before {
            Some(before) => sum.draw_since(before),
            None => sum.draw(),
        };
        writeln!(self.out, "\n\x1b[1m{sum}\x1b[0m")?;
        for line in picture.lines() {
            let line = format!("  {line}");
            writeln!(self.out, "{}", line.trim_end())?;
        }
        writeln!(self.out)?;
        Ok(())
    }
}
