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
#include "common/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROWS 400

/* one setting: of the coupling, and of the joints */
typedef struct setting {
    const char *coupling, *joint;
    double longer; /* exchange steps; 0: as they are */
} setting;

/* explicit ones first; those that repeat steps need members that save their states */
static const setting of_connections[] = {
    {"", NULL, 0},
    {"order=0 graded_start=off", NULL, 0},
    {"order=1", NULL, 0},
    {"order=2", NULL, 0},
    {"predictor=selector:3", NULL, 0},
    {"iteration=jacobi", NULL, 0},
    {"iteration=jacobi order=0 graded_start=off", NULL, 0},
    {"iteration=jacobi order=1", NULL, 0},
    {"scheme=fastest_first", NULL, 0},
    {"coupling=model", NULL, 0},
    {"passes=10 order=1", NULL, 0},
    {"passes=10 order=2", NULL, 0},
    {"iteration=interface_jacobian order=2", NULL, 0},
};

/* a method that fits none of the system's joints is left out */
static const setting of_joints[] = {
    {"", NULL, 0},
    {"", "method=explicit order=0", 0},
    {"", "method=explicit order=1", 0},
    {"", "method=explicit order=1 project=yes", 0},
    {"", "method=x2 order=0", 0},
    {"", "method=x2 order=1", 0},
    {"", "method=x2 order=2", 0},
    {"", "method=x1 order=1", 0},
    {"", "method=baumgarte order=1", 0},
    {"", "method=weighted order=1", 0},
    {"", "method=projection order=1", 0},
    {"", "method=x2 order=1", 2},
    {"", "method=x2 order=1", 4},
    {"", "method=spring_d order=0", 0},
    {"", "method=spring_d order=1", 0},
    {"", "method=spring_d order=2", 0},
    {"", "method=spring_i order=1", 0},
    {"", "method=spring order=0", 0},
    {"", "method=spring order=1", 0},
    {"", "method=overlap order=0", 0},
    {"", "method=overlap order=1", 0},
};
#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))
#define MOST        COUNT(of_joints)

typedef struct pilot {
    double *values; /* a row after the other */
    int columns;
    double seconds, error, reaction; /* of the motion; of reactions and accelerations */
    long long steps;
    bool good, rough;
    bool left_out; /* there is no joint of that kind */
    char why[200];
} pilot;

/* what a joint was before pilots changed it */
typedef struct kept_joint {
    char *method;
    int order;
    bool project;
    double mu, mu_steps, rate_weight, acceleration_weight;
} kept_joint;

typedef struct advice {
    system_job *job;
    double start, stop, interval;
    int rows;
    double *steps; /* of the members as they are */
    double largest;
    kept_joint *joints;
    bool *reactions; /* columns that are no motion: reactions of joints, accelerations there */
    const setting *settings;
    int setting_count;
    pilot reference, check, pilots[MOST];
} advice;

static bool fail(pilot *p, const char *why) {
    snprintf(p->why, sizeof p->why, "%s", why);
    return false;
}

static bool run_rows(advice *a, sy_run *run, pilot *p) {
    mr_message message = {""};
    p->columns = sy_column_count(run);
    p->values = calloc((size_t)p->columns * (size_t)a->rows + 1, sizeof *p->values);
    if (!p->values)
        return fail(p, "not enough memory");
    const double begin = cm_seconds();
    if (sy_start(run, a->start, &message) != MR_OK)
        return fail(p, message.text);
    for (int i = 0; i < a->rows; i++) {
        const double t = a->start + a->interval * (i + 1);
        if (sy_advance(run, t, &message) != MR_OK)
            return fail(p, message.text);
        sy_values(run, p->values + (size_t)i * (size_t)p->columns);
    }
    mr_coupled_statistics s;
    char verdict[MR_VERDICT_SIZE + 100];
    mr_coupled_get_statistics(sy_coupled(run), &s);
    sy_verdict(run, verdict, sizeof verdict);
    p->seconds = cm_seconds() - begin;
    p->steps = (long long)s.member_steps;
    p->rough = *verdict != '\0';
    return true;
}

/* the joints as they were, and then as the setting has them; false: it is for none of them */
static bool set_joints(advice *a, const char *joint, pilot *p) {
    sy_system *s = a->job->system;
    mr_message message = {""};
    for (int i = 0; a->joints && i < s->joint_count; i++) {
        const kept_joint *k = &a->joints[i];
        sy_joint *j = &s->joints[i];
        free(j->method);
        j->method = k->method ? strdup(k->method) : NULL;
        if (k->method && !j->method)
            return fail(p, "not enough memory");
        j->order = k->order;
        j->project = k->project;
        j->mu = k->mu;
        j->mu_steps = k->mu_steps;
        j->rate_weight = k->rate_weight;
        j->acceleration_weight = k->acceleration_weight;
    }
    p->left_out = joint && sy_set_joints(s, joint, &message) != MR_OK;
    return !p->left_out || fail(p, message.text);
}

