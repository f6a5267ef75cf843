/* slaves and masters that misbehave: a clear sentence with the simulation time, an instance that
 * still closes and can be started anew, and nothing that leaks */
#include "interface_help.h"

#include "multirate/coupled.h"

#include <math.h>
#include <string.h>

typedef struct expectation {
    probe_fault fault;
    const char *options;
    mr_status status;
    const char *sentence;
} expectation;

/* the fault comes in the step that begins at t = 0.5 */
static const expectation expectations[] = {
    {PROBE_STEP_FAILS, "scheme=sf", MR_ERR_SLAVE_STEP,
     "slave 'probe' failed in its step from t = 0.5 s: the probe lost its way"},
    {PROBE_STEP_FAILS, "scheme=ff", MR_ERR_SLAVE_STEP,
     "slave 'probe' failed in its step from t = 0.5 s: the probe lost its way"},
    {PROBE_STEP_FAILS_SILENTLY, "", MR_ERR_SLAVE_STEP,
     "failed in its step from t = 0.5 s: the slave failed in a step"},
    {PROBE_STEP_WRONG_STATUS, "", MR_ERR_SLAVE_STEP,
     "failed in its step from t = 0.5 s: unknown status"},
    {PROBE_STEP_STOPS, "", MR_ERR_STOPPED, "in its step from t = 0.5 s: stopped by request"},
    {PROBE_OUTPUTS_FAIL, "", MR_ERR_SLAVE_OUTPUTS,
     "could not tell its outputs at t = 0.5 s: the probe keeps its outputs to itself"},
    {PROBE_OUTPUT_NAN, "", MR_ERR_NOT_FINITE, "slave 'probe' answered y2 = "},
    {PROBE_OUTPUT_NAN, "", MR_ERR_NOT_FINITE, "nan at t = 0.5 s"},
    {PROBE_OUTPUT_INFINITE, "", MR_ERR_NOT_FINITE, "answered y2 = inf at t = 0.5 s"},
    {PROBE_RATE_NAN, "predictor_to_master=hermite", MR_ERR_NOT_FINITE, "answered rate of y1 = "},
    {PROBE_DOES_NOT_ADVANCE, "scheme=sf", MR_ERR_SLAVE_TIME,
     "slave 'probe' did not advance: its step from t = 0.5 s ended at 0.5 s"},
    {PROBE_DOES_NOT_ADVANCE, "scheme=ff", MR_ERR_SLAVE_TIME, "did not advance"},
    {PROBE_CRAWLS, "scheme=sf", MR_ERR_SLAVE_TIME,
     "slave 'probe' hardly advances: 10000 steps from t = 0.5 s went on by 1.11e-12 s, and to "
     "0.55 s it would need more than most_steps = 1e+08"},
    {PROBE_CRAWLS, "scheme=ff", MR_ERR_SLAVE_TIME, "hardly advances"},
    {PROBE_CRAWLS, "slave_step=0.1 most_steps=1e9", MR_ERR_SLAVE_TIME, "most_steps = 1e+09"},
    {PROBE_CRAWLS, "parallel=on", MR_ERR_SLAVE_TIME, "hardly advances"},
    {PROBE_GOES_BACK, "", MR_ERR_SLAVE_TIME,
     "went back in time: its step from t = 0.5 s ended at 0.4 s"},
    {PROBE_TIME_NAN, "", MR_ERR_SLAVE_TIME, "reached a time that is not a number"},
    {PROBE_STEP_TOO_LONG, "scheme=ff", MR_ERR_SLAVE_TIME,
     "made a longer step than it announced and passed the master: its step from t = 0.5 s"},
    {PROBE_STEP_TOO_LONG, "scheme=sf", MR_ERR_SLAVE_TIME,
     "made a longer step than it announced: its step from t = 0.5 s"},
    {PROBE_STEP_TOO_LONG, "slave_step=0.1", MR_ERR_SLAVE_TIME,
     "went beyond the end of the step that it was given: its step from t = 0.5 s"},
    {PROBE_ASKS_AFTER, "", MR_ERR_SLAVE_INPUT_TIME,
     "asked for its inputs at t = 0.65 s, outside its step from 0.5 s to 0.6 s"},
    {PROBE_ASKS_BEFORE, "", MR_ERR_SLAVE_INPUT_TIME,
     "asked for its inputs at t = 0.45 s, outside its step from 0.5 s to 0.6 s"},
    {PROBE_ASKS_NAN, "", MR_ERR_SLAVE_INPUT_TIME, "nan s, outside its step from 0.5 s"},
    {PROBE_IGNORES_REFUSAL, "", MR_ERR_SLAVE_INPUT_TIME,
     "asked for its inputs at t = 0.65 s, outside its step from 0.5 s to 0.6 s"},
    {PROBE_NEXT_STEP_NEGATIVE, "", MR_ERR_SLAVE_TIME,
     "cannot tell the size of its next step at t = 0.5 s (it says -1 s)"},
    {PROBE_NEXT_STEP_NAN, "", MR_ERR_SLAVE_TIME, "cannot tell the size of its next step"},
    {PROBE_NEXT_STEP_ENDLESS, "scheme=ff", MR_ERR_SLAVE_TIME,
     "cannot tell the size of its next step at t = 0.5 s (it says 1e+300 s)"},
    {PROBE_NEXT_STEP_FAILS, "", MR_ERR_SLAVE_TIME, "cannot tell the size of its next step"},
};

