#define _XOPEN_SOURCE 700
#include "joint_slave.h"

#include "dense.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- parts --- */

/* mass on a spring: x, v; mass, stiffness, damping, soft contact */
static void mass_rhs(const joint_part *s, const double *z, const double *u, double *dz) {
    const double *q = s->par;
    const double soft = q[3] != 0.0 ? 0.01 * exp(10.0 * (z[0] - 1.0)) : 0.0;
    dz[0] = z[1];
    dz[1] = (-q[1] * z[0] - q[2] * z[1] + u[0] - soft) / q[0];
}

static void mass_out(const joint_part *s, const double *z, const double *u, double *y) {
    double d[2];
    mass_rhs(s, z, u, d);
    y[0] = z[0];
    y[1] = z[1];
    y[2] = d[1];
}

/* link that is pinned at the origin, force at its tip: angle, rate; mass, inertia, length, drag,
 * gravity */
static void pin_rhs(const joint_part *s, const double *z, const double *u, double *dz) {
    const double *q = s->par, l = q[2], c = cos(z[0]), n = sin(z[0]);
    dz[0] = z[1];
    dz[1] = (q[0] * q[4] * l / 2 * c - q[3] * l * l / 4 * z[1] + l * (-n * u[0] + c * u[1])) /
            (q[1] + q[0] * l * l / 4);
}

static void pin_out(const joint_part *s, const double *z, const double *u, double *y) {
    const double l = s->par[2], c = cos(z[0]), n = sin(z[0]), w = z[1];
    double d[2];
    pin_rhs(s, z, u, d);
    y[0] = l * c;
    y[1] = l * n;
    y[2] = -l * n * w;
    y[3] = l * c * w;
    y[4] = -l * n * d[1] - l * c * w * w;
    y[5] = l * c * d[1] - l * n * w * w;
}

/* free link, force at its left end: x, y, angle and rates */
static void free_rhs(const joint_part *s, const double *z, const double *u, double *dz) {
    const double *q = s->par, l = q[2];
    memcpy(dz, z + 3, 3 * sizeof *z);
    dz[3] = (u[0] - q[3] * z[3]) / q[0];
    dz[4] = (u[1] - q[3] * z[4]) / q[0] + q[4];
    dz[5] = (l / 2 * sin(z[2]) * u[0] - l / 2 * cos(z[2]) * u[1]) / q[1];
}

static void free_out(const joint_part *s, const double *z, const double *u, double *y) {
    const double l = s->par[2] / 2, c = cos(z[2]), n = sin(z[2]), w = z[5];
    double d[6];
    free_rhs(s, z, u, d);
    y[0] = z[0] - l * c;
    y[1] = z[1] - l * n;
    y[2] = z[3] + l * n * w;
    y[3] = z[4] - l * c * w;
    y[4] = d[3] + l * n * d[5] + l * c * w * w;
    y[5] = d[4] - l * c * d[5] + l * n * w * w;
}

/* two bars from (xb, 0) on; force and torque at the far end of the second: angles and rates; mass,
 * inertia, length of both, xb, drag, gravity. A negative length points backwards */
static void bars_rhs(const joint_part *s, const double *z, const double *u, double *dz) {
    const double *q = s->par, mA = q[0], JA = q[0] * q[2] * q[2] / 12.0, lA = q[2], mB = q[3],
                 JB = q[3] * q[5] * q[5] / 12.0, lB = q[5], d = q[7], g = q[8];
    const double ca = cos(z[0]), sa = sin(z[0]), cb = cos(z[1]), sb = sin(z[1]), wa = z[2],
                 wb = z[3];
    const double cd = cos(z[0] - z[1]), sd = sin(z[0] - z[1]);
    const double M11 = JA + mA * lA * lA / 4 + mB * lA * lA, M22 = JB + mB * lB * lB / 4;
    const double M12 = mB * lA * lB / 2 * cd;
    const double fA[2] = {d * lA / 2 * sa * wa, mA * g - d * lA / 2 * ca * wa};
    const double fB[2] = {d * (lA * sa * wa + lB / 2 * sb * wb),
                          mB * g - d * (lA * ca * wa + lB / 2 * cb * wb)};
    const double h1 = -mB * lA * lB / 2 * sd * wb * wb, h2 = mB * lA * lB / 2 * sd * wa * wa;
    const double Q1 =
        lA / 2 * (-sa * fA[0] + ca * fA[1]) + lA * (-sa * (fB[0] + u[0]) + ca * (fB[1] + u[1]));
    const double Q2 = lB / 2 * (-sb * fB[0] + cb * fB[1]) + lB * (-sb * u[0] + cb * u[1]) + u[2];
    const double r1 = Q1 + h1, r2 = Q2 + h2, D = M11 * M22 - M12 * M12;
    dz[0] = wa;
    dz[1] = wb;
    dz[2] = (M22 * r1 - M12 * r2) / D;
    dz[3] = (M11 * r2 - M12 * r1) / D;
}

