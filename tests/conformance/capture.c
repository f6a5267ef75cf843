/* see capture.h */
#include "capture.h"

#include "mr_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char text[400000];
static size_t used;

void capture_line(void *user, const char *line) {
    (void)user;
    size_t length = strlen(line);
    if (used + length < sizeof text) {
        memcpy(text + used, line, length + 1);
        used += length;
    }
}

const char *capture_take(void) {
    if (used == 0)
        text[0] = '\0';
    used = 0;
    return text;
}

const char *capture_run(const char *compiler, const char *name) {
    char folder[500];
    snprintf(folder, sizeof folder, MR_BINARY_DIR "/conformance/%s", compiler);
    used = 0;
    conformance_report(name, folder, "so", capture_line, NULL);
    return capture_take();
}

void capture_assert(const char *name, const char *lines) {
    char expected[8000];
    snprintf(expected, sizeof expected, "== %s\n%s", name, lines);
    const char *actual = capture_run("gcc", name);
    if (strcmp(actual, expected) != 0)
        printf("expected:\n%sgot:\n%s", expected, actual);
    CU_ASSERT_STRING_EQUAL(actual, expected);
}

double capture_value(const char *report, const char *time, int port, int index) {
    char start[60];
    snprintf(start, sizeof start, "\nt=%s y%d:", time, port);
    const char *at = strstr(report, start);
    CU_ASSERT_PTR_NOT_NULL_FATAL(at);
    char *end = (char *)at + strlen(start);
    double value = 0.0;
    for (int i = 0; i <= index; i++)
        value = strtod(end, &end);
    return value;
}
