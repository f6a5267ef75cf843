/* code of masks and callbacks that looks at its model and changes it */
#include "mini.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define RUN "set SolverName FixedStepDiscrete\nset FixedStep 1\nset StopTime 4\n"

/* u = 3 through a masked subsystem with a Gain (1) and a Constant (0) inside */
static double masked(const char *mask, const char *code) {
    char text[2000];
    snprintf(text, sizeof text,
             RUN
             "Constant u Value=3\nOutport y\nSubSystem s %s init='%s' {\nInport in\nOutport out\n"
             "Gain k Gain=1\nConstant c Value=0\nSum sum Inputs=++\n"
             "in -> k\nk -> sum:1\nc -> sum:2\nsum -> out\n}\nu -> s\ns -> y\n",
             mask, code);
    mini *m = mini_run(text, NULL);
    if (m->log.count)
        printf("%s\n", m->log.lines[0]);
    CU_ASSERT_EQUAL(m->log.count, 0);
    double y = mini_last(m, "y");
    mini_free(m);
    return y;
}

static void test_masks_set_parameters_inside(void) {
    CU_ASSERT_EQUAL(masked("mask.A=5", "set_param([gcb `/k`], `Gain`, `2*A`);"), 30.0);
    CU_ASSERT_EQUAL(masked("mask.A=5", "set_param([gcb `/k`], `Gain`, num2str(A), `Name`, `k`);"),
                    15.0);
    CU_ASSERT_EQUAL(masked("mask.A=5", "b = sprintf(`%s/c`, gcb); set_param(b, `Value`, `7`)"),
                    10.0);
    CU_ASSERT_EQUAL(masked("mask.A=1", "if A == 1, set_param([gcb `/c`], `Value`, `10`); else, "
                                       "set_param([gcb `/c`], `Value`, `20`); end"),
                    13.0);
    /* how it looks does not matter */
    CU_ASSERT_EQUAL(masked("mask.A=1", "set_param(gcb, `MaskDisplay`, `plot`); "
                                       "set_param([gcb `/k`], `Position`, [1 2 3 4]);"),
                    3.0);
}

static void test_masks_ask_for_parameters(void) {
    CU_ASSERT_EQUAL(masked("mask.A=5", "set_param([gcb `/c`], `Value`, get_param(gcb, `A`));"),
                    8.0);
    CU_ASSERT_EQUAL(masked("mask.A=5", "B = get_param([gcb `/k`], `Gain`);"
                                       "set_param([gcb `/c`], `Value`, [B `+1`]);"),
                    5.0);
    CU_ASSERT_EQUAL(masked("mask.A=5", "v = get_param(gcb, `MaskValues`);"
                                       "set_param([gcb `/c`], `Value`, v{1});"),
                    8.0);
    CU_ASSERT_EQUAL(masked("mask.A=5", "t = get_param(bdroot, `StopTime`);"
                                       "set_param([gcb `/c`], `Value`, t);"),
                    7.0);
    CU_ASSERT_EQUAL(masked("mask.A=5", "set_param([bdroot `/s/c`], `Value`, `9`);"), 12.0);
    CU_ASSERT_EQUAL(masked("mask.A=5", "if strcmp(gcs, bdroot(gcb)) && strcmp(get_param(gcb, "
                                       "`Parent`), gcs), set_param([gcb `/c`], `Value`, `1`); end"),
                    4.0);
    CU_ASSERT_EQUAL(masked("mask.A=5", "f = find_system(gcb, `LookUnderMasks`, `all`, `BlockType`, "
                                       "`Gain`); set_param(f{1}, `Gain`, `4`);"),
                    12.0);
}

