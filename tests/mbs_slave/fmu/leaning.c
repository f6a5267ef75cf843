/* makes an FMU need the library beside it */
#include "beside.h"

__attribute__((visibility("default"))) int fmu_leaning_number(void);
int fmu_leaning_number(void) {
    return fmu_beside_number();
}
