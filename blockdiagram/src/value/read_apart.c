/* the copy of the process, and what crosses: for each variable the lengths of its name and of its
 * bytes, then both; at the end how it went. Nothing of it is believed */
#define _GNU_SOURCE
#include "value/read_apart.h"
#include "value/value_bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif

#define MOST_SECONDS 30 /* of processor time */
#define MOST_NAME    4096
#define MOST_BYTES   (4 * (size_t)BD_MAX_VALUE_BYTES) /* with the heads of all that is inside */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define FIRST_FREE 2 /* their reports are wanted */
#else
#define FIRST_FREE 3
#endif
#define THE_END UINT64_MAX /* in the place of the length of a name */

typedef struct passage {
    uint64_t name, bytes;
} passage;

typedef struct outcome {
    int32_t status;
    char text[sizeof((bd_error *)NULL)->text];
} outcome;

/* ---- there ---- */

static bool put(int to, const void *bytes, size_t size) {
    const char *at = bytes;
    while (size > 0) {
        const ssize_t n = write(to, at, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        at += n;
        size -= (size_t)n;
    }
    return true;
}

static bd_status send_variable(void *taker, const char *name, bd_value *value, bool *more,
                               bd_error *error) {
    const int to = *(const int *)taker;
    const passage p = {strlen(name), bd_value_bytes(value)};
    unsigned char *bytes = malloc(p.bytes);
    (void)more;
    if (bytes)
        bd_value_write_bytes(value, bytes);
    bd_value_free(value);
    if (!bytes)
        return bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory");
    const bool sent =
        put(to, &p, sizeof p) && put(to, name, p.name) && put(to, bytes, (size_t)p.bytes);
    free(bytes);
    return sent ? BD_OK : bd_error_set(error, BD_CANNOT_READ, "nobody takes what is read");
}

/* what the program around does about signals is not for its copy, and what it has open neither */
static void leave_program(int *to) {
    const struct sigaction usual = {.sa_handler = SIG_DFL};
    const struct rlimit no_core = {0, 0}, time = {MOST_SECONDS, MOST_SECONDS + 1};
    sigset_t none;
    for (int s = 1; s < NSIG; s++)
        (void)sigaction(s, &usual, NULL);
    sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
    (void)setrlimit(RLIMIT_CORE, &no_core);
    (void)setrlimit(RLIMIT_CPU, &time);
#if defined(__linux__)
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    const int out = fcntl(*to, F_DUPFD, 4), nowhere = open("/dev/null", O_RDWR);
    for (int d = 0; nowhere >= 0 && d < FIRST_FREE; d++)
        (void)dup2(nowhere, d);
    if (dup2(out, 3) != 3)
        _exit(1);
    *to = 3;
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 34)
    closefrom(4);
#endif
}

_Noreturn static void read_there(bd_file_reader *reader, const char *path, int to) {
    static const passage end = {THE_END, sizeof(outcome)};
    bd_error error = {0};
    outcome o = {0};
    leave_program(&to);
    bd_only_read();
    o.status = (int32_t)reader(path, send_variable, &to, &error);
    if (o.status != BD_OK)
        memcpy(o.text, error.text, sizeof o.text);
    _exit(put(to, &end, sizeof end) && put(to, &o, sizeof o) ? 0 : 1);
}

/* ---- here ---- */

static bool get(int from, void *bytes, size_t size) {
    char *at = bytes;
    while (size > 0) {
        const ssize_t n = read(from, at, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        at += n;
        size -= (size_t)n;
    }
    return true;
}

static bd_status get_outcome(int from, bool *whole, bd_error *error) {
    outcome o;
    *whole = get(from, &o, sizeof o);
    if (!*whole || o.status == BD_OK)
        return BD_OK;
    o.text[sizeof o.text - 1] = '\0';
    for (char *c = o.text; *c; c++) /* it may be anybody's */
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = ' ';
    return bd_error_set(error,
                        o.status == BD_OUT_OF_MEMORY || o.status == BD_LIMIT_EXCEEDED
                            ? (bd_status)o.status
                            : BD_BAD_FILE,
                        "%s", o.text);
}

static bd_status get_variable(int from, const passage *p, bd_mat_taker *take, void *taker,
                              bool *more, bool *whole, bd_error *error) {
    char *name = calloc(1, (size_t)p->name + 1);
    unsigned char *bytes = malloc((size_t)p->bytes + 1);
    bd_value *value = NULL;
    bd_status status =
        name && bytes ? BD_OK : bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory");
    *whole =
        status == BD_OK && get(from, name, (size_t)p->name) && get(from, bytes, (size_t)p->bytes);
    if (*whole)
        status = bd_value_read_bytes(bytes, (size_t)p->bytes, &value, error);
    free(bytes);
    if (value)
        status = take(taker, name, value, more, error);
    free(name);
    return status;
}

/* *whole: it came to its end */
static bd_status listen(int from, bd_mat_taker *take, void *taker, bool *whole, bd_error *error) {
    bd_status status = BD_OK;
    bool more = true;
    passage p;
    *whole = true;
    while (status == BD_OK && more && *whole) {
        *whole = get(from, &p, sizeof p);
        if (*whole && p.name == THE_END)
            return get_outcome(from, whole, error);
        *whole = *whole && p.name < MOST_NAME && p.bytes < MOST_BYTES;
        if (*whole)
            status = get_variable(from, &p, take, taker, &more, whole, error);
    }
    return status;
}

static bd_status no_process(bd_error *error) {
    return bd_error_set(error, BD_CANNOT_READ, "it gets no process that reads it: %s",
                        strerror(errno));
}

static bd_status broken(int end, bd_error *error) {
    return bd_error_set(error, BD_BAD_FILE, "%s",
                        WIFSIGNALED(end) && WTERMSIG(end) == SIGXCPU
                            ? "it takes too long to be read"
                            : "it is damaged, and breaks the library that reads it");
}

bd_status bd_read_apart(bd_file_reader *reader, const char *path, bd_mat_taker *take, void *taker,
                        bd_error *error) {
    int ends[2], end = 0;
    bool whole;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return no_process(error);
    const pid_t child = fork();
    if (child == 0)
        read_there(reader, path, ends[1]);
    const bd_status started = child < 0 ? no_process(error) : BD_OK;
    close(ends[1]);
    if (started != BD_OK) {
        close(ends[0]);
        return started;
    }
    const bd_status status = listen(ends[0], take, taker, &whole, error);
    close(ends[0]);
    if (status != BD_OK || !whole)
        (void)kill(child, SIGKILL);
    while (waitpid(child, &end, 0) < 0 && errno == EINTR)
        ;
    return status == BD_OK && !whole ? broken(end, error) : status;
}
