/* the list of solvers, and the one without states */
#include "engine/run.h"

#include <math.h>
#include <string.h>

static bd_status create_nothing(bd_run *run, void **memory) {
    (void)run;
    *memory = NULL;
    return BD_OK;
}

static bd_status go_to_target(bd_run *run, void *memory, double target, double *reached) {
    (void)memory;
    /* multiples of the largest step from the start, so that nothing is accumulated */
    const bd_settings *s = &run->settings;
    double begin = run->clock.time;
    double end = isfinite(s->max_step)
                     ? s->start_time +
                           (floor((begin - s->start_time) / s->max_step + 1e-9) + 1.0) * s->max_step
                     : INFINITY;
    if (!(end > begin))
        end = begin + s->max_step;
    *reached = run->settings.fixed_step || end > target ? target : end;
    return BD_OK;
}

static bd_status nothing_to_interpolate(bd_run *run, void *memory, double time) {
    (void)run;
    (void)memory;
    (void)time;
    return BD_OK;
}

const bd_solver_type bd_solver_discrete = {.name = "discrete",
                                           .create = create_nothing,
                                           .step = go_to_target,
                                           .interpolate = nothing_to_interpolate};

#define TABLE(name) &bd_solver_##name,
const bd_solver_type *const bd_solvers[] = {BD_FIXED_SOLVERS(TABLE) BD_VARIABLE_SOLVERS(TABLE)
                                                NULL};

const bd_solver_type *bd_solver_find(const char *name) {
    for (const bd_solver_type *const *s = bd_solvers; *s; s++)
        if (strcmp((*s)->name, name) == 0)
            return *s;
    return &bd_solver_discrete;
}