/* runs until something fails; the master's time of that exchange */
static double run_until_failure(mr_interface *interface, mr_status *status) {
    double u[2];
    *status = MR_OK;
    int i = 0;
    for (; i < 100 && *status == MR_OK; i++) {
        const double y1 = 1.0;
        *status = mr_interface_exchange(interface, 0.05 * i, &y1, MR_MAJOR, u);
    }
    return 0.05 * (i - 1);
}

static void test_each_fault_of_a_slave_is_told_with_its_time(void) {
    for (size_t k = 0; k < sizeof expectations / sizeof *expectations; k++) {
        const expectation *e = &expectations[k];
        /* grid points that rounding does not move to the other side of 0.5 */
        probe p = {.inputs = 1, .outputs = 2, .h = 0.1, .fault = e->fault, .fault_time = 0.499};
        mr_interface *interface = open_probe(e->options, &p);
        const double y1 = 1.0;
        mr_status status;
        CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, &y1), MR_OK);
        const double t = run_until_failure(interface, &status);
        CU_ASSERT_EQUAL(status, e->status);
        CU_ASSERT(t > 0.4 && t < 0.7);
        MR_ASSERT_CONTAINS(mr_interface_error(interface), e->sentence);

        /* nothing goes on after a failure, and the first sentence stays */
        char first[MR_MESSAGE_SIZE];
        double u[2];
        snprintf(first, sizeof first, "%s", mr_interface_error(interface));
        CU_ASSERT_EQUAL(mr_interface_exchange(interface, 2.0, &y1, MR_MAJOR, u), MR_ERR_STATE);
        CU_ASSERT_STRING_EQUAL(mr_interface_error(interface), first);

        /* started anew without the fault it runs */
        p.fault = PROBE_GOOD;
        CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, &y1), MR_OK);
        run_until_failure(interface, &status);
        CU_ASSERT_EQUAL(status, MR_OK);
        CU_ASSERT_STRING_EQUAL(mr_interface_error(interface), "");
        mr_interface_close(interface);
        CU_ASSERT_EQUAL(p.opened, 1);
        CU_ASSERT_EQUAL(p.closed, 1);
    }
}

static void test_faults_without_announced_steps(void) {
    /* nobody knows where the step will end until it has ended */
    mr_slave_type type = probe_type;
    type.next_step = NULL;
    probe p = {.inputs = 1, .outputs = 1, .h = 0.1, .fault = PROBE_ASKS_BEFORE, .fault_time = 0.2};
    mr_interface *interface = open_with("", &type, &p);
    mr_status status;
    mr_interface_start(interface, 0.0, NULL);
    run_until_failure(interface, &status);
    CU_ASSERT_EQUAL(status, MR_ERR_SLAVE_INPUT_TIME);
    MR_ASSERT_CONTAINS(mr_interface_error(interface), "before its step from 0.2 s");
    mr_interface_close(interface);

    const double asks[] = {1.5};
    probe late = {.inputs = 1, .outputs = 1, .h = 0.1, .asks = asks, .ask_count = 1};
    interface = open_with("", &type, &late);
    mr_interface_start(interface, 0.0, NULL);
    run_until_failure(interface, &status);
    CU_ASSERT_EQUAL(status, MR_ERR_SLAVE_INPUT_TIME);
    MR_ASSERT_CONTAINS(mr_interface_error(interface), "t = 0.15 s, outside its step from 0 s");
    mr_interface_close(interface);
}

