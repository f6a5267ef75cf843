/* .mdl text of any kind */
#include <stdint.h>

#include "round_trip.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    check_bytes(data, size);
    return 0;
}
