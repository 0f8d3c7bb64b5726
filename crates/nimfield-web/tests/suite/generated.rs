//! Valid and invalid requests, generated from the OpenAPI document: every answer is as documented, and requests that
//! the document forbids are refused.

use std::collections::BTreeMap;

use fastrand::Rng;
use serde_json::{Map, Value, json};

use crate::documented::{Document, positions};
use crate::running::Running;

/// Valid requests of every operation, and the same number of invalid ones.
const EACH: usize = 40;

/// Generates values that a schema allows.
struct Maker<'a> {
    document: &'a Document,
    positions: &'a [String],
    /// Whether positions have letters in them.
    families: bool,
    rng: Rng,
}

impl Maker<'_> {
    fn one<'v, T>(&mut self, of: &'v [T]) -> &'v T {
        &of[self.rng.usize(..of.len())]
    }

    fn make(&mut self, name: &str, schema: &Value) -> Value {
        if let Some(reference) = schema["$ref"].as_str() {
            let found = self.document.0.pointer(reference.trim_start_matches('#'));
            return self.make(name, &found.expect("it is there").clone());
        }
        if let Some(only) = schema.get("const") {
            return only.clone();
        }
        if let Some(choice) = schema["enum"].as_array() {
            return self.one(choice).clone();
        }
        for any in ["anyOf", "oneOf"] {
            if let Some(choice) = schema[any].as_array() {
                let chosen = self.one(choice).clone();
                return self.make(name, &chosen);
            }
        }
        let kind = match &schema["type"] {
            Value::Array(kinds) => self.one(kinds).clone(),
            kind => kind.clone(),
        };
        match kind.as_str().expect("a type") {
            "null" => Value::Null,
            "boolean" => self.rng.bool().into(),
            "integer" => {
                let most = [2, 40, 1 << 20, u64::MAX];
                let most = *self.one(&most);
                let least = schema["minimum"].as_u64().unwrap_or(0);
                let most = schema["maximum"].as_u64().unwrap_or(most).max(least);
                self.rng.u64(least..=most).into()
            }
            "number" => {
                let least = schema["minimum"].as_f64().unwrap_or(f64::MIN);
                let most = schema["maximum"].as_f64().unwrap_or(f64::MAX);
                let number: f64 = *self.one(&[-1.0, 0.0, 0.5, 1.0, 1e300]);
                json!(number.clamp(least, most))
            }
            "string" => self.text(name).into(),
            // Letters at random are hardly ever those of the family.
            "array" if name == "letters" && self.rng.u8(0..4) > 0 => json!(["a=0..5", "b=0..7"]),
            "array" => {
                let count = self.rng.usize(0..4);
                (0..count)
                    .map(|_| self.make(name, &schema["items"]))
                    .collect()
            }
            "object" => {
                let mut made = Map::new();
                let required = schema["required"].as_array().cloned().unwrap_or_default();
                for (field, schema) in schema["properties"].as_object().into_iter().flatten() {
                    if required.contains(&json!(field)) || self.rng.bool() {
                        made.insert(field.clone(), self.make(field, schema));
                    }
                }
                if schema["additionalProperties"].is_object() && self.rng.bool() {
                    let value = self.make("file", &schema["additionalProperties"]);
                    made.insert("a.board".into(), value);
                }
                made.into()
            }
            kind => panic!("a type that is not known here: {kind}"),
        }
    }

    /// A text; for some fields it is usually a meaningful one.
    fn text(&mut self, name: &str) -> String {
        let letters = [
            "a=0..5",
            "b=1..7",
            "c=3",
            "a=5..0",
            "a=0..99999999999999999999",
        ];
        let moves = [
            "heap 1 by 1",
            "a1",
            "row 1 by 1..3",
            "2: a1-a3",
            "(3,2) to (1,0)",
        ];
        let families = [
            "nim[a,b]",
            "wythoff[a 2b+1]",
            "matrix[a 1; 2 b]",
            "pnim[a^b]",
            "nim[c]",
        ];
        let numbers = [
            "w*w",
            "(3+4)*[w^2]",
            "7/0",
            "root(3,2)",
            "grundy(nim[3,5])",
            "{2|-1}",
            "^*",
        ];
        let junk = [
            "",
            " ",
            "]",
            "nim[",
            "ω^ω",
            "\u{0}",
            "💥é",
            "matrix[1 2; 3]",
            "@x",
            "((((((((((",
            "1e9",
        ];
        if self.rng.u8(0..4) == 0 {
            let piece = *self.one(&junk);
            return piece.repeat(*self.one(&[1, 3, 400]));
        }
        match name {
            "position" => match self.families {
                false => self.one(self.positions).clone(),
                true => (*self.one(&families)).into(),
            },
            "letters" => (*self.one(&letters)).into(),
            "move" => (*self.one(&moves)).into(),
            "expression" => (*self.one(&numbers)).into(),
            _ => (*self.one(&junk)).into(),
        }
    }

    /// Makes a request invalid at some place.
    fn broken(&mut self, request: &Value) -> Value {
        let mut broken = request.clone();
        let wrong = [
            Value::Null,
            json!([]),
            json!({}),
            json!("x"),
            json!(-3),
            json!(0.5),
            json!([[[[]]]]),
        ];
        let wrong = self.one(&wrong).clone();
        let Some(object) = broken.as_object_mut() else {
            return wrong;
        };
        let fields: Vec<String> = object.keys().cloned().collect();
        match (self.rng.u8(0..4), fields.is_empty()) {
            (0, _) => return wrong,
            (1, false) => {
                object.remove(self.one(&fields));
            }
            (2, false) => {
                object.insert(self.one(&fields).clone(), wrong);
            }
            _ => {
                object.insert("no such field".into(), wrong);
            }
        }
        broken
    }
}

