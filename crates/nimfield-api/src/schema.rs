//! JSON Schema of requests and answers, derived from their types; tests compare the documents with them, and write
//! them.

use schemars::generate::{Contract, SchemaSettings};
use schemars::transform::transform_subschemas;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

/// The keywords of JSON Schema that join schemas.
const JOINING: [&str; 3] = ["allOf", "anyOf", "oneOf"];

type Object = Map<String, Value>;

/// Returns the self-contained schema of a printed object, with a title.
#[must_use]
pub fn printed<T: JsonSchema>(title: &str) -> Value {
    in_one_piece::<T>(Some(title))
}

/// Returns the self-contained schema of a printed object; its title is the documentation of its type.
#[must_use]
pub fn documented<T: JsonSchema>() -> Value {
    in_one_piece::<T>(None)
}

fn in_one_piece<T: JsonSchema>(title: Option<&str>) -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let settings = settings.with(|settings| settings.inline_subschemas = true);
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    tidy(&mut schema);
    merge(&mut schema);
    let mut ordered = Object::new();
    ordered.extend(
        schema
            .remove("$schema")
            .map(|meta| ("$schema".to_string(), meta)),
    );
    schema.remove("title");
    // A type without documentation gives an empty title, which the tests of the documents refuse.
    let description = schema.remove("description").unwrap_or_default();
    let description = description.as_str().unwrap_or_default();
    let title = title.unwrap_or(description.trim_end_matches('.'));
    ordered.insert("title".to_string(), title.into());
    // A schema that is `true` has no keywords.
    ordered.extend(schema.as_object().cloned().unwrap_or_default());
    ordered.into()
}

/// The schemas of an OpenAPI document, which refer to each other by name.
pub struct Components {
    requests: SchemaGenerator,
    replies: SchemaGenerator,
}

impl Default for Components {
    fn default() -> Components {
        let generator = |contract| {
            let settings = SchemaSettings::draft2020_12().with(|settings| {
                settings.definitions_path = "/components/schemas".into();
                settings.meta_schema = None;
                settings.contract = contract;
            });
            settings.into_generator()
        };
        Components {
            requests: generator(Contract::Deserialize),
            replies: generator(Contract::Serialize),
        }
    }
}

impl Components {
    /// Returns the schema of a type that is read.
    pub fn request<T: JsonSchema>(&mut self) -> Value {
        self.requests.subschema_for::<T>().to_value()
    }

    /// Returns the schema of a type that is printed.
    pub fn reply<T: JsonSchema>(&mut self) -> Value {
        self.replies.subschema_for::<T>().to_value()
    }

    /// Returns all schemas that others refer to, by name.
    ///
    /// # Panics
    /// If a name has one meaning in a request and another in an answer.
    #[must_use]
    pub fn by_name(mut self) -> Object {
        let mut all = self.requests.take_definitions(true);
        for (name, schema) in self.replies.take_definitions(true) {
            let other = all.insert(name.clone(), schema.clone());
            assert!(other.is_none_or(|other| other == schema), "two {name}");
        }
        for schema in all.values_mut() {
            tidy(schema.try_into().expect("a schema"));
        }
        all
    }
}

/// Removes what is specific to Rust, closes objects, and joins lists of names.
fn tidy(schema: &mut Schema) {
    transform_subschemas(&mut tidy, schema);
    let Some(object) = schema.as_object_mut() else {
        return;
    };
    object.remove("format");
    if let Some(Value::Object(other)) = object.get_mut("unevaluatedProperties") {
        other.remove("format");
    }
    if let Some(Value::String(text)) = object.get_mut("description") {
        // Rustdoc links do not work here.
        *text = text
            .replace('\n', " ")
            .replace("[`", "`")
            .replace("`]", "`");
    }
    list_names(object);
    allow_null(object);
    let closed = ["additionalProperties", "unevaluatedProperties"];
    if !object.contains_key("properties") || closed.iter().any(|word| object.contains_key(*word)) {
        return;
    }
    let mut joined = false;
    for word in JOINING {
        for schema in alternatives(object.get_mut(word)) {
            joined = true;
            open(schema);
        }
    }
    let closed = match joined {
        true => "unevaluatedProperties",
        false => "additionalProperties",
    };
    object.insert(closed.to_string(), false.into());
}

