/* a crowd of clients against a live server: each knows the protocol, and mostly keeps to it
 *
 * Bytes alone go nowhere behind the first frame, so every client walks through the states of the
 * protocol (hello, load, open, initialise, steps, states, close), and now and then leaves out a
 * state, repeats one, changes some bytes, or vanishes. Most wait for each answer, which must come;
 * some hardly wait. The same seed gives the same walks of those that wait, of MULTIRATE_FUZZ_TURNS
 * turns from MULTIRATE_FUZZ_SEED on; what the server's threads make of it is for the sanitizers to
 * judge. A good client must be served as if nobody else had been there, before, during and after.
 */
#define _GNU_SOURCE
#include "frame.h"
#include "remote_world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zmq.h>

#define CROWD     5
#define ATTENTIVE 3     /* of them; the rest is hasty */
#define PATIENCE  60000 /* ms, of the attentive: a busy machine is no fault of the server */
#define HASTE     10    /* ms */

typedef struct actor {
    mr_random random;
    void *socket;
    bool waits; /* for each answer */
    bool over;  /* the session may be: what is sent now may find nobody */
    int next;   /* question that the protocol has next */
    int steps;
} actor;

typedef struct crowd {
    void *context;
    mr_random turns;
    mr_random *random; /* of whoever's turn it is */
    actor actors[CROWD];
    mr_wire frame, question;
    long frames, answers, sorry;
    long awaited, served, steps; /* of those that wait: answers, those without refusals, steps */
} crowd;

static bool one_in(crowd *c, int count) {
    return mr_random_below(c->random, count) == 0;
}

static double any_number(crowd *c) {
    static const double strange[] = {0.0,       -0.0,      1e-300, 1e300, -1.0,
                                     1.0 / 0.0, 0.0 / 0.0, 0.031,  0.5,   2e9};
    return strange[mr_random_below(c->random, (int)(sizeof strange / sizeof *strange))];
}

static int any_integer(crowd *c) {
    static const int strange[] = {0,  1,  2,  3,    7,       8,          15,
                                  31, 64, -1, 1000, 1000001, 0x7fffffff, -2147483647 - 1};
    return strange[mr_random_below(c->random, (int)(sizeof strange / sizeof *strange))];
}

static void come(crowd *c, actor *a) {
    const int none = 0, few = 20;
    a->socket = zmq_socket(c->context, ZMQ_DEALER);
    zmq_setsockopt(a->socket, ZMQ_LINGER, &few, sizeof few);
    zmq_setsockopt(a->socket, ZMQ_RCVTIMEO, &none, sizeof none);
    zmq_connect(a->socket, bound);
    a->next = a->steps = 0;
    a->over = false;
}

static void vanish(actor *a) {
    if (a->socket)
        zmq_close(a->socket);
    a->socket = NULL;
}

static void compose_question(crowd *c, int kind) {
    static const char *const configurations[] = {"fr=10 coupling=force",
                                                 "fr=10 step=0.031",
                                                 "",
                                                 "fr=1000",
                                                 "file=/etc/passwd",
                                                 "fr='",
                                                 "step=1e-9",
                                                 "fr=10 fr=20 # \n coupling=displacement"};
    mr_wire *q = &c->question;
    mr_wire_clear(q);
    mr_wire_put_number(q, kind);
    switch (kind) {
    case MR_ASK_LOAD:
        mr_wire_put_text(q, one_in(c, 3) ? "/etc/passwd" : "");
        break;
    case MR_ASK_OPEN:
        mr_wire_put_text(q, configurations[one_in(c, 2) ? mr_random_below(c->random, 8) : 0]);
        break;
    case MR_ASK_INITIALISE:
    case MR_ASK_STEP:
    case MR_ASK_STEP_TO:
        mr_wire_put_number(q, one_in(c, 4) ? any_integer(c) : MR_TELL_OUTPUTS);
        mr_wire_put_number(q, one_in(c, 2));
        if (kind != MR_ASK_STEP)
            mr_wire_put_real(q, one_in(c, 4) ? any_number(c) : 0.0);
        break;
    case MR_GIVE_INPUTS:
        mr_wire_put_number(q, one_in(c, 4) ? any_integer(c) : MR_OK);
        for (int i = one_in(c, 4) ? mr_random_below(c->random, 9) : 1; i > 0; i--)
            mr_wire_put_real(q, any_number(c));
        break;
    case MR_ASK_RESTORE:
        mr_wire_put_number(q, MR_TELL_OUTPUTS);
        mr_wire_put_number(q, one_in(c, 3) ? any_integer(c) : 0);
        break;
    default:
        if (kind != MR_ASK_CLOSE)
            mr_wire_put_number(q, one_in(c, 3) ? any_integer(c) : 0);
    }
}

