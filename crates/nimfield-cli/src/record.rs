//! The record of a game: the players, the moves, and its text in a file.

use nimfield::opponent::Choice;
use nimfield::words::counted;
use nimfield::{NotationError, Play, Player, Sum, SumMove};

use crate::errors::Failure;

/// The kind of player on a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// A person at the keyboard.
    Human,
    /// The machine.
    Machine,
}

/// The quality of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// It wins.
    Wins,
    /// It gives a win away.
    Mistake,
    /// The position was lost, or its outcome is unknown.
    None,
}

/// A move that was made.
pub struct Made {
    /// The position before.
    pub before: Sum,
    /// The move.
    pub mv: SumMove,
    /// The side that made it.
    pub side: usize,
    /// The choice of the machine, if it made the move.
    pub choice: Option<Choice>,
    /// How good it was, once computed.
    pub mark: Option<Mark>,
    /// What the other player had forbidden, if the rules say so.
    pub forbidden: Option<Forbidden>,
}

/// Forbidden moves, and what they lead to.
pub type Forbidden = Vec<(SumMove, Sum)>;

/// A game.
pub struct Record {
    /// The play convention.
    pub play: Play,
    /// The players on the two sides: Left and Right in partizan games.
    pub seats: [Seat; 2],
    /// The side that began.
    pub begins: usize,
    /// The first position.
    pub start: Sum,
    /// The current position.
    pub sum: Sum,
    /// The side to move.
    pub to_move: usize,
    /// The moves made.
    pub made: Vec<Made>,
    /// The side that gave up.
    pub resigned: Option<usize>,
    /// What the other player has forbidden for this move; `None` before the question.
    pub forbidden: Option<Forbidden>,
}

impl Record {
    /// Creates a game before its first move.
    pub fn new(start: Sum, play: Play, seats: [Seat; 2], begins: usize) -> Record {
        Record {
            play,
            seats,
            begins,
            sum: start.clone(),
            start,
            to_move: begins,
            made: Vec::new(),
            resigned: None,
            forbidden: None,
        }
    }

    /// Returns the number of options that the other player may forbid now.
    pub fn forbids(&self) -> usize {
        let ending = self.sum.ending().filter(|_| self.forbidden.is_none());
        ending.map_or(0, |ending| ending.forbids)
    }

    /// Returns whether the other player has forbidden the position after a move.
    pub fn is_forbidden(&self, after: &Sum) -> bool {
        let mut forbidden = self.forbidden.iter().flatten();
        forbidden.any(|(_, other)| other == after)
    }

    /// Forbids moves of the player to move.
    ///
    /// # Errors
    /// Why they cannot be forbidden.
    pub fn forbid(&mut self, moves: Vec<SumMove>) -> Result<(), String> {
        let most = self.forbids();
        let mut forbidden = Forbidden::new();
        for mv in moves {
            let after = self.sum.after(&mv);
            let after = after.map_err(|reason| format!("{mv} is not legal: {reason}"))?;
            if !forbidden.iter().any(|(_, other)| *other == after) {
                forbidden.push((mv, after));
            }
        }
        if most == 0 {
            return Err("no moves can be forbidden now".to_string());
        }
        if forbidden.len() > most {
            return Err(format!(
                "at most {} can be forbidden now",
                counted(most, "move")
            ));
        }
        self.forbidden = Some(forbidden);
        Ok(())
    }