/* times are told apart by the master's steps too, not by a long step that is only announced */
static void test_a_long_step_to_come_does_not_blur_times(void) {
    static const double ends[] = {0.1, 0.2, 0.3, 1e10};
    probe p = {.inputs = 1, .outputs = 1, .h = 1.0, .ends = ends, .end_count = 4};
    mr_interface *interface = open_probe("scheme=ff order_to_master=1", &p);
    const double y1 = 1.0;
    CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, &y1), MR_OK);
    for (int i = 0; i <= 100; i++) {
        double u = -1.0;
        CU_ASSERT_EQUAL(mr_interface_exchange(interface, 0.05 * i, &y1, MR_MAJOR, &u), MR_OK);
        if (i > 2) /* the slave tells its time, the straight line through it goes on */
            CU_ASSERT_DOUBLE_EQUAL(u, 0.05 * i, 1e-9);
    }
    mr_interface_close(interface);
}

static void test_faults_of_opening_and_starting(void) {
    probe p = {.inputs = 1, .outputs = 2, .h = 0.1, .fault = PROBE_OPEN_FAILS};
    refuse("", &probe_type, &p, MR_ERR_SLAVE_OPEN,
           "slave 'probe' could not be opened: the probe does not want to be opened");
    p.fault = PROBE_OPEN_WITHOUT;
    refuse("", &probe_type, &p, MR_ERR_SLAVE_OPEN, "could not be opened: it made no instance");

    static const struct {
        probe_fault fault;
        mr_status status;
        const char *sentence;
    } starts[] = {
        {PROBE_INITIALISE_FAILS, MR_ERR_SLAVE_INITIALISE,
         "could not be initialised at t = 3 s: the probe cannot begin"},
        {PROBE_INITIALISE_ASKS, MR_ERR_SLAVE_INPUT_TIME, "asked for its inputs at t = 4 s"},
        {PROBE_OUTPUT_NAN, MR_ERR_NOT_FINITE, "at t = 3 s"},
        {PROBE_OUTPUTS_FAIL, MR_ERR_SLAVE_OUTPUTS, "could not tell its outputs at t = 3 s"},
    };
    for (size_t k = 0; k < sizeof starts / sizeof *starts; k++) {
        p.fault = starts[k].fault;
        mr_interface *interface = open_probe("", &p);
        CU_ASSERT_EQUAL(mr_interface_start(interface, 3.0, NULL), starts[k].status);
        MR_ASSERT_CONTAINS(mr_interface_error(interface), starts[k].sentence);
        double y = 1.0, u[2];
        CU_ASSERT_EQUAL(mr_interface_exchange(interface, 3.0, &y, MR_MAJOR, u), MR_ERR_STATE);
        p.fault = PROBE_GOOD;
        CU_ASSERT_EQUAL(mr_interface_start(interface, 3.0, NULL), MR_OK);
        mr_interface_close(interface);
    }
    CU_ASSERT_EQUAL(p.opened, p.closed);
}

static void test_descriptions_that_make_no_sense(void) {
    static const struct {
        mr_variable variable;
        bool input;
        const char *sentence;
    } wrong[] = {
        {{NULL, "m", 1, MR_NONE, MR_NONE, MR_CONTINUOUS}, true, "input 1 (''), which has no name"},
        {{"x", NULL, 1, MR_NONE, MR_NONE, MR_CONTINUOUS},
         false,
         "output 1 ('x'), which has no name or"},
        {{"x", "m", 0, MR_NONE, MR_NONE, MR_CONTINUOUS}, false, "has an impossible size"},
        {{"x", "m", -3, MR_NONE, MR_NONE, MR_CONTINUOUS}, true, "has an impossible size"},
        {{"x", "m", 1, 7, MR_NONE, MR_CONTINUOUS}, false, "is the rate of something"},
        {{"x", "m", 1, MR_NONE, 9, MR_CONTINUOUS}, true, "makes power with an output that does"},
        {{"x", "m", 1, MR_NONE, -2, MR_CONTINUOUS}, true, "makes power with an output that does"},
    };
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        probe p = {.inputs = 1, .outputs = 1, .h = 0.1};
        if (wrong[k].input) {
            p.input_list = &wrong[k].variable;
            p.input_list_count = 1;
        } else {
            p.output_list = &wrong[k].variable;
            p.output_list_count = 1;
        }
        refuse("", &probe_type, &p, MR_ERR_SLAVE_OPEN, wrong[k].sentence);
    }
    probe p = {.inputs = 1, .outputs = 1, .h = 0.1, .input_list_count = 3};
    refuse("", &probe_type, &p, MR_ERR_SLAVE_OPEN, "describes 3 inputs, but does not list them");
    p = (probe){.inputs = 1, .outputs = -4, .h = 0.1};
    refuse("", &probe_type, &p, MR_ERR_SLAVE_OPEN, "describes -4 outputs");
}

