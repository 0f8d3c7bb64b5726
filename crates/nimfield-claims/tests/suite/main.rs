//! The tests of the public interface, one program: each file once compiled and linked costs more than
//! all of them together.

mod boards;
mod brute_force;
mod claims;
mod classes;
mod guess;
mod laws;
mod laws_decide;
mod partitions;
mod statements;
mod structure;
mod walks;

#[path = "../../examples/hunt.rs"]
mod hunt;

#[test]
fn the_example_runs() -> Result<(), Box<dyn std::error::Error>> {
    hunt::main()
}
