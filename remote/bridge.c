/* multirate-slave-bridge: stands where the host of an isolated slave stands, and passes everything
 * on to a server (`multirate serve`) in the network
 *
 * For the library a remote slave is an isolated one (libmultirate/src/isolation); it starts this
 * program instead of multirate-slave-host, and its time-outs and sentences hold here too. */
#define _GNU_SOURCE
#include "connection.h"
#include "foresight.h"
#include "isolation/isolation.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

typedef struct bridge {
    mr_channel channel;
    connection connection;
    foresight foresight;
    mr_wire question, answer;
} bridge;

static void *watch_lifeline(void *context) {
    (void)context;
    mr_process_outlive_master();
    _exit(MR_HOST_ORPHAN);
}

/* an answer of the right kind that tells why there is none */
static void compose_sorry(bridge *b, int kind) {
    mr_wire_clear(&b->answer);
    mr_wire_put_number(&b->answer, kind == MR_ASK_LOAD   ? MR_TELL_TYPE
                                   : kind == MR_ASK_OPEN ? MR_TELL_DESCRIPTION
                                                         : MR_TELL_DONE);
    mr_wire_put_number(&b->answer, kind == MR_ASK_CLOSE ? MR_OK : MR_ERR_SLAVE_STEP);
    mr_wire_put_text(&b->answer, b->connection.sorry);
    mr_wire_put_real(&b->answer, 0.0);
    mr_wire_put_number(&b->answer, 0);
}

/* passes the question on and fetches what the slave says to it */
static bool ask_server(bridge *b) {
    connection *c = &b->connection;
    frame_begin(&c->frame, FRAME_ASK);
    frame_put_message(&c->frame, &b->question);
    frame_put_known(&c->frame, &b->foresight.known);
    if (connection_ask(c) == FRAME_TELL && frame_take_message(&c->frame, &b->answer))
        return true;
    connection_give_up(c, "what came from there is no answer");
    return false;
}

static void load(bridge *b) {
    char text[4096];
    mr_wire look = b->question;
    look.at = 0;
    (void)mr_wire_take_number(&look);
    mr_wire_copy_text(&look, text, sizeof text);
    connection_open(&b->connection, text);
}

static bool take_turn(bridge *b, int *kind) {
    *kind = message_kind(&b->question);
    if (*kind == MR_ASK_LOAD && !b->connection.socket)
        load(b);
    if (!b->connection.sorry[0] && !foresight_prepare(&b->foresight, &b->channel, &b->question))
        return false;
    if (b->connection.sorry[0] || !ask_server(b))
        compose_sorry(b, *kind);
    else
        foresight_learn(&b->foresight, &b->question, &b->answer);
    return mr_channel_send(&b->channel, &b->answer, INFINITY) == MR_CHANNEL_OK;
}

int main(int argc, char **argv) {
    static bridge b;
    pthread_t watcher;
    mr_message why = {""};
    if (!mr_channel_join(&b.channel, MR_PROCESS_MEMORY)) {
        fprintf(stderr, "multirate-slave-bridge is started by the multirate library for slaves in "
                        "the network, not by hand\n");
        return MR_HOST_WRONG_USE;
    }
    close(MR_PROCESS_MEMORY);
    /* ZeroMQ keeps what a server sends without an end, as much as there is room for */
    if (argc > 1 && !mr_confine_enter(argv[1], &why))
        return MR_HOST_NOT_CONFINED;
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
