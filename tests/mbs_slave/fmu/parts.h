/* descriptions of FMUs, made of parts and read */
#ifndef FMU_PARTS_H
#define FMU_PARTS_H

#include "fmu/description.h"
#include "mr_test.h"

/* a description of this version: what stands in its head, before and inside of the variables, and
 * behind them */
typedef struct parts {
    int version;
    const char *head, *before, *variables, *behind;
    bool exchange; /* wanted, if it is for both */
} parts;

mr_status read_parts(const parts *p, fmu_description **d, mr_message *message);
/* one that must be good */
fmu_description *read_good(const parts *p);
/* one that must be refused with this sentence */
void refuse(parts p, const char *sentence);
/* the variable, which must be there */
const fmu_variable *named(const fmu_description *d, const char *name);

#endif
