//! Which clients may send requests, and which requests are refused.

use std::net::IpAddr;

use serde_json::json;

use crate::client::Client;
use crate::running::Running;

const JSON: (&str, &str) = ("Content-Type", "application/json");
const QUESTION: &[u8] = br#"{"position": "nim[1,2]"}"#;

#[test]
fn only_requests_to_its_own_host_are_answered() {
    let server = Running::start();
    let port = server.socket().port();
    let mut client = server.client();
    for host in ["localhost", "LOCALHOST", "127.0.0.1", "[::1]"] {
        let host = format!("{host}:{port}");
        let got = client.request("POST", "/api/analyze", &[("Host", &host), JSON], QUESTION);
        assert_eq!(got.status, 200, "{host}");
    }
    let foreign = [
        "localhost".to_string(),
        format!("localhost:{}", port ^ 1),
        format!("nim.example:{port}"),
        format!("127.0.0.1.nim.example:{port}"),
        format!("127.0.0.2:{port}"),
        "[::1]".to_string(),
        format!(":{port}"),
        String::new(),
    ];
    for host in &foreign {
        for path in ["/", "/api/games"] {
            let got = server.client().request("GET", path, &[("Host", host)], b"");
            assert_eq!(got.status, 421, "{host} {path}");
        }
    }
    let mut client = server.client();
    client.send(b"GET / HTTP/1.1\r\n\r\n").unwrap();
    assert_eq!(client.answer().status, 400);
}

/// All of 127.0.0.0/8 is the loopback.
#[cfg(target_os = "linux")]
#[test]
fn an_address_that_it_listens_on_is_its_own() {
    let other = IpAddr::from([127, 0, 0, 2]);
    let server = Running::with(|config| config.listen = other);
    let mut client = Client::new(server.address.socket);
    assert!(client.host.starts_with("127.0.0.2:"));
    assert_eq!(client.get("/api/games").status, 200);
    let foreign = format!("127.0.0.3:{}", server.address.socket.port());
    let got = client.request("GET", "/", &[("Host", &foreign)], b"");
    assert_eq!(got.status, 421);
}

#[test]
fn pages_of_other_origins_have_no_access() {
    let server = Running::start();
    let port = server.socket().port();
    let mut client = server.client();
    let own = format!("http://{}", client.host);
    let ask = |client: &mut Client, headers: &[(&str, &str)]| {
        client
            .request("POST", "/api/analyze", headers, QUESTION)
            .status
    };
    assert_eq!(ask(&mut client, &[JSON, ("Origin", &own)]), 200);
    let foreign = [
        "null".to_string(),
        "http://nim.example".to_string(),
        format!("http://nim.example:{port}"),
        format!("https://127.0.0.1:{port}"),
        format!("http://localhost:{port}"),
        format!("http://127.0.0.1:{}", port ^ 1),
    ];
    for origin in &foreign {
        assert_eq!(
            ask(&mut client, &[JSON, ("Origin", origin)]),
            403,
            "{origin}"
        );
    }
    for (site, status) in [
        ("same-origin", 200),
        ("none", 200),
        ("same-site", 403),
        ("cross-site", 403),
    ] {
        assert_eq!(ask(&mut client, &[JSON, ("Sec-Fetch-Site", site)]), status);
    }
    // No answer allows other origins.
    let got = client.request("OPTIONS", "/api/analyze", &[], b"");
    assert_eq!(got.header("access-control-allow-origin"), None);
}

#[test]
fn pages_of_a_named_proxy_have_access() {
    let server = Running::with(|config| config.origins = vec!["https://nim.example".to_string()]);
    let mut client = server.client();
    let own = client.host.clone();
    let mut ask = |host: &str, origin: &str| {
        client.host = host.to_string();
        let headers = [JSON, ("Origin", origin), ("Sec-Fetch-Site", "same-origin")];
        client
            .request("POST", "/api/analyze", &headers, QUESTION)
            .status
    };
    // Proxies keep the name of the host, or write that of the server.
    for host in ["nim.example", "NIM.example", &own] {
        assert_eq!(ask(host, "https://nim.example"), 200, "{host}");
    }
    for origin in [
        "http://nim.example.org",
        "https://nim.example:8443",
        "https://im.example",
        "null",
    ] {
        assert_eq!(ask(&own, origin), 403, "{origin}");
    }
    assert_eq!(ask("other.example", "https://nim.example"), 421);
}

