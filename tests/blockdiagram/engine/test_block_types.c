/* block types of this file, as an S-function may be one: hits at times of their own, states that
 * are put back on their curve, function-calls element by element, data that a saved state has */
#include "blockdiagram/block.h"
#include "mini.h"

#include "blocks/families.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- hits: each is told by the block ---- */

static double doubling(double now) {
    return now == 0.0 ? 0.125 : 2.0 * now;
}

static double standing(double now) {
    return now < 0.5 ? now + 0.25 : now;
}

static double creeping(double now) {
    return now + 1e-14;
}

static double striding(double now) {
    return now + 0.5;
}

static bd_status setup_hits(bd_block *block) {
    BD_TRY(bd_block_set_inputs(block, 0));
    BD_TRY(bd_block_set_outputs(block, 1));
    return bd_block_set_sample_time(block, BD_VARIABLE);
}

static bd_status next_hit(bd_block *block, double *time) {
    const char *way = bd_block_text(block, "Way");
    *time = strcmp(way, "doubling") == 0   ? doubling(*time)
            : strcmp(way, "standing") == 0 ? standing(*time)
            : strcmp(way, "creeping") == 0 ? creeping(*time)
                                           : striding(*time);
    return BD_OK;
}

/* how many hits there were, by a discrete state */
static bd_status setup_counted(bd_block *block) {
    BD_TRY(setup_hits(block));
    bd_block_set_discrete_states(block, 1);
    return BD_OK;
}

static bd_status outputs_hits(bd_block *block) {
    if (bd_is_hit(block, 0) && bd_is_major(block))
        *bd_output(block, 0) = block->discrete[0] + 1.0;
    return BD_OK;
}

static bd_status update_hits(bd_block *block) {
    if (bd_is_hit(block, 0))
        block->discrete[0] += 1.0;
    return BD_OK;
}

static const bd_block_type type_hits = {.name = "Hits",
                                        .setup = setup_counted,
                                        .next_hit = next_hit,
                                        .outputs = outputs_hits,
                                        .update = update_hits};

/* ---- a circle: x' = -y, y' = x; every step is pulled back to the radius 1 ---- */

static bd_status setup_circle(bd_block *block) {
    BD_TRY(bd_block_set_inputs(block, 0));
    BD_TRY(bd_block_set_outputs(block, 1));
    bd_block_set_states(block, 2);
    return bd_block_set_sample_time(block, BD_CONTINUOUS);
}

static bd_status propagate_circle(bd_block *block) {
    return bd_port_set_width(block->outputs, 2);
}

static bd_status begin_circle(bd_block *block) {
    block->x[0] = 1.0;
    return BD_OK;
}

static bd_status outputs_circle(bd_block *block) {
    memcpy(bd_output(block, 0), block->x, 2 * sizeof(double));
    return BD_OK;
}

static bd_status derivatives_circle(bd_block *block) {
    block->dx[0] = -block->x[1];
    block->dx[1] = block->x[0];
    return BD_OK;
}

static bd_status project_circle(bd_block *block) {
    const double radius = hypot(block->x[0], block->x[1]);
    block->x[0] /= radius;
    block->x[1] /= radius;
    return BD_OK;
}

static const bd_block_type type_circle = {.name = "Circle",
                                          .setup = setup_circle,
                                          .propagate = propagate_circle,
                                          .initialise = begin_circle,
                                          .outputs = outputs_circle,
                                          .derivatives = derivatives_circle,
                                          .project = project_circle};

/* ---- a caller: what it does at a step is a word of its plan, "call.2 enable.1 …" ---- */

enum { WIDTH = 3 };

static bd_status setup_caller(bd_block *block) {
    BD_TRY(bd_block_set_inputs(block, 0));
    BD_TRY(bd_block_set_outputs(block, 1));
    block->refuses_constant = true;
    return bd_block_set_sample_time(block, (bd_sample_time){1.0, 0.0});
}

static bd_status propagate_caller(bd_block *block) {
    BD_TRY(bd_port_set_type(block->outputs, BD_FUNCTION_CALL));
    return bd_port_set_width(block->outputs, WIDTH);
}

