/* what lies between master and server, and who else speaks there: links that are slow, silent or
 * cut, servers that are none, strangers, and clients that do not wait */
#define _GNU_SOURCE
#include "frame.h"
#include "relay.h"
#include "remote_world.h"

#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>
#include <zmq.h>

static void test_a_slow_link_changes_nothing(void) {
    test_server s;
    relay r;
    mr_message message;
    master m;
    static double fast[2 * STEPS], slow[2 * STEPS];
    start(&s, "two_mass", NULL, NULL);
    CU_ASSERT_EQUAL_FATAL(open_master(&m, bound, "scheme=sf order=1", "fr=10", &message), MR_OK);
    CU_ASSERT_EQUAL(run(&m, fast), MR_OK);
    close_master(&m);
    relay_start(&r, bound);
    r.pause_us = 3000; /* and in pieces */
    r.piece = 7;
    CU_ASSERT_EQUAL_FATAL(open_master(&m, r.address, "scheme=sf order=1", "fr=10", &message),
                          MR_OK);
    r.piece = 100;
    CU_ASSERT_EQUAL(run(&m, slow), MR_OK);
    CU_ASSERT_EQUAL(memcmp(fast, slow, sizeof fast), 0);
    close_master(&m);
    relay_stop(&r);
    stop(&s);
}

/* true if the run ends in time, and what it says */
static void check_broken(const char *option, relay_fault fault, const char *sentence) {
    test_server s;
    relay r;
    mr_message message;
    master m;
    char slave[400];
    static double answers[2 * STEPS];
    start(&s, "two_mass", NULL, NULL);
    relay_start(&r, bound);
    snprintf(slave, sizeof slave, "%s %s", r.address, option);
    CU_ASSERT_EQUAL_FATAL(open_master(&m, slave, "scheme=sf order=1", "fr=10", &message), MR_OK);
    CU_ASSERT_EQUAL(run(&m, answers), MR_OK);
    r.fault = fault;
    expected = true;
    CU_ASSERT_NOT_EQUAL(run(&m, answers), MR_OK);
    expected = false;
    MR_ASSERT_CONTAINS(mr_interface_error(m.interface), sentence);
    MR_ASSERT_CONTAINS(mr_interface_error(m.interface), r.address);
    close_master(&m);
    /* others are served on */
    CU_ASSERT_EQUAL_FATAL(open_master(&m, bound, "scheme=sf order=1", "fr=10", &message), MR_OK);
    CU_ASSERT_EQUAL(run(&m, answers), MR_OK);
    close_master(&m);
    relay_stop(&r);
    stop(&s);
}

static void test_a_silent_link(void) {
    check_broken("timeout=1", RELAY_SILENT, "no answer within");
}

static void test_a_link_that_is_cut(void) {
    check_broken("timeout=5", RELAY_CUT, "the connection was cut");
}

static void test_a_link_that_garbles(void) {
    check_broken("timeout=2", RELAY_GARBLES, "127.0.0.1");
}

/* ---- a server that is none of ours ---- */

typedef struct fake_server {
    void *context, *socket;
    pthread_t thread;
    int version; /* in its hello */
    bool speaks; /* after it */
    mr_random random;
    char address[128];
} fake_server;

static void *run_fake(void *context) {
    fake_server *f = context;
    char name[256], bytes[4096];
    mr_wire frame = {0};
    for (int turn = 0;; turn++) {
        const int length = zmq_recv(f->socket, name, sizeof name, 0);
        if (length < 0 || zmq_recv(f->socket, bytes, sizeof bytes, 0) < 0)
            break;
        if (turn > 0 && !f->speaks)
            continue;
        frame_begin(&frame, turn == 0 ? FRAME_HELLO : (frame_kind)mr_random_below(&f->random, 4));
        if (turn == 0)
            mr_wire_put_number(&frame, f->version);
        const int size = turn == 0 ? 0 : mr_random_below(&f->random, 300);
        if (size % 3)
            mr_wire_put_number(&frame, size % 2 ? size - 8 : 8);
        for (int i = 0; i < size; i++)
            *mr_wire_extend(&frame, 1) =
                (unsigned char)(i % 4 ? 0 : mr_random_below(&f->random, 12));
        zmq_send(f->socket, name, (size_t)length, ZMQ_SNDMORE);
        zmq_send(f->socket, frame.data, frame.size, 0);
    }
    mr_wire_free(&frame);
    zmq_close(f->socket);
    return NULL;
}

