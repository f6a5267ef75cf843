/* interface directions and steps that are aimed, against what they are by definition: of a chain
 * that is linear, in closed form with its matrices M, K, C.
 *
 * Directions are known up to how they are turned within their span. What does not depend on that is
 * compared: moments such as b'Y (Y'KY) Y'b, traces, lengths. */
#include "told_directions.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { N = 3 };

static const double H = 0.02;

/* --- the chain: masses on a line, springs and dampers between them and to the ground --- */

static const double m[N] = {2.0, 0.5, 1.25}, k[N] = {300.0, 1100.0, 170.0};
static const double x_start[N] = {0.11, -0.07, 0.19}, v_start[N] = {0.4, -1.1, 0.8};

typedef struct chain {
    run run;
    double c[N], grows; /* dampers; force on the first that grows with time */
    double force;       /* that acts on it now */
} chain;

/* damping: of all springs, in proportion to 3, 1, 2 */
static void open_chain(chain *c, double damping, double grows, double force) {
    char text[2400];
    *c = (chain){.c = {3.0 * damping, damping, 2.0 * damping}, .grows = grows, .force = force};
    (void)snprintf(
        text, sizeof text,
        "title: chain\nplanar: yes\npoints: {P0: [0, 0], P1: [0, 1], P2: [0, 2]}\n"
        "vectors: {along: [1, 0]}\nbodies:\n"
        "  - {name: b0, particle: P0, mass: %g}\n  - {name: b1, particle: P1, mass: %g}\n"
        "  - {name: b2, particle: P2, mass: %g}\njoints:\n"
        "  - {name: j0, type: point_on_line, bodies: [ground, b0], at: P0, axis: along, slide: "
        "s0}\n"
        "  - {name: j1, type: point_on_line, bodies: [ground, b1], at: P1, axis: along, slide: "
        "s1}\n"
        "  - {name: j2, type: point_on_line, bodies: [ground, b2], at: P2, axis: along, slide: "
        "s2}\n"
        "relations:\n  - {coordinate: r0, terms: {s0: 1, s1: -1}}\n"
        "  - {coordinate: r1, terms: {s1: 1, s2: -1}}\nelements:\n"
        "  - {name: push, type: force, at: b0.P0, direction: [1, 0, 0], value: \"f + %g*t\"}\n"
        "  - {name: k0, type: torsion, on: r0, stiffness: %g, damping: %g}\n"
        "  - {name: k1, type: torsion, on: r1, stiffness: %g, damping: %g}\n"
        "  - {name: k2, type: torsion, on: s2, stiffness: %g, damping: %g}\n"
        "inputs: [{name: f, unit: N}]\noutputs:\n"
        "  - {name: x, position: b0.P0.x}\n  - {name: v, velocity: b0.P0.x}\n"
        "  - {name: a, acceleration: b0.P0.x}\n"
        "start: {positions: {s0: %g, s1: %g, s2: %g}, velocities: {s0: %g, s1: %g, s2: %g}}\n"
        "integration: {step: %g}\n",
        m[0], m[1], m[2], grows, k[0], c->c[0], k[1], c->c[1], k[2], c->c[2], x_start[0],
        x_start[1], x_start[2], v_start[0], v_start[1], v_start[2], H);
    run_open_text(&c->run, text);
}

/* K x or C x, with the constants of the springs or dampers */
static void springs(const double *constant, const double *x, double *out) {
    for (int i = 0; i < N; i++) {
        const double next = i + 1 < N ? x[i + 1] : 0.0;
        out[i] = constant[i] * (x[i] - next);
        if (i > 0)
            out[i] -= constant[i - 1] * (x[i - 1] - x[i]);
    }
}

static double entry(const double *constant, int i, int j) {
    double unit[N] = {0}, column[N];
    unit[j] = 1.0;
    springs(constant, unit, column);
    return column[i];
}

static void state(const chain *c, double *x, double *v, double *a) {
    char name[8];
    for (int i = 0; i < N; i++) {
        (void)snprintf(name, sizeof name, "s%d", i);
        CU_ASSERT_EQUAL(
            mbs_simulation_motion(c->run.simulation, name, x + i, v + i, a ? a + i : NULL), MR_OK);
    }
}

/* --- what is told --- */

