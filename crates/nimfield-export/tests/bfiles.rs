//! Files of sequences, written and checked.

use std::io;

use nimfield_export::bfile::{Data, check, compare, write};

#[test]
fn written_bfiles_pass_the_check() {
    let mut file = Vec::new();
    write(&mut file, "Grundy's game", 1, [0, 0, 1, 0, 2]).unwrap();
    assert_eq!(file, b"# Grundy's game\n1 0\n2 0\n3 1\n4 0\n5 2\n");
    let summary = check(&file[..]).unwrap();
    assert_eq!((summary.first, summary.last), (1, 5));
    assert_eq!(summary.data.line(), "0, 0, 1, 0, 2");
}

#[test]
fn indices_past_the_largest_are_refused() {
    let mut file = Vec::new();
    let last = i64::MAX.unsigned_abs();
    write(&mut file, "the last", last, [7]).unwrap();
    assert_eq!(check(&file[..]).unwrap().last, i64::MAX);
    for (first, terms) in [(last, 2), (last + 1, 1), (u64::MAX, 2)] {
        let fault = write(io::sink(), "too far", first, (0..).take(terms)).unwrap_err();
        assert_eq!(fault.kind(), io::ErrorKind::InvalidInput);
    }
}

#[test]
fn data_lines_keep_to_their_length() {
    let mut file = Vec::new();
    write(&mut file, "tens", 0, (0..100).map(|n| 10 * n)).unwrap();
    let data = check(&file[..]).unwrap().data;
    // 0, then 9 of two digits and all of three: 1 + 9 * 4 + 44 * 5 = 257 characters.
    assert!(data.line().ends_with(", 530"), "{data:?}");
    assert_eq!(data.line().len(), 257);
    // A term that is too long ends the list even if a later, shorter one would fit.
    let mut data = Data::default();
    for term in ["-1", &"9".repeat(300), "5"] {
        data.push(term);
    }
    assert_eq!(data.line(), "-1");
}

#[test]
fn faults_are_found() {
    let fault = |text: &str| check(text.as_bytes()).unwrap_err().to_string();
    assert_eq!(fault(""), "line 1: the file has no terms");
    assert_eq!(
        fault("1 5\n3 6\n"),
        "line 2: the index 3 follows 1; indices grow by one"
    );
    assert_eq!(
        fault("1 5"),
        "line 1: the line does not end with a line feed"
    );
    assert_eq!(fault("1,5\n"), "line 1: expected `n a(n)`, found \"1,5\"");
    assert_eq!(
        fault("1 5 6\n"),
        "line 1: the term \"5 6\" is not an integer"
    );
    let no_index = "line 2: the index \"n\" is not an integer below 2^63";
    assert_eq!(fault("# x\nn 5\n"), no_index);
    assert!(fault("+1 5\n").contains("\"+1\" is not an integer"));
    // The index after the largest one is not computed.
    let last = i64::MAX;
    let overflow = format!("line 2: the index 5 follows {last}; indices grow by one");
    assert_eq!(fault(&format!("{last} 1\n5 1\n")), overflow);
    let endless = "1".repeat(1 << 17);
    assert_eq!(
        fault(&endless),
        "line 1: the line is longer than 65536 bytes"
    );
}

#[test]
fn blank_lines_other_line_ends_and_more_blanks_are_read() {
    let plain = check(&b"# a\n1 5\n2 -6\n3 7\n"[..]).unwrap();
    for text in [
        "# a\n1 5\n2 -6\n3 7\n\n",
        "# a\n\n1 5\n\n2 -6\n  \n3 7\n",
        "# a\r\n1 5\r\n2 -6\r\n3 7\r\n",
        "# a\n 1  5\n2\t-6 \n3   7\n",
    ] {
        assert_eq!(check(text.as_bytes()).unwrap(), plain, "{text:?}");
    }
}

#[test]
fn terms_are_compared_where_both_files_have_them() {
    let of = |file: &str, computed: &str| compare(file.as_bytes(), computed.as_bytes()).unwrap();
    let same = of("1 5\n2 6\n3 7\n", "2 6\n3 7\n4 8\n");
    assert_eq!((same.file, same.computed, same.common), ((1, 3), (2, 4), 2));
    assert_eq!((same.different, same.difference), (0, None));
    let other = of("-1 4\n0 5\n1 6\n", "-1 4\n0 6\n1 5\n");
    let first = (0, "5".to_string(), "6".to_string());
    assert_eq!(
        (other.common, other.different, other.difference),
        (3, 2, Some(first))
    );
    assert_eq!(of("1 5\n", "7 5\n").common, 0);
    let (least, most) = (format!("{} 1\n", i64::MIN), format!("{} 1\n", i64::MAX));
    assert_eq!(of(&least, &most).common, 0);
    assert_eq!(of(&most, &least).common, 0);
    assert!(compare(&b"1 x\n"[..], &b"1 5\n"[..]).is_err());
}