    /// Returns the moves of the player to move that are not forbidden.
    pub fn moves(&self) -> impl Iterator<Item = SumMove> + '_ {
        let moves = self.sum.moves_by(self.player(self.to_move));
        moves.filter(|mv| match self.forbidden {
            // A listed move is legal.
            Some(_) => (self.sum.after(mv)).is_ok_and(|after| !self.is_forbidden(&after)),
            None => true,
        })
    }

    /// Returns the allowed moves of the player to move, with the positions after them.
    pub fn allowed(&self) -> impl Iterator<Item = (SumMove, Sum)> + '_ {
        let moves = self.sum.moves_by(self.player(self.to_move));
        // A listed move is legal; an illegal one would be skipped.
        let moves = moves.filter_map(|mv| self.sum.after(&mv).ok().map(|after| (mv, after)));
        moves.filter(|(_, after)| !self.is_forbidden(after))
    }

    /// Returns the player of a side, which matters in partizan games.
    pub fn player(&self, side: usize) -> Player {
        match side {
            0 => Player::Left,
            _ => Player::Right,
        }
    }

    /// Returns the winner, if the game is over.
    pub fn winner(&self) -> Option<usize> {
        if let Some(side) = self.resigned {
            return Some(1 - side);
        }
        let stuck = match self.forbidden.is_some() {
            true => self.allowed().next().is_none(),
            false => !self.sum.can_move(self.player(self.to_move)),
        };
        let won = self.sum.ending().is_some_and(|ending| ending.won);
        stuck.then_some(match (self.play == Play::Misere) != won {
            // The player to move cannot move, so the other player moved last.
            false => 1 - self.to_move,
            true => self.to_move,
        })
    }

    /// Returns the side of the machine, if it plays against a person.
    pub fn machine(&self) -> Option<usize> {
        match self.seats {
            [Seat::Human, Seat::Machine] => Some(1),
            [Seat::Machine, Seat::Human] => Some(0),
            _ => None,
        }
    }

    /// Makes a move for the side to move.
    ///
    /// # Errors
    /// Why it is not legal.
    pub fn make(&mut self, mv: SumMove, choice: Option<Choice>) -> Result<(), String> {
        let player = self.player(self.to_move);
        if let Some(owner) = mv.player()
            && owner != player
        {
            let (owner, player) = (owner.name(), player.name());
            return Err(format!(
                "that is a move of {owner}, and {player} is to move"
            ));
        }
        let after = self.sum.after(&mv)?;
        if self.is_forbidden(&after) {
            return Err("the other player has forbidden it for this move".to_string());
        }
        self.made.push(Made {
            forbidden: self.forbidden.take(),
            before: std::mem::replace(&mut self.sum, after),
            mv,
            side: self.to_move,
            choice,
            mark: None,
        });
        self.to_move = 1 - self.to_move;
        Ok(())
    }

    /// Takes back the last move of a person and all moves after it; returns `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let seats = self.seats;
        let last = self
            .made
            .iter()
            .rposition(|made| seats[made.side] == Seat::Human);
        let Some(last) = last else { return false };
        let made = self.made.drain(last..).next();
        if let Some(made) = made {
            self.sum = made.before;
            self.to_move = made.side;
        }
        self.resigned = None;
        self.forbidden = None;
        true
    }

    /// Returns the game as a text: the position, with its history in comments.
    pub fn to_text(&self) -> String {
        let seat = |seat: Seat| match seat {
            Seat::Human => "human",
            Seat::Machine => "machine",
        };
        let mut text = format!(
            "{HEAD}\n{}\n# play {}\n# players {},{}\n# begins {}\n# start {}\n",
            self.sum,
            self.play,
            seat(self.seats[0]),
            seat(self.seats[1]),
            self.begins + 1,
            self.start
        );
        let forbidden = |moves: &Option<Forbidden>| {
            let named = |moves: &Forbidden| {
                let moves: Vec<String> = moves.iter().map(|(mv, _)| mv.to_string()).collect();
                format!("# forbidden {}\n", moves.join("; "))
            };
            moves.as_ref().map_or(String::new(), named)
        };
        for made in &self.made {
            text.push_str(&forbidden(&made.forbidden));
            text.push_str(&format!("# move {}\n", made.mv));
        }
        text.push_str(&forbidden(&self.forbidden));
        if let Some(side) = self.resigned {
            text.push_str(&format!("# resigned {}\n", side + 1));
        }
        text
    }

    /// Reads [`to_text`](Record::to_text); `read` reads positions for a play convention.
    ///
    /// # Errors
    /// A message with the line.
    pub fn read(
        text: &str,
        read: impl Fn(&str, Play) -> Result<Sum, Failure>,
    ) -> Result<Record, Failure> {
        let mut lines = text.lines().map(str::trim).enumerate();
        if lines.next().is_none_or(|(_, first)| first != HEAD) {
            let message = format!("a saved game of this version begins with the line `{HEAD}`");
            return Err(Failure::input(message));
        }
        let (mut position, mut play, mut seats, mut begins) = (None, None, None, None);
        let mut record: Option<Record> = None;
        for (i, line) in lines {
            let place = format!("line {}", i + 1);
            let fault = |what: String| Failure::input(what).at(&place);
            let Some(comment) = line.strip_prefix('#') else {
                if !line.is_empty() {
                    position = Some(line);
                }
                continue;
            };
            let (key, value) = comment
                .trim()
                .split_once(' ')
                .unwrap_or((comment.trim(), ""));
            let side = || match value {
                "1" => Ok(0),
                "2" => Ok(1),
                _ => Err(fault(format!("`{value}` is not a side: expected 1 or 2"))),
            };
            match key {
                "play" => {
                    play = Some(
                        value
                            .parse::<Play>()
                            .map_err(|error| fault(error.to_string()))?,
                    )
                }
                "players" => seats = Some(read_seats(value).map_err(fault)?),
                "begins" => begins = Some(side()?),
                "start" => {
                    let (Some(play), Some(seats), Some(begins)) = (play, seats, begins) else {
                        return Err(fault(
                            "play, players and begins stand before the start".to_string(),
                        ));
                    };
                    let start = read(value, play).map_err(|fault| fault.at(&place))?;
                    record = Some(Record::new(start, play, seats, begins));
                }
                "move" | "forbidden" => {
                    let Some(record) = &mut record else {
                        return Err(fault("the start stands before the moves".to_string()));
                    };
                    let player = record.player(record.to_move);
                    let made = match key {
                        "move" => record
                            .sum
                            .read_move_of(value, player)
                            .map(|mv| record.make(mv, None)),
                        _ => {
                            read_moves(value, &record.sum, player).map(|moves| record.forbid(moves))
                        }
                    };
                    made.map_err(|error| fault(error.to_string()))?
                        .map_err(fault)?;
                }
                "resigned" => {
                    if let Some(record) = &mut record {
                        record.resigned = Some(side()?);
                    }
                }
                _ => {}
            }
        }
        let record = record.ok_or_else(|| Failure::input("the saved game has no start"))?;
        let position = position.ok_or_else(|| Failure::input("the saved game has no position"))?;
        match read(position, record.play)? == record.sum {
            true => Ok(record),
            false => Err(Failure::input(format!(
                "the moves lead to {}, but the position given is {position}",
                record.sum
            ))),
        }
    }
}

