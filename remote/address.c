/* looking at addresses */
#include "address.h"

#include <stdlib.h>
#include <string.h>

bool address_is_tcp(const char *address) {
    const char *colon = strrchr(address, ':');
    if (strncmp(address, "tcp://", 6) != 0 || colon < address + 6)
        return false;
    if (strcmp(colon + 1, "*") == 0)
        return true;
    /* ZeroMQ would take 99999 for another port without a word */
    const size_t digits = strspn(colon + 1, "0123456789");
    return digits > 0 && digits <= 5 && !colon[1 + digits] && atol(colon + 1) <= 65535;
}

bool address_is_loopback(const char *address) {
    if (!address_is_tcp(address))
        return false;
    const char *host = address + 6;
    const size_t length = (size_t)(strrchr(host, ':') - host);
    /* a letter behind 127. makes a name of it, which may be anybody's */
    return (strncmp(host, "127.", 4) == 0 && strspn(host, "0123456789.") == length) ||
           (length == 9 && strncmp(host, "localhost", length) == 0) ||
           (length == 5 && strncmp(host, "[::1]", length) == 0);
}
