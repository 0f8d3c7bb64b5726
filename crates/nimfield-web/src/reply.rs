//! Answers as HTTP.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use nimfield_api::{ApiError, ErrorKind};

use crate::workers::NoWork;

/// JSON that is text already.
pub fn json(status: StatusCode, text: String) -> Response {
    let mut response = (status, text).into_response();
    let json = HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, json);
    response
}

/// The object of an error, with the status of its kind.
pub fn error(error: &ApiError) -> Response {
    let status = status(error.kind);
    let text = serde_json::to_string(error).expect("texts, numbers and lists only");
    json(status, text)
}

/// An error that is the server's to tell.
pub fn refusal(status: StatusCode, kind: ErrorKind, message: &str) -> Response {
    let error = ApiError::new(kind, message);
    let text = serde_json::to_string(&error).expect("texts, numbers and lists only");
    json(status, text)
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

/// Why there was no work on a request.
pub fn no_work(why: NoWork) -> Response {
    let (status, message) = match why {
        NoWork::Busy => (
            StatusCode::SERVICE_UNAVAILABLE,
            "too many requests wait already; come again in a second",
        ),
        NoWork::Ending => (StatusCode::SERVICE_UNAVAILABLE, "the server ends"),
        NoWork::Failed => (
            StatusCode::INTERNAL_SERVER_ERROR,
            "the program failed on this request, which is a fault of it",
        ),
    };
    let mut response = refusal(status, ErrorKind::Undecided, message);
    if status == StatusCode::SERVICE_UNAVAILABLE {
        let second = HeaderValue::from_static("1");
        response.headers_mut().insert(header::RETRY_AFTER, second);
    }
    response
}
