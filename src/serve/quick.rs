//! Answers that take no search: so many at once, each within a time.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::fault::Fault;

/// Short work, off the threads of the connections.
pub(super) struct Quick {
    working: Arc<Semaphore>,
    admitted: Arc<Semaphore>,
}

impl Quick {
    /// So much at once, while so much more may wait; what comes beyond that is told to come again.
    pub(super) fn new(at_once: usize, waiting: usize) -> Self {
        let working = Arc::new(Semaphore::new(at_once));
        Self { working, admitted: Arc::new(Semaphore::new(at_once + waiting)) }
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
