/* Sqrt: sqrt, signedSqrt (sign(u) * sqrt|u|), rSqrt (1/sqrt(u)) */
#include "blocks/math/unary.h"
#include "blocks/families.h"

static double signed_root(double u) {
    return copysign(sqrt(fabs(u)), u);
}

static double reciprocal_root(double u) {
    return 1.0 / sqrt(u);
}

static double complex reciprocal_root_complex(double complex u) {
    return 1.0 / csqrt(u);
}

BD_UNARY_KERNEL(run_sqrt, sqrt(u))
BD_UNARY_KERNEL(run_signed, signed_root(u))
BD_UNARY_KERNEL(run_reciprocal, reciprocal_root(u))

static const bd_unary functions[] = {
    {sqrt, csqrt, run_sqrt, false, false},
    {signed_root, NULL, run_signed, false, false},
    {reciprocal_root, reciprocal_root_complex, run_reciprocal, false, false},
};

static bd_status setup(bd_block *block) {
    static const char *const operators[] = {"sqrt", "signedSqrt", "rSqrt", NULL};
    static const char *const outputs[] = {"auto", "real", "complex", NULL};
    bd_unary_data *data = bd_block_alloc(block, sizeof *data);
    if (!data)
        return bd_block_no_memory(block);
    int choice = 0, output = 0;
    BD_TRY(bd_block_choice(block, "Operator|Function", operators, &choice));
    BD_TRY(bd_block_choice(block, "OutputSignalType", outputs, &output));
    data->function = &functions[choice];
    data->out_complexity = output == 1 ? 0 : output == 2 ? 1 : BD_INHERITED;
    return bd_unary_setup(block, data);
}

BD_BLOCK_TYPE(type, "Sqrt", .setup = setup, .propagate = bd_unary_propagate,
              .start = bd_unary_start, .outputs = bd_unary_outputs, .kernel = bd_unary_kernel,
              .variable = bd_variable_alike);

const bd_block_type *const bd_blocks_roots[] = {&type, NULL};
