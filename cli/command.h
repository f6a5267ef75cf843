/* the commands of the program `multirate`; each gets the words after its own name and returns the
 * exit code: 0 good, 1 failed run, 2 wrong use */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "arguments.h"

#define EXIT_GOOD   0
#define EXIT_FAILED 1
#define EXIT_USAGE  2

typedef struct command {
    const char *name;
    const char *summary; /* one line in the list of commands */
    const char *usage;   /* the words after the name; lines, if there are several ways */
    const char *about;   /* paragraphs above the options, and below */
    const argument *options;
    const char *closing;
    /* what the words are read into: a copy of the defaults (zeros, if NULL) of this size, with a
     * text_list at `rest` for words that are no options. The table's lists are freed afterwards */
    size_t size, rest;
    const void *defaults;
    int (*run)(void *arguments);
    /* instead of all that, for a command that reads its words itself */
    int (*run_words)(int argc, char **argv);
    /* instead of the help, if it is true; at the end of it. NULL: nothing */
    bool (*own_help)(int argc, char **argv, FILE *out);
    void (*more_help)(int argc, char **argv, FILE *out);
    bool heeds_signals; /* stops its runs when it is asked to, and keeps what is there */
    bool calls_slaves;  /* without a model around them: their crashes are caught */
} command;

/* a command that reads its words into `type` and is run by the function `run` of its file */
#define COMMAND(identifier, type, its_name, its_summary, its_usage, its_about, ...)                \
    const command identifier = {.name = its_name,                                                  \
                                .summary = its_summary,                                            \
                                .usage = its_usage,                                                \
                                .about = its_about,                                                \
                                .options = option_table,                                           \
                                .size = sizeof(type),                                              \
                                .rest = offsetof(type, rest),                                      \
                                .run = run,                                                        \
                                __VA_ARGS__}

/* all of them, ended by NULL */
extern const command *const commands[];
/* NULL if there is none of this name */
const command *command_find(const char *name);
/* " (did you mean 'run'?)", or "" */
const char *command_hint(const char *name, char *text, size_t size);
void command_help(const command *c, int argc, char **argv, FILE *out);

/* the words after `multirate`; the exit code */
int commands_run(int argc, char **argv);

extern const command command_run;
extern const command command_slave;
extern const command command_fmu;
extern const command command_couple;
extern const command command_validate;
extern const command command_export_fmu;
extern const command command_mex;
extern const command command_study;
extern const command command_sweep;
extern const command command_serve;
extern const command command_stability;
extern const command command_advise;
extern const command command_convert, command_new;
extern const command command_draw;
extern const command command_examples;
extern const command command_view;
extern const command command_plot;
extern const command command_help_pages;

#endif
