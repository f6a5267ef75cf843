/* reading a table: RFC 4180, a header, the first column is the time */
#define _POSIX_C_SOURCE 200809L
#include "table.h"

#include "common/memory.h"
#include "common/twins.h"
#include "read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static char *read_all(const char *path, mr_message *message) {
    size_t size;
    char *text = sy_read_text("the table ", path, (size_t)1 << 31, &size, message);
    if (!text || strlen(text) == size)
        return text;
    mr_message_set(message, "the table '%.300s' is no text", path);
    free(text);
    return NULL;
}

/* the next field, unquoted in place; *last: it ends its line */
static char *next_field(char **at, bool *last) {
    char *p = *at, *field = p, *write = p;
    if (*p == '"') {
        for (p++; *p && !(p[0] == '"' && p[1] != '"'); p++) {
            if (p[0] == '"')
                p++;
            *write++ = *p;
        }
        if (*p)
            p++;
        p += strcspn(p, ",;\t\r\n");
    } else {
        p += strcspn(p, ",;\t\r\n");
        write = p;
    }
    *last = *p != ',' && *p != ';' && *p != '\t';
    if (*p == '\r' && p[1] == '\n')
        *p++ = '\0';
    const bool end = !*p;
    *p = '\0';
    *write = '\0';
    *at = end ? p : p + 1;
    while (*field == ' ')
        field++;
    for (char *tail = field + strlen(field); tail > field && tail[-1] == ' ';)
        *--tail = '\0';
    return field;
}

static mr_status refuse(const sy_table *t, int line, const char *what, mr_message *message) {
    mr_message_set(message, "%.200s:%d: %s", t->path, line, what);
    return MR_ERR_CONFIG;
}

static mr_status read_header(sy_table *t, char **at, mr_message *message) {
    bool last = false;
    char *time = next_field(at, &last);
    if (strcasecmp(time, "time") != 0 && strcmp(time, "t") != 0)
        return refuse(t, 1, "the first column of a table must be called time", message);
    while (!last) {
        char *field = next_field(at, &last);
        char *unit = strstr(field, " ["); /* "speed [m/s]" */
        if (unit && unit[strlen(unit) - 1] == ']') {
            unit[strlen(unit) - 1] = '\0';
            *unit = '\0';
            unit += 2;
        } else {
            unit = NULL;
        }
        if (!sy_add_text(&t->names, &t->columns, field) ||
            !sy_add_text(&t->units, &t->unit_count, unit ? unit : ""))
            return mr_no_memory(message);
    }
    const size_t twin = cm_first_twin((const char *const *)t->names, (size_t)t->columns);
    if (twin < (size_t)t->columns) {
        mr_message_set(message, "%.200s:1: two columns are called '%.80s'", t->path,
                       t->names[twin]);
        return MR_ERR_CONFIG;
    }
    t->values = calloc((size_t)t->columns + 1, sizeof *t->values);
    return t->values ? MR_OK : mr_no_memory(message);
}

static bool make_room(sy_table *t, size_t *room) {
    if (t->rows < *room)
        return true;
    *room = *room ? 2 * *room : 1; /* a header of many names is no promise of many rows */
    double *grown = realloc(t->times, *room * sizeof *grown);
    if (!grown)
        return false;
    t->times = grown;
    for (int c = 0; c < t->columns; c++) {
        grown = realloc(t->values[c], *room * sizeof *grown);
        if (!grown)
            return false;
        t->values[c] = grown;
    }
    return true;
}

static bool read_number(const char *field, double *number) {
    if (strcmp(field, "true") == 0 || strcmp(field, "false") == 0) {
        *number = field[0] == 't';
        return true;
    }
    return sy_number(field, number);
}

static mr_status read_rows(sy_table *t, char *at, mr_message *message) {
    size_t room = 0;
    for (int line = 2; *at; line++) {
        bool last = false;
        if (*at == '\n' || *at == '\r') {
            at += at[0] == '\r' && at[1] == '\n' ? 2 : 1;
            continue;
        }
        if (!make_room(t, &room))
            return mr_no_memory(message);
        for (int c = -1; c < t->columns; c++) {
            double *into = c < 0 ? &t->times[t->rows] : &t->values[c][t->rows];
            if (last)
                return refuse(t, line, "this row has fewer fields than the header", message);
            if (!read_number(next_field(&at, &last), into))
                return refuse(t, line, "here is something that is no number", message);
        }
        if (!last)
            return refuse(t, line, "this row has more fields than the header", message);
        if (t->rows > 0 && t->times[t->rows] < t->times[t->rows - 1])
            return refuse(t, line, "the time goes back", message);
        t->rows++;
    }
    return t->rows > 0 ? MR_OK : refuse(t, 1, "the table has no rows", message);
}

void sy_table_free(sy_table *t) {
    if (!t)
        return;
    for (int c = 0; c < t->columns; c++) {
        free(t->names[c]);
        if (t->values)
            free(t->values[c]);
    }
    for (int c = 0; c < t->unit_count; c++)
        free(t->units[c]);
    CM_FREE(t->units, t->names, t->values, t->times, t->path, t);
}

mr_status sy_table_read(const char *path, sy_table **read, mr_message *message) {
    *read = NULL;
    char *text = read_all(path, message);
    if (!text)
        return MR_ERR_CONFIG;
    char *at = text;
    if (strncmp(at, "\xEF\xBB\xBF", 3) == 0)
        at += 3;
    sy_table *t = calloc(1, sizeof *t);
    if (t)
        t->path = strdup(path);
    mr_status status = t && t->path ? read_header(t, &at, message) : mr_no_memory(message);
    if (status == MR_OK)
        status = read_rows(t, at, message);
    free(text);
    if (status != MR_OK) {
        sy_table_free(t);
        return status;
    }
    *read = t;
    return MR_OK;
}

/* the last row not after t */
static size_t find(const sy_table *table, double t) {
    size_t low = 0, high = table->rows;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (table->times[middle] <= t)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* in the unit of the table */
static double told_at(sy_series *s, double t, bool end, double tolerance) {
    const sy_table *table = s->table;
    const double *values = table->values[s->column], *times = table->times;
    size_t i = s->last;
    if (!(times[i] <= t && (i + 1 == table->rows || t < times[i + 1])))
        i = s->last = find(table, t);
    /* a rounding away from a row is at the row */
    if (i + 1 < table->rows && times[i + 1] - t <= tolerance)
        i = find(table, times[i + 1]);
    if (fabs(t - times[i]) <= tolerance || t <= times[i]) {
        while (end && i > 0 && times[i - 1] == times[i]) /* before the jump */
            i--;
        return end && s->held && i > 0 ? values[i - 1] : values[i];
    }
    if (s->held || i + 1 == table->rows)
        return values[i];
    return values[i] + (values[i + 1] - values[i]) * ((t - times[i]) / (times[i + 1] - times[i]));
}

double sy_series_at(void *context, double t, bool end, double tolerance) {
    sy_series *s = context;
    return s->factor * told_at(s, t, end, tolerance) + s->offset;
}