/* what is no parameter of a file but known of every block, and of the model */
static void test_masks_ask_who_and_where_a_block_is(void) {
    static const char *const facts[] = {
        "strcmp(get_param(gcb, `Type`), `block`)",
        "strcmp(get_param(gcb, `LinkStatus`), `none`)",
        "strcmp(get_param(gcb, `Name`), `s`)",
        "strcmp(get_param(gcb, `name`), `s`)",
        "strcmp(get_param(gcb, `Path`), `m/s`)",
        "strcmp(get_param(gcb, `Parent`), `m`)",
        "strcmp(get_param([gcb `/k`], `Parent`), gcb)",
        "strcmp(get_param([gcb `/k`], `Handle`), `m/s/k`)",
        "strcmp(get_param([gcb `/k`], `BlockType`), `Gain`)",
        "strcmp(get_param(gcb, `Mask`), `on`)",
        "strcmp(get_param([gcb `/k`], `Mask`), `off`)",
        "isempty(get_param([gcb `/k`], `MaskType`))",
        "isempty(get_param(gcb, `ReferenceBlock`))",
        "isempty(get_param([gcb `/k`], `SourceBlock`))",
        "strcmp(get_param([gcb `/k`], `gain`), `1`)",
        "strcmp(get_param(gcb, `a`), `5`)",
        "isequal(get_param(gcb, `MaskNames`), {`A`; `B`})",
        "isequal(get_param(gcb, `MaskValues`), {`5`; `6`})",
        "isempty(get_param([gcb `/k`], `MaskValues`))",
        "isequal(size(get_param([gcb `/k`], `MaskNames`)), [0 0])",
        "isequal(get_param([gcb `/sum`], `Ports`)(1:3), [2 1 0])",
        "strcmp(get_param(bdroot, `Name`), `m`)",
        "strcmp(get_param(bdroot, `Type`), `block_diagram`)",
        "strcmp(get_param(bdroot, `SimulationStatus`), `initializing`)",
        "strcmp(get_param(bdroot, `stoptime`), `4`)",
        "isempty(get_param(bdroot, `FileName`))",
        "isempty(get_param(bdroot, `Parent`))",
        "numel(find_system(bdroot, `LookUnderMasks`, `all`, `BlockType`, `Constant`)) == 2",
        "numel(find_system(gcb, `LookUnderMasks`, `all`, `SearchDepth`, 1)) == 6",
        "numel(find_system(gcb, `LookUnderMasks`, `all`, `BlockType`, `Sum`, `Name`, `sum`)) == 1",
        "isempty(find_system(gcb, `LookUnderMasks`, `all`, `BlockType`, `Sum`, `Name`, `k`))",
        "isempty(find_system(gcb, `LookUnderMasks`, `all`, `NoSuch`, `1`))",
    };
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        char code[400];
        snprintf(code, sizeof code, "if %s, set_param([gcb `/c`], `Value`, `1`); end", facts[i]);
        const double y = masked("mask.A=5 mask.B=6", code);
        if (y != 4.0)
            printf("\n    not so: %s", facts[i]);
        CU_ASSERT_EQUAL(y, 4.0);
    }
}

/* the values of all variables at once; those of a block that was looked at before stay */
static void test_masks_set_the_values_of_other_masks(void) {
    mini *m = mini_run(RUN "Constant u Value=3\nOutport y\n"
                           "SubSystem s mask.A=1 init='set_param([gcb `/t`], `MaskValues`, {`20`; "
                           "`300`});' {\nInport in\nOutport out\n"
                           "SubSystem t mask.B=1 mask.C=2 {\nInport in\nOutport out\n"
                           "Gain k Gain=B\nBias c Bias=C\nin -> k\nk -> c\nc -> out\n}\n"
                           "in -> t\nt -> out\n}\nu -> s\ns -> y\n",
                       NULL);
    CU_ASSERT_EQUAL(m->log.count, 0);
    CU_ASSERT_EQUAL(mini_last(m, "y"), 3.0 * 20.0 + 300.0);
    mini_free(m);
    /* the mask of a block that is compiled already cannot be set any more, but to what it is */
    m = mini_run(RUN "Constant u Value=3\nOutport y\n"
                     "SubSystem s mask.A=7 init='set_param(gcb, `MaskValues`, {`7`}); "
                     "set_param(gcb, `MaskValues`, {`8`});' {\nInport in\nOutport out\n"
                     "Gain k Gain=A\nin -> k\nk -> out\n}\nu -> s\ns -> y\n",
                 NULL);
    CU_ASSERT_EQUAL(m->log.count, 1);
    CU_ASSERT(mini_log_has(m, "m/s was compiled before its parameter 'A' was set"));
    CU_ASSERT_EQUAL(mini_last(m, "y"), 21.0);
    mini_free(m);
}

