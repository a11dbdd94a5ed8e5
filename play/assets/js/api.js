// Requests to the program. Addresses are relative, so they carry the page's token.

export class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

async function ask(path, options) {
  let response;
  let text;
  try {
    response = await fetch(`api/${path}`, { ...options, cache: "no-store", redirect: "error" });
    text = await response.text();
  } catch {
    throw new Refused(0, "The program does not answer. Your game is saved: start wilaya again and load it.");
  }
  let value = null;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refused(response.status, "The program's answer is invalid.");
  }
  if (!response.ok) throw new Refused(response.status, value.error ?? `status ${response.status}`);
  return value;
}

const query = (values) => {
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  return given.length ? `?${new URLSearchParams(given)}` : "";
};

export const get = (path, values = {}, signal = undefined) => ask(path + query(values), { signal });

export const post = (path, body = {}) =>
  ask(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
