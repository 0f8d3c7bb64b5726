//! The table that a game is played at: what is shown, what is understood, and the machine.

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use nimfield::opponent::{Aim, Choice, best_move_of, random_move_of, wins};
use nimfield::{Analyzer, Budget, Outcome, Play, Query, Sum, SumMove, Term};

use super::words::{COMMANDS, Command, HELP, ranges, understand};
use crate::budget::{Thought, budget_within, interrupted, thinking};
use crate::console::{Console, Typed};
use crate::errors::{Failure, Status};
use crate::options::Common;
use crate::output;
use crate::record::{Mark, Record, Seat, is_saved, named};
use crate::session::{load, play_of, read_to_play};
use crate::tables::AtHand;

/// Moves that `moves` looks at, and those that it lists.
const MOVES_SEEN: usize = 10_000;
const MOVES_SHOWN: usize = 60;
/// Moves whose outcomes it tells.
const OUTCOMES_SHOWN: usize = 500;
/// How long the machine thinks unless it is told otherwise.
const THINKS: Duration = Duration::from_secs(5);

pub struct Table<'a, W: Write> {
    common: &'a Common,
    record: Record,
    level: f64,
    random: fastrand::Rng,
    tables: AtHand,
    /// Whether the end of the game was told.
    told: bool,
    out: W,
}

