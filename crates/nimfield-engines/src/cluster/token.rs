//! The token that the processes of a job have in common.

use std::fmt;
use std::io;

/// The secret that the processes of a job share.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Token(pub [u8; 16]);

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

impl Token {
    /// Reads 32 hexadecimal digits; `None` if the text is anything else.
    #[must_use]
    pub fn parse(text: &str) -> Option<Token> {
        let digits: Vec<u8> = text
            .trim()
            .bytes()
            .map(|digit| char::from(digit).to_digit(16).map(|digit| digit as u8))
            .collect::<Option<_>>()?;
        let bytes: Vec<u8> = digits
            .chunks(2)
            .map(|two| two[0] << 4 | two[two.len() - 1])
            .collect();
        if digits.len() != 32 {
            return None;
        }
        Some(Token(bytes.try_into().ok()?))
    }

    /// Returns a new random token.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub fn random() -> io::Result<Token> {
        Ok(Token(random()?))
    }

    /// Returns the token as 32 hexadecimal digits.
    #[must_use]
    pub fn digits(&self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Returns the proof that one of the two sides knows the token.
    pub(super) fn proof(&self, side: &str, said: &[&[u8]]) -> [u8; 32] {
        let key = blake3::derive_key("nimfield, processes of a job", &self.0);
        let mut hash = blake3::Hasher::new_keyed(&key);
        hash.update(side.as_bytes());
        said.iter().for_each(|said| _ = hash.update(said));
        *hash.finalize().as_bytes()
    }
}

pub(super) fn random() -> io::Result<[u8; 16]> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes)
}
