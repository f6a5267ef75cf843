/* no result depends on the units of mass, length and time: a master and a slave in units that are
 * powers of two of others do the same, number by number
 *
 * Powers of two change no rounding. So what differs is a number with a unit where there should be
 * none, or the other way round. */
#include "mr_test.h"
#include "multirate/multirate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* exponents of two */
typedef struct units {
    int mass, length, time;
} units;

static units in;

/* a number with the unit mass^m length^l time^t */
static double number(double value, int m, int l, int t) {
    return ldexp(value, m * in.mass + l * in.length + t * in.time);
}

/* --- a chain of two masses, of which one is hidden, on springs that may stiffen; or the first
 * alone. By the trapezoidal rule --- */

static enum { LINEAR, STIFFENING, ALONE, KINDS } kind;
static bool tells; /* its matrices */

typedef struct chain {
    double t, q[2], v[2], a[2];
} chain;

static double step_size(void) {
    return number(0.01, 0, 0, 1);
}

static void accelerate(const double *q, const double *v, double f, double *a) {
    const double m[2] = {number(10.0, 1, 0, 0), number(100.0, 1, 0, 0)};
    const double way = kind == ALONE ? q[0] : q[0] - q[1];
    const double cubic = kind == LINEAR ? 0.0 : number(5e5, 1, -2, -2);
    const double between = number(9869.6, 1, 0, -2) * way + cubic * way * way * way +
                           number(3.0, 1, 0, -1) * (kind == ALONE ? v[0] : v[0] - v[1]);
    a[0] = (f - between) / m[0];
    a[1] = kind == ALONE
               ? 0.0
               : (between - number(3947.8, 1, 0, -2) * q[1] - number(20.0, 1, 0, -1) * v[1]) / m[1];
}

static const mr_variable inputs[] = {{"F", "N", 1, MR_NONE, 1, MR_CONTINUOUS}};
static const mr_variable outputs[] = {{"x", "m", 1, MR_NONE, MR_NONE, MR_CONTINUOUS},
                                      {"v", "m/s", 1, 0, MR_NONE, MR_CONTINUOUS},
                                      {"a", "m/s2", 1, 1, MR_NONE, MR_CONTINUOUS}};
static const mr_coordinate coordinates[] = {{0, 1, 2}};

static mr_status open_chain(const char *text, mr_message *message, void **instance) {
    (void)text;
    (void)message;
    *instance = calloc(1, sizeof(chain));
    return *instance ? MR_OK : MR_ERR_MEMORY;
}

static void describe(const void *self, mr_slave_description *d) {
    (void)self;
    *d = (mr_slave_description){.title = "chain",
                                .input_count = 1,
                                .inputs = inputs,
                                .output_count = 3,
                                .outputs = outputs,
                                .coordinate_count = 1,
                                .coordinates = coordinates};
}

static mr_status initialise(void *self, double t0, const mr_inputs *u) {
    chain *c = self;
    double f;
    if (mr_inputs_at(u, t0, &f) != MR_OK)
        return MR_ERR_SLAVE_INITIALISE;
    *c = (chain){.t = t0,
                 .q = {number(0.3, 0, 1, 0), number(0.1, 0, 1, 0)},
                 .v = {number(0.5, 0, 1, -1), number(-0.2, 0, 1, -1)}};
    accelerate(c->q, c->v, f, c->a);
    return MR_OK;
}

static mr_status step_to(void *self, const mr_inputs *u, double limit, double *t) {
    chain *c = self;
    double f[2], q[2], v[2], a[2];
    const double h = fmin(step_size(), limit - c->t);
    mr_inputs_at(u, c->t, &f[0]);
    mr_inputs_at(u, c->t + h, &f[1]);
    accelerate(c->q, c->v, f[0], c->a);
    memcpy(a, c->a, sizeof a);
    for (int pass = 0; pass < 40; pass++) {
        for (int i = 0; i < 2; i++) {
            v[i] = c->v[i] + 0.5 * h * (c->a[i] + a[i]);
            q[i] = c->q[i] + 0.5 * h * (c->v[i] + v[i]);
        }
        accelerate(q, v, f[1], a);
    }
    memcpy(c->q, q, sizeof q);
    memcpy(c->v, v, sizeof v);
    memcpy(c->a, a, sizeof a);
    *t = c->t = c->t + h;
    return MR_OK;
}

