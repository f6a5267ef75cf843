/* pages and pictures: a diagram, results of runs and a mechanism as SVG, or together as one HTML
 * file that needs nothing else.
 *
 *   pg_page_begin … pg_page_diagram, pg_page_run, pg_page_motion, pg_page_facts … pg_page_end
 *
 * Everything that comes from a file (names, values, texts) is escaped. Failures are the bd_status
 * and the sentence of bd_error. */
#ifndef PAGES_PAGES_H
#define PAGES_PAGES_H

#include "blockdiagram/diagram.h"
#include "blockdiagram/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* ---- results: columns over one time ---- */

typedef struct pg_column {
    char *name;
    char *unit;     /* "" if not known */
    double *values; /* as many as there are times */
} pg_column;

typedef struct pg_results {
    char *name; /* of the run */
    size_t row_count;
    double *times;
    pg_column over; /* what the times are instead, without values; no name: they are times */
    int column_count;
    pg_column *columns;
    bool rounded; /* a page may round what nobody can see; the numbers are elsewhere */
} pg_results;

/* reads .csv (first column time) or .mat as `multirate run` writes them, told apart by the ending.
 * "speed [m/s]" as a column's name is the name and its unit */
bd_status pg_results_read(const char *path, pg_results *results, bd_error *error);
/* a .csv of anything, as of a sweep: its column `over` takes the place of the time, in any order.
 * What is no number is NaN; rows without a value of `over` are left out */
bd_status pg_results_read_over(const char *path, const char *over, pg_results *results,
                               bd_error *error);
/* an empty table of this size; the columns are named by pg_results_name */
bd_status pg_results_create(const char *name, size_t rows, int columns, pg_results *results,
                            bd_error *error);
bool pg_results_name(pg_results *results, int column, const char *name, const char *unit);
/* "NAME=UNIT": false if there is no such column */
bool pg_results_set_unit(pg_results *results, const char *setting);
/* the number of the column, or -1 */
int pg_results_find(const pg_results *results, const char *name);
void pg_results_free(pg_results *results);

/* ---- motion of a mechanism, as slaves write it (common/motion.h) ---- */

typedef struct pg_motion pg_motion;

bd_status pg_motion_read(const char *path, pg_motion **motion, bd_error *error);
/* is this file, by its first bytes, a motion? */
bool pg_is_motion(const char *path);
void pg_motion_free(pg_motion *motion);

/* ---- a page ---- */

typedef struct pg_page pg_page;

/* theme follows the system's; the file gets its name when it is complete */
/* settings: a line below the title, whatever part of the page is looked at; NULL: none */
bd_status pg_page_begin(const char *path, const char *title, const char *settings, pg_page **page,
                        bd_error *error);
/* all sheets of a diagram, to click through; other may be NULL, else changes against it are marked
 */
bd_status pg_page_diagram(pg_page *page, const bd_diagram *diagram, const bd_diagram *other,
                          bd_error *error);
/* one run; several are laid over each other */
bd_status pg_page_run(pg_page *page, const pg_results *results, bd_error *error);
bd_status pg_page_motion(pg_page *page, const char *name, const pg_motion *motion, bd_error *error);
/* a table of two columns under a heading; good: 1, bad: -1, neither: 0 */
void pg_page_facts(pg_page *page, const char *heading);
void pg_page_fact(pg_page *page, const char *name, const char *value, int good);
/* completes the file and frees the page; keep: false leaves nothing */
bd_status pg_page_end(pg_page *page, bool keep, bd_error *error);

/* ---- pictures ---- */

/* one sheet as SVG; system NULL is the root */
bd_status pg_draw_system(FILE *out, const bd_diagram *diagram, const bd_system *system,
                         const bd_diagram *other, bd_error *error);

/* how often blocks differ: for a summary */
typedef struct pg_changes {
    int added, removed, changed;
} pg_changes;
pg_changes pg_compare(const bd_diagram *diagram, const bd_diagram *other);

/* the mechanism at a time (NAN: the first), for paper */
bd_status pg_draw_motion(FILE *out, const pg_motion *motion, double time, bd_error *error);

/* PATH.png out of SVG text through rsvg-convert; missing, it is said by its name */
bd_status pg_write_png(const char *svg, size_t size, const char *path, bd_error *error);

/* chosen columns (all if count is 0) of several runs through gnuplot, as .png or .svg */
typedef struct pg_plot {
    const pg_results *runs;
    int run_count;
    const char *const *signals;
    int signal_count;
    bool log_x, log_y;
    double from, to; /* NAN: all */
    int width, height;
    int samples;       /* this run as points, counted from 1, a few of them; 0: none */
    const char *title; /* NULL: names of the runs */
} pg_plot;
bd_status pg_plot_write(const pg_plot *plot, const char *path, bd_error *error);

#endif
