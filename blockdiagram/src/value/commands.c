/* commands of a parameter file: load and clear do something, the others only talk or draw */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "common/plain_file.h"
#include "value/foreign.h"
#include "value/library.h"
#include "value/workspace_private.h"

static const char *const idle[] = {
    "clc",           "close",       "disp",         "display",     "fprintf",     "printf",
    "figure",        "plot",        "plot3",        "subplot",     "title",       "xlabel",
    "ylabel",        "zlabel",      "legend",       "grid",        "axis",        "hold",
    "drawnow",       "format",      "more",         "echo",        "warning",     "tic",
    "toc",           "pause",       "beep",         "addpath",     "rmpath",      "pkg",
    "clearvars",     "clear",       "semilogx",     "semilogy",    "loglog",      "bar",
    "surf",          "mesh",        "contour",      "colorbar",    "colormap",    "text",
    "line",          "clf",         "box",          "movegui",     "set",         "print",
    "saveas",        "open_system", "fflush",       "diary",       "profile",     "keyboard",
    "port_label",    "image",       "patch",        "color",       "block_icon",  "dpoly",
    "droots",        "load_system", "close_system", "bdclose",     "cd",          "hilite_system",
    "msgbox",        "warndlg",     "helpdlg",      "errordlg",    "waitbar",     "simulink",
    "commandwindow", "rehash",      "shading",      "view",        "lighting",    "camlight",
    "material",      "zoom",        "rotate3d",     "sgtitle",     "xlim",        "ylim",
    "zlim",          "refresh",     "tiledlayout",  "nexttile",    "yline",       "xline",
    "pzmap",         "pzplot",      "bodeplot",     "rlocus",      "nyquist",     "stairs",
    "stem",          "errorbar",    "bodemag",      "sgrid",       "zgrid",       "gca",
    "gcf",           "axes",        "scatter",      "scatter3",    "shg",         "gtext",
    "yyaxis",        "cla",         "fill",         "fill3",       "quiver",      "quiver3",
    "trisurf",       "trimesh",     "surfl",        "surfc",       "meshc",       "annotation",
    "caxis",         "linkaxes",    "fplot",        "comet",       "comet3",      "movie",
    "xticks",        "yticks",      "zticks",       "xticklabels", "yticklabels", "daspect",
    "pbaspect",      "newplot",     "surface",      "imagesc",     "imshow",      "stem3",
    "area",          "polar",       "polarplot",    "histogram",   "pie",         "contourf",
    "contour3",      "fsurf",       "fimplicit",    "rectangle",   "plotyy",      "uistack"};

bool bd_is_idle_function(const char *name) {
    for (size_t k = 0; k < sizeof idle / sizeof *idle; k++)
        if (strcmp(idle[k], name) == 0)
            return true;
    return false;
}

bool bd_is_drawing_function(const char *name) {
    static const char *const drawing[] = {
        "figure",   "plot",     "plot3",   "subplot",   "line",      "patch",      "surf",
        "mesh",     "text",     "contour", "bar",       "legend",    "title",      "xlabel",
        "ylabel",   "zlabel",   "image",   "axes",      "waitbar",   "gca",        "gcf",
        "scatter",  "scatter3", "fill",    "fill3",     "quiver",    "quiver3",    "trisurf",
        "trimesh",  "surfl",    "surfc",   "meshc",     "stem",      "stem3",      "stairs",
        "area",     "errorbar", "polar",   "polarplot", "histogram", "pie",        "contourf",
        "contour3", "surface",  "imagesc", "imshow",    "rectangle", "annotation", "fplot"};
    for (size_t k = 0; k < sizeof drawing / sizeof *drawing; k++)
        if (strcmp(drawing[k], name) == 0)
            return true;
    return false;
}

/* the next word of a command line, with quotes taken off; its length, 0 at the end */
static size_t next_word(const char **rest, const char **word) {
    *rest += strspn(*rest, " \t\r");
    const char quote = **rest;
    if (quote == '\'' || quote == '"') {
        *word = *rest + 1;
        const size_t length = strcspn(*word, quote == '\'' ? "'" : "\"");
        *rest = *word + length + ((*word)[length] != '\0');
        return length;
    }
    *word = *rest;
    const size_t length = strcspn(*rest, " \t\r");
    *rest += length;
    return length;
}

/* clear, clear all, clear a b c; options such as -regexp are left alone */
static void clear(bd_calc *calc, const char *rest) {
    const char *word;
    bool named = false;
    bool all = false;
    char name[BD_MAX_NAME + 1];

    for (size_t length; (length = next_word(&rest, &word)) > 0;) {
        if (word[0] == '-' || length > BD_MAX_NAME) {
            named = true;
            continue;
        }
        memcpy(name, word, length);
        name[length] = '\0';
        all = all || strcmp(name, "all") == 0 || strcmp(name, "variables") == 0;
        named = true;
        bd_workspace_clear(calc->target, name);
    }
    if (all || !named)
        bd_workspace_clear(calc->target, NULL);
}

