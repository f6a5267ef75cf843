/* what a variable-step solver tells of the time within its last step: the states at both ends, and
 * between them the closed form as closely as its order lets it */
#include "engine/run.h"
#include "mini.h"

#include <math.h>

/* x1 = exp(-t) cos(2 t), x2 = exp(-t) sin(2 t) */
static const char *const spiral = "set StopTime 3\nset MaxStep 0.05\nset RelTol 1e-8\n"
                                  "StateSpace s A='[-1 -2; 2 -1]' B='[0;0]' C=eye(2) "
                                  "D='[0;0]' X0='[1;0]'\n"
                                  "Constant u\nOutport y\nu -> s\ns -> y\n";

static double off(const bd_run *run, double t) {
    return hypot(run->x[0] - exp(-t) * cos(2.0 * t), run->x[1] - exp(-t) * sin(2.0 * t));
}

static void forget(bd_run *run) {
    run->x[0] = run->x[1] = NAN;
}

static void test_states_within_a_step(void) {
    static const struct {
        const char *solver;
        double error;
    } cases[] = {{"ode45", 1e-8}, {"ode23", 1e-5}, {"ode15s", 1e-6}, {"ode113", 1e-6}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        bd_options o = bd_options_default();
        o.solver = cases[k].solver;
        mini *m = mini_create(spiral, &o);
        CU_ASSERT_EQUAL_FATAL(m->error.status, BD_OK);
        bd_run *run = m->run;
        CU_ASSERT_EQUAL_FATAL(bd_run_start(run, &m->error), BD_OK);
        const bd_solver_type *solver = run->model->solver;
        double before[2] = {1.0, 0.0};
        for (int step = 0; step < 40; step++) {
            const double begin = run->clock.time;
            CU_ASSERT_EQUAL_FATAL(bd_run_step(run, &m->error), BD_OK);
            const double end = run->clock.time, after[2] = {run->x[0], run->x[1]};
            CU_ASSERT_FATAL(end > begin);
            for (int part = 0; part <= 8; part++) {
                const double t = part == 8 ? end : begin + 0.125 * part * (end - begin);
                forget(run);
                CU_ASSERT_EQUAL(solver->interpolate(run, run->solver_memory, t), BD_OK);
                CU_ASSERT(off(run, t) < cases[k].error);
                const double *at = part == 0 ? before : after;
                for (int i = 0; i < 2 && part % 8 == 0; i++)
                    MR_ASSERT_CLOSE(run->x[i], at[i], 1e-15);
            }
            forget(run); /* beyond the step nothing is known: it is its end */
            CU_ASSERT_EQUAL(solver->interpolate(run, run->solver_memory, end + 1.0), BD_OK);
            for (int i = 0; i < 2; i++) {
                MR_ASSERT_CLOSE(run->x[i], after[i], 1e-15);
                before[i] = run->x[i] = after[i];
            }
            run->clock.time = end; /* evaluations within the step have moved it */
        }
        mini_free(m);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {MR_TEST(test_states_within_a_step)};
    return mr_test_main("interpolation", tests, sizeof tests / sizeof *tests, argc, argv);
}
