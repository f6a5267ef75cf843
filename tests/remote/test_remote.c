/* slaves in the network: a server in a thread of this program, and every way in which a client, a
 * slave or a stranger can misbehave */
#define _GNU_SOURCE
#include "frame.h"
#include "mr_test.h"
#include "multirate/multirate.h"
#include "server.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zmq.h>

/* ---- a server ---- */

typedef struct test_server {
    server_settings settings;
    volatile sig_atomic_t ended;
    pthread_t thread;
    mr_message message;
    bool good;
} test_server;

static char bound[300];
static pthread_mutex_t bound_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t bound_changed = PTHREAD_COND_INITIALIZER;

static void on_ready(const char *address) {
    pthread_mutex_lock(&bound_lock);
    snprintf(bound, sizeof bound, "%s", address);
    pthread_cond_signal(&bound_changed);
    pthread_mutex_unlock(&bound_lock);
}

static void *run_server(void *context) {
    test_server *s = context;
    s->good = server_run(&s->settings, &s->message);
    on_ready("none");
    return NULL;
}

static void start(test_server *s, const char *slave, const key_pair *key, const key_pair *allowed) {
    *s = (test_server){.settings = {.slave = slave,
                                    .bind = "tcp://127.0.0.1:*",
                                    .key = key,
                                    .allowed = allowed,
                                    .allowed_count = allowed ? 1 : 0,
                                    .most_clients = 8,
                                    .timeout = 1.0,
                                    .ready = on_ready}};
    s->settings.ended = &s->ended;
    bound[0] = '\0';
    pthread_create(&s->thread, NULL, run_server, s);
    pthread_mutex_lock(&bound_lock);
    while (!bound[0])
        pthread_cond_wait(&bound_changed, &bound_lock);
    pthread_mutex_unlock(&bound_lock);
}

static void stop(test_server *s) {
    s->ended = 1;
    pthread_join(s->thread, NULL);
}

/* ---- a master ---- */

static bool expected; /* a failure is no surprise */

typedef struct master {
    mr_plugin *plugin;
    mr_interface *interface;
} master;

static mr_status open_master(master *m, const char *slave, const char *options,
                             const char *configuration, mr_message *message) {
    mr_config config;
    const char *prefix;
    char text[4096];
    *m = (master){0};
    mr_config_default(&config);
    mr_status status = mr_config_parse(&config, options, message);
    if (status == MR_OK)
        status = mr_plugin_load(slave, message, &m->plugin, &prefix);
    if (status != MR_OK)
        return status;
    snprintf(text, sizeof text, "%s%s", prefix, configuration);
    status = mr_interface_open(&config, mr_plugin_type(m->plugin), text, message, &m->interface);
    if (status != MR_OK && !expected)
        printf("\n    %s", message->text);
    return status;
}

static void close_master(master *m) {
    mr_interface_close(m->interface);
    mr_plugin_unload(m->plugin);
}

#define STEPS 300
static mr_status run(master *m, double *answers) {
    double y = 0.1, u[8] = {0};
    mr_status status = mr_interface_start(m->interface, 0.0, &y);
    for (int i = 0; i < STEPS && status == MR_OK; i++) {
        const double t = 0.01 * i;
        y = sin(3.0 * t);
        status = mr_exchange(m->interface, t, &y, MR_MAJOR, u);
        answers[2 * i] = u[0];
        if (status == MR_OK)
            status = mr_exchange(m->interface, t + 0.005, &y, MR_MINOR, u);
        answers[2 * i + 1] = u[0];
    }
    if (status != MR_OK && !expected)
        printf("\n    %s", mr_interface_error(m->interface));
    return status;
}

static const char *const settings[] = {"scheme=sf order=3",
                                       "scheme=ff order=2",
                                       "scheme=ff order=1 smoothing=on",
                                       "coupling=model",
                                       "scheme=sf order=1 parallel=on",
                                       "scheme=sf order=2 slave_step=0.037"};

