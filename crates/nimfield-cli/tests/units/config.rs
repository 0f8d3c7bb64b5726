use super::*;

#[test]
fn options_of_the_file() {
    let text = "# mine\nthreads = 2\ntime = \"5m\"\nquiet = true\nverbose = false\n";
    let mut options = read(text).unwrap();
    options.sort();
    assert_eq!(options, ["--quiet", "--threads=2", "--time=5m"]);
    assert_eq!(read("").unwrap(), Vec::<OsString>::new());
    for (text, complaint) in [
        ("threads = 2\ncolour = 3", "unknown option `colour`"),
        ("threads = true", "`threads` must be a number"),
        ("quiet = 1", "`quiet` must be true or false"),
        ("threads = 2\ntime 5", "line 2"),
    ] {
        assert!(read(text).unwrap_err().contains(complaint), "{text}");
    }
}
