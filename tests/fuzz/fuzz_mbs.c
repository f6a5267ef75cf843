/* mechanisms (.mbs): what can be read is started, makes some steps, tells all it can tell */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "mbs/model.h"
#include "mbs/simulation.h"
#include "mutate_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t room);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed);

enum { STEPS = 3, MOST_SCALARS = 1000 };

static const char *const words[] = {"0",         "1",
                                    "-1",        "1e308",
                                    "1e-308",    "[0, 0, 1]",
                                    "[1, 0, 0]", "ground",
                                    "revolute",  "spherical",
                                    "prismatic", "cylindrical",
                                    "[1, 2, 3]", "pi/2",
                                    "1/0",       "sqrt(-1)",
                                    "input.f",   "output",
                                    "force",     "torque",
                                    "spring",    "damper",
                                    "tyre",      "[]",
                                    "{}",        "[[1,0,0],[0,1,0],[0,0,1]]",
                                    "true",      "step: 1e-2",
                                    "static",    "body.point",
                                    "name: a",   "- {name: b}",
                                    "length: 0"};

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed) {
    if (seed % 3 == 0)
        return LLVMFuzzerMutate(data, size, room);
    return mutate_text(data, size, room, seed, words, sizeof words / sizeof *words);
}

static mr_status at(void *context, double t, double *u) {
    const int *count = context;
    for (int i = 0; i < *count; i++)
        u[i] = sin(t + i);
    return MR_OK;
}

static void run(const mbs_model *model) {
    mr_message message = {""};
    mbs_simulation *simulation = NULL;
    int width = mr_variables_width(mbs_model_inputs(model), mbs_model_input_count(model));
    const mr_inputs inputs = {at, &width, false};
    const int outputs = mbs_model_output_width(model);
    double *y = calloc((size_t)outputs + 1, sizeof *y);
    mr_status status = mbs_simulation_new(model, &simulation, &message);
    if ((status == MR_OK) != (simulation != NULL))
        abort();
    if (status == MR_OK)
        status = mbs_simulation_start(simulation, 0.0, &inputs);
    for (int i = 0; y && status == MR_OK && i < STEPS; i++) {
        status = mbs_simulation_step(simulation, &inputs, 1e-3);
        if (status == MR_OK) {
            mbs_simulation_outputs(simulation, y);
            mbs_simulation_rates(simulation, y);
            (void)mbs_simulation_energy(simulation);
        }
    }
    mbs_simulation_free(simulation);
    free(y);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    mr_message message = {""};
    mbs_model *model = NULL;
    const mr_status status =
        mbs_read_text((const char *)data, size, "fuzz.mbs", NULL, 0, &model, &message);
    if ((status == MR_OK) != (model != NULL) || (status != MR_OK && !message.text[0]))
        abort();
    if (model && mbs_model_output_width(model) < MOST_SCALARS)
        run(model);
    mbs_model_free(model);
    return 0;
}