#[test]
fn every_generated_request_is_answered_as_documented() {
    let server = Running::with(|config| {
        config.request.positions = Some(200);
        config.request.seconds = Some(0.3);
    });
    let mut client = server.client();
    let document = Document::of(&mut client);
    let positions = positions(&mut client);
    let mut maker = Maker {
        document: &document,
        positions: &positions,
        families: false,
        rng: Rng::with_seed(14),
    };
    let paths = document.0["paths"].as_object().unwrap();
    let mut statuses: BTreeMap<(&str, u16), usize> = BTreeMap::new();
    for (path, operations) in paths {
        let post = &operations["post"];
        // Do not start hundreds of jobs.
        if post["requestBody"].is_null() || path == "/api/jobs" {
            continue;
        }
        let schema = document.body(&post["requestBody"]);
        let validator = document.validator(schema);
        maker.families = ["/api/table", "/api/prove"].contains(&&path[..]);
        for i in 0..2 * EACH {
            let mut request = maker.make("", schema);
            if i >= EACH {
                request = maker.broken(&request);
            }
            let allowed = validator.is_valid(&request);
            // The generated requests are those that the document allows.
            assert!(allowed || i >= EACH, "{path} {request}");
            let got = client.post(path, &request);
            assert_ne!(got.status, 500, "{path} {request}");
            assert!(allowed || got.status >= 400, "{path} {request}: {got:?}");
            document.check("post", path, None, got.status, &got.json());
            *statuses.entry((path.as_str(), got.status)).or_default() += 1;
        }
    }
    // Of every operation some requests succeed, and some are refused.
    for path in paths
        .keys()
        .filter(|path| statuses.contains_key(&(path.as_str(), 400)))
    {
        assert!(
            statuses.contains_key(&(path.as_str(), 200)),
            "{path}: {statuses:?}"
        );
    }
    assert!(statuses.len() >= 16, "{statuses:?}");
}

#[test]
fn broken_jobs_are_refused() {
    let server = Running::start();
    let mut client = server.client();
    let document = Document::of(&mut client);
    let schema = document.body(&document.0["paths"]["/api/jobs"]["post"]["requestBody"]);
    let validator = document.validator(schema);
    let mut maker = Maker {
        document: &document,
        positions: &[],
        families: false,
        rng: Rng::with_seed(15),
    };
    let right = json!({ "operation": "hunt", "request": { "claim": "ferguson-theorem-3" } });
    for _ in 0..EACH {
        let request = maker.broken(&right);
        if validator.is_valid(&request) {
            continue;
        }
        let got = client.post("/api/jobs", &request);
        assert!(got.status >= 400 && got.status != 500, "{request}: {got:?}");
        document.check("post", "/api/jobs", None, got.status, &got.json());
    }
    for text in [
        "",
        "{",
        "[",
        "nul",
        "\"",
        "{\"a\":1}}",
        "\u{feff}{}",
        "{\"a\":1,\"a\":2}",
        "9".repeat(9999).as_str(),
    ] {
        let json = [("Content-Type", "application/json")];
        let got = client.request("POST", "/api/jobs", &json, text.as_bytes());
        assert!(got.status >= 400 && got.status != 500, "{text}");
        document.check("post", "/api/jobs", None, got.status, &got.json());
    }
}
