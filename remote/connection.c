/* the ZeroMQ side of the bridge */
#include "connection.h"
#include "multirate/interface.h"
#include "address.h"
#include "awake.h"
#include "isolation/isolation.h"
#include "keys.h"
#include "socket.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zmq.h>

#define MOST_BYTES (256 << 20)

void connection_give_up(connection *c, const char *why) {
    if (!c->sorry[0])
        snprintf(c->sorry, sizeof c->sorry, "%.300s: %s", c->address, why);
}

/* what the connection went through, as far as it explains why no answer comes; NULL: nothing */
static const char *read_event(void *events) {
    zmq_msg_t part;
    int event = 0;
    zmq_msg_init(&part);
    if (zmq_msg_recv(&part, events, ZMQ_DONTWAIT) >= 2) {
        uint16_t number;
        memcpy(&number, zmq_msg_data(&part), sizeof number);
        event = number;
    }
    while (zmq_msg_more(&part))
        if (zmq_msg_recv(&part, events, ZMQ_DONTWAIT) < 0)
            break;
    zmq_msg_close(&part);
    switch (event) {
    case ZMQ_EVENT_HANDSHAKE_FAILED_AUTH:
        return "the server does not let this key in";
    case ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL:
        return "the server wants another way of proving who one is: with keys where there were "
               "none, or the other way round";
    case ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL:
        return "the server ended the connection before it began; is server_key the key of this "
               "server?";
    case ZMQ_EVENT_DISCONNECTED:
        return "the connection was cut";
    default:
        return NULL;
    }
}

/* without a connection a frame would wait silently: so we wait for one here, and look why none
 * comes */
static bool send_frame(connection *c) {
    const double deadline = mr_seconds() + c->timeout;
    while (zmq_send(c->socket, c->frame.data, c->frame.size, ZMQ_DONTWAIT) < 0) {
        zmq_pollitem_t items[] = {{.socket = c->socket, .events = ZMQ_POLLOUT},
                                  {.socket = c->events, .events = ZMQ_POLLIN}};
        if (mr_seconds() > deadline || c->frame.bad)
            connection_give_up(c, "no server answers there");
        zmq_poll(items, 2, 50);
        const char *why = items[1].revents & ZMQ_POLLIN ? read_event(c->events) : NULL;
        if (why)
            connection_give_up(c, why);
        if (c->sorry[0])
            return false;
    }
    return true;
}

/* what a frame says; 0: nothing that one waits for */
static int read_frame(connection *c) {
    const int kind = mr_wire_take_number(&c->frame);
    if (kind == FRAME_SORRY) {
        char text[300];
        mr_wire_copy_text(&c->frame, text, sizeof text);
        connection_give_up(c, text);
    }
    return kind == FRAME_SORRY || kind == FRAME_THERE ? 0 : kind;
}

static void sleep_until_something_comes(connection *c, double deadline) {
    zmq_pollitem_t items[] = {{.socket = c->socket, .events = ZMQ_POLLIN},
                              {.socket = c->events, .events = ZMQ_POLLIN}};
    const double left = deadline - mr_seconds();
    if (left <= 0.0) {
        char why[80];
        snprintf(why, sizeof why, "no answer within %g s", c->timeout);
        connection_give_up(c, why);
        return;
    }
    zmq_poll(items, 2, (long)ceil(1000.0 * left));
    if (items[0].revents & ZMQ_POLLIN)
        return; /* an answer counts, even if the connection is cut behind it */
    const char *why = items[1].revents & ZMQ_POLLIN ? read_event(c->events) : NULL;
    if (why)
        connection_give_up(c, why);
}

/* waits for a frame that answers; its kind, or 0 if there will be none */
static int hear_frame(connection *c) {
    const double deadline = mr_seconds() + c->timeout;
    awake moment;
    awake_begin(&moment);
    while (!c->sorry[0]) {
        if (socket_receive(c->socket, ZMQ_DONTWAIT, &c->frame, NULL)) {
            const int kind = read_frame(c);
            if (kind)
                return kind;
        } else if (!awake_still(&moment)) {
            sleep_until_something_comes(c, deadline);
        }
    }
    return 0;
}

