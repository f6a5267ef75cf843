/* what a client of a server may choose: options that it is let, and never anything of the host */
#define _GNU_SOURCE
#include "audit.h"
#include "frame.h"
#include "isolation/confine.h"
#include "remote_world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zmq.h>

static void test_what_can_be_let(void) {
    static const char *const good[] = {"fr",       "fr=1:100", "step=0:inf", "start.a=-1e3:1e3",
                                       "mode=a|b", "on=on",    "x=:",        "x=a:b",
                                       "x=1:2|3"};
    static const char *const bad[] = {
        "",         "=1:2",   "fr=",     "a b",     "x='a'",          "file",
        "file=a|b", "log",    "log=1:2", "set=a|b", "isolate.plugin", "isolate=yes|no",
        "plugin=a", "motion", "x=1:",    "x=2:1",   "x=nan:1",        "x=0:nan",
        "x=0:1O",   "x=0:1:2"};
    let_list list = {0};
    mr_message message = {""};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        CU_ASSERT_TRUE(let_add(&list, good[i], &message));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        message.text[0] = '\0';
        CU_ASSERT_FALSE(let_add(&list, bad[i], &message));
        CU_ASSERT_TRUE(strlen(message.text) > 20);
    }
    CU_ASSERT_EQUAL(list.count, (int)(sizeof good / sizeof *good));
    let_free(&list);
}

/* what a client says, and what the slave gets of it; or the sentence that refuses it */
static void test_what_comes_through(void) {
    static const struct {
        const char *given, *composed, *sentence;
    } cases[] = {
        {"", "", NULL},
        {"  # a comment fr=7\n", "", NULL},
        {"fr=10", "fr=10 ", NULL},
        {"fr='10', mode=b;fr=0x10", "fr=10 mode='b' fr=16 ", NULL},
        {"step=0.1", "step=0.10000000000000001 ", NULL},
        {"fr=100.5", NULL, "from 1 to 100"},
        {"fr=nan", NULL, "number"},
        {"fr=inf", NULL, "number"},
        {"step=inf", NULL, "number"},
        {"step='1 file=/etc/passwd'", NULL, "number"},
        {"step=1x", NULL, "number"},
        {"step=''", NULL, "number"},
        {"mode=c", NULL, "a|b"},
        {"mode=a|b", NULL, "a|b"},
        {"mode=''", NULL, "a|b"},
        {"file=/etc/passwd", NULL, "does not let clients set 'file'"},
        {"fr=1 FILE=/etc/passwd", NULL, "does not let clients set 'FILE'"},
        {"log=/tmp/x", NULL, "does not let clients set 'log'"},
        {"isolate.plugin=/tmp/x.so", NULL, "does not let clients set 'isolate.plugin'"},
        {"/etc/passwd", NULL, "key=value"},
        {"fr", NULL, "key=value"},
        {"mode='a", NULL, "key=value"},
    };
    let_list list = {0};
    mr_message message = {""};
    CU_ASSERT_TRUE(let_add(&list, "fr=1:100", &message));
    CU_ASSERT_TRUE(let_add(&list, "step", &message));
    CU_ASSERT_TRUE(let_add(&list, "mode=a|b", &message));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        message.text[0] = '\0';
        char *text = let_through(&list, cases[i].given, strlen(cases[i].given), &message);
        if (cases[i].composed) {
            CU_ASSERT_PTR_NOT_NULL_FATAL(text);
            CU_ASSERT_STRING_EQUAL(text, cases[i].composed);
        } else {
            CU_ASSERT_PTR_NULL(text);
            MR_ASSERT_CONTAINS(message.text, cases[i].sentence);
        }
        free(text);
    }
    CU_ASSERT_PTR_NULL(let_through(&list, "fr=1\0file=x", 12, &message));
    MR_ASSERT_CONTAINS(message.text, "no text");
    char *empty = let_through(&list, NULL, 0, &message);
    CU_ASSERT_STRING_EQUAL(empty, "");
    free(empty);
    let_free(&list);
}

