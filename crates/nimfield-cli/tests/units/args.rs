#[test]
fn the_command_line_is_consistent() {
    super::program().debug_assert();
}