static mr_status step(void *self, const mr_inputs *u, double *t) {
    return step_to(self, u, INFINITY, t);
}

static mr_status tell(void *self, double *y) {
    const chain *c = self;
    y[0] = c->q[0];
    y[1] = c->v[0];
    y[2] = c->a[0];
    return MR_OK;
}

static mr_status next_step(const void *self, double *h) {
    (void)self;
    *h = step_size();
    return MR_OK;
}

static mr_status matrices(void *self, double *Au, double *Ap, double *Av) {
    const chain *c = self;
    const double way = kind == ALONE ? c->q[0] : c->q[0] - c->q[1], m = number(10.0, 1, 0, 0);
    *Au = 1.0 / m;
    *Ap = -(number(9869.6, 1, 0, -2) +
            (kind == LINEAR ? 0.0 : 3.0 * number(5e5, 1, -2, -2)) * way * way) /
          m;
    *Av = -number(3.0, 1, 0, -1) / m;
    return MR_OK;
}

static mr_status save(const void *self, void **kept) {
    if (!*kept)
        *kept = malloc(sizeof(chain));
    if (*kept)
        memcpy(*kept, self, sizeof(chain));
    return *kept ? MR_OK : MR_ERR_MEMORY;
}

static mr_status restore(void *self, const void *kept) {
    memcpy(self, kept, sizeof(chain));
    return MR_OK;
}

static mr_slave_type type(void) {
    return (mr_slave_type){MR_SLAVE_VERSION,
                           .name = "chain",
                           .open = open_chain,
                           .describe = describe,
                           .initialise = initialise,
                           .step = step,
                           .step_to = step_to,
                           .outputs = tell,
                           .close = free,
                           .next_step = next_step,
                           .interface_matrices = tells ? matrices : NULL,
                           .save = save,
                           .restore = restore,
                           .free_state = free};
}

/* --- a master: a mass on a spring, held to the slave by a spring and a damper --- */

enum { EXCHANGES = MR_SANITIZED ? 200 : 400, SIGNALS = 4, ENERGIES = 4, PARTS = 12 };

typedef struct outcome {
    double signal[EXCHANGES][SIGNALS], energy[ENERGIES], part[PARTS];
} outcome;

static void note_statistics(const mr_interface *interface, outcome *o) {
    mr_statistics s;
    mr_interface_statistics(interface, &s);
    const double energies[ENERGIES] = {s.energy.created_energy, s.energy.created_most,
                                       s.energy.exchanged_energy, s.model.taken};
    for (int i = 0; i < ENERGIES; i++)
        o->energy[i] = ldexp(energies[i], -in.mass - 2 * in.length + 2 * in.time);
    const double parts[PARTS] = {s.energy.energy_error,
                                 s.energy.energy_error_rate,
                                 s.energy.prediction_error_to_slave,
                                 s.energy.prediction_error_to_master,
                                 (double)s.counts.slave_steps,
                                 (double)s.counts.jumps,
                                 s.model.hidden,
                                 s.model.tried,
                                 s.model.unknown,
                                 s.model.beside,
                                 (double)s.model.guarded,
                                 (double)s.model.shortened};
    memcpy(o->part, parts, sizeof parts);
}

