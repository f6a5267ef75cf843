/* writing and drawing */
#define _GNU_SOURCE
#include "picture.h"

#include <stdlib.h>
#include <string.h>

#define PATH_ROOM 4096

FILE *picture_file(const char *command, const char *folder, const char *name) {
    char path[PATH_ROOM];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    if (!file)
        fprintf(stderr, "multirate %s: '%s' cannot be written\n", command, path);
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

bool pictures_draw(const char *command, const char *folder) {
    char line[PATH_ROOM + 64];
    if (strchr(folder, '\'')) {
        fprintf(stderr, "multirate %s: no pictures: the folder's name has a quote\n", command);
        return false;
    }
    snprintf(line, sizeof line, "cd '%s' && gnuplot pictures.gp 2>gnuplot.log", folder);
    if (system(line) != 0) {
        fprintf(stderr, "multirate %s: gnuplot failed; see %s/gnuplot.log\n", command, folder);
        return false;
    }
    return true;
}
