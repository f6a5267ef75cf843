/* every call of a slave may fail, at any moment of every way of coupling: the failure is handed on
 * with a sentence, nothing crashes or leaks, and the same instances run again from their start
 *
 * The first call of a run fails, then the second in a run anew, and so on until none fails. */
#include "failing_slave.h"
#include "joint_slave.h"
#include "linear_slave.h"
#include "mr_test.h"
#include "multirate/multirate.h"

#include <math.h>
#include <string.h>

/* later calls repeat what earlier ones did: not each of them is tried */
static int next_call(int call) {
    return call < 240 ? call + 1 : call + call / 8;
}

static mr_status explained(mr_status status, const char *sentence) {
    if (status != MR_OK)
        CU_ASSERT(strlen(sentence) > 15);
    return status;
}

/* --- coupled slaves: masses 1 and 2, springs 1000, dampers 10, joined; or a force between two
 * systems of order 1 --- */

static joint_pair masses;
static int opened;
static mr_status open_part(const char *configuration, mr_message *message, void **made) {
    joint_next(&masses.part[opened++ % 2], 1e-3);
    return joint_type.open(configuration, message, made);
}

static linear_system sides[2];
static mr_status open_side(const char *configuration, mr_message *message, void **made) {
    linear_next(&sides[opened++ % 2]);
    return linear_type.open(configuration, message, made);
}

static mr_status next_of_side(const void *slave, double *h) {
    (void)slave;
    *h = 0.02;
    return MR_OK;
}

typedef struct setting {
    const char *options;
    const mr_joint_method *joint;
    bool project;
} setting;

static mr_status add_joint(mr_coupled *c, const setting *s) {
    static const int zero[] = {0}, one[] = {1}, two[] = {2};
    static const double stiffness[] = {1e4}, damping[] = {10.0};
    const mr_joint_side side = {
        .force = zero, .position = zero, .velocity = one, .acceleration = two};
    mr_joint joint = {.method = s->joint,
                      .order = MR_NONE,
                      .size = 1,
                      .project = s->project,
                      .side = {side, side},
                      .stiffness = s->joint->spring ? stiffness : NULL,
                      .damping = damping};
    joint.side[1].member = 1;
    return mr_coupled_add_joint(c, &joint);
}

static mr_coupled *open_coupled(const setting *s, const mr_slave_type *type) {
    static const mr_connection crossed[] = {MR_CONNECTION(1, 0, 0, 0), MR_CONNECTION(0, 0, 1, 0)};
    const mr_coupled_member members[2] = {{.type = type}, {.type = type}};
    mr_coupled_config config;
    mr_message message = {""};
    mr_coupled *c = NULL;
    mr_coupled_default(&config);
    opened = 0;
    CU_ASSERT_EQUAL_FATAL(mr_coupled_parse(&config, s->options, &message), MR_OK);
    mr_status status =
        mr_coupled_open(&config, members, 2, crossed, s->joint ? 0 : 2, &c, &message);
    if (status != MR_OK)
        printf("\n    %s: %s", s->options, message.text);
    CU_ASSERT_EQUAL_FATAL(status, MR_OK);
    if (s->joint)
        CU_ASSERT_EQUAL_FATAL(add_joint(c, s), MR_OK);
    return c;
}

static mr_status run_coupled(mr_coupled *c, double *end) {
    mr_status status = mr_coupled_start(c, 0.0);
    if (status == MR_OK)
        status = mr_coupled_advance(c, 0.1);
    *end = mr_coupled_outputs(c, 0)[0];
    return explained(status, mr_coupled_error(c));
}

/* what a slave need not know: without it the run goes another way */
static bool may_be_missing(const char *entry) {
    return strcmp(entry, "next_step") == 0 || strcmp(entry, "interface_matrices") == 0;
}

