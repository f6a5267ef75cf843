/* exact derivatives: every function and every element against central differences, at random
 * positions and velocities; the numbers behind Newton's iteration and the interface matrices */
#include "mbs/builder.h"
#include "mr_test.h"
#include "runs.h"
#include "sim.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* a mechanism with every kind of element and constraint in three dimensions */
static const char EVERYTHING[] =
    "title: everything\n"
    "gravity: [0, 0, -9.81]\n"
    "points:\n"
    "  O: [0, 0, 0.3]\n"
    "  P: [0.4, 0.1, 0.35]\n"
    "  Q: [0.7, -0.2, 0.5]\n"
    "  R: [1.0, 0.3, 0.2]\n"
    "  W: [0.2, 0.9, 0.135]\n"
    "  V: [0.5, -0.4, 0.135]\n"
    "vectors:\n"
    "  n: [0.1, 1, 0.05]\n"
    "  m: [1, 0.2, -0.1]\n"
    "  x: [1, 0, 0]\n"
    "  y: [0, 1, 0]\n"
    "bodies:\n"
    "  - {name: a, mass: 2, com: [0.2, 0.1, 0.3], inertia: [0.2, 0.3, 0.25, 0.01, 0.02, -0.01]}\n"
    "  - {name: b, mass: 1, com: [0.6, 0, 0.4], inertia: [0.1, 0.15, 0.12, 0.01, 0, 0.01]}\n"
    "  - {name: c, mass: 1, com: [0.9, 0.2, 0.3], inertia: [0.1, 0.1, 0.1]}\n"
    "  - {name: wheel, mass: 3, com: [0.2, 0.9, 0.135], inertia: [0.03, 0.05, 0.03]}\n"
    "  - {name: flywheel, mass: 3, com: [0.1, 0.2, 0.3], inertia: [60, 40, 40], rotor: a, axis: "
    "x,\n"
    "     angle: spin}\n"
    "  - {name: roller, mass: 3, com: [0.5, -0.4, 0.135], inertia: [0.03, 0.05, 0.03], rotor: b,\n"
    "     axis: y, angle: roll}\n"
    "joints:\n"
    "  - {name: j1, type: revolute, bodies: [a, b], at: P, axis: n, angle: theta}\n"
    "  - {name: j2, type: cylindrical, bodies: [b, c], at: Q, axis: m, angle: phi, slide: s}\n"
    "  - {name: j3, type: distance, bodies: [a, c], at: O, to: R}\n"
    "  - {name: j4, type: universal, bodies: [a, wheel], at: W, axis: m, axis2: n}\n"
    "elements:\n"
    "  - {name: spring, type: spring, from: a.O, to: c.R, stiffness: 300, damping: 20, rest: 0.7}\n"
    "  - {name: grounded, type: spring, from: ground.O, to: b.Q, stiffness: 100, force: \"-50*x^3 "
    "+ 2*v*abs(v) + "
    "push\"}\n"
    "  - {name: torsion, type: torsion, on: theta, stiffness: 10, damping: 1, torque: "
    "\"push*sin(x)\"}\n"
    "  - {name: brake, type: brake, on: phi, torque: \"5 + push\", speed: 0.5}\n"
    "  - {name: bush, type: bushing, bodies: [a, c], at: R, stiffness: [100, 200, 300], damping: "
    "[1, 2, 3],\n"
    "     angular_stiffness: [10, 20, 30], angular_damping: [0.1, 0.2, 0.3]}\n"
    "  - {name: load, type: force, at: b.Q, direction: [1, 2, 3], value: push}\n"
    "  - {name: follower, type: force, at: b.Q, direction: [1, 2, 3], value: push, frame: body}\n"
    "  - {name: twist, type: torque, on: a, reaction: c, axis: [0.2, 1, 0], value: push, frame: "
    "body}\n"
    "  - {name: moment, type: torque, on: b, axis: [0, 0, 1], value: push}\n"
    "  - {name: air, type: drag, at: c.R, linear: [1, 2, 3], quadratic: 0.7}\n"
    "  - &tyre\n"
    "    {name: tyre, type: tyre, wheel: wheel, hub: W, axis: n, radius: 0.139, stiffness: 60000, "
    "damping: 1000,\n"
    "     nominal_load: 896, pCx1: 2.3, pDx1: 0.9, pEx1: 0.95, pKx1: 20, pKx2: 1, pKx3: -0.5, "
    "pCy1: 2.3,\n"
    "     pDy1: 1.5, pEy1: 0.9, pKy1: 37.6, pKy2: 1.6, pKy4: 2, rolling_resistance: 0.02, "
    "low_speed_damping: 50}\n"
    "  - {<<: *tyre, name: tread, wheel: roller, hub: V, axis: y}\n"
    "inputs:\n"
    "  - {name: push, unit: N}\n"
    "outputs:\n"
    "  - {name: stretch, position: spring}\n";

