/* other values in a run may change what follows from shapes: from which port it does so, or from
 * none, is a rule of a block type of this file */
#include "blockdiagram/block.h"
#include "mini.h"

#include <stdio.h>
#include <string.h>

/* a width of k, where its rule finds something to say */
static bd_status read_width(bd_block *block) {
    double k;
    BD_TRY(bd_block_scalar(block, "K", &k));
    *(int *)block->data = (int)k;
    return BD_OK;
}

static bd_status setup_shaper(bd_block *block) {
    BD_TRY(bd_block_make_data(block, sizeof(int)));
    BD_TRY(read_width(block));
    BD_TRY(bd_block_set_inputs(block, 2));
    BD_TRY(bd_block_set_outputs(block, 2));
    bd_block_set_all_feedthrough(block);
    return bd_block_set_sample_time(block, BD_SAMPLE_INHERITED);
}

static bool follows(const bd_block *block, const char *rule) {
    return strcmp(bd_block_text(block, "Rule"), rule) == 0;
}

static bd_status tell(const bd_block *block, const bd_port *from, bd_port *to) {
    return bd_port_has_dims(from) && !bd_port_has_dims(to)
               ? bd_port_set_width(to, *(const int *)block->data)
               : BD_OK;
}

static bd_status propagate_shaper(bd_block *block) {
    bd_port *u = block->inputs, *y = block->outputs;
    if (follows(block, "first input"))
        BD_TRY(tell(block, &u[0], &y[0]));
    if (follows(block, "last input"))
        BD_TRY(tell(block, &u[1], &y[1]));
    if (follows(block, "first output"))
        BD_TRY(tell(block, &y[0], &u[0]));
    if (follows(block, "last output"))
        BD_TRY(tell(block, &y[1], &u[1]));
    if (follows(block, "one of two") && bd_port_has_dims(&u[0]) != bd_port_has_dims(&u[1]))
        BD_TRY(bd_port_set_width(&y[0], *(const int *)block->data));
    return BD_OK;
}

static bd_status default_shaper(bd_block *block, bd_attribute what) {
    if (what == BD_DIMENSIONS && follows(block, "defaults") &&
        !bd_port_has_dims(&block->outputs[1]))
        return bd_port_set_width(&block->outputs[1], *(const int *)block->data);
    return BD_OK;
}

static bd_status outputs_shaper(bd_block *block) {
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < block->outputs[k].width; i++)
            bd_output(block, k)[i] = *(const int *)block->data;
    return BD_OK;
}

static const bd_block_type type_shaper = {.name = "Shaper",
                                          .setup = setup_shaper,
                                          .propagate = propagate_shaper,
                                          .defaults = default_shaper,
                                          .outputs = outputs_shaper,
                                          .retune = read_width};

static const bd_block_type *find(const char *name) {
    return strcmp(name, type_shaper.name) == 0 ? &type_shaper : NULL;
}

/* widths of both inputs and outputs of the shaper in the model that a run has, and what it gives */
static void widths_of(const bd_run *run, double *widths) {
    const bd_model *model = bd_run_model(run);
    for (int i = 0; i < 2; i++) {
        widths[i] = bd_shape_width(bd_model_input_shape(model, i));
        widths[2 + i] = bd_run_record(run, i)->width;
        widths[4 + i] = *bd_run_record_row(run, i, 0);
    }
}

/* a run with another k is what the model compiled with it is, whatever k decides. It is the same
 * model only where nothing but numbers are others */
static void test_other_values_have_the_shapes_that_follow(void) {
    static const struct {
        const char *rule, *u, *y; /* declared widths of the root's inputs; what reads the outputs */
        bool shared;
    } cases[] = {
        {"nothing", "", "", true},          {"first input", "first", "", false},
        {"last input", "last", "", false},  {"first output", "", "first", false},
        {"last output", "", "last", false}, {"defaults", "", "", false},
        {"one of two", "first", "", false}, {"one of two", "last", "", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[900];
        const bool first_u = strcmp(cases[i].u, "first") == 0,
                   last_u = strcmp(cases[i].u, "last") == 0;
        const bool first_y = strcmp(cases[i].y, "first") == 0,
                   last_y = strcmp(cases[i].y, "last") == 0;
        snprintf(
            text, sizeof text,
            "set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 0\n"
            "Inport a Port=1%s\nInport b Port=2%s\nShaper s Rule='%s' K=k\na -> s:1\nb -> s:2\n"
            "Outport y Port=1\nOutport z Port=2\ns:1 -> y\ns:2 -> z\n%s%s",
            first_u ? " PortDimensions=4" : "", last_u ? " PortDimensions=4" : "", cases[i].rule,
            first_y ? "Demux d Outputs='[1 3]'\ns:1 -> d\n" : "",
            last_y ? "Demux e Outputs='[1 3]'\ns:2 -> e\n" : "");
        /* a Demux into one and three elements says what its input is */
        bd_workspace *base = NULL;
        bd_error error = {0};
        CU_ASSERT_EQUAL_FATAL(bd_workspace_create("base", NULL, &base, &error), BD_OK);
        bd_diagram *diagram = mini_build(text);
        double widths[3][6];
        bd_model *model = NULL;
        for (int turn = 0; turn < 3; turn++) {
            /* compiled with 2, the same with 3, and compiled with 3 */
            bd_run *run = NULL;
            bd_model *own = NULL;
            const bd_run_options options = {.base = base};
            bd_workspace_set_scalar(base, "k", turn ? 3.0 : 2.0, NULL);
            if (turn != 1)
                CU_ASSERT_EQUAL_FATAL(
                    bd_model_compile_with(find, diagram, base, NULL, turn ? &own : &model, &error),
                    BD_OK);
            CU_ASSERT_EQUAL_FATAL(
                bd_run_create(own ? own : model, turn == 1 ? &options : NULL, &run, &error), BD_OK);
            CU_ASSERT_EQUAL(bd_run_complete(run, &error), BD_OK);
            widths_of(run, widths[turn]);
            if (turn == 1)
                CU_ASSERT_EQUAL(bd_run_model(run) == model, cases[i].shared);
            bd_run_free(run);
            bd_model_free(own);
        }
        for (int k = 0; k < 6; k++)
            CU_ASSERT_EQUAL(widths[1][k], widths[2][k]);
        CU_ASSERT_EQUAL(memcmp(widths[0], widths[2], 4 * sizeof(double)) == 0, cases[i].shared);
        bd_model_free(model);
        bd_diagram_free(diagram);
        bd_workspace_free(base);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {MR_TEST(test_other_values_have_the_shapes_that_follow)};
    return mr_test_main("blockdiagram_other_shapes", tests, sizeof tests / sizeof *tests, argc,
                        argv);
}
