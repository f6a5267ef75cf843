/* multirate sweep MODEL: many runs of a model, on all cores or many machines, into one table */
#define _POSIX_C_SOURCE 200809L
#include "command.h"
#include "shared_options.h"
#include "complain.h"
#include "farm.h"
#include "folder.h"
#include "json.h"
#include "sweep.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct sweep_arguments {
    sweep sweep;
    text_list rest, variations, measures;
    double latin, seed, jobs, time_limit, stopped_code;
    bool grid, zip, resume, restart, json;
} sweep_arguments;

OPTION_TABLE(sweep_arguments) = {
    OPTION_LIST(variations, "--vary", "NAME=LIST",
                "a variable of the base workspace, or BLOCK:PARAMETER of a block of the model. "
                "LIST: 1.5,10,40 or words: scheme=sf,ff; an expression that gives a "
                "vector or a cell: [1:0.5:3], linspace(0,1,5), {'a','b'}; FROM:TO:COUNT: so many "
                "numbers evenly on a log scale"),
    OPTION_FLAG(grid, "--grid",
                "all combinations, the last variable running fastest (the default)"),
    OPTION_FLAG(zip, "--zip", "the lists side by side: first values, second values …"),
    OPTION_WHOLE(latin, "--latin", "N",
                 "N points of a Latin hypercube; LIST may be FROM:TO or FROM:TO:log then"),
    OPTION_WHOLE(seed, "--seed", "N", "of the Latin hypercube (default 1)"),
    OPTION_LIST(
        measures, "--measure", "EXPR",
        "a number out of the results: an expression over the signals of the run, each by its name "
        "with a row per step, over `time`, and over the variables of the model; LABEL=EXPR names "
        "the column. Examples: peak=max(abs(x1)), last=x1(end), "
        "mean_slope=mean(diff(x1)./diff(time)). run.major_steps, run.output_evaluations … tell of "
        "the run itself (run.seconds too, but no two runs have the same)"),
    OPTION_NAME(sweep.folder, "--out", "DIR",
                "results.csv: a row per run; journal.csv: the same as they come"),
    OPTION_RESUME(resume),
    OPTION_RESTART(restart),
    OPTION_JOBS(jobs),
    OPTION_NUMBER(time_limit, "--time-limit", "S", "a run that takes longer counts as failed"),
    OPTION_WHOLE(stopped_code, "--stopped-code", "N",
                 "the exit code when a signal has stopped it, for a job script that goes on with "
                 "--resume then (default 1)"),
    OPTION_FLAG(json, "--json", "the summary as JSON"),
    OPTION_SET(sweep.settings),
    OPTION_PARAMS(sweep.parameter_files),
    OPTION_PATH(sweep.folders),
    OPTION_STOP_TIME(sweep.stop_time),
    OPTION_SOLVER(sweep.solver),
    OPTION_STEP(sweep.step),
    OPTION_ALLOW_UNKNOWN(sweep.allow_unknown),
    OPTIONS_END};

static bool refuse(const char *sentence) {
    return complain("sweep", "%s; `multirate sweep --help` tells more", sentence);
}

static bool check(sweep_arguments *a) {
    sweep *s = &a->sweep;
    if (!arguments_are_one("sweep", &a->rest, "model file"))
        return false;
    if (!s->folder)
        return refuse("say where the results go: --out DIR");
    if (a->variations.count == 0)
        return refuse("nothing is varied; give --vary NAME=LIST");
    if (a->measures.count == 0)
        return refuse("nothing is measured; give --measure EXPR");
    if (a->grid + a->zip + !isnan(a->latin) > 1)
        return refuse("--grid, --zip and --latin exclude each other");
    if (a->resume && a->restart)
        return refuse("--resume and --restart exclude each other");
    if (a->latin == 0.0)
        return refuse("--latin needs the number of points");
    if (!(a->stopped_code >= 1.0 && a->stopped_code <= 125.0))
        return refuse("--stopped-code must be between 1 and 125");
    if (a->time_limit < 0.0)
        return refuse("--time-limit must not be negative");
    if (!argument_is_positive("sweep", "--step", s->step))
        return false;
    s->file = a->rest.items[0];
    s->design = a->zip ? SWEEP_ZIP : isnan(a->latin) ? SWEEP_GRID : SWEEP_LATIN;
    s->samples = isnan(a->latin) ? 0 : (int)a->latin;
    s->seed = (uint64_t)a->seed;
    return true;
}

