//! A process that says anything, so that tests see what others make of it.

use std::io;
use std::net::TcpListener;
use std::sync::atomic::{AtomicBool, Ordering};

use super::flow::Mesh;
use super::meeting::{Meeting, MeetingError, Rules};
use nimfield_core::budget::Budget;

/// Meets the others of a job with this identity, tells them this, if it is process 0, sends each of these to all of them, and stays until nobody is
/// interested any more.
///
/// # Errors
/// If the processes do not meet.
pub fn babble(
    meeting: &Meeting<'_>,
    listener: TcpListener,
    identity: &[u8],
    told: &[u8],
    parcels: &[([u64; 4], Vec<u64>)],
    is_over: &AtomicBool,
) -> Result<(), MeetingError> {
    let rules = Rules {
        identity,
        words: String::new(),
    };
    let met = meeting.meet(listener, &rules, told, &Budget::unlimited())?;
    let mut mesh = Mesh::join(met.sockets, meeting.me)?;
    for (head, words) in parcels {
        for to in (0..meeting.hosts.len()).filter(|to| *to != meeting.me) {
            mesh.send(to, *head, words);
        }
    }
    while !is_over.load(Ordering::Relaxed) {
        // What the others answer does not matter.
        let _: io::Result<()> = mesh.rest();
    }
    Ok(())
}
