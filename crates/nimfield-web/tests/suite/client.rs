//! A client that sends any request, valid or invalid.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};

use serde_json::Value;

/// A connection.
pub struct Client {
    stream: BufReader<TcpStream>,
    address: SocketAddr,
    pub host: String,
}

/// An answer.
#[derive(Debug)]
pub struct Got {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Got {
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    pub fn json(&self) -> Value {
        let text = String::from_utf8_lossy(&self.body);
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }
}

impl Client {
    pub fn new(address: SocketAddr) -> Client {
        let stream = TcpStream::connect(address).expect("a connection");
        Client::over(stream, address)
    }

    fn over(stream: TcpStream, address: SocketAddr) -> Client {
        Client {
            stream: BufReader::new(stream),
            address,
            host: address.to_string(),
        }
    }

    /// Sends bytes.
    pub fn send(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.stream.get_mut().write_all(bytes)
    }

    /// Sends a request without waiting for its answer.
    pub fn ask(&mut self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) {
        let mut head = format!(
            "{method} {path} HTTP/1.1\r\nContent-Length: {}\r\n",
            body.len()
        );
        if !headers.iter().any(|(name, _)| *name == "Host") {
            head += &format!("Host: {}\r\n", self.host);
        }
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        head += "\r\n";
        self.send(head.as_bytes()).unwrap();
        // A server that refuses a body may close before all of it is sent.
        let _ = self.send(body);
    }

    pub fn request(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Got {
        self.ask(method, path, headers, body);
        let got = self.answer();
        // Where a body is not read, the connection ends.
        if got.status >= 400 {
            let stream = TcpStream::connect(self.address).expect("a connection");
            self.stream = BufReader::new(stream);
        }
        got
    }

    pub fn get(&mut self, path: &str) -> Got {
        self.request("GET", path, &[], b"")
    }

    pub fn post(&mut self, path: &str, body: &Value) -> Got {
        let json = [("Content-Type", "application/json")];
        self.request("POST", path, &json, body.to_string().as_bytes())
    }

    pub fn delete(&mut self, path: &str) -> Got {
        self.request("DELETE", path, &[], b"")
    }

    /// Reads the head of an answer.
    fn head(&mut self) -> Got {
        let line = self.line();
        let status = line
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        let mut headers = Vec::new();
        loop {
            let line = self.line();
            let Some((name, value)) = line.split_once(':') else {
                break;
            };
            headers.push((name.to_ascii_lowercase(), value.trim().to_string()));
        }
        Got {
            status: status.unwrap_or_else(|| panic!("no answer: {line:?}")),
            headers,
            body: Vec::new(),
        }
    }

    pub fn line(&mut self) -> String {
        let mut line = String::new();
        self.stream.read_line(&mut line).unwrap();
        line.trim_end_matches(['\r', '\n']).to_string()
    }

    pub fn answer(&mut self) -> Got {
        let mut got = self.head();
        let length = got
            .header("content-length")
            .map_or(0, |n| n.parse().unwrap());
        got.body = vec![0; length];
        self.stream.read_exact(&mut got.body).unwrap();
        got
    }

    /// Follows server-sent events: calls `each` with the name and the data, until it returns that it is done or they
    /// end.
    pub fn events(&mut self, path: &str, mut each: impl FnMut(&str, Value) -> bool) {
        self.ask("GET", path, &[], b"");
        let head = self.head();
        assert_eq!(head.status, 200);
        assert_eq!(head.header("content-type"), Some("text/event-stream"));
        let mut name = String::new();
        loop {
            let mut line = String::new();
            if self.stream.read_line(&mut line).unwrap() == 0 {
                return;
            }
            let line = line.trim_end();
            if let Some(event) = line.strip_prefix("event: ") {
                name = event.to_string();
            } else if let Some(data) = line.strip_prefix("data: ")
                && each(&name, serde_json::from_str(data).unwrap())
            {
                return;
            }
        }
    }
}