/// The first line of a saved game; the lines without `#` are its position.
pub const HEAD: &str = "# nimfield game 1";

/// Returns whether a text is a saved game, of this version or of another one.
pub fn is_saved(text: &str) -> bool {
    let head = HEAD.trim_end_matches(|c: char| c.is_ascii_digit());
    let version = text.lines().next();
    let version = version.and_then(|line| line.trim().strip_prefix(head));
    version.is_some_and(|version| version.parse::<u32>().is_ok())
}

/// Reads moves of a player that are separated by semicolons.
///
/// # Errors
/// What is wrong with one of them.
pub fn read_moves(text: &str, sum: &Sum, player: Player) -> Result<Vec<SumMove>, NotationError> {
    let moves = text
        .split(';')
        .map(str::trim)
        .filter(|text| !text.is_empty());
    moves.map(|text| sum.read_move_of(text, player)).collect()
}

/// Reads `human,machine`; a single `human` stands for two.
///
/// # Errors
/// An error message.
pub fn read_seats(text: &str) -> Result<[Seat; 2], String> {
    let seat = |word: &str| match word.trim() {
        "human" => Ok(Seat::Human),
        "machine" => Ok(Seat::Machine),
        word => Err(format!(
            "`{word}` is not a player: human,machine or machine,human or human,human"
        )),
    };
    match text.split_once(',') {
        None => seat(text).map(|seat| [seat, seat]),
        Some((first, second)) => Ok([seat(first)?, seat(second)?]),
    }
}

#[cfg(test)]
#[path = "../tests/units/record.rs"]
mod tests;
