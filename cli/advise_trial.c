/* pilot runs of the settings that may be the best, and what follows from them for the whole run
 *
 * A pilot is a first part of the run. Its error against a reference with an eighth of the slave's
 * step goes on to the end of the run as the prediction of that setting does; without a prediction,
 * in proportion to the time, as errors of phase do. What is advised is the smallest error, unless
 * it costs time and is no gain. */
#include "advise.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* a first part of the run, and the fewest slave steps, that a pilot takes */
#define PART        0.1
#define PART_ALONE  0.2 /* where pilots alone decide */
#define LEAST_STEPS 10.0
#define LEAST_ALONE 20.0

/* errors within this factor of each other are alike */
#define ALIKE 1.2

/* errors below this are nothing that a coupling is chosen by: the reference is no better */
#define FLOOR 1e-6

/* slower than this factor times the present settings is worth it only for GAIN times less error */
#define SLOWER 1.5
#define GAIN   2.0

/* predicted errors of more than this times the best one are not tried */
#define CLEARLY_WORSE 10.0

/* a slave that a linear system shows worse than this is not trusted to be predicted */
#define TRUSTED 1e-3

bool advice_is_predictable(const linear_model *l) {
    return l->has_pair && l->seen && l->misfit <= TRUSTED && l->rest <= TRUSTED;
}

/* settings that are good somewhere */
static bool is_usual(const an_candidate *c) {
    const mr_config *f = &c->config;
    const bool polynomial = strcmp(f->to_slave.type->name, "polynomial") == 0 &&
                            strcmp(f->to_master.type->name, "polynomial") == 0;
    if (!polynomial || f->coupling != &mr_coupling_signals)
        return false;
    if (f->smoothing)
        return f->to_master.order == 1 || f->to_master.order == 2;
    return f->to_slave.order == f->to_master.order && f->to_master.order <= 3 &&
           f->to_master.order >= 1;
}

static bool is_possible(const advice *row) {
    return row->present || (row->candidate.possible && row->candidate.stable);
}

/* which rows are run */
static void choose(advisor *v) {
    const bool trusted = advice_is_predictable(&v->l);
    double last = NAN;
    int left = v->pilots;
    for (int i = 0; i < v->count; i++) {
        advice *row = &v->rows[i];
        const an_candidate *c = &row->candidate;
        if (!is_possible(row))
            continue;
        const bool own_step = c->slave_step == v->l.coupling.slave_step;
        row->tried = row->present || c->unpredicted || isnan(c->error) ||
                     (!trusted && own_step && is_usual(c)) ||
                     (!trusted && c->config.coupling == &mr_coupling_model);
        /* one of several that are predicted alike to the digit */
        if (!row->tried && left > 0 && c->error != last) {
            row->tried = true;
            left--;
            last = c->error;
        }
    }
}

static bd_status run_row(const advisor *v, const an_candidate *c, bool present, double stop,
                         pilot_record *record, bd_error *error) {
    advice_parameter *list = calloc(ADVICE_PARAMETERS, sizeof *list);
    if (!list)
        return bd_error_set(error, BD_OUT_OF_MEMORY, "not enough memory for a pilot run");
    advice_parameters(&v->l, v->written, c, list);
    const bd_status status =
        pilot_run(&v->source, &v->l, present ? NULL : list, stop, record, error);
    free(list);
    return status;
}

/* with an eighth of the slave's step, by the first setting that gets through, without a doubt or
 * with one; v->measured: there is such a one */
static bd_status make_reference(advisor *v, double stop, bool doubtful, pilot_record *reference,
                                bd_error *error) {
    for (int i = 0, trials = 0; i < v->count && trials < 3; i++) {
        if (!v->rows[i].tried || v->rows[i].present)
            continue;
        an_candidate fine = v->rows[i].candidate;
        fine.slave_step = v->l.coupling.slave_step / 8.0;
        const bd_status status = run_row(v, &fine, false, stop, reference, error);
        v->measured = status == BD_OK && (doubtful || isinf(reference->doubtful_from));
        if (v->measured || status == BD_OUT_OF_MEMORY)
            return status;
        free(reference->rows);
        *reference = (pilot_record){0};
        trials++;
    }
    return BD_OK;
}