static void try_coupled(const setting *s, const mr_slave_type *inner) {
    const mr_slave_type *type = failing_around(inner);
    double good, end;
    failing_next(0);
    mr_coupled *c = open_coupled(s, type);
    CU_ASSERT_EQUAL(run_coupled(c, &good), MR_OK);
    mr_coupled_close(c);
    int failures = 0;
    for (int call = 1;; call = next_call(call)) {
        failing_next(call);
        c = open_coupled(s, type);
        const mr_status status = run_coupled(c, &end);
        const char *entry = failing_entry();
        if (entry && status == MR_OK && !may_be_missing(entry)) {
            printf("\n    %s %s: call %d, %s: not told", s->options, s->joint ? s->joint->name : "",
                   call, entry);
            CU_FAIL("a failure was not handed on");
        }
        failures += status != MR_OK;
        /* nothing of it is left at a start anew */
        failing_next(0);
        CU_ASSERT_EQUAL(run_coupled(c, &end), MR_OK);
        MR_ASSERT_CLOSE(end, good, 1e-12);
        mr_coupled_close(c);
        if (!entry)
            break;
    }
    CU_ASSERT(failures > 10);
}

static void make_sides(void) {
    /* x' = -3 x + u, y = x + d u, crossed */
    for (int i = 0; i < 2; i++)
        sides[i] = (linear_system){.states = 1,
                                   .inputs = 1,
                                   .outputs = 1,
                                   .A = {{-3.0}},
                                   .B = {{1.0}},
                                   .C = {{1.0}},
                                   .D = {{i ? -0.4 : 0.5}},
                                   .x0 = {1.0 + i}};
}

static void test_exchange_steps(void) {
    static const setting settings[] = {
        {.options = "step=0.02 iteration=jacobi"},
        {.options = "step=0.02 iteration=gauss_seidel"},
        {.options = "step=0.02 iteration=newton"},
        {.options = "step=0.02 passes=1 order=0"},
        {.options = "step=0.02 passes=1 iteration=jacobi feedthrough=corrected"},
        {.options = "step=0.02 passes=1 iteration=jacobi feedthrough=estimated control=on "
                    "order=0 rel_tol=1e-2 abs_tol=1e-2"},
        {.options = "step=0.02 control=on rel_tol=1e-2 abs_tol=1e-2"},
    };
    mr_slave_type side = linear_type;
    side.open = open_side;
    make_sides();
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        try_coupled(&settings[i], &side);
}

static void test_own_steps(void) {
    static const setting settings[] = {
        {.options = "steps=own step=0.02 order=1"},
        {.options = "steps=own step=0.02 order=1 scheme=ff iteration=jacobi"},
        {.options = "steps=own step=0.02 order=1 graded_start=on"},
        {.options = "control=forward order=1 rel_tol=1e-2 abs_tol=1e-2"},
        {.options = "steps=own step=0.02 grids=staggered"},
        {.options = "steps=own order=1"},
    };
    mr_slave_type side = linear_type;
    side.open = open_side;
    side.next_step = next_of_side;
    make_sides();
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        try_coupled(&settings[i], &side);
}

static void test_joints(void) {
    static const setting settings[] = {
        {.options = "step=0.02", .joint = &mr_joint_x2},
        {.options = "step=0.02", .joint = &mr_joint_x1},
        {.options = "step=0.02", .joint = &mr_joint_weighted},
        {.options = "step=0.02 passes=1", .joint = &mr_joint_explicit},
        {.options = "step=0.02 passes=1", .joint = &mr_joint_explicit, .project = true},
        {.options = "step=0.02", .joint = &mr_joint_baumgarte, .project = true},
        {.options = "step=0.02", .joint = &mr_joint_index2},
        {.options = "step=0.02", .joint = &mr_joint_projection},
        {.options = "step=0.02", .joint = &mr_joint_spring},
        {.options = "step=0.02", .joint = &mr_joint_spring_d},
        {.options = "step=0.02", .joint = &mr_joint_spring_i},
    };
    masses = joint_two_mass();
    mr_slave_type part = joint_type;
    part.open = open_part;
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        try_coupled(&settings[i], &part);
}

/* a spring and a mass of its own (two_mass) with long steps behind its interface model, against a
 * spring with short ones */
