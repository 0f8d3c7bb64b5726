//! The greeting of a process that connects, and the texts, lists and numbers of the handshake.

use std::io::{self, Read, Write};

/// The first bytes of a greeting, and the version of the protocol; the version of the program
/// follows.
const MAGIC: [u8; 8] = *b"\x89NIMMESH";
pub(super) const VERSION: &str = concat!("3 ", env!("CARGO_PKG_VERSION"));
/// The longest text or list to read.
const LONGEST: usize = 1 << 20;
/// The contents of a greeting.
pub(super) struct Hello {
    pub(super) version: String,
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) processes: u32,
    pub(super) rules: [u8; 32],
    pub(super) words: String,
    pub(super) chance: [u8; 16],
}

impl Hello {
    pub(super) fn write(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        for text in [&self.version, &self.words] {
            out.extend((text.len() as u32).to_le_bytes());
            out.extend(text.as_bytes());
        }
        for number in [self.from, self.to, self.processes] {
            out.extend(number.to_le_bytes());
        }
        out.extend(self.rules);
        out.extend(self.chance);
        out
    }

    pub(super) fn read(from: &mut impl Read) -> io::Result<Hello> {
        let foreign = || io::Error::other("a peer that is not a process of any job");
        let mut magic = [0; 8];
        from.read_exact(&mut magic)?;
        if magic != MAGIC {
            return Err(foreign());
        }
        let version = text(from)?;
        let words = text(from)?;
        Ok(Hello {
            version,
            words,
            from: number(from)?,
            to: number(from)?,
            processes: number(from)?,
            rules: array(from)?,
            chance: array(from)?,
        })
    }
}

pub(super) fn array<const N: usize>(from: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    from.read_exact(&mut bytes)?;
    Ok(bytes)
}

pub(super) fn number(from: &mut impl Read) -> io::Result<u32> {
    array(from).map(u32::from_le_bytes)
}

pub(super) fn list(from: &mut impl Read) -> io::Result<Vec<u8>> {
    let length = number(from)? as usize;
    if length > LONGEST {
        return Err(io::Error::other("its message is too long"));
    }
    let mut bytes = vec![0; length];
    from.read_exact(&mut bytes)?;
    Ok(bytes)
}

pub(super) fn text(from: &mut impl Read) -> io::Result<String> {
    String::from_utf8(list(from)?).map_err(|_| io::Error::other("its message is not text"))
}

pub(super) fn send_list(to: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    to.write_all(&(bytes.len() as u32).to_le_bytes())?;
    to.write_all(bytes)
}
