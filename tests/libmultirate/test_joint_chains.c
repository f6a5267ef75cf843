/* forty random chains, cut at joints, against the same chain in one piece
 *
 * Two to six slaves of one to three masses each, every mass on a spring and a damper of its own and
 * on those to its neighbours; springs of every other chain are cubic too. The last mass of a slave
 * and the first one of the next are one mass. Exchanges are at random times. The whole is
 * integrated by classical Runge-Kutta steps, as fine as those of the slaves. */
#define _XOPEN_SOURCE 700
#include "common/random.h"
#include "joint_slave.h"
#include "mr_test.h"
#include "multirate/coupled.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHAINS = MR_SANITIZED ? 6 : 40,
    MOST_SLAVES = 6,
    MASSES = 3,
    MOST_MASSES = MOST_SLAVES * MASSES
};

typedef struct row {
    int count, first; /* masses; number of the first one in the whole */
    double m[MASSES], c[MASSES], d[MASSES], between[MASSES], between_d[MASSES], x[MASSES],
        v[MASSES];
} row;

typedef struct chain {
    int slaves, masses;
    row rows[MOST_SLAVES];
    double cubic; /* of springs to the ground */
    double H;
} chain;

static chain present;

/* forces on the masses of a row, without those of joints */
static void forces(const row *r, double cubic, const double *x, const double *v, double *f) {
    for (int i = 0; i < r->count; i++)
        f[i] = -r->c[i] * x[i] * (1.0 + cubic * x[i] * x[i]) - r->d[i] * v[i];
    for (int i = 0; i + 1 < r->count; i++) {
        const double pull = r->between[i] * (x[i + 1] - x[i]) + r->between_d[i] * (v[i + 1] - v[i]);
        f[i] += pull;
        f[i + 1] -= pull;
    }
}

/* --- a slave: force on its first mass, force on its last one --- */

static void row_rhs(const joint_part *part, const double *z, const double *u, double *dz) {
    const row *r = &present.rows[(int)part->par[0]];
    const int n = r->count;
    double f[MASSES] = {0.0};
    forces(r, present.cubic, z, z + n, f);
    f[0] += u[0];
    f[n - 1] += u[1];
    for (int i = 0; i < n; i++) {
        dz[i] = z[n + i];
        dz[n + i] = f[i] / r->m[i];
    }
}

static void row_out(const joint_part *part, const double *z, const double *u, double *y) {
    const int n = present.rows[(int)part->par[0]].count;
    double dz[JOINT_STATE];
    row_rhs(part, z, u, dz);
    for (int side = 0; side < 2; side++) {
        const int i = side ? n - 1 : 0;
        y[side] = z[i];
        y[2 + side] = z[n + i];
        y[4 + side] = dz[n + i];
    }
}

/* --- the whole: positions, then velocities --- */

static void whole_rhs(const chain *c, const double *z, double *dz) {
    const int n = c->masses;
    double mass[MOST_MASSES] = {0};
    memset(dz, 0, 2 * (size_t)n * sizeof *dz);
    for (int s = 0; s < c->slaves; s++) {
        const row *r = &c->rows[s];
        double f[MASSES] = {0.0};
        forces(r, c->cubic, z + r->first, z + n + r->first, f);
        for (int i = 0; i < r->count; i++) {
            mass[r->first + i] += r->m[i];
            dz[n + r->first + i] += f[i];
        }
    }
    for (int i = 0; i < n; i++) {
        dz[i] = z[n + i];
        dz[n + i] /= mass[i];
    }
}

