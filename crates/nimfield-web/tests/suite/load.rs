//! Many clients, slow ones, and some that leave.

use std::time::Duration;

use nimfield::Budget;
use nimfield_api::{Context, answer_json};
use serde_json::{Value, json};

use crate::client::Client;
use crate::running::Running;

/// No search decides it during a test.
const ENDLESS: &str = "matrix[40 41 42 43; 44 45 46 47; 48 49 50 51; 30 31 32 33]";

fn json(position: &str) -> Value {
    json!({ "position": position })
}

/// Times are removed from answers before they are compared.
pub fn timeless(mut answer: Value) -> Value {
    fn clear(value: &mut Value) {
        match value {
            Value::Object(map) => {
                map.remove("seconds");
                map.values_mut().for_each(clear);
            }
            Value::Array(list) => list.iter_mut().for_each(clear),
            _ => {}
        }
    }
    clear(&mut answer);
    answer
}

#[test]
fn two_thousand_requests_over_fifty_connections_are_answered_correctly() {
    const CONNECTIONS: u64 = 50;
    const EACH: u64 = 40;
    let server = Running::with(|config| config.queue = CONNECTIONS as usize);
    let socket = server.socket();
    std::thread::scope(|scope| {
        for connection in 0..CONNECTIONS {
            scope.spawn(move || {
                let mut client = Client::new(socket);
                for request in 0..EACH {
                    let (a, b) = (connection * 7 % 40, request);
                    let (operation, asked) = match request % 4 {
                        0 => ("analyze", json(&format!("matrix[{a} {b}; {b} {a}]"))),
                        1 => ("moves", json(&format!("wythoff[{a},{b}]"))),
                        2 => (
                            "position",
                            json(&format!("pnim[{},{}]", a.max(b), a.min(b))),
                        ),
                        _ => ("nimber", json!({ "expression": format!("{a}*{b}") })),
                    };
                    let got = client.post(&format!("/api/{operation}"), &asked);
                    let body = asked.to_string();
                    let (right, expected) = answer_json(
                        &Context::default(),
                        operation,
                        body.as_bytes(),
                        &Budget::unlimited(),
                    );
                    assert!(right, "{body}");
                    let expected: Value = serde_json::from_str(&expected).unwrap();
                    assert_eq!(got.status, 200, "{body}");
                    assert_eq!(timeless(got.json()), timeless(expected), "{body}");
                }
            });
        }
    });
}

#[test]
fn a_hundred_slow_clients_keep_nobody_waiting() {
    let server = Running::start();
    let slow: Vec<Client> = (0..100)
        .map(|i| {
            let mut client = server.client();
            // Some stop in the head, some in the body.
            let part = match i % 2 {
                0 => "POST /api/analyze HTTP/1.1\r\nHost: 127".to_string(),
                _ => format!(
                    "POST /api/analyze HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{{",
                    client.host
                ),
            };
            client.send(part.as_bytes()).unwrap();
            client
        })
        .collect();
    let mut client = server.client();
    for _ in 0..20 {
        assert_eq!(client.post("/api/analyze", &json("nim[3,5]")).status, 200);
    }
    drop(slow);
    assert_eq!(client.post("/api/analyze", &json("nim[3,5]")).status, 200);
}

#[test]
fn a_client_that_leaves_cancels_its_work() {
    let server = Running::with(|config| {
        config.at_once = 1;
        config.queue = 1;
        config.request.seconds = None;
    });
    // Each would occupy the only slot forever.
    for _ in 0..3 {
        let mut leaves = server.client();
        let body = json(ENDLESS).to_string();
        let kind = [("Content-Type", "application/json")];
        leaves.ask("POST", "/api/analyze", &kind, body.as_bytes());
        // The slot is occupied once a later request has to wait, and another one is refused.
        let mut waits = server.client();
        waits.ask("POST", "/api/analyze", &kind, body.as_bytes());
        while server.client().post("/api/analyze", &json("nim[1]")).status != 503 {}
        drop(leaves);
        drop(waits);
        while server.client().post("/api/analyze", &json("nim[1]")).status != 200 {}
    }
}

#[test]
fn refused_clients_learn_when_to_try_again() {
    let server = Running::with(|config| {
        config.at_once = 1;
        config.queue = 0;
        config.request.seconds = None;
    });
    let mut long = server.client();
    let body = json(ENDLESS).to_string();
    let kind = [("Content-Type", "application/json")];
    long.ask("POST", "/api/analyze", &kind, body.as_bytes());
    let mut client = server.client();
    let refused = loop {
        let got = client.post("/api/analyze", &json("nim[1]"));
        if got.status != 200 {
            break got;
        }
    };
    assert_eq!(refused.status, 503);
    assert_eq!(refused.header("retry-after"), Some("1"));
    // When the server ends, the search ends with it, although its client has not left.
}