static void test_commands_and_unknown_names_in_masks(void) {
    mini *m = mini_run(RUN "Constant u Value=3\nOutport y\nSubSystem s mask.A=1 "
                           "init='set_param(bdroot, `SimulationCommand`, `stop`);"
                           "x = get_param(bdroot, `Nothing`);"
                           "y = get_param(`m/none`, `Name`); z = find_system(`m/gone`);"
                           "set_param(bdroot, `StopTime`, `3`);' {\n"
                           "Inport in\nOutport out\nin -> out\n}\nu -> s\ns -> y\n",
                       NULL);
    CU_ASSERT_EQUAL(m->log.count, 3);
    CU_ASSERT(mini_log_has(m, "the model m has no parameter 'Nothing'"));
    CU_ASSERT(mini_log_has(m, "m has no block 'm/none'"));
    CU_ASSERT(mini_log_has(m, "m has no block 'm/gone'"));
    CU_ASSERT_EQUAL(mini_rows(m, "y"), 4); /* the new stop time counts */
    mini_free(m);
}

static void test_what_cannot_be_set_is_told(void) {
    mini *m = mini_run(RUN "Constant u Value=3\nOutport y\nSubSystem s mask.A=1 "
                           "init='set_param([gcb `/none`], `Gain`, `2`);"
                           "x = get_param(gcb, `Nothing`); set_param([gcb `/k`], `Gain`, 2);"
                           "set_param([gcb `/k`], `Gain`, `6`);' {\n"
                           "Inport in\nOutport out\nGain k Gain=1\nin -> k\nk -> out\n}\n"
                           "u -> s\ns -> y\n",
                       NULL);
    CU_ASSERT_EQUAL(m->log.count, 3);
    CU_ASSERT(mini_log_has(m, "m has no block 'm/s/none'"));
    CU_ASSERT(mini_log_has(m, "m/s has no parameter 'Nothing'"));
    CU_ASSERT_EQUAL(mini_last(m, "y"), 18.0);
    mini_free(m);
}

/* the diagram itself stays as it was: two simulations of it do not meet */
/* in a value of a mask, and of a block without one */
static void test_the_current_block_in_values(void) {
    static const char set[] = "set_param([gcb `/c`], `Value`, num2str(A));";
    CU_ASSERT_EQUAL(masked("mask.A=numel(gcb)-numel(bdroot)", set), 5.0);
    CU_ASSERT_EQUAL(masked("mask.A=sum(double(gcb)==47)", set), 4.0);
    mini *m = mini_run(RUN "Constant four Value=numel(gcb)-numel(bdroot)-1\nOutport y\n"
                           "four -> y\n",
                       NULL);
    CU_ASSERT_EQUAL(mini_last(m, "y"), 4.0);
    mini_free(m);
}

static void test_the_diagram_is_not_changed(void) {
    mini *m = mini_run(RUN "Constant u Value=3\nOutport y\nSubSystem s mask.A=1 "
                           "init='set_param([gcb `/k`], `Gain`, `2`);' {\n"
                           "Inport in\nOutport out\nGain k Gain=1\nin -> k\nk -> out\n}\n"
                           "u -> s\ns -> y\n",
                       NULL);
    CU_ASSERT_STRING_EQUAL(bd_node_parameter(bd_diagram_find(m->diagram, "s/k"), "Gain"), "1");
    CU_ASSERT_EQUAL(mini_last(m, "y"), 6.0);
    mini_free(m);
}

