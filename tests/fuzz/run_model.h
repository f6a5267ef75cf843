/* a model that is compiled and run for some steps; its state goes out and in */
#ifndef RUN_MODEL_H
#define RUN_MODEL_H

#include <stdint.h>
#include <stdlib.h>

#include "blockdiagram/diagram.h"
#include "blockdiagram/run.h"
#include "blockdiagram/workspace.h"

enum { STEPS = 12 };

/* what was saved is what comes back */
static inline void go_back(bd_run *run, bd_error *error) {
    const size_t size = bd_run_state_size(run);
    void *bytes = size > 0 && size < 1000000 ? malloc(size) : NULL;
    if (bytes && bd_run_save(run, bytes, size, error) == BD_OK) {
        const double t = bd_run_time(run);
        if (bd_run_restore(run, bytes, size, error) == BD_OK && bd_run_time(run) != t)
            abort();
    }
    free(bytes);
}

static inline void run_model(const bd_diagram *diagram) {
    bd_error error = {0};
    bd_log log = {0};
    bd_workspace *base = NULL;
    bd_run *run = NULL;
    bd_options options = bd_options_default();
    options.log = &log;
    if (bd_workspace_create("base", NULL, &base, &error) != BD_OK)
        abort();
    bd_status status = bd_run_compile(diagram, base, &options, NULL, &run, &error);
    if ((status == BD_OK) != (run != NULL) || (status != BD_OK && !error.text[0]))
        abort();
    if (status == BD_OK) {
        status = bd_run_start(run, &error);
        for (int i = 0; status == BD_OK && i < STEPS && !bd_run_is_done(run); i++) {
            status = bd_run_step(run, &error);
            if (status == BD_OK && i == STEPS / 2)
                go_back(run, &error);
        }
        if (status != BD_OK && !error.text[0])
            abort();
        (void)bd_run_finish(run, &error);
    }
    bd_run_free(run);
    bd_workspace_free(base);
    bd_log_free(&log);
}

static inline void read_and_run(const uint8_t *data, size_t size) {
    bd_diagram *diagram = NULL;
    bd_error error = {0};
    /* of a folder that is not there: functions are not looked for around it */
    if (bd_diagram_read_memory(data, size, "/none/input", NULL, &diagram, NULL, &error) == BD_OK)
        run_model(diagram);
    bd_diagram_free(diagram);
}

#endif
