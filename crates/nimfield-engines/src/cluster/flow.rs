//! The dataflow between the processes. Only this module uses `timely`.
//!
//! There is one dataflow: parcels enter it, and each leaves it at its receiver. The time of a parcel is a level; a
//! process that has finished its share of a level continues with the next one, so the frontier reports which levels are
//! finished everywhere, and when no process will send any more.
//!
//! Its users bound the data in transit: apart from a few numbers, a process receives only words
//! that it has requested, and no process requests more than [`WINDOW`] parts of [`PART`] words at a
//! time.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io;
use std::mem::ManuallyDrop;
use std::net::TcpStream;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::time::{Duration, Instant};

use timely::Accountable;
use timely::bytes::arc::Bytes;
use timely::communication::Hooks;
use timely::communication::Push;
use timely::communication::allocator::zero_copy::initialize::{
    CommsGuard, initialize_networking_from_sockets,
};
use timely::communication::allocator::{Allocator, ProcessBuilder};
use timely::container::NoopBuilder;
use timely::dataflow::InputHandle;
use timely::dataflow::channels::pact::DistributorPact;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::channels::{ContainerBytes, Message};
use timely::dataflow::operators::Input;
use timely::dataflow::operators::generic::Operator;
use timely::progress::Stamp;
use timely::worker::{Config, Worker};

use crate::disk::little_endian;
use nimfield_core::budget::Limit;

/// The most words that are sent at a time.
pub(crate) const PART: usize = 1 << 15;
/// The most parts in transit to a process at a time.
pub(crate) const WINDOW: usize = 48;
/// The first number in the head of a parcel whose sender must stop; then all processes must.
const STOP: u64 = u64::MAX;

/// How long to sleep if there is nothing to do.
const NAP: Duration = Duration::from_millis(5);

/// The number of numbers before the words of a parcel.
const HEAD: usize = 7;

/// A message from one process to another: a few numbers, and words. All are of 64 bits, the lowest byte first.
#[derive(Clone, Default)]
pub(crate) struct Parcel {
    /// The sender, the receiver, and whether it is a valid parcel.
    from: u64,
    to: u64,
    some: bool,
    /// The checksum of the rest: a bit may flip in transit.
    sum: u64,
    /// The numbers of the message.
    pub(crate) head: [u64; 4],
    pub(crate) words: Vec<u64>,
}

impl Parcel {
    /// Returns the process that sent it.
    pub(crate) fn from(&self) -> usize {
        self.from as usize
    }

    /// Returns the limit that stops the sender, if this is such a message.
    pub(crate) fn stop(&self) -> Option<Limit> {
        let [says, milliseconds, ..] = self.head;
        let allowed = Duration::from_millis(milliseconds);
        (says == STOP).then_some(match milliseconds {
            0 => Limit::Cancelled,
            _ => Limit::Time { allowed },
        })
    }

    /// Returns the correct checksum.
    fn right_sum(&self) -> u64 {
        let [a, b, c, d] = self.head;
        let mut sum = crc32fast::Hasher::new();
        let head = [self.from, self.to, a, b, c, d].map(u64::to_le_bytes);
        sum.update(head.as_flattened());
        sum.update(&little_endian(&self.words));
        sum.finalize().into()
    }
}

impl Accountable for Parcel {
    fn record_count(&self) -> i64 {
        i64::from(self.some)
    }
}

impl ContainerBytes for Parcel {
    fn from_bytes(bytes: Bytes) -> Self {
        let (numbers, rest) = bytes.as_chunks();
        let head = numbers
            .split_first_chunk::<HEAD>()
            .filter(|_| rest.is_empty());
        let Some((head, words)) = head else {
            // The receiver refuses this parcel, which has no sender.
            return Parcel {
                from: u64::MAX,
                some: true,
                ..Parcel::default()
            };
        };
        let [from, to, sum, head @ ..] = head.map(u64::from_le_bytes);
        let words = words.iter().map(|word| u64::from_le_bytes(*word));
        Parcel {
            from,
            to,
            some: true,
            sum,
            head,
            words: words.collect(),
        }
    }

    fn length_in_bytes(&self) -> usize {
        8 * (HEAD + self.words.len())
    }

    fn into_bytes<W: io::Write>(&self, writer: &mut W) {
        let [a, b, c, d] = self.head;
        let head: [u64; HEAD] = [self.from, self.to, self.sum, a, b, c, d];
        let head = head.map(u64::to_le_bytes);
        let written = writer.write_all(head.as_flattened());
        let written = written.and_then(|()| writer.write_all(&little_endian(&self.words)));
        written.expect("there is room for as many bytes as were announced");
    }
}

/// Sends every parcel to its receiver.
struct ByName;

impl Distributor<Parcel> for ByName {
    fn partition<T: Clone, P: Push<Message<T, Parcel>>>(
        &mut self,
        parcel: &mut Parcel,
        stamp: &Stamp<T>,
        pushers: &mut [P],
    ) {
        let to = parcel.to as usize;
        Message::push_at(parcel, stamp.clone(), &mut pushers[to]);
    }

    fn flush<T: Clone, P: Push<Message<T, Parcel>>>(&mut self, _: &Stamp<T>, pushers: &mut [P]) {
        pushers.iter_mut().for_each(Push::done);
    }
}

/// A process among others.
pub(crate) struct Mesh {
    me: usize,
    processes: usize,
    worker: Worker,
    /// `None` after the last message.
    input: Option<InputHandle<u64, NoopBuilder<Parcel>>>,
    inbox: Rc<RefCell<VecDeque<Parcel>>>,
    /// A buffer for the words of a parcel, which sending copies to the queue of the socket.
    room: Vec<u64>,
    /// The lowest level that is not finished everywhere; `None` if nothing more will come.
    frontier: Rc<Cell<Option<u64>>>,
    /// Waits for the threads of the sockets, which end only if the work was finished.
    guard: ManuallyDrop<CommsGuard>,
}

