/* multirate draw MODEL: the diagram of a model, or a mechanism, as a picture or a page */
#define _GNU_SOURCE
#include "shared_options.h"
#include "command.h"
#include "complain.h"
#include "file_hint.h"
#include "mechanism.h"
#include "model.h"

#include "blockdiagram/new_file.h"
#include "common/memory_text.h"
#include "pages/pages.h"

#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct draw_arguments {
    text_list folders, rest;
    const char *out, *system, *compare, *config;
    double time;
} draw_arguments;

OPTION_TABLE(draw_arguments) = {
    OPTION_NAME(out, "--out", "FILE",
                ".svg (usual: MODEL.svg), .png (through rsvg-convert) or .html"),
    OPTION_NAME(system, "--system", "PATH", "this subsystem instead of the whole; not for .html"),
    OPTION_NAME(compare, "--compare", "OTHER",
                "marks blocks that are new, changed or removed against this model"),
    OPTION_PATH(folders),
    OPTION_TEXT(config, "--config", "TEXT", "of a mechanism: its configuration, as in the block"),
    OPTION_NUMBER(time, "--time", "T",
                  "of a mechanism: when, s; its motion with all inputs at zero"),
    OPTIONS_END};

static bool ends_with(const char *text, const char *end) {
    const size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

static int fail(const bd_error *error) {
    complain("draw", "%s", error->text);
    return EXIT_FAILED;
}

/* SVG text in memory into its file */
static int write_picture(const char *text, size_t size, const char *path) {
    bd_error error = {0};
    if (ends_with(path, ".png"))
        return pg_write_png(text, size, path, &error) == BD_OK ? EXIT_GOOD : fail(&error);
    FILE *file = bd_new_file_open(path, NULL);
    const bool written = file && fwrite(text, 1, size, file) == size;
    if ((file && fclose(file) != 0) || !written) {
        complain("draw", "'%s' cannot be written: %s", path, strerror(errno));
        return EXIT_FAILED;
    }
    return EXIT_GOOD;
}

static int draw_picture(const draw_arguments *a, const char *out, const bd_diagram *diagram,
                        const bd_diagram *other) {
    bd_error error = {0};
    char *text = NULL;
    size_t size = 0;
    const bd_node *node = a->system ? bd_diagram_find(diagram, a->system) : NULL;
    if (a->system && (!node || !node->system)) {
        char hint[200];
        complain("draw", "--system %s: there is no such subsystem%s", a->system,
                 node ? "" : bd_diagram_block_hint(diagram, a->system, hint, sizeof hint));
        return EXIT_USAGE;
    }
    FILE *memory = open_memstream(&text, &size);
    if (!memory) {
        complain("draw", "not enough memory");
        return EXIT_FAILED;
    }
    bd_status status = pg_draw_system(memory, diagram, node ? node->system : NULL, other, &error);
    if (!cm_memory_text_close(memory, &text) && status == BD_OK)
        status = bd_error_set(&error, BD_OUT_OF_MEMORY, "not enough memory");
    const int code = status == BD_OK ? write_picture(text, size, out) : fail(&error);
    free(text);
    return code;
}

static int draw_page(const char *out, const bd_diagram *diagram, const bd_diagram *other) {
    bd_error error = {0};
    pg_page *page;
    bd_status status = pg_page_begin(out, diagram->name, NULL, &page, &error);
    if (status == BD_OK) {
        bd_error unimportant;
        status = pg_page_diagram(page, diagram, other, &error);
        const bd_status end =
            pg_page_end(page, status == BD_OK, status == BD_OK ? &error : &unimportant);
        status = status == BD_OK ? end : status;
    }
    return status == BD_OK ? EXIT_GOOD : fail(&error);
}

static bd_status read_diagram(const char *path, const text_list *folders, bd_diagram **diagram,
                              bd_error *error) {
    char simulink[4096];
    const char **all = calloc((size_t)folders->count + 1, sizeof *all);
    bd_log log = {0};
    if (!all)
        return bd_error_set(error, BD_OUT_OF_MEMORY, "not enough memory");
    simulink_folder(simulink, sizeof simulink);
    for (int i = 0; i < folders->count; i++)
        all[i] = folders->items[i];
    all[folders->count] = simulink;
    const bd_search_path search = {all, (size_t)folders->count + 1};
    const bd_status status = bd_diagram_read(path, &search, diagram, &log, error);
    if (status != BD_OK)
        add_file_hint(path, FILE_MODEL, error->text, sizeof error->text);
    for (size_t i = 0; i < log.count; i++)
        tell_warning("%s", log.lines[i]);
    bd_log_free(&log);
    free(all);
    return status;
}

static int draw_model(const draw_arguments *a, const char *out) {
    bd_error error = {0};
    bd_diagram *diagram = NULL, *other = NULL;
    int code;
    if (read_diagram(a->rest.items[0], &a->folders, &diagram, &error) != BD_OK ||
        (a->compare && read_diagram(a->compare, &a->folders, &other, &error) != BD_OK)) {
        code = fail(&error);
    } else {
        code = ends_with(out, ".html") ? draw_page(out, diagram, other)
                                       : draw_picture(a, out, diagram, other);
        if (code == EXIT_GOOD && other) {
            const pg_changes c = pg_compare(diagram, other);
            print_plain("%d blocks added, %d changed, %d removed\n", c.added, c.changed, c.removed);
        }
    }
    bd_diagram_free(diagram);
    bd_diagram_free(other);
    return code;
}

static int draw_mechanism(const draw_arguments *a, const char *out) {
    bd_error error = {0};
    pg_motion *motion = NULL;
    char *text = NULL;
    size_t size = 0;
    const double stop = isnan(a->time) ? 0.0 : a->time;
    if (mechanism_motion("draw", a->rest.items[0], a->config, stop, 0.0, &motion, &error) != BD_OK)
        return fail(&error);
    FILE *memory = open_memstream(&text, &size);
    bd_status status = memory ? pg_draw_motion(memory, motion, a->time, &error)
                              : bd_error_set(&error, BD_OUT_OF_MEMORY, "not enough memory");
    if (!cm_memory_text_close(memory, &text) && status == BD_OK)
        status = bd_error_set(&error, BD_OUT_OF_MEMORY, "not enough memory");
    const int code = status == BD_OK ? write_picture(text, size, out) : fail(&error);
    free(text);
    pg_motion_free(motion);
    return code;
}

/* MODEL.svg beside where we are */
static void usual_name(const char *source, char *out, size_t size) {
    const char *slash = strrchr(source, '/'), *base = slash ? slash + 1 : source;
    const char *dot = strrchr(base, '.');
    snprintf(out, size, "%.*s.svg", (int)(dot && dot > base ? dot - base : (long)strlen(base)),
             base);
}

static const draw_arguments defaults = {.time = NAN, .config = ""};

static int run(void *arguments) {
    draw_arguments *a = arguments;
    char usual[4096];
    int code = EXIT_USAGE;
    if (!arguments_are_one("draw", &a->rest, "model"))
        return code;
    const char *source = a->rest.items[0];
    usual_name(source, usual, sizeof usual);
    const char *out = a->out ? a->out : usual;
    const bool mechanism = is_mechanism(source);
    if (!ends_with(out, ".svg") && !ends_with(out, ".png") && !ends_with(out, ".html"))
        complain("draw", "--out %s: a picture is .svg or .png, a page .html", out);
    else if (argument_is_input("draw", out, source, "the model"))
        code = EXIT_USAGE;
    else if (a->compare && argument_is_input("draw", out, a->compare, "the other model"))
        code = EXIT_USAGE;
    else if (mechanism && (a->compare || a->system || ends_with(out, ".html")))
        complain("draw", ends_with(out, ".html")
                             ? "a page with a mechanism comes from `multirate view`"
                             : "--compare and --system are for diagrams");
    else
        code = mechanism ? draw_mechanism(a, out) : draw_model(a, out);
    if (code == EXIT_GOOD)
        print_plain("drawn: %s\n", out);
    return code;
}

COMMAND(command_draw, draw_arguments, "draw", "draw a diagram or a mechanism",
        "MODEL [--out FILE.svg|.png|.html] [options]",
        "Draws the diagram of a model (.mdl, .slx, .yaml) as Simulink shows it; blocks without a "
        "position are laid out. In an .html page subsystems open by a click. Of a mechanism "
        "(.mbs, a MuJoCo .xml, a .motion) it draws a picture for paper.",
        .defaults = &defaults, .closing = "Exit code: 0 good, 1 it cannot be drawn, 2 wrong use.",
        .calls_slaves = true);
