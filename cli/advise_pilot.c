/* short runs of the model itself with the settings in question */
#include "advise.h"
#include "coupling_report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST_SIGNALS 1024

typedef struct watcher {
    const linear_model *l;
    char source[512]; /* block and port that the block's input comes from; "" if not known */
    int port;
    pilot_record *record;
} watcher;

static void find_source(watcher *w, const bd_diagram *diagram) {
    const bd_node *node = bd_diagram_find(diagram, w->l->holder[0] ? w->l->holder : w->l->block);
    const bd_system *system = node ? node->parent : NULL;
    for (size_t i = 0; system && i < system->line_count; i++)
        for (size_t k = 0; k < system->lines[i].destination_count; k++) {
            const bd_end *end = &system->lines[i].destinations[k];
            if (end->block != node || end->kind != BD_PORT_INPUT || end->index != 0)
                continue;
            snprintf(w->source, sizeof w->source, "%s", system->lines[i].source.block->path);
            w->port = system->lines[i].source.index + 1;
        }
}

static bd_status observe(void *user, const bd_run *run, double time, bd_error *error) {
    watcher *w = user;
    pilot_record *r = w->record;
    double row[MOST_SIGNALS];
    size_t given = MOST_SIGNALS / 2, taken = MOST_SIGNALS / 2;
    (void)time;
    if (!bd_run_signal(run, w->l->block, 1, row, &given) || given > MOST_SIGNALS / 2)
        given = 0;
    if (!w->source[0] || !bd_run_signal(run, w->source, w->port, row + given, &taken) ||
        taken > MOST_SIGNALS / 2)
        taken = 0;
    for (size_t i = given; i-- > 0;) /* what the diagram makes no use of is nobody's error */
        if (i < sizeof w->l->unused && w->l->unused[i]) {
            memmove(row + i, row + i + 1, (given + taken - i - 1) * sizeof *row);
            given--;
        }
    if (r->count == 0)
        r->width = given + taken;
    if (r->count == r->room) {
        const size_t room = 2 * r->room + 1024;
        double *rows = realloc(r->rows, room * (r->width + 1) * sizeof *rows);
        if (!rows)
            return bd_error_set(error, BD_OUT_OF_MEMORY, "not enough memory for a pilot run");
        r->rows = rows;
        r->room = room;
    }
    memcpy(r->rows + r->count * r->width, row, r->width * sizeof *row);
    r->count++;
    return BD_OK;
}

/* what the couplings of the run say of it */
static void note_doubts(const bd_run *run, pilot_record *record) {
    for (int i = 0; i < bd_model_block_count(bd_run_model(run)); i++) {
        mr_statistics s;
        if (coupling_statistics(run, i, false, &s) && mr_statistics_doubtful(&s))
            record->doubtful_from = fmin(record->doubtful_from, s.energy.doubtful_from);
    }
}

bd_status pilot_run(const model_source *source, const linear_model *l, const advice_parameter *list,
                    double stop, pilot_record *record, bd_error *error) {
    model m = {0};
    watcher w = {.l = l, .record = record};
    bd_options options = bd_options_default();
    options.stop_time = stop;
    options.no_logging = true;
    *record = (pilot_record){.doubtful_from = INFINITY};
    bd_status status = model_read(&m, source->path, &source->parameter_files, &source->settings,
                                  &source->folders, error);
    bd_node *node =
        status == BD_OK && list && l->holder[0] ? bd_diagram_find(m.diagram, l->holder) : NULL;
    if (status == BD_OK && list && !node)
        status = bd_error_set(error, BD_BAD_ARGUMENT, "the block has no mask to be set by");
    for (int i = 0; list && i < ADVICE_PARAMETERS && status == BD_OK; i++)
        if (bd_node_set(node, list[i].name, list[i].value) != BD_OK)
            status = bd_error_set(error, BD_OUT_OF_MEMORY, "not enough memory for a pilot run");
    if (status == BD_OK) {
        find_source(&w, m.diagram);
        status = model_compile(&m, &options, NULL, error);
    }
    if (status == BD_OK) {
        bd_run_observe(m.run, observe, &w);
        const clock_t begin = clock();
        status = bd_run_complete(m.run, error);
        record->seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
        note_doubts(m.run, record);
    }
    model_close(&m);
    return status;
}

/* of one signal: sum of squares about its mean; 0 if what moves is rounding */
static double motion_of(const pilot_record *r, size_t count, size_t j) {
    double mean = 0.0, motion = 0.0, largest = 0.0;
    for (size_t i = 0; i < count; i++) {
        mean += r->rows[i * r->width + j] / (double)count;
        largest = fmax(largest, fabs(r->rows[i * r->width + j]));
    }
    for (size_t i = 0; i < count; i++) {
        const double off = r->rows[i * r->width + j] - mean;
        motion += off * off;
    }
    return motion > 1e-18 * largest * largest * (double)count ? motion : 0.0;
}

bool pilot_moves(const pilot_record *r) {
    for (size_t j = 0; j < r->width; j++)
        if (motion_of(r, r->count, j) > 0.0)
            return true;
    return false;
}

double pilot_difference(const pilot_record *record, const pilot_record *reference) {
    const size_t count = record->count < reference->count ? record->count : reference->count;
    double sum = 0.0;
    int signals = 0;
    if (record->width != reference->width || count == 0 || record->count < reference->count)
        return INFINITY;
    for (size_t j = 0; j < record->width; j++) {
        const double motion = motion_of(reference, count, j);
        double difference = 0.0;
        for (size_t i = 0; i < count; i++) {
            const double off =
                record->rows[i * record->width + j] - reference->rows[i * record->width + j];
            difference += off * off;
        }
        if (motion == 0.0)
            continue;
        sum += difference / motion;
        signals++;
    }
    const double error = signals ? sqrt(sum / signals) : 0.0;
    return isfinite(error) ? error : INFINITY;
}
