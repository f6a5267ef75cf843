/* chosen signals through gnuplot: one frame for each unit, runs over each other. Signals whose unit
 * is not known have frames of their own: they may be anything */
#define _GNU_SOURCE
#include "pages/pages.h"
#include "pages/style.h"

#include "blockdiagram/new_file.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define LETTER_WIDTH 6 /* pixels, about */

#define MOST_FRAMES 400 /* the time of gnuplot grows by their square */

typedef struct curve {
    int run, column;
    const char *name, *unit;
    int frame;
    int signal; /* curves of the same name are the same signal of different runs */
    bool shown; /* has a value that can be drawn */
} curve;

typedef struct curves {
    curve *items;
    int count, frames, signals;
} curves;

static bool wanted(const pg_plot *p, const char *name) {
    for (int i = 0; i < p->signal_count; i++)
        if (strcmp(p->signals[i], name) == 0)
            return true;
    return p->signal_count == 0;
}

/* is there anything to draw of it? */
static bool has_points(const pg_plot *p, const curve *c) {
    const pg_results *r = &p->runs[c->run];
    for (size_t i = 0; i < r->row_count; i++) {
        const double t = r->times[i], y = r->columns[c->column].values[i];
        if (isfinite(y) && !(t < p->from) && !(t > p->to) && (!p->log_y || y > 0.0) &&
            (!p->log_x || t > 0.0))
            return true;
    }
    return false;
}

static bool share_frame(const curve *a, const curve *b) {
    return *a->unit || *b->unit ? strcmp(a->unit, b->unit) == 0 : strcmp(a->name, b->name) == 0;
}

static bool collect(const pg_plot *p, curves *c) {
    int room = 0;
    for (int r = 0; r < p->run_count; r++)
        room += p->runs[r].column_count;
    c->items = calloc((size_t)room + 1, sizeof *c->items);
    for (int r = 0; c->items && r < p->run_count; r++)
        for (int k = 0; k < p->runs[r].column_count; k++) {
            const pg_column *column = &p->runs[r].columns[k];
            curve new = {.run = r, .column = k, .name = column->name, .unit = column->unit};
            new.frame = -1;
            new.signal = -1;
            new.shown = has_points(p, &new);
            if (!wanted(p, column->name) || !new.shown)
                continue;
            for (int i = 0; i < c->count; i++) {
                if (new.frame < 0 && share_frame(&new, &c->items[i]))
                    new.frame = c->items[i].frame;
                if (new.signal < 0 && strcmp(new.name, c->items[i].name) == 0)
                    new.signal = c->items[i].signal;
            }
            new.signal = new.signal < 0 ? c->signals++ : new.signal;
            new.frame = new.frame < 0 ? c->frames++ : new.frame;
            c->items[c->count++] = new;
        }
    return c->items != NULL;
}

/* one data block for each curve. More rows than so many are thinned to the smallest and largest of
 * each part, which look the same */
#define PARTS 4000

static void write_point(FILE *out, double t, double y) {
    if (isfinite(y))
        fprintf(out, "%.17g %.17g\n", t, y);
    else
        fputs("\n", out); /* a gap */
}

static void write_block(FILE *out, const pg_plot *p, const curve *c, int number) {
    const pg_results *r = &p->runs[c->run];
    const double *t = r->times, *y = r->columns[c->column].values;
    size_t from = 0, to = r->row_count;
    while (!r->over.name && from < to && !isnan(p->from) && t[from] < p->from)
        from++;
    while (!r->over.name && to > from && !isnan(p->to) && t[to - 1] > p->to)
        to--;
    fprintf(out, "$d%d << EOD\n", number);
    const size_t part = r->over.name ? 1 : (to - from) / PARTS + 1;
    for (size_t i = from; i < to; i += part) {
        const size_t end = i + part < to ? i + part : to;
        size_t low = i, high = i;
        for (size_t k = i; k < end; k++) {
            low = y[k] < y[low] || isnan(y[low]) ? k : low;
            high = y[k] > y[high] || isnan(y[high]) ? k : high;
        }
        write_point(out, t[low < high ? low : high], y[low < high ? low : high]);
        if (low != high)
            write_point(out, t[low < high ? high : low], y[low < high ? high : low]);
    }
    fputs("EOD\n", out);
}

/* "speed [m/s]"; several signals of one unit: "[m/s]", their names are in the key. So is a name
 * that is longer than its frame is high. Tells whether the key is needed */
