/* one client of the server: a slave in a process of its own, and a thread that passes its messages
 * on. Whatever becomes of that process concerns this client alone. */
#ifndef REMOTE_SESSION_H
#define REMOTE_SESSION_H

#include "isolation/isolation.h"
#include "let.h"

#include "multirate/message.h"

#include <stdbool.h>

/* what is served, the same for all clients */
typedef struct served {
    const char *plugin;      /* path of the plug-in */
    const char *prefix;      /* configuration of every instance: what the host chooses */
    const let_list *let;     /* what a client may add to it */
    const char *host;        /* program that a slave runs in */
    const char *confinement; /* of that program (isolation/confine.h) */
    double timeout;          /* s that a call of the slave may take */
    void *context;           /* of ZeroMQ */
} served;

typedef struct session session;

/* `end` is the inproc address of the pair of sockets between server and session */
session *session_start(const served *what, const char *end);

/* takes the turn of a frame in the caller's thread, if the session's thread waits for one and the
 * slave answers within a moment: that spares the way through two threads. The frame to send; NULL:
 * the thread goes on with it when it gets `frame`. Only if every frame so far has its answer */
const mr_wire *session_try(session *s, const mr_wire *frame);

/* a frame for the thread, through the server's end of the pair; empty: it shall end */
bool session_give(session *s, void *end, const void *bytes, size_t size);

/* ends whatever the slave is doing; the thread notices within a moment and kills the process */
void session_cancel(session *s);

/* the thread has said its last, or does so at the next empty message; joins it */
void session_join(session *s);

/* after that: the client has closed its slave as it should */
bool session_closed(const session *s);
void session_free(session *s);

#endif
