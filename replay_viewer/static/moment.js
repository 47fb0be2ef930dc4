/** What can be done with the moment that is shown: link to it, report it, go on from it. */

import { copy } from "./copying.js";
import { byId, h, s } from "./dom.js";
import { mayFork } from "./lines.js";
import { linkTo } from "./place.js";

/** @import {Store} from "./store.js" */

const SAID_MS = 1_800;
const PICTURES = {
  link: "M6.5 9.5l3-3M7 4.5l1.6-1.6a3 3 0 0 1 4.3 4.3L11.3 8.8M9 11.5l-1.6 1.6a3 3 0 0 1-4.3-4.3L4.7 7.2",
  flag: "M4 14V2.5M4 3h8l-2 3 2 3H4",
  branch: "M4.5 4.5v7M4.5 9c4 0 6-.6 6.5-3.5M4.5 1.5a1.5 1.5 0 1 0 0 3a1.5 1.5 0 0 0 0-3M4.5 11.5a1.5 1.5 0 1 0 0 3a1.5 1.5 0 0 0 0-3M11.3 2.5a1.5 1.5 0 1 0 0 3a1.5 1.5 0 0 0 0-3",
};

/** @param {Store} store @param {string} match @param {{report: () => void, fork: () => void}} doing */
export function createMoment(store, match, { report, fork }) {
  const link = h("button", { type: "button", class: "quiet icon-button", id: "copy-link", "data-key": "copy-link", title: "Copy a link to this step, seen with these eyes", "aria-label": "Copy a link to this step, seen with these eyes", onclick: () => void copyLink() }, picture("link"));
  const said = h("span", { class: "said", role: "status" });
  byId("eyes").after(h("span", { class: "copying" }, link, said));
  const tell = action("flag", "Report", "Report this moment", report);
  const goOn = action("branch", "Go on from here", "Go on from here as a new match", fork);
  byId("moment").append(goOn, tell);
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let fading;

  store.subscribe(({ summary, steps, cursor }) => {
    const there = steps.length > 0;
    link.hidden = !there;
    tell.hidden = !there || !summary || Boolean(summary.viewers) || summary.status === "open";
    goOn.hidden = !there || !mayFork(summary, match) || store.frame(cursor)?.status !== "running";
  });

  async function copyLink() {
    const { viewer, steps, cursor } = store.get();
    await copy(linkTo(viewer, steps[cursor].seq));
    said.textContent = "Link copied";
    clearTimeout(fading);
    fading = setTimeout(() => (said.textContent = ""), SAID_MS);
  }
}

/** @param {keyof typeof PICTURES} name @param {string} text @param {string} words @param {() => void} press */
function action(name, text, words, press) {
  return h("button", { type: "button", class: "link", "data-key": `moment/${name}`, title: words, "aria-label": words, onclick: press, hidden: true }, picture(name), h("span", { "aria-hidden": "true" }, text));
}

/** @param {keyof typeof PICTURES} name */
function picture(name) {
  return s("svg", { class: "stroke-icon", viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" }, s("path", { d: PICTURES[name] }));
}
