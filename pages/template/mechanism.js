/* mechanisms in motion: bodies, springs and forces; orbit, follow, time, and signals in step with it */
(() => {
  const elements = [...document.querySelectorAll("script.motion")];
  if (!elements.length) return;
  const motions = elements.map(e => {
    const m = JSON.parse(e.textContent);
    m.data = Series.decode(document.querySelector(`script.rows[data-motion="${e.dataset.motion}"]`));
    m.time = Series.decode(document.querySelector(`script.times[data-motion="${e.dataset.motion}"]`));
    return m;
  });
  const pane = Page.addPane("mechanism", "Mechanism");
  const canvas = Page.make("canvas"), clock = Page.make("div", { class: "clock" }), beside = Page.make("div", { class: "beside" });
  const world = Page.make("div", { class: "world" }, canvas, clock);
  const slider = Page.make("input", { type: "range", class: "time", min: 0, max: 1, step: "any", value: 0, "aria-label": "time" });
  const play = Page.make("button", { text: "▶", title: "play or pause (space)", "data-tool": "play" });
  const speed = Page.make("select", { "data-tool": "speed", "aria-label": "speed" });
  const speeds = [0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5];
  for (const s of speeds) speed.append(Page.make("option", { value: s, text: s + " ×" }));
  const follow = Page.make("select", { "data-tool": "follow", "aria-label": "follow a body" });
  const forces = Page.make("input", { type: "checkbox" });
  forces.checked = true;
  const names = Page.make("select", { "data-tool": "model", "aria-label": "mechanism" });
  const choose = Page.make("select", { "data-tool": "signal", "aria-label": "signal to add" });
  const tools = Page.make("div", { class: "bar-of-tools" }, play, slider, speed, Page.make("label", {}, "follow", follow), Page.make("label", {}, forces, "forces"),
    Page.make("button", { text: "Reset view", "data-tool": "reset", onclick: () => { place(); paint(); } }), choose);
  const joined = motions.length > 1 && motions.every(p => p.up === motions[0].up);
  if (joined) names.append(Page.make("option", { value: "all", text: "all together" }));
  motions.forEach((m, i) => names.append(Page.make("option", { value: i, text: m.name })));
  if (motions.length > 1) tools.prepend(names);
  pane.append(tools, Page.make("div", { class: "stage" }, world, beside));
  let scene;
  try { scene = new Scene(canvas); } catch (e) {
    world.append(Page.make("p", { class: "empty", text: "The mechanism cannot be drawn: " + e.message }));
  }

  let m = null, t = 0, running = false, last = 0, group = null, row = null;
  const camera = { yaw: -2.3, pitch: 0.42, distance: 3, target: [0, 0, 0], up: [0, 0, 1], shift: [0, 0, 0] };
  const palette = i => Scene.rgb(["#5b84b1", "#c8743c", "#5f9e6e", "#a06cb0", "#b8a04a", "#7d8790", "#c25b6b", "#4f9da6"][i % 8]);

  // between two rows; quaternions the short way
  function at(time, m) {
    const n = m.time.length, w = m.width, out = new Float32Array(w);
    let a = 0, b = n - 1;
    while (b - a > 1) { const k = (a + b) >> 1; if (m.time[k] <= time) a = k; else b = k; }
    if (n === 1) b = a;
    const f = b > a && m.time[b] > m.time[a] ? Math.min(1, Math.max(0, (time - m.time[a]) / (m.time[b] - m.time[a]))) : 0;
    const x = m.data.subarray(a * w, a * w + w), y = m.data.subarray(b * w, b * w + w);
    for (let i = 0; i < w; i++) out[i] = x[i] + f * (y[i] - x[i]);
    for (let i = 0; i < m.bodies.length; i++) {
      const q = 7 * i + 3;
      let dot = 0, size = 0;
      for (let k = 0; k < 4; k++) dot += x[q + k] * y[q + k];
      for (let k = 0; k < 4; k++) { out[q + k] = (1 - f) * x[q + k] + f * (dot < 0 ? -1 : 1) * y[q + k]; size += out[q + k] ** 2; }
      for (let k = 0; k < 4; k++) out[q + k] /= Math.sqrt(size) || 1;
    }
    return out;
  }
  // mechanisms of one system where they stand in the world, at the times of the one with most rows
  function together(parts) {
    const long = parts.reduce((a, b) => b.time.length > a.time.length ? b : a), named = (p, x) => ({ ...x, name: `${p.name}: ${x.name}` });
    const all = { name: "all together", up: parts[0].up, planar: parts.every(p => p.planar), ground: (parts.find(p => Number.isFinite(p.ground)) || parts[0]).ground, bodies: [], links: [], arrows: [], signals: [] };
    const places = [];
    for (const p of parts) {
      const first = all.bodies.length;
      for (const s of p.links) all.links.push({ ...s, bodies: s.bodies.map(b => b < 0 ? b : b + first) });
      all.bodies.push(...p.bodies.map(b => named(p, b)));
      all.arrows.push(...p.arrows);
    }
    for (let k = 0; parts.some(p => k < p.signals.length); k++) // the first of each, then the second …
      parts.forEach((p, i) => { if (k < p.signals.length) { all.signals.push(named(p, { name: p.signals[k].name, unit: p.signals[k].unit })); places.push([i, 7 * p.bodies.length + 6 * p.arrows.length + k]); } });
    all.width = 7 * all.bodies.length + 6 * all.arrows.length + all.signals.length;
    const n = long.time.length, count = Math.min(n, Math.max(2, Math.floor(8e6 / all.width)));
    all.time = Float64Array.from({ length: count }, (_, i) => long.time[count > 1 ? Math.round(i * (n - 1) / (count - 1)) : 0]);
    all.data = new Float32Array(count * all.width);
    all.time.forEach((time, r) => {
      const rows = parts.map(p => at(time, p));
      let to = r * all.width;
      parts.forEach((p, i) => { all.data.set(rows[i].subarray(0, 7 * p.bodies.length), to); to += 7 * p.bodies.length; });
      parts.forEach((p, i) => { all.data.set(rows[i].subarray(7 * p.bodies.length, 7 * p.bodies.length + 6 * p.arrows.length), to); to += 6 * p.arrows.length; });
      for (const [i, place] of places) all.data[to++] = rows[i][place];
    });
    return all;
  }
  let whole = null;

  const pose = i => Matrix.pose(row.subarray(7 * i, 7 * i + 3), row.subarray(7 * i + 3, 7 * i + 7));
  const inBody = (i, p) => i < 0 ? p : Matrix.point(pose(i), Vector.minus(p, m.bodies[i].origin));

  function drawBody(b, i) {
    const p = pose(i), to = x => Matrix.point(p, Vector.minus(x, b.origin)), colour = [...(b.colour ? Scene.rgb(b.colour) : palette(i)), 1];
    const axis = k => [p[4 * k], p[4 * k + 1], p[4 * k + 2]];
    for (const s of b.shapes) {
      const c = s.colour ? [...Scene.rgb(s.colour), 1] : colour;
      if (s.type === "bar" || s.type === "cylinder") { scene.bar(to(s.from), to(s.to), s.radius, c); if (s.type === "bar") { scene.ball(to(s.from), s.radius, c); scene.ball(to(s.to), s.radius, c); } }
      else if (s.type === "sphere") scene.ball(to(s.at), s.radius, c);
      else if (s.type === "box") {
        const r = s.axes || [[1, 0, 0], [0, 1, 0], [0, 0, 1]], turned = v => [0, 1, 2].map(k => axis(0)[k] * v[0] + axis(1)[k] * v[1] + axis(2)[k] * v[2]);
        scene.draw(scene.shapes.box, Matrix.frame(...r.map((v, k) => turned(v.map(q => q * s.size[k]))), to(s.at)), c);
      } else if (s.type === "ellipsoid") scene.draw(scene.shapes.sphere, Matrix.frame(...[0, 1, 2].map(k => axis(k).map(q => q * s.size[k])), to(s.at)), c);
      else if (s.type === "wheel") { // tyre, rim, and spokes that show its turn
        const half = s.width / 2, d = s.axis, w = k => Vector.plus(s.at, d, k), dark = [0.13, 0.14, 0.15, 1];
        scene.bar(to(w(-half)), to(w(half)), s.radius, dark);
        scene.bar(to(w(-half * 1.04)), to(w(half * 1.04)), s.radius * 0.62, s.colour || b.colour ? c : [0.72, 0.75, 0.78, 1]);
        const [x, y] = Vector.across(d);
        for (let k = 0; k < 5; k++) { const a = 2 * Math.PI * k / 5, r = Vector.plus(Vector.plus(s.at, x, 0.55 * s.radius * Math.cos(a)), y, 0.55 * s.radius * Math.sin(a));
          scene.bar(to(Vector.plus(r, d, -half * 1.1)), to(Vector.plus(r, d, half * 1.1)), s.radius * 0.1, dark); }
      }
    }
  }

  function eye() {
    const c = Math.cos(camera.pitch), u = m.up === "y" ? [c * Math.cos(camera.yaw), Math.sin(camera.pitch), -c * Math.sin(camera.yaw)] : [c * Math.cos(camera.yaw), c * Math.sin(camera.yaw), Math.sin(camera.pitch)];
    const body = Number(follow.value);
    camera.target = body >= 0 ? Vector.plus(Array.from(row.subarray(7 * body, 7 * body + 3)), camera.shift) : Vector.plus(m.centre, camera.shift);
    camera.up = m.up === "y" ? [0, 1, 0] : [0, 0, 1];
    camera.eye = Vector.plus(camera.target, u, camera.distance);
  }

  function draw() {
    if (!m || !pane.classList.contains("shown")) return;
    clock.textContent = `t = ${t.toFixed(3)} s`;
    slider.value = t;
    if (group) { group.cursor = t; group.paint(); }
    row = at(t, m);
    if (!scene) return;
    eye();
    scene.begin(camera);
    m.bodies.forEach(drawBody);
    for (const s of m.links) {
      const a = inBody(s.bodies[0], s.points[0]), b = inBody(s.bodies[1], s.points[1]);
      if (s.type === "spring") scene.spring(a, b, m.size * 0.018, 7, [...Scene.rgb(s.colour || "#3fa34d"), 1]);
      else scene.bar(a, b, m.size * 0.006, [...Scene.rgb(s.colour || "#8a939c"), 1]);
    }
    const step = Math.pow(10, Math.floor(Math.log10(m.size))), grid = m.size / step < 3 ? step / 2 : step;
    scene.g.uniform1f(scene.uniforms.fade, camera.distance + 36 * grid);
    scene.ground(camera.target, grid, m.floor, m.up === "y" ? 1 : 2);
    scene.g.uniform1f(scene.uniforms.fade, 0);
    if (forces.checked) m.arrows.forEach((a, k) => {
      const o = m.arrowStart + 6 * k, v = [row[o + 3], row[o + 4], row[o + 5]];
      if (m.arrowScale > 0 && Vector.length(v) * m.arrowScale > 0.005 * m.size) scene.arrow([row[o], row[o + 1], row[o + 2]], v.map(x => x * m.arrowScale), m.size * 0.008, [...Scene.rgb(a.colour || "#d64541"), 1]);
    });
  }
  const paint = Page.frame(draw);

  function tick(now) {
    if (!running) return;
    t += Math.min(now - last, 100) / 1000 * Number(speed.value);
    last = now;
    const end = m.time[m.time.length - 1];
    if (t >= end) { t = m.time[0]; }
    draw();
    requestAnimationFrame(tick);
  }
  function run(on) {
    running = on;
    play.textContent = on ? "❚❚" : "▶";
    if (on) { last = performance.now(); requestAnimationFrame(tick); }
  }
  function place() {
    camera.yaw = m.planar ? -Math.PI / 2 : -2.3; camera.pitch = m.planar ? 0.12 : 0.36; camera.shift = [0, 0, 0];
    if (m.planar && m.up === "y") camera.yaw = -Math.PI / 2;
    camera.distance = 1.6 * m.size;
  }

  // centre and size of what is there over the whole time (of what is followed: at its start)
  function measure() {
    const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity], look = p => { for (let k = 0; k < 3; k++) { low[k] = Math.min(low[k], p[k]); high[k] = Math.max(high[k], p[k]); } };
    row = at(m.time[0], m);
    const points = s => s.from ? [s.from, s.to] : s.type === "wheel" || s.type === "sphere" ? [Vector.plus(s.at, [s.radius, s.radius, s.radius]), Vector.plus(s.at, [s.radius, s.radius, s.radius], -1)] : [Vector.plus(s.at, s.size, 0.5), Vector.plus(s.at, s.size, -0.5)];
    m.bodies.forEach((b, i) => { for (const s of b.shapes) for (const p of points(s)) look(inBody(i, p)); });
    for (const s of m.links) s.points.forEach((p, k) => look(inBody(s.bodies[k], p)));
    if (!(low[0] <= high[0])) { look([-0.5, -0.5, -0.5]); look([0.5, 0.5, 0.5]); }
    m.size = Math.max(Vector.length(Vector.minus(high, low)), 1e-3);
    m.centre = low.map((v, k) => (v + high[k]) / 2);
    const up = m.up === "y" ? 1 : 2;
    m.floor = m.ground !== null && m.ground !== undefined ? m.ground : low[up] - 0.02 * m.size;
    // how far does each body go? What leaves is followed
    const first = m.data.subarray(0, m.width), n = m.time.length;
    let far = -1, most = 0;
    m.bodies.forEach((b, i) => { const o = (n - 1) * m.width + 7 * i, d = Math.hypot(...[0, 1, 2].map(k => m.data[o + k] - first[7 * i + k])) * (1 + 1e-3 * b.mass); if (d > most) { most = d; far = i; } });
    let longest = 0;
    m.arrowStart = 7 * m.bodies.length;
    for (let r = 0; r < n; r++) for (let k = 0; k < m.arrows.length; k++) { const o = r * m.width + m.arrowStart + 6 * k + 3; longest = Math.max(longest, Math.hypot(m.data[o], m.data[o + 1], m.data[o + 2])); }
    m.arrowScale = longest > 0 ? 0.35 * m.size / longest : 0;
    if (most > 1.5 * m.size) { let heavy = far; m.bodies.forEach((b, i) => { if (b.mass > (m.bodies[heavy] ? m.bodies[heavy].mass : 0)) heavy = i; }); return heavy; }
    return -1;
  }

  const shown = new Set();
  function plots() {
    beside.textContent = "";
    group = new PlotGroup();
    const start = m.arrowStart + 6 * m.arrows.length;
    m.signals.forEach((s, k) => {
      if (!shown.has(s.name)) return;
      s.series ||= (() => { const y = new Float64Array(m.time.length); for (let i = 0; i < y.length; i++) y[i] = m.data[i * m.width + start + k]; return new Series(m.time, y); })();
      const plot = new Plot(group, [{ name: s.name, unit: s.unit, series: s.series, colour: k }], { keepCursor: true, onPick: x => jump(x) });
      const close = Page.make("button", { text: "×", title: "remove", onclick: () => { shown.delete(s.name); plots(); } });
      close.style.marginLeft = "auto"; close.style.padding = "0 6px";
      plot.legend.append(close);
      beside.append(plot.element);
    });
    beside.style.display = shown.size ? "" : "none";
    group.cursor = t;
    group.paint();
  }
  function jump(x) { t = Math.min(Math.max(x, m.time[0]), m.time[m.time.length - 1]); paint(); }

  function select(i) {
    m = i === "all" ? (whole ||= together(motions)) : motions[Number(i)];
    t = m.time[0];
    slider.min = m.time[0]; slider.max = m.time[m.time.length - 1];
    const span = m.time[m.time.length - 1] - t; // what is over in a blink is shown slowly
    speed.value = [...speeds].reverse().find(s => s <= 1 && span / s >= 2) || (span > 0 ? speeds[0] : 1);
    const away = measure();
    follow.textContent = "";
    follow.append(Page.make("option", { value: -1, text: "nothing" }));
    m.bodies.forEach((b, k) => follow.append(Page.make("option", { value: k, text: b.name })));
    follow.value = away;
    choose.textContent = "";
    choose.append(Page.make("option", { value: "", text: "add a signal …" }));
    shown.clear();
    m.signals.forEach((s, k) => { choose.append(Page.make("option", { value: s.name, text: s.name + (s.unit ? ` [${s.unit}]` : "") })); if (k < 3) shown.add(s.name); });
    choose.style.display = m.signals.length ? "" : "none";
    place();
    plots();
    paint();
  }

  names.addEventListener("change", () => select(names.value));
  choose.addEventListener("change", () => { if (choose.value) shown.add(choose.value); choose.value = ""; plots(); });
  play.addEventListener("click", () => run(!running));
  slider.addEventListener("input", () => { run(false); jump(Number(slider.value)); });
  follow.addEventListener("change", () => { camera.shift = [0, 0, 0]; paint(); });
  forces.addEventListener("change", paint);
  addEventListener("keydown", e => { if (e.code === "Space" && pane.classList.contains("shown") && !/INPUT|SELECT|BUTTON/.test(e.target.tagName)) { e.preventDefault(); run(!running); } });
  let drag = null;
  const fingers = new Map();
  canvas.addEventListener("pointerdown", e => { canvas.setPointerCapture(e.pointerId); fingers.set(e.pointerId, [e.clientX, e.clientY]); drag = { x: e.clientX, y: e.clientY, pan: e.shiftKey || e.button !== 0 }; });
  canvas.addEventListener("pointermove", e => {
    if (!drag) return;
    if (fingers.size === 2) {
      const other = [...fingers].find(([id]) => id !== e.pointerId)[1], was = fingers.get(e.pointerId);
      camera.distance *= (Math.hypot(was[0] - other[0], was[1] - other[1]) || 1) / (Math.hypot(e.clientX - other[0], e.clientY - other[1]) || 1);
      fingers.set(e.pointerId, [e.clientX, e.clientY]);
      paint();
      return;
    }
    const dx = e.clientX - drag.x, dy = e.clientY - drag.y;
    drag.x = e.clientX; drag.y = e.clientY;
    if (drag.pan) {
      const z = Vector.unit(Vector.minus(camera.eye, camera.target)), x = Vector.unit(Vector.cross(camera.up, z)), y = Vector.cross(z, x), k = camera.distance / canvas.clientHeight * 0.75;
      camera.shift = Vector.plus(Vector.plus(camera.shift, x, -dx * k), y, dy * k);
    } else {
      camera.yaw -= dx * 0.008;
      camera.pitch = Math.min(1.55, Math.max(-1.2, camera.pitch + dy * 0.008));
    }
    paint();
  });
  const end = e => { fingers.delete(e.pointerId); drag = null; };
  canvas.addEventListener("pointerup", end); canvas.addEventListener("pointercancel", end);
  canvas.addEventListener("contextmenu", e => e.preventDefault());
  canvas.addEventListener("wheel", e => { e.preventDefault(); camera.distance = Math.min(Math.max(camera.distance * Math.exp(e.deltaY * 0.0012), m.size * 0.05), m.size * 50); paint(); }, { passive: false });
  new ResizeObserver(paint).observe(world);
  select(joined ? "all" : 0);
  Page.painters.push(paint);
  Page.mechanism = { camera, time: () => t, running: () => running, group: () => group, draw };
})();