/* without a doubt if that can be. A start at rest shows nothing: it goes on until something moves
 */
static bd_status find_reference(advisor *v, pilot_record *reference, bd_error *error) {
    const double length = v->stop - v->start;
    while (v->l.can_end_steps) {
        v->measured = false;
        for (int doubtful = 0; doubtful < 2 && !v->measured; doubtful++)
            BD_TRY(make_reference(v, v->start + v->window, doubtful == 1, reference, error));
        if (!v->measured || pilot_moves(reference) || v->window >= length)
            break;
        free(reference->rows);
        *reference = (pilot_record){0};
        v->window = fmin(length, 2.0 * v->window);
    }
    return BD_OK;
}

/* how much larger the error of the whole run is than that of its first part */
static double growth_of_error(const advisor *v, const an_candidate *c) {
    const double part = (v->stop - v->start) / v->window;
    if (advice_is_predictable(&v->l) && isfinite(c->error) && isfinite(c->early) && c->early > 0.0)
        return fmax(1.0, c->error / c->early);
    return v->l.has_pair ? part
                         : 1.0; /* without any prediction the pilots are compared as they are */
}

static void expect(const advisor *v, advice *row) {
    row->expected = row->failure[0]             ? INFINITY
                    : row->tried && v->measured ? row->pilot * growth_of_error(v, &row->candidate)
                                                : row->candidate.error;
    if (isnan(row->expected) && row->tried && !v->measured && row->pilot > 0.0)
        row->expected = 1.0; /* doubtful */
    row->expected = row->expected < FLOOR ? FLOOR : row->expected;
}

static bd_status run_pilot(advisor *v, advice *row, const pilot_record *reference,
                           bd_error *error) {
    pilot_record record = {0};
    const bd_status status =
        run_row(v, &row->candidate, row->present, v->start + v->window, &record, error);
    row->pilot = status != BD_OK               ? INFINITY
                 : v->measured                 ? pilot_difference(&record, reference)
                 : isinf(record.doubtful_from) ? 0.0
                                               : 1.0;
    row->seconds = record.seconds * (v->stop - v->start) / v->window;
    if (status != BD_OK)
        snprintf(row->failure, sizeof row->failure, "its pilot run failed: %.130s", error->text);
    else if (isinf(row->pilot))
        snprintf(row->failure, sizeof row->failure, "its pilot run left all bounds");
    free(record.rows);
    return status == BD_OUT_OF_MEMORY ? status : BD_OK;
}

/* smaller is better: what failed last, what is like the best by simplicity */
static double order_of(const advice *row) {
    const an_candidate *c = &row->candidate;
    if (row->failure[0] || !is_possible(row))
        return 1e300;
    return isnan(row->expected)
               ? 1e200
               : row->expected * (c->config.coupling == &mr_coupling_model ? 1.01 : 1.0);
}

static int by_order(const void *a, const void *b) {
    const advice *x = a, *y = b;
    if (x->tried != y->tried)
        return x->tried ? -1 : 1;
    const double p = order_of(x), q = order_of(y);
    return p != q
               ? (p < q ? -1 : 1)
               : (x->candidate.rank > y->candidate.rank) - (x->candidate.rank < y->candidate.rank);
}

static void move_to_front(advisor *v, int at) {
    const advice chosen = v->rows[at];
    memmove(&v->rows[1], &v->rows[0], (size_t)at * sizeof *v->rows);
    v->rows[0] = chosen;
}

/* rows are in order: is the first worth its price against the settings as they are? */
static void mind_the_price(advisor *v) {
    int present = -1;
    for (int i = 0; i < v->count && v->rows[i].tried; i++)
        if (v->rows[i].present && !v->rows[i].failure[0])
            present = i;
    if (present <= 0 || !v->measured)
        return;
    const advice *now = &v->rows[present], *best = &v->rows[0];
    const bool alike = now->expected <= ALIKE * best->expected;
    const bool dear =
        best->seconds > SLOWER * now->seconds && best->expected * GAIN > now->expected;
    if (now->expected < 0.5 && (alike || dear))
        move_to_front(v, present);
}

