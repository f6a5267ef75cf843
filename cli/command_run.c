/* multirate run MODEL: runs a model file and writes its results */
#define _POSIX_C_SOURCE 200809L
#include "shared_options.h"
#include "build_missing.h"
#include "chart_trace.h"
#include "command.h"
#include "complain.h"
#include "interruption.h"
#include "iterated_run.h"
#include "coupling_report.h"
#include "model.h"
#include "progress.h"
#include "common/clock.h"
#include "result_file.h"
#include "result_stream.h"
#include "run_report.h"

#include "block/diagnostics.h"
#include "blockdiagram/sfunction.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef struct run_arguments {
    text_list settings, parameter_files, folders, rest;
    const char *solver, *out, *report, *trace;
    double stop_time, start_time, step, relative_tolerance, absolute_tolerance;
    double iterate, window, iterate_tolerance, doubtful_code;
    bool list, json, quiet, signals, allow_unknown, build, isolate, units;
} run_arguments;

OPTION_TABLE(run_arguments) = {
    OPTION_SET(settings),
    OPTION_PARAMS(parameter_files),
    OPTION_STOP_TIME(stop_time),
    OPTION_NUMBER(start_time, "--start-time", "T", "instead of the model's own, s"),
    OPTION_SOLVER(solver),
    OPTION_STEP(step),
    OPTION_NUMBER(relative_tolerance, "--rel-tol", "X",
                  "relative tolerance of a variable-step solver"),
    OPTION_NUMBER(absolute_tolerance, "--abs-tol", "X",
                  "absolute tolerance of a variable-step solver"),
    OPTION_NAME(out, "--out", "FILE",
                "results: FILE.csv (first column time) or FILE.mat; replaces results of an earlier "
                "run when it is complete, and no other file"),
    OPTION_UNITS(units),
    OPTION_DOUBTFUL_CODE(doubtful_code),
    OPTION_NAME(report, "--report", "DIR",
                "DIR/report.html: signals, mechanisms in motion, verdicts, the diagram, settings, "
                "on one page that needs nothing else"),
    OPTION_FLAG(signals, "--signals", "record all labelled signals too"),
    OPTION_NAME(
        trace, "--trace", "CHART",
        "lists when states of this chart (its path or name; all: of every chart) are entered and "
        "left, as CSV; with --signals all states are in the results, 1 while active"),
    OPTION_PATH(folders),
    OPTION_FLAG(build, "--build",
                "compiles S-functions that are missing and whose sources lie beside the model or "
                "along --path; the results go beside the model"),
    OPTION_FLAG(isolate, "--isolate",
                "S-functions run in processes of their own, with guarded memory: one that crashes, "
                "ends or writes beyond its arrays ends the run with a sentence"),
    OPTION_ALLOW_UNKNOWN(allow_unknown),
    OPTION_FLAG(list, "--list",
                "the blocks in execution order with sample times and states; no run"),
    OPTION_WHOLE(iterate, "--iterate", "N",
                 "up to N passes over each window of time, for multirate blocks with iterate=on "
                 "among their further options; needs --window"),
    OPTION_NUMBER(window, "--window", "H",
                  "length of such a window, s; best a multiple of the steps of both sides"),
    OPTION_NUMBER(iterate_tolerance, "--iterate-tol", "X",
                  "change of the blocks' outputs, relative, that ends the passes; default 1e-9"),
    OPTION_FLAG(json, "--json", "the summary as JSON"),
    OPTION_FLAG(quiet, "--quiet", "no summary, no warnings"),
    OPTIONS_END};

static bool check(const run_arguments *a) {
    if (!arguments_are_one("run", &a->rest, "model file"))
        return false;
    if (a->iterate != 0.0 && (!(a->iterate >= 1.0) || !(a->window > 0.0) || !isfinite(a->window)))
        return complain("run", "--iterate takes a number of passes and needs --window, s");
    if (a->iterate == 0.0 && (a->window != 0.0 || !isnan(a->iterate_tolerance)))
        return complain("run", "--window and --iterate-tol need --iterate");
    if (a->json && a->out && strcmp(a->out, "-") == 0)
        return complain("run", "--json and `--out -` both want standard output");
    for (int i = 0; i < a->parameter_files.count; i++)
        if (argument_is_input("run", a->out, a->parameter_files.items[i], "a parameter file"))
            return false;
    return argument_is_positive("run", "--step", a->step) &&
           argument_is_positive("run", "--rel-tol", a->relative_tolerance) &&
           argument_is_positive("run", "--abs-tol", a->absolute_tolerance) &&
           argument_is_positive("run", "--iterate-tol", a->iterate_tolerance) &&
           !argument_is_input("run", a->out, a->rest.items[0], "the model") &&
           (a->out || !a->units || complain("run", "--units needs --out")) &&
           (!a->out || result_file_is_right("run", a->out));
}

