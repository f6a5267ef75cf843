/* a slave behind its interface, opened from the texts of a block */
#ifndef XCOS_SLAVE_H
#define XCOS_SLAVE_H

#include "multirate/multirate.h"

/* slave time, slave steps, extrapolation, inputs asked, jumps; then the indicator, see
 * docs/block.md */
#define XCOS_DIAGNOSTICS MR_DIAGNOSTICS

typedef struct xcos_slave {
    mr_plugin *plugin;
    mr_interface *interface;
    int inputs, outputs;
} xcos_slave;

/* on failure everything is closed and message tells why */
mr_status xcos_slave_open(xcos_slave *slave, const char *name, const char *configuration,
                          const char *options, mr_message *message);

void xcos_slave_diagnostics(const xcos_slave *slave, double t, double diagnostics[]);

void xcos_slave_close(xcos_slave *slave);

#endif
