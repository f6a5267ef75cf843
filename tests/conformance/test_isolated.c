/* S-functions in processes of their own: results and memory of every kind go there and come back,
 * and what goes wrong there is a sentence here */
#include "in_model.h"

#include "simstruc.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void isolate(bool isolated) {
    bd_sfunction_isolate(isolated ? "a symbol that none of them has" : NULL);
}

/* none of its processes is left, nor a trace of one that nobody has waited for */
static void assert_no_process(void) {
    errno = 0;
    CU_ASSERT_EQUAL(waitpid(-1, NULL, WNOHANG), -1);
    CU_ASSERT_EQUAL(errno, ECHILD);
}

/* the same rows here and there, bit by bit */
typedef bd_test_model *make_model(const char *parameters);

static void check_same_rows(make_model *make, const char *parameters) {
    bd_test_model *models[2];
    for (int k = 0; k < 2; k++) {
        isolate(k == 1);
        models[k] = make(parameters);
        bd_test_run(models[k]);
        isolate(false);
    }
    const size_t rows = bd_test_rows(models[0], "y");
    int number = 0;
    const int width = bd_test_record(models[0], "y", &number)->width;
    CU_ASSERT_TRUE(rows > 1);
    CU_ASSERT_EQUAL_FATAL(bd_test_rows(models[1], "y"), rows);
    for (size_t row = 0; row < rows; row++)
        for (int i = 0; i < width; i++)
            CU_ASSERT_EQUAL(bd_test_value(models[1], "y", row, i),
                            bd_test_value(models[0], "y", row, i));
    CU_ASSERT_EQUAL(bd_run_time(models[1]->run), bd_run_time(models[0]->run));
    CU_ASSERT_EQUAL(bd_run_statistics(models[1]->run).solver_resets,
                    bd_run_statistics(models[0]->run).solver_resets);
    for (int k = 0; k < 2; k++)
        bd_test_model_free(models[k]);
}

/* times, hits, solver, states and work of every method, minor steps included; a reset at 1 s and a
 * stop at 1.25 s */
static bd_test_model *model_of_clock(const char *solver) {
    const bool fixed = strcmp(solver, "ode2") == 0;
    bd_test_model *model = bd_test_model_create(solver, fixed ? 0.25 : 0.0, 2.0);
    bd_diagram_set(model->diagram, "StartTime", "0.5");
    bd_diagram_set(model->diagram, "MaxStep", "0.25");
    in_model_add_root(model, "s", "sfun_clock", "1, 1.25", 0, 1);
    bd_test_tap(model, "s", "y");
    return model;
}

static void test_time_is_the_same_there(void) {
    check_same_rows(model_of_clock, "ode2");
    check_same_rows(model_of_clock, "ode45");
}

/* it looks itself whether every element of its memory has kept its number */
static bd_test_model *model_of_room(const char *parameters) {
    bd_test_model *model = bd_test_model_create("ode4", 0.5, 3.0);
    bd_test_add(model, "Constant", "c", "Value", "[10 20 30]");
    in_model_add_root(model, "s", "sfun_room", parameters, 1, 1);
    bd_test_wire(model, "c", "s");
    bd_test_tap(model, "s", "y");
    return model;
}

static void test_memory_of_every_kind_is_the_same_there(void) {
    check_same_rows(model_of_room, "[2 3 4 5 6 7 8],[2 3 4 5 6 7 8]");
    check_same_rows(model_of_room, "[0 0 0 1 0 0 0],[0 0 0 1 0 0 0]");
    check_same_rows(model_of_room, "[1 9 2 11 13 0 5],[1 9 2 11 13 0 5]");
    check_same_rows(model_of_room, "[3 1 700 301 1 -1 1],[3 1 700 301 1 3 1]");
}

