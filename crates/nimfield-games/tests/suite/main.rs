//! The tests of the public interface, one program: each file once compiled and linked costs more than
//! all of them together.

mod boards;
mod census;
mod codes;
mod factors;
mod holladay;
mod hooks;
mod long_runs;
mod matrix;
mod misere_forms;
mod nimbers;
mod partitions;
mod placing;
mod posets;
mod turning;
mod twins;
mod wythoff;

#[path = "../../examples/closed_forms.rs"]
mod closed_forms;

#[test]
fn the_example_runs() {
    closed_forms::main();
}
