/* documented sequences of calls that our own engine does not use: usage sequences BLOCK
 * SLAVE-FOLDER
 */
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#endif
#include "player.h"

#include "block/diagnostics.h"
#include "isolation/dynamic_library.h"
#include "multirate/file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#define SUFFIX ".dll"
#elif defined(__APPLE__)
#define SUFFIX ".dylib"
#else
#define SUFFIX ".so"
#endif

/* AddressSanitizer ends the process itself */
#if defined(__SANITIZE_ADDRESS__)
#define CRASHED "its process ended with exit code"
#else
#define CRASHED "invalid memory access"
#endif

static int passed, failed;
static const char *block_file, *slave_folder;

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (condition)                                                                             \
            passed++;                                                                              \
        else {                                                                                     \
            failed++;                                                                              \
            fprintf(stderr, "FAILED: %s:%d %s\n", __func__, __LINE__, #condition);                 \
        }                                                                                          \
    } while (0)

static void check_text(const char *function, int line, const char *text, const char *wanted) {
    const bool right = wanted[0] ? strstr(text, wanted) != NULL : !text[0];
    passed += right;
    failed += !right;
    if (!right)
        fprintf(stderr, "FAILED: %s:%d '%s' instead of '%s'\n", function, line, text, wanted);
}
#define CHECK_ERROR(p, wanted) check_text(__func__, __LINE__, player_error(p), wanted)

static void set_path(const char *folder) {
#if defined(_WIN32)
    wchar_t wide[4096];
    CHECK(mr_file_wide(folder, wide, 4096));
    SetEnvironmentVariableW(L"MULTIRATE_SLAVE_PATH", wide);
#else
    setenv("MULTIRATE_SLAVE_PATH", folder, 1);
#endif
}

/* --- a master: x1 = cos 3 t at steps of 0.01 s, with two minor evaluations in each --- */

#define STEP 0.01

typedef struct trace {
    double u[3], t;
} trace;

static void evaluate(player *p, double t, double memory_time, bool major) {
    p->inputs[0][0] = cos(3.0 * t);
    p->inputs[1][0] = memory_time;
    player_outputs(p, t, major);
}

/* major and minor evaluations of steps first … last - 1, beginning at t0 */
static trace run_steps(player *p, double t0, int first, int last) {
    for (int i = first; i < last; i++) {
        const double t = t0 + i * STEP;
        evaluate(p, t, t, true);
        player_update(p, t);
        evaluate(p, t + 0.5 * STEP, t, false);
        evaluate(p, t + STEP, t, false);
    }
    trace end = {{p->outputs[0][0], p->outputs[0][1], p->outputs[0][2]}, t0 + last * STEP};
    return end;
}

static bool same(trace a, trace b) {
    return memcmp(&a, &b, sizeof a) == 0;
}

static void begin(player *p) {
    player_start(p);
    player_initialize(p);
}

static void open_player(player *p) {
    if (!player_open(p, block_file))
        exit(1);
}

/* what a fresh block gives after 200 steps */
static trace fresh_run(const char *options) {
    player p;
    open_player(&p);
    player_set(&p, 9, play_text(options));
    player_compile(&p);
    begin(&p);
    const trace end = run_steps(&p, 0.0, 0, 200);
    CHECK_ERROR(&p, "");
    player_terminate(&p);
    player_close(&p);
    return end;
}

/* --- editing --- */

static void check_ports(player *p, int inputs, int outputs) {
    CHECK(ssGetNumInputPorts(&p->S) == 1 && ssGetInputPortWidth(&p->S, 0) == inputs);
    CHECK(ssGetNumOutputPorts(&p->S) == 1 && ssGetOutputPortWidth(&p->S, 0) == outputs);
}