static void bars_out(const joint_part *s, const double *z, const double *u, double *y) {
    const double lA = s->par[2], lB = s->par[5];
    const double ca = cos(z[0]), sa = sin(z[0]), cb = cos(z[1]), sb = sin(z[1]);
    double d[4];
    bars_rhs(s, z, u, d);
    y[0] = s->par[6] + lA * ca + lB * cb;
    y[1] = lA * sa + lB * sb;
    y[2] = z[1];
    y[3] = -lA * sa * z[2] - lB * sb * z[3];
    y[4] = lA * ca * z[2] + lB * cb * z[3];
    y[5] = z[3];
    y[6] = -lA * sa * d[2] - lA * ca * z[2] * z[2] - lB * sb * d[3] - lB * cb * z[3] * z[3];
    y[7] = lA * ca * d[2] - lA * sa * z[2] * z[2] + lB * cb * d[3] - lB * sb * z[3] * z[3];
    y[8] = d[3];
}

joint_pair joint_two_mass(void) {
    joint_pair p;
    for (int i = 0; i < 2; i++)
        p.part[i] = (joint_part){2, 1, {i + 1, 1000, 10, 0}, {1, 0}, mass_rhs, mass_out};
    return p;
}

joint_pair joint_soft_contact(void) {
    joint_pair p;
    for (int i = 0; i < 2; i++)
        p.part[i] = (joint_part){2, 1, {i + 1, 1000, 0, i}, {0, 100}, mass_rhs, mass_out};
    return p;
}

joint_pair joint_pendulum(void) {
    const double f = M_PI / 4;
    return (joint_pair){
        {{2, 2, {1, 1 / 12., 1, 2, -9.81}, {f}, pin_rhs, pin_out},
         {6, 2, {1, 1 / 12., 1, 2, -9.81}, {1.5 * cos(f), 0.5 * sin(f), -f}, free_rhs, free_out}}};
}

joint_pair joint_four_bar(double gravity, double damping) {
    const double f = M_PI / 4, px = cos(f), py = sin(f), dx = 2 - px, dy = -py;
    const double L = hypot(dx, dy), h = sqrt(4 - L * L / 4);
    double qx = px + dx / 2 - dy / L * h, qy = py + dy / 2 + dx / L * h;
    if (qy < 0) {
        qx = px + dx / 2 + dy / L * h;
        qy = py + dy / 2 - dx / L * h;
    }
    const double middle = atan2(qy - py, qx - px);
    return (joint_pair){
        {{4, 3, {1, 0, 1, 1, 0, 1, 0, damping, gravity}, {f, middle}, bars_rhs, bars_out},
         {4,
          3,
          {2, 0, 2, 1, 0, -1, 2, damping, gravity},
          {atan2(qy, qx - 2), middle},
          bars_rhs,
          bars_out}}};
}

/* --- the whole --- */

void joint_whole_step(const joint_pair *pair, double z[2][JOINT_STATE], double h, double stiffness,
                      double damping, double *lambda) {
    const joint_part *S = pair->part;
    const int nc = S[0].size;
    double k[4][2][JOINT_STATE], w[2][JOINT_STATE];
    for (int st = 0; st < 4; st++) {
        const double f = st == 0 ? 0 : st == 3 ? h : h / 2;
        double y[2][3 * JOINT_MOST], u[JOINT_MOST] = {0}, A[JOINT_MOST * JOINT_MOST], b[JOINT_MOST];
        for (int i = 0; i < 2; i++) {
            for (int j = 0; j < S[i].states; j++)
                w[i][j] = z[i][j] + (st > 0 ? f * k[st - 1][i][j] : 0);
            S[i].out(&S[i], w[i], u, y[i]);
        }
        for (int c = 0; c < nc; c++)
            b[c] = stiffness > 0.0
                       ? stiffness * (y[1][c] - y[0][c]) + damping * (y[1][nc + c] - y[0][nc + c])
                       : y[1][2 * nc + c] - y[0][2 * nc + c];
        for (int c = 0; c < nc && stiffness == 0.0; c++) {
            double moved[2][3 * JOINT_MOST];
            for (int i = 0; i < 2; i++) {
                double e[JOINT_MOST] = {0};
                e[c] = i ? -1 : 1;
                S[i].out(&S[i], w[i], e, moved[i]);
            }
            for (int r = 0; r < nc; r++)
                A[r * nc + c] = (moved[0][2 * nc + r] - y[0][2 * nc + r]) -
                                (moved[1][2 * nc + r] - y[1][2 * nc + r]);
        }
        if (stiffness == 0.0)
            (void)mr_dense_solve(nc, A, b);
        if (st == 0)
            memcpy(lambda, b, (size_t)nc * sizeof *b);
        for (int i = 0; i < 2; i++) {
            double un[JOINT_MOST] = {0};
            for (int c = 0; c < nc; c++)
                un[c] = i ? -b[c] : b[c];
            S[i].rhs(&S[i], w[i], un, k[st][i]);
        }
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < S[i].states; j++)
            z[i][j] += h / 6 * (k[0][i][j] + 2 * k[1][i][j] + 2 * k[2][i][j] + k[3][i][j]);
}

