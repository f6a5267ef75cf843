/* who may come in: ZeroMQ asks about every client that proves to have a key (ZAP, RFC 27) */
#ifndef REMOTE_DOOR_H
#define REMOTE_DOOR_H

#include "keys.h"

typedef struct door door;

/* lets in the owners of these public keys and nobody else */
door *door_open(void *context, const key_pair *allowed, int count);
void door_close(door *d); /* after zmq_ctx_shutdown */

#endif
