//! From words to results, as a user of the library goes.

use std::error::Error;
use std::sync::atomic::AtomicBool;

use wilaya_engine::{Setting, SettingError};
use wilaya_sim::arena::{ArenaError, ArenaSpec, BotList, BotListError, SprtInfo};
use wilaya_sim::impact::{ImpactError, ImpactSpec, Question, Reading};
use wilaya_sim::sweep::SweepSpec;
use wilaya_sim::{FigureError, FigureSpec, FolderError, GameName, RunContext, RunError, RunSpec, threads};

fn spec(game: GameName) -> RunSpec {
    let bot = || "random".parse().expect("it is a bot");
    RunSpec::new(game).bots(bot(), bot()).games(40)
}

#[test]
fn what_is_wrong_is_a_value() {
    assert_eq!("chess".parse::<GameName>().expect_err("there is none").0, "chess");
    let unknown = spec(GameName::Toy).scenario("endless").run();
    assert!(matches!(
        unknown,
        Err(RunError::Figures(FigureError::Setting(SettingError::Unknown { word, .. }))) if word == "endless"
    ));
    let set = vec!["goal.short=many".parse().expect("it is a change")];
    let wrong = spec(GameName::Toy).figures(FigureSpec { data: None, set }).run();
    assert!(matches!(wrong, Err(RunError::Figures(FigureError::Data(why))) if why.key == "goal.short"));
    let mut none = spec(GameName::Toy);
    none.bots.fln = "deep-blue".parse().ok();
    assert!(matches!(none.run(), Err(RunError::Bot(_))));
    assert!(matches!(spec(GameName::Toy).games(0).run(), Err(RunError::Value { key: "games", .. })));
    assert!(matches!("sober,sober".parse::<BotList>(), Err(BotListError::Twice(_))));
}

#[test]
fn a_folder_in_use_is_told_from_one_of_another_run() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let (pool, stop) = (threads(Some(1))?, AtomicBool::new(false));
    let context = RunContext { out: Some(folder.path()), ..RunContext::new(&pool, &stop) };
    let results = spec(GameName::Toy).run_in(&context, |_, _| ())?;
    assert_eq!(results.summary.progress().done, 40);
    let again = RunContext { resume: true, ..context };
    let other = spec(GameName::Toy).seed(2).run_in(&again, |_, _| ());
    assert!(matches!(other, Err(RunError::Folder(FolderError::Other { key, .. })) if key == "seed"));
    let _lock = wilaya_sim::files::Lock::folder(folder.path())?;
    let busy = spec(GameName::Toy).run_in(&context, |_, _| ());
    assert!(matches!(busy, Err(RunError::Folder(FolderError::Lock(_)))));
    Ok(())
}

#[test]
fn a_command_spells_out_the_defaults() -> Result<(), Box<dyn Error>> {
    assert_eq!(
        spec(GameName::Toy).without("action:fln:trip").command()?.join(" "),
        "wilaya sim toy --scenario short --setup default --bar action:fln:trip --fln random --france random --games 40 \
         --seed 1 --max-turns 200"
    );
    let mut arena = ArenaSpec::new(GameName::Toy, "random,thrift".parse()?);
    arena.setting = Setting { options: vec!["windy".to_owned()], ..Setting::default() };
    arena.sprt = Some(SprtInfo { elo: [-10.0, 20.0], alpha: 0.05, beta: 0.1, batch: 50 });
    assert_eq!(
        arena.command()?.join(" "),
        "wilaya arena toy --bots random,thrift --pairs 100 --scenario long,short --setup default --option windy --seed 1 \
         --max-turns 200 --sprt -10,20 --alpha 0.05 --beta 0.1 --batch 50"
    );
    arena.bots = "random,thrift,mcts".parse()?;
    assert!(matches!(arena.command(), Err(ArenaError::NotTwo(3))));
    Ok(())
}

#[test]
fn sweeps_and_barred_items_are_played_from_words() -> Result<(), Box<dyn Error>> {
    let (pool, stop) = (threads(Some(1))?, AtomicBool::new(false));
    let context = RunContext::new(&pool, &stop);
    let sweep = SweepSpec { run: spec(GameName::Toy), vary: vec!["goal.short=20,40".parse()?] };
    let mut seen = 0;
    let results = sweep.run_in(&context, |progress| seen = progress.before + progress.progress.done)?;
    assert_eq!((results.lines.len(), results.combinations, seen), (2, 2, 80));
    assert!(results.lines[0].difference.is_none() && results.lines[1].matched == 40);
    let impact = ImpactSpec {
        run: spec(GameName::Algeria).games(3),
        of: vec!["event:sartre".to_owned()],
        readings: vec![Reading::Barred],
        budget: None,
        playouts: None,
    };
    let results = impact.run_in(&context, |_| ())?.expect("nothing stops it");
    let barred = results.lines[0].read(Question::Barred).expect("it can be taken out");
    assert_eq!((results.lines.len(), results.lines[0].item.as_str()), (1, "event:sartre"));
    assert!(barred.estimate.n <= 3);
    let of = vec!["event:monsoon".to_owned()];
    let unknown = ImpactSpec { of, ..impact }.run_in(&context, |_| ());
    assert!(matches!(unknown, Err(ImpactError::UnknownItem { word, .. }) if word == "event:monsoon"));
    Ok(())
}
