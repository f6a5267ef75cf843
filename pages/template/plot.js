/* one frame with curves: zoom by the wheel or a box, pan, cursor, logarithmic axes. Frames of a group share time and cursor */
class PlotGroup {
  constructor() { this.plots = []; this.view = null; this.cursor = NaN; this.logX = false; this.onCursor = null; }
  whole() {
    let a = Infinity, b = -Infinity;
    for (const p of this.plots) for (const c of p.curves) {
      const t = c.series.t;
      if (!t.length) continue;
      let first = t[0];
      if (this.logX) { const i = c.series.index(Number.MIN_VALUE); first = i < t.length ? t[i] : 1; }
      a = Math.min(a, first); b = Math.max(b, t[t.length - 1]);
    }
    if (!(a < Infinity)) return [0, 1];
    return a < b ? [a, b] : [a - 0.5, a + 0.5];
  }
  span() { return this.view || this.whole(); }
  paint() { for (const p of this.plots) p.paint(); }
  setCursor(t) { this.cursor = t; this.paint(); if (this.onCursor) this.onCursor(t); }
}

class Plot {
  // curves: {name, series, colour (number), dash, unit}
  constructor(group, curves, options = {}) {
    this.group = group; this.curves = curves; this.options = options;
    this.yView = null; this.logY = options.logY || false;
    this.legend = Page.make("div", { class: "legend" });
    this.canvas = Page.make("canvas");
    this.element = Page.make("div", { class: "plot" }, this.legend, this.canvas);
    this.values = curves.map(c => {
      const value = Page.make("b"), mark = Page.make("i", { class: "swatch" });
      this.legend.append(Page.make("span", {}, mark, c.name + " [" + (c.unit || "unit not given") + "]", value));
      return { value, mark };
    });
    this.element.plot = this;
    group.plots.push(this);
    this.paint = Page.frame(() => this.draw());
    this.listen();
    new ResizeObserver(() => this.paint()).observe(this.canvas);
  }

  // axes: from a value to 0 … 1 and back
  static map(v, [a, b], log) { return log ? Math.log(v / a) / Math.log(b / a) : (v - a) / (b - a); }
  static back(f, [a, b], log) { return log ? a * Math.pow(b / a, f) : a + f * (b - a); }

  ySpan() {
    if (this.yView) return this.yView;
    const [a, b] = this.group.span();
    let low = Infinity, high = -Infinity;
    for (const c of this.curves) {
      const s = c.series, i = Math.max(s.index(a) - 1, 0), j = Math.min(s.index(b) + 1, s.t.length);
      let [l, h] = s.range(i, j);
      if (this.logY && l <= 0) { l = Infinity; for (let k = i; k < j; k++) if (s.y[k] > 0 && s.y[k] < l) l = s.y[k]; }
      low = Math.min(low, l); high = Math.max(high, h);
    }
    if (!(low <= high)) return this.logY ? [0.1, 1] : [-1, 1];
    if (low === high) { const d = Math.abs(low) * 0.1 || 1; return this.logY ? [low / 2, high * 2] : [low - d, high + d]; }
    if (this.logY) { const f = Math.pow(high / low, 0.05); return [low / f, high * f]; }
    const d = 0.06 * (high - low);
    return low - d === low ? [low - 1, high + 1] : [low - d, high + d];
  }

  static ticks([a, b], log, room) {
    const list = [];
    if (log && b / a > 30) {
      const first = Math.ceil(Math.log10(a) - 1e-9), last = Math.floor(Math.log10(b) + 1e-9);
      const every = Math.max(1, Math.ceil((last - first) / room));
      for (let k = first; k <= last; k += every) list.push(Math.pow(10, k));
      return list;
    }
    const raw = (b - a) / Math.max(room, 1), p = Math.pow(10, Math.floor(Math.log10(raw)));
    const step = p * (raw / p > 5 ? 10 : raw / p > 2 ? 5 : raw / p > 1 ? 2 : 1);
    for (let i = Math.ceil(a / step - 1e-9); i <= Math.floor(b / step + 1e-9) && list.length < 100; i++) list.push(i * step);
    return list;
  }

