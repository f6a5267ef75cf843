/* key files */
#include <stdint.h>
#include <string.h>

#include "keys.h"
#include "scratch_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *path = scratch_file("a.key", data, size);
    for (int secret = 0; secret < 2; secret++) {
        key_pair keys;
        mr_message message = {""};
        const bool good = keys_read(path, secret, &keys, &message);
        if (good ? strlen(keys.public_key) != KEY_SIZE - 1 : !message.text[0])
            abort();
        if (good && secret && strlen(keys.secret_key) != KEY_SIZE - 1)
            abort();
    }
    return 0;
}
