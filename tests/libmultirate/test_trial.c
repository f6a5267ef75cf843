/* steps on trial, as the slave sees them: two masses of which one is hidden, by the trapezoidal
 * rule, and a second input that is no effort */
#include "mr_test.h"
#include "multirate/multirate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double M[2] = {10.0, 100.0}, K[2] = {9869.6, 3947.8}, C[2] = {3.0, 20.0}, H = 0.01;

typedef struct state {
    double t, q[2], v[2], a[2], f;
} state;

typedef struct chain {
    state now;
    int steps, moving, other; /* steps; of them with inputs that move, and with another brake */
    double largest;           /* effort beside that of the start */
} chain;

/* what moves: both masses; both, and their springs stiffen; the first one alone, on such a spring
 */
static enum { LINEAR, STIFFENING, ALONE } kind;

static bool at_rest, deaf; /* at the start; no effort moves it */
static double told = 1.0;  /* so many times the answer to efforts that it tells */

static chain last; /* of the instance that was open */

static const mr_variable inputs[] = {{"F", "N", 1, MR_NONE, 1, MR_CONTINUOUS},
                                     {"brake", "", 1, MR_NONE, MR_NONE, MR_CONTINUOUS}};
static const mr_variable outputs[] = {{"x", "m", 1, MR_NONE, MR_NONE, MR_CONTINUOUS},
                                      {"v", "m/s", 1, 0, MR_NONE, MR_CONTINUOUS},
                                      {"a", "m/s2", 1, 1, MR_NONE, MR_CONTINUOUS}};
static const mr_coordinate coordinates[] = {{0, 1, 2}};

static void accelerate(const double *q, const double *v, double f, double *a) {
    const double way = kind == ALONE ? q[0] : q[0] - q[1];
    const double between = K[0] * way + (kind == LINEAR ? 0.0 : 5e4 * way * way * way) +
                           C[0] * (kind == ALONE ? v[0] : v[0] - v[1]);
    a[0] = ((deaf ? 0.0 : f) - between) / M[0];
    a[1] = kind == ALONE ? 0.0 : (between - K[1] * q[1] - C[1] * v[1]) / M[1];
}

static mr_status open_chain(const char *text, mr_message *message, void **instance) {
    (void)text;
    (void)message;
    *instance = calloc(1, sizeof(chain));
    return *instance ? MR_OK : MR_ERR_MEMORY;
}

static void describe(const void *self, mr_slave_description *d) {
    (void)self;
    *d = (mr_slave_description){.title = "chain",
                                .input_count = 2,
                                .inputs = inputs,
                                .output_count = 3,
                                .outputs = outputs,
                                .coordinate_count = 1,
                                .coordinates = coordinates};
}

/* a spring that is stretched, and moves */
static mr_status initialise(void *self, double t0, const mr_inputs *in) {
    chain *c = self;
    double u[2];
    if (mr_inputs_at(in, t0, u) != MR_OK)
        return MR_ERR_SLAVE_INITIALISE;
    c->now = at_rest ? (state){.t = t0, .f = u[0]}
                     : (state){.t = t0, .q = {0.3, 0.1}, .v = {0.5, -0.2}, .f = u[0]};
    accelerate(c->now.q, c->now.v, u[0], c->now.a);
    return MR_OK;
}

static mr_status step(void *self, const mr_inputs *in, double *t) {
    chain *c = self;
    state *s = &c->now;
    double u[2], middle[2], v[2], q[2], a[2];
    mr_inputs_at(in, s->t, middle);
    mr_inputs_at(in, s->t + H, u);
    c->steps++;
    c->moving += !in->constant || middle[0] != u[0];
    c->other += u[1] != 5.0;
    c->largest = fmax(c->largest, fabs(u[0] - 2.0));
    if (in->constant)
        accelerate(s->q, s->v, u[0], s->a);
    for (int i = 0; i < 2; i++)
        a[i] = s->a[i];
    for (int pass = 0; pass < 60; pass++) { /* the implicit step, to rounding */
        for (int i = 0; i < 2; i++) {
            v[i] = s->v[i] + 0.5 * H * (s->a[i] + a[i]);
            q[i] = s->q[i] + 0.5 * H * (s->v[i] + v[i]);
        }
        accelerate(q, v, u[0], a);
    }
    memcpy(s->q, q, sizeof q);
    memcpy(s->v, v, sizeof v);
    memcpy(s->a, a, sizeof a);
    s->f = u[0];
    *t = s->t = s->t + H;
    return MR_OK;
}

static mr_status tell(void *self, double *y) {
    const state *s = &((chain *)self)->now;
    y[0] = s->q[0];
    y[1] = s->v[0];
    y[2] = s->a[0];
    return MR_OK;
}

static mr_status next_step(const void *self, double *h) {
    (void)self;
    *h = H;
    return MR_OK;
}

