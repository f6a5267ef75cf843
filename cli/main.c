/* multirate COMMAND …: picks the command */
#include "command.h"

#include <stdio.h>
#include <string.h>

static const command *const commands[] = {&command_run,   &command_study,     &command_sweep,
                                          &command_serve, &command_slave,     &command_export_fmu,
                                          &command_mex,   &command_stability, &command_advise};
#define COUNT (sizeof commands / sizeof *commands)

static void print_help(FILE *out) {
    fprintf(out, "Multirate: co-simulation of block diagrams and multibody simulators, each at its "
                 "own pace\n\n"
                 "usage: multirate COMMAND …\n\n");
    for (size_t i = 0; i < COUNT; i++)
        fprintf(out, "  %-12s %s\n", commands[i]->name, commands[i]->summary);
    fprintf(out, "\n`multirate COMMAND --help` tells more.\n");
}

int main(int argc, char **argv) {
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
    for (size_t i = 0; i < COUNT; i++) {
        if (strcmp(argv[1], commands[i]->name) != 0)
            continue;
        for (int k = 2; k < argc; k++)
            if (strcmp(argv[k], "--help") == 0 || strcmp(argv[k], "-h") == 0) {
                fputs(commands[i]->help, stdout);
                return EXIT_GOOD;
            }
        return commands[i]->run(argc - 2, argv + 2);
    }
    fprintf(stderr, "multirate: there is no command '%s'; `multirate --help` lists them\n",
            argv[1]);
    return EXIT_USAGE;
}