#[test]
fn requests_keep_to_their_limits_and_to_those_of_the_server() {
    let server = Running::with(|config| config.request.positions = Some(5_000));
    let mut client = server.client();
    let undecided = |client: &mut Client, limits: Value| {
        let asked = json!({ "position": ENDLESS, "limits": limits });
        let got = client.post("/api/analyze", &asked);
        assert_eq!(got.status, 200);
        let answer = got.json();
        assert_eq!(answer["outcome"], Value::Null);
        assert_eq!(answer["reason"]["kind"], "budget");
        answer["reason"]["text"].as_str().unwrap().to_string()
    };
    let more = undecided(&mut client, json!({ "positions": 1_000_000_000u64 }));
    assert!(more.contains("the limit of 5,000 positions"), "{more}");
    let less = undecided(&mut client, json!({ "positions": 1_000 }));
    assert!(less.contains("the limit of 1,000 positions"), "{less}");
    let none = undecided(&mut client, json!({ "seconds": 0 }));
    assert!(none.contains("the time limit"), "{none}");
    let table = json!({ "position": "wythoff[a b]", "letters": ["a=0..999", "b=0..999"] });
    assert_eq!(client.post("/api/table", &table).status, 413);
}

#[test]
fn silent_connections_make_room_for_others() {
    let server = Running::with(|config| {
        config.connections = 4;
        config.head_time = Duration::from_secs(3600);
    });
    let silent: Vec<Client> = (0..20).map(|_| server.client()).collect();
    let mut begun = server.client();
    begun.send(b"GET / HTTP/1.1\r\nHost:").unwrap();
    let mut client = server.client();
    assert_eq!(client.post("/api/analyze", &json("nim[3,5]")).status, 200);
    // An idle connection that was used before is closed for a new one, too.
    let mut idle: Vec<Client> = (0..4).map(|_| server.client()).collect();
    for client in &mut idle {
        assert_eq!(client.get("/api/openapi.json").status, 200);
    }
    assert_eq!(server.client().get("/api/openapi.json").status, 200);
    drop((silent, begun));
}

#[test]
fn a_client_that_does_not_read_is_cut_off() {
    let server = Running::with(|config| {
        config.connections = 1;
        config.write_time = Duration::from_millis(50);
    });
    let mut unread = server.client();
    let ask = format!(
        "GET /api/openapi.json HTTP/1.1\r\nHost: {}\r\n\r\n",
        unread.host
    );
    // The answer is much larger than the buffers of the system; when the client has left, writing fails.
    for _ in 0..2_000 {
        if unread.send(ask.as_bytes()).is_err() {
            break;
        }
    }
    // The only allowed connection is free again.
    assert_eq!(server.client().get("/api/openapi.json").status, 200);
    drop(unread);
}

#[test]
fn answers_are_bounded_in_all_and_one_by_one() {
    let server = Running::with(|config| {
        config.request.bytes = Some(1 << 30);
        config.queue = 100;
    });
    // Every move would have all rows in its result.
    let row = vec!["77"; 150].join(" ");
    let matrix = format!("matrix[{}]", vec![row; 150].join("; "));
    let mut client = server.client();
    let got = client.post(
        "/api/moves",
        &json!({ "position": matrix, "limits": { "positions": 1 } }),
    );
    assert_eq!(got.status, 200);
    assert!(got.body.len() < 3 << 20, "{} bytes", got.body.len());
    let told = got.json();
    assert_eq!(told["next"], told["moves"].as_array().unwrap().len());
    // A description of this many heaps has more than 8 MiB.
    let heaps = format!("nim[{}]", vec!["1"; 200_000].join(","));
    let got = client.post("/api/position", &json(&heaps));
    assert_eq!(
        (got.status, &got.json()["kind"]),
        (413, &json!("too-large"))
    );
    // Long answers that are not read leave no room for other long ones, but for short ones.
    let heaps = format!("nim[{}]", vec!["1"; 40_000].join(","));
    let kind = [("Content-Type", "application/json")];
    let mut unread = Vec::new();
    while client.post("/api/position", &json(&heaps)).status == 200 {
        let mut client = server.client();
        client.ask(
            "POST",
            "/api/position",
            &kind,
            json(&heaps).to_string().as_bytes(),
        );
        unread.push(client);
        assert!(unread.len() < 100, "all unread answers are held");
    }
    assert_eq!(client.post("/api/analyze", &json("nim[3,5]")).status, 200);
}
