//! `wilaya bots`

use std::io::Write;

use anyhow::Result;
use clap::Args;
use wilaya_bots::describe;
use wilaya_engine::Game as _;
use wilaya_sim::{GameName, with_game};

use crate::setting::game_name;

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  wilaya bots\n  wilaya bots algeria")]
pub(crate) struct BotsArgs {
    /// The game [default: all]
    #[arg(value_parser = game_name())]
    game: Option<GameName>,
}

pub(crate) fn run(args: &BotsArgs, out: &mut impl Write) -> Result<()> {
    let games = args.game.as_ref().map_or(&GameName::ALL[..], std::slice::from_ref);
    for game in games {
        let (name, title, bots) = with_game!(game, G => (G::NAME, G::TITLE, describe::<G>()));
        writeln!(out, "{name} ({title})\n{bots}")?;
    }
    writeln!(out, "Name a bot as name[:key=value]…, several separated by commas.")?;
    Ok(())
}
