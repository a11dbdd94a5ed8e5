//! Lines of bounded length.

use std::io::{self, BufRead, ErrorKind, Read as _};

/// Reads a line without its line break; `None` at the end of the input.
///
/// # Errors
/// If the input cannot be read or is not text, or the line is longer than `most` bytes.
pub(super) fn read_line(input: &mut impl BufRead, most: usize) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    input.take(most as u64 + 1).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    } else if bytes.len() > most {
        return Err(io::Error::new(ErrorKind::InvalidData, format!("a line of more than {most} bytes")));
    }
    let text = String::from_utf8(bytes);
    text.map(Some).map_err(|_| io::Error::new(ErrorKind::InvalidData, "a line that is not UTF-8 text"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_bounded() {
        let mut input = &b"ab\n\ncdefg\n"[..];
        assert_eq!(read_line(&mut input, 4).ok(), Some(Some("ab".to_owned())));
        assert_eq!(read_line(&mut input, 4).ok(), Some(Some(String::new())));
        let error = read_line(&mut input, 4).expect_err("it is longer");
        assert_eq!(error.to_string(), "a line of more than 4 bytes");
        assert_eq!(read_line(&mut &b"end"[..], 4).ok(), Some(Some("end".to_owned())));
        assert_eq!(read_line(&mut &b""[..], 4).ok(), Some(None));
    }
}
