//! Files for Walnut, which proves sentences about automata.

use nimfield_core::families::formulas::{Formula, Linear, MoveFormula};
use nimfield_core::prelude::*;
use nimfield_laws::{Automaton, Numeration};

use nimfield::laws::NumberFamily;
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
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WalnutError {
    /// No guess is an automaton of digits that Walnut reads.
    #[error("no automaton was found for Walnut, which reads bases and Fibonacci numbers")]
    NoAutomaton,
    /// The moves are not known as sentences; why, in words.
    #[error("no sentences for Walnut are written for this game: {0}")]
    NoMoves(String),
}

/// The names of the letters, of those after a move, and of others: Walnut takes A and E for quantifiers.
const NAMES: [[&str; 3]; 3] = [["x", "y", "z"], ["u", "v", "w"], ["r", "s", "t"]];

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
        let system = walnut_system(automaton.numeration()).ok_or(WalnutError::NoAutomaton)?;
        let moves = NumberFamily::of(family, false).and_then(|family| moves(&family));
        let moves = moves.map_err(WalnutError::NoMoves)?;
        Ok(WalnutFiles {
            automaton: definition(automaton, &system),
            commands: sentences((automaton.variables(), &system), &moves, play),
        })
    }
}

/// Returns the name of a system of digits in Walnut.
pub(super) fn walnut_system(numeration: Numeration) -> Option<String> {
    match numeration.as_base() {
        Some(base) => Some(format!("msd_{base}")),
        None => (numeration == Numeration::FIBONACCI).then(|| "msd_fib".to_string()),
    }
}

/// Returns the moves from the letters named `x` and so on to those named `u` and so on.
fn moves(family: &NumberFamily) -> Result<String, String> {
    let game = &family.game;
    let letters = family.places.len();
    if game.block > 0 || game.won != Formula::never() {
        return Err("positions are won without a move, or options are forbidden".to_string());
    }
    if game.numbers.len() > letters || game.domain != Formula::always() {
        return Err(
            "each number has to be a letter of its own, and all numbers positions".to_string(),
        );
    }
    let letter_of = |number: usize| {
        let at = family.places.iter().position(|&own| own == number);
        at.expect("each number is a letter")
    };
    let name = |variable: usize| match variable {
        _ if variable < letters => NAMES[0][letter_of(variable)],
        _ if variable < 2 * letters => NAMES[1][letter_of(variable - letters)],
        _ => NAMES[2][(variable - 2 * letters) % 3],
    };
    let kind = |own: &MoveFormula| {
        if own.others > NAMES[2].len() {
            return Err("its moves need too many further numbers".to_string());
        }
        let mut said = vec![said(&own.formula, &name)?];
        let stays = (0..letters).filter(|number| !own.changed.contains(number));
        let mut stays: Vec<String> = stays
            .map(|number| format!("{}={}", name(number), name(letters + number)))
            .collect();
        stays.sort_unstable();
        said.extend(stays);
        let said = format!("({})", said.join(" & "));
        Ok(match own.others {
            0 => said,
            others => format!("(E{} {said})", NAMES[2][..others].join(",")),
        })
    };
    let kinds: Vec<String> = game.moves.iter().map(kind).collect::<Result<_, String>>()?;
    match kinds.is_empty() {
        true => Err("it has no moves".to_string()),
        false => Ok(kinds.join(" | ")),
    }
}

/// Returns the terms of a sum with one sign.
fn side(sum: &Linear, sign: i64, name: &dyn Fn(usize) -> &'static str) -> String {
    let terms = sum.terms().iter().filter(|(_, by)| by.signum() == sign);
    let mut terms: Vec<String> = terms
        .map(|&(variable, by)| match by.unsigned_abs() {
            1 => name(variable).to_string(),
            by => format!("{by}*{}", name(variable)),
        })
        .collect();
    if sum.constant.signum() == sign {
        terms.push(sum.constant.unsigned_abs().to_string());
    }
    match terms.is_empty() {
        true => "0".to_string(),
        false => terms.join("+"),
    }
}

/// Returns a sentence as Walnut reads it.
fn said(formula: &Formula, name: &dyn Fn(usize) -> &'static str) -> Result<String, String> {
    let list = |list: &[Formula], between: &str, none: &str| {
        let said: Result<Vec<String>, String> = list.iter().map(|one| said(one, name)).collect();
        Ok::<_, String>(match &said?[..] {
            [] => none.to_string(),
            [one] => one.clone(),
            all => format!("({})", all.join(between)),
        })
    };
    let sides = |sum: &Linear| (side(sum, 1, name), side(sum, -1, name));
    Ok(match formula {
        Formula::Zero(sum) => {
            let (more, less) = sides(sum);
            format!("{more}={less}")
        }
        Formula::Positive(sum) => {
            let (more, less) = sides(sum);
            format!("{more}>{less}")
        }
        Formula::Rest(sum, by, rest) => {
            let (more, less) = sides(sum);
            format!("(Eq {more}={less}+{rest}+{by}*q | {more}+{by}*q={less}+{rest})")
        }
        Formula::Not(of) => format!("~({})", said(of, name)?),
        Formula::All(all) => list(all, " & ", "0=0")?,
        Formula::Any(any) => list(any, " | ", "0=1")?,
        Formula::NimSum(_) | Formula::Power(..) => {
            return Err("Walnut has no nim-sums and no powers".to_string());
        }
    })
}

/// Returns the automaton as Walnut reads it.
fn definition(automaton: &Automaton, system: &str) -> String {
    let systems = vec![system; automaton.variables()];
    let mut text = systems.join(" ") + "\n";
    for state in 0..automaton.states() {
        text += &format!("\n{state} {}\n", u8::from(automaton.accepts(state)));
        for (row, next) in automaton.steps(state).iter().enumerate() {
            let digits: Vec<String> = automaton.row(row).iter().map(u32::to_string).collect();
            text += &format!("{} -> {next}\n", digits.join(" "));
        }
    }
    text
}

fn sentences((letters, system): (usize, &str), moves: &str, play: Play) -> String {
    let [from, to, _] = NAMES.map(|names| names[..letters].join(","));
    let ended = match play {
        Play::Normal => String::new(),
        Play::Misere => format!(" | ~(E{to} ({moves}))"),
    };
    let mut text = format!(
        "eval p_to_no_p \"?{system} A{from},{to} ($p({from}) & $p({to})) => ~({moves})\":\n\
         eval others_to_p \"?{system} A{from} $p({from}) | (E{to} $p({to}) & ({moves})){ended}\":\n"
    );
    if play == Play::Misere {
        text +=
            &format!("eval p_has_moves \"?{system} A{from} $p({from}) => (E{to} ({moves}))\":\n");
    }
    text
}
