/* multirate COMMAND …: picks the command */
#define _POSIX_C_SOURCE 200809L
#include "command.h"
#include "complain.h"
#include "farm_ranks.h"
#include "json.h"
#include "streams.h"
#include "spare_memory.h"
#include "unasked_end.h"

#include "blockdiagram/sfunction.h"
#include "multirate/nearest.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static const command *const commands[] = {
    &command_run,        &command_study, &command_sweep,     &command_serve,  &command_slave,
    &command_export_fmu, &command_mex,   &command_stability, &command_advise, &command_convert};
#define COUNT (sizeof commands / sizeof *commands)

static void print_help(FILE *out) {
    fprintf(out, "Multirate: co-simulation of block diagrams and multibody simulators, each at its "
                 "own pace\n\n"
                 "usage: multirate COMMAND …\n\n");
    for (size_t i = 0; i < COUNT; i++)
        fprintf(out, "  %-12s %s\n", commands[i]->name, commands[i]->summary);
    fprintf(out, "\n`multirate COMMAND --help` tells more.\n");
}

static bool is_among(const char *word, int argc, char **argv) {
    for (int i = 0; i < argc; i++)
        if (strcmp(argv[i], word) == 0)
            return true;
    return false;
}

/* a command that a signal ends, and that does not catch it, still answers. Commands that make runs
 * catch it themselves and keep the results so far */
static pid_t program;

static void on_signal(int number) {
    static const char sentence[] = "{\"error\": \"stopped by a signal\"}\n";
    if (getpid() == program && json_answered())
        return; /* it is about to end */
    if (getpid() == program &&
        write(STDOUT_FILENO, sentence, sizeof sentence - 1) == (ssize_t)(sizeof sentence - 1))
        unasked_end_now(EXIT_FAILED);
    signal(number, SIG_DFL);
    raise(number);
}

static void answer_signals(void) {
    const struct sigaction action = {.sa_handler = on_signal};
    program = getpid();
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

/* commands that call slaves without a model around them */
static const command *const of_slaves[] = {&command_slave, &command_export_fmu};

typedef struct call {
    const command *command;
    int argc;
    char **argv;
    int code;
} call;

static void run_call(void *argument) {
    call *c = argument;
    c->code = c->command->run(c->argc, c->argv);
}

/* a slave that crashes or ends the program there ends the command with a sentence */
static int run_guarded(const command *c, int argc, char **argv) {
    call body = {c, argc, argv, EXIT_FAILED};
    char message[200] = "";
    bool guarded = false;
    for (size_t i = 0; i < sizeof of_slaves / sizeof *of_slaves; i++)
        guarded = guarded || of_slaves[i] == c;
    if (!guarded)
        run_call(&body);
    else if (bd_mx_own_provider()->call(NULL, run_call, &body, message, sizeof message))
        complain(c->name,
                 "the slave did what it may not: %s; isolate=yes behind its name keeps "
                 "that in a process of its own",
                 message);
    return body.code;
}

static int run_command(const command *c, int argc, char **argv) {
    if (is_among("--help", argc, argv) || is_among("-h", argc, argv)) {
        if (c->print_help)
            c->print_help(argc, argv);
        else
            fputs(c->help, stdout);
        return EXIT_GOOD;
    }
    const bool as_json = is_among("--json", argc, argv);
    if (as_json && output_was_closed()) {
        complain(c->name, "standard output is closed, where --json writes");
        return EXIT_USAGE;
    }
    if (as_json)
        answer_signals();
    const int code = run_guarded(c, argc, argv);
    if (code != EXIT_GOOD && as_json && !json_answered())
        json_error(stdout, complaint() ? complaint() : "the command failed");
    return code;
}

static int run_named(int argc, char **argv) {
    if (argc < 2) {
        print_help(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        strcmp(argv[1], "help") == 0) {
        print_help(stdout);
        return EXIT_GOOD;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("multirate %s\n", MR_VERSION);
        return EXIT_GOOD;
    }
    for (size_t i = 0; i < COUNT; i++)
        if (strcmp(argv[1], commands[i]->name) == 0)
            return run_command(commands[i], argc - 2, argv + 2);
    mr_nearest nearest = {argv[1], NULL, 0};
    char hint[MR_HINT_SIZE];
    for (size_t i = 0; i < COUNT; i++)
        mr_nearest_try(&nearest, commands[i]->name);
    fprintf(stderr, "multirate: there is no command '%s'%s; `multirate --help` lists them\n",
            argv[1], mr_nearest_hint(&nearest, hint, sizeof hint));
    if (is_among("--json", argc, argv))
        json_error(stdout, "there is no such command");
    return EXIT_USAGE;
}

/* a thread of OpenBLAS that gets no memory asks for it for ever, and at the end the library waits
 * for that thread */
static bool memory_is_limited(void) {
    struct rlimit space, data;
    return getrlimit(RLIMIT_AS, &space) == 0 && getrlimit(RLIMIT_DATA, &data) == 0 &&
           (space.rlim_cur != RLIM_INFINITY || data.rlim_cur != RLIM_INFINITY);
}

int main(int argc, char **argv) {
    streams_begin();
    bd_mx_catch_crashes(spare_memory_use);
    unasked_end_watch();
    int code = run_named(argc, argv);
    const int why = output_end();
    if (why && (code == EXIT_GOOD || !complaint())) {
        fprintf(stderr, "multirate: standard output cannot be written: %s\n", strerror(why));
        code = code == EXIT_GOOD ? EXIT_FAILED : code;
    }
    if (!bd_mx_wounded() && !memory_is_limited())
        return code;
    /* without the libraries' last words, which may never end */
    if (!bd_mx_wounded())
        farm_ranks_part();
    fflush(NULL);
    unasked_end_now(code);
}
