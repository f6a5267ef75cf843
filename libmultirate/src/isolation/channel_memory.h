/* what the two sides of a channel share, and what the system does for them: memory, sleep, wake */
#ifndef MR_CHANNEL_MEMORY_H
#define MR_CHANNEL_MEMORY_H

#include "atomics.h"
#include "isolation/channel.h"

#define MR_CHANNEL_PART 32768
#define MR_CHANNEL_LINE 64 /* bytes of the processor's cache */

/* what one side writes and the other reads; a short message shares the cache line of its mark */
typedef struct mr_channel_side {
    mr_atomic posted;
    mr_atomic reader_sleeps;
    uint32_t length, more;
    unsigned char data[MR_CHANNEL_PART];
    unsigned char apart[MR_CHANNEL_LINE - 4 * sizeof(uint32_t)];
} mr_channel_side;

struct mr_channel_memory {
    uint32_t version, unused;
    double look;
    unsigned char apart[MR_CHANNEL_LINE - 2 * sizeof(uint32_t) - sizeof(double)];
    mr_channel_side sides[2]; /* each begins a cache line, as the memory does */
};

/* fresh memory, or that behind the handle; false and nothing if the system has none */
bool mr_channel_map_new(mr_channel *channel, mr_channel_handle *handle);
bool mr_channel_map(mr_channel *channel, mr_channel_handle handle);

/* who waits awake would only keep the other from answering */
bool mr_channel_has_one_processor(void);

/* a moment */
static inline void mr_channel_pause(void) {
#if defined(_MSC_VER)
    _mm_pause();
#elif defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* a moment in which the other may have this processor */
void mr_channel_yield(void);

/* until the other side has posted, or the time (s, infinite: none) is over, or for no reason */
void mr_channel_sleep(mr_channel *channel, double seconds);
/* wakes the other side, which sleeps because this one had not posted */
void mr_channel_wake(mr_channel *channel);

#endif