static void ports_stay_while_editing(void) {
    player p;
    open_player(&p);
    /* a block that is dragged out of the library: nothing is set yet */
    player_set(&p, 0, play_text(""));
    player_sizes(&p, SS_SIMMODE_SIZES_CALL_ONLY);
    CHECK_ERROR(&p, "");
    check_ports(&p, DYNAMICALLY_SIZED, DYNAMICALLY_SIZED);
    player_terminate(&p); /* the option says: whenever sizes were asked for */
    /* parameters that cannot be evaluated come as empty arrays */
    player_set(&p, 4, play_empty());
    player_sizes(&p, SS_SIMMODE_SIZES_CALL_ONLY);
    CHECK_ERROR(&p, "");
    check_ports(&p, DYNAMICALLY_SIZED, DYNAMICALLY_SIZED);
    p.S.methods_.check_parameters_(&p.S);
    CHECK_ERROR(&p, "'order to the slave' must be one number");
    player_set(&p, 4, play_number(3.0));
    /* the path is not set: a compilation fails, and the ports stay */
    player_set(&p, 0, play_text("two_mass"));
    player_set(&p, 1, play_text("zeta=0.125"));
    set_path("/nowhere");
    player_sizes(&p, SS_SIMMODE_SIZES_CALL_ONLY);
    CHECK_ERROR(&p, "");
    check_ports(&p, DYNAMICALLY_SIZED, DYNAMICALLY_SIZED);
    player_compile(&p);
    CHECK_ERROR(&p, "there is no slave plug-in 'two_mass'");
    check_ports(&p, DYNAMICALLY_SIZED, DYNAMICALLY_SIZED);
    /* then it is set; and is lost again */
    set_path(slave_folder);
    player_compile(&p);
    CHECK_ERROR(&p, "");
    check_ports(&p, 1, 3);
    set_path("/nowhere");
    player_sizes(&p, SS_SIMMODE_SIZES_CALL_ONLY);
    CHECK_ERROR(&p, "");
    check_ports(&p, 1, 3);
    player_compile(&p);
    CHECK_ERROR(&p, "there is no slave plug-in 'two_mass'");
    check_ports(&p, 1, 3);
    set_path(slave_folder);
    /* a second port of each side hangs on its switch alone */
    player_set(&p, 10, play_number(1.0));
    player_set(&p, 11, play_number(1.0));
    player_sizes(&p, SS_SIMMODE_SIZES_CALL_ONLY);
    CHECK_ERROR(&p, "");
    CHECK(ssGetNumInputPorts(&p.S) == 2 && ssGetNumOutputPorts(&p.S) == 2);
    CHECK(ssGetInputPortWidth(&p.S, 1) == 1 && ssGetOutputPortWidth(&p.S, 1) == 13);
    player_terminate(&p);
    player_close(&p);
}

static int lines_of(const char *name) {
    FILE *file = mr_file_open(name, "rb");
    int count = 0;
    for (int c = 0; file && (c = getc(file)) != EOF;)
        count += c == '\n';
    if (file)
        fclose(file);
    return count;
}

/* one slave for a compilation, one for a run, none for an editor */
static void slaves_are_opened_at_need(void) {
    char name[2048], configuration[2200];
    player p;
    snprintf(name, sizeof name, "%s/opened.txt", slave_folder);
    FILE *file = mr_file_open(name, "wb");
    if (file)
        fclose(file);
    snprintf(configuration, sizeof configuration, "opened='%s'", name);
    open_player(&p);
    player_set(&p, 0, play_text("accumulator"));
    player_set(&p, 1, play_text(configuration));
    for (int i = 0; i < 5; i++)
        player_sizes(&p, SS_SIMMODE_SIZES_CALL_ONLY);
    p.S.methods_.check_parameters_(&p.S);
    CHECK_ERROR(&p, "");
    CHECK(lines_of(name) == 0);
    player_compile(&p);
    CHECK_ERROR(&p, "");
    CHECK(lines_of(name) == 1);
    begin(&p);
    CHECK(lines_of(name) == 2);
    (void)run_steps(&p, 0.0, 0, 20);
    player_terminate(&p);
    player_sizes(&p, SS_SIMMODE_SIZES_CALL_ONLY);
    CHECK_ERROR(&p, "");
    check_ports(&p, 1, 1);
    CHECK(lines_of(name) == 2);
    player_close(&p);
}