static void compose_known(crowd *c) {
    double u[FRAME_TIMES * 4], t[FRAME_TIMES];
    known_inputs known = {.count = one_in(c, 3) ? 0 : mr_random_below(c->random, FRAME_TIMES + 1),
                          .width = one_in(c, 4) ? (size_t)mr_random_below(c->random, 4) : 1,
                          .u = u};
    for (int i = 0; i < FRAME_TIMES; i++)
        t[i] = 0.031 * i;
    for (int i = 0; i < FRAME_TIMES * 4; i++)
        u[i] = one_in(c, 5) ? any_number(c) : 0.1;
    memcpy(known.t, t, sizeof t);
    frame_put_known(&c->frame, &known);
}

/* what the protocol has next, in most cases */
static int choose_kind(crowd *c, actor *a) {
    static const int order[] = {MR_ASK_LOAD, MR_ASK_OPEN, MR_ASK_INITIALISE};
    static const int later[] = {MR_ASK_STEP,    MR_ASK_STEP,   MR_ASK_STEP, MR_ASK_STEP_TO,
                                MR_ASK_VALUES,  MR_ASK_SAVE,   MR_ASK_FREE, MR_ASK_RESTORE,
                                MR_GIVE_INPUTS, MR_GIVE_INPUTS};
    if (one_in(c, a->waits ? 24 : 8)) /* who waits gets further */
        return mr_random_below(c->random, 14);
    if (a->next <= 3)
        return order[a->next > 0 ? a->next - 1 : 0];
    if (++a->steps > 12)
        return MR_ASK_CLOSE;
    return later[mr_random_below(c->random, (int)(sizeof later / sizeof *later))];
}

static void damage(crowd *c) {
    mr_wire *f = &c->frame;
    const int how = mr_random_below(c->random, 4);
    if (how == 0 && f->size > 0)
        f->data[mr_random_below(c->random, (int)f->size)] ^=
            (unsigned char)(1 << mr_random_below(c->random, 8));
    else if (how == 1)
        f->size = (size_t)mr_random_below(c->random, (int)f->size + 1);
    else if (how == 2)
        for (int i = mr_random_below(c->random, 40); i > 0; i--)
            mr_wire_put_number(f, any_integer(c));
    else if (f->size >= 8) {
        const int32_t number = any_integer(c);
        memcpy(f->data + 4 * (size_t)mr_random_below(c->random, (int)(f->size / 4)), &number, 4);
    }
}

/* true if there is an answer to come */
static bool speak(crowd *c, actor *a) {
    const bool hello = a->next == 0 ? !one_in(c, 12) : one_in(c, 40);
    if (hello) {
        frame_begin(&c->frame, FRAME_HELLO);
        mr_wire_put_number(&c->frame, one_in(c, 20) ? any_integer(c) : REMOTE_VERSION);
    } else {
        const int kind = choose_kind(c, a);
        compose_question(c, kind);
        a->over = a->over || kind == MR_ASK_CLOSE;
        frame_begin(&c->frame, one_in(c, 40) ? (frame_kind)any_integer(c) : FRAME_ASK);
        frame_put_message(&c->frame, &c->question);
        compose_known(c);
    }
    if (one_in(c, a->waits ? 30 : 10)) {
        damage(c); /* which may make a close of it */
        a->over = true;
    }
    a->next++;
    c->frames++;
    if (one_in(c, 30)) /* several parts, where one is meant */
        zmq_send(a->socket, "part", 4, ZMQ_DONTWAIT | ZMQ_SNDMORE);
    return zmq_send(a->socket, c->frame.data, c->frame.size, ZMQ_DONTWAIT) > 0;
}

