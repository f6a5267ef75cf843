/* the input as a file, for readers that open one by its name: NAME in a folder of this process */
#ifndef SCRATCH_FILE_H
#define SCRATCH_FILE_H

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char scratch_folder[64], scratch_path[128];

static void scratch_remove(void) {
    (void)unlink(scratch_path);
    (void)rmdir(scratch_folder);
}

/* its path; the file is private to its owner, as keys must be */
static const char *scratch_file(const char *name, const void *bytes, size_t size) {
    if (!scratch_folder[0]) {
        snprintf(scratch_folder, sizeof scratch_folder, "%s/multirate-fuzz-XXXXXX",
                 access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
        if (!mkdtemp(scratch_folder))
            abort();
        snprintf(scratch_path, sizeof scratch_path, "%s/%s", scratch_folder, name);
        atexit(scratch_remove);
    }
    const int file = open(scratch_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0 || write(file, bytes, size) != (ssize_t)size)
        abort();
    close(file);
    return scratch_path;
}

#endif
