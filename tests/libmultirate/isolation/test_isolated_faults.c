/* slaves that die, hang or talk nonsense in their own process: the run fails with a sentence that
 * names what happened and when, soon, and nothing stays behind */
#define _POSIX_C_SOURCE 200809L
#include "mr_test.h"
#include "multirate/multirate.h"
#include "processes.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define FAULTY MR_BINARY_DIR "/tests/plugins/faulty.so isolate=yes"

typedef struct run {
    mr_plugin *plugin;
    mr_interface *interface;
    mr_message message;
} run;

static mr_status open_run(run *r, const char *slave, const char *faults) {
    mr_config config;
    const char *prefix = "";
    char text[4096];
    *r = (run){0};
    mr_config_default(&config);
    mr_status status = mr_plugin_load(slave, &r->plugin, &prefix, &r->message);
    if (status != MR_OK)
        return status;
    snprintf(text, sizeof text, "%s%s", prefix, faults);
    return mr_interface_open(&config, mr_plugin_type(r->plugin), text, &r->interface, &r->message);
}

static void close_run(run *r) {
    mr_interface_close(r->interface);
    mr_plugin_unload(r->plugin);
}

static mr_status go_on(run *r, double from, double to) {
    mr_status status = MR_OK;
    for (int i = 0; from + 0.05 * i < to && status == MR_OK; i++) {
        const double y = 1.0;
        double u[1];
        status = mr_interface_exchange(r->interface, from + 0.05 * i, &y, MR_MAJOR, u);
    }
    return status;
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void same(const inventory *before) {
    const inventory after = take_inventory();
    CU_ASSERT_EQUAL(after.children, before->children);
    CU_ASSERT_EQUAL(after.descriptors, before->descriptors);
    CU_ASSERT_EQUAL(after.shared_maps, before->shared_maps);
}

static const struct {
    const char *faults;
    mr_status status;
    const char *sentence;
} steps[] = {
    {"fault=segv in=step at=0.5", MR_ERR_SLAVE_STEP,
     "slave 'faulty' failed in its step from t = 0.5 s: its process was ended by signal SIGSEGV"},
    {"fault=abort in=step at=0.5", MR_ERR_SLAVE_STEP, "was ended by signal SIGABRT"},
    {"fault=kill in=step at=0.5", MR_ERR_SLAVE_STEP, "was ended by signal SIGKILL"},
    {"fault=signal in=step at=0.5", MR_ERR_SLAVE_STEP, "was ended by signal 10"},
    {"fault=exit in=step at=0.5", MR_ERR_SLAVE_STEP,
     "failed in its step from t = 0.5 s: its process ended with exit code 3"},
    {"fault=sleep in=step at=0.5", MR_ERR_SLAVE_STEP,
     "failed in its step from t = 0.5 s: its process did not answer within 0.5 s (timeout) and "
     "was killed"},
    {"fault=loop in=step at=0.5", MR_ERR_SLAVE_STEP, "did not answer within 0.5 s"},
    {"fault=ask in=step at=0.5", MR_ERR_SLAVE_STEP, "did not answer within 0.5 s"},
    {"fault=nan at=0.5", MR_ERR_NOT_FINITE, "slave 'faulty' answered y = "},
    /* outputs are told together with the step */
    {"fault=segv in=outputs at=0.5", MR_ERR_SLAVE_STEP, "was ended by signal SIGSEGV"},
    {"fault=exit in=next_step at=0.5", MR_ERR_SLAVE_STEP, "ended with exit code 3"},
};

static void test_each_fault_in_a_step_is_told_with_its_time(void) {
    const inventory before = take_inventory();
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        run r;
        const double y = 1.0;
        CU_ASSERT_EQUAL_FATAL(open_run(&r, FAULTY " timeout=0.5", steps[i].faults), MR_OK);
        CU_ASSERT_EQUAL(mr_interface_start(r.interface, 0.0, &y), MR_OK);
        const mr_status status = go_on(&r, 0.0, 2.0);
        CU_ASSERT_EQUAL(status, steps[i].status);
        MR_ASSERT_CONTAINS(mr_interface_error(r.interface), steps[i].sentence);
        if (steps[i].status != MR_ERR_NOT_FINITE)
            CU_ASSERT_EQUAL(children(), before.children); /* no zombie even before closing */
        /* started anew it gets a new process and runs until the fault */
        CU_ASSERT_EQUAL(mr_interface_start(r.interface, 0.0, &y), MR_OK);
        CU_ASSERT_EQUAL(go_on(&r, 0.0, 0.35), MR_OK);
        close_run(&r);
        same(&before);
    }
}