/* the kind of one answer, or FRAME_THERE if none came in time */
static int take_answer(actor *a, int patience) {
    char bytes[4096];
    int kind = FRAME_THERE;
    zmq_setsockopt(a->socket, ZMQ_RCVTIMEO, &patience, sizeof patience);
    while (kind == FRAME_THERE && zmq_recv(a->socket, bytes, sizeof bytes, 0) >= (int)sizeof kind)
        memcpy(&kind, bytes, sizeof kind);
    return kind;
}

/* after a refusal a client begins anew */
static void hear(crowd *c, actor *a) {
    const int kind = take_answer(a, a->waits ? PATIENCE : HASTE);
    const bool told = kind == FRAME_HELLO || kind == FRAME_TELL;
    CU_ASSERT_TRUE(told || kind == FRAME_SORRY || (kind == FRAME_THERE && !a->waits));
    c->answers += kind != FRAME_THERE;
    c->awaited += a->waits;
    c->served += a->waits && told;
    c->steps += a->waits && told && a->steps > 0;
    if (kind == FRAME_SORRY) {
        c->sorry++;
        a->over = true;
        a->next = a->steps = 0;
    }
}

static void turn(crowd *c) {
    actor *a = &c->actors[mr_random_below(&c->turns, CROWD)];
    c->random = &a->random;
    if (!a->socket || one_in(c, 60) || (a->waits && a->over)) {
        vanish(a);
        come(c, a);
    }
    if (speak(c, a) && (a->waits || !one_in(c, 5)))
        hear(c, a);
    if (a->next > 20 && one_in(c, 2))
        vanish(a);
}

static long setting(const char *name, long otherwise) {
    const char *text = getenv(name);
    return text && *text ? strtol(text, NULL, 10) : otherwise;
}

static void check_good_client(const double *expected_answers) {
    static double answers[2 * STEPS];
    master m;
    mr_message message = {""};
    CU_ASSERT_EQUAL_FATAL(
        open_master(&m, bound, "scheme=sf order=1", "fr=10 coupling=force", &message), MR_OK);
    CU_ASSERT_EQUAL(run(&m, answers), MR_OK);
    CU_ASSERT_EQUAL(memcmp(answers, expected_answers, sizeof answers), 0);
    close_master(&m);
}

static void test_a_crowd_of_clients(void) {
    static double home[2 * STEPS];
    const long turns = setting("MULTIRATE_FUZZ_TURNS", 3000);
    const uint64_t seed = (uint64_t)setting("MULTIRATE_FUZZ_SEED", 1);
    crowd c = {.turns = {seed}};
    test_server s;
    master m;
    mr_message message = {""};
    CU_ASSERT_EQUAL_FATAL(
        open_master(&m, "two_mass", "scheme=sf order=1", "fr=10 coupling=force", &message), MR_OK);
    CU_ASSERT_EQUAL(run(&m, home), MR_OK);
    close_master(&m);
    prepare(&s, "two_mass", NULL, NULL);
    s.settings.most_clients = 16;
    s.settings.timeout = 10.0;
    begin(&s);
    c.context = zmq_ctx_new();
    for (int i = 0; i < CROWD; i++) {
        c.actors[i].random = (mr_random){seed * CROWD + (uint64_t)i + 1};
        c.actors[i].waits = i < ATTENTIVE;
    }
    check_good_client(home);
    for (long i = 0; i < turns; i++) {
        turn(&c);
        if (i == turns / 2)
            check_good_client(home);
    }
    for (int i = 0; i < CROWD; i++)
        vanish(&c.actors[i]);
    zmq_ctx_term(c.context);
    check_good_client(home);
    stop(&s);
    CU_ASSERT_TRUE(s.good);
    printf("(%ld frames, %ld answers, %ld of them refusals; of %ld that were waited for %ld are "
           "none, %ld to what comes after the start) ",
           c.frames, c.answers, c.sorry, c.awaited, c.served, c.steps);
    CU_ASSERT_TRUE(c.awaited > turns / 2); /* it gets somewhere */
    CU_ASSERT_TRUE(c.served > c.awaited / 2);
    CU_ASSERT_TRUE(c.steps > c.awaited / 10);
    mr_wire_free(&c.frame);
    mr_wire_free(&c.question);
}

int main(int argc, char **argv) {
    const mr_test tests[] = {MR_TEST(test_a_crowd_of_clients)};
    return mr_test_main("remote_fuzz", tests, 1, argc, argv);
}
