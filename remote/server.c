/* the server: one socket for all clients, a session for each */
#define _GNU_SOURCE
#include "server.h"
#include "multirate/interface.h"
#include "address.h"
#include "awake.h"
#include "clients.h"
#include "door.h"
#include "frame.h"
#include "held.h"
#include "isolation/isolation.h"
#include "offer.h"
#include "socket.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zmq.h>

#define MOST_BYTES (16 << 20) /* of a frame, and of those that a client sends without waiting */
#define MOST_AHEAD 64         /* of them */
#define LOOK_AFTER 2.0        /* s between looks whether silent clients are still there */
#define FIRST_WORD 10.0       /* s that a client may take to ask something at all */
#define MOST_HELD  512.0      /* MB that all connections may hold */
#define REBINDING  10.0       /* s that closing and binding anew may take */

typedef struct server {
    const server_settings *settings;
    offer offer;
    void *context, *socket;
    clients clients;
    double looked;
    char address[300]; /* where it is bound */
    held held;
} server;

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

/* clients that vanished without a word: sending to them fails. And those that only sit there */
static void look_after(server *s, bool at_once) {
    static const unsigned char there[] = {FRAME_THERE, 0, 0, 0};
    const double now = mr_seconds(), idle = s->settings->idle;
    if (!at_once && now - s->looked < fmin(LOOK_AFTER, 0.25 * idle))
        return;
    s->looked = now;
    for (int i = 0; i < s->clients.count; i++) {
        client *c = &s->clients.all[i];
        const double allowed = c->audit.questions > 0 ? idle : fmin(idle, FIRST_WORD);
        if (c->gone)
            continue;
        if (c->pending == 0 && now - c->heard > allowed) {
            char sentence[120];
            snprintf(sentence, sizeof sentence, "the client has asked nothing for %g s", allowed);
            send_frame(s, c, FRAME_SORRY, sentence);
            clients_dismiss(c, "idle");
        } else if (!send_to(s, c, there, sizeof there) && zmq_errno() == EHOSTUNREACH) {
            clients_dismiss(c, "gone"); /* one that does not read may be computing */
        }
    }
}

/* a client says hello: it gets a session */
static void welcome(server *s, client *fresh, mr_wire *frame) {
    const char *sorry = NULL;
    if (mr_wire_take_number(frame) != FRAME_HELLO)
        sorry = "the server does not know this client (any more)";
    else if (mr_wire_take_number(frame) != REMOTE_VERSION || !mr_wire_done(frame))
        sorry = "the server is of another version";
    else if (clients_refuse(&s->clients, fresh->audit.key)) {
        look_after(s, true); /* some may have gone without a word */
        sorry = clients_refuse(&s->clients, fresh->audit.key);
    }
    if (!sorry && !clients_take_in(&s->clients, fresh, &s->offer.served))
        sorry = "the server has no room for another client";
    send_frame(s, fresh, sorry ? FRAME_SORRY : FRAME_HELLO, sorry);
}

/* a frame for the session of a client. Several clients compute at the same time, each in its
 * thread; one that is alone is served here, if its slave is quick */
static void pass_on(server *s, client *c, const mr_wire *frame) {
    const mr_wire *answer = NULL;
    c->heard = mr_seconds();
    c->audit.questions++;
    if (s->clients.count == 1 && c->pending == 0)
        answer = session_try(c->session, frame);
    if (answer) {
        if (!send_to(s, c, answer->data, answer->size))
            clients_dismiss(c, "gone");
        return;
    }
    c->waiting = c->pending > 0 ? c->waiting + frame->size : frame->size;
    if (c->pending == MOST_AHEAD || c->waiting > MOST_BYTES) {
        send_frame(s, c, FRAME_SORRY, "the client asks on and does not wait for answers");
        clients_dismiss(c, "greedy");
    } else if (session_give(c->session, c->socket, frame->data, frame->size)) {
        c->pending++;
    } else {
        clients_dismiss(c, "greedy");
    }
}

/* from a client */
static void listen_outside(server *s, mr_wire *bytes) {
    client from = {.name_size = 0};
    bool more = false;
    if (!socket_receive(s->socket, ZMQ_DONTWAIT, bytes, &more))
        return;
    const bool named = bytes->size <= CLIENT_NAME_MOST && !bytes->bad;
    if (named) {
        memcpy(from.name, bytes->data, bytes->size);
        from.name_size = bytes->size;
    }
    mr_wire_clear(bytes);
    client *known = named ? clients_find(&s->clients, from.name, from.name_size) : NULL;
    socket_peer peer = {"", ""};
    while (more) /* the last part counts; ours have one */
        if (!socket_receive_from(s->socket, 0, bytes, &more, known ? NULL : &peer))
            return;
    if (named && !known) {
        snprintf(from.audit.peer, sizeof from.audit.peer, "%s", peer.address);
        snprintf(from.audit.key, sizeof from.audit.key, "%.40s", peer.key);
        welcome(s, &from, bytes);
    } else if (known && bytes->size > 0 && !bytes->bad) {
        pass_on(s, known, bytes);
    }
}

/* from a session; an empty message is its last */
static void listen_inside(server *s, int index, mr_wire *bytes) {
    client *c = &s->clients.all[index];
    if (!socket_receive(c->socket, ZMQ_DONTWAIT, bytes, NULL))
        return;
    c->pending--;
    c->heard = mr_seconds(); /* from now on it is the client's turn */
    if (bytes->size == 0)
        clients_bury(&s->clients, c);
    else if (!c->gone && !send_to(s, c, bytes->data, bytes->size))
        clients_dismiss(c, "gone");
}

