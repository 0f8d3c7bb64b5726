//! Bodies of requests.

use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use nimfield_api::ErrorKind;

use crate::reply::refusal;

/// The length of the longest body.
pub const LONGEST_BODY: usize = 1 << 20;

/// The time limit for receiving a body.
const BODY_TIME: Duration = Duration::from_secs(30);

/// Reads the whole body, within limits on length and time.
pub async fn read(body: Body) -> Result<Bytes, Response> {
    let whole = Limited::new(body, LONGEST_BODY).collect();
    match tokio::time::timeout(BODY_TIME, whole).await {
        Ok(Ok(whole)) => Ok(whole.to_bytes()),
        Ok(Err(fault)) if fault.is::<LengthLimitError>() => {
            let message = format!("a body has at most {LONGEST_BODY} bytes");
            let mut refused = refusal(StatusCode::PAYLOAD_TOO_LARGE, ErrorKind::TooLarge, &message);
            // The rest of the body is not read, so the connection is closed.
            let close = HeaderValue::from_static("close");
            refused.headers_mut().insert(header::CONNECTION, close);
            Err(refused)
        }
        Ok(Err(_)) => Err(refusal(
            StatusCode::BAD_REQUEST,
            ErrorKind::Request,
            "the body ends too early",
        )),
        Err(_) => Err(refusal(
            StatusCode::REQUEST_TIMEOUT,
            ErrorKind::Request,
            "the body took too long to arrive",
        )),
    }
}
