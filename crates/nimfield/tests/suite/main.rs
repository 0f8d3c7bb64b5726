//! The tests of the public interface, one program: each file once compiled and linked costs more than
//! all of them together.

mod asked;
mod boards;
mod brute;
mod brute_checks;
mod budgets;
mod by_size;
mod closed_forms;
mod corpus;
mod diagrams;
mod engines;
mod families;
mod ferguson;
mod first_class;
mod fuzz_bodies;
mod fuzzed;
mod house;
mod large_answers;
mod literal;
mod misere;
mod misere_heaps;
mod mixed_sums;
mod near_rectangles;
mod nim_families;
mod nimbers;
mod normal_form;
mod notation;
mod number_formulas;
mod opponent;
mod ordinals;
mod packing;
mod partition_twin;
mod partitions;
mod partizan;
mod partizan_sums;
mod periods;
mod pnim_at_scale;
mod public_reports;
mod results;
mod routes;
mod rule_files;
mod search;
mod statements;
mod tables;
mod taking;
mod templates;
mod thresholds;
mod turning;
mod twins;

#[path = "../../examples/tour.rs"]
mod tour;

#[test]
fn the_example_runs() -> Result<(), Box<dyn std::error::Error>> {
    tour::main()
}

/// The other crate has no separate tests.
#[path = "../../../nimfield-rules/examples/describe.rs"]
mod rules_example;

#[test]
fn the_example_of_rule_files_runs() -> Result<(), Box<dyn std::error::Error>> {
    rules_example::main()
}
