use super::*;
use std::fs;

#[test]
fn states_are_checked() {
    let done = BTreeMap::from([(3, 0), (5, 0), (19, 4)]);
    let path = std::env::temp_dir().join(format!("nimfield-excess-{}", std::process::id()));
    write_state(&path, &done).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    fs::remove_file(&path).unwrap();
    assert_eq!(state_of(&text), Ok(done));
    for cut in 0..text.len() {
        assert!(state_of(&text[..cut]).is_err(), "cut at {cut}");
    }
    let altered = text.replace("\"excess\":4", "\"excess\":1");
    assert!(state_of(&altered).unwrap_err().contains("altered"));
    assert!(state_of("{\"magic\":\"else\"}\n").is_err());
    assert!(read_state(&path).unwrap().is_empty(), "it was removed");
}