static double dot(const double *a, const double *b, int n) {
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

static void times(const double *matrix, int room, int n, const double *x, double *out) {
    for (int i = 0; i < n; i++)
        out[i] = dot(matrix + i * room, x, n);
}

/* sum over i, j of A_ij B_ji, for matrices of the directions */
static double trace(const double *A, const double *B, int room, int n) {
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += A[i * room + j] * B[j * room + i];
    return sum;
}

/* the same of M^-1 A M^-1 B, for constants of springs or dampers */
static double trace_of(const double *A, const double *B) {
    double sum = 0.0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += entry(A, i, j) * entry(B, j, i) / (m[i] * m[j]);
    return sum;
}

/* all directions of the chain: any function of M^-1 K and M^-1 C that the turn does not change */
static void check_chain(const chain *c, const told *t, int room) {
    double x[N], v[N], a[N], y[N], force[N], damped[N], free_end[N];
    state(c, x, v, a);
    MR_ASSERT_RELATIVE(dot(t->input, t->input, N), 1.0 / m[0], 1e-9);
    for (int i = 0; i < N; i++)
        MR_ASSERT_CLOSE(t->output[i], t->input[i], 1e-10); /* a power bond */
    double identity = 0.0, of_damper = 0.0, mixed[N];
    for (int i = 0; i < N; i++) {
        identity += t->stiffness[i * room + i];
        of_damper += t->damping[i * room + i];
    }
    double exact = 0.0, exact_damper = 0.0;
    for (int i = 0; i < N; i++) {
        exact += entry(k, i, i) / m[i];
        exact_damper += entry(c->c, i, i) / m[i];
    }
    MR_ASSERT_RELATIVE(identity, exact, 1e-9);
    MR_ASSERT_RELATIVE(of_damper, exact_damper, 1e-9);
    MR_ASSERT_RELATIVE(trace(t->stiffness, t->stiffness, room, N), trace_of(k, k), 1e-9);
    MR_ASSERT_RELATIVE(trace(t->stiffness, t->damping, room, N), trace_of(k, c->c), 1e-9);
    MR_ASSERT_RELATIVE(trace(t->damping, t->damping, room, N), trace_of(c->c, c->c), 1e-9);
    times(t->stiffness, room, N, t->input, mixed);
    MR_ASSERT_RELATIVE(dot(t->input, mixed, N), entry(k, 0, 0) / (m[0] * m[0]), 1e-9);
    times(t->damping, room, N, t->input, mixed);
    MR_ASSERT_RELATIVE(dot(t->input, mixed, N), entry(c->c, 0, 0) / (m[0] * m[0]), 1e-9);
    for (int i = 0; i < N * ROOM; i++)
        if (i / room < N && i % room < N)
            MR_ASSERT_CLOSE(t->curvature[i], 0.0, 1e-12);
    /* the motion along them, and the force that is left */
    double Mv2 = 0.0, Mva = 0.0;
    for (int i = 0; i < N; i++) {
        Mv2 += m[i] * v[i] * v[i];
        Mva += m[i] * v[i] * a[i];
    }
    MR_ASSERT_RELATIVE(dot(t->velocity, t->velocity, N), Mv2, 1e-9);
    MR_ASSERT_RELATIVE(dot(t->velocity, t->acceleration, N), Mva, 1e-8);
    MR_ASSERT_RELATIVE(dot(t->input, t->velocity, N), v[0], 1e-9);
    MR_ASSERT_RELATIVE(dot(t->input, t->acceleration, N), a[0], 1e-8);
    springs(k, v, force);
    times(t->stiffness, room, N, t->velocity, y);
    MR_ASSERT_RELATIVE(dot(t->input, y, N), force[0] / m[0], 1e-8);
    springs(c->c, v, damped);
    times(t->damping, room, N, t->velocity, free_end);
    MR_ASSERT_RELATIVE(dot(t->input, free_end, N), damped[0] / m[0], 1e-8);
    /* forces that grow with time are the drift */
    MR_ASSERT_CLOSE(dot(t->input, t->drift, N), c->grows / m[0], 1e-7 * (1.0 + c->grows));
    MR_ASSERT_CLOSE(dot(t->drift, t->drift, N), c->grows * c->grows / m[0],
                    1e-7 * (1.0 + c->grows * c->grows));
}

static void test_directions_of_a_chain(void) {
    static const double growths[2] = {0.0, 40.0};
    for (int g = 0; g < 2; g++) {
        chain c;
        told t, later;
        open_chain(&c, 1.3, growths[g], 0.0);
        CU_ASSERT_EQUAL_FATAL(ask(&c.run, ROOM, H, &t), N);
        check_chain(&c, &t, ROOM);
        c.run.u[0] = 5.0;
        run_to(&c.run, 4 * H, H);
        /* the same span: they are turned back to what they were */
        CU_ASSERT_EQUAL_FATAL(ask(&c.run, ROOM, H, &later), N);
        check_chain(&c, &later, ROOM);
        for (int i = 0; i < N; i++) {
            MR_ASSERT_CLOSE(later.input[i], t.input[i], 1e-9);
            for (int j = 0; j < N; j++)
                MR_ASSERT_CLOSE(later.stiffness[i * ROOM + j], t.stiffness[i * ROOM + j], 1e-6);
        }
        run_close(&c.run);
    }
}

/* matrices of a narrower table */
static void test_room_is_the_width(void) {
    chain c;
    told t;
    open_chain(&c, 0.7, 0.0, 0.0);
    CU_ASSERT_EQUAL_FATAL(ask(&c.run, N, H, &t), N);
    check_chain(&c, &t, N);
    run_close(&c.run);
}

/* T^-1 x with T = M + h/2 C + h^2/4 K, by elimination */
static void solve_rule(const chain *c, double h, const double *x, double *out) {
    double A[N][N];
    memcpy(out, x, N * sizeof *x);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            A[i][j] =
                (i == j ? m[i] : 0.0) + 0.5 * h * entry(c->c, i, j) + 0.25 * h * h * entry(k, i, j);
    for (int p = 0; p < N; p++)
        for (int i = p + 1; i < N; i++) {
            const double factor = A[i][p] / A[p][p];
            for (int j = p; j < N; j++)
                A[i][j] -= factor * A[p][j];
            out[i] -= factor * out[p];
        }
    for (int i = N - 1; i >= 0; i--) {
        for (int j = i + 1; j < N; j++)
            out[i] -= A[i][j] * out[j];
        out[i] /= A[i][i];
    }
}

/* the first direction is M^-1 b, the next one T^-1 M times it, and so on, made orthonormal */
static void make_directions(const chain *c, double h, int count, double Y[][N]) {
    for (int i = 0; i < count; i++) {
        double x[N] = {1.0 / m[0], 0.0, 0.0}, Mx[N], length = 0.0;
        if (i > 0) {
            for (int j = 0; j < N; j++)
                Mx[j] = m[j] * Y[i - 1][j];
            solve_rule(c, h, Mx, x);
        }
        for (int twice = 0; twice < 2; twice++)
            for (int p = 0; p < i; p++) {
                double part = 0.0;
                for (int j = 0; j < N; j++)
                    part += m[j] * Y[p][j] * x[j];
                for (int j = 0; j < N; j++)
                    x[j] -= part * Y[p][j];
            }
        for (int j = 0; j < N; j++)
            length += m[j] * x[j] * x[j];
        for (int j = 0; j < N; j++)
            Y[i][j] = x[j] / sqrt(length);
    }
}

static double between(const double *constant, const double *y, const double *z) {
    double out[N];
    springs(constant, z, out);
    return dot(y, out, N);
}

/* fewer than there are: what the rest does to them is their drift. By the step's own factor, whose
 * penalties hold the constraints to 1e-6 or so */
static void test_first_directions(void) {
    const double near = 1e-6;
    for (int count = 1; count < N; count++) {
        chain c;
        told t;
        double Y[N][N], x[N], v[N], rest[N];
        open_chain(&c, 1.3, 0.0, 0.0);
        CU_ASSERT_EQUAL_FATAL(ask(&c.run, count, H, &t), count);
        make_directions(&c, H, count, Y);
        state(&c, x, v, NULL);
        memcpy(rest, v, sizeof rest);
        MR_ASSERT_RELATIVE(t.input[0], 1.0 / sqrt(m[0]), 1e-9);
        for (int i = 0; i < count; i++) {
            const double sense =
                i > 0 && t.stiffness[1] * between(k, Y[0], Y[1]) < 0.0 ? -1.0 : 1.0;
            double along = 0.0;
            for (int j = 0; j < N; j++)
                along += m[j] * Y[i][j] * v[j];
            MR_ASSERT_RELATIVE(t.velocity[i], sense * along, near);
            for (int j = 0; j < N; j++)
                rest[j] -= along * Y[i][j];
            MR_ASSERT_RELATIVE(t.stiffness[i * count + i], between(k, Y[i], Y[i]), near);
            MR_ASSERT_RELATIVE(t.damping[i * count + i], between(c.c, Y[i], Y[i]), near);
        }
        for (int i = 0; i < count; i++)
            MR_ASSERT_RELATIVE(fabs(t.drift[i]), fabs(between(k, Y[i], rest)), 1e-5);
        run_close(&c.run);
    }
}

/* --- aims --- */

/* one step of the trapezoidal rule from x, v, with the accelerations of force f at its start */
static void rule(const chain *c, double h, double f0, double f1, double *x, double *v) {
    double Kx[N], Cv[N], right[N], gain[N];
    springs(k, x, Kx);
    springs(c->c, v, Cv);
    /* (M + h/2 C + h^2/4 K) dv = h (mean force - K x - C v) - h^2/2 K v */
    for (int i = 0; i < N; i++)
        right[i] = h * ((i == 0 ? 0.5 * (f0 + f1) : 0.0) - Kx[i] - Cv[i]);
    springs(k, v, Kx);
    for (int i = 0; i < N; i++)
        right[i] -= 0.5 * h * h * Kx[i];
    solve_rule(c, h, right, gain);
    for (int i = 0; i < N; i++) {
        x[i] += h * (v[i] + 0.5 * gain[i]);
        v[i] += gain[i];
    }
}

/* along all directions: the step ends where it was aimed, with the accelerations of that place */
static void test_all_directions_end_where_aimed(void) {
    chain c;
    told t;
    open_chain(&c, 1.3, 0.0, 0.0);
    for (int step = 0; step < 4; step++) {
        CU_ASSERT_EQUAL_FATAL(ask(&c.run, ROOM, H, &t), N);
        double eta[ROOM] = {0}, rate[ROOM] = {0}, x[N], v[N], a[N], Kx[N], Cv[N];
        for (int i = 0; i < N; i++) {
            eta[i] = H * t.velocity[i] * (1.0 + 0.3 * i) + 1e-3 * (step - 1);
            rate[i] = t.velocity[i] * (1.1 - 0.2 * i) + 0.05 * step;
        }
        state(&c, x, v, NULL);
        const double at = x[0] + dot(t.output, eta, N), to = dot(t.output, rate, N);
        c.run.u[0] = 3.0 * step;
        CU_ASSERT_EQUAL(mbs_simulation_aim(c.run.simulation, H, c.run.u, eta, rate), MR_OK);
        CU_ASSERT_EQUAL(mbs_simulation_step(c.run.simulation, &c.run.inputs, H), MR_OK);
        state(&c, x, v, a);
        MR_ASSERT_CLOSE(x[0], at, 1e-10);
        MR_ASSERT_CLOSE(v[0], to, 1e-9);
        springs(k, x, Kx);
        springs(c.c, v, Cv);
        for (int i = 0; i < N; i++)
            MR_ASSERT_CLOSE(m[i] * a[i], (i == 0 ? c.run.u[0] : 0.0) - Kx[i] - Cv[i], 1e-6);
        double square = 0.0;
        for (int i = 0; i < N; i++)
            square += m[i] * v[i] * v[i];
        MR_ASSERT_RELATIVE(square, dot(rate, rate, N), 1e-8);
    }
    run_close(&c.run);
}

/* where a step along one direction began, by the rule run backwards: A is what the direction does
 * at e = w = 0, of force f, and Kd, Cd are its constants */
static void run_back(double A, double Kd, double Cd, double eta, double rate, double *e,
                     double *w) {
    /* rate = w + H/2 (A(e, w) + A(eta, rate)), eta = e + H/2 (w + rate), A(e, w) = A - Kd e - Cd w;
     * two equations for e and w, by Cramer's rule */
    const double h = H, a11 = -0.5 * h * Kd, a12 = 1.0 - 0.5 * h * Cd,
                 b1 = rate - 0.5 * h * (2.0 * A - Kd * eta - Cd * rate);
    const double a21 = 1.0, a22 = 0.5 * h, b2 = eta - 0.5 * h * rate;
    const double det = a11 * a22 - a12 * a21;
    *e = (b1 * a22 - a12 * b2) / det;
    *w = (a11 * b2 - a21 * b1) / det;
}

/* Along one direction of three: the step is the slave's own from where run_back says that the
 * motion aimed at began; then the motion along the direction is where it was aimed, but for what
 * the rest, which went beside its velocity, has pulled it by. */
static void aim_at_one(double damping, double force, bool has_begin) {
    chain c;
    told t;
    double Y[N][N], x[N], v[N], place[N], rest[N], beside[N], faster[N], Kx[N], Cx[N];
    open_chain(&c, damping, 0.0, 0.0);
    run_to(&c.run, 2 * H, H); /* a tangent of its own */
    CU_ASSERT_EQUAL_FATAL(ask(&c.run, 1, H, &t), 1);
    make_directions(&c, H, 1, Y);
    const double *y = Y[0];
    state(&c, x, v, NULL);
    const double Kd = between(k, y, y), Cd = between(c.c, y, y), along = t.velocity[0];
    const double eta = 1.3 * H * along + 2e-3, rate = 0.8 * along - 0.1;
    memcpy(place, x, sizeof place);
    for (int i = 0; i < N; i++)
        rest[i] = v[i] - along * y[i];
    /* the acceleration along the direction where it is now, without the damping of its velocity */
    springs(k, x, Kx);
    springs(c.c, rest, Cx);
    const double A = y[0] * force - dot(y, Kx, N) - dot(y, Cx, N) - 0.5 * H * between(k, y, rest);
    double e = 0.0, w = 0.0;
    if (has_begin) {
        run_back(A, Kd, Cd, eta, rate, &e, &w);
    } else { /* too strongly damped: about the own step that goes so far */
        const double gain =
            H * (A - (Cd + 0.5 * H * Kd) * eta / H) / (1.0 + 0.5 * H * Cd + 0.25 * H * H * Kd);
        w = eta / H - 0.5 * gain;
    }
    for (int i = 0; i < N; i++) {
        x[i] += e * y[i];
        v[i] = rest[i] + w * y[i];
    }
    rule(&c, H, force, force, x, v);
    for (int i = 0; i < N; i++) { /* beside the direction */
        beside[i] = x[i] - place[i] - H * rest[i];
        faster[i] = v[i] - rest[i];
    }
    double part = 0.0, quicker = 0.0;
    for (int i = 0; i < N; i++) {
        part += m[i] * y[i] * beside[i];
        quicker += m[i] * y[i] * faster[i];
    }
    for (int i = 0; i < N; i++) {
        beside[i] -= part * y[i];
        faster[i] -= quicker * y[i];
    }
    const double kappa = -between(k, y, beside) - between(c.c, y, faster);
    const double at = eta + 0.25 * H * H * kappa, to = rate + 0.5 * H * kappa;
    double now = 0.0, speed = 0.0;
    for (int i = 0; i < N; i++) {
        now += m[i] * y[i] * (x[i] - place[i]);
        speed += m[i] * y[i] * v[i];
    }
    for (int i = 0; i < N; i++) {
        x[i] += (at - now) * y[i];
        v[i] += (to - speed) * y[i];
    }
    c.run.u[0] = force;
    CU_ASSERT_EQUAL(mbs_simulation_aim(c.run.simulation, H, c.run.u, &eta, &rate), MR_OK);
    CU_ASSERT_EQUAL(mbs_simulation_step(c.run.simulation, &c.run.inputs, H), MR_OK);
    double x1[N], v1[N], a1[N];
    state(&c, x1, v1, a1);
    springs(k, x1, Kx);
    springs(c.c, v1, Cx);
    for (int i = 0; i < N; i++) {
        MR_ASSERT_CLOSE(x1[i], x[i], 1e-9);
        MR_ASSERT_CLOSE(v1[i], v[i], 1e-7);
        MR_ASSERT_CLOSE(m[i] * a1[i], (i == 0 ? force : 0.0) - Kx[i] - Cx[i], 1e-6);
    }
    run_close(&c.run);
}

static void test_one_direction_and_the_rest(void) {
    aim_at_one(0.0, 0.0, true);
    aim_at_one(1.3, 0.0, true);
    aim_at_one(1.3, 20.0, true);
    aim_at_one(80.0, 20.0, false);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_directions_of_a_chain),      MR_TEST(test_room_is_the_width),
        MR_TEST(test_first_directions),           MR_TEST(test_all_directions_end_where_aimed),
        MR_TEST(test_one_direction_and_the_rest),
    };
    return mr_test_main("mbs_directions", tests, sizeof tests / sizeof *tests, argc, argv);
}
