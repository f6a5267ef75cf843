/* systems of slaves with interface models (coupling=model, model: yes): what such a model is
 * depends on what its slave tells on the way, so that the run itself is tried (analysis/struck.h)
 */
#ifndef CLI_STABILITY_MODELS_H
#define CLI_STABILITY_MODELS_H

#include "arguments.h"

#include "analysis/coupling.h"
#include "system/system.h"

#include <stdbool.h>

typedef struct stability_models {
    bool has;  /* interface models */
    bool bent; /* a member is not quite linear */
    char *path, *coupling;
    const text_list *settings; /* of whoever asks */
} stability_models;

bool stability_has_models(const sy_system *system, const char *coupling);

/* takes them out of the description; false: no memory */
bool stability_without_models(sy_system *system);

/* all steps multiplied by this factor */
mr_status stability_models_point(const stability_models *models, double factor, double tolerance,
                                 an_stability *found, mr_message *message);
void stability_models_free(stability_models *models);

/* members that hear of others and are heard; held: by a joint. How many are not
 * (stability_system.c)
 */
int stability_find_loops(const sy_run *run, bool *in, bool *held);

#endif
