//! Accepts, limits and closes connections.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, Semaphore};
use tokio_io_timeout::TimeoutStream;

use crate::api::router;
use crate::config::{Address, Config, ServeError};
use crate::ending::Ending;
use crate::jobs::Jobs;
use crate::reply::Unread;
use crate::state::{Shared, State};
use crate::workers::Workers;

/// How long a connection may be silent while others wait for its place.
const SILENT_TIME: Duration = Duration::from_secs(1);
/// The time that unfinished answers get when the server shuts down.
const LAST_TIME: Duration = Duration::from_secs(3);
/// The stack of a worker: searches recurse as deeply as on the main thread.
const STACK: usize = 16 << 20;

/// Serves until Ctrl-C or SIGTERM; `ready` first receives the address. Running computations are then cancelled.
///
/// # Errors
/// If the server cannot listen on the address, or the system lacks resources for it.
pub fn serve(config: Config, ready: impl FnOnce(&Address)) -> Result<Ended, ServeError> {
    let mut ended = Ended::Terminated;
    let signals = async {
        ended = Signals::new()?.wait().await;
        Ok(())
    };
    serve_until(config, ready, signals)?;
    Ok(ended)
}

/// The signal that ended a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Ctrl-C.
    Interrupted,
    /// SIGTERM.
    Terminated,
}

/// Serves as [`serve`] does, until `end` completes; returns its error, if any.
///
/// # Errors
/// The errors of `serve`, and that of `end`.
pub fn serve_until(
    config: Config,
    ready: impl FnOnce(&Address),
    end: impl Future<Output = Result<(), ServeError>>,
) -> Result<(), ServeError> {
    let threads = config.at_once + config.jobs_at_once + 1;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .thread_stack_size(STACK)
        .max_blocking_threads(threads)
        .build()
        .map_err(system)?;
    let served = runtime.block_on(listen(config, ready, end));
    // Cancelled work ends soon; do not wait for threads that continue.
    runtime.shutdown_timeout(LAST_TIME);
    served
}

fn system(error: impl std::fmt::Display) -> ServeError {
    ServeError::System(error.to_string())
}

async fn listen(
    config: Config,
    ready: impl FnOnce(&Address),
    end: impl Future<Output = Result<(), ServeError>>,
) -> Result<(), ServeError> {
    let wanted = SocketAddr::new(config.listen, config.port);
    let listener = TcpListener::bind(wanted)
        .await
        .map_err(|error| ServeError::Listen(wanted, error))?;
    let token = match config.listen.is_loopback() {
        true => None,
        false => Some(token()?),
    };
    let address = Address {
        socket: listener.local_addr().map_err(system)?,
        token,
    };
    let state: State = Arc::new(Shared {
        workers: Workers::new(config.at_once, config.queue),
        jobs: Jobs::new(config.jobs_at_once),
        unread: Unread::new(),
        ending: Ending::new(),
        config,
        address,
    });
    let mut end = std::pin::pin!(end);
    // Its first poll installs the signal handlers, before anyone knows the address.
    let mut ended = std::future::poll_fn(|waking| Poll::Ready(end.as_mut().poll(waking))).await;
    if ended.is_pending() {
        ready(&state.address);
    }
    let connections = Arc::new(Semaphore::new(state.config.connections));
    if ended.is_pending() {
        // The listener closes together with the accepting future.
        tokio::select! {
            () = accept(listener, &state, &connections) => {}
            reached = end => ended = Poll::Ready(reached),
        }
    }
    state.ending.begin();
    state.jobs.end();
    state.workers.end();
    let all = u32::try_from(state.config.connections).unwrap_or(u32::MAX);
    // Connections that do not end in time are cut off.
    let _ = tokio::time::timeout(LAST_TIME, connections.acquire_many(all)).await;
    match ended {
        Poll::Ready(ended) => ended,
        Poll::Pending => Ok(()),
    }
}

async fn accept(listener: TcpListener, state: &State, connections: &Arc<Semaphore>) {
    let router = router(state.clone());
    let crowded = Arc::new(Notify::new());
    loop {
        let mut place = connections.clone().try_acquire_owned();
        while place.is_err() {
            crowded.notify_waiters();
            let waited = connections.clone().acquire_owned();
            match tokio::time::timeout(SILENT_TIME, waited).await {
                Ok(Ok(free)) => place = Ok(free),
                Ok(Err(_)) => return,
                Err(_) => {}
            }
        }
        let (stream, _) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(_) => {
                // For example, out of file handles: some will be free soon.
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let service = TowerToHyperService::new(router.clone());
        let (state, crowded) = (state.clone(), crowded.clone());
        tokio::spawn(async move {
            let _place = place;
            converse(stream, service, &state, &crowded).await;
        });
    }
}

/// Answers the requests on a connection, until one side closes it.
async fn converse(
    stream: TcpStream,
    service: TowerToHyperService<Router>,
    state: &State,
    crowded: &Notify,
) {
    // Without this option, answers arrive a little later.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(state.config.write_time));
    let asked = AtomicBool::new(false);
    let service = service_fn(|request: hyper::Request<hyper::body::Incoming>| {
        asked.store(true, Ordering::Relaxed);
        service.call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(state.config.head_time)
        .serve_connection(TokioIo::new(Box::pin(stream)), service);
    let mut connection = std::pin::pin!(connection);
    let place_needed = async {
        tokio::time::sleep(SILENT_TIME).await;
        crowded.notified().await;
    };
    // Errors of clients are ignored.
    tokio::select! {
        _ = connection.as_mut() => return,
        () = state.ending.wait() => {}
        () = place_needed => if !asked.load(Ordering::Relaxed) {
            return;
        },
    }
    connection.as_mut().graceful_shutdown();
    // A client may disconnect before the end.
    let _ = connection.await;
}

/// Returns 128 random bits in hexadecimal.
fn token() -> Result<String, ServeError> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| {
        ServeError::System(format!("the system gives no random numbers: {error}"))
    })?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The signals that end a server.
#[cfg(unix)]
struct Signals([tokio::signal::unix::Signal; 2]);

#[cfg(unix)]
impl Signals {
    fn new() -> Result<Signals, ServeError> {
        use tokio::signal::unix::{SignalKind, signal};
        let interrupt = signal(SignalKind::interrupt()).map_err(system)?;
        let terminate = signal(SignalKind::terminate()).map_err(system)?;
        Ok(Signals([interrupt, terminate]))
    }

    async fn wait(&mut self) -> Ended {
        let [interrupt, terminate] = &mut self.0;
        tokio::select! {
            _ = interrupt.recv() => Ended::Interrupted,
            _ = terminate.recv() => Ended::Terminated,
        }
    }
}

/// The signals that end a server.
#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn new() -> Result<Signals, ServeError> {
        Ok(Signals)
    }

    async fn wait(&mut self) -> Ended {
        // If the system has no signals, the server cannot start.
        let _ = tokio::signal::ctrl_c().await;
        Ended::Interrupted
    }
}
