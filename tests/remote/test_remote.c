/* slaves in the network: the same bits as at home, several clients, keys, slaves that fail */
#define _GNU_SOURCE
#include "remote_world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
        CU_ASSERT_EQUAL(a.counts.slave_steps, b.counts.slave_steps);
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
        const atomic_int ended = 1;
        mr_message message = {""};
        const server_settings set = {.slave = "two_mass",
                                     .bind = addresses[k],
                                     .most_clients = 1,
                                     .timeout = 1.0,
                                     .idle = 1.0,
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

int main(int argc, char **argv) {
    setenv("MULTIRATE_SLAVE_PATH", MR_BINARY_DIR "/lib/multirate", 0);
    const mr_test tests[] = {
        MR_TEST(test_a_remote_slave_gives_the_same_bits),
        MR_TEST(test_several_clients_have_an_instance_each),
        MR_TEST(test_a_slave_that_fails_harms_nobody_else),
        MR_TEST(test_keys),
        MR_TEST(test_without_keys_only_this_machine),
    };
    return mr_test_main("remote", tests, sizeof tests / sizeof *tests, argc, argv);
}
