/* a signal over time with its pyramid of smallest and largest values, so that a million samples are drawn as quickly as a
 * thousand */
class Series {
  constructor(times, values) {
    this.t = times;
    this.y = values;
    this.levels = null;
  }

  static decode(element, count) {
    const text = atob(element.textContent.trim()), bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    element.textContent = "";
    if (element.dataset.kind === "constant") return new Float64Array(count).fill(new Float64Array(bytes.buffer)[0]);
    return element.dataset.kind === "float32" ? new Float32Array(bytes.buffer) : new Float64Array(bytes.buffer);
  }

  // level k: smallest and largest of 16^(k+1) samples, side by side; what is not finite does not count
  build() {
    this.levels = [];
    let source = this.y, pairs = false, count = this.y.length;
    while (count > 64) {
      const n = Math.ceil(count / 16), level = new Float64Array(2 * n);
      for (let i = 0; i < n; i++) {
        let low = Infinity, high = -Infinity;
        for (let j = 16 * i, end = Math.min(j + 16, count); j < end; j++) {
          const a = pairs ? source[2 * j] : source[j], b = pairs ? source[2 * j + 1] : a;
          if (a < low && a > -Infinity) low = a;
          if (b > high && b < Infinity) high = b;
        }
        level[2 * i] = low; level[2 * i + 1] = high;
      }
      this.levels.push(level);
      source = level; pairs = true; count = n;
    }
  }

  // smallest and largest of the samples from … to - 1
  range(from, to) {
    if (!this.levels) this.build();
    let low = Infinity, high = -Infinity;
    const look = (a, b) => { if (a < low && a > -Infinity) low = a; if (b > high && b < Infinity) high = b; };
    let i = from;
    while (i < to) {
      let k = -1, size = 1;
      while (k + 1 < this.levels.length && i % (16 * size) === 0 && i + 16 * size <= to) { k++; size *= 16; }
      if (k < 0) look(this.y[i], this.y[i]);
      else look(this.levels[k][2 * (i / size)], this.levels[k][2 * (i / size) + 1]);
      i += size;
    }
    return [low, high];
  }

  // the first sample at or after t
  index(t) {
    let a = 0, b = this.t.length;
    while (a < b) { const m = (a + b) >> 1; if (this.t[m] < t) a = m + 1; else b = m; }
    return a;
  }

  // value between two samples; NaN outside
  at(t) {
    const n = this.t.length;
    if (!n || !(t >= this.t[0]) || !(t <= this.t[n - 1])) return NaN;
    const i = this.index(t);
    if (this.t[i] === t) { let j = i; while (j + 1 < n && this.t[j + 1] === t) j++; return this.y[j]; }
    const w = (t - this.t[i - 1]) / (this.t[i] - this.t[i - 1]);
    return this.y[i - 1] * (1 - w) + this.y[i] * w;
  }

  // this minus another run, at this one's times
  minus(other) {
    const y = new Float64Array(this.t.length);
    for (let i = 0; i < y.length; i++) {
      // where both have the sample, as it is, also at the two sides of a jump
      y[i] = this.y[i] - (i < other.t.length && other.t[i] === this.t[i] ? other.y[i] : other.at(this.t[i]));
    }
    return new Series(this.t, y);
  }
}
