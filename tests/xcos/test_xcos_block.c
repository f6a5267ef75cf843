/* the block for Xcos, called as the simulator calls it: which points enter the history, which do
 * not, and what is told when something is wrong. The simulator is a stand-in of three functions. */
#include "mr_test.h"

#include "multirate_xcos.h"
#include "block/diagnostics.h"
#include "block/slave.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- the stand-in --- */

enum { BETWEEN = 1, SOLVING = 2 };

static int phase;
static double now;
static char error[1024];

int get_phase_simulation(void) {
    return phase;
}

double get_scicos_time(void) {
    return now;
}

static char printed[1024];

void scicos_print(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(printed, sizeof printed, format, arguments);
    va_end(arguments);
}

void Coserror(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (!error[0])
        vsnprintf(error, sizeof error, format, arguments);
    va_end(arguments);
}

/* a block with one scalar in, one out, and a diagnostics port if wanted */
typedef struct fake {
    scicos_block block;
    char texts[3][256];
    void *parameters[3];
    int parameter_sizes[6], parameter_types[3];
    int in_size[3], out_size[6];
    double y1, u1, diagnostics[MR_DIAGNOSTICS], surface, distance;
    void *in[1], *out[2], *work;
} fake;

static void make(fake *f, const char *slave, const char *configuration, const char *options) {
    const char *const texts[] = {slave, configuration, options};
    memset(f, 0, sizeof *f);
    error[0] = printed[0] = '\0';
    for (int i = 0; i < 3; i++) {
        (void)snprintf(f->texts[i], sizeof f->texts[i], "%s", texts[i]);
        f->parameters[i] = f->texts[i];
        f->parameter_sizes[i] = 1;
        f->parameter_sizes[3 + i] = (int)strlen(texts[i]) + 1;
        f->parameter_types[i] = SCICOS_INT8;
    }
    f->in_size[0] = f->in_size[1] = 1;
    f->in[0] = &f->y1;
    f->out[0] = &f->u1;
    f->out[1] = f->diagnostics;
    f->block = (scicos_block){.nin = 1,
                              .insz = f->in_size,
                              .inptr = f->in,
                              .nout = 1,
                              .outsz = f->out_size,
                              .outptr = f->out,
                              .nrpar = 1,
                              .rpar = &f->distance,
                              .nopar = 3,
                              .oparsz = f->parameter_sizes,
                              .opartyp = f->parameter_types,
                              .oparptr = f->parameters,
                              .ng = 1,
                              .g = &f->surface,
                              .work = &f->work};
    f->out_size[0] = 1;
    f->out_size[1] = MR_DIAGNOSTICS;
}

static void call(fake *f, int in_phase, int flag, double t, double y1) {
    phase = in_phase;
    now = t;
    f->y1 = y1;
    multirate_block(&f->block, flag);
}

static double answer(fake *f, int in_phase, double t, double y1) {
    call(f, in_phase, SCICOS_OUTPUTS, t, y1);
    return f->u1;
}

/* outputs and then surfaces, as the simulator does when it wants surfaces */
static void surfaces(fake *f, int in_phase, double t, double y1) {
    (void)answer(f, in_phase, t, y1);
    call(f, in_phase, SCICOS_ZERO_CROSSING, t, y1);
}

/* up to the point where a solver begins */
static void begin(fake *f, double t0, double y1) {
    call(f, 0, SCICOS_INITIALIZATION, t0, 0.0);
    call(f, 0, SCICOS_REINITIALIZATION, t0, 0.0);
    call(f, 0, SCICOS_REINITIALIZATION, t0, y1);
    surfaces(f, BETWEEN, t0, y1);
    surfaces(f, SOLVING, t0, y1);
}

static void end(fake *f) {
    call(f, BETWEEN, SCICOS_ENDING, now, 0.0);
}

/* the same by the library itself, with points of the solution only */
typedef struct direct {
    mr_block_slave slave;
    mr_message message;
} direct;

static void begin_direct(direct *d, const fake *f, double t0, double y1) {
    double u1;
    CU_ASSERT_EQUAL_FATAL(
        mr_block_slave_open_text(f->texts[0], f->texts[1], f->texts[2], &d->slave, &d->message),
        MR_OK);
    CU_ASSERT_EQUAL_FATAL(mr_interface_start(d->slave.interface, t0, &y1), MR_OK);
    CU_ASSERT_EQUAL(mr_interface_exchange(d->slave.interface, t0, &y1, MR_MAJOR, &u1), MR_OK);
}

