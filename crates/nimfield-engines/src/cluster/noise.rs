//! A process that sends noise, so that tests can check how the others handle it.

use std::io;
use std::net::TcpListener;
use std::sync::atomic::{AtomicBool, Ordering};

use super::flow::Mesh;
use super::meeting::{JobIdentity, Meeting, MeetingError};
use nimfield_core::budget::Budget;

/// Meets the other processes of the job with this `identity`, sends each of these parcels to all of them, and stays until
/// `is_over`. As process 0 it first sends them `initial`.
///
/// # Errors
/// If the processes do not meet.
pub fn send_noise(
    meeting: &Meeting<'_>,
    listener: TcpListener,
    identity: &[u8],
    initial: &[u8],
    parcels: &[([u64; 4], Vec<u64>)],
    is_over: &AtomicBool,
) -> Result<(), MeetingError> {
    let job = JobIdentity {
        identity,
        words: String::new(),
    };
    let met = meeting.meet(listener, &job, initial, &Budget::unlimited())?;
    let mut mesh = Mesh::join(met.sockets, meeting.me)?;
    for (head, words) in parcels {
        for to in (0..meeting.hosts.len()).filter(|to| *to != meeting.me) {
            mesh.send(to, *head, words);
        }
    }
    while !is_over.load(Ordering::Relaxed) {
        // The answers of the others do not matter.
        let _: io::Result<()> = mesh.wait();
    }
    Ok(())
}
