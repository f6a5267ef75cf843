/* configuration as a struct and as text: what each key does, and the sentence for each mistake */
#include "mr_test.h"
#include "multirate/config.h"
#include "multirate/options.h"

#include <math.h>
#include <string.h>

static mr_config parsed(const char *text) {
    mr_config config;
    mr_message message = {""};
    mr_config_default(&config);
    const mr_status status = mr_config_parse(&config, text, &message);
    CU_ASSERT_EQUAL(status, MR_OK);
    if (status != MR_OK)
        printf("\n    %s: %s", text, message.text);
    return config;
}

static void refuse(const char *text, const char *sentence) {
    mr_config config, before;
    mr_message message = {""};
    mr_config_default(&config);
    before = config;
    CU_ASSERT_EQUAL(mr_config_parse(&config, text, &message), MR_ERR_CONFIG);
    MR_ASSERT_CONTAINS(message.text, sentence);
    CU_ASSERT_EQUAL(memcmp(&config, &before, sizeof config), 0); /* nothing is changed */
    CU_ASSERT_EQUAL(mr_config_parse(&config, text, NULL), MR_ERR_CONFIG);
}

static void test_default_is_slowest_first_with_third_order(void) {
    const mr_config config = parsed("");
    CU_ASSERT_PTR_EQUAL(config.scheme, &mr_slowest_first);
    CU_ASSERT_PTR_EQUAL(config.to_slave.type, &mr_predictor_polynomial);
    CU_ASSERT_EQUAL(config.to_slave.order, 3);
    CU_ASSERT_EQUAL(config.to_master.order, 3);
    CU_ASSERT(!config.smoothing && !config.break_loop && !config.graded_start);
    CU_ASSERT_EQUAL(mr_config_check(&config, NULL), MR_OK);
}

static void test_every_key_sets_what_it_says(void) {
    CU_ASSERT_PTR_EQUAL(parsed("scheme=fastest_first").scheme, &mr_fastest_first);
    CU_ASSERT_PTR_EQUAL(parsed("scheme=ff").scheme, &mr_fastest_first);
    CU_ASSERT_PTR_EQUAL(parsed("scheme=ff scheme=sf").scheme, &mr_slowest_first);
    CU_ASSERT_EQUAL(parsed("order=2").to_slave.order, 2);
    CU_ASSERT_EQUAL(parsed("order=2").to_master.order, 2);
    CU_ASSERT_EQUAL(parsed("order_to_slave=1").to_slave.order, 1);
    CU_ASSERT_EQUAL(parsed("order_to_slave=1").to_master.order, 3);
    CU_ASSERT_EQUAL(parsed("order_to_master=0").to_master.order, 0);
    CU_ASSERT_PTR_EQUAL(parsed("predictor=hermite").to_slave.type, &mr_predictor_hermite);
    CU_ASSERT_PTR_EQUAL(parsed("predictor_to_master=selector").to_master.type,
                        &mr_predictor_selector);
    CU_ASSERT_PTR_EQUAL(parsed("predictor_to_master=selector").to_slave.type,
                        &mr_predictor_polynomial);
    CU_ASSERT_EQUAL(parsed("predictor_to_slave=least_squares:2:9").to_slave.window, 9);
    CU_ASSERT_EQUAL(parsed("predictor_to_slave=least_squares:2:9").to_slave.order, 2);
    CU_ASSERT(parsed("scheme=ff smoothing=impulse").smoothing);
    CU_ASSERT_EQUAL(parsed("predictor=least_squares window=12").to_master.window, 12);
    CU_ASSERT_EQUAL(parsed("predictor=hold").to_slave.order, 0);
    CU_ASSERT(parsed("coupling=model").coupling == &mr_coupling_model);
    CU_ASSERT(parsed("coupling=model coupling=signals").coupling == &mr_coupling_signals);
    CU_ASSERT(parsed("matrices=identified").identify);
    CU_ASSERT_EQUAL(parsed("leak=0.95").leak, 0.95);
    CU_ASSERT(parsed("scheme=ff smoothing=on").smoothing);
    CU_ASSERT(parsed("break_loop=yes").break_loop);
    CU_ASSERT(parsed("wait_for_major=true").wait_for_major);
    CU_ASSERT(parsed("graded_start=1").graded_start);
    CU_ASSERT(!parsed("graded_start=1 graded_start=off").graded_start);
    CU_ASSERT_EQUAL(parsed("slave_step=1e-3").slave_step, 1e-3);
    CU_ASSERT_EQUAL(parsed("start_input=-2.5").start_input, -2.5);
    CU_ASSERT_EQUAL(parsed("history=1000").history, 1000);
}

