//! Collects all mistakes of an item, so that they are reported in one go.

use proc_macro2::Span;
use syn::{Error, Result};

/// The mistakes so far. Must be finished: dropping it unread would lose them.
pub(crate) struct Context {
    errors: Option<Error>,
    finished: bool,
}

impl Context {
    pub(crate) fn new() -> Self {
        Self { errors: None, finished: false }
    }

    pub(crate) fn add(&mut self, error: Error) {
        match &mut self.errors {
            Some(errors) => errors.combine(error),
            None => self.errors = Some(error),
        }
    }

    pub(crate) fn error(&mut self, at: Span, message: impl std::fmt::Display) {
        self.add(Error::new(at, message));
    }

    /// Keeps the value or the mistake.
    pub(crate) fn take<T>(&mut self, result: Result<T>) -> Option<T> {
        result.map_err(|error| self.add(error)).ok()
    }

    pub(crate) fn finish(mut self) -> Result<()> {
        self.finished = true;
        self.errors.take().map_or(Ok(()), Err)
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        assert!(self.finished || std::thread::panicking(), "the mistakes of this item were not read");
    }
}
