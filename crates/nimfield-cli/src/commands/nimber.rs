//! `nimfield nimber`: the calculator in the field of nimbers.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use nimbers::calc::polynomials;
use nimbers::{Interrupt, NimberError};
use nimfield::Budget;
use nimfield_api::evaluate_nimbers_by;
use nimfield_games::nimbers::{Nimbers, diagonal_stone};

use super::bfile::to;
use super::excess::{self, ExcessesOf, primes};
use crate::budget::budget;
use crate::errors::{Failure, Status, print};
use crate::input::text_of;
use crate::objects::{DiagonalObject, ExpressionObject, json};
use crate::options::{Common, refuse_without};
use crate::questions::{self, Reply};
use crate::session::context;
use crate::shards::{self, Sharding};

/// The arguments of `nimfield nimber`.
#[derive(Debug, clap::Args)]
#[command(before_help = "\
Examples:
  nimfield nimber '(w+4)*(w+1)'                    [w^2+w*5+4]
  nimfield nimber 'root(3,2)' 'sqrt(8)' 'order([w^2*3+5])'
  nimfield nimber 'grundy(pnim[4,2]) * 3'          positions stand for their Grundy values
  nimfield nimber 'factor(x^4+x+2)' 'roots(x^2+x+1)'   polynomials in x
  nimfield nimber 'norm(19,1)' 'trace(19,1)'       relative to the nimbers below 2^(2^1)
  nimfield nimber 'sage(3)'                        the nimbers below 2^(2^3) as text for SageMath
  nimfield nimber --json - < expressions.txt       an expression per line in, an answer per line out
  nimfield nimber --diagonal 'nimbers[(1,3) (4,7) (6,4) (10,3) (14,8)]'
  nimfield nimber --excess 3..709 --state excess.state --time 10m
  nimfield nimber --excess 3..709 --shard 2/8 -o part2.shard     for `nimfield merge`
In expressions + * / ^ and inv sqrt root(n,x) roots(n,x) trace order min_poly degree \
solve_quadratic(b,c) log(x,b) are those of the field; integers and w are nimbers, ordinary arithmetic of ordinals is written in square brackets: [w^2*3+5]. \
Polynomials in x have coefficients below 2^128: factor(p) factor(p,k) roots(p) roots(p,k) gcd(p,q) sage(p). K_k is the field of the nimbers below 2^(2^k); \
norm(a,k) and trace(a,k) lead to K_k, and sage(k) describes it.")]
pub struct Args {
    /// Expressions; `-` reads one per line from stdin
    #[arg(
        required_unless_present_any = ["excess", "diagonal"],
        value_name = "EXPR"
    )]
    pub expressions: Vec<OsString>,
    /// Compute Lenstra's excess of the primes from P to Q
    #[arg(long, value_name = "P..Q", value_parser = primes, conflicts_with_all = ["expressions", "diagonal"])]
    pub excess: Option<(u32, u32)>,
    /// Save finished primes in this file, and continue from there
    #[arg(long, value_name = "FILE")]
    pub state: Option<PathBuf>,
    /// Print the excesses as an OEIS b-file, indexed by odd primes
    #[arg(long, conflicts_with = "json")]
    pub bfile: bool,
    /// Compare the excesses with those of an OEIS b-file, and print only the result
    #[arg(long, value_name = "FILE", conflicts_with_all = ["bfile", "json", "shard"])]
    pub against: Option<PathBuf>,
    /// Find where one stone on the diagonal makes a P-position of Nimbers
    #[arg(long, value_name = "POSITION", conflicts_with = "expressions")]
    pub diagonal: Option<OsString>,
    #[command(flatten)]
    pub sharding: Sharding,
}

pub fn run(common: &Common, wanted: &Args) -> Result<Status, Failure> {
    if wanted.excess.is_none() {
        let about = (
            "lists of excesses",
            "nimfield nimber --excess 3..709 --shard 2/8 -o part2.shard",
        );
        let options = [
            ("--shard", wanted.sharding.shard.is_some()),
            ("--state", wanted.state.is_some()),
            ("--bfile", wanted.bfile),
            ("--against", wanted.against.is_some()),
        ];
        refuse_without("--excess", about, &options)?;
    }
    match (&wanted.excess, &wanted.diagonal) {
        (Some(range), _) => {
            let of = ExcessesOf {
                range: *range,
                bfile: wanted.bfile || wanted.against.is_some(),
                state: wanted.state.as_deref(),
            };
            match wanted.sharding.wanted() {
                None => to(wanted.against.as_deref(), None, |out| {
                    excess::run(common, of, out)
                }),
                Some(part) => excess::part(common, of, part),
            }
        }
        (None, Some(position)) => diagonal(common, text_of(position).map_err(Failure::Input)?),
        (None, None) => questions::run(common, &wanted.expressions, |question| {
            let text = question.text;
            let value = value(common, text)?;
            let text = match common.json {
                true => json(&ExpressionObject {
                    expression: text,
                    value: &value,
                }),
                false => value,
            };
            Ok(Reply::new(format!("{text}\n"), Status::Answered))
        }),
    }
}

/// Prints the excesses from the finished shards of a range.
pub fn merged(
    common: &Common,
    wanted: &Args,
    found: &[String],
    file: Option<&Path>,
) -> Result<Status, Failure> {
    match wanted.excess {
        Some(range) => {
            let of = ExcessesOf {
                range,
                bfile: wanted.bfile,
                state: None,
            };
            excess::merged(common, of, found, file)
        }
        None => Err(shards::no_shards()),
    }
}

/// Returns the value of an expression, within the time that the options allow; positions stand for their Grundy
/// values.
pub fn value(common: &Common, text: &str) -> Result<String, Failure> {
    let calculator = polynomials::evaluate;
    let answer = evaluate_nimbers_by(&context(common), text, &budget(common), calculator)?;
    Ok(answer.to_string())
}

/// Describes what stopped a calculation.
fn stopped(text: &str, budget: &Budget) -> String {
    let limit = budget.check(0).err();
    let limit = limit.map_or_else(String::new, |limit| format!(" by {limit}"));
    format!("{text}: the calculation was stopped{limit}")
}

/// Prints the place on the diagonal where one stone makes a P-position.
fn diagonal(common: &Common, text: &str) -> Result<Status, Failure> {
    let mut position: Nimbers = text.parse().map_err(Failure::input)?;
    let budget = budget(common);
    let stop = || budget.check(0).is_err();
    let stone = match diagonal_stone(&position, Interrupt::when(&stop)) {
        Ok(stone) => stone,
        Err(NimberError::Stopped) => return Err(Failure::Undecided(stopped(text, &budget))),
        Err(error) => {
            let message = format!("cannot compute the place on the diagonal: {error}");
            return Err(Failure::Undecided(message));
        }
    };
    let before = position.to_string();
    let removed = stone
        .as_ref()
        .is_some_and(|stone| position.stones().contains(stone));
    if let Some(stone) = &stone {
        position.toggle(stone.clone());
    }
    let said = match (common.json, stone) {
        (true, stone) => json(&DiagonalObject {
            position: before,
            stone: stone.map(|stone| stone.to_string()),
            to: position.to_string(),
        }),
        (false, None) => format!("{before} is a P-position as it is"),
        (false, Some(stone)) => {
            let what = match removed {
                true => "removing the stone at",
                false => "a stone at",
            };
            format!("{what} {stone} makes a P-position: {position}")
        }
    };
    print(format!("{said}\n").as_bytes())
}
