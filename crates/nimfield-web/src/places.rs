//! Places for those who compute, shared fairly among clients.
//!
//! There are a few places, and one more for a client that has none: so nobody waits because another client has them
//! all. A place that becomes free goes to the waiting client that has the fewest, and among equals to the one that
//! was served longest ago. When the queue is full, a request of the client with the most gives way.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

/// A client: an address, or for IPv6 the network that a provider assigns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Client(IpAddr);

impl Client {
    /// Returns the client that has this address.
    pub fn new(address: IpAddr) -> Client {
        Client(match address.to_canonical() {
            IpAddr::V6(address) => {
                let network = u128::from(address) & u128::MAX << 64;
                IpAddr::V6(network.into())
            }
            address => address,
        })
    }
}

/// The places.
#[derive(Clone)]
pub struct Places(Arc<Mutex<Shared>>);

struct Shared {
    at_once: usize,
    queue: usize,
    taken: usize,
    clients: HashMap<Client, Turns>,
    /// In the order of their arrival.
    waiting: Vec<Waiting>,
    served: u64,
    closed: bool,
}

/// What a client has had.
#[derive(Clone, Copy, Default)]
struct Turns {
    running: usize,
    /// The number of its last place among all that were given.
    last: u64,
}

struct Waiting {
    client: Client,
    told: oneshot::Sender<Place>,
}

/// Why a request gets no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoPlace {
    /// Too many wait already.
    Busy,
    /// There are none any more.
    Closed,
}

/// A place, which is free again when this is dropped.
pub struct Place {
    places: Places,
    client: Client,
}

impl Places {
    /// Returns free places, with a queue for this many.
    pub fn new(at_once: usize, queue: usize) -> Places {
        Places(Arc::new(Mutex::new(Shared {
            at_once,
            queue,
            taken: 0,
            clients: HashMap::new(),
            waiting: Vec::new(),
            served: 0,
            closed: false,
        })))
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a place.
    pub async fn take(&self, client: Client) -> Result<Place, NoPlace> {
        let (told, place) = oneshot::channel();
        self.shared().wait(Waiting { client, told })?;
        self.give();
        // Without a place there may be no room to wait in, either.
        self.shared().bound_queue();
        let lost = |_| match self.shared().closed {
            true => NoPlace::Closed,
            false => NoPlace::Busy,
        };
        let place = place.await.map_err(lost)?;
        match self.shared().closed {
            true => Err(NoPlace::Closed),
            false => Ok(place),
        }
    }

    /// Gives free places to waiting clients.
    fn give(&self) {
        loop {
            // A place that nobody takes any more is free again after the lock.
            let given = self.shared().next();
            let Some(Waiting { client, told }) = given else {
                return;
            };
            let places = self.clone();
            let _ = told.send(Place { places, client });
        }
    }

    /// Stops giving places.
    pub fn close(&self) {
        let mut shared = self.shared();
        shared.closed = true;
        shared.waiting.clear();
    }
}

impl Shared {
    fn turns(&self, client: Client) -> Turns {
        self.clients.get(&client).copied().unwrap_or_default()
    }

    fn wait(&mut self, one: Waiting) -> Result<(), NoPlace> {
        if self.closed {
            return Err(NoPlace::Closed);
        }
        self.waiting.push(one);
        Ok(())
    }

    /// Returns the next one that gets a place, if there is one for it.
    fn next(&mut self) -> Option<Waiting> {
        self.waiting.retain(|one| !one.told.is_closed());
        let may = |one: &Waiting| {
            let first = self.turns(one.client).running == 0;
            self.taken < self.at_once + usize::from(first)
        };
        let next = (0..self.waiting.len())
            .filter(|&i| may(&self.waiting[i]))
            .min_by_key(|&i| {
                let turns = self.turns(self.waiting[i].client);
                (turns.running, turns.last)
            })?;
        let one = self.waiting.remove(next);
        self.taken += 1;
        self.served += 1;
        let turns = self.clients.entry(one.client).or_default();
        turns.running += 1;
        turns.last = self.served;
        Some(one)
    }

    /// Drops the last entry of the client with the most entries in the queue, while it is too long.
    fn bound_queue(&mut self) {
        while self.waiting.len() > self.queue {
            let mut counts: HashMap<Client, usize> = HashMap::new();
            for one in &self.waiting {
                *counts.entry(one.client).or_default() += 1;
            }
            let last = (0..self.waiting.len()).max_by_key(|&i| counts[&self.waiting[i].client]);
            let Some(last) = last else { return };
            self.waiting.remove(last);
        }
    }

    fn free(&mut self, client: Client) {
        self.taken -= 1;
        if let Some(turns) = self.clients.get_mut(&client) {
            turns.running -= 1;
        }
        // A client without places is removed.
        let waiting = &self.waiting;
        let here = |client: &Client| waiting.iter().any(|one| one.client == *client);
        self.clients
            .retain(|client, turns| turns.running > 0 || here(client));
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.places.shared().free(self.client);
        self.places.give();
    }
}
