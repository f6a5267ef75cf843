/* shared memory and the two ways of waiting: looking and sleeping */
#if defined(__linux__)
#define _GNU_SOURCE
#include "channel.h"
#include "protocol.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <math.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define PART        32768
#define LINE        64 /* bytes of the processor's cache */
#define MOST_BYTES  ((size_t)256 << 20)
#define FIRST_SLEEP 1e-3
#define LAST_SLEEP  20e-3

/* what one side writes and the other reads; a short message shares the cache line of its mark */
typedef struct side {
    atomic_uint posted;
    atomic_uint reader_sleeps;
    uint32_t length, more;
    unsigned char data[PART];
    unsigned char apart[LINE - 4 * sizeof(uint32_t)];
} side;

struct mr_channel_memory {
    uint32_t version, unused;
    double look;
    unsigned char apart[LINE - 2 * sizeof(uint32_t) - sizeof(double)];
    side sides[2]; /* each begins a cache line, as the memory does */
};

double mr_channel_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void pause_processor(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* two processes on one processor: looking would only keep the other from answering */
static bool has_one_processor(void) {
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) < 2;
}

static bool map(mr_channel *channel, int descriptor) {
    void *memory =
        mmap(NULL, sizeof(mr_channel_memory), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    channel->memory = memory == MAP_FAILED ? NULL : memory;
    return channel->memory != NULL;
}

bool mr_channel_make(mr_channel *channel, double look, int *descriptor) {
    *channel = (mr_channel){.own = 0, .longest = has_one_processor() ? 0.0 : look};
    channel->look = channel->longest;
    /* without a name: it is gone with the last process that has it, however that one ends */
    *descriptor = memfd_create("multirate", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (*descriptor < 0)
        return false;
    /* nobody can shrink it under the other's feet */
    if (ftruncate(*descriptor, sizeof(mr_channel_memory)) != 0 ||
        fcntl(*descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0 ||
        !map(channel, *descriptor)) {
        close(*descriptor);
        *descriptor = -1;
        return false;
    }
    channel->memory->version = MR_PROTOCOL_VERSION;
    channel->memory->look = channel->look;
    return true;
}

bool mr_channel_join(mr_channel *channel, int descriptor) {
    struct stat about;
    *channel = (mr_channel){.own = 1};
    if (fstat(descriptor, &about) != 0 || about.st_size != (off_t)sizeof(mr_channel_memory) ||
        !map(channel, descriptor))
        return false;
    if (channel->memory->version != MR_PROTOCOL_VERSION) {
        mr_channel_close(channel);
        return false;
    }
    channel->longest = channel->look = channel->memory->look;
    return true;
}

void mr_channel_close(mr_channel *channel) {
    if (channel->memory)
        munmap(channel->memory, sizeof *channel->memory);
    channel->memory = NULL;
}

static void post(mr_channel *channel, const unsigned char *data, size_t length, bool more) {
    side *mine = &channel->memory->sides[channel->own];
    if (length > 0)
        memcpy(mine->data, data, length);
    mine->length = (uint32_t)length;
    mine->more = more;
    /* in one order with the reader's "I sleep": either it sees the part or we see it asleep */
    atomic_store(&mine->posted, ++channel->posted);
    if (atomic_load(&mine->reader_sleeps))
        syscall(SYS_futex, &mine->posted, FUTEX_WAKE, 1, NULL, NULL, 0);
}

static bool arrived(const mr_channel *channel) {
    side *other = &channel->memory->sides[!channel->own];
    return atomic_load_explicit(&other->posted, memory_order_acquire) != channel->seen;
}

bool mr_channel_look(const mr_channel *channel, double seconds) {
    if (seconds <= 0.0)
        return arrived(channel);
    const double begin = mr_channel_clock();
    do {
        for (int i = 0; i < 32; i++) {
            if (arrived(channel))
                return true;
            pause_processor();
        }
        sched_yield(); /* the answer may need this processor */
    } while (mr_channel_clock() - begin < seconds);
    return false;
}

static mr_channel_status sleep_for(mr_channel *channel, double deadline) {
    side *other = &channel->memory->sides[!channel->own];
    mr_channel_status status = MR_CHANNEL_OK;
    double slice = FIRST_SLEEP;
    atomic_store(&other->reader_sleeps, 1);
    while (!arrived(channel)) {
        const struct timespec time = {.tv_sec = 0, .tv_nsec = (long)(slice * 1e9)};
        syscall(SYS_futex, &other->posted, FUTEX_WAIT, channel->seen, channel->alive ? &time : NULL,
                NULL, 0);
        if (arrived(channel))
            break;
        /* asked before the last look, because its last words may have come between */
        if (channel->alive && !channel->alive(channel->context)) {
            status = arrived(channel) ? MR_CHANNEL_OK : MR_CHANNEL_GONE;
            break;
        }
        if (mr_channel_clock() >= deadline) {
            status = MR_CHANNEL_LATE;
            break;
        }
        slice = fmin(2.0 * slice, LAST_SLEEP);
        slice = fmin(slice, fmax(deadline - mr_channel_clock(), 1e-6));
    }
    atomic_store(&other->reader_sleeps, 0);
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
        if (mr_channel_clock() > deadline)
            return MR_CHANNEL_LATE;
        post(channel, NULL, 0, false);
    }
}

#else
typedef int mr_no_channel_on_this_system;
#endif
