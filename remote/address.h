/* who may be spoken to without keys: this machine alone */
#ifndef REMOTE_ADDRESS_H
#define REMOTE_ADDRESS_H

#include <stdbool.h>

/* tcp://127.x.y.z:port, tcp://localhost:port, tcp://[::1]:port */
bool address_is_loopback(const char *address);

/* tcp://host:port; port * is for a server that takes any */
bool address_is_tcp(const char *address);

#endif
