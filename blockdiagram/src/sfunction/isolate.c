/* the process of an isolated S-function: a fork of the program at the start of the run, so that all
 * it needs is there already. What the block's memory holds crosses in both directions with each
 * call, through memory that both share. It does not come back if it crashes, ends or is ended; who
 * called it then gets a sentence */
#define _GNU_SOURCE
#include "sfunction/isolate.h"
#include "sfunction/guarded_memory.h"

#include "common/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct shared {
    bd_isolated_method method;
    bd_status status;
    char death[200]; /* why the process ends */
    bd_clock clock;
    bd_isolated_notes notes;
} shared;

/* a piece of the block's memory; both processes have the same list of them, at other places */
typedef struct part {
    void *memory;
    size_t size, at; /* in the shared memory */
    bool comes_back;
} part;

struct bd_isolated {
    pid_t process; /* 0 in the process itself, -1 if it has ended */
    int to, from;
    const char *function;
    shared *common;
    part *parts;
    unsigned char *hits;
    int part_count;
    size_t size;
};

#define ALIGNED(bytes) (((bytes) + 15u) & ~(size_t)15u)

static bd_isolated *here; /* in the process */

/* a piece of a part that has a place of its own in the process */
typedef struct guarded_piece {
    void *there, *own;
    size_t bytes;
} guarded_piece;

static guarded_piece *pieces;
static int piece_count;

const bd_isolated_notes *bd_isolated_notes_of(const bd_isolated *isolated) {
    return &isolated->common->notes;
}

bd_isolated_notes *bd_isolated_here(void) {
    return here ? &here->common->notes : NULL;
}

/* ---- what crosses ---- */

static void add(bd_isolated *i, void **memory, size_t size, bool comes_back, const char *what) {
    if (!size)
        return;
    part *p = i->parts ? &i->parts[i->part_count] : NULL;
    /* in the process the block works on guarded memory */
    void *own = p && i == here ? bd_guarded_alloc(size, what) : NULL;
    if (own) {
        memcpy(own, *memory, size);
        *memory = own;
    }
    if (p)
        *p = (part){*memory, size, i->size, comes_back};
    i->part_count++;
    i->size += ALIGNED(size);
}

/* with parts: makes the list; without: counts */
static void list_parts(bd_isolated *i, bd_block *block) {
    const size_t states = (size_t)block->state_count * sizeof(double);
    i->part_count = 0;
    i->size = ALIGNED(sizeof(shared));
    for (int k = 0; k < block->input_count; k++)
        add(i, &block->inputs[k].data, bd_shape_size(&block->inputs[k].shape), false,
            "beyond the end of an input");
    for (int k = 0; k < block->output_count; k++)
        add(i, &block->outputs[k].data, bd_shape_size(&block->outputs[k].shape), true,
            "beyond the end of an output");
    add(i, (void **)(void *)&block->x, states, true, "beyond the end of its continuous states");
    add(i, (void **)(void *)&block->dx, states, true, "beyond the end of its derivatives");
    add(i, (void **)(void *)&block->x_tolerance, states, true, "beyond the end of its tolerances");
    add(i, (void **)(void *)&block->discrete, (size_t)block->discrete_count * sizeof(double), true,
        "beyond the end of its discrete states");
    add(i, (void **)(void *)&block->modes, (size_t)block->mode_count * sizeof(int), true,
        "beyond the end of its modes");
    add(i, (void **)(void *)&block->zero_crossings,
        (size_t)block->zero_crossing_count * sizeof(double), true,
        "beyond the end of its zero crossings");
    add(i, &block->work, block->work_size, true, "beyond the end of its work vectors");
    i->hits = (unsigned char *)i->common + i->size;
    i->size += (size_t)block->rate_count;
}

static void write_parts(const bd_isolated *i, bool all) {
    for (int k = 0; k < i->part_count; k++)
        if (all || i->parts[k].comes_back)
            memcpy((char *)i->common + i->parts[k].at, i->parts[k].memory, i->parts[k].size);
}

static void read_parts(const bd_isolated *i, bool all) {
    for (int k = 0; k < i->part_count; k++)
        if (all || i->parts[k].comes_back)
            memcpy(i->parts[k].memory, (char *)i->common + i->parts[k].at, i->parts[k].size);
}

bool bd_isolated_guard(void **memory, size_t bytes, const char *what) {
    void *own = bd_guarded_alloc(bytes, what);
    guarded_piece *longer = own ? cm_one_more(pieces, (size_t)piece_count, sizeof *pieces) : NULL;
    if (!longer)
        return false;
    pieces = longer;
    memcpy(own, *memory, bytes);
    pieces[piece_count++] = (guarded_piece){*memory, own, bytes};
    *memory = own;
    return true;
}

