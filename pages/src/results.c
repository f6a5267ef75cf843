/* tables of results; CSV as `multirate run` and others write it: a header, first column time */
#define _POSIX_C_SOURCE 200809L
#include "results.h"
#include "text.h"

#include "common/memory.h"
#include "common/memory_text.h"
#include "common/plain_file.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define MOST_COLUMNS 20000

bd_status pg_no_memory(const char *path, bd_error *error) {
    return bd_error_set(error, BD_OUT_OF_MEMORY, "%.300s: not enough memory", path);
}

void pg_results_free(pg_results *r) {
    for (int i = 0; r->columns && i < r->column_count; i++)
        CM_FREE(r->columns[i].name, r->columns[i].unit, r->columns[i].values);
    CM_FREE(r->over.name, r->over.unit, r->columns, r->times, r->name);
    *r = (pg_results){0};
}

bd_status pg_results_create(const char *name, size_t rows, int columns, pg_results *r,
                            bd_error *error) {
    *r = (pg_results){.name = pg_copy(name), .row_count = rows, .column_count = columns};
    r->times = calloc(rows + 1, sizeof *r->times);
    r->columns = calloc((size_t)columns + 1, sizeof *r->columns);
    bool good = r->name && r->times && r->columns;
    for (int i = 0; good && i < columns; i++)
        good = (r->columns[i].values = calloc(rows + 1, sizeof(double))) != NULL;
    if (good)
        return BD_OK;
    pg_results_free(r);
    return pg_no_memory(name, error);
}

static bool name_column(pg_column *c, const char *name, const char *unit) {
    const size_t length = strlen(name);
    const char *open = strrchr(name, '[');
    free(c->name);
    free(c->unit);
    /* speed [m/s]; but force[1] is the first element of a signal */
    const bool element = open && open > name && open[-1] != ' ' &&
                         strspn(open + 1, "0123456789,") == strlen(open) - 2;
    if (!unit && open && open > name && !element && name[length - 1] == ']') {
        size_t end = (size_t)(open - name);
        while (end > 1 && name[end - 1] == ' ')
            end--;
        c->name = strndup(name, end);
        c->unit = strndup(open + 1, length - (size_t)(open - name) - 2);
    } else {
        c->name = pg_copy(name);
        c->unit = pg_copy(unit ? unit : "");
    }
    return c->name && c->unit;
}

bool pg_results_name(pg_results *r, int column, const char *name, const char *unit) {
    return name_column(&r->columns[column], name, unit);
}

int pg_results_find(const pg_results *r, const char *name) {
    for (int i = 0; i < r->column_count; i++)
        if (strcmp(r->columns[i].name, name) == 0)
            return i;
    return -1;
}

bool pg_results_set_unit(pg_results *r, const char *setting) {
    const char *equals = strrchr(setting, '=');
    bool found = false;
    for (int i = r->over.name ? -1 : 0; equals && i < r->column_count; i++) {
        pg_column *c = i < 0 ? &r->over : &r->columns[i];
        const size_t n = strlen(c->name);
        if (n != (size_t)(equals - setting) || strncmp(c->name, setting, n) != 0)
            continue;
        char *unit = pg_copy(equals + 1);
        if (!unit)
            return false;
        free(c->unit);
        c->unit = unit;
        found = true;
    }
    return found;
}

/* "runs/a.csv" → "a" */
static char *run_name(const char *path) {
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    const char *dot = strrchr(base, '.');
    return strndup(base, dot && dot > base ? (size_t)(dot - base) : strlen(base));
}

/* ---- CSV ---- */

typedef struct csv {
    const char *path;
    FILE *file;
    char *line;
    size_t room;
    long number;
    size_t row_room;
    pg_results *r;
    const char *over; /* the column that stands for the time; NULL: the first one, which is it */
    int x;            /* its number */
} csv;

static bool next_line(csv *c) {
    ssize_t n;
    do {
        n = getline(&c->line, &c->room, c->file);
        c->number++;
        for (ssize_t i = 0; i < n; i++) /* else it would end the line in silence */
            c->line[i] = c->line[i] ? c->line[i] : '\1';
        while (n > 0 && strchr("\r\n", c->line[n - 1]))
            c->line[--n] = '\0';
    } while (n == 0 || (n > 0 && c->line[0] == '#'));
    return n > 0;
}

