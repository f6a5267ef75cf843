/* one FMU slave driven by hand, in a temporary folder of its own that must be empty at the end */
#ifndef FMU_DRIVE_H
#define FMU_DRIVE_H

#include "mr_test.h"
#include "multirate/plugin.h"

#define FMUS MR_BINARY_DIR "/tests/mbs_slave/fmu/fmus"

typedef struct fmu_run {
    void *instance;
    const mr_slave_type *type;
    mr_message message;
    mr_slave_description description;
    int outputs;
    double t, y[64];
    /* inputs: input 0 is force(t), or the constants of `values` */
    double (*force)(double t);
    double values[64];
    bool constant;
    int asked;
    mr_status answer;
} fmu_run;

extern const mr_slave_type *fmu_type;

/* loads the plug-in and makes a temporary folder; 0 if that fails */
int fmu_runs_begin(void);
void fmu_runs_end(void);

/* number of files left in the temporary folder */
int fmu_left_behind(void);

/* opens FILE with a configuration; the status of opening */
mr_status fmu_run_open(fmu_run *run, const char *file, const char *configuration);
mr_status fmu_run_start(fmu_run *run, double t0);
/* steps of the slave's own until t; the outputs are in y then */
mr_status fmu_run_to(fmu_run *run, double t);
void fmu_run_close(fmu_run *run);

/* a path in the temporary folder's neighbour, where tests put what they make */
const char *fmu_scratch(const char *name);

#endif
