//! JSON Schema of each object that `--json` prints, derived from its type: the files `docs/src/schema/*.json`.

use nimfield::{Answer, MisereReport};
use nimfield_api::schema::{documented, printed};
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
        ("bfile", documented::<BfileObject>()),
        (
            "board",
            printed::<Solved>("A whole board, of solve and probe"),
        ),
        ("certificate", documented::<CertificateObject>()),
        (
            "claim",
            printed::<CheckedClaim>("A claim that was checked, of verify and hunt"),
        ),
        (
            "classes",
            printed::<ReportObject<'_>>("The classes of a game, of classify"),
        ),
        ("count", documented::<CountObject<'_>>()),
        ("counterexample", documented::<CounterexampleObject<'_>>()),
        ("diagonal", documented::<DiagonalObject>()),
        ("diagram", documented::<DiagramObject>()),
        ("error", documented::<ErrorObject<'_>>()),
        ("excess", documented::<ExcessObject>()),
        ("expression", documented::<ExpressionObject<'_>>()),
        ("game", printed::<GameDescription>("A game, of games")),
        ("guess", documented::<GuessObject<'_>>()),
        ("listed-claim", documented::<ListedClaim>()),
        (
            "misere",
            printed::<MisereReport>("A misère form, of misere"),
        ),
        ("partition", documented::<PartitionObject>()),
        ("partition-count", documented::<PartitionCountObject>()),
        ("period", documented::<PeriodObject<'_>>()),
        ("plan", documented::<PlanObject<'_>>()),
        ("quotient", documented::<QuotientObject<'_>>()),
        ("refuted", documented::<RefutedObject<'_>>()),
        ("row", documented::<RowObject>()),
        ("shard", documented::<ShardObject<'_>>()),
        ("size-count", documented::<SizedCountObject<'_>>()),
        ("statement", documented::<StatementObject<'_>>()),
        ("thermograph", documented::<ThermographObject<'_>>()),
    ]
}
