/* plug-ins: found by path, by name and by the file they read; each flaw has its sentence */
#define _POSIX_C_SOURCE 200809L
#include "description.h"
#include "mr_test.h"
#include "multirate/multirate.h"
#include "probe_slave.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FLAWED MR_BINARY_DIR "/tests/plugins"

static void use_path(const char *path) {
    setenv("MULTIRATE_SLAVE_PATH", path, 1);
}

static void refuse(const char *slave, mr_status expected, const char *sentence) {
    mr_message message = {""};
    mr_plugin *plugin = (mr_plugin *)&message; /* must become NULL */
    CU_ASSERT_EQUAL(mr_plugin_load(slave, &plugin, NULL, &message), expected);
    MR_ASSERT_CONTAINS(message.text, sentence);
    CU_ASSERT_PTR_NULL(plugin);
    CU_ASSERT_EQUAL(mr_plugin_load(slave, &plugin, NULL, NULL), expected);
}

static void test_what_is_missing_is_refused(void) {
    mr_message message = {""};
    mr_plugin *plugin = NULL;
    mr_interface *interface = NULL;
    mr_config config;
    double y1 = 0.0, u1 = 0.0;
    mr_config_default(&config);
    CU_ASSERT_PTR_NULL(mr_plugin_type(NULL));
    CU_ASSERT_NOT_EQUAL(mr_interface_open(&config, mr_plugin_type(NULL), "", &interface, &message),
                        MR_OK);
    MR_ASSERT_CONTAINS(message.text, "the slave has no table of functions");
    CU_ASSERT_PTR_NULL(interface);
    CU_ASSERT_EQUAL(mr_interface_start(NULL, 0.0, &y1), MR_ERR_ARGUMENT);
    CU_ASSERT_EQUAL(mr_interface_exchange(NULL, 0.0, &y1, MR_MAJOR, &u1), MR_ERR_ARGUMENT);
    /* a file without its prefix would be opened without its name */
    use_path(MR_BINARY_DIR "/lib/multirate");
    CU_ASSERT_EQUAL(mr_plugin_load("kart.mbs", &plugin, NULL, &message), MR_ERR_ARGUMENT);
    MR_ASSERT_CONTAINS(message.text, "put it before the configuration");
    CU_ASSERT_PTR_NULL(plugin);
}

static void accept(const char *slave, const char *path_end, const char *prefix) {
    mr_message message = {""};
    mr_plugin *plugin = NULL;
    const char *configuration = NULL;
    CU_ASSERT_EQUAL(mr_plugin_load(slave, &plugin, &configuration, &message), MR_OK);
    if (!plugin) {
        printf("\n    %s", message.text);
        return;
    }
    MR_ASSERT_CONTAINS(mr_plugin_path(plugin), path_end);
    CU_ASSERT_STRING_EQUAL(configuration, prefix);
    CU_ASSERT_EQUAL(mr_slave_type_check(mr_plugin_type(plugin), &message), MR_OK);
    mr_plugin_unload(plugin);
}

static void test_by_name_along_the_search_path(void) {
    use_path(MR_BINARY_DIR "/lib/multirate");
    accept("two_mass", "/lib/multirate/two_mass.so", "");
    use_path("/nowhere::" FLAWED ":" MR_BINARY_DIR "/lib/multirate");
    accept("two_mass", "/lib/multirate/two_mass.so", "");
    accept("good", "/tests/plugins/good.so", "");
}

static void test_by_path(void) {
    use_path("");
    accept(FLAWED "/good.so", "/tests/plugins/good.so", "");
}

static void test_by_name_in_the_current_folder(void) {
    char before[4096];
    CU_ASSERT_PTR_NOT_NULL_FATAL(getcwd(before, sizeof before));
    CU_ASSERT_EQUAL_FATAL(chdir(FLAWED), 0);
    accept("good.so", "./good.so", "");
    use_path("."); /* a path may be as short as that */
    accept("good", "./good.so", "");
    CU_ASSERT_EQUAL_FATAL(chdir(before), 0);
}

