/* the journal and the table of a sweep.
 *
 * Every answer goes to DIR/journal.csv at once, as one line with a check sum at its end, so that
 * after a kill at any moment the lines there are whole or recognised as torn. DIR/results.csv has
 * the same lines in the order of the points, without the check sum. The first line of the journal
 * holds the fingerprint of the sweep: it cannot go on with another one. */
#define _GNU_SOURCE
#include "progress.h"
#include "sweep.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static uint64_t check_sum(const char *line, size_t length) {
    uint64_t sum = 0xcbf29ce484222325U;
    for (size_t i = 0; i < length; i++)
        sum = (sum ^ (unsigned char)line[i]) * 0x100000001b3U;
    return sum;
}

/* quoted where a comma, a quote or a line end asks for it */
static void put_cell(FILE *out, const char *text) {
    if (!strpbrk(text, ",\"\r\n")) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (const char *p = text; *p; p++) {
        if (*p == '"')
            fputc('"', out);
        fputc(*p == '\n' || *p == '\r' ? ' ' : *p, out);
    }
    fputc('"', out);
}

static char *make_row(const sweep *s, int point, const sweep_answer *a) {
    char *text = NULL, buffer[32];
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    fprintf(out, "%d", point + 1);
    for (int v = 0; v < s->variation_count; v++) {
        fputc(',', out);
        put_cell(out, sweep_value(s, point, v, true, buffer));
    }
    for (int i = 0; i < s->measure_count; i++)
        fprintf(out, isnan(a->values[i]) ? ",NaN" : ",%.17g", a->values[i]);
    fprintf(out, ",%s,", a->failed ? "failed" : "done");
    put_cell(out, a->error);
    fclose(out);
    return text;
}

static void put_header(const sweep *s, FILE *out) {
    fputs("run", out);
    for (int v = 0; v < s->variation_count; v++) {
        fputc(',', out);
        put_cell(out, s->variations[v].name);
    }
    for (int i = 0; i < s->measure_count; i++) {
        fputc(',', out);
        put_cell(out, s->measures[i].label);
    }
    fputs(",status,error", out);
}

static bool append(sweep *s, const char *text) {
    char *line = NULL;
    const int size = asprintf(&line, "%s,%016" PRIx64 "\n", text, check_sum(text, strlen(text)));
    const bool written = size > 0 && write(s->journal, line, (size_t)size) == size;
    free(line);
    if (!written)
        fprintf(stderr, "multirate sweep: the journal in %s cannot be written: %s\n", s->folder,
                strerror(errno));
    if (written && wall_seconds() - s->synced > 1.0) {
        fdatasync(s->journal);
        s->synced = wall_seconds();
    }
    return written;
}

static void note_failure(sweep *s, const char *row) {
    if (s->failed++ == 0)
        snprintf(s->first_failure, sizeof s->first_failure, "%.*s",
                 (int)sizeof s->first_failure - 1, row);
}

bool sweep_journal_take(void *user, int point, const void *answer) {
    sweep *s = user;
    const sweep_answer *a = answer;
    char *row = make_row(s, point, a);
    if (!row)
        return false;
    free(s->rows[point]);
    s->rows[point] = row;
    if (a->failed) {
        char text[sizeof a->error + 32];
        snprintf(text, sizeof text, "run %d: %s", point + 1, a->error);
        note_failure(s, text);
    }
    return append(s, row);
}

/* a line without its check sum; false if it is torn */
static bool check_line(char *line) {
    char *comma = strrchr(line, ',');
    uint64_t sum;
    int used = 0;
    if (!comma || sscanf(comma + 1, "%16" SCNx64 "%n", &sum, &used) != 1 || used != 16 ||
        strcmp(comma + 17, "\n") != 0 || check_sum(line, (size_t)(comma - line)) != sum)
        return false;
    *comma = '\0';
    return true;
}

