/* the list of solvers, and the one without states */
#include "engine/run.h"

#include <string.h>

static bd_status create_nothing(bd_simulation *simulation, void **memory) {
    (void)simulation;
    *memory = NULL;
    return BD_OK;
}

static bd_status go_to_target(bd_simulation *simulation, void *memory, double target,
                              double *reached) {
    (void)memory;
    double end = simulation->clock.time + simulation->settings.max_step;
    *reached = simulation->settings.fixed_step || end > target ? target : end;
    return BD_OK;
}

static bd_status nothing_to_interpolate(bd_simulation *simulation, void *memory, double time) {
    (void)simulation;
    (void)memory;
    (void)time;
    return BD_OK;
}

const bd_solver_type bd_solver_discrete = {.name = "discrete",
                                           .create = create_nothing,
                                           .step = go_to_target,
                                           .interpolate = nothing_to_interpolate};

const bd_solver_type *bd_solver_find(const char *name) {
    static const bd_solver_type *const all[] = {
        &bd_solver_ode1,   &bd_solver_ode2,    &bd_solver_ode3,   &bd_solver_ode4,
        &bd_solver_ode5,   &bd_solver_ode8,    &bd_solver_ode14x, &bd_solver_ode1be,
        &bd_solver_ode23,  &bd_solver_ode45,   &bd_solver_ode15s, &bd_solver_ode23s,
        &bd_solver_ode23t, &bd_solver_ode23tb, &bd_solver_ode113,
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (strcmp(all[i]->name, name) == 0)
            return all[i];
    return &bd_solver_discrete;
}