impl Mesh {
    /// Connects to the other processes, with a socket for each of them.
    pub(crate) fn join(sockets: Vec<Option<TcpStream>>, me: usize) -> io::Result<Mesh> {
        let processes = sockets.len();
        let threads = ProcessBuilder::new_typed_vector(1, Hooks::default().refill, None);
        let (builders, guard) =
            initialize_networking_from_sockets(threads, sockets, me, 1, Hooks::default())?;
        let builder = builders.into_iter().next();
        let builder = builder.ok_or_else(|| io::Error::other("no worker is left"))?;
        let allocator = Allocator::Tcp(builder.build());
        let mut worker = Worker::new(Config::default(), allocator, Some(Instant::now()));
        let inbox = Rc::new(RefCell::new(VecDeque::new()));
        let frontier = Rc::new(Cell::new(Some(0)));
        let (received, passed) = (inbox.clone(), frontier.clone());
        let input = worker.dataflow::<u64, _, _>(|scope| {
            let (input, stream) = scope.new_input_with_builder::<NoopBuilder<Parcel>>();
            let pact = DistributorPact(|_| ByName);
            stream.sink(pact, "parcels", move |(input, frontier)| {
                input.for_each(|_, parcel| {
                    received.borrow_mut().push_back(std::mem::take(parcel));
                });
                passed.set(frontier.frontier().first().copied());
            });
            input
        });
        Ok(Mesh {
            me,
            processes,
            worker,
            input: Some(input),
            inbox,
            room: Vec::new(),
            frontier,
            guard: ManuallyDrop::new(guard),
        })
    }

    /// Returns the number of this process.
    pub(crate) fn me(&self) -> usize {
        self.me
    }

    /// Sends numbers and words to another process.
    pub(crate) fn send(&mut self, to: usize, head: [u64; 4], words: &[u64]) {
        let mut room = std::mem::take(&mut self.room);
        room.clear();
        room.extend_from_slice(words);
        let mut parcel = Parcel {
            from: self.me as u64,
            to: to as u64,
            some: true,
            sum: 0,
            head,
            words: room,
        };
        parcel.sum = parcel.right_sum();
        if let Some(input) = &mut self.input {
            input.send_batch(&mut parcel);
        }
        self.room = parcel.words;
    }

    /// Sends numbers to all other processes.
    pub(crate) fn tell(&mut self, head: [u64; 4]) {
        for to in 0..self.processes {
            if to != self.me {
                self.send(to, head, &[]);
            }
        }
    }

    /// Informs all other processes that this process must stop.
    pub(crate) fn tell_to_stop(&mut self, limit: Limit) {
        let time = match limit {
            Limit::Time { allowed } => allowed.as_millis() as u64,
            _ => 0,
        };
        self.tell([STOP, time, 0, 0]);
    }

    /// Sends and receives parcels.
    ///
    /// # Errors
    /// If a received message is malformed.
    pub(crate) fn step(&mut self) -> io::Result<()> {
        self.stepping(|worker| _ = worker.step())
    }

    /// Does the same when the process is idle, but waits a moment if nothing comes.
    pub(crate) fn wait(&mut self) -> io::Result<()> {
        self.stepping(|worker| _ = worker.step_or_park(Some(NAP)))
    }

    /// Takes a step and catches panics: the engine panics on bytes that it has not written itself.
    fn stepping(&mut self, step: impl FnOnce(&mut Worker)) -> io::Result<()> {
        catch_unwind(AssertUnwindSafe(|| step(&mut self.worker)))
            .map_err(|_| io::Error::other("a process sent bytes that are not a message"))
    }

    /// Returns a received parcel.
    ///
    /// # Errors
    /// If it has no sender, or has been altered.
    pub(crate) fn receive(&mut self) -> io::Result<Option<Parcel>> {
        let parcel = self.inbox.borrow_mut().pop_front();
        match parcel {
            Some(parcel) if parcel.from >= self.processes as u64 => {
                Err(io::Error::other("a parcel does not name its sender"))
            }
            Some(parcel) if parcel.sum != parcel.right_sum() => {
                let from = parcel.from;
                let why = format!("a message from process {from} was altered in transit");
                Err(io::Error::other(why))
            }
            parcel => Ok(parcel),
        }
    }

    /// Announces that this process has finished its share of the lower levels.
    pub(crate) fn at_level(&mut self, level: u64) {
        if let Some(input) = &mut self.input
            && *input.time() < level
        {
            input.advance_to(level);
        }
    }

    /// Returns the lowest level that is not finished everywhere; `None` after the last message of every process.
    pub(crate) fn level(&self) -> Option<u64> {
        self.frontier.get()
    }

    /// Announces that this process will send nothing more.
    pub(crate) fn close(&mut self) {
        self.input = None;
    }

    /// Leaves, after all other processes have announced the same.
    pub(crate) fn finish(mut self) {
        while self.worker.has_dataflows() {
            self.worker.step_or_park(Some(NAP));
        }
        let Mesh { worker, guard, .. } = self;
        drop(worker);
        drop(ManuallyDrop::into_inner(guard));
    }
}

/// Returns the number of the process that a thread of this name waits for, if it is such a name; a panic in such a
/// thread means that the process was lost.
#[must_use]
pub fn lost_peer(thread: &str) -> Option<usize> {
    let rest = thread.strip_prefix("timely:")?;
    let number = rest.strip_prefix("send-").or(rest.strip_prefix("recv-"))?;
    // Threads with other names wait for no process.
    number.parse().ok()
}
