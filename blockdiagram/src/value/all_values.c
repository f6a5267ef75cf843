/* one counter, as values are shared and freed by any thread. Small values are not counted: they are
 * bounded by the number of variables and of elements, and this would be in the way of fast code */
#include "value/all_values.h"

#include <stdatomic.h>
#include <stdlib.h>

enum { SMALL = 4096 };

static atomic_size_t taken, allowed; /* allowed 0: not asked for yet */

static size_t most(void) {
    size_t known = atomic_load_explicit(&allowed, memory_order_relaxed);
    if (known == 0) {
        const char *text = getenv("BD_VALUE_MEMORY");
        const double megabytes = text ? strtod(text, NULL) : 0.0;
        known = megabytes >= 1.0 && megabytes < 1e9 ? (size_t)(megabytes * 1e6) : BD_MAX_ALL_BYTES;
        atomic_store_explicit(&allowed, known, memory_order_relaxed);
    }
    return known;
}

bd_status bd_all_values_take(size_t bytes, bd_error *error) {
    if (bytes < SMALL)
        return BD_OK;
    const size_t limit = most();
    if (atomic_fetch_add(&taken, bytes) + bytes <= limit)
        return BD_OK;
    atomic_fetch_sub(&taken, bytes);
    return bd_error_set(error, BD_LIMIT_EXCEEDED,
                        "all values together are larger than the %.0f MB that are allowed "
                        "(BD_VALUE_MEMORY in the environment sets another limit)",
                        (double)limit / 1e6);
}

void bd_all_values_give_back(size_t bytes) {
    if (bytes >= SMALL)
        atomic_fetch_sub(&taken, bytes);
}
