//! Servers that run in this process.

use std::net::{IpAddr, SocketAddr};
use std::sync::mpsc;
use std::thread::JoinHandle;

use nimfield_api::Context;
use nimfield_web::{Address, Config, ServeError, serve_until};
use tokio::sync::oneshot;

use crate::client::Client;

/// A server that runs; dropping this ends it, and checks that it ended without an error.
pub struct Running {
    pub address: Address,
    end: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<Result<(), ServeError>>>,
}

impl Running {
    /// A server as `nimfield serve` starts it, with two threads.
    pub fn start() -> Running {
        Running::with(|_| {})
    }

    pub fn with(change: impl FnOnce(&mut Config)) -> Running {
        let mut config = Config::new(Context::default(), 256 << 20, 2, 600.0);
        change(&mut config);
        let (told, address) = mpsc::channel();
        let (end, ended) = oneshot::channel();
        let thread = std::thread::spawn(move || {
            let ready = |address: &Address| told.send(address.clone()).unwrap();
            serve_until(config, ready, async {
                let _ = ended.await;
                Ok(())
            })
        });
        Running {
            address: address.recv().expect("the server begins"),
            end: Some(end),
            thread: Some(thread),
        }
    }

    /// The address of the server on this machine.
    pub fn socket(&self) -> SocketAddr {
        let port = self.address.socket.port();
        SocketAddr::new(IpAddr::from([127, 0, 0, 1]), port)
    }

    pub fn client(&self) -> Client {
        Client::new(self.socket())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.end.take().map(|end| end.send(()));
        let ended = self.thread.take().map(JoinHandle::join);
        if !std::thread::panicking() {
            ended.unwrap().unwrap().expect("the server ends well");
        }
    }
}
