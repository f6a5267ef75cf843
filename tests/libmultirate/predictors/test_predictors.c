/* one conformance suite that every predictor of mr_predictor_types passes, as a user meets it:
 * samples are stored in a direction, which is then evaluated inside and outside of them */
#include "direction.h"
#include "mr_test.h"

#include <math.h>
#include <string.h>

#define MOST 96

/* calls check once for every predictor and every order that it takes; those that are right in the
 * mean over a step only have their own suite, test_step_mean.c */
static void for_each(bool averages, void (*check)(const mr_prediction *prediction)) {
    for (const mr_predictor_type *const *type = mr_predictor_types; *type; type++)
        for (int order = (*type)->least_order; order <= (*type)->most_order; order++) {
            if ((*type)->averages && !averages)
                continue;
            const mr_prediction prediction = {.type = *type, .order = order};
            check(&prediction);
        }
}

static void for_all(void (*check)(const mr_prediction *prediction)) {
    for_each(false, check);
}

typedef struct signal {
    double coefficient[8]; /* in time relative to t0, scaled by span */
    int degree;
    double t0, span;
} signal;

static signal random_polynomial(mr_random *random, int degree, double t0, double span) {
    signal s = {.degree = degree, .t0 = t0, .span = span};
    for (int i = 0; i <= degree; i++)
        s.coefficient[i] = mr_random_uniform(random, -1.0, 1.0);
    return s;
}

static double value(const signal *s, double t) {
    const double x = (t - s->t0) / s->span;
    double y = 0.0;
    for (int i = s->degree; i >= 0; i--)
        y = y * x + s->coefficient[i];
    return y;
}

static double rate(const signal *s, double t) {
    const double x = (t - s->t0) / s->span;
    double y = 0.0;
    for (int i = s->degree; i >= 1; i--)
        y = y * x + i * s->coefficient[i];
    return y / s->span;
}

static void open_direction(mr_direction *direction, const mr_prediction *prediction) {
    const int rate_column = 1;
    CU_ASSERT_EQUAL_FATAL(mr_direction_open(direction, 1, prediction, &rate_column, 2, MOST, false),
                          MR_OK);
}

static void store(mr_direction *direction, double t, double y, double ydot) {
    const double row[2] = {y, ydot};
    mr_stored stored;
    CU_ASSERT_EQUAL_FATAL(mr_direction_store(direction, t, row, 0.0, t, &stored), MR_OK);
}

static double evaluate(const mr_direction *direction, double t) {
    double y;
    mr_direction_evaluate(direction, t, 0.0, &y);
    return y;
}

static void check_table(const mr_prediction *prediction) {
    const mr_predictor_type *type = prediction->type;
    CU_ASSERT_PTR_EQUAL(mr_predictor_find(type->name), type);
    CU_ASSERT(strlen(type->summary) > 10);
    CU_ASSERT(type->points(prediction) >= 1 && type->points(prediction) <= MR_MAX_WINDOW);
}
static void test_every_predictor_is_found_by_its_name(void) {
    for_each(true, check_table);
    CU_ASSERT_PTR_NULL(mr_predictor_find("crystal_ball"));
}

/* degree P exactly, where P is the order: random grids whose steps differ up to sixfold, inside the
 * samples and up to a mean step outside. Relative to the largest number that took part. */
static void check_exact(const mr_prediction *prediction) {
    mr_random random = {(uint64_t)prediction->order * 77 + strlen(prediction->type->name)};
    double worst = 0.0;
    for (int trial = 0; trial < 1000; trial++) {
        mr_direction direction;
        double times[24];
        const double h = pow(10.0, mr_random_uniform(&random, -5.0, 2.0));
        times[0] = h * mr_random_uniform(&random, -3.0, 3.0);
        open_direction(&direction, prediction);
        const signal s = random_polynomial(&random, prediction->order, times[0], 8.0 * h);
        double largest = 0.0;
        for (int i = 0; i < 24; i++) {
            if (i > 0)
                times[i] = times[i - 1] + h * mr_random_uniform(&random, 0.3, 1.8);
            store(&direction, times[i], value(&s, times[i]), rate(&s, times[i]));
            largest = fmax(largest, fabs(value(&s, times[i])));
        }
        for (int i = 0; i < 10; i++) {
            /* the oldest few have a shorter window */
            const double t = i < 5 ? mr_random_uniform(&random, times[12], times[23])
                                   : times[23] + mr_random_uniform(&random, 0.0, h);
            const double exact = value(&s, t);
            worst = fmax(worst, fabs(evaluate(&direction, t) - exact) / fmax(largest, fabs(exact)));
        }
        mr_direction_close(&direction);
    }
    if (!(worst <= 1e-12))
        printf("\n    %s:%d %g", prediction->type->name, prediction->order, worst);
    MR_ASSERT_CLOSE(worst, 0.0, 1e-12);
}
static void test_order_p_is_exact_on_polynomials_of_degree_p(void) {
    for_all(check_exact);
}

