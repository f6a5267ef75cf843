/* slaves in a process of their own: the table of functions that stands for the plug-in's
 *
 * The plug-in itself is never loaded into the master's process. */
#ifndef MR_ISOLATED_H
#define MR_ISOLATED_H

#include "link.h"

/* the tables that stand for one plug-in: one for each set of optional entries, because an instance
 * may be able to do less than its type */
typedef struct mr_isolated_family mr_isolated_family;

/* asks a process that loads the plug-in and ends */
mr_status mr_isolated_family_make(const char *plugin, const mr_isolation *settings,
                                  mr_isolated_family **family, mr_message *message);
void mr_isolated_family_free(mr_isolated_family *family);

/* the table with the plug-in's name, its help and its optional entries */
const mr_slave_type *mr_isolated_family_type(const mr_isolated_family *family);

/* what must stand before the configuration of such a slave; false if it does not fit */
bool mr_isolated_prefix(const mr_isolated_family *family, const char *plugin,
                        const mr_isolation *settings, char *prefix, size_t size);

#endif