static void test_faults_of_opening_and_starting(void) {
    static const char *const places[] = {"open", "describe", "initialise"};
    static const char *const faults[] = {"segv", "exit", "sleep"};
    const inventory before = take_inventory();
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            run r;
            char text[64];
            snprintf(text, sizeof text, "fault=%s in=%s", faults[k], places[i]);
            mr_status status = open_run(&r, FAULTY " timeout=0.5", text);
            const char *words = r.message.text;
            if (i < 2) {
                CU_ASSERT_EQUAL(status, MR_ERR_SLAVE_OPEN);
                MR_ASSERT_CONTAINS(words, "slave 'faulty' could not be opened: its process ");
            } else {
                CU_ASSERT_EQUAL_FATAL(status, MR_OK);
                CU_ASSERT_EQUAL(mr_interface_start(r.interface, 2.5, NULL),
                                MR_ERR_SLAVE_INITIALISE);
                words = mr_interface_error(r.interface);
                MR_ASSERT_CONTAINS(words, "could not be initialised at t = 2.5 s: its process ");
            }
            MR_ASSERT_CONTAINS(words, k == 0   ? "SIGSEGV"
                                      : k == 1 ? "exit code 3"
                                               : "did not answer within 0.5 s");
            close_run(&r);
            same(&before);
        }
}

static void test_a_plugin_that_dies_when_loaded(void) {
    const inventory before = take_inventory();
    run r;
    setenv("FAULTY_LOAD", "1", 1);
    CU_ASSERT_EQUAL(open_run(&r, FAULTY, ""), MR_ERR_PLUGIN);
    unsetenv("FAULTY_LOAD");
    MR_ASSERT_CONTAINS(r.message.text, "faulty.so' cannot be loaded: its process was ended by "
                                       "signal SIGSEGV");
    close_run(&r);
    CU_ASSERT_EQUAL(open_run(&r, MR_BINARY_DIR "/tests/plugins/wrong_abi.so isolate=yes", ""),
                    MR_ERR_ABI);
    MR_ASSERT_CONTAINS(r.message.text, "was built for version");
    close_run(&r);
    same(&before);
}

static void test_a_slave_that_hangs_when_closed_is_killed(void) {
    const inventory before = take_inventory();
    run r;
    CU_ASSERT_EQUAL_FATAL(open_run(&r, FAULTY " timeout=0.5", "fault=sleep in=close"), MR_OK);
    const double begin = seconds();
    close_run(&r);
    CU_ASSERT(seconds() - begin >= 0.49);
    same(&before);
}

