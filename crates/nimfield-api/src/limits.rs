//! The limits of a request.

use nimfield::Budget;
use std::fmt;
use std::marker::PhantomData;
use std::time::Duration;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

/// What a request may use; fields that are left out have the defaults of the server.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// Seconds.
    pub seconds: Option<f64>,
    /// Positions to search.
    pub positions: Option<u64>,
    /// Bytes of memory for tables and searches.
    pub bytes: Option<u64>,
    /// Threads.
    pub threads: Option<usize>,
}

impl Limits {
    /// No limits are requested.
    pub const NONE: Limits = Limits {
        seconds: None,
        positions: None,
        bytes: None,
        threads: None,
    };

    /// Returns these limits, capped by `most`, which also provides the defaults.
    #[must_use]
    pub fn within(&self, most: &Limits) -> Limits {
        fn least<T: PartialOrd + Copy>(asked: Option<T>, most: Option<T>) -> Option<T> {
            match (asked, most) {
                (Some(asked), Some(most)) if asked > most => Some(most),
                (None, most) => most,
                (asked, _) => asked,
            }
        }
        Limits {
            seconds: least(self.seconds.map(|seconds| seconds.max(0.0)), most.seconds),
            positions: least(self.positions, most.positions),
            bytes: least(self.bytes, most.bytes),
            threads: least(self.threads, most.threads),
        }
    }

    /// Creates a budget; its time starts now.
    #[must_use]
    pub fn budget(&self) -> Budget {
        let mut budget = Budget::unlimited().threads(self.threads.unwrap_or(1));
        if let Some(positions) = self.positions {
            budget = budget.positions(positions);
        }
        if let Some(bytes) = self.bytes {
            budget = budget.bytes(bytes);
        }
        match self.seconds {
            // More seconds than a duration can hold mean no limit.
            Some(seconds) => match Duration::try_from_secs_f64(seconds) {
                Ok(time) => budget.time(time),
                Err(_) => budget,
            },
            None => budget,
        }
    }
}

/// Deserializes fields from an object only; by default, a list of their values would also be accepted.
pub(crate) fn object<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    from: D,
) -> Result<T, D::Error> {
    struct Object<T>(PhantomData<T>);
    impl<'de, T: Deserialize<'de>> Visitor<'de> for Object<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
            T::deserialize(MapAccessDeserializer::new(map))
        }
    }
    from.deserialize_map(Object(PhantomData))
}
