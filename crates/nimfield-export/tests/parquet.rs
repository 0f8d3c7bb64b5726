//! Parquet files read back by `parquet2`, which shares no code with the writer.

use std::collections::BTreeMap;
use std::io::Cursor;

use nimfield::tables::{Shown, TableCell};
use nimfield::template::{Letter, Template};
use nimfield::{Outcome, Play};
use nimfield_export::parquet::{About, ParquetTable};
use parquet2::encoding::Encoding;
use parquet2::encoding::hybrid_rle::HybridRleDecoder;
use parquet2::page::{Page, split_buffer};
use parquet2::read::{decompress, get_page_iterator, read_metadata};
use parquet2::schema::types::PhysicalType;

/// The columns by name, each value as bytes, and the metadata.
type Read = (
    Vec<(String, Vec<Option<Vec<u8>>>)>,
    BTreeMap<String, String>,
    usize,
);

fn read(file: &[u8]) -> Read {
    let mut reader = Cursor::new(file);
    let metadata = read_metadata(&mut reader).unwrap();
    let pairs = metadata.key_value_metadata().clone().unwrap();
    let pairs = pairs
        .into_iter()
        .map(|pair| (pair.key, pair.value.unwrap()))
        .collect();
    let mut columns: Vec<(String, Vec<Option<Vec<u8>>>)> = Vec::new();
    for group in &metadata.row_groups {
        for (i, chunk) in group.columns().iter().enumerate() {
            let name = chunk.descriptor().path_in_schema.join(".");
            if columns.len() <= i {
                columns.push((name.clone(), Vec::new()));
            }
            assert_eq!(columns[i].0, name);
            let kind = chunk.physical_type();
            let pages = get_page_iterator(chunk, &mut reader, None, vec![], usize::MAX).unwrap();
            let mut dictionary = Vec::new();
            for page in pages {
                match decompress(page.unwrap(), &mut vec![]).unwrap() {
                    Page::Dict(page) => dictionary = plain(&page.buffer, kind),
                    Page::Data(page) => {
                        let optional = page.descriptor.max_def_level == 1;
                        let count = page.num_values();
                        let (_, levels, values) = split_buffer(&page).unwrap();
                        let present: Vec<bool> = match optional {
                            false => vec![true; count],
                            true => HybridRleDecoder::try_new(levels, 1, count)
                                .unwrap()
                                .map(|level| level.unwrap() == 1)
                                .collect(),
                        };
                        let there = present.iter().filter(|&&there| there).count();
                        let values = match page.encoding() {
                            Encoding::Plain => plain(values, kind),
                            _ => {
                                let bits = values[0].into();
                                HybridRleDecoder::try_new(&values[1..], bits, there)
                                    .unwrap()
                                    .map(|index| dictionary[index.unwrap() as usize].clone())
                                    .collect()
                            }
                        };
                        assert_eq!(values.len(), there);
                        let mut values = values.into_iter();
                        let cells = present
                            .iter()
                            .map(|&there| there.then(|| values.next().unwrap()));
                        columns[i].1.extend(cells);
                    }
                }
            }
        }
    }
    (columns, pairs, metadata.row_groups.len())
}

/// Values one after the other: eight bytes each, or a length of four bytes and as many bytes.
fn plain(mut bytes: &[u8], kind: PhysicalType) -> Vec<Vec<u8>> {
    let mut values = Vec::new();
    while !bytes.is_empty() {
        let length = match kind {
            PhysicalType::Int64 => 8,
            PhysicalType::ByteArray => {
                let (length, rest) = bytes.split_first_chunk().unwrap();
                bytes = rest;
                u32::from_le_bytes(*length) as usize
            }
            kind => panic!("{kind:?}"),
        };
        let (value, rest) = bytes.split_at(length);
        values.push(value.to_vec());
        bytes = rest;
    }
    values
}

fn number(value: &[u8]) -> u64 {
    u64::from_le_bytes(value.try_into().unwrap())
}

fn family() -> Template {
    let letters = ["a=0..299", "b=18446744073709551400..18446744073709551615"];
    let letters = letters.iter().map(|text| Letter::read(text).unwrap());
    Template::new("wythoff[a b]", letters.collect()).unwrap()
}

fn about(shown: Shown) -> About {
    About {
        games: vec![("wythoff".to_string(), "lower \"one\" or both".to_string())],
        play: Play::Misere,
        shown,
    }
}

