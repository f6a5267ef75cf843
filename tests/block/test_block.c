/* parameters of the block as a configuration, its diagnostics there and back */
#include "interface_help.h"
#include "block/diagnostics.h"
#include "block/parameters.h"

#include <math.h>
#include <string.h>

static void give(mr_block_parameters *p, mr_block_parameter which, double number) {
    mr_message message;
    CU_ASSERT_EQUAL(mr_block_give_number(p, which, number, &message), MR_OK);
}

static void give_text(mr_block_parameters *p, mr_block_parameter which, const char *text) {
    mr_message message;
    CU_ASSERT_EQUAL(mr_block_give_text(p, which, text, &message), MR_OK);
}

static mr_block_parameters usual(void) {
    mr_block_parameters p;
    mr_block_parameters_default(&p);
    give_text(&p, MR_BLOCK_SLAVE, "probe");
    give(&p, MR_BLOCK_SCHEME, 2);
    give_text(&p, MR_BLOCK_PREDICTOR_TO_SLAVE, "polynomial");
    give(&p, MR_BLOCK_ORDER_TO_SLAVE, 1);
    give(&p, MR_BLOCK_SMOOTHING, 1);
    give(&p, MR_BLOCK_BREAK_LOOP, 0);
    give_text(&p, MR_BLOCK_OPTIONS, "history=77");
    return p;
}

static void test_parameters_become_a_configuration(void) {
    mr_block_parameters p = usual();
    mr_config config;
    mr_message message;
    CU_ASSERT_EQUAL(mr_block_config(&p, false, &config, &message), MR_OK);
    CU_ASSERT_PTR_EQUAL(config.scheme, &mr_fastest_first);
    CU_ASSERT_EQUAL(config.to_slave.order, 1);
    CU_ASSERT_EQUAL(config.to_master.order, 3);
    CU_ASSERT(config.smoothing && !config.break_loop && !config.wait_for_major);
    CU_ASSERT_EQUAL(config.history, 77);
    /* words by their number are the words */
    for (int i = 0; mr_predictor_types[i]; i++) {
        give(&p, MR_BLOCK_PREDICTOR_TO_SLAVE, i + 1.0);
        give(&p, MR_BLOCK_ORDER_TO_SLAVE, mr_predictor_types[i]->least_order);
        CU_ASSERT_EQUAL(mr_block_config(&p, false, &config, &message), MR_OK);
        CU_ASSERT_PTR_EQUAL(config.to_slave.type, mr_predictor_types[i]);
    }
    give(&p, MR_BLOCK_SMOOTHING, 0);
    for (int i = 0; mr_schemes[i]; i++) {
        give(&p, MR_BLOCK_SCHEME, i + 1.0);
        CU_ASSERT_EQUAL(mr_block_config(&p, false, &config, &message), MR_OK);
        CU_ASSERT_PTR_EQUAL(config.scheme, mr_schemes[i]);
    }
}

/* trial points of a variable-step solver may be rejected; an option has the last word */
static void test_variable_steps_make_the_slave_wait(void) {
    mr_block_parameters p = usual();
    mr_config config;
    mr_message message;
    CU_ASSERT_EQUAL(mr_block_config(&p, true, &config, &message), MR_OK);
    CU_ASSERT(config.wait_for_major);
    give_text(&p, MR_BLOCK_OPTIONS, "wait_for_major=off");
    CU_ASSERT_EQUAL(mr_block_config(&p, true, &config, &message), MR_OK);
    CU_ASSERT(!config.wait_for_major);
}