static void strings_are_texts(void) {
    player p;
    open_player(&p);
    player_set(&p, 0, play_string("two_mass"));
    player_set(&p, 2, play_string("slowest_first"));
    player_compile(&p);
    CHECK_ERROR(&p, "");
    check_ports(&p, 1, 3);
    begin(&p);
    CHECK(same(run_steps(&p, 0.0, 0, 200), fresh_run("")));
    player_terminate(&p);
    player_set(&p, 4, play_string("3"));
    player_compile(&p);
    CHECK_ERROR(&p, "'order to the slave' must be one number");
    player_close(&p);
}

/* --- runs --- */

static void every_way_to_begin_anew_gives_the_same_bits(void) {
    const trace wanted = fresh_run("");
    player p;
    open_player(&p);
    player_compile(&p);
    /* fast restart: start and terminate for each run, one compilation */
    for (int i = 0; i < 3; i++) {
        begin(&p);
        CHECK(same(run_steps(&p, 0.0, 0, 200), wanted));
        player_terminate(&p);
    }
    /* conditions before the start, as an old manual lists them */
    player_initialize(&p);
    player_start(&p);
    CHECK(same(run_steps(&p, 0.0, 0, 200), wanted));
    /* a start without the end of the run before; then initialised again without a start */
    begin(&p);
    (void)run_steps(&p, 0.0, 0, 77);
    begin(&p);
    CHECK(same(run_steps(&p, 0.0, 0, 200), wanted));
    player_initialize(&p);
    CHECK(same(run_steps(&p, 0.0, 0, 200), wanted));
    CHECK_ERROR(&p, "");
    /* stopped, compiled and run again */
    player_terminate(&p);
    player_terminate(&p);
    player_compile(&p);
    begin(&p);
    CHECK(same(run_steps(&p, 0.0, 0, 200), wanted));
    player_terminate(&p);
    player_close(&p);
}

static void a_slave_that_ended_begins_again(void) {
    player p;
    open_player(&p);
    player_set(&p, 0, play_text("accumulator"));
    player_set(&p, 1, play_text("end_at=0.5"));
    player_compile(&p);
    CHECK_ERROR(&p, "");
    begin(&p);
    for (int i = 1; i <= 2; i++) {
        p.S.time_.stop_requested_ = 0;
        (void)run_steps(&p, 0.0, 0, 40);
        CHECK(!p.S.time_.stop_requested_ && p.warnings == i - 1);
        (void)run_steps(&p, 0.0, 40, 100);
        CHECK(p.S.time_.stop_requested_ && p.warnings == i);
        CHECK_ERROR(&p, "");
        player_initialize(&p);
    }
    /* and at a point from before its end */
    (void)run_steps(&p, 0.0, 0, 30);
    mxArray *point = player_save(&p);
    (void)run_steps(&p, 0.0, 30, 100);
    CHECK(p.warnings == 3);
    player_restore(&p, point);
    const double held = p.outputs[0][0];
    (void)run_steps(&p, 0.0, 30, 40);
    CHECK(p.outputs[0][0] != held && p.warnings == 3);
    mxDestroyArray(point);
    player_terminate(&p);
    player_close(&p);
}

