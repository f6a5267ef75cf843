/* a slave seen through a list of names: only these inputs and outputs, in this order */
#ifndef MR_SELECTION_H
#define MR_SELECTION_H

#include "multirate/slave.h"

/* wraps an open slave. names: "axle_speed+pitch", "" for all. On success *type and *slave are those
 * of the wrapper, whose close() closes the wrapped one too; on failure nothing has changed. */
mr_status mr_selection_open(const char *inputs, const char *outputs, const mr_slave_type **type,
                            void **slave, mr_message *message);

#endif
