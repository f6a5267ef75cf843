#include "scribe.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void scribe_write(const char *format, ...) {
    const char *path = getenv("FMU_SCRIBE");
    FILE *file = path ? fopen(path, "a") : NULL;
    if (!file)
        return;
    va_list arguments;
    va_start(arguments, format);
    vfprintf(file, format, arguments);
    va_end(arguments);
    fputc('\n', file);
    fclose(file);
}

scribe *scribe_make(void) {
    scribe *s = calloc(1, sizeof *s);
    if (s)
        s->x[1] = 1.0;
    return s;
}

double scribe_value(const scribe *s, unsigned reference) {
    switch (reference) {
    case SCRIBE_X:
        return s->x[0];
    case SCRIBE_V:
        return s->x[1];
    case SCRIBE_A:
        return s->given[SCRIBE_U];
    default:
        return reference <= SCRIBE_SIZE ? s->given[reference] : reference + 100.0 * s->steps;
    }
}

void scribe_keep(scribe *s, unsigned reference, double value) {
    if (reference < SCRIBE_MOST)
        s->given[reference] = value;
}

bool scribe_does(scribe *s, int habit) {
    const bool now = !s->done && s->given[SCRIBE_HABIT] == habit;
    s->done = s->done || now;
    return now;
}

void scribe_pairs(const char *name, const unsigned *references, size_t count, const double *values,
                  size_t value_count) {
    char text[2000];
    int at = snprintf(text, sizeof text, "%s", name);
    for (size_t i = 0; i < count && at < 1500; i++)
        at += snprintf(text + at, sizeof text - (size_t)at, " %u", references[i]);
    for (size_t i = 0; values && i < value_count && at < 1900; i++)
        at +=
            snprintf(text + at, sizeof text - (size_t)at, "%s%.9g", i == 0 ? "=" : ",", values[i]);
    scribe_write("%s", text);
}
