//! Requests and answers are valid by the OpenAPI document.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use jsonschema::Validator;
use nimfield_api::OPERATIONS;
use serde_json::{Value, json};

use crate::client::Client;
use crate::running::Running;

/// The document, and the validators for its parts: each is created once, because this takes longer than checking an
/// answer.
pub struct Document(pub Value, RefCell<HashMap<String, Rc<Validator>>>);

impl Document {
    pub fn of(client: &mut Client) -> Document {
        Document(client.get("/api/openapi.json").json(), RefCell::default())
    }

    /// The validator for a part of the document, which refers to others.
    pub fn validator(&self, schema: &Value) -> Rc<Validator> {
        let make = || {
            let whole = json!({
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "allOf": [schema],
                "components": self.0["components"],
            });
            Rc::new(jsonschema::validator_for(&whole).expect("a schema"))
        };
        let mut made = self.1.borrow_mut();
        made.entry(schema.to_string()).or_insert_with(make).clone()
    }

    /// The schema of a body.
    pub fn body<'a>(&'a self, of: &'a Value) -> &'a Value {
        let of = match of["$ref"].as_str() {
            Some(name) => self
                .0
                .pointer(name.trim_start_matches('#'))
                .expect("it is there"),
            None => of,
        };
        &of["content"]["application/json"]["schema"]
    }

    /// Checks a request, if it should be valid, and its answer.
    pub fn check(
        &self,
        method: &str,
        path: &str,
        request: Option<&Value>,
        status: u16,
        got: &Value,
    ) {
        let operation = &self.0["paths"][path][method];
        assert!(operation.is_object(), "{method} {path} is not documented");
        if let Some(request) = request {
            let schema = self.body(&operation["requestBody"]);
            conforms(&self.validator(schema), request);
        }
        let response = &operation["responses"][status.to_string()];
        assert!(
            response.is_object(),
            "{method} {path}: {status} is not documented"
        );
        conforms(&self.validator(self.body(response)), got);
    }
}

fn conforms(validator: &Validator, value: &Value) {
    let faults: Vec<String> = validator
        .iter_errors(value)
        .map(|fault| format!("{}: {fault}", fault.instance_path()))
        .collect();
    assert!(faults.is_empty(), "{faults:#?}\n{value:#}");
}

/// An example of every game, and some positions of different kinds.
pub fn positions(client: &mut Client) -> Vec<String> {
    let games = client.get("/api/games").json();
    let games = games["games"].as_array().unwrap().iter();
    let examples = games.filter(|game| game["name"] != "@file");
    let mut positions: Vec<String> = examples
        .map(|game| game["example"].as_str().unwrap().to_string())
        .collect();
    assert!(positions.len() >= 30);
    positions.extend(
        [
            "nim[w*2+3,5] + tactix[2x2]",
            "matrix-partizan[1 2; 2 2] - {2|0} + *3",
            "matrix[inf 3; 4 inf]",
            "nim[0]",
            "pnim[]",
            "nim[340282366920938463463374607431768211455]",
            "{2|0} + ^",
        ]
        .map(str::to_string),
    );
    positions
}

#[test]
fn every_answer_is_as_documented() {
    let server = Running::start();
    let mut client = server.client();
    let document = Document::of(&mut client);
    for path in ["/api/games", "/api/claims"] {
        let got = client.get(path);
        document.check("get", path, None, got.status, &got.json());
    }
    let mut requests: Vec<(&str, Value)> = Vec::new();
    for position in positions(&mut client) {
        for play in ["normal", "misere"] {
            let limits = json!({ "positions": 500 });
            let with = |more: Value| {
                let mut asked = json!({ "position": position, "play": play, "limits": limits });
                asked
                    .as_object_mut()
                    .unwrap()
                    .extend(more.as_object().unwrap().clone());
                asked
            };
            requests.extend([
                ("analyze", with(json!({ "value": true, "dag": true }))),
                (
                    "moves",
                    with(json!({ "most": 4, "value": true, "reasons": true })),
                ),
                ("position", with(json!({}))),
                ("play", with(json!({ "player": "left", "seed": 1 }))),
                ("play", with(json!({ "player": "right", "level": 0.0 }))),
                ("draw", with(json!({ "format": "latex" }))),
                ("draw", with(json!({ "thermograph": true }))),
            ]);
        }
    }
    let letters = json!(["a=0..3", "b=0..3"]);
    for show in ["outcome", "value", "mean", "temperature", "stops", "kind"] {
        let position = match show {
            "outcome" | "value" => "wythoff[a b]",
            _ => "matrix-partizan[a b; 1 2]",
        };
        let asked = json!({ "position": position, "letters": letters, "show": show });
        requests.push(("table", asked));
    }
    for position in ["wythoff[a b]", "tactix[2x2]"] {
        let limits = json!({ "seconds": 5 });
        let asked = json!({ "position": position, "letters": ["a", "b"], "limits": limits });
        requests.push(("prove", asked));
    }
    for expression in ["{2|-1} + *3 >= ^", "thermograph({2|-1})", "{2|"] {
        requests.push(("value", json!({ "expression": expression })));
    }
    for expression in ["(w+4)*(w+1)", "roots(3,1)", "1/0", "14*8/3", "sqrt(w)^-3"] {
        requests.push(("nimber", json!({ "expression": expression })));
        requests.push(("nimber", json!({ "expression": expression, "steps": true })));
    }
    let mut statuses = BTreeSet::new();
    for (operation, asked) in &requests {
        let path = format!("/api/{operation}");
        let got = client.post(&path, asked);
        statuses.insert(got.status);
        document.check("post", &path, Some(asked), got.status, &got.json());
    }
    assert!(
        statuses.contains(&200) && statuses.contains(&400),
        "{statuses:?}"
    );
    assert!(!statuses.contains(&500), "{statuses:?}");
}