typedef struct fixture {
    run r;
    mbs_simulation *s;
    const mbs_model *m;
    double q[400], v[400];
} fixture;

static void open_everything(fixture *f, double speed, mr_random *random) {
    run_open_text(&f->r, EVERYTHING);
    f->s = f->r.simulation;
    f->m = f->r.model;
    CU_ASSERT_FATAL(f->m->entry_count <= 400);
    f->r.u[0] = 3.0;
    mbs_evaluate_signals(f->s, 0.0, f->r.u);
    for (int i = 0; i < f->m->entry_count; i++) {
        int moves = f->m->variable[i] < f->m->variable_count;
        f->q[i] = f->s->q[i] + (moves ? mr_random_uniform(random, -0.003, 0.003) : 0.0);
        f->v[i] = moves ? mr_random_uniform(random, -speed, speed) : 0.0;
    }
    for (int i = 0; i < f->m->state_count; i++) {
        f->s->z[i] = mr_random_uniform(random, -0.05, 0.05);
        f->s->z_history[i] = mr_random_uniform(random, -0.05, 0.05);
    }
}

/* forces of one element only */
static void force_of(fixture *f, const mbs_element *e, double h, const double *q, const double *v,
                     double *Q) {
    mbs_moment moment = mbs_moment_at(f->s, 0.1, h);
    memset(Q, 0, 400 * sizeof *Q);
    e->type->force(e, &moment, q, v, Q);
    CU_ASSERT_EQUAL(moment.failed, 0);
}

/* worst miss of K (which 0) or C (which 1) relative to their largest entry */
static double tangent_miss(fixture *f, const mbs_element *e, double h, int which) {
    static double K[MBS_LOCAL_MAX * MBS_LOCAL_MAX], C[MBS_LOCAL_MAX * MBS_LOCAL_MAX];
    double up[400], down[400], *x = which == 0 ? f->q : f->v;
    int n = e->stencil.count;
    mbs_moment moment = mbs_moment_at(f->s, 0.1, h);
    memset(K, 0, sizeof K);
    memset(C, 0, sizeof C);
    e->type->tangent(e, &moment, f->q, f->v, K, C);
    const double *told = which == 0 ? K : C, d = 1e-6;
    double worst = 0.0, largest = 1e-2;
    for (int j = 0; j < n; j++) {
        double *entry = &x[e->stencil.entry[j]], old = *entry;
        *entry = old + d;
        force_of(f, e, h, f->q, f->v, up);
        *entry = old - d;
        force_of(f, e, h, f->q, f->v, down);
        *entry = old;
        for (int i = 0; i < n; i++) {
            double seen = -(up[e->stencil.entry[i]] - down[e->stencil.entry[i]]) / (2.0 * d);
            worst = fmax(worst, fabs(seen - told[i * n + j]));
            largest = fmax(largest, fabs(seen));
        }
    }
    return worst / largest;
}

