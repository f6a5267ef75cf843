/* a slave that does what another one does, but for one call, which fails
 *
 *     failing_next(7);
 *     open, start and run with failing_around(&probe_type)
 * The calls of all instances are counted together. */
#ifndef FAILING_SLAVE_H
#define FAILING_SLAVE_H

#include "multirate/slave.h"

/* the table of `inner`; one at a time */
const mr_slave_type *failing_around(const mr_slave_type *inner);

/* counts anew: the call of this number fails, 0: none */
void failing_next(int call);

/* the entry that has failed, NULL: none was called that often */
const char *failing_entry(void);

#endif
