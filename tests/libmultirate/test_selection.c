/* inputs and outputs by name: what the master sees, what the slave gets, and that nothing else of a
 * run changes */
#include "interface_help.h"

#include "multirate/plugin.h"
#include "selection.h"

#include <math.h>
#include <string.h>

static void signals(double t, double impulse, double *y) {
    (void)impulse;
    y[0] = t;
    y[1] = 10.0 * t;
    y[2] = 100.0 * t;
    y[3] = 1000.0 * t;
}

static const mr_variable inputs[] = {
    {.name = "torque", .unit = "Nm", .size = 1, .rate_of = MR_NONE, .power_with = 2},
    {.name = "wind", .unit = "N", .size = 2, .rate_of = MR_NONE, .power_with = MR_NONE},
    {.name = "brake", .unit = "", .size = 1, .rate_of = MR_NONE, .power_with = MR_NONE}};
static const mr_variable outputs[] = {
    {.name = "place", .unit = "m", .size = 2, .rate_of = MR_NONE, .power_with = MR_NONE},
    {.name = "angle", .unit = "rad", .size = 1, .rate_of = MR_NONE, .power_with = MR_NONE},
    {.name = "speed", .unit = "rad/s", .size = 1, .rate_of = 1, .power_with = MR_NONE}};

static probe vehicle(void) {
    return (probe){.input_list = inputs,
                   .output_list = outputs,
                   .input_list_count = 3,
                   .output_list_count = 3,
                   .inputs = 4,
                   .outputs = 4,
                   .h = 0.5,
                   .signals = signals,
                   .hear = remember};
}

static void test_outputs_come_in_the_order_asked_for(void) {
    probe p = vehicle();
    mr_interface *interface = open_probe("order=0 outputs=speed+place", &p);
    CU_ASSERT_EQUAL_FATAL(mr_interface_outputs(interface), 3);
    const double y[4] = {0};
    double u[3];
    CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, y), MR_OK);
    CU_ASSERT_EQUAL(mr_interface_exchange(interface, 0.5, y, MR_MAJOR, u), MR_OK);
    CU_ASSERT_EQUAL(u[0], 500.0);
    CU_ASSERT_EQUAL(u[1], 0.5);
    CU_ASSERT_EQUAL(u[2], 5.0);
    mr_interface_close(interface);
}

static void test_inputs_not_named_are_zero(void) {
    probe p = vehicle();
    heard.count = 0;
    mr_interface *interface = open_probe("order=0 inputs=brake+torque", &p);
    CU_ASSERT_EQUAL_FATAL(mr_interface_inputs(interface), 2);
    const double y[2] = {7.0, 3.0};
    double u[4];
    CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, y), MR_OK);
    CU_ASSERT_EQUAL(mr_interface_exchange(interface, 0.5, y, MR_MAJOR, u), MR_OK);
    CU_ASSERT_FATAL(heard.count > 0);
    const double *got = heard.u[heard.count - 1];
    CU_ASSERT_EQUAL(got[0], 3.0);
    CU_ASSERT_EQUAL(got[1], 0.0);
    CU_ASSERT_EQUAL(got[2], 0.0);
    CU_ASSERT_EQUAL(got[3], 7.0);
    mr_interface_close(interface);
}

static void test_links_follow_their_variables(void) {
    probe p = vehicle();
    mr_slave_description d;
    mr_interface *interface = open_probe("order=0 inputs=wind+torque outputs=speed+angle", &p);
    mr_interface_describe(interface, &d);
    CU_ASSERT_EQUAL_FATAL(d.output_count, 2);
    CU_ASSERT_STRING_EQUAL(d.outputs[0].name, "speed");
    CU_ASSERT_EQUAL(d.outputs[0].rate_of, 1);
    CU_ASSERT_EQUAL(d.inputs[1].power_with, 0);
    mr_interface_close(interface);
    interface = open_probe("order=0 inputs=torque outputs=angle+place", &p);
    mr_interface_describe(interface, &d);
    CU_ASSERT_EQUAL(d.inputs[0].power_with, MR_NONE);
    mr_interface_close(interface);
}

