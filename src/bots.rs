//! `wilaya bots`

use std::io::Write;

use anyhow::Result;
use clap::Args;
use wilaya_bots::{Roster, describe};
use wilaya_sim::{GameName, WithGame};

use crate::setting::game_name;

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  wilaya bots\n  wilaya bots algeria")]
pub(crate) struct BotsArgs {
    /// The game [default: all]
    #[arg(value_parser = game_name())]
    game: Option<GameName>,
}

struct Describe;

impl WithGame for Describe {
    type Output = Result<String>;

    fn with<G: Roster>(self) -> Result<String> {
        Ok(format!("{} ({})\n{}", G::NAME, G::TITLE, describe::<G>()))
    }
}

pub(crate) fn run(args: &BotsArgs, out: &mut impl Write) -> Result<()> {
    let games = args.game.as_ref().map_or(&GameName::ALL[..], std::slice::from_ref);
    for game in games {
        writeln!(out, "{}", game.with(Describe)?)?;
    }
    writeln!(out, "A bot is named as name[:key=value]…, several with commas between them.")?;
    Ok(())
}
