//! Tables as Parquet files, one row per position, written as they are computed.
//!
//! | column | type | |
//! |---|---|---|
//! | each letter | `INT64`, unsigned | its value |
//! | `position` | string | the position in strict notation |
//! | `outcome` | string, optional | `P`, `N`, `L` or `R`; in tables of outcomes |
//! | `value` | string, optional | the value in the notation of games (`*3`); in tables of values |
//! | `number` | `INT64`, unsigned, optional | the Grundy number if it is finite and below 2^64; in tables of values |
//!
//! Optional columns are null if nothing was found within the budget. The key-value metadata of the file describe the
//! computation: `nimfield.schema` (1), `nimfield.version`, `nimfield.family`, `nimfield.ranges`, `nimfield.games`,
//! `nimfield.rules`, `nimfield.play` and `nimfield.show`.

use std::io::Write;
use std::sync::Arc;

use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

use nimfield::tables::{Shown, TableCell};
use nimfield::template::Template;
use nimfield::words::{Play, SCHEMA};

/// The number of rows in a group.
const ROWS_OF_A_GROUP: usize = 1 << 16;

/// The metadata besides the family.
#[derive(Clone, Debug)]
pub struct About {
    /// The names of the games, with their rules in words.
    pub games: Vec<(String, String)>,
    /// The play convention.
    pub play: Play,
    /// The contents of the cells.
    pub shown: Shown,
}

/// Writes a file row by row.
pub struct ParquetTable<W: Write + Send> {
    file: SerializedFileWriter<W>,
    play: Play,
    shown: Shown,
    /// The rows of the current group.
    letters: Vec<Vec<Option<i64>>>,
    positions: Vec<Option<ByteArray>>,
    texts: Vec<Option<ByteArray>>,
    numbers: Vec<Option<i64>>,
}

impl<W: Write + Send> ParquetTable<W> {
    /// Starts a file.
    ///
    /// # Errors
    /// Errors of the writer.
    pub fn new(out: W, family: &Template, about: &About) -> Result<ParquetTable<W>, ParquetError> {
        let shown = about.shown;
        let mut schema = "message positions {\n".to_string();
        for letter in family.letters() {
            schema += &format!("required int64 {} (INTEGER(64,false));\n", letter.name);
        }
        schema += "required binary position (STRING);\n";
        schema += &format!("optional binary {} (STRING);\n", shown.name());
        if shown == Shown::Values {
            schema += "optional int64 number (INTEGER(64,false));\n";
        }
        schema += "}";
        let ranges = family.letters().iter().map(|letter| {
            let (first, last) = (letter.range.start(), letter.range.end());
            format!("{}={first}..{last}", letter.name)
        });
        let games = about.games.iter();
        let (names, rules): (Vec<&str>, Vec<String>) = games
            .map(|(name, rules)| (name.as_str(), format!("{name}: {rules}")))
            .unzip();
        let metadata = [
            ("schema", SCHEMA.to_string()),
            ("version", env!("CARGO_PKG_VERSION").to_string()),
            ("family", family.text().to_string()),
            ("ranges", ranges.collect::<Vec<_>>().join(" ")),
            ("games", names.join(" ")),
            ("rules", rules.join("\n")),
            ("play", about.play.to_string()),
            ("show", shown.name().to_string()),
        ];
        let metadata = metadata
            .into_iter()
            .map(|(key, value)| KeyValue::new(format!("nimfield.{key}"), value));
        let properties = WriterProperties::builder()
            .set_created_by(format!("nimfield {}", env!("CARGO_PKG_VERSION")))
            .set_key_value_metadata(Some(metadata.collect()))
            .build();
        let schema = Arc::new(parse_message_type(&schema)?);
        Ok(ParquetTable {
            file: SerializedFileWriter::new(out, schema, Arc::new(properties))?,
            play: about.play,
            shown,
            letters: vec![Vec::new(); family.letters().len()],
            positions: Vec::new(),
            texts: Vec::new(),
            numbers: Vec::new(),
        })
    }

    /// Adds a row: the values of the letters, the position, and its cell.
    ///
    /// # Errors
    /// Errors of the writer.
    pub fn push(
        &mut self,
        values: &[u64],
        position: &str,
        cell: &TableCell,
    ) -> Result<(), ParquetError> {
        for (column, &value) in self.letters.iter_mut().zip(values) {
            // Parquet stores unsigned numbers as signed ones with the same bits.
            column.push(Some(value.cast_signed()));
        }
        self.positions.push(Some(position.into()));
        self.texts
            .push(cell.notation(self.play).map(|text| text.as_str().into()));
        let number = match cell {
            TableCell::Value(value) => value.finite(),
            _ => None,
        };
        // A value of 2^64 or more is only in the text column.
        let number = number.and_then(|number| u64::try_from(number).ok());
        self.numbers.push(number.map(u64::cast_signed));
        if self.positions.len() == ROWS_OF_A_GROUP {
            self.flush()?;
        }
        Ok(())
    }

    /// Writes the group.
    fn flush(&mut self) -> Result<(), ParquetError> {
        let mut group = self.file.next_row_group()?;
        for column in &mut self.letters {
            write::<_, Int64Type>(&mut group, column)?;
        }
        write::<_, ByteArrayType>(&mut group, &mut self.positions)?;
        write::<_, ByteArrayType>(&mut group, &mut self.texts)?;
        if self.shown == Shown::Values {
            write::<_, Int64Type>(&mut group, &mut self.numbers)?;
        }
        self.numbers.clear();
        group.close()?;
        Ok(())
    }

    /// Finishes the file.
    ///
    /// # Errors
    /// Errors of the writer.
    pub fn finish(mut self) -> Result<(), ParquetError> {
        if !self.positions.is_empty() {
            self.flush()?;
        }
        self.file.close()?;
        Ok(())
    }
}

/// Writes the next column and clears its rows; in optional columns, levels mark the rows that have a value.
fn write<W: Write + Send, T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    rows: &mut Vec<Option<T::T>>,
) -> Result<(), ParquetError> {
    let levels: Vec<i16> = rows.iter().map(|row| i16::from(row.is_some())).collect();
    let values: Vec<T::T> = rows.drain(..).flatten().collect();
    if let Some(mut writer) = group.next_column()? {
        let column = writer.typed::<T>();
        column.write_batch(&values, Some(&levels), None)?;
        writer.close()?;
    }
    Ok(())
}
