/* multirate study NAME: a published study, run again from its model files */
#define _POSIX_C_SOURCE 200809L
#include "arguments.h"
#include "command.h"
#include "complain.h"
#include "json.h"
#include "study_kart.h"
#include "study_options.h"
#include "study_two_mass.h"

#include "multirate/predictor.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: multirate study two-mass --out DIR [options]\n\n"
    "Two masses and three springs: the fast mass in the block diagram, the slow one in the slave.\n"
    "Writes DIR/results.csv, pictures (SVG, PNG) and DIR/report.html.\n\n"
    "  --fr LIST            frequency ratios: 1.5,10,40 or 1.5:100:60 (log scale); default "
    "1.5:100:40\n"
    "  --scheme LIST        sf, ff or both (default): slowest first, fastest first\n"
    "  --orders LIST        orders of prediction, the same both ways; default: of 0,1,2,3,4 those\n"
    "                       that the predictor has\n"
    "  --order-to-slave P   order for the master's signals, instead of --orders\n"
    "  --order-to-master P  order for the slave's signals, instead of --orders\n"
    "  --predictor NAME     polynomial (default), least_squares, hermite, selector, hold, const, "
    "…;\n"
    "                       one that uses rates serves the slave's signals only;\n"
    "                       interface_model: our own coupling, best with --coupling force\n"
    "  --smoothing on|off   the slave gets the mean over its step (ff only)\n"
    "  --coupling KIND      displacement (default), force, memory\n"
    "  --acceleration KIND  kept (default) or renewed at the beginning of a slave step\n"
    "  --zeta LIST          damping ratios; default 0\n"
    "  --jitter X           irregular slave steps: h2 times 1-X … 1+X\n"
    "  --solver NAME        instead of ode4: ode45 gives a non-equidistant master grid\n"
    "  --jobs N             runs at a time; default: all cores (under mpirun: 1 per rank)\n"
    "  --resume             go on with what DIR has already, after a kill or Ctrl-C\n"
    "  --restart            replace the study, unfinished or another one, that DIR holds\n"
    "  --brief              without putting the published statements to the test\n"
    "  --json               a summary for programs\n\n"
    "usage: multirate study kart --out DIR [options]\n\n"
    "An engine with automatic gearbox in the diagram (h1 = 1e-4 s), a kart in the multibody slave\n"
    "(h2 = FR h1): how much time FR saves, and how far the pitch angle is from that of FR = 1.\n\n"
    "  --fr LIST            ratios of the steps; default 1,5,10,50,100\n"
    "  --scheme, --orders, --order-to-slave, --order-to-master, --predictor, --smoothing, "
    "--solver\n"
    "                       as above; default: sf with order 0\n"
    "  --coupling KIND      signals (default), model: our own coupling\n"
    "  --stop-time T        seconds to drive; default 10\n"
    "  --jobs N             runs at a time for their motion; default: all cores (under mpirun: 1 "
    "per\n"
    "                       rank). Their times are measured after that, one by one\n"
    "  --times on|off       off: motions only, which many cores make soon; times are NaN then\n"
    "  --resume, --restart  as above\n"
    "  --brief              only what was asked for: without the settings of the published table,\n"
    "                       ours, other grids and masters, and the converged reference\n"
    "  --json               a summary for programs\n";

typedef struct study_arguments {
    const char *fr, *scheme, *orders, *predictor, *smoothing, *coupling, *acceleration, *zeta,
        *solver, *out;
    double order_to_slave, order_to_master, jitter, jobs;
    bool json, brief, resume, restart;
    text_list rest;
} study_arguments;

static bool check(const study_arguments *a) {
    static const char *const couplings[] = {"displacement", "force", "memory", NULL};
    static const char *const accelerations[] = {"kept", "renewed", NULL};
    static const char *const switches[] = {"on", "off", NULL};
    static const char *const schemes[] = {"sf", "ff", "sf,ff", "ff,sf", NULL};
    if (a->rest.count != 1 || strcmp(a->rest.items[0], "two-mass") != 0)
        return complain("study", "name the study: two-mass or kart");
    if (!a->out)
        return complain("study", "--out DIR says where the results go");
    if (!study_farm_options(a->jobs, a->resume, a->restart))
        return false;
    if (!mr_predictor_find(a->predictor) && strcmp(a->predictor, "interface_model") != 0)
        return complain_of_predictor("study", a->predictor);
    if (!(a->jitter >= 0.0 && a->jitter < 1.0))
        return complain("study", "--jitter is at least 0 and less than 1, not %g", a->jitter);
    return study_word("--coupling", a->coupling, couplings) &&
           study_word("--acceleration", a->acceleration, accelerations) &&
           study_word("--smoothing", a->smoothing, switches) &&
           study_word("--scheme", a->scheme, schemes);
}

