/* parts of the indicator in closed form, for a slave with two power bonds and an input between them
 * that makes no power */
#include "indicator.h"
#include "mr_test.h"

#include <math.h>
#include <string.h>

enum { INPUTS = 3, OUTPUTS = 6 };

static const mr_variable inputs[] = {{"F", "N", 1, MR_NONE, 1, MR_CONTINUOUS},
                                     {"brake", "", 1, MR_NONE, MR_NONE, MR_CONTINUOUS},
                                     {"G", "N", 1, MR_NONE, 4, MR_CONTINUOUS}};
static const mr_variable outputs[] = {
    {"x", "m", 1, MR_NONE, MR_NONE, MR_CONTINUOUS}, {"v", "m/s", 1, 0, MR_NONE, MR_CONTINUOUS},
    {"a", "m/s2", 1, 1, MR_NONE, MR_CONTINUOUS},    {"y", "m", 1, MR_NONE, MR_NONE, MR_CONTINUOUS},
    {"w", "m/s", 1, 3, MR_NONE, MR_CONTINUOUS},     {"b", "m/s2", 1, 4, MR_NONE, MR_CONTINUOUS}};
static const mr_coordinate coordinates[] = {{0, 1, 2}, {3, 4, 5}};

/* 2 kg and 4 kg; the inputs move the other coordinate, too, a little */
static const double AU[2 * INPUTS] = {0.5, 9.0, 0.1, 0.1, 9.0, 0.25};

static mr_status matrices(void *slave, double *Au, double *Ap, double *Av) {
    (void)slave;
    memcpy(Au, AU, sizeof AU);
    memset(Ap, 0, 4 * sizeof *Ap);
    memset(Av, 0, 4 * sizeof *Av);
    return MR_OK;
}

static const mr_slave_type type = {.interface_matrices = matrices};
static const mr_foresight nothing = {.n = 0};

/* at rest in x = 1, y = 2 at t = 0, but for the velocities */
static mr_indicator begin(double v, double w) {
    const mr_slave_description d = {.input_count = INPUTS,
                                    .inputs = inputs,
                                    .output_count = OUTPUTS,
                                    .outputs = outputs,
                                    .coordinate_count = 2,
                                    .coordinates = coordinates};
    mr_indicator i;
    CU_ASSERT_EQUAL_FATAL(mr_indicator_open(&i, &type, &d, MR_INDICATOR_AUTO, &nothing), MR_OK);
    CU_ASSERT_EQUAL_FATAL(i.bond_count, 2);
    const double row[OUTPUTS] = {1.0, v, 0.0, 2.0, w, 0.0}, u[INPUTS] = {0.0};
    mr_indicator_start(&i, 0.0, row, u);
    return i;
}

/* one step with constant inputs to these positions and velocities */
static void step(mr_indicator *i, double from, double to, int64_t steps, const double *mean,
                 const double *motion, const mr_foresight *foresight) {
    const double row[OUTPUTS] = {motion[0], motion[1], 0.0, motion[2], motion[3], 0.0};
    mr_indicator_begin_step(i, from, to - from);
    mr_indicator_slave(i, &type, NULL, from, to, steps, mean, row, foresight);
}

/* the correction takes gain times what was made back over a step, from each mass in proportion to
 * its momentum: 22 J move, of which 0.15 J are taken in 0.1 s */
static void test_the_correction_takes_back_what_was_made(void) {
    const double h = 0.1, v = 2.0, w = -3.0, kinetic = v * v + 2.0 * w * w;
    const struct {
        double created, kinetic_before, rate;
    } cases[] = {
        {0.3, 0.0, 0.5 * 0.3 / (2.0 * h * kinetic)},
        {0.3, 150.0, 0.5 * 0.3 / (2.0 * h * kinetic)},
        {0.3, 1000.0, 0.5 * 0.3 / (2.0 * h * 100.0)}, /* a tenth of the mean counts at least */
        {100.0, 0.0, 0.1 / h},                        /* a tenth of the speed at most */
        {-0.3, 0.0, 0.0},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        mr_indicator i = begin(v, w);
        step(&i, 0.0, h, 1, (const double[]){7.0, 7.0, 7.0}, (const double[]){1.2, v, 1.7, w},
             &nothing);
        i.gain = 0.5;
        i.sums.created = cases[k].created;
        i.sums.kinetic = cases[k].kinetic_before;
        for (int again = 0; again < 3; again++)
            mr_indicator_begin_step(&i, h, h);
        double u[INPUTS] = {10.0, 20.0, 30.0};
        mr_indicator_correct(&i, u);
        MR_ASSERT_CLOSE(u[0] - 10.0, -cases[k].rate * 2.0 * v, 1e-12);
        CU_ASSERT_EQUAL(u[1], 20.0);
        MR_ASSERT_CLOSE(u[2] - 30.0, -cases[k].rate * 4.0 * w, 1e-12);
        for (int j = 0; j < INPUTS; j++)
            CU_ASSERT_EQUAL(mr_indicator_prediction_error(&i, 0, j), 0.0);
        for (int j = 0; j < INPUTS; j++)
            CU_ASSERT_EQUAL(i.miss[0][j], 0.0);
        mr_indicator_close(&i);
    }
}

