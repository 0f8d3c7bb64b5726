//! The OpenAPI document is derived from the types of requests and answers.

use nimfield::Answer;
use nimfield_api::schema::Components;
use nimfield_api::*;
use nimfield_claims::CheckedClaim;
use nimfield_web::of_jobs;
use serde_json::{Map, Value, json};

/// Answers that are errors, by status.
const ERRORS: [(&str, &str, &str); 10] = [
    (
        "400",
        "Unreadable",
        "it cannot be read, is not legal, or does not fit",
    ),
    ("401", "TokenMissing", "the token is missing"),
    ("403", "Foreign", "a page of another origin asks"),
    ("404", "Unknown", "there is no such thing"),
    ("413", "TooLarge", "more than a request may have"),
    ("415", "NotJson", "the body is not JSON"),
    ("421", "OtherHost", "another host is meant"),
    (
        "422",
        "Undecided",
        "nothing could be said within the budget",
    ),
    (
        "500",
        "Failed",
        "the program failed; the message has a reference to its log",
    ),
    ("503", "Busy", "too many wait; Retry-After says how long"),
];

fn of_json(schema: &Value) -> Value {
    json!({ "application/json": { "schema": schema } })
}

/// An operation: the body of the request, if any, the answer with its status, and the possible errors.
fn operation(
    (id, summary): (&str, &str),
    request: Option<&Value>,
    (status, description, reply): (&str, &str, &Value),
    errors: impl Fn(&str) -> bool,
) -> Value {
    let mut responses = Map::new();
    let answer = json!({ "description": description, "content": of_json(reply) });
    responses.insert(status.to_string(), answer);
    for (status, name, _) in ERRORS.iter().filter(|(status, ..)| errors(status)) {
        let reference = format!("#/components/responses/{name}");
        responses.insert(status.to_string(), json!({ "$ref": reference }));
    }
    let mut operation = json!({ "operationId": id, "summary": summary });
    if let Some(request) = request {
        operation["requestBody"] = json!({ "required": true, "content": of_json(request) });
    }
    operation["responses"] = responses.into();
    operation
}

/// The operations that are answered at once.
fn at_once(components: &mut Components) -> Map<String, Value> {
    let mut paths = Map::new();
    macro_rules! posted {
        ($($id:literal, $summary:literal, $request:ty, $reply:ty;)*) => {$(
            let (request, reply) = (components.request::<$request>(), components.reply::<$reply>());
            let reply = ("200", "the answer", &reply);
            let posted = operation(($id, $summary), Some(&request), reply, |status| status != "404");
            paths.insert(concat!("/api/", $id).to_string(), json!({ "post": posted }));
        )*};
    }
    posted! {
        "analyze", "outcome, value, winning moves and why", AnalyzeRequest, Answer;
        "moves", "every legal move with its result", MovesRequest, MovesAnswer;
        "position", "a position described for a page", PositionRequest, PositionAnswer;
        "play", "make a move, or let the machine choose", PlayRequest, Played;
        "table", "a table of at most 65,536 cells", TableRequest, TableAnswer;
        "value", "the calculator for values of partizan games", ExpressionRequest, Calculated;
        "nimber", "the calculator for nimbers", NimberRequest, Calculated;
        "draw", "a picture", DrawRequest, Drawn;
        "prove", "a law of P-positions or values, proved for all numbers", ProveRequest, ProveAnswer;
    }
    for (id, summary, reply) in [
        (
            "games",
            "the games: rules, notation, what is known",
            components.reply::<GameList>(),
        ),
        (
            "claims",
            "what the sources state",
            components.reply::<ClaimList>(),
        ),
        ("openapi", "this document", json!({ "type": "object" })),
    ] {
        let got = operation((id, summary), None, ("200", "the answer", &reply), |_| {
            false
        });
        let path = if id == "openapi" { "openapi.json" } else { id };
        paths.insert(format!("/api/{path}"), json!({ "get": got }));
    }
    paths
}

/// The operations that start, follow and end jobs.
fn of_running(request: &Value, job: &Value) -> Map<String, Value> {
    let number = json!([{
        "name": "job", "in": "path", "required": true, "schema": { "type": "integer", "minimum": 0 }
    }]);
    let jobs = json!({ "$ref": "#/components/schemas/Jobs" });
    let unknown = |status: &str| status == "404";
    let begun = ("202", "it is started, or waits for its turn", job);
    let mut paths = Map::new();
    let mut path =
        |path: &str, operations: Value| paths.insert(format!("/api/jobs{path}"), operations);
    path(
        "",
        json!({
            "get": operation(("jobs", "all jobs"), None, ("200", "the answer", &jobs), |_| false),
            "post": operation(("start", "start a job"), Some(request), begun, |_| true),
        }),
    );
    path(
        "/{job}",
        json!({
            "parameters": number,
            "get": operation(("job", "a job"), None, ("200", "the answer", job), unknown),
            "delete": operation(("cancel", "cancel a job"), None, ("202", "it will end soon", job), unknown),
        }),
    );
    let unknown = json!({ "$ref": "#/components/responses/Unknown" });
    path(
        "/{job}/events",
        json!({ "parameters": number, "get": {
            "operationId": "events",
            "summary": "follow a job by server-sent events: `progress`, at last `end`, each with the job as its data",
            "responses": {
                "200": {
                    "description": "events",
                    "content": { "text/event-stream": { "schema": { "type": "string" } } },
                },
                "404": unknown,
            },
        }}),
    );
    paths
}

fn document() -> Value {
    let mut components = Components::default();
    let mut paths = at_once(&mut components);
    let [request, job] = of_jobs(&mut components);
    paths.extend(of_running(&request, &job));
    // The fields of the requests and of the results of jobs.
    components.request::<ClaimRequest>();
    components.request::<SolveRequest>();
    components.request::<PartitionsRequest>();
    components.reply::<CheckedClaim>();
    components.reply::<Solved>();
    components.reply::<PartitionsAnswer>();
    let error = components.reply::<ApiError>();
    let mut schemas = components.by_name();
    let jobs = json!({
        "type": "object",
        "properties": {
            "schema": { "type": "integer", "const": 1 },
            "jobs": { "type": "array", "items": job },
        },
        "required": ["schema", "jobs"],
        "additionalProperties": false,
    });
    schemas.insert("Jobs".to_string(), jobs);
    let responses = ERRORS.iter().map(|(_, name, description)| {
        let response = json!({ "description": description, "content": of_json(&error) });
        (name.to_string(), response)
    });
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Nimfield",
            "version": env!("CARGO_PKG_VERSION"),
            "description":
                "Two-dimensional nim: who wins, what a position is worth, every winning move and why.",
            "license": { "name": "MIT OR Apache-2.0" },
        },
        "paths": paths,
        "components": { "schemas": schemas, "responses": Map::from_iter(responses) },
    })
}

/// `UPDATE_DOCS=1 cargo test -p nimfield-web --features schema --test suite openapi` writes the document.
#[test]
fn the_document_is_derived_from_the_types() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/src/openapi.json");
    let derived = serde_json::to_string_pretty(&document()).unwrap() + "\n";
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(file, &derived).unwrap();
    }
    let written = std::fs::read_to_string(file).unwrap().replace("\r\n", "\n");
    assert!(
        derived == written,
        "openapi.json is not derived from the types"
    );
}
