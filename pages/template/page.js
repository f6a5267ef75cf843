"use strict";
/* what all parts share: elements by name, tabs, theme, redrawing */
const Page = {
  panes: [],
  painters: [], // called when the theme or the size has changed

  make(tag, options = {}, ...children) {
    const e = document.createElement(tag);
    for (const [key, value] of Object.entries(options)) {
      if (key === "class") e.className = value;
      else if (key === "text") e.textContent = value;
      else if (key.startsWith("on")) e.addEventListener(key.slice(2), value);
      else if (value !== undefined && value !== null) e.setAttribute(key, value);
    }
    for (const c of children) e.append(c);
    return e;
  },

  colour(name) { return getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim(); },

  dark() {
    const told = document.documentElement.dataset.theme;
    return told ? told === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  },

  // the same as in every other picture: pages/src/style.c
  curve(i) { return this.colour((this.dark() ? "dark-curve" : "curve") + i % 8); },

  number(x, digits = 6) {
    if (Number.isNaN(x)) return "–";
    if (!Number.isFinite(x)) return x > 0 ? "∞" : "−∞";
    const a = Math.abs(x);
    const text = a !== 0 && (a < 1e-3 || a >= 1e6) ? x.toExponential(digits - 1) : String(Number(x.toPrecision(digits)));
    return text.replace(/(\.\d*?)0+(e|$)/, "$1$2").replace(/\.(e|$)/, "$1").replace("-", "−");
  },

  show(name) {
    for (const p of this.panes) {
      const on = p.dataset.pane === name;
      p.classList.toggle("shown", on);
      p.tab.setAttribute("aria-selected", on);
    }
    this.paint();
  },

  paint() { for (const f of this.painters) f(); },

  frame(f) { // at most once per picture
    let waiting = false;
    return () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => { waiting = false; f(); });
    };
  },

  addPane(name, title) {
    const pane = this.make("section", { class: "pane", "data-pane": name, "data-title": title });
    document.querySelector("main").append(pane);
    return pane;
  },

  start() {
    const order = ["signals", "mechanism", "diagram", "facts"];
    this.panes = [...document.querySelectorAll(".pane")].sort((a, b) => order.indexOf(a.dataset.pane) - order.indexOf(b.dataset.pane));
    for (const p of this.panes) {
      p.tab = this.make("button", { role: "tab", text: p.dataset.title, onclick: () => this.show(p.dataset.pane) });
      document.getElementById("tabs").append(p.tab);
    }
    document.getElementById("theme").addEventListener("click", () => {
      document.documentElement.dataset.theme = this.dark() ? "light" : "dark";
      this.paint();
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.paint());
    addEventListener("resize", this.frame(() => this.paint()));
    const first = this.panes.find(p => p.dataset.pane === "mechanism") || this.panes[0];
    if (first) this.show(first.dataset.pane);
  },
};
