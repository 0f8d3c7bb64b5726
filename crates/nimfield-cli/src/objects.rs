//! The objects that `--json` prints, one per line, each beginning with the version of its form. Objects that other
//! interfaces also return are defined where they are computed: answers, games, claims, boards, misère forms and
//! classes.

mod study;

use std::collections::BTreeMap;

use nimfield::tables::Shown;
use nimfield::words::SchemaVersion;
use nimfield::{Outcome, Play};
use nimfield_claims::Status;
use serde::Serialize;
use serde_json::{Map, Value};
use short_game::{Dyadic, Error, Player, Point, Thermograph};

pub use study::{
    CheckedLawObject, ClassObject, DiagramObject, FactsOfPosition, GeneratorObject, GuessObject,
    LawObject, MinimalObject, PeriodObject, ProofObject, QuotientObject, RedundantObject,
    RefutedObject, StatementObject,
};

/// Returns an object of this module as a line of JSON without its end, beginning with the version of its form.
pub fn json(object: &impl Serialize) -> String {
    #[derive(Serialize)]
    struct Versioned<'a, T> {
        schema: SchemaVersion,
        #[serde(flatten)]
        object: &'a T,
    }
    plain_json(&Versioned {
        schema: SchemaVersion,
        object,
    })
}

/// Returns a value as a line of JSON without its end.
pub fn plain_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("texts, numbers and lists only")
}

/// The object in place of an answer that cannot be given.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ErrorObject<'a> {
    /// The line of standard input, if the question came from there.
    pub line: Option<u64>,
    /// What is wrong.
    pub error: &'a str,
}

/// A value of the calculators value and nimber.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExpressionObject<'a> {
    /// What was asked.
    pub expression: &'a str,
    /// Its value, in notation.
    pub value: &'a str,
}

/// Where a stone balances Nimbers, of nimber --diagonal.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DiagonalObject {
    /// The position in strict notation.
    pub position: String,
    /// Where on the diagonal a stone makes it a P-position; null if it is one.
    pub stone: Option<String>,
    /// The position with that stone.
    pub to: String,
}

/// An excess, of nimber --excess.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExcessObject {
    /// The prime.
    pub p: u32,
    /// Lenstra's excess of p.
    pub excess: u32,
}

/// A claim, of verify --list.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListedClaim {
    /// Its name.
    pub claim: &'static str,
    /// Its recorded status.
    pub status: Status,
    /// Who claims it, and where.
    pub source: &'static str,
    /// The size up to which it is checked.
    pub up_to: u32,
}

/// A counterexample that was checked, of check.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CounterexampleObject<'a> {
    /// The claim that it refutes.
    pub claim: &'a str,
    /// The position.
    pub case: &'a str,
    /// What the claim says about it.
    pub claimed: &'a str,
    /// What the check by the rules found.
    pub found: &'a str,
    /// The facts that the file proves.
    pub facts: usize,
    /// Positions in their game trees.
    pub positions: usize,
}

/// A certificate of a board, of certify and check.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CertificateObject {
    /// The position in strict notation.
    pub position: String,
    /// The play convention.
    pub play: Play,
    /// What is proved.
    pub outcome: Outcome,
    /// The first move of the proof, for an N-position.
    pub winning_move: Option<String>,
    /// Positions of the parts that were listed.
    pub positions: u64,
    /// Classes of positions of equal options.
    pub classes: u64,
    /// Pairs of classes with an answer to every move.
    pub pairs: u64,
}

/// A finished shard of a job, of commands with --shard and -o.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShardObject<'a> {
    /// The file that holds it.
    pub file: &'a str,
    /// Which part it is, as I/N.
    pub shard: String,
    /// The command, without options that do not affect its answer.
    pub job: &'a str,
}

