/* mexErrMsgTxt does not return to its caller: the host sets a mark before it calls a method, and
 * the message travels back to it. Marks nest, and each thread has its own. A method that crashes
 * comes back the same way, in a program that wants it so. */
#define _POSIX_C_SOURCE 200809L
#include "mx/internal.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct mark {
    jmp_buf place;
    struct mark *outer;
    bd_mx_scope *scope;
    char *message;
    size_t size;
} mark;

static _Thread_local mark *innermost;

bd_mx_scope *mx_scope_in_force(void) {
    return innermost ? innermost->scope : NULL;
}

int mx_guarded_call(bd_mx_scope *scope, void (*body)(void *), void *argument, char *message,
                    size_t size) {
    mark here;
    here.outer = innermost;
    here.scope = scope;
    here.message = message;
    here.size = size;
    innermost = &here;
    int left = _setjmp(here.place);
    if (!left)
        body(argument);
    innermost = here.outer;
    return left != 0;
}

/* the text is written where the mark says, then everything up to the mark is left */
_Noreturn static void leave(void);
static void leave(void) {
    /* without a mark nobody called us, so there is nobody to tell: a program's own mistake */
    if (!innermost)
        abort();
    _longjmp(innermost->place, 1);
}

static void write_message(const char *format, va_list arguments) {
    if (innermost && innermost->message && innermost->size > 0)
        vsnprintf(innermost->message, innermost->size, format, arguments);
}

void mx_fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    write_message(format, arguments);
    va_end(arguments);
    leave();
}

void mexErrMsgTxt(const char *text) {
    mx_fail("%s", text ? text : "");
}

void mexErrMsgIdAndTxt(const char *id, const char *format, ...) {
    va_list arguments;
    /* the identifier is for programs; with one argument only it is the message itself */
    if (!format)
        mx_fail("%s", id ? id : "");
    va_start(arguments, format);
    write_message(format, arguments);
    va_end(arguments);
    leave();
}

/* ---- crashes ---- */

#if defined(__SANITIZE_ADDRESS__)
/* the sanitizer tells more than we could */
void bd_mx_catch_crashes(void) {}
#else

static const struct {
    int signal;
    const char *what;
} crashes[] = {
    {SIGSEGV, "SIGSEGV, invalid memory access"},
    {SIGBUS, "SIGBUS, invalid memory access"},
    {SIGFPE, "SIGFPE, arithmetic error"},
    {SIGILL, "SIGILL, invalid instruction"},
    {SIGABRT, "SIGABRT, it gave up"},
};
#define CRASHES (sizeof crashes / sizeof *crashes)

/* outside of methods everything is as if nobody listened: the program ends where it crashes again
 */
static void on_crash(int number) {
    if (!innermost) {
        signal(number, SIG_DFL);
        if (number == SIGABRT)
            raise(number);
        return;
    }
    for (size_t i = 0; i < CRASHES; i++)
        if (crashes[i].signal == number)
            mx_fail("it crashed (%s)", crashes[i].what);
}

void bd_mx_catch_crashes(void) {
    static char room[65536]; /* for a method that has used up the stack */
    const stack_t stack = {.ss_sp = room, .ss_size = sizeof room};
    struct sigaction action = {.sa_handler = on_crash, .sa_flags = SA_NODEFER | SA_ONSTACK};
    (void)sigaltstack(&stack, NULL);
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < CRASHES; i++)
        (void)sigaction(crashes[i].signal, &action, NULL);
}
#endif
