// What every page wears: the bar with name, money and preferences; the notice at the foot; the sign-in for guests.

import { onSession, post, refreshSession, remove, session, setSession } from "./api.js";
import { h, keyed, say } from "./dom.js";
import { money, signed } from "./money.js";
import { onPrefs, prefs, setPref } from "./prefs.js";

const clock = (since) => {
  const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(since)) / 60_000));
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};

/** The bar at the top. */
class Bar extends HTMLElement {
  connectedCallback() {
    this.who = h("div", { class: "who" });
    this.where = h("p", { class: "where", "aria-hidden": "true", hidden: true });
    this.replaceChildren(
      h("header", { class: "bar" }, h("a", { class: "brand", href: "/", "aria-label": "Upcard, the first page" }, h("img", { src: "/static/shared/icon.svg", alt: "", width: 32, height: 32 }), h("span", { class: "brand-name" }, "Upcard")), this.where, this.who, this.menu()),
    );
    onSession((said) => this.draw(said));
    setInterval(() => session && this.draw(session), 30_000);
  }

  /** Where one is, for the eye: the page's own heading says it to screen readers. @param {string} brief @param {string} whole */
  at(brief, whole) {
    this.where.replaceChildren(h("span", { class: "where-brief" }, brief), h("span", { class: "where-whole" }, whole));
    this.where.hidden = false;
    this.classList.add("at");
  }

  draw(said) {
    for (const own of this.querySelectorAll("[data-own]")) own.hidden = said.role !== "player";
    if (said.role !== "player") {
      this.who.replaceChildren(h("span", { class: "soft" }, said.staff ? `${said.name} (${said.role})` : "Watching"));
      return;
    }
    const play = said.play;
    const against = play && play.expected !== null ? h("span", { class: "against" }, `, expected ${signed(play.expected)}`) : null;
    const facts = [
      h("span", { class: "soft small" }, `${said.name}, ${clock(said.since)}`),
      h("span", { class: "purse", title: "Your play money" }, h("span", { class: "sr-only" }, "Bankroll "), h("b", { class: "money" }, money(said.bankroll))),
    ];
    if (play?.rounds) facts.unshift(h("span", { class: "soft small wide" }, `${play.rounds} ${play.rounds === 1 ? "round" : "rounds"}, ${signed(play.returned - play.staked)}`, against));
    this.who.replaceChildren(...facts);
  }

  menu() {
    const toggle = (name, label) =>
      h("label", { class: "tick" }, h("input", { type: "checkbox", "data-pref": name, checked: prefs[name], onchange: (event) => setPref(name, event.target.checked) }), label);
    const menu = h(
      "details",
      { class: "menu", onkeydown: (event) => event.key === "Escape" && ((menu.open = false), menu.querySelector("summary").focus()) },
      h("summary", { class: "button quiet" }, h("span", { "aria-hidden": "true" }, "☰"), h("span", { class: "sr-only" }, "Menu")),
      h(
        "div",
        { class: "sheet" },
        toggle("light", "Light room"),
        toggle("fourColours", "Four-colour cards"),
        toggle("sound", "Sounds"),
        toggle("keys", "Keyboard shortcuts"),
        // Who is not there yet has no money to add to, and nothing to leave.
        h("button", { "data-own": "", hidden: true, onclick: () => this.buyIn() }, "Get $500 more"),
        h("button", { class: "quiet", "data-own": "", hidden: true, onclick: () => this.signOut() }, "Leave the house"),
      ),
    );
    document.addEventListener("pointerdown", (event) => !menu.contains(event.target) && (menu.open = false));
    onPrefs(() => {
      for (const tick of menu.querySelectorAll("[data-pref]")) tick.checked = prefs[tick.dataset.pref];
    });
    return menu;
  }

  async buyIn() {
    if (!(await signedIn())) return;
    setSession(await post("/session/buy-in", { amount: 50_000 }).catch((problem) => (notify(problem.message), session)));
  }

  async signOut() {
    await remove("/session").catch((problem) => notify(problem.message));
    await refreshSession();
    location.href = "/";
  }
}
customElements.define("up-bar", Bar);

/** The notice that stands on every page: play money, age, helpline. */
class Foot extends HTMLElement {
  connectedCallback() {
    this.text = h("p", {});
    this.replaceChildren(h("footer", { class: "foot soft" }, this.text));
    onSession((said) => say(this.text, `${said.notice.play_money} Gambling problem? ${said.notice.helpline}. Nothing you see here leaves this machine.`));
  }
}
customElements.define("up-foot", Foot);

/** What the house did while nobody answered: said on every page until it was seen. */
const news = document.body.appendChild(h("div", { class: "news", role: "alert" }));
onSession((said) =>
  keyed(
    news,
    said.news ?? [],
    (one) => one.id,
    (one) => h("div", { class: "news-one" }, h("p", {}, one.text), h("button", { class: "primary", onclick: () => remove(`/session/news/${one.id}`).then(setSession, (problem) => notify(problem.message)) }, "OK")),
    () => {},
  ),
);

// There before the first word, so that a screen reader hears that one too.
const toasts = document.body.appendChild(h("div", { class: "toasts", role: "status", "aria-live": "polite" }));

/** Tells the visitor something for a few seconds, also aloud. @param {string} text */
export function notify(text) {
  const toast = toasts.appendChild(h("p", { class: "toast" }, text));
  setTimeout(() => toast.remove(), 6000);
}

/** Makes sure there is a guest account, asking for a name if not. @returns {Promise<boolean>} */
export async function signedIn() {
  if (session?.role === "player") return true;
  return new Promise((done) => {
    const problem = h("p", { class: "lose", role: "alert" });
    const name = h("input", { type: "text", id: "guest-name", maxLength: 24, autocomplete: "nickname", required: true, "aria-describedby": "guest-note" });
    const dialog = h(
      "dialog",
      { class: "ask", "aria-labelledby": "guest-title", onclose: () => (dialog.remove(), done(session?.role === "player")) },
      h(
        "form",
        {
          method: "dialog",
          noValidate: true,
          onsubmit: async (event) => {
            event.preventDefault();
            if (!name.value.trim()) return say(problem, "Please give a name: 1 to 24 letters.");
            try {
              setSession(await post("/session", { name: name.value.trim() }));
              dialog.close();
            } catch (refused) {
              say(problem, refused.message);
            }
            return undefined;
          },
        },
        h("h2", { id: "guest-title" }, "What shall we call you?"),
        h("label", { htmlFor: "guest-name" }, "Your name at the table"),
        name,
        h("p", { class: "soft", id: "guest-note" }, "You get $1,000 of play money. No account, no payment; for people of 21 and over."),
        problem,
        h("div", { class: "row" }, h("button", { class: "primary", type: "submit" }, "Sit down"), h("button", { type: "button", onclick: () => dialog.close() }, "Not now")),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}
