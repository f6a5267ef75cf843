/* what the suites of remote slaves share: a server in a thread of this program, and a master */
#ifndef REMOTE_WORLD_H
#define REMOTE_WORLD_H

#include "mr_test.h"
#include "multirate/multirate.h"
#include "server.h"

#include <pthread.h>
#include <stdbool.h>

typedef struct test_server {
    server_settings settings;
    atomic_int ended;
    pthread_t thread;
    mr_message message;
    bool good;
} test_server;

extern char bound[300]; /* the address of the server that was started last */
extern bool expected;   /* a failure is no surprise */

/* the settings, which may be changed before it begins; `start` does both */
void prepare(test_server *s, const char *slave, const key_pair *key, const key_pair *allowed);
void begin(test_server *s);
void start(test_server *s, const char *slave, const key_pair *key, const key_pair *allowed);
void stop(test_server *s);

typedef struct master {
    mr_plugin *plugin;
    mr_interface *interface;
} master;

mr_status open_master(master *m, const char *slave, const char *options, const char *configuration,
                      mr_message *message);
void close_master(master *m);

#define STEPS 300
/* 2 STEPS answers */
mr_status run(master *m, double *answers);

#endif
