/* all runs of the kart study: handed out for their motions, measured one by one for their times,
 * compared in the end */
#define _GNU_SOURCE
#include "complain.h"
#include "fingerprint.h"
#include "model.h"
#include "study_kart.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { TIMES = 3 }; /* numbers of kart_times */
#define QUICK 0.3   /* against FR = 1: such a run is repeated; for the bar only */

/* what a run answers, for its motion (which is in a file then) or for its times */
typedef struct answer {
    kart_times times;
    char error[256]; /* "" if it did not fail */
} answer;

/* ---- which runs ---- */

/* expected cost against that of FR = 1: steps of the kart, with the matrices that the interface
 * model asks for, and the diagram */
static double weight(const kart_case *c) {
    const double kart_step = strcmp(c->predictor, "interface_model") == 0 ? 10.0 : 1.0;
    return kart_step / c->fr + 0.1;
}

static bool same_settings(const kart_case *a, const kart_case *b) {
    return a->fr == b->fr && a->fastest_first == b->fastest_first && a->smoothing == b->smoothing &&
           a->order_to_slave == b->order_to_slave && a->order_to_master == b->order_to_master &&
           strcmp(a->predictor, b->predictor) == 0 && strcmp(a->solver, b->solver) == 0;
}

/* settings that are new are a run, in its place among the others: the longest first, so that no
 * worker begins a long one when the others are done */
static void add_run(kart_study *s, const kart_case *c) {
    int at = s->run_count;
    for (int i = 0; i < s->run_count; i++)
        if (same_settings(s->runs[i], c))
            return;
    for (; at > 0 && weight(s->runs[at - 1]) < weight(c); at--)
        s->runs[at] = s->runs[at - 1];
    s->runs[at] = c;
    s->run_count++;
}

static void find_run(const kart_study *s, kart_case *c) {
    for (int i = 0; i < s->run_count; i++)
        if (same_settings(s->runs[i], c))
            c->run = i;
}

static bool plan(kart_study *s) {
    s->runs = calloc((size_t)s->count + 2, sizeof *s->runs);
    if (!s->runs)
        return false;
    add_run(s, &s->reference);
    if (!s->brief)
        add_run(s, &s->converged);
    for (int i = 0; i < s->count; i++)
        add_run(s, &s->cases[i]);
    find_run(s, &s->reference);
    find_run(s, &s->converged);
    for (int i = 0; i < s->count; i++)
        find_run(s, &s->cases[i]);
    return true;
}

/* nobody asks how long the converged reference takes */
static bool has_times(const kart_study *s, int run) {
    bool shown = run == s->reference.run;
    for (int i = 0; i < s->count; i++)
        shown = shown || s->cases[i].run == run;
    return s->times && shown;
}

static uint64_t fingerprint(const kart_study *s) {
    static const char *const files[] = {"kart_engine.mdl", "powertrain_lib.mdl", "kart_defaults.m",
                                        "kart_parameters.m"};
    char models[PATH_MAX], text[PATH_MAX + 64];
    uint64_t sum = FINGERPRINT_BEGIN;
    models_folder(models, sizeof models);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(text, sizeof text, "%s/kart_engine/%s", models, files[i]);
        fingerprint_file(&sum, text);
    }
    snprintf(text, sizeof text, "kart %.17g %d", s->stop_time, s->times);
    fingerprint_text(&sum, text);
    for (int i = 0; i < s->run_count; i++) {
        const kart_case *c = s->runs[i];
        snprintf(text, sizeof text, "%.17g %d %d %d %d %s %s", c->fr, c->fastest_first,
                 c->smoothing, c->order_to_slave, c->order_to_master, c->predictor, c->solver);
        fingerprint_text(&sum, text);
    }
    return sum;
}

/* ---- one of them: indices of the farm and the journal are motions, then times ---- */

