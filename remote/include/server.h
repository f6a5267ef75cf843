/* serves one slave to many clients: each gets an instance of its own, in a process of its own */
#ifndef REMOTE_SERVER_H
#define REMOTE_SERVER_H

#include "keys.h"
#include "let.h"

#include <stdatomic.h>

typedef struct server_settings {
    const char *slave;         /* as for the block: plug-in, name or file */
    const char *configuration; /* of every instance; may be NULL */
    const let_list *let;       /* what clients may add to it; NULL: nothing */
    const char *bind;          /* tcp://… */
    const key_pair *key;       /* NULL: without keys, on this machine alone */
    const key_pair *allowed;   /* public keys of the clients */
    int allowed_count;
    int most_clients;
    int most_per_key;         /* of them; 0: half if there are several keys */
    double idle;              /* s after which a client that asks nothing has to go */
    const char *audit_file;   /* gets a line per session; may be NULL */
    double timeout;           /* s that a call of a slave may take */
    bool unconfined;          /* no sandbox: slaves have the rights of this user */
    double memory, cpu_time;  /* MB and s that an instance may take; 0: no limit */
    double held;              /* MB that connections may hold of this process; 0: 512 */
    const char *const *files; /* that it may read in the sandbox */
    int file_count;
    const atomic_int *ended;              /* set from outside (a signal, a thread) to end */
    void (*tell)(const char *sentence);   /* what happens; may be NULL */
    void (*ready)(const char *addresses); /* it is bound */
} server_settings;

/* until *ended; false, and a sentence, if it cannot begin */
bool server_run(const server_settings *settings, mr_message *message);

#endif
