/* running a system: rows of results, until its end or Ctrl-C */
#define _POSIX_C_SOURCE 200809L
#include "system_run.h"

#include "arguments.h"
#include "command.h"
#include "complain.h"
#include "interruption.h"
#include "json.h"
#include "progress.h"
#include "result_file.h"
#include "system_loop.h"
#include "system_report.h"

#include "blockdiagram/output.h"
#include "blockdiagram/sfunction.h"
#include "common/clock.h"
#include "multirate/nearest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_ROWS 100000.0 /* without --interval */

bool system_split(const char *who, const char *option, const char *text, char *name, size_t size,
                  const char **value) {
    const char *equals = strchr(text, '=');
    if (!equals || equals == text || (size_t)(equals - text) >= size)
        return complain(who, "%s %s: expected NAME=VALUE", option, text);
    memcpy(name, text, (size_t)(equals - text));
    name[equals - text] = '\0';
    *value = equals + 1;
    return true;
}

bool system_job_check(const system_job *job, const char *input) {
    if (job->json && job->out && strcmp(job->out, "-") == 0)
        return complain(job->command, "--json and `--out -` both want standard output");
    const size_t n = job->plot ? strlen(job->plot) : 0;
    if (job->plot && (n < 5 || (strcmp(job->plot + n - 4, ".png") != 0 &&
                                strcmp(job->plot + n - 4, ".svg") != 0)))
        return complain(job->command, "--plot %s: a plot is .png or .svg", job->plot);
    return argument_is_positive(job->command, "--interval", job->interval) &&
           !argument_is_input(job->command, job->out, input, "what shall run") &&
           (!job->out || (result_file_is_right(job->command, job->out) &&
                          result_file_can_be_written(job->command, job->out)));
}

typedef struct runner {
    const system_job *job;
    sy_run *run;
    sy_times times;
    bd_output *output;
    system_results results;
    double *values, flushed;
    long long rows;
    bool full; /* a row could not be written, which was told */
    system_loop loop;
} runner;

static bool settle_times(runner *r) {
    const system_job *job = r->job;
    sy_times *t = &r->times;
    *t = sy_run_times(r->run);
    if (!isnan(job->start))
        t->start = job->start;
    if (isnan(t->stop))
        return complain(job->command,
                        "--stop is needed: neither the system nor its members tell when to stop");
    if (!(t->stop > t->start))
        return complain(job->command, "the stop time %g s is not after the start time %g s",
                        t->stop, t->start);
    const double span = t->stop - t->start;
    if (!isnan(job->interval))
        t->interval = job->interval;
    else if (isnan(t->interval))
        t->interval = span / 1000.0;
    else if (isnan(job->system->interval) && span / t->interval > MOST_ROWS)
        t->interval *= ceil(span / t->interval / MOST_ROWS);
    const double latest = fmax(fabs(t->start), fabs(t->stop));
    if (!(latest + t->interval > latest))
        return complain(job->command, "a row every %g s: times up to %g s do not tell them apart",
                        t->interval, latest);
    return true;
}

static bool open_output(runner *r) {
    const int count = sy_column_count(r->run);
    const sy_column *columns = sy_columns(r->run);
    bd_error error;
    bd_output_signal *signals = calloc((size_t)count + 1, sizeof *signals);
    r->values = calloc((size_t)count + 1, sizeof *r->values);
    bool good = signals && r->values && system_results_open(&r->results, r->run);
    for (int c = 0; good && c < count; c++)
        signals[c] = (bd_output_signal){
            .name = columns[c].name, .rows = 1, .columns = 1, .units = &columns[c].unit};
    if (!good)
        complain(r->job->command, "not enough memory");
    if (good && r->job->out) {
        good = bd_output_open(r->job->out, result_file_format(r->job->out, r->job->units), signals,
                              (size_t)count, &r->output, &error) == BD_OK;
        if (!good)
            complain(r->job->command, "%s", error.text);
    }
    free(signals);
    return good;
}