/* what was saved here goes there again, into every kind of memory */
static void test_a_restored_state_goes_there(void) {
    static const char *const parameters[] = {"[0 0 0 1 0 0 0],[0 0 0 1 0 0 0]",
                                             "[1 9 2 11 13 0 5],[1 9 2 11 13 0 5]"};
    isolate(true);
    for (int k = 0; k < 2; k++) {
        bd_test_model *model = model_of_room(parameters[k]);
        bd_run *run = NULL;
        double last = 0.0;
        CU_ASSERT_EQUAL_FATAL(bd_test_compile(model), BD_OK);
        run = model->run;
        CU_ASSERT_EQUAL_FATAL(bd_run_start(run, &model->error), BD_OK);
        for (int i = 0; i < 3; i++)
            CU_ASSERT_EQUAL_FATAL(bd_run_step(run, &model->error), BD_OK);
        const size_t size = bd_run_state_size(run);
        void *bytes = malloc(size);
        CU_ASSERT_EQUAL_FATAL(bd_run_save(run, bytes, size, &model->error), BD_OK);
        for (int round = 0; round < 3; round++) {
            while (!bd_run_is_done(run))
                CU_ASSERT_EQUAL_FATAL(bd_run_step(run, &model->error), BD_OK);
            if (round == 0)
                last = bd_test_last(model, "y", 0);
            CU_ASSERT_EQUAL(bd_test_last(model, "y", 0), last);
            CU_ASSERT_EQUAL(bd_run_restore(run, bytes, size, &model->error), BD_OK);
        }
        CU_ASSERT_EQUAL(bd_run_finish(run, &model->error), BD_OK);
        free(bytes);
        bd_test_model_free(model);
    }
    isolate(false);
}

/* two in one model have each a process; the second one's states are the first one's input */
static bd_test_model *model_of_two(const char *parameters) {
    bd_test_model *model = bd_test_model_create("ode4", 0.5, 3.0);
    bd_test_add(model, "Constant", "c", "Value", "[1 2 3]");
    in_model_add_root(model, "first", "sfun_room", parameters, 1, 1);
    in_model_add_root(model, "second", "sfun_room", parameters, 1, 1);
    bd_test_wire(model, "c", "first");
    bd_test_wire(model, "first", "second");
    bd_test_tap(model, "second", "y");
    return model;
}

static void test_each_has_a_process(void) {
    check_same_rows(model_of_two, "[2 3 4 5 6 7 8],[2 3 4 5 6 7 8]");
}

/* each kind has a name in the sentence; to write all of it is no mistake */
static void test_writing_beyond_any_memory_is_named(void) {
    static const char *const kinds[] = {NULL,
                                        "an input",
                                        "an output",
                                        "its continuous states",
                                        "its derivatives",
                                        "its tolerances",
                                        "its discrete states",
                                        "its modes",
                                        "its zero crossings",
                                        "its IWork",
                                        "its RWork",
                                        "its PWork",
                                        "a DWork vector"};
    isolate(true);
    for (int k = 0; k < 13; k++) {
        bd_test_model *model = bd_test_model_create("ode4", 0.5, 1.0);
        char number[12], sentence[200];
        snprintf(number, sizeof number, "%d", k);
        bd_test_add(model, "Constant", "c", "Value", "[5 6]");
        in_model_add_root(model, "s", "sfun_beyond", number, 1, 1);
        bd_test_wire(model, "c", "s");
        bd_test_tap(model, "s", "y");
        bd_test_tap(model, "c", "u");
        if (kinds[k]) {
            CU_ASSERT_EQUAL(bd_test_try(model), BD_BLOCK_FAILED);
            snprintf(sentence, sizeof sentence,
                     "m/s: S-function 'sfun_beyond' in mdlOutputs: it reads or writes beyond the "
                     "end of %s (t = 0)",
                     kinds[k]);
            CU_ASSERT_STRING_EQUAL(model->error.text, sentence);
        } else {
            bd_test_run(model);
            CU_ASSERT_EQUAL(bd_test_last(model, "y", 1), 0.0);
            /* it wrote zeros there; inputs are others' and do not come back */
            CU_ASSERT_EQUAL(bd_test_last(model, "u", 0), 5.0);
            CU_ASSERT_EQUAL(bd_test_last(model, "u", 1), 6.0);
        }
        bd_test_model_free(model);
    }
    isolate(false);
}

