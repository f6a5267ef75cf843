/* mexErrMsgTxt does not return to its caller: the host sets a mark before it calls a method, and
 * the message travels back to it. Marks nest, and each thread has its own. A method that crashes
 * comes back the same way, in a program that wants it so. */
#define _POSIX_C_SOURCE 200809L
#include "mx/internal.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct mark {
    jmp_buf place;
    struct mark *outer;
    bd_mx_scope *scope;
    char *message;
    size_t size;
} mark;

static _Thread_local mark *innermost;
static bool is_over(char *message, size_t size);

static volatile sig_atomic_t has_called; /* some method, at some time */

#define RESCUE (SIGRTMAX - 3) /* to the host's thread, from another one */

bd_mx_scope *mx_scope_in_force(void) {
    return innermost ? innermost->scope : NULL;
}

int mx_guarded_call(bd_mx_scope *scope, void (*body)(void *), void *argument, char *message,
                    size_t size) {
    if (is_over(message, size))
        return 1;
    mark here;
    has_called = 1;
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

/* ---- crashes, and ends that were not asked for ---- */

/* the thread that runs the program, as far as the others have to know it */
static struct {
    bool known;
    pthread_t thread;
    pid_t process;
    mark **innermost;
    void (*hurt)(void);
} owner;

static volatile sig_atomic_t wounded, refusing;
static char elsewhere[120]; /* what happened in another thread; empty: nothing */

bool bd_mx_wounded(void) {
    return wounded;
}

bool bd_mx_in_method(void) {
    return innermost && owner.known && getpid() == owner.process;
}

static void note_wound(void) {
    wounded = refusing = 1;
    if (owner.hurt)
        owner.hurt();
}

void bd_mx_leave_method(const char *why) {
    if (!innermost)
        return;
    note_wound();
    mx_fail("%s", why);
}

/* a thread of a method's own cannot come back to the host: it stops for ever, and the host's thread
 * leaves the method in its stead, or the next one that it calls */
_Noreturn static void leave_to_owner(const char *what);
static void leave_to_owner(const char *what) {
    snprintf(elsewhere, sizeof elsewhere, "%s, in a thread of its own", what);
    note_wound();
    pthread_kill(owner.thread, RESCUE);
    for (;;)
        pause();
}

static bool owner_is_in_a_method(void) {
    return owner.known && !pthread_equal(owner.thread, pthread_self()) && *owner.innermost;
}

bool bd_mx_refuse_end(const char *function, int code) {
    char what[80];
    /* a process that the method has forked may end as it likes */
    if (!owner.known || getpid() != owner.process || (!innermost && !owner_is_in_a_method()))
        return false;
    snprintf(what, sizeof what, "it ended the program (%s(%d))", function, code);
    if (!innermost)
        leave_to_owner(what);
    note_wound();
    mx_fail("%s", what);
}

/* behind a wound no further method is called: what it left locked would lock the program */
static bool is_over(char *message, size_t size) {
    if (!refusing || !pthread_equal(owner.thread, pthread_self()))
        return false;
    if (message && size > 0)
        snprintf(message, size, "%s", elsewhere[0] ? elsewhere : "another method has crashed");
    return true;
}

void bd_mx_begin_anew(void) {
    refusing = 0;
    elsewhere[0] = '\0';
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED /* as clang tells it */
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(SANITIZED)
/* the sanitizer tells more than we could */
static void listen_to_crashes(void) {}
#else

static const struct {
    int signal;
    const char *what;
} crashes[] = {
    {SIGSEGV, "it crashed (SIGSEGV, invalid memory access)"},
    {SIGBUS, "it crashed (SIGBUS, invalid memory access)"},
    {SIGFPE, "it crashed (SIGFPE, arithmetic error)"},
    {SIGILL, "it crashed (SIGILL, invalid instruction)"},
    {SIGABRT, "it crashed (SIGABRT, it gave up)"},
};
#define CRASHES (sizeof crashes / sizeof *crashes)

/* outside of methods everything is as if nobody listened: the program ends where it crashes again
 */
static void on_crash(int number) {
    const char *what = "it crashed";
    for (size_t i = 0; i < CRASHES; i++)
        if (crashes[i].signal == number)
            what = crashes[i].what;
    if (innermost) {
        note_wound();
        mx_fail("%s", what);
    }
    if (owner_is_in_a_method())
        leave_to_owner(what);
    static const char doubt[] =
        "multirate: the program crashed outside of any S-function; one of those that ran before "
        "may have written beyond its arrays (run --isolate tells which)\n";
    if (has_called && write(STDERR_FILENO, doubt, sizeof doubt - 1) < 0)
        has_called = 0;
    signal(number, SIG_DFL);
    if (number == SIGABRT)
        raise(number);
}

static void listen_to_crashes(void) {
    static char room[65536]; /* for a method that has used up the stack */
    const stack_t stack = {.ss_sp = room, .ss_size = sizeof room};
    struct sigaction action = {.sa_handler = on_crash, .sa_flags = SA_NODEFER | SA_ONSTACK};
    (void)sigaltstack(&stack, NULL);
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < CRASHES; i++)
        (void)sigaction(crashes[i].signal, &action, NULL);
}
#endif

static void on_rescue(int number) {
    (void)number;
    if (innermost && elsewhere[0])
        mx_fail("%s", elsewhere);
}

void bd_mx_catch_crashes(void (*hurt)(void)) {
    struct sigaction action = {.sa_handler = on_rescue, .sa_flags = SA_NODEFER};
    sigemptyset(&action.sa_mask);
    (void)sigaction(RESCUE, &action, NULL);
    owner.thread = pthread_self();
    owner.process = getpid();
    owner.innermost = &innermost;
    owner.hurt = hurt;
    owner.known = true;
    listen_to_crashes();
}
