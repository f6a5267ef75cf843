/* 100 000 pairs of grids against a naive implementation of the rules that keeps all history
 *
 * Grids are fixed, variable, of non-integer ratio, and either side may be the faster one; the
 * master repeats major evaluations, makes minor ones in any order and returns to earlier times. */
#include "mr_test.h"
#include "multirate/interface.h"
#include "probe_slave.h"

#include <math.h>
#include <string.h>

#define PAIRS     (MR_SANITIZED ? 3000 : 100000)
#define EXCHANGES 40
#define MOST      4096

/* --- the naive side: all samples, straight from the text of the method --- */

typedef struct samples {
    double t[MOST], y[MOST];
    int count;
} samples;

static bool same(double a, double b) {
    return fabs(a - b) <= 1e-11 + 1e-14 * fabs(a);
}

static void put(samples *s, double t, double y) {
    while (s->count > 0 && s->t[s->count - 1] > t && !same(s->t[s->count - 1], t))
        s->count--;
    if (s->count > 0 && same(s->t[s->count - 1], t))
        s->count--;
    s->t[s->count] = t;
    s->y[s->count++] = y;
}

/* tP: closest sample with tP >= t, or the newest; the P samples before it; hold: the last tP <= t
 */
static double at(const samples *s, double t, int order, bool hold) {
    int p = 0;
    while (p < s->count - 1 && s->t[p] < t && !same(s->t[p], t))
        p++;
    if (hold) {
        while (p > 0 && s->t[p] > t && !same(s->t[p], t))
            p--;
        return s->y[p];
    }
    const int first = p - order > 0 ? p - order : 0;
    long double sum = 0.0L;
    for (int k = first; k <= p; k++) {
        long double w = 1.0L;
        for (int j = first; j <= p; j++)
            if (j != k)
                w *= ((long double)t - s->t[j]) / ((long double)s->t[k] - s->t[j]);
        sum += w * s->y[k];
    }
    return (double)sum;
}

/* --- one random pair of grids --- */

typedef struct trial {
    mr_random random;
    bool fastest_first, hold;
    int order_to_slave, order_to_master;
    double h1, h2;
    double ends[MOST]; /* the slave's grid */
    samples master, slave;
    int next_end;
    double slave_time;
    /* found */
    int wrong_inputs, wrong_outputs, wrong_times, wrong_asks, asked, compared;
    double t1; /* the exchange being made */
} trial;

static double slave_signal(double t) {
    return sin(3.0 * t) + 0.2 * t;
}

static void signals(double t, double impulse, double *y) {
    (void)impulse;
    y[0] = slave_signal(t);
}

/* rounding of a polynomial through uneven samples grows with the numbers that cancel */
static bool close_enough(double a, double b, const samples *s) {
    double largest = 1.0;
    for (int k = s->count > 6 ? s->count - 6 : 0; k < s->count; k++)
        largest = fmax(largest, fabs(s->y[k]));
    return fabs(a - b) <= 1e-9 * fmax(largest, fabs(b));
}

/* the slave tells every input that it was given */
static void hear(void *context, double from, double end, double t, const double *u) {
    trial *p = context;
    p->asked++;
    if (t < from - 1e-11 || t > end + 1e-11)
        p->wrong_asks++;
    /* the slave never runs past the master in fastest-first */
    if (p->fastest_first && end > p->t1 + 1e-9 * p->h2 + 1e-11)
        p->wrong_times++;
    if (!close_enough(u[0], at(&p->master, t, p->order_to_slave, p->hold), &p->master))
        p->wrong_inputs++;
}

static void make_grid(trial *p) {
    mr_random *r = &p->random;
    p->h1 = pow(10.0, mr_random_uniform(r, -2.0, -1.0));
    const int kind = mr_random_below(r, 5);
    const double ratio = kind == 0   ? 2.5 /* 20 us against 50 us */
                         : kind == 1 ? 3.14159265358979323846
                         : kind == 2 ? 1 + mr_random_below(r, 12)
                         : kind == 3 ? 1.0 / (1 + mr_random_below(r, 12))
                                     : pow(10.0, mr_random_uniform(r, -1.0, 1.2));
    p->h2 = ratio * p->h1;
    const bool variable = mr_random_below(r, 2);
    for (int i = 0; i < MOST; i++)
        p->ends[i] = variable
                         ? (i > 0 ? p->ends[i - 1] : 0.0) + p->h2 * mr_random_uniform(r, 0.3, 1.7)
                         : (i + 1) * p->h2;
}

/* what the slave should have done by the rules */
static void advance_naive(trial *p, double t1) {
    for (;;) {
        const double end = p->ends[p->next_end];
        const bool goes = p->fastest_first ? end <= t1 || same(end, t1)
                                           : p->slave_time < t1 && !same(p->slave_time, t1);
        if (!goes || p->next_end >= MOST - 1)
            return;
        p->slave_time = end;
        p->next_end++;
        put(&p->slave, end, slave_signal(end));
    }
}

static void exchange(trial *p, mr_interface *interface, double t1, mr_evaluation kind) {
    const double y1 = cos(2.0 * t1) + mr_random_uniform(&p->random, 0.0, 0.1);
    double u1;
    p->t1 = t1;
    if (kind == MR_MAJOR)
        put(&p->master, t1, y1);
    const int asked = p->asked, next = p->next_end;
    mr_status status = mr_interface_exchange(interface, t1, &y1, kind, &u1);
    CU_ASSERT_EQUAL_FATAL(status, MR_OK);
    advance_naive(p, t1);
    p->wrong_asks += p->asked - asked != 3 * (p->next_end - next);
    p->wrong_times += !same(mr_interface_slave_time(interface), p->slave_time);
    /* slowest-first never answers with a time that the slave has not reached */
    p->wrong_times += !p->fastest_first && mr_interface_slave_time(interface) < t1 - 1e-9 * p->h2;
    p->wrong_outputs += !close_enough(u1, at(&p->slave, t1, p->order_to_master, false), &p->slave);
    p->compared++;
}

