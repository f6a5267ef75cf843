/* reads motion files (common/motion.h); they may be anybody's */
#define _POSIX_C_SOURCE 200809L
#include "motion.h"
#include "text.h"

#include "common/memory.h"
#include "common/plain_file.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST 100000 /* of bodies, shapes, links, signals */

typedef struct reader {
    FILE *file;
    const char *path;
    pg_motion *m;
    int line;
} reader;

/* the next item of an array; NULL when memory ends or there are too many */
static void *append(void *array, int *count, size_t size) {
    return *count < MOST ? cm_append(array, count, size) : NULL;
}

static bool take_numbers(char **at, double *numbers, int count) {
    for (int i = 0; i < count; i++) {
        char *end;
        numbers[i] = strtod(*at, &end);
        if (end == *at || !isfinite(numbers[i]))
            return false;
        *at = end;
    }
    return true;
}

/* a word of its own; NULL if there is none */
static char *take_word(char **at) {
    while (**at == ' ')
        (*at)++;
    const size_t length = strcspn(*at, " ");
    if (length == 0)
        return NULL;
    char *word = strndup(*at, length);
    *at += length;
    if (word && strcmp(word, "-") == 0)
        word[0] = '\0';
    return word;
}

static char *take_rest(char **at) {
    while (**at == ' ')
        (*at)++;
    return strdup(*at);
}

static bool take_body(pg_motion *m, char *at) {
    pg_body *b = append(&m->bodies, &m->body_count, sizeof *b);
    return b && take_numbers(&at, &b->mass, 1) && take_numbers(&at, b->origin, 3) &&
           (b->colour = take_word(&at)) && (b->name = take_rest(&at));
}

static bool take_shape(pg_motion *m, cm_shape_kind kind, char *at) {
    if (m->body_count == 0)
        return false;
    pg_body *b = &m->bodies[m->body_count - 1];
    pg_shape *s = append(&b->shapes, &b->shape_count, sizeof *s);
    if (!s)
        return false;
    s->kind = kind;
    return (s->colour = take_word(&at)) && take_numbers(&at, s->numbers, cm_shape_count(kind));
}

static bool take_end(char **at, int count, int *body, double point[3]) {
    double number;
    if (!take_numbers(at, &number, 1) || !(number >= -1.0) || !(number < count))
        return false;
    *body = (int)number;
    return take_numbers(at, point, 3);
}

static bool take_link(pg_motion *m, bool is_spring, char *at) {
    pg_link *l = append(&m->links, &m->link_count, sizeof *l);
    if (!l)
        return false;
    l->is_spring = is_spring;
    return take_end(&at, m->body_count, &l->bodies[0], l->points[0]) &&
           take_end(&at, m->body_count, &l->bodies[1], l->points[1]) &&
           (l->colour = take_word(&at));
}

static bool take_trace(pg_trace **list, int *count, bool has_unit, char *at) {
    pg_trace *t = append(list, count, sizeof *t);
    return t && (t->unit = has_unit ? take_word(&at) : strdup("")) && (t->name = take_rest(&at));
}

static bool take_line(pg_motion *m, char *line) {
    char *at = line;
    char *word = take_word(&at);
    bool good = false;
    if (!word)
        return false;
    if (strcmp(word, "title") == 0) {
        free(m->title);
        good = (m->title = take_rest(&at)) != NULL;
    } else if (strcmp(word, "up") == 0) {
        m->up = strchr(at, 'y') ? 'y' : 'z';
        good = true;
    } else if (strcmp(word, "planar") == 0) {
        good = m->planar = true;
    } else if (strcmp(word, "ground") == 0) {
        good = m->has_ground = take_numbers(&at, &m->ground, 1);
    } else if (strcmp(word, "body") == 0) {
        good = take_body(m, at);
    } else if (strcmp(word, "spring") == 0 || strcmp(word, "link") == 0) {
        good = take_link(m, word[0] == 's', at);
    } else if (strcmp(word, "arrow") == 0) {
        good = take_trace(&m->arrows, &m->arrow_count, false, at);
    } else if (strcmp(word, "signal") == 0) {
        good = take_trace(&m->signals, &m->signal_count, true, at);
    }
    for (int k = 0; k < CM_SHAPE_KINDS && !good; k++)
        if (strcmp(word, cm_shape_word((cm_shape_kind)k)) == 0)
            good = take_shape(m, (cm_shape_kind)k, at);
    free(word);
    return good;
}

