/* the bridge's connection to a server: frames out, frames in, and why there is none (any more) */
#ifndef REMOTE_CONNECTION_H
#define REMOTE_CONNECTION_H

#include "frame.h"

#include <stdbool.h>

typedef struct connection {
    void *context, *socket, *events;
    char address[512];
    double timeout;
    char sorry[400]; /* why there is no slave any more; "" while there is */
    mr_wire frame;   /* the last one, out or in */
} connection;

/* "ADDRESS|KEY|SERVER_KEY|TIMEOUT", as the library puts it; `text` is taken apart. What goes wrong
 * stands in `sorry` */
void connection_open(connection *c, char *text);

/* no more frames; the first reason counts */
void connection_give_up(connection *c, const char *why);

/* sends `frame`, waits for one that answers and leaves it there; its kind, or 0 if there will be
 * none */
int connection_ask(connection *c);

#endif