static bool write_label(FILE *out, const curves *c, int frame, int height) {
    const curve *first = NULL;
    bool several = false;
    int curves_here = 0;
    char label[300];
    for (int i = 0; i < c->count; i++)
        if (c->items[i].frame == frame) {
            several = several || (first && first->signal != c->items[i].signal);
            first = first ? first : &c->items[i];
            curves_here++;
        }
    const char *unit = first && *first->unit ? first->unit : "unit not given";
    const size_t letters = first ? strlen(first->name) + strlen(unit) + 3 : 0;
    const bool long_name = letters * LETTER_WIDTH > (size_t)height;
    snprintf(label, sizeof label, "%.120s [%.120s]",
             several || long_name || !first ? "" : first->name, unit);
    fputs("set ylabel ", out);
    pg_gnuplot_quote(out, label + (label[0] == ' '));
    fputs(" noenhanced\n", out);
    return curves_here > 1 || long_name;
}

/* of a run that is shown by points: so few that the curves below them are seen */
#define POINTS 30

/* rings, told once for all signals of the frame */
static void write_points(FILE *out, const pg_plot *p, const curve *c, int number, bool tell) {
    const pg_results *r = &p->runs[c->run];
    fprintf(out, "$d%d every %zu using 1:2 with points lt 8 pt 6 ps 0.7 ", number,
            r->row_count / POINTS + 1);
    if (!tell) {
        fputs("notitle", out);
        return;
    }
    fputs("title ", out);
    pg_gnuplot_quote(out, r->name);
    fputs(" noenhanced", out);
}

/* room around what does not change, which gnuplot would warn about */
static void write_range(FILE *out, const pg_plot *p, const curves *c, int frame) {
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < c->count; i++) {
        const pg_results *r = &p->runs[c->items[i].run];
        const double *y = r->columns[c->items[i].column].values;
        for (size_t k = 0; c->items[i].frame == frame && k < r->row_count; k++)
            if (isfinite(y[k]) && (!p->log_y || y[k] > 0.0)) {
                low = fmin(low, y[k]);
                high = fmax(high, y[k]);
            }
    }
    const double edge = p->log_y ? 10.0 : low == 0.0 ? 1.0 : 0.1 * fabs(low);
    if (low < high)
        fputs("set yrange [*:*]\n", out);
    else
        fprintf(out, "set yrange [%.17g:%.17g]\n", p->log_y ? low / edge : low - edge,
                p->log_y ? high * edge : high + edge);
}

/* one run, or one beside points: colours tell the signals; several: colours tell the runs, dashes
 * the signals */
static void write_frame(FILE *out, const pg_plot *p, const curves *c, int frame, int height) {
    static const char *const dashes[5] = {" dt 1", " dt 2", " dt 3", " dt 4", " dt 5"};
    bool first = true, several = false;
    int signal = -1;
    for (int i = 0; i < c->count; i++)
        if (c->items[i].frame == frame) {
            several = several || (signal >= 0 && signal != c->items[i].signal);
            signal = c->items[i].signal;
        }
    const bool key = write_label(out, c, frame, height);
    write_range(out, p, c, frame);
    fprintf(out, "%sset key\nplot ", key ? "" : "un"); /* the axis tells its name */
    const bool many = p->run_count > (p->samples ? 2 : 1);
    bool told = false;
    for (int i = 0; i < c->count; i++) {
        const curve *item = &c->items[i];
        char title[512];
        if (item->frame != frame)
            continue;
        if (item->run + 1 == p->samples) {
            fputs(first ? "" : ", ", out);
            write_points(out, p, item, i, !told);
            told = true;
            first = false;
            continue;
        }
        snprintf(title, sizeof title, many ? "%.240s, %.240s" : "%.240s", item->name,
                 p->runs[item->run].name);
        fprintf(out, "%s$d%d using 1:2 with %s lt %d%s title ", first ? "" : ", ", i,
                p->runs[0].over.name ? "points ps 0.8" : "lines",
                (many ? item->run : item->signal) % PG_CURVES + 1,
                many && several && !p->runs[0].over.name ? dashes[item->signal % 5] : "");
        pg_gnuplot_quote(out, title);
        fputs(" noenhanced", out);
        first = false;
    }
    fputs("\n", out);
}

static void write_title(FILE *out, const pg_plot *p, int width) {
    char title[600] = "";
    if (p->title)
        snprintf(title, sizeof title, "%.500s", p->title);
    for (int r = 0; !p->title && r < p->run_count && strlen(title) < 500; r++)
        snprintf(title + strlen(title), sizeof title - strlen(title), "%s%.100s",
                 r > 0 ? " and " : "", p->runs[r].name);
    pg_gnuplot_title(out, title, width);
}

static void write_x_label(FILE *out, const pg_column *over) {
    char label[300] = "time [s]";
    if (over->name)
        snprintf(label, sizeof label, "%.120s [%.120s]", over->name,
                 *over->unit ? over->unit : "unit not given");
    fputs("set xlabel ", out);
    pg_gnuplot_quote(out, label);
    fputs(" noenhanced\n", out);
}

