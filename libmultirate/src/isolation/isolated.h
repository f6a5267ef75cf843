/* slaves in a process of their own: the table of functions that stands for the plug-in's
 *
 * The plug-in itself is never loaded into the master's process. */
#ifndef MR_ISOLATED_H
#define MR_ISOLATED_H

#include "link.h"

/* exit codes of multirate-slave-host */
enum {
    MR_HOST_WRONG_USE = 120,
    MR_HOST_WRONG_VERSION = 121,
    MR_HOST_BROKEN = 122,
    MR_HOST_ORPHAN = 123
};

#define MR_ISOLATION_TIMEOUT 30.0
#define MR_ISOLATION_SPIN    50e-6

/* a table with the plug-in's name and help, and with those optional entries that the plug-in has;
 * to be freed. It asks a process that loads the plug-in and ends. */
mr_status mr_isolated_type_make(const char *plugin, const mr_isolation *settings,
                                mr_message *message, mr_slave_type **type);

/* what must stand before the configuration of such a slave; false if it does not fit */
bool mr_isolated_prefix(const char *plugin, const mr_isolation *settings, char *prefix,
                        size_t size);

#endif
