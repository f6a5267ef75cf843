/* coupled slaves: members that misbehave, settings and wiring that do not fit, signals that are
 * held, step control at its bounds */
#include "linear_slave.h"
#include "mr_test.h"
#include "multirate/coupled.h"
#include "probe_slave.h"

#include <math.h>
#include <string.h>

/* --- members that misbehave in the step that begins at t = 0.5 --- */

typedef struct expectation {
    probe_fault fault;
    const char *options;
    mr_status status;
    const char *sentence;
} expectation;

#define OWN      "steps=own graded_start=off"
#define IMPOSED  "steps=own graded_start=off step=0.1"
#define EXCHANGE "steps=exchange step=0.1 passes=1"

static const expectation expectations[] = {
    {PROBE_STEP_FAILS, OWN, MR_ERR_SLAVE_STEP,
     "member 1 (slave 'probe') failed in its step between t = 0.5 s and 0.6 s: the probe lost"},
    {PROBE_STEP_FAILS, EXCHANGE, MR_ERR_SLAVE_STEP,
     "member 1 (slave 'probe') failed in its step between t = 0.5 s and 0.6 s: the probe lost"},
    {PROBE_ASKS_AFTER, OWN, MR_ERR_SLAVE_INPUT_TIME, "asked for inputs in vain"},
    {PROBE_ASKS_BEFORE, OWN, MR_ERR_SLAVE_INPUT_TIME, "asked for inputs in vain"},
    {PROBE_ASKS_NAN, OWN, MR_ERR_SLAVE_INPUT_TIME, "asked for inputs in vain"},
    {PROBE_IGNORES_REFUSAL, OWN, MR_ERR_SLAVE_INPUT_TIME, "asked for inputs in vain"},
    {PROBE_ASKS_AFTER, EXCHANGE, MR_ERR_SLAVE_INPUT_TIME, "asked for inputs in vain"},
    {PROBE_ASKS_BEFORE, EXCHANGE, MR_ERR_SLAVE_INPUT_TIME, "asked for inputs in vain"},
    {PROBE_ASKS_NAN, EXCHANGE, MR_ERR_SLAVE_INPUT_TIME, "asked for inputs in vain"},
    {PROBE_IGNORES_REFUSAL, EXCHANGE, MR_ERR_SLAVE_INPUT_TIME, "asked for inputs in vain"},
    {PROBE_DOES_NOT_ADVANCE, OWN, MR_ERR_SLAVE_TIME, "did not advance as it should"},
    {PROBE_CRAWLS, OWN, MR_ERR_SLAVE_TIME,
     "member 1 (slave 'probe') hardly advances: at t = 0.5 s it would need more than most_steps = "
     "1e+08 to reach 2 s"},
    {PROBE_CRAWLS, IMPOSED " most_steps=1e9", MR_ERR_SLAVE_TIME, "more than most_steps = 1e+09"},
    {PROBE_CRAWLS, EXCHANGE, MR_ERR_SLAVE_TIME, "hardly advances: at t = 0.5 s it would need"},
    {PROBE_GOES_BACK, OWN, MR_ERR_SLAVE_TIME, "did not advance as it should"},
    {PROBE_TIME_NAN, OWN, MR_ERR_SLAVE_TIME, "did not advance as it should"},
    {PROBE_STEP_TOO_LONG, IMPOSED, MR_ERR_SLAVE_TIME, "did not advance as it should"},
    {PROBE_DOES_NOT_ADVANCE, EXCHANGE, MR_ERR_SLAVE_TIME, "did not advance as it should"},
    {PROBE_GOES_BACK, EXCHANGE, MR_ERR_SLAVE_TIME, "did not advance as it should"},
    {PROBE_TIME_NAN, EXCHANGE, MR_ERR_SLAVE_TIME, "did not advance as it should"},
    {PROBE_STEP_TOO_LONG, EXCHANGE, MR_ERR_SLAVE_TIME, "did not advance as it should"},
    {PROBE_NEXT_STEP_NEGATIVE, OWN, MR_ERR_SLAVE_TIME,
     "cannot tell the size of its next step at t = 0.5 s"},
    {PROBE_NEXT_STEP_NAN, OWN, MR_ERR_SLAVE_TIME, "cannot tell the size of its next step"},
    {PROBE_NEXT_STEP_ENDLESS, OWN, MR_ERR_SLAVE_TIME, "cannot tell the size of its next step"},
    {PROBE_NEXT_STEP_FAILS, OWN, MR_ERR_SLAVE_STEP, "cannot tell the size of its next step"},
    {PROBE_OUTPUTS_FAIL, OWN, MR_ERR_SLAVE_OUTPUTS, "could not tell its outputs"},
    {PROBE_OUTPUTS_FAIL, EXCHANGE, MR_ERR_SLAVE_OUTPUTS, "could not tell its outputs"},
    {PROBE_OUTPUT_NAN, OWN, MR_ERR_NOT_FINITE, "answered with no finite number"},
    {PROBE_OUTPUT_INFINITE, EXCHANGE, MR_ERR_NOT_FINITE,
     "answered with no finite number between t = 0.4 s and 0.5 s: y2 = inf; if nobody needs it"},
    {PROBE_STEP_STOPS, OWN, MR_ERR_STOPPED, "ended the run"},
};