/* --- the slave --- */

static const joint_part *next_part;
static double next_step;

void joint_next(const joint_part *part, double step) {
    next_part = part;
    next_step = step;
}

typedef struct instance {
    joint_part part;
    double z[JOINT_STATE], u[JOINT_MOST], t, step;
    bool trapezoidal;
} instance;

static const mr_variable inputs[] = {{"f1", "N", 1, MR_NONE, MR_NONE, MR_CONTINUOUS},
                                     {"f2", "N", 1, MR_NONE, MR_NONE, MR_CONTINUOUS},
                                     {"f3", "N", 1, MR_NONE, MR_NONE, MR_CONTINUOUS}};
static const mr_variable outputs[] = {{"y", "", 3, MR_NONE, MR_NONE, MR_CONTINUOUS},
                                      {"y", "", 6, MR_NONE, MR_NONE, MR_CONTINUOUS},
                                      {"y", "", 9, MR_NONE, MR_NONE, MR_CONTINUOUS}};
static const mr_coordinate coordinates[3][3] = {
    {{0, 1, 2}}, {{0, 2, 4}, {1, 3, 5}}, {{0, 3, 6}, {1, 4, 7}, {2, 5, 8}}};

static mr_status open_part(const char *configuration, mr_message *message, void **made) {
    instance *s = calloc(1, sizeof *s);
    (void)message;
    if (!s)
        return MR_ERR_MEMORY;
    s->part = *next_part;
    s->step = next_step;
    s->trapezoidal = strcmp(configuration, "trapezoidal") == 0;
    *made = s;
    return MR_OK;
}

static void describe(const void *made, mr_slave_description *d) {
    const instance *s = made;
    *d = (mr_slave_description){.title = "part",
                                .input_count = s->part.size,
                                .inputs = inputs,
                                .output_count = 1,
                                .outputs = &outputs[s->part.size - 1],
                                .coordinate_count = s->part.size,
                                .coordinates = coordinates[s->part.size - 1]};
}

static mr_status initialise(void *made, double t0, const mr_inputs *in) {
    instance *s = made;
    memcpy(s->z, s->part.z0, sizeof s->z);
    s->t = t0;
    return mr_inputs_at(in, t0, s->u);
}

/* by substitution, which contracts quickly with short steps */
static void trapezoidal_step(instance *s, double h, const double *begin, const double *end) {
    double before[JOINT_STATE], after[JOINT_STATE], z[JOINT_STATE];
    s->part.rhs(&s->part, s->z, begin, before);
    memcpy(z, s->z, sizeof z);
    for (int pass = 0; pass < 30; pass++) {
        s->part.rhs(&s->part, z, end, after);
        for (int i = 0; i < s->part.states; i++)
            z[i] = s->z[i] + 0.5 * h * (before[i] + after[i]);
    }
    memcpy(s->z, z, sizeof z);
}

