//! The network: connections, how many and how long, and the end of the server.

use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use serde::Serialize;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};

use super::router::router;
use super::service::Service;
use super::stall::Stalling;
use crate::cli::{Common, ServeArgs};
use crate::output::{line, print_json};

/// Connections at once; one more has to wait until one ends.
const CONNECTIONS: usize = 256;

/// A client has so long for the head of its next request.
const HEAD_TIME: Duration = Duration::from_secs(10);

/// Bytes of a request's head at most.
const HEAD_BYTES: usize = 16 << 10;

/// A client that takes in nothing for so long is given up.
const PATIENCE: Duration = Duration::from_secs(20);

/// What is under way when the server is to end has so long to end itself.
const FAREWELL: Duration = Duration::from_secs(3);

#[derive(Serialize)]
struct Listening {
    listening: String,
}

/// Serves until the process is told to end.
///
/// # Errors
/// If the port cannot be had.
pub(super) async fn listen(service: Arc<Service>, args: &ServeArgs, common: &Common) -> Result<()> {
    let wanted = SocketAddr::new(args.listen, args.port);
    let listener = TcpListener::bind(wanted)
        .await
        .with_context(|| format!("cannot listen on {wanted}; --port 0 takes a free port"))?;
    let address = listener.local_addr().context("the server has no address")?;
    let listening = format!("http://{address}/");
    if common.json {
        print_json(&Listening { listening })?;
    } else {
        line(format_args!("listening on {listening}"))?;
        if !service.hall.has_tables() {
            line(format_args!(
                "no tables at {}: values come from search alone; `retrosolve generate checkers --pieces 4` makes some",
                args.tables.tables.display()
            ))?;
        }
    }
    std::io::stdout().flush()?;
    serve(listener, service, told_to_end()).await;
    Ok(())
}

/// Takes connections until `end` comes, then lets those there are finish what they are at.
async fn serve(listener: TcpListener, service: Arc<Service>, end: impl Future<Output = ()>) {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let (closing, _) = watch::channel(false);
    let app = router(Arc::clone(&service));
    tokio::pin!(end);
    loop {
        let accepted = async {
            let place = Arc::clone(&places).acquire_owned().await;
            (place, listener.accept().await)
        };
        let (place, accepted) = tokio::select! {
            accepted = accepted => accepted,
            () = &mut end => break,
        };
        let stream = match accepted {
            Ok((stream, _)) => stream,
            Err(_) => {
                // Most likely there are too many open files: that passes.
                sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let (app, closing) = (app.clone(), closing.subscribe());
        tokio::spawn(async move {
            let _place = place;
            converse(stream, app, closing).await;
        });
    }
    drop(listener);
    service.searches.close();
    let _ = closing.send(true);
    let all_gone = places.acquire_many(CONNECTIONS as u32);
    let _ = timeout(FAREWELL, all_gone).await;
}

/// Answers the requests of one connection. That it breaks is the client's business.
async fn converse(stream: TcpStream, app: axum::Router, mut closing: watch::Receiver<bool>) {
    let _ = stream.set_nodelay(true);
    let stream = TokioIo::new(Stalling::new(stream, PATIENCE));
    let conversation = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(stream, TowerToHyperService::new(app));
    tokio::pin!(conversation);
    tokio::select! {
        _ = &mut conversation => {}
        _ = closing.changed() => {
            conversation.as_mut().graceful_shutdown();
            let _ = conversation.await;
        }
    }
}

/// Waits for Ctrl-C, or for the signal that ends services.
async fn told_to_end() {
    let interrupted = async {
        // Without the signal only the other way of ending is left.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut ended) = signal(SignalKind::terminate()) {
            tokio::select! {
                () = interrupted => {}
                _ = ended.recv() => {}
            }
            return;
        }
    }
    interrupted.await;
}
