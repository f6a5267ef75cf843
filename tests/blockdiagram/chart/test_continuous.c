/* charts in continuous time against closed forms */
#include <math.h>
#include <stdlib.h>

#include "case.h"
#include "mr_test.h"

/* falls from 1 with x' = -1 until it is 0, then rises with x' = 2 */
static const char ramp[] = "chart updateMethod CONTINUOUS\nchart actionLanguage 2\n"
                           "d y output\nd x local value 1 continuous 1\n"
                           "s A - or 0 A~du:x_dot=-1;y=x;\ns B - or 0 B~du:x_dot=2;y=x;\n"
                           "t - A - 1\nt A B - 1 [x<=0]";

static void test_events_are_located(void) {
    bd_error error = {0};
    bd_diagram *diagram;
    bd_run *run = case_run(ramp, "ode45", &diagram, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(run);
    CU_ASSERT_EQUAL(bd_run_set_stop_time(run, 3.0, &error), BD_OK);
    CU_ASSERT_EQUAL_FATAL(bd_run_complete(run, &error), BD_OK);
    const bd_record *record = bd_run_record(run, 0);
    for (size_t i = 0; i < record->row_count; i++) {
        const double t = bd_run_record_time(run, 0, i);
        MR_ASSERT_CLOSE(*bd_run_record_row(run, 0, i), t < 1.0 ? 1.0 - t : 2.0 * (t - 1.0), 1e-9);
    }
    CU_ASSERT(bd_run_statistics(run).zero_crossings >= 1);
    bd_run_free(run);
    bd_diagram_free(diagram);
}

/* a ball: h'' = -9.81 from 1 m at rest; at the ground v becomes -0.8 v. Times of impact in closed
 * form: sqrt(2/g), then each flight lasts 2 v/g */
static void test_states_jump_in_actions(void) {
    static const char ball[] = "chart updateMethod CONTINUOUS\nchart actionLanguage 2\n"
                               "d y output\nd h local value 1 continuous 1\n"
                               "d v local continuous 1\n"
                               "s A - or 0 A~du:h_dot=v;v_dot=-9.81;y=h;\n"
                               "t - A - 1\nt A A - 1 [h<=0 && v<0]{v=-0.8*v;h=0;}";
    const double g = 9.81, fall = sqrt(2.0 / g);
    bd_error error = {0};
    bd_diagram *diagram;
    bd_run *run = case_run(ball, "ode45", &diagram, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(run);
    const double v1 = 0.8 * g * fall, top = fall + v1 / g;
    CU_ASSERT_EQUAL(bd_run_set_stop_time(run, top, &error), BD_OK);
    CU_ASSERT_EQUAL_FATAL(bd_run_complete(run, &error), BD_OK);
    const bd_record *record = bd_run_record(run, 0);
    MR_ASSERT_CLOSE(*bd_run_record_row(run, 0, record->row_count - 1), v1 * v1 / (2.0 * g), 1e-6);
    bd_run_free(run);
    bd_diagram_free(diagram);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_events_are_located),
        MR_TEST(test_states_jump_in_actions),
    };
    return mr_test_main("chart_continuous", tests, sizeof tests / sizeof *tests, argc, argv);
}
