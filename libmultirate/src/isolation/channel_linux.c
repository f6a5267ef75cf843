/* shared memory without a name, and sleeping on a futex in it */
#if defined(__linux__)
#define _GNU_SOURCE
#include "channel_memory.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <math.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

bool mr_channel_has_one_processor(void) {
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) < 2;
}

void mr_channel_yield(void) {
    sched_yield();
}

static bool map(mr_channel *channel, int descriptor) {
    void *memory =
        mmap(NULL, sizeof(mr_channel_memory), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    channel->memory = memory == MAP_FAILED ? NULL : memory;
    return channel->memory != NULL;
}

bool mr_channel_map_new(mr_channel *channel, int *descriptor) {
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
    return true;
}

bool mr_channel_map(mr_channel *channel, int descriptor) {
    struct stat about;
    return fstat(descriptor, &about) == 0 && about.st_size == (off_t)sizeof(mr_channel_memory) &&
           map(channel, descriptor);
}

void mr_channel_release(int *descriptor) {
    if (*descriptor >= 0)
        close(*descriptor);
    *descriptor = -1;
}

void mr_channel_close(mr_channel *channel) {
    if (channel->memory)
        munmap(channel->memory, sizeof *channel->memory);
    channel->memory = NULL;
}

void mr_channel_sleep(mr_channel *channel, double seconds) {
    const mr_channel_side *other = &channel->memory->sides[!channel->own];
    const struct timespec time = {.tv_sec = 0, .tv_nsec = (long)(fmin(seconds, 0.999) * 1e9)};
    syscall(SYS_futex, &other->posted, FUTEX_WAIT, channel->seen, isinf(seconds) ? NULL : &time,
            NULL, 0);
}

void mr_channel_wake(mr_channel *channel) {
    const mr_channel_side *mine = &channel->memory->sides[channel->own];
    syscall(SYS_futex, &mine->posted, FUTEX_WAKE, 1, NULL, NULL, 0);
}

#else
typedef int mr_no_channel_of_linux;
#endif
