//! Files for Walnut, which proves sentences about automata.

use nimfield_core::families::heaps::HeapRules;
use nimfield_core::families::vectors::VectorMove;
use nimfield_core::prelude::*;

use super::automaton::Automaton;
use nimfield::template::Template;

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
        "sentences for Walnut are written for games in which a move takes the same amount from some piles, such as nim, \
         wythoff or matrix, a vector or any multiple of one, and for codes that split no heap, where each pile is a letter"
    )]
    NoMoves,
}

/// The names of the letters, of those after a move, and of the amount: Walnut takes A and E for quantifiers.
const NAMES: [[&str; 3]; 2] = [["x", "y", "z"], ["u", "v", "w"]];

impl WalnutFiles {
    /// Returns the automaton, and the sentences "no move leads from a P-position to a P-position" and "a move leads from
    /// every other position to a P-position". In misère play positions without a move are excepted from the second one, and
    /// a third one says that they are no P-positions. If Walnut finds all of them true the guess is proved.
    ///
    /// # Errors
    /// If the moves cannot be written as a sentence.
    pub(super) fn of(
        automaton: &Automaton,
        family: &Template,
        play: Play,
    ) -> Result<WalnutFiles, WalnutError> {
        let moves = moves(family).ok_or(WalnutError::NoMoves)?;
        Ok(WalnutFiles {
            automaton: definition(automaton),
            commands: sentences(automaton, &moves, play),
        })
    }
}

/// The moves of a game of piles.
enum Moves {
    /// From a single pile, as the digits of a code allow.
    Heaps(HeapRules),
    /// A vector of amounts, or a multiple of one.
    Vectors(Vec<VectorMove>),
}

/// Returns the moves from the letters named `x` and so on to those named `u` and so on, of an amount of `t`; `None` if the
/// letters are not the piles of a game whose moves can be written.
fn moves(family: &Template) -> Option<String> {
    let letters = family.letters().len();
    // Two positions tell which pile is which letter, and that it is nothing but the letter.
    let found = [[7, 11, 16], [23, 5, 14]].map(|values| {
        let values = &values[..letters];
        // Where these numbers give no position, letters are not the piles.
        let sum = family.position(values, &Budget::unlimited()).ok()?;
        let [component] = sum.components() else {
            return None;
        };
        let wide = |sizes: Vec<u32>| sizes.into_iter().map(u64::from).collect();
        let (moves, sizes): (Moves, Vec<u64>) =
            match (component.as_ray_box(), component.as_code_heaps()) {
                (Some((game, sizes)), _) => (Moves::Vectors(rays(&game)), wide(sizes)),
                (None, Some((rules, sizes))) => (Moves::Heaps(rules), wide(sizes)),
                (None, None) => {
                    let (vectors, sizes) = component.as_vectors()?;
                    (Moves::Vectors(vectors), sizes)
                }
            };
        let letter_of = |size: &u64| values.iter().position(|&value| value == *size);
        let order: Vec<usize> = sizes.iter().map(letter_of).collect::<Option<_>>()?;
        (order.len() == letters).then(|| match moves {
            Moves::Heaps(rules) => takings(&rules, letters),
            Moves::Vectors(vectors) => multiples(vectors, &order),
        })?
    });
    let [Some(one), Some(other)] = found else {
        return None;
    };
    (one == other).then_some(one)
}

/// Returns a move in words of Walnut: `changed` says what becomes of some letters, and the others stay.
fn sentence(letters: usize, changed: impl Fn(usize) -> Option<String>) -> String {
    let [from, to] = NAMES;
    let letter = |at: usize| changed(at).unwrap_or_else(|| format!("{}={}", from[at], to[at]));
    let letters: Vec<String> = (0..letters).map(letter).collect();
    format!("({})", letters.join(" & "))
}

/// Returns the moves of a ray game: any amount, the same from some piles.
fn rays(game: &RayGame) -> Vec<VectorMove> {
    let ray = |piles: Vec<usize>| VectorMove {
        amounts: (0..game.piles())
            .map(|pile| piles.contains(&pile).into())
            .collect(),
        any_multiple: true,
    };
    game.rays().map(|piles| ray(piles.collect())).collect()
}

