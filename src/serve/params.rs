//! The query of a request: each parameter once, none unknown.

use std::str::FromStr;

use axum::extract::Query;
use axum::http::Uri;

use super::fault::Fault;

/// The longest address that is read, in bytes.
const MOST_URI: usize = 8_000;

/// The longest position that is read, in bytes.
pub(super) const MOST_POSITION: usize = 2_000;

/// The parameters that have not been taken yet.
pub(super) struct Params(Vec<(String, String)>);

impl Params {
    /// Reads the query of an address.
    ///
    /// # Errors
    /// If it is too long, is none, or has a parameter twice.
    pub(super) fn read(uri: &Uri) -> Result<Self, Fault> {
        let length = uri.path().len() + uri.query().map_or(0, str::len);
        if length > MOST_URI {
            return Err(Fault::too_long(format!("the address has more than {MOST_URI} bytes")));
        }
        let Query(pairs) = Query::<Vec<(String, String)>>::try_from_uri(uri)
            .map_err(|_| Fault::bad_request("the query cannot be read"))?;
        for (number, (name, _)) in pairs.iter().enumerate() {
            if pairs[..number].iter().any(|(other, _)| other == name) {
                let name = name.escape_debug();
                return Err(Fault::bad_request(format!("parameter `{name}` is given twice")));
            }
        }
        Ok(Self(pairs))
    }

    /// Takes a parameter.
    pub(super) fn take(&mut self, name: &str) -> Option<String> {
        let at = self.0.iter().position(|(other, _)| other == name)?;
        Some(self.0.swap_remove(at).1)
    }

    /// Takes a parameter that has to be there.
    pub(super) fn need(&mut self, name: &str) -> Result<String, Fault> {
        let missing = || Fault::bad_request(format!("parameter `{name}` is missing"));
        self.take(name).ok_or_else(missing)
    }

    /// Takes a number in a range.
    pub(super) fn number<N>(
        &mut self,
        name: &str,
        least: N,
        most: Option<N>,
    ) -> Result<Option<N>, Fault>
    where
        N: FromStr + PartialOrd + std::fmt::Display,
    {
        let Some(text) = self.take(name) else { return Ok(None) };
        let fits = |number: &N| *number >= least && most.as_ref().is_none_or(|most| number <= most);
        let range = || match &most {
            Some(most) => format!("from {least} to {most}"),
            None => format!("from {least}"),
        };
        let number = text.parse().ok().filter(fits);
        let text = text.escape_debug();
        let wrong = || Fault::bad_request(format!("{name}: `{text}` is no number {}", range()));
        number.map(Some).ok_or_else(wrong)
    }

    /// An error if there are parameters that nobody took.
    pub(super) fn finish(self) -> Result<(), Fault> {
        match self.0.first() {
            None => Ok(()),
            Some((name, _)) => {
                Err(Fault::bad_request(format!("no parameter `{}`", name.escape_debug())))
            }
        }
    }
}