static void test_mistakes_are_sentences(void) {
    probe p = vehicle();
    refuse("outputs=speed+height", &probe_type, &p, MR_ERR_CONFIG,
           "outputs: 'height' is none of the slave's");
    refuse("inputs=brake+brake", &probe_type, &p, MR_ERR_CONFIG, "inputs: 'brake' is there twice");
    mr_config config;
    mr_message message;
    mr_config_default(&config);
    CU_ASSERT_EQUAL(mr_config_parse(&config, "outputs=a++b", &message), MR_ERR_CONFIG);
    CU_ASSERT_PTR_NOT_NULL(strstr(message.text, "'+' between"));
}

static void test_text_of_a_configuration_keeps_the_names(void) {
    mr_config config, again;
    mr_message message;
    char text[4096];
    mr_config_default(&config);
    CU_ASSERT_EQUAL(mr_config_parse(&config, "inputs=a+b outputs=c timing=on", &message), MR_OK);
    mr_config_print(&config, text, (int)sizeof text);
    mr_config_default(&again);
    CU_ASSERT_EQUAL(mr_config_parse(&again, text, &message), MR_OK);
    CU_ASSERT_STRING_EQUAL(again.inputs, "a+b");
    CU_ASSERT_STRING_EQUAL(again.outputs, "c");
    CU_ASSERT_TRUE(again.timing);
}

/* a spring ahead of the two-mass slave: all its outputs, and the same in another order */
static void run_two_mass(const char *options, const int order[3], double last[3]) {
    mr_config config;
    mr_message message;
    mr_plugin *plugin = NULL;
    mr_interface *interface = NULL;
    mr_config_default(&config);
    CU_ASSERT_EQUAL_FATAL(mr_config_parse(&config, options, &message), MR_OK);
    CU_ASSERT_EQUAL_FATAL(mr_plugin_load("two_mass", &plugin, NULL, &message), MR_OK);
    CU_ASSERT_EQUAL_FATAL(mr_interface_open(&config, mr_plugin_type(plugin), "fr=20 coupling=force",
                                            &interface, &message),
                          MR_OK);
    double y = 0.1, u[3];
    CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, &y), MR_OK);
    for (int i = 1; i <= 2000; i++) {
        CU_ASSERT_EQUAL_FATAL(mr_interface_exchange(interface, i * 0.01, &y, MR_MAJOR, u), MR_OK);
        y = sin(i * 0.06) - 0.2 * u[order[0]];
    }
    for (int k = 0; k < 3; k++)
        last[k] = u[order[k]];
    mr_interface_close(interface);
    mr_plugin_unload(plugin);
}

static void test_a_run_is_the_same_to_the_bit(void) {
    static const char *const ways[][2] = {
        {"scheme=ff order=2", "scheme=ff order=2 outputs=a2+x2+v2"},
        {"scheme=ff predictor_to_master=hermite", "scheme=ff predictor_to_master=hermite "
                                                  "outputs=a2+x2+v2"},
        {"coupling=model", "coupling=model outputs=a2+x2+v2"}};
    for (int i = 0; i < 3; i++) {
        double all[3], chosen[3];
        run_two_mass(ways[i][0], (const int[]){0, 1, 2}, all);
        run_two_mass(ways[i][1], (const int[]){1, 2, 0}, chosen);
        CU_ASSERT(isfinite(all[0]) && all[0] != 0.0);
        for (int k = 0; k < 3; k++)
            CU_ASSERT_EQUAL(all[k], chosen[k]);
    }
}

/* a slave of two coordinates, whose three inputs all push along three directions: what it tells,
 * and what it was told last */
typedef struct bent {
    bool is_bent; /* else it leaves the curvature, which is zero beforehand, alone */
    bool efforts[3];
    double aimed[3], shift[3], kick[3];
} bent;

static const mr_variable bent_inputs[] = {
    {.name = "f1", .unit = "N", .size = 1, .rate_of = MR_NONE, .power_with = MR_NONE},
    {.name = "f2", .unit = "N", .size = 1, .rate_of = MR_NONE, .power_with = MR_NONE},
    {.name = "f3", .unit = "N", .size = 1, .rate_of = MR_NONE, .power_with = MR_NONE}};
