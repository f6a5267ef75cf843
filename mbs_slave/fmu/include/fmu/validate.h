/* what of an FMU breaks the rules of the standard, in sentences */
#ifndef FMU_VALIDATE_H
#define FMU_VALIDATE_H

#include "fmu/archive.h"
#include "fmu/description.h"

typedef enum fmu_severity {
    FMU_VIOLATION, /* the standard forbids it */
    FMU_DOUBT      /* allowed, and yet other tools will stumble */
} fmu_severity;

/* takes the sentences; where: "description", "binary", "life cycle" */
typedef struct fmu_judge {
    void (*tell)(void *context, fmu_severity severity, const char *where, const char *sentence);
    void *context;
} fmu_judge;

void fmu_judge_tell(const fmu_judge *judge, fmu_severity severity, const char *where,
                    const char *format, ...) __attribute__((format(printf, 4, 5)));

/* rules on what the description says, beyond what reading it has refused */
void fmu_validate_description(const fmu_description *description, const fmu_judge *judge);

/* is there a binary for this machine under its right name, and has it all functions? */
mr_status fmu_validate_binary(const fmu_description *description, fmu_archive *archive,
                              const fmu_judge *judge, mr_message *message);

#endif
