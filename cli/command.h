/* the commands of the program `multirate`; each gets the words after its own name and returns the
 * exit code: 0 good, 1 failed run, 2 wrong use */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#define EXIT_GOOD   0
#define EXIT_FAILED 1
#define EXIT_USAGE  2

typedef struct command {
    const char *name;
    const char *summary; /* one line in the list of commands */
    const char *help;    /* the whole text of --help */
    int (*run)(int argc, char **argv);
    void (*print_help)(int argc, char **argv); /* instead of the text; NULL: none */
} command;

extern const command command_run;
extern const command command_slave;
extern const command command_export_fmu;
extern const command command_mex;
extern const command command_study;
extern const command command_sweep;
extern const command command_serve;
extern const command command_stability;
extern const command command_advise;
extern const command command_convert;

#endif