static void run_one(void *user, int index, void *room) {
    const kart_study *s = user;
    answer *a = room;
    const int run = index % s->run_count;
    const bool first = index < s->run_count || s->alone;
    kart_motion motion = {.width = run == s->reference.run ? KART_SIGNALS : KART_PITCH + 1};
    if (kart_simulate(s->runs[run], s->stop_time, index >= s->run_count && has_times(s, run),
                      &motion, &a->times, &s->progress[index], a->error, sizeof a->error) &&
        first && !kart_motion_write(&motion, s->folder, run))
        snprintf(a->error, sizeof a->error, "its motion cannot be written to %.180s/motions",
                 s->folder);
    free(motion.rows);
}

static void lose_one(void *user, int index, const char *how, void *room) {
    answer *a = room;
    (void)user;
    (void)index;
    a->times = (kart_times){NAN, NAN, NAN};
    snprintf(a->error, sizeof a->error, "%s", how);
}

static bool take_one(void *user, int index, const void *room) {
    kart_study *s = user;
    const answer *a = room;
    const double numbers[TIMES] = {a->times.elapsed_s, a->times.slave_s, a->times.coupling_s};
    const int motion = index % s->run_count, times = motion + s->run_count;
    const bool goes_on = !*a->error && has_times(s, motion);
    s->progress[index] = KART_REPEATS;
    /* a run that is alone has motion and times at once; one that failed is not tried again */
    if ((index == motion || (s->alone && !s->journal.rows[motion])) &&
        !journal_add_numbers(&s->journal, motion, numbers, TIMES, a->error))
        return false;
    return !s->times || (index == motion && goes_on) ||
           journal_add_numbers(&s->journal, times, numbers, TIMES, a->error);
}

/* of what is going on; what was there before it has a progress of NaN */
static double progress_of_all(void *user) {
    const kart_study *s = user;
    double done = 0.0, all = 0.0;
    for (int i = 0; i < s->journal.count; i++)
        if (!isnan(s->progress[i])) {
            const double once = weight(s->runs[i % s->run_count]);
            const int repeats = i >= s->run_count && once < QUICK ? KART_REPEATS : 1;
            all += repeats * once;
            done += fmin(s->progress[i], repeats) * once;
        }
    return all > 0.0 ? done / all : 1.0;
}

/* ---- all of them ---- */

/* done: its row is there, and its motion */
static bool is_done(const kart_study *s, int index) {
    double numbers[TIMES];
    char error[256];
    bool failed;
    return s->was_done ||
           (journal_numbers(&s->journal, index, numbers, TIMES, &failed, error, sizeof error) &&
            (failed || kart_motion_is_there(s->folder, index % s->run_count)));
}

static farm_end hand_out(kart_study *s, bool timing) {
    const int first = timing ? s->run_count : 0, count = s->journal.count;
    bool *done = calloc((size_t)count + 1, sizeof *done);
    if (!done)
        return FARM_FAILED;
    for (int i = 0; i < count; i++) {
        done[i] = i < first || i >= first + s->run_count || is_done(s, i);
        s->progress[i] = done[i] ? NAN : 0.0;
    }
    const farm_task task = {.what = timing ? "kart study, times" : "kart study",
                            .count = count,
                            .done = done,
                            .ranks = !timing,
                            .jobs = timing ? 1 : s->jobs,
                            .long_runs = true,
                            .answer_size = sizeof(answer),
                            .user = s,
                            .run = run_one,
                            .lost = lose_one,
                            .take = take_one,
                            .progress = progress_of_all};
    const farm_end end = farm_run(&task);
    free(done);
    return end;
}

