//! Access control: checks `Host`, `Origin`, the token and the type of a body, and sends security headers to browsers.

use std::net::SocketAddr;

use axum::extract::{Request, State as FromState};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use nimfield_api::ErrorKind;

use crate::reply::refusal;
use crate::state::State;

/// Scripts and styles come only from this server, WebAssembly may run, and nothing is sent elsewhere.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
     img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; \
     manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

/// Our page sends this header: it receives mistakes with status 200, and their own status in [`STATUS`].
const PAGE: HeaderName = HeaderName::from_static("nimfield-page");
const STATUS: HeaderName = HeaderName::from_static("nimfield-status");

/// Refuses requests without permission, and adds the security headers to every answer.
pub async fn check(FromState(state): FromState<State>, request: Request, next: Next) -> Response {
    let api = request.uri().path().starts_with("/api/");
    let page = api && request.headers().contains_key(&PAGE);
    let mut response = match refused(&state, &request, api) {
        Some((status, message)) => refusal(status, ErrorKind::Request, message),
        None => next.run(request).await,
    };
    // Browsers print every other status in red, as if the page were broken: a mistake of a person is an answer.
    if page && let status @ (400 | 404 | 413 | 422) = response.status().as_u16() {
        response.headers_mut().insert(STATUS, status.into());
        *response.status_mut() = StatusCode::OK;
    }
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if api {
        let kept = HeaderValue::from_static("no-store");
        headers.entry(header::CACHE_CONTROL).or_insert(kept);
    }
    response
}

fn refused(state: &State, request: &Request, api: bool) -> Option<(StatusCode, &'static str)> {
    let headers = request.headers();
    let Some(host) = text(headers, header::HOST) else {
        return Some((StatusCode::BAD_REQUEST, "the request names no host"));
    };
    // A page of another site may map its own name to this address (DNS rebinding). If a token is required, such a page
    // lacks it, and the host name cannot be checked, because the names of this machine are unknown.
    let ours = |origin: &str| {
        state
            .config
            .origins
            .iter()
            .any(|own| own.eq_ignore_ascii_case(origin))
    };
    let proxied = ["https://", "http://"]
        .iter()
        .any(|scheme| ours(&format!("{scheme}{host}")));
    if state.address.token.is_none() && !proxied && !is_own(host, state.address.socket) {
        return Some((
            StatusCode::MISDIRECTED_REQUEST,
            "this server answers only requests to its own address",
        ));
    }
    if headers.contains_key(header::ORIGIN) {
        let origin = text(headers, header::ORIGIN);
        let own = origin.and_then(|text| text.strip_prefix("http://")) == Some(host);
        if !own && !origin.is_some_and(ours) {
            return Some((
                StatusCode::FORBIDDEN,
                "pages of other origins have no access",
            ));
        }
    }
    if !api {
        return None;
    }
    let site = text(headers, HeaderName::from_static("sec-fetch-site"));
    if site.is_some_and(|site| !["same-origin", "none"].contains(&site)) {
        return Some((
            StatusCode::FORBIDDEN,
            "pages of other origins have no access",
        ));
    }
    if let Some(token) = &state.address.token
        && !shows(headers, token)
    {
        return Some((
            StatusCode::UNAUTHORIZED,
            "the token that the server printed is missing: Authorization: Bearer TOKEN",
        ));
    }
    if request.method() == Method::POST && !is_json(headers) {
        return Some((
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "a body must be JSON: Content-Type: application/json",
        ));
    }
    None
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    // A header that is not text counts as missing.
    headers.get(name)?.to_str().ok()
}

/// Returns whether this is the address of the server, or a usual name of the loopback with its port.
fn is_own(host: &str, own: SocketAddr) -> bool {
    let (name, given) = match host.rsplit_once(':') {
        // A port that is not a number is not that of the server.
        Some((name, given)) if !given.ends_with(']') => (name, given.parse().ok()),
        _ => (host, Some(80)),
    };
    let name = name.to_ascii_lowercase();
    let usual = ["localhost", "127.0.0.1", "[::1]"].contains(&name.as_str());
    given == Some(own.port()) && (usual || name.parse() == Ok(own.ip()))
}

fn is_json(headers: &HeaderMap) -> bool {
    // A missing content type is not JSON.
    let kind = text(headers, header::CONTENT_TYPE).unwrap_or_default();
    // `split` returns at least one piece.
    let kind = kind.split(';').next().unwrap_or_default().trim();
    kind.eq_ignore_ascii_case("application/json")
}

/// Returns whether a header or the cookie contains the token.
fn shows(headers: &HeaderMap, token: &str) -> bool {
    let bearer = text(headers, header::AUTHORIZATION).and_then(|text| text.strip_prefix("Bearer "));
    // Without a cookie there is no token in it.
    let cookies = text(headers, header::COOKIE).unwrap_or_default();
    let mut cookies = cookies
        .split(';')
        .filter_map(|cookie| cookie.trim().strip_prefix("nimfield="));
    bearer.is_some_and(|shown| same(shown, token)) || cookies.any(|shown| same(shown, token))
}

/// Compares secrets in time that does not depend on where they differ.
pub fn same(shown: &str, token: &str) -> bool {
    let pairs = shown.bytes().zip(token.bytes());
    let differences = pairs.fold(0, |all, (a, b)| all | (a ^ b));
    shown.len() == token.len() && differences == 0
}
