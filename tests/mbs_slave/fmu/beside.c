/* a library that an FMU brings along, beside its own */
#include "beside.h"

int fmu_beside_number(void) {
    return 7;
}