static const mr_variable bent_outputs[] = {
    {.name = "first", .unit = "m", .size = 3, .rate_of = MR_NONE, .power_with = MR_NONE},
    {.name = "second", .unit = "m", .size = 3, .rate_of = MR_NONE, .power_with = MR_NONE}};
static const mr_coordinate bent_coordinates[] = {{0, 1, 2}, {3, 4, 5}};

static void describe_bent(const void *self, mr_slave_description *d) {
    (void)self;
    *d = (mr_slave_description){.title = "bent",
                                .input_count = 3,
                                .inputs = bent_inputs,
                                .output_count = 2,
                                .outputs = bent_outputs,
                                .coordinate_count = 2,
                                .coordinates = bent_coordinates};
}

static void close_bent(void *self) {
    (void)self;
}

static mr_status matrices_of_bent(void *self, double *Au, double *Ap, double *Av) {
    (void)self;
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 3; j++)
            Au[i * 3 + j] = 10.0 * i + j;
        for (int j = 0; j < 2; j++) {
            Ap[i * 2 + j] = 100.0 + 10.0 * i + j;
            Av[i * 2 + j] = 200.0 + 10.0 * i + j;
        }
    }
    return MR_OK;
}

static mr_status directions_of_bent(void *self, double h, const bool *efforts, mr_directions *d) {
    bent *b = self;
    (void)h;
    d->count = 3;
    memcpy(b->efforts, efforts, sizeof b->efforts);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            d->input[i * 3 + j] = 10.0 * i + j;
    for (int c = 0; c < 2; c++)
        for (int i = 0; i < d->room; i++) {
            d->output[c * d->room + i] = 100.0 * c + i;
            for (int j = 0; b->is_bent && j < d->room; j++)
                d->curvature[(c * d->room + i) * d->room + j] = 1000.0 * c + 10.0 * i + j;
        }
    return MR_OK;
}

static mr_status aim_bent(void *self, double h, const double *u, const double *eta,
                          const double *eta_rate) {
    (void)h;
    (void)eta;
    (void)eta_rate;
    memcpy(((bent *)self)->aimed, u, 3 * sizeof *u);
    return MR_OK;
}

static mr_status push_bent(void *self, const double *shift, const double *kick) {
    bent *b = self;
    memcpy(b->shift, shift, sizeof b->shift);
    memcpy(b->kick, kick, sizeof b->kick);
    return MR_OK;
}

static size_t size_of_bent(const void *self) {
    return ((const bent *)self)->is_bent ? 77 : 0;
}

/* its last and its first input, and these of its coordinates */
static const mr_slave_type *choose_of_bent(bent *b, const char *coordinates, void **slave) {
    static const mr_slave_type type = {MR_SLAVE_VERSION,
                                       .name = "bent",
                                       .describe = describe_bent,
                                       .close = close_bent,
                                       .interface_matrices = matrices_of_bent,
                                       .state_size = size_of_bent,
                                       .directions = directions_of_bent,
                                       .aim = aim_bent,
                                       .push = push_bent};
    const mr_slave_type *chosen = &type;
    mr_message message;
    *slave = b;
    CU_ASSERT_EQUAL_FATAL(mr_selection_open("f3+f1", coordinates, &chosen, slave, &message), MR_OK);
    return chosen;
}

static void test_matrices_are_those_of_what_was_chosen(void) {
    bent b = {.is_bent = true};
    void *slave;
    const mr_slave_type *type = choose_of_bent(&b, "second", &slave);
    double Au[2], Ap, Av;
    CU_ASSERT_EQUAL(type->interface_matrices(slave, Au, &Ap, &Av), MR_OK);
    CU_ASSERT_EQUAL(Au[0], 12.0);
    CU_ASSERT_EQUAL(Au[1], 10.0);
    CU_ASSERT_EQUAL(Ap, 111.0);
    CU_ASSERT_EQUAL(Av, 211.0);
    type->close(slave);
}

