/* a model file written anew, as .mdl or as .slx, in the form of a release */
#define _POSIX_C_SOURCE 200809L
#include "arguments.h"
#include "command.h"
#include "complain.h"
#include "file_hint.h"
#include "model.h"
#include "shared_options.h"

#include "blockdiagram/diagram.h"

#include <string.h>
#include <sys/stat.h>

typedef struct convert_arguments {
    const char *release;
    bool replace;
    text_list folders, rest;
} convert_arguments;

OPTION_TABLE(convert_arguments) = {
    OPTION_NAME(release, "--release", "R2010b|R2013b",
                "form of the file. R2010b: .mdl, opens in all releases since. R2013b: .mdl and "
                ".slx. Usual: R2013b for .slx; for .mdl the one that is nearest to FILE"),
    OPTION_FLAG(replace, "--replace", "OUT may replace a file that is there already"),
    OPTION_LIST(folders, "--path", "FOLDER", "of a .yaml text: where libraries are looked for"),
    OPTIONS_END};

static bool ends_with(const char *path, const char *ending) {
    const size_t length = strlen(path), last = strlen(ending);
    return length > last && strcmp(path + length - last, ending) == 0;
}

/* nothing tells whose model a file is: none is replaced unless asked for */
static bool is_free(const char *path) {
    struct stat about;
    return stat(path, &about) != 0 ||
           complain("convert",
                    "'%s' is there already; give another name, or --replace to replace it", path);
}

/* links of a model file stay as they are written; those of a text are looked up, so that mistakes
 * show */
static int convert(const char *from, const char *to, const char *release,
                   const text_list *folders) {
    model m = {0};
    bd_error error = {0};
    const bool text = ends_with(from, ".yaml") || ends_with(from, ".yml");
    bd_status status = text ? model_read(&m, from, NULL, NULL, folders, &error)
                            : bd_diagram_read(from, NULL, &m.diagram, NULL, &error);
    if (status != BD_OK && !text)
        add_file_hint(from, FILE_MODEL, error.text, sizeof error.text);
    if (status == BD_OK)
        status = bd_diagram_write_as(m.diagram, to, release, &error);
    model_close(&m);
    if (status != BD_OK)
        complain("convert", "%s", error.text);
    return status == BD_OK ? EXIT_GOOD : status == BD_BAD_ARGUMENT ? EXIT_USAGE : EXIT_FAILED;
}

static int run(void *arguments) {
    convert_arguments *a = arguments;
    int code = EXIT_USAGE;
    if (a->rest.count != 2)
        complain("convert", "give a model file and the file to write; `multirate convert "
                            "--help` tells more");
    else if (!ends_with(a->rest.items[1], ".mdl") && !ends_with(a->rest.items[1], ".slx"))
        complain("convert", "'%s' does not end with .mdl or .slx", a->rest.items[1]);
    else if (!argument_is_input("convert", a->rest.items[1], a->rest.items[0], "the model") &&
             (a->replace || is_free(a->rest.items[1])))
        code = convert(a->rest.items[0], a->rest.items[1], a->release, &a->folders);
    return code;
}

COMMAND(command_convert, convert_arguments, "convert", "write a model file anew, as .mdl or .slx",
        "FILE OUT [OPTION]…",
        "Writes the model or library FILE (.mdl, .slx, or a .yaml text) anew as OUT: a "
        "package if OUT ends with .slx, else "
        ".mdl text. The file is complete, as Simulink writes it: configuration sets, "
        "defaults, numbers of blocks. The model gets the name of its file.",
        .closing =
            "What a simulation computes stays the same. Lines keep their corners, or go around "
            "blocks; settings for code "
            "generation become the usual ones. Charts and MATLAB Functions go with their blocks.");
