/* the steps of ode45 and ode23, one by one. For x' = rate x a step of length h multiplies x by a
 * polynomial in z = h rate, and what the solver takes for its error is another one, so the whole
 * sequence of steps follows from the rules of the step control (Shampine and Reichelt 1997):
 *
 *   accepted if |e| <= max(RelTol max(|x0|, |x1|), AbsTol) for every state
 *   the next step is longer by 0.8 (allowed/|e|)^(1/p), at most fivefold, and not at all after a
 *   failure; a failed one is shorter by the same factor, at most tenfold, then halved
 *   the first one changes x by 0.8 RelTol^(1/p) of its size */
#include "mini.h"

#include <math.h>
#include <stdio.h>

enum { MOST_STEPS = 400, DEGREE = 8, STATES = 2 };

typedef struct pair {
    const char *solver;
    int order, stages;                   /* stages behind the one at the begin */
    double grows[DEGREE], error[DEGREE]; /* coefficients of 1, z, z^2 … */
} pair;

/* what the tableaux of Dormand and Prince and of Bogacki and Shampine give for x' = rate x */
static const pair pairs[] = {
    {"ode45",
     5,
     6,
     {1, 1, 1.0 / 2, 1.0 / 6, 1.0 / 24, 1.0 / 120, 1.0 / 600},
     {0, 0, 0, 0, 0, 97.0 / 120000, -39.0 / 120000, 5.0 / 120000}},
    {"ode23", 3, 3, {1, 1, 1.0 / 2, 1.0 / 6}, {0, 0, 0, 1.0 / 48, 1.0 / 48}},
};

static double polynomial(const double *coefficients, double z) {
    double sum = 0.0;
    for (int i = DEGREE - 1; i >= 0; i--)
        sum = sum * z + coefficients[i];
    return sum;
}

typedef struct plan {
    const char *settings; /* the same in the words of the model */
    double rates[STATES], x0[STATES];
    int states;
    double relative, absolute; /* absolute 0: automatic */
    double first, longest, shortest, stop;
    bool forced; /* a step as short as may be is taken although it is not accurate */
} plan;

typedef struct steps {
    double times[MOST_STEPS + 1], x[MOST_STEPS + 1][STATES];
    int count, rejected;
} steps;

static double first_step(const pair *p, const plan *a) {
    double rate = 0.0;
    for (int i = 0; i < a->states; i++) {
        const double absolute = a->absolute > 0.0 ? a->absolute : fmin(1e-6, 1e-3 * a->relative);
        const double size = fmax(fabs(a->x0[i]), absolute / a->relative);
        rate = fmax(rate, fabs(a->rates[i] * a->x0[i]) / size);
    }
    return fmin(0.8 * pow(a->relative, 1.0 / p->order) / rate, fmin(a->longest, a->stop));
}

static steps predict(const pair *p, const plan *a) {
    steps s = {.times = {0.0}};
    double x[STATES], allowed_before[STATES], h = a->first > 0.0 ? a->first : first_step(p, a);
    for (int i = 0; i < a->states; i++) {
        s.x[0][i] = x[i] = a->x0[i];
        allowed_before[i] = a->absolute > 0.0 ? a->absolute : fmin(1e-6, 1e-3 * a->relative);
    }
    double t = 0.0;
    bool failed = false;
    while (t < a->stop && s.count < MOST_STEPS) {
        h = fmin(fmax(h, a->shortest), a->longest);
        const bool last = 1.1 * h >= a->stop - t; /* no rest of less than a tenth */
        const double used = last ? a->stop - t : h;
        double next[STATES], worst = 0.0;
        for (int i = 0; i < a->states; i++) {
            const double z = used * a->rates[i];
            next[i] = x[i] * polynomial(p->grows, z);
            const double e = fabs(x[i] * polynomial(p->error, z));
            const double size = fmax(fabs(x[i]), fabs(next[i]));
            worst = fmax(worst, e / fmax(a->relative * size, allowed_before[i]));
        }
        const double factor = worst > 0.0 ? 0.8 * pow(worst, -1.0 / p->order) : 5.0;
        if (worst > 1.0 && !(a->forced && h <= a->shortest)) {
            s.rejected++;
            h = failed ? 0.5 * used : used * fmax(0.1, factor);
            failed = true;
            continue;
        }
        const double longer = used * fmin(factor, failed ? 1.0 : 5.0);
        h = worst > 1.0 ? used : last && used < h ? fmax(h, longer) : longer;
        failed = false;
        t = last ? a->stop : t + used;
        s.times[++s.count] = t;
        for (int i = 0; i < a->states; i++) {
            s.x[s.count][i] = x[i] = next[i];
            if (a->absolute == 0.0) /* the tolerance follows the largest state so far */
                allowed_before[i] = fmax(allowed_before[i], a->relative * fabs(x[i]));
        }
    }
    return s;
}

