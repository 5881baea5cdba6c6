//! Progress bars on a terminal; nothing where standard error is none.

use std::io::IsTerminal;
use std::sync::{Mutex, MutexGuard, PoisonError};

use indicatif::{ProgressBar, ProgressStyle};
use retrosolve_tablegen::Progress;

/// One bar at a time, with rate and time left.
pub(crate) struct Bar {
    shown: bool,
    current: Mutex<ProgressBar>,
}

impl Bar {
    /// A bar on standard error, if that is a terminal.
    pub(crate) fn new() -> Self {
        let shown = std::io::stderr().is_terminal();
        Self { shown, current: Mutex::new(ProgressBar::hidden()) }
    }

    fn current(&self) -> MutexGuard<'_, ProgressBar> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Prints with the bar out of the way.
    pub(crate) fn suspend<R>(&self, print: impl FnOnce() -> R) -> R {
        let bar = self.current().clone();
        bar.suspend(print)
    }
}

impl Progress for Bar {
    fn begin(&self, what: &str, total: u64, unit: &str) {
        if !self.shown {
            return;
        }
        let bar = if total > 0 { ProgressBar::new(total) } else { ProgressBar::no_length() };
        let template = if total > 0 {
            "{msg} [{bar:30}] {human_pos}/{human_len} {prefix}, {per_sec}, {eta} left"
        } else {
            "{msg} {spinner} {human_pos} {prefix}, {per_sec}"
        };
        let style = ProgressStyle::with_template(template).expect("the template is well-formed");
        bar.set_style(style.progress_chars("=> "));
        bar.set_prefix(unit.to_owned());
        bar.set_message(what.to_owned());
        *self.current() = bar;
    }

    fn advance(&self, n: u64) {
        if self.shown {
            self.current().inc(n);
        }
    }

    fn end(&self) {
        self.current().finish_and_clear();
    }
}
