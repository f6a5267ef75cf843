/* FMUs with the habits of other tools: what their standard does not forbid, or does and they do it
 * all the same */
#include "drive.h"
#include "fmu_maker.h"

#include <math.h>
#include <string.h>

#define FOREIGN FMUS "/foreign.fmu"

static void must(fmu_run *run, mr_status status) {
    if (status != MR_OK)
        printf("\n    %s", run->message.text);
    CU_ASSERT_EQUAL_FATAL(status, MR_OK);
}

static double ramp(double t) {
    return 2.0 * t;
}

static void begin(fmu_run *run, const char *configuration) {
    must(run, fmu_run_open(run, FOREIGN, configuration));
    must(run, fmu_run_start(run, 0.0));
}

/* k * 0.1 and the sum of k times 0.1 are not the same number */
static void test_every_step_begins_where_the_last_one_ended_to_the_bit(void) {
    fmu_run run = {.force = ramp};
    begin(&run, "inputs=u outputs=y");
    must(&run, fmu_run_to(&run, 10.0));
    CU_ASSERT_EQUAL(run.t, 10.0);
    fmu_run_close(&run);
}

/* the integral of 2 t by the values of the middle of each step is exact */
static void test_rates_that_are_refused_are_not_offered_again(void) {
    fmu_run run = {.force = ramp};
    begin(&run, "inputs=u outputs='y steps'");
    must(&run, fmu_run_to(&run, 3.0));
    MR_ASSERT_CLOSE(run.y[0], 9.0, 1e-12);
    CU_ASSERT_EQUAL(run.y[1], 30.0);
    fmu_run_close(&run);
}

/* a variable that is the rate is as good as the question for it, and less often refused */
static void test_rates_of_outputs_are_variables_where_there_are_some(void) {
    fmu_run run = {.force = ramp};
    double rates[2];
    begin(&run, "inputs=u outputs='steps y'");
    must(&run, fmu_run_to(&run, 1.0));
    CU_ASSERT_PTR_NOT_NULL_FATAL(run.type->rates);
    must(&run, run.type->rates(run.instance, rates));
    CU_ASSERT_EQUAL(rates[0], 0.0);
    CU_ASSERT_EQUAL(rates[1], 2.0);
    fmu_run_close(&run);
}

static void test_a_reset_that_is_none_is_made_good(void) {
    fmu_run run = {.force = ramp};
    begin(&run, "inputs=u outputs='y steps'");
    must(&run, fmu_run_to(&run, 1.0));
    must(&run, fmu_run_start(&run, 0.0));
    CU_ASSERT_EQUAL(run.y[1], 0.0);
    must(&run, fmu_run_to(&run, 3.0));
    MR_ASSERT_CLOSE(run.y[0], 9.0, 1e-12);
    fmu_run_close(&run);
}

/* what a diagram knows of gears is a number, and 0 before it knows any */
static void test_numbers_become_the_nearest_item(void) {
    static const double given[] = {0.0, 1.4, 1.6, 7.0}, taken[] = {1.0, 1.0, 2.0, 2.0};
    fmu_run run = {0};
    must(&run, fmu_run_open(&run, FOREIGN, "inputs=gear outputs=gear_now"));
    for (int i = 0; i < 4; i++) {
        run.values[0] = given[i];
        must(&run, fmu_run_start(&run, 0.0));
        must(&run, fmu_run_to(&run, 0.1));
        CU_ASSERT_EQUAL(run.y[0], taken[i]);
    }
    fmu_run_close(&run);
    begin(&run, "inputs=u outputs=gear_now start.gear='second gear'");
    CU_ASSERT_EQUAL(run.y[0], 2.0);
    fmu_run_close(&run);
}

/* in this version a whole number and a real one may have the same reference */
static void test_a_reference_belongs_to_its_type(void) {
    fmu_run run = {0};
    must(&run, fmu_run_open(&run, FOREIGN, "outputs='steps y der(y)'"));
    CU_ASSERT_EQUAL(run.description.outputs[2].rate_of, 1);
    CU_ASSERT_PTR_NOT_NULL(run.type->step_to);
    fmu_run_close(&run);
}

static void test_names_with_quotes_and_brackets_are_whole(void) {
    fmu_run run = {0};
    must(&run, fmu_run_open(&run, FOREIGN, "outputs=\"der(y) body.'a b'.x[1, 2] y\""));
    CU_ASSERT_EQUAL_FATAL(run.description.output_count, 3);
    CU_ASSERT_STRING_EQUAL(run.description.outputs[1].name, "body.'a b'.x[1, 2]");
    fmu_run_close(&run);
}