static void start_fake(fake_server *f) {
    size_t size = sizeof f->address;
    f->context = zmq_ctx_new();
    f->socket = zmq_socket(f->context, ZMQ_ROUTER);
    zmq_bind(f->socket, "tcp://127.0.0.1:*");
    zmq_getsockopt(f->socket, ZMQ_LAST_ENDPOINT, f->address, &size);
    pthread_create(&f->thread, NULL, run_fake, f);
}

static void stop_fake(fake_server *f) {
    zmq_ctx_shutdown(f->context);
    pthread_join(f->thread, NULL);
    zmq_ctx_term(f->context);
}

static void test_a_server_of_another_version(void) {
    fake_server f = {.version = REMOTE_VERSION + 1};
    mr_message message = {""};
    master m;
    start_fake(&f);
    expected = true;
    CU_ASSERT_NOT_EQUAL(open_master(&m, f.address, "scheme=sf", "", &message), MR_OK);
    expected = false;
    MR_ASSERT_CONTAINS(message.text, "the server is of another version");
    close_master(&m);
    stop_fake(&f);
}

static void test_a_server_that_falls_silent(void) {
    fake_server f = {.version = REMOTE_VERSION};
    mr_message message = {""};
    master m;
    char slave[200];
    start_fake(&f);
    snprintf(slave, sizeof slave, "%s timeout=1", f.address);
    expected = true;
    CU_ASSERT_NOT_EQUAL(open_master(&m, slave, "scheme=sf", "", &message), MR_OK);
    expected = false;
    MR_ASSERT_CONTAINS(message.text, "no answer within");
    close_master(&m);
    stop_fake(&f);
}

static void test_servers_that_talk_nonsense(void) {
    for (uint64_t k = 0; k < 60; k++) {
        fake_server f = {.version = REMOTE_VERSION, .speaks = true, .random = {k}};
        mr_message message = {""};
        master m;
        char slave[200];
        static double answers[2 * STEPS];
        start_fake(&f);
        snprintf(slave, sizeof slave, "%s timeout=1", f.address);
        expected = true;
        const bool bad =
            open_master(&m, slave, "scheme=sf", "", &message) != MR_OK || run(&m, answers) != MR_OK;
        expected = false;
        CU_ASSERT_TRUE(bad);
        CU_ASSERT_TRUE(strlen(m.interface ? mr_interface_error(m.interface) : message.text) > 10);
        close_master(&m);
        stop_fake(&f);
    }
}

/* ---- strangers ---- */

/* frames of every kind of nonsense, before and after a hello, from many strangers */
static void send_garbage(mr_random *random, int strangers) {
    void *context = zmq_ctx_new();
    for (int stranger = 0; stranger < strangers; stranger++) {
        void *socket = zmq_socket(context, ZMQ_DEALER);
        const int linger = 100;
        mr_wire frame = {0};
        zmq_setsockopt(socket, ZMQ_LINGER, &linger, sizeof linger);
        zmq_connect(socket, bound);
        if (stranger % 2) {
            frame_begin(&frame, FRAME_HELLO);
            mr_wire_put_number(&frame, stranger % 3 ? REMOTE_VERSION : 77);
            zmq_send(socket, frame.data, frame.size, 0);
        }
        for (int i = 0; i < 5; i++) {
            frame_begin(&frame, (frame_kind)mr_random_below(random, 7));
            const int size = mr_random_below(random, 200);
            if (mr_random_below(random, 2))
                mr_wire_put_number(&frame, mr_random_below(random, 2) ? size : -1);
            if (mr_random_below(random, 2))
                mr_wire_put_number(&frame, mr_random_below(random, 80));
            for (int b = 0; b < size; b++)
                *mr_wire_extend(&frame, 1) = (unsigned char)mr_random_next(random);
            zmq_send(socket, frame.data, frame.size, ZMQ_DONTWAIT);
        }
        zmq_close(socket);
        mr_wire_free(&frame);
    }
    zmq_ctx_term(context);
}

/* not even ZeroMQ */
static void send_raw_garbage(mr_random *random, int strangers) {
    for (int stranger = 0; stranger < strangers; stranger++) {
        char bytes[300];
        const size_t size = (size_t)mr_random_below(random, (int)sizeof bytes);
        for (size_t i = 0; i < size; i++)
            bytes[i] = (char)mr_random_next(random);
        if (stranger % 3 == 0) /* it begins like a greeting */
            memcpy(bytes, "\xff\0\0\0\0\0\0\0\1\x7f\3\0NULL", 16);
        relay_say(bound, bytes, size);
    }
}

