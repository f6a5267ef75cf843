/* every answer of an FMU may be 'error': each call of a whole life is made to fail in turn, and the
 * slave must hand the failure on with a sentence that names the function, and start anew
 * afterwards. Every function may be missing: what needs it is refused, or done otherwise. */
#include "drive.h"
#include "failing.h"
#include "fmu/fmi2.h"

#include <string.h>

#define COUNT(list) (sizeof(list) / sizeof *(list))

enum { EACH = 1 }; /* and the last one */

const mr_slave_type *mr_slave_plugin(void);

/* --- a life --- */

static int questions, unanswered; /* for inputs; the one that is not answered, from 1; 0: none */
#define NO_ANSWER MR_ERR_SLAVE_OUTPUTS

static mr_status inputs_at(void *context, double t, double *u) {
    const fmu_run *run = context;
    const int width = mr_variables_width(run->description.inputs, run->description.input_count);
    for (int i = 0; i < width; i++)
        u[i] = 1.0 + 0.5 * t;
    return ++questions == unanswered ? NO_ANSWER : MR_OK;
}

#define TRY(call)                                                                                  \
    if (status == MR_OK)                                                                           \
    status = call

/* what a life has told: all outputs, rates and matrices */
static double told[4000], told_before[4000];
static int told_count;

static void note(const double *numbers, int count) {
    for (int i = 0; i < count && told_count < (int)(sizeof told / sizeof *told); i++)
        told[told_count++] = numbers[i];
}

static int starts[2][2]; /* first call of each start, and the one behind it */

/* all that can be asked; the first status that is not good, MR_ERR_STOPPED apart */
static mr_status live(fmu_run *run) {
    const mr_inputs inputs = {.at = inputs_at, .context = run};
    const mr_slave_type *type = run->type;
    void *instance = run->instance, *state = NULL;
    double y[200] = {0.0}, Au[400], Ap[400], Av[400], h;
    mr_status status = MR_OK;
    told_count = 0;
    for (int begin = 0; begin < 2; begin++) {
        starts[begin][0] = failed.calls;
        TRY(type->initialise(instance, 0.0, &inputs));
        starts[begin][1] = failed.calls;
        for (int i = 0; i < 3; i++) {
            TRY(type->outputs(instance, y));
            note(y, run->outputs);
            if (type->rates)
                TRY(type->rates(instance, y));
            note(y, run->outputs);
            if (type->interface_matrices)
                TRY(type->interface_matrices(instance, Au, Ap, Av));
            if (type->save)
                TRY(type->save(instance, &state));
            TRY(type->step(instance, &inputs, &run->t));
            if (type->save)
                TRY(type->restore(instance, state));
            if (type->next_step)
                TRY(type->next_step(instance, &h));
            if (type->step_to)
                TRY(type->step_to(instance, &inputs, run->t + 0.003, &run->t));
        }
        TRY(type->outputs(instance, y));
        note(y, run->outputs);
    }
    if (state)
        type->free_state(state);
    return status;
}

/* the sentence stays in run->message */
static mr_status open_and_live(fmu_run *run, const char *file, const char *configuration) {
    char path[4096];
    failed.calls = failed.found = questions = 0;
    failed.made = failed.freed = failed.terminated = 0;
    failed.missing[0] = '\0';
    *run = (fmu_run){0};
    snprintf(path, sizeof path, FMUS "/%s.fmu", file);
    mr_status status = fmu_run_open(run, path, configuration);
    TRY(live(run));
    return status;
}

/* some failures are made good. A second start by a reset that fails is made once more with a new
 * instance: not every reset is one. And rates of inputs that are refused at the start are not
 * offered again. */
static bool is_made_good(int n, const char *function) {
    const bool rates = strstr(function, "SetRealInputDerivatives") != NULL;
    return (failed.reset_works && n >= starts[1][0] && n < starts[1][1]) ||
           (rates && n >= starts[0][0] && n < starts[0][1]);
}

/* is it among the first or the last calls of its function? */
static bool is_worth_it(int n, int count) {
    int before = 0, behind = 0;
    for (int i = 0; i < count; i++)
        if (strcmp(failed.functions[i], failed.functions[n]) == 0) {
            before += i < n;
            behind += i > n;
        }
    return before < EACH || behind == 0;
}