/* The C library's function of that name gives another number. Sanitizers have to come first. */
static void test_its_own_functions_come_first(void) {
#if !MR_SANITIZED
    fmu_run run = {0};
    begin(&run, "outputs=whose");
    CU_ASSERT_EQUAL(run.y[0], 42.0);
    fmu_run_close(&run);
#endif
}

/* the standard wants the name of the model; 6 of 184 public FMUs have another one */
static void test_a_binary_with_another_name(void) {
    fmu_run run = {0};
    const char *path = fmu_scratch("renamed.fmu");
    CU_ASSERT_FATAL(fmu_make_renamed(path));
    must(&run, fmu_run_open(&run, path, ""));
    must(&run, fmu_run_start(&run, 0.0));
    must(&run, fmu_run_to(&run, 0.1));
    fmu_run_close(&run);
}

/* one that counts nanoseconds takes 0.1 s, and not what lies between two multiples of it */
static void test_a_step_refused_for_rounding_is_told_its_usual_size(void) {
    fmu_run run = {.force = ramp};
    begin(&run, "inputs=u outputs='y steps' start.fault=6");
    must(&run, fmu_run_to(&run, 10.0));
    CU_ASSERT_EQUAL(run.y[1], 100.0);
    fmu_run_close(&run);
}

static void test_its_end_is_told_as_such(void) {
    fmu_run run = {0};
    begin(&run, "outputs='y steps' start.end=1.05");
    must(&run, fmu_run_to(&run, 1.0));
    CU_ASSERT_EQUAL(fmu_run_to(&run, 2.0), MR_ERR_STOPPED);
    MR_ASSERT_CONTAINS(run.message.text, "ended its simulation");
    /* where it ended, and what it tells there */
    MR_ASSERT_CLOSE(run.t, 1.1, 1e-12);
    must(&run, run.type->outputs(run.instance, run.y));
    CU_ASSERT_EQUAL(run.y[1], 11.0);
    fmu_run_close(&run);
}

static void test_a_missing_tool_is_told(void) {
    fmu_run run = {0};
    const char *path = fmu_scratch("tool.fmu");
    CU_ASSERT_FATAL(fmu_make_foreign(path, "another"));
    must(&run, fmu_run_open(&run, path, ""));
    CU_ASSERT_NOT_EQUAL(fmu_run_start(&run, 0.0), MR_OK);
    MR_ASSERT_CONTAINS(run.message.text, "it needs the tool that made it");
    fmu_run_close(&run);
}

/* one that may live only once, and could not be made, leaves its place */
static void test_a_place_that_was_not_used_is_free(void) {
    const char *path = fmu_scratch("once.fmu");
    CU_ASSERT_FATAL(
        fmu_make_oscillator(path, 2, "canBeInstantiatedOnlyOncePerProcess='true'", "{not-mine}"));
    for (int i = 0; i < 2; i++) {
        fmu_run run = {0};
        must(&run, fmu_run_open(&run, path, ""));
        CU_ASSERT_NOT_EQUAL(fmu_run_start(&run, 0.0), MR_OK);
        MR_ASSERT_CONTAINS(run.message.text, "could not be instantiated");
        fmu_run_close(&run);
    }
}

#define HEAD "<fmiModelDescription fmiVersion='2.0' modelName='M' guid='ball'>"
#define CS   "<CoSimulation modelIdentifier='other' maxOutputDerivativeOrder='1'/>"
#define ME   "<ModelExchange modelIdentifier='oscillator'/>"
#define END  "<ModelVariables/><ModelStructure/></fmiModelDescription>"