static void operating_points(void) {
    const trace wanted = fresh_run("");
    player p;
    open_player(&p);
    player_compile(&p);
    begin(&p);
    mxArray *beginning = player_save(&p);
    (void)run_steps(&p, 0.0, 0, 50);
    mxArray *point = player_save(&p);
    for (int i = 0; i < 3; i++) {
        CHECK(same(run_steps(&p, 0.0, 50, 200), wanted));
        player_restore(&p, point);
        CHECK_ERROR(&p, "");
    }
    /* step back: a point at every step, and some steps back from any of them */
    mxArray *steps[300];
    for (int i = 0; i < 300; i++) {
        steps[i] = player_save(&p);
        (void)run_steps(&p, 0.0, 50 + i, 51 + i);
    }
    CHECK_ERROR(&p, "");
    player_restore(&p, steps[100]);
    CHECK_ERROR(&p, "");
    CHECK(same(run_steps(&p, 0.0, 150, 200), wanted));
    player_restore(&p, steps[0]);
    CHECK_ERROR(&p, "too old");
    /* the beginning survives the end of the run, as fast restart wants it; other points do not */
    player_terminate(&p);
    player_start(&p);
    player_restore(&p, beginning);
    CHECK_ERROR(&p, "");
    CHECK(same(run_steps(&p, 0.0, 0, 200), wanted));
    mxDestroyArray(player_save(&p));
    player_restore(&p, point);
    CHECK_ERROR(&p, "was not saved by this block in this run");
    /* what is none */
    mxArray *none = mxCreateDoubleMatrix(1, 6, mxREAL), *number = play_number(1.0);
    player_restore(&p, none);
    CHECK_ERROR(&p, "no operating point");
    player_restore(&p, number);
    CHECK_ERROR(&p, "no operating point");
    mxDestroyArray(none);
    mxDestroyArray(number);
    mxDestroyArray(beginning);
    mxDestroyArray(point);
    for (int i = 0; i < 300; i++)
        mxDestroyArray(steps[i]);
    player_terminate(&p);
    player_close(&p);
}

static void algebraic_loops_are_refused(void) {
    player p;
    open_player(&p);
    player_compile(&p);
    begin(&p);
    (void)run_steps(&p, 0.0, 0, 10);
    /* the same once more is harmless, and so are trial points between major steps */
    evaluate(&p, 0.1, 0.1, true);
    evaluate(&p, 0.1, 0.1, true);
    p.inputs[0][0] = 7.0;
    player_outputs(&p, 0.1, false);
    CHECK_ERROR(&p, "");
    player_update(&p, 0.1);
    /* an event: time stands still, but the major step before was finished */
    p.inputs[0][0] = 0.9;
    player_outputs(&p, 0.1, true);
    CHECK_ERROR(&p, "");
    /* a loop solver: one value after the other */
    p.inputs[0][0] = 0.9 + 1e-8;
    player_outputs(&p, 0.1, true);
    CHECK_ERROR(&p, "algebraic loop");
    player_terminate(&p);
    /* with the loop broken the input comes later, so there is nothing to try */
    player_set(&p, 8, play_number(1.0));
    player_compile(&p);
    CHECK(ssGetInputPortDirectFeedThrough(&p.S, 0) == 0);
    begin(&p);
    for (int i = 0; i < 3; i++) {
        p.inputs[0][0] = i;
        player_outputs(&p, 0.0, true);
    }
    player_update(&p, 0.0);
    CHECK_ERROR(&p, "");
    player_terminate(&p);
    player_close(&p);
}

/* the memory-guarded variant: the time passes a Memory block, which gives 0 first */
static void any_start_time(void) {
    trace ends[3];
    static const double starts[3] = {0.0, 5.0, -5.0};
    for (int k = 0; k < 3; k++) {
        player p;
        open_player(&p);
        player_set(&p, 10, play_number(1.0));
        player_compile(&p);
        p.S.time_.start_ = starts[k];
        begin(&p);
        double memory = 0.0;
        for (int i = 0; i < 700; i++) {
            const double t = starts[k] + i * STEP;
            p.inputs[0][0] = i == 0 ? 0.0 : cos(3.0 * (i - 1) * STEP);
            p.inputs[1][0] = memory;
            player_outputs(&p, t, true);
            player_update(&p, t);
            player_outputs(&p, t + 0.5 * STEP, false);
            memory = t;
        }
        CHECK_ERROR(&p, "");
        memcpy(ends[k].u, p.outputs[0], sizeof ends[k].u);
        player_terminate(&p);
        player_close(&p);
    }
    for (int k = 1; k < 3; k++)
        for (int i = 0; i < 3; i++)
            CHECK(fabs(ends[k].u[i] - ends[0].u[i]) < 1e-9 * fmax(1.0, fabs(ends[0].u[i])));
    /* and without that port */
    const trace zero = fresh_run("");
    player p;
    open_player(&p);
    player_compile(&p);
    begin(&p);
    for (int i = 0; i < 200; i++) { /* the same signal, an hour later */
        const double t = 3600.0 + i * STEP;
        p.inputs[0][0] = cos(3.0 * i * STEP);
        player_outputs(&p, t, true);
        player_update(&p, t);
        player_outputs(&p, t + 0.5 * STEP, false);
        player_outputs(&p, t + STEP, false);
    }
    CHECK_ERROR(&p, "");
    CHECK(fabs(p.outputs[0][0] - zero.u[0]) < 1e-6);
    player_terminate(&p);
    player_close(&p);
}

