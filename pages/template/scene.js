/* a small renderer on WebGL: boxes, spheres, cylinders, cones, lines; one light, a ground grid. Matrices are column by column */
const Matrix = {
  multiply(a, b) {
    const c = new Float32Array(16);
    for (let i = 0; i < 4; i++) for (let j = 0; j < 4; j++)
      c[4 * j + i] = a[i] * b[4 * j] + a[4 + i] * b[4 * j + 1] + a[8 + i] * b[4 * j + 2] + a[12 + i] * b[4 * j + 3];
    return c;
  },
  perspective(angle, aspect, near, far) {
    const f = 1 / Math.tan(angle / 2), m = new Float32Array(16);
    m[0] = f / aspect; m[5] = f; m[10] = (far + near) / (near - far); m[11] = -1; m[14] = 2 * far * near / (near - far);
    return m;
  },
  look(eye, at, up) {
    const z = Vector.unit(Vector.minus(eye, at)), x = Vector.unit(Vector.cross(up, z)), y = Vector.cross(z, x);
    return new Float32Array([x[0], y[0], z[0], 0, x[1], y[1], z[1], 0, x[2], y[2], z[2], 0,
      -Vector.dot(x, eye), -Vector.dot(y, eye), -Vector.dot(z, eye), 1]);
  },
  // from three axes and an origin
  frame(x, y, z, o) { return new Float32Array([...x, 0, ...y, 0, ...z, 0, ...o, 1]); },
  // pose: place and quaternion w x y z
  pose(p, q) {
    const [w, x, y, z] = q;
    return new Float32Array([1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y), 0,
      2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x), 0,
      2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y), 0, p[0], p[1], p[2], 1]);
  },
  point(m, p) { return [0, 1, 2].map(i => m[i] * p[0] + m[4 + i] * p[1] + m[8 + i] * p[2] + m[12 + i]); },
};
const Vector = {
  minus: (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]],
  plus: (a, b, k = 1) => [a[0] + k * b[0], a[1] + k * b[1], a[2] + k * b[2]],
  dot: (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2],
  cross: (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]],
  length: a => Math.hypot(a[0], a[1], a[2]),
  unit(a) { const l = Math.hypot(a[0], a[1], a[2]) || 1; return [a[0] / l, a[1] / l, a[2] / l]; },
  // any two directions across a
  across(a) {
    const x = Vector.unit(Vector.cross(Math.abs(a[2]) < 0.9 * Vector.length(a) ? [0, 0, 1] : [1, 0, 0], a));
    return [x, Vector.unit(Vector.cross(a, x))];
  },
};

class Scene {
  constructor(canvas) {
    const g = this.g = canvas.getContext("webgl", { antialias: true, alpha: false, preserveDrawingBuffer: true });
    if (!g) throw new Error("this browser has no WebGL");
    this.canvas = canvas;
    const shader = (type, text) => {
      const s = g.createShader(type);
      g.shaderSource(s, text); g.compileShader(s);
      if (!g.getShaderParameter(s, g.COMPILE_STATUS) && !g.isContextLost()) throw new Error(g.getShaderInfoLog(s));
      return s;
    };
    const p = this.program = g.createProgram();
    g.attachShader(p, shader(g.VERTEX_SHADER, `attribute vec3 place; attribute vec3 normal; uniform mat4 view, model; uniform float flat_;
      varying vec3 n; varying vec3 w; void main() { vec4 q = model * vec4(place, 1.0); w = q.xyz; gl_Position = view * q;
      n = flat_ > 0.5 ? vec3(0.0) : mat3(model[0].xyz / max(dot(model[0].xyz, model[0].xyz), 1e-20), model[1].xyz / max(dot(model[1].xyz, model[1].xyz), 1e-20), model[2].xyz / max(dot(model[2].xyz, model[2].xyz), 1e-20)) * normal; }`));
    g.attachShader(p, shader(g.FRAGMENT_SHADER, `precision mediump float; varying vec3 n; varying vec3 w; uniform vec4 colour; uniform vec3 eye; uniform float fade;
      void main() { float alpha = colour.a; vec3 c = colour.rgb;
      if (dot(n, n) > 0.0) { vec3 m = normalize(n), to = normalize(eye - w); float d = max(dot(m, normalize(vec3(0.35, -0.5, 0.85))), 0.0), b = max(dot(m, to), 0.0);
        c = c * (0.42 + 0.42 * d + 0.22 * b) + 0.16 * pow(max(dot(reflect(-normalize(vec3(0.35, -0.5, 0.85)), m), to), 0.0), 24.0); }
      if (fade > 0.0) alpha *= clamp(1.5 - 1.5 * length(w - eye) / fade, 0.0, 1.0);
      gl_FragColor = vec4(c, alpha); }`));
    g.bindAttribLocation(p, 0, "place"); g.bindAttribLocation(p, 1, "normal");
    g.linkProgram(p); g.useProgram(p);
    this.uniforms = {};
    for (const u of ["view", "model", "colour", "flat_", "eye", "fade"]) this.uniforms[u] = g.getUniformLocation(p, u);
    g.enable(g.DEPTH_TEST); g.enable(g.BLEND); g.blendFunc(g.SRC_ALPHA, g.ONE_MINUS_SRC_ALPHA);
    this.shapes = { box: Scene.box(), sphere: Scene.sphere(20, 12), cylinder: Scene.lathe(28, [[1, 0], [1, 1]]), cone: Scene.lathe(20, [[1, 0], [0, 1]]), line: { mesh: [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0], mode: g.LINES } };
    for (const s of Object.values(this.shapes)) this.load(s);
    this.grid = this.load({ mesh: Scene.grid(40), mode: g.LINES });
  }

