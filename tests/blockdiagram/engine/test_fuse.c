/* chains of scalar operations are put together for minor steps, and must stay what they are to the
 * last bit. The same diagram with two equal elements in every signal is not put together */
#include "mini.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { STATES = 3, MOST = 30 };

/* gains and sums of the states, and of one another; the states' rates are some of them */
static void write_diagram(char *text, size_t room, uint64_t seed, const char *solver, bool twice) {
    mr_random random = {seed};
    const int count = 6 + mr_random_below(&random, MOST - STATES - 6);
    size_t used = (size_t)snprintf(
        text, room, "set SolverName %s\nset StopTime 2\nset FixedStep 0.1\n", solver);
    for (int i = 0; i < STATES; i++) {
        const double x0 = mr_random_uniform(&random, -2.0, 2.0);
        used += (size_t)snprintf(text + used, room - used, "Integrator n%d InitialCondition='", i);
        used += (size_t)snprintf(text + used, room - used, twice ? "[%.17g;%.17g]'\n" : "%.17g'\n",
                                 x0, x0);
    }
    for (int i = STATES; i < count; i++) {
        const int a = mr_random_below(&random, i), b = mr_random_below(&random, i);
        static const char *const signs[] = {"++", "+-", "-+", "--"};
        const char *sign = signs[mr_random_below(&random, 4)];
        const double gain = mr_random_uniform(&random, -1.0, 1.0);
        switch (mr_random_below(&random, 6)) {
        case 0:
        case 1:
        case 2:
            used += (size_t)snprintf(text + used, room - used, "Gain n%d Gain=%.17g\nn%d -> n%d\n",
                                     i, gain, a, i);
            break;
        case 3:
            used += (size_t)snprintf(text + used, room - used,
                                     "Saturate n%d UpperLimit=1.5 LowerLimit=-1.5\nn%d -> n%d\n", i,
                                     a, i);
            break;
        default:
            used += (size_t)snprintf(text + used, room - used,
                                     "Sum n%d Inputs=%s\nn%d -> n%d:1\nn%d -> n%d:2\n", i, sign, a,
                                     i, b, i);
        }
    }
    for (int i = 0; i < STATES; i++) {
        used += (size_t)snprintf(text + used, room - used, "n%d -> n%d\n", count - 1 - i, i);
        used += (size_t)snprintf(text + used, room - used, "Outport y%d Port=%d\nn%d -> y%d\n", i,
                                 i + 1, i == 0 ? 0 : mr_random_below(&random, count), i);
    }
}

static void test_chains_are_the_same_to_the_last_bit(void) {
    static const char *const solvers[] = {"ode4", "ode3", "ode45", "ode14x"};
    int moving = 0;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        char one[6000], two[6000];
        const char *solver = solvers[seed % 4];
        write_diagram(one, sizeof one, seed, solver, false);
        write_diagram(two, sizeof two, seed, solver, true);
        mini *m = mini_run(one, NULL), *n = mini_run(two, NULL);
        int wrong = 0;
        for (int i = 0; i < STATES; i++) {
            const size_t rows = bd_run_record(m->run, i)->row_count;
            CU_ASSERT_EQUAL_FATAL(rows, bd_run_record(n->run, i)->row_count);
            for (size_t k = 0; k < rows; k++) {
                const double *a = bd_run_record_row(m->run, i, k),
                             *b = bd_run_record_row(n->run, i, k);
                wrong += *a != b[0] || *a != b[1] ||
                         bd_run_record_time(m->run, i, k) != bd_run_record_time(n->run, i, k);
            }
            moving += *bd_run_record_row(m->run, i, 0) != *bd_run_record_row(m->run, i, rows - 1);
        }
        if (wrong)
            printf("%d numbers differ: %s", wrong, one);
        CU_ASSERT_EQUAL(wrong, 0);
        mini_free(m);
        mini_free(n);
    }
    CU_ASSERT(moving > 500); /* of 600: it is not that nothing happens */
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {MR_TEST(test_chains_are_the_same_to_the_last_bit)};
    return mr_test_main("blockdiagram_fuse", tests, sizeof tests / sizeof *tests, argc, argv);
}
