/* which calls fail together, and how */
#define _GNU_SOURCE
#include "calls.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#define END                                                                                        \
    { -1, 0, OBJECT_ANY }

/* calls that newer systems lack (aarch64) */
#ifdef SYS_open
#define OLD_OPEN(error, object) {SYS_open, error, object}, {SYS_creat, error, OBJECT_ANY},
#define OLD_NAMES(error)                                                                           \
    {SYS_mkdir, error, OBJECT_ANY}, {SYS_rename, error, OBJECT_ANY}, {SYS_link, error, OBJECT_ANY},
#define OLD_CHANGES                                                                                \
    {SYS_mkdir, EIO, OBJECT_ANY}, {SYS_rename, EIO, OBJECT_ANY}, {SYS_unlink, EIO, OBJECT_ANY},    \
        {SYS_rmdir, EIO, OBJECT_ANY},
#define OLD_WAITS                                                                                  \
    {SYS_poll, EINTR, OBJECT_ANY}, {SYS_select, EINTR, OBJECT_ANY},                                \
        {SYS_epoll_wait, EINTR, OBJECT_ANY},
#define OLD_FORKS {SYS_fork, EAGAIN, OBJECT_ANY}, {SYS_vfork, EAGAIN, OBJECT_ANY},
#else
#define OLD_OPEN(error, object)
#define OLD_NAMES(error)
#define OLD_CHANGES
#define OLD_WAITS
#define OLD_FORKS
#endif

static const call_rule space[] = {OLD_OPEN(ENOSPC, OBJECT_NEW)
                                      OLD_NAMES(ENOSPC){SYS_openat, ENOSPC, OBJECT_NEW},
                                  {SYS_write, ENOSPC, OBJECT_FILE},
                                  {SYS_pwrite64, ENOSPC, OBJECT_FILE},
                                  {SYS_writev, ENOSPC, OBJECT_FILE},
                                  {SYS_ftruncate, ENOSPC, OBJECT_FILE},
                                  {SYS_fallocate, ENOSPC, OBJECT_FILE},
                                  {SYS_mkdirat, ENOSPC, OBJECT_ANY},
                                  {SYS_renameat, ENOSPC, OBJECT_ANY},
                                  {SYS_renameat2, ENOSPC, OBJECT_ANY},
                                  END};
static const call_rule sync_calls[] = {{SYS_fsync, EIO, OBJECT_ANY},
                                       {SYS_fdatasync, EIO, OBJECT_ANY},
                                       {SYS_close, EIO, OBJECT_FILE},
                                       END};
static const call_rule opens[] = {OLD_OPEN(EMFILE, OBJECT_ANY){SYS_openat, EMFILE, OBJECT_ANY},
                                  END};
static const call_rule reads[] = {{SYS_read, EIO, OBJECT_FILE},
                                  {SYS_pread64, EIO, OBJECT_FILE},
                                  {SYS_readv, EIO, OBJECT_FILE},
                                  END};
static const call_rule resources[] = {
    OLD_FORKS{SYS_clone, EAGAIN, OBJECT_ANY}, {SYS_clone3, EAGAIN, OBJECT_ANY},
    {SYS_mmap, ENOMEM, OBJECT_PRIVATE},       {SYS_socket, EMFILE, OBJECT_ANY},
    {SYS_socketpair, EMFILE, OBJECT_ANY},     {SYS_pipe2, EMFILE, OBJECT_ANY},
    {SYS_eventfd2, EMFILE, OBJECT_ANY},       {SYS_epoll_create1, EMFILE, OBJECT_ANY},
    {SYS_memfd_create, EMFILE, OBJECT_ANY},   {SYS_accept4, EMFILE, OBJECT_ANY},
    {SYS_execve, ENOMEM, OBJECT_ANY},         END};
static const call_rule streams[] = {
    {SYS_write, EBADF, OBJECT_STREAM}, {SYS_writev, EBADF, OBJECT_STREAM},
    {SYS_read, EBADF, OBJECT_STREAM},  {SYS_sendto, EBADF, OBJECT_ANY},
    {SYS_recvfrom, EBADF, OBJECT_ANY}, {SYS_sendmsg, EBADF, OBJECT_ANY},
    {SYS_recvmsg, EBADF, OBJECT_ANY},  END};