static void mark_efficient(advisor *v) {
    for (int i = 0; i < v->count; i++) {
        advice *row = &v->rows[i];
        row->efficient = row->tried && !row->failure[0];
        for (int k = 0; k < v->count && row->efficient; k++) {
            const advice *other = &v->rows[k];
            if (k != i && other->tried && !other->failure[0] && other->expected <= row->expected &&
                other->seconds < 0.9 * row->seconds)
                row->efficient = false;
            if (k < i && other->tried && !other->failure[0] && other->expected < row->expected &&
                other->seconds <= row->seconds)
                row->efficient = false;
        }
    }
}

/* the whole run once: later events may bring down what began well. Not for linear slaves, whose
 * prediction goes to the end */
static bd_status check_to_the_end(advisor *v, bd_error *error) {
    for (int trial = 0; trial < 3 && v->count > 0; trial++) {
        advice *row = &v->rows[0];
        pilot_record record = {0};
        if (row->failure[0] || (advice_is_predictable(&v->l) && isfinite(row->candidate.error)))
            return BD_OK;
        const bd_status status = run_row(v, &row->candidate, row->present, v->stop, &record, error);
        const bool doubtful = isfinite(record.doubtful_from);
        free(record.rows);
        if (status == BD_OUT_OF_MEMORY || (status == BD_OK && !doubtful))
            return status;
        if (status != BD_OK)
            snprintf(row->failure, sizeof row->failure, "its whole run failed: %.130s",
                     error->text);
        else
            row->expected =
                fmax(row->expected, 1.0); /* better than nothing, if all are like this */
        qsort(v->rows, (size_t)v->count, sizeof *v->rows, by_order);
        if (&v->rows[0] == row && !row->failure[0] && doubtful && v->rows[0].expected >= 1.0)
            return BD_OK;
    }
    return BD_OK;
}

/* runs the rows that can be predicted, or the others; best: the smallest error that is expected of
 * any. Beside the best one what is predicted clearly worse than that need not be run */
static bd_status run_some(advisor *v, bool predicted, const pilot_record *reference, double *best,
                          bd_error *error) {
    const bool trusted = advice_is_predictable(&v->l) && v->measured;
    int runs = 0;
    for (int i = 0; i < v->count; i++) {
        advice *row = &v->rows[i];
        const an_candidate *c = &row->candidate;
        if (!row->tried || (!row->present && isfinite(c->error)) != predicted)
            continue;
        if (predicted && trusted && runs > 0 && c->error > CLEARLY_WORSE * *best) {
            row->tried = false;
            continue;
        }
        BD_TRY(run_pilot(v, row, reference, error));
        expect(v, row);
        *best = fmin(*best, row->expected);
        runs++;
    }
    return BD_OK;
}

/* the reference, and all rows that are tried, against it */
static bd_status run_pilots(advisor *v, pilot_record *reference, bd_error *error) {
    double best = INFINITY;
    BD_TRY(find_reference(v, reference, error));
    for (int predicted = 0; predicted < 2; predicted++) {
        BD_TRY(run_some(v, predicted, reference, &best, error));
        if (v->progress)
            (void)v->progress(v->user, 0.5 * (predicted + 1.0));
    }
    for (int i = 0; i < v->count; i++)
        expect(v, &v->rows[i]);
    return BD_OK;
}

bd_status advice_try(advisor *v, bd_error *error) {
    pilot_record reference = {0};
    const double steps = advice_is_predictable(&v->l) ? LEAST_STEPS : LEAST_ALONE;
    const double length = v->stop - v->start, least = steps * v->l.coupling.slave_step;
    v->window = fmin(length, fmax(least, (v->l.has_pair ? PART : PART_ALONE) * length));
    choose(v);
    if (!v->l.holder[0] || v->pilots == 0) {
        for (int i = 0; i < v->count; i++) {
            v->rows[i].tried = false;
            expect(v, &v->rows[i]);
        }
        return BD_OK;
    }
    const bd_status status = run_pilots(v, &reference, error);
    free(reference.rows);
    BD_TRY(status);
    qsort(v->rows, (size_t)v->count, sizeof *v->rows, by_order);
    mind_the_price(v);
    BD_TRY(check_to_the_end(v, error));
    mark_efficient(v);
    return BD_OK;
}
