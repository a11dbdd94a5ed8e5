//! `wilaya bot`

use std::io::{self, BufReader, Write};

use anyhow::Result;
use clap::Args;
use wilaya_bots::protocol::{ServeError, seat, serve};
use wilaya_bots::{BotSpec, Roster, build};
use wilaya_sim::{GameName, with_game};

use crate::setting::game_name;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wilaya bot heuristic\n  wilaya bot mcts:iters=200 ici\n\nThe messages are described in docs/protocol.md. To let your own program play: wilaya sim --fln exec:NAME"
)]
pub(crate) struct BotArgs {
    /// The bot, as name[:key=value]…; `wilaya bots` lists them
    #[arg(value_name = "BOT")]
    spec: BotSpec,
    /// Play only this game [default: any game that the host asks for]
    #[arg(value_parser = game_name())]
    game: Option<GameName>,
}

/// Checks that a game has the bot.
fn check<G: Roster>(spec: &BotSpec) -> Result<(), ServeError> {
    drop(build::<G>(spec)?);
    Ok(())
}

pub(crate) fn run(args: &BotArgs, out: &mut impl Write) -> Result<()> {
    let BotArgs { spec, game } = args;
    // Report a bot that no game has before talking to a host.
    let games = game.as_ref().map_or(&GameName::ALL[..], std::slice::from_ref);
    let checks: Vec<_> = games.iter().map(|&game| with_game!(game, G => check::<G>(spec))).collect();
    if checks.iter().all(Result::is_err) {
        checks.into_iter().collect::<Result<(), _>>()?;
    }
    serve(BufReader::new(io::stdin()), out, &spec.to_string(), |new, control| {
        let asked: GameName = new.game.parse().map_err(|why| ServeError::Game(format!("{why}")))?;
        if let Some(only) = game.filter(|only| *only != asked) {
            return Err(ServeError::Game(format!("found {}, expected {}", asked.name(), only.name())));
        }
        with_game!(asked, G => seat::<G>(spec, new, control))
    })?;
    Ok(())
}