/* a cell that begins with a quote goes on to the next single one */
static bool ends_in_quotes(const char *line, bool quoted) {
    bool begins = true;
    for (; *line; line++) {
        if (quoted && line[0] == '"' && line[1] == '"')
            line++;
        else if (*line == '"')
            quoted = !quoted && begins;
        begins = !quoted && *line == ',';
    }
    return quoted;
}

/* names may hold line ends: as long as a line ends within quotes, the next one belongs to it */
static bool next_line_of_names(csv *c) {
    char *names = NULL;
    size_t size = 0;
    bool quoted = false, more = true;
    FILE *whole = open_memstream(&names, &size);
    while (whole && more && next_line(c)) {
        quoted = ends_in_quotes(c->line, quoted);
        fprintf(whole, quoted ? "%s\n" : "%s", c->line);
        more = quoted;
    }
    if (!cm_memory_text_close(whole, &names) || more) {
        free(names);
        return false;
    }
    free(c->line);
    c->line = names;
    c->room = size + 1;
    return true;
}

/* the next cell, quotes removed; *at goes behind its comma, or is NULL at the end */
static char *next_cell(char **at) {
    char *from = *at, *to = from, *c = from;
    if (*c == '"') {
        for (c++; *c && !(*c == '"' && c[1] != '"'); c++) {
            c += *c == '"';
            *to++ = *c;
        }
        c += *c == '"';
        c += strcspn(c, ",");
    } else {
        c += strcspn(c, ",");
        to = c;
        while (*from == ' ')
            from++;
        while (to > from && to[-1] == ' ')
            to--;
    }
    *at = *c ? c + 1 : NULL;
    *to = '\0';
    return from;
}

static bool is_time(const char *name) {
    return strncasecmp(name, "time", 4) == 0 || strcmp(name, "t") == 0 || strcmp(name, "tout") == 0;
}

/* "c [N]" is the column c */
static bool is_called(const char *cell, const char *name) {
    const size_t n = strlen(name);
    return strncmp(cell, name, n) == 0 && (!cell[n] || strncmp(cell + n, " [", 2) == 0);
}

/* count of them beside the one that stands for the time */
static bd_status name_columns(csv *c, char *at, int count, bd_error *error) {
    int named = 0;
    c->x = -1;
    for (int i = 0; i <= count; i++) {
        char *cell = at ? next_cell(&at) : NULL;
        if (cell && c->x < 0 && (c->over ? is_called(cell, c->over) : i == 0)) {
            if (!c->over && !is_time(cell))
                return bd_error_set(error, BD_BAD_FILE,
                                    "%.300s:%ld: the first column is '%.60s', and not the time",
                                    c->path, c->number, cell);
            c->x = i;
            if (c->over && !name_column(&c->r->over, cell, NULL))
                return pg_no_memory(c->path, error);
        } else if (cell && named == count) {
            return bd_error_set(error, BD_BAD_FILE, "%.300s:%ld: there is no column '%.60s'",
                                c->path, c->number, c->over ? c->over : "time");
        } else if (!cell || !pg_results_name(c->r, named++, cell, NULL)) {
            return bd_error_set(error, BD_BAD_FILE, "%.300s:%ld: the header cannot be read",
                                c->path, c->number);
        }
    }
    return BD_OK;
}

static bool is_utf16(const char *header) {
    return strncmp(header, "\xff\xfe", 2) == 0 || strncmp(header, "\xfe\xff", 2) == 0;
}

/* as spreadsheets write tables in some countries, and some programs */
static const char *instead_of_commas(const char *header) {
    if (is_utf16(header))
        return "; this is text in UTF-16, save it as UTF-8";
    if (strchr(header, ';'))
        return "; here are semicolons: save it with commas between columns and points in numbers";
    return strchr(header, '\t') ? "; here are tabs: save it with commas" : "";
}

static bd_status read_header(csv *c, bd_error *error) {
    if (!next_line_of_names(c))
        return bd_error_set(error, BD_BAD_FILE,
                            "%.300s: the file is empty, or a quote in its header does not end",
                            c->path);
    char *start = strncmp(c->line, "\xef\xbb\xbf", 3) == 0 ? c->line + 3 : c->line, *at = start;
    int count = -1;
    bool quoted = false;
    for (const char *s = at; *s; s++) {
        quoted ^= *s == '"';
        count += !quoted && *s == ',';
    }
    count++;
    const bool strange = count < 1 || is_utf16(start);
    if (strange || count > MOST_COLUMNS)
        return bd_error_set(error, BD_BAD_FILE,
                            "%.300s:%ld: expected a header with time and signals between commas%s",
                            c->path, c->number, strange ? instead_of_commas(start) : "");
    BD_TRY(pg_results_create(c->path, 0, count, c->r, error));
    return name_columns(c, at, count, error);
}

