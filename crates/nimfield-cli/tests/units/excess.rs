use super::*;
use std::fs;

#[test]
fn states_are_checked() {
    let done = Finished(BTreeMap::from([(3, 0), (5, 0), (19, 4)]));
    let path = std::env::temp_dir().join(format!("nimfield-excess-{}", std::process::id()));
    done.save(&path).unwrap();
    let bytes = fs::read(&path).unwrap();
    assert_eq!(Finished::load(&path, 1 << 20).unwrap(), Some(done));
    fs::remove_file(&path).unwrap();
    for cut in 0..bytes.len() {
        assert!(Finished::decode(&bytes[..cut]).is_err(), "cut at {cut}");
    }
    for at in 0..bytes.len() {
        let mut altered = bytes.clone();
        altered[at] ^= 1;
        assert!(Finished::decode(&altered).is_err(), "altered at {at}");
    }
    assert_eq!(
        Finished::load(&path, 1 << 20).unwrap(),
        None,
        "it was removed"
    );
}
