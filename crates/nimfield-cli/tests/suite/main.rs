//! The tests of the public interface, one program: each file once compiled and linked costs more than
//! all of them together.

mod behaviour;
mod boards;
mod census;
mod claims;
mod cli;
mod common;
#[cfg(target_os = "linux")]
mod disk;
mod docs;
#[cfg(unix)]
mod examples;
mod exports;
#[cfg(unix)]
mod files;
mod first_class;
mod formats;
mod gallery;
mod kept;
mod misere;
mod mistakes;
#[cfg(unix)]
mod note;
mod periods;
#[cfg(all(feature = "cluster", target_os = "linux"))]
mod processes;
#[cfg(target_os = "linux")]
mod release;
mod rule_games;
mod schema;
#[cfg(all(feature = "web", target_os = "linux"))]
mod serve;
mod shards;
#[cfg(target_os = "linux")]
mod statements;
mod terminal;

#[path = "../../examples/in_words.rs"]
mod in_words;

#[test]
fn the_example_runs() -> Result<(), Box<dyn std::error::Error>> {
    in_words::main()
}