static double exchange(direct *d, double t, double y1, mr_evaluation kind) {
    double u1 = NAN;
    CU_ASSERT_EQUAL(mr_interface_exchange(d->slave.interface, t, &y1, kind, &u1), MR_OK);
    return u1;
}

static double signal_at(double t) {
    return cos(3.0 * t) + 0.2 * t;
}

/* --- which points count --- */

/* irregular steps; in each of them trial points with values that would spoil everything */
static void run_with_trials(const char *options) {
    fake f;
    direct d;
    mr_random random = {7};
    make(&f, "accumulator", "step=0.07", options);
    begin(&f, 0.0, signal_at(0.0));
    begin_direct(&d, &f, 0.0, signal_at(0.0));
    double t = 0.0;
    for (int i = 0; i < 200; i++) {
        const double h = mr_random_uniform(&random, 0.002, 0.03);
        for (int trial = 0; trial < 3; trial++) {
            const double tried = t + h * mr_random_uniform(&random, 0.0, 1.0);
            (void)answer(&f, SOLVING, tried, trial == 1 ? NAN : 1e6);
            (void)exchange(&d, tried, 1e6, MR_MINOR);
        }
        t += h;
        (void)answer(&f, SOLVING, t, 1e5); /* the last stage, not the solution yet */
        (void)exchange(&d, t, 1e5, MR_MINOR);
        surfaces(&f, SOLVING, t, signal_at(t)); /* accepted */
        if (i % 10 == 9) {
            surfaces(&f, BETWEEN, t, signal_at(t));
            surfaces(&f, SOLVING, t, signal_at(t));
        }
        /* the first stage of the next step */
        const double expected = exchange(&d, t, signal_at(t), MR_MAJOR);
        CU_ASSERT_EQUAL(answer(&f, SOLVING, t, signal_at(t)), expected);
    }
    CU_ASSERT_STRING_EQUAL(error, "");
    CU_ASSERT_EQUAL(f.surface, 1.0);
    end(&f);
    CU_ASSERT_PTR_NULL(f.work);
    mr_block_slave_close(&d.slave);
}

static void test_trial_points_are_never_remembered_slowest_first(void) {
    run_with_trials("scheme=slowest_first order=2 wait_for_major=on");
}

static void test_trial_points_are_never_remembered_fastest_first(void) {
    run_with_trials("scheme=fastest_first order=2 wait_for_major=on");
}

/* the solver found a root inside its last step: the end of that step is no point of the solution */
static void test_step_taken_back_by_a_root_is_forgotten(void) {
    fake f;
    direct d;
    make(&f, "accumulator", "step=0.05", "scheme=fastest_first order=3 wait_for_major=on");
    begin(&f, 0.0, 0.0);
    begin_direct(&d, &f, 0.0, 0.0);
    double t = 0.0;
    for (int i = 1; i <= 20; i++) {
        const double root = 0.1 * i - 0.03;
        (void)answer(&f, SOLVING, 0.1 * i, 99.0);
        surfaces(&f, SOLVING, 0.1 * i, -77.0); /* its end, as it would be without the root */
        surfaces(&f, SOLVING, 0.1 * i - 0.06, 55.0);
        surfaces(&f, SOLVING, root, signal_at(root));
        surfaces(&f, BETWEEN, root, signal_at(root));
        surfaces(&f, SOLVING, root, signal_at(root));
        (void)exchange(&d, root, signal_at(root), MR_MAJOR);
        t = 0.1 * i;
        (void)answer(&f, SOLVING, t, 99.0);
        surfaces(&f, SOLVING, t, signal_at(t));
        const double expected = exchange(&d, t, signal_at(t), MR_MAJOR);
        CU_ASSERT_EQUAL(answer(&f, SOLVING, t, signal_at(t)), expected);
    }
    CU_ASSERT_STRING_EQUAL(error, "");
    end(&f);
    mr_block_slave_close(&d.slave);
}

/* CVODE does not evaluate again where it has accepted: the next call is farther on */
static void test_sample_counts_when_the_solver_goes_on(void) {
    fake f;
    direct d;
    make(&f, "accumulator", "step=0.05", "scheme=fastest_first order=2 wait_for_major=on");
    begin(&f, 0.0, 1.0);
    begin_direct(&d, &f, 0.0, 1.0);
    for (int i = 1; i <= 40; i++) {
        const double t = 0.03 * i, later = t + 0.01;
        surfaces(&f, SOLVING, t, signal_at(t));
        (void)exchange(&d, t, signal_at(t), MR_MAJOR);
        const double expected = exchange(&d, later, 0.0, MR_MINOR);
        CU_ASSERT_EQUAL(answer(&f, SOLVING, later, -1e9), expected);
    }
    end(&f);
    mr_block_slave_close(&d.slave);
}