typedef struct watcher {
    progress bar;
    result_stream *stream;
    double start;
} watcher;

static bool on_progress(void *user, double time, double stop_time) {
    watcher *w = user;
    progress_show(&w->bar, isfinite(stop_time) ? (time - w->start) / (stop_time - w->start) : 0.0);
    result_stream_take(w->stream);
    return !interruption_asked();
}

/* what M code of the model prints goes where warnings go */
static void on_print(void *user, const char *text, size_t length) {
    (void)user;
    fwrite(text, 1, length, stderr);
}

static void print_rate(bd_sample_time rate, char *text, size_t size) {
    if (isinf(rate.period))
        snprintf(text, size, "constant");
    else if (rate.period > 0.0)
        snprintf(text, size, rate.offset != 0.0 ? "[%g, %g]" : "%g", rate.period, rate.offset);
    else
        snprintf(text, size, "%s",
                 rate.period == 0.0    ? rate.offset != 0.0 ? "major steps" : "continuous"
                 : rate.period == -2.0 ? "variable"
                 : rate.offset != 0.0  ? "triggered"
                                       : "inherited");
}

static void print_list(const bd_run *run) {
    print_plain("%5s  %-22s %-24s %6s %6s %4s  %s\n", "order", "type", "sample time", "cont.",
                "disc.", "zc", "block");
    for (int i = 0; i < bd_model_block_count(bd_run_model(run)); i++) {
        const bd_block_info *b = bd_model_block(bd_run_model(run), i);
        char rate[48];
        print_rate(b->sample_time, rate, sizeof rate);
        print_plain("%5d  %-22s %-24s %6d %6d %4d  %*s%s", i + 1, b->type, rate,
                    b->continuous_states, b->discrete_states, b->zero_crossings, 2 * b->depth, "",
                    b->path);
        if (b->algebraic_loop)
            print_plain("  (algebraic loop %d)", b->algebraic_loop);
        print_plain("\n");
    }
}

static void print_list_json(const bd_run *run) {
    json j = json_answer_list(stdout);
    for (int i = 0; i < bd_model_block_count(bd_run_model(run)); i++) {
        const bd_block_info *b = bd_model_block(bd_run_model(run), i);
        char rate[48];
        print_rate(b->sample_time, rate, sizeof rate);
        json_object(&j, NULL);
        json_whole(&j, "order", i + 1);
        json_text(&j, "type", b->type);
        json_text(&j, "sample_time", rate);
        json_whole(&j, "continuous_states", b->continuous_states);
        json_whole(&j, "discrete_states", b->discrete_states);
        json_whole(&j, "zero_crossings", b->zero_crossings);
        json_whole(&j, "depth", b->depth);
        json_whole(&j, "algebraic_loop", b->algebraic_loop);
        json_text(&j, "block", b->path);
        json_end(&j);
    }
    json_end(&j);
}

/* how the run ended, in a word */
static const char *outcome_of(const model *m, bd_status status, int code) {
    const bool diverged = status == BD_NOT_FINITE ||
                          (status != BD_OK && coupling_outcome(m->run) == MR_BLOCK_DIVERGED);
    return interruption_was_hung() && status != BD_OK ? "stopped"
           : diverged                                 ? "diverged"
           : status != BD_OK                          ? "failed"
           : interruption_asked()                     ? "stopped"
           : code != EXIT_GOOD                        ? "failed"
                                                      : "finished";
}

