//! The calculator's functions.

use super::value::Value;
use crate::arena::Arena;
use crate::dyadic::Dyadic;
use crate::error::{Error, Result};
use crate::explain::FormReport;
use crate::game::{Game, Player};

/// A function of the calculator.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// Its name. Case and underscores do not matter.
    pub name: &'static str,
    /// The number of arguments.
    pub arguments: usize,
    /// A description of the result.
    pub meaning: &'static str,
    /// An expression that uses it.
    pub example: &'static str,
    pub(super) run: fn(&Arena, &[Argument]) -> Result<Value>,
}

/// An argument: its value, and the form if it was written as one.
#[derive(Debug)]
pub(super) struct Argument {
    pub(super) game: Game,
    pub(super) form: Option<(Vec<Game>, Vec<Game>)>,
}

fn number(arena: &Arena, x: Dyadic) -> Result<Value> {
    arena.number(x).map(Value::Game)
}

/// Returns an argument as a number.
fn to_number(arena: &Arena, argument: &Argument) -> Result<Dyadic> {
    arena.to_number(argument.game).ok_or(Error::NotANumber)
}

fn report(arena: &Arena, argument: &Argument) -> Result<FormReport> {
    match &argument.form {
        Some((left, right)) => arena.explain(left, right),
        None => {
            let (left, right) = arena.options(argument.game)?;
            arena.explain(&left, &right)
        }
    }
}

macro_rules! functions {
    ($($name:literal $arguments:literal $meaning:literal $example:literal $run:expr;)*) => {
        &[$(Function { name: $name, arguments: $arguments, meaning: $meaning, example: $example, run: $run }),*]
    };
}

