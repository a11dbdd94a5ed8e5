//! Broken texts for the readers of files and requests: they return an error or a value, and never panic.
//!
//! A corpus of valid texts is in `play/tests/corpus`; a generator with a fixed seed breaks each in many ways, for
//! `WILAYA_FUZZ_SECONDS` per reader (1 by default). The engine's tests tamper with positions.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;
use wilaya_engine::algeria::Algeria;
use wilaya_engine::conformance::break_text;
use wilaya_engine::data::Figures;
use wilaya_engine::ici::Ici;
use wilaya_engine::record::{Header, Record};
use wilaya_engine::{FullGame, Game, Setting};
use wilaya_play::Playable;
use wilaya_play::session::{Save, World};
use wilaya_play::web::NewGame;

fn budget() -> Duration {
    let seconds = std::env::var("WILAYA_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    Duration::from_secs(seconds.unwrap_or(1))
}

/// The texts of the corpus with this prefix.
fn corpus(kind: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.retain(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(kind)));
    assert!(!files.is_empty(), "{kind}");
    files.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect()
}

/// Feeds a reader the valid texts, which it must accept, and then broken ones.
fn feed(kind: &str, read: impl Fn(&str) -> bool) {
    let texts = corpus(kind);
    for text in &texts {
        assert!(read(text), "{kind}: a text of the corpus is refused: {text}");
    }
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let (end, mut count, mut refused) = (Instant::now() + budget(), 0_u64, 0_u64);
    while Instant::now() < end {
        let text = break_text(&texts[rng.random_range(0..texts.len())], &texts, &mut rng);
        refused += u64::from(!read(&text));
        count += 1;
    }
    println!("{kind}: {refused} of {count} broken texts refused");
    assert!(count > 5 && refused > count / 20, "{kind}: {refused} of {count} refused");
}

/// Figures, and the rules of the settings that have come up: most texts have those of the corpus.
struct Known<G: FullGame> {
    figures: Figures,
    rules: RefCell<HashMap<String, Option<Rc<G::Rules>>>>,
}

impl<G: FullGame> Known<G> {
    fn new() -> Self {
        Self { figures: G::figures(), rules: RefCell::default() }
    }

    fn rules(&self, setting: &Setting) -> Option<Rc<G::Rules>> {
        let build = || G::rules(&self.figures, setting).ok().map(Rc::new);
        self.rules.borrow_mut().entry(format!("{setting:?}")).or_insert_with(build).clone()
    }

    fn record(&self, header: &Header, text: &str) -> bool {
        self.rules(&header.setting).is_some_and(|rules| {
            Record::<G>::parse(&rules, text).and_then(|record| record.replay(&rules, |_, _, _| ())).is_ok()
        })
    }
}

/// The worlds of the settings that have come up.
struct Worlds<G: Playable>(RefCell<HashMap<String, Option<Arc<World<G>>>>>);

impl<G: Playable> Worlds<G> {
    fn resume(&self, save: &Save, figures: &Figures) -> bool {
        let Ok(header) = save.header() else { return false };
        let build = || World::<G>::new(figures, &header.setting).ok().map(Arc::new);
        let mut known = self.0.borrow_mut();
        let world = known.entry(format!("{:?}", header.setting)).or_insert_with(build).clone();
        world.is_some_and(|world| save.resume::<G>(world, None).is_ok())
    }
}

#[test]
fn saves() {
    let (algeria, ici) = (Worlds::<Algeria>(RefCell::default()), Worlds::<Ici>(RefCell::default()));
    let (of_algeria, of_ici) = (Algeria::figures(), Ici::figures());
    feed("save", |text| {
        Save::parse(text).is_ok_and(|save| match save.game() {
            Algeria::NAME => algeria.resume(&save, &of_algeria),
            Ici::NAME => ici.resume(&save, &of_ici),
            _ => false,
        })
    });
}

#[test]
fn records() {
    let (algeria, ici) = (Known::<Algeria>::new(), Known::<Ici>::new());
    feed("record", |text| {
        Header::parse(text).is_ok_and(|header| match header.game.as_str() {
            Algeria::NAME => algeria.record(&header, text),
            Ici::NAME => ici.record(&header, text),
            _ => false,
        })
    });
}

#[test]
fn figures() {
    let printed = Algeria::figures();
    feed("figures", |text| {
        let mut figures = printed.clone();
        figures.overlay("broken.toml", text).is_ok() && Algeria::rules(&figures, &Setting::default()).is_ok()
    });
}

#[test]
fn requests() {
    feed("request", |text| serde_json::from_str::<NewGame>(text).is_ok());
}