static void check(const pair *p, const plan *a) {
    char text[900], more[200] = "";
    if (a->states == 2)
        snprintf(more, sizeof more,
                 "Integrator w InitialCondition=%.17g\nGain l Gain=%.17g\nw -> l\nl -> w\n"
                 "Outport v\nw -> v\n",
                 a->x0[1], a->rates[1]);
    snprintf(text, sizeof text,
             "set SolverName %s\nset StopTime %.17g\nset RelTol %.17g\n%s"
             "Integrator x InitialCondition=%.17g\nGain k Gain=%.17g\nx -> k\nk -> x\n"
             "Outport y\nx -> y\n%s",
             p->solver, a->stop, a->relative, a->settings, a->x0[0], a->rates[0], more);
    mini *m = mini_run(text, NULL);
    const steps s = predict(p, a);
    CU_ASSERT_FATAL(s.count < MOST_STEPS);
    CU_ASSERT_EQUAL_FATAL(mini_rows(m, "y"), (size_t)s.count + 1);
    for (size_t k = 0; k < mini_rows(m, "y"); k++) {
        /* the error is a small difference of large numbers: its root has six digits */
        MR_ASSERT_CLOSE(mini_time(m, "y", k), s.times[k], 1e-6 * s.times[k]);
        MR_ASSERT_CLOSE(mini_value(m, "y", k), s.x[k][0], 1e-6 * fabs(s.x[k][0]) + 1e-12);
        if (k == 0)
            continue;
        /* given the step, the state is that of the polynomial to rounding */
        const double z = a->rates[0] * (mini_time(m, "y", k) - mini_time(m, "y", k - 1));
        const double before = mini_value(m, "y", k - 1);
        MR_ASSERT_CLOSE(mini_value(m, "y", k), before * polynomial(p->grows, z),
                        1e-13 * fabs(before) * fmax(1.0, fabs(polynomial(p->grows, z))));
    }
    CU_ASSERT_EQUAL(mini_time(m, "y", mini_rows(m, "y") - 1), a->stop);
    const bd_statistics r = bd_run_statistics(m->run);
    const unsigned long steps_made = (unsigned long)s.count;
    const unsigned long tried = steps_made + (unsigned long)s.rejected;
    CU_ASSERT_EQUAL(r.major_steps, steps_made + 1);
    CU_ASSERT_EQUAL(r.rejected_steps, (unsigned long)s.rejected);
    CU_ASSERT_EQUAL(r.derivative_evaluations, steps_made + (unsigned long)p->stages * tried);
    CU_ASSERT_EQUAL(r.output_evaluations, steps_made + 1 + (unsigned long)p->stages * tried);
    CU_ASSERT_EQUAL(r.solver_resets, 1);
    CU_ASSERT_EQUAL(r.zero_crossings, 0);
    CU_ASSERT_EQUAL(mini_log_has(m, "the shortest step does not meet the tolerance"), a->forced);
    mini_free(m);
}

static void check_both(const plan *a) {
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++)
        check(&pairs[k], a);
}

