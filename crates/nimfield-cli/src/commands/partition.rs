//! `nimfield partition`: the numbers of a Young diagram.

use std::ffi::OsString;
use std::fmt::Write;

use nimfield::NotationError;
use nimfield::games::partitions::{HookLengths, Partition, read_partition};
use nimfield::words::{SchemaVersion, counted};
use nimfield_core::notation::{CLOSING, Cursor, OPENING};

use crate::errors::{Failure, Status};
use crate::objects::{DiagramObject, json};
use crate::options::Common;
use crate::questions::{self, Reply};

/// The arguments of `nimfield partition`.
#[derive(Debug, clap::Args)]
#[command(
    before_help = "\
Examples:
  nimfield partition '[5,3,1]'                     hook lengths, degree, core
  nimfield partition '[4,2^2,1]' '[3,2,1]' --json
  nimfield partition '[7,4,2]' --prime 3           the 3-core, and whether 3 divides the degree",
    after_help = "\
The degree is the number of standard Young tableaux, which is that of an irreducible representation of the symmetric \
group. The core is what is left when hooks of length P are removed as long as there are any; the weight is the number \
of hooks removed. The sum of hooks is the sum without carry, in base P, of 1 + P + ... + P^k for each hook length that \
P^k divides and P^(k+1) does not; for P = 2 it is the value in Sato's game."
)]
pub struct Args {
    /// Partitions, as `[5,3,1]` or `[5^2,3]`; `-` reads one a line from stdin
    #[arg(required = true, value_name = "PARTITION")]
    pub texts: Vec<OsString>,
    /// The prime of the core and of the sum of hooks
    #[arg(long, default_value_t = 2, value_parser = prime, value_name = "P")]
    pub prime: u64,
    /// Print no hook lengths if there are more
    #[arg(long, default_value_t = 400, value_name = "N")]
    pub limit: u64,
}

fn prime(text: &str) -> Result<u64, String> {
    let number: u32 = text
        .parse()
        .map_err(|_| "expected a prime below 2^32, such as 3")?;
    let number = u64::from(number);
    let divisor = (2..)
        .take_while(|d| d * d <= number)
        .find(|d| number % d == 0);
    match (number, divisor) {
        (0 | 1, _) => Err(format!("{number} is not a prime; expected one, such as 3")),
        (_, Some(divisor)) => Err(format!("{number} is not a prime: {divisor} divides it")),
        (_, None) => Ok(number),
    }
}

/// Runs the command.
pub fn run(common: &Common, wanted: &Args) -> Result<Status, Failure> {
    questions::run(common, &wanted.texts, |question| {
        let partition = read(question.text)?;
        let facts = Facts::of(&partition, wanted.prime);
        let text = match common.json {
            true => json(&facts.object()) + "\n",
            false => facts.in_words(wanted.limit),
        };
        Ok(Reply::new(text, Status::Answered))
    })
}

fn read(text: &str) -> Result<Partition, NotationError> {
    const HELP: &str = "a partition lists its parts, as in [5,3,1] or [5^2,3]";
    let mut cursor = Cursor::new(text);
    let bracket = cursor.take_any(&OPENING);
    let partition = read_partition(&mut cursor)?;
    if bracket && !cursor.take_any(&CLOSING) {
        return Err(cursor.expected("a part or `]`", HELP));
    }
    match cursor.at_end() {
        true => Ok(partition),
        false if bracket => Err(cursor.expected("the end", HELP)),
        false => Err(cursor.expected("a part", HELP)),
    }
}

/// A partition with what its squares say, if there are not too many.
struct Facts<'a> {
    partition: &'a Partition,
    prime: u64,
    squares: Option<Squares>,
}

struct Squares {
    hooks: HookLengths,
    degree: String,
    core: Partition,
    weight: u64,
    sum: u64,
}

impl Facts<'_> {
    fn of(partition: &Partition, prime: u64) -> Facts<'_> {
        let squares = HookLengths::of(partition).map(|hooks| {
            let core = partition.core(prime);
            Squares {
                degree: hooks.degree().to_string(),
                weight: (partition.size() - core.size()) as u64 / prime,
                sum: hooks.sum_in_base(prime),
                core,
                hooks,
            }
        });
        Facts {
            partition,
            prime,
            squares,
        }
    }

    /// Returns Dyson's rank.
    fn rank(&self) -> i128 {
        i128::from(self.partition.columns()) - i128::from(self.partition.rows())
    }

    fn object(&self) -> DiagramObject {
        let squares = self.squares.as_ref();
        let partition = self.partition;
        DiagramObject {
            schema: SchemaVersion,
            partition: format!("[{partition}]"),
            size: partition.size().to_string(),
            rows: partition.rows(),
            columns: partition.columns(),
            conjugate: format!("[{}]", partition.conjugate()),
            rank: self.rank().to_string(),
            durfee: partition.durfee(),
            hooks: squares.map(|squares| squares.hooks.rows().to_vec()),
            degree: squares.map(|squares| squares.degree.clone()),
            prime: self.prime,
            core: squares.map(|squares| format!("[{}]", squares.core)),
            weight: squares.map(|squares| squares.weight),
            hook_sum: squares.map(|squares| squares.sum),
        }
    }

    fn in_words(&self, limit: u64) -> String {
        let partition = self.partition;
        let mut text = format!("\x1b[1m[{partition}]\x1b[0m\n");
        let mut line = |label: &str, what: String| {
            let _ = writeln!(text, "  {label:<14} {what}");
        };
        let size = partition.size();
        let (rows, columns) = (partition.rows(), partition.columns());
        line(
            "size",
            format!(
                "{size}, in {} and {}",
                counted(rows, "row"),
                counted(columns, "column")
            ),
        );
        line("conjugate", format!("[{}]", partition.conjugate()));
        line("rank", format!("{}: columns less rows", self.rank()));
        let side = partition.durfee();
        line("Durfee square", format!("{side}x{side}"));
        let Some(squares) = &self.squares else {
            let most = HookLengths::MOST_SQUARES;
            line(
                "hook lengths",
                format!("not computed for more than {most} squares"),
            );
            return text;
        };
        let hooks = match size {
            0 => "none".to_string(),
            size if size > limit.into() => format!("more than {limit} (--limit prints them)"),
            _ => {
                let rows = squares.hooks.rows().iter();
                let row =
                    |row: &Vec<u64>| row.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
                rows.map(row).collect::<Vec<_>>().join(" / ")
            }
        };
        line("hook lengths", hooks);
        line(
            "degree",
            format!(
                "{} = {size}! / product of hook lengths (Frame, Robinson and Thrall 1954)",
                squares.degree
            ),
        );
        let prime = self.prime;
        line(
            &format!("{prime}-core"),
            format!(
                "[{}], after {} of length {prime}",
                squares.core,
                counted(squares.weight, "hook")
            ),
        );
        let (compared, divides) = match u128::from(squares.sum) == size {
            true => ("the size", "does not divide"),
            false => ("less than the size", "divides"),
        };
        let sato = if prime == 2 {
            ", the value of Sato's game"
        } else {
            ""
        };
        line(
            "sum of hooks",
            format!(
                "{} in base {prime}{sato}: {compared}, so {prime} {divides} the degree (Irie 2018)",
                squares.sum
            ),
        );
        text
    }
}
