//! `nimfield partition`: the numbers of a Young diagram.

use std::ffi::OsString;

use nimfield::NotationError;
use nimfield::words::counted;
use nimfield_core::notation::{CLOSING, Cursor, OPENING};
use nimfield_games::partitions::{HookLengths, Partition, read_parts};

use crate::errors::{Failure, Status};
use crate::objects::{DiagramObject, json};
use crate::options::{Common, within};
use crate::questions::{self, Reply};
use crate::render::sheet::Sheet;

/// The arguments of `nimfield partition`.
#[derive(Debug, clap::Args)]
#[command(
    before_help = "\
Examples:
  nimfield partition '[5,3,1]'                     hook lengths, degree, core
  nimfield partition '[4,2^2,1]' '[3,2,1]' --json
  nimfield partition '[7,4,2]' --prime 3           the 3-core, and whether 3 divides the degree",
    after_help = "The degree is the number of standard Young tableaux, which is the degree of an irreducible \
representation of the symmetric group. The core is what remains when hooks of length P are removed until there are \
none; the weight is the number of removed hooks, and the size of the quotient, whose partitions are in the order of \
SageMath. The sum of hooks is the sum without carry, in base P, of 1 + P + ... + P^k for each hook length that P^k \
divides and P^(k+1) does not; for P = 2 it is the value in Sato's game."
)]
pub struct Args {
    /// Partitions, as `[5,3,1]` or `[5^2,3]`; `-` reads one per line from stdin
    #[arg(required = true, value_name = "PARTITION")]
    pub texts: Vec<OsString>,
    /// The prime of the core and of the sum of hooks
    #[arg(long, default_value_t = 2, value_parser = prime, value_name = "P")]
    pub prime: u64,
    /// Omit the hook lengths if there are more than this
    #[arg(long, default_value_t = 400, value_name = "N", value_parser = within(0..=u64::MAX))]
    pub limit: u64,
}

fn prime(text: &str) -> Result<u64, String> {
    let number = within(0..=u32::MAX)(text);
    let number = number.map_err(|_| "expected a prime below 2^32, such as 3")?;
    let number = u64::from(number);
    let divisor = (2..)
        .take_while(|d| d * d <= number)
        .find(|d| number % d == 0);
    match (number, divisor) {
        (0 | 1, _) => Err(format!(
            "{number} is not a prime; expected a prime, such as 3"
        )),
        (_, Some(divisor)) => Err(format!("{number} is not a prime: {divisor} divides it")),
        (_, None) => Ok(number),
    }
}

pub fn run(common: &Common, wanted: &Args) -> Result<Status, Failure> {
    questions::run(common, &wanted.texts, |question| {
        let partition = read(question.text)?;
        let diagram = diagram(&partition, wanted.prime);
        let text = match common.json {
            true => json(&diagram) + "\n",
            false => in_words(&diagram, wanted.limit),
        };
        Ok(Reply::new(text, Status::Answered))
    })
}

fn read(text: &str) -> Result<Partition, NotationError> {
    const HELP: &str = "a partition lists its parts, as in [5,3,1] or [5^2,3]";
    let mut cursor = Cursor::new(text);
    let bracket = cursor.take_any(&OPENING);
    let partition = read_parts(&mut cursor, |_, _| {})?;
    if bracket && !cursor.take_any(&CLOSING) {
        return Err(cursor.expected("a part or `]`", HELP));
    }
    match cursor.at_end() {
        true => Ok(partition),
        false if bracket => Err(cursor.expected("the end", HELP)),
        false => Err(cursor.expected("a part", HELP)),
    }
}

/// The largest prime whose quotient is listed.
const MOST_PRIME: u64 = 1000;

fn diagram(partition: &Partition, prime: u64) -> DiagramObject {
    let hooks = HookLengths::of(partition);
    let core = hooks.as_ref().map(|_| partition.core(prime));
    DiagramObject {
        partition: format!("[{partition}]"),
        size: partition.size().to_string(),
        rows: partition.rows(),
        columns: partition.columns(),
        conjugate: format!("[{}]", partition.conjugate()),
        rank: (i128::from(partition.columns()) - i128::from(partition.rows())).to_string(),
        durfee: partition.durfee(),
        degree: hooks.as_ref().map(|hooks| hooks.degree().to_string()),
        prime,
        frobenius: hooks.as_ref().map(|_| partition.frobenius()),
        quotient: hooks.as_ref().filter(|_| prime <= MOST_PRIME).map(|_| {
            let all = partition.quotient(prime).into_iter();
            all.map(|own| format!("[{own}]")).collect()
        }),
        weight: core
            .as_ref()
            .map(|core| (partition.size() - core.size()) as u64 / prime),
        core: core.map(|core| format!("[{core}]")),
        hook_sum: hooks.as_ref().map(|hooks| hooks.sum_in_base(prime)),
        hooks: hooks.map(|hooks| hooks.rows().to_vec()),
    }
}

fn in_words(diagram: &DiagramObject, limit: u64) -> String {
    let DiagramObject {
        size,
        rows,
        columns,
        durfee,
        prime,
        ..
    } = diagram;
    let mut sheet = Sheet::new(&diagram.partition, "");
    let (rows, columns) = (counted(*rows, "row"), counted(*columns, "column"));
    sheet.line("size", format_args!("{size}, in {rows} and {columns}"));
    sheet.line("conjugate", &diagram.conjugate);
    sheet.line("rank", format_args!("{}: columns less rows", diagram.rank));
    sheet.line("Durfee square", format_args!("{durfee}x{durfee}"));
    if let Some(frobenius) = &diagram.frobenius {
        let [arms, legs] = frobenius.each_ref().map(|all| {
            let all: Vec<String> = all.iter().map(u64::to_string).collect();
            all.join(",")
        });
        sheet.line("Frobenius", format_args!("({arms} | {legs})"));
    }
    let (Some(hooks), Some(degree), Some(core), Some(weight), Some(sum)) = (
        &diagram.hooks,
        &diagram.degree,
        &diagram.core,
        diagram.weight,
        diagram.hook_sum,
    ) else {
        let most = HookLengths::MOST_SQUARES;
        let why = format!("not computed for more than {most} squares");
        sheet.line("hook lengths", why);
        return sheet.text();
    };
    let squares: usize = hooks.iter().map(Vec::len).sum();
    let listed = match squares as u64 {
        0 => "none".to_string(),
        squares if squares > limit => format!("more than {limit} (--limit prints them)"),
        _ => {
            let row = |row: &Vec<u64>| row.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
            hooks.iter().map(row).collect::<Vec<_>>().join(" / ")
        }
    };
    sheet.line("hook lengths", listed);
    sheet.line(
        "degree",
        format_args!(
            "{degree} = {size}! / product of hook lengths (Frame, Robinson and Thrall 1954)"
        ),
    );
    let removed = counted(weight, "hook");
    sheet.line(
        &format!("{prime}-core"),
        format_args!("{core}, after {removed} of length {prime}"),
    );
    if let Some(quotient) = &diagram.quotient {
        sheet.line(
            &format!("{prime}-quotient"),
            format_args!("({})", quotient.join(", ")),
        );
    }
    let (compared, divides) = match sum.to_string() == *size {
        true => ("the size", "does not divide"),
        false => ("less than the size", "divides"),
    };
    let sato = match prime {
        2 => ", the value of Sato's game",
        _ => "",
    };
    sheet.line(
        "sum of hooks",
        format_args!(
            "{sum} in base {prime}{sato}: {compared}, so {prime} {divides} the degree (Irie 2018)"
        ),
    );
    sheet.text()
}
