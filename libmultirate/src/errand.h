/* a thread that runs errands, one at a time, for the thread that owns it
 *
 * Both sides wait awake for a moment before they sleep, so that handing over a short errand costs
 * about a microsecond and a long wait costs no processor time. */
#ifndef MR_ERRAND_H
#define MR_ERRAND_H

#include "multirate/status.h"

typedef struct mr_errand mr_errand;

/* core: the only one that the thread may use; negative: any. MR_ERR_UNSUPPORTED where there are no
 * such threads */
mr_status mr_errand_open(mr_errand **errand, int core);
void mr_errand_close(mr_errand *errand);

/* the errand before must have been waited for */
void mr_errand_start(mr_errand *errand, void (*run)(void *context), void *context);

/* until the errand is done; what it wrote is seen then */
void mr_errand_wait(mr_errand *errand);

#endif
