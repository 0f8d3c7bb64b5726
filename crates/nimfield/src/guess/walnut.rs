//! Files for Walnut, which proves sentences about automata.

use std::fmt::Write;

use nimfield_core::families::ray::RayGame;
use nimfield_core::words::Play;

use super::automaton::Automaton;
use crate::registry::Games;
use crate::template::Template;

/// Two files for the folder of Walnut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WalnutFiles {
    /// For `Automata Library/p.txt`: the automaton that accepts the P-positions.
    pub automaton: String,
    /// For `Command Files/p.txt`: the sentences that prove the guess.
    pub commands: String,
}

/// Why there are no sentences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WalnutError {
    /// No guess is an automaton.
    #[error("no automaton was found for Walnut")]
    NoAutomaton,
    /// The moves are not known as sentences.
    #[error(
        "sentences for Walnut are written for normal play of games in which a move takes the same amount from some \
         piles, such as nim, wythoff or matrix, where each pile is a letter"
    )]
    NoRays,
}

/// The names of the letters, of those after a move, and of the amount: Walnut takes A and E for quantifiers.
const NAMES: [[&str; 3]; 2] = [["x", "y", "z"], ["u", "v", "w"]];

impl WalnutFiles {
    /// Returns the automaton, and the sentences "no move leads from a P-position to a P-position" and "a move leads from
    /// every other position to a P-position". If Walnut finds both true the guess is proved.
    ///
    /// # Errors
    /// If the moves cannot be written as a sentence.
    pub(super) fn of(
        automaton: &Automaton,
        family: &Template,
        play: Play,
    ) -> Result<WalnutFiles, WalnutError> {
        let rays = match play {
            Play::Normal => rays(family),
            Play::Misere => None,
        };
        let rays = rays.ok_or(WalnutError::NoRays)?;
        Ok(WalnutFiles {
            automaton: definition(automaton),
            commands: sentences(automaton, &rays),
        })
    }
}

/// Returns the moves as sets of letters; `None` if the letters are not the piles of a ray game.
fn rays(family: &Template) -> Option<Vec<Vec<usize>>> {
    let letters = family.letters().len();
    // Two positions tell which pile is which letter, and that it is nothing but the letter.
    let found = [[7, 11, 16], [23, 5, 14]].map(|values| {
        let values = &values[..letters];
        let text = family.with(values).ok()?;
        let games = Games::builtin();
        let reader = games.reader();
        let sum = reader.files(&|name| family.file(name)).read(&text).ok()?;
        let [component] = sum.components() else {
            return None;
        };
        let (game, sizes) = component.in_box()?;
        let letter_of = |size: &u32| values.iter().position(|&value| value == u64::from(*size));
        let order: Vec<usize> = sizes.iter().map(letter_of).collect::<Option<_>>()?;
        (order.len() == letters).then_some((game, order))
    });
    let [Some(one), Some(other)] = found else {
        return None;
    };
    let (game, order): (RayGame, Vec<usize>) = (one == other).then_some(one)?;
    let rays = game.rays().map(|ray| ray.map(|pile| order[pile]).collect());
    Some(rays.collect())
}

/// Returns the automaton as Walnut reads it.
fn definition(automaton: &Automaton) -> String {
    let system = automaton.numeration().walnut();
    let systems = vec![system; automaton.letters()];
    let mut text = systems.join(" ") + "\n";
    for state in 0..automaton.states() {
        let _ = writeln!(text, "\n{state} {}", u8::from(automaton.accepts(state)));
        for (digits, next) in automaton.steps(state) {
            let digits: Vec<String> = digits.iter().map(u64::to_string).collect();
            let _ = writeln!(text, "{} -> {next}", digits.join(" "));
        }
    }
    text
}

fn sentences(automaton: &Automaton, rays: &[Vec<usize>]) -> String {
    let letters = automaton.letters();
    let system = automaton.numeration().walnut();
    let [from, to] = NAMES.map(|names| names[..letters].join(","));
    let ray = |ray: &Vec<usize>| {
        let pile = |letter: usize| {
            let more = if ray.contains(&letter) { "+t" } else { "" };
            format!("{}={}{more}", NAMES[0][letter], NAMES[1][letter])
        };
        format!(
            "({})",
            (0..letters).map(pile).collect::<Vec<_>>().join(" & ")
        )
    };
    let moves = rays.iter().map(ray).collect::<Vec<_>>().join(" | ");
    format!(
        "eval p_to_no_p \"?{system} A{from},{to},t ($p({from}) & $p({to}) & t>=1) => ~({moves})\":\n\
         eval others_to_p \"?{system} A{from} $p({from}) | (E{to},t $p({to}) & t>=1 & ({moves}))\":\n"
    )
}
