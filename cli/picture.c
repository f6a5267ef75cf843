/* writing and drawing */
#define _GNU_SOURCE
#include "complain.h"
#include "folder.h"
#include "picture.h"

#include "pages/style.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#define PATH_ROOM 4096

void picture_begin(FILE *script, const char *name, bool svg, int width, int height) {
    char path[300];
    snprintf(path, sizeof path, "%.250s.%s", name, svg ? "svg" : "png");
    pg_gnuplot_begin(script, path, svg, width, height);
    fputs("set datafile separator ','\n", script);
}

static void put_line(FILE *page, const char *line, const char *name) {
    for (const char *at = line; *at; at++) {
        const bool named = strncmp(at, "id='gp", 6) == 0, used = strncmp(at, "#gp", 3) == 0;
        if (named || used) {
            fprintf(page, "%s%s_", named ? "id='" : "#", name);
            at += named ? 3 : 0;
        } else
            fputc(*at, page);
    }
}

bool picture_put(FILE *page, const char *folder, const char *name) {
    char path[PATH_ROOM], line[8192];
    bool inside = false; /* what is before '<svg' is for a file of its own */
    snprintf(path, sizeof path, "%.3900s/%.150s.svg", folder, name);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        inside = inside || strstr(line, "<svg");
        if (inside)
            put_line(page, line, name);
    }
    if (file)
        fclose(file);
    return file;
}

/* a word for the shell: in quotes, and quotes inside of it by themselves */
static void quote(const char *word, char *quoted, size_t size) {
    size_t at = 0;
    quoted[at++] = '\'';
    for (; *word && at + 6 < size; word++)
        at += (size_t)snprintf(quoted + at, size - at, *word == '\'' ? "'\\''" : "%c", *word);
    snprintf(quoted + at, size - at, "'");
}

/* every picture that the script has an output for: what lies there by a link goes, since gnuplot
 * would write to where it leads; or (drawn) each must be whole */
static bool each_picture(const char *command, const char *folder, bool drawn) {
    char path[PATH_ROOM], name[256], line[8192];
    snprintf(path, sizeof path, "%s/pictures.gp", folder);
    FILE *script = fopen(path, "r");
    bool good = script != NULL;
    while (good && fgets(line, sizeof line, script)) {
        if (sscanf(line, "set output \"%250[^\"]\"", name) != 1)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, name);
        if (!drawn)
            folder_drop_link(path);
        else
            good = pg_picture_is_whole(path) ||
                   complain(command, "'%s' was not written to its end; is the disk full?", path);
    }
    if (script)
        fclose(script);
    return good;
}

bool pictures_draw(const char *command, const char *folder) {
    char quoted[4 * PATH_ROOM + 8], line[sizeof quoted + 64];
    snprintf(line, sizeof line, "%s/gnuplot.log", folder);
    folder_drop_link(line);
    (void)each_picture(command, folder, false);
    quote(folder, quoted, sizeof quoted);
    snprintf(line, sizeof line, "cd -- %s && " PG_GNUPLOT " pictures.gp 2>gnuplot.log", quoted);
    const int end = system(line);
    if (end != -1 && WIFEXITED(end) && WEXITSTATUS(end) == 127)
        return complain(command,
                        "there is no gnuplot here, which draws the pictures; the tables "
                        "are in %s",
                        folder);
    if (end != 0)
        return complain(command, "gnuplot failed; see %s/gnuplot.log", folder);
    return each_picture(command, folder, true);
}