static void classical_step(instance *s, double h, double u[3][JOINT_MOST]) {
    const int n = s->part.states;
    double k[4][JOINT_STATE], w[JOINT_STATE];
    s->part.rhs(&s->part, s->z, u[0], k[0]);
    for (int st = 1; st < 4; st++) {
        for (int i = 0; i < n; i++)
            w[i] = s->z[i] + (st == 3 ? h : h / 2) * k[st - 1][i];
        s->part.rhs(&s->part, w, u[st == 3 ? 2 : 1], k[st]);
    }
    for (int i = 0; i < n; i++)
        s->z[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
}

static mr_status step_to(void *made, const mr_inputs *in, double limit, double *t) {
    instance *s = made;
    const double left = limit - s->t, h = left < 1.5 * s->step ? left : s->step;
    double u[3][JOINT_MOST];
    for (int i = 0; i < 3; i++) {
        const mr_status status = mr_inputs_at(in, s->t + 0.5 * i * h, u[i]);
        if (status != MR_OK)
            return status;
    }
    if (s->trapezoidal)
        trapezoidal_step(s, h, u[0], u[2]);
    else
        classical_step(s, h, u);
    memcpy(s->u, u[2], sizeof s->u);
    *t = s->t = left < 1.5 * s->step ? limit : s->t + h;
    return MR_OK;
}

static mr_status step(void *made, const mr_inputs *in, double *t) {
    instance *s = made;
    return step_to(made, in, s->t + s->step, t);
}

static mr_status tell(void *made, double *y) {
    instance *s = made;
    s->part.out(&s->part, s->z, s->u, y);
    return MR_OK;
}

/* accelerations are linear in forces */
static mr_status matrices(void *made, double *Au, double *Ap, double *Av) {
    instance *s = made;
    const int n = s->part.size;
    double y[3 * JOINT_MOST], moved[3 * JOINT_MOST];
    memset(Ap, 0, (size_t)(n * n) * sizeof *Ap);
    memset(Av, 0, (size_t)(n * n) * sizeof *Av);
    s->part.out(&s->part, s->z, s->u, y);
    for (int c = 0; c < n; c++) {
        double u[JOINT_MOST];
        memcpy(u, s->u, sizeof u);
        u[c] += 1.0;
        s->part.out(&s->part, s->z, u, moved);
        for (int r = 0; r < n; r++)
            Au[r * n + c] = moved[2 * n + r] - y[2 * n + r];
    }
    return MR_OK;
}

static double bar_energy(double m, double J, double vx, double vy, double w, double y, double g) {
    return 0.5 * m * (vx * vx + vy * vy) + 0.5 * J * w * w - m * g * y;
}

double joint_energy(const void *made) {
    const instance *s = made;
    const double *q = s->part.par, *z = s->z;
    if (s->part.rhs == pin_rhs) {
        const double r = q[2] / 2;
        return bar_energy(q[0], q[1], r * z[1], 0.0, z[1], r * sin(z[0]), q[4]);
    }
    if (s->part.rhs == free_rhs)
        return bar_energy(q[0], q[1], z[3], z[4], z[5], z[1], q[4]);
    const double a = q[2], b = q[5] / 2;
    const double vx = -a * sin(z[0]) * z[2] - b * sin(z[1]) * z[3];
    const double vy = a * cos(z[0]) * z[2] + b * cos(z[1]) * z[3];
    return bar_energy(q[0], q[0] * a * a / 12, a / 2 * z[2], 0.0, z[2], a / 2 * sin(z[0]), q[8]) +
           bar_energy(q[3], q[3] * b * b / 3, vx, vy, z[3], a * sin(z[0]) + b * sin(z[1]), q[8]);
}

/* what forces add to the accelerations, of positions and of velocities */
static mr_status push(void *made, const double *shift, const double *kick) {
    instance *s = made;
    const int half = s->part.states / 2;
    const double none[JOINT_MOST] = {0.0}, *amounts[2] = {shift, kick};
    for (int level = 0; level < 2; level++) {
        double with[JOINT_STATE], without[JOINT_STATE];
        s->part.rhs(&s->part, s->z, amounts[level], with);
        s->part.rhs(&s->part, s->z, none, without);
        for (int i = 0; i < half; i++)
            s->z[level * half + i] += with[half + i] - without[half + i];
    }
    return MR_OK;
}

static mr_status save(const void *made, void **state) {
    if (!*state)
        *state = malloc(sizeof(instance));
    if (!*state)
        return MR_ERR_MEMORY;
    memcpy(*state, made, sizeof(instance));
    return MR_OK;
}

static mr_status restore(void *made, const void *state) {
    memcpy(made, state, sizeof(instance));
    return MR_OK;
}

const mr_slave_type joint_type = {.abi = MR_SLAVE_ABI,
                                  .size = sizeof(mr_slave_type),
                                  .name = "part",
                                  .summary = "part of a mechanism",
                                  .options = "",
                                  .open = open_part,
                                  .describe = describe,
                                  .initialise = initialise,
                                  .step = step,
                                  .outputs = tell,
                                  .close = free,
                                  .step_to = step_to,
                                  .interface_matrices = matrices,
                                  .save = save,
                                  .restore = restore,
                                  .free_state = free,
                                  .push = push};