static void keep_line(sweep *s, char *line) {
    const long run = strtol(line, NULL, 10);
    if (!check_line(line) || run < 1 || run > s->count || s->rows[run - 1])
        return;
    s->rows[run - 1] = strdup(line);
    const char *failed = strstr(line, ",failed,");
    if (failed) {
        char text[300];
        snprintf(text, sizeof text, "run %ld: %.250s", run, failed + 8);
        note_failure(s, text);
    }
}

/* the lines of an earlier run of the same sweep; false if it was another one */
static bool read_journal(sweep *s, FILE *file, uint64_t fingerprint, int *kept) {
    char *line = NULL;
    size_t capacity = 0;
    uint64_t found = 0;
    const bool same = getline(&line, &capacity, file) > 0 && check_line(line) &&
                      sscanf(line, "# multirate sweep 1 %16" SCNx64, &found) == 1 &&
                      found == fingerprint;
    while (same && getline(&line, &capacity, file) > 0)
        keep_line(s, line);
    free(line);
    *kept = 0;
    for (int i = 0; i < s->count; i++)
        *kept += s->rows[i] != NULL;
    return same;
}

static bool begin_journal(sweep *s, const char *path, uint64_t fingerprint) {
    char head[64];
    s->journal = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666);
    if (s->journal < 0) {
        fprintf(stderr, "multirate sweep: '%s' cannot be written: %s\n", path, strerror(errno));
        return false;
    }
    snprintf(head, sizeof head, "# multirate sweep 1 %016" PRIx64, fingerprint);
    return append(s, head);
}

bool sweep_journal_open(sweep *s, bool resume, bool restart) {
    char *path = NULL;
    bool good = false;
    int kept = 0;
    const uint64_t fingerprint = sweep_fingerprint(s);
    if (asprintf(&path, "%s/journal.csv", s->folder) < 0)
        return false;
    FILE *file = restart ? NULL : fopen(path, "r");
    const bool same = file && read_journal(s, file, fingerprint, &kept);
    if (file)
        fclose(file);
    if (!file) {
        good = begin_journal(s, path, fingerprint);
    } else if (resume && !same) {
        fprintf(stderr,
                "multirate sweep: %s holds another sweep (other model, values, measures or "
                "settings); --restart begins anew\n",
                s->folder);
    } else if (!resume && same && kept < s->count) {
        fprintf(stderr,
                "multirate sweep: %s holds %d of the %d runs already; --resume goes on with them, "
                "--restart begins anew\n",
                s->folder, kept, s->count);
    } else if (!resume) { /* done, or something else: begin anew, as every study does */
        for (int i = 0; i < s->count; i++) {
            free(s->rows[i]);
            s->rows[i] = NULL;
        }
        s->failed = 0;
        good = begin_journal(s, path, fingerprint);
    } else {
        s->journal = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
        /* a torn line ends here */
        good = s->journal >= 0 && write(s->journal, "\n", 1) == 1;
        if (!good)
            fprintf(stderr, "multirate sweep: '%s' cannot be written: %s\n", path, strerror(errno));
    }
    free(path);
    return good;
}

bool sweep_results_write(const sweep *s) {
    char *path = NULL, *scratch = NULL;
    bool good = asprintf(&path, "%s/results.csv", s->folder) > 0 &&
                asprintf(&scratch, "%s/.results.csv", s->folder) > 0;
    FILE *out = good ? fopen(scratch, "w") : NULL;
    if (out) {
        put_header(s, out);
        fputc('\n', out);
        for (int i = 0; i < s->count; i++)
            if (s->rows[i])
                fprintf(out, "%s\n", s->rows[i]);
        good = !ferror(out);
        good = fclose(out) == 0 && good && rename(scratch, path) == 0;
    }
    if (!out || !good) {
        fprintf(stderr, "multirate sweep: '%s/results.csv' cannot be written: %s\n", s->folder,
                strerror(errno));
        good = false;
    }
    free(path);
    free(scratch);
    return good;
}
