//! Puts functions that resemble each other side by side, where the window of gzip sees both.
//!
//! Copies of one generic function are the larger part of the code. The linker and the glue order them by
//! their sizes, so that a copy is often further away than the 32 KiB that gzip looks back.

use std::collections::HashMap;

use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{CodeSection, FunctionSection, Module};
use wasmparser::{
    BinaryReaderError, CodeSectionReader, FunctionSectionReader, Parser, Payload, TypeRef,
};

/// How far gzip looks back.
const WINDOW: usize = 32 * 1024;
/// Bytes of a piece by which functions are compared.
const PIECE: usize = 8;
/// Pieces that more functions than this contain are not compared: they distinguish nothing.
const COMMON: usize = 2000;

/// Returns the module with its functions in an order that compresses well.
pub fn reorder(wasm: &[u8]) -> Result<Vec<u8>, String> {
    reordered(wasm).map_err(|error| error.to_string())
}

fn reordered(wasm: &[u8]) -> Result<Vec<u8>, Error> {
    let (imported, bodies) = functions(wasm)?;
    let order = by_resemblance(&bodies);
    let mut places = vec![0; order.len()];
    for (place, &function) in (0..).zip(&order) {
        places[function] = place;
    }
    let mut module = Module::new();
    let mut encoder = Reordered {
        imported,
        order,
        places,
    };
    encoder.parse_core_module(&mut module, Parser::new(0), wasm)?;
    Ok(module.finish())
}

/// Returns the number of imported functions, and the code of the others.
fn functions(wasm: &[u8]) -> Result<(u32, Vec<&[u8]>), BinaryReaderError> {
    let (mut imported, mut bodies) = (0, Vec::new());
    for payload in Parser::new(0).parse_all(wasm) {
        match payload? {
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    imported += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                }
            }
            Payload::CodeSectionEntry(body) => bodies.push(&wasm[body.range()]),
            _ => {}
        }
    }
    Ok((imported, bodies))
}

/// Begins with the largest function; each next one has, for its size, the most pieces that are already
/// in the window.
fn by_resemblance(bodies: &[&[u8]]) -> Vec<usize> {
    let pieces: Vec<Vec<u64>> = bodies.iter().map(|body| pieces(body)).collect();
    let mut holders: HashMap<u64, Vec<usize>> = HashMap::new();
    for (function, pieces) in pieces.iter().enumerate() {
        for &piece in pieces {
            holders.entry(piece).or_default().push(function);
        }
    }
    holders.retain(|_, holders| (2..=COMMON).contains(&holders.len()));

    // The pieces of a function that others have, too, with those functions.
    let repeated = |function: usize| {
        let pieces = pieces[function].iter();
        pieces.filter_map(|piece| Some((*piece, holders.get(piece)?)))
    };

    let mut in_window: HashMap<u64, usize> = HashMap::new();
    let mut shared = vec![0_usize; bodies.len()];
    let mut rest: Vec<usize> = (0..bodies.len()).collect();
    let mut order: Vec<usize> = Vec::with_capacity(bodies.len());
    let (mut oldest, mut size) = (0, 0);
    // By the square root large functions come early, while much of what they repeat is near.
    let sizes: Vec<f64> = bodies
        .iter()
        .map(|body| (body.len() as f64).sqrt())
        .collect();
    let next = |rest: &[usize], shared: &[usize]| {
        let value = |function: usize| (shared[function] as f64 + 0.01) / sizes[function];
        (0..rest.len()).max_by(|&a, &b| value(rest[a]).total_cmp(&value(rest[b])))
    };
    let mut place = (0..rest.len()).max_by_key(|&function| bodies[function].len());
    while let Some(at) = place {
        let function = rest.swap_remove(at);
        order.push(function);
        size += bodies[function].len();
        for (piece, holders) in repeated(function) {
            let count = in_window.entry(piece).or_default();
            *count += 1;
            if *count == 1 {
                holders.iter().for_each(|&holder| shared[holder] += 1);
            }
        }
        while size > WINDOW && oldest + 1 < order.len() {
            let function = order[oldest];
            oldest += 1;
            size -= bodies[function].len();
            for (piece, holders) in repeated(function) {
                let count = in_window.entry(piece).or_default();
                *count -= 1;
                if *count == 0 {
                    holders.iter().for_each(|&holder| shared[holder] -= 1);
                }
            }
        }
        place = next(&rest, &shared);
    }
    order
}

/// Returns the pieces of the code, each once.
fn pieces(body: &[u8]) -> Vec<u64> {
    let mut pieces: Vec<u64> = body
        .windows(PIECE)
        .map(|piece| {
            piece
                .iter()
                .fold(0, |word, &byte| word << 8 | u64::from(byte))
        })
        .collect();
    pieces.sort_unstable();
    pieces.dedup();
    pieces
}

struct Reordered {
    imported: u32,
    /// The functions that are not imported, in their new order.
    order: Vec<usize>,
    /// The place of each in that order.
    places: Vec<u32>,
}

impl Reencode for Reordered {
    type Error = std::convert::Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error> {
        Ok(match function.checked_sub(self.imported) {
            None => function,
            Some(own) => self.imported + self.places[own as usize],
        })
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Result<(), Error> {
        let types = section.into_iter().collect::<Result<Vec<u32>, _>>()?;
        for &function in &self.order {
            functions.function(types[function]);
        }
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        section: CodeSectionReader<'_>,
    ) -> Result<(), Error> {
        let bodies = section.into_iter().collect::<Result<Vec<_>, _>>()?;
        for function in self.order.clone() {
            utils::parse_function_body(self, code, bodies[function].clone())?;
        }
        Ok(())
    }
}
