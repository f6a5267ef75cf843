/* signals that were drawn in a Signal Builder: inside its subsystem a From Workspace block keeps
 * them as a stored array. Somewhere in it is a list of channels, each with x and y data (of all
 * groups, or of the active one); the output is the vector of all channels. Each is a polygon that
 * may jump, so the common times are those of all channels, twice where one jumps */
#include "blocks/sources/samples.h"

#include <stdlib.h>
#include <string.h>

#define DEEPEST      20
#define MOST_SAMPLES 10000000

typedef struct polygon {
    const bd_value *x, *y;
} polygon;

static const bd_value *field(const bd_value *structure, size_t index, const char *small,
                             const char *large) {
    const bd_value *value = bd_value_field_at(structure, index, small);
    return value ? value : bd_value_field_at(structure, index, large);
}

static bool is_channel_list(const bd_value *value) {
    return value->type == BD_STRUCT && value->count > 0 && field(value, 0, "xData", "XData") &&
           field(value, 0, "yData", "YData");
}

/* since R2010 the groups may be objects: each has its signals */
static const bd_value *find_group(const bd_value *value, double otherwise) {
    const bd_value *groups = bd_value_field(value, "Groups");
    const bd_value *active = bd_value_field(value, "ActiveGroup");
    double number = active && bd_value_is_number_like(active) && active->count == 1
                        ? bd_value_real_at(active, 0)
                        : otherwise;
    if (!groups || groups->type != BD_STRUCT || !(number >= 1 && number <= (double)groups->count))
        return NULL;
    const bd_value *signals = bd_value_field_at(groups, (size_t)number - 1, "Signals");
    return signals && is_channel_list(signals) ? signals : NULL;
}

/* the first list of channels, depth first; *group is the number (from 1) found on the way */
static const bd_value *find_channels(const bd_value *value, int depth, double *group) {
    if (!value || depth > DEEPEST || (value->type != BD_STRUCT && value->type != BD_CELL))
        return NULL;
    if (is_channel_list(value))
        return value;
    const bd_value *active = bd_value_field(value, "dataSetIdx");
    if (active && bd_value_is_number_like(active) && active->count == 1)
        *group = bd_value_real_at(active, 0);
    const bd_value *signals = find_group(value, *group);
    if (signals)
        return signals;
    size_t fields = value->type == BD_STRUCT ? value->field_count : 1;
    for (size_t i = 0; i < value->count * fields; i++) {
        const bd_value *found = find_channels(value->children[i], depth + 1, group);
        if (found)
            return found;
    }
    return NULL;
}

/* data of a group out of a cell with one entry per group, else the plain data */
static const bd_value *data_of(const bd_value *channels, size_t index, const char *all,
                               const bd_value *plain, double group) {
    const bd_value *groups = bd_value_field_at(channels, index, all);
    if (groups && groups->type == BD_CELL && group >= 1.0 && group <= (double)groups->count) {
        const bd_value *chosen = bd_value_cell_at(groups, (size_t)group - 1);
        if (chosen && bd_value_is_number_like(chosen) && chosen->count > 0)
            return chosen;
    }
    return plain;
}