static bool grow(csv *c) {
    pg_results *r = c->r;
    const size_t room = c->row_room ? 2 * c->row_room : 1024;
    double *times = realloc(r->times, room * sizeof *times);
    if (!times)
        return false;
    r->times = times;
    for (int i = 0; i < r->column_count; i++) {
        double *values = realloc(r->columns[i].values, room * sizeof *values);
        if (!values)
            return false;
        r->columns[i].values = values;
    }
    c->row_room = room;
    return true;
}

/* an empty cell is a value that is not there; so is a text, where anything may stand */
static bool read_cell(const csv *c, const char *cell, double *value) {
    char *end;
    *value = *cell ? strtod(cell, &end) : NAN;
    if (!*cell || (end != cell && !*end))
        return true;
    *value = NAN;
    return c->over != NULL;
}

static bd_status read_row(csv *c, bd_error *error) {
    pg_results *r = c->r;
    char *at = c->line;
    int column = 0;
    for (int i = 0; i <= r->column_count; i++) {
        const char *cell = at ? next_cell(&at) : NULL;
        double value;
        if (!cell)
            return bd_error_set(error, BD_BAD_FILE, "%.300s:%ld: %d values, not %d", c->path,
                                c->number, i, r->column_count + 1);
        if (!read_cell(c, cell, &value) || (i == c->x && !c->over && !isfinite(value)))
            return bd_error_set(error, BD_BAD_FILE, "%.300s:%ld: '%.40s' is no number", c->path,
                                c->number, cell);
        *(i == c->x ? &r->times[r->row_count] : &r->columns[column++].values[r->row_count]) = value;
    }
    if (at)
        return bd_error_set(error, BD_BAD_FILE, "%.300s:%ld: more than %d values", c->path,
                            c->number, r->column_count + 1);
    if (!c->over && r->row_count > 0 && r->times[r->row_count] < r->times[r->row_count - 1])
        return bd_error_set(error, BD_BAD_FILE, "%.300s:%ld: the time goes back", c->path,
                            c->number);
    r->row_count += isfinite(r->times[r->row_count]);
    return BD_OK;
}

static bd_status read_csv(const char *path, const char *over, pg_results *r, bd_error *error) {
    const char *why;
    csv c = {.path = path, .file = cm_open_plain(path, &why), .r = r, .over = over};
    if (!c.file)
        return bd_error_set(error, BD_BAD_FILE, "'%.300s' cannot be read: %s", path, why);
    bd_status status = read_header(&c, error);
    while (status == BD_OK && next_line(&c))
        status = c.r->row_count == c.row_room && !grow(&c) ? pg_no_memory(path, error)
                                                           : read_row(&c, error);
    /* neither a disk that fails nor a lack of memory is the end of the file */
    if (status == BD_OK && !feof(c.file))
        status =
            bd_error_set(error, BD_BAD_FILE, "'%.300s' cannot be read: %s", path, strerror(errno));
    free(c.line);
    fclose(c.file);
    return status;
}

bd_status pg_results_read(const char *path, pg_results *r, bd_error *error) {
    return pg_results_read_over(path, NULL, r, error);
}

bd_status pg_results_read_over(const char *path, const char *over, pg_results *r, bd_error *error) {
    const size_t n = strlen(path);
    const bool mat = !over && n > 4 && strcasecmp(path + n - 4, ".mat") == 0;
    *r = (pg_results){0};
    bd_status status = mat ? pg_results_read_mat(path, r, error) : read_csv(path, over, r, error);
    char *name = status == BD_OK ? run_name(path) : NULL;
    if (status == BD_OK && !name)
        status = pg_no_memory(path, error);
    if (status == BD_OK && r->row_count == 0) {
        free(name);
        status = bd_error_set(error, BD_BAD_FILE, "%.300s: there are no rows in it", path);
    } else if (status == BD_OK) {
        free(r->name);
        r->name = name;
    }
    if (status != BD_OK)
        pg_results_free(r);
    return status;
}
