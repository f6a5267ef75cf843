/* driving FMU slaves by hand */
#define _XOPEN_SOURCE 700
#include "drive.h"

#include <dirent.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const mr_slave_type *fmu_type;

static mr_plugin *plugin;
static char folder[64], temporary[80];

int fmu_runs_begin(void) {
    mr_message message;
    strcpy(folder, "/tmp/multirate-test-XXXXXX");
    if (!mkdtemp(folder))
        return 0;
    snprintf(temporary, sizeof temporary, "%s/tmp %%",
             folder); /* a name that needs care in a URI */
    char made[96];
    snprintf(made, sizeof made, "mkdir '%s'", temporary);
    if (system(made) != 0 || mr_plugin_load("fmu", &plugin, NULL, &message) != MR_OK)
        return 0;
    setenv("TMPDIR", temporary, 1);
    fmu_type = mr_plugin_type(plugin);
    return 1;
}

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *where) {
    (void)info;
    (void)kind;
    (void)where;
    return remove(path);
}

void fmu_runs_end(void) {
    mr_plugin_unload(plugin);
    nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

int fmu_left_behind(void) {
    int count = 0;
    DIR *all = opendir(temporary);
    for (struct dirent *entry; all && (entry = readdir(all));)
        count += entry->d_name[0] != '.';
    if (all)
        closedir(all);
    return count;
}

const char *fmu_scratch(const char *name) {
    static char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static mr_status inputs_at(void *context, double t, double *u) {
    fmu_run *run = context;
    run->asked++;
    const int width = mr_variables_width(run->description.inputs, run->description.input_count);
    for (int i = 0; i < width; i++)
        u[i] = run->values[i];
    if (run->force && width > 0)
        u[0] = run->force(t);
    return run->answer;
}

mr_status fmu_run_open(fmu_run *run, const char *file, const char *configuration) {
    char text[8192];
    run->message.text[0] = '\0';
    run->instance = NULL;
    run->type = fmu_type;
    snprintf(text, sizeof text, "file='%s' %s", file, configuration);
    mr_status status = fmu_type->open(text, &run->message, &run->instance);
    if (status != MR_OK)
        return status;
    run->type->describe(run->instance, &run->description);
    run->type = run->description.type;
    run->outputs = mr_variables_width(run->description.outputs, run->description.output_count);
    return MR_OK;
}

mr_status fmu_run_start(fmu_run *run, double t0) {
    const mr_inputs inputs = {.at = inputs_at, .context = run, .constant = run->constant};
    run->t = t0;
    mr_status status = run->type->initialise(run->instance, t0, &inputs);
    return status == MR_OK ? run->type->outputs(run->instance, run->y) : status;
}

mr_status fmu_run_to(fmu_run *run, double t) {
    const mr_inputs inputs = {.at = inputs_at, .context = run, .constant = run->constant};
    mr_status status = MR_OK;
    while (status == MR_OK && run->t < t - 1e-9)
        status = run->type->step(run->instance, &inputs, &run->t);
    return status == MR_OK ? run->type->outputs(run->instance, run->y) : status;
}

void fmu_run_close(fmu_run *run) {
    if (run->instance)
        run->type->close(run->instance);
    run->instance = NULL;
}
