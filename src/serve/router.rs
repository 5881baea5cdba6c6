//! What is where: the paths of the server and what every answer says besides.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::State;
use axum::http::header::{
    CONTENT_SECURITY_POLICY, HOST, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Request, Uri};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde::Serialize;

use super::answer::{self, Keep};
use super::fault::Fault;
use super::page::FILES;
use super::params::Params;
use super::service::Service;
use super::{line, position, probe, solve};

/// The description of the interface.
pub(super) const OPENAPI: &str = include_str!("openapi.json");

/// What a page of this server may load and do: its own files, nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The longest that a quick answer may take.
const QUICK: Duration = Duration::from_secs(10);

/// The longest that reading through tables may take.
const LONG: Duration = Duration::from_secs(60);

/// All paths of the server.
pub(super) fn router(service: Arc<Service>) -> Router {
    let mut router = Router::new()
        .route("/api/v1/openapi.json", get(openapi))
        .route("/api/v1/games", get(games))
        .route("/api/v1/position", get(by_rules))
        .route("/api/v1/probe", get(by_tables))
        .route("/api/v1/solve", get(by_search))
        .route("/api/v1/line", get(best_line))
        .route("/api/v1/tables", get(tables))
        .route("/api/v1/longest", get(longest));
    for file in FILES {
        let serve = async |headers: HeaderMap| {
            answer::bytes(Bytes::from_static(file.bytes), file.kind, Keep::Ask, &headers)
        };
        router = router.route(file.path, get(serve));
        if file.path == FILES[0].path {
            router = router.route("/", get(serve));
        }
    }
    router
        .fallback(async |uri: Uri| Fault::not_found(uri.path()).into_response())
        .method_not_allowed_fallback(async || Fault::method_not_allowed().into_response())
        .layer(middleware::from_fn_with_state(Arc::clone(&service), guard))
        .with_state(service)
}

async fn openapi(headers: HeaderMap) -> Response {
    let body = Bytes::from_static(OPENAPI.as_bytes());
    answer::bytes(body, "application/json", Keep::Ask, &headers)
}

async fn games(State(service): State<Arc<Service>>, uri: Uri, headers: HeaderMap) -> Response {
    let games = Params::read(&uri).and_then(|params| {
        params.finish()?;
        Ok(service.games())
    });
    reply(games, Keep::Ask, &headers)
}

async fn by_rules(State(service): State<Arc<Service>>, uri: Uri, headers: HeaderMap) -> Response {
    quick(service, uri, &headers, Keep::Minutes, |service, params| {
        position::position(&service.hall, params)
    })
    .await
}

async fn by_tables(State(service): State<Arc<Service>>, uri: Uri, headers: HeaderMap) -> Response {
    quick(service, uri, &headers, Keep::Minutes, |service, params| {
        probe::probe(&service.hall, params)
    })
    .await
}

async fn tables(State(service): State<Arc<Service>>, uri: Uri, headers: HeaderMap) -> Response {
    let told = async {
        Params::read(&uri)?.finish()?;
        let sets = Arc::clone(&service.sets);
        service.thorough.run(LONG, move || json(sets.tables()?)).await
    };
    match told.await {
        Ok(body) => answer::bytes(body, "application/json", Keep::Ask, &headers),
        Err(fault) => fault.into_response(),
    }
}

async fn longest(State(service): State<Arc<Service>>, uri: Uri, headers: HeaderMap) -> Response {
    let found = async {
        let params = Params::read(&uri)?;
        let sets = Arc::clone(&service.sets);
        service.thorough.run(LONG, move || sets.longest(params)).await
    };
    reply(found.await, Keep::Minutes, &headers)
}

async fn by_search(State(service): State<Arc<Service>>, uri: Uri) -> Response {
    let events = async { solve::solve(&service, Params::read(&uri)?).await };
    match events.await {
        Ok(events) => events.into_response(),
        Err(fault) => fault.into_response(),
    }
}

async fn best_line(State(service): State<Arc<Service>>, uri: Uri, headers: HeaderMap) -> Response {
    let line = async { line::line(&service, Params::read(&uri)?).await };
    reply(line.await, Keep::Ask, &headers)
}

/// An answer of rules and tables: off the threads that carry the connections, since a disk may be slow.
async fn quick<T: Serialize + Send + 'static>(
    service: Arc<Service>,
    uri: Uri,
    headers: &HeaderMap,
    keep: Keep,
    work: impl FnOnce(&Service, Params) -> Result<T, Fault> + Send + 'static,
) -> Response {
    let result = match Params::read(&uri) {
        Ok(params) => {
            let place = Arc::clone(&service);
            service.quick.run(QUICK, move || work(&place, params)).await
        }
        Err(fault) => Err(fault),
    };
    reply(result, keep, headers)
}

fn json(value: &impl Serialize) -> Result<Bytes, Fault> {
    let bytes = serde_json::to_vec(value).map_err(|error| Fault::internal(error.to_string()))?;
    Ok(bytes.into())
}

fn reply<T: Serialize>(result: Result<T, Fault>, keep: Keep, headers: &HeaderMap) -> Response {
    match result {
        Ok(value) => answer::json(&value, keep, headers),
        Err(fault) => fault.into_response(),
    }
}

/// Turns away what no page of this server sends, and adds to each answer what keeps pages safe.
async fn guard(
    State(service): State<Arc<Service>>,
    request: Request<Body>,
    next: Next,
) -> Response {
    let mut response = if !request.body().is_end_stream() {
        Fault::method_not_allowed().into_response()
    } else if let Some(fault) = service.foreign_host(request.headers().get(HOST)) {
        fault.into_response()
    } else {
        next.run(request).await
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}