/* the three ways of the audit: reading a file by its error, running another model, cutting a log */
static void test_a_client_never_chooses_a_file(void) {
    static const char *const wanted[] = {
        "file='%s'", "fr=10 file='%s'", "file=\"%s\" step=0.1", "log='%s'",
        "'%s'",      "set='file=%s'"};
    char secret[] = "/tmp/multirate_secret_XXXXXX", configuration[200], line[64] = "";
    const int descriptor = mkstemp(secret);
    CU_ASSERT_TRUE_FATAL(descriptor >= 0);
    CU_ASSERT_EQUAL(write(descriptor, "hidden words\n", 13), 13);
    close(descriptor);
    static const char *const served[] = {MR_BINARY_DIR "/lib/multirate/kart.mbs", "two_mass"};
    for (size_t which = 0; which < 2; which++) {
        test_server s;
        start(&s, served[which], NULL, NULL);
        for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++) {
            master m;
            mr_message message = {""};
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
            snprintf(configuration, sizeof configuration, wanted[k], secret);
#pragma GCC diagnostic pop
            expected = true;
            CU_ASSERT_NOT_EQUAL(open_master(&m, bound, "scheme=sf", configuration, &message),
                                MR_OK);
            expected = false;
            CU_ASSERT_PTR_NULL(strstr(message.text, "hidden words"));
            CU_ASSERT_TRUE(strstr(message.text, "does not let clients set") ||
                           strstr(message.text, "key=value"));
            close_master(&m);
        }
        stop(&s);
    }
    FILE *file = fopen(secret, "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    CU_ASSERT_PTR_NOT_NULL(fgets(line, sizeof line, file));
    CU_ASSERT_STRING_EQUAL(line, "hidden words\n");
    fclose(file);
    unlink(secret);
}

static void test_bounds_hold_for_the_served_slave(void) {
    test_server s;
    master m;
    mr_message message = {""};
    start(&s, "two_mass", NULL, NULL);
    expected = true;
    CU_ASSERT_NOT_EQUAL(open_master(&m, bound, "scheme=sf", "fr=1000", &message), MR_OK);
    MR_ASSERT_CONTAINS(message.text, "from 1 to 100");
    close_master(&m);
    expected = false;
    stop(&s);
}

/* the slave itself may be hostile, or a client's inputs may make it so: it is in the sandbox */
static void test_served_slaves_are_in_the_sandbox(void) {
    static const struct {
        const char *what, *confined, *free;
    } cases[] = {{"do=read path=/etc/passwd", "refused: ", "done"},
                 {"do=fork number=1", "refused: ", "done"},
                 {"do=thread", "fine", "fine"}};
    mr_message message = {""};
    let_list let = {0};
    if (!mr_confine_possible(&message)) {
        printf("\n    not checked: %s", message.text);
        return;
    }
    CU_ASSERT_TRUE(let_add(&let, "do=read|fork|thread|allocate|spin", &message));
    CU_ASSERT_TRUE(let_add(&let, "path=/etc/passwd", &message));
    CU_ASSERT_TRUE(let_add(&let, "number", &message));
    const char *mark = MR_BINARY_DIR "/tests/hostile_mark";
    unlink(mark);
    setenv("HOSTILE_MARK", mark, 1);
    for (int unconfined = 0; unconfined < 2; unconfined++) {
        test_server s;
        master m;
        prepare(&s, MR_BINARY_DIR "/tests/plugins/hostile.so", NULL, NULL);
        s.settings.let = &let;
        s.settings.unconfined = unconfined;
        s.settings.memory = 600;
        s.settings.cpu_time = 0.5;
        s.settings.timeout = 20.0;
        begin(&s);
        CU_ASSERT_EQUAL(access(mark, F_OK) == 0, unconfined); /* not even the server loads it */
        expected = true;
        for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
            CU_ASSERT_NOT_EQUAL(open_master(&m, bound, "scheme=sf", cases[k].what, &message),
                                MR_OK);
            MR_ASSERT_CONTAINS(message.text, unconfined ? cases[k].free : cases[k].confined);
            close_master(&m);
        }
#if !defined(__SANITIZE_ADDRESS__)
        CU_ASSERT_NOT_EQUAL(open_master(&m, bound, "scheme=sf", "do=allocate number=1", &message),
                            MR_OK);
        MR_ASSERT_CONTAINS(message.text, "refused: Cannot allocate memory");
        close_master(&m);
#endif
        CU_ASSERT_NOT_EQUAL(open_master(&m, bound, "scheme=sf", "do=spin", &message), MR_OK);
        MR_ASSERT_CONTAINS(message.text, "processor time");
        close_master(&m);
        expected = false;
        stop(&s);
    }
    unsetenv("HOSTILE_MARK");
    unlink(mark);
    let_free(&let);
}

/* ---- keys ---- */

