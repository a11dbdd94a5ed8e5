//! `wilaya completions` and `wilaya man`, both generated from the definitions of the arguments.

use std::io::Write;

use anyhow::Result;
use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  wilaya completions bash\n  wilaya completions zsh")]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

pub(crate) fn completions(args: &CompletionsArgs, mut command: Command, out: &mut impl Write) -> Result<()> {
    // Build the text first, so that a closed pipe does not panic.
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut command, "wilaya", &mut text);
    out.write_all(&text)?;
    Ok(())
}

/// One man page for all commands: the sections of each follow those of the program.
pub(crate) fn man(mut command: Command, out: &mut impl Write) -> Result<()> {
    command.build();
    let mut text = Vec::new();
    Man::new(command.clone()).render(&mut text)?;
    for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
        let title = format!("wilaya {}", sub.get_name());
        let page = Man::new(sub.clone());
        writeln!(text, ".SH \"{}\"", title.to_uppercase())?;
        page.render_description_section(&mut text)?;
        page.render_options_section(&mut text)?;
    }
    out.write_all(&text)?;
    Ok(())
}
