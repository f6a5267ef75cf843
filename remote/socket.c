/* what our ZeroMQ sockets have in common */
#include "socket.h"

#include <string.h>
#include <zmq.h>

void socket_set_number(void *socket, int option, int number) {
    zmq_setsockopt(socket, option, &number, sizeof number);
}

bool socket_receive(void *socket, int flags, mr_wire *bytes, bool *more) {
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
    }
    zmq_msg_close(&message);
    return there;
}