/* a file name as written, in the directory of the script; false if files are forbidden */
static bool find_file(bd_calc *calc, const char *name, size_t length, const char *suffix,
                      char *path, size_t capacity) {
    if (!calc->directory) {
        bd_calc_fail(calc, BD_UNSUPPORTED, "files cannot be read here");
        return false;
    }
    const bool has_suffix = memchr(name, '.', length) != NULL;
    const bool is_absolute = length > 0 && name[0] == '/';
    const int used = snprintf(path, capacity, "%s%s%.*s%s", is_absolute ? "" : calc->directory,
                              is_absolute ? "" : "/", (int)length, name, has_suffix ? "" : suffix);
    if (length == 0 || length > 1024 || used < 0 || (size_t)used >= capacity) {
        bd_calc_refuse(calc, "the name of the file is missing or too long");
        return false;
    }
    return true;
}

int bd_find_plain(const bd_calc *calc, const char *name) {
    char path[4096];
    struct stat found;

    if (!calc->directory)
        return -1;
    const int used = snprintf(path, sizeof path, "%s%s%s", name[0] == '/' ? "" : calc->directory,
                              name[0] == '/' ? "" : "/", name);
    if (used < 0 || (size_t)used >= sizeof path || stat(path, &found) != 0)
        return 0;
    return S_ISREG(found.st_mode) ? 2 : S_ISDIR(found.st_mode) ? 7 : 0;
}

static bool finish(bd_calc *calc, bd_status status, const bd_error *error) {
    if (status != BD_OK)
        bd_calc_fail(calc, status, "%s", error->text);
    return status == BD_OK;
}

bool bd_load(bd_calc *calc, bd_workspace *into, const char *name, size_t length) {
    char path[4096];
    bd_error error = {0};

    return find_file(calc, name, length, ".mat", path, sizeof path) &&
           finish(calc, bd_workspace_load_mat(into, path, &error), &error);
}

bool bd_load_table(bd_calc *calc, bd_workspace *into, const char *name, size_t length) {
    char path[4096];
    bd_error error = {0};

    return find_file(calc, name, length, ".xlsx", path, sizeof path) &&
           finish(calc, bd_workspace_load_table(into, path, &error), &error);
}

/* a script among the files of the folders whose functions may be called */
static bool find_along(bd_calc *calc, const char *name, size_t length, char *path,
                       size_t capacity) {
    char word[BD_MAX_NAME + 1];
    int index;

    if (length > BD_MAX_NAME)
        return false;
    snprintf(word, sizeof word, "%.*s", (int)length, name);
    const bd_source *source = bd_library_source(bd_workspace_library(calc->scope), word, &index);
    return source && !source->functions && !source->why && !source->enumeration &&
           snprintf(path, capacity, "%s", source->name) < (int)capacity;
}

bool bd_call_script(bd_calc *calc, const char *name, size_t length, bool *exists) {
    char path[4096];
    bd_error error = {0};

    *exists = false;
    if (!calc->directory || !find_file(calc, name, length, ".m", path, sizeof path))
        return false;
    const char *why;
    FILE *file = cm_open_plain(path, &why);
    if (file)
        fclose(file);
    else if (!find_along(calc, name, length, path, sizeof path))
        return false;
    *exists = true;
    return finish(
        calc, bd_script_run_file(calc->target, path, calc->scripts + 1, calc->log, &error), &error);
}

/* the words of the line are texts for a function of the interpreter around us */
static bool ask_foreign(bd_calc *calc, const char *name, const char *rest) {
    bd_values arguments = {0}, results = {0};
    const char *word;

    for (size_t length; (length = next_word(&rest, &word)) > 0;)
        if (!bd_values_add(calc, &arguments, bd_calc_text(calc, word, length)))
            return false;
    return bd_foreign_call(calc, name, &arguments, 0, &results);
}

bool bd_execute_command(bd_calc *calc, const bd_syntax *node) {
    if (node->length == 4 && strncmp(node->text, "load", 4) == 0) {
        const char *rest = node->rest;
        const char *word;
        const size_t length = next_word(&rest, &word);
        return bd_load(calc, calc->target, word, length);
    }
    if (node->length == 3 && strncmp(node->text, "run", 3) == 0) {
        const char *rest = node->rest;
        const char *word;
        const size_t length = next_word(&rest, &word);
        bool exists = false;
        const bool good = bd_call_script(calc, word, length, &exists);
        if (!exists) {
            bd_calc_fail(calc, BD_CANNOT_READ, "there is no script '%.*s' that could be run here",
                         (int)(length < 200 ? length : 200), word);
        }
        return good;
    }
    if (strncmp(node->text, "clear", 5) == 0) {
        clear(calc, node->rest);
        return true;
    }
    char word[BD_MAX_NAME + 1];
    snprintf(word, sizeof word, "%.*s", (int)node->length, node->text);
    if (bd_foreign_knows(word))
        return ask_foreign(calc, word, node->rest);
    if (!bd_is_idle_function(word)) {
        bd_calc_fail(calc, BD_UNSUPPORTED, "'%s' is a command that cannot be run here", word);
        return false;
    }
    return true;
}