static void check_that_it_ends(const char *fault, mr_status status, const char *sentence) {
    char name[] = "/tmp/multirate-child-XXXXXX";
    const int file = mkstemp(name);
    CU_ASSERT_FATAL(file >= 0);
    close(file);
    setenv("FAULTY_CHILD", name, 1);
    run r;
    const double y = 1.0;
    CU_ASSERT_EQUAL_FATAL(open_run(&r, FAULTY, fault), MR_OK);
    CU_ASSERT_EQUAL(mr_interface_start(r.interface, 0.0, &y), MR_OK);
    CU_ASSERT_EQUAL(go_on(&r, 0.0, 2.0), status);
    MR_ASSERT_CONTAINS(mr_interface_error(r.interface), sentence);
    close_run(&r);
    unsetenv("FAULTY_CHILD");
    int child = 0;
    FILE *told = fopen(name, "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(told);
    CU_ASSERT_EQUAL(fscanf(told, "%d", &child), 1);
    fclose(told);
    remove(name);
    const struct timespec moment = {.tv_nsec = 5000000};
    const double begin = seconds();
    while (child > 0 && process_runs(child) && seconds() - begin < 20.0)
        nanosleep(&moment, NULL);
    CU_ASSERT(child > 0 && !process_runs(child));
}

/* what a slave has started ends with it */
static void test_no_process_of_a_slave_outlives_it(void) {
    check_that_it_ends("fault=child in=step at=0.5", MR_ERR_SLAVE_STEP, "ended with exit code 3");
}

static void test_no_daemon_of_a_slave_outlives_it(void) {
    check_that_it_ends("fault=daemon in=step at=0.5", MR_OK, "");
}

/* nor what that has started, generation by generation */
static void test_no_grandchild_of_a_slave_outlives_it(void) {
    check_that_it_ends("fault=family in=step at=0.5", MR_OK, "");
}

static void test_killed_from_outside_between_steps(void) {
    const inventory before = take_inventory();
    run r;
    CU_ASSERT_EQUAL_FATAL(open_run(&r, FAULTY, ""), MR_OK);
    CU_ASSERT_EQUAL(mr_interface_start(r.interface, 0.0, NULL), MR_OK);
    CU_ASSERT_EQUAL(go_on(&r, 0.0, 0.42), MR_OK);
    const int pid = any_child();
    CU_ASSERT_FATAL(pid > 0);
    CU_ASSERT_EQUAL(kill(pid, SIGKILL), 0);
    const double begin = seconds();
    CU_ASSERT_EQUAL(go_on(&r, 0.45, 2.0), MR_ERR_SLAVE_STEP);
    CU_ASSERT(seconds() - begin < 20.0); /* long before the time-out of 30 s */
    MR_ASSERT_CONTAINS(mr_interface_error(r.interface),
                       "was ended by signal SIGKILL (killed by somebody, or out of memory)");
    CU_ASSERT_EQUAL(children(), before.children);
    close_run(&r);
    same(&before);
}

static void test_stopped_from_outside_is_late(void) {
    const inventory before = take_inventory();
    run r;
    const double y = 1.0;
    CU_ASSERT_EQUAL_FATAL(open_run(&r, FAULTY " timeout=0.5", ""), MR_OK);
    CU_ASSERT_EQUAL(mr_interface_start(r.interface, 0.0, &y), MR_OK);
    CU_ASSERT_EQUAL(kill(any_child(), SIGSTOP), 0);
    CU_ASSERT_EQUAL(go_on(&r, 0.0, 2.0), MR_ERR_SLAVE_STEP);
    MR_ASSERT_CONTAINS(mr_interface_error(r.interface), "did not answer within 0.5 s");
    close_run(&r);
    same(&before);
}

static void test_a_state_is_lost_with_its_process(void) {
    const inventory before = take_inventory();
    run r;
    mr_snapshot *snapshot = NULL;
    CU_ASSERT_EQUAL_FATAL(open_run(&r, FAULTY, "fault=segv in=restore at=0.4"), MR_OK);
    CU_ASSERT_EQUAL(mr_interface_start(r.interface, 0.0, NULL), MR_OK);
    CU_ASSERT_EQUAL(go_on(&r, 0.0, 0.6), MR_OK);
    CU_ASSERT_EQUAL(mr_interface_save(r.interface, &snapshot), MR_OK);
    CU_ASSERT_EQUAL(mr_interface_restore(r.interface, snapshot), MR_ERR_SLAVE_STATE);
    MR_ASSERT_CONTAINS(mr_interface_error(r.interface), "signal SIGSEGV");
    CU_ASSERT_EQUAL(mr_interface_start(r.interface, 0.0, NULL), MR_OK);
    CU_ASSERT_EQUAL(mr_interface_restore(r.interface, snapshot), MR_ERR_SLAVE_STATE);
    MR_ASSERT_CONTAINS(mr_interface_error(r.interface), "lost with the process");
    /* the same snapshot takes a state of the new process; there it was that which is lost, and no
     * other: to restore it kills the slave once more */
    CU_ASSERT_EQUAL(mr_interface_start(r.interface, 0.0, NULL), MR_OK);
    CU_ASSERT_EQUAL(go_on(&r, 0.0, 0.6), MR_OK);
    CU_ASSERT_EQUAL(mr_interface_save(r.interface, &snapshot), MR_OK);
    CU_ASSERT_EQUAL(mr_interface_restore(r.interface, snapshot), MR_ERR_SLAVE_STATE);
    MR_ASSERT_CONTAINS(mr_interface_error(r.interface), "signal SIGSEGV");
    mr_snapshot_free(snapshot);
    close_run(&r);
    same(&before);
}

/* a program that was exchanged meanwhile: numbers would go to the wrong places */
static void test_a_slave_that_comes_back_with_other_variables_is_refused(void) {
    const inventory before = take_inventory();
    run r;
    CU_ASSERT_EQUAL_FATAL(open_run(&r, FAULTY, "fault=exit in=step at=0.5"), MR_OK);
    CU_ASSERT_EQUAL(mr_interface_start(r.interface, 0.0, NULL), MR_OK);
    CU_ASSERT_EQUAL(go_on(&r, 0.0, 2.0), MR_ERR_SLAVE_STEP);
    setenv("FAULTY_PADDING", "1", 1);
    CU_ASSERT_EQUAL(mr_interface_start(r.interface, 0.0, NULL), MR_ERR_SLAVE_INITIALISE);
    MR_ASSERT_CONTAINS(mr_interface_error(r.interface),
                       "it has other variables than before its process died");
    CU_ASSERT_EQUAL(children(), before.children);
    unsetenv("FAULTY_PADDING");
    CU_ASSERT_EQUAL(mr_interface_start(r.interface, 0.0, NULL), MR_OK);
    CU_ASSERT_EQUAL(go_on(&r, 0.0, 0.4), MR_OK);
    close_run(&r);
    same(&before);
}

/* long messages go part by part */
static void test_a_slave_with_very_many_outputs(void) {
    const inventory before = take_inventory();
    mr_message message;
    mr_plugin *plugin;
    const char *prefix;
    char text[4096];
    void *slave;
    CU_ASSERT_EQUAL_FATAL(mr_plugin_load(FAULTY, &plugin, &prefix, &message), MR_OK);
    snprintf(text, sizeof text, "%spadding=20000", prefix);
    CU_ASSERT_EQUAL_FATAL(mr_plugin_type(plugin)->open(text, &message, &slave), MR_OK);
    mr_slave_description d;
    mr_plugin_type(plugin)->describe(slave, &d);
    CU_ASSERT_EQUAL(d.output_count, 20001);
    CU_ASSERT_STRING_EQUAL(d.outputs[20000].name, "padding");
    double *y = malloc(20001 * sizeof *y);
    CU_ASSERT_PTR_NOT_NULL_FATAL(y);
    y[20000] = 1.0;
    CU_ASSERT_EQUAL(mr_plugin_type(plugin)->outputs(slave, y), MR_OK);
    CU_ASSERT_EQUAL(y[20000], 0.0);
    free(y);
    mr_plugin_type(plugin)->close(slave);
    mr_plugin_unload(plugin);
    same(&before);
}

static mr_status no_push(void *context, double t, double *u) {
    (void)context;
    (void)t;
    u[0] = 0.0;
    return MR_OK;
}

/* every number of every matrix, asked for first and told beforehand later */
static void test_interface_matrices_come_whole(void) {
    mr_message message;
    mr_plugin *plugin;
    const char *prefix;
    char text[4096];
    void *slave;
    const mr_inputs inputs = {.at = no_push, .constant = true};
    CU_ASSERT_EQUAL_FATAL(mr_plugin_load(FAULTY, &plugin, &prefix, &message), MR_OK);
    const mr_slave_type *type = mr_plugin_type(plugin);
    snprintf(text, sizeof text, "%spair=yes", prefix);
    CU_ASSERT_EQUAL_FATAL(type->open(text, &message, &slave), MR_OK);
    CU_ASSERT_EQUAL(type->initialise(slave, 0.0, &inputs), MR_OK);
    for (int round = 0; round < 3; round++) {
        double Au[2] = {0}, Ap[4] = {0}, Av[4] = {0}, t;
        CU_ASSERT_EQUAL(type->interface_matrices(slave, Au, Ap, Av), MR_OK);
        for (int i = 0; i < 2; i++)
            CU_ASSERT_EQUAL(Au[i], 1.0 + i);
        for (int i = 0; i < 4; i++) {
            CU_ASSERT_EQUAL(Ap[i], 11.0 + i);
            CU_ASSERT_EQUAL(Av[i], 21.0 + i);
        }
        CU_ASSERT_EQUAL(type->step(slave, &inputs, &t), MR_OK);
    }
    type->close(slave);
    mr_plugin_unload(plugin);
}

/* the process gets the name within quotes */
static void test_a_plugin_whose_name_has_both_quotes(void) {
    static const char odd[] = MR_BINARY_DIR "/tests/plugins/odd'\".so";
    run r;
    (void)remove(odd);
    CU_ASSERT_EQUAL_FATAL(symlink(MR_BINARY_DIR "/tests/plugins/faulty.so", odd), 0);
    CU_ASSERT_EQUAL(open_run(&r, MR_BINARY_DIR "/tests/plugins/odd'\".so isolate=yes", ""),
                    MR_ERR_PLUGIN);
    MR_ASSERT_CONTAINS(r.message.text, "odd'\".so' cannot be quoted");
    CU_ASSERT_PTR_NULL(r.plugin);
    CU_ASSERT_EQUAL(remove(odd), 0);
}

/* an instance that can do less than its type */
static void test_a_slave_that_cannot_save_says_so(void) {
    const inventory before = take_inventory();
    static const char *const limits[] = {"", "limited=yes"};
    for (int i = 0; i < 2; i++) {
        run r;
        mr_slave_description d;
        mr_snapshot *snapshot = NULL;
        CU_ASSERT_EQUAL_FATAL(open_run(&r, FAULTY, limits[i]), MR_OK);
        mr_interface_describe(r.interface, &d);
        CU_ASSERT_EQUAL(d.type != NULL, i == 1);
        if (d.type) {
            CU_ASSERT_STRING_EQUAL(d.type->name, "faulty");
            CU_ASSERT(!d.type->save && d.type->next_step);
        }
        CU_ASSERT_EQUAL(mr_interface_start(r.interface, 0.0, NULL), MR_OK);
        CU_ASSERT_EQUAL(mr_interface_save(r.interface, &snapshot) == MR_OK, i == 0);
        mr_snapshot_free(snapshot);
        close_run(&r);
    }
    same(&before);
}

static void test_no_host_program(void) {
    run r;
    setenv("MULTIRATE_SLAVE_HOST", "/nowhere/at/all", 1);
    CU_ASSERT_EQUAL(open_run(&r, FAULTY, ""), MR_ERR_PLUGIN);
    MR_ASSERT_CONTAINS(r.message.text, "MULTIRATE_SLAVE_HOST is '/nowhere/at/all', which is no");
    /* a program that is something else */
    setenv("MULTIRATE_SLAVE_HOST", "/bin/false", 1);
    CU_ASSERT_EQUAL(open_run(&r, FAULTY, ""), MR_ERR_PLUGIN);
    MR_ASSERT_CONTAINS(r.message.text, "its process ended with exit code 1");
    unsetenv("MULTIRATE_SLAVE_HOST");
}

/* the prefix is a text like others, and may come from anywhere */
static void test_prefixes_that_somebody_made_up(void) {
#define PLUGIN "isolate.plugin='" MR_BINARY_DIR "/tests/plugins/faulty.so' "
#define LAST   "isolate.confinement=\"\" " /* where the slave's own begins */
    static char too_long[6000];
    const inventory before = take_inventory();
    const int begin = snprintf(too_long, sizeof too_long, PLUGIN "isolate.confinement=\"");
    memset(too_long + begin, 'x', 3000);
    strcpy(too_long + begin + 3000, "\"");
    const char *const wrong[][2] = {
        {too_long, "isolate.confinement"},
        {PLUGIN "isolate.tables=two", "isolate.tables"},
        {PLUGIN "isolate.timeout=soon", "isolate.timeout"},
        {PLUGIN "isolate.spin=often", "isolate.spin"},
        {PLUGIN "isolate.spin", "isolate.spin"},
        {"isolate.tables=1 " PLUGIN LAST "padding=x", "padding"},
        {"isolate.tables=1 " PLUGIN "padding=1", "must begin with"},
        {PLUGIN LAST "isolate.spin=0", "isolate.spin"},
        {"padding=1", "must begin with the prefix"},
        {"isolate.plugin=/nowhere/at/all.so " LAST, "there is no slave"}};
    mr_message message = {""};
    mr_plugin *plugin;
    const char *prefix;
    void *slave = NULL;
    CU_ASSERT_EQUAL_FATAL(mr_plugin_load(FAULTY, &plugin, &prefix, &message), MR_OK);
    const mr_slave_type *type = mr_plugin_type(plugin);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        message.text[0] = '\0';
        CU_ASSERT_NOT_EQUAL(type->open(wrong[i][0], &message, &slave), MR_OK);
        CU_ASSERT_PTR_NULL(slave);
        MR_ASSERT_CONTAINS(message.text, wrong[i][1]);
    }
    /* tables that are not there: what the instance lacks cannot be told then, all else works */
    CU_ASSERT_EQUAL_FATAL(type->open(PLUGIN "isolate.tables=4711 isolate.colour=red " LAST
                                            "limited=yes",
                                     &message, &slave),
                          MR_OK);
    mr_slave_description d;
    type->describe(slave, &d);
    CU_ASSERT_PTR_NULL(d.type);
    CU_ASSERT_EQUAL(d.output_count, 1);
    type->close(slave);
    mr_plugin_unload(plugin);
    same(&before);
}

