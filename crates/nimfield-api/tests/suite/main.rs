//! The tests of the requests and answers, one program.

mod calculators;
mod corpus;
mod expressions;
mod handles;
mod laws;
mod moves;
mod playing;
mod support;
mod values;

#[path = "../../examples/requests.rs"]
mod requests;

#[test]
fn the_example_runs() -> Result<(), Box<dyn std::error::Error>> {
    requests::main()
}