static void test_element_tangents_are_exact(void) {
    mr_random random = {11};
    for (int round = 0; round < 5; round++) {
        fixture f;
        open_everything(&f, round % 2 ? 1.0 : 12.0,
                        &random); /* below and above the low speed of the tyre */
        CU_ASSERT_EQUAL(f.m->element_count, 19);
        for (int i = 0; i < f.m->element_count; i++)
            for (int k = 0; k < 4; k++) {
                double miss = tangent_miss(&f, &f.m->elements[i], k < 2 ? 0.0 : 1e-3, k % 2);
                if (!(miss < 2e-7))
                    printf("\n%s: %s is off by %g", f.m->elements[i].name, k % 2 ? "C" : "K", miss);
                CU_ASSERT(miss < 2e-7);
            }
        run_close(&f.r);
    }
}

/* what an element does to the energy is the work of its forces: Q v = -dP/dt - lost + brought in,
 * with the stored energy P differenced along the motion. (A rotor's own energy is kinetic.) */
static double power_miss(fixture *f, const mbs_element *e, double h) {
    double Q[400], at[400], stored[2], work = 0.0, scale = 1e-2;
    const double d = 1e-6;
    mbs_moment moment = mbs_moment_at(f->s, 0.1, h);
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < f->m->entry_count; i++)
            at[i] = f->q[i] + (side == 0 ? -d : d) * f->v[i];
        stored[side] = e->type->power(e, &moment, at, f->v).potential;
    }
    const mbs_power p = e->type->power(e, &moment, f->q, f->v);
    force_of(f, e, h, f->q, f->v, Q);
    for (int i = 0; i < f->m->entry_count; i++) {
        work += Q[i] * f->v[i];
        scale += fabs(Q[i] * f->v[i]);
    }
    return fabs(work + (stored[1] - stored[0]) / (2.0 * d) + p.dissipated - p.supplied) / scale;
}

static void test_power_of_every_element_is_the_work_of_its_forces(void) {
    mr_random random = {15};
    for (int round = 0; round < 4; round++) {
        fixture f;
        open_everything(&f, round % 2 ? 1.0 : 12.0, &random);
        int seen = 0;
        if (round >=
            2) { /* bodies that stay rigid, for the tyres: they see turning wheels, not entries */
            run_to(&f.r, 0.01 * round, 1e-3);
            memcpy(f.q, f.s->q, (size_t)f.m->entry_count * sizeof *f.q);
            memcpy(f.v, f.s->v, (size_t)f.m->entry_count * sizeof *f.v);
        }
        for (int i = 0; i < f.m->element_count; i++) {
            const mbs_element *e = &f.m->elements[i];
            const bool tyre = strcmp(e->name, "tyre") == 0 || strcmp(e->name, "tread") == 0;
            if (strcmp(e->name, "flywheel") == 0 || strcmp(e->name, "roller") == 0 ||
                (tyre && round < 2))
                continue;
            seen++;
            for (int k = 0; k < 2; k++) {
                const double miss = power_miss(&f, e, k == 0 ? 0.0 : 1e-3);
                if (!(miss < 1e-6))
                    printf("\n%s: power is off by %g", e->name, miss);
                CU_ASSERT(miss < 1e-6);
            }
        }
        CU_ASSERT_EQUAL(seen, round < 2 ? 15 : 17);
        run_close(&f.r);
    }
}

/* a force of the user that couples every direction of three points with every other one,
 * unsymmetrically */
static double stiffness_of(int i, int j) {
    return 100.0 * sin(1.0 + 9.0 * i + j) + (i == j ? 300.0 : 0.0);
}

static double damping_of(int i, int j) {
    return 7.0 * cos(2.0 + 9.0 * i + 1.7 * j);
}