static const struct {
    const char *file, *configuration;
} lives[] = {
    {"full2", "start.m=2"},
    {"full3", "start.m=2 hold=begin"},
    {"plain2", "step=0.005"},
    {"plain3", "step=0.005"},
    {"held2", "outputs='v x position count'"},
    {"events3", "outputs='x v a count'"},
    {"types2", "start.s=hello"},
    {"types3", "start.n=5 start.bytes=0102ff"},
    {"ball2", "inputs=F outputs='h v count'"},
    {"ball3", "inputs=F outputs='h v count' solver_steps=2"},
    {"rectifier", "step=1e-4"},
    {"rectifier", "solver=bdf step=1e-4"},
    {"chassis", "stop=1e6"},
    {"clocks_cs", "inputs=u"},
    {"clocks_me", "inputs=u"},
    {"clocks_se", "inputs=u outputs='y n sum alarm'"},
    {"first_cs", "step=0.01"},
    {"first_me", "step=0.01"},
};

/* of LeakSanitizer */
void __lsan_disable(void) __attribute__((weak));
void __lsan_enable(void) __attribute__((weak));

/* what a lost FMU has is lost, and so are its states where it does not say that it has made one or
 * has no function to free it */
static void let_leak(bool begin, int answer, const char *function) {
    if (answer != FMI2_FATAL && !strstr(function, "GetFMU") && !strstr(function, "FreeFMU"))
        return;
    if (begin && __lsan_disable)
        __lsan_disable();
    if (!begin && __lsan_enable)
        __lsan_enable();
}

typedef enum demand { MUST_FAIL, MUST_FAIL_OR_BE_MADE_GOOD, MAY_GO_ON } demand;

static void check_call(size_t k, int n, const char *function, bool made_good, int answer,
                       demand wanted) {
    fmu_run run;
    failing = (failing_plan){.call = n + 1, .answer = answer};
    const mr_status status = open_and_live(&run, lives[k].file, lives[k].configuration);
    const bool good = made_good && wanted != MUST_FAIL
                          ? status == MR_OK
                          : status != MR_OK && strstr(run.message.text, function);
    if (!good && wanted != MAY_GO_ON)
        printf("\n    %s, call %d, %s: status %d, '%s'", lives[k].file, n + 1, function,
               (int)status, run.message.text);
    CU_ASSERT(good || wanted == MAY_GO_ON);
    CU_ASSERT(status == MR_OK || strlen(run.message.text) > 10);
    failing.call = 0; /* it starts anew, to the same numbers, unless it is lost */
    if (run.instance && status != MR_OK && answer == FMI2_FATAL)
        CU_ASSERT_NOT_EQUAL(live(&run), MR_OK);
    if (run.instance && status != MR_OK && answer != FMI2_FATAL) {
        CU_ASSERT_EQUAL(live(&run), MR_OK);
        CU_ASSERT_EQUAL(memcmp(told, told_before, (size_t)told_count * sizeof *told), 0);
    }
    fmu_run_close(&run);
    CU_ASSERT(failed.freed == failed.made || answer == FMI2_FATAL);
}

static void check_answers(int answer, demand wanted) {
    for (size_t k = 0; k < COUNT(lives); k++) {
        static char called[FAILING_MOST][40];
        fmu_run run;
        failing = (failing_plan){0};
        failed.reset_works = false;
        const mr_status clean = open_and_live(&run, lives[k].file, lives[k].configuration);
        if (clean != MR_OK)
            printf("\n    %s: %s", lives[k].file, run.message.text);
        CU_ASSERT_EQUAL(clean, MR_OK);
        const int count = failed.calls;
        memcpy(told_before, told, sizeof told);
        fmu_run_close(&run);
        CU_ASSERT_FATAL(count > 2 && count < FAILING_MOST);
        static bool chosen[FAILING_MOST], made_good[FAILING_MOST];
        memcpy(called, failed.functions, sizeof called);
        for (int n = 0; n < count; n++) {
            chosen[n] = is_worth_it(n, count);
            made_good[n] = is_made_good(n, called[n]);
        }
        for (int n = 0; n < count; n++)
            if (chosen[n]) {
                let_leak(true, answer, called[n]);
                check_call(k, n, called[n], made_good[n], answer, wanted);
                let_leak(false, answer, called[n]);
            }
        CU_ASSERT_EQUAL(fmu_left_behind(), 0);
    }
}

static void test_every_error_of_every_function_is_handed_on(void) {
    check_answers(FMI2_ERROR, MUST_FAIL_OR_BE_MADE_GOOD);
}

static void test_after_a_fatal_error_there_is_no_new_start(void) {
    check_answers(FMI2_FATAL, MUST_FAIL);
}

static void test_what_is_discarded_is_handed_on_or_made_otherwise(void) {
    /* a solver comes back from there, a step is made smaller */
    check_answers(FMI2_DISCARD, MAY_GO_ON);
}