static bool write_row(runner *r) {
    bd_error error;
    const double t = sy_time(r->run);
    sy_values(r->run, r->values);
    r->rows++;
    r->full = r->output && bd_output_row(r->output, t, r->values, &error) != BD_OK;
    /* a kill keeps what is on the disk */
    if (r->output && !r->full && cm_seconds() - r->flushed > 1.0) {
        r->full = bd_output_flush(r->output, &error) != BD_OK;
        r->flushed = cm_seconds();
    }
    if (r->full)
        return complain(r->job->command, "%s", error.text);
    if ((r->job->report || r->job->plot) && !system_results_row(&r->results, t, r->values))
        return complain(r->job->command, "not enough memory for the page or plot");
    return true;
}

/* rows from the start on; false, and a sentence, on failure */
static bool step_through(runner *r, progress *bar) {
    const sy_times *t = &r->times;
    mr_message message = {""};
    char warning[600];
    const int told = sy_remark_count(r->run);
    if (!system_loop_find(r->run, t->start, &r->loop, &message))
        return complain(r->job->command, "%s", message.text);
    system_loop_tell(&r->loop, warning, sizeof warning);
    if (*warning && !r->job->quiet)
        tell_warning("%s.", warning);
    if (sy_start(r->run, t->start, &message) != MR_OK)
        return complain(r->job->command, "%s", message.text);
    for (int i = told; !r->job->quiet && i < sy_remark_count(r->run); i++)
        fprintf(stderr, "note: %s\n", sy_remark(r->run, i));
    if (!write_row(r))
        return false;
    for (long long i = 1; sy_time(r->run) < t->stop; i++) {
        double to = t->start + (double)i * t->interval;
        if (to > t->stop - 1e-9 * t->interval)
            to = t->stop;
        const mr_status status = sy_advance(r->run, to, &message);
        if (status != MR_OK && status != MR_ERR_STOPPED)
            return complain(r->job->command, "%s", message.text);
        if (!write_row(r))
            return false;
        if (status == MR_ERR_STOPPED) {
            if (!r->job->quiet)
                tell_warning("%s", message.text);
            return true;
        }
        progress_show(bar, (to - t->start) / (t->stop - t->start));
        if (interruption_asked())
            return complain(r->job->command, "stopped at t = %g s", to);
    }
    return true;
}

static void print_json(const runner *r, bool good, double seconds) {
    mr_coupled_statistics s;
    mr_coupled_get_statistics(sy_coupled(r->run), &s);
    json j = json_answer(stdout);
    json_text(&j, "outcome", good ? "finished" : interruption_asked() ? "stopped" : "failed");
    json_text(&j, "error", good ? NULL : complaint());
    json_number(&j, "time", sy_time(r->run));
    json_whole(&j, "rows", r->rows);
    json_whole(&j, "member_steps", (long long)s.member_steps);
    json_whole(&j, "passes", (long long)s.passes);
    json_whole(&j, "rejected_steps", (long long)s.rejected);
    json_whole(&j, "unconverged_steps", (long long)s.unconverged);
    json_whole(&j, "jumps", (long long)s.jumps);
    json_whole(&j, "start_rounds", (long long)s.start_rounds);
    json_number(&j, "wall_seconds", seconds);
    char verdict[MR_VERDICT_SIZE + 100];
    sy_verdict(r->run, verdict, sizeof verdict);
    json_text(&j, "doubtful", *verdict ? verdict : NULL);
    json_number(&j, "loop_growth", r->loop.known ? r->loop.root : NAN);
    json_list(&j, "bonds");
    for (int b = 0; b < mr_coupled_bond_count(sy_coupled(r->run)); b++) {
        mr_bond_energy energy;
        mr_coupled_energy(sy_coupled(r->run), b, &energy);
        json_object(&j, NULL);
        json_number(&j, "created_energy", energy.created);
        json_number(&j, "swing", energy.swing);
        json_flag(&j, "drives_motion", energy.drives);
        json_number(&j, "exchanged_energy", energy.exchanged);
        json_number(&j, "energy_error", energy.error);
        json_end(&j);
    }
    json_end(&j);
    json_list(&j, "models");
    for (int place = 0; place < r->job->system->member_count; place++) {
        mr_statistics behind;
        if (!mr_coupled_model(sy_coupled(r->run), place, &behind))
            continue;
        json_object(&j, NULL);
        json_text(&j, "member", sy_member_name(r->run, place));
        json_whole(&j, "steps", (long long)behind.counts.slave_steps);
        json_whole(&j, "exchanges", (long long)behind.counts.major_exchanges);
        json_whole(&j, "directions", behind.model.directions);
        json_whole(&j, "hidden_modes", behind.model.hidden);
        json_end(&j);
    }
    json_end(&j);
    json_list(&j, "joints");
    for (int i = 0; i < mr_coupled_joint_count(sy_coupled(r->run)); i++) {
        mr_joint_report report;
        mr_coupled_joint(sy_coupled(r->run), i, &report);
        json_object(&j, NULL);
        json_text(&j, "name", report.name);
        json_number(&j, "largest_gap", report.largest_gap);
        json_number(&j, "largest_velocity_gap", report.largest_rate);
        json_end(&j);
    }
    json_end(&j);
    json_list(&j, "remarks");
    for (int i = 0; i < sy_remark_count(r->run); i++)
        json_text(&j, NULL, sy_remark(r->run, i));
    json_end(&j);
    json_object(&j, "last");
    for (int c = 0; c < sy_column_count(r->run); c++)
        json_number(&j, sy_columns(r->run)[c].name, r->values[c]);
    json_end(&j);
    json_end(&j);
}

