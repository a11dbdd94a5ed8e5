//! Parsing of requests, with readable errors.

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use serde::de::DeserializeOwned;

use super::host::Refusal;

/// The JSON body of a request.
pub(super) struct JsonBody<T>(pub(super) T);

/// The query of a request.
pub(super) struct QueryParams<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let kind = kind.map(|kind| kind.split(';').next().unwrap_or(kind).trim().to_ascii_lowercase());
        if kind.as_deref() != Some("application/json") {
            let why = "the body must be JSON, with Content-Type: application/json";
            return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, why));
        }
        let bytes = Bytes::from_request(request, state).await;
        let bytes = bytes.map_err(|error| Refusal::new(error.status(), "the body cannot be read"))?;
        let mut reader = serde_json::Deserializer::from_slice(&bytes);
        let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
            let (path, inner) = (error.path().to_string(), error.inner());
            if inner.is_data() {
                Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, plain(&path, &inner.to_string()))
            } else {
                no_json(inner)
            }
        })?;
        reader.end().map_err(|error| no_json(&error))?;
        Ok(Self(value))
    }
}

fn no_json(error: &serde_json::Error) -> Refusal {
    Refusal::new(
        StatusCode::BAD_REQUEST,
        format!("the body is not JSON: {}", without_place(&error.to_string())),
    )
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for QueryParams<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let query = Query::<T>::from_request_parts(parts, state).await;
        let refuse = |text: String| {
            let text = text.strip_prefix("Failed to deserialize query string: ").unwrap_or(&text);
            let (path, what) = text.split_once(": ").unwrap_or(("", text));
            Refusal::new(StatusCode::BAD_REQUEST, plain(path, what))
        };
        query.map(|Query(value)| Self(value)).map_err(|error| refuse(error.body_text()))
    }
}

/// An error message without line and column.
fn without_place(message: &str) -> &str {
    message.rsplit_once(" at line ").map_or(message, |(message, _)| message)
}

/// An error of `serde` about a field, in plain words.
fn plain(path: &str, message: &str) -> String {
    let message = without_place(message);
    let field = if matches!(path, "" | "." | "?") { "the request".to_owned() } else { format!("\"{path}\"") };
    let quoted = |text: &str| text.replace('`', "\"");
    let mismatch = message.strip_prefix("invalid type: ").or_else(|| message.strip_prefix("invalid value: "));
    if let Some((found, expected)) = mismatch.and_then(|rest| rest.split_once(", expected ")) {
        return format!("{field} is {}, but should be {}", thing(found), kind(expected));
    }
    if message.starts_with("invalid length") {
        return format!("{field} should be {}", kind("struct "));
    }
    if let Some(missing) = message.strip_prefix("missing field ") {
        return format!("{field}: the field {} is missing", quoted(missing));
    }
    if let Some((unknown, known)) =
        message.strip_prefix("unknown field ").and_then(|rest| rest.split_once(", "))
    {
        return format!("unknown field {}: {}", quoted(unknown), quoted(known));
    }
    if let Some((unknown, known)) =
        message.strip_prefix("unknown variant ").and_then(|rest| rest.split_once(", "))
    {
        return format!("{field} is {}: {}", quoted(unknown), quoted(known));
    }
    if message.contains("invalid digit") || message.contains("number too large") {
        return format!("{field} should be {WHOLE}");
    }
    format!("{field}: {}", quoted(message))
}

/// The range of numbers in requests.
const WHOLE: &str = "a whole number from 0 to 18446744073709551615";

/// The value found, as `serde` names it, in plain words.
fn thing(found: &str) -> String {
    let value = found.split_once('`').and_then(|(_, rest)| rest.strip_suffix('`'));
    match (found, value) {
        (_, Some(value)) => value.to_owned(),
        ("map", _) => "an object".to_owned(),
        ("sequence", _) => "a list".to_owned(),
        _ => found.strip_prefix("string ").unwrap_or(found).to_owned(),
    }
}

/// The value expected, as `serde` names it, in plain words.
fn kind(expected: &str) -> &str {
    match expected {
        "u8" | "u16" | "u32" | "u64" | "usize" => WHOLE,
        "a string" => "text",
        "a sequence" => "a list",
        "a boolean" => "true or false",
        _ if expected.starts_with("struct ") => "an object with named fields",
        _ => expected,
    }
}
