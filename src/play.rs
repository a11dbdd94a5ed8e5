//! `wilaya play`

use std::io::{self, IsTerminal as _, Write};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use clap::{ArgGroup, Args};
use wilaya_bots::BotSpec;
use wilaya_bots::mcts::Level;
use wilaya_bots::protocol::Programs;
use wilaya_engine::algeria::Algeria;
use wilaya_engine::ici::Ici;
use wilaya_engine::{BySide, Game as _, Setting, Side};
use wilaya_play::session::{Begin, CurrentGame, Seat, Store};
use wilaya_play::web::{Host, NewGame, Page, fresh_seed};
use wilaya_play::{Catalogue, terminal};
use wilaya_sim::GameName;

use crate::programs::ProgramArgs;
use crate::setting::{SettingArgs, game_name};
use crate::signals::end_on_signal;

/// The default opponent.
const OPPONENT: &str = "regular";

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("who").args(["side", "hotseat", "watch", "load"]))]
#[command(
    after_help = "Examples:\n  wilaya play\n  wilaya play algeria --side fln --level veteran\n  wilaya play ici --side france --terminal"
)]
pub(crate) struct PlayArgs {
    /// The game [default: choose on the page]
    #[arg(value_parser = game_name())]
    game: Option<GameName>,
    #[command(flatten)]
    setting: SettingArgs,
    /// Side you play: fln or france
    #[arg(long, value_name = "SIDE", help_heading = "Players")]
    side: Option<Side>,
    /// Opponent: recruit, regular, veteran, expert, or a bot as name[:key=value]… [default: regular]
    #[arg(long, visible_alias = "level", value_name = "BOT", help_heading = "Players")]
    bot: Option<Seat>,
    #[command(flatten)]
    programs: ProgramArgs,
    /// Let two people play at one screen
    #[arg(long, help_heading = "Players")]
    hotseat: bool,
    /// Watch two bots play
    #[arg(long, help_heading = "Players")]
    watch: bool,
    /// Allow undo past dice rolls
    #[arg(long, help_heading = "Players")]
    practice: bool,
    /// Seed of all dice and draws [default: random]
    #[arg(long, help_heading = "Game", value_name = "N")]
    seed: Option<u64>,
    /// Load a saved game, by file or by name
    #[arg(long, value_name = "SAVE", help_heading = "Saves")]
    load: Option<PathBuf>,
    /// List saved games, newest first
    #[arg(long, help_heading = "Saves")]
    list_saves: bool,
    /// Folder for saved games
    #[arg(long, value_name = "DIR", help_heading = "Saves")]
    saves: Option<PathBuf>,
    /// Play in the terminal instead of the browser
    #[arg(long, help_heading = "Interface")]
    terminal: bool,
    /// Pause after a bot's move in the terminal, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 300, help_heading = "Interface")]
    pause: u64,
    /// Port of the page [default: any free port]
    #[arg(
        long,
        value_name = "PORT",
        default_value_t = 0,
        hide_default_value = true,
        help_heading = "Interface"
    )]
    port: u16,
    /// Print the address without opening a browser
    #[arg(long, help_heading = "Interface")]
    no_open: bool,
}

/// The user's folder of saved games.
fn saves() -> PathBuf {
    let folder = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let data = folder("XDG_DATA_HOME").or_else(|| folder("APPDATA"));
    let data = data.or_else(|| folder("HOME").map(|home| home.join(".local/share")));
    data.map_or_else(|| PathBuf::from("wilaya-saves"), |data| data.join("wilaya/saves"))
}

impl PlayArgs {
    /// The games with the requested figures.
    fn catalogue(&self) -> Result<Catalogue> {
        let data = &self.setting.data;
        let catalogue = Catalogue::default();
        match self.game {
            _ if data.data.is_none() && data.set.is_empty() => Ok(catalogue),
            Some(GameName::Ici) => Ok(catalogue.with(data.spec().figures::<Ici>()?)),
            Some(GameName::Algeria) => Ok(catalogue.with(data.spec().figures::<Algeria>()?)),
            _ => bail!("--data and --set need a game: wilaya play {} --set …", Algeria::NAME),
        }
    }

    fn seats(&self) -> BySide<Seat> {
        let human = |side: Side| match self.side {
            _ if self.hotseat => true,
            _ if self.watch => false,
            Some(own) => own == side,
            None => side == Side::Fln,
        };
        BySide::new_with(|side| if human(side) { Seat::Human } else { self.bot() })
    }

    /// The opponent.
    fn bot(&self) -> Seat {
        self.bot.clone().unwrap_or_else(|| Seat::level(Level::named(OPPONENT)))
    }