/* with all steps divided */
static void make(advice *a, const setting *with, double division, pilot *p) {
    sy_system *s = a->job->system;
    const bool joined = s->joint_count > 0;
    char text[600];
    mr_message message = {""};
    sy_run *run = NULL;
    if (!set_joints(a, with->joint, p))
        return;
    for (int m = 0; m < s->member_count && !joined; m++)
        s->members[m].step = a->steps[m] / division;
    /* exchange steps as long as the longest of a member's own */
    snprintf(text, sizeof text, "%.300s step=%.17g %s", a->job->coupling ? a->job->coupling : "",
             a->largest / division * (with->longer > 0.0 ? with->longer : 1.0), with->coupling);
    if (sy_open(s, text, &run, &message) != MR_OK)
        fail(p, message.text);
    else
        p->good = run_rows(a, run, p);
    sy_close(run);
}

/* largest over the columns of one kind: root of the mean square, relative to the column's own. What
 * is rounding beside the largest column is no motion */
static double difference(const advice *a, const pilot *is, const pilot *b, bool reactions) {
    double worst = 0.0, largest = 0.0;
    if (!is->good || !b->good || is->columns != b->columns)
        return INFINITY;
    for (int c = 0; c < is->columns * a->rows; c++)
        largest = fmax(largest, fabs(b->values[c]));
    for (int c = 0; c < is->columns; c++) {
        double deviation = 0.0, square = 0.0;
        if (a->reactions && a->reactions[c] != reactions)
            continue;
        for (int i = 0; i < a->rows; i++) {
            const double x = is->values[i * is->columns + c], y = b->values[i * is->columns + c];
            deviation += (x - y) * (x - y);
            square += y * y;
        }
        if (!(sqrt(deviation) <= 1e-14 * largest))
            worst = fmax(worst, square > 0.0 ? sqrt(deviation / square) : INFINITY);
    }
    return worst;
}

static bool is_acceleration(const sy_system *s, const char *column) {
    for (int i = 0; i < s->joint_count; i++)
        for (int side = 0; side < 2; side++) {
            const sy_joint_side *at = &s->joints[i].side[side];
            for (int k = 0; k < at->acceleration.count; k++) {
                char name[600];
                snprintf(name, sizeof name, "%.200s.%.390s", at->member, at->acceleration.items[k]);
                const size_t length = strlen(name);
                if (strncmp(column, name, length) == 0 &&
                    (column[length] == '\0' || column[length] == '['))
                    return true;
            }
        }
    return false;
}

/* joints: what they are, and which columns are not motion */
static bool find_joints(advice *a, const sy_run *run) {
    const sy_system *s = a->job->system;
    a->joints = calloc((size_t)s->joint_count, sizeof *a->joints);
    a->reactions = calloc((size_t)sy_column_count(run) + 1, sizeof *a->reactions);
    if (!a->joints || !a->reactions)
        return complain(a->job->command, "not enough memory");
    for (int i = 0; i < s->joint_count; i++) {
        const sy_joint *j = &s->joints[i];
        a->joints[i] = (kept_joint){.order = j->order,
                                    .project = j->project,
                                    .mu = j->mu,
                                    .mu_steps = j->mu_steps,
                                    .rate_weight = j->rate_weight,
                                    .acceleration_weight = j->acceleration_weight};
        if (j->method && !(a->joints[i].method = strdup(j->method)))
            return complain(a->job->command, "not enough memory");
    }
    for (int c = 0; c < sy_column_count(run); c++)
        a->reactions[c] =
            sy_columns(run)[c].member < 0 || is_acceleration(s, sy_columns(run)[c].name);
    return true;
}

/* rows at exchanges, so that they shorten none of the steps */
static void choose_rows(advice *a, bool joined) {
    const double span = a->stop - a->start;
    a->rows = ROWS;
    a->interval = span / ROWS;
    if (!joined)
        return;
    const double step = 4.0 * a->largest; /* the longest of the settings */
    a->interval = step * ceil(span / ROWS / step - 1e-9);
    a->rows = (int)(span / a->interval + 1e-9);
    if (a->rows >= 1)
        return;
    a->rows = 1;
    a->interval = span;
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
        if (!(a->steps[m] > 0.0) && s->joint_count == 0)
            good = complain(job->command,
                            "the step of member '%s' is not known: give it one for advice",
                            s->members[m].name);
    }
    if (s->joint_count > 0) {
        a->largest = sy_config(run)->step;
        good = find_joints(a, run);
    }
    sy_close(run);
    if (good && !(a->stop > a->start))
        return complain(job->command, "--stop is needed, after the start");
    choose_rows(a, s->joint_count > 0);
    return good;
}

static const char *name_of(const advice *a, const setting *with, char *text, size_t size) {
    if (with->joint && with->longer > 0.0)
        snprintf(text, size, "%s, step=%g", with->joint, with->longer * a->largest);
    else
        snprintf(text, size, "%s", with->joint ? with->joint : with->coupling);
    return text;
}

