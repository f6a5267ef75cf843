/* messages between two processes over shared memory: the two sides speak in turn
 *
 * A side that waits looks at the memory for a short while first, since the answer of a small slave
 * comes sooner than a process could be put to sleep and woken; then it sleeps (on a futex, or an
 * event). Messages longer than a part of the memory go part by part, each acknowledged by an empty
 * one. */
#ifndef MR_CHANNEL_H
#define MR_CHANNEL_H

#include "isolation/wire.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct mr_channel_memory mr_channel_memory;

/* what another process needs to get at the memory: a descriptor, or handles that it inherits */
#if defined(_WIN32)
typedef struct mr_channel_handle {
    void *mapping;
    void *bells[2]; /* rung by side 0, by side 1 */
} mr_channel_handle;
#else
typedef int mr_channel_handle;
#endif

typedef struct mr_channel {
    mr_channel_memory *memory;
    int own;         /* 0: master, 1: slave */
    uint32_t posted; /* parts that this side has posted */
    uint32_t seen;   /* parts of the other side that this side has seen */
    double longest;  /* s that it may look before it sleeps */
    double look;     /* s that it does: adapts to what is of use */
    unsigned waits;
    bool (*alive)(void *context); /* asked now and then while waiting; NULL: never */
    void *context;
#if defined(_WIN32)
    mr_channel_handle handle;
#endif
} mr_channel;

typedef enum mr_channel_status {
    MR_CHANNEL_OK,
    MR_CHANNEL_LATE,  /* the deadline has passed */
    MR_CHANNEL_GONE,  /* the other side is not alive */
    MR_CHANNEL_BROKEN /* what came is no message, or there is no memory for it */
} mr_channel_status;

/* makes the memory; *handle is what the other process maps, and is released by the caller once that
 * has it. look: longest time in s to wait awake */
bool mr_channel_make(mr_channel *channel, double look, mr_channel_handle *handle);
void mr_channel_release(mr_channel_handle *handle);

/* maps what the other side has made; false if it is of another version */
bool mr_channel_join(mr_channel *channel, mr_channel_handle handle);

void mr_channel_close(mr_channel *channel);

/* deadline: by mr_seconds(); INFINITY: none */
mr_channel_status mr_channel_send(mr_channel *channel, const mr_wire *message, double deadline);
mr_channel_status mr_channel_receive(mr_channel *channel, mr_wire *message, double deadline);

/* looks for a message for so many s, without sleeping; true: one can be received */
bool mr_channel_look(const mr_channel *channel, double seconds);

#endif
