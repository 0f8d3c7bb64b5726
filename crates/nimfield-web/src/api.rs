//! The JSON API over HTTP.

use axum::body::Body;
use axum::extract::{Path, State as FromState};
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Extension, Router};
use nimfield_api::{ErrorKind, Request, answer};

use crate::body::read;
use crate::places::Client;
use crate::reply::{error, json, no_work, refusal, serialized};
use crate::state::State;
use crate::{following, guard, pages};

/// What is answered at once; what may take long is for jobs.
const AT_ONCE: [&str; 8] = [
    "analyze", "moves", "position", "play", "table", "value", "nimber", "draw",
];

/// Returns the routes.
pub fn router(state: State) -> Router {
    Router::new()
        .route("/api/games", get(games))
        .route("/api/claims", get(claims))
        .route("/api/openapi.json", get(openapi))
        .route("/api/jobs", get(following::list).post(following::start))
        .route(
            "/api/jobs/{job}",
            get(following::one).delete(following::cancel),
        )
        .route("/api/jobs/{job}/events", get(following::events))
        .route("/api/jobs/{job}/pause", post(following::pause))
        .route("/api/jobs/{job}/resume", post(following::resume))
        .route("/api/{operation}", post(operation))
        .route("/api", get(openapi))
        .fallback(get(pages::file))
        .layer(from_fn_with_state(state.clone(), guard::check))
        .with_state(state)
}

async fn games(
    FromState(state): FromState<State>,
    Extension(client): Extension<Client>,
) -> Response {
    run(&state, client, Request::read("games", b"")).await
}

async fn claims(
    FromState(state): FromState<State>,
    Extension(client): Extension<Client>,
) -> Response {
    run(&state, client, Request::read("claims", b"")).await
}

async fn openapi() -> Response {
    let text = include_str!("openapi.json");
    json(StatusCode::OK, text.to_string())
}

async fn operation(
    FromState(state): FromState<State>,
    Extension(client): Extension<Client>,
    Path(operation): Path<String>,
    body: Body,
) -> Response {
    if !AT_ONCE.contains(&operation.as_str()) {
        let message = format!(
            "unknown operation {operation:?} here; POST /api/ and one of {}; long work goes to POST /api/jobs",
            AT_ONCE.join(", ")
        );
        return refusal(StatusCode::NOT_FOUND, ErrorKind::Unknown, &message);
    }
    match read(body).await {
        Ok(body) => run(&state, client, Request::read(&operation, &body)).await,
        Err(refused) => refused,
    }
}

async fn run(
    state: &State,
    client: Client,
    request: Result<Request, nimfield_api::ApiError>,
) -> Response {
    let request = match request {
        Ok(request) => request,
        Err(fault) => return error(&fault),
    };
    let limits = request.limits().within(&state.config.request);
    let context = state.config.context.clone();
    let worked = state.workers.run(client, move |cancel| {
        let budget = limits.budget().cancel(cancel);
        answer(&context, &request, &budget).and_then(|reply| serialized(&reply))
    });
    match worked.await {
        Ok(Ok(text)) => state.unread.json(text),
        Ok(Err(fault)) => error(&fault),
        Err(why) => no_work(why),
    }
}
