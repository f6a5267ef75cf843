/* random numbers that are the same in every run: the seed comes from the text that is evaluated (so
 * that two parameters differ) or from rng(seed); splitmix64, Steele, Lea and Flood 2014 */
#include <math.h>

#include "value/functions.h"
#include "common/random.h"

static uint64_t next(bd_calc *calc) {
    if (calc->random == 0) {
        calc->random = 0x9e3779b97f4a7c15U;
        for (const char *c = calc->text; *c != '\0'; c++)
            calc->random = (calc->random ^ (unsigned char)*c) * 1099511628211U;
    }
    return cm_random_bits(&calc->random);
}

/* above 0 and below 1 */
static double uniform(bd_calc *calc) {
    return ((double)(next(calc) >> 12) + 0.5) / 4503599627370496.0;
}

/* Box and Muller 1958 */
static double normal(bd_calc *calc) {
    const double radius = sqrt(-2.0 * log(uniform(calc)));

    return radius * cos(6.28318530717958647692 * uniform(calc));
}

/* code 0: rand, 1: randn */
static const bd_value *run_rand(bd_calc *calc, bd_call *call) {
    size_t dims[BD_MAX_RANK];
    int rank;

    if (call->count > 0 && call->args[0]->type == BD_CHAR) {
        if (call->count == 2) { /* rand('seed', n) */
            double seed;
            if (!bd_calc_number(calc, call->args[1], "the seed", &seed))
                return NULL;
            calc->random = (uint64_t)(fabs(seed) < 1e15 ? fabs(seed) : 0.0) + 1;
        }
        return bd_calc_matrix(calc, BD_DOUBLE, 0, 0);
    }
    if (!bd_call_sizes(calc, call, 0, call->count, &rank, dims))
        return NULL;
    bd_value *made = bd_calc_new(calc, BD_DOUBLE, rank, dims, false);
    for (size_t k = 0; made && k < made->count; k++)
        ((double *)made->re)[k] = call->code == 0 ? uniform(calc) : normal(calc);
    return made;
}

static const bd_value *run_randi(bd_calc *calc, bd_call *call) {
    const bd_value *range = call->args[0];
    size_t dims[BD_MAX_RANK];
    const double *ends;
    int rank;

    if (!bd_calc_reals(calc, range, "the range", &ends) || range->count < 1 || range->count > 2 ||
        !bd_call_sizes(calc, call, 1, call->count, &rank, dims))
        return bd_calc_refuse(calc, "'randi' needs the largest number or [low high]");
    const double low = range->count == 2 ? ends[0] : 1.0;
    const double high = ends[range->count - 1];
    if (!(low <= high) || low != floor(low) || high != floor(high))
        return bd_calc_refuse(calc, "'randi' needs whole numbers in rising order");
    bd_value *made = bd_calc_new(calc, BD_DOUBLE, rank, dims, false);
    for (size_t k = 0; made && k < made->count; k++)
        ((double *)made->re)[k] = low + floor(uniform(calc) * (high - low + 1.0));
    return made;
}

static const bd_value *run_randperm(bd_calc *calc, bd_call *call) {
    size_t count;

    if (!bd_calc_size(calc, call->args[0], "the number of elements", &count))
        return NULL;
    bd_value *made = bd_calc_matrix(calc, BD_DOUBLE, 1, count);
    double *x = made ? made->re : NULL;
    for (size_t k = 0; x && k < count; k++) {
        const size_t other = (size_t)(next(calc) % (k + 1));
        x[k] = x[other];
        x[other] = (double)k + 1.0;
    }
    return made;
}

static const bd_value *run_rng(bd_calc *calc, bd_call *call) {
    double seed = 0.0;

    if (call->count > 0 && call->args[0]->type != BD_CHAR &&
        !bd_calc_number(calc, call->args[0], "the seed", &seed))
        return NULL;
    calc->random = (uint64_t)(fabs(seed) < 1e15 ? fabs(seed) : 0.0) + 1;
    return bd_calc_matrix(calc, BD_DOUBLE, 0, 0);
}

const bd_function bd_functions_random[] = {
    BD_VARIADIC(rand, 0),   BD_VARIANT("randn", 0, BD_ANY, run_rand, 1),
    BD_VARIADIC(randi, 1),  BD_FUNCTION(randperm, 1, 1),
    BD_FUNCTION(rng, 0, 2), BD_FUNCTIONS_END};