static bd_status outputs_caller(bd_block *block) {
    const char *word = bd_block_text(block, "Plan");
    for (int step = (int)bd_time(block); step > 0 && word; step--)
        word = strchr(word, ' ') ? strchr(word, ' ') + 1 : NULL;
    const char *number = word ? strchr(word, '.') : NULL;
    if (!number)
        return BD_OK;
    const int element = atoi(number + 1);
    bool called = true;
    if (*word == 'c') {
        BD_TRY(bd_block_call(block, 0, element, &called));
        return called == (element >= 0 && element < WIDTH && element != 1)
                   ? BD_OK
                   : bd_block_fail(block, BD_BLOCK_FAILED, "%d called %d", element, called);
    }
    return *word == 'e' ? bd_block_call_enable(block, 0, element)
                        : bd_block_call_disable(block, 0, element);
}

static const bd_block_type type_caller = {.name = "Caller",
                                          .setup = setup_caller,
                                          .propagate = propagate_caller,
                                          .outputs = outputs_caller};

/* ---- a block with memory of its own: how often it ran ---- */

static bd_status setup_keeper(bd_block *block) {
    BD_TRY(bd_block_make_data(block, sizeof(double)));
    BD_TRY(bd_block_set_inputs(block, 0));
    BD_TRY(bd_block_set_outputs(block, 1));
    return bd_block_set_sample_time(block, (bd_sample_time){1.0, 0.0});
}

static bd_status start_keeper(bd_block *block) {
    *(double *)block->data = 0.0;
    return BD_OK;
}

static bd_status outputs_keeper(bd_block *block) {
    *bd_output(block, 0) = ++*(double *)block->data;
    return BD_OK;
}

static size_t keeper_size(const bd_block *block) {
    return strtoul(bd_block_text(block, "Room"), NULL, 10);
}

static bd_status save_keeper(const bd_block *block, void *bytes) {
    memset(bytes, 7, keeper_size(block));
    memcpy(bytes, block->data, sizeof(double));
    return BD_OK;
}

static bd_status restore_keeper(bd_block *block, const void *bytes, size_t size) {
    if (size != keeper_size(block))
        return bd_block_fail(block, BD_BAD_ARGUMENT, "%zu bytes are not %zu", size,
                             keeper_size(block));
    for (size_t i = sizeof(double); i < size; i++)
        if (((const char *)bytes)[i] != 7)
            return bd_block_fail(block, BD_BAD_ARGUMENT, "byte %zu is another block's", i);
    memcpy(block->data, bytes, sizeof(double));
    return BD_OK;
}

static const bd_block_type type_keeper = {.name = "Keeper",
                                          .setup = setup_keeper,
                                          .own_data = true,
                                          .start = start_keeper,
                                          .outputs = outputs_keeper,
                                          .save_size = keeper_size,
                                          .save = save_keeper,
                                          .restore = restore_keeper};

/* ---- a signal that grows: t elements at time t, three at most ---- */

static bd_status propagate_grower(bd_block *block) {
    BD_TRY(bd_port_set_width(block->outputs, 3));
    block->outputs->shape.variable = true;
    return BD_OK;
}

static bd_status outputs_grower(bd_block *block) {
    const int count = (int)bd_time(block);
    BD_TRY(bd_port_resize(block->outputs, &count));
    for (int i = 0; i < block->outputs->width; i++)
        bd_output(block, 0)[i] = 10.0 * count + i;
    return BD_OK;
}

static const bd_block_type type_grower = {.name = "Grower",
                                          .setup = setup_keeper,
                                          .propagate = propagate_grower,
                                          .outputs = outputs_grower};

/* ---- a model of these and of those that everybody has ---- */

static const bd_block_type *find(const char *name) {
#define LIST(family) bd_blocks_##family,
    static const bd_block_type *const own[] = {&type_hits, &type_circle, &type_caller, &type_keeper,
                                               &type_grower};
    static const bd_block_type *const *const families[] = {BD_FAMILY_LIST(LIST) NULL};
#undef LIST
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (strcmp(own[i]->name, name) == 0)
            return own[i];
    for (size_t f = 0; families[f]; f++)
        for (const bd_block_type *const *type = families[f]; *type; type++)
            if (strcmp((*type)->name, name) == 0)
                return *type;
    return NULL;
}