static int tangle(void *context, double t, int count, const double *x, const double *v,
                  double *force, double *dfdx, double *dfdv) {
    *(double *)context = t;
    for (int i = 0; i < 3 * count; i++)
        for (int j = 0; j < 3 * count; j++) {
            force[i] -= stiffness_of(i, j) * x[j] + damping_of(i, j) * v[j];
            if (dfdx) {
                dfdx[3 * count * i + j] = -stiffness_of(i, j);
                dfdv[3 * count * i + j] = -damping_of(i, j);
            }
        }
    return 0;
}

static void test_forces_of_the_user_reach_every_direction(void) {
    static const char *const points[] = {"a.A", "b.B", "c.C"};
    for (int count = 1; count <= 3; count++) {
        fixture f = {.r = {.message = {""}}};
        double asked = -1.0;
        mbs_builder *b = mbs_builder_new(&f.r.message);
        CU_ASSERT_PTR_NOT_NULL_FATAL(b);
        mr_status status = mbs_set_title(b, "tangle");
        for (int i = 0; i < 3 && status == MR_OK; i++) {
            const mbs_body_data body = {.name = i == 0   ? "a"
                                                : i == 1 ? "b"
                                                         : "c",
                                        .kind = MBS_PARTICLE,
                                        .mass = 1.0 + i,
                                        .points = {i == 0   ? "A"
                                                   : i == 1 ? "B"
                                                            : "C"}};
            status = mbs_add_point(b, body.points[0], (double[3]){0.1 + i, 0.2 - i, 0.3 * i});
            if (status == MR_OK)
                status = mbs_add_body(b, &body);
        }
        if (status == MR_OK)
            status = mbs_add_callback(b, "tangle", count, points, tangle, &asked);
        if (status == MR_OK)
            status = mbs_build(b, &f.r.model);
        mbs_builder_free(b);
        CU_ASSERT_EQUAL_FATAL(status, MR_OK);
        CU_ASSERT_EQUAL_FATAL(mbs_simulation_new(f.r.model, &f.r.simulation, &f.r.message), MR_OK);
        CU_ASSERT_EQUAL_FATAL(mbs_simulation_start(f.r.simulation, 0.0, NULL), MR_OK);
        f.s = f.r.simulation;
        f.m = f.r.model;
        CU_ASSERT_EQUAL_FATAL(f.m->element_count, 1);
        double x[9], v[9], Q[400];
        for (int i = 0; i < f.m->entry_count; i++) {
            f.q[i] = f.s->q[i];
            f.v[i] = 0.3 * sin(1.0 + i);
        }
        for (int which = 0; which < 2; which++)
            CU_ASSERT(tangent_miss(&f, &f.m->elements[0], 0.0, which) < 1e-8);
        CU_ASSERT_EQUAL(asked, 0.1);
        CU_ASSERT(power_miss(&f, &f.m->elements[0], 0.0) < 1e-12);
        /* the particles' entries are their coordinates, in order */
        force_of(&f, &f.m->elements[0], 0.0, f.q, f.v, Q);
        for (int i = 0; i < 3 * count; i++) {
            x[i] = f.q[f.m->entry[i]];
            v[i] = f.v[f.m->entry[i]];
        }
        for (int i = 0; i < 3 * count; i++) {
            double sum = 0.0;
            for (int j = 0; j < 3 * count; j++)
                sum -= stiffness_of(i, j) * x[j] + damping_of(i, j) * v[j];
            MR_ASSERT_CLOSE(Q[f.m->entry[i]], sum, 1e-11);
        }
        run_close(&f.r);
    }
}

static void test_symmetric_elements_say_so(void) {
    mr_random random = {12};
    fixture f;
    open_everything(&f, 1.0, &random);
    static double K[MBS_LOCAL_MAX * MBS_LOCAL_MAX], C[MBS_LOCAL_MAX * MBS_LOCAL_MAX];
    for (int i = 0; i < f.m->element_count; i++) {
        const mbs_element *e = &f.m->elements[i];
        int n = e->stencil.count;
        mbs_moment moment = mbs_moment_at(f.s, 0.1, 1e-3);
        memset(K, 0, sizeof K);
        memset(C, 0, sizeof C);
        e->type->tangent(e, &moment, f.q, f.v, K, C);
        double skew = 0.0;
        for (int a = 0; a < n; a++)
            for (int b = 0; b < n; b++)
                skew = fmax(skew, fmax(fabs(K[a * n + b] - K[b * n + a]),
                                       fabs(C[a * n + b] - C[b * n + a])));
        CU_ASSERT(!e->symmetric || skew < 1e-9);
    }
    run_close(&f.r);
}

