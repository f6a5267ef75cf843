/* multirate mex FILE.c: builds a C S-function so that `multirate run` finds it */
#define _GNU_SOURCE
#include "arguments.h"
#include "command.h"
#include "model.h"

#include "blockdiagram/sfunction.h"

#include <limits.h>
#include <stdio.h>
#include <unistd.h>

static const char help[] =
    "usage: multirate mex FILE.c… [--out-dir FOLDER] [--output NAME] [--flag FLAG]…\n\n"
    "Compiles a Level-2 C (or C++) S-function to NAME.so, which `multirate run` can use at "
    "once.\n\n"
    "  --out-dir FOLDER   where NAME.so goes; the present folder by default\n"
    "  --output NAME      instead of the name of the first file\n"
    "  --flag FLAG        for the compiler, like -DX=1, -Ifolder, -lname; may be repeated\n";

/* the folder of simstruc.h: installed, or that of the source tree this program was built from */
static void find_headers(char *folder, size_t size) {
    char program[PATH_MAX], file[PATH_MAX + 64];
    program_folder(program, sizeof program);
    snprintf(folder, size, "%s/../include/multirate/sfunction", program);
    snprintf(file, sizeof file, "%.*s/simstruc.h", PATH_MAX, folder);
    if (access(file, R_OK) != 0)
        snprintf(folder, size, "%s", MR_SFUNCTION_HEADERS);
}

static int run(int argc, char **argv) {
    const char *out_folder = NULL, *name = NULL;
    text_list flags = {0}, sources = {0};
    const argument options[] = {{"--out-dir", ARGUMENT_TEXT, &out_folder},
                                {"--output", ARGUMENT_TEXT, &name},
                                {"--flag", ARGUMENT_LIST, &flags}};
    if (!arguments_read("mex", argc, argv, options, 3, &sources)) {
        text_list_free(&flags);
        text_list_free(&sources);
        return EXIT_USAGE;
    }
    int code = EXIT_USAGE;
    if (sources.count == 0) {
        fprintf(
            stderr,
            "multirate mex: give at least one source file; `multirate mex --help` tells more\n");
    } else {
        char headers[PATH_MAX + 64], path[PATH_MAX];
        bd_error error;
        find_headers(headers, sizeof headers);
        const bd_build_options build = {.include = headers,
                                        .out_folder = out_folder,
                                        .name = name,
                                        .flags = flags.items,
                                        .flag_count = (size_t)flags.count};
        code = EXIT_GOOD;
        if (bd_sfunction_build(sources.items, (size_t)sources.count, &build, path, sizeof path,
                               &error) != BD_OK) {
            fprintf(stderr, "multirate mex: %s\n", error.text);
            code = EXIT_FAILED;
        } else {
            printf("%s\n", path);
        }
    }
    text_list_free(&flags);
    text_list_free(&sources);
    return code;
}

const command command_mex = {"mex", "build a C S-function", help, run};