static void whole_step(const chain *c, double *z, double h) {
    const int n = 2 * c->masses;
    double k[4][2 * MOST_MASSES], w[2 * MOST_MASSES];
    whole_rhs(c, z, k[0]);
    for (int st = 1; st < 4; st++) {
        for (int i = 0; i < n; i++)
            w[i] = z[i] + (st == 3 ? h : h / 2) * k[st - 1][i];
        whole_rhs(c, w, k[st]);
    }
    for (int i = 0; i < n; i++)
        z[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
}

/* --- chains --- */

static double between(uint64_t *random, double low, double high) {
    return low * pow(high / low, cm_random_unit(random)); /* even in powers of ten */
}

static void make_chain(int number, chain *c) {
    uint64_t random = 1000 + (uint64_t)number;
    double quickest = 0.0;
    *c = (chain){.slaves = 2 + (int)(cm_random_unit(&random) * 5.0)};
    c->cubic = number % 2 ? between(&random, 0.1, 3.0) : 0.0;
    for (int s = 0; s < c->slaves; s++) {
        row *r = &c->rows[s];
        r->count = 1 + (int)(cm_random_unit(&random) * MASSES);
        r->first = s > 0 ? c->rows[s - 1].first + c->rows[s - 1].count - 1 : 0;
        for (int i = 0; i < r->count; i++) {
            r->m[i] = between(&random, 0.1, 10.0);
            r->c[i] = between(&random, 10.0, 1000.0);
            r->d[i] = between(&random, 0.01, 10.0);
            r->between[i] = between(&random, 10.0, 1000.0);
            r->between_d[i] = between(&random, 0.01, 10.0);
            /* the shared mass begins as the slave before has it */
            const row *before = s > 0 && i == 0 ? &c->rows[s - 1] : NULL;
            r->x[i] = before ? before->x[before->count - 1] : 2.0 * cm_random_unit(&random) - 1.0;
            r->v[i] = before ? before->v[before->count - 1] : 2.0 * cm_random_unit(&random) - 1.0;
        }
        for (int i = 0; i < r->count; i++) {
            const double c_all = r->c[i] * (1.0 + 3.0 * c->cubic) + r->between[i] +
                                 (i > 0 ? r->between[i - 1] : 0.0);
            quickest = fmax(quickest, sqrt(c_all / r->m[i]));
        }
        c->masses = r->first + r->count;
    }
    c->H = 0.3 / quickest;
}

typedef struct result {
    double error, gap;
    bool failed;
} result;

static int opened;
static mr_status open_row(const char *configuration, mr_message *message, void **made) {
    static joint_part part;
    const row *r = &present.rows[opened];
    part = (joint_part){.states = 2 * r->count, .size = 2, .rhs = row_rhs, .out = row_out};
    part.par[0] = opened++;
    memcpy(part.z0, r->x, (size_t)r->count * sizeof *r->x);
    memcpy(part.z0 + r->count, r->v, (size_t)r->count * sizeof *r->v);
    joint_next(&part, present.H / 24.0);
    return joint_type.open(configuration, message, made);
}

static mr_coupled *open_chain(const chain *c, const mr_joint_method *method, int order, double H) {
    static const int scalars[6] = {0, 1, 2, 3, 4, 5};
    static mr_slave_type type;
    mr_coupled_member members[MOST_SLAVES];
    mr_coupled_config config;
    mr_message message = {""};
    mr_coupled *coupled = NULL;
    type = joint_type;
    type.open = open_row;
    present = *c;
    present.H = H;
    opened = 0;
    mr_coupled_default(&config);
    config.step = H;
    config.most_iterations = method->samples == 0 ? 1 : 10;
    for (int s = 0; s < c->slaves; s++)
        members[s] = (mr_coupled_member){.type = &type};
    CU_ASSERT_EQUAL_FATAL(mr_coupled_open(&config, members, c->slaves, NULL, 0, &coupled, &message),
                          MR_OK);
    for (int s = 0; s + 1 < c->slaves; s++) {
        mr_joint joint = {.method = method, .order = order, .size = 1};
        for (int side = 0; side < 2; side++) { /* last mass of one, first mass of the next */
            const int *at = scalars + (side == 0);
            joint.side[side] = (mr_joint_side){.member = s + side,
                                               .force = at,
                                               .position = at,
                                               .velocity = at + 2,
                                               .acceleration = at + 4};
        }
        CU_ASSERT_EQUAL_FATAL(mr_coupled_add_joint(coupled, &joint), MR_OK);
    }
    return coupled;
}

/* the same random times with every division: each of their distances is divided evenly */
static result run_chain(const chain *c, int number, const mr_joint_method *method, int order,
                        int division) {
    enum { EXCHANGES = 150 };
    uint64_t random = 5000 + (uint64_t)number;
    result r = {0};
    double z[2 * MOST_MASSES] = {0.0}, t = 0.0, size = 0.0;
    mr_coupled *coupled = open_chain(c, method, order, c->H / division);
    for (int s = 0; s < c->slaves; s++)
        for (int i = 0; i < c->rows[s].count; i++) {
            z[c->rows[s].first + i] = c->rows[s].x[i];
            z[c->masses + c->rows[s].first + i] = c->rows[s].v[i];
        }
    r.failed = mr_coupled_start(coupled, 0.0) != MR_OK;
    for (int k = 0; k < EXCHANGES && !r.failed; k++) {
        const double distance = c->H * (0.3 + 0.7 * cm_random_unit(&random));
        for (int i = 0; i < 24; i++)
            whole_step(c, z, distance / 24.0);
        for (int i = 1; i <= division && !r.failed; i++)
            r.failed = mr_coupled_advance(coupled, t + distance * i / division) != MR_OK;
        t += distance;
        for (int s = 0; s < c->slaves && !r.failed; s++) {
            const double *y = mr_coupled_outputs(coupled, s);
            const int first = c->rows[s].first, last = first + c->rows[s].count - 1;
            r.error = fmax(r.error, fmax(fabs(y[0] - z[first]), fabs(y[1] - z[last])));
            size = fmax(size, fmax(fabs(z[first]), fabs(z[last])));
        }
    }
    if (r.failed)
        printf("\n  chain %d: %s", number, mr_coupled_error(coupled));
    for (int s = 0; s + 1 < c->slaves; s++) {
        mr_joint_report report;
        mr_coupled_joint(coupled, s, &report);
        r.gap = fmax(r.gap, report.largest_gap);
    }
    r.error /= size;
    mr_coupled_close(coupled);
    return r;
}

/* what is left of an error in half the steps; 3e-10 is the slaves' own */
static void all_chains(const mr_joint_method *method, int order, double least, double most_gap) {
    double worst = 0.0, gap = 0.0;
    for (int number = 0; number < CHAINS; number++) {
        chain c;
        make_chain(number, &c);
        const result once = run_chain(&c, number, method, order, 1);
        const result twice = run_chain(&c, number, method, order, 2);
        const bool good = !once.failed && !twice.failed && once.error < 1e-2 &&
                          twice.error <= once.error / least + 3e-10 && once.gap < most_gap;
        CU_ASSERT(good);
        if (!good || getenv("VERBOSE"))
            printf("\n  chain %d, %d slaves, %d masses: %.2e, with half the steps %.2e, gap %.1e",
                   number, c.slaves, c.masses, once.error, twice.error, once.gap);
        worst = fmax(worst, once.error);
        gap = fmax(gap, once.gap);
    }
    printf("\n    %s %d: error at most %.1e, gap %.1e ", method->name, order, worst, gap);
}

static void test_extended_multipliers_have_order_4(void) {
    for (int order = 0; order < 3; order++)
        all_chains(&mr_joint_x2, order, 11.0, 1e-11);
    all_chains(&mr_joint_x1, 1, 11.0, 1e-11);
}

static void test_extended_multiplier_of_index_1_held_has_order_3(void) {
    all_chains(&mr_joint_x1, 0, 7.5, 1e-11);
}

/* its stabilisation follows the step, so that its gap jumps with it: order 2 on irregular steps */
static void test_explicit_joint_stays_with_the_whole(void) {
    for (int order = 0; order < 2; order++)
        all_chains(&mr_joint_explicit, order, 3.8, 1e-2);
}

/* a joint that puts its sides back on the constraint pushes these two and nobody else: a third
 * member, which cannot be pushed, swings as if it were alone */
static const joint_part *waiting[3];
static int opened;
static mr_status open_waiting(const char *configuration, mr_message *message, void **made) {
    joint_next(waiting[opened++], 1e-4);
    return joint_type.open(configuration, message, made);
}

static void test_who_has_no_joint_is_not_pushed(void) {
    static const int scalars[3] = {0, 1, 2};
    const joint_pair joined = joint_two_mass();
    mr_slave_type type = joint_type, plain = joint_type;
    mr_coupled_config config;
    mr_coupled *coupled = NULL;
    mr_message message = {""};
    mr_joint joint = {.method = &mr_joint_explicit, .order = 1, .size = 1, .project = true};
    type.open = plain.open = open_waiting;
    plain.push = NULL;
    const mr_coupled_member members[3] = {{.type = &type}, {.type = &plain}, {.type = &type}};
    waiting[0] = &joined.part[0];
    waiting[1] = &joined.part[0]; /* the one between */
    waiting[2] = &joined.part[1];
    opened = 0;
    mr_coupled_default(&config);
    config.step = 1e-3;
    config.most_iterations = 1;
    CU_ASSERT_EQUAL_FATAL(mr_coupled_open(&config, members, 3, NULL, 0, &coupled, &message), MR_OK);
    for (int s = 0; s < 2; s++)
        joint.side[s] = (mr_joint_side){.member = 2 * s,
                                        .force = scalars,
                                        .position = scalars,
                                        .velocity = scalars + 1,
                                        .acceleration = scalars + 2};
    CU_ASSERT_EQUAL_FATAL(mr_coupled_add_joint(coupled, &joint), MR_OK);
    CU_ASSERT_EQUAL_FATAL(mr_coupled_start(coupled, 0.0), MR_OK);
    CU_ASSERT_EQUAL(mr_coupled_advance(coupled, 0.1), MR_OK);
    /* 1 kg on 1000 N/m and 10 Ns/m from x = 1: e^(-5 t) (cos w t + 5/w sin w t), w^2 = 975 */
    const double w = sqrt(975.0), t = 0.1;
    MR_ASSERT_CLOSE(mr_coupled_outputs(coupled, 1)[0],
                    exp(-5.0 * t) * (cos(w * t) + 5.0 / w * sin(w * t)), 1e-8);
    MR_ASSERT_CLOSE(mr_coupled_outputs(coupled, 0)[0], mr_coupled_outputs(coupled, 2)[0], 1e-12);
    mr_coupled_close(coupled);
}

/* nothing moves and nothing pulls: no reaction is needed, and that is found at once */
static void test_a_joint_at_rest_is_solved_at_once(void) {
    static const int scalars[3] = {0, 1, 2};
    joint_pair joined = joint_two_mass();
    mr_slave_type type = joint_type;
    mr_coupled_config config;
    mr_coupled *coupled = NULL;
    mr_coupled_statistics statistics;
    mr_message message = {""};
    mr_joint joint = {.method = &mr_joint_x2, .order = 1, .size = 1};
    type.open = open_waiting;
    const mr_coupled_member members[2] = {{.type = &type}, {.type = &type}};
    opened = 0;
    for (int s = 0; s < 2; s++) {
        joined.part[s].z0[0] = joined.part[s].z0[1] = 0.0;
        waiting[s] = &joined.part[s];
        joint.side[s] = (mr_joint_side){.member = s,
                                        .force = scalars,
                                        .position = scalars,
                                        .velocity = scalars + 1,
                                        .acceleration = scalars + 2};
    }
    mr_coupled_default(&config);
    config.step = 1e-3;
    CU_ASSERT_EQUAL_FATAL(mr_coupled_open(&config, members, 2, NULL, 0, &coupled, &message), MR_OK);
    CU_ASSERT_EQUAL_FATAL(mr_coupled_add_joint(coupled, &joint), MR_OK);
    CU_ASSERT_EQUAL_FATAL(mr_coupled_start(coupled, 0.0), MR_OK);
    CU_ASSERT_EQUAL(mr_coupled_advance(coupled, 0.05), MR_OK);
    mr_coupled_get_statistics(coupled, &statistics);
    CU_ASSERT_EQUAL(statistics.steps, 50);
    CU_ASSERT_EQUAL(statistics.unconverged, 0);
    for (int s = 0; s < 2; s++)
        CU_ASSERT_EQUAL(mr_coupled_outputs(coupled, s)[0], 0.0);
    mr_coupled_close(coupled);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {MR_TEST(test_extended_multipliers_have_order_4),
                                    MR_TEST(test_extended_multiplier_of_index_1_held_has_order_3),
                                    MR_TEST(test_explicit_joint_stays_with_the_whole),
                                    MR_TEST(test_who_has_no_joint_is_not_pushed),
                                    MR_TEST(test_a_joint_at_rest_is_solved_at_once)};
    return mr_test_main("chains of joints", tests, sizeof tests / sizeof *tests, argc, argv);
}
