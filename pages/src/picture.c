/* PNG by rsvg-convert, which gets the SVG through a pipe */
#define _GNU_SOURCE
#include "pages/pages.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
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

bd_status pg_write_png(const char *svg, size_t size, const char *path, bd_error *error) {
    char *words[] = {"rsvg-convert", "--zoom",   "2",          "--format",
                     "png",          "--output", (char *)path, NULL};
    int ends[2], end = 0;
    pid_t child;
    posix_spawn_file_actions_t actions;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return bd_error_set(error, BD_BAD_FILE, "a pipe cannot be opened: %s", strerror(errno));
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
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
    if (!written || !WIFEXITED(end) || WEXITSTATUS(end) != 0)
        return bd_error_set(error, BD_BAD_FILE, "rsvg-convert could not write '%.300s'", path);
    return BD_OK;
}
