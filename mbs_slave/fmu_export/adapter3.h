/* what the files of the FMI 3.0 adapter share */
#ifndef FMU_ADAPTER3_H
#define FMU_ADAPTER3_H

#include "exported.h"
#include "fmu/fmi3.h"

#define EXPORT                                __attribute__((visibility("default")))
#define FMI3_DECLARE(name, answer, arguments) EXPORT answer fmi3##name arguments;
FMI3_REQUIRED(FMI3_DECLARE)
FMI3_OPTIONAL(FMI3_DECLARE)
FMI3_EXCHANGE(FMI3_DECLARE)

/* what a reference stands for, and where its scalars are */
typedef enum fmi3_kind {
    FMI3_IS_INPUT,
    FMI3_IS_OUTPUT,
    FMI3_IS_TIME,
    FMI3_IS_PARAMETER,
    FMI3_IS_STATE,
    FMI3_IS_RATE
} fmi3_kind;

typedef struct fmi3_place {
    fmi3_kind kind;
    int first, size;
} fmi3_place;

bool fmi3_find(const exported *self, uint32_t reference, fmi3_place *place);

/* logs the sentence of a status that is not good, and answers `bad` */
fmi3_status fmi3_tell(const exported *self, mr_status status, fmi3_status bad);

static inline fmi3_status fmi3_say(const exported *self, mr_status status) {
    return fmi3_tell(self, status, FMI3_ERROR);
}

fmi3_status fmi3_refuse(exported *self, const char *what);

/* a new instance with what all interface types are told; NULL and a message in the log */
exported *fmi3_open(const char *name, const char *token, const char *resources, bool logging,
                    bool exchange, void *environment, fmi3_logger *logger);

/* directional derivatives of outputs and rates by inputs and states (Model Exchange) */
fmi3_status fmi3_exchange_direction(exported *self, const uint32_t unknowns[], size_t unknown_count,
                                    const uint32_t knowns[], size_t known_count,
                                    const double seed[], size_t seed_count, double sensitivity[],
                                    size_t sensitivity_count);

#endif