static void test_by_the_file_that_it_reads(void) {
    use_path(FLAWED);
    /* blanks, commas and quotes in the name reach the slave */
    static const char *const names[] = {FLAWED "/car.good", FLAWED "/my car, no. 2.good",
                                        FLAWED "/o'hara.good"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        FILE *file = fopen(names[i], "w");
        CU_ASSERT_PTR_NOT_NULL_FATAL(file);
        fclose(file);
        mr_message message = {""};
        mr_plugin *plugin = NULL;
        const char *prefix = NULL;
        CU_ASSERT_EQUAL_FATAL(mr_plugin_load(names[i], &plugin, &prefix, &message), MR_OK);
        MR_ASSERT_CONTAINS(prefix, names[i]);
        mr_config config;
        mr_config_default(&config);
        mr_interface *interface = NULL;
        CU_ASSERT_EQUAL(
            mr_interface_open(&config, mr_plugin_type(plugin), prefix, &interface, &message),
            MR_OK);
        mr_interface_close(interface);
        CU_ASSERT_EQUAL(
            mr_interface_open(&config, mr_plugin_type(plugin), NULL, &interface, &message),
            MR_ERR_SLAVE_OPEN);
        MR_ASSERT_CONTAINS(message.text, "slave 'reader' could not be opened: there is no file");
        mr_plugin_unload(plugin);
        remove(names[i]);
    }
    FILE *file = fopen(FLAWED "/odd'\".good", "w");
    fclose(file);
    refuse(FLAWED "/odd'\".good", MR_ERR_PLUGIN, "both kinds of quotes");
    remove(FLAWED "/odd'\".good");
}

