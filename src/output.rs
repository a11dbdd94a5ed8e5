//! Standard output.

use std::error::Error;
use std::fmt;
use std::io::{self, ErrorKind, Write};

/// Standard output, whose errors can be distinguished from those of files.
#[derive(Debug)]
pub(crate) struct Output(io::StdoutLock<'static>);

impl Output {
    pub(crate) fn new() -> Self {
        Self(io::stdout().lock())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(OutputError::wrap)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(OutputError::wrap)
    }
}

/// An error in writing to standard output.
#[derive(Debug)]
pub(crate) struct OutputError(io::Error);

impl OutputError {
    pub(crate) fn wrap(why: io::Error) -> io::Error {
        io::Error::new(why.kind(), Self(why))
    }

    /// The output error that caused another error, if any.
    pub(crate) fn behind(error: &anyhow::Error) -> Option<&Self> {
        error.chain().find_map(|cause| cause.downcast_ref::<io::Error>()?.get_ref()?.downcast_ref())
    }

    /// True if the reader of the output closed the pipe.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        self.0.kind() == ErrorKind::BrokenPipe
    }
}

impl fmt::Display for OutputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot write the output: {}", self.0)
    }
}

impl Error for OutputError {}
