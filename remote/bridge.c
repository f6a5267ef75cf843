/* multirate-slave-bridge: stands where the host of an isolated slave stands, and passes everything
 * on to a server (`multirate serve`) in the network
 *
 * For the library a remote slave is an isolated one (libmultirate/src/isolation); it starts this
 * program instead of multirate-slave-host, and its time-outs and sentences hold here too. Before a
 * step goes out, the bridge asks the master for the inputs at the times that the slave asked for in
 * the step before, moved on by a step; so a step is one turn over the network, and the slave gets
 * the very inputs it would have got at home. */
#define _GNU_SOURCE
#include "address.h"
#include "frame.h"
#include "isolation/channel.h"
#include "isolation/isolated.h"
#include "isolation/process.h"
#include "keys.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zmq.h>

/* where the slave is */
typedef struct slave_place {
    double now;
    double next_step; /* as the slave tells; 0: it does not */
    long steps;
} slave_place;

typedef struct bridge {
    mr_channel channel;
    void *context, *socket, *events;
    char address[512];
    double timeout;
    char sorry[400]; /* why there is no slave any more; "" while there is */
    mr_wire question, answer, frame;
    known_inputs known;
    /* the slave's own steps: t0 + i h */
    mr_widths widths;
    double *outputs; /* room for them */
    int moving;      /* the question that is being answered, if it moves the slave on */
    double t0;
    double nominal; /* the first size of a step that it told */
    slave_place at;
    slave_place *saved; /* by slot */
    int saved_count;
    bool wants_begin, wants_end; /* asked for in a step before */
    bool counts;                 /* the end of its step is t0 + i h, not t + h */
} bridge;

static void *watch_lifeline(void *context) {
    char byte;
    ssize_t answer;
    (void)context;
    do
        answer = read(MR_PROCESS_LIFELINE, &byte, 1);
    while (answer > 0 || (answer < 0 && errno == EINTR));
    _exit(MR_HOST_ORPHAN);
}

static void give_up(bridge *b, const char *why) {
    if (!b->sorry[0])
        snprintf(b->sorry, sizeof b->sorry, "%.300s: %s", b->address, why);
}

/* ---- network ---- */

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
static bool send_frame(bridge *b) {
    const double deadline = mr_channel_clock() + b->timeout;
    while (zmq_send(b->socket, b->frame.data, b->frame.size, ZMQ_DONTWAIT) < 0) {
        zmq_pollitem_t items[] = {{.socket = b->socket, .events = ZMQ_POLLOUT},
                                  {.socket = b->events, .events = ZMQ_POLLIN}};
        if (mr_channel_clock() > deadline || b->frame.bad)
            give_up(b, "no server answers there");
        zmq_poll(items, 2, 50);
        const char *why = items[1].revents & ZMQ_POLLIN ? read_event(b->events) : NULL;
        if (why)
            give_up(b, why);
        if (b->sorry[0])
            return false;
    }
    return true;
}

static bool take_frame(bridge *b) {
    zmq_msg_t message;
    zmq_msg_init(&message);
    const bool there = zmq_msg_recv(&message, b->socket, ZMQ_DONTWAIT) >= 0;
    if (there) {
        mr_wire_clear(&b->frame);
        unsigned char *place = mr_wire_extend(&b->frame, zmq_msg_size(&message));
        if (place && zmq_msg_size(&message) > 0)
            memcpy(place, zmq_msg_data(&message), zmq_msg_size(&message));
    }
    zmq_msg_close(&message);
    return there;
}

/* waits for a frame that answers; its kind, or 0 if there will be none */
static int hear_frame(bridge *b) {
    const double begin = mr_channel_clock(), deadline = begin + b->timeout;
    while (!b->sorry[0]) {
        zmq_pollitem_t items[] = {{.socket = b->socket, .events = ZMQ_POLLIN},
                                  {.socket = b->events, .events = ZMQ_POLLIN}};
        const double left = deadline - mr_channel_clock();
        if (left <= 0.0) {
            char why[80];
            snprintf(why, sizeof why, "no answer within %g s", b->timeout);
            give_up(b, why);
            break;
        }
        /* awake at first: putting a thread to sleep and waking it costs more than a short answer */
        const bool awake = mr_channel_clock() - begin < FRAME_AWAKE;
        zmq_poll(items, 2, awake ? 0 : (long)ceil(1000.0 * left));
        if ((items[0].revents & ZMQ_POLLIN) && take_frame(b)) {
            const int kind = mr_wire_take_number(&b->frame);
            if (kind == FRAME_SORRY) {
                char text[300];
                mr_wire_copy_text(&b->frame, text, sizeof text);
                give_up(b, text);
            } else if (kind != FRAME_THERE) {
                return kind;
            }
        } else if (items[1].revents & ZMQ_POLLIN) {
            const char *why = read_event(b->events);
            if (why)
                give_up(b, why);
        }
    }
    return 0;
}