static bool read_arguments(int argc, char **argv, study_arguments *a) {
    *a = (study_arguments){.fr = "1.5:100:40",
                           .scheme = "sf,ff",
                           .predictor = "polynomial",
                           .smoothing = "off",
                           .coupling = "displacement",
                           .acceleration = "kept",
                           .zeta = "0",
                           .solver = "",
                           .order_to_slave = NAN,
                           .order_to_master = NAN};
    const argument options[] = {{"--fr", ARGUMENT_TEXT, &a->fr},
                                {"--scheme", ARGUMENT_TEXT, &a->scheme},
                                {"--orders", ARGUMENT_TEXT, &a->orders},
                                {"--predictor", ARGUMENT_TEXT, &a->predictor},
                                {"--smoothing", ARGUMENT_TEXT, &a->smoothing},
                                {"--coupling", ARGUMENT_TEXT, &a->coupling},
                                {"--acceleration", ARGUMENT_TEXT, &a->acceleration},
                                {"--zeta", ARGUMENT_TEXT, &a->zeta},
                                {"--solver", ARGUMENT_NAME, &a->solver},
                                {"--out", ARGUMENT_NAME, &a->out},
                                {"--order-to-slave", ARGUMENT_WHOLE, &a->order_to_slave},
                                {"--order-to-master", ARGUMENT_WHOLE, &a->order_to_master},
                                {"--jitter", ARGUMENT_NUMBER, &a->jitter},
                                {"--jobs", ARGUMENT_WHOLE, &a->jobs},
                                {"--brief", ARGUMENT_FLAG, &a->brief},
                                {"--resume", ARGUMENT_FLAG, &a->resume},
                                {"--restart", ARGUMENT_FLAG, &a->restart},
                                {"--json", ARGUMENT_FLAG, &a->json}};
    return arguments_read("study", argc, argv, options, (int)(sizeof options / sizeof *options),
                          &a->rest) &&
           check(a);
}

typedef struct study_lists {
    double *fr, *orders, *zeta;
    int fr_count, order_count, zeta_count;
} study_lists;

/* the orders that --orders may have: those of the predictors whose order is not given apart */
static void find_orders(const study_arguments *a, int *least, int *most) {
    const mr_predictor_type *to_master = mr_predictor_find(a->predictor);
    const mr_predictor_type *polynomial = mr_predictor_find("polynomial");
    if (!to_master) /* the interface model */
        to_master = polynomial;
    const mr_predictor_type *to_slave = to_master->uses_rates ? polynomial : to_master;
    const mr_predictor_type *const types[2] = {isnan(a->order_to_slave) ? to_slave : NULL,
                                               isnan(a->order_to_master) ? to_master : NULL};
    *least = 0;
    *most = MR_MAX_ORDER;
    for (int i = 0; i < 2; i++)
        if (types[i]) {
            *least = types[i]->least_order > *least ? types[i]->least_order : *least;
            *most = types[i]->most_order < *most ? types[i]->most_order : *most;
        }
}

static bool check_lists(const study_lists *l, const char *predictor, int least, int most) {
    for (int i = 0; i < l->fr_count; i++)
        if (!(l->fr[i] > 1.0))
            return complain("study", "--fr must be greater than 1, not %g", l->fr[i]);
    for (int i = 0; i < l->zeta_count; i++)
        if (l->zeta[i] < 0.0)
            return complain("study", "--zeta must not be negative, as %g is", l->zeta[i]);
    for (int i = 0; i < l->order_count; i++)
        if (l->orders[i] != floor(l->orders[i]) || l->orders[i] < least || l->orders[i] > most)
            return complain("study",
                            "--orders of predictor '%s' are whole numbers from %d to %d, not %g",
                            predictor, least, most, l->orders[i]);
    return true;
}

static bool read_lists(const study_arguments *a, study_lists *l) {
    char all[16] = "";
    int least, most;
    find_orders(a, &least, &most);
    for (int i = least, used = 0; i <= most; i++)
        used += snprintf(all + used, sizeof all - (size_t)used, "%s%d", used ? "," : "", i);
    const char *orders = a->orders ? a->orders : all;
    l->fr = number_list("study", "--fr", a->fr, &l->fr_count);
    l->orders = l->fr ? number_list("study", "--orders", orders, &l->order_count) : NULL;
    l->zeta = l->orders ? number_list("study", "--zeta", a->zeta, &l->zeta_count) : NULL;
    return l->zeta && check_lists(l, a->predictor, least, most);
}

