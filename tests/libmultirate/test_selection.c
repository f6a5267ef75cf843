/* inputs and outputs by name: what the master sees, what the slave gets, and that nothing else of a
 * run changes */
#include "interface_help.h"

#include "multirate/plugin.h"

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

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_outputs_come_in_the_order_asked_for),
        MR_TEST(test_inputs_not_named_are_zero),
        MR_TEST(test_links_follow_their_variables),
        MR_TEST(test_mistakes_are_sentences),
        MR_TEST(test_text_of_a_configuration_keeps_the_names),
        MR_TEST(test_a_run_is_the_same_to_the_bit),
    };
    return mr_test_main("multirate_selection", tests, sizeof tests / sizeof *tests, argc, argv);
}
