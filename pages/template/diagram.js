/* sheets of the diagram: into subsystems and out again, zoom, pan */
(() => {
  const pane = document.querySelector("[data-pane=diagram]");
  if (!pane) return;
  const holder = pane.querySelector(".sheets"), sheets = [...holder.children];
  const path = Page.make("div", { class: "path" });
  const tools = Page.make("div", { class: "bar-of-tools" }, path, Page.make("span", { class: "spacer" }),
    Page.make("button", { text: "−", title: "smaller", onclick: () => zoom(1.4) }), Page.make("button", { text: "+", title: "larger", onclick: () => zoom(1 / 1.4) }),
    Page.make("button", { text: "Fit", onclick: () => fit() }));
  if (pane.dataset.compared !== undefined)
    for (const k of ["added", "changed", "inside", "removed"])
      tools.insertBefore(Page.make("span", { class: "key" }, Page.make("i", { class: "k-" + k }), k === "inside" ? "changed inside" : k), tools.lastChild);
  pane.prepend(tools);
  let at = null, view = null, whole = null;

  function apply() { at.firstElementChild.setAttribute("viewBox", view.join(" ")); }
  function zoom(f) {
    view = [view[0] + view[2] * (1 - f) / 2, view[1] + view[3] * (1 - f) / 2, view[2] * f, view[3] * f];
    apply();
  }
  function fit(least = 0) {
    // a small diagram is not blown up beyond twice its size; at the beginning a large one is readable and not whole
    const box = holder.getBoundingClientRect();
    view = [...whole];
    const scale = Math.min(box.width / whole[2], box.height / whole[3]);
    if (scale < least && box.width > 0) {
      view[2] = box.width / least; view[3] = box.height / least;
      if (whole[3] < view[3]) view[1] = whole[1] + (whole[3] - view[3]) / 2;
    } else if (scale > 2) {
      view[2] = box.width / 2; view[3] = box.height / 2;
      view[0] = whole[0] + whole[2] / 2 - view[2] / 2; view[1] = whole[1] + whole[3] / 2 - view[3] / 2;
    }
    apply();
  }
  function open(name) {
    const sheet = sheets.find(s => s.dataset.path === name);
    if (!sheet) return;
    at = sheet;
    for (const s of sheets) s.classList.toggle("shown", s === sheet);
    const svg = sheet.firstElementChild;
    sheet.whole ||= svg.getAttribute("viewBox").split(" ").map(Number);
    whole = sheet.whole;
    svg.removeAttribute("width"); svg.removeAttribute("height");
    path.textContent = "";
    for (let s = sheet; s; s = sheets.find(x => x.dataset.path === s.dataset.parent)) {
      const own = s;
      if (s !== sheet) path.prepend(" › ");
      path.prepend(Page.make("button", { text: s.dataset.name, onclick: () => open(own.dataset.path) }));
    }
    fit(0.7);
  }
  const enter = e => {
    const block = e.target.closest("[data-sheet]");
    if (block) open(block.dataset.sheet);
  };
  let drag = null;
  holder.addEventListener("pointerdown", e => { drag = { x: e.clientX, y: e.clientY, view: [...view], moved: false }; });
  holder.addEventListener("pointermove", e => {
    if (!drag) return;
    const dx = e.clientX - drag.x, dy = e.clientY - drag.y;
    if (Math.hypot(dx, dy) > 4 && !drag.moved) { drag.moved = true; holder.setPointerCapture(e.pointerId); holder.classList.add("dragging"); }
    if (!drag.moved) return;
    const box = holder.getBoundingClientRect(), k = Math.max(view[2] / box.width, view[3] / box.height);
    view[0] = drag.view[0] - dx * k; view[1] = drag.view[1] - dy * k;
    apply();
  });
  holder.addEventListener("pointerup", e => {
    holder.classList.remove("dragging");
    if (drag && !drag.moved) enter(e);
    drag = null;
  });
  holder.addEventListener("keydown", e => { if (e.key === "Enter") enter(e); });
  holder.addEventListener("wheel", e => {
    e.preventDefault();
    const box = holder.getBoundingClientRect(), k = Math.max(view[2] / box.width, view[3] / box.height);
    const f = Math.exp(e.deltaY * 0.0015);
    const x = view[0] + view[2] / 2 + (e.clientX - box.left - box.width / 2) * k;
    const y = view[1] + view[3] / 2 + (e.clientY - box.top - box.height / 2) * k;
    view = [x + (view[0] - x) * f, y + (view[1] - y) * f, view[2] * f, view[3] * f];
    apply();
  }, { passive: false });
  open(sheets[0].dataset.path);
  let width = 0;
  Page.painters.push(() => { // shown for the first time, or in another size
    if (!pane.classList.contains("shown") || holder.clientWidth === width) return;
    width = holder.clientWidth;
    fit(0.7);
  });
  Page.diagram = { open, sheet: () => at.dataset.path };
})();
