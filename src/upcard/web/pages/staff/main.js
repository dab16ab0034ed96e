// The staff's pages: sign on, the bar, the lock, and which console is mounted.

import { get, onSession, post, refreshSession, remove, session, setSession } from "../shared/api.js";
import { h, say } from "../shared/dom.js";
import { prefs, setPref } from "../shared/prefs.js";
import { clearRefusal, field } from "./desk.js";

const main = document.getElementById("main");
const bar = document.getElementById("bar");
const STAFF = new Set(["dealer", "supervisor", "manager", "executive", "auditor"]);
const FLOOR = new Set(["supervisor", "manager", "executive", "auditor"]);
const MODULES = { floor: "./floor/floor.js", days: "../days/days.js", audit: "./audit.js", slip: "./slip.js" };
const parts = location.pathname.split("/").filter(Boolean);
const page = parts[1] ?? "";
let mounted = false;

function drawBar(said) {
  const on = STAFF.has(said.role);
  const link = (href, text, here) => h("a", { class: "button quiet", href, "aria-current": here ? "page" : null }, text);
  bar.replaceChildren(
    h("a", { class: "brand", href: "/staff", "aria-label": "Upcard staff" }, h("img", { src: "/static/shared/icon.svg", alt: "", width: 32, height: 32 }), h("span", { class: "wide" }, "Upcard staff")),
    h(
      "nav",
      { "aria-label": "Consoles" },
      on && said.role === "dealer" ? link("/staff/dealer", "Tables", page === "dealer") : "",
      on && FLOOR.has(said.role) ? [link("/staff/floor", "Floor", page === "floor"), link("/staff/days", "Days", page === "days"), link("/staff/audit", "Audit", page === "audit")] : "",
    ),
    h("span", { class: "who" }, on ? h("b", {}, said.name) : "", on ? h("span", { class: "soft" }, said.role) : ""),
    h("button", { class: "quiet", "aria-pressed": String(prefs.light), onclick: (event) => (setPref("light", !prefs.light), event.target.setAttribute("aria-pressed", String(prefs.light))) }, "Light"),
    on ? h("button", { onclick: signOff }, "Sign off") : "",
  );
}

async function signOff() {
  await remove("/session").catch(() => null);
  await refreshSession();
  location.href = "/staff";
}

function passwordForm(title, about, staffField, label, send) {
  const problem = h("p", { class: "lose", role: "alert" });
  return h(
    "form",
    {
      class: "box sign-on",
      onsubmit: async (event) => {
        event.preventDefault();
        const form = event.target;
        const go = form.querySelector("button[type=submit]");
        go.disabled = true;
        say(problem, "");
        try {
          await send(form);
        } catch (refused) {
          say(problem, refused.message);
          form.password.value = "";
          form.password.focus();
        } finally {
          go.disabled = false;
        }
      },
    },
    h("h1", {}, title),
    h("p", { class: "soft" }, about),
    staffField ? field("Your staff id", "staff", { autocomplete: "username", autocapitalize: "none", spellcheck: false, autofocus: true }) : "",
    field("Password", "password", { type: "password", autocomplete: "current-password" }),
    problem,
    h("button", { type: "submit", class: "primary big" }, label),
  );
}

function signOn() {
  main.replaceChildren(
    passwordForm("Sign on", "For dealers, supervisors, managers, executives and auditors of this house.", true, "Sign on", async (form) => {
      if (session.role === "player") await remove("/session");
      if (session.role === "player") await refreshSession();
      setSession(await post("/session/staff", { staff: form.staff.value.trim(), password: form.password.value }));
      await mount();
    }),
  );
  main.querySelector("input")?.focus();
}

// The lock: the house decides when a console was left alone; the page only notices, and covers what it shows.
let lock = null;
function showLock() {
  if (lock) return;
  lock = h("dialog", { class: "ask lock", "aria-label": "Locked", oncancel: (event) => event.preventDefault() });
  lock.append(
    passwordForm(`Locked: ${session.name}`, "This console was left alone. It opens again with your password.", false, "Unlock", async (form) => {
      setSession(await post("/session/unlock", { password: form.password.value }));
      lock.remove();
      lock = null;
      clearRefusal();
      document.dispatchEvent(new CustomEvent("upcard-unlocked"));
    }),
    h("button", { class: "quiet", onclick: signOff }, "Somebody else"),
  );
  document.body.append(lock);
  lock.showModal();
}

async function look() {
  const said = await get("/session").catch(() => null);
  if (!said) return;
  if (said.locked) {
    setSession(said);
    showLock();
  } else if (mounted && !STAFF.has(said.role)) {
    location.reload();
  }
}
setInterval(look, 10_000);
document.addEventListener("upcard-locked", look);

// Somebody is there: said at most once a minute, and only when a person touches the page.
let told = Date.now();
for (const kind of ["pointerdown", "keydown"]) {
  addEventListener(kind, () => {
    if (!mounted || lock || Date.now() - told < 60_000) return;
    told = Date.now();
    post("/staff/here").catch(() => null);
  });
}

async function home() {
  const { tables } = await get("/staff/tables");
  const dealer = session.role === "dealer";
  main.replaceChildren(
    h("h1", {}, dealer ? "Your table" : "Consoles"),
    dealer ? "" : h("div", { class: "row" }, h("a", { class: "button primary big", href: "/staff/floor" }, "Floor console"), h("a", { class: "button big", href: "/staff/audit" }, "Audit")),
    h(
      "ul",
      { class: "table-list" },
      [...tables].sort((a, b) => (a.kind === "virtual") - (b.kind === "virtual")).map((table) => h("li", {}, h("a", { class: "button big", href: `/staff/dealer/${encodeURIComponent(table.id)}` }, h("b", {}, table.id), h("span", { class: "soft" }, `${table.title} · ${table.kind} · ${table.state}`)))),
    ),
  );
}

async function mount() {
  if (session.locked) showLock();
  mounted = true;
  const argument = decodeURIComponent(parts.slice(2).join("/"));
  if (page === "dealer" && argument) return (await import("./dealer/dealer.js")).start(main, argument);
  if (Object.hasOwn(MODULES, page)) {
    if (!FLOOR.has(session.role)) {
      main.replaceChildren(h("h1", {}, "Not for a dealer"), h("p", {}, "The floor is for supervisors, managers, executives and auditors. "), h("a", { class: "button primary", href: "/staff/dealer" }, "To the tables"));
      return null;
    }
    return (await import(MODULES[page])).start(main, argument);
  }
  return home();
}

onSession(drawBar);
await refreshSession();
if (STAFF.has(session.role)) await mount();
else signOn();