static void test_order_and_predictor_may_come_in_any_order(void) {
    CU_ASSERT_EQUAL(parsed("order=5 predictor=hermite").to_slave.order, 5);
    CU_ASSERT_EQUAL(parsed("predictor=hermite order=5").to_slave.order, 5);
    CU_ASSERT_EQUAL(parsed("order=2 predictor=least_squares").to_master.order, 2);
}

static void test_separators_quotes_and_comments(void) {
    const mr_config config =
        parsed("\n# a comment, order=9\nscheme=ff,order='2';\tslave_step=\"0.5\" # order=1\r\n"
               "break_loop=on");
    CU_ASSERT_PTR_EQUAL(config.scheme, &mr_fastest_first);
    CU_ASSERT_EQUAL(config.to_slave.order, 2);
    CU_ASSERT_EQUAL(config.slave_step, 0.5);
    CU_ASSERT(config.break_loop);
}

static void test_signals_have_settings_of_their_own(void) {
    const mr_config config =
        parsed("signal.gear=hold start.gear=1 signal.force=least_squares:1:6 signal.x=polynomial");
    CU_ASSERT_EQUAL_FATAL(config.override_count, 3);
    CU_ASSERT_STRING_EQUAL(config.overrides[0].signal, "gear");
    CU_ASSERT_PTR_EQUAL(config.overrides[0].prediction.type, &mr_predictor_hold);
    CU_ASSERT(config.overrides[0].has_start && config.overrides[0].start == 1.0);
    CU_ASSERT_EQUAL(config.overrides[1].prediction.window, 6);
    CU_ASSERT(!config.overrides[1].has_start);
    CU_ASSERT_EQUAL(config.overrides[2].prediction.order, MR_DIRECTION_ORDER);
}

