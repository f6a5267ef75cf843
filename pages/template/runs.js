/* runs laid over each other: signals to choose, one frame for each unit or each signal, differences, logarithmic axes */
(() => {
  const heads = [...document.querySelectorAll("script.run")];
  if (!heads.length) return;
  const runs = heads.map(h => {
    const about = JSON.parse(h.textContent);
    const data = [...document.querySelectorAll(`script.data[data-run="${h.dataset.run}"]`)];
    let times = null;
    return {
      name: about.name, shown: true,
      // decoded when it is first looked at
      signals: about.columns.map((c, i) => ({ name: c.name, unit: c.unit, get series() {
        times ||= Series.decode(data[0]);
        return this.kept ||= new Series(times, Series.decode(data[i + 1], times.length));
      } })),
    };
  });
  const names = [];
  for (const r of runs) for (const s of r.signals) if (!names.some(n => n.name === s.name)) names.push({ name: s.name, unit: s.unit });
  const chosen = new Set(names.slice(0, Math.min(names.length, 4)).map(n => n.name));
  const pane = Page.addPane("signals", "Signals");
  const state = { mode: "unit", difference: false, logY: false };
  const group = new PlotGroup();
  const dashes = [[], [7, 4], [2, 3], [9, 3, 2, 3]];

  const toggle = (text, name, change) => {
    const b = Page.make("button", { text, "aria-pressed": false, "data-toggle": name, onclick: () => { b.setAttribute("aria-pressed", change()); build(); } });
    return b;
  };
  const tools = Page.make("div", { class: "bar-of-tools" },
    Page.make("label", {}, "Frames", Page.make("select", { "data-tool": "mode", onchange: e => { state.mode = e.target.value; build(); } },
      Page.make("option", { value: "unit", text: "one per unit" }), Page.make("option", { value: "signal", text: "one per signal" }),
      Page.make("option", { value: "all", text: "one for all" }))),
    toggle("log y", "logY", () => state.logY = !state.logY),
    toggle("log t", "logX", () => { group.view = null; return group.logX = !group.logX; }));
  if (runs.length > 1) tools.append(toggle("difference to the first run", "difference", () => state.difference = !state.difference));
  tools.append(Page.make("button", { text: "Whole", "data-tool": "whole", onclick: () => { group.view = null; for (const p of group.plots) p.yView = null; group.paint(); } }));
  group.clock = Page.make("span", { class: "note clock" });
  tools.append(group.clock, Page.make("span", { class: "spacer" }), Page.make("span", { class: "note hint", text: "wheel: zoom t · shift+wheel: zoom y · drag: box · shift+drag: pan · double click: all" }));
  const list = Page.make("div", { class: "list" }), plots = Page.make("div", { class: "plots" });
  pane.append(tools, Page.make("div", { class: "split" }, list, plots));

  // colours: by signal if there is one run, else by run; then signals differ by dash
  function curves() {
    const out = [], shownRuns = runs.filter(r => r.shown);
    let position = 0;
    for (const n of names) {
      if (!chosen.has(n.name)) continue;
      shownRuns.forEach(r => {
        const s = r.signals.find(x => x.name === n.name), base = runs[0].signals.find(x => x.name === n.name);
        if (!s || (state.difference && (r === runs[0] || !base))) return;
        if (state.difference && s.against !== base) { s.against = base; s.difference = s.series.minus(base.series); }
        const k = runs.indexOf(r), many = runs.length > 1;
        out.push({ name: n.name + (many ? ` · ${r.name}` : "") + (state.difference ? " (difference)" : ""), unit: s.unit || n.unit,
          series: state.difference ? s.difference : s.series, signal: n.name,
          colour: many ? k : position, dash: many ? dashes[position % 4] : [] });
      });
      position++;
    }
    return out;
  }
  function build() {
    group.plots = [];
    plots.textContent = "";
    const frames = new Map();
    for (const c of curves()) {
      const key = state.mode === "all" ? "" : state.mode === "unit" && c.unit ? "unit " + c.unit : "signal " + c.signal;
      if (!frames.has(key)) frames.set(key, []);
      frames.get(key).push(c);
    }
    if (state.mode === "unit" || state.mode === "signal") // in a frame of its own a signal needs no dash
      for (const f of frames.values()) if (new Set(f.map(c => c.signal)).size === 1) for (const c of f) c.dash = [];
    for (const f of frames.values()) plots.append(new Plot(group, f, { logY: state.logY }).element);
    if (!frames.size) plots.append(Page.make("p", { class: "empty", text: state.difference && runs.filter(r => r.shown).length < 2 ? "A difference needs a second run that is shown." : "Choose signals in the list." }));
    group.paint();
  }

  if (runs.length > 1) {
    list.append(Page.make("h2", { text: "Runs" }));
    runs.forEach((r, k) => {
      const mark = Page.make("i", { class: "swatch" });
      Page.painters.push(() => mark.style.borderColor = Page.curve(k));
      list.append(Page.make("label", {}, Page.make("input", { type: "checkbox", checked: "", "data-show-run": k, onchange: e => { r.shown = e.target.checked; build(); } }), mark, r.name));
    });
  }
  list.append(Page.make("h2", { text: `Signals (${names.length})` }));
  const find = Page.make("input", { type: "search", placeholder: "find …", "aria-label": "find a signal", oninput: () => {
    const word = find.value.toLowerCase();
    for (const l of list.querySelectorAll("label[data-signal]")) l.hidden = !l.dataset.signal.toLowerCase().includes(word), l.style.display = l.hidden ? "none" : "";
  } });
  if (names.length > 8) list.append(find);
  for (const n of names) {
    const box = Page.make("input", { type: "checkbox", onchange: () => { if (box.checked) chosen.add(n.name); else chosen.delete(n.name); build(); } });
    box.checked = chosen.has(n.name);
    list.append(Page.make("label", { "data-signal": n.name }, box, n.name, Page.make("span", { class: "unit", text: n.unit })));
  }
  build();
  Page.painters.push(() => group.paint());
  Page.runs = { group, runs, state, build };
})();