static void test_a_secret_that_others_can_read_is_refused(void) {
    char folder[] = "/tmp/multirate_keys_XXXXXX", name[64], secret[80], open_to_all[80];
    key_pair keys;
    mr_message message = {""};
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder));
    snprintf(name, sizeof name, "%s/me", folder);
    snprintf(secret, sizeof secret, "%s.key", name);
    snprintf(open_to_all, sizeof open_to_all, "%s.pub", name);
    CU_ASSERT_TRUE_FATAL(keys_make(name, &message));
    CU_ASSERT_TRUE(keys_read(secret, true, &keys, &message));
    static const int modes[] = {0644, 0640, 0604, 0620, 0660, 0777};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        CU_ASSERT_EQUAL(chmod(secret, (mode_t)modes[i]), 0);
        CU_ASSERT_FALSE(keys_read(secret, true, &keys, &message));
        MR_ASSERT_CONTAINS(message.text, "is open to others");
        MR_ASSERT_CONTAINS(message.text, "chmod 600");
    }
    CU_ASSERT_EQUAL(chmod(secret, 0400), 0);
    CU_ASSERT_TRUE(keys_read(secret, true, &keys, &message));
    CU_ASSERT_TRUE(keys_read(open_to_all, false, &keys, &message));
    CU_ASSERT_EQUAL(chmod(open_to_all, 0666), 0);
    CU_ASSERT_FALSE(keys_read(open_to_all, false, &keys, &message));
    MR_ASSERT_CONTAINS(message.text, "anybody can write");
    unlink(open_to_all);
    CU_ASSERT_EQUAL(mkfifo(open_to_all, 0600), 0);
    CU_ASSERT_FALSE(keys_read(open_to_all, false, &keys, &message)); /* and nobody waits for it */
    unlink(open_to_all);
    unlink(secret);
    rmdir(folder);
}

/* a file that has no key in it, whatever else it has */
static void test_what_is_no_key(void) {
    static const char *const texts[] = {
        "",
        "public=\n",
        "public=tooshort\n",
        "secret=0000000000000000000000000000000000000000\n",
        "public=\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\n",
        "Public=0000000000000000000000000000000000000000\n"};
    char path[] = "/tmp/multirate_no_key_XXXXXX";
    const int descriptor = mkstemp(path);
    key_pair keys;
    CU_ASSERT_TRUE_FATAL(descriptor >= 0);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        mr_message message = {""};
        CU_ASSERT_EQUAL(ftruncate(descriptor, 0), 0);
        CU_ASSERT_EQUAL(pwrite(descriptor, texts[i], strlen(texts[i]), 0),
                        (ssize_t)strlen(texts[i]));
        CU_ASSERT_FALSE(keys_read(path, false, &keys, &message));
        MR_ASSERT_CONTAINS(message.text, "is no public key file");
        CU_ASSERT_FALSE(keys_read(path, true, &keys, &message));
        MR_ASSERT_CONTAINS(message.text, "is no secret key file");
    }
    static const char good[] = "# mine\r\npublic=0000000000000000000000000000000000000000\r\n";
    CU_ASSERT_EQUAL(ftruncate(descriptor, 0), 0);
    CU_ASSERT_EQUAL(pwrite(descriptor, good, sizeof good - 1, 0), (ssize_t)sizeof good - 1);
    mr_message message = {""};
    CU_ASSERT_TRUE(keys_read(path, false, &keys, &message));
    CU_ASSERT_STRING_EQUAL(keys.public_key, "0000000000000000000000000000000000000000");
    CU_ASSERT_FALSE(keys_read("/tmp", false, &keys, &message));
    CU_ASSERT_FALSE(keys_read("/nowhere/at/all", false, &keys, &message));
    MR_ASSERT_CONTAINS(message.text, "cannot be read");
    CU_ASSERT_FALSE(keys_make("/nowhere/at/all", &message));
    CU_ASSERT_TRUE(strlen(message.text) > 20);
    close(descriptor);
    unlink(path);
}

/* ---- what is served ---- */

