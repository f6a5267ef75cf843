/* what a client of a server may choose: options that it is let, and never anything of the host */
#define _GNU_SOURCE
#include "frame.h"
#include "remote_world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zmq.h>

static void test_what_can_be_let(void) {
    static const char *const good[] = {"fr",       "fr=1:100", "step=0:inf", "start.a=-1e3:1e3",
                                       "mode=a|b", "on=on",    "x=:",        "x=1:"};
    static const char *const bad[] = {
        "",         "=1:2", "fr=",     "a b",     "x='a'",          "file",
        "file=a|b", "log",  "log=1:2", "set=a|b", "isolate.plugin", "isolate=yes|no",
        "plugin=a"};
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

int main(int argc, char **argv) {
    const mr_test tests[] = {
        MR_TEST(test_what_can_be_let),
        MR_TEST(test_what_comes_through),
        MR_TEST(test_a_client_never_chooses_a_file),
        MR_TEST(test_bounds_hold_for_the_served_slave),
    };
    return mr_test_main("remote_rights", tests, sizeof tests / sizeof *tests, argc, argv);
}
