//! From words to results, as a user of the library goes.

use std::error::Error;
use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};

use wilaya_engine::algeria::Algeria;
use wilaya_engine::dice::SeededDice;
use wilaya_engine::position::Position;
use wilaya_engine::{Game, Setting, SettingError};
use wilaya_sim::arena::{ArenaError, ArenaSpec, BotList, BotListError, SprtInfo};
use wilaya_sim::impact::{ImpactError, ImpactSpec, Question, Reading};
use wilaya_sim::rollout::RolloutSpec;
use wilaya_sim::sweep::SweepSpec;
use wilaya_sim::tune::{TuneRunError, TuneSpec};
use wilaya_sim::{
    FigureError, FigureSpec, FolderError, GameName, LEAST_REROLLS, RunContext, RunError, RunSpec, Start,
    threads,
};

fn spec(game: GameName) -> RunSpec {
    let bot = || "random".parse().expect("it is a bot");
    RunSpec::new(game).bots(bot(), bot()).games(40)
}

#[test]
fn what_is_wrong_is_a_value() {
    assert_eq!("chess".parse::<GameName>().expect_err("there is none").0, "chess");
    let unknown = spec(GameName::Algeria).scenario("endless").run();
    assert!(matches!(
        unknown,
        Err(RunError::Figures(FigureError::Setting(SettingError::Unknown { word, .. }))) if word == "endless"
    ));
    let set = vec!["mission.civil-affairs.cost=many".parse().expect("it is a change")];
    let wrong = spec(GameName::Algeria).figures(FigureSpec { data: None, set }).run();
    assert!(
        matches!(wrong, Err(RunError::Figures(FigureError::Data(why))) if why.to_string().contains("civil-affairs"))
    );
    let mut none = spec(GameName::Algeria);
    none.bots.fln = "deep-blue".parse().ok();
    assert!(matches!(none.run(), Err(RunError::Bot(_))));
    assert!(matches!(spec(GameName::Algeria).games(0).run(), Err(RunError::Value { key: "games", .. })));
    assert!(matches!("sober,sober".parse::<BotList>(), Err(BotListError::Twice(_))));
}

#[test]
fn a_folder_in_use_is_told_from_one_of_another_run() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let (pool, stop) = (threads(Some(1))?, AtomicBool::new(false));
    let context = RunContext { out: Some(folder.path()), ..RunContext::new(&pool, &stop) };
    let results = spec(GameName::Algeria).run_in(&context, |_, _| ())?;
    assert_eq!(results.summary.progress().done, 40);
    let again = RunContext { resume: true, ..context };
    let other = spec(GameName::Algeria).seed(2).run_in(&again, |_, _| ());
    assert!(matches!(other, Err(RunError::Folder(FolderError::Other { key, .. })) if key == "seed"));
    let _lock = wilaya_sim::files::Lock::folder(folder.path())?;
    let busy = spec(GameName::Algeria).run_in(&context, |_, _| ());
    assert!(matches!(busy, Err(RunError::Folder(FolderError::Lock(_)))));
    Ok(())
}

#[test]
fn a_command_spells_out_the_defaults() -> Result<(), Box<dyn Error>> {
    assert_eq!(
        spec(GameName::Algeria).without("event:sartre").command()?.join(" "),
        "wilaya sim algeria --scenario 1958 --setup default --bar event:sartre --fln random --france random --games 40 \
         --seed 1 --max-turns 200"
    );
    let mut arena = ArenaSpec::new(GameName::Algeria, "random,thrift".parse()?);
    arena.setting = Setting { options: vec!["border_zone_cuts_ap".to_owned()], ..Setting::default() };
    arena.sprt = Some(SprtInfo { elo: [-10.0, 20.0], alpha: 0.05, beta: 0.1, batch: 50 });
    assert_eq!(
        arena.command()?.join(" "),
        "wilaya arena algeria --bots random,thrift --pairs 100 --scenario 1954,1958,1960 --setup default \
         --option border_zone_cuts_ap --seed 1 --max-turns 200 --sprt -10,20 --alpha 0.05 --beta 0.1 --batch 50"
    );
    arena.bots = "random,thrift,mcts".parse()?;
    assert!(matches!(arena.command(), Err(ArenaError::NotTwo(3))));
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("p.json");
    let rules = Algeria::rules(&Algeria::figures(), &Setting::default())?;
    let state = Algeria::start(&rules, &mut SeededDice::new(1, 0), &mut ());
    fs::write(&path, Position::new::<Algeria>(&rules, &state).to_text())?;
    let mut rollout = RolloutSpec::new(Start::read(&path)?);
    assert_eq!(
        rollout.command()?.join(" "),
        format!(
            "wilaya rollout {} --fln heuristic --france heuristic --games 400 --luck {LEAST_REROLLS} --seed 1 --max-turns 200",
            path.display()
        )
    );
    rollout.as_it_is = true;
    rollout.bots.fln = Some("thrift".parse()?);
    assert!(rollout.command()?.join(" ").ends_with(" --as-it-is"));
    assert!(rollout.command()?.join(" ").contains(" --fln thrift "));
    rollout.bots.fln = Some("deep-blue".parse()?);
    assert!(matches!(rollout.command(), Err(RunError::Bot(_))));
    Ok(())
}

