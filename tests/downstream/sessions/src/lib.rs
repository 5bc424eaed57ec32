//! The sessions of a server, found by the name of their user or by a ticket.
//!
//! A ticket is a handle: eight bytes that go to the client and come back. It opens its own session or none, also when the
//! session has ended and another one has its place.
//!
//! ```
//! use sessions::Sessions;
//!
//! let mut sessions = Sessions::default();
//! let ticket = sessions.open("alice", 10).unwrap();
//! assert_eq!(sessions.user(ticket), Some("alice"));
//! assert!(sessions.open("alice", 11).is_none(), "she has one");
//! assert_eq!(sessions.expire(5), 0);
//! sessions.close(ticket);
//! let other = sessions.open("bob", 12).unwrap();
//! assert_eq!((sessions.user(ticket), sessions.user(other)), (None, Some("bob")));
//! ```

pub mod layout;

use simplehash::{Equivalent, Handle, HashFn, SimpleHash, Std, Table};

/// The name of a user.
#[derive(SimpleHash, Debug, PartialEq, Eq, Hash)]
#[simplehash(layout = crate::layout::Chosen, hasher = ByText, generations = true)]
pub struct User(Box<str>);

impl Equivalent<User> for str {
    fn equivalent(&self, user: &User) -> bool {
        *self == *user.0
    }
}

/// Hashes names, owned or not, under a seed of the process: users choose their names.
#[derive(Debug, Default, Clone)]
pub struct ByText(Std<std::hash::RandomState>);

impl HashFn<User> for ByText {
    fn hash(&self, user: &User) -> u64 {
        HashFn::<str>::hash(&self.0, &user.0)
    }
}

impl HashFn<str> for ByText {
    fn hash(&self, name: &str) -> u64 {
        HashFn::<str>::hash(&self.0, name)
    }
}

/// One session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Session {
    /// When it was last used.
    used: u64,
}

/// What a client shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ticket(Handle);

impl Ticket {
    /// As a number, to be sent.
    #[must_use]
    pub fn to_number(self) -> u64 {
        u64::from(self.0.generation()) << 32 | u64::from(self.0.slot())
    }

    /// From a number that was sent, perhaps by someone who made it up.
    #[must_use]
    pub fn from_number(number: u64) -> Self {
        Self(Handle::from_parts(number as u32, (number >> 32) as u32))
    }
}

/// All sessions.
#[derive(Debug, Default)]
pub struct Sessions {
    table: Table<User, Session>,
}

impl Sessions {
    /// Opens a session, unless the user has one.
    pub fn open(&mut self, user: &str, now: u64) -> Option<Ticket> {
        if self.table.contains_key(user) {
            return None;
        }
        self.table.insert(User(user.into()), Session { used: now });
        self.table.handle(user).map(Ticket)
    }

    /// Whose session it is.
    #[must_use]
    pub fn user(&self, ticket: Ticket) -> Option<&str> {
        self.table.at(ticket.0).map(|entry| &*entry.0.0)
    }

    /// Uses a session; whether it is open.
    pub fn touch(&mut self, ticket: Ticket, now: u64) -> bool {
        self.table.at_mut(ticket.0).map(|entry| entry.1.used = now).is_some()
    }

    /// Ends a session; whether it was open.
    pub fn close(&mut self, ticket: Ticket) -> bool {
        self.table.entry_at(ticket.0).map(simplehash::SlotEntry::delete).is_some()
    }

    /// Ends the sessions last used before `limit`; how many. Sessions that open meanwhile would be no trouble.
    pub fn expire(&mut self, limit: u64) -> usize {
        let (mut scan, mut expired) = (self.table.scan(), 0);
        while let Some(entry) = self.table.scan_next(&mut scan) {
            if entry.get().1.used < limit {
                entry.delete();
                expired += 1;
            }
        }
        expired
    }

    /// Open sessions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.table.is_empty()
    }
}