static void test_directions_are_those_of_what_was_chosen(void) {
    enum { ROOM = 4 };
    bent b = {.is_bent = true};
    void *slave;
    const mr_slave_type *type = choose_of_bent(&b, "second", &slave);
    double input[ROOM * 2], output[ROOM], curvature[ROOM * ROOM] = {0.0};
    mr_directions told = {.room = ROOM, .input = input, .output = output, .curvature = curvature};
    CU_ASSERT_EQUAL(type->directions(slave, 0.1, (const bool[]){true, false}, &told), MR_OK);
    CU_ASSERT_EQUAL(told.count, 3);
    CU_ASSERT(b.efforts[2] && !b.efforts[1] && !b.efforts[0]);
    for (int i = 0; i < 3; i++) {
        CU_ASSERT_EQUAL(input[i * 2], 10.0 * i + 2.0);
        CU_ASSERT_EQUAL(input[i * 2 + 1], 10.0 * i);
    }
    for (int i = 0; i < ROOM; i++) {
        CU_ASSERT_EQUAL(output[i], 100.0 + i);
        for (int j = 0; j < ROOM; j++)
            CU_ASSERT_EQUAL(curvature[i * ROOM + j], 1000.0 + 10.0 * i + j);
    }
    b.is_bent = false; /* straight from now on: nothing of before is left */
    CU_ASSERT_EQUAL(type->directions(slave, 0.1, (const bool[]){false, true}, &told), MR_OK);
    CU_ASSERT(!b.efforts[2] && !b.efforts[1] && b.efforts[0]);
    for (int i = 0; i < ROOM * ROOM; i++)
        CU_ASSERT_EQUAL(curvature[i], 0.0);
    type->close(slave);
}

/* all of them: each at its place in the order of the slave, and none over another */
static void test_directions_of_all_coordinates(void) {
    enum { ROOM = 4 };
    bent b = {.is_bent = true};
    void *slave;
    const mr_slave_type *type = choose_of_bent(&b, "second+first", &slave);
    double input[ROOM * 2], output[2 * ROOM], curvature[2 * ROOM * ROOM] = {0.0};
    mr_directions told = {.room = ROOM, .input = input, .output = output, .curvature = curvature};
    CU_ASSERT_EQUAL(type->directions(slave, 0.1, (const bool[]){true, true}, &told), MR_OK);
    for (int c = 0; c < 2; c++)
        for (int i = 0; i < ROOM; i++) {
            CU_ASSERT_EQUAL(output[c * ROOM + i], 100.0 * c + i);
            for (int j = 0; j < ROOM; j++)
                CU_ASSERT_EQUAL(curvature[(c * ROOM + i) * ROOM + j], 1000.0 * c + 10.0 * i + j);
        }
    type->close(slave);
}

static void test_a_push_reaches_the_inputs_chosen(void) {
    bent b = {.is_bent = true};
    void *slave;
    const mr_slave_type *type = choose_of_bent(&b, "second", &slave);
    CU_ASSERT_EQUAL(type->state_size(slave), 77);
    CU_ASSERT_EQUAL(type->aim(slave, 0.1, (const double[]){5.0, 6.0}, NULL, NULL), MR_OK);
    CU_ASSERT(b.aimed[0] == 6.0 && b.aimed[1] == 0.0 && b.aimed[2] == 5.0);
    CU_ASSERT_EQUAL(type->push(slave, (const double[]){1.0, 2.0}, (const double[]){3.0, 4.0}),
                    MR_OK);
    CU_ASSERT(b.shift[0] == 2.0 && b.shift[1] == 0.0 && b.shift[2] == 1.0);
    CU_ASSERT(b.kick[0] == 4.0 && b.kick[1] == 0.0 && b.kick[2] == 3.0);
    type->close(slave);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_outputs_come_in_the_order_asked_for),
        MR_TEST(test_inputs_not_named_are_zero),
        MR_TEST(test_links_follow_their_variables),
        MR_TEST(test_mistakes_are_sentences),
        MR_TEST(test_text_of_a_configuration_keeps_the_names),
        MR_TEST(test_a_run_is_the_same_to_the_bit),
        MR_TEST(test_matrices_are_those_of_what_was_chosen),
        MR_TEST(test_directions_are_those_of_what_was_chosen),
        MR_TEST(test_directions_of_all_coordinates),
        MR_TEST(test_a_push_reaches_the_inputs_chosen),
    };
    return mr_test_main("multirate_selection", tests, sizeof tests / sizeof *tests, argc, argv);
}