/// Every function of the calculator.
pub const FUNCTIONS: &[Function] = functions! {
    "mean" 1 "the mean value" "mean({5|1})" |a, x| number(a, a.mean(x[0].game)?);
    "temperature" 1 "the temperature; -1/2^k for a number with denominator 2^k" "temperature({5|1})"
        |a, x| number(a, a.temperature(x[0].game)?);
    "left_stop" 1 "the left stop" "left_stop({5|1})" |a, x| number(a, a.left_stop(x[0].game));
    "right_stop" 1 "the right stop" "right_stop({5|1})" |a, x| number(a, a.right_stop(x[0].game));
    "thermograph" 1 "the thermograph, with Left's side on the left" "thermograph({5|{3|1}})"
        |a, x| a.thermograph(x[0].game).map(Value::Thermograph);
    "cool" 2 "the game cooled by a number > -1" "cool({5|1}, 1)"
        |a, x| a.cool(x[0].game, to_number(a, &x[1])?).map(Value::Game);
    "freeze" 1 "the game cooled by its temperature" "freeze({5|{3|1}})" |a, x| a.freeze(x[0].game).map(Value::Game);
    "heat" 2 "the game heated by another" "heat({1|1*}, 1)"
        |a, x| a.heat(x[0].game, x[1].game).map(Value::Game);
    "overheat" 3 "the game overheated from S to T: n becomes n·S, and moves gain T" "overheat(1/2, 1, 1/2)"
        |a, x| a.overheat(x[0].game, x[1].game, x[2].game).map(Value::Game);
    "reduced_canonical_form" 1 "the simplest game infinitesimally close" "reduced_canonical_form({2*|^})"
        |a, x| a.reduced(x[0].game).map(Value::Game);
    "birthday" 1 "the day on which the game is born" "birthday(^*)"
        |a, x| number(a, Dyadic::integer(i128::try_from(a.birthday(x[0].game)?).map_err(|_| Error::NumberRange)?));
    "atomic_weight" 1 "the atomic weight, for all-small games and some others" "atomic_weight(^^*)"
        |a, x| a.atomic_weight(x[0].game).map(Value::Game);
    "canonical" 1 "the canonical form" "canonical({^|^})" |_, x| Ok(Value::Game(x[0].game));
    "options" 1 "Left's and Right's options in the canonical form" "options(^*)"
        |a, x| a.options(x[0].game).map(|(left, right)| Value::Options(left, right));
    "left_options" 1 "Left's options in the canonical form" "left_options(^*)"
        |a, x| a.options(x[0].game).map(|(left, _)| Value::Games(left));
    "right_options" 1 "Right's options in the canonical form" "right_options(^*)"
        |a, x| a.options(x[0].game).map(|(_, right)| Value::Games(right));
    "ordinal_sum" 2 "the ordinal sum G:H of canonical forms" "ordinal_sum(*, 1)"
        |a, x| a.ordinal_sum(x[0].game, x[1].game).map(Value::Game);
    "ordinal_product" 2 "the ordinal product of canonical forms: G for each blue edge of H, -G for each red one" "ordinal_product(*5, *6)"
        |a, x| a.ordinal_product(x[0].game, x[1].game).map(Value::Game);
    "conjunctive" 2 "the conjunctive sum of canonical forms: moves in both" "conjunctive(+-1, ^^)"
        |a, x| a.conjunctive_sum(x[0].game, x[1].game).map(Value::Game);
    "selective" 2 "the selective sum of canonical forms: moves in one or both" "selective(*5, *6)"
        |a, x| a.selective_sum(x[0].game, x[1].game).map(Value::Game);
    "norton" 2 "the Norton product of G by the unit U > 0" "norton(1/2, ^)"
        |a, x| a.norton_product(x[0].game, x[1].game).map(Value::Game);
    "conway" 2 "Conway's product of canonical forms" "conway(3/4, 1/2)"
        |a, x| a.conway_product(x[0].game, x[1].game).map(Value::Game);
    "incentives" 1 "both players' incentives to move, the dominated ones left out" "incentives({5|1})"
        |a, x| a.incentives(x[0].game).map(Value::Games);
    "left_incentives" 1 "Left's incentives GL - G" "left_incentives({5|1})"
        |a, x| a.incentives_of(x[0].game, Player::Left).map(Value::Games);
    "right_incentives" 1 "Right's incentives G - GR" "right_incentives({5|1})"
        |a, x| a.incentives_of(x[0].game, Player::Right).map(Value::Games);
    "confusion_interval" 1 "the numbers that the game is confused with" "confusion_interval({5|1})"
        |a, x| a.confusion_interval(x[0].game).map(Value::Interval);
    "dominated" 1 "which options of a form are dominated, and by what" "dominated({1,2|})"
        |a, x| {
            let fates = report(a, &x[0])?.options.into_iter();
            let fates = fates.filter_map(|o| o.dominated_by.map(|by| (o.player, o.option, by)));
            Ok(Value::Fates(["dominated", "by"], fates.collect()))
        };
    "reversible" 1 "which options of a form are reversible, and through what" "reversible({^|^})"
        |a, x| {
            let fates = report(a, &x[0])?.options.into_iter();
            let fates = fates.filter_map(|o| o.reversible_through.map(|by| (o.player, o.option, by)));
            Ok(Value::Fates(["reversible", "through"], fates.collect()))
        };
    "explain" 1 "the fate of each option of a form" "explain({^,0|^})"
        |a, x| report(a, &x[0]).map(Value::Report);
    "outcome" 1 "who wins: L, R, N (the next player) or P (the previous)" "outcome({5|-1})"
        |a, x| a.outcome(x[0].game).map(Value::Outcome);
    "is_number" 1 "whether the game is a number" "is_number({0|1})"
        |a, x| Ok(Value::Truth(a.to_number(x[0].game).is_some()));
    "is_infinitesimal" 1 "whether the game is infinitesimal" "is_infinitesimal(^)"
        |a, x| Ok(Value::Truth(a.is_infinitesimal(x[0].game)));
    "is_all_small" 1 "whether the game is all-small" "is_all_small(^)"
        |a, x| a.is_all_small(x[0].game).map(Value::Truth);
    "tiny" 1 "tiny-G = {0||0|-G}" "Tiny(2)" |a, x| a.tiny(x[0].game).map(Value::Game);
    "miny" 1 "miny-G = {G|0||0}" "Miny(2)" |a, x| a.miny(x[0].game).map(Value::Game);
    "dag" 1 "the form as numbered nodes" "dag({5|{3|1}})" |a, x| a.print_dag(x[0].game).map(Value::Text);
    "size" 1 "how many characters the form takes when written out" "size({5|{3|1}})"
        |a, x| a.written_size(x[0].game).map(|n| Value::Text(n.to_string()));
    "svg" 1 "the thermograph as an SVG drawing" "svg({5|{3|1}})"
        |a, x| a.thermograph(x[0].game)?.to_svg(480, 360).map(Value::Text);
};

/// Returns the function of this name, whatever its case and underscores.
pub(super) fn find(name: &str) -> Option<&'static Function> {
    fn plain(name: &str) -> impl Iterator<Item = u8> {
        let letters = name.bytes().filter(|&b| b != b'_');
        letters.map(|b| b.to_ascii_lowercase())
    }
    FUNCTIONS
        .iter()
        .find(|function| plain(function.name).eq(plain(name)))
}

/// Returns whether a word is CGSuite's name for a loopy game, such as `on`, which this crate does not support.
#[must_use]
pub fn is_loopy(word: &str) -> bool {
    let names = ["on", "off", "over", "under", "dud", "upon", "tis", "tisn"];
    names.iter().any(|name| word.eq_ignore_ascii_case(name))
}
