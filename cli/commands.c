/* which commands there are, their help, and running one of them */
#define _POSIX_C_SOURCE 200809L
#include "command.h"
#include "version.h"
#include "complain.h"
#include "file_hint.h"
#include "json.h"
#include "stop_requests.h"
#include "streams.h"
#include "unasked_end.h"

#include "blockdiagram/new_file.h"
#include "blockdiagram/sfunction.h"
#include "multirate/nearest.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

const command *const commands[] = {
    &command_run,       &command_study,  &command_sweep,    &command_serve,      &command_slave,
    &command_fmu,       &command_couple, &command_validate, &command_export_fmu, &command_mex,
    &command_stability, &command_advise, &command_new,      &command_convert,    &command_draw,
    &command_examples,  &command_view,   &command_plot,     &command_help_pages, NULL};

static void print_help(FILE *out) {
    fprintf(out, "Multirate: co-simulation of block diagrams and multibody simulators, each at its "
                 "own pace\n\n"
                 "usage: multirate COMMAND …\n\n");
    for (const command *const *c = commands; *c; c++)
        fprintf(out, "  %-12s %s\n", (*c)->name, (*c)->summary);
    fprintf(out, "\n`multirate COMMAND --help` tells more.\n");
}

const command *command_find(const char *name) {
    for (const command *const *c = commands; *c; c++)
        if (strcmp((*c)->name, name) == 0)
            return *c;
    return NULL;
}

const char *command_hint(const char *name, char *text, size_t size) {
    mr_nearest nearest = {name, NULL, 0};
    if (access(name, F_OK) == 0 && *file_hint(name, FILE_ANY, text, size))
        return text; /* a file where a command belongs */
    if (strcasecmp(name, "-v") == 0 || strcmp(name, "version") == 0)
        nearest = (mr_nearest){name, "--version", 0};
    for (const command *const *c = commands; *c; c++)
        mr_nearest_try(&nearest, (*c)->name);
    mr_nearest_try(&nearest, "--version");
    mr_nearest_try(&nearest, "--help");
    return mr_nearest_hint(&nearest, text, size);
}

/* "usage: multirate NAME WORDS", a line for each way */
static void print_usage(const command *c, FILE *out) {
    for (const char *p = c->usage; *p; p += strcspn(p, "\n"), p += *p == '\n')
        fprintf(out, "%s multirate %s %.*s\n", p == c->usage ? "usage:" : "      ", c->name,
                (int)strcspn(p, "\n"), p);
}

void command_help(const command *c, int argc, char **argv, FILE *out) {
    if (c->own_help && c->own_help(argc, argv, out))
        return;
    print_usage(c, out);
    fputc('\n', out);
    print_paragraphs(c->about, out);
    fputc('\n', out);
    arguments_help(c->options, out);
    if (c->closing || c->more_help)
        fputc('\n', out);
    if (c->closing)
        print_paragraphs(c->closing, out);
    if (c->more_help)
        c->more_help(argc, argv, out);
}

static bool is_among(const char *word, int argc, char **argv) {
    for (int i = 0; i < argc; i++)
        if (strcmp(argv[i], word) == 0)
            return true;
    return false;
}

/* a command that a signal ends, and that does not catch it, leaves no parts of files behind, and
 * with --json it still answers. Commands that make runs catch it themselves and keep the results so
 * far */
static pid_t program;
static bool answers;

static void on_signal(int number) {
    static const char sentence[] = "{\"error\": \"stopped by a signal\"}\n";
    if (getpid() == program && answers && json_answered())
        return; /* it is about to end */
    bd_new_files_abandon();
    if (getpid() == program && answers &&
        write(STDOUT_FILENO, sentence, sizeof sentence - 1) == (ssize_t)(sizeof sentence - 1))
        unasked_end_now(EXIT_FAILED);
    signal(number, SIG_DFL);
    raise(number);
}

/* what whoever started the program has ignored stays so, unless there is an answer to give */
static void answer_signals(bool as_json) {
    const struct sigaction action = {.sa_handler = on_signal};
    struct sigaction before[STOP_REQUESTS];
    program = getpid();
    answers = as_json;
    stop_requests_heed(&action, before);
    if (!as_json)
        stop_requests_keep_ignored(before);
}

typedef struct call {
    const command *command;
    int argc;
    char **argv;
    void *arguments;
    int code;
} call;

static void run_call(void *user) {
    call *c = user;
    c->code =
        c->arguments ? c->command->run(c->arguments) : c->command->run_words(c->argc, c->argv);
}

/* a slave that crashes or ends the program there ends the command with a sentence */
static int run_guarded(const command *c, int argc, char **argv, void *arguments) {
    call body = {c, argc, argv, arguments, EXIT_FAILED};
    char message[200] = "";
    if (!c->calls_slaves)
        run_call(&body);
    else if (bd_mx_own_provider()->call(NULL, run_call, &body, message, sizeof message))
        complain(c->name,
                 "the slave did what it may not: %s; isolate=yes behind its name keeps "
                 "that in a process of its own",
                 message);
    return body.code;
}

static int read_and_run(const command *c, int argc, char **argv) {
    if (c->size == 0)
        return run_guarded(c, argc, argv, NULL);
    char *arguments = calloc(1, c->size);
    if (!arguments) {
        complain(c->name, "not enough memory");
        return EXIT_FAILED;
    }
    if (c->defaults)
        memcpy(arguments, c->defaults, c->size);
    text_list *rest = (text_list *)(void *)(arguments + c->rest);
    const int code = arguments_read(c->name, argc, argv, c->options, arguments, rest)
                         ? run_guarded(c, argc, argv, arguments)
                         : EXIT_USAGE;
    arguments_free(c->options, arguments);
    text_list_free(rest);
    free(arguments);
    return code;
}

static int run_command(const command *c, int argc, char **argv) {
    if (is_among("--help", argc, argv) || is_among("-h", argc, argv)) {
        command_help(c, argc, argv, stdout);
        return EXIT_GOOD;
    }
    const bool as_json = is_among("--json", argc, argv);
    if (as_json && output_was_closed()) {
        complain(c->name, "standard output is closed, where --json writes");
        return EXIT_USAGE;
    }
    if (as_json || !c->heeds_signals)
        answer_signals(as_json);
    const int code = read_and_run(c, argc, argv);
    if (code != EXIT_GOOD && as_json && !json_answered())
        json_error(stdout, complaint() ? complaint() : "the command failed");
    return code;
}

static int print_version(int argc, char **argv) {
    const bool as_json = argc == 1 && strcmp(argv[0], "--json") == 0;
    if (argc > 0 && !as_json) {
        complain("--version", "'%s' is no option of it; --json is", argv[0]);
        return EXIT_USAGE;
    }
    if (as_json) {
        json j = json_answer(stdout);
        version_json(&j);
        json_end(&j);
    } else {
        version_print();
    }
    return EXIT_GOOD;
}

int commands_run(int argc, char **argv) {
    if (argc < 2) {
        print_help(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        (strcmp(argv[1], "help") == 0 && argc == 2)) {
        print_help(stdout);
        return EXIT_GOOD;
    }
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0)
        return print_version(argc - 2, argv + 2);
    const command *named = command_find(argv[1]);
    if (named)
        return run_command(named, argc - 2, argv + 2);
    char hint[FILE_HINT_SIZE];
    complain(NULL, "there is no command '%s'%s; `multirate --help` lists them", argv[1],
             command_hint(argv[1], hint, sizeof hint));
    if (is_among("--json", argc, argv))
        json_error(stdout, "there is no such command");
    return EXIT_USAGE;
}