static void test_a_remote_slave_gives_the_same_bits(void) {
    test_server s;
    mr_message message;
    static double here[2 * STEPS], there[2 * STEPS];
    start(&s, "two_mass", NULL, NULL);
    for (size_t k = 0; k < sizeof settings / sizeof *settings; k++) {
        master local, remote;
        mr_statistics a, b;
        const char *configuration = "fr=10 coupling=force step=0.031";
        CU_ASSERT_EQUAL_FATAL(open_master(&local, "two_mass", settings[k], configuration, &message),
                              MR_OK);
        CU_ASSERT_EQUAL_FATAL(open_master(&remote, bound, settings[k], configuration, &message),
                              MR_OK);
        CU_ASSERT_EQUAL(run(&local, here), MR_OK);
        CU_ASSERT_EQUAL(run(&remote, there), MR_OK);
        CU_ASSERT_EQUAL(memcmp(here, there, sizeof here), 0);
        mr_interface_statistics(local.interface, &a);
        mr_interface_statistics(remote.interface, &b);
        CU_ASSERT_EQUAL(a.slave_steps, b.slave_steps);
        close_master(&local);
        close_master(&remote);
    }
    stop(&s);
    CU_ASSERT_TRUE(s.good);
}

static void test_several_clients_have_an_instance_each(void) {
    test_server s;
    mr_message message;
    master all[4];
    static double answers[4][2 * STEPS];
    start(&s, "two_mass", NULL, NULL);
    for (int i = 0; i < 4; i++)
        CU_ASSERT_EQUAL_FATAL(open_master(&all[i], bound, "scheme=sf order=1",
                                          i % 2 ? "fr=20 coupling=force" : "fr=10 coupling=force",
                                          &message),
                              MR_OK);
    for (int i = 0; i < 4; i++)
        CU_ASSERT_EQUAL(run(&all[i], answers[i]), MR_OK);
    CU_ASSERT_EQUAL(memcmp(answers[0], answers[2], sizeof *answers), 0);
    CU_ASSERT_EQUAL(memcmp(answers[1], answers[3], sizeof *answers), 0);
    CU_ASSERT_NOT_EQUAL(memcmp(answers[0], answers[1], sizeof *answers), 0);
    stop(&s); /* while the clients are there: each gets an error, none hangs */
    expected = true;
    mr_status status = run(&all[0], answers[0]);
    CU_ASSERT_NOT_EQUAL(status, MR_OK);
    MR_ASSERT_CONTAINS(mr_interface_error(all[0].interface), "127.0.0.1");
    expected = false;
    for (int i = 0; i < 4; i++)
        close_master(&all[i]);
}

static void test_a_slave_that_fails_harms_nobody_else(void) {
    static const struct {
        const char *configuration, *sentence;
    } faults[] = {
        {"fault=segv in=step at=1", "SIGSEGV"},
        {"fault=exit in=step at=1", "exit code 3"},
        {"fault=sleep in=step at=1", "did not answer within 1 s"},
        {"fault=kill in=outputs at=0.5", "SIGKILL"},
    };
    test_server s;
    mr_message message;
    master good;
    static double answers[2 * STEPS];
    start(&s, MR_BINARY_DIR "/tests/plugins/faulty.so", NULL, NULL);
    CU_ASSERT_EQUAL_FATAL(open_master(&good, bound, "scheme=sf order=1", "", &message), MR_OK);
    for (size_t k = 0; k < sizeof faults / sizeof *faults; k++) {
        master bad;
        CU_ASSERT_EQUAL_FATAL(
            open_master(&bad, bound, "scheme=sf order=1", faults[k].configuration, &message),
            MR_OK);
        expected = true;
        CU_ASSERT_NOT_EQUAL(run(&bad, answers), MR_OK);
        expected = false;
        MR_ASSERT_CONTAINS(mr_interface_error(bad.interface), faults[k].sentence);
        close_master(&bad);
        CU_ASSERT_EQUAL(run(&good, answers), MR_OK);
    }
    close_master(&good);
    stop(&s);
}