/// Some cell of each kind, different enough to need more than a dictionary page.
fn cell(values: &[u64], shown: Shown) -> TableCell {
    let mix = values[0].wrapping_mul(0x9e37_79b9).wrapping_add(values[1]) % 5;
    match (shown, mix) {
        (_, 0) => TableCell::Undecided,
        (Shown::Outcomes, 1) => TableCell::Outcome(Outcome::P),
        (Shown::Outcomes, _) => TableCell::Outcome(Outcome::N),
        (Shown::Values, 1) => TableCell::Value((u128::from(values[1]) + 300).into()),
        (Shown::Values, 2) => TableCell::Form("{1|-1/2}".to_string()),
        (Shown::Values, _) => TableCell::Value((u128::from(values[0])).into()),
        (_, _) => TableCell::Figure(format!("{}|-1/2", values[0])),
    }
}

#[test]
fn files_read_back_by_another_library() {
    for shown in [Shown::Outcomes, Shown::Values, Shown::Stops] {
        let family = family();
        let mut file = Vec::new();
        let mut table = ParquetTable::new(&mut file, &family, &about(shown)).unwrap();
        for values in family.values() {
            let position = family.with(&values).unwrap();
            table
                .push(&values, &position, &cell(&values, shown))
                .unwrap();
        }
        table.finish().unwrap();
        let (columns, metadata, groups) = read(&file);
        // 64,800 rows fit into one group; the next test has two.
        assert_eq!(groups, 1);
        let names: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).collect();
        match shown {
            Shown::Outcomes => assert_eq!(names, ["a", "b", "position", "outcome"]),
            Shown::Values => assert_eq!(names, ["a", "b", "position", "value", "number"]),
            shown => assert_eq!(names, ["a", "b", "position", shown.name()]),
        }
        for (row, values) in family.values().enumerate() {
            let at = |column: usize| columns[column].1[row].as_deref();
            assert_eq!(number(at(0).unwrap()), values[0]);
            assert_eq!(number(at(1).unwrap()), values[1]);
            let position = family.with(&values).unwrap();
            assert_eq!(at(2), Some(position.as_bytes()));
            let cell = cell(&values, shown);
            assert_eq!(
                at(3).map(<[u8]>::to_vec),
                cell.notation(Play::Misere).map(String::into_bytes)
            );
            if shown == Shown::Values {
                let small = match &cell {
                    TableCell::Value(value) => value.finite().and_then(|v| u64::try_from(v).ok()),
                    _ => None,
                };
                assert_eq!(at(4).map(number), small);
            }
        }
        let version = env!("CARGO_PKG_VERSION");
        for (key, value) in [
            ("nimfield.schema", "1"),
            ("nimfield.version", version),
            ("nimfield.family", "wythoff[a b]"),
            (
                "nimfield.ranges",
                "a=0..299 b=18446744073709551400..18446744073709551615",
            ),
            ("nimfield.games", "wythoff"),
            ("nimfield.rules", "wythoff: lower \"one\" or both"),
            ("nimfield.play", "misere"),
            ("nimfield.show", shown.name()),
        ] {
            assert_eq!(metadata[key], value, "{key}");
        }
    }
}

#[test]
fn long_tables_have_several_groups_and_empty_ones_none() {
    let letters = vec![Letter::read("n=0..69999").unwrap()];
    let family = Template::new("nim[n]", letters).unwrap();
    for rows in [0, 1, 65_536, 65_537, 70_000] {
        let mut file = Vec::new();
        let mut table = ParquetTable::new(&mut file, &family, &about(Shown::Outcomes)).unwrap();
        for n in 0..rows {
            let cell = TableCell::Outcome(Outcome::impartial(n == 0));
            table.push(&[n], &format!("nim[{n}]"), &cell).unwrap();
        }
        table.finish().unwrap();
        let (columns, _, groups) = read(&file);
        assert_eq!(groups as u64, rows.div_ceil(65_536));
        let numbers = columns.first().map(|(_, values)| values.as_slice());
        let numbers = numbers.unwrap_or_default().iter();
        let numbers: Vec<u64> = numbers
            .map(|value| number(value.as_ref().unwrap()))
            .collect();
        assert_eq!(numbers, (0..rows).collect::<Vec<u64>>());
    }
}

/// A reader would notice: the check is not vacuous.
#[test]
fn truncated_files_cannot_be_read() {
    let letters = vec![Letter::read("n=0..9").unwrap()];
    let family = Template::new("nim[n]", letters).unwrap();
    let mut file = Vec::new();
    let mut table = ParquetTable::new(&mut file, &family, &about(Shown::Outcomes)).unwrap();
    table
        .push(&[0], "nim[0]", &TableCell::Outcome(Outcome::P))
        .unwrap();
    table.finish().unwrap();
    for cut in 0..file.len() {
        assert!(
            read_metadata(&mut Cursor::new(&file[..cut])).is_err(),
            "cut at {cut}"
        );
    }
}
