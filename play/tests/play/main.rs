//! Sessions and the page, from the outside.

#![allow(clippy::print_stdout, clippy::unwrap_used, clippy::missing_docs_in_private_items)]

mod client;
mod fuzz;
mod games;
mod guide;
mod odds;
mod pace;
mod review;
mod rolled;
mod safety;
mod saves;
mod secrets;
mod session;
mod terminal;
