//! The modules of the crate import each other in no circle.

#[path = "../../../tests/imports/mod.rs"]
mod imports;

use std::path::Path;

#[test]
fn no_circles() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    if let Err(circle) = imports::check(src) {
        panic!("{circle}");
    }
}