/* "order=" and "predictor=" are for both ways: they must not lose to the two fields of the block */
static void test_further_options_go_before_the_fields(void) {
    mr_block_parameters p = usual();
    mr_config config;
    mr_message message;
    give_text(&p, MR_BLOCK_OPTIONS, "order=2");
    CU_ASSERT_EQUAL(mr_block_config(&p, false, &config, &message), MR_OK);
    CU_ASSERT_EQUAL(config.to_slave.order, 2);
    CU_ASSERT_EQUAL(config.to_master.order, 2);
    give_text(&p, MR_BLOCK_OPTIONS, "predictor=least_squares:1:6 order_to_master=0");
    CU_ASSERT_EQUAL(mr_block_config(&p, false, &config, &message), MR_OK);
    CU_ASSERT_STRING_EQUAL(config.to_slave.type->name, "least_squares");
    CU_ASSERT_EQUAL(config.to_slave.order, 1);
    CU_ASSERT_STRING_EQUAL(config.to_master.type->name, "least_squares");
    CU_ASSERT_EQUAL(config.to_master.order, 0);
}

static void test_mistakes_are_sentences(void) {
    static char endless[6000];
    mr_block_parameters p = usual();
    mr_config config;
    mr_message message;
    memset(endless, ' ', sizeof endless - 1);
    CU_ASSERT_EQUAL(mr_block_give_number(&p, MR_BLOCK_SCHEME, 99, &message), MR_ERR_CONFIG);
    CU_ASSERT_STRING_EQUAL(message.text, "parameter 'scheme' is not one of its list");
    CU_ASSERT_EQUAL(mr_block_give_number(&p, MR_BLOCK_PREDICTOR_TO_MASTER, NAN, &message),
                    MR_ERR_CONFIG);
    MR_ASSERT_CONTAINS(message.text, "'predictor to the master' is not one of its list");
    CU_ASSERT_EQUAL(mr_block_give_text(&p, MR_BLOCK_OPTIONS, endless, &message), MR_ERR_CONFIG);
    MR_ASSERT_CONTAINS(message.text, "too long");
    CU_ASSERT_EQUAL(mr_block_give_number(&p, MR_BLOCK_SLAVE, 1, &message), MR_ERR_CONFIG);
    MR_ASSERT_CONTAINS(message.text, "text in quotes");
    give(&p, MR_BLOCK_ORDER_TO_SLAVE, 1.5);
    CU_ASSERT_NOT_EQUAL(mr_block_config(&p, false, &config, &message), MR_OK);
    MR_ASSERT_CONTAINS(message.text, "order_to_slave");
}

static void test_diagnostics_come_back(void) {
    probe p = {.inputs = 1, .outputs = 1, .h = 0.1};
    mr_interface *interface = open_probe("", &p);
    double u[1], d[MR_DIAGNOSTICS_TIMED] = {0};
    mr_statistics told, read;
    CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, (double[]){1.0}), MR_OK);
    for (int i = 0; i < 40; i++)
        CU_ASSERT_EQUAL(mr_interface_exchange(interface, 0.05 * i, (double[]){1.0}, MR_MAJOR, u),
                        MR_OK);
    mr_block_diagnose(interface, 1.95, d);
    mr_interface_statistics(interface, &told);
    CU_ASSERT(mr_block_read_diagnostics(d, MR_DIAGNOSTICS, &read));
    CU_ASSERT_EQUAL(read.counts.slave_steps, told.counts.slave_steps);
    CU_ASSERT_EQUAL(read.counts.input_requests, told.counts.input_requests);
    CU_ASSERT(isinf(read.energy.doubtful_from) && isfinite(read.energy.energy_error));
    CU_ASSERT(mr_block_read_diagnostics(d, MR_DIAGNOSTICS_TIMED, &read));
    CU_ASSERT(!mr_block_read_diagnostics(d, MR_DIAGNOSTICS + 1, &read));

    /* a run that diverges tells so, with or without power bonds */
    char verdict[256];
    CU_ASSERT_EQUAL(mr_interface_exchange(interface, 2.0, (double[]){NAN}, MR_MAJOR, u),
                    MR_ERR_NOT_FINITE);
    mr_block_diagnose(interface, 2.0, d);
    CU_ASSERT(mr_block_read_diagnostics(d, MR_DIAGNOSTICS, &read));
    CU_ASSERT(mr_statistics_verdict(&read, verdict, sizeof verdict) > 0);
    CU_ASSERT_STRING_EQUAL(verdict, "the run has diverged; results after t = 2 s are doubtful");
    mr_interface_close(interface);
}