typedef struct made {
    mini m;
    bd_model *model;
} made;

static made make(const char *text) {
    made n = {.model = NULL};
    n.m.diagram = mini_build(text);
    bd_options o = bd_options_default();
    o.log = &n.m.log;
    if (bd_model_compile_with(find, n.m.diagram, NULL, &o, &n.model, &n.m.error) == BD_OK)
        bd_run_create(n.model, NULL, &n.m.run, &n.m.error);
    return n;
}

static made run(const char *text) {
    made n = make(text);
    CU_ASSERT_PTR_NOT_NULL_FATAL(n.m.run);
    bd_run_complete(n.m.run, &n.m.error);
    CU_ASSERT_STRING_EQUAL(n.m.error.text, "");
    return n;
}

static void drop(made *n) {
    bd_run_free(n->m.run);
    bd_model_free(n->model);
    bd_diagram_free(n->m.diagram);
    bd_log_free(&n->m.log);
}

/* ---- tests ---- */

/* at 0, 1/8, 1/4 … and with another one at the same times; between them nothing happens */
static void test_hits_are_where_the_block_says(void) {
    made n =
        run("set SolverName VariableStepDiscrete\nset StopTime 3\nset MaxStep 10\n"
            "Hits a Way=doubling\nHits b Way=striding\nOutport y\nOutport z\na -> y\nb -> z\n");
    static const double times[] = {0, 0.125, 0.25, 0.5, 1, 1.5, 2, 2.5, 3},
                        y[] = {1, 2, 3, 4, 5, 5, 6, 6, 6}, z[] = {1, 1, 1, 2, 3, 4, 5, 6, 7};
    CU_ASSERT_EQUAL_FATAL(mini_rows(&n.m, "y"), 9);
    for (size_t i = 0; i < 9; i++) {
        CU_ASSERT_EQUAL(mini_time(&n.m, "y", i), times[i]);
        CU_ASSERT_EQUAL(mini_value(&n.m, "y", i), y[i]);
        CU_ASSERT_EQUAL(mini_value(&n.m, "z", i), z[i]);
    }
    CU_ASSERT_EQUAL(bd_run_complete(n.m.run, &n.m.error), BD_OK);
    CU_ASSERT_EQUAL(mini_last(&n.m, "y"), 6.0);
    drop(&n);
    /* from another time on */
    n = run(
        "set SolverName VariableStepDiscrete\nset StartTime 0.75\nset StopTime 3\nset MaxStep 10\n"
        "Hits a Way=doubling\nOutport y\na -> y\n");
    CU_ASSERT_EQUAL_FATAL(mini_rows(&n.m, "y"), 3);
    CU_ASSERT_EQUAL(mini_time(&n.m, "y", 1), 1.5);
    CU_ASSERT_EQUAL(mini_last(&n.m, "y"), 3.0);
    drop(&n);
    n = make(
        "set SolverName FixedStepDiscrete\nset FixedStep 0.125\nHits a Way=doubling\nOutport y\n"
        "a -> y\n");
    CU_ASSERT_PTR_NULL(n.m.run);
    CU_ASSERT_STRING_EQUAL(n.m.error.text,
                           "m/a: a variable sample time needs a variable-step solver");
    drop(&n);
}

static void test_hits_that_lead_nowhere_are_told(void) {
    made n = make("set SolverName VariableStepDiscrete\nset StopTime 3\nset MaxStep 10\n"
                  "Hits a Way=standing\nOutport y\na -> y\n");
    CU_ASSERT_EQUAL(bd_run_complete(n.m.run, &n.m.error), BD_BLOCK_FAILED);
    CU_ASSERT_STRING_EQUAL(n.m.error.text,
                           "m/a: its next sample hit 0.5 is not in the future (t = 0.5)");
    drop(&n);
    /* of two that have hits the one that holds time up is named */
    n = make("set SolverName VariableStepDiscrete\nset StopTime 3\nset MaxStep 10\n"
             "Hits a Way=striding\nHits b Way=creeping\nOutport y\nb -> y\nOutport z\na -> z\n");
    CU_ASSERT_EQUAL(bd_run_complete(n.m.run, &n.m.error), BD_BLOCK_FAILED);
    MR_ASSERT_CONTAINS(n.m.error.text,
                       "m/b: time hardly goes on: its sample hits are 1e-14 s apart (t = 9.9");
    CU_ASSERT_EQUAL(bd_run_statistics(n.m.run).major_steps, 10000);
    drop(&n);
}

