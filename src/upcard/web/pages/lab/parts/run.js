// Long work: begun, followed on its stream, stopped, kept.

import { post, remove } from "../../shared/api.js";
import { fill, h, say } from "../../shared/dom.js";
import { Stream } from "../../shared/stream.js";
import { copied } from "./number.js";
import { save } from "./take.js";

const OVER = new Set(["done", "failed", "stopped"]);

/** What came of a run, as a file: with its command, so that whoever finds it knows what it is. @param {any} run */
function takeAlong(run) {
  const text = JSON.stringify({ command: run.command, ...run.result }, null, 1);
  save(`${run.kind}.json`, text, "application/json");
}

export class Work {
  /** @param {(place: HTMLElement, run: any, work: Work) => void} show draws what there is of a run */
  constructor(show) {
    this.show = show;
    this.run = null;
    this.made = null;
    this.words = h("p", { class: "run-words", role: "status" });
    this.bar = h("progress", { class: "run-bar", hidden: true, "aria-label": "How far it is" });
    this.halt = h("button", { type: "button", class: "run-stop", onclick: () => this.stop() }, "Stop");
    this.place = h("div", { class: "run-place" });
    this.line = h("div", { class: "run-line" });
    this.node = h("section", { class: "run", hidden: true }, h("div", { class: "run-head" }, this.words, this.bar, this.halt), this.place, this.line);
  }

  /** @param {string} path @param {any} body */
  async begin(path, body) {
    this.stream?.close();
    this.node.hidden = false;
    this.made = JSON.stringify(body);
    this.words.classList.remove("lose");
    say(this.words, "Asking the lab …");
    this.place.replaceChildren();
    this.line.replaceChildren();
    try {
      this.take(await post(path, body));
    } catch (problem) {
      this.run = null;
      this.halt.hidden = this.bar.hidden = true;
      this.words.classList.add("lose");
      return say(this.words, problem.message);
    }
    if (!OVER.has(this.run.state)) this.listen();
    return undefined;
  }

  listen() {
    this.stream = new Stream(`/lab/runs/${this.run.id}/stream`, {
      message: (said) => {
        if (said.type !== "run") return;
        this.take(said.run);
        if (OVER.has(said.run.state)) this.stream.close();
      },
      stale: (is, why) => is && say(this.words, why),
    });
  }

  /** Nobody looks at it any more: a run that is not over is given up. */
  leave() {
    this.stream?.close();
    if (this.run && !OVER.has(this.run.state)) remove(`/lab/runs/${this.run.id}`).catch(() => null);
  }

  stop() {
    if (this.run) remove(`/lab/runs/${this.run.id}`).then((run) => this.take(run), (problem) => say(this.words, problem.message));
  }

  take(run) {
    this.run = run;
    const over = OVER.has(run.state);
    this.halt.hidden = over;
    this.words.classList.toggle("lose", run.state === "failed");
    const waits = run.before ? `${run.before} before this one …` : "";
    say(this.words, over ? { done: "", stopped: "Stopped. What has come out so far is kept.", failed: run.words }[run.state] : waits || `${run.words || "Beginning"} …`);
    if (run.state === "stopped" && !run.result) say(this.words, "Stopped.");
    const { rounds, of } = run.so_far;
    this.bar.hidden = over;
    if (rounds && of) Object.assign(this.bar, { max: of, value: rounds });
    else this.bar.removeAttribute("value");
    this.show(this.place, run, this);
    if (over && run.state !== "failed" && !this.line.childElementCount) {
      const keep = run.result ? h("p", {}, h("button", { type: "button", onclick: () => takeAlong(run) }, "Keep the figures (JSON)")) : null;
      fill(this.line, keep, run.command ? [h("h3", {}, "The same in a terminal"), copied(run.command, "The command")] : null);
    }
  }
}
