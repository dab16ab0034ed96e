// Every setting of the rules as a control.

import { h, rebuild } from "../../shared/dom.js";
import { words } from "./figures.js";

function control(lab, setting) {
  const id = `setting-${setting.name}`;
  const now = String(setting.value ?? "");
  const set = (value) => lab.setHouse(setting, value);
  if (setting.values.length && setting.values.length <= 3)
    return h(
      "div",
      { class: "segments", role: "radiogroup", "aria-labelledby": `${id}-name` },
      setting.values.map((choice) => h("label", { class: "segment" }, h("input", { type: "radio", name: id, value: String(choice), checked: String(choice) === now, "data-id": `${id}-${choice}`, onchange: () => set(String(choice)) }), h("span", {}, String(choice)))),
    );
  if (setting.values.length) return h("select", { "data-id": id, "aria-labelledby": `${id}-name`, onchange: (event) => set(event.target.value) }, setting.values.map((choice) => h("option", { value: String(choice), selected: String(choice) === now }, String(choice))));
  return h("input", { type: "number", "data-id": id, "aria-labelledby": `${id}-name`, value: now, min: setting.low, max: setting.high, onchange: (event) => event.target.value && event.target.checkValidity() && set(event.target.value) });
}

/** @param {HTMLElement} node @param {any} lab */
export function drawSettings(node, lab) {
  const { settings } = lab.described;
  rebuild(node, [lab.game, settings], () => [
    h("h2", {}, "Rules"),
    settings.length ? null : h("p", { class: "soft" }, "This game leaves the house no choice."),
    settings.map((setting) =>
      h(
        "div",
        { class: `setting${String(setting.value) === String(setting.usual) ? "" : " own"}` },
        h("p", { class: "setting-name", id: `setting-${setting.name}-name` }, words(setting.name), setting.lab_only ? h("span", { class: "tag" }, "lab only") : null),
        control(lab, setting),
        h("p", { class: "soft small" }, `${setting.meaning} (${setting.rule})`),
      ),
    ),
  ]);
}
