/* pilot runs of a system with several settings, compared with a run whose steps are an eighth
 *
 * The error of a setting is the largest, over all results, of the root of the mean square of the
 * deviation from that run, relative to the result's own. How good the reference is itself is told:
 * it is compared with one whose steps are a quarter. */
#define _POSIX_C_SOURCE 200809L
#include "system_advise.h"

#include "command.h"
#include "complain.h"
#include "json.h"

#include "common/clock.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROWS 400

/* explicit ones first; those that repeat steps need members that save their states */
static const char *const settings[] = {
    "",
    "order=0 graded_start=off",
    "order=1",
    "order=2",
    "predictor=selector:3",
    "iteration=jacobi",
    "iteration=jacobi order=0 graded_start=off",
    "iteration=jacobi order=1",
    "scheme=fastest_first",
    "coupling=model",
    "passes=10 order=1",
    "passes=10 order=2",
    "iteration=interface_jacobian order=2",
};
#define SETTINGS ((int)(sizeof settings / sizeof *settings))

typedef struct pilot {
    double *values; /* ROWS rows */
    int columns;
    double seconds, error;
    long long steps;
    bool good, rough;
    char why[200];
} pilot;

typedef struct advice {
    system_job *job;
    double start, stop;
    double *steps; /* of the members as they are */
    double largest;
    pilot reference, check, pilots[SETTINGS];
} advice;

static bool fail(pilot *p, const char *why) {
    snprintf(p->why, sizeof p->why, "%s", why);
    return false;
}

static bool run_rows(advice *a, sy_run *run, pilot *p) {
    mr_message message = {""};
    p->columns = sy_column_count(run);
    p->values = calloc((size_t)p->columns * ROWS + 1, sizeof *p->values);
    if (!p->values)
        return fail(p, "not enough memory");
    const double begin = cm_seconds();
    if (sy_start(run, a->start, &message) != MR_OK)
        return fail(p, message.text);
    for (int i = 0; i < ROWS; i++) {
        const double t = a->start + (a->stop - a->start) * (i + 1) / ROWS;
        if (sy_advance(run, t, &message) != MR_OK)
            return fail(p, message.text);
        sy_values(run, p->values + (size_t)i * (size_t)p->columns);
    }
    mr_coupled_statistics s;
    char verdict[600];
    mr_coupled_get_statistics(sy_coupled(run), &s);
    sy_verdict(run, verdict, sizeof verdict);
    p->seconds = cm_seconds() - begin;
    p->steps = (long long)s.member_steps;
    p->rough = *verdict != '\0';
    return true;
}

/* with all steps divided */
static void make(advice *a, const char *coupling, double division, pilot *p) {
    sy_system *s = a->job->system;
    char text[600];
    mr_message message = {""};
    sy_run *run = NULL;
    for (int m = 0; m < s->member_count; m++)
        s->members[m].step = a->steps[m] / division;
    /* exchange steps as long as the longest of a member's own */
    snprintf(text, sizeof text, "%.300s step=%.17g %s", a->job->coupling ? a->job->coupling : "",
             a->largest / division, coupling);
    if (sy_open(s, text, &run, &message) != MR_OK)
        fail(p, message.text);
    else
        p->good = run_rows(a, run, p);
    sy_close(run);
}

static double difference(const pilot *a, const pilot *b) {
    double worst = 0.0;
    if (!a->good || !b->good || a->columns != b->columns)
        return INFINITY;
    for (int c = 0; c < a->columns; c++) {
        double deviation = 0.0, square = 0.0;
        for (int i = 0; i < ROWS; i++) {
            const double x = a->values[i * a->columns + c], y = b->values[i * a->columns + c];
            deviation += (x - y) * (x - y);
            square += y * y;
        }
        if (deviation > 0.0)
            worst = fmax(worst, square > 0.0 ? sqrt(deviation / square) : INFINITY);
    }
    return worst;
}