static void test_every_function_may_be_missing(void) {
    for (size_t k = 0; k < COUNT(lives); k++) {
        fmu_run run;
        failing = (failing_plan){0};
        CU_ASSERT_EQUAL(open_and_live(&run, lives[k].file, lives[k].configuration), MR_OK);
        fmu_run_close(&run);
        const int count = failed.found;
        CU_ASSERT(count > 5);
        for (int n = 1; n <= count; n++) {
            failing.missing = n;
            let_leak(true, FMI2_OK, failed.names[n - 1]);
            const mr_status status = open_and_live(&run, lives[k].file, lives[k].configuration);
            /* without an event mode FMUs are instantiated without it, which this one refuses */
            const bool events = strcmp(lives[k].file, "clocks_cs") == 0 &&
                                strstr(run.message.text, "could not be instantiated");
            const bool good =
                status == MR_OK || events ||
                (strstr(run.message.text, failed.missing + 3) && strstr(run.message.text, "lacks"));
            if (!good)
                printf("\n    %s without %s: status %d, '%s'", lives[k].file, failed.missing,
                       (int)status, run.message.text);
            CU_ASSERT_TRUE(good);
            fmu_run_close(&run);
            let_leak(false, FMI2_OK, failed.names[n - 1]);
        }
        CU_ASSERT_EQUAL(fmu_left_behind(), 0);
    }
}

/* an instance that runs is terminated, once, and then freed, unless that is its end altogether */
static void test_what_runs_is_terminated_and_what_was_made_is_freed(void) {
    int terminating = 0;
    for (size_t k = 0; k < COUNT(lives); k++)
        for (int fatal = 0; fatal < 2; fatal++) {
            const fmu_run unused = {0};
            fmu_run run = unused;
            char path[4096];
            failing = (failing_plan){.terminate = fatal ? FMI2_FATAL : FMI2_OK};
            failed.made = failed.freed = failed.terminated = 0;
            failed.can_terminate = false;
            snprintf(path, sizeof path, FMUS "/%s.fmu", lives[k].file);
            CU_ASSERT_EQUAL(fmu_run_open(&run, path, lives[k].configuration), MR_OK);
            fmu_run_close(&run); /* nothing runs yet */
            CU_ASSERT_EQUAL(failed.terminated, 0);
            CU_ASSERT_EQUAL(failed.freed, failed.made);
            let_leak(true, failing.terminate, "");
            run = unused;
            failed.made = failed.freed = 0;
            CU_ASSERT_EQUAL(fmu_run_open(&run, path, lives[k].configuration), MR_OK);
            CU_ASSERT_EQUAL(fmu_run_start(&run, 0.0), MR_OK);
            CU_ASSERT_EQUAL(failed.terminated, 0);
            fmu_run_close(&run);
            CU_ASSERT_EQUAL(failed.made, 1);
            CU_ASSERT_EQUAL(failed.terminated, failed.can_terminate);
            CU_ASSERT_EQUAL(failed.freed, !(fatal && failed.can_terminate));
            terminating += failed.can_terminate;
            let_leak(false, failing.terminate, "");
        }
    CU_ASSERT(terminating > 10); /* of each version some */
    failing = (failing_plan){0};
}

/* those for Model Exchange, whose events are ours to handle */
static const char *const exchanging[][2] = {{"ball2", "inputs=F outputs='h v count'"},
                                            {"ball3", "inputs=F outputs='h v count'"},
                                            {"rectifier", "step=1e-4"},
                                            {"rectifier", "solver=bdf step=1e-4"},
                                            {"clocks_me", "inputs=u"},
                                            {"first_me", "step=0.01"}};

static void test_events_may_end_the_run_or_find_no_end(void) {
    static const struct {
        failing_events events;
        mr_status status;
        const char *sentence;
    } cases[] = {
        {EVENTS_END_THE_RUN, MR_ERR_STOPPED, "ended its simulation at t = 0"},
        {EVENTS_WITHOUT_END, MR_ERR_SLAVE_STEP, "do not come to an end"},
        {EVENTS_CHANGE_NOMINALS, MR_OK, ""},
    };
    for (size_t k = 0; k < COUNT(exchanging); k++)
        for (size_t i = 0; i < COUNT(cases); i++) {
            fmu_run run;
            failing = (failing_plan){.events = cases[i].events};
            CU_ASSERT_EQUAL(open_and_live(&run, exchanging[k][0], exchanging[k][1]),
                            cases[i].status);
            MR_ASSERT_CONTAINS(run.message.text, cases[i].sentence);
            fmu_run_close(&run);
            CU_ASSERT_EQUAL(failed.freed, failed.made);
        }
    failing = (failing_plan){0};
}

