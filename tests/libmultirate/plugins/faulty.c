/* a slave that dies, hangs or talks nonsense where a test tells it: fault=WHAT in=WHERE at=TIME
 *
 * Good otherwise: y = t + 0.5 u(t), steps of 0.1 s. Loading dies if FAULTY_LOAD is set, and
 * FAULTY_PADDING is a number of further outputs. */
#define _POSIX_C_SOURCE 200809L
#include "multirate/options.h"
#include "multirate/slave.h"

#include <math.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define STEP 0.1

typedef struct instance {
    char fault[16], in[16];
    double at;
    long index;
    double t, y;
    int padding;  /* further outputs, all zero */
    bool limited; /* cannot save its state */
    bool pair;    /* the first six further outputs are p, v and a of two coordinates */
    mr_variable *outputs;
} instance;

static void die(int number) {
    signal(number, SIG_DFL); /* sanitizers have their own idea */
    raise(number);
}

/* for whoever waits until it hangs */
static void tell_that_it_hangs(void) {
    static const char told[] = "hangs now\n";
    if (write(STDERR_FILENO, told, sizeof told - 1) < 0)
        return;
}

static void note_process(pid_t process) {
    FILE *file = fopen(getenv("FAULTY_CHILD"), "w");
    if (file) {
        fprintf(file, "%d", (int)process);
        fclose(file);
    }
}

/* a process with a session of its own whose parent is no more */
static void leave_daemon(void) {
    static bool left;
    if (left)
        return;
    left = true;
    const pid_t parent = fork();
    if (parent == 0) {
        (void)setsid();
        const pid_t child = fork();
        if (child == 0)
            for (;;)
                pause();
        note_process(child);
        _exit(0);
    }
    (void)waitpid(parent, NULL, 0);
}

/* a process that lives on, and has one that lives on: each with a session of its own */
static void leave_family(void) {
    static bool left;
    int ends[2];
    char byte = 0;
    if (left || pipe(ends) != 0)
        return;
    left = true;
    if (fork() == 0) {
        (void)setsid();
        const pid_t child = fork();
        if (child == 0)
            (void)setsid();
        else
            note_process(child);
        if (child != 0)
            (void)!write(ends[1], &byte, 1);
        for (;;)
            pause();
    }
    (void)!read(ends[0], &byte, 1); /* it is noted */
    close(ends[0]);
    close(ends[1]);
}

static void misbehave(const instance *slave, const char *where, const mr_inputs *inputs) {
    const char *fault = slave->fault;
    double u;
    if (strcmp(slave->in, where) != 0 || slave->t < slave->at - 1e-6)
        return;
    if (strcmp(fault, "segv") == 0)
        die(SIGSEGV);
    else if (strcmp(fault, "abort") == 0)
        die(SIGABRT);
    else if (strcmp(fault, "kill") == 0)
        die(SIGKILL);
    else if (strcmp(fault, "signal") == 0)
        die(SIGUSR1);
    else if (strcmp(fault, "exit") == 0)
        _exit(3);
    else if (strcmp(fault, "daemon") == 0) /* starts one, and goes on */
        leave_daemon();
    else if (strcmp(fault, "family") == 0)
        leave_family();
    else if (strcmp(fault, "child") == 0) { /* leaves a process behind, and its number in a file */
        const pid_t child = fork();
        if (child == 0)
            for (;;)
                pause();
        note_process(child);
        _exit(3);
    } else if (strcmp(fault, "sleep") == 0) {
        tell_that_it_hangs();
        for (;;)
            pause();
    } else if (strcmp(fault, "ask") == 0)
        while (inputs)
            (void)mr_inputs_at(inputs, slave->t, &u);
    else if (strcmp(fault, "loop") == 0) {
        tell_that_it_hangs();
        for (volatile int i = 0;;)
            i = !i;
    }
}

static mr_status open_slave(const char *configuration, mr_message *message, void **made) {
    mr_option option;
    mr_status status = MR_OK;
    instance *slave = calloc(1, sizeof *slave);
    if (!slave)
        return MR_ERR_MEMORY;
    while (status == MR_OK && mr_option_next(&configuration, &option, &status, message)) {
        if (strcmp(option.key, "fault") == 0)
            snprintf(slave->fault, sizeof slave->fault, "%s", option.value);
        else if (strcmp(option.key, "in") == 0)
            snprintf(slave->in, sizeof slave->in, "%s", option.value);
        else if (strcmp(option.key, "at") == 0)
            status = mr_option_number(&option, &slave->at, message);
        else if (strcmp(option.key, "padding") == 0)
            status = mr_option_integer(&option, &slave->padding, message);
        else if (strcmp(option.key, "pair") == 0)
            status = mr_option_switch(&option, &slave->pair, message);
        else if (strcmp(option.key, "limited") == 0)
            status = mr_option_switch(&option, &slave->limited, message);
        else
            status = mr_option_complain(&option, "known", message);
    }
    if (slave->pair)
        slave->padding = 6;
    if (getenv("FAULTY_PADDING"))
        slave->padding = (int)strtol(getenv("FAULTY_PADDING"), NULL, 10);
    slave->outputs = calloc((size_t)slave->padding + 1, sizeof *slave->outputs);
    if (status == MR_OK && !slave->outputs)
        status = MR_ERR_MEMORY;
    if (status != MR_OK) {
        free(slave->outputs);
        free(slave);
        return status;
    }
    slave->outputs[0] = (mr_variable){"y", "m", 1, MR_NONE, MR_NONE, MR_CONTINUOUS};
    for (int i = 1; i <= slave->padding; i++)
        slave->outputs[i] = (mr_variable){"padding", "", 1, MR_NONE, MR_NONE, MR_DISCRETE};
    if (slave->at == 0.0)
        misbehave(slave, "open", NULL);
    *made = slave;
    return MR_OK;
}