static void test_each_mistake_has_its_sentence(void) {
    refuse("scheme=middle", "option scheme: 'middle' is not 'slowest_first' (sf)");
    refuse("order=9", "order to the slave is 9, but predictor 'polynomial' takes 0 to 4");
    refuse("order=-1", "order to the slave is -1");
    refuse("order_to_master=7", "order to the master is 7");
    refuse("order=x", "option order: 'x' is not a whole number");
    refuse("order=2.5", "'2.5' is not a whole number");
    refuse("order=99999999999999999999", "is not a whole number");
    refuse("predictor=magic", "there is no predictor 'magic' (there are: polynomial, hold");
    refuse("predictor=polynomial:x", "like 'polynomial:2'");
    refuse("predictor=polynomial:4294967298", "like 'polynomial:2'");
    refuse("predictor=polynomial:-1", "like 'polynomial:2'");
    refuse("predictor=least_squares:2:x", "like 'least_squares:2:8'");
    refuse("predictor=hermite:0", "order to the slave is 0, but predictor 'hermite' takes 1 to 5");
    refuse("predictor=hold:2", "predictor 'hold' knows order 0 only");
    refuse("predictor_to_master=least_squares:2:3", "least squares of order 2 needs at least 4");
    CU_ASSERT_EQUAL(parsed("predictor_to_master=least_squares:2:4").to_master.window, 4);
    CU_ASSERT_EQUAL(parsed("window=64").to_slave.window, 64);
    refuse("window=65", "window to the slave is 65 samples");
    refuse("window=-1", "window to the slave is -1 samples");
    refuse("smoothing=on", "smoothing needs scheme=fastest_first");
    refuse("coupling=glue", "option coupling: 'glue' is not 'signals', 'model'");
    refuse("matrices=guessed", "option matrices: 'guessed' is not 'told' or 'identified'");
    refuse("leak=1.5 coupling=model", "option leak: '1.5' is not a number between 0 and 1");
    refuse("leak=x", "option leak: 'x' is not a number");
    refuse("smoothing=maybe", "option smoothing: 'maybe' is not 'on' or 'off'");
    refuse("break_loop=2", "option break_loop: '2' is not");
    refuse("wait_for_major=", "'wait_for_major=' is not of the form key=value");
    refuse("graded_start=start", "option graded_start");
    refuse("slave_step=-1", "option slave_step: '-1' is not a positive step in s, or 0 for");
    refuse("slave_step=inf", "option slave_step: 'inf' is not a positive step");
    refuse("slave_step=nan", "option slave_step: 'nan' is not a number");
    refuse("slave_step=1ms", "option slave_step: '1ms' is not a number");
    refuse("start_input=inf", "option start_input: 'inf' is not a finite number");
    refuse("history=-2", "option history: '-2' is not a number of samples between 0 and");
    refuse("history=2000000", "option history: '2000000' is not a number of samples");
    refuse("start.x=inf", "start value of signal 'x' is not a finite number");
    refuse("start.x=a", "option start.x: 'a' is not a number");
    refuse("signal.=hold", "name of a signal has 1 to 63 characters");
    refuse("signal.x=magic", "option signal.x: there is no predictor 'magic'");
    refuse("signal.x=polynomial:8", "order of signal 'x' is 8");
    refuse("oder_to_salve=1", "unknown option 'oder_to_salve' (did you mean 'order_to_slave'?)");
    refuse("Order=1", "unknown option 'Order' (did you mean 'order'?)");
    refuse("predictor=polynomal", "there is no predictor 'polynomal' (did you mean 'polynomial'?)");
    refuse("xyz=1", "unknown option 'xyz'");
    refuse("shceme=ff", "unknown option 'shceme' (did you mean 'scheme'?)");
    refuse("colour=blue", "unknown option 'colour'");
    refuse("scheme", "'scheme' is not of the form key=value");
    refuse("=3", "is not of the form key=value");
    refuse("order='2", "'order='2' is not of the form key=value");
}

static void test_too_many_or_too_long(void) {
    char text[8192] = "";
    for (int i = 0; i <= MR_MAX_OVERRIDES; i++)
        sprintf(text + strlen(text), "signal.s%d=hold ", i);
    refuse(text, "at most 64 signals can have settings of their own");
    memset(text, 'k', 200);
    strcpy(text + 200, "=1");
    refuse(text, "is not of the form key=value");
    strcpy(text, "order=");
    memset(text + 6, '1', 5000);
    text[5006] = '\0';
    refuse(text, "is not of the form key=value");
}

static void test_struct_is_checked_like_the_text(void) {
    mr_config config;
    mr_message message;
    mr_config_default(&config);
    config.override_count = MR_MAX_OVERRIDES + 1;
    CU_ASSERT_EQUAL(mr_config_check(&config, &message), MR_ERR_CONFIG);
    config.override_count = -1;
    CU_ASSERT_EQUAL(mr_config_check(&config, &message), MR_ERR_CONFIG);
    mr_config_default(&config);
    config.to_master.type = NULL;
    CU_ASSERT_EQUAL(mr_config_check(&config, &message), MR_ERR_CONFIG);
    MR_ASSERT_CONTAINS(message.text, "has no predictor");
    mr_config_default(&config);
    config.scheme = NULL;
    CU_ASSERT_EQUAL(mr_config_check(&config, &message), MR_ERR_CONFIG);
    mr_config_default(&config);
    config.slave_step = NAN;
    CU_ASSERT_EQUAL(mr_config_check(&config, &message), MR_ERR_CONFIG);
    MR_ASSERT_CONTAINS(message.text, "slave_step is nan, but it must be a positive step");
    mr_config_default(&config);
    config.core = 1024;
    CU_ASSERT_EQUAL(mr_config_check(&config, &message), MR_ERR_CONFIG);
    MR_ASSERT_CONTAINS(message.text, "core is 1024, but it must be a core between 0 and 1023");
}