static void fill_case(study_case *c, const study_arguments *a, double order) {
    c->smoothing = strcmp(a->smoothing, "on") == 0;
    c->order_to_slave = (int)(isnan(a->order_to_slave) ? order : a->order_to_slave);
    c->order_to_master = (int)(isnan(a->order_to_master) ? order : a->order_to_master);
    snprintf(c->predictor, sizeof c->predictor, "%s", a->predictor);
    snprintf(c->coupling, sizeof c->coupling, "%s", a->coupling);
    snprintf(c->acceleration, sizeof c->acceleration, "%s", a->acceleration);
    snprintf(c->solver, sizeof c->solver, "%s", a->solver);
    c->jitter = a->jitter;
}

/* every combination of the lists, one after the other, in the order of the table */
static bool make_cases(const study_arguments *a, study *s) {
    study_lists l = {0};
    bool good = read_lists(a, &l);
    if (!isnan(a->order_to_slave) && !isnan(a->order_to_master))
        l.order_count = 1;
    if (good) {
        const size_t room = 2 * (size_t)l.fr_count * (size_t)l.order_count * (size_t)l.zeta_count;
        s->cases = calloc(room, sizeof *s->cases);
        good = s->cases || complain("study", "not enough memory for %zu runs", room);
    }
    for (int z = 0; good && z < l.zeta_count; z++)
        for (int ff = 0; ff < 2; ff++)
            for (int o = 0; o < l.order_count && strstr(a->scheme, ff ? "ff" : "sf"); o++)
                for (int f = 0; f < l.fr_count; f++) {
                    study_case *c = &s->cases[s->count++];
                    c->fr = l.fr[f];
                    c->zeta = l.zeta[z];
                    c->fastest_first = ff;
                    fill_case(c, a, l.orders[o]);
                }
    free(l.fr);
    free(l.orders);
    free(l.zeta);
    return good;
}

static void tell_failures(const study *s, int failed) {
    for (int i = 0; i < s->count; i++) {
        const study_case *c = &s->cases[i];
        if (!c->failed)
            continue;
        fprintf(
            stderr, "multirate study: %d of %d runs failed; the first: FR = %g, %s, order %d: %s\n",
            failed, s->count, c->fr, c->fastest_first ? "ff" : "sf", c->order_to_slave, c->error);
        return;
    }
}

static int report(const study *s, bool as_json) {
    int failed = 0;
    for (int i = 0; i < s->count; i++)
        failed += s->cases[i].failed;
    tell_failures(s, failed);
    if (!as_json) {
        printf("%d runs; %s/results.csv, %s/report.html\n", s->count, s->folder, s->folder);
    } else {
        json j = json_answer(stdout);
        json_whole(&j, "runs", s->count);
        json_whole(&j, "failed", failed);
        json_path(&j, "results", s->folder, "results.csv");
        json_path(&j, "report", s->folder, "report.html");
        json_end(&j);
    }
    return failed ? EXIT_FAILED : EXIT_GOOD;
}

static int carry_out(study *s, bool as_json) {
    if (!study_begin(s->folder))
        return EXIT_FAILED;
    const farm_end end = study_run(s);
    if (end == FARM_SERVED)
        return EXIT_GOOD;
    if (end == FARM_FAILED || !study_write_results(s))
        return s->journal.refused ? EXIT_USAGE : EXIT_FAILED;
    if (end == FARM_DONE)
        return study_write_report(s) ? report(s, as_json) : EXIT_FAILED;
    (void)study_tell_stopped(&s->journal);
    return EXIT_FAILED;
}

static int run(int argc, char **argv) {
    for (int i = 0; i < argc; i++)
        if (strcmp(argv[i], "kart") == 0 && (i == 0 || argv[i - 1][0] != '-'))
            return study_kart(argc, argv);
    study_arguments a;
    study s = {0};
    int code = EXIT_USAGE;
    if (read_arguments(argc, argv, &a) && make_cases(&a, &s)) {
        s.jobs = (int)a.jobs;
        s.folder = a.out;
        s.brief = a.brief;
        s.resume = a.resume;
        s.restart = a.restart;
        if (!a.brief)
            study_add_statements(&s);
        code = carry_out(&s, a.json);
    }
    text_list_free(&a.rest);
    study_free(&s);
    return code;
}

const command command_study = {"study", "run a published study again: results, pictures, report",
                               help, run};