static void run(const char *options, units u, outcome *o) {
    mr_config config;
    mr_message message = {""};
    mr_interface *interface = NULL;
    in = u;
    const mr_slave_type chain_type = type();
    mr_config_default(&config);
    CU_ASSERT_EQUAL_FATAL(mr_config_parse(&config, options, &message), MR_OK);
    const mr_status opened = mr_interface_open(&config, &chain_type, "", &interface, &message);
    CU_ASSERT_STRING_EQUAL(opened == MR_OK ? "" : message.text, "");
    if (opened != MR_OK)
        printf("\n    %s: %s", options, message.text);
    CU_ASSERT_EQUAL_FATAL(opened, MR_OK);
    const double h = number(0.002, 0, 0, 1), m = number(1.0, 1, 0, 0);
    double x = number(0.32, 0, 1, 0), v = number(0.5, 0, 1, -1), y = number(200.0, 1, 1, -2), s[3];
    CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, &y), MR_OK);
    for (int k = 0; k < EXCHANGES; k++) {
        CU_ASSERT_EQUAL_FATAL(mr_interface_exchange(interface, k * h, &y, MR_MAJOR, s), MR_OK);
        y = number(3e3, 1, 0, -2) * (x - s[0]) + number(9.0, 1, 0, -1) * (v - s[1]);
        const double now[SIGNALS] = {ldexp(x, -in.length), ldexp(s[0], -in.length),
                                     ldexp(s[1], in.time - in.length),
                                     ldexp(s[2], 2 * in.time - in.length)};
        memcpy(o->signal[k], now, sizeof now);
        v -= h * (y + number(500.0, 1, 0, -2) * x) / m;
        x += h * v;
    }
    note_statistics(interface, o);
    mr_interface_close(interface);
}

/* errors of a part that are roundings */
static const double ROUNDING = 1e-14;

static bool same(const double *a, const double *b, int count, double part, const char *what) {
    double size = 0.0, off = 0.0;
    for (int i = 0; i < count; i++) {
        if (a[i] == b[i]) /* infinite, too */
            continue;
        off = fmax(off, fabs(a[i] - b[i]));
        size = fmax(size, fmax(fabs(a[i]), fabs(b[i])));
        if (!isfinite(a[i] - b[i]))
            off = INFINITY;
    }
    const bool good = off <= part * size + ROUNDING;
    if (!good)
        printf("\n    %s: off by %g of %g", what, off, size);
    return good;
}

static void check(const char *options) {
    static const units other[] = {{20, 0, 0}, {-20, 0, 0}, {0, 12, 0}, {0, -9, 0},
                                  {0, 0, 10}, {0, 0, -6},  {9, -10, 4}};
    static outcome one, another;
    run(options, (units){0, 0, 0}, &one);
    for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
        char what[300];
        (void)snprintf(what, sizeof what, "%s, %s, kind %d, mass 2^%d, length 2^%d, time 2^%d",
                       options, tells ? "told" : "silent", kind, other[i].mass, other[i].length,
                       other[i].time);
        run(options, other[i], &another);
        CU_ASSERT(same(one.signal[0], another.signal[0], EXCHANGES * SIGNALS, 1e-9, what));
        CU_ASSERT(same(one.energy, another.energy, ENERGIES, 1e-9, what));
        CU_ASSERT(same(one.part, another.part, PARTS, 1e-9, what));
    }
}

static void test_schemes_and_predictors(void) {
    static const char *const options[] = {"scheme=sf order=0",
                                          "scheme=sf order=2",
                                          "scheme=ff order=1",
                                          "scheme=ff order=3",
                                          "scheme=sf predictor=least_squares:2:8",
                                          "scheme=ff predictor=lin:2",
                                          "scheme=sf predictor=selector:2",
                                          "scheme=ff smoothing=on energy_correction=1",
                                          "scheme=sf order=1 break_loop=on",
                                          "scheme=sf graded_start=on"};
    tells = true;
    kind = LINEAR;
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        check(options[i]);
    tells = false;
    check("scheme=sf order=2");
}

static void test_models(void) {
    static const char *const options[] = {"coupling=model",
                                          "coupling=model hidden_states=0",
                                          "coupling=model matrices=identified",
                                          "coupling=model energy_correction=0.5",
                                          "coupling=impulse order=1",
                                          "coupling=prestep order=1"};
    tells = true;
    for (int k = LINEAR; k < KINDS; k++) {
        kind = k == LINEAR ? LINEAR : k == STIFFENING ? STIFFENING : ALONE;
        for (size_t i = 0; i < sizeof options / sizeof *options; i++)
            check(options[i]);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_schemes_and_predictors),
        MR_TEST(test_models),
    };
    return mr_test_main("units", tests, sizeof tests / sizeof *tests, argc, argv);
}
