/* what our ZeroMQ sockets have in common */
#ifndef REMOTE_SOCKET_H
#define REMOTE_SOCKET_H

#include "isolation/isolation.h"

#include <stdbool.h>

void socket_set_number(void *socket, int option, int number);

/* one part of a message, copied; false if there is none. more: another part follows; may be NULL */
bool socket_receive(void *socket, int flags, mr_wire *bytes, bool *more);

/* who sent it: the address, and the key that the door knows; "" if nobody knows */
typedef struct socket_peer {
    char address[64], key[64];
} socket_peer;

bool socket_receive_from(void *socket, int flags, mr_wire *bytes, bool *more, socket_peer *peer);

#endif