static void test_what_is_printed_is_read_back_the_same(void) {
    const char *const texts[] = {
        "",
        "scheme=ff smoothing=on order_to_slave=1 order_to_master=4 slave_step=0.1",
        "predictor=least_squares:2:17 break_loop=on wait_for_major=on graded_start=on history=99",
        "predictor_to_master=hermite:5 start_input=0.30000000000000004 signal.a=hold start.a=-7",
        "signal.a=polynomial start.b=2 signal.b=least_squares:3:9",
        "coupling=model matrices=identified leak=0.97",
        "inputs='first second' outputs=\"it's, third\"",
        "inputs=one outputs='a#b'",
        "parallel=own core=3 latency=0.002 timing=on iterate=on energy_correction=0.5 indicator=on",
        "inputs='a b+c' outputs=\"d'e+f,g\"",
        "inputs=6\"e'm#e outputs=\"'first' second\"",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const mr_config once = parsed(texts[i]);
        char text[4096], again[4096], cut[10];
        const int length = mr_config_print(&once, text, (int)sizeof text);
        CU_ASSERT_EQUAL(length, (int)strlen(text));
        const mr_config twice = parsed(text);
        mr_config_print(&twice, again, (int)sizeof again);
        CU_ASSERT_STRING_EQUAL(text, again);
        CU_ASSERT_EQUAL(twice.slave_step, once.slave_step);
        CU_ASSERT_EQUAL(twice.start_input, once.start_input);
        CU_ASSERT_EQUAL(twice.to_master.order, once.to_master.order);
        CU_ASSERT_EQUAL(twice.override_count, once.override_count);
        CU_ASSERT_EQUAL(twice.parallel, once.parallel);
        CU_ASSERT_EQUAL(twice.latency, once.latency);
        CU_ASSERT_STRING_EQUAL(twice.inputs, once.inputs);
        CU_ASSERT_STRING_EQUAL(twice.outputs, once.outputs);
        /* like snprintf */
        CU_ASSERT_EQUAL(mr_config_print(&once, cut, (int)sizeof cut), length);
        CU_ASSERT_EQUAL(strlen(cut), 9);
        CU_ASSERT_EQUAL(mr_config_print(&once, NULL, 0), length);
    }
}

static void test_printing_into_little_room_stays_within_it(void) {
    mr_config config;
    char whole[4096], text[64];
    mr_config_default(&config);
    const int length = mr_config_print(&config, whole, sizeof whole);
    CU_ASSERT_EQUAL(length, (int)strlen(whole));
    for (int size = 0; size <= 40; size++) {
        memset(text, '#', sizeof text);
        CU_ASSERT_EQUAL(mr_config_print(&config, text, size), length);
        for (size_t i = (size_t)size; i < sizeof text; i++)
            CU_ASSERT_EQUAL(text[i], '#');
        if (size > 0) {
            CU_ASSERT_PTR_NOT_NULL_FATAL(memchr(text, '\0', (size_t)size));
            CU_ASSERT_EQUAL(strncmp(text, whole, strlen(text)), 0);
        }
    }
}