/* a mask that sets the mask of a block inside, whose code uses it */
static void test_masks_in_masks(void) {
    mini *m = mini_run(RUN "Constant u Value=3\nOutport y\nSubSystem s mask.A=4 "
                           "init='set_param([gcb `/t`], `B`, `A+1`);' {\n"
                           "Inport in\nOutport out\nSubSystem t mask.B=1 init='C = 2*B;' {\n"
                           "Inport in\nOutport out\nGain k Gain=C\nin -> k\nk -> out\n}\n"
                           "in -> t\nt -> out\n}\nu -> s\ns -> y\n",
                       NULL);
    CU_ASSERT_EQUAL(mini_last(m, "y"), 30.0);
    CU_ASSERT_EQUAL(m->log.count, 0);
    mini_free(m);
}

/* a variant's label set by the mask around it, and a branch of the model by its InitFcn */
static void test_masks_choose_variants(void) {
    mini *m =
        mini_run(RUN "Constant u Value=3\nOutport y\nSubSystem s mask.A=2 "
                     "init='set_param([gcb `/v`], `LabelModeActiveChoice`, sprintf(`L%d`, A));' {\n"
                     "Inport in\nOutport out\nConstant other Value=8\n"
                     "VariantSource v VariantControls={`L1`,`L2`} VariantControlMode=label "
                     "LabelModeActiveChoice=L1\n"
                     "in -> v:1\nother -> v:2\nv -> out\n}\nu -> s\ns -> y\n",
                 NULL);
    CU_ASSERT_EQUAL(mini_last(m, "y"), 8.0);
    mini_free(m);
}

static void test_callbacks_set_the_model(void) {
    static const char text[] =
        "Model {\nName \"c\"\nSolver \"FixedStepDiscrete\"\nFixedStep \"1\"\nStopTime \"4\"\n"
        "InitFcn \"set_param(bdroot,'StopTime','6'); set_param('c/k','Value','5');\"\n"
        "System {\nBlock {\nBlockType Constant\nName \"k\"\n}\nBlock {\nBlockType Outport\nName "
        "\"y\"\n}\nLine {\nSrcBlock \"k\"\nSrcPort 1\nDstBlock \"y\"\nDstPort 1\n}\n}\n}\n";
    mini m = {0};
    CU_ASSERT_EQUAL_FATAL(
        bd_diagram_read_memory(text, sizeof text - 1, "c.mdl", NULL, &m.diagram, &m.log, &m.error),
        BD_OK);
    CU_ASSERT_EQUAL_FATAL(bd_run_compile(m.diagram, NULL, NULL, NULL, &m.run, &m.error), BD_OK);
    CU_ASSERT_EQUAL(bd_run_complete(m.run, &m.error), BD_OK);
    CU_ASSERT_EQUAL(mini_rows(&m, "y"), 7);
    CU_ASSERT_EQUAL(mini_last(&m, "y"), 5.0);
    bd_run_free(m.run);
    bd_diagram_free(m.diagram);
    bd_log_free(&m.log);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_masks_set_parameters_inside),
        MR_TEST(test_masks_ask_for_parameters),
        MR_TEST(test_masks_ask_who_and_where_a_block_is),
        MR_TEST(test_masks_set_the_values_of_other_masks),
        MR_TEST(test_commands_and_unknown_names_in_masks),
        MR_TEST(test_what_cannot_be_set_is_told),
        MR_TEST(test_the_current_block_in_values),
        MR_TEST(test_the_diagram_is_not_changed),
        MR_TEST(test_masks_in_masks),
        MR_TEST(test_masks_choose_variants),
        MR_TEST(test_callbacks_set_the_model),
    };
    return mr_test_main("blockdiagram_masks", tests, sizeof tests / sizeof *tests, argc, argv);
}