static const call_rule waits[] = {
    OLD_WAITS{SYS_ppoll, EINTR, OBJECT_ANY}, {SYS_pselect6, EINTR, OBJECT_ANY},
    {SYS_epoll_pwait, EINTR, OBJECT_ANY},    {SYS_read, EINTR, OBJECT_STREAM},
    {SYS_write, EINTR, OBJECT_STREAM},       {SYS_recvfrom, EINTR, OBJECT_ANY},
    {SYS_recvmsg, EINTR, OBJECT_ANY},        {SYS_sendto, EINTR, OBJECT_ANY},
    {SYS_sendmsg, EINTR, OBJECT_ANY},        {SYS_accept4, EINTR, OBJECT_ANY},
    {SYS_connect, EINTR, OBJECT_ANY},        {SYS_wait4, EINTR, OBJECT_ANY},
    {SYS_nanosleep, EINTR, OBJECT_ANY},      {SYS_clock_nanosleep, EINTR, OBJECT_ANY},
    {SYS_futex, EINTR, OBJECT_WAIT},         END};
/* a write that is cut in half, also by a signal */
static const call_rule writes[] = {{SYS_write, ENOSPC, OBJECT_FILE}, END};
/* everything that changes files: for kills, and for the trace of a loss of power */
static const call_rule changes[] = {OLD_OPEN(EIO, OBJECT_NEW)
                                        OLD_CHANGES{SYS_openat, EIO, OBJECT_NEW},
                                    {SYS_write, EIO, OBJECT_FILE},
                                    {SYS_pwrite64, EIO, OBJECT_FILE},
                                    {SYS_ftruncate, EIO, OBJECT_FILE},
                                    {SYS_fsync, EIO, OBJECT_ANY},
                                    {SYS_fdatasync, EIO, OBJECT_ANY},
                                    {SYS_mkdirat, EIO, OBJECT_ANY},
                                    {SYS_renameat, EIO, OBJECT_ANY},
                                    {SYS_renameat2, EIO, OBJECT_ANY},
                                    {SYS_unlinkat, EIO, OBJECT_ANY},
                                    END};

const call_kind call_kinds[] = {
    {"space", "the disk is full", space},
    {"sync", "what was written does not reach the disk (fsync, close)", sync_calls},
    {"open", "no file can be opened: too many are", opens},
    {"read", "a file cannot be read", reads},
    {"resources", "no process, memory, pipe or socket is to be had", resources},
    {"streams", "pipes and sockets are closed", streams},
    {"waits", "a signal interrupts a wait", waits},
    {"writes", "a part of a write is done", writes},
    {"changes", "everything that changes files", changes},
    {NULL, NULL, NULL}};

const call_kind *call_kind_find(const char *name) {
    for (const call_kind *kind = call_kinds; kind->name; kind++)
        if (strcmp(kind->name, name) == 0)
            return kind;
    return NULL;
}

static bool is_about(const call_rule *rule, const struct seccomp_notif *call) {
    const __u64 *a = call->data.args;
    char path[4096];
    switch (rule->object) {
    case OBJECT_ANY:
        return true;
    case OBJECT_FILE:
    case OBJECT_STREAM:
        return call_path((pid_t)call->pid, (int)a[0], path, sizeof path) &&
               (path[0] == '/' && strncmp(path, "/dev/", 5) != 0) == (rule->object == OBJECT_FILE);
    case OBJECT_NEW:
        return (a[rule->number == SYS_openat ? 2 : 1] & O_CREAT) != 0;
    case OBJECT_PRIVATE:
        return (a[3] & MAP_ANONYMOUS) != 0;
    case OBJECT_WAIT: {
        const int what = (int)a[1] & FUTEX_CMD_MASK;
        return what == FUTEX_WAIT || what == FUTEX_WAIT_BITSET;
    }
    }
    return false;
}

/* counts of lines (gcov): half of such a file would end what all others have counted before */
static bool is_counter(const struct seccomp_notif *call) {
    static const char ending[] = ".gcda";
    char path[4096] = "";
    const pid_t process = (pid_t)call->pid;
    switch (call->data.nr) {
    case SYS_openat:
        call_text(process, call->data.args[1], path, sizeof path);
        break;
    case SYS_read:
    case SYS_write:
    case SYS_ftruncate:
    case SYS_close:
        call_path(process, (int)call->data.args[0], path, sizeof path);
        break;
    default:
        break;
    }
    const size_t length = strlen(path), size = sizeof ending - 1;
    return length > size && strcmp(path + length - size, ending) == 0;
}

const call_rule *call_kind_rule(const call_kind *kind, const struct seccomp_notif *call) {
    for (const call_rule *rule = kind->rules; rule->number >= 0; rule++)
        if (rule->number == call->data.nr)
            return is_about(rule, call) && !is_counter(call) ? rule : NULL;
    return NULL;
}
