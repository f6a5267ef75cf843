/* a model to begin with: a text with remarks */
#define _POSIX_C_SOURCE 200809L
#include "arguments.h"
#include "command.h"
#include "complain.h"
#include "shared_options.h"

#include "blockdiagram/new_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

typedef struct new_arguments {
    text_list rest;
} new_arguments;

static const argument option_table[] = {OPTIONS_END};

static const char text[] =
    "stop: 10                  # s; an expression, as every value here\n"
    "solver: ode4              # or ode45 …, which chooses its steps\n"
    "step: 0.01                # s\n"
    "\n"
    "variables:                # may be set from outside: --set k=400\n"
    "  m: 1                    # kg\n"
    "  c: 0.5                  # N s/m\n"
    "  k: 40                   # N/m\n"
    "\n"
    "blocks:\n"
    "  # name: block value     the value is the one that the block is about\n"
    "  push: {block: Pulse Generator, Period: 4, PulseWidth: 50, Amplitude: 10}\n"
    "  # = expression          names of blocks are inputs, other names are variables\n"
    "  force: = push - k*x - c*v\n"
    "  acceleration: Gain 1/m\n"
    "  v: Integrator 0\n"
    "  x: Integrator 0.1\n"
    "  # a block with blocks inside, and a mask around it\n"
    "  in millimetres:\n"
    "    mask: {factor: 1000}\n"
    "    inputs: [in]\n"
    "    outputs: [out]\n"
    "    blocks: {K: Gain factor}\n"
    "    lines: [in -> K -> out]\n"
    "  # the multirate block in one line: a slave, its settings, and behind the bar those of the "
    "coupling.\n"
    "  # `multirate slave two_mass` tells what goes in and out. Take the # away, and in the lines "
    "below, to try it:\n"
    "  # other: multirate two_mass fr=10 | scheme=slowest_first order=3\n"
    "\n"
    "lines:                    # from -> to; /2 is the second port, else it is the first free one\n"
    "  - force -> acceleration -> v -> x -> in millimetres\n"
    "  # - x -> other\n"
    "\n"
    "outputs:                  # what is recorded, and where it comes from\n"
    "  position: {from: in millimetres, unit: mm}\n"
    "  speed: {from: v, unit: m/s}\n"
    "  # slow: other\n";

static int write_file(const char *path) {
    struct stat about;
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    if (stat(path, &about) == 0) {
        complain("new", "'%s' is there already; give another name", path);
        return EXIT_USAGE;
    }
    FILE *file = bd_new_file_open(path, NULL);
    bool good = file != NULL;
    if (good) {
        fprintf(file,
                "# A model as text. Run it:    multirate run %s --report result\n"
                "# See it:                     multirate draw %s\n"
                "# For Simulink:               multirate convert %s model.slx\n"
                "# All of it is told in docs/making-models.md.\n\n",
                name, name, name);
        fputs(text, file);
        good = fclose(file) == 0;
    }
    if (!good)
        complain("new", "'%s' cannot be written: %s", path, strerror(errno));
    else
        printf("%s: a model to begin with; multirate run %s --report result\n", path, path);
    return good ? EXIT_GOOD : EXIT_FAILED;
}

static int run(void *arguments) {
    new_arguments *a = arguments;
    int code = EXIT_USAGE;
    if (!arguments_are_one("new", &a->rest, "file to write"))
        return code;
    const char *path = a->rest.items[0];
    const size_t length = strlen(path);
    if (length < 6 || strcmp(path + length - 5, ".yaml") != 0)
        complain("new", "'%s' does not end with .yaml", path);
    else
        code = write_file(path);
    return code;
}

COMMAND(command_new, new_arguments, "new", "write a model as text to begin with", "FILE.yaml",
        "Writes a small model as a text with remarks: blocks, expressions, connections by "
        "name, a subsystem, the multirate block in one line. Every command that takes a model "
        "takes such a text; `multirate convert FILE.yaml OUT.slx` makes a model file of it.",
        .closing = "The format is told in docs/making-models.md.");