static mr_status matrices(void *self, double *Au, double *Ap, double *Av) {
    const state *s = &((chain *)self)->now;
    const double way = kind == ALONE ? s->q[0] : s->q[0] - s->q[1];
    Au[0] = deaf ? 0.0 : told / M[0];
    Au[1] = 0.5; /* the brake moves it too, but makes no power */
    *Ap = -(K[0] + (kind == LINEAR ? 0.0 : 1.5e5 * way * way)) / M[0];
    *Av = -C[0] / M[0];
    return MR_OK;
}

static mr_status save(const void *self, void **kept) {
    if (!*kept)
        *kept = malloc(sizeof(state));
    if (*kept)
        memcpy(*kept, &((const chain *)self)->now, sizeof(state));
    return *kept ? MR_OK : MR_ERR_MEMORY;
}

static mr_status restore(void *self, const void *kept) {
    memcpy(&((chain *)self)->now, kept, sizeof(state));
    return MR_OK;
}

static void close_chain(void *self) {
    last = *(chain *)self;
    free(self);
}

static const mr_slave_type type = {MR_SLAVE_VERSION,
                                   .name = "chain",
                                   .open = open_chain,
                                   .describe = describe,
                                   .initialise = initialise,
                                   .step = step,
                                   .outputs = tell,
                                   .close = close_chain,
                                   .next_step = next_step,
                                   .interface_matrices = matrices,
                                   .save = save,
                                   .restore = restore,
                                   .free_state = free};

/* inputs are constants of a step, only the effort changes, and the slave is back at its start,
 * whatever was tried */
static void test_what_the_slave_sees(void) {
    for (int k = LINEAR; k <= ALONE; k++) {
        mr_config config;
        mr_message message;
        mr_interface *interface = NULL;
        mr_statistics s;
        double u[3], a[2];
        const double y[2] = {2.0, 5.0}, q[2] = {0.3, 0.1}, v[2] = {0.5, -0.2};
        kind = k == LINEAR ? LINEAR : k == STIFFENING ? STIFFENING : ALONE;
        mr_config_default(&config);
        CU_ASSERT_EQUAL_FATAL(mr_config_parse(&config, "coupling=model", &message), MR_OK);
        CU_ASSERT_EQUAL_FATAL(mr_interface_open(&config, &type, "", &interface, &message), MR_OK);
        CU_ASSERT_EQUAL_FATAL(mr_interface_start(interface, 0.0, y), MR_OK);
        CU_ASSERT_EQUAL(mr_interface_exchange(interface, 0.0, y, MR_MAJOR, u), MR_OK);
        mr_interface_statistics(interface, &s);
        CU_ASSERT_EQUAL(s.counts.slave_steps, 0);
        CU_ASSERT_EQUAL(s.model.hidden, kind == LINEAR);
        CU_ASSERT_EQUAL(s.model.unknown, kind != LINEAR); /* with two inputs, that is */
        accelerate(q, v, 2.0, a);
        MR_ASSERT_CLOSE(u[0], 0.3, 1e-14);
        MR_ASSERT_CLOSE(u[1], 0.5, 1e-14);
        MR_ASSERT_CLOSE(u[2], a[0], 1e-10);
        mr_interface_close(interface);
        CU_ASSERT(last.steps >= 32);
        CU_ASSERT_EQUAL(last.steps, s.model.tried);
        CU_ASSERT_EQUAL(last.moving, 0);
        CU_ASSERT_EQUAL(last.other, 0);
        CU_ASSERT(last.largest > 1.0);
        CU_ASSERT_EQUAL(last.now.t, 0.0);
        CU_ASSERT_EQUAL(memcmp(last.now.q, q, sizeof q), 0);
        CU_ASSERT_EQUAL(memcmp(last.now.v, v, sizeof v), 0);
    }
    kind = LINEAR;
}

static mr_statistics try_it(double effort) {
    mr_config config;
    mr_message message;
    mr_interface *interface = NULL;
    mr_statistics s;
    const double y[2] = {effort, 5.0};
    double u[3];
    mr_config_default(&config);
    CU_ASSERT_EQUAL_FATAL(mr_config_parse(&config, "coupling=model", &message), MR_OK);
    CU_ASSERT_EQUAL_FATAL(mr_interface_open(&config, &type, "", &interface, &message), MR_OK);
    CU_ASSERT_EQUAL_FATAL(mr_interface_start(interface, 0.0, y), MR_OK);
    CU_ASSERT_EQUAL(mr_interface_exchange(interface, 0.0, y, MR_MAJOR, u), MR_OK);
    mr_interface_statistics(interface, &s);
    mr_interface_close(interface);
    CU_ASSERT_EQUAL(last.steps, s.model.tried);
    return s;
}