int connection_ask(connection *c) {
    return send_frame(c) ? hear_frame(c) : 0;
}

static bool set_keys(connection *c, const char *own, const char *server, mr_message *message) {
    key_pair mine, theirs;
    if (!own[0] && !server[0]) {
        if (address_is_loopback(c->address))
            return true;
        mr_message_set(message, "a slave on another machine needs keys: key=FILE.key of this "
                                "user and server_key=FILE.pub of the server");
        return false;
    }
    if (!own[0] || !server[0]) {
        mr_message_set(message, "key and server_key belong together");
        return false;
    }
    if (!keys_read(own, true, &mine, message) || !keys_read(server, false, &theirs, message))
        return false;
    if (zmq_setsockopt(c->socket, ZMQ_CURVE_SERVERKEY, theirs.public_key, KEY_SIZE - 1) != 0 ||
        zmq_setsockopt(c->socket, ZMQ_CURVE_PUBLICKEY, mine.public_key, KEY_SIZE - 1) != 0 ||
        zmq_setsockopt(c->socket, ZMQ_CURVE_SECRETKEY, mine.secret_key, KEY_SIZE - 1) != 0) {
        mr_message_set(message, "the keys cannot be used: %s", zmq_strerror(zmq_errno()));
        return false;
    }
    return true;
}

static bool connect_to(connection *c, char *text, mr_message *message) {
    char *parts[4] = {text, "", "", ""};
    for (int i = 1; i < 4; i++) {
        char *bar = strchr(parts[i - 1], '|');
        if (!bar)
            break;
        *bar = '\0';
        parts[i] = bar + 1;
    }
    snprintf(c->address, sizeof c->address, "%.500s", parts[0]);
    const double timeout = strtod(parts[3], NULL);
    c->timeout = timeout > 0.0 ? 0.9 * timeout : 27.0; /* our sentence comes before the library's */
    c->context = zmq_ctx_new();
    c->socket = zmq_socket(c->context, ZMQ_DEALER);
    if (!address_is_tcp(c->address) || !c->socket) {
        mr_message_set(message, "'%.300s' is no address like tcp://host:port", c->address);
        return false;
    }
    socket_set_number(c->socket, ZMQ_LINGER, 0);
    socket_set_number(c->socket, ZMQ_IMMEDIATE, 1);
    socket_set_number(c->socket, ZMQ_IPV6, strchr(c->address, '[') != NULL);
    socket_set_number(c->socket, ZMQ_HEARTBEAT_IVL, 1000);
    socket_set_number(c->socket, ZMQ_HEARTBEAT_TIMEOUT, 5000);
    socket_set_number(c->socket, ZMQ_HANDSHAKE_IVL, (int)(900.0 * c->timeout));
    const int64_t most = MOST_BYTES; /* a server may not fill this machine's memory */
    zmq_setsockopt(c->socket, ZMQ_MAXMSGSIZE, &most, sizeof most);
    if (!set_keys(c, parts[1], parts[2], message))
        return false;
    zmq_socket_monitor(c->socket, "inproc://events", ZMQ_EVENT_ALL);
    c->events = zmq_socket(c->context, ZMQ_PAIR);
    if (!c->events || zmq_connect(c->events, "inproc://events") != 0 ||
        zmq_connect(c->socket, c->address) != 0) {
        mr_message_set(message, "%.300s: %s", c->address, zmq_strerror(zmq_errno()));
        return false;
    }
    return true;
}

static void say_hello(connection *c) {
    frame_begin(&c->frame, FRAME_HELLO);
    mr_wire_put_number(&c->frame, REMOTE_VERSION);
    if (connection_ask(c) != FRAME_HELLO || mr_wire_take_number(&c->frame) != REMOTE_VERSION)
        connection_give_up(c, "the server is of another version");
}

void connection_open(connection *c, char *text) {
    mr_message message = {""};
    if (connect_to(c, text, &message))
        say_hello(c);
    else
        snprintf(c->sorry, sizeof c->sorry, "%.390s", message.text);
}
