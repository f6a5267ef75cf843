/* limits and the sandbox of a slave's process: what is asked for, and entering it */
#define _GNU_SOURCE
#include "isolation/confine.h"

#include "multirate/options.h"

#include <stdio.h>
#include <string.h>

bool mr_confine_add_file(mr_confine *confine, const char *path) {
    const size_t used = strlen(confine->files);
    const int length =
        snprintf(confine->files + used, sizeof confine->files - used, "read='%s' ", path);
    if (!strpbrk(path, "'\"") && length > 0 && used + (size_t)length < sizeof confine->files)
        return true;
    confine->files[used] = '\0';
    return false;
}

void mr_confine_text(const mr_confine *confine, char *text) {
    text[0] = '\0';
    if (confine->sandbox || confine->memory > 0.0 || confine->time > 0.0)
        snprintf(text, MR_CONFINE_SIZE, "sandbox=%s memory=%.17g time=%.17g %s",
                 confine->sandbox ? "on" : "off", confine->memory, confine->time,
                 confine->sandbox ? confine->files : "");
}

bool mr_confine_is_sandbox(const char *text) {
    return strncmp(text, "sandbox=on", 10) == 0;
}

#if defined(__linux__)
#include "leftovers.h"
#include "sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#define MOST_FILES 256
#define MOST_BYTES ((rlim_t)1 << 30) /* of a file that it writes */
#define MOST_TASKS 1000              /* more than there are now */

bool mr_confine_possible(mr_message *message) {
    const char *lacking = mr_sandbox_lacks();
    if (lacking)
        mr_message_set(message,
                       "this system lacks %s, so there is no isolate=sandbox: with isolate=yes the "
                       "slave's crashes and hangs are its own, but it has all rights of the user "
                       "to files, network and programs",
                       lacking);
    return !lacking;
}

bool mr_confine_keeps(const char *entry) {
    static const char *const kept[] = {"LANG=",
                                       "LC_",
                                       "LANGUAGE=",
                                       "TZ=",
                                       "LD_LIBRARY_PATH=",
                                       "TMPDIR=",
                                       "OMP_",
                                       "OPENBLAS_",
                                       "MKL_",
                                       "MULTIRATE_SLAVE_PATH=",
                                       "ASAN_OPTIONS=",
                                       "UBSAN_OPTIONS=",
                                       "LSAN_OPTIONS=",
                                       "TSAN_OPTIONS="};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (strncmp(entry, kept[i], strlen(kept[i])) == 0)
            return true;
    return false;
}

static bool limit(unsigned which, double soft, double hard) {
    struct rlimit now;
    if (getrlimit(which, &now) != 0)
        return false;
    const rlim_t most = now.rlim_max;
    struct rlimit wanted = {.rlim_cur = (rlim_t)soft, .rlim_max = (rlim_t)hard};
    if (wanted.rlim_max > most)
        wanted.rlim_max = most;
    if (wanted.rlim_cur > wanted.rlim_max)
        wanted.rlim_cur = wanted.rlim_max;
    return setrlimit(which, &wanted) == 0;
}

static bool set_limits(const mr_confine *confine) {
    const double bytes = confine->memory * 1048576.0;
    bool good = limit(RLIMIT_CORE, 0.0, 0.0);
    (void)bytes;
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) /* they map terabytes */
    /* what it allocates; and what it maps, which may be more without being used */
    if (bytes > 0.0)
        good =
            limit(RLIMIT_DATA, bytes, bytes) && limit(RLIMIT_AS, 4.0 * bytes, 4.0 * bytes) && good;
#endif
    if (confine->time > 0.0)
        good = limit(RLIMIT_CPU, confine->time + 1.0, confine->time + 2.0) && good;
    /* threads of all processes of a user are counted together */
    struct sysinfo now = {.procs = 0};
    const double tasks = sysinfo(&now) == 0 ? now.procs + (double)MOST_TASKS : MOST_TASKS;
    if (confine->sandbox)
        good = limit(RLIMIT_NOFILE, MOST_FILES, MOST_FILES) && limit(RLIMIT_NPROC, tasks, tasks) &&
               limit(RLIMIT_FSIZE, (double)MOST_BYTES, (double)MOST_BYTES) && good;
    return good;
}

/* a temporary folder of its own, by the name that is cleaned up behind it */
static bool make_folder(mr_sandbox *sandbox) {
    static char folder[4096];
    const char *place = getenv("TMPDIR");
    mr_remove_leftovers(0);
    snprintf(folder, sizeof folder, "%s/multirate-sandbox-%d-XXXXXX",
             place && *place ? place : "/tmp", (int)getpid());
    sandbox->folder = folder;
    return mkdtemp(folder) && setenv("TMPDIR", folder, 1) == 0;
}

/* what it prints goes nowhere: standard error may be a terminal, or somebody's file */
static bool silence(void) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return true; /* their reports are wanted */
#else
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    const bool good = nowhere >= 0 && dup2(nowhere, 1) == 1 && dup2(nowhere, 2) == 2;
    if (nowhere > 2)
        close(nowhere);
    return good;
#endif
}

static mr_status read_text(const char *text, mr_confine *confine, mr_sandbox *sandbox,
                           mr_message *message) {
    mr_status status = MR_OK;
    mr_option option;
    while (status == MR_OK && mr_option_next(&text, &option, &status, message)) {
        if (strcmp(option.key, "sandbox") == 0)
            status = mr_option_switch(&option, &confine->sandbox, message);
        else if (strcmp(option.key, "memory") == 0)
            status = mr_option_number(&option, &confine->memory, message);
        else if (strcmp(option.key, "time") == 0)
            status = mr_option_number(&option, &confine->time, message);
        else if (strcmp(option.key, "read") == 0 && sandbox->count < MR_SANDBOX_FILES)
            sandbox->files[sandbox->count++] = strdup(option.value);
        else
            status = mr_option_complain(&option, "known here", message);
    }
    return status;
}

bool mr_confine_enter(const char *text, mr_message *message) {
    mr_confine confine = {.sandbox = false};
    mr_sandbox sandbox = {.count = 0};
    /* what was read lives as long as the process, which ends if this fails */
    /* NOLINTNEXTLINE(clang-analyzer-unix.Malloc) */
    if (read_text(text, &confine, &sandbox, message) != MR_OK)
        return false;
    bool good = set_limits(&confine) && (!confine.sandbox || prctl(PR_SET_PDEATHSIG, SIGKILL) == 0);
    const bool lacks_folder = good && confine.sandbox && !make_folder(&sandbox);
    if (good && confine.sandbox)
        good = !lacks_folder && silence() && mr_sandbox_enter(&sandbox);
    if (lacks_folder)
        mr_message_set(message, "its temporary folder '%.200s' cannot be made (TMPDIR): %s",
                       sandbox.folder, strerror(errno));
    else if (!good)
        mr_message_set(message, "the process cannot be confined: %s", strerror(errno));
    for (int i = 0; i < sandbox.count; i++)
        free(sandbox.files[i]);
    return good;
}

#else

bool mr_confine_possible(mr_message *message) {
    mr_message_set(message, "isolate=sandbox works on Linux only");
    return false;
}

#endif