/* whatever a process sends, the master neither crashes nor hangs nor keeps it */
static void test_answers_that_make_no_sense(void) {
    const inventory before = take_inventory();
    const int rounds = MR_SANITIZED ? 60 : 80;
    int refused = 0;
    setenv("MULTIRATE_SLAVE_HOST", MR_BINARY_DIR "/tests/rogue_host", 1);
    for (int i = 0; i < rounds; i++) {
        run r;
        char seed[16], after[16];
        snprintf(seed, sizeof seed, "%d", i);
        snprintf(after, sizeof after, "%d", i % 6);
        setenv("ROGUE_SEED", seed, 1);
        setenv("ROGUE_AFTER", after, 1);
        mr_status status = open_run(&r, FAULTY " timeout=2", "");
        if (status == MR_OK)
            status = mr_interface_start(r.interface, 0.0, NULL);
        if (status == MR_OK)
            status = go_on(&r, 0.0, 2.0);
        refused += status != MR_OK;
        if (status != MR_OK)
            CU_ASSERT(strlen(r.interface ? mr_interface_error(r.interface) : r.message.text) > 10);
        close_run(&r);
    }
    unsetenv("MULTIRATE_SLAVE_HOST");
    CU_ASSERT(refused > rounds / 2); /* some changed bytes are values like others */
    same(&before);
}

