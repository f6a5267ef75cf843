/* errands: work that one thread hands over and another, or itself, has done when it is needed
 *
 * A process has one crew of workers for the errands of all its callers: with the callers as many
 * threads as there are cores for them. An errand is placed with a worker, or with its caller, by
 * what it was measured to cost (placement.h). A caller that waits does its own errands meanwhile,
 * and those that nobody has begun. Where and when an errand is run makes no difference to what it
 * does: it even has its caller's rounding.
 *
 * Those who wait stay awake for a moment before they sleep, so that handing over a short errand
 * costs about a microsecond and a long wait costs no processor time. */
#ifndef MR_THREADS_H
#define MR_THREADS_H

#include "errand.h"

extern const mr_errands mr_thread_errands;

#endif