  load(s) {
    const g = this.g;
    s.buffer ||= g.createBuffer();
    s.count = s.mesh.length / 6;
    g.bindBuffer(g.ARRAY_BUFFER, s.buffer);
    g.bufferData(g.ARRAY_BUFFER, new Float32Array(s.mesh), g.DYNAMIC_DRAW);
    return s;
  }

  // one by one by one about the origin
  static box() {
    const mesh = [];
    for (let a = 0; a < 3; a++) for (const s of [-0.5, 0.5]) {
      const b = (a + 1) % 3, c = (a + 2) % 3, n = [0, 0, 0];
      n[a] = 2 * s;
      for (const [u, v] of [[-1, -1], [1, -1], [1, 1], [-1, -1], [1, 1], [-1, 1]]) { const p = [0, 0, 0]; p[a] = s; p[b] = u / 2; p[c] = v / 2; mesh.push(...p, ...n); }
    }
    return { mesh };
  }
  static sphere(around, up) {
    const profile = [];
    for (let i = 0; i <= up; i++) profile.push([Math.sin(Math.PI * i / up), -Math.cos(Math.PI * i / up)]);
    const s = Scene.lathe(around, profile, false);
    for (let i = 0; i < s.mesh.length; i += 6) for (let k = 0; k < 3; k++) s.mesh[i + 3 + k] = s.mesh[i + k];
    return s;
  }
  // a profile of radius and height turned about z, closed by discs
  static lathe(around, profile, closed = true) {
    const mesh = [], at = (r, z, i) => { const a = 2 * Math.PI * i / around; return [r * Math.cos(a), r * Math.sin(a), z]; };
    for (let k = 0; k + 1 < profile.length; k++) {
      const [r0, z0] = profile[k], [r1, z1] = profile[k + 1], slope = Math.hypot(z1 - z0, r1 - r0) || 1;
      for (let i = 0; i < around; i++) {
        const normal = j => { const a = 2 * Math.PI * j / around, c = (z1 - z0) / slope; return [c * Math.cos(a), c * Math.sin(a), (r0 - r1) / slope]; };
        for (const [r, z, j] of [[r0, z0, i], [r0, z0, i + 1], [r1, z1, i + 1], [r0, z0, i], [r1, z1, i + 1], [r1, z1, i]]) mesh.push(...at(r, z, j), ...normal(j));
      }
    }
    if (closed) for (const [[r, z], n] of [[profile[0], -1], [profile[profile.length - 1], 1]]) {
      if (r > 0) for (let i = 0; i < around; i++) for (const p of [[0, 0, z], at(r, z, i), at(r, z, i + 1)]) mesh.push(...p, 0, 0, n);
    }
    return { mesh };
  }

  begin(camera) {
    const g = this.g, box = this.canvas.getBoundingClientRect(), k = Math.min(devicePixelRatio || 1, 2);
    const w = Math.max(1, Math.round(box.width * k)), h = Math.max(1, Math.round(box.height * k));
    if (this.canvas.width !== w || this.canvas.height !== h) { this.canvas.width = w; this.canvas.height = h; }
    g.viewport(0, 0, w, h);
    const c = Scene.rgb(Page.colour("sheet"));
    g.clearColor(c[0], c[1], c[2], 1);
    g.clear(g.COLOR_BUFFER_BIT | g.DEPTH_BUFFER_BIT);
    const far = 60 * camera.distance + 50;
    // the narrower side sees 0.7 rad: a mechanism fits on a small screen that is held upright, too
    const angle = w < h ? 2 * Math.atan(Math.tan(0.35) * h / w) : 0.7;
    this.view = Matrix.multiply(Matrix.perspective(angle, w / h, camera.distance / 200, far), Matrix.look(camera.eye, camera.target, camera.up));
    g.uniformMatrix4fv(this.uniforms.view, false, this.view);
    g.uniform3fv(this.uniforms.eye, camera.eye);
    g.uniform1f(this.uniforms.fade, 0);
  }