static mr_coupled *open_probe(const char *options, probe *p) {
    const mr_coupled_member member = {.type = &probe_type};
    mr_coupled_config config;
    mr_message message = {""};
    mr_coupled *c = NULL;
    mr_coupled_default_own_steps(&config);
    CU_ASSERT_EQUAL_FATAL(mr_coupled_parse(&config, options, &message), MR_OK);
    probe_next(p);
    CU_ASSERT_EQUAL_FATAL(mr_coupled_open(&config, &member, 1, NULL, 0, &c, &message), MR_OK);
    return c;
}

static void test_each_fault_of_a_member_is_told(void) {
    for (size_t k = 0; k < sizeof expectations / sizeof *expectations; k++) {
        const expectation *e = &expectations[k];
        probe p = {.inputs = 1, .outputs = 2, .h = 0.1, .fault = e->fault, .fault_time = 0.499};
        mr_coupled *c = open_probe(e->options, &p);
        CU_ASSERT_EQUAL(mr_coupled_start(c, 0.0), MR_OK);
        const mr_status status = mr_coupled_advance(c, 2.0);
        CU_ASSERT_EQUAL(status, e->status);
        MR_ASSERT_CONTAINS(mr_coupled_error(c), e->sentence);
        if (status == MR_ERR_STOPPED)
            MR_ASSERT_CLOSE(mr_coupled_time(c), 0.5, 1e-12);
        CU_ASSERT_EQUAL(mr_coupled_advance(c, 2.0), MR_ERR_STATE);
        p.fault = PROBE_GOOD;
        CU_ASSERT_EQUAL(mr_coupled_start(c, 0.0), MR_OK);
        CU_ASSERT_EQUAL(mr_coupled_advance(c, 2.0), MR_OK);
        MR_ASSERT_CLOSE(mr_coupled_outputs(c, 0)[1], 3.0, 1e-12); /* y2 = t + 1 */
        mr_coupled_close(c);
        CU_ASSERT_EQUAL(p.closed, 1);
    }
}

