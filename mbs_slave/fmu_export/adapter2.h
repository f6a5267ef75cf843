/* what the files of the FMI 2.0 adapter share */
#ifndef FMU_ADAPTER2_H
#define FMU_ADAPTER2_H

#include "exported.h"
#include "fmu/fmi2.h"

#define EXPORT                                __attribute__((visibility("default")))
#define FMI2_DECLARE(name, answer, arguments) EXPORT answer fmi2##name arguments;
FMI2_REQUIRED(FMI2_DECLARE)
FMI2_OPTIONAL(FMI2_DECLARE)
FMI2_EXCHANGE(FMI2_DECLARE)

/* logs the sentence of a status that is not good, and answers `bad` */
fmi2_status fmi2_tell(const exported *self, mr_status status, fmi2_status bad);

static inline fmi2_status fmi2_say(const exported *self, mr_status status) {
    return fmi2_tell(self, status, FMI2_ERROR);
}

fmi2_status fmi2_refuse(exported *self, const char *what);

/* directional derivatives of outputs and rates by inputs and states (Model Exchange) */
fmi2_status fmi2_exchange_direction(exported *self, const unsigned unknowns[], size_t unknown_count,
                                    const unsigned knowns[], size_t known_count,
                                    const double seed[], double sensitivity[]);

#endif
