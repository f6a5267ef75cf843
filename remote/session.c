/* the thread of one client: frames from the server's socket to the slave's process and back */
#define _GNU_SOURCE
#include "session.h"
#include "multirate/interface.h"
#include "awake.h"
#include "frame.h"
#include "isolation/isolation.h"
#include "socket.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zmq.h>

typedef enum turn {
    TURN_NONE,
    TURN_UNDER_WAY, /* the slave was asked */
    TURN_ANSWERED,
    TURN_FAILED /* `why` tells */
} turn;

/* The slave's process and the memory shared with it are made and freed by the session's thread
 * alone. The server may use them for a turn (session_try) while the thread waits for a frame and
 * has none: `waits` is true from then on, and false before anything else is done with a frame. A
 * session that is over never waits again. */
struct session {
    const served *what;
    pthread_t thread;
    void *socket;
    mr_process process;
    mr_channel channel;
    bool running;          /* there is a process */
    atomic_bool waits;     /* the thread does, for the next frame */
    atomic_bool cancelled; /* nobody wants its answers any more */
    atomic_uint given;     /* frames by the server: orders its doings before the thread's */
    char why[300];
    turn turn;
    mr_channel_status reason; /* why the slave has to end, if the turn failed */
    int kind;                 /* of the question */
    double deadline;          /* of its answer */
    bool closed;              /* as it should: the slave was told, and has answered */
    mr_wire frame, question, answer;
    mr_wire arriving; /* the thread's own, while `frame` may be the server's */
    known_inputs known;
};

static bool alive(void *context) {
    session *s = context;
    return !atomic_load(&s->cancelled) && mr_process_running(&s->process);
}

static bool start_slave(session *s) {
    int descriptor = -1;
    mr_message message = {""};
    if (!mr_channel_make(&s->channel, 50e-6, &descriptor)) {
        snprintf(s->why, sizeof s->why, "the server has no shared memory for another slave");
        return false;
    }
    s->running =
        mr_process_start(&s->process, s->what->host, s->what->confinement, descriptor, &message);
    close(descriptor);
    if (!s->running) {
        mr_channel_close(&s->channel);
        snprintf(s->why, sizeof s->why, "%.290s", message.text);
        return false;
    }
    s->channel.alive = alive;
    s->channel.context = s;
    return true;
}

static void end_slave(session *s) {
    char how[200] = "";
    const mr_channel_status reason = s->reason;
    if (!s->running)
        return;
    if (reason == MR_CHANNEL_LATE)
        snprintf(how, sizeof how, "did not answer within %g s and was killed", s->what->timeout);
    else if (reason == MR_CHANNEL_BROKEN)
        snprintf(how, sizeof how,
                 "was asked, or said, something that makes no sense and was killed");
    else if (reason == MR_CHANNEL_GONE)
        mr_process_explain(&s->process, how, sizeof how);
    if (how[0])
        snprintf(s->why, sizeof s->why, "the slave's process on the server %s", how);
    mr_process_end(&s->process, s->closed ? 1.0 : 0.0);
    mr_channel_close(&s->channel);
    s->running = false;
}

/* the server decides what is loaded, and a client adds to its configuration what it is let. False:
 * it asks for more, and `why` tells */
static bool amend_question(session *s, int kind) {
    char *text = NULL;
    mr_wire *question = &s->question;
    if (kind == MR_ASK_OPEN) {
        mr_message message = {""};
        size_t length = 0;
        (void)mr_wire_take_number(question);
        const char *given = mr_wire_take_text(question, &length);
        char *own = let_through(s->what->let, given, length, &message);
        if (own && asprintf(&text, "%s%s", s->what->prefix, own) < 0) {
            text = NULL;
            mr_message_set(&message, "the server is short of memory");
        }
        free(own);
        if (!text) {
            snprintf(s->why, sizeof s->why, "%.290s", message.text);
            return false;
        }
    } else if (kind != MR_ASK_LOAD) {
        return true;
    }
    mr_wire_clear(question);
    mr_wire_put_number(question, kind);
    mr_wire_put_text(question, kind == MR_ASK_LOAD ? s->what->plugin : text);
    free(text);
    return true;
}

/* true if the slave's question was answered here */
static bool answer_known(session *s) {
    mr_wire look = s->answer;
    look.at = 0;
    if (mr_wire_take_number(&look) != MR_TELL_INPUTS_WANTED)
        return false;
    const double t = mr_wire_take_real(&look);
    for (int i = 0; i < s->known.count; i++)
        if (s->known.t[i] == t) {
            mr_wire_clear(&s->question);
            mr_wire_put_number(&s->question, MR_GIVE_INPUTS);
            mr_wire_put_number(&s->question, MR_OK);
            mr_wire_put_reals(&s->question, s->known.u + (size_t)i * s->known.width,
                              s->known.width);
            return true;
        }
    return false;
}

/* the frame's question goes to the slave; TURN_FAILED: it does not, and `why` or `reason` tells */
static turn begin_turn(session *s) {
    s->reason = MR_CHANNEL_OK;
    if (mr_wire_take_number(&s->frame) != FRAME_ASK ||
        !frame_take_message(&s->frame, &s->question) || !frame_take_known(&s->frame, &s->known)) {
        snprintf(s->why, sizeof s->why, "the server got something that is no question");
        return TURN_FAILED;
    }
    s->kind = message_kind(&s->question);
    if (!amend_question(s, s->kind) || (!s->running && !start_slave(s)))
        return TURN_FAILED;
    /* starting a process and loading libraries is no call of the slave */
    const double timeout = s->what->timeout;
    s->deadline =
        mr_seconds() + (s->kind == MR_ASK_LOAD ? fmax(timeout, MR_ISOLATION_TIMEOUT) : timeout);
    s->reason = mr_channel_send(&s->channel, &s->question, s->deadline);
    return s->reason == MR_CHANNEL_OK ? TURN_UNDER_WAY : TURN_FAILED;
}