/* the miss at a step's end falls with h^(P+1); inside it does too */
static void check_convergence(const mr_prediction *prediction) {
    double miss[2][4];
    const int expected = prediction->order + 1;
    for (int level = 0; level < 4; level++) {
        const double h = 0.08 * pow(0.5, level);
        mr_direction direction;
        open_direction(&direction, prediction);
        for (int i = 0; i < 40; i++) {
            /* steps of h and h/2 in turn, ending at t = 1.1 */
            const double t = 1.1 - 0.5 * h * floor((39 - i) * 1.5);
            store(&direction, t, sin(t), cos(t));
        }
        miss[0][level] = fabs(evaluate(&direction, 1.1 + h) - sin(1.1 + h));
        miss[1][level] = fabs(evaluate(&direction, 1.1 - 0.2 * h) - sin(1.1 - 0.2 * h));
        mr_direction_close(&direction);
    }
    for (int where = 0; where < 2; where++) {
        int finest = 3; /* above rounding */
        while (finest > 1 && miss[where][finest] < 1e-12)
            finest--;
        const double order = log2(miss[where][finest - 1] / miss[where][finest]);
        if (!(fabs(order - expected) < 0.2))
            printf("\n    %s:%d converges with order %.2f %s", prediction->type->name,
                   prediction->order, order, where ? "inside" : "outside");
        MR_ASSERT_CLOSE(order, expected, 0.2);
    }
}
static void test_order_p_converges_with_order_p_plus_1(void) {
    for_all(check_convergence);
}

/* while there are few samples, what they allow; a constant is a constant for any window */
static void check_young(const mr_prediction *prediction) {
    mr_direction direction;
    mr_random random = {5};
    open_direction(&direction, prediction);
    double t = 3.0;
    for (int i = 0; i < 20; i++, t += mr_random_uniform(&random, 0.05, 0.2)) {
        store(&direction, t, 7.0, 0.0);
        MR_ASSERT_RELATIVE(evaluate(&direction, t + 0.1), 7.0, 1e-12);
        MR_ASSERT_RELATIVE(evaluate(&direction, 3.0), 7.0, 1e-12);
        MR_ASSERT_RELATIVE(evaluate(&direction, 2.95), 7.0, 1e-12);
    }
    mr_direction_close(&direction);
    /* a straight line needs two samples, or one with its rate */
    open_direction(&direction, prediction);
    const int adapts = prediction->type->adapts ? 3 : 0;
    for (int i = 0; i < 8; i++) {
        store(&direction, 0.25 * i, 1.0 + 0.5 * i, 2.0);
        const bool known = i >= 1 + adapts || prediction->type->uses_rates;
        if (prediction->order >= 1 && known)
            MR_ASSERT_RELATIVE(evaluate(&direction, 0.25 * i + 0.1), 1.2 + 0.5 * i, 1e-12);
    }
    mr_direction_close(&direction);
}
static void test_few_samples_give_what_they_allow(void) {
    for_all(check_young);
}

/* a fit smooths; all others return the sample itself at its time, to the bit where they can */
static void check_samples(const mr_prediction *prediction) {
    const mr_predictor_type *type = prediction->type;
    if (type == &mr_predictor_least_squares && prediction->order > 0)
        return;
    mr_random random = {6};
    mr_direction direction;
    open_direction(&direction, prediction);
    double times[30] = {0}, values[30];
    for (int i = 0; i < 30; i++) {
        times[i] = i == 0 ? 0.1 : times[i - 1] + mr_random_uniform(&random, 0.01, 0.3);
        values[i] = mr_random_uniform(&random, -1.0, 1.0);
        store(&direction, times[i], values[i], mr_random_uniform(&random, -9.0, 9.0));
    }
    for (int i = 0; i < 30 && type != &mr_predictor_least_squares; i++) {
        if (type->uses_rates)
            MR_ASSERT_CLOSE(evaluate(&direction, times[i]), values[i], 1e-12);
        else
            CU_ASSERT_EQUAL(evaluate(&direction, times[i]), values[i]);
    }
    mr_direction_close(&direction);
}
static void test_samples_come_back_at_their_times(void) {
    for_all(check_samples);
}

/* far from t = 0 only the rounding of the times themselves matters */
static void check_shift(const mr_prediction *prediction) {
    mr_direction near_zero, far_away;
    open_direction(&near_zero, prediction);
    open_direction(&far_away, prediction);
    const double shift = 4096.0; /* exact in binary, and so is the grid */
    for (int i = 0; i < 30; i++) {
        const double t = 0.03125 * i + 0.0078125 * (i % 3);
        store(&near_zero, t, sin(t), cos(t));
        store(&far_away, shift + t, sin(t), cos(t));
    }
    for (double t = 0.5; t < 1.0; t += 0.0078125)
        CU_ASSERT_EQUAL(evaluate(&near_zero, t), evaluate(&far_away, shift + t));
    mr_direction_close(&near_zero);
    mr_direction_close(&far_away);
}
static void test_only_differences_of_time_matter(void) {
    for_all(check_shift);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_every_predictor_is_found_by_its_name),
        MR_TEST(test_order_p_is_exact_on_polynomials_of_degree_p),
        MR_TEST(test_order_p_converges_with_order_p_plus_1),
        MR_TEST(test_few_samples_give_what_they_allow),
        MR_TEST(test_samples_come_back_at_their_times),
        MR_TEST(test_only_differences_of_time_matter),
    };
    return mr_test_main("predictors", tests, sizeof tests / sizeof *tests, argc, argv);
}
