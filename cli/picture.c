/* writing and drawing */
#define _GNU_SOURCE
#include "complain.h"
#include "picture.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#define PATH_ROOM 4096

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

/* gnuplot does not tell that a disk is full: has the picture its end? */
static bool is_whole(const char *path) {
    char end[16] = "";
    FILE *file = fopen(path, "rb");
    const bool read = file && fseek(file, -12, SEEK_END) == 0 && fread(end, 1, 12, file) == 12;
    if (file)
        fclose(file);
    return read && (strstr(end, "</svg>") || memcmp(end + 4, "IEND", 4) == 0);
}

/* every picture that the script has an output for */
static bool check_pictures(const char *command, const char *folder) {
    char path[PATH_ROOM], name[256], line[8192];
    snprintf(path, sizeof path, "%s/pictures.gp", folder);
    FILE *script = fopen(path, "r");
    bool good = script != NULL;
    while (good && fgets(line, sizeof line, script)) {
        if (sscanf(line, "set output '%250[^']'", name) != 1)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, name);
        good = is_whole(path) ||
               complain(command, "'%s' was not written to its end; is the disk full?", path);
    }
    if (script)
        fclose(script);
    return good;
}

bool pictures_draw(const char *command, const char *folder) {
    char quoted[4 * PATH_ROOM + 8], line[sizeof quoted + 64];
    quote(folder, quoted, sizeof quoted);
    snprintf(line, sizeof line, "cd -- %s && gnuplot pictures.gp 2>gnuplot.log", quoted);
    const int end = system(line);
    if (end != -1 && WIFEXITED(end) && WEXITSTATUS(end) == 127)
        return complain(command,
                        "there is no gnuplot here, which draws the pictures; the tables "
                        "are in %s",
                        folder);
    if (end != 0)
        return complain(command, "gnuplot failed; see %s/gnuplot.log", folder);
    return check_pictures(command, folder);
}
