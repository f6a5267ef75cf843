/* messages through shared memory */
#include "atomics.h"

#if defined(MR_CAN_ISOLATE)
#include "channel_memory.h"

#include "multirate/interface.h"
#include "isolation/protocol.h"

#include <math.h>
#include <string.h>

#define PART        MR_CHANNEL_PART
#define MOST_BYTES  ((size_t)256 << 20)
#define FIRST_SLEEP 1e-3
#define LAST_SLEEP  20e-3

typedef mr_channel_side side;

bool mr_channel_make(mr_channel *channel, double look, mr_channel_handle *handle) {
    *channel = (mr_channel){.own = 0, .longest = mr_channel_has_one_processor() ? 0.0 : look};
    channel->look = channel->longest;
    if (!mr_channel_map_new(channel, handle))
        return false;
    channel->memory->version = MR_PROTOCOL_VERSION;
    channel->memory->look = channel->look;
    return true;
}

bool mr_channel_join(mr_channel *channel, mr_channel_handle handle) {
    *channel = (mr_channel){.own = 1};
    if (!mr_channel_map(channel, handle))
        return false;
    if (channel->memory->version != MR_PROTOCOL_VERSION) {
        mr_channel_close(channel);
        return false;
    }
    channel->longest = channel->look = channel->memory->look;
    return true;
}

static void post(mr_channel *channel, const unsigned char *data, size_t length, bool more) {
    side *mine = &channel->memory->sides[channel->own];
    if (length > 0)
        memcpy(mine->data, data, length);
    mine->length = (uint32_t)length;
    mine->more = more;
    /* in one order with the reader's "I sleep": either it sees the part or we see it asleep */
    mr_atomic_store(&mine->posted, ++channel->posted);
    if (mr_atomic_load(&mine->reader_sleeps))
        mr_channel_wake(channel);
}

static bool arrived(const mr_channel *channel) {
    side *other = &channel->memory->sides[!channel->own];
    return mr_atomic_acquire(&other->posted) != channel->seen;
}

bool mr_channel_look(const mr_channel *channel, double seconds) {
    if (seconds <= 0.0)
        return arrived(channel);
    const double begin = mr_seconds();
    do {
        for (int i = 0; i < 32; i++) {
            if (arrived(channel))
                return true;
            mr_channel_pause();
        }
        mr_channel_yield(); /* the answer may need this processor */
    } while (mr_seconds() - begin < seconds);
    return false;
}

static mr_channel_status sleep_for(mr_channel *channel, double deadline) {
    side *other = &channel->memory->sides[!channel->own];
    mr_channel_status status = MR_CHANNEL_OK;
    double slice = FIRST_SLEEP;
    mr_atomic_store(&other->reader_sleeps, 1);
    while (!arrived(channel)) {
        mr_channel_sleep(channel, channel->alive ? slice : INFINITY);
        if (arrived(channel))
            break;
        /* asked before the last look, because its last words may have come between */
        if (channel->alive && !channel->alive(channel->context)) {
            status = arrived(channel) ? MR_CHANNEL_OK : MR_CHANNEL_GONE;
            break;
        }
        if (mr_seconds() >= deadline) {
            status = MR_CHANNEL_LATE;
            break;
        }
        slice = fmin(2.0 * slice, LAST_SLEEP);
        slice = fmin(slice, fmax(deadline - mr_seconds(), 1e-6));
    }
    mr_atomic_store(&other->reader_sleeps, 0);
    return status;
}

/* a side that looks in vain may well keep the other from the processor that it needs: looking is
 * cut by half each time, and doubled when it was of use. Now and then it is tried in full, since
 * the machine may have become idle. */
static mr_channel_status wait_for(mr_channel *channel, double deadline) {
    if (arrived(channel))
        return MR_CHANNEL_OK;
    const double longest = channel->longest, least = 0.02 * longest;
    const bool trial = ++channel->waits % 64 == 0;
    if (mr_channel_look(channel, trial ? longest : channel->look)) {
        channel->look = trial ? longest : fmin(longest, 2.0 * channel->look);
        return MR_CHANNEL_OK;
    }
    channel->look = fmax(least, 0.5 * channel->look);
    return sleep_for(channel, deadline);
}

mr_channel_status mr_channel_send(mr_channel *channel, const mr_wire *message, double deadline) {
    if (message->bad)
        return MR_CHANNEL_BROKEN;
    size_t at = 0;
    while (message->size - at > PART) {
        post(channel, message->data + at, PART, true);
        at += PART;
        const mr_channel_status status = wait_for(channel, deadline);
        if (status != MR_CHANNEL_OK)
            return status;
        channel->seen++;
    }
    post(channel, message->data + at, message->size - at, false);
    return MR_CHANNEL_OK;
}

mr_channel_status mr_channel_receive(mr_channel *channel, mr_wire *message, double deadline) {
    const side *other = &channel->memory->sides[!channel->own];
    mr_wire_clear(message);
    for (;;) {
        const mr_channel_status status = wait_for(channel, deadline);
        if (status != MR_CHANNEL_OK)
            return status;
        channel->seen++;
        /* read once: the other side may not be trusted to leave them alone */
        const uint32_t length = *(const volatile uint32_t *)&other->length;
        const uint32_t more = *(const volatile uint32_t *)&other->more;
        if (length > PART || message->size > MOST_BYTES || (more && length == 0))
            return MR_CHANNEL_BROKEN;
        unsigned char *place = mr_wire_extend(message, length);
        if (!place)
            return MR_CHANNEL_BROKEN;
        memcpy(place, other->data, length);
        if (!more)
            return MR_CHANNEL_OK;
        /* who is never late with the next part may still go on for ever */
        if (mr_seconds() > deadline)
            return MR_CHANNEL_LATE;
        post(channel, NULL, 0, false);
    }
}

#else
typedef int mr_no_channel_on_this_system;
#endif
