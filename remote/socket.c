/* what our ZeroMQ sockets have in common */
#include "socket.h"

#include <stdio.h>
#include <string.h>
#include <zmq.h>

void socket_set_number(void *socket, int option, int number) {
    zmq_setsockopt(socket, option, &number, sizeof number);
}

static void copy_property(const zmq_msg_t *message, const char *name, char *text, size_t size) {
    const char *value = zmq_msg_gets(message, name);
    snprintf(text, size, "%s", value ? value : "");
}

bool socket_receive_from(void *socket, int flags, mr_wire *bytes, bool *more, socket_peer *peer) {
    zmq_msg_t message;
    zmq_msg_init(&message);
    const bool there = zmq_msg_recv(&message, socket, flags) >= 0;
    if (there) {
        mr_wire_clear(bytes);
        unsigned char *place = mr_wire_extend(bytes, zmq_msg_size(&message));
        if (place && zmq_msg_size(&message) > 0)
            memcpy(place, zmq_msg_data(&message), zmq_msg_size(&message));
        if (more)
            *more = zmq_msg_more(&message);
        if (peer) {
            copy_property(&message, "Peer-Address", peer->address, sizeof peer->address);
            copy_property(&message, "User-Id", peer->key, sizeof peer->key);
        }
    }
    zmq_msg_close(&message);
    return there;
}

bool socket_receive(void *socket, int flags, mr_wire *bytes, bool *more) {
    return socket_receive_from(socket, flags, bytes, more, NULL);
}
