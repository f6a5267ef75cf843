/* two blocks are compiled to the same only if they agree in all that they declare */
#include "mr_test.h"

#include "engine/instance.h"

#include <string.h>

/* one block: two inputs, two outputs, two rates */
typedef struct sample {
    bd_block block;
    bd_port inputs[2], outputs[2];
    bd_rate rates[2];
} sample;

static void fill(sample *s) {
    memset(s, 0, sizeof *s);
    s->block = (bd_block){.inputs = s->inputs,
                          .outputs = s->outputs,
                          .rates = s->rates,
                          .input_count = 2,
                          .output_count = 2,
                          .rate_count = 2};
    for (int i = 0; i < 2; i++) {
        s->inputs[i].shape = s->outputs[i].shape =
            (bd_shape){.type = BD_DOUBLE, .rank = 2, .dims = {2, 3}};
        s->rates[i].sample_time = (bd_sample_time){0.5, 0.25};
        s->inputs[i].sample_time = s->outputs[i].sample_time = (bd_sample_time){0.5, 0.25};
    }
}

/* ---- what may differ ---- */

#define CHANGE(name, what)                                                                         \
    static void name(sample *s) {                                                                  \
        what;                                                                                      \
    }
CHANGE(states, s->block.state_count = 1)
CHANGE(discrete_states, s->block.discrete_count = 1)
CHANGE(sums, s->block.sum_count = 1)
CHANGE(modes, s->block.mode_count = 1)
CHANGE(zero_crossings, s->block.zero_crossing_count = 1)
CHANGE(work, s->block.work_size = 8)
CHANGE(fewer_inputs, s->block.input_count = 1)
CHANGE(fewer_outputs, s->block.output_count = 1)
CHANGE(first_feedthrough, s->inputs[0].feedthrough = true)
CHANGE(last_feedthrough, s->inputs[1].feedthrough = true)
CHANGE(fewer_rates, s->block.rate_count = 1)
CHANGE(port_based, s->block.port_based_rates = true)
CHANGE(no_constant, s->block.refuses_constant = true)
CHANGE(minor_steps, s->block.minor_steps = true)
CHANGE(always_terminate, s->block.always_terminate = true)
CHANGE(first_period, s->rates[0].sample_time.period = 1.0)
CHANGE(last_period, s->rates[1].sample_time.period = 1.0)
CHANGE(last_offset, s->rates[1].sample_time.offset = 0.0)
CHANGE(input_rank, s->inputs[1].shape.rank = 1)
CHANGE(input_rows, s->inputs[0].shape.dims[0] = 1)
CHANGE(input_columns, s->inputs[1].shape.dims[1] = 1)
CHANGE(input_type, s->inputs[1].shape.type = BD_INT8)
CHANGE(input_complexity, s->inputs[0].shape.complexity = 1)
CHANGE(output_rank, s->outputs[0].shape.rank = 1)
CHANGE(output_columns, s->outputs[1].shape.dims[1] = 1)
CHANGE(output_type, s->outputs[0].shape.type = BD_INT8)
CHANGE(output_complexity, s->outputs[1].shape.complexity = 1)
CHANGE(output_is_state, s->outputs[1].is_state = true)
CHANGE(output_from_state, s->outputs[0].from_state = true)
CHANGE(input_period, s->inputs[1].sample_time.period = 1.0)
CHANGE(output_offset, s->outputs[1].sample_time.offset = 0.0)
/* of no weight: these follow from the model */
CHANGE(nothing, (void)s)
CHANGE(connected, s->inputs[0].connected = true)
CHANGE(beyond_the_rank, s->inputs[0].shape.dims[2] = 7)

static void test_every_declaration_counts(void) {
    static const struct {
        void (*change)(sample *);
        bool size, declaration; /* differs then */
    } cases[] = {
        {states, true, true},
        {discrete_states, true, true},
        {sums, true, true},
        {modes, true, true},
        {zero_crossings, true, true},
        {work, true, true},
        {fewer_inputs, true, true},
        {fewer_outputs, true, true},
        {first_feedthrough, true, true},
        {last_feedthrough, true, true},
        {fewer_rates, false, true},
        {port_based, false, true},
        {no_constant, false, true},
        {minor_steps, false, true},
        {always_terminate, false, true},
        {first_period, false, true},
        {last_period, false, true},
        {last_offset, false, true},
        {input_rank, false, true},
        {input_rows, false, true},
        {input_columns, false, true},
        {input_type, false, true},
        {input_complexity, false, true},
        {output_rank, false, true},
        {output_columns, false, true},
        {output_type, false, true},
        {output_complexity, false, true},
        {output_is_state, false, true},
        {output_from_state, false, true},
        {input_period, false, true},
        {output_offset, false, true},
        {nothing, false, false},
        {connected, false, false},
        {beyond_the_rank, false, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sample a, b;
        fill(&a);
        fill(&b);
        cases[i].change(&b);
        CU_ASSERT_EQUAL(bd_same_sizes(&a.block, &b.block), !cases[i].size);
        CU_ASSERT_EQUAL(bd_same_sizes(&b.block, &a.block), !cases[i].size);
        CU_ASSERT_EQUAL(bd_same_declarations(&a.block, &b.block), !cases[i].declaration);
        CU_ASSERT_EQUAL(bd_same_declarations(&b.block, &a.block), !cases[i].declaration);
    }
}

/* buses are compared by what they hold, wherever that is */
static void test_buses_of_equal_elements_are_alike(void) {
    bd_bus_element one[] = {{.name = "x", .shape = {.type = BD_DOUBLE, .rank = 1, .dims = {1}}}};
    bd_bus_element two[] = {{.name = "x", .shape = {.type = BD_DOUBLE, .rank = 1, .dims = {1}}}};
    bd_bus_element other[] = {{.name = "x", .shape = {.type = BD_INT8, .rank = 1, .dims = {1}}}};
    const bd_bus buses[] = {{.name = "B", .elements = one, .count = 1, .size = 8},
                            {.name = "B", .elements = two, .count = 1, .size = 8},
                            {.name = "B", .elements = other, .count = 1, .size = 1}};
    static const bool alike[3][4] = {
        {true, true, false, false}, {true, true, false, false}, {false, false, true, false}};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++) {
            sample a, b;
            fill(&a);
            fill(&b);
            a.outputs[1].shape.type = b.outputs[1].shape.type = BD_BUS;
            a.outputs[1].shape.bus = &buses[i];
            b.outputs[1].shape.bus = k < 3 ? &buses[k] : NULL; /* not known yet */
            CU_ASSERT_EQUAL(bd_same_declarations(&a.block, &b.block), alike[i][k]);
            CU_ASSERT_EQUAL(bd_same_declarations(&b.block, &a.block), alike[i][k]);
        }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_every_declaration_counts),
        MR_TEST(test_buses_of_equal_elements_are_alike),
    };
    return mr_test_main("blockdiagram_alike", tests, sizeof tests / sizeof *tests, argc, argv);
}
