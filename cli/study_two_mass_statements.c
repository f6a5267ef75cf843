/* the published statements about the test problem, each put to the test
 *
 * González et al. 2011, section 3.4. Every statement is checked with both ways in which the slave
 * may begin a step: with the acceleration kept from its last step, or renewed with the input as it
 * is known by then. */
#include "study_two_mass.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double low[] = {5, 10, 15, 20, 24}, middle[] = {27, 30, 35, 40, 45, 48},
                    high[] = {55, 60, 65, 70, 75}, top[] = {95, 100};
static const char *const ways[] = {"kept", "renewed"};

typedef struct bench {
    const study_case *cases;
    int count;
    int way; /* index of ways */
} bench;

static study_case make(double fr, bool ff, int order, const char *way) {
    study_case c = {
        .fr = fr, .fastest_first = ff, .order_to_slave = order, .order_to_master = order};
    strcpy(c.predictor, "polynomial");
    strcpy(c.coupling, "displacement");
    snprintf(c.acceleration, sizeof c.acceleration, "%s", way);
    return c;
}

static void add(study *s, study_case c) {
    study_case *cases = realloc(s->cases, (size_t)(s->count + s->extra + 1) * sizeof *cases);
    if (!cases)
        return;
    s->cases = cases;
    s->cases[s->count + s->extra++] = c;
}

static void add_set(study *s, const double *fr, int count) {
    for (int w = 0; w < 2; w++)
        for (int i = 0; i < count; i++)
            for (int ff = 0; ff < 2; ff++)
                for (int order = 0; order < 5; order++)
                    add(s, make(fr[i], ff, order, ways[w]));
}

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

void study_add_statements(study *s) {
    static const double special[] = {85, 90};
    add_set(s, low, COUNT(low));
    add_set(s, middle, COUNT(middle));
    add_set(s, high, COUNT(high));
    add_set(s, special, COUNT(special));
    add_set(s, top, COUNT(top));
    for (int w = 0; w < 2; w++) {
        study_case smooth = make(90, true, 3, ways[w]);
        smooth.smoothing = true;
        add(s, smooth);
        for (int i = 0; i < COUNT(high); i += 2)
            for (int order = 1; order < 4; order++)
                for (int ff = 0; ff < 2; ff++) {
                    study_case c = make(i ? high[i] : 20, ff, order, ways[w]);
                    strcpy(c.coupling, "memory");
                    add(s, c);
                }
        for (int i = 0; i < COUNT(low); i++)
            for (int order = 0; order < 4; order += 3)
                for (int ff = 0; ff < 2; ff++) {
                    study_case c = make(low[i], ff, order, ways[w]);
                    c.zeta = 0.5;
                    add(s, c);
                }
    }
}

static const study_case *find(const bench *b, double fr, bool ff, int order, const char *coupling,
                              bool smoothing, double zeta) {
    for (int i = 0; i < b->count; i++) {
        const study_case *c = &b->cases[i];
        if (c->fr == fr && c->fastest_first == ff && c->order_to_slave == order &&
            c->smoothing == smoothing && c->zeta == zeta && strcmp(c->coupling, coupling) == 0 &&
            strcmp(c->acceleration, ways[b->way]) == 0)
            return c;
    }
    static const study_case none = {
        .position_error = NAN, .energy_error = NAN, .fast_amplitude = NAN};
    return &none;
}

static const study_case *plain(const bench *b, double fr, bool ff, int order) {
    return find(b, fr, ff, order, "displacement", false, 0.0);
}

static double error_of(const bench *b, double fr, bool ff, int order) {
    return plain(b, fr, ff, order)->position_error;
}

static double best_error(const bench *b, double fr, bool ff, int except) {
    double best = INFINITY;
    for (int order = 0; order < 5; order++)
        if (order != except)
            best = fmin(best, error_of(b, fr, ff, order));
    return best;
}

typedef enum outcome { REPRODUCED, PARTLY, DIFFERS } outcome;
static const char *const outcomes[] = {"reproduced", "partly", "differs"};