static const mr_slave_type limited;

static void describe(const void *self, mr_slave_description *description) {
    static const mr_variable input = {"u", "N", 1, MR_NONE, 0, MR_CONTINUOUS};
    static const mr_coordinate two[] = {{1, 3, 5}, {2, 4, 6}};
    const instance *slave = self;
    misbehave(slave, "describe", NULL);
    *description = (mr_slave_description){.title = "a slave with faults",
                                          .input_count = 1,
                                          .inputs = &input,
                                          .output_count = slave->padding + 1,
                                          .outputs = slave->outputs,
                                          .coordinate_count = slave->pair ? 2 : 0,
                                          .coordinates = two,
                                          .type = slave->limited ? &limited : NULL};
}

static mr_status initialise(void *self, double t0, const mr_inputs *inputs) {
    instance *slave = self;
    double u;
    slave->t = t0;
    slave->index = 0;
    misbehave(slave, "initialise", inputs);
    const mr_status status = mr_inputs_at(inputs, t0, &u);
    slave->y = t0 + 0.5 * u;
    return status;
}

static mr_status step(void *self, const mr_inputs *inputs, double *t) {
    instance *slave = self;
    double u;
    misbehave(slave, "step", inputs);
    const double end = (double)(slave->index + 1) * STEP;
    const mr_status status = mr_inputs_at(inputs, end, &u);
    if (status != MR_OK)
        return status;
    slave->index++;
    *t = slave->t = end;
    slave->y = end + 0.5 * u;
    return MR_OK;
}

static mr_status outputs(void *self, double *y) {
    const instance *slave = self;
    misbehave(slave, "outputs", NULL);
    memset(y, 0, ((size_t)slave->padding + 1) * sizeof *y);
    y[0] = slave->y;
    if (strcmp(slave->fault, "nan") == 0 && slave->t > slave->at - 1e-6)
        y[0] = NAN;
    return MR_OK;
}

static mr_status next_step(const void *self, double *h) {
    misbehave(self, "next_step", NULL);
    *h = STEP;
    return MR_OK;
}

/* each number tells its place: 1, 2, then 11 to 14 and 21 to 24 */
static mr_status interface_matrices(void *self, double *Au, double *Ap, double *Av) {
    const instance *slave = self;
    if (!slave->pair)
        return MR_ERR_UNSUPPORTED;
    for (int i = 0; i < 2; i++)
        Au[i] = 1.0 + i;
    for (int i = 0; i < 4; i++) {
        Ap[i] = 11.0 + i;
        Av[i] = 21.0 + i;
    }
    return MR_OK;
}

static mr_status save(const void *self, void **state) {
    misbehave(self, "save", NULL);
    if (!*state)
        *state = malloc(sizeof(instance));
    if (!*state)
        return MR_ERR_MEMORY;
    memcpy(*state, self, sizeof(instance));
    return MR_OK;
}

static mr_status restore(void *self, const void *state) {
    misbehave(self, "restore", NULL);
    memcpy(self, state, sizeof(instance));
    return MR_OK;
}

static void close_slave(void *self) {
    misbehave(self, "close", NULL);
    free(((instance *)self)->outputs);
    free(self);
}

static const mr_slave_type faulty = {
    .abi = MR_SLAVE_ABI,
    .size = sizeof(mr_slave_type),
    .name = "faulty",
    .summary = "dies, hangs or talks nonsense where it is told",
    .options = "fault=segv|abort|kill|signal|exit|sleep|loop|ask|nan\n",
    .open = open_slave,
    .describe = describe,
    .initialise = initialise,
    .step = step,
    .outputs = outputs,
    .close = close_slave,
    .next_step = next_step,
    .interface_matrices = interface_matrices,
    .save = save,
    .restore = restore,
    .free_state = free,
};

static const mr_slave_type limited = {
    .abi = MR_SLAVE_ABI,
    .size = sizeof(mr_slave_type),
    .name = "faulty",
    .summary = "dies, hangs or talks nonsense where it is told",
    .options = "fault=segv|abort|kill|signal|exit|sleep|loop|ask|nan\n",
    .open = open_slave,
    .describe = describe,
    .initialise = initialise,
    .step = step,
    .outputs = outputs,
    .close = close_slave,
    .next_step = next_step,
};

MR_SLAVE_EXPORT const mr_slave_type *mr_slave_plugin(void);
const mr_slave_type *mr_slave_plugin(void) {
    if (getenv("FAULTY_LOAD"))
        die(SIGSEGV);
    return &faulty;
}
