//! Searches side by side: who waits, who is stopped, and that nothing is lost.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::{Body, HttpBody};
use axum::http::{Request, Uri};
use tokio::runtime::Runtime;
use tokio::time::sleep;

use super::site::Site;
use crate::serve::fault::Fault;
use crate::serve::params::Params;
use crate::serve::quick::Quick;
use crate::serve::searches::{Pace, Searches};
use crate::serve::solve::solve;

const PACE: Pace = Pace {
    patience: Duration::from_millis(400),
    fair: Duration::from_millis(100),
    look: Duration::from_millis(10),
};

/// Searches until it is told to stop.
fn endless(watch: &retrosolve_solver::Watch) {
    while !watch.is_stopped() {
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_search_gives_way_when_it_has_had_its_time_and_others_wait() {
    Runtime::new().expect("a runtime").block_on(async {
        let searches = Arc::new(Searches::new(1, 1 << 20, PACE));
        let place = searches.place(None).await.expect("a place");
        let first = searches.start(place, |_, watch| {
            endless(watch);
            Ok("stopped")
        });
        let first = first.expect("a search");
        // Nobody waits: it goes on beyond its time.
        let mut first = Box::pin(first.result());
        let early = tokio::time::timeout(Duration::from_millis(250), &mut first).await;
        assert!(early.is_err(), "it has ended: {early:?}");
        let (second, first) = tokio::join!(searches.place(None), first);
        assert_eq!(first, Ok("stopped"));
        assert!(second.is_ok());
    });
}

#[test]
fn who_finds_no_place_in_time_is_told_so() {
    Runtime::new().expect("a runtime").block_on(async {
        let searches = Searches::new(1, 1 << 20, Pace { fair: Duration::from_secs(60), ..PACE });
        let place = searches.place(None).await.expect("a place");
        let busy = searches.place(None).await.err();
        assert_eq!(busy, Some(Fault::busy()));
        drop(place);
        assert!(searches.place(None).await.is_ok());
    });
}

#[test]
fn a_search_that_falls_over_leaves_its_place_to_the_next() {
    Runtime::new().expect("a runtime").block_on(async {
        let searches = Searches::new(1, 1 << 20, PACE);
        for _ in 0..2 {
            let place = searches.place(None).await.expect("a place");
            let fallen = searches.start::<()>(place, |_, _| panic!("of the test"));
            let fallen = fallen.expect("a search").result().await;
            assert!(fallen.is_err_and(|fault| fault.json().contains("internal")));
        }
        let place = searches.place(None).await.expect("a place");
        let next = searches.start(place, |kept, _| Ok(kept.bytes)).expect("a search");
        assert_eq!(next.result().await, Ok(1 << 20));
    });
}

#[test]
fn closing_stops_what_is_under_way_and_lets_nothing_begin() {
    Runtime::new().expect("a runtime").block_on(async {
        let searches = Searches::new(2, 1 << 20, PACE);
        let place = searches.place(None).await.expect("a place");
        let search = searches.start(place, |_, watch| {
            endless(watch);
            Ok(())
        });
        let search = search.expect("a search");
        searches.close();
        assert_eq!(search.result().await, Ok(()));
        assert!(searches.place(None).await.is_err());
    });
}

#[test]
fn a_client_that_goes_away_ends_its_search() {
    let site = Site::without_tables();
    site.runtime.block_on(async {
        let uri: Uri = "/?game=connect4&board=8x7&seconds=600".parse().expect("an address");
        // As many as there are places, all given up.
        for _ in 0..2 {
            let params = Params::read(&uri).expect("parameters");
            let mut events = solve(&site.service, params).await.expect("events");
            let first =
                std::future::poll_fn(|context| std::pin::Pin::new(&mut events).poll_frame(context));
            assert!(first.await.is_some(), "a progress event");
            drop(events);
        }
        let start = Instant::now();
        let params = Params::read(&uri).expect("parameters");
        assert!(solve(&site.service, params).await.is_ok(), "a place is free again");
        assert!(start.elapsed() < Duration::from_secs(3));
    });
}

#[test]
fn probes_are_answered_while_every_place_searches() {
    let site = Site::without_tables();
    let uri: Uri = "/?game=connect4&board=8x7&seconds=600".parse().expect("an address");
    let held: Vec<_> = site.runtime.block_on(async {
        let mut held = Vec::new();
        for _ in 0..2 {
            let params = Params::read(&uri).expect("parameters");
            held.push(solve(&site.service, params).await.expect("events"));
        }
        held
    });
    let path = "/api/v1/probe?game=connect4&position=112233";
    let request = Request::get(path).body(Body::empty()).expect("a request");
    assert_eq!(site.send(request).ok()["value"], "win");
    drop(held);
}

#[test]
fn short_work_is_bounded_in_number_and_time_and_may_fall_over() {
    Runtime::new().expect("a runtime").block_on(async {
        let quick = Arc::new(Quick::new(1, 1));
        let long = Duration::from_secs(5);
        let fallen = quick.run::<()>(long, || panic!("of the test")).await;
        assert!(fallen.is_err_and(|fault| fault.json().contains("internal")));
        let slow = quick.run(Duration::from_millis(20), || {
            std::thread::sleep(Duration::from_millis(300));
            Ok(())
        });
        assert_eq!(slow.await, Err(Fault::too_slow()));
        // It still has its place: one may wait, the next may not.
        let waiting = tokio::spawn({
            let quick = Arc::clone(&quick);
            async move { quick.run(long, || Ok("in the end")).await }
        });
        sleep(Duration::from_millis(50)).await;
        assert_eq!(quick.run(long, || Ok(())).await, Err(Fault::busy()));
        assert_eq!(waiting.await.expect("no panic"), Ok("in the end"));
    });
}
