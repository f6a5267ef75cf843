/* a slave behind a server on this machine: one slave step is one turn over the loopback */
#define _GNU_SOURCE
#include "bench.h"
#include "benchmarks.h"

#include "multirate/multirate.h"

#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zmq.h>

#define STEP  0.1
#define STEPS 5000L

static void run_steps(void *context) {
    mr_interface *interface = context;
    double y = 0.0, u[3] = {0};
    mr_status status = mr_interface_start(interface, 0.0, &y);
    for (long i = 1; i <= STEPS && status == MR_OK; i++) {
        y = 1e-3 * (double)(i & 1023);
        status = mr_interface_exchange(interface, ((double)i - 0.5) * STEP, &y, MR_MAJOR, u);
    }
    if (status != MR_OK)
        fprintf(stderr, "# %s\n", mr_interface_error(interface));
}

static double per_step(const char *slave) {
    mr_plugin *plugin = NULL;
    mr_interface *interface = NULL;
    mr_config config;
    mr_message message;
    const char *prefix;
    char configuration[4096];
    double seconds = -1.0;
    mr_config_default(&config);
    if (mr_plugin_load(slave, &plugin, &prefix, &message) == MR_OK) {
        snprintf(configuration, sizeof configuration, "%sfr=10 step=%g", prefix, STEP);
        if (mr_interface_open(&config, mr_plugin_type(plugin), configuration, &interface,
                              &message) == MR_OK)
            seconds = bench_least(run_steps, interface, 3) / (double)STEPS;
    }
    if (seconds < 0.0)
        fprintf(stderr, "# no benchmark of a remote slave: %s\n", message.text);
    mr_interface_close(interface);
    mr_plugin_unload(plugin);
    return seconds;
}

/* the same path without us: one ZeroMQ request and its answer between two threads over the loopback
 */
static void *answer_requests(void *socket) {
    char bytes[64];
    while (zmq_recv(socket, bytes, sizeof bytes, 0) == 64)
        zmq_send(socket, bytes, sizeof bytes, 0);
    return NULL;
}

static void ask_requests(void *socket) {
    char bytes[64] = {0};
    for (long i = 0; i < STEPS; i++) {
        zmq_send(socket, bytes, sizeof bytes, 0);
        zmq_recv(socket, bytes, sizeof bytes, 0);
    }
}

static double raw_round_trip(void) {
    void *contexts[2] = {zmq_ctx_new(), zmq_ctx_new()};
    void *server = zmq_socket(contexts[0], ZMQ_REP), *client = zmq_socket(contexts[1], ZMQ_REQ);
    char address[128];
    size_t size = sizeof address;
    pthread_t thread;
    zmq_bind(server, "tcp://127.0.0.1:*");
    zmq_getsockopt(server, ZMQ_LAST_ENDPOINT, address, &size);
    zmq_connect(client, address);
    pthread_create(&thread, NULL, answer_requests, server);
    const double seconds = bench_least(ask_requests, client, 3) / (double)STEPS;
    zmq_send(client, "", 0, 0);
    pthread_join(thread, NULL);
    zmq_close(client);
    zmq_close(server);
    zmq_ctx_term(contexts[0]);
    zmq_ctx_term(contexts[1]);
    return seconds;
}

/* a server process that ends with the pipe that it reads; its address in `address` */
typedef struct served {
    FILE *pipe;
    long process;
    char address[256];
} served;

static bool serve(served *server, const char *programs, const char *options) {
    char command[2 * PATH_MAX], line[256] = "";
    snprintf(command, sizeof command,
             "'%s/multirate' serve two_mass --bind 'tcp://127.0.0.1:*' "
             "--let fr --let 'coupling=force|displacement' --let step --quiet %s & echo $!; wait",
             programs, options);
    *server = (served){.pipe = popen(command, "r")};
    if (!server->pipe || !fgets(line, sizeof line, server->pipe) ||
        (server->process = atol(line)) <= 0 || !fgets(line, sizeof line, server->pipe) ||
        strncmp(line, "serving at ", 11) != 0)
        return false;
    line[strcspn(line, "\n")] = '\0';
    snprintf(server->address, sizeof server->address, "%s", line + 11);
    return true;
}

static void end(served *server) {
    if (server->process > 0)
        kill((pid_t)server->process, SIGTERM);
    if (server->pipe)
        pclose(server->pipe);
}

/* key pairs of a server and a client, in a folder of their own */
static bool make_keys(const char *programs, char *folder) {
    char command[2 * PATH_MAX];
    if (!mkdtemp(folder))
        return false;
    snprintf(command, sizeof command,
             "cd '%s' && for who in server me; do '%s/multirate' serve --make-key $who; done "
             ">/dev/null",
             folder, programs);
    return system(command) == 0;
}

static void remove_keys(const char *folder) {
    static const char *const names[] = {"server.key", "server.pub", "me.key", "me.pub"};
    char file[PATH_MAX];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(file, sizeof file, "%s/%s", folder, names[i]);
        (void)unlink(file);
    }
    (void)rmdir(folder);
}

void bench_remote(void) {
    char programs[PATH_MAX] = "", keys[] = "/tmp/multirate_keys_XXXXXX", text[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", programs, sizeof programs - 1);
    programs[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(programs, '/');
    if (slash)
        *slash = '\0';
    const double local = per_step("two_mass");
    served server;
    if (serve(&server, programs, "")) {
        const double remote = per_step(server.address);
        if (remote > 0.0)
            bench_print("remote_slave_step", 1e6 * (remote - local), "us");
    } else {
        fprintf(stderr, "# no benchmark of a remote slave: `multirate serve` does not run\n");
    }
    end(&server);
    const bool keyed = make_keys(programs, keys);
    snprintf(text, sizeof text, "--key %s/server.key --allow %s/me.pub", keys, keys);
    if (keyed && serve(&server, programs, text)) {
        snprintf(text, sizeof text, "%s key=%s/me.key server_key=%s/server.pub", server.address,
                 keys, keys);
        const double remote = per_step(text);
        if (remote > 0.0)
            bench_print("remote_slave_step_with_keys", 1e6 * (remote - local), "us");
        end(&server);
    }
    remove_keys(keys);
    bench_print("remote_raw_zeromq", 1e6 * raw_round_trip(), "us");
}
