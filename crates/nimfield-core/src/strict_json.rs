//! Strict JSON for certificates: input that another reader could interpret differently is refused.

use std::fmt;

use serde::de::{DeserializeOwned, Deserializer, Error, MapAccess, SeqAccess};
use serde::{Deserialize, Serialize, de};
use serde_json::{Map, Value};

/// Reads data in exactly the form that this program writes: no duplicate names in an object, ASCII digits only, words
/// in lower case where this program writes them so, and nothing after the end.
///
/// # Errors
/// If the text is not JSON, is not such data, or is written in another way.
pub fn read<T: DeserializeOwned + Serialize>(text: &str) -> serde_json::Result<T> {
    let Unambiguous(found) = serde_json::from_str(text)?;
    let data: T = serde_json::from_str(text)?;
    let written: Value = serde_json::from_str(&serde_json::to_string(&data)?)?;
    if written == found {
        return Ok(data);
    }
    let fields = written.as_object().into_iter().flatten();
    let other = fields.map(|(name, _)| name);
    let other = other.filter(|&name| written.get(name) != found.get(name));
    let names: Vec<String> = other.map(|name| format!("`{name}`")).collect();
    let names = names.join(", ");
    Err(Error::custom(format!(
        "{names} would be written differently"
    )))
}

/// Any value without duplicate names in objects, and with only the digits 0 to 9 in texts.
struct Unambiguous(Value);

impl<'de> Deserialize<'de> for Unambiguous {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Unambiguous, D::Error> {
        deserializer.deserialize_any(Reader).map(Unambiguous)
    }
}

struct Reader;

impl<'de> de::Visitor<'de> for Reader {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut fields = Map::new();
        while let Some(name) = map.next_key::<String>()? {
            Reader.visit_str::<A::Error>(&name)?;
            let Unambiguous(value) = map.next_value()?;
            if fields.contains_key(&name) {
                return Err(Error::custom(format!("`{name}` occurs twice")));
            }
            fields.insert(name, value);
        }
        Ok(fields.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(Unambiguous(value)) = list.next_element()? {
            values.push(value);
        }
        Ok(values.into())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Value, E> {
        let mut signs = text.chars();
        match signs.find(|sign| sign.is_numeric() && !sign.is_ascii()) {
            Some(sign) => Err(Error::custom(format!(
                "`{sign}` is not a digit from 0 to 9"
            ))),
            None => Ok(text.into()),
        }
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Value, E> {
        Ok(number.into())
    }

    // Integers of more than 64 bits arrive here, too; their types read them exactly.
    fn visit_f64<E: Error>(self, number: f64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }
}
