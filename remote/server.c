/* the server: one socket for all clients, a session for each */
#define _GNU_SOURCE
#include "server.h"
#include "address.h"
#include "awake.h"
#include "door.h"
#include "frame.h"
#include "isolation/channel.h"
#include "isolation/isolated_slave.h"
#include "session.h"
#include "socket.h"

#include "multirate/plugin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zmq.h>

#define NAME_MOST  256
#define MOST_BYTES (16 << 20) /* of a frame, and of those that a client sends without waiting */
#define MOST_AHEAD 64         /* of them */
#define LOOK_AFTER 2.0        /* s between looks whether silent clients are still there */

typedef struct client {
    unsigned char name[NAME_MOST];
    size_t name_size;
    session *session;
    void *socket;   /* our end of the pair */
    int pending;    /* frames that the session's thread has not answered yet */
    size_t waiting; /* bytes of them, at most */
    bool gone;      /* nobody listens any more; its thread is asked to end */
} client;

typedef struct server {
    const server_settings *settings;
    served served;
    void *context, *socket;
    client *clients;
    int count;
    long born; /* clients so far */
    double looked;
} server;

static void tell(server *s, const char *what, int clients) {
    char text[200];
    snprintf(text, sizeof text, "%s; %d client%s now", what, clients, clients == 1 ? "" : "s");
    if (s->settings->tell)
        s->settings->tell(text);
}

static bool send_to(server *s, const client *c, const void *bytes, size_t size) {
    return zmq_send(s->socket, c->name, c->name_size, ZMQ_SNDMORE | ZMQ_DONTWAIT) >= 0 &&
           zmq_send(s->socket, bytes, size, ZMQ_DONTWAIT) >= 0;
}

static void send_frame(server *s, const client *c, frame_kind kind, const char *sentence) {
    mr_wire frame = {0};
    frame_begin(&frame, kind);
    if (kind == FRAME_HELLO)
        mr_wire_put_number(&frame, REMOTE_VERSION);
    if (sentence)
        mr_wire_put_text(&frame, sentence);
    if (!frame.bad)
        (void)send_to(s, c, frame.data, frame.size);
    mr_wire_free(&frame);
}

static client *find(server *s, const client *like) {
    for (int i = 0; i < s->count; i++)
        if (!s->clients[i].gone && s->clients[i].name_size == like->name_size &&
            memcmp(s->clients[i].name, like->name, like->name_size) == 0)
            return &s->clients[i];
    return NULL;
}

/* nobody listens to a session any more. Its thread says its last when it has ended the slave;
 * nobody else waits for that */
static void dismiss(client *c) {
    if (c->gone)
        return;
    c->gone = true;
    session_cancel(c->session);
    zmq_send(c->socket, "", 0, ZMQ_DONTWAIT);
}

/* its thread has said its last, or will at once */
static void bury(server *s, client *c) {
    const char *why = c->gone ? "a client is gone" : "a client has left";
    session_join(c->session);
    zmq_close(c->socket);
    *c = s->clients[--s->count];
    tell(s, why, s->count);
}

/* a client says hello: it gets a session */
static void welcome(server *s, client *fresh, mr_wire *frame) {
    char end[64];
    if (mr_wire_take_number(frame) != FRAME_HELLO) {
        send_frame(s, fresh, FRAME_SORRY, "the server does not know this client (any more)");
        return;
    }
    if (mr_wire_take_number(frame) != REMOTE_VERSION || !mr_wire_done(frame)) {
        send_frame(s, fresh, FRAME_SORRY, "the server is of another version");
        return;
    }
    if (s->count == s->settings->most_clients) {
        send_frame(s, fresh, FRAME_SORRY, "the server has as many clients as it may have");
        return;
    }
    snprintf(end, sizeof end, "inproc://session-%ld", ++s->born);
    fresh->socket = zmq_socket(s->context, ZMQ_PAIR);
    if (fresh->socket && zmq_bind(fresh->socket, end) == 0)
        fresh->session = session_start(&s->served, end);
    if (!fresh->session) {
        if (fresh->socket)
            zmq_close(fresh->socket);
        send_frame(s, fresh, FRAME_SORRY, "the server has no room for another client");
        return;
    }
    s->clients[s->count++] = *fresh;
    send_frame(s, fresh, FRAME_HELLO, NULL);
    tell(s, "a client has come", s->count);
}

