//! What the command prints, word for word: the files under `tests/cli`.

use crate::common;

#[test]
fn snapshots() {
    trycmd::TestCases::new()
        .env(common::NO_DATA.0, common::NO_DATA.1)
        .env(common::NO_PROGRESS.0, common::NO_PROGRESS.1)
        .case("tests/cli/*.trycmd")
        .case("tests/cli/*.toml");
}
