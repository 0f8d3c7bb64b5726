//! The tests of the server, one program. Each starts servers of its own in this process.

mod client;
mod documented;
mod generated;
mod guards;
mod jobs;
mod load;
mod running;