/* members whose interface moved on by a model between their steps */
static void tell_models(const runner *r, FILE *out) {
    for (int place = 0; place < r->job->system->member_count; place++) {
        mr_statistics s;
        char how[80];
        if (!mr_coupled_model(sy_coupled(r->run), place, &s))
            continue;
        if (s.model.directions > 0)
            snprintf(how, sizeof how, "%d %s", s.model.directions,
                     s.model.directions == 1 ? "direction" : "directions");
        else
            snprintf(how, sizeof how, "its interface matrices, %d hidden modes", s.model.hidden);
        print_plain_to(out, "interface model of %s: by %s, %lld steps behind %lld exchanges\n",
                       sy_member_name(r->run, place), how, (long long)s.counts.slave_steps,
                       (long long)s.counts.major_exchanges);
    }
}

static void print_summary(const runner *r, double seconds) {
    FILE *out = r->job->out && strcmp(r->job->out, "-") == 0 ? stderr : stdout;
    mr_coupled_statistics s;
    mr_coupled_get_statistics(sy_coupled(r->run), &s);
    print_plain_to(out, "%s: t = %g s reached in %lld steps of %d %s, %.3g s\n",
                   r->job->system->name, sy_time(r->run), (long long)s.member_steps,
                   r->job->system->member_count,
                   r->job->system->member_count == 1 ? "slave" : "members", seconds);
    for (int i = 0; i < mr_coupled_joint_count(sy_coupled(r->run)); i++) {
        mr_joint_report report;
        mr_coupled_joint(sy_coupled(r->run), i, &report);
        print_plain_to(out, "joint %s: largest gap %.2g, largest velocity gap %.2g\n", report.name,
                       report.largest_gap, report.largest_rate);
    }
    tell_models(r, out);
    char verdict[MR_VERDICT_SIZE + 100];
    sy_verdict(r->run, verdict, sizeof verdict);
    if (*verdict)
        tell_warning("%s.", verdict);
    if (s.unconverged > 0)
        tell_warning("%lld of %lld exchange steps did not converge", (long long)s.unconverged,
                     (long long)s.steps);
    if (r->job->out)
        print_plain_to(out, "results: %s\n", r->job->out);
    if (r->job->plot)
        print_plain_to(out, "plot: %s\n", r->job->plot);
    if (r->job->report)
        print_plain_to(out, "report: %s/report.html\n", r->job->report);
    if (r->job->out)
        return;
    for (int c = 0; c < sy_column_count(r->run); c++)
        print_plain("  %-32s %.9g %s\n", sy_columns(r->run)[c].name, r->values[c],
                    sy_columns(r->run)[c].unit);
    print_plain("(last values; --out FILE.csv or FILE.mat writes all)\n");
}

typedef struct steps {
    runner *r;
    progress bar;
    bool good;
} steps;

static void make_steps(void *user) {
    steps *s = user;
    s->good = step_through(s->r, &s->bar);
}

