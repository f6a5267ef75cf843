/* the table of a sweep: its journal holds the rows as they come, DIR/results.csv has them in the
 * order of the points */
#define _GNU_SOURCE
#include "folder.h"
#include "sweep.h"

#include "common/memory_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *make_row(const sweep *s, int point, const sweep_answer *a) {
    char *text = NULL, buffer[32];
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    fprintf(out, "%d", point + 1);
    for (int v = 0; v < s->variation_count; v++) {
        fputc(',', out);
        journal_put_cell(out, sweep_value(s, point, v, true, buffer));
    }
    for (int i = 0; i < s->measure_count; i++)
        fprintf(out, isnan(a->values[i]) ? ",NaN" : ",%.17g", a->values[i]);
    fprintf(out, ",%s,", a->failed ? "failed" : "done");
    journal_put_cell(out, a->error);
    (void)cm_memory_text_close(out, &text);
    return text;
}

bool sweep_take(void *user, int point, const void *answer) {
    sweep *s = user;
    return journal_add(&s->journal, point, make_row(s, point, answer));
}

int sweep_failures(const sweep *s, char *first, size_t size) {
    const int status = 1 + s->variation_count + s->measure_count;
    int failed = 0;
    for (int i = 0; i < s->count; i++) {
        char text[300];
        if (!s->journal.rows[i] || !journal_cell(s->journal.rows[i], status, text, sizeof text) ||
            strcmp(text, "failed") != 0)
            continue;
        if (failed++ == 0) {
            journal_cell(s->journal.rows[i], status + 1, text, sizeof text);
            snprintf(first, size, "run %d: %s", i + 1, text);
        }
    }
    return failed;
}

static void put_header(const sweep *s, FILE *out) {
    fputs("run", out);
    for (int v = 0; v < s->variation_count; v++) {
        fputc(',', out);
        journal_put_cell(out, s->variations[v].name);
    }
    for (int i = 0; i < s->measure_count; i++) {
        fputc(',', out);
        journal_put_cell(out, s->measures[i].label);
    }
    fputs(",status,error\n", out);
}

bool sweep_results_write(const sweep *s) {
    FILE *out = folder_file("sweep", s->folder, "results.csv", NULL);
    if (!out)
        return false;
    put_header(s, out);
    for (int i = 0; i < s->count; i++)
        if (s->journal.rows[i])
            fprintf(out, "%s\n", s->journal.rows[i]);
    return folder_file_close(out, "sweep", s->folder, "results.csv");
}
