//! The files of the page.

use std::path::Path;

use axum::extract::State as FromState;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Redirect, Response};

use crate::guard::same;
use crate::state::State;

/// A file that is built into the program.
struct PageFile {
    name: &'static str,
    bytes: &'static [u8],
    /// The entity tag, which changes with the contents.
    tag: &'static str,
}

static FILES: &[PageFile] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// Answers requests outside of the API.
pub async fn file(FromState(state): FromState<State>, uri: Uri, headers: HeaderMap) -> Response {
    if let Some(token) = &state.address.token
        && let Some(shown) = uri.query().and_then(|query| query.strip_prefix("token="))
    {
        return admit(shown, token);
    }
    let name = match uri.path() {
        "/" => "index.html",
        path => path.strip_prefix('/').unwrap_or(path),
    };
    // The book is not in the folder of the page, so the built-in copy is used.
    if let Some(folder) = &state.config.page
        && !name.starts_with("book/")
    {
        return from_folder(folder, name);
    }
    let Some(file) = FILES.iter().find(|file| file.name == name) else {
        return not_found();
    };
    let known = headers.get(header::IF_NONE_MATCH);
    if known.is_some_and(|known| known.as_bytes() == file.tag.as_bytes()) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    let mut response = contents(name, axum::body::Bytes::from_static(file.bytes));
    let headers = response.headers_mut();
    headers.insert(header::ETAG, HeaderValue::from_static(file.tag));
    response
}

/// Admits a browser that presents the token; a cookie identifies it from then on.
fn admit(shown: &str, token: &str) -> Response {
    if !same(shown, token) {
        return StatusCode::FORBIDDEN.into_response();
    }
    let mut response = Redirect::to("/").into_response();
    let cookie = format!("nimfield={token}; Path=/; HttpOnly; SameSite=Strict");
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

/// Returns a file from the folder, for development of the page.
fn from_folder(folder: &Path, name: &str) -> Response {
    let plain = |part: &str| {
        let known = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        !part.is_empty() && !part.starts_with('.') && part.bytes().all(known)
    };
    if !name.split('/').all(plain) {
        return not_found();
    }
    match std::fs::read(folder.join(name)) {
        Ok(bytes) => contents(name, bytes.into()),
        Err(_) => not_found(),
    }
}

fn contents(name: &str, bytes: axum::body::Bytes) -> Response {
    // `rsplit` returns at least one piece.
    let ending = name.rsplit('.').next().unwrap_or_default();
    let kind = match ending {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" | "map" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "wasm" => "application/wasm",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        "md" => "text/markdown; charset=utf-8",
        _ => "text/plain; charset=utf-8",
    };
    let mut response = bytes.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

fn not_found() -> Response {
    (StatusCode::NOT_FOUND, "page not found\n").into_response()
}