  // as few digits as tell the ticks apart
  static label(v, ticks) {
    if (v === 0) return "0";
    const step = ticks.length > 1 ? Math.abs(ticks[1] - ticks[0]) : Math.abs(v);
    const digits = Math.max(1, Math.min(15, Math.ceil(Math.log10(Math.abs(v) / step) + 1.01)));
    return Page.number(v, digits);
  }

  draw() {
    const c = this.canvas, box = c.getBoundingClientRect(), scale = devicePixelRatio || 1;
    if (box.width < 10 || box.height < 10) return;
    const w = Math.round(box.width * scale), h = Math.round(box.height * scale);
    if (c.width !== w || c.height !== h) { c.width = w; c.height = h; }
    const g = c.getContext("2d");
    g.setTransform(scale, 0, 0, scale, 0, 0);
    g.clearRect(0, 0, box.width, box.height);
    const x = this.group.span(), y = this.ySpan(), logX = this.group.logX;
    const f = this.frame = { left: 76, top: 8, width: box.width - 88, height: box.height - 38, x, y };
    g.font = "11px " + getComputedStyle(document.body).fontFamily;
    this.axes(g, f, logX);
    g.save();
    g.beginPath(); g.rect(f.left, f.top, f.width, f.height); g.clip();
    for (const curve of this.curves) this.curve(g, f, curve, logX);
    const at = f.left + f.width * Plot.map(this.group.cursor, x, logX);
    if (at >= f.left && at <= f.left + f.width) {
      g.strokeStyle = Page.colour("accent"); g.lineWidth = 1; g.setLineDash([]);
      g.beginPath(); g.moveTo(at, f.top); g.lineTo(at, f.top + f.height); g.stroke();
    }
    if (this.box) { g.fillStyle = Page.colour("accent") + "33"; g.fillRect(this.box.x, this.box.y, this.box.w, this.box.h); }
    g.restore();
    this.tell(g, f, logX);
  }

  axes(g, f, logX) {
    const grid = Page.colour("grid"), soft = Page.colour("soft");
    g.lineWidth = 1; g.setLineDash([]); g.textBaseline = "middle"; g.textAlign = "right";
    const yt = Plot.ticks(f.y, this.logY, Math.max(2, f.height / 38)), xt = Plot.ticks(f.x, logX, Math.max(2, f.width / 90));
    g.strokeStyle = grid; g.fillStyle = soft;
    for (const v of yt) {
      const p = Math.round(f.top + f.height * (1 - Plot.map(v, f.y, this.logY))) + 0.5;
      g.beginPath(); g.moveTo(f.left, p); g.lineTo(f.left + f.width, p); g.stroke();
      g.fillText(Plot.label(v, yt), f.left - 5, p);
    }
    g.textAlign = "center"; g.textBaseline = "top";
    for (const v of xt) {
      const p = Math.round(f.left + f.width * Plot.map(v, f.x, logX)) + 0.5;
      g.beginPath(); g.moveTo(p, f.top); g.lineTo(p, f.top + f.height); g.stroke();
      g.fillText(Plot.label(v, xt), p, f.top + f.height + 4);
    }
    g.textAlign = "right";
    g.fillText("t [s]", f.left + f.width, f.top + f.height + 15);
    g.save();
    g.translate(11, f.top + f.height / 2); g.rotate(-Math.PI / 2);
    g.textAlign = "center"; g.textBaseline = "middle";
    f.title = Plot.axisTitle(this.curves, t => g.measureText(t).width <= f.height);
    g.fillText(f.title, 0, 0);
    g.restore();
    g.strokeStyle = soft; g.strokeRect(f.left + 0.5, f.top + 0.5, f.width - 1, f.height - 1);
  }

  // what is drawn upwards and in which unit: as much of it as has room
  static axisTitle(curves, fits) {
    const each = (list, of) => [...new Set(list.map(of))];
    const units = each(curves, c => c.unit || ""), names = each(curves, c => c.signal || c.name);
    const told = units.map(u => u || "?").join(", "), unit = told === "?" ? "unit not given" : told;
    return [`${names.join(", ")} [${unit}]`, `[${unit}]`, `[${told}]`].find(fits) || `[${told}]`;
  }