static void test_help_names_every_key(void) {
    const char *const keys[] = {"predictor ",
                                "predictor_to_slave ",
                                "predictor_to_master ",
                                "order ",
                                "order_to_slave ",
                                "order_to_master ",
                                "window ",
                                "scheme ",
                                "smoothing ",
                                "break_loop ",
                                "wait_for_major ",
                                "graded_start ",
                                "slave_step ",
                                "start_input ",
                                "history ",
                                "coupling ",
                                "matrices ",
                                "leak ",
                                "signal.NAME",
                                "start.NAME"};
    char help[8192], cut[10];
    const int length = mr_config_options(help, (int)sizeof help);
    CU_ASSERT_EQUAL(length, (int)strlen(help));
    CU_ASSERT_EQUAL(mr_config_options(cut, (int)sizeof cut), length);
    CU_ASSERT_EQUAL(strlen(cut), 9);
    for (const mr_predictor_type *const *type = mr_predictor_types; *type; type++)
        MR_ASSERT_CONTAINS(help, (*type)->name);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        MR_ASSERT_CONTAINS(help, keys[i]);
}

static void test_random_texts_are_read_or_refused_with_a_sentence(void) {
    static const char alphabet[] = "=,;'\"#: \n.x01order_tslavecmgnpihk-+e";
    mr_random random = {9};
    for (int trial = 0; trial < 20000; trial++) {
        char text[48];
        const int length = mr_random_below(&random, (int)sizeof text);
        for (int i = 0; i < length; i++)
            text[i] = alphabet[mr_random_below(&random, (int)sizeof alphabet - 1)];
        text[length] = '\0';
        mr_config config;
        mr_message message = {""};
        mr_config_default(&config);
        if (mr_config_parse(&config, text, &message) != MR_OK && !message.text[0])
            CU_FAIL("refused without a sentence");
    }
    CU_PASS();
}

static void test_every_status_has_a_text(void) {
    for (int i = 0; i < MR_STATUS_COUNT; i++)
        CU_ASSERT(strlen(mr_status_text((mr_status)i)) > 5);
    CU_ASSERT_STRING_EQUAL(mr_status_text((mr_status)-5), "unknown status");
    CU_ASSERT_STRING_EQUAL(mr_status_text((mr_status)4711), "unknown status");
}

/* a host may count with commas: texts of ours do not */
static void test_the_locale_of_the_host_does_not_matter(void) {
    if (!mr_test_decimal_comma())
        return;
    mr_config config;
    mr_message message;
    char text[1000];
    mr_config_default(&config);
    CU_ASSERT_EQUAL(mr_config_parse(&config, "slave_step=0.25", &message), MR_OK);
    CU_ASSERT_EQUAL(config.slave_step, 0.25);
    mr_config_print(&config, text, sizeof text);
    MR_ASSERT_CONTAINS(text, "slave_step=0.25 ");
    snprintf(text, sizeof text, "%.1f", 0.5);
    CU_ASSERT_STRING_EQUAL(text, "0,5"); /* the host has its own again */
    mr_test_decimal_point();
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_default_is_slowest_first_with_third_order),
        MR_TEST(test_every_key_sets_what_it_says),
        MR_TEST(test_order_and_predictor_may_come_in_any_order),
        MR_TEST(test_separators_quotes_and_comments),
        MR_TEST(test_signals_have_settings_of_their_own),
        MR_TEST(test_each_mistake_has_its_sentence),
        MR_TEST(test_too_many_or_too_long),
        MR_TEST(test_struct_is_checked_like_the_text),
        MR_TEST(test_what_is_printed_is_read_back_the_same),
        MR_TEST(test_printing_into_little_room_stays_within_it),
        MR_TEST(test_help_names_every_key),
        MR_TEST(test_random_texts_are_read_or_refused_with_a_sentence),
        MR_TEST(test_every_status_has_a_text),
        MR_TEST(test_the_locale_of_the_host_does_not_matter),
    };
    return mr_test_main("config", tests, sizeof tests / sizeof *tests, argc, argv);
}
