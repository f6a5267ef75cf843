/* waiting awake for a moment */
#include "awake.h"
#include "multirate/interface.h"
#include "isolation/isolation.h"

#include <sched.h>

void awake_begin(awake *moment) {
    moment->since = mr_seconds();
}

bool awake_still(const awake *moment) {
    if (mr_seconds() - moment->since >= AWAKE_MOMENT)
        return false;
    sched_yield();
    return true;
}