/* a lie in good form: counts, pointers, sizes, indices, names, times, numbers */
static void test_a_process_that_lies_is_not_believed(void) {
    static const struct {
        const char *lie;
        const char *sentence; /* NULL: it is harmless */
    } lies[] = {
        {"none", NULL},
        {"no list of coordinates", "3 interface coordinates, but does not list them"},
        {"many coordinates", "40000 interface coordinates, more than it has outputs"},
        {"fewer than no coordinates", "describes -1 interface coordinates"},
        {"coordinate beyond the outputs", "names an output that does not exist"},
        {"coordinate before the outputs", "names an output that does not exist"},
        {"large matrices", "its interface matrices would be too large"},
        {"sum of sizes", "makes the list too long"},
        {"no list of inputs", "describes 1 inputs, but does not list them"},
        {"size", "has an impossible size"},
        {"rate", "is the rate of something that does not fit"},
        {"power", "makes power with an output that does not exist"},
        {"no name", "has no name or unit"},
        {"two lines", "line end or another control character"},
        {"matrices", NULL}, /* only the indicator asks, and leaves such masses out */
        {"request", "asked for its inputs at t = inf s"},
        {"long request", "sent something that is no answer"},
        {"request out of turn", "sent something that is no answer"},
        {"no instance", "it made no instance"},
        {"nothing told", "sent something that is no answer"},
        {"nan time", "reached a time that is not a number"},
        {"infinite time", "reached a time that is not a number"},
        {"distant time", "made a longer step than it announced"},
        {"time", "went back in time"},
        {"told", "sent something that is no answer"},
        {"nan", "answered s = "},
        {"nan step", "cannot tell the size of its next step"},
        {"no step", "cannot tell the size of its next step"},
        {"status", "sent something that is no answer"},
        {"control", "a [2Jb c"},
    };
    const inventory before = take_inventory();
    setenv("MULTIRATE_SLAVE_HOST", MR_BINARY_DIR "/tests/rogue_host", 1);
    setenv("ROGUE_SEED", "0", 1);
    setenv("ROGUE_AFTER", "1000000", 1);
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        run r;
        const double y = 1.0;
        setenv("ROGUE_LIE", lies[i].lie, 1);
        mr_status status = open_run(&r, FAULTY " timeout=5", "");
        if (status == MR_OK)
            status = mr_interface_start(r.interface, 0.0, &y);
        if (status == MR_OK)
            status = go_on(&r, 0.0, 1.0);
        CU_ASSERT_EQUAL(status == MR_OK, lies[i].sentence == NULL);
        if (lies[i].sentence)
            MR_ASSERT_CONTAINS(r.interface ? mr_interface_error(r.interface) : r.message.text,
                               lies[i].sentence);
        close_run(&r);
    }
    unsetenv("ROGUE_LIE");
    unsetenv("MULTIRATE_SLAVE_HOST");
    same(&before);
}

