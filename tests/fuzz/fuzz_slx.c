/* .slx archives; anything else is taken as the parts of a package, because hardly a changed archive
 * gets past its checksums */
#include <stdint.h>

#include "round_trip.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char begin[] = "__MWOPC_PACKAGE_BEGIN__ R2021b\n",
                      end[] = "\n__MWOPC_PACKAGE_END__\n";
    if (size >= 2 && data[0] == 'P' && data[1] == 'K') {
        check_bytes(data, size);
        return 0;
    }
    size_t total = sizeof begin - 1 + size + sizeof end - 1;
    char *text = malloc(total);
    if (!text)
        return 0;
    memcpy(text, begin, sizeof begin - 1);
    memcpy(text + sizeof begin - 1, data, size);
    memcpy(text + sizeof begin - 1 + size, end, sizeof end - 1);
    check_bytes(text, total);
    free(text);
    return 0;
}
