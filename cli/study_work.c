/* all runs of a study: handed out for their measures, made again one by one for their times,
 * compared in the end */
#define _GNU_SOURCE
#include "study.h"

#include "complain.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define QUICK 0.3 /* against the longest: such a run is repeated; for the bar only */

/* what a run answers; what it keeps is in a file then */
typedef struct answer {
    double measures[STUDY_NUMBERS], times[STUDY_NUMBERS];
    char error[STUDY_ERROR]; /* "" if it did not fail */
} answer;

/* ---- one of them: indices of the farm and the journal are measures, then times ---- */

static bool has_times(const study *s, int run) {
    return s->time_count > 0 && s->runs[run].is_timed;
}

static void run_one(void *user, int index, void *room) {
    study *s = user;
    answer *a = room;
    const int run = index % s->run_count;
    const bool first = index < s->run_count || s->alone;
    study_signals kept;
    if (study_simulate(s, run, index >= s->run_count && has_times(s, run), a->measures, a->times,
                       &kept, &s->progress[index], a->error) &&
        first && kept.width > 0 && !study_kept_write(&kept, s->folder, run))
        snprintf(a->error, sizeof a->error, "a file of %.150s/motions cannot be written: %s",
                 s->folder, strerror(errno));
    free(kept.columns);
}

static void lose_one(void *user, int index, const char *how, void *room) {
    answer *a = room;
    (void)user;
    (void)index;
    for (int i = 0; i < STUDY_NUMBERS; i++)
        a->measures[i] = a->times[i] = NAN;
    snprintf(a->error, sizeof a->error, "%s", how);
}

static bool take_one(void *user, int index, const void *room) {
    study *s = user;
    const answer *a = room;
    const int run = index % s->run_count, times = run + s->run_count;
    const bool goes_on = !*a->error && has_times(s, run);
    s->progress[index] = STUDY_REPEATS;
    /* a run that is alone has all at once; one that failed is not tried again */
    if ((index == run || (s->alone && !s->journal.rows[run])) &&
        !journal_add_numbers(&s->journal, run, a->measures, s->measure_count, a->error))
        return false;
    return s->time_count == 0 || (index == run && goes_on) ||
           journal_add_numbers(&s->journal, times, a->times, s->time_count, a->error);
}

/* of what is going on; what was there before it has a progress of NaN */
static double progress_of_all(void *user) {
    const study *s = user;
    double done = 0.0, all = 0.0;
    for (int i = 0; i < s->journal.count; i++)
        if (!isnan(s->progress[i])) {
            const double once = s->runs[i % s->run_count].weight;
            const bool quick = once < QUICK * s->runs[0].weight;
            const int repeats = i >= s->run_count && quick ? STUDY_REPEATS : 1;
            all += repeats * once;
            done += fmin(s->progress[i], repeats) * once;
        }
    return all > 0.0 ? done / all : 1.0;
}

/* ---- all of them ---- */

static int numbers_of(const study *s, int index) {
    return index < s->run_count ? s->measure_count : s->time_count;
}

/* done: its row is there, and what it keeps */
static bool is_done(const study *s, int index) {
    double numbers[STUDY_NUMBERS];
    char error[STUDY_ERROR];
    bool failed;
    const int run = index % s->run_count;
    return s->was_done || (journal_numbers(&s->journal, index, numbers, numbers_of(s, index),
                                           &failed, error, sizeof error) &&
                           (failed || s->runs[run].keep.count == 0 ||
                            study_kept_is_there(s->folder, run, s->runs[run].keep.count)));
}

