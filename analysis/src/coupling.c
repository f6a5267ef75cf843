/* maps, their spectral radius, and the largest stable step */
#include "coupling.h"

#include "analysis/matrix.h"

#include <math.h>
#include <stdlib.h>

void an_coupling_default(an_coupling *c) {
    *c = (an_coupling){.scheme = AN_PARALLEL,
                       .step = 1.0,
                       .slave_step = 1.0,
                       .master_method = an_method_find("exact"),
                       .slave_method = an_method_find("exact"),
                       .master_substeps = 1,
                       .slave_substeps = 1,
                       .tolerance = 1e-6};
    mr_config_default(&c->config);
}

/* a map is linear: what decides on the way cannot be analysed */
static mr_status check_coupling(const an_coupling *c, mr_message *message) {
    const char *wrong = NULL;
    if (!(c->step > 0.0) || !isfinite(c->step) || !(c->slave_step > 0.0) ||
        !isfinite(c->slave_step))
        wrong = "step sizes must be positive";
    else if (c->master_substeps < 1 || c->slave_substeps < 1 || c->master_substeps > 1000 ||
             c->slave_substeps > 1000)
        wrong = "there are 1 to 1000 steps per exchange";
    else if (c->config.to_slave.type->adapts || c->config.to_master.type->adapts)
        wrong = "the selector chooses its order on the way: there is no linear map of it";
    else if (c->config.identify)
        wrong = "identified matrices change on the way: there is no linear map of them";
    if (!wrong)
        return mr_config_check(&c->config, message);
    mr_message_set(message, "%s", wrong);
    return MR_ERR_UNSUPPORTED;
}

static mr_status make_map(an_map *map, const an_pair *pair, const an_coupling *coupling,
                          mr_message *message) {
    MR_TRY(an_pair_check(pair, message));
    MR_TRY(check_coupling(coupling, message));
    return coupling->scheme == AN_STAGGERED ? an_staggered_map(map, pair, coupling, message)
                                            : an_parallel_map(map, pair, coupling, message);
}

mr_status an_map_make(an_map *map, const an_pair *pair, const an_coupling *coupling,
                      mr_message *message) {
    *map = (an_map){0};
    const mr_status status = make_map(map, pair, coupling, message);
    if (status == MR_ERR_MEMORY)
        mr_message_set(message, "not enough memory for the map of the coupling");
    if (status != MR_OK)
        an_map_free(map);
    return status;
}

void an_map_free(an_map *map) {
    free(map->M);
    *map = (an_map){0};
}

mr_status an_stability_find(an_stability *stability, const an_pair *pair,
                            const an_coupling *coupling, mr_message *message) {
    an_map map;
    *stability = (an_stability){0};
    MR_TRY(an_map_make(&map, pair, coupling, message));
    const mr_status status = an_spectral_radius(map.M, map.dimension, &stability->radius);
    stability->growth = log(stability->radius) / map.period;
    stability->period = map.period;
    stability->dimension = map.dimension;
    stability->stable = stability->radius <= 1.0 + coupling->tolerance * map.master_steps +
                                                 coupling->blur * stability->period;
    an_map_free(&map);
    return an_blame(status, MR_ERR_ARGUMENT, message,
                    "the eigenvalues of the coupling cannot be found");
}

/* stable at this step? */
static mr_status try_step(const an_pair *pair, const an_coupling *coupling, double step,
                          bool *stable, mr_message *message) {
    an_coupling scaled = *coupling;
    an_stability found;
    scaled.step = step;
    scaled.slave_step = coupling->slave_step * step / coupling->step;
    const mr_status status = an_stability_find(&found, pair, &scaled, message);
    *stable = status == MR_OK && found.stable;
    return status;
}

mr_status an_stability_limit(double *limit, const an_pair *pair, const an_coupling *coupling,
                             double from, double to, mr_message *message) {
    const double ratio = 1.05; /* narrower tongues of instability are passed over */
    double low = 0.0, high = from;
    bool stable = true;
    mr_status status = MR_OK;
    while (status == MR_OK && stable) {
        status = try_step(pair, coupling, high, &stable, message);
        if (stable && high >= to) {
            *limit = to;
            return status;
        }
        if (stable) {
            low = high;
            high = fmin(high * ratio, to);
        }
    }
    for (int i = 0; status == MR_OK && low > 0.0 && i < 40 && high - low > 1e-9 * high; i++) {
        const double middle = 0.5 * (low + high);
        status = try_step(pair, coupling, middle, &stable, message);
        *(stable ? &low : &high) = middle;
    }
    *limit = low;
    return status;
}