static bd_status read_polygons(bd_block *block, const bd_value *channels, double group,
                               polygon *polygons, size_t *points) {
    *points = 0;
    for (size_t i = 0; i < channels->count; i++) {
        const bd_value *x =
            data_of(channels, i, "allXData", field(channels, i, "xData", "XData"), group);
        const bd_value *y =
            data_of(channels, i, "allYData", field(channels, i, "yData", "YData"), group);
        if (!x || !y || !bd_value_is_number_like(x) || !bd_value_is_number_like(y) ||
            x->count != y->count || x->count == 0 || x->count > MOST_SAMPLES)
            return bd_block_fail(block, BD_UNSUPPORTED,
                                 "signal %zu of the Signal Builder is kept in a form that cannot "
                                 "be read",
                                 i + 1);
        for (size_t k = 0; k < x->count; k++)
            if (!isfinite(bd_value_real_at(x, k)) ||
                (k && bd_value_real_at(x, k) < bd_value_real_at(x, k - 1)))
                return bd_block_fail(
                    block, BD_BAD_PARAMETER,
                    "the times of signal %zu of the Signal Builder do not increase", i + 1);
        polygons[i] = (polygon){x, y};
        *points += x->count;
    }
    return BD_OK;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* value just before (late = false) or just after t; held outside */
static double value_at(const polygon *p, double t, bool late) {
    size_t n = p->x->count, i = 0;
    /* i points lie before t, or not after it */
    while (i < n && (bd_value_real_at(p->x, i) < t || (late && bd_value_real_at(p->x, i) == t)))
        i++;
    if (i == 0)
        return bd_value_real_at(p->y, 0);
    double x0 = bd_value_real_at(p->x, i - 1), y0 = bd_value_real_at(p->y, i - 1);
    if (i == n || x0 == t)
        return y0;
    double x1 = bd_value_real_at(p->x, i), y1 = bd_value_real_at(p->y, i);
    return x1 == t ? y1 : y0 + (y1 - y0) * ((t - x0) / (x1 - x0));
}

static bool jumps_at(const polygon *polygons, size_t count, double t) {
    for (size_t i = 0; i < count; i++)
        if (value_at(&polygons[i], t, false) != value_at(&polygons[i], t, true))
            return true;
    return false;
}

static bd_status merge(bd_block *block, const polygon *polygons, size_t count, size_t points,
                       bd_samples *s) {
    double *times = malloc((points + 1) * sizeof *times);
    if (!times)
        return bd_block_no_memory(block);
    size_t n = 0, samples = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < polygons[i].x->count; k++)
            times[n++] = bd_value_real_at(polygons[i].x, k);
    qsort(times, n, sizeof *times, compare);
    size_t distinct = 0;
    for (size_t i = 0; i < n; i++)
        if (i == 0 || times[i] != times[i - 1])
            times[distinct++] = times[i];
    for (size_t i = 0; i < distinct; i++)
        samples += jumps_at(polygons, count, times[i]) ? 2 : 1;
    bd_shape shape = bd_shape_vector(BD_DOUBLE, (int)count);
    bd_status status = bd_samples_make(block, samples, &shape, s);
    for (size_t i = 0, k = 0; i < distinct && status == BD_OK; i++)
        for (int late = jumps_at(polygons, count, times[i]) ? 0 : 1; late < 2; late++, k++) {
            s->times[k] = times[i];
            for (size_t c = 0; c < count; c++)
                s->values[k * count + c] = value_at(&polygons[c], times[i], late);
        }
    free(times);
    return status;
}

static bd_status take_channels(bd_block *block, const bd_value *channels, double group,
                               bd_samples *s) {
    if (!channels || channels->count > 10000)
        return bd_block_fail(block, BD_UNSUPPORTED,
                             "the signals of the Signal Builder are kept in a form that cannot "
                             "be read");
    polygon *polygons = calloc(channels->count, sizeof *polygons);
    size_t points = 0;
    bd_status status = polygons ? read_polygons(block, channels, group, polygons, &points)
                                : bd_block_no_memory(block);
    if (status == BD_OK)
        status = merge(block, polygons, channels->count, points, s);
    free(polygons);
    return status;
}

bd_status bd_samples_from_drawing(bd_block *block, const char *stored, bd_samples *s) {
    bd_value *data = NULL;
    bd_error error = {0};
    double group = 1.0;
    if (bd_value_read_stored(stored, &data, &error) != BD_OK)
        return bd_block_fail(block, error.status, "the signals of the Signal Builder: %s",
                             error.text);
    const bd_value *channels = find_channels(data, 0, &group);
    const bd_status status = take_channels(block, channels, group, s);
    bd_value_free(data);
    return status;
}