/* who opens the slave by its table need not ask whether what it tells is possible */
static void test_a_description_that_lies_is_refused_by_the_table(void) {
    static const char *const lies[] = {"no list of coordinates",
                                       "many coordinates",
                                       "large matrices",
                                       "sum of sizes",
                                       "no list of inputs",
                                       "size",
                                       "rate",
                                       "power",
                                       "no name",
                                       "two lines",
                                       "fewer than no coordinates"};
    mr_message message;
    mr_plugin *plugin;
    const char *prefix;
    void *slave;
    setenv("MULTIRATE_SLAVE_HOST", MR_BINARY_DIR "/tests/rogue_host", 1);
    setenv("ROGUE_SEED", "0", 1);
    setenv("ROGUE_AFTER", "1000000", 1);
    CU_ASSERT_EQUAL_FATAL(mr_plugin_load(FAULTY " timeout=5", &plugin, &prefix, &message), MR_OK);
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        setenv("ROGUE_LIE", lies[i], 1);
        CU_ASSERT_EQUAL(mr_plugin_type(plugin)->open(prefix, &message, &slave), MR_ERR_SLAVE_OPEN);
        MR_ASSERT_CONTAINS(message.text, "it describes ");
        CU_ASSERT_PTR_NULL(slave);
    }
    mr_plugin_unload(plugin);
    unsetenv("ROGUE_LIE");
    unsetenv("MULTIRATE_SLAVE_HOST");
}