#[test]
fn every_error_is_as_documented() {
    let server = Running::start();
    let mut client = server.client();
    let document = Document::of(&mut client);
    let json = ("Content-Type", "application/json");
    let body = br#"{"position": "nim[1]"}"#;
    let path = "/api/analyze";
    let huge = vec![b' '; (1 << 20) + 1];
    let answers = [
        (400, server.client().request("POST", path, &[json], b"{")),
        (
            403,
            server
                .client()
                .request("POST", path, &[json, ("Origin", "http://x")], body),
        ),
        (413, server.client().request("POST", path, &[json], &huge)),
        (415, server.client().request("POST", path, &[], body)),
        (
            421,
            server
                .client()
                .request("POST", path, &[json, ("Host", "x")], body),
        ),
    ];
    for (status, got) in answers {
        assert_eq!(got.status, status);
        document.check("post", path, None, status, &got.json());
    }
    let long = json!({ "expression": "{{{1|2},3|4}|5} + 100.{2|1}", "limits": { "seconds": 0 } });
    let got = client.post("/api/value", &long);
    assert_eq!(got.status, 422);
    document.check("post", "/api/value", Some(&long), 422, &got.json());
}

#[test]
fn jobs_are_as_documented() {
    let server = Running::start();
    let mut client = server.client();
    let document = Document::of(&mut client);
    let requests = [
        json!({ "operation": "verify", "request": { "claim": "ferguson-conjecture", "up_to": 7 } }),
        json!({ "operation": "solve", "request": { "position": "tactix[2x3]", "values": true } }),
        json!({ "operation": "partitions", "request": { "up_to": 5 } }),
        json!({ "operation": "solve", "request": { "position": "nim[3]" } }),
        json!({ "operation": "games", "request": {} }),
        json!({ "operation": "hunt", "request": { "claim": "ferguson-theorem-3" } }),
    ];
    let results = ["Checked", "Solved", "PartitionsAnswer", "", "GameList"];
    for (i, asked) in requests.iter().enumerate() {
        let got = client.post("/api/jobs", asked);
        document.check("post", "/api/jobs", Some(asked), got.status, &got.json());
        let job = got.json()["job"].as_u64().unwrap();
        let path = format!("/api/jobs/{job}");
        let validator = document.validator(&json!({ "$ref": "#/components/schemas/Job" }));
        let mut last = Value::Null;
        server
            .client()
            .events(&format!("{path}/events"), |name, data| {
                conforms(&validator, &data);
                let told = data["progress"].is_object();
                last = data;
                name == "end" || told
            });
        let Some(name) = results.get(i) else {
            let got = client.delete(&path);
            document.check("delete", "/api/jobs/{job}", None, got.status, &got.json());
            continue;
        };
        // There may be progress events before the end.
        server
            .client()
            .events(&format!("{path}/events"), |name, data| {
                last = data;
                name == "end"
            });
        let got = client.get(&path);
        document.check("get", "/api/jobs/{job}", None, got.status, &got.json());
        if !name.is_empty() {
            let schema = json!({ "$ref": format!("#/components/schemas/{name}") });
            conforms(&document.validator(&schema), &last["result"]);
        }
    }
    let got = client.get("/api/jobs");
    document.check("get", "/api/jobs", None, got.status, &got.json());
}

#[test]
fn the_document_lists_all_operations() {
    let server = Running::start();
    let mut client = server.client();
    let Document(document, _) = Document::of(&mut client);
    let named = &document["components"]["schemas"]["JobRequest"]["properties"]["operation"]["enum"];
    let named: BTreeSet<&str> = named
        .as_array()
        .unwrap()
        .iter()
        .map(|n| n.as_str().unwrap())
        .collect();
    assert_eq!(named, BTreeSet::from(OPERATIONS));
    let paths = document["paths"].as_object().unwrap();
    for operation in OPERATIONS {
        let path = format!("/api/{operation}");
        let there = client.post(&path, &json!({})).status != 404;
        let posted = paths
            .get(&path)
            .is_some_and(|path| path["post"].is_object());
        assert_eq!(
            there && operation != "games" && operation != "claims",
            posted,
            "{path}"
        );
    }
    assert_eq!(document["info"]["version"], env!("CARGO_PKG_VERSION"));
}
