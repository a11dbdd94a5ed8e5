use super::*;
use super::rules::Rules;
use crate::dice::Label;
impl Action {
    pub(crate) fn text(self, _: &Rules) -> String { format!("{self:?}") }
    pub(crate) fn parse(_: &Rules, _: &str) -> Result<Self, String> { Err(String::new()) }
}
impl Throw {
    pub(crate) fn text(_: &Rules, l: Label) -> String { format!("{l:?}") }
    pub(crate) fn parse(_: &Rules, _: &str) -> Result<Label, String> { Err(String::new()) }
}
impl Event { pub(crate) fn text(&self, _: &Rules) -> String { format!("{self:?}") } }
impl State {
    pub(crate) fn to_json(&self, _: &Rules) -> serde_json::Value { serde_json::Value::Null }
    pub(crate) fn from_json(_: &Rules, _: &serde_json::Value) -> Result<Self, String> { Err(String::new()) }
    pub(crate) fn describe(&self, _: &Rules, _: Option<crate::Side>) -> String { String::new() }
}