    fn seed(&self) -> u64 {
        self.seed.unwrap_or_else(fresh_seed)
    }

    /// The requested game; `None` if the page asks for it.
    fn game(
        &self,
        catalogue: &Catalogue,
        store: &Store,
        programs: Option<&Programs>,
    ) -> Result<Option<CurrentGame>> {
        if let Some(asked) = &self.load {
            let named = asked.to_str().and_then(|name| store.path(name).ok());
            let file = named.filter(|file| !asked.exists() && file.exists());
            let file = file.as_ref().unwrap_or(asked);
            let hint = || "this save cannot be loaded; wilaya play --list-saves lists the saves";
            let instead = self.bot.as_ref().map(|seat| (seat, programs));
            return Ok(Some(CurrentGame::load_with(catalogue, store, file, instead).with_context(hint)?));
        }
        let asked = self.side.is_some() || self.hotseat || self.watch || self.terminal;
        match self.game {
            Some(game) if asked => {
                let (seats, programs) = (self.seats(), programs.cloned());
                let begin = Begin { seats, seed: self.seed(), index: 0, practice: self.practice, programs };
                Ok(Some(CurrentGame::new(catalogue.start(game.name(), &self.setting.setting(), begin)?)))
            }
            Some(_) if self.bot().is_program() => {
                bail!("--bot exec:NAME needs --side, --watch or --load: the page does not start programs")
            }
            None if asked || self.setting.setting() != Setting::default() => {
                bail!("give the game: wilaya play {} or wilaya play {}", Algeria::NAME, Ici::NAME)
            }
            _ => Ok(None),
        }
    }

    /// The page's initial choices when it asks for a game. Invalid ones are reported at once.
    fn offer(&self, catalogue: &Catalogue) -> Result<Option<NewGame>> {
        let Some(game) = self.game else { return Ok(None) };
        let setting = self.setting.setting();
        let begin = Begin { seats: self.seats(), seed: 0, index: 0, practice: self.practice, programs: None };
        catalogue.start(game.name(), &setting, begin)?;
        let Setting { scenario, setup, options, bars } = setting;
        Ok(Some(NewGame {
            game: game.name().to_owned(),
            scenario,
            setup,
            options,
            bars,
            seats: BySide::new_with(|side| self.seats()[side].to_string()),
            seed: self.seed,
            practice: self.practice,
        }))
    }
}

/// The bot that gives hints and takes over on request: the strongest that answers at once.
fn adviser() -> BotSpec {
    BotSpec { name: "mcts".to_owned(), keys: vec![("iters".to_owned(), "400".to_owned())] }
}

pub(crate) fn run(args: &PlayArgs, out: &mut impl Write) -> Result<()> {
    let catalogue = args.catalogue()?;
    let store = Store::new(args.saves.clone().unwrap_or_else(saves));
    if args.list_saves {
        terminal::saves(out, &store.list())?;
        return Ok(());
    }
    store.clear_unfinished();
    let bot = args.bot.as_ref().and_then(|seat| match seat {
        Seat::Bot(spec) => Some(spec),
        Seat::Human => None,
    });
    let programs = args.programs.programs(bot)?;
    let game = args.game(&catalogue, &store, programs.as_ref())?;
    let (closing, ending) = (store.clone(), programs.clone());
    end_on_signal(move || {
        closing.close();
        ending.iter().for_each(Programs::close);
    })?;
    if args.terminal {
        let Some(game) = game else { bail!("--terminal needs a game, or --load") };
        let watched = io::stdout().is_terminal() && io::stdin().is_terminal();
        let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let options = terminal::Options {
            color: io::stdout().is_terminal() && !plain,
            watched,
            pause: Duration::from_millis(args.pause),
            adviser: adviser(),
        };
        let input = io::stdin().lock();
        let played = terminal::run(game, &catalogue, &store, input, out, options);
        store.close();
        return Ok(played?);
    }
    let offer = args.offer(&catalogue)?;
    let host = Host::new(catalogue, store, adviser(), game);
    let host = match offer {
        Some(offer) => host.offering(offer),
        None => host,
    };
    let page = Page::bind(args.port, host);
    let page = page
        .with_context(|| format!("port {} cannot be used: try another --port, or leave it out", args.port))?;
    let address = page.address();
    writeln!(out, "{address}")?;
    out.flush()?;
    if !args.no_open && open::that_detached(&address).is_err() {
        writeln!(out, "No browser could be opened: open the address above. Ctrl-C ends the program.")?;
        out.flush()?;
    }
    page.run().context("the page can no longer be served")
}