static void print_best(const advice *a, const setting *best) {
    if (best->joint && best->longer > 0.0)
        print_plain("best: --joint \"%s\" --coupling step=%g\n", best->joint,
                    best->longer * a->largest);
    else if (best->joint)
        print_plain("best: --joint \"%s\"\n", best->joint);
    else if (*best->coupling)
        print_plain("best: --coupling \"%s\"\n", best->coupling);
    else
        print_plain("best: as it is, without --coupling%s\n", a->joints ? " and --joint" : "");
}

static void print_text(const advice *a, int best) {
    char name[200];
    print_plain("reference: steps of an eighth; its own error is about %.2g\n", a->check.error);
    print_plain("%-44s %10s %s%12s %10s\n", "settings", "error", a->joints ? " reaction " : "",
                "steps", "s");
    for (int i = 0; i < a->setting_count; i++) {
        const pilot *p = &a->pilots[i];
        if (p->left_out)
            continue;
        if (!*name_of(a, &a->settings[i], name, sizeof name))
            snprintf(name, sizeof name, "(none)");
        if (!p->good) {
            print_plain("%-44s %s\n", name, p->why);
            continue;
        }
        print_plain("%-44s %10.2g ", name, p->error);
        if (a->joints)
            print_plain("%9.2g ", p->reaction);
        print_plain("%12lld %10.3g%s\n", p->steps, p->seconds, p->rough ? "  doubtful" : "");
    }
    if (best >= 0)
        print_best(a, &a->settings[best]);
}

static void print_json(const advice *a, int best) {
    char name[200];
    json j = json_answer(stdout);
    json_number(&j, "reference_error", a->check.error);
    json_text(&j, "best", best >= 0 ? name_of(a, &a->settings[best], name, sizeof name) : NULL);
    json_list(&j, "settings");
    for (int i = 0; i < a->setting_count; i++) {
        const pilot *p = &a->pilots[i];
        const setting *s = &a->settings[i];
        if (p->left_out)
            continue;
        json_object(&j, NULL);
        json_text(&j, "coupling", s->coupling);
        if (a->joints) {
            json_text(&j, "joint", s->joint ? s->joint : "");
            json_number(&j, "step", a->largest * (s->longer > 0.0 ? s->longer : 1.0));
            json_number(&j, "reaction_error", p->good ? p->reaction : NAN);
        }
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

/* the smallest error; one that is as good within a tenth and needs fewer steps goes before. The
 * best methods of joints leave nothing but the slaves' own errors: below three times the error of
 * the reference itself none is told from another */
static int choose(const advice *a) {
    const double floor = a->joints && isfinite(a->check.error) ? 3.0 * a->check.error : 0.0;
    int best = -1;
    for (int i = 0; i < a->setting_count; i++) {
        const pilot *p = &a->pilots[i], *b = best >= 0 ? &a->pilots[best] : NULL;
        if (!p->good || !isfinite(p->error))
            continue;
        const double is = fmax(p->error, floor), least = b ? fmax(b->error, floor) : INFINITY;
        if (!b || is < 0.9 * least || (is < 1.1 * least && p->steps < b->steps))
            best = i;
    }
    return best;
}

/* with joints X2, where members can step back; else as the system is */
static void make_references(advice *a) {
    const setting as_it_is = {"", NULL, 0}, joined = {"", "method=x2 order=0", 0};
    const setting *with = a->joints ? &joined : &as_it_is;
    make(a, with, 8.0, &a->reference);
    if (a->joints && !a->reference.good) {
        free(a->reference.values);
        a->reference = (pilot){0};
        with = &as_it_is;
        make(a, with, 8.0, &a->reference);
    }
    make(a, with, 4.0, &a->check);
    a->check.error = difference(a, &a->check, &a->reference, false);
}

static void free_advice(advice *a) {
    free(a->steps);
    free(a->reactions);
    for (int i = 0; a->joints && i < a->job->system->joint_count; i++)
        free(a->joints[i].method);
    CM_FREE(a->joints, a->reference.values, a->check.values);
    for (int i = 0; i < MOST; i++)
        free(a->pilots[i].values);
}

int system_advise(system_job *job) {
    advice a = {.job = job};
    int code = EXIT_FAILED;
    const bool joined = job->system->joint_count > 0;
    a.settings = joined ? of_joints : of_connections;
    a.setting_count = joined ? COUNT(of_joints) : COUNT(of_connections);
    if (find_steps(&a)) {
        make_references(&a);
        if (!a.reference.good)
            complain(job->command, "the reference, with steps of an eighth, failed: %s",
                     a.reference.why);
        else {
            for (int i = 0; i < a.setting_count; i++) {
                make(&a, &a.settings[i], 1.0, &a.pilots[i]);
                a.pilots[i].error = difference(&a, &a.pilots[i], &a.reference, false);
                a.pilots[i].reaction = difference(&a, &a.pilots[i], &a.reference, true);
            }
            (job->json ? print_json : print_text)(&a, choose(&a));
            code = EXIT_GOOD;
        }
    }
    free_advice(&a);
    return code;
}
