/* a slave behind its interface, opened from texts: the plug-in is found, what it reads put before
 * the configuration, and the interface opened */
#ifndef MR_BLOCK_SLAVE_H
#define MR_BLOCK_SLAVE_H

#include "multirate/interface.h"
#include "multirate/plugin.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mr_block_slave {
    mr_plugin *plugin;
    mr_interface *interface;
} mr_block_slave;

/* on failure everything is closed again and message tells why */
mr_status mr_block_slave_open(const char *slave, const char *configuration, const mr_config *config,
                              mr_block_slave *opened, mr_message *message);
/* the same with the options of the interface as text, "scheme=ff order=2 …" */
mr_status mr_block_slave_open_text(const char *slave, const char *configuration,
                                   const char *options, mr_block_slave *opened,
                                   mr_message *message);
void mr_block_slave_close(mr_block_slave *opened);

#ifdef __cplusplus
}
#endif
#endif
