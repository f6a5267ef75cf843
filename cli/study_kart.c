/* multirate study kart: its options, its cases, and what it tells in the end */
#define _POSIX_C_SOURCE 200809L
#include "study_kart.h"

#include "arguments.h"
#include "command.h"
#include "complain.h"
#include "json.h"
#include "study_options.h"

#include "multirate/predictor.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct kart_arguments {
    const char *fr, *scheme, *orders, *predictor, *smoothing, *coupling, *solver, *times, *out;
    double order_to_slave, order_to_master, stop_time, jobs;
    bool brief, resume, restart, json;
    text_list rest;
} kart_arguments;

static bool check(const kart_arguments *a) {
    static const char *const schemes[] = {"sf", "ff", "sf,ff", "ff,sf", NULL};
    static const char *const couplings[] = {"signals", "model", NULL};
    static const char *const switches[] = {"on", "off", NULL};
    if (a->rest.count != 1)
        return complain("study", "'%s' after the study's name is one word too many",
                        a->rest.items[1]);
    if (!a->out)
        return complain("study", "--out DIR says where the results go");
    if (!mr_predictor_find(a->predictor) && strcmp(a->predictor, "interface_model") != 0)
        return complain_of_predictor("study", a->predictor);
    if (!(a->stop_time > 0.0) || !isfinite(a->stop_time))
        return complain("study", "--stop-time must be a positive number of seconds");
    return study_farm_options(a->jobs, a->resume, a->restart) &&
           study_word("--times", a->times, switches) &&
           study_word("--scheme", a->scheme, schemes) &&
           study_word("--coupling", a->coupling, couplings) &&
           study_word("--smoothing", a->smoothing, switches);
}

static kart_case make(double fr, bool ff, int to_slave, int to_master, const char *predictor) {
    kart_case c = {
        .fr = fr, .fastest_first = ff, .order_to_slave = to_slave, .order_to_master = to_master};
    snprintf(c.predictor, sizeof c.predictor, "%s", predictor);
    return c;
}

static bool add(kart_study *s, kart_case c) {
    kart_case *cases = realloc(s->cases, (size_t)(s->count + 1) * sizeof *cases);
    if (!cases)
        return false;
    s->cases = cases;
    s->cases[s->count++] = c;
    return true;
}

/* what the lists say, ratio by ratio */
static bool add_lists(const kart_arguments *a, const double *fr, int fr_count, const double *orders,
                      int order_count, kart_study *s) {
    const bool modelled =
        strcmp(a->coupling, "model") == 0 || strcmp(a->predictor, "interface_model") == 0;
    for (int ff = 0; ff < 2; ff++) {
        if (!strstr(a->scheme, ff ? "ff" : "sf"))
            continue;
        for (int o = 0; o < order_count; o++)
            for (int f = 0; f < fr_count; f++) {
                const int order = (int)orders[o];
                kart_case c =
                    make(fr[f], ff, a->order_to_slave >= 0 ? (int)a->order_to_slave : order,
                         a->order_to_master >= 0 ? (int)a->order_to_master : order,
                         modelled ? "interface_model" : a->predictor);
                c.smoothing = strcmp(a->smoothing, "on") == 0;
                snprintf(c.solver, sizeof c.solver, "%s", a->solver);
                if (!add(s, c))
                    return false;
            }
    }
    return true;
}

/* the settings of Table 3, and ours, at the largest ratio */
static bool add_settings(kart_study *s, double fr) {
    bool good = true;
    for (int order = 0; order < 4; order++)
        good = good && add(s, make(fr, true, 0, order, "polynomial"));
    kart_case smoothed = make(fr, true, 0, 1, "polynomial");
    smoothed.smoothing = true;
    kart_case other = make(fr, true, 2, 3, "interface_model");
    good = good && add(s, smoothed) && add(s, make(fr, true, 0, 3, "hermite")) && add(s, other);
    strcpy(other.solver, "ode45");
    return good && add(s, other) && add(s, make(37, true, 0, 1, "polynomial")) &&
           add(s, make(37, true, 2, 3, "interface_model"));
}

static bool make_cases(const kart_arguments *a, kart_study *s) {
    int fr_count = 0, order_count = 0;
    double *fr = number_list("study", "--fr", a->fr, &fr_count);
    double *orders = fr ? number_list("study", "--orders", a->orders, &order_count) : NULL;
    bool good = fr && orders;
    double most = 0.0;
    for (int i = 0; good && i < fr_count; i++) {
        most = fmax(most, fr[i]);
        if (!(fr[i] > 0.0))
            good = complain("study", "--fr must be positive, not %g", fr[i]);
    }
    if (good && a->order_to_slave >= 0 && a->order_to_master >= 0)
        order_count = 1;
    s->reference = make(1, false, 0, 0, "polynomial");
    s->converged = make(1, true, 2, 2, "polynomial");
    good = good && add_lists(a, fr, fr_count, orders, order_count, s);
    if (good && !a->brief)
        good = add_settings(s, most);
    free(fr);
    free(orders);
    return good;
}