/* ode1 and ode45 leave the circle; where the block puts them back, the radius is 1 at every step */
static void test_states_are_put_back_on_their_curve(void) {
    static const char *const solvers[] = {"ode1", "ode45"};
    for (int s = 0; s < 2; s++) {
        char text[400];
        snprintf(text, sizeof text,
                 "set SolverName %s\nset FixedStep 0.1\nset RelTol 1e-2\nset StopTime 5\n"
                 "Circle c\nOutport y\nc -> y\n",
                 solvers[s]);
        made n = run(text);
        for (size_t i = 0; i < mini_rows(&n.m, "y"); i++) {
            const double *row = bd_run_record_row(n.m.run, 0, i);
            MR_ASSERT_CLOSE(hypot(row[0], row[1]), 1.0, 4e-16);
            /* a step of Euler turns by atan(h) */
            if (s == 0)
                MR_ASSERT_CLOSE(
                    remainder(atan2(row[1], row[0]) - (double)i * atan(0.1), 2.0 * acos(-1.0)), 0.0,
                    1e-13);
        }
        drop(&n);
    }
}

/* three elements: the first and the third have subsystems, the second has none */
#define CALLED(name, states)                                                                       \
    "SubSystem " name " {\nTriggerPort t TriggerType=function-call StatesWhenEnabling=" states     \
    "\nConstant one\nSum sum Inputs=++\nUnitDelay d SampleTime=-1\nOutport out "                   \
    "OutputWhenDisabled=reset InitialOutput=-5\none -> sum:1\nd -> sum:2\nsum -> d\nsum -> "       \
    "out\n}\n"

static void expect_calls(const char *plan, const double *a, const double *b) {
    char text[1500];
    snprintf(text, sizeof text,
             "set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 7\nCaller c "
             "Plan='%s'\nDemux d Outputs=3\nc -> d\n" CALLED("a", "held")
                 CALLED("b", "reset") "d:1 -> a:trigger\nTerminator e\nd:2 -> e\nd:3 -> "
                                      "b:trigger\nOutport y\na -> y\n"
                                      "Outport z\nb -> z\n",
             plan);
    made n = run(text);
    for (size_t k = 0; k < 8; k++) {
        CU_ASSERT_EQUAL(mini_value(&n.m, "y", k), a[k]);
        CU_ASSERT_EQUAL(mini_value(&n.m, "z", k), b[k]);
    }
    drop(&n);
}

static void test_elements_of_a_call_run_their_subsystems(void) {
    expect_calls("call.0 call.2 call.2 call.1 call.0 call.3 call.-1 call.2",
                 (const double[]){1, 1, 1, 1, 2, 2, 2, 2},
                 (const double[]){-5, 1, 2, 2, 2, 2, 2, 3});
}

/* who is disabled has its outputs reset; enabled again it goes on, or begins anew, as its port says
 */
static void test_callers_enable_and_disable(void) {
    expect_calls("call.0 call.0 disable.0 call.0 disable.0 enable.0 call.0 disable.2",
                 (const double[]){1, 2, -5, 3, -5, -5, 4, 4},
                 (const double[]){-5, -5, -5, -5, -5, -5, -5, -5});
    expect_calls("call.2 call.2 disable.2 call.2 call.2 enable.2 call.2 disable.0",
                 (const double[]){-5, -5, -5, -5, -5, -5, -5, -5},
                 (const double[]){1, 2, -5, 1, 2, 2, 3, 3});
}