/* y1 is not there yet when u1 is asked for; each sample is used after its own time */
static void test_broken_loop_takes_y1_with_the_surfaces(void) {
    fake f;
    direct d;
    double u1;
    make(&f, "accumulator", "step=0.05",
         "scheme=fastest_first order=1 break_loop=on start_input=1 wait_for_major=on");
    call(&f, 0, SCICOS_INITIALIZATION, 0.0, 0.0);
    call(&f, 0, SCICOS_REINITIALIZATION, 0.0, 0.0);
    CU_ASSERT_EQUAL_FATAL(
        mr_block_slave_open_text(f.texts[0], f.texts[1], f.texts[2], &d.slave, &d.message), MR_OK);
    CU_ASSERT_EQUAL(mr_interface_start(d.slave.interface, 0.0, NULL), MR_OK);
    for (int i = 0; i <= 100; i++) {
        const double t = 0.02 * i, y1 = signal_at(t);
        const int between = i % 7 == 0;
        if (between) {
            (void)answer(&f, BETWEEN, t, 1e9);
            call(&f, BETWEEN, SCICOS_ZERO_CROSSING, t, y1);
        } else {
            (void)answer(&f, SOLVING, t, 1e9);
            call(&f, SOLVING, SCICOS_ZERO_CROSSING, t, y1);
        }
        CU_ASSERT_EQUAL(mr_interface_exchange(d.slave.interface, t, NULL, MR_MAJOR, &u1), MR_OK);
        CU_ASSERT_EQUAL(answer(&f, SOLVING, t, 1e9), u1);
        CU_ASSERT_EQUAL(mr_interface_commit(d.slave.interface, t, &y1), MR_OK);
        CU_ASSERT_EQUAL(mr_interface_exchange(d.slave.interface, t + 0.01, NULL, MR_MINOR, &u1),
                        MR_OK);
        CU_ASSERT_EQUAL(answer(&f, SOLVING, t + 0.01, 1e9), u1);
    }
    CU_ASSERT_STRING_EQUAL(error, "");
    end(&f);
    mr_block_slave_close(&d.slave);
}

static void test_samples_that_are_too_close_are_left_out(void) {
    fake f;
    direct d;
    make(&f, "accumulator", "step=0.05", "scheme=slowest_first order=3 wait_for_major=on");
    f.distance = 0.01;
    begin(&f, 0.0, signal_at(0.0));
    begin_direct(&d, &f, 0.0, signal_at(0.0));
    for (int i = 1; i <= 300; i++) {
        const double grid = 0.01 * i, near = grid - 0.004;
        surfaces(&f, SOLVING, near, 1e3);
        if (i % 5 == 0)
            surfaces(&f, BETWEEN, near, 1e3);
        surfaces(&f, SOLVING, grid, signal_at(grid));
        (void)exchange(&d, near, 0.0, MR_MINOR);
        (void)exchange(&d, grid, 0.0, MR_MINOR);
        const double expected = exchange(&d, grid, signal_at(grid), MR_MAJOR);
        CU_ASSERT_EQUAL(answer(&f, SOLVING, grid, signal_at(grid)), expected);
    }
    end(&f);
    mr_block_slave_close(&d.slave);
}

/* y' = u with u = 2 t, order 1: exact at the slave's points, linear between them */
static void test_slave_begins_with_the_first_sample(void) {
    fake f;
    make(&f, "accumulator", "step=0.25", "scheme=slowest_first order=1 wait_for_major=on");
    begin(&f, 1.0, 2.0);
    (void)answer(&f, SOLVING, 1.1, 0.0);
    for (int i = 1; i <= 100; i++) {
        const double t = 1.0 + 0.05 * i;
        surfaces(&f, SOLVING, t, 2.0 * t);
        (void)answer(&f, SOLVING, t, 2.0 * t);
    }
    /* one slave step ran before a second sample was there: held input, 0.25 * 2 instead of
     * 1.25^2 - 1 */
    MR_ASSERT_CLOSE(f.u1, 6.0 * 6.0 - 1.0 - (1.25 * 1.25 - 1.0 - 0.5), 1e-12);
    end(&f);
}