static void test_what_cannot_be_served(void) {
    static const atomic_int ended = 1;
    static char longest[3000];
    memset(longest, 'x', sizeof longest - 1);
    const char *const file[] = {longest}, *const files[] = {longest, longest, longest};
    key_pair key;
    test_server there;
    CU_ASSERT_EQUAL_FATAL(zmq_curve_keypair(key.public_key, key.secret_key), 0);
    start(&there, "two_mass", NULL, NULL);
    const struct {
        const char *slave, *bind;
        const key_pair *key;
        const char *const *files;
        int file_count;
        const char *sentence;
    } cases[] = {
        {"tcp://127.0.0.1:5555", "tcp://127.0.0.1:*", NULL, NULL, 0, "is not served on"},
        {"no_such", "tcp://127.0.0.1:*", NULL, NULL, 0, "there is no slave plug-in 'no_such'"},
        {"two_mass", "tcp://127.0.0.1:*", &key, NULL, 0, "nobody could come in"},
        {"two_mass", "tcp://127.to:5555", NULL, NULL, 0, "only this machine is served"},
        {"two_mass", bound, NULL, NULL, 0, "cannot be bound: Address already in use"},
        {"two_mass", "tcp://127.0.0.1:*", NULL, files, 3, "too long for the sandbox"},
        {"two_mass", "tcp://127.0.0.1:*", NULL, file, 1, "a name of a file or folder that fits"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        mr_message message = {""};
        const server_settings set = {.slave = cases[i].slave,
                                     .bind = cases[i].bind,
                                     .key = cases[i].key,
                                     .files = cases[i].files,
                                     .file_count = cases[i].file_count,
                                     .most_clients = 1,
                                     .timeout = 1.0,
                                     .idle = 1.0,
                                     .ended = &ended};
        CU_ASSERT_FALSE(server_run(&set, &message));
        MR_ASSERT_CONTAINS(message.text, cases[i].sentence);
    }
    stop(&there);
}

/* ---- places ---- */

/* says hello; the kind of what comes back, and its sentence if it is a SORRY */
static int say_hello(void *socket, const key_pair *own, const key_pair *server, char *sentence,
                     size_t size) {
    const int patience = 5000, none = 0;
    mr_wire frame = {0};
    char bytes[1000];
    zmq_setsockopt(socket, ZMQ_RCVTIMEO, &patience, sizeof patience);
    zmq_setsockopt(socket, ZMQ_LINGER, &none, sizeof none);
    if (own) {
        zmq_setsockopt(socket, ZMQ_CURVE_SERVERKEY, server->public_key, KEY_SIZE - 1);
        zmq_setsockopt(socket, ZMQ_CURVE_PUBLICKEY, own->public_key, KEY_SIZE - 1);
        zmq_setsockopt(socket, ZMQ_CURVE_SECRETKEY, own->secret_key, KEY_SIZE - 1);
    }
    zmq_connect(socket, bound);
    frame_begin(&frame, FRAME_HELLO);
    mr_wire_put_number(&frame, REMOTE_VERSION);
    zmq_send(socket, frame.data, frame.size, 0);
    const int length = zmq_recv(socket, bytes, sizeof bytes, 0);
    mr_wire_clear(&frame);
    for (int i = 0; i < length; i++)
        *mr_wire_extend(&frame, 1) = (unsigned char)bytes[i];
    const int kind = length > 0 ? mr_wire_take_number(&frame) : 0;
    sentence[0] = '\0';
    if (kind == FRAME_SORRY)
        mr_wire_copy_text(&frame, sentence, size);
    mr_wire_free(&frame);
    return kind;
}

static void test_a_key_has_its_share_of_places(void) {
    key_pair server, clients[2];
    char sentence[200];
    test_server s;
    CU_ASSERT_EQUAL_FATAL(zmq_curve_keypair(server.public_key, server.secret_key), 0);
    for (int i = 0; i < 2; i++)
        CU_ASSERT_EQUAL(zmq_curve_keypair(clients[i].public_key, clients[i].secret_key), 0);
    prepare(&s, "two_mass", &server, clients);
    s.settings.allowed_count = 2;
    begin(&s); /* 8 places, half of them for one key */
    void *context = zmq_ctx_new(), *sockets[6];
    for (int i = 0; i < 6; i++) {
        sockets[i] = zmq_socket(context, ZMQ_DEALER);
        const int kind =
            say_hello(sockets[i], &clients[i == 5], &server, sentence, sizeof sentence);
        CU_ASSERT_EQUAL(kind, i == 4 ? FRAME_SORRY : FRAME_HELLO);
        if (i == 4)
            MR_ASSERT_CONTAINS(sentence, "as many clients with this key");
    }
    for (int i = 0; i < 6; i++)
        zmq_close(sockets[i]);
    zmq_ctx_term(context);
    stop(&s);
}

static void test_idle_clients_have_to_go_and_are_told_of(void) {
    char sentence[200], path[] = "/tmp/multirate_audit_XXXXXX", text[1000] = "";
    test_server s;
    const int descriptor = mkstemp(path);
    CU_ASSERT_TRUE_FATAL(descriptor >= 0);
    prepare(&s, "two_mass", NULL, NULL);
    s.settings.most_clients = 1;
    s.settings.idle = 0.2;
    s.settings.audit_file = path;
    begin(&s);
    void *context = zmq_ctx_new(), *idle = zmq_socket(context, ZMQ_DEALER);
    CU_ASSERT_EQUAL(say_hello(idle, NULL, NULL, sentence, sizeof sentence), FRAME_HELLO);
    int kind = FRAME_THERE;
    while (kind == FRAME_THERE)
        if (zmq_recv(idle, text, sizeof text, 0) >= (int)sizeof kind)
            memcpy(&kind, text, sizeof kind);
        else
            kind = 0;
    CU_ASSERT_EQUAL(kind, FRAME_SORRY);
    /* its place is free as soon as its session has ended */
    for (int tries = 0; kind == FRAME_SORRY && tries < 100; tries++) {
        void *next = zmq_socket(context, ZMQ_DEALER);
        kind = say_hello(next, NULL, NULL, sentence, sizeof sentence);
        zmq_close(next);
        usleep(10000);
    }
    CU_ASSERT_EQUAL(kind, FRAME_HELLO);
    zmq_close(idle);
    zmq_ctx_term(context);
    stop(&s);
    memset(text, 0, sizeof text);
    CU_ASSERT_TRUE(pread(descriptor, text, sizeof text - 1, 0) > 0);
    MR_ASSERT_CONTAINS(text, "Z session=1 peer=127.0.0.1 key=- seconds=");
    MR_ASSERT_CONTAINS(text, "questions=0 end=idle\n");
    MR_ASSERT_CONTAINS(text, " session=2 ");
    close(descriptor);
    unlink(path);
}

/* the server tells much: was this among it? */
static const char *awaited;
static atomic_int tellings;
static void hear(const char *sentence) {
    tellings += strcmp(sentence, awaited) == 0;
}

/* up to 20 s */
static bool is_told(void) {
    for (int tries = 0; tellings == 0 && tries < 2000; tries++)
        usleep(10000);
    return tellings > 0;
}

static void test_an_audit_that_cannot_be_written_is_told(void) {
    char sentence[200];
    test_server s;
    prepare(&s, "two_mass", NULL, NULL);
    s.settings.audit_file = "/nowhere/at/all";
    s.settings.tell = hear;
    awaited = "the audit file cannot be written";
    tellings = 0;
    begin(&s);
    void *context = zmq_ctx_new(), *client = zmq_socket(context, ZMQ_DEALER);
    CU_ASSERT_EQUAL(say_hello(client, NULL, NULL, sentence, sizeof sentence), FRAME_HELLO);
    zmq_close(client);
    zmq_ctx_term(context);
    stop(&s);
    CU_ASSERT_TRUE(is_told());
}

static void ask(void *client, int kind, const char *text, int wants) {
    const known_inputs none = {0};
    mr_wire frame = {0}, question = {0};
    mr_wire_put_number(&question, kind);
    if (text)
        mr_wire_put_text(&question, text);
    else
        mr_wire_put_number(&question, wants);
    frame_begin(&frame, FRAME_ASK);
    frame_put_message(&frame, &question);
    frame_put_known(&frame, &none);
    CU_ASSERT_TRUE(zmq_send(client, frame.data, frame.size, 0) >= 0);
    mr_wire_free(&frame);
    mr_wire_free(&question);
}

/* who asks on and on while the slave is busy, here hanging for a second, gets a sentence */
static void test_a_greedy_client_has_to_go(void) {
    char sentence[200], bytes[4096];
    test_server s;
    int kind = 0;
    start(&s, MR_BINARY_DIR "/tests/plugins/faulty.so", NULL, NULL);
    void *context = zmq_ctx_new(), *client = zmq_socket(context, ZMQ_DEALER);
    CU_ASSERT_EQUAL(say_hello(client, NULL, NULL, sentence, sizeof sentence), FRAME_HELLO);
    ask(client, MR_ASK_LOAD, "", 0);
    ask(client, MR_ASK_OPEN, "fault=sleep in=outputs", 0);
    for (int i = 0; i < 200; i++)
        ask(client, MR_ASK_VALUES, NULL, MR_TELL_OUTPUTS);
    for (int answers = 0; kind != FRAME_SORRY && answers < 300; answers++) {
        const int length = zmq_recv(client, bytes, sizeof bytes - 1, 0);
        CU_ASSERT_TRUE_FATAL(length >= (int)sizeof kind);
        memcpy(&kind, bytes, sizeof kind);
        bytes[length < (int)sizeof bytes ? length : (int)sizeof bytes - 1] = '\0';
    }
    CU_ASSERT_EQUAL(kind, FRAME_SORRY);
    MR_ASSERT_CONTAINS(bytes + 8, "asks on and does not wait for answers");
    zmq_close(client);
    zmq_ctx_term(context);
    stop(&s);
}

#if !defined(__SANITIZE_ADDRESS__) /* which has a memory of its own, and counts none */
/* the memory of this very process, where the server is a thread */
static void test_too_much_memory_closes_all_and_the_server_goes_on(void) {
    char sentence[200], address[300];
    test_server s;
    int kind = 0;
    prepare(&s, "two_mass", NULL, NULL);
    s.settings.held = 16.0;
    s.settings.tell = hear;
    awaited = "the connections hold too much memory: all are closed";
    tellings = 0;
    begin(&s);
    snprintf(address, sizeof address, "%s", bound);
    void *context = zmq_ctx_new(), *client = zmq_socket(context, ZMQ_DEALER);
    CU_ASSERT_EQUAL(say_hello(client, NULL, NULL, sentence, sizeof sentence), FRAME_HELLO);
    char *much = calloc(1, 64u << 20);
    CU_ASSERT_PTR_NOT_NULL_FATAL(much);
    much[1] = 'x';
    /* it looks when something happens */
    while (!tellings) {
        void *next = zmq_socket(context, ZMQ_DEALER);
        (void)say_hello(next, NULL, NULL, sentence, sizeof sentence);
        zmq_close(next);
        usleep(20000);
    }
    free(much);
    CU_ASSERT_TRUE(is_told());
    for (int tries = 0; kind != FRAME_HELLO && tries < 100; tries++) {
        void *next = zmq_socket(context, ZMQ_DEALER);
        kind = say_hello(next, NULL, NULL, sentence, sizeof sentence);
        zmq_close(next);
        usleep(10000);
    }
    CU_ASSERT_EQUAL(kind, FRAME_HELLO);
    CU_ASSERT_STRING_EQUAL(bound, address);
    zmq_close(client);
    zmq_ctx_term(context);
    stop(&s);
}
#endif

static void test_strange_texts_stay_in_their_line(void) {
    const audit a = {.number = 7, .peer = "1 end=x\n2", .key = "", .questions = 3, .end = "closed"};
    char line[300];
    audit_compose(&a, line, sizeof line);
    /* whoever does not read the lines keeps no server waiting, and no link leads them elsewhere */
    char folder[] = "/tmp/multirate_lines_XXXXXX", path[60], other[60];
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/pipe", folder);
    CU_ASSERT_EQUAL(mkfifo(path, 0600), 0);
    CU_ASSERT_FALSE(audit_append(path, line));
    snprintf(other, sizeof other, "%s/link", folder);
    CU_ASSERT_EQUAL(symlink("/dev/null", other), 0);
    CU_ASSERT_FALSE(audit_append(other, line));
    CU_ASSERT_EQUAL(unlink(path) | unlink(other) | rmdir(folder), 0);
    CU_ASSERT_STRING_EQUAL(
        line, "1970-01-01T00:00:00Z session=7 peer=1_end=x_2 key=- seconds=0.000 questions=3 "
              "end=closed");
}

int main(int argc, char **argv) {
    const mr_test tests[] = {
        MR_TEST(test_what_can_be_let),
        MR_TEST(test_what_comes_through),
        MR_TEST(test_a_client_never_chooses_a_file),
        MR_TEST(test_bounds_hold_for_the_served_slave),
        MR_TEST(test_served_slaves_are_in_the_sandbox),
        MR_TEST(test_a_secret_that_others_can_read_is_refused),
        MR_TEST(test_a_key_has_its_share_of_places),
        MR_TEST(test_idle_clients_have_to_go_and_are_told_of),
        MR_TEST(test_what_is_no_key),
        MR_TEST(test_what_cannot_be_served),
        MR_TEST(test_an_audit_that_cannot_be_written_is_told),
        MR_TEST(test_a_greedy_client_has_to_go),
#if !defined(__SANITIZE_ADDRESS__)
        MR_TEST(test_too_much_memory_closes_all_and_the_server_goes_on),
#endif
        MR_TEST(test_strange_texts_stay_in_their_line),
    };
    return mr_test_main("remote_rights", tests, sizeof tests / sizeof *tests, argc, argv);
}