/* the members' steps as a run of the system has them */
static bool find_steps(advice *a) {
    system_job *job = a->job;
    sy_system *s = job->system;
    mr_message message = {""};
    sy_run *run = NULL;
    if (!isnan(job->stop))
        s->stop = job->stop;
    a->steps = calloc((size_t)s->member_count + 1, sizeof *a->steps);
    if (!a->steps)
        return complain(job->command, "not enough memory");
    if (sy_open(s, job->coupling ? job->coupling : "", &run, &message) != MR_OK)
        return complain(job->command, "%s", message.text);
    const sy_times times = sy_run_times(run);
    a->start = isnan(job->start) ? times.start : job->start;
    a->stop = times.stop;
    bool good = true;
    for (int m = 0; m < s->member_count; m++) {
        a->steps[m] = sy_member_step(run, m);
        a->largest = fmax(a->largest, a->steps[m]);
        if (!(a->steps[m] > 0.0))
            good = complain(job->command,
                            "the step of member '%s' is not known: give it one for advice",
                            s->members[m].name);
    }
    sy_close(run);
    if (good && !(a->stop > a->start))
        return complain(job->command, "--stop is needed, after the start");
    return good;
}

static void print_text(const advice *a, int best) {
    printf("reference: steps of an eighth; its own error is about %.2g\n", a->check.error);
    printf("%-44s %10s %12s %10s\n", "settings", "error", "steps", "s");
    for (int i = 0; i < SETTINGS; i++) {
        const pilot *p = &a->pilots[i];
        const char *name = *settings[i] ? settings[i] : "(none)";
        if (p->good)
            printf("%-44s %10.2g %12lld %10.3g%s\n", name, p->error, p->steps, p->seconds,
                   p->rough ? "  doubtful" : "");
        else
            printf("%-44s %s\n", name, p->why);
    }
    if (best >= 0)
        printf(*settings[best] ? "best: --coupling \"%s\"\n"
                               : "best: as it is, without --coupling%s\n",
               settings[best]);
}

static void print_json(const advice *a, int best) {
    json j = json_answer(stdout);
    json_number(&j, "reference_error", a->check.error);
    json_text(&j, "best", best >= 0 ? settings[best] : NULL);
    json_list(&j, "settings");
    for (int i = 0; i < SETTINGS; i++) {
        const pilot *p = &a->pilots[i];
        json_object(&j, NULL);
        json_text(&j, "coupling", settings[i]);
        json_number(&j, "error", p->good ? p->error : NAN);
        json_whole(&j, "member_steps", p->steps);
        json_number(&j, "wall_seconds", p->seconds);
        json_flag(&j, "doubtful", p->rough);
        json_text(&j, "failed", p->good ? NULL : p->why);
        json_end(&j);
    }
    json_end(&j);
    json_end(&j);
}

/* the smallest error; one that is as good within a tenth and needs fewer steps goes before */
static int choose(const advice *a) {
    int best = -1;
    for (int i = 0; i < SETTINGS; i++) {
        const pilot *p = &a->pilots[i], *b = best >= 0 ? &a->pilots[best] : NULL;
        if (!p->good || !isfinite(p->error))
            continue;
        if (!b || p->error < 0.9 * b->error || (p->error < 1.1 * b->error && p->steps < b->steps))
            best = i;
    }
    return best;
}

int system_advise(system_job *job) {
    advice a = {.job = job};
    int code = EXIT_FAILED;
    if (job->system->joint_count > 0) { /* its settings are those of connections */
        complain(job->command, "--advise knows connections only, and this system has joints: "
                               "docs/joints.md tells which method is for what");
        return EXIT_FAILED;
    }
    if (find_steps(&a)) {
        make(&a, "", 8.0, &a.reference);
        make(&a, "", 4.0, &a.check);
        if (!a.reference.good)
            complain(job->command, "the reference, with steps of an eighth, failed: %s",
                     a.reference.why);
        else {
            a.check.error = difference(&a.check, &a.reference);
            for (int i = 0; i < SETTINGS; i++) {
                make(&a, settings[i], 1.0, &a.pilots[i]);
                a.pilots[i].error = difference(&a.pilots[i], &a.reference);
            }
            (job->json ? print_json : print_text)(&a, choose(&a));
            code = EXIT_GOOD;
        }
    }
    free(a.steps);
    free(a.reference.values);
    free(a.check.values);
    for (int i = 0; i < SETTINGS; i++)
        free(a.pilots[i].values);
    return code;
}
