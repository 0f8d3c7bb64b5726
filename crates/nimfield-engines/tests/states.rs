//! Certificates: files of older versions, and files that are something else.

use nimfield_core::files::FileFault;
use nimfield_engines::certificate::OutcomeCertificate;

#[test]
fn certificates_of_version_0_1_0_are_read_and_written_alike() {
    let samples = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples");
    let path = samples.join("board.certificate");
    let certificate = OutcomeCertificate::read(&path).unwrap();
    assert!(certificate.check().unwrap().first_player_wins);
    assert_eq!(certificate.to_bytes(), std::fs::read(&path).unwrap());
}

/// What never ends is not read to its end: the first bytes say that it is something else.
#[cfg(unix)]
#[test]
fn a_certificate_is_not_waited_for_in_a_device() {
    let refused = OutcomeCertificate::read(std::path::Path::new("/dev/zero")).unwrap_err();
    assert!(matches!(refused.fault, FileFault::Foreign(_)), "{refused}");
}
