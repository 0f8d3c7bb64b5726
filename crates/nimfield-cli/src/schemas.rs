//! JSON Schema of each object that `--json` prints, derived from its type: the files `docs/src/schema/*.json`.

use nimfield::words::SCHEMA;
use nimfield::{Answer, MisereReport};
use nimfield_api::schema::{documented, printed};
use nimfield_api::{GameDescription, Solved};
use nimfield_claims::CheckedClaim;
use nimfield_claims::classify::Report;
use schemars::JsonSchema;
use serde_json::{Value, json};

use crate::objects::*;

/// Returns the schema of an object of the command, which begins with its version.
fn versioned<T: JsonSchema>() -> Value {
    let mut schema = documented::<T>();
    let version =
        json!({ "type": "integer", "const": SCHEMA, "description": "The version of this form." });
    if let Some(properties) = schema["properties"].as_object_mut() {
        properties.shift_insert(0, "schema".to_string(), version);
    }
    if let Some(required) = schema["required"].as_array_mut() {
        required.insert(0, "schema".into());
    }
    schema
}

/// Returns the schemas by the names of their files.
#[must_use]
pub fn schemas() -> Vec<(&'static str, Value)> {
    vec![
        ("answer", printed::<Answer>("An answer of analyze or probe")),
        ("bfile", versioned::<BfileObject>()),
        (
            "board",
            printed::<Solved>("A whole board, of solve and probe"),
        ),
        ("certificate", versioned::<CertificateObject>()),
        (
            "claim",
            printed::<CheckedClaim>("A claim that was checked, of verify and hunt"),
        ),
        (
            "classes",
            printed::<Report>("The classes of a game, of classify"),
        ),
        ("count", versioned::<CountObject<'_>>()),
        ("counterexample", versioned::<CounterexampleObject<'_>>()),
        ("diagonal", versioned::<DiagonalObject>()),
        ("diagram", versioned::<DiagramObject>()),
        ("error", versioned::<ErrorObject<'_>>()),
        ("excess", versioned::<ExcessObject>()),
        ("expression", versioned::<ExpressionObject<'_>>()),
        ("game", printed::<GameDescription>("A game, of games")),
        ("guess", versioned::<GuessObject<'_>>()),
        ("guess-prove", versioned::<ProofObject<'_>>()),
        ("law", versioned::<CheckedLawObject<'_>>()),
        ("listed-claim", versioned::<ListedClaim>()),
        (
            "misere",
            printed::<MisereReport>("A misère form, of misere"),
        ),
        ("partition", versioned::<PartitionObject>()),
        ("partition-count", documented::<PartitionCountObject>()),
        ("period", versioned::<PeriodObject<'_>>()),
        ("plan", versioned::<PlanObject<'_>>()),
        ("quotient", versioned::<QuotientObject<'_>>()),
        ("refuted", versioned::<RefutedObject<'_>>()),
        ("row", versioned::<RowObject>()),
        ("shard", versioned::<ShardObject<'_>>()),
        ("size-count", versioned::<SizedCountObject<'_>>()),
        ("statement", versioned::<StatementObject<'_>>()),
        ("thermograph", versioned::<ThermographObject<'_>>()),
    ]
}