  curve(g, f, curve, logX) {
    const s = curve.series, n = s.t.length;
    const X = t => f.left + f.width * Plot.map(t, f.x, logX), Y = v => f.top + f.height * (1 - Plot.map(v, f.y, this.logY));
    const usable = v => v - v === 0 && (!this.logY || v > 0);
    const i0 = Math.max(s.index(f.x[0]) - 1, 0), i1 = Math.min(s.index(f.x[1]) + 1, n);
    g.strokeStyle = Page.curve(curve.colour); g.lineWidth = 1.5; g.setLineDash(curve.dash || []); g.lineJoin = "round";
    g.beginPath();
    if (i1 - i0 <= 3 * f.width) {
      let pen = false;
      for (let i = i0; i < i1; i++) {
        if (!usable(s.y[i]) || (logX && s.t[i] <= 0)) { pen = false; continue; }
        if (pen) g.lineTo(X(s.t[i]), Y(s.y[i])); else g.moveTo(X(s.t[i]), Y(s.y[i]));
        pen = true;
      }
      g.stroke();
      if (i1 - i0 < f.width / 12) for (let i = i0; i < i1; i++) if (usable(s.y[i])) {
        g.beginPath(); g.fillStyle = g.strokeStyle; g.arc(X(s.t[i]), Y(s.y[i]), 2.2, 0, 7); g.fill();
      }
      return;
    }
    g.setLineDash([]);
    let from = s.index(f.x[0]), pen = false;
    for (let p = 0; p < f.width; p++) {
      const to = s.index(Plot.back((p + 1) / f.width, f.x, logX));
      if (to <= from) continue;
      let [low, high] = s.range(from, to);
      // first and last sample where they are, so that a slope has no stairs; between them what sticks out
      const a = from, b = to - 1, edges = usable(s.y[a]) && usable(s.y[b]) && (!logX || s.t[a] > 0);
      from = to;
      if (this.logY && low <= 0) low = Math.min(f.y[0], high);
      if (!(low <= high) || (this.logY && high <= 0)) { pen = false; continue; }
      const x = f.left + p + 0.5, top = Y(high), bottom = edges ? Y(low) : Math.max(Y(low), top + 0.5);
      const go = (x, y) => { if (pen) g.lineTo(x, y); else g.moveTo(x, y); pen = true; };
      const rises = s.y[a] < s.y[b];
      if (edges) go(X(s.t[a]), Y(s.y[a]));
      if (!edges || Math.min(s.y[a], s.y[b]) > low || Math.max(s.y[a], s.y[b]) < high) {
        go(x, rises ? bottom : top);
        go(x, rises ? top : bottom);
      }
      if (edges) go(X(s.t[b]), Y(s.y[b]));
    }
    g.stroke();
  }

  // values at the cursor, else the range in view
  tell(g, f, logX) {
    const t = this.group.cursor, inside = t >= f.x[0] && t <= f.x[1];
    this.curves.forEach((c, k) => {
      const { value, mark } = this.values[k];
      mark.style.borderColor = Page.curve(c.colour);
      mark.style.borderTopStyle = c.dash && c.dash.length ? "dashed" : "solid";
      if (inside) {
        const x = c.series.at(t), [least, most] = c.series.range(0, c.series.t.length);
        value.textContent = Page.number(Math.abs(x) < 1e-12 * Math.max(-least, most) ? 0 : x); // below is rounding
        return;
      }
      const i = c.series.index(f.x[0]), j = c.series.index(f.x[1]) + 1;
      const [low, high] = c.series.range(i, Math.min(j, c.series.t.length));
      value.textContent = low <= high ? Page.number(low, 4) + " … " + Page.number(high, 4) : "–";
    });
    if (this.group.clock) this.group.clock.textContent = inside ? "t = " + Page.number(t) + " s" : "";
  }

