/* a link between a client and a server that can be made slow, silent or bad */
#ifndef RELAY_H
#define RELAY_H

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

typedef enum relay_fault {
    RELAY_GOOD,
    RELAY_SILENT,  /* takes everything and passes nothing on */
    RELAY_CUT,     /* closes both ends */
    RELAY_GARBLES, /* changes bytes */
    RELAY_FLOODS,  /* says to the client a message that never ends, as long as it listens */
} relay_fault;

typedef struct relay {
    _Atomic relay_fault fault;
    atomic_int pause_us; /* before each piece */
    atomic_int piece;    /* bytes at most; 0: as they come */
    char address[64];    /* tcp://127.0.0.1:port */
    int port, listener;  /* of the server, of ours */
    atomic_int ended;
    pthread_t thread;
} relay;

/* to the server at tcp://127.0.0.1:port; one client at a time */
void relay_start(relay *r, const char *server);
void relay_stop(relay *r);

/* connects, says something and hangs up */
void relay_say(const char *server, const void *bytes, size_t size);

#endif
