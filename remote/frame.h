/* what travels between the bridge and the server: one ZeroMQ message per turn
 *
 * HELLO, to the server and back: version. Both speak the same.
 *
 * ASK, to the server: a question of the master (isolation/protocol.h), and inputs that the slave
 * will want, so that one step of the slave is one turn.
 *
 * TELL, to the bridge: what the slave says.
 *
 * SORRY, to the bridge: a sentence, why there is no slave (any more).
 *
 * THERE, to the bridge: is it still there? Needs no answer.
 *
 * All of it little-endian (isolation/wire.h). What is taken may come from a stranger. */
#ifndef REMOTE_FRAME_H
#define REMOTE_FRAME_H

#include "isolation/isolation.h"

#define REMOTE_VERSION (0x4d520000 + MR_PROTOCOL_VERSION)

typedef enum frame_kind {
    FRAME_HELLO = 1,
    FRAME_ASK,
    FRAME_TELL,
    FRAME_SORRY,
    FRAME_THERE
} frame_kind;

#define FRAME_TIMES 8 /* inputs known beforehand, at most */

/* inputs at some times, before the slave asks for them */
typedef struct known_inputs {
    int count;
    size_t width; /* numbers per time */
    double t[FRAME_TIMES];
    double *u;   /* count × width, or NULL */
    size_t room; /* of u, when it was taken from a frame */
} known_inputs;

void frame_begin(mr_wire *frame, frame_kind kind);
void frame_put_message(mr_wire *frame, const mr_wire *message);
void frame_put_known(mr_wire *frame, const known_inputs *known);

/* a message inside the frame, copied; false if there is none */
bool frame_take_message(mr_wire *frame, mr_wire *message);
bool frame_take_known(mr_wire *frame, known_inputs *known);

/* the kind of a protocol message, without taking it */
int message_kind(const mr_wire *message);

#endif
