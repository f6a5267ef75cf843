/* a server in a thread of this program, and a master */
#define _GNU_SOURCE
#include "remote_world.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- a server ---- */

char bound[300];
bool expected;
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

/* what the clients of the suites set */
static const let_list *let(void) {
    static let_list list;
    static const char *const texts[] = {
        "fr=1:100",        "coupling=force|displacement", "step", "at",
        "in=step|outputs", "fault=segv|exit|sleep|kill"};
    mr_message message = {""};
    for (size_t i = 0; list.count < 6 && i < 6; i++)
        CU_ASSERT_TRUE(let_add(&list, texts[i], &message));
    return &list;
}

void prepare(test_server *s, const char *slave, const key_pair *key, const key_pair *allowed) {
    *s = (test_server){.settings = {.slave = slave,
                                    .let = let(),
                                    .bind = "tcp://127.0.0.1:*",
                                    .key = key,
                                    .allowed = allowed,
                                    .allowed_count = allowed ? 1 : 0,
                                    .most_clients = 8,
                                    .timeout = 1.0,
                                    .idle = 100.0,
                                    .ready = on_ready}};
}

void begin(test_server *s) {
    s->settings.ended = &s->ended;
    bound[0] = '\0';
    pthread_create(&s->thread, NULL, run_server, s);
    pthread_mutex_lock(&bound_lock);
    while (!bound[0])
        pthread_cond_wait(&bound_changed, &bound_lock);
    pthread_mutex_unlock(&bound_lock);
}

void start(test_server *s, const char *slave, const key_pair *key, const key_pair *allowed) {
    prepare(s, slave, key, allowed);
    begin(s);
}

void stop(test_server *s) {
    s->ended = 1;
    pthread_join(s->thread, NULL);
}

/* ---- a master ---- */

mr_status open_master(master *m, const char *slave, const char *options, const char *configuration,
                      mr_message *message) {
    mr_config config;
    const char *prefix;
    char text[4096];
    *m = (master){0};
    mr_config_default(&config);
    mr_status status = mr_config_parse(&config, options, message);
    if (status == MR_OK)
        status = mr_plugin_load(slave, &m->plugin, &prefix, message);
    if (status != MR_OK)
        return status;
    snprintf(text, sizeof text, "%s%s", prefix, configuration);
    status = mr_interface_open(&config, mr_plugin_type(m->plugin), text, &m->interface, message);
    if (status != MR_OK && !expected)
        printf("\n    %s", message->text);
    return status;
}

void close_master(master *m) {
    mr_interface_close(m->interface);
    mr_plugin_unload(m->plugin);
}

mr_status run(master *m, double *answers) {
    double y = 0.1, u[8] = {0};
    mr_status status = mr_interface_start(m->interface, 0.0, &y);
    for (int i = 0; i < STEPS && status == MR_OK; i++) {
        const double t = 0.01 * i;
        y = sin(3.0 * t);
        status = mr_interface_exchange(m->interface, t, &y, MR_MAJOR, u);
        answers[2 * i] = u[0];
        if (status == MR_OK)
            status = mr_interface_exchange(m->interface, t + 0.005, &y, MR_MINOR, u);
        answers[2 * i + 1] = u[0];
    }
    if (status != MR_OK && !expected)
        printf("\n    %s", mr_interface_error(m->interface));
    return status;
}