static void print_json(const model *m, double seconds, const char *outcome) {
    const bd_statistics s = bd_run_statistics(m->run);
    json j = json_answer(stdout);
    json_text(&j, "outcome", outcome);
    json_text(&j, "error", strcmp(outcome, "finished") == 0 ? NULL : complaint());
    json_number(&j, "time", bd_run_time(m->run));
    json_text(&j, "solver", bd_model_solver(bd_run_model(m->run)));
    json_whole(&j, "major_steps", (long long)s.major_steps);
    json_whole(&j, "rejected_steps", (long long)s.rejected_steps);
    json_whole(&j, "output_evaluations", (long long)s.output_evaluations);
    json_whole(&j, "derivative_evaluations", (long long)s.derivative_evaluations);
    json_whole(&j, "zero_crossings", (long long)s.zero_crossings);
    json_whole(&j, "blocks", s.blocks);
    json_whole(&j, "continuous_states", s.continuous_states);
    json_whole(&j, "discrete_states", s.discrete_states);
    json_whole(&j, "algebraic_loops", s.algebraic_loops);
    json_number(&j, "wall_seconds", seconds);
    coupling_report_json(m->run, strcmp(outcome, "diverged") == 0, &j);
    json_end(&j);
}

static void print_summary(const model *m, double seconds, const char *path, FILE *out) {
    const bd_statistics s = bd_run_statistics(m->run);
    const double t = bd_run_time(m->run);
    fprintf(out,
            "%s: t = %g s reached with %s in %lu steps (%lu rejected, %lu zero crossings), %d "
            "blocks, %d "
            "continuous states, %.3g s\n",
            m->diagram->name, t, bd_model_solver(bd_run_model(m->run)), s.major_steps,
            s.rejected_steps, s.zero_crossings, s.blocks, s.continuous_states, seconds);
    if (path) {
        print_plain_to(out, "results: %s\n", path);
        return;
    }
    for (int r = 0; r < bd_run_record_count(m->run); r++) {
        const bd_record *record = bd_run_record(m->run, r);
        if (record->row_count == 0)
            continue;
        const double *row = bd_run_record_row(m->run, r, record->row_count - 1);
        print_plain("  %-24s", record->name);
        for (int i = 0; i < record->width && i < 8; i++)
            print_plain(" %.9g", row[i]);
        print_plain("%s\n", record->width > 8 ? " …" : "");
    }
    if (bd_run_record_count(m->run) > 0)
        print_plain("(last values; --out FILE.csv or FILE.mat writes all)\n");
}

static int fail(const bd_error *error) {
    complain("run", "%s", error->text);
    return EXIT_FAILED;
}

static void report(const model *m, const run_arguments *a, const iteration *passes,
                   double seconds) {
    FILE *out = a->out && strcmp(a->out, "-") == 0 ? stderr : stdout; /* there the results are */
    print_summary(m, seconds, a->out, out);
    if (a->report)
        print_plain_to(out, "report: %s/report.html\n", a->report);
    if (passes->most > 0)
        fprintf(stderr, "%ld windows, %.3g passes each, %ld of them did not converge\n",
                passes->windows,
                passes->windows ? (double)passes->passes / (double)passes->windows : 0.0,
                passes->unconverged);
    coupling_report_lines(m->run, stderr);
}

/* of the rows; a step that fails has gone on, and has none */
static double last_time(const bd_run *run, double t) {
    const size_t count = bd_run_time_count(run);
    return count > 0 ? bd_run_time_at(run, count - 1) : t;
}

static int execute(model *m, const run_arguments *a, const run_report *page, watcher *w) {
    bd_error error;
    interruption_begin(m->run);
    const double begin = cm_seconds();
    iteration passes = {.most = (int)fmin(a->iterate, 1e6),
                        .window = a->window,
                        .tolerance = isnan(a->iterate_tolerance) ? 1e-9 : a->iterate_tolerance};
    /* a run that goes back and forth takes rows back */
    const bd_output_format format = result_file_format(a->out, a->units);
    w->stream = a->out && passes.most == 0 ? result_stream_begin(m, a->out, format) : NULL;
    if (a->out || a->report)
        model_learn_names(m);
    const bd_status status =
        passes.most > 0 ? iterated_run(m->run, &passes, &error) : bd_run_complete(m->run, &error);
    const double seconds = cm_seconds() - begin, t = bd_run_time(m->run);
    progress_end(&w->bar);
    interruption_end();
    int code = status == BD_OK ? EXIT_GOOD : fail(&error);
    if (status == BD_OK && interruption_asked()) {
        complain("run", "stopped at t = %g s", t);
        code = EXIT_FAILED;
    }
    /* a run that failed before its first row has no results that could replace earlier ones */
    const bool results = a->out && (status == BD_OK || bd_run_time_count(m->run) > 0);
    bd_status written = BD_OK;
    if (results)
        written = result_stream_end(w->stream, m, a->out, format, &error);
    else
        result_stream_drop(w->stream);
    w->stream = NULL;
    if (written != BD_OK)
        code = fail(&error);
    else if (results && code != EXIT_GOOD)
        fprintf(stderr, "multirate run: the results up to t = %g s are in %s\n",
                last_time(m->run, t), a->out);
    const run_report_facts facts = {
        outcome_of(m, status, code), complaint(), seconds, a->rest.items[0], &a->settings,
        &a->parameter_files};
    if (!run_report_write(page, m, &facts))
        code = EXIT_FAILED;
    if (a->json)
        print_json(m, seconds, outcome_of(m, status, code));
    else if (code == EXIT_GOOD && !a->quiet)
        report(m, a, &passes, seconds);
    if (code == EXIT_GOOD && a->doubtful_code > 0.0 && coupling_outcome(m->run) != MR_BLOCK_GOOD) {
        complain_silently("the results are doubtful");
        code = (int)a->doubtful_code;
    }
    return code;
}

