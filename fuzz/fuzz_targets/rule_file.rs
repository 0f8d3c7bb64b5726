#![no_main]

#[path = "../../crates/nimfield/tests/suite/fuzz_bodies/mod.rs"]
#[allow(dead_code, reason = "a target needs one of the bodies")]
mod fuzz_bodies;
mod mutants;

libfuzzer_sys::fuzz_target!(|data: &str| mutants::texts(data, fuzz_bodies::rule_file));