/// The resources for a whole board on disk, of solve --scratch --plan.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlanObject<'a> {
    /// The board and its rules.
    pub board: &'a str,
    /// Pieces of the table.
    pub pieces: u64,
    /// The finished pieces.
    pub finished: u64,
    /// The bytes of a piece.
    pub piece_bytes: u64,
    /// The bytes of the file.
    pub disk: u64,
    /// Null if the system does not report it.
    pub free: Option<u64>,
    /// The bytes of memory that it takes.
    pub memory: u64,
    /// The bytes that are read from the disk.
    pub reads: u64,
    /// The bytes that are written to it.
    pub writes: u64,
    /// Null for a small table, and if the disk has no room.
    pub seconds: Option<f64>,
}

/// A b-file that was checked, of table --check-bfile.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BfileObject {
    /// The file.
    pub file: String,
    /// How many terms it has.
    pub terms: u64,
    /// The index of the first term.
    pub first: i64,
    /// The index of the last term.
    pub last: i64,
    /// The first terms, in the form of a data line of the OEIS.
    pub data: String,
}

/// A row of a table, which also holds each letter with its number.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RowObject {
    /// The position in strict notation.
    pub position: String,
    /// The play convention.
    pub play: Play,
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, u64>"))]
    pub letters: Map<String, Value>,
    #[serde(flatten)]
    pub cell: ShownCell,
}

/// What a row shows about its position.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ShownCell {
    /// Its outcome; null if not decided.
    Outcome(Option<String>),
    /// Its value, with `--show value`.
    Value(Option<String>),
    /// Its misère Grundy number, with `--show value` in misère play.
    #[serde(rename = "misere_value")]
    MisereValue(Option<String>),
    /// Its mean, with `--show mean`.
    Mean(Option<String>),
    /// Its temperature, with `--show temperature`.
    Temperature(Option<String>),
    /// Its stops, with `--show stops`.
    Stops(Option<String>),
    /// What kind of value it has, with `--show kind`.
    Kind(Option<String>),
    /// Its genus, with `--show genus`.
    Genus(Option<String>),
    /// The value of the expression after `--show`: a whole number in digits.
    Number(Option<String>),
}

impl ShownCell {
    /// Creates a cell of a table of this kind; it is empty if nothing was found.
    pub fn new(shown: Shown, play: Play, cell: Option<String>) -> ShownCell {
        let of = match shown {
            Shown::Values if play == Play::Misere => ShownCell::MisereValue,
            Shown::Outcomes => ShownCell::Outcome,
            Shown::Values => ShownCell::Value,
            Shown::Means => ShownCell::Mean,
            Shown::Temperatures => ShownCell::Temperature,
            Shown::Stops => ShownCell::Stops,
            Shown::Kinds => ShownCell::Kind,
            Shown::Genera => ShownCell::Genus,
            Shown::Numbers => ShownCell::Number,
        };
        of(cell)
    }
}

/// Numbers of positions of a table, of table --count.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CountObject<'a> {
    /// The positions, with their letters.
    pub family: &'a str,
    /// The play convention, of counts of P-positions and of values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub play: Option<Play>,
    /// A whole number in digits: it may exceed 2^53.
    pub positions: String,
    #[serde(flatten)]
    pub counts: Counts,
    /// Whether all were decided within the budget.
    pub complete: bool,
}

/// What is counted, with whole numbers in digits.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Counts {
    /// A whole number in digits: it may exceed 2^53.
    #[serde(rename = "p_positions")]
    PPositions(String),
    /// The number of positions with each value.
    #[serde(rename = "by_value")]
    Value(BTreeMap<String, String>),
    /// The number of positions with each mean.
    #[serde(rename = "by_mean")]
    Mean(BTreeMap<String, String>),
    /// The number of positions with each temperature.
    #[serde(rename = "by_temperature")]
    Temperature(BTreeMap<String, String>),
    /// How many have which stops.
    #[serde(rename = "by_stops")]
    Stops(BTreeMap<String, String>),
    /// How many are of which kind.
    #[serde(rename = "by_kind")]
    Kind(BTreeMap<String, String>),
    /// How many have which genus.
    #[serde(rename = "by_genus")]
    Genus(BTreeMap<String, String>),
    /// For each value of the expression after `--show`, how many positions have it.
    #[serde(rename = "by_number")]
    Number(BTreeMap<String, String>),
}

