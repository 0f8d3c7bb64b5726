//! The public items are those on record.

#[path = "../../../tests/api/mod.rs"]
mod api;

#[test]
fn the_public_items_are_those_on_record() {
    api::check(env!("CARGO_MANIFEST_DIR"), "nimfield-engines");
}
