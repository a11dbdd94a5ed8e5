//! External programs that play as `exec:NAME`: only the command line can name them.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use clap::Args;
use wilaya_bots::BotSpec;
use wilaya_bots::protocol::Programs;
use wilaya_sim::read_text;

/// The default file with the commands of programs.
const FILE: &str = "bots.toml";

#[derive(Clone, Debug, Default, Args)]
pub(crate) struct ProgramArgs {
    /// File with the commands of the programs that play as exec:NAME [default: bots.toml]
    #[arg(long, value_name = "FILE", help_heading = "Players")]
    bots_file: Option<PathBuf>,
}

impl ProgramArgs {
    /// The programs among some bots, started; `None` if no bot is a program, in which case no file is read.
    pub(crate) fn programs<'a>(
        &self,
        bots: impl IntoIterator<Item = &'a BotSpec>,
    ) -> Result<Option<Programs>> {
        let bots: Vec<_> = bots.into_iter().filter(|bot| bot.program().is_some()).collect();
        let Some(name) = bots.first().and_then(|bot| bot.program()) else { return Ok(None) };
        let path = self.bots_file.as_deref().unwrap_or(Path::new(FILE));
        let text = read_text(path).with_context(|| {
            format!("exec:{name} is a program, whose command belongs in a file: [bot.{name}] command = [\"python3\", \"mybot.py\"]")
        })?;
        let programs = Programs::parse(&text).with_context(|| path.display().to_string())?;
        let start = || bots.iter().try_for_each(|bot| programs.start(bot));
        start().with_context(|| path.display().to_string())?;
        Ok(Some(programs))
    }
}

/// The forfeits of programs, one line each.
pub(crate) fn forfeit_lines(programs: Option<&Programs>) -> Vec<String> {
    let forfeits = programs.map(Programs::forfeits).unwrap_or_default();
    let line = |(name, count, first): (String, u64, String)| {
        let games = if count == 1 { "game" } else { "games" };
        format!("exec:{name} forfeited {count} {games}; the first time {first}")
    };
    forfeits.into_iter().map(line).collect()
}