/* a host that collects all ends of children leaves us without the reason, not without the error */
static void test_a_host_that_ignores_its_children(void) {
    run r;
    signal(SIGCHLD, SIG_IGN);
    CU_ASSERT_EQUAL_FATAL(open_run(&r, FAULTY, "fault=segv in=step at=0.5"), MR_OK);
    CU_ASSERT_EQUAL(mr_interface_start(r.interface, 0.0, NULL), MR_OK);
    CU_ASSERT_EQUAL(go_on(&r, 0.0, 2.0), MR_ERR_SLAVE_STEP);
    MR_ASSERT_CONTAINS(mr_interface_error(r.interface), "its process ended, nobody knows why");
    close_run(&r);
    signal(SIGCHLD, SIG_DFL);
}

/* a master that is killed takes its slaves with it, even one that hangs */
static void test_no_orphan_stays_when_the_master_dies(void) {
    static const char *const faults[] = {"", "fault=loop in=initialise"};
    for (int i = 0; i < 2; i++) {
        int ends[2];
        CU_ASSERT_EQUAL_FATAL(pipe(ends), 0);
        const pid_t master = fork();
        if (master == 0) {
            run r;
            close(ends[0]);
            int pid = open_run(&r, FAULTY, faults[i]) == MR_OK ? any_child() : 0;
            if (write(ends[1], &pid, sizeof pid) != (ssize_t)sizeof pid)
                _exit(1);
            (void)mr_interface_start(r.interface, 0.0, NULL);
            for (;;)
                pause();
        }
        close(ends[1]);
        int slave = 0;
        CU_ASSERT_EQUAL(read(ends[0], &slave, sizeof slave), (ssize_t)sizeof slave);
        close(ends[0]);
        CU_ASSERT_FATAL(slave > 0);
        CU_ASSERT(process_runs(slave));
        kill(master, SIGKILL);
        waitpid(master, NULL, 0);
        const double begin = seconds();
        const struct timespec moment = {.tv_nsec = 5000000};
        while (process_runs(slave) && seconds() - begin < 20.0)
            nanosleep(&moment, NULL);
        CU_ASSERT(!process_runs(slave));
    }
}

