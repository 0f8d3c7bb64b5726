//! The tests of the server, one program. Each starts servers of its own in this process.

mod client;
mod documented;
mod generated;
mod guards;
mod jobs;
mod joined;
mod load;
#[cfg(feature = "schema")]
mod openapi;
mod running;

#[path = "../../examples/embedded.rs"]
mod embedded;

#[test]
fn the_example_runs() -> Result<(), Box<dyn std::error::Error>> {
    embedded::main()
}
