// A live line to the house: resumes where it broke off, notices when it has gone quiet, and says so.

import { houseIsBack } from "./api.js";

const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;
const FINAL_CODES = new Set([4401, 4403, 4404]);

export class Stream {
  /**
   * @param {string} path as "/tables/blackjack/stream"
   * @param {{message: (said: any) => void, stale: (stale: boolean, why: string) => void}} handlers
   */
  constructor(path, handlers) {
    this.path = path;
    this.handlers = handlers;
    this.seq = null;
    this.wait = FIRST_WAIT;
    this.beat = 5;
    this.closed = false;
    this.socket = null;
    this.watch = 0;
    this.retry = 0;
    addEventListener("online", () => this.reconnect());
    addEventListener("pagehide", () => this.close());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && this.socket?.readyState !== WebSocket.OPEN) this.reconnect();
    });
    this.open();
  }

  open() {
    if (this.closed) return;
    const since = this.seq === null ? "" : `?since=${this.seq}`;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/v1${this.path}${since}`);
    this.socket = socket;
    socket.addEventListener("message", (event) => socket === this.socket && this.heard(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => socket === this.socket && this.lost(event));
    this.expect();
  }

  heard(said) {
    this.expect();
    if (typeof said.seq === "number") this.seq = said.seq;
    if (said.type === "hello") {
      this.beat = said.beat ?? this.beat;
      this.wait = FIRST_WAIT;
      this.handlers.stale(false, "");
      houseIsBack();
    }
    this.handlers.message(said);
  }

  // Three beats without a word: the line is dead, whatever the browser thinks.
  expect() {
    clearTimeout(this.watch);
    this.watch = setTimeout(() => {
      this.handlers.stale(true, "No word from the house. Trying again …");
      this.reconnect();
    }, this.beat * 3000);
  }

  lost(event) {
    clearTimeout(this.watch);
    if (this.closed) return;
    if (FINAL_CODES.has(event.code)) {
      this.closed = true;
      this.handlers.stale(true, event.reason || "This page is no longer yours to watch.");
      return;
    }
    this.handlers.stale(true, "The line to the house broke. Connecting again …");
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  reconnect() {
    if (this.closed) return;
    clearTimeout(this.retry);
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.open();
  }

  close() {
    this.closed = true;
    clearTimeout(this.watch);
    clearTimeout(this.retry);
    this.socket?.close();
  }
}