/* memory at descriptor 3 and lifeline at 4: without both it was started by hand (120), and what is
 * no memory of ours is another version's (121) */
static void test_a_host_that_is_started_by_hand_says_so(void) {
    static const struct {
        const char *descriptors;
        int code;
    } cases[] = {{"3<&- 4<&-", 120},
                 {"3</dev/null 4<&-", 120},
                 {"3<&- 4</dev/null", 120},
                 {"3</dev/null 4</dev/null", 121}};
    for (int i = 0; i < 4; i++) {
        char command[1024];
        (void)snprintf(command, sizeof command,
                       MR_BINARY_DIR "/libexec/multirate/multirate-slave-host %s 2>/dev/null",
                       cases[i].descriptors);
        /* NOLINTNEXTLINE(cert-env33-c): a shell sets descriptors, and the text is ours */
        const int ended = system(command);
        CU_ASSERT(WIFEXITED(ended));
        CU_ASSERT_EQUAL(WEXITSTATUS(ended), cases[i].code);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_each_fault_in_a_step_is_told_with_its_time),
        MR_TEST(test_faults_of_opening_and_starting),
        MR_TEST(test_a_plugin_that_dies_when_loaded),
        MR_TEST(test_a_slave_that_hangs_when_closed_is_killed),
        MR_TEST(test_no_process_of_a_slave_outlives_it),
        MR_TEST(test_a_host_that_is_started_by_hand_says_so),
        MR_TEST(test_no_daemon_of_a_slave_outlives_it),
        MR_TEST(test_no_grandchild_of_a_slave_outlives_it),
        MR_TEST(test_killed_from_outside_between_steps),
        MR_TEST(test_stopped_from_outside_is_late),
        MR_TEST(test_a_state_is_lost_with_its_process),
        MR_TEST(test_a_slave_that_comes_back_with_other_variables_is_refused),
        MR_TEST(test_a_slave_with_very_many_outputs),
        MR_TEST(test_interface_matrices_come_whole),
        MR_TEST(test_a_plugin_whose_name_has_both_quotes),
        MR_TEST(test_a_slave_that_cannot_save_says_so),
        MR_TEST(test_no_host_program),
        MR_TEST(test_prefixes_that_somebody_made_up),
        MR_TEST(test_answers_that_make_no_sense),
        MR_TEST(test_a_process_that_lies_is_not_believed),
        MR_TEST(test_a_description_that_lies_is_refused_by_the_table),
        MR_TEST(test_a_host_that_ignores_its_children),
        MR_TEST(test_no_orphan_stays_when_the_master_dies),
    };
    return mr_test_main("isolated faults", tests, sizeof tests / sizeof *tests, argc, argv);
}