impl Counts {
    /// Creates the counts of a table of this kind, besides P-positions.
    pub fn new(shown: Shown, by_cell: &BTreeMap<String, u128>) -> Counts {
        let of = match shown {
            // Outcomes are counted as P-positions.
            Shown::Outcomes | Shown::Values => Counts::Value,
            Shown::Means => Counts::Mean,
            Shown::Temperatures => Counts::Temperature,
            Shown::Stops => Counts::Stops,
            Shown::Kinds => Counts::Kind,
            Shown::Genera => Counts::Genus,
            Shown::Numbers => Counts::Number,
        };
        let text = |(cell, count): (&String, &u128)| (cell.clone(), count.to_string());
        of(by_cell.iter().map(text).collect())
    }
}

/// A row of a table of all partitions up to a bound.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PartitionObject {
    /// The position in strict notation.
    pub position: String,
    #[serde(flatten)]
    pub level: Level,
    /// Its Grundy value.
    pub value: String,
    /// Whether it is heavy: no partition of as many columns and rows has a greater value.
    pub heavy: bool,
}

/// The level of a partition.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Level {
    /// How many cells, if graded by cells.
    #[serde(rename = "n")]
    Size(u64),
    /// Columns and rows together, with `--by perimeter`.
    #[serde(rename = "L")]
    Perimeter(u64),
}

/// How many partitions, of table --up-to --count.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PartitionCountObject {
    /// The version of this form.
    pub schema: SchemaVersion,
    #[serde(flatten)]
    pub level: Level,
    #[serde(flatten)]
    pub count: PartitionCounts,
}

/// How many partitions a level has.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum PartitionCounts {
    /// By value 0, 1, 2, ...
    Counts(Vec<String>),
    /// A whole number in digits: it may exceed 2^53.
    Partitions(String),
}

/// How many positions of a size there are, of table --up-to --count.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SizedCountObject<'a> {
    /// The game, with its options.
    pub game: &'a str,
    /// The play convention.
    pub play: Play,
    /// The size.
    pub n: u64,
    #[serde(flatten)]
    pub count: SizedCounts,
}

/// How many positions of a size there are, with whole numbers in digits.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum SizedCounts {
    /// For each outcome, value or number how many positions have it; `?` stands for those that were not decided.
    Tally(BTreeMap<String, String>),
    /// All requested positions.
    Positions(String),
}

/// A thermograph, of draw --thermograph and value.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ThermographObject<'a> {
    /// What was asked.
    pub expression: &'a str,
    /// Where the mast stands.
    pub mean: DyadicObject,
    /// Where it begins.
    pub temperature: DyadicObject,
    /// The corners from temperature 0 up.
    pub left_wall: Vec<Corner>,
    /// The corners from temperature 0 up.
    pub right_wall: Vec<Corner>,
}

/// A corner of a wall.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Corner {
    /// How high the corner is.
    pub temperature: DyadicObject,
    /// How far across.
    pub value: DyadicObject,
}

/// A dyadic number: not all of them fit into a number of JSON.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DyadicObject {
    /// As a number; large ones are rounded.
    pub number: f64,
    /// Exactly, in print.
    pub exact: String,
}

impl From<Dyadic> for DyadicObject {
    fn from(number: Dyadic) -> DyadicObject {
        DyadicObject {
            number: number.to_f64(),
            exact: number.to_string(),
        }
    }
}

impl<'a> ThermographObject<'a> {
    /// Creates the object: the corners of both walls from temperature 0 up, and the mast, as numbers and as text.
    ///
    /// # Errors
    /// [`Error::NumberRange`].
    pub fn new(expression: &'a str, walls: &Thermograph) -> Result<ThermographObject<'a>, Error> {
        let corner = |corner: &Point| Corner {
            temperature: corner.temperature.into(),
            value: corner.value.into(),
        };
        let wall = |player| Ok(walls.wall(player)?.iter().map(corner).collect());
        Ok(ThermographObject {
            expression,
            mean: walls.mean().into(),
            temperature: walls.temperature().into(),
            left_wall: wall(Player::Left)?,
            right_wall: wall(Player::Right)?,
        })
    }
}
