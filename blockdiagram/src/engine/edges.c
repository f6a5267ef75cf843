/* memory of a watched signal: its last values, the crossing that an arrival at zero in the last
 * step was, and whether there is anything to remember yet */
#include "engine/edges.h"

size_t bd_watch_size(int width) {
    size_t bytes = sizeof(double) + (size_t)width * (sizeof(double) + 1);
    return (bytes + 7) / 8 * 8;
}

static double *knows(const bd_block *unit, const bd_watch *watch) {
    return (double *)(void *)((char *)unit->work + watch->at);
}

static double *last(const bd_block *unit, const bd_watch *watch) {
    return knows(unit, watch) + 1;
}

static signed char *arrival_at_zero(const bd_block *unit, const bd_watch *watch) {
    return (signed char *)(last(unit, watch) + unit->inputs[watch->input].width);
}

static double now(const bd_block *unit, const bd_watch *watch, int i) {
    const bd_port *u = &unit->inputs[watch->input];
    return bd_element_read(u->data, u->shape.type, (size_t)i);
}

/* at_zero is the crossing that the arrival at zero was: going on from there in the same direction
 * is the same one */
static int crossing(const bd_watch *watch, double before, double after, int at_zero) {
    if (watch->rising &&
        ((before < 0.0 && after >= 0.0) || (before == 0.0 && after > 0.0 && at_zero <= 0)))
        return 1;
    if (watch->falling &&
        ((before > 0.0 && after <= 0.0) || (before == 0.0 && after < 0.0 && at_zero >= 0)))
        return -1;
    return 0;
}

int bd_watch_edge(const bd_block *unit, const bd_watch *watch, int i) {
    return crossing(watch, last(unit, watch)[i], now(unit, watch, i),
                    arrival_at_zero(unit, watch)[i]);
}

bool bd_watch_fires(const bd_block *unit, const bd_watch *watch) {
    const bd_port *u = &unit->inputs[watch->input];
    if (*knows(unit, watch) == 0.0 || !u->connected)
        return false;
    for (int i = 0; i < u->width; i++)
        if (bd_watch_edge(unit, watch, i))
            return true;
    return false;
}

bool bd_watch_knows(const bd_block *unit, const bd_watch *watch) {
    return *knows(unit, watch) != 0.0;
}

double bd_watch_last(const bd_block *unit, const bd_watch *watch, int i) {
    return last(unit, watch)[i];
}

void bd_watch_begin(bd_block *unit, const bd_watch *watch) {
    for (int i = 0; i < unit->inputs[watch->input].width; i++)
        last(unit, watch)[i] = watch->initial;
    *knows(unit, watch) = watch->has_initial;
}

void bd_watch_remember(bd_block *unit, const bd_watch *watch) {
    const bd_port *u = &unit->inputs[watch->input];
    double *values = last(unit, watch), *known = knows(unit, watch);
    signed char *at_zero = arrival_at_zero(unit, watch);
    if (!u->connected)
        return;
    for (int i = 0; i < u->width; i++) {
        double value = now(unit, watch, i);
        /* only an arrival in this very step: what rests at zero may cross anew */
        bool arrives = value == 0.0 && values[i] != 0.0 && *known != 0.0;
        at_zero[i] = arrives ? (signed char)crossing(watch, values[i], value, 0) : 0;
        values[i] = value;
    }
    *known = 1.0;
}