static outcome share(int good, int all) {
    return good == all ? REPRODUCED : 2 * good >= all ? PARTLY : DIFFERS;
}

#define FOUND char *found, size_t size

static outcome cubic_best_at_low_ratios(const bench *b, FOUND) {
    int good = 0;
    double worst = 0.0;
    for (int i = 0; i < COUNT(low); i++) {
        const double ratio = error_of(b, low[i], false, 3) / best_error(b, low[i], false, 3);
        good += ratio < 1.2;
        worst = fmax(worst, ratio);
    }
    snprintf(found, size,
             "position error of O3 within 20 %% of the best other order at %d of %d ratios; at "
             "most %.1f "
             "times the best",
             good, COUNT(low), worst);
    return share(good, COUNT(low));
}

static outcome constant_best_at_middle_ratios(const bench *b, FOUND) {
    int good = 0;
    for (int i = 0; i < COUNT(middle); i++)
        good += error_of(b, middle[i], false, 0) <= best_error(b, middle[i], false, 0);
    snprintf(found, size, "O0 best at %d of %d ratios; at FR = 40 O0 %.3f, best other %.3f", good,
             COUNT(middle), error_of(b, 40, false, 0), best_error(b, 40, false, 0));
    return share(good, COUNT(middle));
}

static outcome peak_of_fastest_first(const bench *b, FOUND) {
    const double at = plain(b, 40, true, 3)->fast_amplitude,
                 before = plain(b, 24, true, 3)->fast_amplitude,
                 after = plain(b, 55, true, 3)->fast_amplitude;
    snprintf(found, size, "fast amplitude with O3: %.2f at 24, %.2f at 40, %.2f at 55", before, at,
             after);
    return at > 2.0 && at > 2.0 * before && at > 2.0 * after ? REPRODUCED : DIFFERS;
}

static outcome slowest_first_bad_at_high_ratios(const bench *b, FOUND) {
    int good = 0, all = 0;
    for (int i = 0; i < COUNT(high); i++)
        for (int order = 0; order < 5; order++, all++)
            good += error_of(b, high[i], false, order) > 0.1;
    snprintf(found, size, "above 10 %% in %d of %d cases; O0 from %.2f at 55 to %.2f at 75", good,
             all, error_of(b, 55, false, 0), error_of(b, 75, false, 0));
    return share(good, all);
}

static outcome fastest_first_filters(const bench *b, FOUND) {
    int good = 0, all = 0;
    for (int i = 0; i < COUNT(high); i++)
        for (int order = 2; order < 5; order++, all++)
            good += error_of(b, high[i], true, order) < 0.11 &&
                    plain(b, high[i], true, order)->fast_amplitude < 1.0;
    snprintf(found, size,
             "below about 10 %% with a fast amplitude below 1 in %d of %d cases; O3 at 65: %.3f, "
             "amplitude "
             "%.2f",
             good, all, error_of(b, 65, true, 3), plain(b, 65, true, 3)->fast_amplitude);
    return share(good, all);
}

static outcome fastest_first_amplifies(const bench *b, FOUND) {
    const double a = plain(b, 90, true, 3)->fast_amplitude,
                 c = plain(b, 90, true, 4)->fast_amplitude;
    snprintf(found, size, "fast amplitude at 90: O3 %.1f, O4 %.1f", a, c);
    return a > 1.5 && c > 1.5 ? REPRODUCED : a > 1.5 || c > 1.5 ? PARTLY : DIFFERS;
}

static outcome everything_fails(const bench *b, FOUND) {
    double best = INFINITY;
    for (int i = 0; i < COUNT(top); i++)
        for (int ff = 0; ff < 2; ff++)
            best = fmin(best, best_error(b, top[i], ff, -1));
    snprintf(found, size, "the best setting has a position error of %.2f", best);
    return best > 0.1 ? REPRODUCED : DIFFERS;
}

