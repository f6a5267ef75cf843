/* composing and reading frames */
#include "frame.h"

#include <stdlib.h>
#include <string.h>

#define MOST_WIDTH 1000000

void frame_begin(mr_wire *frame, frame_kind kind) {
    mr_wire_clear(frame);
    mr_wire_put_number(frame, (int32_t)kind);
}

void frame_put_message(mr_wire *frame, const mr_wire *message) {
    mr_wire_put_number(frame, (int32_t)message->size);
    unsigned char *place = mr_wire_extend(frame, message->size);
    if (place && message->size > 0)
        memcpy(place, message->data, message->size);
}

void frame_put_known(mr_wire *frame, const known_inputs *known) {
    mr_wire_put_number(frame, known->count);
    mr_wire_put_number(frame, (int32_t)known->width);
    mr_wire_put_reals(frame, known->t, (size_t)known->count);
    mr_wire_put_reals(frame, known->u, (size_t)known->count * known->width);
}

bool frame_take_message(mr_wire *frame, mr_wire *message) {
    const int32_t size = mr_wire_take_number(frame);
    mr_wire_clear(message);
    if (frame->bad || size < 0 || (size_t)size > frame->size - frame->at)
        return false;
    unsigned char *place = mr_wire_extend(message, (size_t)size);
    if (!place)
        return false;
    if (size > 0)
        memcpy(place, frame->data + frame->at, (size_t)size);
    frame->at += (size_t)size;
    return true;
}

bool frame_take_known(mr_wire *frame, known_inputs *known) {
    known->count = mr_wire_take_number(frame);
    const int32_t width = mr_wire_take_number(frame);
    /* no more memory than the frame has numbers for */
    const size_t left = frame->bad ? 0 : (frame->size - frame->at) / sizeof(double);
    if (frame->bad || known->count < 0 || known->count > FRAME_TIMES || width < 0 ||
        width > MOST_WIDTH || (size_t)known->count * ((size_t)width + 1) > left) {
        known->count = 0;
        return false;
    }
    const size_t needed = (size_t)known->count * (size_t)width;
    if (known->room < needed || !known->u) {
        double *u = realloc(known->u, (needed + 1) * sizeof *u);
        if (!u) {
            known->count = 0;
            return false;
        }
        known->u = u;
        known->room = needed;
    }
    known->width = (size_t)width;
    mr_wire_take_reals(frame, known->t, (size_t)known->count);
    mr_wire_take_reals(frame, known->u, (size_t)known->count * known->width);
    if (!mr_wire_done(frame))
        known->count = 0;
    return mr_wire_done(frame);
}

int message_kind(const mr_wire *message) {
    mr_wire look = *message;
    look.at = 0;
    look.bad = false;
    return mr_wire_take_number(&look);
}