static void test_ends_are_sentences_with_the_method(void) {
    static const char *const methods[] = {"mdlInitializeSizes", "mdlInitializeSampleTimes",
                                          "mdlStart",           "mdlInitializeConditions",
                                          "mdlOutputs",         "mdlUpdate",
                                          "mdlTerminate"};
    static const char *const ways[] = {"it ended the program",
                                       "it ended the program (code 4)",
                                       "it crashed (signal 6,",
                                       "it crashed (signal 8,",
                                       "it crashed (signal 11,",
                                       "it crashed (signal 4,",
                                       "its process was ended by signal 9",
                                       "it reads or writes memory that it has freed",
                                       "it crashed (signal 7,"};
    isolate(true);
    for (int method = 1; method <= 7; method++)
        for (int way = 1; way <= 9; way++) {
            /* every way in the first method and in mdlOutputs, and three of them in all others */
            if (method != 1 && method != 5 && way != 1 && way != 5 && way != 7)
                continue;
            /* its memory is guarded from the start of the run on, and before: it is in this file */
            bd_test_model *model = bd_test_model_create("FixedStepDiscrete", 1.0, 1.0);
            char parameters[20], sentence[200];
            snprintf(parameters, sizeof parameters, "%d, %d", method, way);
            snprintf(sentence, sizeof sentence, "m/s: S-function 'sfun_ends' in %s: %s",
                     methods[method - 1], ways[way - 1]);
            in_model_add_root(model, "s", "sfun_ends", parameters, 0, 1);
            CU_ASSERT_EQUAL(bd_test_try(model), BD_BLOCK_FAILED);
            MR_ASSERT_CONTAINS(model->error.text, sentence);
            /* exit() is noticed before anything else that the program does at its end */
            CU_ASSERT_EQUAL(strstr(model->error.text, "(code") != NULL, way == 2);
            bd_test_model_free(model);
            assert_no_process();
        }
    isolate(false);
}

/* signals of a timer come while the process waits for the next call */
static void test_a_timer_may_ring_between_two_calls(void) {
    const struct timespec pause = {.tv_nsec = 2000000};
    isolate(true);
    bd_test_model *model = bd_test_model_create("FixedStepDiscrete", 1.0, 20.0);
    in_model_add_root(model, "s", "sfun_alarm", "", 0, 1);
    bd_test_tap(model, "s", "y");
    CU_ASSERT_EQUAL_FATAL(bd_test_compile(model), BD_OK);
    CU_ASSERT_EQUAL_FATAL(bd_run_start(model->run, &model->error), BD_OK);
    for (int step = 0; step <= 20; step++) {
        (void)nanosleep(&pause, NULL);
        CU_ASSERT_EQUAL(bd_run_step(model->run, &model->error), BD_OK);
    }
    CU_ASSERT_STRING_EQUAL(model->error.text, "");
    CU_ASSERT_TRUE(bd_test_last(model, "y", 0) > 0.0);
    CU_ASSERT_EQUAL(bd_run_finish(model->run, &model->error), BD_OK);
    bd_test_model_free(model);
    isolate(false);
}

/* what calls systems or functions of the model stays with them, and says so */
static void test_who_calls_the_model_is_not_isolated(void) {
    isolate(true);
    bd_test_model *model = bd_test_model_create("FixedStepDiscrete", 0.5, 1.0);
    in_model_add_root(model, "s", "sfun_calls", "", 0, 2);
    bd_test_run(model);
    bool told = false;
    for (size_t i = 0; i < model->log.count; i++)
        told = told || strcmp(model->log.lines[i], "m/s: it calls subsystems of the model and is "
                                                   "not isolated") == 0;
    CU_ASSERT_TRUE(told);
    bd_test_model_free(model);
    isolate(false);
}

/* 2000 letters of a call are told, with a line's end behind each; what has no room is cut */
static void test_warnings_beyond_all_measure_are_cut(void) {
    static const size_t lengths[] = {700, 700, 2000 - 1 - 2 * 701};
    isolate(true);
    bd_test_model *model = bd_test_model_create("FixedStepDiscrete", 1.0, 0.0);
    bd_test_add(model, "Constant", "c", "Value", "1");
    in_model_add_root(model, "s", "sfun_wrong", "27", 1, 1);
    bd_test_wire(model, "c", "s");
    bd_test_run(model);
    CU_ASSERT_EQUAL_FATAL(model->log.count, 3);
    for (size_t i = 0; i < 3; i++) {
        char letter[] = {(char)('a' + i), '\0'};
        CU_ASSERT_EQUAL(strspn(model->log.lines[i] + strlen("m/s: "), letter), lengths[i]);
        CU_ASSERT_EQUAL(strlen(model->log.lines[i]), strlen("m/s: ") + lengths[i]);
    }
    bd_test_model_free(model);
    isolate(false);
}

/* a timer of the program itself interrupts it while it waits for an answer */
static void ring(int number) {
    (void)number;
}

static void set_timer(long microseconds) {
    const struct itimerval every = {{.tv_usec = microseconds}, {.tv_usec = microseconds}};
    CU_ASSERT_EQUAL(setitimer(ITIMER_REAL, &every, NULL), 0);
}