static void test_members_that_cannot_begin(void) {
    static const struct {
        probe_fault fault;
        mr_status status;
        const char *sentence;
    } cases[] = {{PROBE_OPEN_FAILS, MR_ERR_SLAVE_OPEN, "the probe does not want to be opened"},
                 {PROBE_OPEN_WITHOUT, MR_ERR_SLAVE_OPEN, "could not be opened"},
                 {PROBE_INITIALISE_FAILS, MR_OK, "the probe cannot begin"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        for (int own = 0; own < 2; own++) {
            const mr_coupled_member member = {.type = &probe_type, .name = "the first"};
            probe p = {.inputs = 1, .outputs = 2, .h = 0.1, .fault = cases[k].fault};
            mr_coupled_config config;
            mr_message message = {""};
            mr_coupled *c = NULL;
            (own ? mr_coupled_default_own_steps : mr_coupled_default)(&config);
            probe_next(&p);
            const mr_status status = mr_coupled_open(&config, &member, 1, NULL, 0, &c, &message);
            CU_ASSERT_EQUAL(status, cases[k].status);
            if (status == MR_OK)
                CU_ASSERT_NOT_EQUAL(mr_coupled_start(c, 0.0), MR_OK);
            const char *sentence = c ? mr_coupled_error(c) : message.text;
            MR_ASSERT_CONTAINS(sentence, cases[k].sentence);
            mr_coupled_close(c);
        }
}

static void test_questions_about_what_is_not_there(void) {
    probe p = {.inputs = 1, .outputs = 1, .h = 0.1};
    mr_coupled *c = open_probe(OWN, &p);
    mr_statistics s;
    static const int none[] = {-1, 1};
    for (int k = 0; k < 2; k++) {
        CU_ASSERT_PTR_NULL(mr_coupled_outputs(c, none[k]));
        CU_ASSERT_PTR_NULL(mr_coupled_inputs(c, none[k]));
        CU_ASSERT_PTR_NULL(mr_coupled_instance(c, none[k]));
        CU_ASSERT_FALSE(mr_coupled_model(c, none[k], &s));
        CU_ASSERT_EQUAL(mr_coupled_set_input(c, none[k], 0, 1.0), MR_ERR_ARGUMENT);
        CU_ASSERT_EQUAL(mr_coupled_set_input(c, 0, none[k], 1.0), MR_ERR_ARGUMENT);
        CU_ASSERT_EQUAL(mr_coupled_follow(c, none[k]), MR_ERR_ARGUMENT);
        MR_ASSERT_CONTAINS(mr_coupled_error(c), "a member cannot follow others: there is no such");
        CU_ASSERT_EQUAL(mr_coupled_use_model(c, none[k], ""), MR_ERR_UNSUPPORTED);
        MR_ASSERT_CONTAINS(mr_coupled_error(c),
                           "a member has no interface model: it does not exist");
        mr_coupled_refuse_model(c, none[k]); /* nobody */
        CU_ASSERT_EQUAL(mr_coupled_add_bond(c, none[k], 0, 0, 0), MR_ERR_ARGUMENT);
        CU_ASSERT_EQUAL(mr_coupled_add_bond(c, 0, none[k], 0, 0), MR_ERR_ARGUMENT);
        CU_ASSERT_EQUAL(mr_coupled_add_bond(c, 0, 0, none[k], 0), MR_ERR_ARGUMENT);
        CU_ASSERT_EQUAL(mr_coupled_add_bond(c, 0, 0, 0, none[k]), MR_ERR_ARGUMENT);
    }
    CU_ASSERT_FALSE(mr_coupled_model(c, 0, &s));
    CU_ASSERT_PTR_NOT_NULL(mr_coupled_instance(c, 0));
    CU_ASSERT_EQUAL(mr_coupled_set_input(c, 0, 0, NAN), MR_ERR_ARGUMENT);
    CU_ASSERT_EQUAL(mr_coupled_set_input(c, 0, 0, INFINITY), MR_ERR_ARGUMENT);
    CU_ASSERT_EQUAL(mr_coupled_advance(c, 1.0), MR_ERR_STATE); /* before the start */
    CU_ASSERT_EQUAL(mr_coupled_start(c, 0.0), MR_OK);
    CU_ASSERT_EQUAL(mr_coupled_advance(c, NAN), MR_ERR_STATE);
    CU_ASSERT_EQUAL(mr_coupled_advance(c, INFINITY), MR_ERR_STATE);
    CU_ASSERT_EQUAL(mr_coupled_advance(c, 0.2), MR_OK);
    mr_coupled_close(c);
}

/* --- settings --- */

static void refuse(const mr_coupled_config *config, const char *sentence) {
    const mr_coupled_member member = {.type = &probe_type};
    probe p = {.inputs = 1, .outputs = 1, .h = 0.1};
    mr_message message = {""};
    mr_coupled *c = NULL;
    probe_next(&p);
    CU_ASSERT_NOT_EQUAL(mr_coupled_open(config, &member, 1, NULL, 0, &c, &message), MR_OK);
    CU_ASSERT_PTR_NULL(c);
    MR_ASSERT_CONTAINS(message.text, sentence);
    mr_coupled_close(c);
}

/* of a program that fills the struct itself; texts are refused before */
static void test_settings_that_do_not_fit(void) {
#define REFUSE(default_, sentence, ...)                                                            \
    do {                                                                                           \
        mr_coupled_config c;                                                                       \
        default_(&c);                                                                              \
        __VA_ARGS__;                                                                               \
        refuse(&c, sentence);                                                                      \
    } while (0)
#define REFUSE_OWN(sentence, ...)      REFUSE(mr_coupled_default_own_steps, sentence, __VA_ARGS__)
#define REFUSE_EXCHANGE(sentence, ...) REFUSE(mr_coupled_default, sentence, __VA_ARGS__)
    REFUSE_EXCHANGE("the kind of iteration", c.iteration = (mr_iteration)3);
    REFUSE_EXCHANGE("order of the inputs", c.order = -1);
    REFUSE_EXCHANGE("at least one pass", c.most_iterations = 0);
    REFUSE_EXCHANGE("tolerance of the iteration", c.tolerance = 0.0);
    REFUSE_EXCHANGE("tolerance of the iteration", c.tolerance = NAN);
    REFUSE_EXCHANGE("exchange step", c.step = 0.0);
    REFUSE_EXCHANGE("exchange step", c.step = -1.0);
    REFUSE_OWN("exchange step", c.step = INFINITY);
    REFUSE_OWN("predictor", c.scheme = NULL);
    REFUSE_OWN("predictor", c.prediction.type = NULL);
    REFUSE_OWN("predictor", c.prediction.order = -1);
    REFUSE_OWN("predictor", c.prediction.order = 99);
    REFUSE_OWN("predictor", c.prediction.window = -1);
    REFUSE_OWN("Richardson", c.controlled = true);
    REFUSE_EXCHANGE("forward control", c.forward = true);
    REFUSE_OWN("forward control", c.forward = true, c.relative_tolerance = 0.0,
               c.absolute_tolerance = 0.0);
    REFUSE_OWN("filter must let", c.filter = 0.0);
    REFUSE_OWN("filter must let", c.filter = 1.5);
    REFUSE_EXCHANGE("filter needs own steps", c.filter = 0.5);
    REFUSE_OWN("without rates", c.filter = 0.5, c.prediction.type = &mr_predictor_hermite);
    REFUSE_EXCHANGE("staggered grids", c.staggered = true);
    REFUSE_OWN("staggered grids", c.staggered = c.forward = true);
    REFUSE_OWN("staggered grids", c.staggered = c.parallel = true);
    REFUSE_EXCHANGE("coupling=model", c.model = true);
    REFUSE_OWN("coupling=model", c.model = c.forward = true);
    REFUSE_OWN("coupling=model", c.model = c.staggered = true);
    REFUSE_OWN("feedthrough", c.feedthrough = MR_FEEDTHROUGH_CORRECTED, c.most_iterations = 1);
    REFUSE_EXCHANGE("feedthrough", c.feedthrough = MR_FEEDTHROUGH_ESTIMATED);
    REFUSE_OWN("interface Jacobian", c.iteration = MR_INTERFACE_JACOBIAN);
    REFUSE_EXCHANGE("members step at the same time", c.parallel = true, c.iteration = MR_JACOBI);
    REFUSE_OWN("members step at the same time", c.parallel = true);
    REFUSE_EXCHANGE("controlled step", c.controlled = true, c.relative_tolerance = -1.0);
    REFUSE_EXCHANGE("controlled step", c.controlled = true, c.absolute_tolerance = NAN);
    REFUSE_EXCHANGE("controlled step", c.controlled = true, c.relative_tolerance = 0.0,
                    c.absolute_tolerance = 0.0);
    REFUSE_EXCHANGE("controlled step", c.controlled = true, c.least_step = 0.0);
    REFUSE_EXCHANGE("controlled step", c.controlled = true, c.most_step = 1e-10);
    REFUSE_OWN("needs a step: staggered grids are grids of one step", c.staggered = true);
    mr_coupled_config config;
    mr_message message = {""};
    mr_coupled *c = NULL;
    mr_coupled_default(&config);
    CU_ASSERT_EQUAL(mr_coupled_open(&config, NULL, 0, NULL, 0, &c, &message), MR_ERR_ARGUMENT);
    MR_ASSERT_CONTAINS(message.text, "there is no member");
}

static void test_texts_that_are_refused(void) {
    static const char *const cases[][2] = {
        {"predictor=tea", "tea"},
        {"order=two", "order"},
        {"passes=many", "passes"},
        {"feedthrough=maybe", "'raw', 'estimated' or 'corrected'"},
        {"control=perhaps", "'on', 'off' or 'forward'"},
        {"iteration=newtonian", "iteration"},
        {"filter=0", "filter"},
        {"step=0", "positive"},
        {"scheme=first", "first"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        mr_coupled_config config;
        mr_message message = {""};
        mr_coupled_default(&config);
        CU_ASSERT_NOT_EQUAL(mr_coupled_parse(&config, cases[k][0], &message), MR_OK);
        MR_ASSERT_CONTAINS(message.text, cases[k][1]);
    }
    char whole[8192], part[10];
    const int length = mr_coupled_options(whole, (int)sizeof whole);
    CU_ASSERT_EQUAL(length, strlen(whole));
    CU_ASSERT_EQUAL(mr_coupled_options(part, (int)sizeof part), length); /* what there would be */
    CU_ASSERT_EQUAL(strncmp(part, whole, strlen(part)), 0);
    CU_ASSERT(strlen(part) < sizeof part);
    CU_ASSERT_EQUAL(mr_coupled_options(NULL, 0), length);
}

/* --- wiring --- */

static linear_system systems[3];
static int opened;
static mr_status open_next(const char *configuration, mr_message *message, void **made) {
    linear_next(&systems[opened++]);
    return linear_type.open(configuration, message, made);
}

/* three times x' = -x + u, y = x */
static mr_coupled *open_three(const char *options, const mr_connection *connections, int count) {
    static mr_slave_type type;
    type = linear_type;
    type.open = open_next;
    opened = 0;
    for (int i = 0; i < 3; i++)
        systems[i] = (linear_system){.states = 1,
                                     .inputs = 1,
                                     .outputs = 1,
                                     .A = {{-1.0}},
                                     .B = {{1.0}},
                                     .C = {{1.0}},
                                     .x0 = {i + 1.0}};
    const mr_coupled_member members[3] = {
        {&type, "", "a", 0.1}, {&type, "", "b", 0.1}, {&type, "", "c", 0.1}};
    mr_coupled_config config;
    mr_message message = {""};
    mr_coupled *c = NULL;
    mr_coupled_default_own_steps(&config);
    CU_ASSERT_EQUAL_FATAL(mr_coupled_parse(&config, options, &message), MR_OK);
    CU_ASSERT_EQUAL_FATAL(mr_coupled_open(&config, members, 3, connections, count, &c, &message),
                          MR_OK);
    return c;
}

static const mr_connection ring[3] = {MR_CONNECTION(0, 0, 1, 0), MR_CONNECTION(1, 0, 2, 0),
                                      MR_CONNECTION(2, 0, 0, 0)};

static void refuse_start(mr_coupled *c, mr_status expected, const char *sentence) {
    CU_ASSERT_EQUAL(mr_coupled_start(c, 0.0), expected);
    MR_ASSERT_CONTAINS(mr_coupled_error(c), sentence);
    mr_coupled_close(c);
}

static void test_who_can_follow_whom(void) {
    mr_coupled *c = open_three("", ring, 3);
    CU_ASSERT_EQUAL(mr_coupled_follow(c, 1), MR_OK);
    CU_ASSERT_EQUAL(mr_coupled_start(c, 0.0), MR_OK);
    CU_ASSERT_EQUAL(mr_coupled_advance(c, 1.0), MR_OK);
    CU_ASSERT_EQUAL(mr_coupled_use_model(c, 1, ""), MR_ERR_UNSUPPORTED);
    MR_ASSERT_CONTAINS(mr_coupled_error(c), "b has no interface model: it follows others already");
    CU_ASSERT_EQUAL(mr_coupled_use_model(c, 0, ""), MR_ERR_UNSUPPORTED);
    MR_ASSERT_CONTAINS(mr_coupled_error(c), "a has no interface model: it tells neither");
    mr_coupled_close(c);

    c = open_three("", ring, 3);
    CU_ASSERT_EQUAL(mr_coupled_follow(c, 0), MR_OK);
    CU_ASSERT_EQUAL(mr_coupled_follow(c, 1), MR_OK);
    refuse_start(c, MR_ERR_CONFIG, "b follows a, which follows others itself");

    c = open_three("", ring, 1); /* to b only */
    CU_ASSERT_EQUAL(mr_coupled_follow(c, 2), MR_OK);
    refuse_start(c, MR_ERR_CONFIG, "c follows others, and nothing is connected to it");

    c = open_three("grids=staggered", ring, 2);
    CU_ASSERT_EQUAL(mr_coupled_use_model(c, 0, ""), MR_ERR_UNSUPPORTED);
    MR_ASSERT_CONTAINS(mr_coupled_error(c), "it needs own steps that are neither controlled nor");
    CU_ASSERT_EQUAL(mr_coupled_follow(c, 1), MR_OK);
    refuse_start(c, MR_ERR_CONFIG, "staggered grids have no place for a member that follows");
    refuse_start(open_three("grids=staggered", ring, 3), MR_ERR_CONFIG, "odd number of members");
    refuse_start(open_three("coupling=model", ring, 3), MR_ERR_UNSUPPORTED,
                 "no member has an interface model: a tells neither interface matrices nor");
}

/* two pairs that know nothing of each other are coloured one after the other */
static void test_staggered_grids_of_parts_that_are_not_connected(void) {
    mr_coupled *c = open_three("grids=staggered", &ring[1], 1); /* b to c; a alone */
    CU_ASSERT_EQUAL(mr_coupled_start(c, 0.0), MR_OK);
    CU_ASSERT_EQUAL(mr_coupled_advance(c, 1.0), MR_OK);
    MR_ASSERT_CLOSE(mr_coupled_outputs(c, 0)[0], exp(-1.0), 1e-6); /* no input: x = e^-t */
    MR_ASSERT_CLOSE(mr_coupled_outputs(c, 1)[0], 2.0 * exp(-1.0), 1e-6);
    /* x' = -x + 2 e^-t: (3 + 2 t) e^-t, held over a step by its middle: order 2 */
    MR_ASSERT_CLOSE(mr_coupled_outputs(c, 2)[0], 5.0 * exp(-1.0), 0.01);
    mr_coupled_close(c);
}

static void test_connections_that_do_not_exist(void) {
    static const mr_connection wrong[] = {MR_CONNECTION(-1, 0, 0, 0), MR_CONNECTION(3, 0, 0, 0),
                                          MR_CONNECTION(0, -1, 1, 0), MR_CONNECTION(0, 1, 1, 0),
                                          MR_CONNECTION(0, 0, -1, 0), MR_CONNECTION(0, 0, 3, 0),
                                          MR_CONNECTION(0, 0, 1, -1), MR_CONNECTION(0, 0, 1, 1)};
    mr_coupled *c = open_three("", NULL, 0);
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        CU_ASSERT_EQUAL(mr_coupled_connect(c, &wrong[k], 1), MR_ERR_CONFIG);
        MR_ASSERT_CONTAINS(mr_coupled_error(c), "names something that does not exist");
    }
    CU_ASSERT_EQUAL(mr_coupled_connect(c, ring, 3), MR_OK);
    CU_ASSERT_EQUAL(mr_coupled_start(c, 0.0), MR_OK);
    mr_coupled_close(c);
}

/* --- signals that are held --- */

static void describe_clock(const void *slave, mr_slave_description *d) {
    static const mr_variable discrete = {"a", "", 1, MR_NONE, MR_NONE, MR_DISCRETE};
    linear_type.describe(slave, d);
    d->outputs = &discrete;
}

/* y = t of the first member is discrete: the second gets t_k in the step from t_k on, however often
 * the step is repeated. x' = u then gives H^2 n (n-1)/2 after n steps, not t^2/2 */
static void test_discrete_outputs_are_held_over_an_exchange_step(void) {
    static const mr_connection to_second = MR_CONNECTION(0, 0, 1, 0);
    static const char *const options[] = {"iteration=jacobi", "iteration=gauss_seidel",
                                          "iteration=newton", "iteration=jacobi passes=1"};
    mr_slave_type clock = linear_type;
    clock.open = open_next;
    clock.describe = describe_clock;
    systems[0] = (linear_system){.states = 1, .outputs = 1, .c = {1.0}, .C = {{1.0}}};
    systems[1] =
        (linear_system){.states = 1, .inputs = 1, .outputs = 1, .B = {{1.0}}, .C = {{1.0}}};
    for (size_t k = 0; k < sizeof options / sizeof *options; k++) {
        const mr_coupled_member members[2] = {{.type = &clock}, {.type = &clock}};
        mr_coupled_config config;
        mr_message message = {""};
        mr_coupled *c = NULL;
        mr_coupled_default(&config);
        config.step = 0.1;
        opened = 0;
        CU_ASSERT_EQUAL_FATAL(mr_coupled_parse(&config, options[k], &message), MR_OK);
        CU_ASSERT_EQUAL_FATAL(mr_coupled_open(&config, members, 2, &to_second, 1, &c, &message),
                              MR_OK);
        CU_ASSERT_EQUAL(mr_coupled_start(c, 0.0), MR_OK);
        CU_ASSERT_EQUAL(mr_coupled_advance(c, 1.0), MR_OK);
        MR_ASSERT_CLOSE(mr_coupled_outputs(c, 0)[0], 1.0, 1e-12);
        MR_ASSERT_CLOSE(mr_coupled_outputs(c, 1)[0], 0.01 * 45.0, 1e-12);
        mr_coupled_close(c);
    }
}

/* --- step control --- */

static mr_coupled *open_crossed(const char *options, double d) {
    static const mr_connection crossed[2] = {MR_CONNECTION(1, 0, 0, 0), MR_CONNECTION(0, 0, 1, 0)};
    static mr_slave_type type;
    type = linear_type;
    type.open = open_next;
    opened = 0;
    for (int i = 0; i < 2; i++)
        systems[i] = (linear_system){.states = 1,
                                     .inputs = 1,
                                     .outputs = 1,
                                     .A = {{-1.0}},
                                     .B = {{1.0}},
                                     .C = {{1.0}},
                                     .D = {{d}},
                                     .x0 = {1.0 - i}};
    const mr_coupled_member members[2] = {{.type = &type}, {.type = &type}};
    mr_coupled_config config;
    mr_message message = {""};
    mr_coupled *c = NULL;
    mr_coupled_default(&config);
    if (strstr(options, "steps=own"))
        mr_coupled_default_own_steps(&config);
    CU_ASSERT_EQUAL_FATAL(mr_coupled_parse(&config, options, &message), MR_OK);
    CU_ASSERT_EQUAL_FATAL(mr_coupled_open(&config, members, 2, crossed, 2, &c, &message), MR_OK);
    return c;
}

/* C. Andersson, Lund 2016, theorem 3.3.2: the usual estimate misses what outputs get at once from
 * inputs, and steps become too long. The sum of the states obeys s' = -s + s/(1 - d), the
 * difference s' = -s - s/(1 + d); outputs are (sum/(1 - d) +- difference/(1 + d))/2 */
static void test_estimated_feedthrough_keeps_the_tolerance(void) {
    const double d = -0.5, t = 0.5, tolerance = 1e-3;
    const double exact = 0.5 * (exp(t * (-1.0 + 1.0 / (1.0 - d))) / (1.0 - d) +
                                exp(t * (-1.0 - 1.0 / (1.0 + d))) / (1.0 + d));
    double error[2];
    int64_t steps[2];
    for (int estimated = 0; estimated < 2; estimated++) {
        mr_coupled_statistics s;
        mr_coupled *c = open_crossed(estimated ? "feedthrough=estimated control=on order=0 "
                                                 "iteration=jacobi rel_tol=0 abs_tol=1e-3"
                                               : "feedthrough=raw passes=1 control=on order=0 "
                                                 "iteration=jacobi rel_tol=0 abs_tol=1e-3",
                                     d);
        CU_ASSERT_EQUAL(mr_coupled_start(c, 0.0), MR_OK);
        CU_ASSERT_EQUAL(mr_coupled_advance(c, t), MR_OK);
        mr_coupled_get_statistics(c, &s);
        steps[estimated] = s.steps;
        error[estimated] = fabs(mr_coupled_outputs(c, 0)[0] - exact);
        mr_coupled_close(c);
    }
    CU_ASSERT(error[1] < tolerance);
    CU_ASSERT(error[1] < 0.5 * error[0]);
    CU_ASSERT(steps[1] > steps[0]);
}

/* outputs of x' = 1000 (u - x) follow an input within 1 ms, but not at once: where nobody tells how
 * long steps are, what goes through is measured within a microsecond */
static void test_quick_members_have_no_feedthrough(void) {
    double DL[4];
    mr_coupled *c = open_crossed("steps=own graded_start=off", 0.0);
    for (int i = 0; i < 2; i++) {
        systems[i].A[0][0] = -1000.0;
        systems[i].B[0][0] = 1000.0;
    }
    CU_ASSERT_EQUAL(mr_coupled_start(c, 0.0), MR_OK);
    CU_ASSERT_EQUAL_FATAL(mr_coupled_loop_size(c), 2);
    CU_ASSERT_EQUAL(mr_coupled_loop(c, DL), MR_OK);
    for (int k = 0; k < 4; k++)
        MR_ASSERT_CLOSE(DL[k], 0.0, 1e-6);
    mr_coupled_close(c);
}

/* order 1 with raw outputs runs away at any step (radius 1.28): no step is small enough */
static void test_a_step_that_never_is_small_enough_is_told(void) {
    mr_coupled *c = open_crossed("feedthrough=raw passes=1 control=on order=1 iteration=jacobi "
                                 "rel_tol=0 abs_tol=1e-6 least_step=1e-4",
                                 -0.95);
    CU_ASSERT_EQUAL(mr_coupled_start(c, 0.0), MR_OK);
    CU_ASSERT_EQUAL(mr_coupled_advance(c, 1.0), MR_ERR_SLAVE_STEP);
    MR_ASSERT_CONTAINS(mr_coupled_error(c), "would have to be smaller than 0.0001 s");
    mr_coupled_close(c);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_each_fault_of_a_member_is_told),
        MR_TEST(test_members_that_cannot_begin),
        MR_TEST(test_questions_about_what_is_not_there),
        MR_TEST(test_settings_that_do_not_fit),
        MR_TEST(test_texts_that_are_refused),
        MR_TEST(test_who_can_follow_whom),
        MR_TEST(test_staggered_grids_of_parts_that_are_not_connected),
        MR_TEST(test_connections_that_do_not_exist),
        MR_TEST(test_discrete_outputs_are_held_over_an_exchange_step),
        MR_TEST(test_estimated_feedthrough_keeps_the_tolerance),
        MR_TEST(test_quick_members_have_no_feedthrough),
        MR_TEST(test_a_step_that_never_is_small_enough_is_told),
    };
    return mr_test_main("coupled, faults", tests, sizeof tests / sizeof *tests, argc, argv);
}
