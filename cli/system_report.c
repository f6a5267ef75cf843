/* a system's run as a page or a plot */
#define _POSIX_C_SOURCE 200809L
#include "system_report.h"

#include "common/memory_text.h"
#include "common/sentence.h"
#include "complain.h"
#include "folder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool system_results_open(system_results *r, const sy_run *run) {
    *r = (system_results){.run = run, .columns = sy_column_count(run)};
    return true;
}

bool system_results_row(system_results *r, double t, const double *values) {
    const size_t width = (size_t)r->columns + 1;
    if (r->rows == r->room) {
        const size_t room = r->room ? 2 * r->room : 1024;
        double *grown = realloc(r->numbers, room * width * sizeof *grown);
        if (!grown)
            return false;
        r->numbers = grown;
        r->room = room;
    }
    double *row = r->numbers + r->rows++ * width;
    row[0] = t;
    if (r->columns > 0)
        memcpy(row + 1, values, (width - 1) * sizeof *row);
    return true;
}

void system_results_close(system_results *r) {
    free(r->numbers);
    *r = (system_results){0};
}

static bd_status as_table(const system_results *r, const char *name, pg_results *table,
                          bd_error *error) {
    const sy_column *columns = sy_columns(r->run);
    const size_t width = (size_t)r->columns + 1;
    BD_TRY(pg_results_create(name, r->rows, r->columns, table, error));
    for (size_t i = 0; i < r->rows; i++) {
        table->times[i] = r->numbers[i * width];
        for (int c = 0; c < r->columns; c++)
            table->columns[c].values[i] = r->numbers[i * width + 1 + (size_t)c];
    }
    for (int c = 0; c < r->columns; c++)
        if (!pg_results_name(table, c, columns[c].name, columns[c].unit))
            BD_TRY(bd_error_set(error, BD_OUT_OF_MEMORY, "not enough memory for the report"));
    return BD_OK;
}

bool system_results_plot(const system_results *r, const system_job *job) {
    pg_results table = {0};
    bd_error error = {0};
    bd_status status = as_table(r, job->system->name, &table, &error);
    char title[600];
    const char *own = job->system->coupling ? job->system->coupling : "",
               *more = job->coupling ? job->coupling : "";
    snprintf(title, sizeof title, "%.200s%s%.180s%s%.180s", job->system->name,
             *own || *more ? ": " : "", own, *own && *more ? " " : "", more);
    char *to = title;
    for (const char *from = title; *from; from++) /* order='2' */
        if (*from != '\'')
            *to++ = *from;
    *to = '\0';
    const pg_plot plot = {.runs = &table, .run_count = 1, .from = NAN, .to = NAN, .title = title};
    if (status == BD_OK)
        status = pg_plot_write(&plot, job->plot, &error);
    pg_results_free(&table);
    return status == BD_OK || complain(job->command, "%s", error.text);
}

__attribute__((format(printf, 3, 4))) static void fact(pg_page *page, const char *name,
                                                       const char *format, ...) {
    CM_SENTENCE(text, 2000, format);
    pg_page_fact(page, name, text, 0);
}

static void tell(pg_page *page, const system_facts *f) {
    const sy_system *s = f->job->system;
    mr_coupled_statistics n;
    mr_coupled_get_statistics(sy_coupled(f->run), &n);
    const bool good = strcmp(f->outcome, "finished") == 0;
    pg_page_facts(page, "Run");
    pg_page_fact(page, "outcome", f->outcome, good ? 1 : -1);
    if (!good && complaint())
        pg_page_fact(page, "because", complaint(), -1);
    fact(page, "time reached", "%.9g s", sy_time(f->run));
    fact(page, "steps of members", "%lld", (long long)n.member_steps);
    fact(page, "step sizes", "%.3g s to %.3g s", n.smallest_step, n.largest_step);
    fact(page, "jumps of signals", "%lld", (long long)n.jumps);
    fact(page, "rounds at the start", "%lld", (long long)n.start_rounds);
    fact(page, "duration", "%.3g s", f->seconds);
    char verdict[MR_VERDICT_SIZE + 100];
    sy_verdict(f->run, verdict, sizeof verdict);
    pg_page_fact(page, "coupling", *verdict ? verdict : "nothing doubtful was seen",
                 *verdict ? -1 : 1);
    for (int i = 0; i < sy_remark_count(f->run); i++)
        pg_page_fact(page, "note", sy_remark(f->run, i), -1);
    pg_page_facts(page, "Members");
    for (int m = 0; m < s->member_count; m++)
        pg_page_fact(page, s->members[m].name, s->members[m].slave, 0);
    for (int i = 0; i < mr_coupled_joint_count(sy_coupled(f->run)); i++) {
        mr_joint_report report;
        mr_coupled_joint(sy_coupled(f->run), i, &report);
        fact(page, report.name, "joint: largest gap %.2g, largest velocity gap %.2g",
             report.largest_gap, report.largest_rate);
    }
    pg_page_facts(page, "Connections");
    for (int k = 0; k < s->connection_count; k++)
        pg_page_fact(page, s->connections[k].from, s->connections[k].to, 0);
}

/* what distinguishes this run from others of the system: below the title of the page */
static char *settings_line(const system_facts *f) {
    const sy_system *s = f->job->system;
    char *line = NULL;
    size_t size;
    FILE *out = open_memstream(&line, &size);
    if (!out)
        return NULL;
    const char *between = "";
    const char *const couplings[] = {s->coupling, f->job->coupling};
    for (int i = 0; i < 2; i++)
        if (couplings[i] && couplings[i][0]) {
            fprintf(out, "%s%s", between, couplings[i]);
            between = " · ";
        }
    for (int m = 0; m < s->member_count; m++, between = " · ") {
        const double step = sy_member_step(f->run, m);
        fprintf(out, "%s%s: %s", between, s->members[m].name, s->members[m].slave);
        if (step > 0.0)
            fprintf(out, ", steps of %.4g s", step);
    }
    return cm_memory_text_close(out, &line) ? line : NULL;
}

bool system_report_write(const run_report *report, const system_results *r, const system_facts *f) {
    char path[4300];
    bd_error error = {0}, second;
    pg_page *page;
    pg_results table = {0};
    snprintf(path, sizeof path, "%s/report.html", report->folder);
    folder_drop_link(path);
    bd_status status = as_table(r, f->job->system->name, &table, &error);
    char *settings = settings_line(f);
    if (status == BD_OK)
        status = pg_page_begin(path, f->job->system->name, settings, &page, &error);
    free(settings);
    if (status != BD_OK) {
        pg_results_free(&table);
        return complain(f->job->command, "%s", error.text);
    }
    if (table.row_count > 0 && table.column_count > 0)
        status = pg_page_run(page, &table, &error);
    pg_results_free(&table);
    if (status == BD_OK)
        status = run_report_add_motions(report, page, &error);
    tell(page, f);
    const bd_status end = pg_page_end(page, status == BD_OK, status == BD_OK ? &error : &second);
    return (status == BD_OK && end == BD_OK) || complain(f->job->command, "%s", error.text);
}