/* in event mode inputs that do not flow could be set at events only: with one of them, and no
 * clocks, the FMU keeps its events to itself */
static void test_event_mode_is_for_inputs_that_flow(void) {
    static const char *const configurations[] = {"inputs=F", "inputs='F m'"};
    for (int i = 0; i < 2; i++) {
        fmu_run run;
        bool entered = false;
        failing = (failing_plan){0};
        CU_ASSERT_EQUAL(open_and_live(&run, "events3", configurations[i]), MR_OK);
        for (int n = 0; n < failed.calls; n++)
            entered = entered || strcmp(failed.functions[n], "fmi3UpdateDiscreteStates") == 0;
        CU_ASSERT_EQUAL(entered, i == 0);
        fmu_run_close(&run);
    }
}

static void test_inputs_that_are_not_there_end_the_call_with_their_status(void) {
    for (size_t k = 0; k < COUNT(lives); k++) {
        fmu_run run;
        failing = (failing_plan){0};
        unanswered = 0;
        CU_ASSERT_EQUAL(open_and_live(&run, lives[k].file, lives[k].configuration), MR_OK);
        fmu_run_close(&run);
        const int count = questions;
        for (int n = 1; n <= count; n += 1 + n / 6) {
            unanswered = n;
            CU_ASSERT_EQUAL(open_and_live(&run, lives[k].file, lives[k].configuration), NO_ANSWER);
            unanswered = 0;
            CU_ASSERT_EQUAL(live(&run), MR_OK);
            fmu_run_close(&run);
        }
    }
}

static int calls_of(const char *configuration) {
    fmu_run run = {0};
    failing = (failing_plan){0};
    failed.calls = 0;
    CU_ASSERT_EQUAL_FATAL(fmu_run_open(&run, FMUS "/rectifier.fmu", configuration), MR_OK);
    CU_ASSERT_EQUAL(fmu_run_start(&run, 0.0), MR_OK);
    CU_ASSERT_EQUAL(fmu_run_to(&run, 0.008), MR_OK);
    fmu_run_close(&run);
    return failed.calls;
}

/* an explicit rule makes very many short steps where the model is stiff: after some hundred of them
 * the choice of the solver changes */
static void test_a_stiff_model_is_recognised(void) {
    const int explicit = calls_of("step=1e-3 solver=rk45"), chosen = calls_of("step=1e-3");
    CU_ASSERT(chosen < explicit / 4);
}

/* the first line of a complaint ends a sentence of ours: without its own full stop */
static void test_complaints_are_one_line(void) {
    static char longest[400];
    static const struct {
        const char *text, *kept;
    } cases[] = {{"it broke", "it broke"},
                 {"it broke.", "it broke"},
                 {"it broke. . ", "it broke"},
                 {"it broke.\r\nor so", "it broke"},
                 {"it broke\nor so.", "it broke"},
                 {"no. 3 broke", "no. 3 broke"},
                 {"...", ""},
                 {"", ""}};
    for (size_t i = 0; i < COUNT(cases); i++)
        CU_ASSERT_STRING_EQUAL(failing_complaint(cases[i].text, true), cases[i].kept);
    memset(longest, 'a', sizeof longest - 1);
    CU_ASSERT_EQUAL(strlen(failing_complaint(longest, true)), 250);
    CU_ASSERT_STRING_EQUAL(failing_complaint("it broke", true), "it broke");
    CU_ASSERT_STRING_EQUAL(failing_complaint("all is well", false), "it broke"); /* is none */
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_every_error_of_every_function_is_handed_on),
        MR_TEST(test_after_a_fatal_error_there_is_no_new_start),
        MR_TEST(test_what_is_discarded_is_handed_on_or_made_otherwise),
        MR_TEST(test_every_function_may_be_missing),
        MR_TEST(test_what_runs_is_terminated_and_what_was_made_is_freed),
        MR_TEST(test_events_may_end_the_run_or_find_no_end),
        MR_TEST(test_event_mode_is_for_inputs_that_flow),
        MR_TEST(test_a_stiff_model_is_recognised),
        MR_TEST(test_complaints_are_one_line),
        MR_TEST(test_inputs_that_are_not_there_end_the_call_with_their_status),
    };
    if (!fmu_runs_begin())
        return 1;
    fmu_type = mr_slave_plugin();
    const int answer = mr_test_main("fmu_failures", tests, COUNT(tests), argc, argv);
    fmu_runs_end();
    return answer;
}
