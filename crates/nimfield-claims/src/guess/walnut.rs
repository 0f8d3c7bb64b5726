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
    /// The moves are not available as sentences, for this reason.
    #[error("no sentences for Walnut are written for this game: {0}")]
    NoMoves(String),
}

/// The names of the letters, of the letters after a move, and of other variables: Walnut takes A and E for quantifiers.
const NAMES: [[&str; 3]; 3] = [["x", "y", "z"], ["u", "v", "w"], ["r", "s", "t"]];

impl WalnutFiles {
    /// Returns the automaton, and the sentences "no move leads from a P-position to a P-position" and "a move leads
    /// from every other position to a P-position", or to more P-positions than can be forbidden. In misère play the
    /// second sentence excludes positions without a move, and a third one says that they are not P-positions. Positions
    /// that the rules declare as won are won in normal play. If Walnut finds all of them true, the guess is proved.
    ///
    /// # Errors
    /// If the moves cannot be written as a sentence.
    pub(super) fn of(
        automaton: &Automaton,
        family: &Template,
        play: Play,
    ) -> Result<WalnutFiles, WalnutError> {
        let system = walnut_system(automaton.numeration()).ok_or(WalnutError::NoAutomaton)?;
        let family = NumberFamily::of(family, false).map_err(WalnutError::NoMoves)?;
        Ok(WalnutFiles {
            automaton: definition(automaton, &system),
            commands: sentences(&family, &system, play).map_err(WalnutError::NoMoves)?,
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

/// The options whose names have no number after them.
const ONLY: &str = "";

/// Returns the name of a variable of the game; those of the position after a move, and further ones, have `option` after
/// their letters.
fn name(family: &NumberFamily, option: &str, variable: usize) -> String {
    let letters = family.places.len();
    let letter_of = |number: usize| {
        let at = family.places.iter().position(|&own| own == number);
        at.expect("each number is a letter")
    };
    match variable {
        _ if variable < letters => NAMES[0][letter_of(variable)].to_string(),
        _ if variable < 2 * letters => NAMES[1][letter_of(variable - letters)].to_string() + option,
        _ => NAMES[2][(variable - 2 * letters) % 3].to_string() + option,
    }
}

/// Returns the moves from the letters named `x` and so on to those named `u` and so on, with `option` after them.
fn moves(family: &NumberFamily, option: &str) -> Result<String, String> {
    let game = &family.game;
    let letters = family.places.len();
    if game.numbers.len() > letters || game.domain != Formula::always() {
        return Err(
            "each number must be a separate letter, and all numbers must be positions".to_string(),
        );
    }
    let name = |variable: usize| name(family, option, variable);
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
            others => format!("(E{} {said})", listed(&NAMES[2][..others], option)),
        })
    };
    let kinds: Vec<String> = game.moves.iter().map(kind).collect::<Result<_, String>>()?;
    match kinds.is_empty() {
        true => Err("it has no moves".to_string()),
        false => Ok(kinds.join(" | ")),
    }
}

/// Returns the terms of a sum with one sign.
fn side(sum: &Linear, sign: i64, name: &dyn Fn(usize) -> String) -> String {
    let terms = sum.terms().iter().filter(|(_, by)| by.signum() == sign);
    let mut terms: Vec<String> = terms
        .map(|&(variable, by)| match by.unsigned_abs() {
            1 => name(variable),
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
fn said(formula: &Formula, name: &dyn Fn(usize) -> String) -> Result<String, String> {
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

/// Returns names with a suffix after each, separated by commas.
fn listed(names: &[&str], after: &str) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("{name}{after}")).collect();
    names.join(",")
}

fn sentences(family: &NumberFamily, system: &str, play: Play) -> Result<String, String> {
    /// Sentences about more options would be very long.
    const MOST_FORBIDDEN: usize = 9;
    let game = &family.game;
    let letters = family.places.len();
    let [from, to, _] = NAMES.map(|names| names[..letters].join(","));
    let moves_to = moves(family, ONLY)?;
    let won = match game.won == Formula::never() {
        true => None,
        false => Some(said(&game.won, &|variable| name(family, ONLY, variable))?),
    };
    let mut text = String::new();
    let mut eval = |name: &str, sentence: String| {
        text += &format!("eval {name} \"?{system} A{from}{sentence}\":\n");
    };
    // In positions without a move, the player to move has won in normal play if the rules say so, and in misère play
    // otherwise.
    let (or_won, and_not_won) = match (&won, play) {
        (Some(won), _) => (format!(" | {won}"), format!(" & ~({won})")),
        (None, _) => (String::new(), String::new()),
    };
    let ended = match (game.block, play) {
        (_, Play::Normal) => or_won.clone(),
        (0, Play::Misere) if won.is_none() => format!(" | ~(E{to} ({moves_to}))"),
        (0, Play::Misere) => format!(" | (~(E{to} ({moves_to})){and_not_won})"),
        // A player all of whose options are P-positions wins, too.
        _ => format!(" | (~(E{to} ({moves_to}) & ~$p({to})){and_not_won})"),
    };
    if game.block == 0 {
        let both = format!(",{to} ($p({from}) & $p({to})) => ~({moves_to})");
        eval("p_to_no_p", both);
        let others = format!(" $p({from}) | (E{to} $p({to}) & ({moves_to})){ended}");
        eval("others_to_p", others);
    } else {
        if game.block > MOST_FORBIDDEN {
            return Err(format!("more than {MOST_FORBIDDEN} options are forbidden"));
        }
        let options: Vec<String> = (1..=game.block + 1).map(|own| own.to_string()).collect();
        let named = |own: &String| listed(&NAMES[1][..letters], own);
        let mut all = Vec::new();
        for (number, own) in options.iter().enumerate() {
            all.push(format!("$p({}) & ({})", named(own), moves(family, own)?));
            for other in &options[..number] {
                let differ = NAMES[1][..letters].iter();
                let differ: Vec<String> = differ.map(|u| format!("{u}{other}!={u}{own}")).collect();
                all.push(format!("({})", differ.join(" | ")));
            }
        }
        let options: Vec<String> = options.iter().map(named).collect();
        let many = format!("(E{} {})", options.join(","), all.join(" & "));
        eval("p_to_few_p", format!(" $p({from}) => ~{many}"));
        eval("others_to_many_p", format!(" $p({from}) | {many}{ended}"));
    }
    match (play, &won) {
        (Play::Normal, None) => {}
        (Play::Normal, Some(won)) => eval("won_is_no_p", format!(" $p({from}) => ~({won})")),
        (Play::Misere, _) if game.block == 0 => {
            eval(
                "p_has_moves",
                format!(" $p({from}) => (E{to} ({moves_to})){or_won}"),
            );
        }
        (Play::Misere, _) => {
            let others = format!(" $p({from}) => (E{to} ({moves_to}) & ~$p({to})){or_won}");
            eval("p_to_others", others);
        }
    }
    Ok(text)
}