  draw(shape, model, colour) {
    const g = this.g;
    g.bindBuffer(g.ARRAY_BUFFER, shape.buffer);
    g.enableVertexAttribArray(0); g.enableVertexAttribArray(1);
    g.vertexAttribPointer(0, 3, g.FLOAT, false, 24, 0); g.vertexAttribPointer(1, 3, g.FLOAT, false, 24, 12);
    g.uniformMatrix4fv(this.uniforms.model, false, model);
    g.uniform4fv(this.uniforms.colour, colour);
    g.uniform1f(this.uniforms.flat_, shape.mode === undefined ? 0 : 1);
    g.drawArrays(shape.mode === undefined ? g.TRIANGLES : shape.mode, 0, shape.count);
  }

  bar(a, b, radius, colour, shape = "cylinder") {
    const d = Vector.minus(b, a);
    if (Vector.length(d) < 1e-12) return;
    const [x, y] = Vector.across(d);
    this.draw(this.shapes[shape], Matrix.frame(x.map(v => v * radius), y.map(v => v * radius), d, a), colour);
  }
  ball(p, radius, colour) { this.draw(this.shapes.sphere, Matrix.frame([radius, 0, 0], [0, radius, 0], [0, 0, radius], p), colour); }
  line(a, b, colour) { const d = Vector.minus(b, a); this.draw(this.shapes.line, Matrix.frame([0, 0, 0], [0, 0, 0], d, a), colour); }
  arrow(a, v, radius, colour) {
    const length = Vector.length(v), head = Math.min(5 * radius, 0.6 * length), neck = Vector.plus(a, v, 1 - head / (length || 1));
    if (length < 1e-9) return;
    this.bar(a, neck, radius, colour);
    this.bar(neck, Vector.plus(a, v), 2.4 * radius, colour, "cone");
  }
  // turns about the line from a to b
  spring(a, b, radius, coils, colour) {
    const d = Vector.minus(b, a), [x, y] = Vector.across(d), n = coils * 10, ends = 0.1;
    let last = a;
    for (let i = 0; i <= n; i++) {
      const f = ends + (1 - 2 * ends) * i / n, w = 2 * Math.PI * coils * i / n;
      const p = Vector.plus(Vector.plus(Vector.plus(a, d, f), x, radius * Math.cos(w)), y, radius * Math.sin(w));
      this.bar(last, p, radius * 0.17, colour); last = p;
    }
    this.bar(last, b, radius * 0.17, colour);
  }

  // squares of one, out of short pieces: some drivers drop lines that reach behind the eye
  static grid(count) {
    const mesh = [];
    for (let i = -count; i <= count; i++) for (let j = -count; j < count; j++)
      mesh.push(i, j, 0, 0, 0, 0, i, j + 1, 0, 0, 0, 0, j, i, 0, 0, 0, 0, j + 1, i, 0, 0, 0, 0);
    return mesh;
  }

  // level at this height; axis: 1 for y, 2 for z up
  ground(centre, step, height, axis) {
    const c = centre.map(v => Math.round(v / step) * step);
    const model = axis === 1 ? Matrix.frame([step, 0, 0], [0, 0, step], [0, step, 0], [c[0], height, c[2]])
      : Matrix.frame([step, 0, 0], [0, step, 0], [0, 0, step], [c[0], c[1], height]);
    this.draw(this.grid, model, [...Scene.rgb(Page.colour("soft")), 0.45]);
  }

  static rgb(text) {
    const named = { red: "#d64541", green: "#3fa34d", blue: "#3b78c4", yellow: "#e3b505", orange: "#e8833a", grey: "#8a939c", gray: "#8a939c", black: "#2b2f33", white: "#f2f4f6", brown: "#8d6346", purple: "#8a5cb8", cyan: "#2fa5b5" };
    const hex = named[text] || text;
    const m = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})/i.exec(hex);
    return m ? m.slice(1, 4).map(v => parseInt(v, 16) / 255) : [0.55, 0.58, 0.6];
  }
}
