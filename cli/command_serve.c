/* multirate serve SLAVE: lets masters on other machines use a slave of this one */
#define _POSIX_C_SOURCE 200809L
#include "shared_options.h"
#include "command.h"

#include <math.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct serve_arguments {
    text_list rest, allow, let, files;
    const char *bind, *key, *config, *make, *audit, *sandbox;
    double clients, per_key, timeout, idle, memory, cpu_time;
    bool quiet;
} serve_arguments;

OPTION_TABLE(serve_arguments) = {
    OPTION_TEXT(bind, "--bind", "ADDRESS",
                "tcp://*:5555: every network of this machine; tcp://127.0.0.1:5555: this machine "
                "alone, which needs no keys; port * picks a free one"),
    OPTION_HEADING("Who may come"),
    OPTION_TEXT(key, "--key", "FILE.key", "secret key of the server"),
    OPTION_LIST(allow, "--allow", "FILE.pub", "public key of a client that may come in"),
    OPTION_NAME(make, "--make-key", "NAME",
                "makes NAME.key (secret, for its owner alone) and NAME.pub (to be given away)"),
    OPTION_HEADING("What they get"),
    OPTION_TEXT(config, "--config", "TEXT", "configuration of the slave, for all clients"),
    OPTION_LIST(let, "--let", "OPTION",
                "what a client may set besides. NAME: to any number; "
                "NAME=MIN:MAX: to a number of this range; NAME=ONE|OTHER: to one of these words. "
                "Without it a client sets nothing. It never chooses a file"),
    OPTION_NAME(sandbox, "--sandbox", "off",
                "slaves get the rights of this user; without it they have no files but their own, "
                "no network, no programs (see isolate=sandbox in docs/slaves.md)"),
    OPTION_LIST(files, "--files", "PATH",
                "file or folder that a slave in the sandbox may read besides"),
    OPTION_HEADING("How much of it"),
    OPTION_WHOLE(clients, "--clients", "N", "at the same time (default 64)"),
    OPTION_WHOLE(per_key, "--per-key", "N",
                 "of them with the same key (default: half, if there are several keys)"),
    OPTION_NUMBER(timeout, "--timeout", "S", "that a call of the slave may take (default 30)"),
    OPTION_NUMBER(idle, "--idle", "S",
                  "that a client may ask nothing before it has to go (default 600)"),
    OPTION_NUMBER(memory, "--memory", "MB", "that an instance may use (default 4096; 0: no limit)"),
    OPTION_NUMBER(cpu_time, "--cpu-time", "S",
                  "of a processor that an instance may use (default 86400; 0: no limit)"),
    OPTION_HEADING("What is told"),
    OPTION_NAME(audit, "--audit", "FILE",
                "gets a line about each session when it ends, as standard error does"),
    OPTION_FLAG(quiet, "--quiet", "says nothing while serving"),
    OPTIONS_END};

#ifdef MR_REMOTE
#include "complain.h"
#include "server.h"
#include "stop_requests.h"

static atomic_int ended;
static void on_end(int number) {
    (void)number;
    ended = 1;
}

static void say(const char *sentence) {
    fprintf(stderr, "%s\n", sentence);
}

static void say_ready(const char *address) {
    printf("serving at %s\n", address);
    fflush(stdout);
}

static bool read_allowed(const text_list *files, key_pair **allowed, mr_message *message) {
    *allowed = calloc((size_t)files->count + 1, sizeof **allowed);
    for (int i = 0; *allowed && i < files->count; i++)
        if (!keys_read(files->items[i], false, &(*allowed)[i], message))
            return false;
    return *allowed != NULL;
}

static bool read_let(const text_list *texts, let_list *let, mr_message *message) {
    for (int i = 0; i < texts->count; i++)
        if (!let_add(let, texts->items[i], message))
            return false;
    return true;
}

static int make_key(const char *name) {
    mr_message message = {""};
    if (!keys_make(name, &message)) {
        complain("serve", "%s", message.text);
        return EXIT_FAILED;
    }
    printf("%s.key (keep it secret), %s.pub\n", name, name);
    return EXIT_GOOD;
}

