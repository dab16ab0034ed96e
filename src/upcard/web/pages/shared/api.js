// The house's HTTP API: one small wrapper that sends, understands problems, and keeps the session's CSRF token.

const BASE = "/api/v1";
/** Milliseconds that an answer may take. */
const PATIENCE = 12_000;

/** What the house says when it refuses: words for a person, and the rule if there is one. */
export class Problem extends Error {
  /** @param {{title?: string, detail?: string, status?: number, rule?: string, type?: string}} said */
  constructor(said) {
    super(said.detail || said.title || "The house did not answer.");
    this.status = said.status ?? 0;
    this.rule = said.rule ?? null;
    this.kind = (said.type ?? "").split("/").pop();
  }
}

/** @type {any} the session as the house last told it */
export let session = null;
const listeners = new Set();

/** Calls back now and whenever the session changes. @param {(session: any) => void} listener */
export function onSession(listener) {
  listeners.add(listener);
  if (session) listener(session);
  return () => listeners.delete(listener);
}

/** @param {any} said */
export function setSession(said) {
  session = said;
  for (const listener of listeners) listener(said);
  return said;
}

// A house that restarts is back within seconds. A command may be sent again: it carries its key, so it is done once.
const AGAIN_AFTER = [300, 700, 1500, 3000, 5000, 8000, 8000];
const line = new EventTarget();

/** A stream has heard from the house again: whatever waits to be sent is sent now. */
export function houseIsBack() {
  line.dispatchEvent(new Event("back"));
}

/** @param {number} wait milliseconds, unless the house is back before */
function pause(wait) {
  return new Promise((done) => {
    setTimeout(done, wait);
    line.addEventListener("back", done, { once: true });
  });
}

/** @param {string} url @param {RequestInit} request */
async function persist(url, request) {
  const given = request.signal;
  const patience = () => (given ? AbortSignal.any([given, AbortSignal.timeout(PATIENCE)]) : AbortSignal.timeout(PATIENCE));
  for (const wait of request.method === "GET" ? AGAIN_AFTER.slice(0, 2) : AGAIN_AFTER) {
    const answer = await fetch(url, { ...request, signal: patience() }).catch(() => null);
    given?.throwIfAborted();
    const stopping = answer?.status === 503 && request.method !== "GET";
    if (answer && !stopping) return answer;
    await pause(wait);
  }
  return fetch(url, { ...request, signal: patience() }).catch(() => {
    throw new Problem({ detail: "The house can't be reached. Nothing was lost; try again in a moment." });
  });
}

/**
 * One request. Commands carry a key of their own, so that a repeat after a lost answer does nothing twice.
 * @param {string} method @param {string} path @param {any} [body] @param {AbortSignal} [signal] of whoever may lose interest
 */
export async function call(method, path, body, signal) {
  const headers = { Accept: "application/json" };
  if (method !== "GET") {
    headers["X-Upcard-CSRF"] = session?.csrf ?? "1";
    headers["Idempotency-Key"] = crypto.randomUUID?.() ?? String(Math.random()).slice(2) + Date.now();
  }
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const request = { method, headers, body: body === undefined ? undefined : JSON.stringify(body), credentials: "same-origin", signal };
  const answer = await persist(BASE + path, request);
  if (answer.status === 204) return null;
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Problem({ status: answer.status, ...said });
  return said;
}

export const get = (path) => call("GET", path);
export const post = (path, body) => call("POST", path, body ?? {});
export const put = (path, body) => call("PUT", path, body ?? {});
export const remove = (path) => call("DELETE", path);

/** Asks who we are; never fails while the house is up. */
export async function refreshSession() {
  return setSession(await get("/session"));
}