#[test]
fn sweeps_and_barred_items_are_played_from_words() -> Result<(), Box<dyn Error>> {
    let (pool, stop) = (threads(Some(1))?, AtomicBool::new(false));
    let context = RunContext::new(&pool, &stop);
    let sweep =
        SweepSpec { run: spec(GameName::Algeria), vary: vec!["mission.civil-affairs.cost=1,2".parse()?] };
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

#[test]
fn a_tuning_with_another_setting_is_not_resumed() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("weights.toml");
    let setting = Setting { scenario: Some("1960".to_owned()), ..Setting::default() };
    let spec = TuneSpec {
        game: GameName::Algeria,
        setting: setting.clone(),
        figures: FigureSpec::default(),
        bot: "heuristic".parse()?,
        pool: vec!["sober".to_owned()],
        seed: 1,
        iterations: 3,
        pairs: 1,
        step: 1.0,
        max_turns: 200,
    };
    let (pool, stop) = (threads(Some(1))?, AtomicBool::new(false));
    let context = RunContext { out: Some(&path), ..RunContext::new(&pool, &stop) };
    let results = spec.run_in(&context, |_, _| stop.store(true, Ordering::Relaxed))?;
    assert_eq!(results.done, 1);
    stop.store(false, Ordering::Relaxed);
    let command = spec.command()?.join(" ");
    assert!(command.contains(" --pool sober --scenario 1960 --setup default --iterations 3 "), "{command}");
    assert!(fs::read_to_string(&path)?.contains(&format!("# {command}\n")));
    let (before, again) = (fs::read_to_string(&path)?, RunContext { resume: true, ..context });
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    for other in [
        Setting { options: words(&["border_zone_cuts_ap"]), ..setting.clone() },
        Setting { bars: words(&["event:suez"]), ..setting.clone() },
        Setting { setup: Some("free".to_owned()), ..setting.clone() },
    ] {
        let other = TuneSpec { setting: other, ..spec.clone() }.run_in(&again, |_, _| ());
        assert!(matches!(other, Err(TuneRunError::Folder(FolderError::Other { .. }))), "{other:?}");
        assert_eq!(fs::read_to_string(&path)?, before);
    }
    assert_eq!(spec.run_in(&again, |_, _| ())?.done, 3);
    Ok(())
}

#[test]
fn commands_of_sweeps_and_impacts_are_those_in_their_folders() -> Result<(), Box<dyn Error>> {
    let (pool, stop) = (threads(Some(1))?, AtomicBool::new(false));
    let context = RunContext::new(&pool, &stop);
    let run = || spec(GameName::Algeria).games(1);
    let plain = "algeria --scenario 1958 --setup default --fln random --france random --games 1 --seed 1 --max-turns 200";
    let sweep = SweepSpec::new(run(), vec!["mission.civil-affairs.cost=1,2".parse()?])
        .vary("unit.division.count=14".parse()?);
    let vary = "--vary mission.civil-affairs.cost=1,2 --vary unit.division.count=14";
    assert_eq!(sweep.command()?.join(" "), format!("wilaya sweep {plain} {vary}"));
    let results = sweep.run_in(&context, |_| ())?;
    assert_eq!(results.command, sweep.command()?);
    let table = serde_json::to_value(&results)?;
    assert_eq!(table["combinations"][1]["set"]["mission.civil-affairs.cost"], "2");
    let impact = ImpactSpec::new(run()).of(&["event:sartre"]);
    let item = format!("wilaya impact {plain} --of event:sartre");
    assert_eq!(impact.command()?.join(" "), format!("{item} --readings seen,barred"));
    let forked = impact.clone().readings(&[Reading::Forked]).playouts(1);
    assert_eq!(forked.command()?.join(" "), format!("{item} --readings forked --playouts 1 --budget 1games"));
    for spec in [&impact, &forked] {
        let results = spec.run_in(&context, |_| ())?.expect("nothing stops it");
        assert_eq!(results.info.run.command, spec.command()?);
        assert_eq!(serde_json::to_value(&results)?["items"][0]["item"], "event:sartre");
    }
    let time = forked.budget("90s".parse()?).command()?.join(" ");
    assert!(time.ends_with(" --budget 1.5m"), "{time}");
    Ok(())
}
