//! The arrows between the files of this crate.

#[path = "../../../tests/imports/mod.rs"]
mod imports;

#[test]
fn files_use_each_other_in_no_circle() {
    imports::assert_no_circle(std::path::Path::new(env!("CARGO_MANIFEST_DIR")));
}