static void tell_case(const kart_study *s, const kart_case *c) {
    char name[96];
    kart_case_name(c, name, sizeof name);
    printf("FR = %-4g %-22s ", c->fr, name);
    if (s->times)
        printf("%7.2f times as fast as FR = 1, %5.1f times real time, ",
               s->reference.times.elapsed_s / c->times.elapsed_s,
               s->stop_time / c->times.elapsed_s);
    printf("pitch within %.4f degrees\n", c->max_deviation);
}

static bool tell_failure(const kart_case *c, const char *what) {
    char name[96];
    kart_case_name(c, name, sizeof name);
    if (c->failed)
        fprintf(stderr, "multirate study: %sFR = %g, %s: %s\n", what, c->fr, name, c->error);
    return c->failed;
}

/* number of failed cases */
static int tell_cases(const kart_study *s, bool failed_only) {
    int failed = 0;
    if (!s->brief)
        (void)tell_failure(&s->converged, "the converged reference failed: ");
    for (int i = 0; i < s->count; i++) {
        const kart_case *c = &s->cases[i];
        failed += tell_failure(c, "");
        if (c->known && !c->failed && !failed_only)
            tell_case(s, c);
    }
    return failed;
}

static int summarise(const kart_study *s, bool as_json) {
    const int failed = tell_cases(s, as_json || s->was_done);
    if (!as_json) {
        printf("%d runs%s; %s/results.csv, %s/report.html\n", s->count,
               s->was_done ? ", all of them done before" : "", s->folder, s->folder);
    } else {
        json j = json_answer(stdout);
        json_whole(&j, "runs", s->count);
        json_whole(&j, "failed", failed);
        json_path(&j, "results", s->folder, "results.csv");
        json_path(&j, "report", s->folder, "report.html");
        json_end(&j);
    }
    return failed || s->converged.failed ? EXIT_FAILED : EXIT_GOOD;
}

static int carry_out(kart_study *s, bool as_json) {
    if (!study_begin(s->folder))
        return EXIT_FAILED;
    const farm_end end = kart_study_run(s);
    if (end == FARM_SERVED)
        return EXIT_GOOD;
    if (s->was_done)
        return summarise(s, as_json);
    if (end == FARM_FAILED || !kart_write_results(s))
        return s->journal.refused ? EXIT_USAGE : EXIT_FAILED;
    if (end == FARM_INTERRUPTED) {
        (void)tell_cases(s, true);
        (void)study_tell_stopped(&s->journal);
        return EXIT_FAILED;
    }
    if (s->reference.failed)
        complain("study", "the reference failed: %s", s->reference.error);
    if (s->reference.failed || !kart_write_report(s))
        return EXIT_FAILED;
    kart_motions_remove(s->folder);
    return summarise(s, as_json);
}

int study_kart(int argc, char **argv) {
    kart_arguments a = {.fr = "1,5,10,50,100",
                        .scheme = "sf",
                        .orders = "0",
                        .predictor = "polynomial",
                        .smoothing = "off",
                        .coupling = "signals",
                        .solver = "",
                        .times = "on",
                        .order_to_slave = -1,
                        .order_to_master = -1,
                        .stop_time = 10};
    const argument options[] = {{"--fr", ARGUMENT_TEXT, &a.fr},
                                {"--scheme", ARGUMENT_TEXT, &a.scheme},
                                {"--orders", ARGUMENT_TEXT, &a.orders},
                                {"--order-to-slave", ARGUMENT_NUMBER, &a.order_to_slave},
                                {"--order-to-master", ARGUMENT_NUMBER, &a.order_to_master},
                                {"--predictor", ARGUMENT_TEXT, &a.predictor},
                                {"--smoothing", ARGUMENT_TEXT, &a.smoothing},
                                {"--coupling", ARGUMENT_TEXT, &a.coupling},
                                {"--solver", ARGUMENT_NAME, &a.solver},
                                {"--stop-time", ARGUMENT_NUMBER, &a.stop_time},
                                {"--times", ARGUMENT_TEXT, &a.times},
                                {"--jobs", ARGUMENT_WHOLE, &a.jobs},
                                {"--resume", ARGUMENT_FLAG, &a.resume},
                                {"--restart", ARGUMENT_FLAG, &a.restart},
                                {"--out", ARGUMENT_NAME, &a.out},
                                {"--brief", ARGUMENT_FLAG, &a.brief},
                                {"--json", ARGUMENT_FLAG, &a.json}};
    kart_study s = {0};
    int code = EXIT_USAGE;
    if (arguments_read("study", argc, argv, options, (int)(sizeof options / sizeof *options),
                       &a.rest) &&
        check(&a) && make_cases(&a, &s)) {
        s.folder = a.out;
        s.brief = a.brief;
        s.stop_time = a.stop_time;
        s.times = strcmp(a.times, "on") == 0;
        s.jobs = (int)a.jobs;
        s.resume = a.resume;
        s.restart = a.restart;
        code = carry_out(&s, a.json);
    }
    text_list_free(&a.rest);
    kart_study_free(&s);
    return code;
}
