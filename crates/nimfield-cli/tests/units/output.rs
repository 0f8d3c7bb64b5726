use super::*;

#[test]
fn file_names_determine_the_format() {
    let form = |name: &str| of_file(Path::new(name));
    assert_eq!(form("b002251.txt"), Some(Format::Bfile));
    assert_eq!(form("x/b.txt"), Some(Format::Text));
    assert_eq!(form("board.txt"), Some(Format::Text));
    assert_eq!(form("A.JSONL"), Some(Format::Json));
    assert_eq!(form("a.b.parquet"), Some(Format::Parquet));
    assert_eq!(form("a.tex"), Some(Format::Latex));
    assert_eq!(form("a.xlsx"), None);
    assert_eq!(form("svg"), None);
    assert_eq!(form(".svg"), None);
}