/* an instance may have a table of its own, which is checked as the first one was */
static mr_slave_type own_table;

static void describe_with_own_table(const void *self, mr_slave_description *description) {
    probe_type.describe(self, description);
    description->type = &own_table;
}

static void test_a_table_of_the_instance_is_checked(void) {
    mr_slave_type type = probe_type;
    probe p = {.inputs = 1, .outputs = 2, .h = 0.1};
    type.describe = describe_with_own_table;
    own_table = probe_type;
    own_table.abi = MR_SLAVE_ABI + 1;
    refuse("", &type, &p, MR_ERR_ABI, "the slave was built for version");
    own_table = probe_type;
    own_table.size--;
    refuse("", &type, &p, MR_ERR_ABI, "rebuild it");
    own_table = probe_type;
    own_table.step = NULL;
    refuse("", &type, &p, MR_ERR_PLUGIN, "step");
    own_table = probe_type;
    mr_interface *interface = open_with("", &type, &p);
    mr_interface_close(interface);
}

static void test_master_that_sends_nonsense(void) {
    probe p = {.inputs = 2, .outputs = 1, .h = 0.1};
    mr_interface *interface = open_probe("", &p);
    double good[2] = {1.0, 2.0}, bad[2] = {1.0, NAN}, u;
    CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, good), MR_OK);
    CU_ASSERT_EQUAL(mr_interface_exchange(interface, 0.25, bad, MR_MAJOR, &u), MR_ERR_NOT_FINITE);
    MR_ASSERT_CONTAINS(mr_interface_error(interface), "the master gave u2 = ");
    MR_ASSERT_CONTAINS(mr_interface_error(interface), "for slave 'probe' at t = 0.25 s");
    bad[1] = -INFINITY;
    CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, bad), MR_ERR_NOT_FINITE);
    MR_ASSERT_CONTAINS(mr_interface_error(interface), "u2 = -inf");
    CU_ASSERT_EQUAL(mr_interface_start(interface, NAN, good), MR_ERR_TIME);
    CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, good), MR_OK);
    CU_ASSERT_EQUAL(mr_interface_exchange(interface, INFINITY, good, MR_MAJOR, &u), MR_ERR_TIME);
    MR_ASSERT_CONTAINS(mr_interface_error(interface), "slave 'probe' is at t = 0 s");
    CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, good), MR_OK);
    CU_ASSERT_EQUAL(mr_interface_exchange(interface, NAN, good, MR_MINOR, &u), MR_ERR_TIME);
    mr_interface_close(interface);

    interface = open_probe("break_loop=on", &p);
    CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, NULL), MR_OK);
    bad[1] = NAN;
    CU_ASSERT_EQUAL(mr_interface_commit(interface, 0.5, bad), MR_ERR_NOT_FINITE);
    MR_ASSERT_CONTAINS(mr_interface_error(interface), "at t = 0.5 s");
    CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, NULL), MR_OK);
    CU_ASSERT_EQUAL(mr_interface_commit(interface, 0.5, NULL), MR_ERR_ARGUMENT);
    mr_interface_close(interface);
}

static void test_return_beyond_what_is_kept(void) {
    probe p = {.inputs = 1, .outputs = 1, .h = 0.1};
    mr_interface *interface = open_probe("", &p);
    mr_interface_start(interface, 0.0, NULL);
    for (int i = 0; i < 1000; i++)
        exchange(interface, 0.1 * i, 1.0, MR_MAJOR);
    double y = 1.0, u;
    CU_ASSERT_EQUAL(mr_interface_exchange(interface, 3.0, &y, MR_MAJOR, &u), MR_ERR_TIME);
    MR_ASSERT_CONTAINS(mr_interface_error(interface), "the master went back to t = 3 s");
    mr_interface_close(interface);
    /* the option history keeps more */
    interface = open_probe("history=2000", &p);
    mr_interface_start(interface, 0.0, NULL);
    for (int i = 0; i < 1000; i++)
        exchange(interface, 0.1 * i, 1.0, MR_MAJOR);
    MR_ASSERT_CLOSE(exchange(interface, 3.04, 1.0, MR_MAJOR), 3.04, 1e-12);
    mr_interface_close(interface);
}

