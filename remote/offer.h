/* what a server offers: a slave, the same for all clients, that is never loaded into the server */
#ifndef REMOTE_OFFER_H
#define REMOTE_OFFER_H

#include "isolation/isolation.h"
#include "server.h"
#include "session.h"

#include "multirate/plugin.h"

typedef struct offer {
    mr_plugin *plugin;
    char *host, *before;
    char confinement[MR_CONFINE_SIZE];
    served served; /* points into this; the context is the server's to set */
} offer;

/* false and a sentence if there is no such slave, or it cannot be loaded as it will be served; to
 * be freed in either case, and not to be moved */
bool offer_make(offer *o, const server_settings *set, mr_message *message);
void offer_free(offer *o);

#endif
