/* MuJoCo's handlers: a jump back into the guarded call of the same thread
 *
 * The handlers belong to the whole process, the place to jump to belongs to a thread. A thread that
 * uses MuJoCo without us finds the handler that was there before, or what MuJoCo does by itself. */
#include "guard.h"

#include <mujoco/mujoco.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct place {
    jmp_buf jump;
    mujoco_words *words;
} place;

/* one pointer fits into the room that the system keeps for libraries loaded late: no allocation
 * when a thread first looks at it */
#if defined(__GNUC__)
__attribute__((tls_model("initial-exec")))
#endif
static _Thread_local place *here;
static void (*error_before)(const char *);
static void (*warning_before)(const char *);
static atomic_flag installed = ATOMIC_FLAG_INIT;

/* the first line, without the blanks around it */
static void keep(char *words, const char *text) {
    text += strspn(text, " \t\r\n");
    size_t length = strcspn(text, "\r\n");
    while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '.'))
        length--;
    snprintf(words, MUJOCO_TEXT_SIZE, "%.*s",
             (int)(length < MUJOCO_TEXT_SIZE ? length : MUJOCO_TEXT_SIZE), text);
}

static void take_error(const char *text) {
    if (here) {
        keep(here->words->error, text);
        longjmp(here->jump, 1);
    }
    if (error_before)
        error_before(text);
    /* not ours, and MuJoCo must not go on: what it does when nobody listens */
    fprintf(stderr, "MuJoCo: %s\n", text);
    exit(EXIT_FAILURE);
}

static void take_warning(const char *text) {
    if (here)
        keep(here->words->warning, text);
    else if (warning_before)
        warning_before(text);
    else
        fprintf(stderr, "MuJoCo: %s\n", text);
}

static void install(void) {
    if (atomic_flag_test_and_set(&installed))
        return;
    error_before = mju_user_error;
    warning_before = mju_user_warning;
    mju_user_error = take_error;
    mju_user_warning = take_warning;
}

bool mujoco_guarded(void (*work)(void *context), void *context, mujoco_words *words) {
    place now;
    place *const outer = here;
    install();
    now.words = words;
    words->error[0] = words->warning[0] = '\0';
    if (setjmp(now.jump) != 0) {
        here = outer;
        return false;
    }
    here = &now;
    work(context);
    here = outer;
    return true;
}