static void test_diagnostics_port_tells_the_slave_s_progress(void) {
    fake f;
    make(&f, "accumulator", "step=0.25", "scheme=fastest_first order=0 wait_for_major=on");
    f.block.nout = 2;
    /* sizes are all rows, then all columns */
    f.out_size[0] = 1;
    f.out_size[1] = MR_DIAGNOSTICS;
    begin(&f, 0.0, 0.0);
    surfaces(&f, SOLVING, 1.1, 0.0);
    (void)answer(&f, SOLVING, 1.1, 0.0);
    MR_ASSERT_CLOSE(f.diagnostics[0], 1.0, 1e-12);
    CU_ASSERT_EQUAL(f.diagnostics[1], 4.0);
    MR_ASSERT_CLOSE(f.diagnostics[2], 0.1, 1e-12);
    CU_ASSERT_TRUE(f.diagnostics[3] >= 4.0);
    CU_ASSERT_EQUAL(f.diagnostics[4], 0.0);
    CU_ASSERT_EQUAL(f.diagnostics[12], -1.0); /* no doubts */
    end(&f);
    /* a master that goes 1.1 s at once beside a slave with steps of 0.25 s */
    MR_ASSERT_CONTAINS(printed, "longer than");
}

/* a master with the fast mass, force coupling at a ratio that no polynomial can carry */
static void test_doubtful_run_ends_with_a_warning(void) {
    fake f;
    const double h = 0.01, pi = acos(-1.0), w1 = 2.0 * pi, w2 = w1 / 90.0;
    const double k1 = w2 * w2, k2 = 0.1 * (w1 * w1 - w2 * w2) / 0.101;
    double u1[3] = {0}, x1 = 1.1, v1 = 0.0;
    make(&f, "two_mass", "fr=90 coupling=force",
         "scheme=slowest_first order=3 break_loop=on wait_for_major=on");
    f.out[0] = u1;
    f.out_size[0] = 3;
    f.out_size[1] = 1;
    call(&f, 0, SCICOS_INITIALIZATION, 0.0, 0.0);
    call(&f, 0, SCICOS_REINITIALIZATION, 0.0, 0.0);
    for (int i = 0; i < 3000 && !error[0]; i++) {
        const double t = h * i;
        call(&f, SOLVING, SCICOS_OUTPUTS, t, 0.0);
        const double force = k2 * (x1 - u1[0]);
        call(&f, SOLVING, SCICOS_ZERO_CROSSING, t, force);
        v1 += h * (-k1 * x1 - force);
        x1 += h * v1;
    }
    CU_ASSERT_STRING_EQUAL(error, "");
    CU_ASSERT_STRING_EQUAL(printed, "");
    end(&f);
    MR_ASSERT_CONTAINS(printed, "WARNING: Multirate block: ");
}

/* --- what is told --- */

static void refuse(const char *slave, const char *configuration, const char *options,
                   const char *sentence) {
    fake f;
    make(&f, slave, configuration, options);
    call(&f, 0, SCICOS_INITIALIZATION, 0.0, 0.0);
    MR_ASSERT_CONTAINS(error, sentence);
    CU_ASSERT_PTR_NULL(f.work);
    /* the simulator calls every block at the end, and might in between */
    call(&f, 0, SCICOS_REINITIALIZATION, 0.0, 0.0);
    surfaces(&f, BETWEEN, 0.0, 0.0);
    end(&f);
}

static void test_wrong_parameters_are_sentences(void) {
    refuse("", "", "", "Multirate block: no slave is named");
    refuse("nobody", "", "", "there is no slave plug-in 'nobody'");
    refuse("accumulator", "weight=3", "", "the accumulator cannot be made");
    refuse("accumulator", "", "colour=red", "colour");
    refuse("accumulator", "", "order=9", "order");
    refuse("accumulator", "width=2", "", "other inputs or outputs than the block");
}

static void test_parameters_of_another_block_are_refused(void) {
    fake f;
    make(&f, "accumulator", "", "");
    f.parameter_types[1] = 10; /* numbers */
    call(&f, 0, SCICOS_INITIALIZATION, 0.0, 0.0);
    MR_ASSERT_CONTAINS(error, "not those that its dialog makes");
    make(&f, "accumulator", "", "");
    f.parameter_sizes[3] = 4; /* a text without its end */
    call(&f, 0, SCICOS_INITIALIZATION, 0.0, 0.0);
    MR_ASSERT_CONTAINS(error, "not those that its dialog makes");
    make(&f, "accumulator", "", "");
    f.block.nopar = 2;
    f.block.oparsz = (int[]){1, 1, 12, 1};
    call(&f, 0, SCICOS_INITIALIZATION, 0.0, 0.0);
    MR_ASSERT_CONTAINS(error, "not those that its dialog makes");
    CU_ASSERT_PTR_NULL(f.work);
}