static int serve(const serve_arguments *a) {
    mr_message message = {""};
    key_pair own, *allowed = NULL;
    let_list let = {0};
    if (!read_let(&a->let, &let, &message)) {
        complain("serve", "%s", message.text);
        let_free(&let);
        return EXIT_USAGE;
    }
    bool good = read_allowed(&a->allow, &allowed, &message) &&
                (!a->key || keys_read(a->key, true, &own, &message));
    if (good) {
        const struct sigaction action = {.sa_handler = on_end};
        const server_settings settings = {.slave = a->rest.items[0],
                                          .configuration = a->config,
                                          .let = &let,
                                          .bind = a->bind,
                                          .key = a->key ? &own : NULL,
                                          .allowed = allowed,
                                          .allowed_count = a->allow.count,
                                          .most_clients = (int)a->clients,
                                          .most_per_key = (int)a->per_key,
                                          .timeout = a->timeout,
                                          .idle = a->idle,
                                          .audit_file = a->audit,
                                          .unconfined = strcmp(a->sandbox, "off") == 0,
                                          .memory = a->memory,
                                          .cpu_time = a->cpu_time,
                                          .files = (const char *const *)a->files.items,
                                          .file_count = a->files.count,
                                          .ended = &ended,
                                          .tell = a->quiet ? NULL : say,
                                          .ready = say_ready};
        stop_requests_heed(&action, NULL);
        if (geteuid() == 0 && !a->quiet)
            say("warning: this server runs as root; any other user would do");
        good = server_run(&settings, &message);
    }
    if (!good)
        complain("serve", "%s", message.text);
    free(allowed);
    let_free(&let);
    return good ? EXIT_GOOD : EXIT_FAILED;
}

static const serve_arguments defaults = {
    .clients = 64, .timeout = 30, .idle = 600, .sandbox = "on", .memory = 4096, .cpu_time = 86400};

static int run(void *arguments) {
    serve_arguments *a = arguments;
    int code = EXIT_USAGE;
    if (a->make)
        code = make_key(a->make);
    else if (!arguments_are_one("serve", &a->rest, "slave"))
        code = EXIT_USAGE;
    else if (!a->bind)
        complain("serve", "--bind ADDRESS says where: tcp://127.0.0.1:5555, say");
    else if (!(a->clients >= 1 && a->clients <= 10000) ||
             !(a->per_key >= 0 && a->per_key <= a->clients) ||
             !(a->timeout > 0 && a->timeout <= 1e6) || !(a->idle > 0 && a->idle <= 1e9))
        complain("serve", "--clients is 1 to 10000, --per-key no more than that, --timeout 0 "
                          "to 1e6 s, --idle 0 to 1e9 s");
    else if (strcmp(a->sandbox, "on") != 0 && strcmp(a->sandbox, "off") != 0)
        complain("serve", "--sandbox is 'on' or 'off'");
    else if (!(a->memory >= 0 && a->memory <= 1e9) || !(a->cpu_time >= 0 && a->cpu_time <= 1e9))
        complain("serve", "--memory and --cpu-time are 0 to 1e9 (MB, s)");
    else
        code = serve(a);
    return code;
}

#else

static int run(void *arguments) {
    (void)arguments;
    complain("serve", "this program was built without ZeroMQ");
    return EXIT_FAILED;
}

#endif

COMMAND(command_serve, serve_arguments, "serve",
        "let masters on other machines use a slave of this one",
        "SLAVE --bind tcp://ADDRESS:PORT [options]\n--make-key NAME",
        "Serves a slave to masters on other machines: there, the slave of the block is "
        "'tcp://this-host:PORT key=me.key server_key=server.pub'. Each client has an instance "
        "of its own in a process of its own; what becomes of it concerns nobody else. Ctrl-C "
        "ends the server.",
        .defaults = &defaults, .closing = "Exit code: 0 good, 1 it could not serve, 2 wrong use.",
        .heeds_signals = true);
