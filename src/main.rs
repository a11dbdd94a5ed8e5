//! The program `wilaya`.

use std::process::ExitCode;

fn main() -> ExitCode {
    wilaya::run(std::env::args_os())
}