static void jumps_reset_the_solver(void) {
    player p;
    open_player(&p);
    player_set(&p, 3, play_text("selector"));
    player_set(&p, 9, play_text("graded_start=on"));
    player_compile(&p);
    begin(&p);
    (void)run_steps(&p, 0.0, 0, 100);
    CHECK_ERROR(&p, "");
    CHECK(!p.S.states_.needs_reset_);
    p.inputs[0][0] = 50.0; /* a cosine until now */
    player_outputs(&p, 1.0, false);
    CHECK(!p.S.states_.needs_reset_); /* a trial point is no reason */
    player_outputs(&p, 1.0, true);
    player_update(&p, 1.0);
    CHECK_ERROR(&p, "");
    CHECK(p.S.states_.needs_reset_);
    player_terminate(&p);
    player_close(&p);
}

static void accelerators_run_and_code_is_refused(void) {
    player p;
    open_player(&p);
    p.S.settings_[BD_SS_CODE_GENERATION] = 1;
    player_sizes(&p, SS_SIMMODE_RTWGEN);
    CHECK_ERROR(&p, "no code can be generated");
    check_ports(&p, 1, 3);
    p.S.settings_[BD_SS_RAPID_ACCELERATOR] = 1;
    player_sizes(&p, SS_SIMMODE_RTWGEN);
    CHECK_ERROR(&p, "");
    p.S.settings_[BD_SS_RAPID_ACCELERATOR] = 0;
    p.S.settings_[BD_SS_REFERENCE_TARGET] = 1; /* a referenced model in accelerator mode */
    player_sizes(&p, SS_SIMMODE_RTWGEN);
    CHECK_ERROR(&p, "");
    p.S.methods_.rtw_(&p.S);
    CHECK_ERROR(&p, "");
    /* a For Each subsystem would share one slave; points are our own */
    CHECK(p.S.settings_[BD_SS_MULTIPLE_EXECUTION] == 0);
    CHECK(p.S.settings_[BD_SS_SIM_STATE_COMPLIANCE] == USE_CUSTOM_OPERATING_POINT);
    player_terminate(&p);
    player_close(&p);
}

/* programs know the block by a symbol, and users are told what they should not have to look for */
static void the_block_says_what_it_is_and_doubts(void) {
    player p;
    open_player(&p);
    const mr_any_function symbol = mr_library_symbol(p.library, MR_BLOCK_SYMBOL);
    const int *version = NULL;
    memcpy(&version, &symbol, sizeof version);
    CHECK(version && *version == MR_BLOCK_VERSION);
    player_set(&p, 1, play_text("step=0.01"));
    player_set(&p, 9, play_text("graded_start=on"));
    player_compile(&p);
    begin(&p);
    for (int i = 0; i < 100; i++) {
        const double t = i * 10.0 * STEP;
        p.inputs[0][0] = cos(3.0 * t);
        player_outputs(&p, t, true);
        player_update(&p, t);
    }
    CHECK_ERROR(&p, "");
    CHECK(p.warnings == 0);
    player_terminate(&p);
    CHECK(p.warnings >= 1);
    check_text(__func__, __LINE__, p.warning, "Multirate block: ");
    player_close(&p);
}

