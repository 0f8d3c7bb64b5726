//! The tests of the public interface, one program: each file once compiled and linked costs more than
//! all of them together.

mod budget;
mod carets;
mod diagrams;
mod expressions;
mod families;
mod files;
mod guesses;
mod heat;
mod sampling;
mod shards;
mod strict_json;
mod words;

#[path = "../../examples/budget.rs"]
mod budget_example;

#[test]
fn the_example_runs() {
    budget_example::main();
}
