/* the one piece of memory of a run: everything in it has a place of its own, inside of the piece,
 * aligned as its numbers need it */
#include "engine/run.h"
#include "engine/variable_size.h"
#include "mini.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct place {
    const char *what;
    uintptr_t begin, end;
} place;

typedef struct places {
    place list[400];
    int count;
} places;

static void add(places *all, const char *what, const void *begin, size_t bytes, size_t alignment) {
    const uintptr_t at = (uintptr_t)begin;
    CU_ASSERT_EQUAL(at % alignment, 0);
    CU_ASSERT_FATAL(all->count < 400);
    if (bytes > 0)
        all->list[all->count++] = (place){what, at, at + bytes};
}

static int by_begin(const void *a, const void *b) {
    const place *p = a, *q = b;
    return p->begin < q->begin ? -1 : p->begin > q->begin;
}

static void expect_apart(places *all, uintptr_t begin, size_t size) {
    qsort(all->list, (size_t)all->count, sizeof *all->list, by_begin);
    for (int i = 0; i < all->count; i++) {
        const place *p = &all->list[i];
        const bool inside = p->begin >= begin && p->end <= begin + size;
        const bool apart = i == 0 || p->begin >= all->list[i - 1].end;
        if (!inside || !apart)
            printf("%s: inside %d, apart %d\n", p->what, inside, apart);
        CU_ASSERT(inside && apart);
    }
}

static void check(const char *text) {
    mini *m = mini_create(text, NULL);
    if (!m->run)
        printf("%s\n", m->error.text);
    CU_ASSERT_PTR_NOT_NULL_FATAL(m->run);
    const bd_run *run = m->run;
    const bd_layout *layout = &run->model->layout;
    places all = {.count = 0}, crossings = {.count = 0};
    int states = 0, discrete = 0, modes = 0, zero = 0;
    for (int i = 0; i < run->model->all_count; i++) {
        const bd_block *b = &run->blocks[i];
        states += b->state_count;
        discrete += b->discrete_count;
        modes += b->mode_count;
        zero += b->zero_crossing_count;
        add(&all, b->path, b->x, (size_t)b->state_count * sizeof(double), 8);
        add(&all, b->path, b->discrete, (size_t)b->discrete_count * sizeof(double), 8);
        add(&all, b->path, b->modes, (size_t)b->mode_count * sizeof(int), 4);
        add(&all, b->path, b->work, b->work_size, 16);
        add(&crossings, b->path, b->zero_crossings, (size_t)b->zero_crossing_count * sizeof(double),
            8);
        CU_ASSERT_EQUAL(b->dx - run->dx, b->x - run->x);
        CU_ASSERT_EQUAL(b->x_tolerance - run->x_tolerance, b->x - run->x);
        for (int k = 0; k < b->output_count; k++) {
            const bd_port *y = &b->outputs[k];
            const size_t size = bd_shape_size(&y->shape);
            if (!y->is_state)
                add(&all, b->path, y->data, size, size > 16 ? 16 : 8);
            if (y->sizes)
                add(&all, b->path, y->sizes, BD_SIZES_BYTES, 8);
        }
        for (int k = 0; k < b->input_count; k++) {
            const bd_port *u = &b->inputs[k], *y = u->source;
            if (y)
                CU_ASSERT_EQUAL((const char *)u->data,
                                (const char *)y->data + (ptrdiff_t)u->source_offset);
        }
    }
    CU_ASSERT_EQUAL(states, layout->state_count);
    CU_ASSERT_EQUAL(discrete, layout->discrete_count);
    CU_ASSERT_EQUAL(modes, layout->mode_count);
    CU_ASSERT_EQUAL(zero, layout->crossing_count);
    /* solvers run over states in groups: there is room behind the last one */
    add(&all, "behind the states", run->x + states, BD_STATE_GROUP * sizeof(double), 8);
    CU_ASSERT_EQUAL((uintptr_t)run->x % 64, 0);
    CU_ASSERT_EQUAL((uintptr_t)run->discrete % 16, 0);
    CU_ASSERT_EQUAL((uintptr_t)run->modes % 16, 0);
    expect_apart(&all, (uintptr_t)run->memory, layout->size);
    expect_apart(&crossings, (uintptr_t)run->crossings, (size_t)zero * sizeof(double));
    CU_ASSERT_EQUAL(bd_run_complete(m->run, &m->error), BD_OK);
    mini_free(m);
}

static void test_everything_has_a_place_of_its_own(void) {
    check("set SolverName ode45\nset StopTime 1\nConstant a Value='int8([1 2 3])'\n"
          "Constant b Value='1:5'\nConstant c Value=2+3i\nConstant d Value=true\n"
          "UnitDelay e SampleTime=0.1\nUnitDelay f SampleTime=0.1\nUnitDelay g SampleTime=0.1\n"
          "UnitDelay h SampleTime=0.1\na -> e\nb -> f\nc -> g\nd -> h\nIntegrator i\nb -> i\n"
          "Integrator j\nClock k\nk -> j\nSaturate l UpperLimit=0.5 LowerLimit=-0.5\ni -> l\n"
          "Abs n\nj -> n\nDiscreteStateSpace o A='[0.5 0;0 0.5]' B='[1;1]' C='[1 1]' D=0 "
          "SampleTime=0.1\nk -> o\nDelay p DelayLength=7 SampleTime=0.1\nk -> p\n"
          "DataTypeConversion q OutDataTypeStr=int16\nk -> q\nRelay r OnSwitchValue=0.3 "
          "OffSwitchValue=0.1\nj -> r\nTransportDelay s DelayTime=0.2\nj -> s\n"
          "Outport y1\nOutport y2 Port=2\nOutport y3 Port=3\nOutport y4 Port=4\nOutport y5 Port=5\n"
          "e -> y1\nf -> y2\ng -> y3\nh -> y4\nl -> y5\nTerminator t\nn -> t\n");
    check("set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 3\n"
          "DigitalClock t SampleTime=1\nBias u Bias='[-1;0;1]'\nt -> u\nFind f\nu -> f\nGain g "
          "Gain=2\n"
          "f -> g\nOutport y\ng -> y\nConstant c Value='int16(1:7)'\nUnitDelay d SampleTime=1\n"
          "c -> d\nOutport z\nd -> z\n");
    check(
        "set SolverName ode4\nset FixedStep 0.1\nset StopTime 1\nset AlgebraicLoopMsg none\n"
        "Sin s\nSubSystem e {\nEnablePort p\nInport u\nIntegrator x InitialCondition='[1;2;3]'\n"
        "u -> x\nGain g Gain='[1;2;3]'\nx -> g\nOutport o\ng -> o\n}\ns -> e:enable\n"
        "Constant v Value='[1;1;1]'\nv -> e\nSubSystem f {\nTriggerPort p TriggerType=either\n"
        "Inport u\nUnitDelay d SampleTime=-1\nu -> d\nOutport o\nd -> o\n}\ns -> f:trigger\n"
        "e -> f\nSum a Inputs=+-\nGain k Gain=0.5\nf -> a\nk -> a:2\na -> k\nOutport y\na -> y\n");
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {MR_TEST(test_everything_has_a_place_of_its_own)};
    return mr_test_main("blockdiagram_memory", tests, sizeof tests / sizeof *tests, argc, argv);
}