#[test]
fn mistakes_are_answers_for_the_page() {
    let server = Running::start();
    let mut client = server.client();
    let mistake = br#"{"position": "nim[3]", "move": "heap 1 by 9"}"#;
    let plain = client.request("POST", "/api/play", &[JSON], mistake);
    assert_eq!((plain.status, plain.header("nimfield-status")), (400, None));
    let page = ("Nimfield-Page", "1");
    let told = client.request("POST", "/api/play", &[JSON, page], mistake);
    assert_eq!(
        (told.status, told.header("nimfield-status")),
        (200, Some("400"))
    );
    assert_eq!(told.body, plain.body);
    let right = client.request("POST", "/api/analyze", &[JSON, page], QUESTION);
    assert_eq!((right.status, right.header("nimfield-status")), (200, None));
    // Whoever has no permission still has none.
    let foreign = ("Origin", "http://nim.example");
    let refused = client.request("POST", "/api/play", &[JSON, page, foreign], mistake);
    assert_eq!(refused.status, 403);
}

#[test]
fn every_answer_has_the_security_headers() {
    let server = Running::start();
    let mut client = server.client();
    let answers = [
        client.get("/"),
        client.get("/nothing-here"),
        client.get("/api/games"),
        client.post("/api/analyze", &json!({ "position": "nonsense" })),
        client.request("GET", "/", &[("Origin", "http://nim.example")], b""),
    ];
    for got in answers {
        let policy = got.header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'none'"));
        assert!(policy.contains("frame-ancestors 'none'"));
        assert!(policy.contains("script-src 'self' 'wasm-unsafe-eval'"));
        assert!(!policy.contains("unsafe-inline"));
        assert_eq!(got.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(got.header("x-frame-options"), Some("DENY"));
        assert_eq!(got.header("access-control-allow-origin"), None);
    }
}

#[test]
fn only_the_pages_are_served() {
    let server = Running::start();
    let mut client = server.client();
    let index = client.get("/");
    assert_eq!(index.status, 200);
    assert_eq!(
        index.header("content-type"),
        Some("text/html; charset=utf-8")
    );
    assert!(index.body.starts_with(b"<!doctype html>"));
    // The page contains no inline script, as the policy demands.
    let text = String::from_utf8(index.body).unwrap();
    assert!(!text.contains("<script>") && !text.contains(" onclick="));
    let tag = index
        .headers
        .iter()
        .find(|(name, _)| name == "etag")
        .unwrap();
    let known = [("If-None-Match", tag.1.as_str())];
    assert_eq!(client.request("GET", "/", &known, b"").status, 304);
    for path in ["/../Cargo.toml", "/..%2fCargo.toml", "/.", "//", "/page/"] {
        assert_eq!(client.get(path).status, 404, "{path}");
    }
}

#[test]
fn pages_in_a_folder_are_read_by_name_only() {
    let folder = std::env::temp_dir().join(format!("nimfield-page-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("page/parts")).unwrap();
    std::fs::write(folder.join("secret.txt"), "secret").unwrap();
    std::fs::write(folder.join("page/index.html"), "home").unwrap();
    std::fs::write(folder.join("page/parts/a.js"), "part").unwrap();
    std::fs::write(folder.join("page/.hidden"), "hidden").unwrap();
    let server = Running::with(|config| config.page = Some(folder.join("page")));
    let mut client = server.client();
    assert_eq!(client.get("/").body, b"home");
    assert_eq!(client.get("/parts/a.js").body, b"part");
    for path in [
        "/../secret.txt",
        "/parts/../../secret.txt",
        "/%2e%2e/secret.txt",
        "/.hidden",
        "/parts/",
        "//etc/passwd",
    ] {
        assert_eq!(client.get(path).status, 404, "{path}");
    }
    drop(server);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn computing_routes_accept_only_json() {
    let server = Running::start();
    let mut client = server.client();
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/jsonx",
        "",
    ] {
        let headers = [("Content-Type", kind)];
        for path in ["/api/analyze", "/api/jobs"] {
            let got = client.request("POST", path, &headers, QUESTION);
            assert_eq!(got.status, 415, "{kind:?} {path}");
        }
    }
    assert_eq!(
        client.request("POST", "/api/analyze", &[], QUESTION).status,
        415
    );
    let headers = [("Content-Type", "Application/JSON; charset=utf-8")];
    let got = client.request("POST", "/api/analyze", &headers, QUESTION);
    assert_eq!(got.status, 200);
    assert_eq!(client.get("/api/analyze").status, 405);
    assert_eq!(client.post("/api/nonsense", &json!({})).status, 404);
    // Long computations must be jobs.
    assert_eq!(client.post("/api/hunt", &json!({})).status, 404);
}

#[test]
fn huge_and_broken_bodies_are_refused() {
    let server = Running::start();
    let huge = vec![b' '; (1 << 20) + 1];
    let got = server
        .client()
        .request("POST", "/api/analyze", &[JSON], &huge);
    assert_eq!(
        (got.status, got.json()["kind"].clone()),
        (413, json!("too-large"))
    );
    // The same with a chunked body.
    let mut client = server.client();
    let head = format!(
        "POST /api/analyze HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
        client.host
    );
    client.send(head.as_bytes()).unwrap();
    let piece = [b"10000\r\n".as_slice(), &[b' '; 0x10000], b"\r\n"].concat();
    while client.send(&piece).is_ok() {}
    // The server answers before it closes; the connection may be reset before the answer is read.
    drop(client);

    let mut client = server.client();
    let just = [vec![b' '; (1 << 20) - QUESTION.len()], QUESTION.to_vec()].concat();
    assert_eq!(
        client
            .request("POST", "/api/analyze", &[JSON], &just)
            .status,
        200
    );
    for broken in [
        &b"{"[..],
        b"",
        b"[]",
        b"null",
        b"{\"position\": 7}",
        b"{\"position\": \"nim[1]\"} x",
        b"{\"position\": \"nim[1]\", \"other\": 1}",
        b"{\"position\": \"nim[1]\", \"play\": \"other\"}",
        b"{\"position\": \"nim[1]\", \"limits\": {\"other\": 1}}",
        b"{\"position\": \"\xff\"}",
    ] {
        let got = client.request("POST", "/api/analyze", &[JSON], broken);
        let shown = String::from_utf8_lossy(broken);
        assert_eq!(
            (got.status, got.json()["kind"].clone()),
            (400, json!("request")),
            "{shown}"
        );
    }
    let deep = [vec![b'['; 100_000], vec![b']'; 100_000]].concat();
    assert_eq!(
        client
            .request("POST", "/api/analyze", &[JSON], &deep)
            .status,
        400
    );
    // A body that is too short.
    let mut early = server.client();
    let head = format!(
        "POST /api/analyze HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{{",
        early.host
    );
    early.send(head.as_bytes()).unwrap();
    drop(early);
    assert_eq!(
        client
            .post("/api/analyze", &json!({ "position": "nim[1]" }))
            .status,
        200
    );
}

#[test]
fn faults_of_notation_name_the_place() {
    let server = Running::start();
    let got = server
        .client()
        .post("/api/analyze", &json!({ "position": "matrix⟦1 2; ω⟧" }));
    assert_eq!(got.status, 400);
    let error = got.json();
    assert_eq!(error["kind"], "notation");
    let place = &error["place"];
    let text = place["text"].as_str().unwrap();
    let start = place["start"].as_u64().unwrap() as usize;
    assert_eq!(&text[start..place["end"].as_u64().unwrap() as usize], "ω");
    let units: Vec<u16> = text.encode_utf16().collect();
    let from = place["utf16_start"].as_u64().unwrap() as usize;
    let to = place["utf16_end"].as_u64().unwrap() as usize;
    assert_eq!(String::from_utf16(&units[from..to]).unwrap(), "ω");
    assert_eq!(place["example"], "matrix[20 24; 24 27]");
    assert!(error["message"].as_str().unwrap().contains('^'));
}

#[test]
fn a_token_is_required_outside_of_the_loopback() {
    let server = Running::with(|config| config.listen = IpAddr::from([0, 0, 0, 0]));
    let token = server.address.token.clone().expect("a token");
    assert_eq!(token.len(), 32);
    assert!(
        server
            .address
            .to_string()
            .ends_with(&format!("/?token={token}"))
    );
    let mut client = server.client();
    let ask = |client: &mut Client, headers: &[(&str, &str)]| {
        let headers = [&[JSON], headers].concat();
        client
            .request("POST", "/api/analyze", &headers, QUESTION)
            .status
    };
    let bearer = format!("Bearer {token}");
    let cookie = format!("a=b; nimfield={token}");
    let wrong = format!(
        "Bearer {}",
        token.replace(|c| c == token.chars().next().unwrap(), "x")
    );
    assert_eq!(ask(&mut client, &[]), 401);
    assert_eq!(ask(&mut client, &[("Authorization", &wrong)]), 401);
    assert_eq!(ask(&mut client, &[("Authorization", "Bearer ")]), 401);
    assert_eq!(ask(&mut client, &[("Cookie", "nimfield=")]), 401);
    assert_eq!(ask(&mut client, &[("Authorization", &bearer)]), 200);
    assert_eq!(ask(&mut client, &[("Cookie", &cookie)]), 200);
    assert_eq!(client.get("/api/jobs").status, 401);
    let admitted = client.get(&format!("/?token={token}"));
    assert_eq!(
        (admitted.status, admitted.header("location")),
        (303, Some("/"))
    );
    let given = admitted.header("set-cookie").unwrap();
    assert!(given.starts_with(&format!("nimfield={token};")) && given.contains("HttpOnly"));
    assert!(given.contains("SameSite=Strict"));
    assert_eq!(client.get("/?token=wrong").status, 403);
}

/// The answer to a panic has a reference, and the server keeps running.
#[test]
fn a_panic_is_an_answer_with_a_reference() {
    let server = Running::with(|config| config.fails = true);
    let mut references = Vec::new();
    for path in ["/api/fail", "/api/fail/working"].repeat(3) {
        let got = server.client().get(path);
        assert_eq!(got.status, 500, "{path}");
        assert!(got.header("content-security-policy").is_some());
        let error = got.json()["error"].as_str().unwrap().to_string();
        let reference = error.split("reference ").nth(1).unwrap();
        references.push(reference.split(' ').next().unwrap().to_string());
    }
    references.dedup();
    assert_eq!(references.len(), 6);
    let mut client = server.client();
    let got = client.request("POST", "/api/analyze", &[JSON], QUESTION);
    assert_eq!(got.status, 200);
    // The slots of the failed requests are free again, and no other client can cause such a failure.
    let other = Running::start();
    assert_eq!(other.client().get("/api/fail").status, 405);
}

#[test]
fn answers_are_compressed_for_those_who_accept_it() {
    let server = Running::start();
    let mut client = server.client();
    let plain = client.get("/main.js");
    assert_eq!(plain.header("content-encoding"), None);
    let gzip = [("Accept-Encoding", "gzip"), ("Connection", "close")];
    for path in ["/main.js", "/api/games"] {
        client = server.client();
        client.ask("GET", path, &gzip, b"");
        let got = client.answer();
        assert_eq!(got.status, 200);
        assert_eq!(got.header("content-encoding"), Some("gzip"), "{path}");
    }
}
