/* looking at addresses */
#include "address.h"

#include <string.h>

bool address_is_tcp(const char *address) {
    return strncmp(address, "tcp://", 6) == 0 && strchr(address + 6, ':') != NULL;
}

bool address_is_loopback(const char *address) {
    const char *host = address + 6;
    return address_is_tcp(address) &&
           (strncmp(host, "127.", 4) == 0 || strncmp(host, "localhost:", 10) == 0 ||
            strncmp(host, "[::1]:", 6) == 0) &&
           strspn(host, "0123456789.:localhst[]*") == strlen(host);
}
