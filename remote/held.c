/* the memory of this process that is in use, as the C library counts it (not what the system has
 * given to it, which does not come back in pieces). Where another library takes its place nothing
 * is counted */
#define _GNU_SOURCE
#include "held.h"

#include "multirate/interface.h"

#include <malloc.h>

#define EVERY 0.1

static size_t in_use(void) {
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33)
    const struct mallinfo2 all = mallinfo2();
    return all.uordblks + all.hblkhd;
#else
    return 0;
#endif
}

void held_begin(held *h, size_t most) {
    *h = (held){.most = most, .at_first = in_use(), .looked = mr_seconds()};
}

bool held_too_much(held *h) {
    const double now = mr_seconds();
    if (now - h->looked < EVERY)
        return false;
    h->looked = now;
    return held_too_much_now(h);
}

bool held_too_much_now(const held *h) {
    return in_use() > h->at_first + h->most;
}
