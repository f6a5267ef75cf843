/* multirate mex FILE.c: builds a C S-function so that `multirate run` finds it. Takes the words
 * that MATLAB's mex takes, so that the line an author gives in his README can be typed as it stands
 */
#define _GNU_SOURCE
#include "shared_options.h"
#include "build_missing.h"
#include "command.h"
#include "complain.h"
#include "model.h"

#include "blockdiagram/sfunction.h"

#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct wishes {
    const char *out_folder, *name, *compiler;
    text_list flags, sources;
    text_list copies; /* texts that were taken apart */
} wishes;

OPTION_TABLE(wishes) = {
    OPTION_WORD("-…", "goes to the compiler; so does what stands in CFLAGS='…', CXXFLAGS='…', "
                      "LDFLAGS='…'; switches that only MATLAB's mex has are passed over"),
    OPTION_NAME(out_folder, "--out-dir", "FOLDER",
                "where NAME.so goes; the present folder by default (also -outdir)"),
    OPTION_NAME(name, "--output", "NAME", "instead of the name of the first file (also -output)"),
    OPTION_LIST(flags, "--flag", "FLAG", "for the compiler, like -DX=1, -Ifolder, -lname"),
    OPTIONS_END};

static void forget(wishes *w) {
    for (int i = 0; i < w->copies.count; i++)
        free((void *)w->copies.items[i]);
    text_list_free(&w->copies);
    text_list_free(&w->flags);
    text_list_free(&w->sources);
}

/* CFLAGS='$CFLAGS -Wall': the words of its own */
static void take_flags(wishes *w, const char *text) {
    char *copy = strdup(text), *rest = NULL;
    if (!copy)
        return;
    text_list_add(&w->copies, copy);
    /* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): the list frees it */
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        if (word[0] != '$' && strcmp(word, "/openmp") != 0)
            text_list_add(&w->flags, word);
}

static bool is_flags_of(const char *word) {
    static const char *const names[] = {"CFLAGS=",   "CXXFLAGS=",  "COMPFLAGS=", "LDFLAGS=",
                                        "LINKLIBS=", "LINKFLAGS=", "CLIBS=",     "CXXLIBS="};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(word, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

/* a switch with one dash: MATLAB's own are without meaning here, its libraries have other names */
static void take_switch(wishes *w, const char *word) {
    static const char *const without_meaning[] = {"-largeArrayDims", "-compatibleArrayDims",
                                                  "-R2017b",         "-R2018a",
                                                  "-silent",         "-v",
                                                  "-argcheck",       "-lut",
                                                  "-lmex",           "-lmx",
                                                  "-leng",           "-lmat"};
    for (size_t i = 0; i < sizeof without_meaning / sizeof *without_meaning; i++)
        if (strcmp(word, without_meaning[i]) == 0)
            return;
    if (strcmp(word, "-lmwblas") == 0)
        word = "-lblas";
    else if (strcmp(word, "-lmwlapack") == 0)
        word = "-llapack";
    text_list_add(&w->flags, word);
}

static bool understand(wishes *w, int argc, char **argv) {
    for (int i = 0; i < argc; i++) {
        char *word = argv[i];
        bool named = strcmp(word, "-output") == 0, placed = strcmp(word, "-outdir") == 0;
        int words = 1;
        if ((named || placed) && i + 1 < argc) {
            *(named ? &w->name : &w->out_folder) = argv[++i];
        } else if (is_flags_of(word)) {
            take_flags(w, strchr(word, '=') + 1);
        } else if (strncmp(word, "CC=", 3) == 0 || strncmp(word, "CXX=", 4) == 0) {
            w->compiler = strchr(word, '=') + 1;
        } else if (word[0] == '-' && word[1] != '-' && word[1] != '\0') {
            take_switch(w, word);
        } else {
            if (word[0] == '-' && !strchr(word, '=') && i + 1 < argc)
                words = 2;
            if (!arguments_read("mex", words, argv + i, option_table, w, &w->sources))
                return false;
            i += words - 1;
        }
    }
    if (w->sources.count == 0)
        complain("mex", "give at least one source file; `multirate mex --help` tells more");
    return w->sources.count > 0;
}

static void print_file(const char *path) {
    char text[4096];
    FILE *file = fopen(path, "r");
    for (size_t n; file && (n = fread(text, 1, sizeof text, file)) > 0;)
        fwrite(text, 1, n, stderr);
    if (file)
        fclose(file);
}

/* what the compiler says is always shown: its warnings may tell of a wrong number, and an unknown
 * source needs more than one line of its errors */
static int build(const wishes *w) {
    char headers[PATH_MAX + 64], path[PATH_MAX], log[] = "/tmp/multirate-mex-XXXXXX";
    bd_error error;
    int file = mkstemp(log);
    sfunction_headers(headers, sizeof headers);
    const bd_build_options options = {.include = headers,
                                      .out_folder = w->out_folder,
                                      .name = w->name,
                                      .compiler = w->compiler,
                                      .log = file >= 0 ? log : NULL,
                                      .flags = w->flags.items,
                                      .flag_count = (size_t)w->flags.count};
    bd_status status = bd_sfunction_build(w->sources.items, (size_t)w->sources.count, &options,
                                          path, sizeof path, &error);
    if (file >= 0) {
        print_file(log);
        close(file);
        unlink(log);
    }
    if (status != BD_OK)
        complain("mex", "%s", error.text);
    else
        printf("%s\n", path);
    return status == BD_OK ? EXIT_GOOD : EXIT_FAILED;
}

static int run(int argc, char **argv) {
    wishes w = {0};
    int code = understand(&w, argc, argv) ? build(&w) : EXIT_USAGE;
    forget(&w);
    return code;
}

const command command_mex = {.name = "mex",
                             .summary = "build a C S-function",
                             .usage = "FILE.c… [-Ifolder] [-DX=1] [-Lfolder] [-lname] [OPTION]…",
                             .about = "Compiles a Level-2 C (or C++) S-function to NAME.so, which "
                                      "`multirate run` can use at once.",
                             .options = option_table,
                             .run_words = run};