static void test_a_timer_of_the_program_does_not_disturb(void) {
    const struct sigaction action = {.sa_handler =
                                         ring}; /* what it interrupts is not begun again */
    struct sigaction before;
    CU_ASSERT_EQUAL(sigaction(SIGALRM, &action, &before), 0);
    isolate(true);
    bd_test_model *model = model_of_room("[2 3 4 5 6 7 8],[2 3 4 5 6 7 8]");
    bd_test_run(model);
    const double last = bd_test_last(model, "y", 0);
    set_timer(200);
    for (int i = 0; i < 3; i++) {
        CU_ASSERT_EQUAL(bd_run_complete(model->run, &model->error), BD_OK);
        CU_ASSERT_EQUAL(bd_test_last(model, "y", 0), last);
    }
    set_timer(0);
    bd_test_model_free(model);
    isolate(false);
    CU_ASSERT_EQUAL(sigaction(SIGALRM, &before, NULL), 0);
}

/* methods of the compilation are tried in a copy before they are called: what they print is printed
 * once all the same */
static void test_nothing_is_printed_twice(void) {
    static const char file[] = MR_BINARY_DIR "/conformance/printed";
    (void)fflush(stdout);
    const pid_t program = fork();
    if (program == 0) {
        if (!freopen(file, "w", stdout))
            _exit(1);
        bd_mx_set_print(NULL, NULL);
        isolate(true);
        bd_test_model *model = bd_test_model_create("ode4", 0.5, 0.5);
        in_model_add_root(model, "s", "sfun_order", "0,0,0", 1, 1);
        const bool good = bd_test_try(model) == BD_OK;
        bd_test_model_free(model);
        (void)fflush(stdout);
        _exit(good ? 7 : 1);
    }
    int state = 0;
    CU_ASSERT_EQUAL(waitpid(program, &state, 0), program);
    CU_ASSERT_TRUE(WIFEXITED(state));
    CU_ASSERT_EQUAL(WEXITSTATUS(state), 7);
    char text[4000] = "";
    FILE *printed = fopen(file, "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(printed);
    const size_t length = fread(text, 1, sizeof text - 1, printed);
    fclose(printed);
    text[length] = '\0';
    static const char *const once[] = {"sizes\n",       "check parameters\n", "sample times\n",
                                       "work widths\n", "\nstart\n",          "terminate\n"};
    for (size_t i = 0; i < sizeof once / sizeof *once; i++) {
        const char *first = strstr(text, once[i]);
        CU_ASSERT_PTR_NOT_NULL_FATAL(first);
        CU_ASSERT_PTR_NULL(strstr(first + 1, once[i]));
    }
}

/* seen from outside, since a program that has ended tells nothing: it goes on when processes have
 * begun and ended */
static void test_the_program_goes_on(void) {
    (void)fflush(stdout);
    const pid_t program = fork();
    if (program == 0) {
        isolate(true);
        bd_test_model *model = model_of_room("[2 3 4 5 6 7 8],[2 3 4 5 6 7 8]");
        const bool good = bd_test_try(model) == BD_OK && bd_test_try(model) == BD_OK;
        bd_test_model_free(model);
        _exit(good ? 7 : 1);
    }
    int state = 0;
    CU_ASSERT_EQUAL(waitpid(program, &state, 0), program);
    if (!WIFEXITED(state) || WEXITSTATUS(state) != 7) {
        puts("the program itself has ended: so would this one");
        exit(1);
    }
}

/* every run has a process of its own, which begins with zeros */
static void test_runs_begin_anew(void) {
    isolate(true);
    bd_test_model *model = model_of_room("[2 3 4 5 6 7 8],[2 3 4 5 6 7 8]");
    double last[3];
    for (int round = 0; round < 3; round++) {
        bd_test_run(model);
        last[round] = bd_test_last(model, "y", 0);
    }
    CU_ASSERT_EQUAL(last[1], last[0]);
    CU_ASSERT_EQUAL(last[2], last[0]);
    /* also one after a run that was not brought to its end */
    CU_ASSERT_EQUAL(bd_run_start(model->run, &model->error), BD_OK);
    CU_ASSERT_EQUAL(bd_run_step(model->run, &model->error), BD_OK);
    CU_ASSERT_EQUAL(bd_run_start(model->run, &model->error), BD_OK);
    while (!bd_run_is_done(model->run))
        CU_ASSERT_EQUAL_FATAL(bd_run_step(model->run, &model->error), BD_OK);
    CU_ASSERT_EQUAL(bd_test_last(model, "y", 0), last[0]);
    CU_ASSERT_EQUAL(bd_run_finish(model->run, &model->error), BD_OK);
    bd_test_model_free(model);
    isolate(false);
}

/* a process needs four descriptors */
static int descriptors(void) {
    int count = 0;
    for (int fd = 0; fd < 1000; fd++)
        count += fcntl(fd, F_GETFD) >= 0;
    return count;
}

static void allow(int numbers) {
    struct rlimit limit;
    CU_ASSERT_EQUAL(getrlimit(RLIMIT_NOFILE, &limit), 0);
    limit.rlim_cur = (rlim_t)numbers;
    CU_ASSERT_EQUAL(setrlimit(RLIMIT_NOFILE, &limit), 0);
}

/* a run that begins before another has ended ends that one's process first */
static void test_a_process_that_cannot_be_made(void) {
    struct rlimit before;
    CU_ASSERT_EQUAL(getrlimit(RLIMIT_NOFILE, &before), 0);
    isolate(true);
    bd_test_model *model = model_of_room("[2 3 4 5 6 7 8],[2 3 4 5 6 7 8]");
    bd_test_run(model);
    const double last = bd_test_last(model, "y", 0);
    const int open_before = descriptors(), lowest = dup(0);
    CU_ASSERT_TRUE_FATAL(lowest >= 0);
    close(lowest);
    for (int more = 0; more < 4; more++) {
        CU_ASSERT_EQUAL(bd_run_start(model->run, &model->error), BD_OK);
        CU_ASSERT_EQUAL(bd_run_step(model->run, &model->error), BD_OK);
        CU_ASSERT_EQUAL(descriptors(), open_before + 2);
        allow(lowest + more);
        CU_ASSERT_EQUAL(bd_run_start(model->run, &model->error), BD_BLOCK_FAILED);
        CU_ASSERT_EQUAL(setrlimit(RLIMIT_NOFILE, &before), 0);
        assert_no_process();
        MR_ASSERT_CONTAINS(model->error.text, "m/s: S-function 'sfun_room' gets no process of its "
                                              "own: Too many open files");
        CU_ASSERT_EQUAL(descriptors(), open_before);
    }
    bd_test_run(model);
    CU_ASSERT_EQUAL(bd_test_last(model, "y", 0), last);
    CU_ASSERT_EQUAL(descriptors(), open_before);
    bd_test_model_free(model);
    /* also one whose mdlStart failed, so that nobody had it terminated */
    model = bd_test_model_create("ode4", 0.25, 1.0);
    in_model_add_root(model, "s", "sfun_clock", "-6, -1", 0, 1);
    CU_ASSERT_EQUAL_FATAL(bd_test_compile(model), BD_OK);
    for (int more = 0; more < 4; more++) {
        CU_ASSERT_EQUAL(bd_run_start(model->run, &model->error), BD_BLOCK_FAILED);
        MR_ASSERT_CONTAINS(model->error.text, "in mdlStart: no start");
        CU_ASSERT_EQUAL(descriptors(), open_before + 2);
        allow(lowest + more);
        CU_ASSERT_EQUAL(bd_run_start(model->run, &model->error), BD_BLOCK_FAILED);
        CU_ASSERT_EQUAL(setrlimit(RLIMIT_NOFILE, &before), 0);
        assert_no_process();
        MR_ASSERT_CONTAINS(model->error.text, "gets no process of its own: Too many open files");
        CU_ASSERT_EQUAL(descriptors(), open_before);
    }
    CU_ASSERT_EQUAL(bd_run_start(model->run, &model->error), BD_BLOCK_FAILED);
    bd_test_model_free(model);
    CU_ASSERT_EQUAL(descriptors(), open_before);
    assert_no_process();
    isolate(false);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_the_program_goes_on),
        MR_TEST(test_time_is_the_same_there),
        MR_TEST(test_memory_of_every_kind_is_the_same_there),
        MR_TEST(test_a_restored_state_goes_there),
        MR_TEST(test_each_has_a_process),
        MR_TEST(test_writing_beyond_any_memory_is_named),
        MR_TEST(test_ends_are_sentences_with_the_method),
        MR_TEST(test_a_timer_may_ring_between_two_calls),
        MR_TEST(test_who_calls_the_model_is_not_isolated),
        MR_TEST(test_warnings_beyond_all_measure_are_cut),
        MR_TEST(test_a_process_that_cannot_be_made),
        MR_TEST(test_a_timer_of_the_program_does_not_disturb),
        MR_TEST(test_nothing_is_printed_twice),
        MR_TEST(test_runs_begin_anew),
    };
    in_model_begin();
    return mr_test_main("conformance_isolated", tests, sizeof tests / sizeof *tests, argc, argv);
}
