//! HTTP responses.

use std::any::Any;
use std::convert::Infallible;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::time::SystemTime;

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use hyper::body::{Frame, SizeHint};
use nimfield_api::{ApiError, ErrorKind};
use serde::Serialize;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::workers::NoWork;

/// Returns a response with serialized JSON.
pub fn json(status: StatusCode, text: String) -> Response {
    of_json(status, text.into())
}

fn of_json(status: StatusCode, body: Body) -> Response {
    let mut response = (status, body).into_response();
    let json = HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, json);
    response
}

/// The bytes of the longest answer.
pub const LONGEST_ANSWER: usize = 8 << 20;
/// The most bytes of answers that wait for clients to read them.
const MOST_UNREAD: usize = 64 << 20;
/// Shorter answers are not counted, and long ones are sent in pieces of this many bytes.
const PIECE: usize = 64 << 10;

/// Returns the result of a request as JSON, unless it is too long.
pub fn serialized(what: &impl Serialize) -> Result<String, ApiError> {
    let mut out = Bounded(Vec::new());
    serde_json::to_writer(&mut out, what).map_err(|_| {
        let message =
            format!("the answer is longer than {LONGEST_ANSWER} bytes; request a part of it");
        ApiError::new(ErrorKind::TooLarge, message)
    })?;
    Ok(String::from_utf8(out.0).expect("JSON is UTF-8"))
}

/// Text with the maximal length of an answer.
struct Bounded(Vec<u8>);

impl io::Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.0.len() + bytes.len() > LONGEST_ANSWER {
            true => Err(io::ErrorKind::FileTooLarge.into()),
            false => self.0.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The remaining space for unread answers.
pub struct Unread(Arc<Semaphore>);

impl Unread {
    pub fn new() -> Unread {
        Unread(Arc::new(Semaphore::new(MOST_UNREAD / PIECE)))
    }

    /// Returns an answer, which takes up space until its last piece is sent; if there is no space, asks the client to
    /// try again.
    pub fn json(&self, text: String) -> Response {
        let pieces = u32::try_from(text.len() / PIECE).unwrap_or(u32::MAX);
        match self.0.clone().try_acquire_many_owned(pieces) {
            Err(_) => no_work(NoWork::Busy),
            Ok(room) => {
                let body = Pieces {
                    rest: text.into(),
                    _room: room,
                };
                of_json(StatusCode::OK, Body::new(body))
            }
        }
    }
}

/// The rest of an answer.
struct Pieces {
    rest: Bytes,
    _room: OwnedSemaphorePermit,
}

impl hyper::body::Body for Pieces {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let length = self.rest.len().min(PIECE);
        let piece = self.rest.split_to(length);
        Poll::Ready((length > 0).then(|| Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.rest.len() as u64)
    }
}

/// Returns the object of an error, with the status of its kind.
pub fn error(error: &ApiError) -> Response {
    object(status(error.kind), error)
}

fn object(status: StatusCode, error: &ApiError) -> Response {
    let text = serde_json::to_string(error).expect("texts, numbers and lists only");
    json(status, text)
}

/// Returns an error of the server itself.
pub fn refusal(status: StatusCode, kind: ErrorKind, message: &str) -> Response {
    object(status, &ApiError::new(kind, message))
}

/// Returns the response that asks a client to try again after some seconds.
pub fn try_again(message: &str, seconds: &'static str) -> Response {
    let status = StatusCode::SERVICE_UNAVAILABLE;
    let mut response = refusal(status, ErrorKind::Undecided, message);
    let seconds = HeaderValue::from_static(seconds);
    response.headers_mut().insert(header::RETRY_AFTER, seconds);
    response
}

fn status(kind: ErrorKind) -> StatusCode {
    match kind {
        ErrorKind::Request | ErrorKind::Notation | ErrorKind::Illegal | ErrorKind::Unfit => {
            StatusCode::BAD_REQUEST
        }
        ErrorKind::Unknown => StatusCode::NOT_FOUND,
        ErrorKind::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        ErrorKind::Undecided => StatusCode::UNPROCESSABLE_ENTITY,
    }
}

/// Returns the response for a request that was not processed.
pub fn no_work(why: NoWork) -> Response {
    match why {
        NoWork::Busy => try_again("too many requests are waiting; try again in a second", "1"),
        NoWork::Ending => try_again("the server ends", "1"),
        NoWork::Failed(panic) => failed(panic),
    }
}

/// Returns the response to a request on which the program panicked.
pub fn failed(panic: Box<dyn Any + Send>) -> Response {
    let message = reported("this request", &*panic);
    refusal(
        StatusCode::INTERNAL_SERVER_ERROR,
        ErrorKind::Undecided,
        &message,
    )
}

/// Reports a panic on stderr, and returns a message for the client with a reference to the report.
pub fn reported(on: &str, panic: &(dyn Any + Send)) -> String {
    static FAILURES: AtomicU64 = AtomicU64::new(1);
    let number = FAILURES.fetch_add(1, Ordering::Relaxed);
    let since = SystemTime::UNIX_EPOCH.elapsed();
    let seconds = since.map_or(0, |since| since.as_secs());
    let reference = format!("{seconds:x}-{number}");
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or(panic.downcast_ref::<&str>().copied());
    let text = text.unwrap_or("a panic without a message");
    eprintln!("error: the program failed on {on}, reference {reference}: {text}");
    format!("the program failed on {on}; this is a bug, reference {reference} in the server's log")
}
