//! Nimfield in a browser: the requests and answers of `nimfield-api` as WebAssembly.
//!
//! A worker loads this, and answers what a page asks it with the same JSON as the server does. There is one
//! thread, no file, and no cancelling but by ending the worker: a request is bounded by its budget.
//! Elsewhere than in a browser the crate is empty.

#![cfg(all(target_family = "wasm", target_os = "unknown"))]

use std::cell::RefCell;
use std::time::Duration;

use js_sys::Function;
use nimfield::budget::Progress;
use nimfield_api::{Context, Limits, Request};
use nimfield_core::clock::Instant;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// What a request may use at the most: a browser gives a page four gibibytes.
const MOST: Limits = Limits {
    seconds: None,
    positions: None,
    bytes: Some(1 << 30),
    threads: Some(1),
};
/// What it uses unless it asks for more.
const SECONDS: f64 = 60.0;
/// The interval between progress reports.
const TELL_EVERY: Duration = Duration::from_millis(200);

thread_local! {
    /// The receiver of the current request's progress, and when it last received a report.
    static LISTENER: RefCell<Option<(Function, Instant)>> = const { RefCell::new(None) };
}

/// Seeds random choices; called once, so that they differ from page to page.
#[wasm_bindgen(start)]
pub fn start() {
    let seed = js_sys::Math::random() * (1u64 << 53) as f64;
    fastrand::seed(seed as u64);
}

/// Answers a request of `nimfield-api` in JSON; `progress` is called with an object in JSON now and then.
///
/// # Errors
/// The object of the error in JSON.
#[wasm_bindgen]
pub fn answer(
    operation: &str,
    request: &str,
    progress: Option<Function>,
) -> Result<String, JsValue> {
    let told = |fault: nimfield_api::ApiError| JsValue::from_str(&text(&fault));
    let request = Request::read(operation, request.as_bytes()).map_err(told)?;
    let mut limits = request.limits().within(&MOST);
    limits.seconds = limits.seconds.or(Some(SECONDS));
    LISTENER.set(progress.map(|listener| (listener, Instant::now())));
    let budget = limits.budget().progress(tell);
    let answered = nimfield_api::answer(&Context::default(), &request, &budget);
    LISTENER.set(None);
    answered.map(|reply| text(&reply)).map_err(told)
}

fn text(what: &impl serde::Serialize) -> String {
    serde_json::to_string(what).expect("answers have texts as keys")
}

fn tell(progress: Progress) {
    LISTENER.with_borrow_mut(|listener| {
        let Some((listener, last)) = listener else {
            return;
        };
        if last.elapsed() < TELL_EVERY {
            return;
        }
        *last = Instant::now();
        // A listener that fails is not asked again, but the work goes on.
        let _ = listener.call1(&JsValue::NULL, &JsValue::from_str(&text(&progress)));
    });
}