/* 0 to go on, else the exit code */
static int plan(sweep_arguments *a) {
    sweep *s = &a->sweep;
    bd_error error;
    model_prepare();
    if (model_read(&s->model, s->file, &s->parameter_files, &s->settings, &s->folders, &error) !=
        BD_OK) {
        complain("sweep", "%s", error.text);
        return s->model.misused ? EXIT_USAGE : EXIT_FAILED;
    }
    for (int i = 0; i < a->variations.count; i++)
        if (!sweep_add_variation(s, a->variations.items[i]))
            return EXIT_USAGE;
    for (int i = 0; i < a->measures.count; i++)
        if (!sweep_add_measure(s, a->measures.items[i]))
            return EXIT_USAGE;
    return sweep_plan(s) && sweep_check(s) ? 0 : EXIT_USAGE;
}

static void lose_point(void *user, int point, const char *how, void *answer) {
    const sweep *s = user;
    sweep_answer *a = answer;
    (void)point;
    a->failed = true;
    snprintf(a->error, sizeof a->error, "%s", how);
    for (int i = 0; i < s->measure_count; i++)
        a->values[i] = NAN;
}

static int summarise(const sweep_arguments *a, farm_end end, int kept) {
    const sweep *s = &a->sweep;
    char first[340];
    const int known = journal_known(&s->journal), failed = sweep_failures(s, first, sizeof first);
    if (failed)
        complain("sweep", "%d of %d runs failed; the first: %s", failed, s->count, first);
    if (end != FARM_DONE)
        complain("sweep", "stopped after %d of %d runs; the same command with --resume goes on",
                 known, s->count);
    if (!a->json) {
        print_plain("%d of %d runs%s; %s/results.csv\n", known, s->count,
                    kept ? " (with those of before)" : "", s->folder);
    } else {
        json j = json_answer(stdout);
        json_whole(&j, "runs", s->count);
        json_whole(&j, "done", known);
        json_whole(&j, "kept", kept);
        json_whole(&j, "failed", failed);
        json_path(&j, "results", s->folder, "results.csv");
        json_end(&j);
    }
    if (end == FARM_INTERRUPTED)
        return (int)a->stopped_code;
    return end == FARM_DONE && failed == 0 ? EXIT_GOOD : EXIT_FAILED;
}

static int carry_out(sweep_arguments *a) {
    sweep *s = &a->sweep;
    if (!farm_ready())
        return EXIT_FAILED;
    bool *done = calloc((size_t)s->count, sizeof *done);
    int kept = 0;
    const bool leads = farm_rank() == 0;
    static const char *const files[] = {"results.csv", NULL};
    if (!done || (leads && !(make_folder("sweep", s->folder) &&
                             journal_open(&s->journal, files, sweep_fingerprint(s), a->resume,
                                          a->restart)))) {
        free(done);
        return s->journal.refused ? EXIT_USAGE : EXIT_FAILED;
    }
    for (int i = 0; i < s->count; i++)
        kept += done[i] = s->journal.rows[i] != NULL;
    const farm_task task = {.what = "sweep",
                            .count = s->count,
                            .done = done,
                            .ranks = true,
                            .jobs = (int)a->jobs,
                            .time_limit = a->time_limit,
                            .answer_size = sizeof(sweep_answer),
                            .user = s,
                            .run = sweep_run_point,
                            .lost = lose_point,
                            .take = sweep_take};
    const farm_end end = farm_run(&task);
    free(done);
    if (end == FARM_SERVED)
        return EXIT_GOOD;
    if (!leads || !sweep_results_write(s))
        return EXIT_FAILED;
    return summarise(a, end, kept);
}

static const sweep_arguments defaults = {
    .sweep = {.stop_time = NAN, .step = NAN}, .latin = NAN, .seed = 1, .stopped_code = EXIT_FAILED};

static int run(void *arguments) {
    sweep_arguments *a = arguments;
    int code = EXIT_USAGE;
    if (check(a)) {
        code = plan(a);
        if (code == 0)
            code = carry_out(a);
    }
    sweep_free(&a->sweep);
    return code;
}

COMMAND(command_sweep, sweep_arguments, "sweep", "run a model for many values and measure each run",
        "MODEL --vary NAME=LIST … --measure EXPR … --out DIR [options]",
        "Runs a model for many values of its variables and block parameters, and measures "
        "each run.",
        .defaults = &defaults,
        .closing =
            "Over many machines: mpirun -n 64 multirate sweep … (or srun). The table is the "
            "same to the bit, however many take part.\nExit code: 0 good, 1 some runs failed or "
            "a signal has stopped it, 2 wrong use.",
        .heeds_signals = true);