/* small steps at the start are of use where the master exchanges within them */
static void test_diagnostics_have_names_and_units(void) {
    for (int i = 0; i < MR_DIAGNOSTICS_TIMED; i++) {
        const char *name = mr_block_diagnostic_name(i);
        CU_ASSERT(strlen(name) > 4 && strspn(name, "abcdefghijklmnopqrstuvwxyz_") == strlen(name));
        CU_ASSERT(strlen(mr_block_diagnostic_unit(i)) == 1);
        for (int k = 0; k < i; k++)
            CU_ASSERT_STRING_NOT_EQUAL(mr_block_diagnostic_name(k), name);
    }
    CU_ASSERT_STRING_EQUAL(mr_block_diagnostic_name(MR_DIAG_SLAVE_STEPS), "slave_steps");
    CU_ASSERT_STRING_EQUAL(mr_block_diagnostic_unit(MR_DIAG_CREATED_ENERGY), "J");
    CU_ASSERT_STRING_EQUAL(mr_block_diagnostic_name(MR_DIAGNOSTICS_TIMED), "");
    CU_ASSERT_STRING_EQUAL(mr_block_diagnostic_unit(-1), "");
}

static void test_a_graded_start_in_vain_is_told(void) {
    static const struct {
        const char *options;
        double step;
        bool told;
    } cases[] = {{"graded_start=on", 0.1, true},
                 {"graded_start=on", 0.2, true},
                 {"graded_start=on", 0.01, false},
                 {"", 0.1, false}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        probe p = {.inputs = 1, .outputs = 1, .h = 0.1};
        mr_interface *interface = open_probe(cases[k].options, &p);
        double u[1];
        char text[512] = "x";
        CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, (double[]){1.0}), MR_OK);
        for (int i = 0; i < 40; i++)
            CU_ASSERT_EQUAL(
                mr_interface_exchange(interface, cases[k].step * i, (double[]){1.0}, MR_MAJOR, u),
                MR_OK);
        CU_ASSERT_EQUAL(mr_interface_warning(interface, false, text, sizeof text) > 0,
                        cases[k].told);
        if (cases[k].told)
            MR_ASSERT_CONTAINS(text, "graded_start=on has no effect");
        /* a solver that chooses its steps should know the slave's */
        CU_ASSERT_EQUAL(mr_interface_warning(interface, true, text, sizeof text) > 0,
                        cases[k].told || cases[k].step > 0.101);
        mr_interface_close(interface);
    }
}

/* a model's code may set what the dialog has set: the line of a report shows what counts, once */
static void test_parameters_are_told_in_a_line(void) {
    mr_block_parameters p = usual();
    char text[500];
    give_text(&p, MR_BLOCK_OPTIONS,
              " coupling=signals  history=77 order_to_slave=2 coupling=model order=1 ");
    CU_ASSERT(mr_block_tell_parameters(&p, text, sizeof text) > 0);
    MR_ASSERT_CONTAINS(text, "probe, scheme fastest_first, to the slave polynomial of order 1");
    MR_ASSERT_CONTAINS(text, ", smoothing, history=77 order_to_slave=2 coupling=model order=1");
    CU_ASSERT_PTR_NULL(strstr(text, "coupling=signals"));
    give_text(&p, MR_BLOCK_OPTIONS, " ");
    CU_ASSERT(mr_block_tell_parameters(&p, text, sizeof text) > 0);
    CU_ASSERT_STRING_EQUAL(text + strlen(text) - 11, ", smoothing");
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_parameters_become_a_configuration),
        MR_TEST(test_variable_steps_make_the_slave_wait),
        MR_TEST(test_further_options_go_before_the_fields),
        MR_TEST(test_mistakes_are_sentences),
        MR_TEST(test_diagnostics_come_back),
        MR_TEST(test_diagnostics_have_names_and_units),
        MR_TEST(test_a_graded_start_in_vain_is_told),
        MR_TEST(test_parameters_are_told_in_a_line),
    };
    return mr_test_main("block room", tests, sizeof tests / sizeof *tests, argc, argv);
}
