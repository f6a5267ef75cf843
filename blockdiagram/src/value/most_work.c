/* read once, as it is asked for before each statement */
#include "value/most_work.h"

#include <stdatomic.h>
#include <stdlib.h>

enum { WORK_OF_A_STATEMENT = 1000 };

static _Atomic uint64_t asked; /* 0: not asked for yet; UINT64_MAX: the environment says nothing */

static uint64_t from_environment(void) {
    uint64_t known = atomic_load_explicit(&asked, memory_order_relaxed);
    if (known == 0) {
        const char *text = getenv("BD_STATEMENTS");
        const double count = text ? strtod(text, NULL) : 0.0;
        known = count >= 1.0 && count < 1e15 ? (uint64_t)count : UINT64_MAX;
        atomic_store_explicit(&asked, known, memory_order_relaxed);
    }
    return known;
}

uint64_t bd_most_statements(void) {
    const uint64_t count = from_environment();
    return count == UINT64_MAX ? BD_CALC_STATEMENTS : count;
}

uint64_t bd_most_work(void) {
    const uint64_t count = from_environment();
    return count == UINT64_MAX ? BD_CALC_WORK : count * WORK_OF_A_STATEMENT;
}
