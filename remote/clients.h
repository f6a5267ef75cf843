/* the clients of a server: who is there, since when, with which key, and how they leave
 *
 * A client that leaves, or is sent away, is dismissed first: nobody listens to its session any
 * more, whose thread ends the slave and then says its last. Only then it is buried. So nobody waits
 * for a slave that takes its time. */
#ifndef REMOTE_CLIENTS_H
#define REMOTE_CLIENTS_H

#include "audit.h"
#include "session.h"

#define CLIENT_NAME_MOST 256

typedef struct client {
    unsigned char name[CLIENT_NAME_MOST]; /* that ZeroMQ gave it */
    size_t name_size;
    session *session;
    void *socket;   /* our end of the pair */
    int pending;    /* frames that the session's thread has not answered yet */
    size_t waiting; /* bytes of them, at most */
    double came, heard;
    bool gone; /* nobody listens any more; its thread is asked to end */
    audit audit;
} client;

typedef struct clients {
    client *all;
    int count, most; /* of those that are not gone, at most; `all` has room for twice as many */
    int most_per_key;
    long born; /* so far */
    void (*tell)(const char *sentence);
    const char *audit_file;
} clients;

client *clients_find(clients *list, const unsigned char *name, size_t size);

/* why there is no room for a client with this key; NULL if there is */
const char *clients_refuse(const clients *list, const char *key);

/* takes it into the list, with a session; false without memory, threads or sockets */
bool clients_take_in(clients *list, client *fresh, const served *what);

/* nobody listens to it any more; `how` it ended, for the audit */
void clients_dismiss(client *c, const char *how);

/* its thread has said its last, or will at once */
void clients_bury(clients *list, client *c);

#endif