/* memory of several blocks, of different sizes, one behind the other */
static void test_saved_states_have_what_blocks_keep(void) {
    made n = make("set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 9\n"
                  "Keeper a Room=8\nKeeper b Room=13\nKeeper c Room=40\nOutport x\nOutport y\n"
                  "Outport z\na -> x\nb -> y\nc -> z\n");
    CU_ASSERT_PTR_NOT_NULL_FATAL(n.m.run);
    CU_ASSERT_EQUAL(bd_run_start(n.m.run, &n.m.error), BD_OK);
    for (int i = 0; i < 4; i++)
        bd_run_step(n.m.run, &n.m.error);
    const size_t size = bd_run_state_size(n.m.run);
    unsigned char *state = malloc(size + 8);
    memset(state + size, 9, 8);
    CU_ASSERT_EQUAL(bd_run_save(n.m.run, state, size, &n.m.error), BD_OK);
    for (int i = 0; i < 8; i++)
        CU_ASSERT_EQUAL(state[size + (size_t)i], 9);
    for (int again = 0; again < 2; again++) {
        for (int i = 0; i < 3; i++)
            bd_run_step(n.m.run, &n.m.error);
        CU_ASSERT_EQUAL(mini_last(&n.m, "x"), 7.0);
        CU_ASSERT_EQUAL(bd_run_restore(n.m.run, state, size, &n.m.error), BD_OK);
    }
    bd_run_step(n.m.run, &n.m.error);
    CU_ASSERT_EQUAL(mini_last(&n.m, "x"), 5.0);
    CU_ASSERT_EQUAL(mini_last(&n.m, "y"), 5.0);
    CU_ASSERT_EQUAL(mini_last(&n.m, "z"), 5.0);
    /* behind the counts of bytes there must be as many */
    for (size_t less = 1; less < 80; less++) {
        unsigned char *shorter = malloc(size - less);
        memcpy(shorter, state, size - less);
        CU_ASSERT_EQUAL(bd_run_restore(n.m.run, shorter, size - less, &n.m.error), BD_BAD_ARGUMENT);
        free(shorter);
    }
    free(state);
    drop(&n);
}

/* what is not there is no number; more than the largest size ends the run */
static void test_a_signal_that_grows(void) {
    made n = make(
        "set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 9\nGrower g\n"
        "Gain h Gain=2\nSum s Inputs=+\ng -> h\ng -> s\nOutport y\nOutport z\nh -> y\ns -> z\n");
    CU_ASSERT_PTR_NOT_NULL_FATAL(n.m.run);
    for (int again = 0; again < 2; again++) {
        CU_ASSERT_EQUAL(bd_run_complete(n.m.run, &n.m.error), BD_BLOCK_FAILED);
        CU_ASSERT_STRING_EQUAL(n.m.error.text,
                               "m/g: output 1 has 4 elements along dimension 1, more "
                               "than its largest size 3 (t = 4)");
        CU_ASSERT_EQUAL_FATAL(mini_rows(&n.m, "y"), 4);
        for (size_t t = 0; t < 4; t++) {
            const double *row = bd_run_record_row(n.m.run, mini_record(&n.m, "y"), t);
            double sum = 0.0;
            for (size_t i = 0; i < 3; i++) {
                const double value = 10.0 * (double)t + (double)i;
                CU_ASSERT(i < t ? row[i] == 2.0 * value : isnan(row[i]));
                sum += i < t ? value : 0.0;
            }
            CU_ASSERT_EQUAL(mini_value(&n.m, "z", t), sum);
        }
    }
    drop(&n);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_hits_are_where_the_block_says),
        MR_TEST(test_hits_that_lead_nowhere_are_told),
        MR_TEST(test_states_are_put_back_on_their_curve),
        MR_TEST(test_elements_of_a_call_run_their_subsystems),
        MR_TEST(test_callers_enable_and_disable),
        MR_TEST(test_saved_states_have_what_blocks_keep),
        MR_TEST(test_a_signal_that_grows),
    };
    return mr_test_main("blockdiagram_block_types", tests, sizeof tests / sizeof *tests, argc,
                        argv);
}
