//! The words of the field: play conventions, players, outcome classes, Grundy values, and reasons.

mod counted;
mod grundy;
mod ordinals;
mod outcome;
mod play;
mod player;
mod reason;
mod side;

pub use counted::{counted, there_are};
pub use grundy::{Grundy, misere_nim_value};
pub use ordinals::ordinals_below;
pub use outcome::Outcome;
pub use play::Play;
pub use player::Player;
pub use reason::{Reason, ReasonKind};
pub use side::Side;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The version of the JSON forms that answers and other objects have.
pub const SCHEMA: u32 = 1;

/// The field `schema` of such an object: it holds [`SCHEMA`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SchemaVersion;

impl Serialize for SchemaVersion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        SCHEMA.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for SchemaVersion {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u32::deserialize(deserializer)? {
            SCHEMA => Ok(SchemaVersion),
            other => Err(D::Error::custom(format_args!(
                "schema {other} instead of {SCHEMA}"
            ))),
        }
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for SchemaVersion {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "SchemaVersion".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "integer", "const": SCHEMA })
    }
}
