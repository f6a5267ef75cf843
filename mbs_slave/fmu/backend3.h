/* the parts of the backend for FMI 3.0 */
#ifndef FMU_BACKEND3_H
#define FMU_BACKEND3_H

#include "fmu.h"

/* backend3_values.c: entries of the backend */
mr_status fmu3_set(fmu_instance *fmu, const fmu_group *g, const void *values);
mr_status fmu3_get(fmu_instance *fmu, const fmu_group *g, void *values);
mr_status fmu3_set_text(fmu_instance *fmu, const fmu_variable *v, const char *text);
mr_status fmu3_get_bytes(fmu_instance *fmu, fmu_kind kind, uint32_t reference, const char **bytes,
                         size_t *size);
mr_status fmu3_put_bytes(fmu_instance *fmu, fmu_kind kind, uint32_t reference, const char *bytes,
                         size_t size);

/* backend3_steps.c */
mr_status fmu3_step(fmu_instance *fmu, double t, double h, double *reached);
/* event iteration at t, and back to step mode */
mr_status fmu3_handle_events(fmu_instance *fmu, double t);

#endif
