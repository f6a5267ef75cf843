/* the functions of a slave in another process */
#ifndef MR_ISOLATED_SLAVE_H
#define MR_ISOLATED_SLAVE_H

#include "multirate/slave.h"

/* fills the table but for its texts; abilities: MR_CAN_… */
void mr_isolated_slave_table(int abilities, mr_slave_type *type);

/* the table of family `number` with these entries, as long as its plug-in is loaded; NULL if there
 * is no such family */
const mr_slave_type *mr_isolated_table(int number, int abilities);

/* the slave computes elsewhere: who calls it only waits */
bool mr_slave_is_isolated(const mr_slave_type *type);

#endif