impl<'a, W: Write> Table<'a, W> {
    pub fn new(
        common: &'a Common,
        record: Record,
        level: f64,
        random: fastrand::Rng,
        tables: AtHand,
        out: W,
    ) -> Table<'a, W> {
        Table {
            common,
            record,
            level,
            random,
            tables,
            told: false,
            out,
        }
    }

    pub fn run(&mut self, console: &mut Console) -> Result<Status, Failure> {
        let words = COMMANDS.map(str::to_string).to_vec();
        console.complete(words);
        self.begin()?;
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
            if !over && self.record.seats[self.record.to_move] == Seat::Machine {
                self.machine()?;
                continue;
            }
            let prompt = match over {
                true if console.is_terminal() => "rematch, new, save FILE or quit> ".to_string(),
                // A script knows that the game is over.
                true => String::new(),
                false => self.prompt(),
            };
            let line = match console.line(&prompt, &mut self.out)? {
                Typed::Line(Ok(line)) => line,
                Typed::Line(Err(error)) => {
                    writeln!(self.out, "{error}")?;
                    continue;
                }
                Typed::End => return Ok(Status::Answered),
                Typed::Interrupt => return Ok(Status::Interrupted),
            };
            let player = self.record.player(self.record.to_move);
            match understand(&line, &self.record.sum, player) {
                Err(message) => writeln!(self.out, "{message}")?,
                Ok(None) => {}
                Ok(Some(Command::Quit)) => return Ok(Status::Answered),
                Ok(Some(command)) => self.obey(command, over)?,
            }
        }
        writeln!(self.out)?;
        Ok(Status::Interrupted)
    }

    /// Says what is played, and shows the position.
    fn begin(&mut self) -> Result<(), Failure> {
        self.told = false;
        let goal = match self.record.play {
            Play::Normal => "whoever makes the last move wins",
            Play::Misere => "whoever makes the last move loses",
        };
        let play = self.record.play;
        writeln!(self.out, "{play} play: {goal}. Type `help` for help.")?;
        if let (false, Some(machine)) = (self.record.sum.is_impartial(), self.record.machine()) {
            let person = named(self.record.player(1 - machine));
            writeln!(self.out, "you are {person}.")?;
        }
        self.draw(None)
    }

    /// What a side is called.
    fn name(&self, side: usize) -> String {
        match (self.record.machine(), self.record.sum.is_impartial()) {
            (Some(machine), _) if machine == side => "the machine".to_string(),
            (Some(_), _) => "you".to_string(),
            (None, true) => format!("player {}", side + 1),
            (None, false) => named(self.record.player(side)).to_string(),
        }
    }

    fn prompt(&self) -> String {
        let side = self.record.to_move;
        match (self.record.machine(), self.record.sum.is_impartial()) {
            (Some(_), true) => "your move> ".to_string(),
            (Some(_), false) => format!("your move ({})> ", named(self.record.player(side))),
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
        let how = match self.record.resigned {
            Some(_) => "the game is given up",
            None => "no move is left",
        };
        writeln!(self.out, "{how}: {wins}.")?;
        Ok(())
    }

    fn obey(&mut self, command: Command, over: bool) -> Result<(), Failure> {
        let playing = matches!(
            command,
            Command::Move(_)
                | Command::Hint
                | Command::Moves { .. }
                | Command::Resign
                | Command::Swap
        );
        if over && playing {
            writeln!(self.out, "the game is over")?;
            return Ok(());
        }
        match command {
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
                None => writeln!(self.out, "two persons exchange their chairs")?,
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

    /// Another game by the same players.
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

    fn help(&mut self) -> Result<(), Failure> {
        writeln!(self.out, "{HELP}")?;
        let mut told: Vec<&str> = Vec::new();
        for info in self.record.sum.components().iter().filter_map(Term::info) {
            if !told.contains(&info.name) {
                writeln!(self.out, "moves of {}: {}", info.name, info.moves)?;
                told.push(info.name);
            }
        }
        if self.record.sum.components().len() > 1 {
            writeln!(
                self.out,
                "in a sum the component's number comes first: `2: …`"
            )?;
        }
        Ok(())
    }

    fn moves(&mut self, outcomes: bool) -> Result<(), Failure> {
        if outcomes && self.level < 1.0 {
            writeln!(
                self.out,
                "the outcomes of moves are told at --level 1, not at {}",
                self.level
            )?;
            return Ok(());
        }
        let player = self.record.player(self.record.to_move);
        let sum = self.record.sum.clone();
        let most = if outcomes { OUTCOMES_SHOWN } else { MOVES_SEEN };
        let moves: Vec<SumMove> = sum.moves_by(player).take(most).collect();
        let all = match sum.is_impartial() {
            true => sum.move_count(),
            false => sum.moves_by(player).take(MOVES_SEEN).count() as u128,
        };
        let told = match outcomes {
            false => vec![""; moves.len()],
            true => self.fates(&sum, &moves)?,
        };
        let texts = moves.iter().map(ToString::to_string).zip(told);
        let lines = ranges(texts);
        let width = lines
            .iter()
            .take(MOVES_SHOWN)
            .map(|(text, _)| text.len())
            .max()
            .unwrap_or(0);
        for (text, fate) in lines.iter().take(MOVES_SHOWN) {
            let line = format!("  {text:<width$}  {fate}");
            writeln!(self.out, "{}", line.trim_end())?;
        }
        if lines.len() > MOVES_SHOWN || all > moves.len() as u128 {
            let all = match all {
                u128::MAX => "endlessly many".to_string(),
                all => format!("about {all}"),
            };
            writeln!(self.out, "  … there are {all} in all")?;
        }
        Ok(())
    }

    /// What becomes of each move.
    fn fates(&mut self, sum: &Sum, moves: &[SumMove]) -> Result<Vec<&'static str>, Failure> {
        let until = Instant::now() + self.common.time.unwrap_or(THINKS);
        let opponent = self.record.player(1 - self.record.to_move);
        let thought = thinking(|| {
            let fate = |mv: &SumMove| {
                let left = until.saturating_duration_since(Instant::now());
                let after = sum.after(mv).ok();
                let outcome = after.and_then(|after| self.outcome(&after, left));
                match outcome.map(|outcome| wins(outcome, opponent)) {
                    Some(true) => "loses",
                    Some(false) => "wins",
                    None => "not known",
                }
            };
            moves.iter().map(fate).collect()
        });
        Ok(thought.result)
    }

    /// The outcome of a position, found within some time.
    fn outcome(&self, sum: &Sum, time: Duration) -> Option<Outcome> {
        let within = budget_within(self.common, time);
        let query = Query {
            only_outcome: true,
            moves: false,
            ..self.query()
        };
        self.analyzer(query, within).analyze(sum).outcome
    }

    fn query(&self) -> Query {
        Query {
            play: self.record.play,
            unproved: self.common.allow_unproved,
            ..Query::default()
        }
    }

    fn analyzer(&self, query: Query, within: Budget) -> Analyzer {
        let mut analyzer = Analyzer::new(query, within);
        analyzer.set_tables(self.tables.set());
        analyzer
    }

    fn list(&mut self) -> Result<(), Failure> {
        if self.record.made.is_empty() {
            writeln!(self.out, "no move has been made")?;
            return Ok(());
        }
        let until = Instant::now() + self.common.time.unwrap_or(THINKS);
        for i in 0..self.record.made.len() {
            if self.record.made[i].mark.is_none() {
                let left = until.saturating_duration_since(Instant::now());
                let mark = thinking(|| self.mark(i, left)).result;
                self.record.made[i].mark = mark;
            }
            let made = &self.record.made[i];
            let mark = match made.mark {
                Some(Mark::Wins) => "!",
                Some(Mark::Mistake) => "?",
                _ => "",
            };
            let name = self.name(made.side);
            let line = format!("{:>4}  {name:<12} {}{mark}", i + 1, made.mv);
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    /// How good a move was; `None` if that is not found in this time.
    fn mark(&self, i: usize, time: Duration) -> Option<Mark> {
        let made = &self.record.made[i];
        let after = match self.record.made.get(i + 1) {
            Some(next) => &next.before,
            None => &self.record.sum,
        };
        let (mover, other) = (
            self.record.player(made.side),
            self.record.player(1 - made.side),
        );
        let won_before = wins(self.outcome(&made.before, time)?, mover);
        let won_after = !wins(self.outcome(after, time)?, other);
        Some(match (won_before, won_after) {
            (_, true) => Mark::Wins,
            (true, false) => Mark::Mistake,
            (false, false) => Mark::None,
        })
    }

    fn hint(&mut self) -> Result<(), Failure> {
        let side = self.record.to_move;
        let thought = self.best();
        if let Some(choice) = thought.result {
            writeln!(self.out, "hint: {}", choice.mv)?;
            let sum = self.record.sum.clone();
            self.explain("it", &sum, &choice, side)?;
        }
        Ok(())
    }

    fn why(&mut self) -> Result<(), Failure> {
        let made = self.record.made.iter().rev();
        let last = made.filter_map(|made| {
            let choice = made.choice.clone()?;
            Some((made.before.clone(), choice, made.side))
        });
        let Some((before, choice, side)) = last.into_iter().next() else {
            writeln!(self.out, "the machine has not moved yet")?;
            return Ok(());
        };
        writeln!(self.out, "in {before} the machine chose {}", choice.mv)?;
        self.explain("the move", &before, &choice, side)
    }

    /// The best move of who is to move.
    fn best(&mut self) -> Thought<Option<Choice>> {
        let time = self.common.time.unwrap_or(THINKS);
        let player = self.record.player(self.record.to_move);
        let thought = thinking(|| {
            let within = budget_within(self.common, time);
            let mut analyzer = self.analyzer(self.query(), within.clone());
            best_move_of(&self.record.sum, player, &mut analyzer, within)
        });
        self.tables.tell_faults();
        thought
    }

    fn machine(&mut self) -> Result<(), Failure> {
        let player = self.record.player(self.record.to_move);
        let perfect = self.random.f64() < self.level;
        let thought = match perfect {
            true => self.best(),
            false => {
                let random = |moves| self.random.usize(..moves);
                Thought::at_once(random_move_of(&self.record.sum, player, random))
            }
        };
        if interrupted() {
            return Ok(());
        }
        let Some(mut choice) = thought.result else {
            let why = "the memory does not suffice to list the moves; give more by --memory";
            return Err(Failure::Undecided(why.to_string()));
        };
        // They are not told, and a long game would hold many.
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
            true => ", told to move now",
            false => "",
        };
        write!(self.out, "{says} {mv}")?;
        match aim {
            Aim::Resist(moves) => {
                let s = if moves == 1 { "" } else { "s" };
                writeln!(
                    self.out,
                    " (it is lost, in at most {moves} move{s} if you play well)"
                )?;
            }
            Aim::Linger => writeln!(self.out, " (it is lost if you play well)")?,
            Aim::Guess => writeln!(self.out, " (it could not work out who wins{hurried})")?,
            Aim::Win | Aim::Random => writeln!(self.out)?,
        }
        self.draw_after()
    }

    fn explain(
        &mut self,
        what: &str,
        before: &Sum,
        choice: &Choice,
        side: usize,
    ) -> Result<(), Failure> {
        let reason = choice.answer.as_ref().map(|answer| &answer.reason);
        let why = reason.map_or(String::new(), |reason| match reason.source.as_str() {
            "" => reason.text.clone(),
            source => format!("{source}: {}", reason.text),
        });
        match choice.aim {
            Aim::Win => {
                let after = before.after(&choice.mv).map_err(Failure::input)?;
                let whom = match before.is_impartial() {
                    true => "the player to move".to_string(),
                    false => named(self.record.player(1 - side)).to_string(),
                };
                writeln!(
                    self.out,
                    "  {what} wins: it leaves {after}, lost for {whom}"
                )?;
                writeln!(self.out, "  {before} was won: {why}")?;
            }
            Aim::Resist(moves) => {
                writeln!(
                    self.out,
                    "  every move loses; this one holds out longest, {}",
                    nimfield::words::counted(moves, "move")
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

    /// Shows the position with the marks of the last move.
    fn draw_after(&mut self) -> Result<(), Failure> {
        let before = self.record.made.last().map(|made| made.before.clone());
        self.draw(before.as_ref())
    }

    fn draw(&mut self, before: Option<&Sum>) -> Result<(), Failure> {
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