/* the outcome of a case: its times and why it failed from the journal, its motion compared */
static void conclude(const kart_study *s, kart_case *c) {
    double t[TIMES];
    kart_motion motion = {0};
    bool failed = false;
    c->times = (kart_times){NAN, NAN, NAN};
    c->max_deviation = c->rms_deviation = c->converged_deviation = NAN;
    c->known =
        journal_numbers(&s->journal, c->run, t, TIMES, &c->failed, c->error, sizeof c->error);
    if (c->known && !c->failed && s->times &&
        journal_numbers(&s->journal, c->run + s->run_count, t, TIMES, &failed, c->error,
                        sizeof c->error)) {
        c->times = (kart_times){t[0], t[1], t[2]};
        c->failed = failed;
    }
    if (!c->known || c->failed || s->was_done)
        return;
    if (!kart_motion_read(&motion, s->folder, c->run)) {
        c->failed = true;
        snprintf(c->error, sizeof c->error,
                 "its motion is not in %.100s/motions, a folder that all ranks must see",
                 s->folder);
        return;
    }
    double rms;
    if (s->reference_motion.rows)
        kart_compare(&motion, &s->reference_motion, &c->max_deviation, &c->rms_deviation);
    if (s->converged_motion.rows)
        kart_compare(&motion, &s->converged_motion, &c->converged_deviation, &rms);
    free(motion.rows);
}

static void conclude_all(kart_study *s) {
    (void)kart_motion_read(&s->reference_motion, s->folder, s->reference.run);
    if (!s->brief)
        (void)kart_motion_read(&s->converged_motion, s->folder, s->converged.run);
    conclude(s, &s->reference);
    if (!s->brief)
        conclude(s, &s->converged);
    for (int i = 0; i < s->count; i++)
        conclude(s, &s->cases[i]);
}

/* what the study writes beside its journal */
static const char *const files[] = {"results.csv",
                                    "report.html",
                                    "pictures.gp",
                                    "gnuplot.log",
                                    "motions",
                                    "reference.csv",
                                    "deviation_sf_o0.csv",
                                    "deviation_best.csv",
                                    "drive.svg",
                                    "drive.png",
                                    "figure13.svg",
                                    "figure13.png",
                                    "figure14.svg",
                                    "figure14.png",
                                    "figure15.svg",
                                    "figure15.png",
                                    "figure16.svg",
                                    "figure16.png",
                                    "gain.svg",
                                    "gain.png",
                                    "kart.svg",
                                    "sequence.svg",
                                    NULL};

/* the folder for this study; only rank 0 looks after it */
static bool begin(kart_study *s) {
    if (!journal_open(&s->journal, files, fingerprint(s), s->resume, s->restart))
        return false;
    const int known = journal_known(&s->journal);
    if (known == 0) /* what may be there is of another study */
        kart_motions_remove(s->folder);
    s->was_done = known == s->journal.count && !kart_motion_is_there(s->folder, -1);
    if (s->was_done || kart_motions_begin(s->folder))
        return true;
    return complain("study", "the folder '%s/motions' cannot be made", s->folder);
}

farm_end kart_study_run(kart_study *s) {
    farm_end end = FARM_FAILED;
    if (!plan(s))
        return end;
    const int count = s->run_count * (s->times ? 2 : 1);
    const bool leads = farm_rank() == 0;
    s->progress = mmap(NULL, (size_t)s->run_count * 2 * sizeof *s->progress, PROT_READ | PROT_WRITE,
                       MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    s->alone = s->times && farm_is_alone(s->jobs);
    if (s->progress == MAP_FAILED || !journal_make(&s->journal, "study", s->folder, count) ||
        (leads && !begin(s)))
        return end;
    end = s->alone ? FARM_DONE : hand_out(s, false);
    if (end == FARM_DONE && s->times)
        end = hand_out(s, true);
    if (leads && end != FARM_FAILED)
        conclude_all(s);
    return end;
}

void kart_study_free(kart_study *s) {
    if (s->progress && s->progress != MAP_FAILED)
        munmap(s->progress, (size_t)s->run_count * 2 * sizeof *s->progress);
    journal_close(&s->journal);
    free(s->reference_motion.rows);
    free(s->converged_motion.rows);
    free(s->runs);
    free(s->cases);
}