static void gather_pieces(void) {
    for (int k = 0; k < piece_count; k++)
        memcpy(pieces[k].there, pieces[k].own, pieces[k].bytes);
}

static void scatter_pieces(void) {
    for (int k = 0; k < piece_count; k++)
        memcpy(pieces[k].own, pieces[k].there, pieces[k].bytes);
}

/* ---- in the process ---- */

_Noreturn static void die(const char *why) {
    snprintf(here->common->death, sizeof here->common->death, "%s", why);
    _exit(1);
}

static void on_crash(int number, siginfo_t *about, void *context) {
    (void)context;
    const char *what =
        number == SIGSEGV || number == SIGBUS ? bd_guarded_what(about->si_addr) : NULL;
    char text[160];
    if (what)
        snprintf(text, sizeof text, "it reads or writes %s", what);
    else
        snprintf(text, sizeof text, "it crashed (signal %d, %s)", number, strsignal(number));
    die(text);
}

static void on_exit_there(void) {
    die("it ended the program");
}

static void listen_to_crashes(void) {
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    static char room[65536];
    const stack_t stack = {.ss_sp = room, .ss_size = sizeof room};
    struct sigaction action = {.sa_sigaction = on_crash, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    (void)sigaltstack(&stack, NULL);
    sigemptyset(&action.sa_mask);
    for (size_t k = 0; k < sizeof signals / sizeof *signals; k++)
        (void)sigaction(signals[k], &action, NULL);
    (void)signal(SIGINT, SIG_IGN); /* the program decides */
    (void)atexit(on_exit_there);   /* before all others that are to be called */
}

/* what the program asks for: a call, or the end. Closing its end would not do: processes that began
 * later have that, too */
#define CALL "c"
#define END  "e"

/* to a process that may have ended since the last call; that is an answer, not a signal */
static bool ask(const bd_isolated *i, const char *what) {
    return send(i->to, what, 1, MSG_NOSIGNAL) == 1;
}

/* what is asked for next; a timer of the S-function may come in between */
static bool hear(const bd_isolated *i, char *what) {
    ssize_t count;
    do
        count = read(i->to, what, 1);
    while (count < 0 && errno == EINTR);
    return count == 1;
}

_Noreturn static void serve(bd_isolated *i, bd_block *block) {
    char byte;
    while (hear(i, &byte) && byte == *CALL) {
        read_parts(i, true);
        scatter_pieces();
        *(bd_clock *)(void *)block->clock = i->common->clock;
        for (int k = 0; k < block->rate_count; k++)
            *(unsigned char *)block->rates[k].hit = i->hits[k];
        i->common->status = i->common->method(block);
        gather_pieces();
        write_parts(i, false);
        (void)fflush(stdout);
        if (write(i->from, &byte, 1) != 1)
            break;
    }
    _exit(0);
}

/* ---- here ---- */

static void release(bd_isolated *i) {
    if (i->common && i->common != MAP_FAILED)
        munmap(i->common, i->size);
    free(i->parts);
    free(i);
}

static bd_status no_process(bd_block *block, const char *function) {
    return bd_block_fail(block, BD_BLOCK_FAILED, "S-function '%s' gets no process of its own: %s",
                         function, strerror(errno));
}

static bd_status make_memory(bd_isolated *i, bd_block *block) {
    list_parts(i, block);
    i->parts = calloc((size_t)i->part_count + 1, sizeof *i->parts);
    if (!i->parts)
        return bd_block_no_memory(block);
    i->common = mmap(NULL, i->size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (i->common == MAP_FAILED)
        return bd_block_no_memory(block);
    list_parts(i, block);
    return BD_OK;
}

static bd_status begin_process(bd_isolated *i, bd_block *block) {
    int to[2], from[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, to) != 0)
        return no_process(block, i->function);
    if (pipe2(from, O_CLOEXEC) != 0) {
        close(to[0]);
        close(to[1]);
        return no_process(block, i->function);
    }
    (void)fflush(NULL); /* nothing is to be written twice */
    const pid_t program = getpid();
    i->process = fork();
    if (i->process == 0) {
        (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != program)
            _exit(0);
        close(to[1]);
        close(from[0]);
        i->to = to[0];
        i->from = from[1];
        here = i;
        listen_to_crashes();
        list_parts(i, block);
        serve(i, block);
    }
    close(to[0]);
    close(from[1]);
    i->to = to[1];
    i->from = from[0];
    return i->process > 0 ? BD_OK : no_process(block, i->function);
}

bd_status bd_isolated_begin(bd_block *block, const char *function, bd_isolated **isolated) {
    bd_isolated *i = calloc(1, sizeof *i);
    if (!i)
        return bd_block_no_memory(block);
    i->function = function;
    i->process = i->to = i->from = -1;
    bd_status status = make_memory(i, block);
    if (status == BD_OK)
        status = begin_process(i, block);
    if (status != BD_OK) {
        bd_isolated_end(i);
        return status;
    }
    *isolated = i;
    return BD_OK;
}

bool bd_isolated_lives(const bd_isolated *isolated) {
    return isolated->process > 0;
}

void bd_isolated_end(bd_isolated *i) {
    if (!i)
        return;
    if (i->process > 0 && !ask(i, END))
        (void)kill(i->process, SIGKILL);
    if (i->to >= 0)
        close(i->to);
    if (i->from >= 0)
        close(i->from);
    if (i->process > 0)
        (void)waitpid(i->process, NULL, 0);
    release(i);
}

static void say_death(bd_isolated *i, bool given_up, char *text, size_t size) {
    int status = 0;
    if (given_up)
        (void)kill(i->process, SIGKILL);
    (void)waitpid(i->process, &status, 0);
    i->process = -1;
    if (given_up)
        snprintf(text, size, "it did not come to an end");
    else if (i->common->death[0])
        snprintf(text, size, "%s", i->common->death);
    else if (WIFSIGNALED(status))
        snprintf(text, size, "its process was ended by signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else
        snprintf(text, size, "it ended the program (code %d)", WEXITSTATUS(status));
}

/* ---- a copy that is thrown away ---- */

_Noreturn static void rehearse_there(bd_isolated *i, void (*body)(void *), void *argument) {
    const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (nowhere >= 0) { /* it will say the same again here */
        (void)dup2(nowhere, STDOUT_FILENO);
        (void)dup2(nowhere, STDERR_FILENO);
    }
    here = i;
    listen_to_crashes();
    body(argument);
    i->common->status = BD_OK;
    _exit(0);
}

bool bd_rehearse(void (*body)(void *), void *argument, char *why, size_t size) {
    bd_isolated i = {.process = -1, .to = -1, .from = -1};
    i.common =
        mmap(NULL, sizeof *i.common, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (i.common == MAP_FAILED) {
        snprintf(why, size, "there is no memory for a process of its own");
        return false;
    }
    i.common->status = BD_BLOCK_FAILED; /* unless it says otherwise */
    (void)fflush(NULL);
    i.process = fork();
    if (i.process == 0)
        rehearse_there(&i, body, argument);
    if (i.process < 0)
        snprintf(why, size, "it gets no process of its own: %s", strerror(errno));
    else
        say_death(&i, false, why, size);
    const bool came_back = i.common->status == BD_OK;
    munmap(i.common, sizeof *i.common);
    return came_back;
}

/* a method that does not end can be given up */
static bool wait_for_answer(const bd_isolated *i, const bd_block *block, bool *given_up) {
    const bool *wanted = bd_block_given_up(block);
    struct pollfd one = {.fd = i->from, .events = POLLIN};
    char byte;
    for (;;) {
        const int ready = poll(&one, 1, 100);
        if (ready > 0)
            return read(i->from, &byte, 1) == 1;
        *given_up = wanted && *wanted;
        if (*given_up || (ready < 0 && errno != EINTR))
            return false;
    }
}

bd_status bd_isolated_call(bd_isolated *i, bd_block *block, bd_isolated_method method,
                           const char *name) {
    bool given_up = false;
    if (i->process < 0)
        return bd_block_fail(block, BD_BLOCK_FAILED, "S-function '%s' has ended before",
                             i->function);
    write_parts(i, true);
    for (int k = 0; k < block->rate_count; k++)
        i->hits[k] = *block->rates[k].hit;
    i->common->clock = *block->clock;
    i->common->method = method;
    memset(&i->common->notes, 0, sizeof i->common->notes);
    if (!ask(i, CALL) || !wait_for_answer(i, block, &given_up)) {
        char why[300];
        say_death(i, given_up, why, sizeof why);
        return bd_block_fail(block, BD_BLOCK_FAILED, "S-function '%s' in %s: %s", i->function, name,
                             why);
    }
    read_parts(i, false);
    if (i->common->status == BD_OK)
        return BD_OK;
    return bd_block_fail(block, i->common->status, "%s", i->common->notes.error);
}
