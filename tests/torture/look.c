/* looking into the process whose call waits: paths, memory, and half a write in its place */
#define _GNU_SOURCE
#include "calls.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

bool call_path(pid_t process, int descriptor, char *path, size_t size) {
    char link[64];
    snprintf(link, sizeof link, "/proc/%d/fd/%d", (int)process, descriptor);
    const ssize_t length = readlink(link, path, size - 1);
    path[length > 0 ? length : 0] = '\0';
    return length > 0;
}

bool call_bytes(pid_t process, unsigned long long address, void *bytes, size_t size) {
    const struct iovec here = {bytes, size}, there = {(void *)(uintptr_t)address, size};
    return process_vm_readv(process, &here, 1, &there, 1, 0) == (ssize_t)size;
}

bool call_text(pid_t process, unsigned long long address, char *text, size_t size) {
    size_t used = 0;
    while (used + 1 < size && call_bytes(process, address + used, text + used, 1) && text[used])
        used++;
    text[used] = '\0';
    return used > 0;
}

long call_halve(pid_t process, const struct seccomp_notif *call) {
    const size_t half = (size_t)call->data.args[2] / 2;
    if (call->data.nr != SYS_write || half == 0)
        return -1;
    char *bytes = malloc(half);
    const int handle = (int)syscall(SYS_pidfd_open, process, 0);
    const int there =
        handle < 0 ? -1 : (int)syscall(SYS_pidfd_getfd, handle, (int)call->data.args[0], 0);
    long done = -1;
    if (bytes && there >= 0 && call_bytes(process, call->data.args[1], bytes, half))
        done = write(there, bytes, half);
    if (there >= 0)
        close(there);
    if (handle >= 0)
        close(handle);
    free(bytes);
    return done;
}
