//! What all families know about a game: its name, its play convention, the values of its parameters.

use nimfield_core::prelude::*;
use nimfield_games::boards::Shape;

/// The name and the properties of a game.
pub(crate) struct About<'a> {
    pub(crate) name: &'a str,
    /// A hash of the rules and the values of the parameters.
    pub(crate) id: u64,
    pub(crate) info: &'static GameInfo,
    pub(crate) play: Play,
    /// The values of the parameters.
    pub(crate) values: &'a [u64],
    /// The board of the file, if the game is a placing game with a board.
    pub(crate) board: Option<Shape>,
}

/// What is wrong with a game as a whole, and how to correct it.
pub(crate) type Refused = (String, &'static str);

/// Begins the sentence about a move after these lines: `On your turn take`, `Left takes`; other moves of the same
/// player begin with `Or`. Moves of both players after those of one, or the other way round, are moves that may be made
/// `also`.
pub(crate) fn turn(lines: &[String], player: Option<Player>, verb: &str) -> String {
    let begins = |start: &str| lines.iter().any(|line| line.starts_with(start));
    let of_both = begins("On your turn");
    match player.map(Player::name) {
        None if begins("Left ") || begins("Right ") => format!("Both players may also {verb}"),
        None if of_both => format!("Or {verb}"),
        None => format!("On your turn {verb}"),
        Some(name) if begins(name) => format!("Or {name} {verb}s"),
        Some(name) if of_both => format!("{name} may also {verb}"),
        Some(name) => format!("{name} {verb}s"),
    }
}

/// Joins texts by commas, the last two by a word: `1, 2 or 5`.
pub(crate) fn listed(texts: &[String], word: &str) -> String {
    match texts {
        [first @ .., before, last] => [first, &[format!("{before} {word} {last}")]]
            .concat()
            .join(", "),
        _ => texts.concat(),
    }
}

/// Returns the smallest and the largest of some numbers in words: `3`, `1 or 2`, `2 to 5`.
pub(crate) fn between(least: u128, most: u128) -> String {
    match most - least {
        0 => least.to_string(),
        1 => format!("{least} or {most}"),
        _ => format!("{least} to {most}"),
    }
}

/// Returns what decides the positions, as a sentence; nothing in a page, which shows the rules up to who wins.
pub(crate) fn compiled(engine: &str) -> Option<String> {
    (!cfg!(target_family = "wasm")).then(|| format!("Compiled to {engine}."))
}

/// How the sentence about who wins begins if other lines name positions that are won.
pub(crate) const OTHERWISE: &str = "If no such position is reached, ";

/// Returns who wins in a play convention, as a sentence.
pub(crate) fn goal(play: Play) -> String {
    let ends = match play {
        Play::Normal => "wins",
        Play::Misere => "loses",
    };
    format!("The player who makes the last move {ends}.")
}