static void test_keys(void) {
    char folder[] = "/tmp/multirate_keys_XXXXXX", name[64], slave[600];
    key_pair server, client;
    mr_message message = {""};
    master m;
    static double answers[2 * STEPS];
    test_server s;
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder));
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "%s/%d", folder, i);
        CU_ASSERT_TRUE_FATAL(keys_make(name, &message));
        CU_ASSERT_FALSE(keys_make(name, &message)); /* nothing is overwritten */
    }
    snprintf(name, sizeof name, "%s/0.key", folder);
    CU_ASSERT_TRUE_FATAL(keys_read(name, true, &server, &message));
    snprintf(name, sizeof name, "%s/1.pub", folder);
    CU_ASSERT_TRUE_FATAL(keys_read(name, false, &client, &message));
    CU_ASSERT_FALSE(keys_read(name, true, &client, &message));
    MR_ASSERT_CONTAINS(message.text, "is no secret key file");
    start(&s, "two_mass", &server, &client);

    snprintf(slave, sizeof slave, "%s key=%s/1.key server_key=%s/0.pub timeout=5", bound, folder,
             folder);
    CU_ASSERT_EQUAL(open_master(&m, slave, "scheme=sf", "fr=10", &message), MR_OK);
    CU_ASSERT_EQUAL(run(&m, answers), MR_OK);
    close_master(&m);
    const struct {
        const char *text, *sentence;
    } wrong[] = {
        {"key=%s/2.key server_key=%s/0.pub timeout=3", "does not let this key in"},
        {"key=%s/1.key server_key=%s/2.pub timeout=2", "127.0.0.1"},
        {"timeout=2", "127.0.0.1"},
        {"key=%s/1.key timeout=2", "belong together"},
        {"key=%s/1.key server_key=%s/nothing.pub timeout=2", "cannot be read"},
    };
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        char options[400];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        snprintf(options, sizeof options, wrong[k].text, folder, folder);
#pragma GCC diagnostic pop
        snprintf(slave, sizeof slave, "%s %s", bound, options);
        CU_ASSERT_NOT_EQUAL(open_master(&m, slave, "scheme=sf", "fr=10", &message), MR_OK);
        MR_ASSERT_CONTAINS(message.text, wrong[k].sentence);
        close_master(&m);
    }
    stop(&s);
    snprintf(slave, sizeof slave, "rm -rf %s", folder);
    CU_ASSERT_EQUAL(system(slave), 0);
}

static void test_without_keys_only_this_machine(void) {
    static const char *const addresses[] = {"tcp://*:*",
                                            "tcp://0.0.0.0:*",
                                            "tcp://192.168.1.2:5555",
                                            "tcp://localhost.example.org:5555",
                                            "ipc:///x",
                                            "5555",
                                            "tcp://127.0.0.1:99999",
                                            "tcp://127.0.0.1:http",
                                            "tcp://127.0.0.1"};
    for (size_t k = 0; k < sizeof addresses / sizeof *addresses; k++) {
        volatile sig_atomic_t ended = 1;
        mr_message message = {""};
        const server_settings set = {.slave = "two_mass",
                                     .bind = addresses[k],
                                     .most_clients = 1,
                                     .timeout = 1.0,
                                     .ended = &ended};
        CU_ASSERT_FALSE(server_run(&set, &message));
        CU_ASSERT_TRUE(strlen(message.text) > 10);
    }
    master m;
    mr_message message = {""};
    CU_ASSERT_NOT_EQUAL(
        open_master(&m, "tcp://192.0.2.1:5555 timeout=2", "scheme=sf", "", &message), MR_OK);
    MR_ASSERT_CONTAINS(message.text, "needs keys");
    close_master(&m);
    CU_ASSERT_NOT_EQUAL(open_master(&m, "tcp://127.0.0.1:1 timeout=1", "scheme=sf", "", &message),
                        MR_OK);
    MR_ASSERT_CONTAINS(message.text, "no server answers there");
    close_master(&m);
}

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

static void test_garbage(void) {
    test_server s;
    mr_random random = {11};
    mr_message message;
    master m;
    static double before[2 * STEPS], after[2 * STEPS];
    start(&s, "two_mass", NULL, NULL);
    send_garbage(&random, 20);
    CU_ASSERT_EQUAL_FATAL(open_master(&m, bound, "scheme=sf order=1", "fr=10", &message), MR_OK);
    CU_ASSERT_EQUAL(run(&m, before), MR_OK);
    send_garbage(&random, 40);
    CU_ASSERT_EQUAL(run(&m, after), MR_OK);
    CU_ASSERT_EQUAL(memcmp(before, after, sizeof before), 0);
    close_master(&m);
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

int main(int argc, char **argv) {
    setenv("MULTIRATE_SLAVE_PATH", MR_BINARY_DIR "/lib/multirate", 0);
    const mr_test tests[] = {
        MR_TEST(test_a_remote_slave_gives_the_same_bits),
        MR_TEST(test_several_clients_have_an_instance_each),
        MR_TEST(test_a_slave_that_fails_harms_nobody_else),
        MR_TEST(test_keys),
        MR_TEST(test_without_keys_only_this_machine),
        MR_TEST(test_garbage),
        MR_TEST(test_a_client_that_does_not_wait),
    };
    return mr_test_main("remote", tests, sizeof tests / sizeof *tests, argc, argv);
}