static bool next_line(reader *r, char **line, size_t *room) {
    const ssize_t n = getline(line, room, r->file);
    r->line++;
    if (n > 0 && (*line)[n - 1] == '\n')
        (*line)[n - 1] = '\0';
    return n > 0;
}

static bd_status read_header(reader *r, bd_error *error) {
    char *line = NULL;
    size_t room = 0;
    bd_status status = BD_OK;
    bool done = false;
    if (!next_line(r, &line, &room) || strcmp(line, CM_MOTION_TITLE) != 0)
        status = bd_error_set(error, BD_BAD_FILE, "'%.300s' is no motion of a mechanism", r->path);
    while (status == BD_OK && !done) {
        if (!next_line(r, &line, &room))
            status = bd_error_set(error, BD_BAD_FILE, "%.300s:%d: the file ends too early", r->path,
                                  r->line);
        else if (strcmp(line, "rows") == 0)
            done = true;
        else if (!take_line(r->m, line))
            status = bd_error_set(error, BD_BAD_FILE, "%.300s:%d: '%.60s' cannot be read", r->path,
                                  r->line, line);
    }
    free(line);
    return status;
}

static bd_status read_rows(reader *r, bd_error *error) {
    pg_motion *m = r->m;
    m->width = 7 * m->body_count + 6 * m->arrow_count + m->signal_count;
    const size_t length = (size_t)m->width + 1;
    size_t room = 0, n = 0;
    for (;;) {
        if (n == room) {
            room = room ? 2 * room : 512;
            double *rows = realloc(m->rows, room * length * sizeof *rows);
            if (!rows)
                return bd_error_set(error, BD_OUT_OF_MEMORY, "%.300s: not enough memory", r->path);
            m->rows = rows;
        }
        double *row = m->rows + n * length;
        if (fread(row, sizeof *row, length, r->file) != length)
            break; /* a row that was cut off is left out */
        /* what is left of an earlier run behind a master that has gone back */
        if (n > 0 && !(row[0] > row[-(ptrdiff_t)length]))
            break;
        n++;
    }
    m->row_count = n;
    if (ferror(r->file))
        return bd_error_set(error, BD_BAD_FILE, "'%.300s' cannot be read: %s", r->path,
                            strerror(errno));
    return n > 0 ? BD_OK
                 : bd_error_set(error, BD_BAD_FILE, "%.300s: there are no rows in it", r->path);
}

bool pg_is_motion(const char *path) {
    char begin[sizeof CM_MOTION_TITLE] = "";
    const char *why;
    FILE *file = cm_open_plain(path, &why);
    const bool is = file && fread(begin, 1, sizeof begin - 1, file) == sizeof begin - 1 &&
                    strcmp(begin, CM_MOTION_TITLE) == 0;
    if (file)
        fclose(file);
    return is;
}

bd_status pg_motion_read(const char *path, pg_motion **motion, bd_error *error) {
    const char *why;
    reader r = {.file = cm_open_plain(path, &why), .path = path, .m = calloc(1, sizeof *r.m)};
    bd_status status = BD_OK;
    *motion = NULL;
    if (!r.file)
        status = bd_error_set(error, BD_BAD_FILE, "'%.300s' cannot be read: %s", path, why);
    else if (!r.m)
        status = bd_error_set(error, BD_OUT_OF_MEMORY, "%.300s: not enough memory", path);
    if (status == BD_OK && r.m) {
        r.m->up = 'z';
        status = read_header(&r, error);
    }
    if (status == BD_OK)
        status = read_rows(&r, error);
    if (r.file)
        fclose(r.file);
    if (status == BD_OK)
        *motion = r.m;
    else
        pg_motion_free(r.m);
    return status;
}

static void free_traces(pg_trace *traces, int count) {
    for (int i = 0; i < count; i++) {
        free(traces[i].name);
        free(traces[i].unit);
    }
    free(traces);
}

void pg_motion_free(pg_motion *m) {
    if (!m)
        return;
    for (int i = 0; i < m->body_count; i++) {
        for (int k = 0; k < m->bodies[i].shape_count; k++)
            free(m->bodies[i].shapes[k].colour);
        CM_FREE(m->bodies[i].shapes, m->bodies[i].name, m->bodies[i].colour);
    }
    for (int i = 0; i < m->link_count; i++)
        free(m->links[i].colour);
    free_traces(m->arrows, m->arrow_count);
    free_traces(m->signals, m->signal_count);
    CM_FREE(m->bodies, m->links, m->title, m->rows, m);
}

