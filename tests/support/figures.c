/* figures of runs against a text file; a line is "row: figure=value figure=value …" */
#include "figures.h"

#include "mr_test.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TEXT = 1 << 20 };

static struct {
    char path[1024];
    bool writes;
    char text[MOST_TEXT]; /* of the file */
    const char *place;    /* the next figure of the present row, NULL if there is none */
    char row[256];
    int rows;
    FILE *file;
} now;

void mr_figures_open(const char *file) {
    const char *asked = getenv("MR_WRITE_FIGURES");
    now.writes = asked && strcmp(asked, "1") == 0;
    now.text[0] = now.row[0] = '\0';
    now.place = NULL;
    now.rows = 0;
    (void)snprintf(now.path, sizeof now.path, "%s/%s", MR_SOURCE_DIR, file);
    now.file = fopen(now.path, now.writes ? "w" : "r");
    if (now.file && !now.writes)
        now.text[fread(now.text, 1, sizeof now.text - 1, now.file)] = '\0';
}

void mr_figures_close(void) {
    if (now.file) {
        if (now.writes)
            (void)fputs(now.rows > 0 ? "\n" : "", now.file);
        (void)fclose(now.file);
    }
    now.file = NULL;
}

/* the text behind "name: " at the begin of a line */
static const char *find_row(const char *name) {
    const size_t length = strlen(name);
    for (const char *at = now.text; *at;) {
        if (strncmp(at, name, length) == 0 && strncmp(at + length, ": ", 2) == 0)
            return at + length + 2;
        const char *end = strchr(at, '\n');
        at = end ? end + 1 : at + strlen(at);
    }
    return NULL;
}

void mr_figures_row(const char *name) {
    (void)snprintf(now.row, sizeof now.row, "%s", name);
    if (now.writes && now.file)
        (void)fprintf(now.file, "%s%s:", now.rows > 0 ? "\n" : "", name);
    else
        now.place = find_row(name);
    now.rows++;
}

/* its value in the file; NaN if the row has another figure here */
static double expected(const char *figure) {
    const size_t length = strlen(figure);
    char *end = NULL;
    if (!now.place || strncmp(now.place, figure, length) != 0 || now.place[length] != '=')
        return NAN;
    const double value = strtod(now.place + length + 1, &end);
    now.place = end + strspn(end, " ");
    return value;
}

void mr_figures_check(const char *figure, double value, double tolerance) {
    char text[400];
    if (now.writes && now.file) {
        (void)fprintf(now.file, " %s=%.10g", figure, value);
        return;
    }
    const double wanted = expected(figure);
    const bool good = fabs(value - wanted) <= tolerance || value == wanted;
    (void)snprintf(text, sizeof text, "%s: %s is %.12g, %.12g in %s, within %g", now.row, figure,
                   value, wanted, now.path, tolerance);
    if (!good)
        (void)mr_test_close(__FILE__, __LINE__, text, value, wanted, tolerance);
}

/* of a signal that is nothing but the ends of iterations */
static const double ROUNDING = 1e-13;

void mr_digest_add(mr_digest *digest, double sample) {
    digest->squares += sample * sample;
    digest->sum += sample;
    digest->weighted += sample * sin(1.7 * (double)digest->count + 0.3);
    digest->last = sample;
    digest->count++;
}

void mr_digest_check(const mr_digest *digest, const char *signal, double tolerance) {
    const double n = (double)digest->count, size = sqrt(digest->squares / n);
    const double values[4] = {size, digest->sum / n, digest->weighted / n, digest->last};
    static const char *const names[4] = {"size", "mean", "weighted", "last"};
    for (int i = 0; i < 4; i++) {
        char name[128];
        (void)snprintf(name, sizeof name, "%s.%s", signal, names[i]);
        mr_figures_check(name, values[i], tolerance * size + ROUNDING);
    }
}