/* a decay and a growth, with tolerances that ask for many steps or few */
static void test_steps_of_a_decay_and_of_a_growth(void) {
    static const double tolerances[] = {1e-2, 1e-4, 1e-6};
    for (size_t i = 0; i < sizeof tolerances / sizeof *tolerances; i++)
        for (int sign = -1; sign <= 1; sign += 2) {
            const plan a = {.settings = "set AbsTol 1e-12\nset MaxStep 10\n",
                            .rates = {sign * 1.5},
                            .x0 = {2.0},
                            .states = 1,
                            .relative = tolerances[i],
                            .absolute = 1e-12,
                            .longest = 10.0,
                            .stop = 3.0};
            check_both(&a);
        }
}

/* once x is below AbsTol/RelTol the absolute tolerance is what counts */
static void test_the_absolute_tolerance_counts_where_states_are_small(void) {
    const plan a = {.settings = "set AbsTol 1e-3\nset MaxStep 10\n",
                    .rates = {-2.0},
                    .x0 = {5.0},
                    .states = 1,
                    .relative = 1e-3,
                    .absolute = 1e-3,
                    .longest = 10.0,
                    .stop = 8.0};
    check_both(&a);
}

/* without AbsTol each state has RelTol times its largest value so far, but 1e-6 at least */
static void test_the_automatic_tolerance_follows_the_largest_value(void) {
    const plan decay = {.settings = "set MaxStep 10\n",
                        .rates = {-2.0, 0.5},
                        .x0 = {5.0, 0.1},
                        .states = 2,
                        .relative = 1e-4,
                        .longest = 10.0,
                        .stop = 6.0};
    const plan growth = {.settings = "set MaxStep 10\n",
                         .rates = {3.0},
                         .x0 = {1e-6},
                         .states = 1,
                         .relative = 1e-2,
                         .longest = 10.0,
                         .stop = 5.0};
    check_both(&decay);
    check_both(&growth);
}

/* the worst of several states decides, whichever it is */
static void test_the_worst_state_decides(void) {
    for (int k = 0; k < 2; k++) {
        plan a = {.settings = "set AbsTol 1e-9\nset MaxStep 10\n",
                  .rates = {-1.0, -9.0},
                  .x0 = {1.0, 3.0},
                  .states = 2,
                  .relative = 1e-5,
                  .absolute = 1e-9,
                  .longest = 10.0,
                  .stop = 2.0};
        if (k == 1)
            a.rates[0] = -9.0, a.rates[1] = -1.0;
        check_both(&a);
    }
}

/* a first step that is much too long: ten times shorter, then halved until it is accurate */
static void test_a_first_step_that_is_too_long_fails(void) {
    const plan a = {.settings = "set AbsTol 1e-9\nset MaxStep 10\nset InitialStep 1\n",
                    .rates = {-50.0},
                    .x0 = {1.0},
                    .states = 1,
                    .relative = 1e-4,
                    .absolute = 1e-9,
                    .first = 1.0,
                    .longest = 10.0,
                    .stop = 3.0};
    check_both(&a);
}

/* a first step that is much too short: five times longer each time, up to the longest one */
static void test_steps_grow_fivefold_up_to_the_longest(void) {
    const plan a = {.settings = "set AbsTol 1e-9\nset MaxStep 0.25\nset InitialStep 1e-5\n",
                    .rates = {-0.5},
                    .x0 = {1.0},
                    .states = 1,
                    .relative = 1e-2,
                    .absolute = 1e-9,
                    .first = 1e-5,
                    .longest = 0.25,
                    .stop = 4.0};
    check_both(&a);
}

/* MaxStep that nobody gives is a fiftieth of the run */
static void test_the_longest_step_is_a_fiftieth_of_the_run(void) {
    const plan a = {.settings = "set AbsTol 1e-9\n",
                    .rates = {-0.25},
                    .x0 = {1.0},
                    .states = 1,
                    .relative = 1e-2,
                    .absolute = 1e-9,
                    .longest = 0.16,
                    .stop = 8.0};
    check_both(&a);
}