static void test_garbage(void) {
    test_server s;
    mr_random random = {11};
    mr_message message;
    master m;
    static double before[2 * STEPS], after[2 * STEPS];
    start(&s, "two_mass", NULL, NULL);
    send_garbage(&random, 20);
    send_raw_garbage(&random, 60);
    CU_ASSERT_EQUAL_FATAL(open_master(&m, bound, "scheme=sf order=1", "fr=10", &message), MR_OK);
    CU_ASSERT_EQUAL(run(&m, before), MR_OK);
    send_garbage(&random, 40);
    CU_ASSERT_EQUAL(run(&m, after), MR_OK);
    CU_ASSERT_EQUAL(memcmp(before, after, sizeof before), 0);
    close_master(&m);
    stop(&s);
}

/* a stranger who never ends a message: ZeroMQ keeps its parts until the last one has come. All
 * connections are closed before that takes much, and who comes then is served */
static void test_a_message_without_an_end(void) {
    static const unsigned char greeting[64] = {255, 0,   0, 0, 0,   0,   0,   0,
                                               1,   127, 3, 0, 'N', 'U', 'L', 'L'};
    static const char ready[] = "\4\51\5READY\13Socket-Type\0\0\0\6DEALER\10Identity\0\0\0";
    static unsigned char parts[30000];
    test_server s;
    struct sockaddr_in place = {.sin_family = AF_INET};
    if (MR_SANITIZED) /* sanitizers have a memory of their own that nobody counts */
        return;
    for (size_t i = 0; i < sizeof parts; i += 3)
        memcpy(parts + i, "\1\1z", 3);
    prepare(&s, "two_mass", NULL, NULL);
    s.settings.held = 20.0;
    begin(&s);
    place.sin_port = htons((uint16_t)atoi(strrchr(bound, ':') + 1));
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    for (int round = 0; round < 2; round++) {
        const int stranger = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        const struct timeval patience = {.tv_sec = 30};
        char word[64];
        ssize_t sent = 0, all = 0;
        CU_ASSERT_EQUAL_FATAL(connect(stranger, (struct sockaddr *)&place, sizeof place), 0);
        setsockopt(stranger, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
        CU_ASSERT_EQUAL(send(stranger, greeting, sizeof greeting, MSG_NOSIGNAL), sizeof greeting);
        CU_ASSERT_EQUAL(recv(stranger, word, sizeof word, MSG_WAITALL), sizeof word);
        CU_ASSERT_EQUAL(send(stranger, ready, sizeof ready, MSG_NOSIGNAL), sizeof ready);
        while (all < 200000000 && sent >= 0) { /* it would take 4 GB */
            sent = send(stranger, parts, sizeof parts, MSG_NOSIGNAL);
            all += sent > 0 ? sent : 0;
        }
        CU_ASSERT_TRUE(sent < 0);
        CU_ASSERT_TRUE(errno == EPIPE || errno == ECONNRESET);
        close(stranger);
        mr_message message;
        master m;
        static double answers[2 * STEPS];
        char slave[340];
        snprintf(slave, sizeof slave, "%s timeout=30", bound);
        CU_ASSERT_EQUAL_FATAL(open_master(&m, slave, "scheme=sf order=1", "fr=10", &message),
                              MR_OK);
        CU_ASSERT_EQUAL(run(&m, answers), MR_OK);
        close_master(&m);
    }
    stop(&s);
}

/* the same by a server: the bridge has only so much memory, and the master goes on */
static void test_an_answer_without_an_end(void) {
    test_server s;
    relay r;
    mr_message message;
    master m;
    char slave[400];
    static double answers[2 * STEPS];
    if (MR_SANITIZED)
        return;
    start(&s, "two_mass", NULL, NULL);
    relay_start(&r, bound);
    snprintf(slave, sizeof slave, "%s timeout=60 memory=300", r.address);
    CU_ASSERT_EQUAL_FATAL(open_master(&m, slave, "scheme=sf order=1", "fr=10", &message), MR_OK);
    CU_ASSERT_EQUAL(run(&m, answers), MR_OK);
    r.fault = RELAY_FLOODS;
    expected = true;
    CU_ASSERT_NOT_EQUAL(run(&m, answers), MR_OK);
    expected = false;
    MR_ASSERT_CONTAINS(mr_interface_error(m.interface), "its process was ended by signal");
    close_master(&m);
    relay_stop(&r);
    stop(&s);
}

/* a client that does not wait for answers gets them all the same */
static void test_a_client_that_does_not_wait(void) {
    test_server s;
    mr_wire frame = {0}, question = {0};
    char bytes[4096];
    const int patience = 5000;
    start(&s, "two_mass", NULL, NULL);
    void *context = zmq_ctx_new(), *socket = zmq_socket(context, ZMQ_DEALER);
    zmq_setsockopt(socket, ZMQ_RCVTIMEO, &patience, sizeof patience);
    zmq_connect(socket, bound);
    frame_begin(&frame, FRAME_HELLO);
    mr_wire_put_number(&frame, REMOTE_VERSION);
    zmq_send(socket, frame.data, frame.size, 0);
    CU_ASSERT_TRUE(zmq_recv(socket, bytes, sizeof bytes, 0) > 0);
    mr_wire_put_number(&question, MR_ASK_LOAD);
    mr_wire_put_text(&question, "");
    const known_inputs none = {0};
    for (int i = 0; i < 30; i++) {
        frame_begin(&frame, FRAME_ASK);
        frame_put_message(&frame, &question);
        frame_put_known(&frame, &none);
        zmq_send(socket, frame.data, frame.size, 0);
    }
    int answers = 0, kind = FRAME_TELL;
    while (answers < 30 && kind != FRAME_SORRY) {
        CU_ASSERT_TRUE_FATAL(zmq_recv(socket, bytes, sizeof bytes, 0) >= (int)sizeof kind);
        memcpy(&kind, bytes, sizeof kind);
        answers += kind == FRAME_TELL;
    }
    CU_ASSERT_EQUAL(answers, 30);
    zmq_close(socket);
    zmq_ctx_term(context);
    mr_wire_free(&frame);
    mr_wire_free(&question);
    stop(&s);
}

/* after the close of its slave a client speaks on: the server has ended it, and stands */
static void test_a_client_that_speaks_after_the_close(void) {
    test_server s;
    mr_wire frame = {0}, question = {0};
    char bytes[4096];
    const int patience = 5000;
    const known_inputs none = {0};
    mr_message message;
    master m;
    static double answers[2 * STEPS];
    start(&s, "two_mass", NULL, NULL);
    void *context = zmq_ctx_new();
    for (int round = 0; round < 40; round++) {
        void *socket = zmq_socket(context, ZMQ_DEALER);
        zmq_setsockopt(socket, ZMQ_RCVTIMEO, &patience, sizeof patience);
        zmq_connect(socket, bound);
        frame_begin(&frame, FRAME_HELLO);
        mr_wire_put_number(&frame, REMOTE_VERSION);
        zmq_send(socket, frame.data, frame.size, 0);
        CU_ASSERT_TRUE(zmq_recv(socket, bytes, sizeof bytes, 0) > 0);
        static const int kinds[] = {MR_ASK_LOAD, MR_ASK_CLOSE, MR_ASK_LOAD, MR_ASK_CLOSE,
                                    MR_ASK_LOAD, MR_ASK_LOAD,  MR_ASK_LOAD, MR_ASK_LOAD};
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
            mr_wire_clear(&question);
            mr_wire_put_number(&question, kinds[k]);
            if (kinds[k] == MR_ASK_LOAD)
                mr_wire_put_text(&question, "");
            frame_begin(&frame, FRAME_ASK);
            frame_put_message(&frame, &question);
            frame_put_known(&frame, &none);
            zmq_send(socket, frame.data, frame.size, 0);
            if (k < 2) /* then it does not wait any more */
                CU_ASSERT_TRUE(zmq_recv(socket, bytes, sizeof bytes, 0) > 0);
        }
        zmq_close(socket);
    }
    zmq_ctx_term(context);
    mr_wire_free(&frame);
    mr_wire_free(&question);
    CU_ASSERT_EQUAL_FATAL(open_master(&m, bound, "scheme=sf order=1", "fr=10", &message), MR_OK);
    CU_ASSERT_EQUAL(run(&m, answers), MR_OK);
    close_master(&m);
    stop(&s);
}

int main(int argc, char **argv) {
    const mr_test tests[] = {
        MR_TEST(test_a_slow_link_changes_nothing),
        MR_TEST(test_a_silent_link),
        MR_TEST(test_a_link_that_is_cut),
        MR_TEST(test_a_link_that_garbles),
        MR_TEST(test_a_server_of_another_version),
        MR_TEST(test_a_server_that_falls_silent),
        MR_TEST(test_servers_that_talk_nonsense),
        MR_TEST(test_garbage),
        MR_TEST(test_a_message_without_an_end),
        MR_TEST(test_an_answer_without_an_end),
        MR_TEST(test_a_client_that_does_not_wait),
        MR_TEST(test_a_client_that_speaks_after_the_close),
    };
    return mr_test_main("remote_links", tests, sizeof tests / sizeof *tests, argc, argv);
}