static outcome smoothing_follows_best(const bench *b, FOUND) {
    const study_case *smooth = find(b, 90, true, 3, "displacement", true, 0.0);
    const study_case *cubic = plain(b, 90, true, 3), *constant = plain(b, 90, false, 0);
    snprintf(found, size,
             "position error %.2f (amplitude %.2f) against %.2f (%.2f) with FF O3 and %.2f (%.2f) "
             "with SF O0",
             smooth->position_error, smooth->fast_amplitude, cubic->position_error,
             cubic->fast_amplitude, constant->position_error, constant->fast_amplitude);
    return smooth->position_error < cubic->position_error &&
                   smooth->position_error < constant->position_error
               ? REPRODUCED
               : DIFFERS;
}

static outcome memory_is_equivalent(const bench *b, FOUND) {
    int good = 0, all = 0;
    double worst = 1.0;
    for (int i = 0; i < COUNT(high); i += 2)
        for (int order = 1; order < 4; order++)
            for (int ff = 0; ff < 2; ff++, all++) {
                const double fr = i ? high[i] : 20;
                const double ratio = find(b, fr, ff, order, "memory", false, 0.0)->position_error /
                                     error_of(b, fr, ff, order);
                good += ratio > 0.5 && ratio < 2.0;
                worst = fmax(worst, fmax(ratio, 1.0 / ratio));
            }
    snprintf(found, size, "errors within a factor of two in %d of %d cases, at most %.1f apart",
             good, all, worst);
    return share(good, all);
}

static outcome damping_helps(const bench *b, FOUND) {
    int good = 0, all = 0;
    double product = 1.0;
    for (int i = 0; i < COUNT(low); i++)
        for (int order = 0; order < 4; order += 3)
            for (int ff = 0; ff < 2; ff++, all++) {
                const double ratio =
                    error_of(b, low[i], ff, order) /
                    find(b, low[i], ff, order, "displacement", false, 0.5)->position_error;
                good += ratio > 2.0;
                product *= ratio;
            }
    snprintf(found, size,
             "errors fall in %d of %d cases by more than two, %.0f times in the (geometric) mean",
             good, all, pow(product, 1.0 / all));
    return share(good, all);
}

static const struct {
    const char *statement;
    outcome (*check)(const bench *b, FOUND);
} statements[] = {
    {"FR &lt; 25: slowest first with O3 is best, O4 no better", cubic_best_at_low_ratios},
    {"25 &lt; FR &lt; 50: slowest first with O0 is the most suitable",
     constant_best_at_middle_ratios},
    {"Fastest first: error peak with amplified oscillation around FR = 40", peak_of_fastest_first},
    {"FR &gt; 50: slowest first always above 10 %, growing", slowest_first_bad_at_high_ratios},
    {"FR &gt; 50: fastest first with O2 and more below 10 %, by attenuating the fast oscillation",
     fastest_first_filters},
    {"FR from 80 on: fastest first amplifies the fast oscillation", fastest_first_amplifies},
    {"FR &gt; 90: every setting fails", everything_fails},
    {"FR = 90: smoothing with O3 follows the solution best", smoothing_follows_best},
    {"The model with memory blocks is practically equivalent", memory_is_equivalent},
    {"A damping ratio of 0.5 lowers the errors about tenfold", damping_helps},
};

void study_write_statements(const study *s, FILE *page) {
    bench b = {.cases = s->cases + s->count, .count = s->extra};
    fprintf(page, "<h2>The published statements, put to the test</h2>\n<p>Slave with the "
                  "acceleration at the beginning of a "
                  "step <em>kept</em> from its last step, and <em>renewed</em> with the input "
                  "known by then. Each statement is "
                  "checked by runs of the model file.</p>\n<table "
                  "class='text'><tr><th>statement</th><th>kept</th><th>renewed"
                  "</th></tr>\n");
    for (int i = 0; i < COUNT(statements); i++) {
        fprintf(page, "<tr><td>%s</td>", statements[i].statement);
        for (b.way = 0; b.way < 2; b.way++) {
            char found[256];
            const outcome result = statements[i].check(&b, found, sizeof found);
            fprintf(page, "<td><strong class='%s'>%s</strong><br>%s</td>", outcomes[result],
                    outcomes[result], found);
        }
        fprintf(page, "</tr>\n");
    }
    fprintf(page, "</table>\n");
}
