//! `nimfield serve` as a process: its first line, its answers compared with those of `--json`, and its end.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::{Value, json};

struct Server {
    child: Child,
    address: String,
}

fn nimfield() -> Command {
    Command::new(env!("CARGO_BIN_EXE_nimfield"))
}

impl Server {
    fn start(data: &Path) -> Server {
        let mut child = nimfield()
            .args(["serve", "--port", "0", "--memory", "256MiB"])
            .env("NIMFIELD_DATA", data)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        out.read_line(&mut line).unwrap();
        let address = line.trim_end().strip_prefix("http://127.0.0.1:");
        let port = address.and_then(|rest| rest.strip_suffix('/')).unwrap();
        Server {
            child,
            address: format!("127.0.0.1:{port}"),
        }
    }

    fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let body = body.to_string();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
            self.address,
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(body.as_bytes()).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        let (_, body) = text.split_once("\r\n\r\n").unwrap();
        serde_json::from_str(body).unwrap()
    }

    /// Ends it by a signal; the exit code, if it has one.
    fn end(mut self, signal: Signal) -> Option<i32> {
        kill(Pid::from_raw(self.child.id() as i32), signal).unwrap();
        self.child.wait().unwrap().code()
    }

    fn job(&self, number: &Value) -> Value {
        self.ask("GET", &format!("/api/jobs/{number}"), &json!({}))
    }
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("nimfield-serve-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The positions of the corpus with their play.
fn corpus() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus");
    let mut found = Vec::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        for entry in text.split("[[position]]").skip(1) {
            let field = |name: &str| {
                let mut lines = entry.lines();
                let start = format!("{name} = \"");
                let line = lines.find_map(|line| line.strip_prefix(&start)?.strip_suffix('"'));
                line.unwrap().to_string()
            };
            found.push((field("text"), field("play")));
        }
    }
    assert!(found.len() > 150, "the corpus has been lost");
    found
}

#[test]
fn answers_are_those_of_the_command_line_over_the_corpus() {
    let data = folder("corpus");
    let server = Server::start(&data);
    for play in ["normal", "misere"] {
        let texts = corpus().into_iter().filter(|(_, of)| of == play);
        let texts: Vec<String> = texts.map(|(text, _)| text).collect();
        let told = nimfield()
            .args([
                "analyze",
                "--json",
                "--value",
                "--threads",
                "1",
                "--play",
                play,
            ])
            .args(&texts)
            .env("NIMFIELD_DATA", &data)
            .output()
            .unwrap();
        let told = String::from_utf8(told.stdout).unwrap();
        let told: Vec<&str> = told.lines().collect();
        assert_eq!(told.len(), texts.len());
        for (text, line) in texts.iter().zip(told) {
            let asked = json!({ "position": text, "play": play, "value": true });
            let mut answer = server.ask("POST", "/api/analyze", &asked);
            let mut line: Value = serde_json::from_str(line).unwrap();
            for answer in [&mut answer, &mut line] {
                // A command remembers earlier positions, so its effort and its reason may differ.
                answer["effort"] = json!({});
                answer["reason"]["text"] = json!("");
            }
            assert_eq!(answer, line, "{text}");
        }
    }
    assert_eq!(server.end(Signal::SIGTERM), Some(0));
    std::fs::remove_dir_all(data).unwrap();
}

#[test]
fn the_server_ends_cleanly_during_a_job_and_continues_after_being_killed() {
    let data = folder("job");
    let asked = json!({
        "operation": "solve",
        "request": { "position": "tactix[4x6]", "keep": "board" },
    });
    for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGKILL] {
        let server = Server::start(&data);
        let job = server.ask("POST", "/api/jobs", &asked)["job"].clone();
        while server.job(&job)["state"] == "waiting" {}
        let code = server.end(signal);
        let expected = match signal {
            // As for every command.
            Signal::SIGINT => Some(130),
            Signal::SIGTERM => Some(0),
            _ => None,
        };
        assert_eq!(code, expected, "{signal}");
    }
    let server = Server::start(&data);
    // Stopped and killed jobs left their states in the folder, and a job of the same name continues from them.
    let left = server.ask("GET", "/api/jobs", &Value::Null);
    assert_eq!(left["jobs"], json!([]));
    let job = server.ask("POST", "/api/jobs", &asked)["job"].clone();
    let ended = loop {
        let told = server.job(&job);
        if !["waiting", "running"].contains(&told["state"].as_str().unwrap()) {
            break told;
        }
    };
    assert_eq!(ended["state"], "done", "{ended}");
    let solved = nimfield()
        .args(["solve", "--json", "tactix[4x6]"])
        .output()
        .unwrap();
    let solved: Value = serde_json::from_slice(&solved.stdout).unwrap();
    for field in ["outcome", "winning_moves", "p_positions", "p_by_stones"] {
        assert_eq!(ended["result"][field], solved[field], "{field}");
    }
    // From now on positions on the board are looked up.
    let full = json!({ "position": "tactix[4x6]" });
    let answer = server.ask("POST", "/api/analyze", &full);
    assert_eq!(answer["reason"]["kind"], "table", "{answer}");
    assert_eq!(server.end(Signal::SIGTERM), Some(0));
    std::fs::remove_dir_all(data).unwrap();
}

#[test]
fn a_port_that_is_taken_is_named() {
    let data = folder("port");
    let server = Server::start(&data);
    let port = server.address.rsplit(':').next().unwrap();
    let second = nimfield().args(["serve", "--port", port]).output().unwrap();
    assert_eq!(second.status.code(), Some(2));
    let said = String::from_utf8(second.stderr).unwrap();
    assert!(
        said.contains(&format!("cannot listen on 127.0.0.1:{port}")),
        "{said}"
    );
    assert!(said.contains("--port 0"), "{said}");
    server.end(Signal::SIGTERM);
    std::fs::remove_dir_all(data).unwrap();
}

#[test]
fn what_is_not_an_origin_is_refused() {
    for wrong in [
        "nim.example",
        "https://",
        "https://nim.example/page",
        "ftp://nim.example",
        "https://a@b",
    ] {
        let said = nimfield()
            .args(["serve", "--origin", wrong])
            .output()
            .unwrap();
        assert_eq!(said.status.code(), Some(2), "{wrong}");
        let said = String::from_utf8(said.stderr).unwrap();
        assert!(
            said.contains("a scheme and a host without a path"),
            "{said}"
        );
    }
}