/// Returns the moves by vectors, where the piles are the letters in this order; `None` if a sum of so many `t` is too long.
fn multiples(mut vectors: Vec<VectorMove>, order: &[usize]) -> Option<String> {
    /// The largest amount of which any multiple may be taken.
    const MOST: u64 = 20;
    let is_long = |amount: &i64| amount.unsigned_abs() > MOST;
    let mut sums = vectors.iter().filter(|vector| vector.any_multiple);
    if sums.any(|vector| vector.amounts.iter().any(is_long)) {
        return None;
    }
    for vector in &mut vectors {
        let piles = order.iter().zip(&vector.amounts);
        let mut letters: Vec<(usize, i64)> =
            piles.map(|(&letter, &amount)| (letter, amount)).collect();
        letters.sort_unstable();
        vector.amounts = letters.into_iter().map(|(_, amount)| amount).collect();
    }
    // Those from the first letters come first.
    vectors.sort_unstable();
    let moves = vectors.iter().rev().map(|vector| {
        sentence(order.len(), |letter| {
            let amount = vector.amounts[letter];
            let [from, to] = NAMES.map(|names| names[letter]);
            let (more, less) = if amount > 0 { (from, to) } else { (to, from) };
            let times = amount.unsigned_abs();
            (times > 0).then(|| match vector.any_multiple {
                true => format!("{more}={less}{} & t>=1", "+t".repeat(times as usize)),
                false => format!("{more}={less}+{times}"),
            })
        })
    });
    let moves: Vec<String> = moves.collect();
    (!moves.is_empty()).then(|| moves.join(" | "))
}

/// Returns the moves in heaps of a code that splits no heap and has finitely many digits.
fn takings(rules: &HeapRules, letters: usize) -> Option<String> {
    let most = rules.most_taken()?;
    if rules.most_pieces() > 1 {
        return None;
    }
    let mut moves = Vec::new();
    for letter in 0..letters {
        let [from, to] = NAMES.map(|names| names[letter]);
        for taken in 1..=most {
            let digit = rules.digit(taken.into());
            let rest = match (digit.leaves(0), digit.leaves(1)) {
                (false, false) => continue,
                (true, true) => "",
                (true, false) => &format!(" & {to}=0"),
                (false, true) => &format!(" & {to}>=1"),
            };
            let change = format!("{from}={to}+{taken}{rest}");
            moves.push(sentence(letters, |at| {
                (at == letter).then(|| change.clone())
            }));
        }
    }
    Some(moves.join(" | "))
}

/// Returns the automaton as Walnut reads it.
fn definition(automaton: &Automaton) -> String {
    let system = automaton.numeration().walnut();
    let systems = vec![system; automaton.letters()];
    let mut text = systems.join(" ") + "\n";
    for state in 0..automaton.states() {
        text += &format!("\n{state} {}\n", u8::from(automaton.accepts(state)));
        for (digits, next) in automaton.steps(state) {
            let digits: Vec<String> = digits.iter().map(u64::to_string).collect();
            text += &format!("{} -> {next}\n", digits.join(" "));
        }
    }
    text
}

fn sentences(automaton: &Automaton, moves: &str, play: Play) -> String {
    let letters = automaton.letters();
    let system = automaton.numeration().walnut();
    let [from, to] = NAMES.map(|names| names[..letters].join(","));
    let amount = if moves.contains("t>=1") { ",t" } else { "" };
    let ended = match play {
        Play::Normal => String::new(),
        Play::Misere => format!(" | ~(E{to}{amount} ({moves}))"),
    };
    let mut text = format!(
        "eval p_to_no_p \"?{system} A{from},{to}{amount} ($p({from}) & $p({to})) => ~({moves})\":\n\
         eval others_to_p \"?{system} A{from} $p({from}) | (E{to}{amount} $p({to}) & ({moves})){ended}\":\n"
    );
    if play == Play::Misere {
        text += &format!(
            "eval p_has_moves \"?{system} A{from} $p({from}) => (E{to}{amount} ({moves}))\":\n"
        );
    }
    text
}