static const run_arguments defaults = {.stop_time = NAN,
                                       .start_time = NAN,
                                       .step = NAN,
                                       .relative_tolerance = NAN,
                                       .absolute_tolerance = NAN,
                                       .iterate_tolerance = NAN};

static int run(void *arguments) {
    run_arguments *a = arguments;
    model m = {0};
    bd_error error = {0};
    if (!check(a))
        return EXIT_USAGE;
    model_prepare();
    watcher w = {0};
    bd_options options = bd_options_default();
    options.solver = a->solver;
    options.start_time = a->start_time;
    options.stop_time = a->stop_time;
    options.fixed_step = a->step;
    options.max_step = a->step;
    options.relative_tolerance = a->relative_tolerance;
    options.absolute_tolerance = a->absolute_tolerance;
    options.log_labelled = a->signals;
    bd_run_options how = {
        .progress = on_progress, .progress_user = &w, .print = a->quiet ? NULL : on_print};
    chart_trace trace = {.wanted = a->trace};
    if (a->trace) {
        how.activated = chart_trace_activated;
        how.activated_user = &trace;
    }
    bd_sfunction_isolate(a->isolate ? MR_BLOCK_SYMBOL : NULL);
    run_report page = {0};
    progress_begin(&w.bar, "running");
    int code;
    if (!run_report_begin(&page, a->list ? NULL : a->report)) {
        code = EXIT_FAILED;
    } else if (model_read(&m, a->rest.items[0], &a->parameter_files, &a->settings, &a->folders,
                          &error) != BD_OK ||
               (a->trace && !chart_trace_find(&trace, m.diagram, &error)) ||
               (a->build && (build_missing(&m, &a->folders), false)) ||
               model_compile(&m, &options, &how, &error) != BD_OK ||
               model_check_settings(&m, &a->settings, a->allow_unknown, &error) != BD_OK) {
        code = fail(&error);
        if (m.misused || (a->solver && error.status == BD_UNKNOWN_SOLVER))
            code = EXIT_USAGE;
    } else {
        w.start = bd_run_start_time(m.run);
        run_report_span(&page, bd_run_stop_time(m.run) - w.start);
        if (a->list) {
            (a->json ? print_list_json : print_list)(m.run);
            code = EXIT_GOOD;
        } else if (a->out && !result_file_can_be_written("run", a->out)) {
            code = EXIT_FAILED;
        } else {
            code = execute(&m, a, &page, &w);
        }
    }
    for (size_t i = 0; !a->quiet && i < m.log.count; i++)
        tell_warning("%s", m.log.lines[i]);
    if (!bd_mx_wounded()) /* nobody knows what closing what is left would do */
        model_close(&m);
    return code;
}

COMMAND(
    command_run, run_arguments, "run", "run a model file and write its results", "MODEL [options]",
    "Runs a Simulink model file (.mdl, .slx), or a model as text (.yaml), without Simulink.",
    .defaults = &defaults,
    .closing =
        "S-functions (NAME.so, built by `multirate mex NAME.c`) are looked for along "
        "BD_SFUNCTION_PATH, among the installed ones, then beside the model and in the "
        "present folder, which a warning tells; slaves of the multirate block along "
        "MULTIRATE_SLAVE_PATH and among the installed ones.\nCtrl-C ends the run, with the "
        "results so far, even if a slave hangs; a second one at once. So do a kill (SIGTERM) and "
        "the end of the terminal.\nExit code: 0 good, 1 "
        "the run failed or was stopped (results so far are written), 2 wrong use.",
    .heeds_signals = true);