/* a frame for the session of a client. Several clients compute at the same time, each in its
 * thread; one that is alone is served here, if its slave is quick */
static void pass_on(server *s, client *c, const mr_wire *frame) {
    const mr_wire *answer = NULL;
    if (s->count == 1 && c->pending == 0)
        answer = session_try(c->session, frame);
    if (answer) {
        if (!send_to(s, c, answer->data, answer->size))
            dismiss(c);
        return;
    }
    c->waiting = c->pending > 0 ? c->waiting + frame->size : frame->size;
    if (c->pending == MOST_AHEAD || c->waiting > MOST_BYTES) {
        send_frame(s, c, FRAME_SORRY, "the client asks on and does not wait for answers");
        dismiss(c);
    } else if (zmq_send(c->socket, frame->data, frame->size, ZMQ_DONTWAIT) >= 0) {
        c->pending++;
    } else {
        dismiss(c);
    }
}

/* from a client */
static void listen_outside(server *s, mr_wire *bytes) {
    client from = {.name_size = 0};
    bool more = false;
    if (!socket_receive(s->socket, ZMQ_DONTWAIT, bytes, &more) || bytes->size > NAME_MOST)
        return;
    memcpy(from.name, bytes->data, bytes->size);
    from.name_size = bytes->size;
    mr_wire_clear(bytes);
    while (more) /* the last part counts; ours have one */
        if (!socket_receive(s->socket, 0, bytes, &more))
            return;
    client *known = find(s, &from);
    if (!known)
        welcome(s, &from, bytes);
    else if (bytes->size > 0)
        pass_on(s, known, bytes);
}

/* from a session; an empty message is its last */
static void listen_inside(server *s, int index, mr_wire *bytes) {
    client *c = &s->clients[index];
    if (!socket_receive(c->socket, ZMQ_DONTWAIT, bytes, NULL))
        return;
    c->pending--;
    if (bytes->size == 0)
        bury(s, c);
    else if (!c->gone && !send_to(s, c, bytes->data, bytes->size))
        dismiss(c);
}

/* clients that vanished without a word: sending to them fails */
static void look_after(server *s) {
    static const unsigned char there[] = {FRAME_THERE, 0, 0, 0};
    const double now = mr_channel_clock();
    if (now - s->looked < LOOK_AFTER)
        return;
    s->looked = now;
    for (int i = 0; i < s->count; i++)
        if (!s->clients[i].gone && !send_to(s, &s->clients[i], there, sizeof there))
            dismiss(&s->clients[i]);
}

static void serve(server *s) {
    mr_wire bytes = {0};
    awake moment = {0};
    zmq_pollitem_t *items = calloc((size_t)s->settings->most_clients + 1, sizeof *items);
    while (items && !*s->settings->ended) {
        const int count = s->count;
        items[0] = (zmq_pollitem_t){.socket = s->socket, .events = ZMQ_POLLIN};
        for (int i = 0; i < count; i++)
            items[i + 1] = (zmq_pollitem_t){.socket = s->clients[i].socket, .events = ZMQ_POLLIN};
        if (zmq_poll(items, count + 1, awake_still(&moment) ? 0 : 200) > 0) {
            awake_begin(&moment);
            for (int i = count - 1; i >= 0; i--) /* burying moves the last one */
                if (items[i + 1].revents & ZMQ_POLLIN)
                    listen_inside(s, i, &bytes);
            if (items[0].revents & ZMQ_POLLIN)
                listen_outside(s, &bytes);
        }
        look_after(s);
    }
    free(items);
    mr_wire_free(&bytes);
}

