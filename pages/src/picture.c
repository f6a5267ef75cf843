/* PNG by rsvg-convert, which gets the SVG through a pipe */
#define _GNU_SOURCE
#include "pages/pages.h"

#include "blockdiagram/new_file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static bool write_all(int pipe_end, const char *text, size_t size) {
    while (size > 0) {
        const ssize_t n = write(pipe_end, text, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        text += n;
        size -= (size_t)n;
    }
    return true;
}

static bd_status convert(const char *svg, size_t size, const char *place, bd_error *error) {
    char *words[] = {"rsvg-convert", "--zoom",   "2",           "--format",
                     "png",          "--output", (char *)place, NULL};
    int ends[2], end = 0;
    pid_t child;
    posix_spawn_file_actions_t actions;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return bd_error_set(error, BD_BAD_FILE, "a pipe cannot be opened: %s", strerror(errno));
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
    /* it names a file that is gone when that is read; the sentence here is enough */
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    const int failure = posix_spawnp(&child, words[0], &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[0]);
    if (failure != 0) {
        close(ends[1]);
        return bd_error_set(error, BD_BAD_FILE,
                            failure == ENOENT
                                ? "there is no rsvg-convert here (package librsvg2-bin), which "
                                  "makes PNG pictures; .svg needs nothing"
                                : "rsvg-convert cannot be started: %s",
                            strerror(failure));
    }
    void (*before)(int) = signal(SIGPIPE, SIG_IGN); /* it may end early */
    const bool written = write_all(ends[1], svg, size);
    close(ends[1]);
    while (waitpid(child, &end, 0) < 0 && errno == EINTR)
        ;
    signal(SIGPIPE, before);
    return written && WIFEXITED(end) && WEXITSTATUS(end) == 0
               ? BD_OK
               : bd_error_set(error, BD_CANNOT_WRITE,
                              "rsvg-convert could not write the picture; is the disk full?");
}

/* an earlier picture stays until the new one is complete */
bd_status pg_write_png(const char *svg, size_t size, const char *path, bd_error *error) {
    bd_new_file *handle = NULL;
    FILE *file = bd_new_file_open(path, &handle);
    if (!file)
        return bd_error_set(error, BD_CANNOT_WRITE, "'%.300s' cannot be written: %s", path,
                            strerror(errno));
    const bd_status status = convert(svg, size, bd_new_file_place(handle), error);
    if (status != BD_OK)
        bd_new_file_spoil(handle);
    if (fclose(file) != 0 && status == BD_OK)
        return bd_error_set(error, BD_CANNOT_WRITE, "'%.300s' cannot be written: %s", path,
                            strerror(errno));
    return status;
}