/* gradient, Hessian and third derivatives of one function */
static void check_function(fixture *f, const mbs_function *fun, mr_random *random) {
    double g[MBS_LOCAL_MAX], gu[MBS_LOCAL_MAX], gd[MBS_LOCAL_MAX], curve[MBS_LOCAL_MAX], x[400],
        y[400], z[400];
    static double H[MBS_LOCAL_MAX * MBS_LOCAL_MAX];
    int n = fun->stencil.count;
    const double d = 1e-5;
    double value = mbs_function_gradient(fun, f->q, g);
    MR_ASSERT_CLOSE(mbs_function_value(fun, f->q), value, 1e-14);
    for (int i = 0; i < f->m->entry_count; i++) {
        x[i] = mr_random_uniform(random, -1.0, 1.0);
        y[i] = mr_random_uniform(random, -1.0, 1.0);
        z[i] = mr_random_uniform(random, -1.0, 1.0);
    }
    double up[400], down[400], along = 0.0, twice = 0.0, by_curve = 0.0;
    for (int i = 0; i < f->m->entry_count; i++) {
        up[i] = f->q[i] + d * x[i];
        down[i] = f->q[i] - d * x[i];
    }
    for (int i = 0; i < n; i++)
        along += g[i] * x[fun->stencil.entry[i]];
    MR_ASSERT_CLOSE(
        along, (mbs_function_value(fun, up) - mbs_function_value(fun, down)) / (2.0 * d), 1e-8);
    (void)mbs_function_gradient(fun, up, gu);
    (void)mbs_function_gradient(fun, down, gd);
    mbs_function_curve(fun, f->q, x, curve);
    memset(H, 0, sizeof H);
    mbs_function_hessian(fun, f->q, 1.0, H);
    for (int i = 0; i < n; i++) {
        double row = 0.0;
        for (int j = 0; j < n; j++)
            row += H[i * n + j] * x[fun->stencil.entry[j]];
        MR_ASSERT_CLOSE(row, curve[i], 1e-12);
        MR_ASSERT_CLOSE(curve[i], (gu[i] - gd[i]) / (2.0 * d), 1e-7);
        by_curve += curve[i] * y[fun->stencil.entry[i]];
    }
    twice = mbs_function_bilinear(fun, f->q, x, y);
    MR_ASSERT_CLOSE(twice, by_curve, 1e-12);
    MR_ASSERT_CLOSE(
        mbs_function_trilinear(fun, f->q, x, y, z),
        (mbs_function_bilinear(fun, up, y, z) - mbs_function_bilinear(fun, down, y, z)) / (2.0 * d),
        1e-6);
}

static void test_constraint_derivatives_are_exact(void) {
    mr_random random = {13};
    fixture f;
    open_everything(&f, 1.0, &random);
    int turns = 0, distances = 0;
    for (int i = 0; i < f.m->constraint_count; i++) {
        const mbs_function *fun = &f.m->constraints[i].function;
        check_function(&f, fun, &random);
        turns += fun->kind == MBS_TURN;
        distances += fun->is_distance;
        CU_ASSERT(!fun->is_distance || (fun->kind == MBS_QUADRATIC && fun->node_count == 2));
    }
    CU_ASSERT(distances > 0); /* lengths of bodies: these have formulas of their own */
    CU_ASSERT_EQUAL(turns, 2);
    CU_ASSERT_EQUAL(f.m->functions[0].kind, MBS_LENGTH);
    check_function(&f, &f.m->functions[0], &random);
    run_close(&f.r);
}

