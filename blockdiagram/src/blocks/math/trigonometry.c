/* Trigonometric Function: sin … acosh, atan2, sincos, cos + jsin; angles in radians */
#include "blocks/math/unary.h"
#include "blocks/families.h"

BD_UNARY_KERNEL(run_sin, sin(u))
BD_UNARY_KERNEL(run_cos, cos(u))
BD_UNARY_KERNEL(run_tan, tan(u))

static double complex turn(double complex u) {
    return cexp(CMPLX(-cimag(u), creal(u)));
}

/* in the order of the names below */
static const bd_unary functions[] = {
    {sin, csin, run_sin, false, true},  {cos, ccos, run_cos, false, true},
    {tan, ctan, run_tan, false, true},  {asin, casin, NULL, false, true},
    {acos, cacos, NULL, false, true},   {atan, catan, NULL, false, true},
    {sinh, csinh, NULL, false, true},   {cosh, ccosh, NULL, false, true},
    {tanh, ctanh, NULL, false, true},   {asinh, casinh, NULL, false, true},
    {acosh, cacosh, NULL, false, true}, {atanh, catanh, NULL, false, true},
    {cos, turn, NULL, false, true},
};
static const char *const names[] = {"sin",        "cos",   "tan",    "asin",  "acos",  "atan",
                                    "sinh",       "cosh",  "tanh",   "asinh", "acosh", "atanh",
                                    "cos + jsin", "atan2", "sincos", NULL};
enum { TURN = 12, ATAN2 = 13, SINCOS = 14 };

typedef struct trigonometry {
    bd_unary_data unary;
    int choice;
} trigonometry;

static bd_status setup(bd_block *block) {
    BD_TRY(bd_block_make_data(block, sizeof(trigonometry)));
    trigonometry *t = block->data;
    BD_TRY(bd_unary_read(block, &t->unary, names, &t->choice));
    t->unary.function = &functions[t->choice < ATAN2 ? t->choice : 0];
    if (t->choice == TURN && t->unary.out_complexity == BD_INHERITED)
        t->unary.out_complexity = 1;
    if (t->choice < ATAN2)
        return bd_unary_setup(block, &t->unary);
    t->unary.cast = bd_cast_nearest;
    return bd_make_ports(block, t->choice == ATAN2 ? 2 : 1, t->choice == SINCOS ? 2 : 1);
}

static bd_status propagate(bd_block *block) {
    const trigonometry *t = block->data;
    if (t->choice < ATAN2)
        return bd_unary_propagate(block);
    BD_TRY(bd_propagate_dims(block, 0, block->input_count - 1));
    BD_TRY(bd_require_real(block));
    BD_TRY(bd_propagate_out_type(block, block->input_count));
    if (block->output_count == 2)
        BD_TRY(bd_propagate_type(&block->outputs[0], &block->outputs[1]));
    for (int i = 0; i < block->input_count; i++)
        if (bd_port_has_type(&block->inputs[i]) && !bd_type_is_float(block->inputs[i].shape.type))
            return bd_block_fail(block, BD_BAD_SIGNAL,
                                 "the function needs a floating-point input (double or single)");
    return BD_OK;
}

static bd_status outputs(bd_block *block) {
    const trigonometry *t = block->data;
    bd_port *y = block->outputs;
    for (int i = 0; i < y->width; i++) {
        double u = bd_port_real(&block->inputs[0], i);
        if (t->choice == ATAN2) {
            bd_port_write(y, i, atan2(u, bd_port_real(&block->inputs[1], i)), &t->unary.cast);
        } else {
            bd_port_write(&y[0], i, sin(u), &t->unary.cast);
            bd_port_write(&y[1], i, cos(u), &t->unary.cast);
        }
    }
    return BD_OK;
}

BD_KERNEL(run_atan2, atan2(*k->u[0], *k->u[1]))

static bd_status start(bd_block *block) {
    const trigonometry *t = block->data;
    return t->choice < ATAN2 ? bd_unary_start(block) : BD_OK;
}

static bool kernel(bd_block *block, bd_kernel *kernel) {
    const trigonometry *t = block->data;
    if (t->choice < ATAN2)
        return bd_unary_kernel(block, kernel);
    return t->choice != SINCOS && bd_kernel_of_scalars(block, kernel, run_atan2);
}

BD_BLOCK_TYPE(type, "Trigonometry", .setup = setup, .propagate = propagate,
              .defaults = bd_default_elementwise, .start = start, .outputs = outputs,
              .kernel = kernel, .variable = bd_variable_alike);

const bd_block_type *const bd_blocks_trigonometry[] = {&type, NULL};