static void run_master(trial *p, mr_interface *interface) {
    mr_random *r = &p->random;
    const bool variable = mr_random_below(r, 2);
    double t = 0.0;
    int index = 0;
    exchange(p, interface, 0.0, MR_MAJOR);
    for (int i = 0; i < EXCHANGES; i++) {
        if (variable)
            t += p->h1 * mr_random_uniform(r, 0.2, 2.0);
        else
            t = ++index * p->h1;
        const double before = p->master.t[p->master.count - 1];
        for (int minor = mr_random_below(r, 4); minor > 0; minor--)
            exchange(p, interface, mr_random_uniform(r, before, t), MR_MINOR);
        exchange(p, interface, t, MR_MAJOR);
        while (mr_random_below(r, 8) == 0)
            exchange(p, interface, t, MR_MAJOR); /* a repeat brings new values */
        if (mr_random_below(r, 16) == 0 && p->master.count > 4) {
            /* back to a stored time, or between two, but not before what the slave's side keeps */
            const int back = 1 + mr_random_below(r, 3);
            double to = p->master.t[p->master.count - 1 - back];
            if (variable && mr_random_below(r, 2))
                to += 0.1 * p->h1;
            const int kept = p->slave.count - 20;
            if (kept < 0 || to >= p->slave.t[kept]) {
                exchange(p, interface, to, MR_MAJOR);
                t = to;
                index -= back;
            }
        }
    }
}

static void test_random_pairs_of_grids_follow_the_rules(void) {
    static trial p;
    static const double asks[3] = {0.0, 0.37, 1.0};
    mr_message message;
    int64_t compared = 0, asked = 0;
    int wrong_inputs = 0, wrong_outputs = 0, wrong_times = 0, wrong_asks = 0, extrapolated = 0;
    for (int pair = 0; pair < PAIRS; pair++) {
        p.random = (mr_random){(uint64_t)pair};
        p.fastest_first = mr_random_below(&p.random, 2);
        p.hold = mr_random_below(&p.random, 8) == 0;
        p.order_to_slave = mr_random_below(&p.random, 5);
        p.order_to_master = mr_random_below(&p.random, 5);
        p.master.count = p.slave.count = p.next_end = p.asked = p.compared = 0;
        p.wrong_inputs = p.wrong_outputs = p.wrong_times = p.wrong_asks = 0;
        p.slave_time = p.t1 = 0.0;
        make_grid(&p);
        probe slave = {.inputs = 1,
                       .outputs = 1,
                       .h = p.h2,
                       .ends = p.ends,
                       .end_count = MOST,
                       .asks = asks,
                       .ask_count = 3,
                       .signals = signals};
        mr_config config;
        mr_config_default(&config);
        config.scheme = p.fastest_first ? &mr_fastest_first : &mr_slowest_first;
        config.to_slave.order = p.order_to_slave;
        config.to_master.order = p.order_to_master;
        if (p.hold)
            config.to_slave = (mr_prediction){.type = &mr_predictor_hold};
        mr_interface *interface;
        probe_next(&slave);
        CU_ASSERT_EQUAL_FATAL(mr_interface_open(&config, &probe_type, "", &interface, &message),
                              MR_OK);
        const double y1 = 1.0;
        CU_ASSERT_EQUAL_FATAL(mr_interface_start(interface, 0.0, &y1), MR_OK);
        put(&p.slave, 0.0, slave_signal(0.0));
        slave.hear = hear;
        slave.context = &p;
        run_master(&p, interface);
        mr_statistics statistics;
        mr_interface_statistics(interface, &statistics);
        extrapolated += !p.fastest_first && statistics.counts.extrapolated_to_master > 0;
        mr_interface_close(interface);
        compared += p.compared;
        asked += p.asked;
        wrong_inputs += p.wrong_inputs;
        wrong_outputs += p.wrong_outputs;
        wrong_times += p.wrong_times;
        wrong_asks += p.wrong_asks;
        if (p.wrong_inputs + p.wrong_outputs + p.wrong_times + p.wrong_asks > 0 &&
            wrong_inputs + wrong_outputs + wrong_times + wrong_asks < 20)
            printf("\n    pair %d (%s, orders %d and %d, h1 %g, h2 %g): %d inputs, %d outputs, %d "
                   "times, %d requests wrong",
                   pair, p.fastest_first ? "ff" : "sf", p.order_to_slave, p.order_to_master, p.h1,
                   p.h2, p.wrong_inputs, p.wrong_outputs, p.wrong_times, p.wrong_asks);
    }
    CU_ASSERT_EQUAL(wrong_inputs, 0);
    CU_ASSERT_EQUAL(wrong_outputs, 0);
    CU_ASSERT_EQUAL(wrong_times, 0);
    CU_ASSERT_EQUAL(wrong_asks, 0);
    CU_ASSERT_EQUAL(extrapolated, 0);
    printf("\n    %d pairs of grids, %lld exchanges and %lld inputs compared ", PAIRS,
           (long long)compared, (long long)asked);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_random_pairs_of_grids_follow_the_rules),
    };
    return mr_test_main("synchronise", tests, sizeof tests / sizeof *tests, argc, argv);
}
