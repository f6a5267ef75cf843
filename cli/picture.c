/* writing and drawing */
#define _GNU_SOURCE
#include "complain.h"
#include "picture.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define PATH_ROOM 4096

FILE *picture_file(const char *command, const char *folder, const char *name) {
    char path[PATH_ROOM];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    if (!file)
        complain(command, "'%s' cannot be written: %s", path, strerror(errno));
    return file;
}

void picture_begin(FILE *script, const char *name, bool svg, int width, int height) {
    fprintf(script,
            "reset\nset datafile separator ','\nset grid lc '#dddddd'\nset tics nomirror\nset "
            "border 3\nset terminal ");
    fprintf(script,
            svg ? "svg size %d,%d dynamic font 'Helvetica,12' background 'white'\n"
                : "pngcairo size %d,%d font 'Helvetica,11'\n",
            width, height);
    fprintf(script, "set output '%s.%s'\n", name, svg ? "svg" : "png");
}

/* a word for the shell: in quotes, and quotes inside of it by themselves */
static void quote(const char *word, char *quoted, size_t size) {
    size_t at = 0;
    quoted[at++] = '\'';
    for (; *word && at + 6 < size; word++)
        at += (size_t)snprintf(quoted + at, size - at, *word == '\'' ? "'\\''" : "%c", *word);
    snprintf(quoted + at, size - at, "'");
}

bool pictures_draw(const char *command, const char *folder) {
    char quoted[4 * PATH_ROOM + 8], line[sizeof quoted + 64];
    quote(folder, quoted, sizeof quoted);
    snprintf(line, sizeof line, "cd -- %s && gnuplot pictures.gp 2>gnuplot.log", quoted);
    return system(line) == 0 || complain(command, "gnuplot failed; see %s/gnuplot.log", folder);
}