static void test_too_many_master_steps_in_one_slave_step(void) {
    probe p = {.inputs = 1, .outputs = 1, .h = 1e9};
    mr_interface *interface = open_probe("scheme=ff", &p);
    mr_interface_start(interface, 0.0, NULL);
    mr_status status = MR_OK;
    double y = 1.0, u;
    for (int i = 0; i < 1100000 && status == MR_OK; i++)
        status = mr_interface_exchange(interface, 10.0 * i, &y, MR_MAJOR, &u);
    CU_ASSERT_EQUAL(status, MR_ERR_HISTORY);
    MR_ASSERT_CONTAINS(mr_interface_error(interface), "fall into one step of slave 'probe'");
    mr_interface_close(interface);
}

static void test_closing_at_any_stage(void) {
    probe p = {.inputs = 1, .outputs = 1, .h = 0.1};
    mr_interface_close(open_probe("predictor=selector", &p));
    mr_interface *interface = open_probe("graded_start=on", &p);
    mr_interface_start(interface, 0.0, NULL);
    mr_interface_close(interface);
    CU_ASSERT_EQUAL(p.closed, 2);
}

static mr_status lacks_open(const char *configuration, mr_message *message, void **made) {
    (void)configuration;
    (void)message;
    (void)made;
    return MR_ERR_MEMORY;
}

static mr_status lacks_initialise(void *slave, double t0, const mr_inputs *inputs) {
    (void)slave;
    (void)t0;
    (void)inputs;
    return MR_ERR_MEMORY;
}

static mr_status lacks_step(void *slave, const mr_inputs *inputs, double *t) {
    (void)slave;
    (void)inputs;
    (void)t;
    return MR_ERR_MEMORY;
}

static mr_status lacks_outputs(void *slave, double *y) {
    (void)slave;
    (void)y;
    return MR_ERR_MEMORY;
}

/* who asks a slave what it is like must not take this for an answer */
static void test_a_slave_without_memory_is_no_slave_that_failed(void) {
    mr_slave_type type = probe_type;
    probe p = {.inputs = 1, .outputs = 1, .h = 0.1};
    type.open = lacks_open;
    refuse("", &type, &p, MR_ERR_MEMORY, "not enough memory");

    mr_coupled_config config;
    mr_coupled *coupled = NULL;
    mr_message message = {""};
    mr_coupled_default(&config);
    const mr_coupled_member member = {.type = &type, .configuration = "", .name = "poor"};
    CU_ASSERT_EQUAL(mr_coupled_open(&config, &member, 1, NULL, 0, &coupled, &message),
                    MR_ERR_MEMORY);
    MR_ASSERT_CONTAINS(message.text, "not enough memory");

    for (int k = 0; k < 3; k++) {
        type = probe_type;
        if (k == 0)
            type.initialise = lacks_initialise;
        if (k == 1)
            type.step = lacks_step;
        if (k == 2)
            type.outputs = lacks_outputs;
        p = (probe){.inputs = 1, .outputs = 1, .h = 0.1};
        mr_interface *interface = open_with("scheme=ff", &type, &p);
        const double y1 = 1.0;
        mr_status status = mr_interface_start(interface, 0.0, &y1);
        if (status == MR_OK)
            run_until_failure(interface, &status);
        CU_ASSERT_EQUAL(status, MR_ERR_MEMORY);
        MR_ASSERT_CONTAINS(mr_interface_error(interface), "not enough memory");
        mr_interface_close(interface);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_each_fault_of_a_slave_is_told_with_its_time),
        MR_TEST(test_faults_without_announced_steps),
        MR_TEST(test_a_long_step_to_come_does_not_blur_times),
        MR_TEST(test_faults_of_opening_and_starting),
        MR_TEST(test_descriptions_that_make_no_sense),
        MR_TEST(test_a_table_of_the_instance_is_checked),
        MR_TEST(test_master_that_sends_nonsense),
        MR_TEST(test_return_beyond_what_is_kept),
        MR_TEST(test_too_many_master_steps_in_one_slave_step),
        MR_TEST(test_a_slave_without_memory_is_no_slave_that_failed),
        MR_TEST(test_closing_at_any_stage),
    };
    return mr_test_main("faults", tests, sizeof tests / sizeof *tests, argc, argv);
}
