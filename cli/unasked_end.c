/* a slave, FMU or S-function in this process that ends the program: an error of the run instead
 *
 * Libraries that are loaded find these functions before those of the C library. A library that
 * looks in itself and its own libraries first (an FMU is loaded so) gets them from the FMU slave.
 */
#define _GNU_SOURCE
#include "unasked_end.h"

#include "blockdiagram/sfunction.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static void (*find(const char *name))(int) {
    void (*function)(int) = NULL;
    void *symbol = dlsym(RTLD_NEXT, name);
    memcpy(&function, &symbol, sizeof symbol);
    return function;
}

void unasked_end_now(int code) {
    for (;;)
        syscall(SYS_exit_group, code);
}

__attribute__((visibility("default"))) void exit(int code) {
    void (*end)(int) = bd_mx_refuse_end("exit", code) ? NULL : find("exit");
    if (end)
        end(code);
    unasked_end_now(code);
}

__attribute__((visibility("default"))) void quick_exit(int code) {
    void (*end)(int) = bd_mx_refuse_end("quick_exit", code) ? NULL : find("quick_exit");
    if (end)
        end(code);
    unasked_end_now(code);
}

__attribute__((visibility("default"))) void _exit(int code) {
    (void)bd_mx_refuse_end("_exit", code);
    unasked_end_now(code);
}

__attribute__((visibility("default"))) void _Exit(int code) {
    (void)bd_mx_refuse_end("_Exit", code);
    unasked_end_now(code);
}

/* somebody got around the functions above: nothing can be saved here, but nobody shall think that
 * all was well */
static void on_exit_of_program(void) {
    static const char words[] =
        "multirate: a slave or S-function ended the program; its results are "
        "lost (isolate=yes keeps them)\n";
    if (!bd_mx_in_method())
        return;
    (void)!write(STDERR_FILENO, words, sizeof words - 1);
    unasked_end_now(1);
}

void unasked_end_watch(void) {
    (void)atexit(on_exit_of_program);
}