/* without masses there is nothing to take it from */
static void test_no_correction_without_masses(void) {
    mr_indicator i = begin(2.0, -3.0);
    i.gain = 0.5;
    i.sums.created = 0.3;
    i.inverse_mass[1] = 0.25;
    mr_indicator_begin_step(&i, 0.0, 0.1);
    double u[INPUTS] = {0.0};
    mr_indicator_correct(&i, u);
    CU_ASSERT_EQUAL(u[0], 0.0);
    MR_ASSERT_CLOSE(u[2], 0.5 * 0.3 / (0.2 * 18.0) * 12.0, 1e-12);
    mr_indicator_close(&i);
}

/* work of a step: the constant forces times the ways; of an input asked for at two times the means
 * of what was asked */
static void test_work_of_the_slave(void) {
    mr_indicator i = begin(0.0, 0.0);
    step(&i, 0.0, 0.1, 1, (const double[]){3.0, 50.0, 7.0}, (const double[]){1.5, 0.0, 1.9, 0.0},
         &nothing);
    MR_ASSERT_CLOSE(i.sums.raw.energy[1], 3.0 * 0.5 - 7.0 * 0.1, 1e-12);
    const double row[OUTPUTS] = {1.7, 0.0, 0.0, 1.5, 0.0, 0.0};
    mr_indicator_begin_step(&i, 0.1, 0.2);
    mr_indicator_asked(&i, 0.2, (const double[]){5.0, 50.0, 1.0});
    mr_indicator_slave(&i, &type, NULL, 0.1, 0.3, 2, NULL, row, &nothing);
    /* from 3 to 5 and on at 5: 4.5 on the mean; from 7 to 1 and on: 2.5 */
    MR_ASSERT_CLOSE(i.sums.raw.energy[1] - i.sums.raw.energy[0], 4.5 * 0.2 - 2.5 * 0.4, 1e-12);
    CU_ASSERT_EQUAL(i.sums.raw.t[1], 0.3);
    mr_indicator_close(&i);
}

/* where the slave takes the motion over, the work of its jumps is told by the corrections of the
 * positions: of coordinates that a model foresees, and of all bonds */
static void test_work_of_jumps(void) {
    const int yes = 1;
    const double zeros[6] = {0.0}, correction[6] = {0.01, -0.02, 50.0, 50.0, 50.0, 50.0};
    mr_foresight f = {.coordinates = coordinates,
                      .deviation = zeros,
                      .taken_over = &yes,
                      .correction = correction};
    for (f.n = 0; f.n <= 2; f.n++) {
        mr_indicator i = begin(0.0, 0.0);
        const double u[OUTPUTS] = {1.0, 0.0, 0.0, 2.0, 0.0, 0.0}, mean[INPUTS] = {3.0, 50.0, 7.0};
        mr_indicator_master(&i, 0.0, mean, u);
        mr_indicator_master(&i, 0.05, mean, u);
        const double each = (f.n > 0 ? 0.03 : 0.0) - (f.n > 1 ? 0.14 : 0.0);
        for (int k = 1; k <= 3; k++) {
            step(&i, 0.1 * (k - 1), 0.1 * k, k, mean, (const double[]){1.0, 0.0, 2.0, 0.0}, &f);
            MR_ASSERT_CLOSE(i.sums.jumped, k * each, 1e-12);
        }
        mr_indicator_close(&i);
    }
}

/* 6 W go in and 10 W come out: 4 W are made. A master that goes back beyond its last point counts
 * on from there, wherever the slave is: what was made stays made, and grows as before */
static void test_a_master_that_goes_far_back(void) {
    mr_indicator i = begin(2.0, 0.0);
    double u[OUTPUTS] = {1.0, 2.0, 0.0, 2.0, 0.0, 0.0};
    for (int k = 1; k <= 5; k++) {
        const double t = 0.2 * k;
        step(&i, t - 0.2, t, k, (const double[]){5.0, 0.0, 0.0},
             (const double[]){1.0 + 2.0 * t, 2.0, 2.0, 0.0}, &nothing);
    }
    for (int k = 0; k <= 9; k++) {
        u[0] = 1.0 + 0.2 * k;
        mr_indicator_master(&i, 0.1 * k, (const double[]){3.0, 0.0, 0.0}, u);
        MR_ASSERT_CLOSE(i.sums.created, 0.4 * k, 1e-12);
        MR_ASSERT_CLOSE(i.sums.exchanged, 0.6 * k, 1e-12);
    }
    for (int k = 5; k <= 9; k++) { /* again from 0.5 s */
        u[0] = 1.0 + 0.2 * k;
        mr_indicator_master(&i, 0.1 * k, (const double[]){3.0, 0.0, 0.0}, u);
        MR_ASSERT_CLOSE(i.sums.created, 3.6 + 0.4 * (k - 5), 1e-12);
    }
    /* the newest point once more, elsewhere: as if it had not been */
    u[0] = 1.0 + 0.2 * 9 + 0.5;
    mr_indicator_master(&i, 0.9, (const double[]){3.0, 0.0, 0.0}, u);
    MR_ASSERT_CLOSE(i.sums.master.energy[1] - i.sums.master.energy[0], 3.0 * 0.7, 1e-12);
    MR_ASSERT_CLOSE(i.sums.exchanged, 0.6 * 13 + 1.5, 1e-12);
    mr_indicator_close(&i);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_the_correction_takes_back_what_was_made),
        MR_TEST(test_no_correction_without_masses),
        MR_TEST(test_work_of_the_slave),
        MR_TEST(test_work_of_jumps),
        MR_TEST(test_a_master_that_goes_far_back),
    };
    return mr_test_main("indicator_parts", tests, sizeof tests / sizeof *tests, argc, argv);
}
