//! A line of a CSV file while it is written.

use std::io::Write as _;

use wilaya_engine::Field;

/// Appends the fields of a line to a text, and its end when it is dropped.
///
/// Nearly all fields are small whole numbers, and there are dozens in a game that takes some tens of microseconds: so they go
/// straight into the text.
pub(crate) struct Line<'a> {
    text: &'a mut Vec<u8>,
    digits: itoa::Buffer,
    begun: bool,
}

impl<'a> Line<'a> {
    /// A line after what is in the text.
    pub(crate) fn new(text: &'a mut Vec<u8>) -> Self {
        Self { text, digits: itoa::Buffer::new(), begun: false }
    }

    fn comma(&mut self) {
        if self.begun {
            self.text.push(b',');
        }
        self.begun = true;
    }

    /// A whole number.
    pub(crate) fn number(&mut self, number: impl Into<u64>) {
        self.comma();
        self.digits(number.into());
    }

    #[inline]
    fn digits(&mut self, number: u64) {
        match number {
            0..10 => self.text.push(b'0' + number as u8),
            _ => self.text.extend_from_slice(self.digits.format(number).as_bytes()),
        }
    }

    /// Text, in quotes if it needs them (RFC 4180).
    pub(crate) fn word(&mut self, word: &str) {
        self.comma();
        if word.contains([',', '"', '\r', '\n']) {
            self.text.push(b'"');
            self.text.extend_from_slice(word.replace('"', "\"\"").as_bytes());
            self.text.push(b'"');
        } else {
            self.text.extend_from_slice(word.as_bytes());
        }
    }

    /// Whatever it is.
    pub(crate) fn field(&mut self, field: &Field) {
        match field {
            Field::Nothing => self.comma(),
            Field::Number(number) => {
                self.comma();
                let whole = *number as i32;
                if f64::from(whole) == *number {
                    if whole < 0 {
                        self.text.push(b'-');
                    }
                    self.digits(whole.unsigned_abs().into());
                } else {
                    // Writing to a vector cannot fail.
                    let _ = write!(self.text, "{number}");
                }
            }
            Field::Word(word) => self.word(word),
        }
    }
}

impl Drop for Line<'_> {
    fn drop(&mut self) {
        self.text.push(b'\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_reads_back() {
        let words = ["a", "", "with \"quotes\"", "one, two", "two\nlines"];
        let numbers = [0.0, -7.0, 1957.25, 9e15, 1e17];
        let mut text = Vec::new();
        let mut line = Line::new(&mut text);
        line.number(u64::MAX);
        words.iter().for_each(|word| line.word(word));
        numbers.iter().for_each(|number| line.field(&Field::Number(*number)));
        drop(line);
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(&*text);
        let records: Vec<_> = reader.records().collect::<Result<_, _>>().expect("it is a table");
        let [record] = &records[..] else { panic!("{records:?}") };
        let wanted = [u64::MAX.to_string()].into_iter().chain(words.map(str::to_owned));
        let wanted: Vec<_> = wanted.chain(numbers.map(|number| number.to_string())).collect();
        assert_eq!(record.iter().collect::<Vec<_>>(), wanted);
    }
}
