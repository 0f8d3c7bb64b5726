//! JSON Schema of each object that `--json` prints, derived from its type: the files `docs/src/schema/*.json`.

use nimfield::{Answer, MisereReport};
use nimfield_api::schema::printed;
use nimfield_api::{GameDescription, Solved};
use nimfield_claims::CheckedClaim;
use nimfield_classify::ReportObject;
use serde_json::Value;

use crate::objects::*;

/// Returns the schemas by the names of their files.
#[must_use]
pub fn schemas() -> Vec<(&'static str, Value)> {
    vec![
        ("answer", printed::<Answer>("An answer of analyze or probe")),
        (
            "bfile",
            printed::<BfileObject>("A b-file that was checked, of table --check-bfile"),
        ),
        (
            "board",
            printed::<Solved>("A whole board, of solve and probe"),
        ),
        (
            "certificate",
            printed::<CertificateObject>("A certificate of a board, of certify and check"),
        ),
        (
            "claim",
            printed::<CheckedClaim>("A claim that was checked, of verify and hunt"),
        ),
        (
            "classes",
            printed::<ReportObject<'_>>("The classes of a game, of classify"),
        ),
        (
            "count",
            printed::<CountObject<'_>>("How many positions of a table are what, of table --count"),
        ),
        (
            "counterexample",
            printed::<CounterexampleObject<'_>>("A counterexample that was checked, of check"),
        ),
        (
            "diagonal",
            printed::<DiagonalObject>("Where a stone balances Nimbers, of nimber --diagonal"),
        ),
        (
            "error",
            printed::<ErrorObject<'_>>("What stands for an answer where there is none"),
        ),
        (
            "excess",
            printed::<ExcessObject>("An excess, of nimber --excess"),
        ),
        (
            "expression",
            printed::<ExpressionObject<'_>>("A value of the calculators value and nimber"),
        ),
        ("game", printed::<GameDescription>("A game, of games")),
        (
            "listed-claim",
            printed::<ListedClaim>("A claim, of verify --list"),
        ),
        (
            "misere",
            printed::<MisereReport>("A misere form, of misere"),
        ),
        (
            "partition",
            printed::<PartitionObject>("A row of a table of all partitions up to a bound"),
        ),
        (
            "partition-count",
            printed::<PartitionCountObject>("How many partitions, of table --up-to --count"),
        ),
        (
            "plan",
            printed::<PlanObject<'_>>(
                "What a whole board takes on disk, of solve --scratch --plan",
            ),
        ),
        (
            "row",
            printed::<RowObject>("A row of a table; beside these each letter with its number"),
        ),
        (
            "shard",
            printed::<ShardObject<'_>>(
                "A finished shard of a job, of commands with --shard and -o",
            ),
        ),
        (
            "thermograph",
            printed::<ThermographObject<'_>>("A thermograph, of draw --thermograph and value"),
        ),
    ]
}