static int execute(runner *r, run_report *page) {
    steps all = {.r = r};
    char message[200] = "";
    interruption_begin(NULL);
    progress_begin(&all.bar, "running");
    const double begin = cm_seconds();
    /* what a slave does that crashes or hangs must not take the results with it */
    if (bd_mx_own_provider()->call(NULL, make_steps, &all, message, sizeof message))
        all.good = complain(r->job->command,
                            "a slave failed in the steps from t = %g s: %s; isolate=yes behind its "
                            "name keeps that in a process of its own",
                            sy_time(r->run), message);
    bool good = all.good;
    const double seconds = cm_seconds() - begin;
    progress_end(&all.bar);
    interruption_end();
    bd_error error;
    if (bd_output_close(r->output, &error) != BD_OK)
        good = !r->full && complain(r->job->command, "%s", error.text);
    else if (r->output && !good)
        fprintf(stderr, "multirate %s: the results up to t = %g s are in %s\n", r->job->command,
                sy_time(r->run), r->job->out);
    r->output = NULL;
    const system_facts facts = {r->job, r->run, good ? "finished" : "failed", seconds};
    if (r->job->plot && r->rows > 1 && !system_results_plot(&r->results, r->job))
        good = false;
    if (r->job->report && !system_report_write(page, &r->results, &facts))
        good = false;
    if (r->job->json)
        print_json(r, good, seconds);
    else if (good && !r->job->quiet)
        print_summary(r, seconds);
    char verdict[MR_VERDICT_SIZE + 100];
    sy_verdict(r->run, verdict, sizeof verdict);
    if (good && *verdict && r->job->doubtful_code > 0.0)
        complain_silently("the results are doubtful");
    return !good ? EXIT_FAILED : *verdict ? (int)r->job->doubtful_code : EXIT_GOOD;
}

int system_job_run(system_job *job) {
    mr_message message = {""};
    runner r = {.job = job, .flushed = cm_seconds()};
    run_report page = {.command = job->command};
    if (!isnan(job->stop))
        job->system->stop = job->stop;
    if (!run_report_begin(&page, job->report))
        return EXIT_FAILED;
    const mr_status status =
        sy_open(job->system, job->coupling ? job->coupling : "", &r.run, &message);
    int code = EXIT_FAILED;
    if (status != MR_OK)
        complain(job->command, "%s", message.text);
    for (int i = 0; status == MR_OK && !job->quiet && i < sy_remark_count(r.run); i++)
        fprintf(stderr, "note: %s\n", sy_remark(r.run, i));
    if (status == MR_OK && !settle_times(&r)) {
        code = EXIT_USAGE;
    } else if (status == MR_OK) {
        run_report_span(&page, r.times.stop - r.times.start);
        if (open_output(&r))
            code = execute(&r, &page);
    }
    system_results_close(&r.results);
    free(r.values);
    if (!bd_mx_wounded()) /* nobody knows what closing what is left would do */
        sy_close(r.run);
    return code;
}

static bool refuse_member(const char *who, const sy_system *s, const char *text) {
    char given[100], hint[MR_HINT_SIZE];
    snprintf(given, sizeof given, "%.*s", (int)strcspn(text, ".="), text);
    mr_nearest nearest = {given, NULL, 0};
    for (int k = 0; k < s->member_count; k++)
        mr_nearest_try(&nearest, s->members[k].name);
    return complain(who, "--set %s: that begins with no member's name%s", text,
                    mr_nearest_hint(&nearest, hint, sizeof hint));
}

/* a value of a member; what FMUs take as start value and others as option, or a free input */
bool system_set_value(const char *who, sy_system *s, const char *text) {
    char name[4200];
    const char *value = NULL, *rest = NULL;
    if (!system_split(who, "--set", text, name, sizeof name, &value))
        return false;
    const int m = sy_find_member(s, name, &rest);
    if (m < 0)
        return refuse_member(who, s, text);
    bool input = sy_member_has_input(s, m, rest); /* or one that the description gives a value */
    for (int i = 0; i < s->input_count; i++)
        input = input || strcmp(s->inputs[i].name, name) == 0;
    const bool added =
        input ? sy_add_value(&s->inputs, &s->input_count, name, value, NULL)
              : sy_add_value(&s->members[m].values, &s->members[m].value_count, rest, value, NULL);
    return added || complain(who, "not enough memory");
}