static void write_script(FILE *out, const pg_plot *p, const curves *c, const char *path, bool svg) {
    const int width = p->width > 0 ? p->width : 1000;
    const int each = c->frames > 6 ? 190 : 280;
    const int height = p->height > 0 ? p->height : 60 + each * c->frames;
    pg_gnuplot_begin(out, path, svg, width, height);
    fputs("set lmargin 12\nset rmargin 3\nset key outside top left horizontal\n", out);
    write_x_label(out, &p->runs[0].over);
    fprintf(out, "%s%s", p->log_x ? "set logscale x\n" : "", p->log_y ? "set logscale y\n" : "");
    /* frames below each other have the same time */
    double from = p->from, to = p->to;
    for (int i = 0; i < c->count; i++) {
        const pg_results *r = &p->runs[c->items[i].run];
        for (size_t k = 0; k < r->row_count; k++)
            if (!p->log_x || r->times[k] > 0.0) {
                from = isnan(p->from) ? fmin(from, r->times[k]) : from;
                to = isnan(p->to) ? fmax(to, r->times[k]) : to;
            }
    }
    if (p->runs[0].over.name && from < to && isnan(p->from) &&
        isnan(p->to)) { /* no point on the frame */
        const double edge = p->log_x ? pow(to / from, 0.02) : 0.02 * (to - from);
        from = p->log_x ? from / edge : from - edge;
        to = p->log_x ? to * edge : to + edge;
    }
    if (from < to)
        fprintf(out, "set xrange [%.17g:%.17g]\n", from, to);
    for (int i = 0; i < c->count; i++)
        write_block(out, p, &c->items[i], i);
    fprintf(out, "set multiplot layout %d,1\n", c->frames);
    for (int f = 0; f < c->frames; f++) {
        if (f == 0)
            write_title(out, p, width);
        write_frame(out, p, c, f, (height - 60) / c->frames - 70);
        fputs("unset title\n", out);
    }
    fputs("unset multiplot\nunset output\n", out);
}

/* gnuplot draws into a file of its own place */
static bd_status draw(const pg_plot *p, const curves *c, const char *place, bool svg,
                      bd_error *error) {
    void (*before)(int) = signal(SIGPIPE, SIG_IGN);
    FILE *out = popen(PG_GNUPLOT " -", "w");
    const int why = errno;
    if (out)
        write_script(out, p, c, place, svg);
    const int end = out ? pclose(out) : 0;
    signal(SIGPIPE, before);
    if (!out)
        return bd_error_set(error, BD_BAD_FILE, "gnuplot cannot be started: %s", strerror(why));
    if (WIFEXITED(end) && WEXITSTATUS(end) == 127)
        return bd_error_set(error, BD_BAD_FILE, "there is no gnuplot here, which draws the plots");
    return end == 0 ? BD_OK : bd_error_set(error, BD_BAD_FILE, "gnuplot failed to draw");
}

/* an earlier picture stays until the new one is complete */
static bd_status draw_whole(const pg_plot *p, const curves *c, const char *path, bool svg,
                            bd_error *error) {
    bd_new_file *handle = NULL;
    FILE *file = bd_new_file_open(path, &handle);
    if (!file)
        return bd_error_set(error, BD_CANNOT_WRITE, "'%.300s' cannot be written: %s", path,
                            strerror(errno));
    bd_status status = draw(p, c, bd_new_file_place(handle), svg, error);
    if (status == BD_OK && !pg_picture_is_whole(bd_new_file_place(handle)))
        status = bd_error_set(error, BD_CANNOT_WRITE,
                              "'%.300s' was not written to its end; is the disk full?", path);
    if (status != BD_OK)
        bd_new_file_spoil(handle);
    if (fclose(file) != 0 && status == BD_OK)
        status = bd_error_set(error, BD_CANNOT_WRITE, "'%.300s' cannot be written: %s", path,
                              strerror(errno));
    return status;
}

bd_status pg_plot_write(const pg_plot *p, const char *path, bd_error *error) {
    curves c = {0};
    const size_t n = strlen(path);
    const bool svg = n > 4 && strcmp(path + n - 4, ".svg") == 0;
    if (!collect(p, &c))
        return bd_error_set(error, BD_OUT_OF_MEMORY, "not enough memory for a plot");
    if (c.count == 0) {
        free(c.items);
        return bd_error_set(error, BD_BAD_FILE,
                            "there is nothing to plot: no signal, or none with a value%s",
                            p->log_x || p->log_y ? " that a logarithmic axis can show" : "");
    }
    const bd_status status =
        c.frames > MOST_FRAMES
            ? bd_error_set(error, BD_BAD_FILE,
                           "%d frames, one for each unit and each signal without one, are too many "
                           "for a plot (%d); choose signals",
                           c.frames, MOST_FRAMES)
            : draw_whole(p, &c, path, svg, error);
    free(c.items);
    return status;
}
