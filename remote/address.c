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
    const char *host = address + 6;
    return address_is_tcp(address) &&
           (strncmp(host, "127.", 4) == 0 || strncmp(host, "localhost:", 10) == 0 ||
            strncmp(host, "[::1]:", 6) == 0) &&
           strspn(host, "0123456789.:localhst[]*") == strlen(host);
}
