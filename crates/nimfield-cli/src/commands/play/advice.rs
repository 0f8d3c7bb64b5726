//! Advice on the moves of a game in progress: the list of moves, how good they are, and why.

use std::io::Write;
use std::time::{Duration, Instant};

use nimfield::opponent::{Aim, Choice, wins};
use nimfield::{Analyzer, Budget, Outcome, Query, Sum, SumMove};

use super::referee::{Referee, THINKS};
use super::words::{numbers, ranges};
use crate::budget::{budget_within, interrupted, thinking};
use crate::errors::Failure;
use crate::record::Mark;

/// The most moves that `moves` examines.
const MOVES_SEEN: usize = 10_000;
const MOVES_SHOWN: usize = 60;
/// The most moves whose outcomes `moves` lists.
const OUTCOMES_SHOWN: usize = 500;

impl<W: Write> Referee<'_, W> {
    pub(super) fn moves(&mut self, outcomes: bool) -> Result<(), Failure> {
        if outcomes && self.level < 1.0 {
            writeln!(
                self.out,
                "the outcomes of moves are shown at --level 1, not at {}",
                self.level
            )?;
            return Ok(());
        }
        let player = self.record.player(self.record.to_move);
        let sum = self.record.sum.clone();
        let moves = self.record.moves();
        let most = if outcomes { OUTCOMES_SHOWN } else { MOVES_SEEN };
        let moves = moves.take(most);
        let texts: Vec<(String, &str)> = match outcomes {
            // A move of coins takes far more memory than its text.
            false => moves.map(|mv| (mv.to_string(), "")).collect(),
            true => {
                let moves: Vec<SumMove> = moves.collect();
                let fates = self.fates(&sum, &moves)?;
                moves.iter().map(ToString::to_string).zip(fates).collect()
            }
        };
        let seen = texts.len();
        let all = match sum.is_impartial() {
            true if self.record.forbidden.is_none() && seen == most => sum.move_count(),
            true => seen as u128,
            false => sum.moves_by(player).take(MOVES_SEEN).count() as u128,
        };
        let lines = ranges(texts);
        let width = lines
            .iter()
            .take(MOVES_SHOWN)
            .map(|(text, _)| text.len())
            .max()
            .unwrap_or(0);
        for (i, (text, fate)) in lines.iter().take(MOVES_SHOWN).enumerate() {
            let line = format!("  {:>2}  {text:<width$}  {fate}", i + 1);
            writeln!(self.out, "{}", line.trim_end())?;
        }
        if lines.len() > MOVES_SHOWN || all > seen as u128 {
            let all = match all {
                u128::MAX => "endlessly many".to_string(),
                all => format!("about {all}"),
            };
            writeln!(self.out, "  … there are {all} in all")?;
        }
        let shown = lines.into_iter().take(MOVES_SHOWN);
        self.listed = shown.map(|(text, _)| text).collect();
        Ok(())
    }

    /// Returns the move that a line of numbers means: one number is the place of a move in the list that was shown last,
    /// several are those of one move.
    pub(super) fn by_numbers(&self, line: &str) -> Option<Result<SumMove, String>> {
        let separates = |c: char| c.is_ascii_digit() || c == ',' || c.is_whitespace();
        let wanted = numbers(line);
        if wanted.is_empty() || !line.chars().all(separates) {
            return None;
        }
        Some(match wanted[..] {
            [place] => self.listed_move(place),
            _ => self.move_with(&wanted),
        })
    }

    fn listed_move(&self, place: &str) -> Result<SumMove, String> {
        let last = match self.listed.len() {
            0 => return Err("`moves` lists the legal moves; then a number chooses one".to_string()),
            last => last,
        };
        // A number that is too large has no place either.
        let index = place
            .parse()
            .ok()
            .and_then(|place: usize| place.checked_sub(1));
        let text = index.and_then(|index| self.listed.get(index));
        let text = text.ok_or_else(|| format!("the list of moves ends at {last}"))?;
        if text.contains("..") {
            return Err(format!(
                "`{text}` stands for several moves: write one of them"
            ));
        }
        let player = self.record.player(self.record.to_move);
        let read = self.record.sum.read_move_of(text, player);
        read.map_err(|error| error.to_string())
    }

    fn move_with(&self, wanted: &[&str]) -> Result<SumMove, String> {
        // Squares such as `b1` do not count as numbers. Numbers mean an amount, and what is left follows `to`.
        let is_meant = |text: &str| {
            let mut words = text.split_whitespace();
            let apart = words.all(|word| {
                word != "to"
                    && (!word.contains(|c: char| c.is_ascii_digit()) || numbers(word) == [word])
            });
            apart && numbers(text) == wanted
        };
        let moves = self.record.moves().take(MOVES_SEEN);
        let mut fitting = moves.filter(|mv| is_meant(&mv.to_string()));
        match (fitting.next(), fitting.next()) {
            (Some(mv), None) => Ok(mv),
            (Some(one), Some(other)) => Err(match fitting.next() {
                None => format!("that could mean `{one}` or `{other}`"),
                Some(_) => format!("that could mean `{one}`, `{other}` or another move"),
            }),
            (None, _) => Err(format!(
                "{} has the numbers {}; `moves` lists the legal moves",
                match self.record.moves().nth(MOVES_SEEN) {
                    None => "no legal move".to_string(),
                    Some(_) => format!("none of the first {MOVES_SEEN} moves"),
                },
                wanted.join(" ")
            )),
        }
    }

    /// Returns the fate of each move.
    fn fates(&mut self, sum: &Sum, moves: &[SumMove]) -> Result<Vec<&'static str>, Failure> {
        let until = Instant::now() + self.common.time.unwrap_or(THINKS);
        let opponent = self.record.player(1 - self.record.to_move);
        let thought = thinking(|| {
            let fate = |mv: &SumMove| {
                let left = until.saturating_duration_since(Instant::now());
                // A listed move is legal; an illegal one would have no fate.
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

    /// Returns the outcome of a position, if it is found within this time.
    pub(super) fn outcome(&self, sum: &Sum, time: Duration) -> Option<Outcome> {
        // For many large positions, even theory takes long.
        if time.is_zero() || interrupted() {
            return None;
        }
        let within = budget_within(self.common, time);
        let query = Query::outcome(self.record.play).unproved(self.common.allow_unproved);
        self.analyzer(query, within).analyze(sum).outcome
    }

    pub(super) fn analyzer(&self, query: Query, within: Budget) -> Analyzer {
        let mut analyzer = Analyzer::new(query, within);
        analyzer.set_tables(self.tables.set());
        analyzer
    }

    pub(super) fn list(&mut self) -> Result<(), Failure> {
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

    /// Returns how good a move was; `None` if that is not found within this time.
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

    pub(super) fn hint(&mut self) -> Result<(), Failure> {
        let side = self.record.to_move;
        let thought = self.best();
        if let Some(choice) = thought.result {
            writeln!(self.out, "hint: {}", choice.mv)?;
            let sum = self.record.sum.clone();
            self.explain("it", &sum, &choice, side)?;
        }
        Ok(())
    }

    pub(super) fn why(&mut self) -> Result<(), Failure> {
        let made = self.record.made.iter().rev();
        let last = made.filter_map(|made| {
            let choice = made.choice.clone()?;
            Some((made.before.clone(), choice, made.side))
        });
        let Some((before, choice, side)) = last.into_iter().next() else {
            writeln!(
                self.out,
                "{}",
                match self.record.machine() {
                    Some(_) => "the machine has not moved yet",
                    None => "the machine does not play; `hint` explains a move",
                }
            )?;
            return Ok(());
        };
        writeln!(self.out, "in {before} the machine chose {}", choice.mv)?;
        self.explain("the move", &before, &choice, side)
    }

    pub(super) fn explain(
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
                    false => self.record.player(1 - side).name().to_string(),
                };
                writeln!(
                    self.out,
                    "  {what} wins: it leaves {after}, lost for {whom}"
                )?;
                if !why.is_empty() {
                    writeln!(self.out, "  {before} was won: {why}")?;
                }
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
                writeln!(self.out, "  every move loses; this one leaves many moves")?;
                writeln!(self.out, "  {why}")?;
            }
            Aim::Guess => writeln!(self.out, "  {why}")?,
            Aim::Random => writeln!(self.out, "  the move was random (--level)")?,
        }
        Ok(())
    }
}
