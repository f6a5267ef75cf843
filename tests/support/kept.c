/* see kept.h */
#include "kept.h"

#include "mr_test.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SHOWN = 20 };

static char *contents(const char *path) {
    FILE *in = fopen(path, "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(in);
    fseek(in, 0, SEEK_END);
    const size_t size = (size_t)ftell(in);
    rewind(in);
    char *text = calloc(1, size + 1);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    CU_ASSERT_EQUAL(fread(text, 1, size, in), size);
    fclose(in);
    return text;
}

static size_t line_length(const char *text) {
    return strcspn(text, "\n") + (strchr(text, '\n') != NULL);
}

/* both have the same cases in the same order, each with lines of its own */
static int compare(const char *kept, const char *now) {
    char block[200] = "";
    int shown = 0;
    while (*kept || *now) {
        const size_t a = line_length(kept), b = line_length(now);
        if (a == b && strncmp(kept, now, a) == 0) {
            if (*kept != ' ')
                snprintf(block, sizeof block, "%.*s", (int)strcspn(kept, "\n"), kept);
            kept += a;
            now += b;
            continue;
        }
        if (shown++ < MOST_SHOWN)
            printf("\n%s\n- %.*s+ %.*s", block, (int)a, a ? kept : "\n", (int)b, b ? now : "\n");
        const bool more = *now == ' ', less = *kept == ' ';
        kept += less || !more ? a : 0;
        now += more || !less ? b : 0;
    }
    return shown;
}

void mr_kept_check(const char *path, const char *now, const char *variable) {
    if (getenv(variable)) {
        FILE *out = fopen(path, "w");
        CU_ASSERT_PTR_NOT_NULL_FATAL(out);
        fputs(now, out);
        fclose(out);
        return;
    }
    char *kept = contents(path);
    CU_ASSERT_EQUAL(compare(kept, now), 0);
    free(kept);
}