static void instances_know_nothing_of_each_other(void) {
    enum { MANY = 20 };
    static player p[MANY];
    const trace wanted = fresh_run("");
    for (int i = 0; i < MANY; i++) {
        open_player(&p[i]);
        player_compile(&p[i]);
    }
    for (int i = MANY - 1; i >= 0; i--)
        begin(&p[i]);
    for (int k = 0; k < 200; k++)
        for (int i = 0; i < MANY; i++) {
            const trace end = run_steps(&p[i], 0.0, k, k + 1);
            if (k == 199)
                CHECK(same(end, wanted));
        }
    for (int i = 0; i < MANY; i++)
        player_terminate(&p[i]);
    for (int i = 0; i < MANY; i++)
        player_close(&p[i]);
}

/* --- failures --- */

static void a_slave_that_has_changed_is_refused(void) {
    player p;
    open_player(&p);
    player_set(&p, 0, play_text("accumulator"));
    player_set(&p, 1, play_text("width=2"));
    player_compile(&p);
    CHECK_ERROR(&p, "");
    player_set(&p, 1, play_text("width=3"));
    player_start(&p);
    CHECK_ERROR(&p, "update the diagram");
    /* a host that goes on all the same finds nothing to call */
    player_initialize(&p);
    player_outputs(&p, 0.0, true);
    player_update(&p, 0.0);
    player_terminate(&p);
    player_set(&p, 1, play_text("width=2 fail_at=0.5"));
    player_compile(&p);
    begin(&p);
    (void)run_steps(&p, 0.0, 0, 100);
    CHECK_ERROR(&p, "the accumulator is full");
    begin(&p);
    (void)run_steps(&p, 0.0, 0, 30);
    CHECK_ERROR(&p, "");
    player_terminate(&p);
    player_close(&p);
}

static void plug_ins_by_path_and_by_name(void) {
    const trace wanted = fresh_run("");
    char path[2048];
    player p;
    open_player(&p);
    snprintf(path, sizeof path, "%s/two_mass" SUFFIX, slave_folder);
    player_set(&p, 0, play_text(path));
    set_path("/nowhere");
    player_compile(&p);
    CHECK_ERROR(&p, "");
    begin(&p);
    CHECK(same(run_steps(&p, 0.0, 0, 200), wanted));
    player_terminate(&p);
    set_path(slave_folder);
    /* files that are no plug-ins */
    snprintf(path, sizeof path,
             "%s/br\xC3\xBC"
             "chig" SUFFIX,
             slave_folder);
    FILE *file = mr_file_open(path, "wb");
    CHECK(file != NULL);
    if (file) {
        fputs("this is no library", file);
        fclose(file);
    }
    player_set(&p, 0, play_text(path));
    player_compile(&p);
    CHECK_ERROR(&p, "cannot be loaded");
    player_set(&p, 0, play_text(block_file));
    player_compile(&p);
    CHECK_ERROR(&p, strstr(block_file, SUFFIX) ? "is no slave plug-in" : "there is no slave");
    player_set(&p, 0, play_text("no/such/file.mbs"));
    player_compile(&p);
    CHECK_ERROR(&p, "there is no slave 'no/such/file.mbs'");
    player_set(&p, 0, play_number(7.0));
    player_compile(&p);
    CHECK_ERROR(&p, "'slave' must be a text in quotes");
    player_terminate(&p);
    player_close(&p);
}