static void test_by_a_file_that_came_with_the_plugins(void) {
    FILE *file = fopen(FLAWED "/installed.good", "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fclose(file);
    use_path("/nowhere:" FLAWED);
    accept("installed.good", "/tests/plugins/good.so", "file='" FLAWED "/installed.good' ");
    /* one that was meant to be somewhere else is not replaced */
    refuse("elsewhere/installed.good", MR_ERR_PLUGIN, "no slave 'elsewhere/installed.good'");
    use_path("/nowhere");
    refuse("installed.good", MR_ERR_PLUGIN, "no slave 'installed.good'");
    remove(FLAWED "/installed.good");
}

static void test_options_that_need_a_process_or_a_network(void) {
    use_path(FLAWED);
    refuse("good timeout=3", MR_ERR_CONFIG, "timeout and spin need isolate=yes");
    refuse("good spin=0.5", MR_ERR_CONFIG, "timeout and spin need isolate=yes");
    refuse("good memory=100", MR_ERR_CONFIG, "memory, cpu_time and files need isolate=yes");
    refuse("good isolate=yes key=mine", MR_ERR_CONFIG, "for a slave in the network");
}

/* options behind a name: in any number of blanks, misspelt, or where none can be */
static void test_options_behind_the_name(void) {
    char text[900];
    use_path(FLAWED);
    accept("good isolate=no", "/tests/plugins/good.so", "");
    accept("good    isolate=no", "/tests/plugins/good.so", "");
    refuse("good isolat=no", MR_ERR_CONFIG, "'isolat' is none (did you mean 'isolate'?)");
    refuse("good colour=red", MR_ERR_CONFIG, "'colour' is none: its own go into its configuration");
    refuse("good and bad=3", MR_ERR_PLUGIN, "there is no slave plug-in 'good and bad=3'");
    refuse("good isolate=no files=/tmp", MR_ERR_CONFIG, "need isolate=yes");
    refuse("good cpu_time=3", MR_ERR_CONFIG, "memory, cpu_time and files need isolate=yes");
    refuse("good isolate=yes files=it's", MR_ERR_CONFIG, "a name of a file or folder that fits");
    refuse("good server_key=mine", MR_ERR_CONFIG, "for a slave in the network");
    refuse("good key=a|b", MR_ERR_CONFIG, "'a|b' is not a file of keys");
    char name[600];
    memset(name, 'k', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    snprintf(text, sizeof text, "tcp://127.0.0.1:5555 key=%s", name);
    refuse(text, MR_ERR_CONFIG, "is not a file of keys");
    refuse("tcp://127.0.0.1|x:5555", MR_ERR_PLUGIN, "too long or no address");
    char *longest = malloc(5000);
    memset(longest, 'x', 4999);
    memcpy(longest, "tcp://", 6);
    longest[4999] = '\0';
    refuse(longest, MR_ERR_PLUGIN, "too long or no address");
    free(longest);
    CU_ASSERT_STRING_EQUAL(mr_plugin_path(NULL), "");
    CU_ASSERT_STRING_EQUAL(mr_plugin_file(NULL), "");
}

/* whoever adds options to a stranger's text has the last word, whatever it ends with */
static void test_options_beside_the_name(void) {
    static const char *const texts[] = {"two_mass timeout=9", "two_mass timeout=9 #", "two_mass"};
    mr_message message = {""};
    mr_plugin *plugin = NULL;
    const char *prefix;
    use_path(MR_BINARY_DIR "/lib/multirate");
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        CU_ASSERT_EQUAL(
            mr_plugin_load_as(texts[i], false, "isolate=perhaps", &plugin, &prefix, &message),
            MR_ERR_CONFIG);
        MR_ASSERT_CONTAINS(message.text, "option isolate: 'perhaps' is not 'yes', 'no' or");
    }
    CU_ASSERT_EQUAL(
        mr_plugin_load_as("two_mass isolate=yes", false, "isolate=no", &plugin, &prefix, &message),
        MR_OK);
    CU_ASSERT_STRING_EQUAL(prefix, "");
    mr_plugin_unload(plugin);
    /* and nothing in the name of a file is an option */
    CU_ASSERT_EQUAL(mr_plugin_load_as("kart.mbs isolate=no", true, "", &plugin, &prefix, &message),
                    MR_ERR_PLUGIN);
    MR_ASSERT_CONTAINS(message.text, "there is no slave 'kart.mbs isolate=no'");
    CU_ASSERT_EQUAL(mr_plugin_load_as("kart.mbs", true, "", &plugin, &prefix, &message), MR_OK);
    mr_plugin_unload(plugin);
}

static void test_names_that_end_in_a_point(void) {
    use_path(FLAWED);
    refuse("car.", MR_ERR_PLUGIN, "there is no slave 'car.'");
    refuse("./car", MR_ERR_PLUGIN, "there is no slave './car'");
    refuse("car.d/car", MR_ERR_PLUGIN, "there is no slave 'car.d/car'");
    refuse("car.d\\car", MR_ERR_PLUGIN, "there is no slave 'car.d\\car'");
    refuse("missing.dll", MR_ERR_PLUGIN, "there is no slave plug-in 'missing.dll'");
    refuse("missing.dylib", MR_ERR_PLUGIN, "there is no slave plug-in 'missing.dylib'");
}

static void test_each_flaw_has_its_sentence(void) {
    use_path(FLAWED);
    refuse("wrong_abi", MR_ERR_ABI, "built for version 5 of the slave interface");
    refuse("wrong_size", MR_ERR_ABI, "rebuild it");
    refuse("lacks_step", MR_ERR_PLUGIN, "slave 'reader' lacks a required entry: step");
    refuse("lacks_restore", MR_ERR_PLUGIN, "save, restore and free_state belong together");
    refuse("no_table", MR_ERR_PLUGIN, "the slave has no table of functions");
    refuse("no_symbol", MR_ERR_PLUGIN, "is no slave plug-in: it does not export mr_slave_plugin");
    FILE *file = fopen(FLAWED "/text.so", "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fputs("this is no library\n", file);
    fclose(file);
    refuse("text", MR_ERR_PLUGIN, "/text.so' cannot be loaded: ");
    remove(FLAWED "/text.so");
}

static void test_what_is_not_there(void) {
    use_path(FLAWED);
    refuse("missing", MR_ERR_PLUGIN,
           "there is no slave plug-in 'missing' along MULTIRATE_SLAVE_PATH");
    refuse("missing.so", MR_ERR_PLUGIN, "there is no slave plug-in 'missing.so'");
    refuse("/a/b/c", MR_ERR_PLUGIN, "there is no slave '/a/b/c'");
    refuse("car.unheard", MR_ERR_PLUGIN, "there is no slave 'car.unheard'");
    refuse("", MR_ERR_PLUGIN, "the name of the slave is empty or too long");
    FILE *file = fopen(FLAWED "/car.unheard", "w");
    fclose(file);
    refuse(FLAWED "/car.unheard", MR_ERR_PLUGIN, "no plug-in 'unheard.so' is installed");
    remove(FLAWED "/car.unheard");
    char *longest = malloc(6000);
    memset(longest, 'x', 5999);
    longest[5999] = '\0';
    refuse(longest, MR_ERR_PLUGIN, "empty or too long");
    use_path(longest);
    refuse("missing", MR_ERR_PLUGIN, "there is no slave plug-in 'missing'");
    free(longest);
    mr_plugin_unload(NULL);
}

static void test_tables_from_anywhere_are_checked(void) {
    mr_message message;
    mr_config config;
    mr_interface *interface;
    mr_config_default(&config);
    CU_ASSERT_EQUAL(mr_interface_open(&config, NULL, "", &interface, &message), MR_ERR_PLUGIN);
    mr_slave_type type = probe_type;
    type.abi = 0;
    CU_ASSERT_EQUAL(mr_interface_open(&config, &type, "", &interface, &message), MR_ERR_ABI);
    static const char *const names[] = {"name", "open",    "describe", "initialise",
                                        "step", "outputs", "close"};
    for (size_t i = 0; i < 7; i++) {
        type = probe_type;
        if (i == 0)
            type.name = NULL;
        if (i == 1)
            type.open = NULL;
        if (i == 2)
            type.describe = NULL;
        if (i == 3)
            type.initialise = NULL;
        if (i == 4)
            type.step = NULL;
        if (i == 5)
            type.outputs = NULL;
        if (i == 6)
            type.close = NULL;
        CU_ASSERT_EQUAL(mr_interface_open(&config, &type, "", &interface, &message), MR_ERR_PLUGIN);
        MR_ASSERT_CONTAINS(message.text, names[i]);
    }
}

static mr_status check_one(mr_variable variable, bool input, mr_message *message) {
    const mr_variable plain = {"plain", "", 2, MR_NONE, MR_NONE, MR_CONTINUOUS};
    const mr_variable list[2] = {plain, variable};
    const mr_slave_description d = {.title = "",
                                    .input_count = input ? 2 : 1,
                                    .inputs = input ? list : &plain,
                                    .output_count = input ? 1 : 2,
                                    .outputs = input ? &plain : list};
    message->text[0] = '\0';
    return mr_description_check(&d, message);
}

/* the ends of what a variable may be, of inputs and outputs */
static void test_variables_are_checked(void) {
    static const struct {
        mr_variable variable;
        const char *sentence; /* NULL: it is good */
    } cases[] = {
        {{"a", "m", 2, 0, MR_NONE, MR_CONTINUOUS}, NULL},
        {{"a", "m", 1 << 21, MR_NONE, 0, MR_CONTINUOUS}, NULL},
        {{"", "", 1, MR_NONE, MR_NONE, MR_DISCRETE}, NULL},
        {{"\xc3\xa4", "\xc2\xb5m", 1, MR_NONE, MR_NONE, MR_CONTINUOUS}, NULL},
        {{NULL, "m", 1, MR_NONE, MR_NONE, MR_CONTINUOUS}, "has no name or unit"},
        {{"a", NULL, 1, MR_NONE, MR_NONE, MR_CONTINUOUS}, "has no name or unit"},
        {{"a\x7f", "m", 1, MR_NONE, MR_NONE, MR_CONTINUOUS}, "control character"},
        {{"a", "m\n", 1, MR_NONE, MR_NONE, MR_CONTINUOUS}, "control character"},
        {{"a", "m", 0, MR_NONE, MR_NONE, MR_CONTINUOUS}, "has an impossible size"},
        {{"a", "m", (1 << 22) + 1, MR_NONE, MR_NONE, MR_CONTINUOUS}, "has an impossible size"},
        {{"a", "m", 1 << 22, MR_NONE, MR_NONE, MR_CONTINUOUS}, "makes the list too long"},
        {{"a", "m", 2, -2, MR_NONE, MR_CONTINUOUS}, "is the rate of something"},
        {{"a", "m", 2, 2, MR_NONE, MR_CONTINUOUS}, "is the rate of something"},
        {{"a", "m", 1, 0, MR_NONE, MR_CONTINUOUS}, "is the rate of something"},
    };
    mr_message message;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int input = 0; input < 2; input++) {
            const mr_status status = check_one(cases[i].variable, input, &message);
            CU_ASSERT_EQUAL(status, cases[i].sentence ? MR_ERR_SLAVE_OPEN : MR_OK);
            if (cases[i].sentence) {
                MR_ASSERT_CONTAINS(message.text, cases[i].sentence);
                MR_ASSERT_CONTAINS(message.text, input ? "input 2" : "output 2");
            }
        }
    mr_variable power = {"a", "m", 1, MR_NONE, 1, MR_CONTINUOUS};
    CU_ASSERT_EQUAL(check_one(power, true, &message), MR_ERR_SLAVE_OPEN);
    MR_ASSERT_CONTAINS(message.text, "makes power with an output that does not exist");
    CU_ASSERT_EQUAL(check_one(power, false, &message), MR_OK); /* is read of inputs only */
    power.power_with = -2;
    CU_ASSERT_EQUAL(check_one(power, true, &message), MR_ERR_SLAVE_OPEN);
    mr_slave_description d = {.output_count = 1000001, .outputs = &power};
    CU_ASSERT_EQUAL(mr_description_check(&d, &message), MR_ERR_SLAVE_OPEN);
    MR_ASSERT_CONTAINS(message.text, "describes 1000001 outputs");
    d = (mr_slave_description){.input_count = -1};
    CU_ASSERT_EQUAL(mr_description_check(&d, &message), MR_ERR_SLAVE_OPEN);
    MR_ASSERT_CONTAINS(message.text, "describes -1 inputs");
}

/* save, restore and free_state: all or none */
static void test_states_need_three_entries(void) {
    for (int has = 0; has < 8; has++) {
        mr_message message = {""};
        mr_slave_type type = probe_type;
        if (!(has & 1))
            type.save = NULL;
        if (!(has & 2))
            type.restore = NULL;
        if (!(has & 4))
            type.free_state = NULL;
        CU_ASSERT_EQUAL(mr_slave_type_check(&type, &message),
                        has == 0 || has == 7 ? MR_OK : MR_ERR_PLUGIN);
    }
}

/* files of a run that was ended in the midst of a test, as under torture, would be found by this
 * one */
static void remove_leftovers(void) {
    static const char *const names[] = {"car.good",    "my car, no. 2.good", "o'hara.good",
                                        "odd'\".good", "installed.good",     "text.so",
                                        "car.unheard"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[4096];
        snprintf(path, sizeof path, FLAWED "/%s", names[i]);
        remove(path);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_by_name_along_the_search_path),
        MR_TEST(test_by_path),
        MR_TEST(test_by_name_in_the_current_folder),
        MR_TEST(test_by_the_file_that_it_reads),
        MR_TEST(test_by_a_file_that_came_with_the_plugins),
        MR_TEST(test_options_that_need_a_process_or_a_network),
        MR_TEST(test_options_behind_the_name),
        MR_TEST(test_options_beside_the_name),
        MR_TEST(test_names_that_end_in_a_point),
        MR_TEST(test_each_flaw_has_its_sentence),
        MR_TEST(test_what_is_not_there),
        MR_TEST(test_what_is_missing_is_refused),
        MR_TEST(test_tables_from_anywhere_are_checked),
        MR_TEST(test_variables_are_checked),
        MR_TEST(test_states_need_three_entries),
    };
    remove_leftovers();
    return mr_test_main("plugin", tests, sizeof tests / sizeof *tests, argc, argv);
}