static void test_label_tells_which_block_it_was(void) {
    fake f;
    char label[] = "rear axle";
    make(&f, "nobody", "", "");
    f.block.label = label;
    call(&f, 0, SCICOS_INITIALIZATION, 0.0, 0.0);
    MR_ASSERT_CONTAINS(error, "Multirate block 'rear axle': there is no");
}

static void test_failure_of_the_slave_ends_the_run(void) {
    fake f;
    make(&f, "accumulator", "step=0.1 fail_at=0.45", "scheme=slowest_first wait_for_major=on");
    begin(&f, 0.0, 0.0);
    for (int i = 1; i <= 100; i++)
        (void)answer(&f, SOLVING, 0.01 * i, 0.0);
    MR_ASSERT_CONTAINS(error, "the accumulator is full");
    MR_ASSERT_CONTAINS(error, "t = 0.5 s");
    end(&f);
    CU_ASSERT_PTR_NULL(f.work);
}

static void test_answers_and_samples_that_are_no_numbers_end_the_run(void) {
    fake f;
    make(&f, "accumulator", "step=0.1 gain=nan", "scheme=slowest_first wait_for_major=on");
    begin(&f, 0.0, 0.0);
    (void)answer(&f, SOLVING, 0.05, 0.0);
    MR_ASSERT_CONTAINS(error, "slave 'accumulator' answered y = ");
    end(&f);
    make(&f, "accumulator", "step=0.1", "scheme=slowest_first wait_for_major=on");
    begin(&f, 0.0, 0.0);
    surfaces(&f, SOLVING, 0.05, NAN);
    CU_ASSERT_STRING_EQUAL(error, "");
    (void)answer(&f, SOLVING, 0.06, 0.0);
    MR_ASSERT_CONTAINS(error, "the master gave u = ");
    end(&f);
}

static void describe(const char *slave, const char *options, int shape[4], char *text, int size) {
    int name[64], configuration[] = {0}, settings[64], codes[512];
    for (size_t i = 0; i <= strlen(slave); i++)
        name[i] = slave[i];
    for (size_t i = 0; i <= strlen(options); i++)
        settings[i] = options[i];
    multirate_describe(name, configuration, settings, &size, shape, codes);
    for (int i = 0; i < size; i++)
        text[i] = (char)codes[i];
}

static void test_dialog_learns_the_signals(void) {
    int shape[4] = {-1, -1, -1, -1};
    char text[512];
    describe("two_mass", "", shape, text, (int)sizeof text);
    CU_ASSERT_EQUAL(shape[0], 0);
    CU_ASSERT_EQUAL(shape[1], 1);
    CU_ASSERT_EQUAL(shape[2], 3);
    CU_ASSERT_EQUAL(shape[3], 1);
    CU_ASSERT_STRING_EQUAL(
        text, "input\tx1\tm\t1\noutput\tx2\tm\t1\noutput\tv2\tm/s\t1\noutput\ta2\tm/s^2\t1\n");
    describe("two_mass", "break_loop=on", shape, text, (int)sizeof text);
    CU_ASSERT_EQUAL(shape[3], 0);
    describe("two_mass", "", shape, text, 16); /* little room: cut, never more */
    CU_ASSERT_STRING_EQUAL(text, "input\tx1\tm\t1\nou");
    describe("nobody", "", shape, text, (int)sizeof text);
    CU_ASSERT_NOT_EQUAL(shape[0], 0);
    MR_ASSERT_CONTAINS(text, "there is no slave plug-in 'nobody'");
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_trial_points_are_never_remembered_slowest_first),
        MR_TEST(test_trial_points_are_never_remembered_fastest_first),
        MR_TEST(test_step_taken_back_by_a_root_is_forgotten),
        MR_TEST(test_sample_counts_when_the_solver_goes_on),
        MR_TEST(test_broken_loop_takes_y1_with_the_surfaces),
        MR_TEST(test_samples_that_are_too_close_are_left_out),
        MR_TEST(test_slave_begins_with_the_first_sample),
        MR_TEST(test_diagnostics_port_tells_the_slave_s_progress),
        MR_TEST(test_doubtful_run_ends_with_a_warning),
        MR_TEST(test_wrong_parameters_are_sentences),
        MR_TEST(test_parameters_of_another_block_are_refused),
        MR_TEST(test_label_tells_which_block_it_was),
        MR_TEST(test_failure_of_the_slave_ends_the_run),
        MR_TEST(test_answers_and_samples_that_are_no_numbers_end_the_run),
        MR_TEST(test_dialog_learns_the_signals),
    };
    return mr_test_main("xcos_block", tests, sizeof tests / sizeof *tests, argc, argv);
}