/* in a process of its own where there is such a thing, else one sentence */
static void isolation_works_or_is_refused(void) {
    player p;
    open_player(&p);
    player_set(&p, 0, play_text("two_mass isolate=yes"));
    player_compile(&p);
#if (defined(__linux__) || defined(_WIN32)) && !defined(MR_PLAIN_SYSTEM)
    CHECK_ERROR(&p, "");
    begin(&p);
    CHECK_ERROR(&p, "");
    CHECK(same(run_steps(&p, 0.0, 0, 200), fresh_run("")));
    mxArray *point = player_save(&p); /* states stay in that process */
    (void)run_steps(&p, 0.0, 200, 210);
    player_restore(&p, point);
    CHECK_ERROR(&p, "");
    mxDestroyArray(point);
    player_terminate(&p);
    /* a slave that crashes takes its own process along, and the next run has another */
    player_set(&p, 0, play_text("accumulator isolate=yes"));
    player_set(&p, 1, play_text("crash_at=0.5"));
    player_compile(&p);
    CHECK_ERROR(&p, "");
    begin(&p);
    (void)run_steps(&p, 0.0, 0, 30);
    CHECK_ERROR(&p, "");
    (void)run_steps(&p, 0.0, 30, 100);
    CHECK_ERROR(&p, CRASHED);
    begin(&p);
    (void)run_steps(&p, 0.0, 0, 30);
    CHECK_ERROR(&p, "");
    player_terminate(&p);
    /* one that never comes back is waited for so long */
    player_set(&p, 0, play_text("accumulator isolate=yes timeout=0.5"));
    player_set(&p, 1, play_text("hang_at=0.5"));
    player_compile(&p);
    begin(&p);
    (void)run_steps(&p, 0.0, 0, 100);
    CHECK_ERROR(&p, "did not answer within 0.5 s");
    player_terminate(&p);
    /* what fails in there is told as ever */
    player_set(&p, 1, play_text("width=99"));
    player_compile(&p);
    CHECK_ERROR(&p, "the accumulator cannot be made");
    player_set(&p, 1, play_text(""));
#else
    CHECK_ERROR(&p, "isolate=yes works on Linux and Windows only");
    check_ports(&p, DYNAMICALLY_SIZED, DYNAMICALLY_SIZED);
#endif
    player_terminate(&p);
    /* threads likewise */
    player_set(&p, 0, play_text("two_mass"));
    player_set(&p, 9, play_text("parallel=own"));
    player_compile(&p);
#if defined(_WIN32)
    CHECK_ERROR(&p, "parallel");
#else
    CHECK_ERROR(&p, "");
    begin(&p);
    CHECK(same(run_steps(&p, 0.0, 0, 200), fresh_run("")));
#endif
    player_terminate(&p);
    player_close(&p);
}

static int play(int count, char **arguments) {
    if (count != 3) {
        fprintf(stderr, "usage: sequences BLOCK SLAVE-FOLDER\n");
        return 2;
    }
    block_file = arguments[1];
    slave_folder = arguments[2];
    set_path(slave_folder);
    ports_stay_while_editing();
    slaves_are_opened_at_need();
    strings_are_texts();
    every_way_to_begin_anew_gives_the_same_bits();
    a_slave_that_ended_begins_again();
    operating_points();
    algebraic_loops_are_refused();
    any_start_time();
    jumps_reset_the_solver();
    accelerators_run_and_code_is_refused();
    the_block_says_what_it_is_and_doubts();
    instances_know_nothing_of_each_other();
    a_slave_that_has_changed_is_refused();
    plug_ins_by_path_and_by_name();
    isolation_works_or_is_refused();
    CHECK(play_alive() == 0);
    printf("sequences: %d passed, %d failed\n", passed, failed);
    return failed > 0;
}

#if defined(_WIN32)
int wmain(int count, wchar_t **arguments);
int wmain(int count, wchar_t **arguments) {
    static char texts[8][4096];
    char *list[8];
    for (int i = 0; i < count && i < 8; i++) {
        WideCharToMultiByte(CP_UTF8, 0, arguments[i], -1, texts[i], 4096, NULL, NULL);
        list[i] = texts[i];
    }
    return play(count < 8 ? count : 8, list);
}
#else
int main(int count, char **arguments) {
    return play(count, arguments);
}
#endif