static mr_coupled *open_modelled(const mr_slave_type *slow, double step,
                                 const mr_slave_type *quick) {
    static const mr_connection crossed[] = {MR_CONNECTION(0, 0, 1, 0), MR_CONNECTION(1, 0, 0, 0)};
    const mr_coupled_member members[2] = {{slow, "coupling=force fr=20 step=0.05", "slow", step},
                                          {quick, "", "quick", 0.01}};
    mr_coupled_config config;
    mr_message message = {""};
    mr_coupled *c = NULL;
    mr_coupled_default_own_steps(&config);
    opened = 0;
    CU_ASSERT_EQUAL_FATAL(mr_coupled_parse(&config, "coupling=model", &message), MR_OK);
    CU_ASSERT_EQUAL_FATAL(mr_coupled_open(&config, members, 2, crossed, 2, &c, &message), MR_OK);
    return c;
}

static void test_a_member_behind_its_model(void) {
    mr_plugin *plugin = NULL;
    mr_message message = {""};
    const char *prefix = "";
    CU_ASSERT_EQUAL_FATAL(mr_plugin_load("two_mass", &plugin, &prefix, &message), MR_OK);
    const mr_slave_type *type = failing_around(mr_plugin_type(plugin));
    mr_slave_type spring = linear_type;
    spring.open = open_side;
    sides[0] = (linear_system){.states = 1, .inputs = 1, .outputs = 1, .D = {{-5.0}}};
    double good, end;
    failing_next(0);
    mr_coupled *c = open_modelled(type, 0.05, &spring);
    CU_ASSERT_EQUAL(run_coupled(c, &good), MR_OK);
    CU_ASSERT_TRUE(mr_coupled_model(c, 0, &(mr_statistics){0}));
    MR_ASSERT_CLOSE(mr_coupled_member_step(c, 0), 0.05, 1e-12);
    MR_ASSERT_CLOSE(mr_coupled_member_step(c, 1), 0.01, 1e-12);
    mr_coupled_close(c);
    /* its step must be known beforehand, and longer */
    c = open_modelled(type, 0.0, &spring);
    CU_ASSERT_EQUAL(mr_coupled_start(c, 0.0), MR_ERR_UNSUPPORTED);
    MR_ASSERT_CONTAINS(mr_coupled_error(c), "slow does not tell its step before the start");
    mr_coupled_close(c);
    c = open_modelled(type, 0.01, &spring);
    CU_ASSERT_EQUAL(mr_coupled_start(c, 0.0), MR_ERR_UNSUPPORTED);
    MR_ASSERT_CONTAINS(mr_coupled_error(c), "slow has no longer steps than those who tell it");
    mr_coupled_close(c);
    int failures = 0;
    for (int call = 1;; call = next_call(call)) {
        failing_next(call);
        c = open_modelled(type, 0.05, &spring);
        const mr_status status = run_coupled(c, &end);
        const char *entry = failing_entry();
        failures += status != MR_OK;
        if (status == MR_OK) /* a step on trial, say */
            MR_ASSERT_CLOSE(end, good, 0.01 * fabs(good));
        failing_next(0);
        CU_ASSERT_EQUAL(run_coupled(c, &end), MR_OK);
        MR_ASSERT_CLOSE(end, good, 0.01 * fabs(good));
        mr_coupled_close(c);
        if (!entry)
            break;
    }
    CU_ASSERT(failures > 4); /* two steps, and the start */
    mr_plugin_unload(plugin);
}

/* --- against a diagram --- */

/* a mass of 1 kg on a spring and a damper, as the master's side of joints: semi-implicit steps */
static mr_status run_against(mr_interface *i, bool joined, double *end) {
    const double h = 0.01;
    double x = 1.0, v = 0.0, y1[3] = {1.0, 0.0, -1000.0}, u1[8] = {0.0};
    if (!joined)
        y1[0] = 0.0;
    mr_status status = mr_interface_start(i, 0.0, y1);
    for (int k = 0; k <= 30 && status == MR_OK; k++) {
        y1[0] = joined ? x : 10.0 * sin(3.0 * k * h);
        y1[1] = v;
        y1[2] = -1000.0 * x - 10.0 * v;
        status = mr_interface_exchange(i, k * h, y1, MR_MAJOR, u1);
        v += h * (y1[2] + u1[0]);
        x += h * v;
    }
    *end = u1[0];
    return explained(status, mr_interface_error(i));
}

