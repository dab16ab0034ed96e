// Keeps a console in step: what a stream says is shown, and a nudge from one (or the clock) asks the house again, never twice at once.

import { get } from "../shared/api.js";
import { say } from "../shared/dom.js";
import { Stream } from "../shared/stream.js";

const banner = document.getElementById("stale");

function stale(is, why) {
  banner.hidden = !is;
  say(banner, why);
  document.body.toggleAttribute("data-stale", is);
}

/**
 * @param {string} path what to ask @param {string} stream whose messages show the floor, or say that something changed @param {(said: any) => void} show
 * @param {(said: any) => void} [heard] gets every message of the stream itself
 * @returns {() => Promise<void>} asks now
 */
export function follow(path, stream, show, heard = () => {}) {
  let asking = null;
  let again = false;
  async function ask() {
    if (asking) {
      again = true;
      return asking;
    }
    asking = (async () => {
      do {
        again = false;
        try {
          show(await get(path));
        } catch (problem) {
          if (problem.status === 401) document.dispatchEvent(new CustomEvent("upcard-locked"));
          else if (problem.status === 0) stale(true, problem.message);
        }
      } while (again);
    })();
    await asking;
    asking = null;
    return null;
  }
  let line = null;
  const open = () => {
    line?.close();
    line = new Stream(stream, {
      message: (said) => {
        heard(said);
        if (said.floor) show(said.floor);
        else if (said.type !== "beat" && said.type !== "hello") ask();
      },
      stale: (is, why) => {
        stale(is, why);
        if (is) document.dispatchEvent(new CustomEvent("upcard-locked"));
      },
    });
  };
  open();
  document.addEventListener("upcard-unlocked", () => {
    open();
    ask();
  });
  setInterval(ask, 5000);
  return ask;
}
