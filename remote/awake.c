/* waiting awake for a moment */
#include "awake.h"
#include "isolation/channel.h"

#include <sched.h>

void awake_begin(awake *moment) {
    moment->since = mr_channel_clock();
}

bool awake_still(const awake *moment) {
    if (mr_channel_clock() - moment->since >= AWAKE_MOMENT)
        return false;
    sched_yield();
    return true;
}
