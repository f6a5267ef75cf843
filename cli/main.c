/* the program: streams, crashes and the end; commands.c does the rest */
#define _GNU_SOURCE
#include "command.h"
#include "complain.h"
#include "farm.h"
#include "farm_ranks.h"
#include "streams.h"
#include "spare_memory.h"
#include "unasked_end.h"

#include "blockdiagram/sfunction.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

/* a thread of OpenBLAS that gets no memory asks for it for ever, and at the end the library waits
 * for that thread */
static bool memory_is_limited(void) {
    struct rlimit space, data;
    return getrlimit(RLIMIT_AS, &space) == 0 && getrlimit(RLIMIT_DATA, &data) == 0 &&
           (space.rlim_cur != RLIM_INFINITY || data.rlim_cur != RLIM_INFINITY);
}

/* OpenBLAS wakes threads for matrices of three rows, and waits for them: on a busy machine a
 * hundred times longer than the arithmetic takes. Many small matrices are what models have; who has
 * large ones sets OPENBLAS_NUM_THREADS */
static void use_one_thread(void) {
    void (*set_threads)(int) = NULL;
    *(void **)&set_threads = dlsym(RTLD_DEFAULT, "openblas_set_num_threads");
    if (set_threads && !getenv("OPENBLAS_NUM_THREADS"))
        set_threads(1);
}

int main(int argc, char **argv) {
    /* a file that grows beyond what the user may write is a write that fails, with its sentence */
    (void)signal(SIGXFSZ, SIG_IGN);
    streams_begin();
    use_one_thread();
    bd_mx_catch_crashes(spare_memory_use);
    unasked_end_watch();
    int code = commands_run(argc, argv);
    if (code != EXIT_GOOD && argc > 1 && !complaint() && farm_rank() == 0) /* one rank speaks */
        complain(argv[1], "the command has failed, most likely for lack of memory");
    const int why = output_end();
    if (why && (code == EXIT_GOOD || !complaint())) {
        fprintf(stderr, "multirate: standard output cannot be written: %s\n", strerror(why));
        code = code == EXIT_GOOD ? EXIT_FAILED : code;
    }
    if (!bd_mx_wounded() && !memory_is_limited())
        return code;
    /* without the libraries' last words, which may never end */
    if (!bd_mx_wounded())
        farm_ranks_part();
    fflush(NULL);
    unasked_end_now(code);
}