/* A linear slave is found out from 64 steps, 32 about what acts and 32 about nothing; one that
 * tells a wrong answer to efforts needs more of them, and the factor is 1/1.25. So is one that
 * stiffens where it starts at rest: near it, it is linear. From afar it stays unknown, and the
 * factor shows roughly. Where no effort moves it none is looked for, and at rest nothing shows at
 * all. */
static void test_what_is_found(void) {
    static const struct {
        int kind;
        bool rest, deaf;
        double told;
        int tried, hidden; /* tried 0: as many as it takes */
        bool unknown;
        double efforts, exactly;
    } cases[] = {
        {LINEAR, false, false, 1.0, 64, 1, false, 1.0, 0.0},
        {LINEAR, false, false, 1.25, 143, 1, false, 0.8, 1e-6},
        {LINEAR, false, true, 1.0, 64, 1, false, 1.0, 0.0},
        {LINEAR, true, false, 1.0, 64, 1, false, 1.0, 0.0},
        {LINEAR, true, false, 1.25, 0, 1, false, 0.8, 1e-6},
        {LINEAR, true, true, 1.0, 64, 0, false, 1.0, 0.0},
        {STIFFENING, false, false, 1.0, 0, 0, true, 1.0, 0.0},
        {STIFFENING, false, false, 1.25, 0, 0, true, 0.8, 2e-3},
        {STIFFENING, false, true, 1.0, 208, 0, true, 1.0, 0.0},
        {STIFFENING, true, false, 1.0, 0, 1, false, 1.0, 0.0},
        {STIFFENING, true, false, 1.25, 0, 1, false, 0.8, 1e-4},
        {STIFFENING, true, true, 1.0, 64, 0, false, 1.0, 0.0},
        {ALONE, false, false, 1.0, 0, 0, true, 1.0, 0.0},
        {ALONE, false, false, 1.25, 0, 0, true, 0.8, 3e-3},
        {ALONE, true, false, 1.0, 0, 0, false, 1.0, 0.0},
        {ALONE, true, false, 1.25, 0, 0, false, 0.8, 1e-4},
        {ALONE, true, true, 1.0, 64, 0, false, 1.0, 0.0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        kind = cases[i].kind == LINEAR ? LINEAR : cases[i].kind == STIFFENING ? STIFFENING : ALONE;
        at_rest = cases[i].rest;
        deaf = cases[i].deaf;
        told = cases[i].told;
        const mr_statistics s = try_it(at_rest ? 0.0 : 2.0);
        if (cases[i].tried > 0)
            CU_ASSERT_EQUAL(s.model.tried, cases[i].tried);
        CU_ASSERT_EQUAL(s.model.hidden, cases[i].hidden);
        CU_ASSERT_EQUAL(s.model.unknown, cases[i].unknown);
        CU_ASSERT_EQUAL(s.model.found, !cases[i].unknown);
        MR_ASSERT_CLOSE(s.model.efforts, cases[i].efforts, cases[i].exactly);
        MR_ASSERT_CLOSE(s.model.stiffness, 1.0, 0.0);
    }
    kind = LINEAR;
    at_rest = deaf = false;
    told = 1.0;
}

/* before the slave's first step the model alone goes on, with the hidden mass where it is: the
 * slave's own rule in small steps, to the part that its step leaves */
static void test_the_model_begins_at_the_start(void) {
    mr_config config;
    mr_message message;
    mr_interface *interface = NULL;
    double u[3], q[2] = {0.3, 0.1}, v[2] = {0.5, -0.2}, a[2];
    const double y[2] = {2.0, 5.0};
    mr_config_default(&config);
    CU_ASSERT_EQUAL_FATAL(mr_config_parse(&config, "coupling=model", &message), MR_OK);
    CU_ASSERT_EQUAL_FATAL(mr_interface_open(&config, &type, "", &interface, &message), MR_OK);
    CU_ASSERT_EQUAL_FATAL(mr_interface_start(interface, 0.0, y), MR_OK);
    enum { PARTS = 8, PIECES = 2000 };
    for (int k = 0; k <= PARTS; k++) {
        CU_ASSERT_EQUAL(mr_interface_exchange(interface, k * H / 10.0, y, MR_MAJOR, u), MR_OK);
        MR_ASSERT_CLOSE(u[0], q[0], 2e-5);
        MR_ASSERT_CLOSE(u[1], v[0], 5e-3);
        for (int i = 0; i < PIECES; i++) { /* Euler's rule, half way */
            const double d = H / 10.0 / PIECES;
            accelerate(q, v, 2.0, a);
            for (int j = 0; j < 2; j++) {
                q[j] += d * (v[j] + 0.5 * d * a[j]);
                v[j] += d * a[j];
            }
        }
    }
    mr_interface_close(interface);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_what_the_slave_sees),
        MR_TEST(test_what_is_found),
        MR_TEST(test_the_model_begins_at_the_start),
    };
    return mr_test_main("trial", tests, sizeof tests / sizeof *tests, argc, argv);
}