/* the assembled matrix is the derivative of the residual of a step */
static void residual(fixture *f, double h, const double *q0, const double *v0, const double *a0,
                     const double *q, double *out) {
    mbs_simulation *s = f->s;
    double v[400], a[400];
    for (int i = 0; i < f->m->entry_count; i++) {
        double moved = q[i] - q0[i];
        a[i] = a0[i] + 4.0 / (h * h) * moved;
        v[i] = v0[i] + 2.0 / h * moved;
    }
    (void)mbs_evaluate_constraints(s, q);
    CU_ASSERT(mbs_evaluate_forces(s, 0.1, h, q, v, s->force));
    for (int i = 0; i < f->m->entry_count; i++)
        out[i] = -0.25 * h * h * s->force[i];
    mbs_add_mass_product(f->s, 0.25 * h * h, a, out);
    for (int i = 0; i < f->m->constraint_count; i++)
        s->multiplier[i] = f->m->constraints[i].weight * s->phi[i] + 0.25 * h * h * s->lambda1[i];
    mbs_add_transposed(s, s->jacobian, s->multiplier, out);
}

static void test_assembled_matrix_is_the_derivative_of_the_step(void) {
    mr_random random = {14};
    fixture f;
    open_everything(&f, 1.0, &random);
    const double h = 1e-2, d = 1e-7;
    double up[400], down[400], q[400];
    /* on the constraints, where the penalties do not bend */
    memcpy(f.q, f.s->q, (size_t)f.m->entry_count * sizeof *f.q);
    for (int i = 0; i < f.m->constraint_count; i++)
        f.s->lambda1[i] = mr_random_uniform(&random, -50.0, 50.0);
    (void)mbs_evaluate_constraints(f.s, f.q);
    /* rotors feel accelerations, too */
    double a[400] = {0};
    for (int i = 0; i < f.m->variable_count; i++)
        a[f.m->entry[i]] = mr_random_uniform(&random, -1e3, 1e3);
    mbs_assemble_tangent(f.s, 0.1, h, f.q, f.v, a, f.s->lambda1, 1);
    static double dense[200][200];
    memset(dense, 0, sizeof dense);
    CU_ASSERT_FATAL(f.m->variable_count <= 200 && !f.m->symmetric);
    for (int j = 0; j < f.m->variable_count; j++)
        for (int p = f.m->column[j]; p < f.m->column[j + 1]; p++)
            dense[f.m->row[p]][j] = f.s->matrix[p];
    double worst = 0.0, largest = 0.0;
    for (int j = 0; j < f.m->variable_count; j++) {
        memcpy(q, f.q, sizeof q);
        q[f.m->entry[j]] += d;
        residual(&f, h, f.q, f.v, a, q, up);
        q[f.m->entry[j]] -= 2.0 * d;
        residual(&f, h, f.q, f.v, a, q, down);
        for (int i = 0; i < f.m->variable_count; i++) {
            double seen = (up[f.m->entry[i]] - down[f.m->entry[i]]) / (2.0 * d);
            worst = fmax(worst, fabs(seen - dense[i][j]));
            largest = fmax(largest, fabs(seen));
        }
    }
    CU_ASSERT(worst < 1e-7 * largest);
    run_close(&f.r);
}

static const mr_test tests[] = {
    MR_TEST(test_element_tangents_are_exact),
    MR_TEST(test_power_of_every_element_is_the_work_of_its_forces),
    MR_TEST(test_forces_of_the_user_reach_every_direction),
    MR_TEST(test_symmetric_elements_say_so),
    MR_TEST(test_constraint_derivatives_are_exact),
    MR_TEST(test_assembled_matrix_is_the_derivative_of_the_step),
};

int main(int argc, char **argv) {
    return mr_test_main("multibody tangents", tests, sizeof tests / sizeof *tests, argc, argv);
}
