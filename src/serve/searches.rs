//! Searches under way: so many at once, each with memory of its own, none for ever.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use retrosolve_games::connect4::{Board, ConnectFour};
use retrosolve_solver::Watch;
use retrosolve_solver::connect4::Engine;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::time::{sleep, timeout};

use super::fault::Fault;
use super::quick::fell_over;

/// So many may wait; one more is told to come again.
const WAITING: usize = 32;

/// Who waits for whom, and how long.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// A search waits so long for a place.
    pub(super) patience: Duration,
    /// A search may go on for so long though others wait.
    pub(super) fair: Duration,
    /// A search is looked at so often.
    pub(super) look: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            patience: Duration::from_secs(3),
            fair: Duration::from_secs(10),
            look: Duration::from_millis(250),
        }
    }
}

/// The places for searches.
pub(super) struct Searches {
    pace: Pace,
    places: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    is_closing: Arc<AtomicBool>,
    /// What the places have kept that are free.
    kept: Arc<Mutex<VecDeque<Kept>>>,
}

/// The memory of a place: an engine stays as long as searches are on its board, since what it has found for
/// one position helps with the next.
pub(super) struct Kept {
    engine: Option<(Board, Engine)>,
    /// What a search here may take.
    pub(super) bytes: usize,
}

impl Kept {
    /// The engine for a board, with what it has found before if the last one was for that board.
    ///
    /// # Errors
    /// If the board has none, or the memory cannot be had.
    pub(super) fn engine(&mut self, board: Board) -> anyhow::Result<&mut Engine> {
        // The memory of the last goes before that of the next comes.
        let last = self.engine.take().filter(|(last, _)| *last == board);
        let engine = match last {
            Some((_, engine)) => engine,
            None => Engine::for_game(ConnectFour::new(board), self.bytes)?,
        };
        Ok(&mut self.engine.insert((board, engine)).1)
    }

    /// Gives the memory back, for a search of another kind.
    pub(super) fn clear(&mut self) {
        self.engine = None;
    }
}

/// The right to search.
pub(super) struct Place {
    _permit: OwnedSemaphorePermit,
    kept: Option<Kept>,
    home: Arc<Mutex<VecDeque<Kept>>>,
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some(kept) = self.kept.take() {
            self.home.lock().unwrap_or_else(PoisonError::into_inner).push_back(kept);
        }
    }
}

impl Searches {
    /// Places for so many searches, which share some memory.
    pub(super) fn new(count: usize, bytes: u64, pace: Pace) -> Self {
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX) / count;
        let kept = (0..count).map(|_| Kept { engine: None, bytes }).collect();
        Self {
            pace,
            places: Arc::new(Semaphore::new(count)),
            waiting: Arc::default(),
            is_closing: Arc::default(),
            kept: Arc::new(Mutex::new(kept)),
        }
    }

    /// Ends all searches soon, and lets none begin.
    pub(super) fn close(&self) {
        self.is_closing.store(true, Relaxed);
        self.places.close();
    }

    /// Waits for a place; one that has an engine for the board if possible.
    ///
    /// # Errors
    /// `busy` if none becomes free.
    pub(super) async fn place(&self, board: Option<Board>) -> Result<Place, Fault> {
        let waiter = Waiter::new(&self.waiting)?;
        let permit = timeout(self.pace.patience, Arc::clone(&self.places).acquire_owned()).await;
        drop(waiter);
        let Ok(Ok(permit)) = permit else { return Err(Fault::busy()) };
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let fits = |kept: &Kept| kept.engine.as_ref().map(|(board, _)| *board) == board;
        let at = kept.iter().position(fits).unwrap_or(0);
        let kept = kept.remove(at);
        Ok(Place { _permit: permit, kept, home: Arc::clone(&self.kept) })
    }

    /// Searches on a thread of its own. The search ends early if others have waited for long enough, or the
    /// server is to end; the place is free when it has ended.
    pub(super) fn start<T: Send + 'static>(
        &self,
        mut place: Place,
        search: impl FnOnce(&mut Kept, &Watch) -> Result<T, Fault> + Send + 'static,
    ) -> Result<Search<T>, Fault> {
        let watch = Watch::new();
        let (tell, result) = oneshot::channel();
        let seen = watch.clone();
        let work = move || {
            let Some(mut kept) = place.kept.take() else { return };
            let bytes = kept.bytes;
            let found = catch_unwind(AssertUnwindSafe(|| search(&mut kept, &seen)));
            // What a fault has left behind is not used again.
            let kept = if found.is_ok() { kept } else { Kept { engine: None, bytes } };
            place.kept = Some(kept);
            drop(place);
            let _ = tell.send(found.unwrap_or_else(|_| Err(fell_over())));
        };
        thread::Builder::new().name("search".to_owned()).spawn(work).map_err(|_| Fault::busy())?;
        Ok(Search {
            pace: self.pace,
            watch,
            result,
            started: Instant::now(),
            waiting: Arc::clone(&self.waiting),
            is_closing: Arc::clone(&self.is_closing),
        })
    }
}

/// One who waits for a place.
struct Waiter<'a>(&'a AtomicUsize);

impl<'a> Waiter<'a> {
    fn new(waiting: &'a AtomicUsize) -> Result<Self, Fault> {
        let waiter = Self(waiting);
        if waiting.fetch_add(1, Relaxed) < WAITING { Ok(waiter) } else { Err(Fault::busy()) }
    }
}

impl Drop for Waiter<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}

/// A search under way. Dropping it stops the search.
pub(super) struct Search<T> {
    pace: Pace,
    pub(super) watch: Watch,
    result: oneshot::Receiver<Result<T, Fault>>,
    pub(super) started: Instant,
    waiting: Arc<AtomicUsize>,
    is_closing: Arc<AtomicBool>,
}

impl<T> Search<T> {
    /// Waits a moment: the result, if it comes.
    pub(super) async fn look(&mut self) -> Option<Result<T, Fault>> {
        tokio::select! {
            biased;
            result = &mut self.result => Some(result.unwrap_or_else(|_| Err(fell_over()))),
            () = sleep(self.pace.look) => {
                let others_wait = self.waiting.load(Relaxed) > 0 && self.started.elapsed() >= self.pace.fair;
                if others_wait || self.is_closing.load(Relaxed) {
                    self.watch.stop();
                }
                None
            }
        }
    }

    /// Waits for the result.
    pub(super) async fn result(mut self) -> Result<T, Fault> {
        loop {
            if let Some(result) = self.look().await {
                return result;
            }
        }
    }
}

impl<T> Drop for Search<T> {
    fn drop(&mut self) {
        self.watch.stop();
    }
}