static farm_end hand_out(study *s, bool timing) {
    const int first = timing ? s->run_count : 0, count = s->journal.count;
    char what[128];
    bool *done = calloc((size_t)count + 1, sizeof *done);
    if (!done)
        return FARM_FAILED;
    for (int i = 0; i < count; i++) {
        done[i] = i < first || i >= first + s->run_count || is_done(s, i);
        s->progress[i] = done[i] ? NAN : 0.0;
    }
    const char *name = description_text(study_key(s, "name"));
    snprintf(what, sizeof what, "%.90s%sstudy%s", name ? name : "", name ? " " : "",
             timing ? ", times" : "");
    const farm_task task = {.what = what,
                            .count = count,
                            .done = done,
                            .ranks = !timing,
                            .jobs = timing ? 1 : s->jobs,
                            .long_runs = s->times,
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

/* ---- outcomes ---- */

/* measures and times as the journal has them */
static void recall(const study *s, study_case *c) {
    bool failed = false;
    for (int i = 0; i < STUDY_NUMBERS; i++)
        c->measures[i] = c->times[i] = c->compared[i] = NAN;
    c->known = journal_numbers(&s->journal, c->run, c->measures, s->measure_count, &c->failed,
                               c->error, sizeof c->error);
    if (c->known && !c->failed && has_times(s, c->run) &&
        journal_numbers(&s->journal, c->run + s->run_count, c->times, s->time_count, &failed,
                        c->error, sizeof c->error))
        c->failed = failed;
}

/* the numbers of a case and what it kept, below its settings */
static bool open_case(study *s, const study_case *c, bd_workspace **w, bd_error *error) {
    description *f = &s->file;
    bool good = bd_workspace_create("comparison", c->settings, w, error) == BD_OK;
    for (int i = 0; good && i < s->measure_count; i++)
        good = bd_workspace_set_scalar(*w, description_name(f, s->measures, i), c->measures[i],
                                       error) == BD_OK;
    for (int i = 0; good && i < description_count(s->times); i++)
        good = bd_workspace_set_scalar(*w, description_name(f, s->times, i), c->times[i], error) ==
               BD_OK;
    return good && study_kept_set(s, c->run, *w, error);
}

/* all that is known of a case as a field of a struct */
static bool add_known(study *s, const study_case *c, bd_value *all, const char *name,
                      bd_error *error) {
    bd_workspace *w = NULL;
    bd_value *known = NULL;
    bool good = open_case(s, c, &w, error) && bd_value_create_struct(&known, error) == BD_OK;
    for (size_t i = 0; good && i < bd_workspace_count(w); i++)
        good = bd_value_field_set(known, 0, bd_workspace_name_at(w, i),
                                  bd_value_share(bd_workspace_value_at(w, i)), error) == BD_OK;
    bd_workspace_free(w);
    if (good)
        return bd_value_field_set(all, 0, name, known, error) == BD_OK;
    bd_value_free(known);
    return false;
}

/* the references, and what this case is compared with as `reference.against` */
static bool give_references(study *s, const study_case *c, bd_workspace *w, bd_error *error) {
    bd_value *own = NULL;
    if (c->against < 0)
        return bd_workspace_set(w, "reference", bd_value_share(s->references), error) == BD_OK;
    const study_case *other = &s->cases[c->against];
    if (!other->known || other->failed) {
        bd_error_set(error, BD_BAD_ARGUMENT, "what it is compared with failed: %s", other->error);
        return false;
    }
    if (bd_value_create_struct(&own, error) != BD_OK)
        return false;
    bool good = add_known(s, other, own, "against", error);
    for (int i = 0; good && i < s->reference_count; i++)
        if (s->cases[i].known && !s->cases[i].failed)
            good = add_known(s, &s->cases[i], own, s->cases[i].group, error);
    if (good)
        return bd_workspace_set(w, "reference", own, error) == BD_OK;
    bd_value_free(own);
    return false;
}

static void compare(study *s, study_case *c) {
    description *f = &s->file;
    const char *difference = description_text(study_key(s, "difference"));
    bd_error error = {0};
    bd_workspace *w = NULL;
    bool good = open_case(s, c, &w, &error) && give_references(s, c, w, &error);
    if (good && difference)
        good = bd_workspace_run(w, difference, "difference", f->folder, &error) == BD_OK;
    for (int i = 0; good && i < s->compare_count; i++) {
        const char *name = description_name(f, s->compare, i);
        bd_value *value = description_value(f, description_at(f, s->compare, i), w, &error);
        good = value && bd_value_scalar(value, name, &c->compared[i], &error) == BD_OK &&
               bd_workspace_set_scalar(w, name, c->compared[i], &error) == BD_OK;
        bd_value_free(value);
    }
    bd_workspace_free(w);
    if (!good) {
        c->failed = true;
        snprintf(c->error, sizeof c->error, "%.*s", (int)sizeof c->error - 1, error.text);
    }
}

/* false: there is no memory for it */
static bool conclude(study *s) {
    bd_error error = {0};
    bool compared = s->compare_count > 0 && !s->was_done;
    if (bd_value_create_struct(&s->references, &error) != BD_OK)
        return false;
    for (int i = 0; i < s->count; i++)
        recall(s, &s->cases[i]);
    for (int i = 0; compared && i < s->reference_count; i++) {
        study_case *c = &s->cases[i];
        if (c->known && !c->failed && !add_known(s, c, s->references, c->group, &error)) {
            c->failed = true;
            snprintf(c->error, sizeof c->error, "%.*s", (int)sizeof c->error - 1, error.text);
        }
        compared = i > 0 || (c->known && !c->failed); /* without the first there is nothing */
    }
    for (int i = 0; compared && i < s->count; i++)
        if (s->cases[i].known && !s->cases[i].failed && !s->cases[i].is_against)
            compare(s, &s->cases[i]);
    return true;
}

/* the folder for this study; only rank 0 looks after it */
static bool begin(study *s) {
    char **files = study_files(s);
    const bool open = files && journal_open(&s->journal, (const char *const *)files,
                                            study_fingerprint(s), s->resume, s->restart);
    for (int i = 0; files && files[i]; i++)
        free(files[i]);
    free(files);
    if (!open)
        return false;
    const int known = journal_known(&s->journal);
    bool keeps = false;
    for (int i = 0; i < s->run_count; i++)
        keeps |= s->runs[i].keep.count > 0;
    if (known == 0) /* what may be there is of another study */
        study_kept_remove(s->folder);
    s->was_done = keeps && known == s->journal.count && !study_kept_has_folder(s->folder);
    if (s->was_done || !keeps || study_kept_begin(s->folder))
        return true;
    return complain("study", "the folder '%s/motions' cannot be made", s->folder);
}

farm_end study_work(study *s) {
    farm_end end = FARM_FAILED;
    const int count = s->run_count * (s->time_count > 0 ? 2 : 1);
    const size_t size = (size_t)s->run_count * 2 * sizeof *s->progress;
    const bool leads = farm_rank() == 0;
    s->progress = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    s->alone = s->time_count > 0 && farm_is_alone(s->jobs);
    if (s->progress == MAP_FAILED || !journal_make(&s->journal, "study", s->folder, count) ||
        (leads && !begin(s)))
        return end;
    end = s->alone ? FARM_DONE : hand_out(s, false);
    if (end == FARM_DONE && s->time_count > 0)
        end = hand_out(s, true);
    if (leads && end != FARM_FAILED && !conclude(s))
        end = FARM_FAILED;
    munmap(s->progress, size);
    return end;
}