static mr_interface *open_interface(const char *options, const mr_slave_type *type,
                                    const char *text) {
    mr_config config;
    mr_message message = {""};
    mr_interface *i = NULL;
    mr_config_default(&config);
    CU_ASSERT_EQUAL_FATAL(mr_config_parse(&config, options, &message), MR_OK);
    opened = 1;
    const mr_status status = mr_interface_open(&config, type, text, &i, &message);
    if (status != MR_OK)
        printf("\n    %s: %s", options, message.text);
    CU_ASSERT_EQUAL_FATAL(status, MR_OK);
    return i;
}

/* tolerance: of what comes out where the failure is got over, of the largest value */
static void try_interface(const char *options, const mr_slave_type *inner, const char *text,
                          bool joined, double tolerance) {
    const mr_slave_type *type = failing_around(inner);
    double good, end;
    failing_next(0);
    mr_interface *i = open_interface(options, type, text);
    CU_ASSERT_EQUAL(run_against(i, joined, &good), MR_OK);
    mr_interface_close(i);
    int failures = 0;
    for (int call = 1;; call = next_call(call)) {
        failing_next(call);
        i = open_interface(options, type, text);
        const mr_status status = run_against(i, joined, &end);
        const char *entry = failing_entry();
        const double most = entry && may_be_missing(entry) ? 1e-2 : tolerance;
        if (entry && status == MR_OK && fabs(end - good) > most * fabs(good)) {
            printf("\n    %s: call %d, %s: not told (%g, %g)", options, call, entry, end, good);
            CU_FAIL("a failure was not handed on");
        }
        failures += status != MR_OK;
        failing_next(0);
        CU_ASSERT_EQUAL(run_against(i, joined, &end), MR_OK);
        MR_ASSERT_CLOSE(end, good, 1e-12 * (1.0 + fabs(good)));
        mr_interface_close(i);
        if (!entry)
            break;
    }
    CU_ASSERT(failures > 10);
}

static void test_a_slave_on_a_joint(void) {
#define HELD                                                                                       \
    "force=f1 position=y[1] velocity=y[2] acceleration=y[3] response=1 step=0.03 most_gap=1"
    masses = joint_two_mass();
    mr_slave_type part = joint_type;
    part.open = open_part;
    try_interface("scheme=sf order=2 joint='method=x2 " HELD "'", &part, "", true, 0.0);
    try_interface("scheme=ff order=2 joint='method=explicit " HELD "'", &part, "", true, 0.1);
}

static void test_a_slave_against_a_diagram(void) {
    mr_plugin *plugin = NULL;
    mr_message message = {""};
    const char *prefix = "";
    CU_ASSERT_EQUAL_FATAL(mr_plugin_load("two_mass", &plugin, &prefix, &message), MR_OK);
    static const struct {
        const char *options;
        double tolerance;
    } cases[] = {
        {"scheme=sf order=2", 0.0},
        {"scheme=ff order=2 graded_start=on", 0.0},
        {"scheme=ff smoothing=on", 0.0},
        {"slave_step=0.05 predictor_to_master=hermite", 0.0},
        {"coupling=model", 1e-2},
        {"coupling=model hidden_states=0", 1e-2},
        {"coupling=model matrices=identified", 1e-2},
        {"coupling=prestep", 1e-2},
        {"coupling=impulse", 0.0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        try_interface(cases[i].options, mr_plugin_type(plugin), "coupling=force fr=20 step=0.05",
                      false, cases[i].tolerance);
    mr_plugin_unload(plugin);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_exchange_steps),
        MR_TEST(test_own_steps),
        MR_TEST(test_joints),
        MR_TEST(test_a_member_behind_its_model),
        MR_TEST(test_a_slave_on_a_joint),
        MR_TEST(test_a_slave_against_a_diagram),
    };
    return mr_test_main("failing calls", tests, sizeof tests / sizeof *tests, argc, argv);
}