  zoom(axis, centre, factor) {
    const span = axis === "x" ? this.group.span() : this.ySpan(), log = axis === "x" ? this.group.logX : this.logY;
    const next = [Plot.back(centre + (0 - centre) * factor, span, log), Plot.back(centre + (1 - centre) * factor, span, log)];
    if (!(next[1] - next[0] > 1e-12 * Math.max(Math.abs(next[0]), Math.abs(next[1])))) return;
    if (axis === "x") this.group.view = next; else this.yView = next;
  }

  listen() {
    const c = this.canvas, place = e => { const b = c.getBoundingClientRect(); return { x: e.clientX - b.left, y: e.clientY - b.top }; };
    const fx = p => (p.x - this.frame.left) / this.frame.width, fy = p => 1 - (p.y - this.frame.top) / this.frame.height;
    const pointers = new Map();
    let drag = null;
    c.addEventListener("wheel", e => {
      e.preventDefault();
      const p = place(e), onAxis = p.x < this.frame.left || e.shiftKey;
      this.zoom(onAxis ? "y" : "x", onAxis ? fy(p) : fx(p), Math.exp((e.deltaY || e.deltaX) * 0.0015));
      this.group.paint();
    }, { passive: false });
    c.addEventListener("pointerdown", e => {
      pointers.set(e.pointerId, place(e));
      c.setPointerCapture(e.pointerId);
      const p = place(e);
      drag = { p, x: [...this.group.span()], y: [...this.ySpan()], pan: e.shiftKey || e.button === 1 || e.pointerType === "touch" };
    });
    c.addEventListener("pointermove", e => {
      const p = place(e);
      if (pointers.size === 2 && pointers.has(e.pointerId)) { // two fingers
        const other = [...pointers].find(([id]) => id !== e.pointerId)[1], was = pointers.get(e.pointerId);
        const before = Math.abs(was.x - other.x) || 1, now = Math.abs(p.x - other.x) || 1;
        this.zoom("x", fx({ x: (p.x + other.x) / 2, y: p.y }), before / now);
        pointers.set(e.pointerId, p);
        this.group.paint();
        return;
      }
      if (drag && drag.pan) {
        const dx = (p.x - drag.p.x) / this.frame.width, dy = (p.y - drag.p.y) / this.frame.height;
        this.group.view = [Plot.back(-dx, drag.x, this.group.logX), Plot.back(1 - dx, drag.x, this.group.logX)];
        if (Math.abs(p.y - drag.p.y) > 8 || drag.both) { drag.both = true; this.yView = [Plot.back(dy, drag.y, this.logY), Plot.back(1 + dy, drag.y, this.logY)]; }
        this.group.paint();
      } else if (drag) {
        this.box = { x: Math.min(p.x, drag.p.x), y: Math.min(p.y, drag.p.y), w: Math.abs(p.x - drag.p.x), h: Math.abs(p.y - drag.p.y) };
        if (this.box.h < 15) { this.box.y = this.frame.top; this.box.h = this.frame.height; }
        this.paint();
      }
      this.group.setCursor(Plot.back(fx(p), this.group.span(), this.group.logX));
    });
    c.addEventListener("pointerup", e => {
      pointers.delete(e.pointerId);
      if (drag && !drag.pan && this.box && this.box.w > 5) {
        const b = this.box, f = this.frame, span = [...this.group.span()];
        const part = [fx({ x: b.x }), fx({ x: b.x + b.w })];
        this.group.view = part.map(q => Plot.back(q, span, this.group.logX));
        if (b.h < f.height - 1) { const y = this.ySpan(); this.yView = [Plot.back(fy({ y: b.y + b.h }), y, this.logY), Plot.back(fy({ y: b.y }), y, this.logY)]; }
      }
      if (drag && this.options.onPick && (!this.box || this.box.w <= 5)) this.options.onPick(Plot.back(fx(place(e)), this.group.span(), this.group.logX));
      drag = null; this.box = null;
      this.group.paint();
    });
    c.addEventListener("pointerleave", () => { if (!this.options.keepCursor) this.group.setCursor(NaN); });
    c.addEventListener("dblclick", () => { this.group.view = null; for (const p of this.group.plots) p.yView = null; this.group.paint(); });
  }
}