static bool set_keys(bridge *b, const char *own, const char *server, mr_message *message) {
    key_pair mine, theirs;
    if (!own[0] && !server[0]) {
        if (address_is_loopback(b->address))
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
    if (zmq_setsockopt(b->socket, ZMQ_CURVE_SERVERKEY, theirs.public_key, KEY_SIZE - 1) != 0 ||
        zmq_setsockopt(b->socket, ZMQ_CURVE_PUBLICKEY, mine.public_key, KEY_SIZE - 1) != 0 ||
        zmq_setsockopt(b->socket, ZMQ_CURVE_SECRETKEY, mine.secret_key, KEY_SIZE - 1) != 0) {
        mr_message_set(message, "the keys cannot be used: %s", zmq_strerror(zmq_errno()));
        return false;
    }
    return true;
}

static void set_number(void *socket, int option, int number) {
    zmq_setsockopt(socket, option, &number, sizeof number);
}

/* "ADDRESS|KEY|SERVER_KEY|TIMEOUT", as the library puts it */
static bool connect_to(bridge *b, char *text, mr_message *message) {
    char *parts[4] = {text, "", "", ""};
    for (int i = 1; i < 4; i++) {
        char *bar = strchr(parts[i - 1], '|');
        if (!bar)
            break;
        *bar = '\0';
        parts[i] = bar + 1;
    }
    snprintf(b->address, sizeof b->address, "%.500s", parts[0]);
    const double timeout = strtod(parts[3], NULL);
    b->timeout = timeout > 0.0 ? 0.9 * timeout : 27.0; /* our sentence comes before the library's */
    b->context = zmq_ctx_new();
    b->socket = zmq_socket(b->context, ZMQ_DEALER);
    if (!address_is_tcp(b->address) || !b->socket) {
        mr_message_set(message, "'%.300s' is no address like tcp://host:port", b->address);
        return false;
    }
    set_number(b->socket, ZMQ_LINGER, 0);
    set_number(b->socket, ZMQ_IMMEDIATE, 1);
    set_number(b->socket, ZMQ_IPV6, strchr(b->address, '[') != NULL);
    set_number(b->socket, ZMQ_HEARTBEAT_IVL, 1000);
    set_number(b->socket, ZMQ_HEARTBEAT_TIMEOUT, 5000);
    set_number(b->socket, ZMQ_HANDSHAKE_IVL, (int)(900.0 * b->timeout));
    if (!set_keys(b, parts[1], parts[2], message))
        return false;
    zmq_socket_monitor(b->socket, "inproc://events", ZMQ_EVENT_ALL);
    b->events = zmq_socket(b->context, ZMQ_PAIR);
    if (!b->events || zmq_connect(b->events, "inproc://events") != 0 ||
        zmq_connect(b->socket, b->address) != 0) {
        mr_message_set(message, "%.300s: %s", b->address, zmq_strerror(zmq_errno()));
        return false;
    }
    return true;
}

static bool say_hello(bridge *b) {
    frame_begin(&b->frame, FRAME_HELLO);
    mr_wire_put_number(&b->frame, REMOTE_VERSION);
    if (!send_frame(b))
        return false;
    if (hear_frame(b) != FRAME_HELLO || mr_wire_take_number(&b->frame) != REMOTE_VERSION) {
        give_up(b, "the server is of another version");
        return false;
    }
    return true;
}

/* ---- inputs known beforehand ---- */

/* asks the master here, over the shared memory */
static bool ask_inputs(bridge *b, double t) {
    known_inputs *known = &b->known;
    for (int i = 0; i < known->count; i++)
        if (known->t[i] == t)
            return true;
    if (known->count == FRAME_TIMES)
        return true;
    mr_wire_clear(&b->answer);
    mr_wire_put_number(&b->answer, MR_TELL_INPUTS_WANTED);
    mr_wire_put_real(&b->answer, t);
    if (mr_channel_send(&b->channel, &b->answer, INFINITY) != MR_CHANNEL_OK ||
        mr_channel_receive(&b->channel, &b->answer, INFINITY) != MR_CHANNEL_OK)
        return false;
    const int kind = mr_wire_take_number(&b->answer), status = mr_wire_take_number(&b->answer);
    const size_t width = (b->answer.size - b->answer.at) / sizeof(double);
    if (kind != MR_GIVE_INPUTS || b->answer.bad)
        return false;
    if (status != MR_OK)
        return true; /* the slave will hear it if it asks */
    if (known->width != width || !known->u) {
        double *u = realloc(known->u, FRAME_TIMES * (width + 1) * sizeof *u);
        if (!u)
            return false;
        known->u = u;
        known->width = width;
        known->count = 0;
    }
    known->t[known->count] = t;
    mr_wire_take_reals(&b->answer, known->u + (size_t)known->count * width, width);
    known->count++;
    return true;
}

/* times that the slave will probably ask for: only such as it asked for in its last step */
static bool foresee(bridge *b, int kind) {
    mr_wire look = b->question;
    look.at = 0;
    (void)mr_wire_take_number(&look);
    (void)mr_wire_take_number(&look); /* wants */
    (void)mr_wire_take_number(&look); /* constant */
    b->known.count = 0;
    if (kind == MR_ASK_INITIALISE) {
        b->t0 = mr_wire_take_real(&look);
        b->at = (slave_place){.now = b->t0};
        return true;
    }
    bool good = true;
    if (b->wants_begin)
        good = ask_inputs(b, b->at.now);
    if (!b->wants_end || !(b->at.next_step > 0.0))
        return good;
    const double sum = b->at.now + b->at.next_step;
    double end = b->counts ? b->t0 + (double)(b->at.steps + 1) * b->nominal : sum;
    if (kind == MR_ASK_STEP_TO) /* or earlier, if its own step is shorter */
        end = fmin(end, mr_wire_take_real(&look));
    return good && ask_inputs(b, end);
}

/* how many outputs the slave has, from its description */
static void learn_widths(bridge *b, mr_wire *look) {
    (void)mr_wire_take_number(look); /* an instance was made */
    (void)mr_wire_take_number(look); /* abilities */
    mr_slave_description *description = mr_wire_take_description(look);
    if (description && mr_widths_of(description, &b->widths)) {
        free(b->outputs);
        b->outputs = calloc(b->widths.outputs + 1, sizeof *b->outputs);
    }
    free(description);
}

/* a saved state remembers where the slave was */
static void keep_place(bridge *b) {
    mr_wire look = b->question;
    look.at = 0;
    (void)mr_wire_take_number(&look);
    if (b->moving == MR_ASK_RESTORE)
        (void)mr_wire_take_number(&look); /* wants */
    const int slot = mr_wire_take_number(&look);
    if (look.bad || slot < 0 || slot > b->saved_count)
        return;
    if (slot == b->saved_count) {
        slave_place *saved = realloc(b->saved, ((size_t)slot + 1) * sizeof *saved);
        if (!saved)
            return;
        b->saved = saved;
        b->saved_count++;
        saved[slot] = b->at;
    }
    if (b->moving == MR_ASK_SAVE)
        b->saved[slot] = b->at;
    else
        b->at = b->saved[slot];
}

/* where the step ended and how long the next one will be */
static void learn(bridge *b) {
    mr_wire look = b->answer;
    size_t length;
    look.at = 0;
    const int kind = mr_wire_take_number(&look), status = mr_wire_take_number(&look);
    (void)mr_wire_take_text(&look, &length);
    if (look.bad || status != MR_OK)
        return;
    if (kind == MR_TELL_DESCRIPTION)
        learn_widths(b, &look);
    if (kind != MR_TELL_DONE || !b->outputs)
        return;
    if (b->moving == MR_ASK_SAVE || b->moving == MR_ASK_RESTORE)
        keep_place(b);
    const double t = mr_wire_take_real(&look);
    const int told = mr_wire_take_number(&look);
    if (b->moving == MR_ASK_STEP || b->moving == MR_ASK_STEP_TO) {
        b->at.now = t;
        b->at.steps++;
    }
    if (told & MR_TELL_OUTPUTS)
        mr_wire_take_reals(&look, b->outputs, b->widths.outputs);
    if (told & MR_TELL_NEXT_STEP)
        b->at.next_step = mr_wire_take_real(&look);
    if (b->at.steps == 0)
        b->nominal = b->at.next_step;
    b->moving = 0;
}

/* the slave asked over the network for what was not known */
static void note_wanted(bridge *b) {
    mr_wire look = b->answer;
    look.at = 0;
    (void)mr_wire_take_number(&look);
    const double t = mr_wire_take_real(&look);
    if (b->moving != MR_ASK_STEP && b->moving != MR_ASK_STEP_TO)
        return;
    if (t == b->at.now)
        b->wants_begin = true;
    else
        b->wants_end = true;
    b->counts =
        t != b->at.now + b->at.next_step && t == b->t0 + (double)(b->at.steps + 1) * b->nominal;
}

/* ---- turns ---- */

/* an answer of the right kind that tells why there is none */
static void compose_sorry(bridge *b, int kind) {
    mr_wire_clear(&b->answer);
    mr_wire_put_number(&b->answer, kind == MR_ASK_LOAD   ? MR_TELL_TYPE
                                   : kind == MR_ASK_OPEN ? MR_TELL_DESCRIPTION
                                                         : MR_TELL_DONE);
    mr_wire_put_number(&b->answer, kind == MR_ASK_CLOSE ? MR_OK : MR_ERR_SLAVE_STEP);
    mr_wire_put_text(&b->answer, b->sorry);
    mr_wire_put_real(&b->answer, 0.0);
    mr_wire_put_number(&b->answer, 0);
}

/* passes the question on and fetches what the slave says to it */
static bool ask_server(bridge *b) {
    frame_begin(&b->frame, FRAME_ASK);
    frame_put_message(&b->frame, &b->question);
    frame_put_known(&b->frame, &b->known);
    b->known.count = 0;
    if (!send_frame(b))
        return false;
    if (hear_frame(b) != FRAME_TELL || !frame_take_message(&b->frame, &b->answer)) {
        give_up(b, "what came from there is no answer");
        return false;
    }
    return true;
}

static void load(bridge *b) {
    char text[4096];
    mr_message message = {""};
    mr_wire look = b->question;
    look.at = 0;
    (void)mr_wire_take_number(&look);
    mr_wire_copy_text(&look, text, sizeof text);
    if (!connect_to(b, text, &message))
        snprintf(b->sorry, sizeof b->sorry, "%.390s", message.text);
    else
        (void)say_hello(b);
}

static bool take_turn(bridge *b, int *kind) {
    *kind = message_kind(&b->question);
    const int asked = *kind;
    if (asked == MR_ASK_LOAD && !b->socket)
        load(b);
    const bool moves =
        asked == MR_ASK_INITIALISE || asked == MR_ASK_STEP || asked == MR_ASK_STEP_TO;
    b->known.count = 0;
    if (asked != MR_GIVE_INPUTS)
        b->moving = asked;
    if (!b->sorry[0] && moves && !foresee(b, asked))
        return false;
    if (b->sorry[0] || !ask_server(b))
        compose_sorry(b, asked);
    else if (message_kind(&b->answer) == MR_TELL_INPUTS_WANTED)
        note_wanted(b);
    else
        learn(b);
    return mr_channel_send(&b->channel, &b->answer, INFINITY) == MR_CHANNEL_OK;
}

int main(void) {
    static bridge b;
    pthread_t watcher;
    if (!mr_channel_join(&b.channel, MR_PROCESS_MEMORY)) {
        fprintf(stderr, "multirate-slave-bridge is started by the multirate library for slaves in "
                        "the network, not by hand\n");
        return MR_HOST_WRONG_USE;
    }
    close(MR_PROCESS_MEMORY);
    if (pthread_create(&watcher, NULL, watch_lifeline, NULL) != 0)
        return MR_HOST_WRONG_USE;
    pthread_detach(watcher);
    int kind = 0;
    while (kind != MR_ASK_CLOSE &&
           mr_channel_receive(&b.channel, &b.question, INFINITY) == MR_CHANNEL_OK)
        if (!take_turn(&b, &kind))
            return MR_HOST_BROKEN;
    return kind == MR_ASK_CLOSE ? 0 : MR_HOST_BROKEN;
}