/* no step is shorter than MinStep; one of that length is taken all the same, as is told once */
static void test_steps_are_not_shorter_than_the_shortest(void) {
    const plan fine = {.settings = "set AbsTol 1e-9\nset MaxStep 1\nset MinStep 0.02\n"
                                   "set InitialStep 0.001\n",
                       .rates = {-1.0},
                       .x0 = {1.0},
                       .states = 1,
                       .relative = 1e-3,
                       .absolute = 1e-9,
                       .first = 0.001,
                       .longest = 1.0,
                       .shortest = 0.02,
                       .stop = 2.0};
    check_both(&fine);
    const plan coarse = {.settings = "set AbsTol 1e-9\nset MaxStep 1\nset MinStep 0.125\n"
                                     "set MinStepSizeMsg warning\n",
                         .rates = {-9.0},
                         .x0 = {1.0},
                         .states = 1,
                         .relative = 1e-6,
                         .absolute = 1e-9,
                         .longest = 1.0,
                         .shortest = 0.125,
                         .stop = 1.5,
                         .forced = true};
    check_both(&coarse);
}

/* x' = rate x and x' = t^k by fixed steps: a method of order p is the exponential series up to z^p
 * (ode5 has one term more, Dormand and Prince's 1/600), and exact for powers below p */
static void test_fixed_steps_are_their_polynomials(void) {
    static const struct {
        const char *solver;
        int order;
        double beyond; /* coefficient of the next power */
    } cases[] = {{"ode1", 1, 0.0}, {"ode2", 2, 0.0},         {"ode3", 3, 0.0},
                 {"ode4", 4, 0.0}, {"ode5", 5, 1.0 / 600.0}, {"ode8", 8, NAN}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int power = 0; power < cases[i].order; power++) {
            char text[600];
            snprintf(text, sizeof text,
                     "set SolverName %s\nset FixedStep 0.25\nset StartTime 0.5\nset StopTime 1.5\n"
                     "Integrator x InitialCondition=3\nGain k Gain=-1.25\nx -> k\nk -> x\n"
                     "Outport y\nx -> y\n"
                     "Clock t\nFcn f Expr='u^%d'\nIntegrator s\nt -> f\nf -> s\nOutport z\n"
                     "s -> z\n",
                     cases[i].solver, power);
            mini *m = mini_run(text, NULL);
            const double z = -1.25 * 0.25;
            double grows = 1.0, term = 1.0;
            for (int k = 1; k <= cases[i].order; k++)
                grows += term *= z / k;
            if (isnan(cases[i].beyond))
                grows = exp(z);
            else
                grows += cases[i].beyond * pow(z, cases[i].order + 1);
            double x = 3.0;
            CU_ASSERT_EQUAL_FATAL(mini_rows(m, "y"), 5);
            for (size_t k = 0; k < 5; k++, x *= grows) {
                const double t = 0.5 + 0.25 * (double)k, p = power + 1.0;
                CU_ASSERT_EQUAL(mini_time(m, "y", k), t);
                /* z^9/9! and less is missing in ode8 */
                MR_ASSERT_CLOSE(mini_value(m, "y", k), x, isnan(cases[i].beyond) ? 1e-9 : 1e-14);
                MR_ASSERT_CLOSE(mini_value(m, "z", k), (pow(t, p) - pow(0.5, p)) / p, 1e-14);
            }
            mini_free(m);
        }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_steps_of_a_decay_and_of_a_growth),
        MR_TEST(test_the_absolute_tolerance_counts_where_states_are_small),
        MR_TEST(test_the_automatic_tolerance_follows_the_largest_value),
        MR_TEST(test_the_worst_state_decides),
        MR_TEST(test_a_first_step_that_is_too_long_fails),
        MR_TEST(test_steps_grow_fivefold_up_to_the_longest),
        MR_TEST(test_the_longest_step_is_a_fiftieth_of_the_run),
        MR_TEST(test_steps_are_not_shorter_than_the_shortest),
        MR_TEST(test_fixed_steps_are_their_polynomials),
    };
    return mr_test_main("blockdiagram_steps", tests, sizeof tests / sizeof *tests, argc, argv);
}