/* ---- for the page ---- */

static void write_numbers(FILE *out, const char *name, const double *numbers, int count) {
    fprintf(out, ",\"%s\":%s", name, count > 1 ? "[" : "");
    for (int i = 0; i < count; i++) {
        fputs(i ? "," : "", out);
        pg_json_number(out, numbers[i]);
    }
    fputs(count > 1 ? "]" : "", out);
}

static void write_shape(FILE *out, const pg_shape *s) {
    const double *n = s->numbers;
    fprintf(out, "{\"type\":\"%s\",\"colour\":", cm_shape_word(s->kind));
    pg_json(out, s->colour);
    switch (s->kind) {
    case CM_BAR:
    case CM_CYLINDER:
        write_numbers(out, "radius", n, 1);
        write_numbers(out, "from", n + 1, 3);
        write_numbers(out, "to", n + 4, 3);
        break;
    case CM_SPHERE:
        write_numbers(out, "radius", n, 1);
        write_numbers(out, "at", n + 1, 3);
        break;
    case CM_BOX:
        write_numbers(out, "size", n, 3);
        write_numbers(out, "at", n + 3, 3);
        fputs(",\"axes\":[", out);
        for (int k = 0; k < 3; k++)
            fprintf(out, "%s[%.9g,%.9g,%.9g]", k ? "," : "", n[6 + 3 * k], n[7 + 3 * k],
                    n[8 + 3 * k]);
        fputs("]", out);
        break;
    case CM_ELLIPSOID:
        write_numbers(out, "size", n, 3);
        write_numbers(out, "at", n + 3, 3);
        break;
    default:
        write_numbers(out, "radius", n, 1);
        write_numbers(out, "width", n + 1, 1);
        write_numbers(out, "at", n + 2, 3);
        write_numbers(out, "axis", n + 5, 3);
    }
    fputs("}", out);
}

static void write_bodies(FILE *out, const pg_motion *m) {
    fputs(",\"bodies\":[", out);
    for (int i = 0; i < m->body_count; i++) {
        const pg_body *b = &m->bodies[i];
        fputs(i ? ",{\"name\":" : "{\"name\":", out);
        pg_json(out, b->name);
        fputs(",\"colour\":", out);
        pg_json(out, b->colour);
        write_numbers(out, "mass", &b->mass, 1);
        write_numbers(out, "origin", b->origin, 3);
        fputs(",\"shapes\":[", out);
        for (int k = 0; k < b->shape_count; k++) {
            fputs(k ? "," : "", out);
            write_shape(out, &b->shapes[k]);
        }
        fputs("]}", out);
    }
    fputs("]", out);
}

static void write_traces(FILE *out, const char *name, const pg_trace *traces, int count) {
    fprintf(out, ",\"%s\":[", name);
    for (int i = 0; i < count; i++) {
        fputs(i ? ",{\"name\":" : "{\"name\":", out);
        pg_json(out, traces[i].name);
        fputs(",\"unit\":", out);
        pg_json(out, traces[i].unit);
        fputs("}", out);
    }
    fputs("]", out);
}

void pg_motion_header(FILE *out, const char *name, const pg_motion *m) {
    fputs("{\"name\":", out);
    pg_json(out, name);
    fputs(",\"title\":", out);
    pg_json(out, m->title ? m->title : "");
    fprintf(out, ",\"up\":\"%c\",\"planar\":%s,\"width\":%d,\"ground\":", m->up,
            m->planar ? "true" : "false", m->width);
    pg_json_number(out, m->has_ground ? m->ground : NAN);
    write_bodies(out, m);
    fputs(",\"links\":[", out);
    for (int i = 0; i < m->link_count; i++) {
        const pg_link *l = &m->links[i];
        fprintf(out, "%s{\"type\":\"%s\",\"bodies\":[%d,%d],\"points\":[", i ? "," : "",
                l->is_spring ? "spring" : "link", l->bodies[0], l->bodies[1]);
        for (int k = 0; k < 2; k++)
            fprintf(out, "%s[%.9g,%.9g,%.9g]", k ? "," : "", l->points[k][0], l->points[k][1],
                    l->points[k][2]);
        fputs("],\"colour\":", out);
        pg_json(out, l->colour);
        fputs("}", out);
    }
    fputs("]", out);
    write_traces(out, "arrows", m->arrows, m->arrow_count);
    write_traces(out, "signals", m->signals, m->signal_count);
    fputs("}", out);
}
