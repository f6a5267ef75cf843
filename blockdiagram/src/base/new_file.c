/* files that get their names when they are complete. The stream is one of our own, because the C
 * library forgets why a write in the middle has failed. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "blockdiagram/new_file.h"

struct bd_new_file {
    int descriptor;
    int why;       /* errno of the first write that failed; 0: none has */
    bool in_place; /* no scratch file: the name itself is written to */
    bool listed;   /* among those that are unfinished */
    pid_t process;
    char path[PATH_MAX], scratch[PATH_MAX + 32];
};

/* what would be left behind if the program ended now. A signal may come at any moment, in any
 * thread: whoever takes a file out of its place has it */
#define PLACES 16
static _Atomic(bd_new_file *) unfinished[PLACES];

static void enlist(bd_new_file *file) {
    for (int i = 0; i < PLACES && !file->listed; i++)
        file->listed = atomic_compare_exchange_strong(&unfinished[i], &(bd_new_file *){NULL}, file);
}

/* false if somebody else has it */
static bool strike(bd_new_file *file) {
    for (int i = 0; i < PLACES && file->listed; i++)
        if (atomic_compare_exchange_strong(&unfinished[i], &(bd_new_file *){file}, NULL))
            file->listed = false;
    return !file->listed;
}

/* whoever ends the program may still read what it took: that is left to the end */
static void release(bd_new_file *file) {
    if (file && strike(file))
        free(file);
}

void bd_new_file_keep(bd_new_file *file) {
    (void)strike(file);
}

void bd_new_files_abandon(void) {
    for (int i = 0; i < PLACES; i++) {
        const bd_new_file *file = atomic_exchange(&unfinished[i], NULL);
        if (file && file->process == getpid())
            (void)unlink(file->scratch);
    }
}

static ssize_t write_some(void *cookie, const char *bytes, size_t size) {
    bd_new_file *file = cookie;
    size_t done = 0;

    while (done < size && file->why == 0) {
        const ssize_t part = write(file->descriptor, bytes + done, size - done);
        if (part > 0)
            done += (size_t)part;
        else if (part == 0 || errno != EINTR)
            file->why = part == 0 ? ENOSPC : errno;
    }
    errno = file->why;
    return file->why == 0 ? (ssize_t)size : 0;
}

/* a name must not outlive its content when the power fails: first the file reaches the disk, then
 * it gets its name. Found by its path, because a library may have put another one there */
static int reach_the_disk(const char *path) {
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    int why = descriptor < 0 ? errno : 0;

    while (why == 0 && fsync(descriptor) != 0 && (why = errno) == EINTR)
        why = 0;
    if (descriptor >= 0)
        close(descriptor);
    return why == EINVAL || why == ENOSYS ? 0 : why; /* some file systems cannot */
}

/* then its name does; whatever becomes of it, the old file or the new one is there */
static void keep_name(const char *path) {
    char folder[PATH_MAX];
    const char *slash = strrchr(path, '/');

    snprintf(folder, sizeof folder, "%.*s", !slash ? 1 : (int)(slash - path) + 1,
             !slash ? "." : path);
    const int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor >= 0) {
        (void)fsync(descriptor);
        close(descriptor);
    }
}

static int complete(void *cookie) {
    bd_new_file *file = cookie;

    if (close(file->descriptor) != 0 && file->why == 0)
        file->why = errno;
    if (!file->in_place && file->why == 0)
        file->why = reach_the_disk(file->scratch);
    if (!file->in_place && file->why == 0 && rename(file->scratch, file->path) != 0)
        file->why = errno;
    if (!file->in_place && file->why == 0)
        keep_name(file->path);
    if (!file->in_place && file->why != 0)
        (void)unlink(file->scratch);
    const int why = file->why;
    release(file);
    errno = why;
    return why == 0 ? 0 : -1;
}

/* fills in where the file goes, links followed; false, and errno, if it must not go there */
static bool find_place(bd_new_file *file, const char *path, struct stat *before, bool *exists) {
    *exists = stat(path, before) == 0;
    if (!*exists && errno != ENOENT)
        return false;
    struct stat link;
    const bool dangling = !*exists && lstat(path, &link) == 0;
    file->in_place = dangling || (*exists && !S_ISREG(before->st_mode));
    if (*exists && S_ISDIR(before->st_mode)) {
        errno = EISDIR;
        return false;
    }
    if (*exists && access(path, W_OK) != 0)
        return false; /* to replace it would pass over its protection */
    if (*exists && !file->in_place)
        return realpath(path, file->path) != NULL;
    if (strlen(path) >= sizeof file->path) {
        errno = ENAMETOOLONG;
        return false;
    }
    strcpy(file->path, path);
    return true;
}

static bool was_taken(const bd_new_file *file) {
    for (int i = 0; i < PLACES && file->listed; i++)
        if (atomic_load(&unfinished[i]) == file)
            return false;
    return file->listed;
}

/* on the list before it is on the disk: a signal that comes in between leaves nothing behind */
static int open_scratch(bd_new_file *file) {
    file->process = getpid();
    snprintf(file->scratch, sizeof file->scratch, "%s.%ld.part", file->path, (long)file->process);
    (void)unlink(file->scratch); /* in a folder of many users it may be anybody's link */
    enlist(file);
    const int descriptor =
        open(file->scratch, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (descriptor < 0)
        (void)strike(file);
    if (descriptor < 0 || !was_taken(file))
        return descriptor;
    (void)unlink(file->scratch);
    close(descriptor);
    errno = ECANCELED;
    return -1;
}

/* a file may be open to its user although its folder is not */
static bool is_closed(int why) {
    return why == EACCES || why == EPERM;
}

static bool open_place(bd_new_file *file, const struct stat *before, bool exists) {
    file->descriptor = -1;
    if (!file->in_place) {
        file->descriptor = open_scratch(file);
        file->in_place = file->descriptor < 0 && exists && is_closed(errno);
    }
    if (file->in_place)
        file->descriptor = open(file->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    else if (file->descriptor >= 0 && exists)
        (void)fchmod(file->descriptor, before->st_mode & 07777);
    return file->descriptor >= 0;
}

FILE *bd_new_file_open(const char *path, bd_new_file **handle) {
    bd_new_file *file = calloc(1, sizeof *file);
    struct stat before;
    bool exists;

    if (!file || !find_place(file, path, &before, &exists) || !open_place(file, &before, exists)) {
        const int why = errno;
        release(file);
        errno = why;
        return NULL;
    }
    FILE *stream =
        fopencookie(file, "w", (cookie_io_functions_t){.write = write_some, .close = complete});
    if (!stream) {
        file->why = ENOMEM;
        (void)complete(file);
        return NULL;
    }
    if (handle)
        *handle = file;
    return stream;
}

void bd_new_file_spoil(bd_new_file *file) {
    if (file->why == 0)
        file->why = ECANCELED;
}

const char *bd_new_file_place(const bd_new_file *file) {
    return file->in_place ? file->path : file->scratch;
}

int bd_new_file_try(const char *path) {
    bd_new_file *file = calloc(1, sizeof *file);
    struct stat before;
    bool exists = false;
    int why = 0;

    if (!file || !find_place(file, path, &before, &exists)) {
        why = errno;
    } else if (!file->in_place) {
        const int descriptor = open_scratch(file);
        why = descriptor >= 0 || (exists && is_closed(errno)) ? 0 : errno;
        if (descriptor >= 0) {
            close(descriptor);
            (void)unlink(file->scratch);
        }
    }
    release(file);
    return why;
}
