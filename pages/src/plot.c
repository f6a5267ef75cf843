/* chosen signals through gnuplot: one frame for each unit, runs over each other */
#define _GNU_SOURCE
#include "pages/pages.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct curve {
    int run, column;
    const char *unit;
} curve;

typedef struct curves {
    curve *items;
    int count;
} curves;

/* inside of double quotes of gnuplot, "noenhanced" */
static void quote(FILE *out, const char *text) {
    fputc('"', out);
    for (; *text; text++)
        if (*text == '"' || *text == '\\')
            fprintf(out, "\\%c", *text);
        else
            fputc((unsigned char)*text < ' ' ? ' ' : *text, out);
    fputc('"', out);
}

static bool wanted(const pg_plot *p, const char *name) {
    for (int i = 0; i < p->signal_count; i++)
        if (strcmp(p->signals[i], name) == 0)
            return true;
    return p->signal_count == 0;
}

static bool collect(const pg_plot *p, curves *c) {
    int room = 0;
    for (int r = 0; r < p->run_count; r++)
        room += p->runs[r].column_count;
    c->items = calloc((size_t)room + 1, sizeof *c->items);
    for (int r = 0; c->items && r < p->run_count; r++)
        for (int k = 0; k < p->runs[r].column_count; k++)
            if (wanted(p, p->runs[r].columns[k].name))
                c->items[c->count++] = (curve){r, k, p->runs[r].columns[k].unit};
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
    while (from < to && !isnan(p->from) && t[from] < p->from)
        from++;
    while (to > from && !isnan(p->to) && t[to - 1] > p->to)
        to--;
    fprintf(out, "$d%d << EOD\n", number);
    const size_t part = (to - from) / PARTS + 1;
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

static void write_frame(FILE *out, const pg_plot *p, const curves *c, const char *unit) {
    bool first = true;
    fputs("set ylabel ", out);
    quote(out, *unit ? unit : "");
    fputs(" noenhanced\nplot ", out);
    for (int i = 0; i < c->count; i++) {
        const curve *item = &c->items[i];
        const pg_results *r = &p->runs[item->run];
        char title[512];
        if (strcmp(item->unit, unit) != 0)
            continue;
        snprintf(title, sizeof title, p->run_count > 1 ? "%.240s, %.240s" : "%.240s",
                 r->columns[item->column].name, r->name);
        fprintf(out, "%s$d%d using 1:2 with lines lw 1.6 dt %d title ", first ? "" : ", ", i,
                p->run_count > 1 ? item->run % 5 + 1 : 1);
        quote(out, title);
        fputs(" noenhanced", out);
        first = false;
    }
    fputs("\n", out);
}

static void write_script(FILE *out, const pg_plot *p, const curves *c, const char *path, bool svg) {
    int frames = 0;
    bool *begins = calloc((size_t)c->count + 1, sizeof *begins);
    for (int i = 0; begins && i < c->count; i++) {
        begins[i] = true;
        for (int k = 0; k < i; k++)
            begins[i] = begins[i] && strcmp(c->items[k].unit, c->items[i].unit) != 0;
        frames += begins[i];
    }
    const int height = p->height > 0 ? p->height : 120 + 280 * frames;
    fprintf(out,
            svg ? "set terminal svg size %d,%d dynamic font 'Helvetica,13' background 'white'\n"
                : "set terminal pngcairo size %d,%d font 'Helvetica,12'\n",
            p->width > 0 ? p->width : 1000, height);
    fputs("set output ", out);
    quote(out, path);
    fputs("\nset grid lw 1 lc rgb '#d0d0d0'\nset lmargin 12\nset border 3\nset tics nomirror\n"
          "set linetype 1 lc rgb '#0072b2'\nset linetype 2 lc rgb '#d55e00'\n"
          "set linetype 3 lc rgb '#009e73'\nset linetype 4 lc rgb '#aa3a86'\n"
          "set linetype 5 lc rgb '#8a6d00'\nset linetype 6 lc rgb '#3f8fd0'\n"
          "set linetype 7 lc rgb '#5b4bb5'\nset linetype 8 lc rgb '#444c55'\nset linetype cycle 8\n"
          "set key outside top left horizontal\nset xlabel 't [s]'\n",
          out);
    fprintf(out, "%s%s", p->log_x ? "set logscale x\n" : "", p->log_y ? "set logscale y\n" : "");
    if (!isnan(p->from) && !isnan(p->to))
        fprintf(out, "set xrange [%.17g:%.17g]\n", p->from, p->to);
    for (int i = 0; i < c->count; i++)
        write_block(out, p, &c->items[i], i);
    fprintf(out, "set multiplot layout %d,1\n", frames > 0 ? frames : 1);
    for (int i = 0; begins && i < c->count; i++)
        if (begins[i])
            write_frame(out, p, c, c->items[i].unit);
    fputs("unset multiplot\nunset output\n", out);
    free(begins);
}

/* gnuplot does not tell that a disk is full */
static bool is_whole(const char *path) {
    char end[16] = "";
    FILE *file = fopen(path, "rb");
    const bool read = file && fseek(file, -12, SEEK_END) == 0 && fread(end, 1, 12, file) == 12;
    if (file)
        fclose(file);
    return read && (strstr(end, "</svg>") || memcmp(end + 4, "IEND", 4) == 0);
}

bd_status pg_plot_write(const pg_plot *p, const char *path, bd_error *error) {
    curves c = {0};
    const size_t n = strlen(path);
    const bool svg = n > 4 && strcmp(path + n - 4, ".svg") == 0;
    if (!collect(p, &c))
        return bd_error_set(error, BD_OUT_OF_MEMORY, "not enough memory for a plot");
    if (c.count == 0) {
        free(c.items);
        return bd_error_set(error, BD_BAD_FILE, "there is no signal to plot");
    }
    void (*before)(int) = signal(SIGPIPE, SIG_IGN);
    FILE *out = popen("exec gnuplot -", "w");
    bd_status status = BD_OK;
    if (!out) {
        status = bd_error_set(error, BD_BAD_FILE, "gnuplot cannot be started: %s", strerror(errno));
    } else {
        write_script(out, p, &c, path, svg);
        const int end = pclose(out);
        if (WIFEXITED(end) && WEXITSTATUS(end) == 127)
            status =
                bd_error_set(error, BD_BAD_FILE, "there is no gnuplot here, which draws the plots");
        else if (end != 0)
            status = bd_error_set(error, BD_BAD_FILE, "gnuplot failed to draw '%.300s'", path);
        else if (!is_whole(path))
            status = bd_error_set(error, BD_BAD_FILE,
                                  "'%.300s' was not written to its end; is the disk full?", path);
    }
    signal(SIGPIPE, before);
    free(c.items);
    return status;
}
