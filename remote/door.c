/* the answer to "may this key come in?" */
#define _GNU_SOURCE
#include "door.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <zmq.h>

#define PARTS 8

struct door {
    void *socket;
    pthread_t thread;
    const key_pair *allowed;
    int count;
};

/* text[KEY_SIZE] gets the key as it stands in files */
static bool is_allowed(const door *d, const unsigned char *key, size_t size, char *text) {
    text[0] = '\0';
    if (size != 32 || !zmq_z85_encode(text, key, 32))
        return false;
    for (int i = 0; i < d->count; i++)
        if (strcmp(text, d->allowed[i].public_key) == 0)
            return true;
    return false;
}

static void send_text(void *socket, const void *text, size_t size, bool last) {
    zmq_send(socket, text, size, last ? 0 : ZMQ_SNDMORE);
}

/* version, request, domain, address, identity, mechanism, key → version, request, code, … */
static bool answer_one(door *d) {
    unsigned char parts[PARTS][256];
    size_t sizes[PARTS] = {0};
    int count = 0, more = 1;
    while (more) {
        unsigned char part[256];
        const int size = zmq_recv(d->socket, part, sizeof part, 0);
        size_t length = sizeof more;
        if (size < 0)
            return false;
        if (count < PARTS && size <= (int)sizeof part) {
            memcpy(parts[count], part, (size_t)size);
            sizes[count] = (size_t)size;
        }
        count++;
        zmq_getsockopt(d->socket, ZMQ_RCVMORE, &more, &length);
    }
    char key[KEY_SIZE] = "";
    const bool good = count == 7 && sizes[5] == 5 && memcmp(parts[5], "CURVE", 5) == 0 &&
                      is_allowed(d, parts[6], sizes[6], key);
    send_text(d->socket, "1.0", 3, false);
    send_text(d->socket, parts[1], count > 1 ? sizes[1] : 0, false);
    send_text(d->socket, good ? "200" : "400", 3, false);
    send_text(d->socket, good ? "OK" : "unknown key", good ? 2 : 11, false);
    send_text(d->socket, key, good ? strlen(key) : 0, false); /* becomes the user's name */
    send_text(d->socket, "", 0, true);
    return true;
}

static void *watch(void *context) {
    door *d = context;
    while (answer_one(d))
        continue;
    zmq_close(d->socket);
    return NULL;
}

door *door_open(void *context, const key_pair *allowed, int count) {
    door *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    d->allowed = allowed;
    d->count = count;
    d->socket = zmq_socket(context, ZMQ_REP);
    if (d->socket && zmq_bind(d->socket, "inproc://zeromq.zap.01") == 0 &&
        pthread_create(&d->thread, NULL, watch, d) == 0)
        return d;
    if (d->socket)
        zmq_close(d->socket);
    free(d);
    return NULL;
}

void door_close(door *d) {
    if (!d)
        return;
    pthread_join(d->thread, NULL);
    free(d);
}