fn alternatives(schemas: Option<&mut Value>) -> impl Iterator<Item = &mut Object> {
    let schemas = schemas.and_then(Value::as_array_mut);
    schemas
        .into_iter()
        .flatten()
        .filter_map(Value::as_object_mut)
}

/// Allows other properties besides those of a part of an object.
fn open(part: &mut Object) {
    part.remove("additionalProperties");
    part.remove("unevaluatedProperties");
    for word in JOINING {
        alternatives(part.get_mut(word)).for_each(open);
    }
}

/// Rewrites a choice of texts as a list.
fn list_names(object: &mut Object) {
    let Some(choices) = object.get("oneOf").and_then(Value::as_array) else {
        return;
    };
    if choices
        .iter()
        .all(|choice| choice["type"] == "string" && !names(choice).is_empty())
    {
        let names: Vec<Value> = choices.iter().flat_map(names).collect();
        object.remove("oneOf");
        object.insert("type".to_string(), "string".into());
        object.insert("enum".to_string(), names.into());
    }
}

/// Returns the values that a schema allows, if it lists them.
fn names(schema: &Value) -> Vec<Value> {
    match (schema.get("const"), schema.get("enum")) {
        (Some(only), _) => vec![only.clone()],
        (None, Some(Value::Array(names))) => names.clone(),
        _ => Vec::new(),
    }
}

/// Rewrites a choice of a plain schema or null as one schema.
fn allow_null(object: &mut Object) {
    let Some([plain, null]) = object
        .get("anyOf")
        .and_then(Value::as_array)
        .map(Vec::as_slice)
    else {
        return;
    };
    let (Some(kind @ Value::String(_)), true) = (plain.get("type"), null["type"] == "null") else {
        return;
    };
    let mut plain = plain.clone();
    plain["type"] = json!([kind, "null"]);
    if let Some(Value::Array(names)) = plain.get_mut("enum") {
        names.push(Value::Null);
    }
    object.remove("anyOf");
    for (word, value) in plain.as_object().into_iter().flatten() {
        object.entry(word).or_insert(value.clone());
    }
}

/// Merges the variants of an object; a property that some of them lack is optional.
fn merge(schema: &mut Schema) {
    transform_subschemas(&mut merge, schema);
    if let Some(object) = schema.as_object_mut() {
        for word in JOINING {
            let kinds = object.get(word).and_then(Value::as_array);
            if kinds.is_some_and(|kinds| kinds.iter().all(|kind| kind.get("properties").is_some()))
            {
                let kinds = object.remove(word);
                join(
                    object,
                    kinds
                        .as_ref()
                        .and_then(Value::as_array)
                        .map_or(&[], Vec::as_slice),
                );
            }
        }
    }
}

fn join(object: &mut Object, kinds: &[Value]) {
    // A variant without the keyword requires nothing.
    let required = |kind: &Value| kind["required"].as_array().cloned().unwrap_or_default();
    let mut always = kinds.first().map_or_else(Vec::new, required);
    always.retain(|name| kinds.iter().all(|kind| required(kind).contains(name)));
    let mut properties = match object.remove("properties") {
        Some(Value::Object(properties)) => properties,
        _ => Object::new(),
    };
    for kind in kinds {
        let fields = kind["properties"].as_object();
        for (name, schema) in fields.into_iter().flatten() {
            let known = properties.entry(name).or_insert_with(|| schema.clone());
            let names = [names(known), names(schema)].concat();
            let meaning = match names.is_empty() {
                // A field without its own comment takes the description of its variant.
                true => kind.get("description").cloned(),
                false => Some("Which of these it is.".into()),
            };
            if known != schema && !names.is_empty() {
                *known = json!({ "type": "string", "enum": names });
            }
            if let (Some(known), Some(meaning)) = (known.as_object_mut(), meaning) {
                known.entry("description").or_insert(meaning);
            }
        }
    }
    object.insert("type".to_string(), "object".into());
    object.insert("properties".to_string(), properties.into());
    let own = object.entry("required").or_insert(json!([]));
    own.as_array_mut()
        .into_iter()
        .for_each(|own| own.extend(always.clone()));
    let other = object.remove("unevaluatedProperties");
    let other = other.unwrap_or(Value::Bool(false));
    object.entry("additionalProperties").or_insert(other);
}