static void bury_all(server *s, const char *why) {
    for (int i = 0; i < s->clients.count; i++)
        clients_dismiss(&s->clients.all[i], why);
    while (s->clients.count > 0)
        clients_bury(&s->clients, &s->clients.all[s->clients.count - 1]);
}

static bool bind_socket(server *s, const char *address);

/* ZeroMQ does not tell whose connection it is, so all are closed; who is honest comes again */
static bool begin_anew(server *s) {
    if (s->settings->tell)
        s->settings->tell("the connections hold too much memory: all are closed");
    bury_all(s, "memory");
    zmq_close(s->socket);
    s->socket = NULL;
    const double begin = mr_seconds();
    bool bound = false; /* when the old socket is gone, with all that it holds */
    while (!bound && mr_seconds() - begin < REBINDING && !atomic_load(s->settings->ended)) {
        bound = !held_too_much_now(&s->held) && bind_socket(s, s->address);
        if (!bound)
            nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    }
    return bound;
}

static void serve(server *s) {
    mr_wire bytes = {0};
    awake moment = {0};
    zmq_pollitem_t *items = calloc(2 * (size_t)s->clients.most + 1, sizeof *items);
    while (items && !atomic_load(s->settings->ended)) {
        const int count = s->clients.count;
        items[0] = (zmq_pollitem_t){.socket = s->socket, .events = ZMQ_POLLIN};
        for (int i = 0; i < count; i++)
            items[i + 1] =
                (zmq_pollitem_t){.socket = s->clients.all[i].socket, .events = ZMQ_POLLIN};
        if (zmq_poll(items, count + 1, awake_still(&moment) ? 0 : 200) > 0) {
            awake_begin(&moment);
            for (int i = count - 1; i >= 0; i--) /* burying moves the last one */
                if (items[i + 1].revents & ZMQ_POLLIN)
                    listen_inside(s, i, &bytes);
            if (items[0].revents & ZMQ_POLLIN)
                listen_outside(s, &bytes);
        }
        look_after(s, false);
        if (held_too_much(&s->held) && !begin_anew(s)) {
            if (s->settings->tell)
                s->settings->tell("the server ends: its address cannot be bound again");
            break;
        }
    }
    free(items);
    mr_wire_free(&bytes);
}

static bool bind_socket(server *s, const char *address) {
    const server_settings *set = s->settings;
    const int64_t most = MOST_BYTES;
    s->socket = zmq_socket(s->context, ZMQ_ROUTER);
    socket_set_number(s->socket, ZMQ_LINGER, 0);
    socket_set_number(s->socket, ZMQ_IPV6, strchr(set->bind, '[') != NULL);
    socket_set_number(s->socket, ZMQ_ROUTER_MANDATORY, 1);
    socket_set_number(s->socket, ZMQ_HEARTBEAT_IVL, 1000);
    socket_set_number(s->socket, ZMQ_HEARTBEAT_TIMEOUT, 5000);
    socket_set_number(s->socket, ZMQ_HANDSHAKE_IVL, 10000);
    zmq_setsockopt(s->socket, ZMQ_MAXMSGSIZE, &most, sizeof most);
    if (set->key) {
        socket_set_number(s->socket, ZMQ_CURVE_SERVER, 1);
        zmq_setsockopt(s->socket, ZMQ_CURVE_SECRETKEY, set->key->secret_key, KEY_SIZE - 1);
    }
    if (zmq_bind(s->socket, address) == 0)
        return true;
    zmq_close(s->socket);
    s->socket = NULL;
    return false;
}

static bool open_socket(server *s, mr_message *message) {
    const server_settings *set = s->settings;
    size_t size = sizeof s->address;
    if (!bind_socket(s, set->bind)) {
        mr_message_set(message, "'%.300s' cannot be bound: %s", set->bind,
                       zmq_strerror(zmq_errno()));
        return false;
    }
    zmq_getsockopt(s->socket, ZMQ_LAST_ENDPOINT, s->address, &size);
    if (set->ready)
        set->ready(s->address);
    held_begin(&s->held, (size_t)((set->held > 0.0 ? set->held : MOST_HELD) * 1e6));
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

/* one key's share: all of it if there is one key; else somebody always finds a place beside it */
static int share_of_key(const server_settings *set) {
    if (set->most_per_key > 0)
        return set->most_per_key;
    return set->allowed_count < 2 || set->most_clients < 4 ? set->most_clients
                                                           : set->most_clients / 2;
}

static bool prepare(server *s, mr_message *message) {
    const server_settings *set = s->settings;
    if (!check(set, message) || !offer_make(&s->offer, set, message))
        return false;
    s->clients = (clients){.most = set->most_clients,
                           .most_per_key = share_of_key(set),
                           .tell = set->tell,
                           .audit_file = set->audit_file,
                           .all = calloc(2 * (size_t)set->most_clients, sizeof *s->clients.all)};
    s->context = s->offer.served.context = zmq_ctx_new();
    if (s->clients.all && s->context)
        return true;
    mr_message_set(message, "not enough memory");
    return false;
}

bool server_run(const server_settings *settings, mr_message *message) {
    server s = {.settings = settings};
    door *d = NULL;
    bool good = prepare(&s, message);
    if (good && settings->key)
        d = door_open(s.context, settings->allowed, settings->allowed_count);
    good = good && (!settings->key || d) && open_socket(&s, message);
    if (good)
        serve(&s);
    bury_all(&s, "stopped");
    if (s.socket)
        zmq_close(s.socket);
    if (s.context)
        zmq_ctx_shutdown(s.context);
    door_close(d);
    if (s.context)
        zmq_ctx_term(s.context);
    free(s.clients.all);
    offer_free(&s.offer);
    return good;
}
