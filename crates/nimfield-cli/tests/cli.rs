//! What the command prints, word for word: the files under `tests/cli`.

#[test]
fn snapshots() {
    trycmd::TestCases::new()
        .case("tests/cli/*.trycmd")
        .case("tests/cli/*.toml");
}
