//! Answers that take no search: so many at once, each within a time.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::fault::Fault;

/// So many are worked on at once; the others wait.
const AT_ONCE: usize = 16;

/// So many more may wait; one beyond them is told to come again.
const WAITING: usize = 512;

/// Threads for short work besides those of the connections.
pub(super) struct Quick {
    working: Arc<Semaphore>,
    admitted: Arc<Semaphore>,
}

impl Quick {
    /// How many threads [`Self::run`] keeps busy at most.
    pub(super) const THREADS: usize = AT_ONCE;

    pub(super) fn new() -> Self {
        let working = Arc::new(Semaphore::new(AT_ONCE));
        Self { working, admitted: Arc::new(Semaphore::new(AT_ONCE + WAITING)) }
    }

    /// Does some work and gives its result, or a fault if it has to wait or takes too long.
    ///
    /// Work that takes too long goes on to its end, unheard, and keeps its place until then.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        time: Duration,
        work: impl FnOnce() -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let Ok(admitted) = Arc::clone(&self.admitted).try_acquire_owned() else {
            return Err(Fault::busy());
        };
        let working = Arc::clone(&self.working);
        let run = async move {
            let place = working.acquire_owned().await.map_err(|_| Fault::busy())?;
            let work = move || {
                let _places = (admitted, place);
                catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err(fell_over()))
            };
            spawn_blocking(work).await.unwrap_or_else(|_| Err(fell_over()))
        };
        timeout(time, run).await.unwrap_or_else(|_| Err(Fault::too_slow()))
    }
}

/// The fault of a panic, whose message has gone to standard error.
pub(super) fn fell_over() -> Fault {
    Fault::internal("the program has a fault; its message is on the server's standard error")
}