static bool open_socket(server *s, mr_message *message) {
    const server_settings *set = s->settings;
    const int64_t most = MOST_BYTES;
    s->socket = zmq_socket(s->context, ZMQ_ROUTER);
    socket_set_number(s->socket, ZMQ_LINGER, 0);
    socket_set_number(s->socket, ZMQ_IPV6, strchr(set->bind, '[') != NULL);
    socket_set_number(s->socket, ZMQ_ROUTER_MANDATORY, 1);
    socket_set_number(s->socket, ZMQ_HEARTBEAT_IVL, 1000);
    socket_set_number(s->socket, ZMQ_HEARTBEAT_TIMEOUT, 5000);
    zmq_setsockopt(s->socket, ZMQ_MAXMSGSIZE, &most, sizeof most);
    if (set->key) {
        socket_set_number(s->socket, ZMQ_CURVE_SERVER, 1);
        zmq_setsockopt(s->socket, ZMQ_CURVE_SECRETKEY, set->key->secret_key, KEY_SIZE - 1);
    }
    if (zmq_bind(s->socket, set->bind) != 0) {
        mr_message_set(message, "'%.300s' cannot be bound: %s", set->bind,
                       zmq_strerror(zmq_errno()));
        return false;
    }
    char address[300] = "";
    size_t size = sizeof address;
    zmq_getsockopt(s->socket, ZMQ_LAST_ENDPOINT, address, &size);
    if (set->ready)
        set->ready(address);
    return true;
}

static bool check(const server_settings *set, mr_message *message) {
    if (!address_is_tcp(set->bind))
        mr_message_set(message, "'%.300s' is no address like tcp://127.0.0.1:5555 or tcp://*:5555",
                       set->bind);
    else if (!set->key && !address_is_loopback(set->bind))
        mr_message_set(message,
                       "without keys only this machine is served (tcp://127.0.0.1:PORT); give "
                       "--key FILE.key and --allow FILE.pub for each client");
    else if (set->key && set->allowed_count == 0)
        mr_message_set(message, "nobody could come in: give --allow FILE.pub for each client");
    else
        return true;
    return false;
}

bool server_run(const server_settings *settings, mr_message *message) {
    server s = {.settings = settings};
    mr_plugin *plugin = NULL;
    const char *prefix = "";
    char *host = NULL, *before = NULL;
    door *d = NULL;
    bool good = check(settings, message) &&
                mr_plugin_load(settings->slave, message, &plugin, &prefix) == MR_OK &&
                mr_isolation_find_host(mr_plugin_path(plugin), &host, message) == MR_OK;
    if (good) {
        const char *own = settings->configuration ? settings->configuration : "";
        s.clients = calloc((size_t)settings->most_clients, sizeof *s.clients);
        good = asprintf(&before, "%s%s%s", prefix, own, *own ? " " : "") >= 0 && s.clients;
        s.context = zmq_ctx_new();
        static const let_list nothing;
        s.served = (served){.plugin = mr_plugin_path(plugin),
                            .prefix = before,
                            .let = settings->let ? settings->let : &nothing,
                            .host = host,
                            .timeout = settings->timeout,
                            .context = s.context};
        good = good && s.context;
    }
    if (good && settings->key)
        d = door_open(s.context, settings->allowed, settings->allowed_count);
    good = good && (!settings->key || d) && open_socket(&s, message);
    if (good)
        serve(&s);
    for (int i = 0; i < s.count; i++)
        dismiss(&s.clients[i]);
    while (s.count > 0)
        bury(&s, &s.clients[s.count - 1]);
    if (s.socket)
        zmq_close(s.socket);
    if (s.context)
        zmq_ctx_shutdown(s.context);
    door_close(d);
    if (s.context)
        zmq_ctx_term(s.context);
    free(s.clients);
    free(before);
    free(host);
    mr_plugin_unload(plugin);
    return good;
}