/* what the slave says, as far as it is for the client, stands in `answer`. patience: s to wait,
 * awake, before giving back a turn that is under way; negative: as long as it takes. A slave that
 * asks for ever for inputs that are known hangs as well, however quick it is */
static turn hear_slave(session *s, double patience) {
    const double until = mr_seconds() + patience;
    mr_channel_status status;
    do {
        const double left = until - mr_seconds();
        if (patience >= 0.0 && (left < 0.0 || !mr_channel_look(&s->channel, left)))
            return TURN_UNDER_WAY;
        status = mr_channel_receive(&s->channel, &s->answer, s->deadline);
        if (status == MR_CHANNEL_OK && !answer_known(s))
            return TURN_ANSWERED;
        if (status == MR_CHANNEL_OK && atomic_load(&s->cancelled))
            status = MR_CHANNEL_GONE;
        else if (status == MR_CHANNEL_OK && mr_seconds() > s->deadline)
            status = MR_CHANNEL_LATE;
        else if (status == MR_CHANNEL_OK)
            status = mr_channel_send(&s->channel, &s->question, s->deadline);
    } while (status == MR_CHANNEL_OK);
    s->reason = status;
    return TURN_FAILED;
}

/* the frame that answers; false: the session is over with it */
static bool end_turn(session *s) {
    const bool good = s->turn == TURN_ANSWERED;
    s->turn = TURN_NONE;
    frame_begin(&s->frame, good ? FRAME_TELL : FRAME_SORRY);
    if (good)
        frame_put_message(&s->frame, &s->answer);
    else
        mr_wire_put_text(&s->frame, s->why);
    s->closed = good && s->kind == MR_ASK_CLOSE;
    return good && !s->closed;
}

/* one frame in, one frame out; the server may have begun it. False: the session is over */
static bool take_turn(session *s) {
    if (s->turn == TURN_NONE)
        s->turn = begin_turn(s);
    if (s->turn == TURN_UNDER_WAY)
        s->turn = hear_slave(s, -1.0);
    if (s->turn == TURN_FAILED)
        end_slave(s); /* first, since it tells why */
    const bool goes_on = end_turn(s);
    zmq_send(s->socket, s->frame.data, s->frame.size, 0);
    return goes_on;
}

/* false: there will be no more */
static bool hear_frame(session *s) {
    awake moment;
    awake_begin(&moment);
    atomic_store(&s->waits, true);
    bool there = socket_receive(s->socket, ZMQ_DONTWAIT, &s->arriving, NULL);
    while (!there && awake_still(&moment))
        there = socket_receive(s->socket, ZMQ_DONTWAIT, &s->arriving, NULL);
    if (!there)
        there = socket_receive(s->socket, 0, &s->arriving, NULL);
    atomic_store(&s->waits, false);
    (void)atomic_load(&s->given); /* what the server has done is seen from here on */
    const mr_wire frame = s->frame;
    s->frame = s->arriving;
    s->arriving = frame;
    return there && s->frame.size > 0;
}

static void *live(void *context) {
    session *s = context;
    while (hear_frame(s) && take_turn(s))
        ;
    end_slave(s);
    zmq_send(s->socket, "", 0, ZMQ_DONTWAIT); /* that was all */
    return NULL;
}

session *session_start(const served *what, const char *end) {
    session *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->what = what;
    /* connected here, so that nothing that is sent to the thread is too early for it */
    s->socket = zmq_socket(what->context, ZMQ_PAIR);
    if (s->socket)
        socket_set_number(s->socket, ZMQ_LINGER, 0);
    if (s->socket && zmq_connect(s->socket, end) == 0 &&
        pthread_create(&s->thread, NULL, live, s) == 0)
        return s;
    if (s->socket)
        zmq_close(s->socket);
    free(s);
    return NULL;
}

const mr_wire *session_try(session *s, const mr_wire *frame) {
    if (!atomic_load(&s->waits) || !s->running)
        return NULL; /* starting one takes longer than a moment */
    mr_wire_clear(&s->frame);
    unsigned char *place = mr_wire_extend(&s->frame, frame->size);
    if (place)
        memcpy(place, frame->data, frame->size);
    s->turn = begin_turn(s);
    if (s->turn == TURN_UNDER_WAY)
        s->turn = hear_slave(s, AWAKE_MOMENT);
    const bool done = s->turn == TURN_ANSWERED && s->kind != MR_ASK_CLOSE;
    if (done)
        (void)end_turn(s);
    return done ? &s->frame : NULL;
}

bool session_give(session *s, void *end, const void *bytes, size_t size) {
    atomic_fetch_add(&s->given, 1);
    return zmq_send(end, bytes, size, ZMQ_DONTWAIT) >= 0;
}

void session_cancel(session *s) {
    atomic_store(&s->cancelled, true);
}

bool session_closed(const session *s) {
    return s->closed;
}

void session_join(session *s) {
    pthread_join(s->thread, NULL);
    zmq_close(s->socket);
}

void session_free(session *s) {
    mr_wire_free(&s->frame);
    mr_wire_free(&s->arriving);
    mr_wire_free(&s->question);
    mr_wire_free(&s->answer);
    free(s->known.u);
    free(s);
}