/* the names of the libraries tell which one was taken */
static void test_the_interface_can_be_chosen(void) {
    static const struct {
        const char *xml, *configuration, *sentence;
    } cases[] = {
        {HEAD ME CS END, "", "binaries/linux64/other.so"},
        {HEAD CS ME END, "", "binaries/linux64/other.so"},
        {HEAD ME CS END, "interface=me", "binaries/linux64/oscillator.so"},
        {HEAD CS ME END, "interface=me", "binaries/linux64/oscillator.so"},
        {HEAD CS ME END, "interface=cs", "binaries/linux64/other.so"},
        {HEAD CS END, "interface=me", "is not for Model Exchange"},
        {HEAD ME END, "interface=cs", "is not for Co-Simulation"},
        {HEAD ME END, "interface=both", "'auto', 'cs' or 'me'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fmu_run run = {0};
        const char *path = fmu_scratch("choice.fmu");
        const fmu_part parts[] = {{"modelDescription.xml", cases[i].xml, NULL}};
        CU_ASSERT_FATAL(fmu_make(path, parts, 1));
        CU_ASSERT_NOT_EQUAL(fmu_run_open(&run, path, cases[i].configuration), MR_OK);
        MR_ASSERT_CONTAINS(run.message.text, cases[i].sentence);
    }
    CU_ASSERT_EQUAL(fmu_left_behind(), 0);
}

/* in GBK, Shift_JIS and windows-1252 */
static void test_other_encodings_are_read(void) {
    static const char *const descriptions[] = {
        "<?xml version='1.0' encoding='GBK'?>" HEAD "<!-- \xc4\xe3|\xba\xc3 -->" CS
        "<ModelVariables><ScalarVariable name='plain' valueReference='0' description='\xc4\xe3'>"
        "<Real/></ScalarVariable></ModelVariables></fmiModelDescription>",
        "<?xml version='1.0' encoding='Shift_JIS'?>" HEAD CS
        "<ModelVariables><ScalarVariable name='plain' valueReference='0' description='\x83\x5c'>"
        "<Real/></ScalarVariable></ModelVariables></fmiModelDescription>",
        "\xef\xbb\xbf<?xml version='1.0' encoding='UTF-8'?>" HEAD CS
        "<ModelVariables><ScalarVariable name='plain' valueReference='0' description='\xc3\xbc'>"
        "<Real/></ScalarVariable></ModelVariables></fmiModelDescription>",
    };
    for (size_t i = 0; i < sizeof descriptions / sizeof *descriptions; i++) {
        fmu_run run = {0};
        const char *path = fmu_scratch("encoding.fmu");
        const fmu_part parts[] = {{"modelDescription.xml", descriptions[i], NULL}};
        CU_ASSERT_FATAL(fmu_make(path, parts, 1));
        CU_ASSERT_NOT_EQUAL(fmu_run_open(&run, path, "outputs=plain"), MR_OK);
        MR_ASSERT_CONTAINS(run.message.text, "binaries/linux64/other.so");
    }
}

/* a library that the FMU needs and brings along beside its own, where the system does not look */
static void test_libraries_that_lie_beside(void) {
    static const char description[] =
        "<fmiModelDescription fmiVersion='2.0' modelName='Leaning' guid='token'>"
        "<CoSimulation modelIdentifier='leaning'/><ModelVariables>"
        "<ScalarVariable name='x' valueReference='11' causality='output'><Real/></ScalarVariable>"
        "</ModelVariables><ModelStructure/></fmiModelDescription>";
    const fmu_part parts[] = {
        {"modelDescription.xml", description, NULL},
        {"binaries/linux64/leaning.so", NULL, LEANING_LIBRARY},
        {"binaries/linux64/" BESIDE_NAME, NULL, BESIDE_LIBRARY},
    };
    for (size_t count = 2; count <= 3; count++) {
        fmu_run run = {0};
        const char *path = fmu_scratch("leaning.fmu");
        CU_ASSERT_FATAL(fmu_make(path, parts, count));
        if (count == 2) {
            CU_ASSERT_EQUAL(fmu_run_open(&run, path, ""), MR_ERR_SLAVE_OPEN);
            MR_ASSERT_CONTAINS(run.message.text, "cannot be loaded: " BESIDE_NAME);
            continue;
        }
        must(&run, fmu_run_open(&run, path, ""));
        must(&run, fmu_run_start(&run, 0.0));
        must(&run, fmu_run_to(&run, 0.001)); /* v = 1 */
        MR_ASSERT_CLOSE(run.y[0], 0.001, 1e-15);
        fmu_run_close(&run);
    }
    CU_ASSERT_EQUAL(fmu_left_behind(), 0);
}

static const mr_test tests[] = {
    MR_TEST(test_every_step_begins_where_the_last_one_ended_to_the_bit),
    MR_TEST(test_rates_that_are_refused_are_not_offered_again),
    MR_TEST(test_rates_of_outputs_are_variables_where_there_are_some),
    MR_TEST(test_a_reset_that_is_none_is_made_good),
    MR_TEST(test_numbers_become_the_nearest_item),
    MR_TEST(test_a_reference_belongs_to_its_type),
    MR_TEST(test_names_with_quotes_and_brackets_are_whole),
    MR_TEST(test_its_own_functions_come_first),
    MR_TEST(test_a_binary_with_another_name),
    MR_TEST(test_a_step_refused_for_rounding_is_told_its_usual_size),
    MR_TEST(test_its_end_is_told_as_such),
    MR_TEST(test_a_missing_tool_is_told),
    MR_TEST(test_a_place_that_was_not_used_is_free),
    MR_TEST(test_the_interface_can_be_chosen),
    MR_TEST(test_other_encodings_are_read),
    MR_TEST(test_libraries_that_lie_beside),
};

int main(int argc, char **argv) {
    if (!fmu_runs_begin())
        return 1;
    const int answer = mr_test_main("fmu_foreign", tests, sizeof tests / sizeof *tests, argc, argv);
    fmu_runs_end();
    return answer;
}
