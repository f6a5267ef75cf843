/* Math Function: exp, log, powers, conj, reciprocal, hypot, rem, mod, transpose.
 *
 * mod has the sign of the divisor, rem that of the dividend; mod(u,0) = u, rem(u,0) is not a
 * number. With a divisor that is no whole number, a quotient within rounding of a whole number
 * counts as one (the documented rule: mod(0.3, 0.1) is 0 and not almost 0.1) */
#include "blocks/math/unary.h"
#include "blocks/families.h"

#include <float.h>
#include <string.h>

static double square(double u) {
    return u * u;
}

static double reciprocal(double u) {
    return 1.0 / u;
}

static double power_of_ten(double u) {
    return pow(10.0, u);
}

static double same(double u) {
    return u;
}

static double one_over_root(double u) {
    return 1.0 / sqrt(u);
}

static double complex square_complex(double complex u) {
    return u * u;
}

static double complex magnitude_squared(double complex u) {
    return creal(u) * creal(u) + cimag(u) * cimag(u);
}

static double complex reciprocal_complex(double complex u) {
    return 1.0 / u;
}

static double complex power_of_ten_complex(double complex u) {
    return cexp(u * log(10.0));
}

static double complex log10_complex(double complex u) {
    return clog(u) / log(10.0);
}

static double complex one_over_root_complex(double complex u) {
    return 1.0 / csqrt(u);
}

BD_UNARY_KERNEL(run_exp, exp(u))
BD_UNARY_KERNEL(run_log, log(u))
BD_UNARY_KERNEL(run_square, u *u)
BD_UNARY_KERNEL(run_sqrt, sqrt(u))
BD_UNARY_KERNEL(run_reciprocal, 1.0 / u)

static const bd_unary functions[] = {
    {exp, cexp, run_exp, false, true},
    {log, clog, run_log, false, true},
    {power_of_ten, power_of_ten_complex, NULL, false, true},
    {log10, log10_complex, NULL, false, true},
    {square, magnitude_squared, run_square, true, false},
    {square, square_complex, run_square, false, false},
    {sqrt, csqrt, run_sqrt, false, false},
    {one_over_root, one_over_root_complex, NULL, false, true},
    {same, conj, NULL, false, false},
    {reciprocal, reciprocal_complex, run_reciprocal, false, false},
};
static const char *const names[] = {"exp",       "log",   "10^u",   "log10", "magnitude^2",
                                    "square",    "sqrt",  "1/sqrt", "conj",  "reciprocal",
                                    "pow",       "hypot", "rem",    "mod",   "transpose",
                                    "hermitian", NULL};
enum { POW = 10, HYPOT, REM, MOD, TRANSPOSE, HERMITIAN };

typedef struct math {
    bd_unary_data unary;
    int choice;
    bool signed_power;
    double (*binary)(double a, double b);
} math;

static bool almost_whole_quotient(double u, double v) {
    double quotient = fabs(u / v);
    return v != floor(v) && fabs(quotient - floor(quotient + 0.5)) <= DBL_EPSILON * quotient;
}

static double remainder_of(double u, double v) {
    if (v == 0.0)
        return NAN;
    return almost_whole_quotient(u, v) ? copysign(0.0, u) : fmod(u, v);
}

static double modulus_of(double u, double v) {
    if (v == 0.0)
        return u;
    if (almost_whole_quotient(u, v))
        return 0.0;
    double rest = fmod(u, v);
    return rest != 0.0 && (rest < 0.0) != (v < 0.0) ? rest + v : rest;
}

static double signed_power(double u, double v) {
    return copysign(pow(fabs(u), v), u);
}

static bd_status setup(bd_block *block) {
    BD_TRY(bd_block_make_data(block, sizeof(math)));
    math *m = block->data;
    BD_TRY(bd_unary_read(block, &m->unary, names, &m->choice));
    BD_TRY(bd_block_flag(block, "SignedPower", &m->signed_power));
    m->unary.function = &functions[m->choice < POW ? m->choice : 8];
    m->binary = m->choice == POW     ? (m->signed_power ? signed_power : pow)
                : m->choice == HYPOT ? hypot
                : m->choice == REM   ? remainder_of
                : m->choice == MOD   ? modulus_of
                                     : NULL;
    if (!m->binary)
        return bd_unary_setup(block, &m->unary);
    BD_TRY(bd_cast_read(block, &m->unary.cast));
    return bd_make_ports(block, 2, 1);
}

/* a vector is a column, so its transpose is a row */
static bd_status propagate_transpose(bd_block *block) {
    bd_port *u = block->inputs, *y = block->outputs;
    BD_TRY(bd_propagate_out_type(block, 1));
    BD_TRY(bd_propagate_complexity(u, y));
    if (!bd_port_has_dims(u))
        return BD_OK;
    if (u->shape.rank > 2)
        return bd_block_fail(block, BD_BAD_SIGNAL, "only vectors and matrices can be transposed");
    if (bd_shape_is_scalar(&u->shape))
        return bd_port_set_width(y, 1);
    int columns = u->shape.rank == 1 ? 1 : u->shape.dims[1];
    return bd_port_set_dims(y, 2, (int[]){columns, u->shape.dims[0]});
}

static bd_status propagate(bd_block *block) {
    const math *m = block->data;
    if (m->choice >= TRANSPOSE)
        return propagate_transpose(block);
    if (!m->binary)
        return bd_unary_propagate(block);
    BD_TRY(bd_propagate_dims(block, 0, 1));
    BD_TRY(bd_propagate_out_type(block, 2));
    if (m->choice != POW)
        BD_TRY(bd_require_real(block));
    else
        BD_TRY(m->unary.out_complexity == BD_INHERITED
                   ? bd_propagate_out_complexity(block, 2)
                   : bd_port_set_complexity(block->outputs, m->unary.out_complexity));
    return BD_OK;
}

static bd_status outputs_binary(bd_block *block) {
    const math *m = block->data;
    bool complex_valued = block->outputs->shape.complexity == 1;
    for (int i = 0; i < block->outputs->width; i++) {
        double complex value =
            complex_valued
                ? cpow(bd_port_read(&block->inputs[0], i), bd_port_read(&block->inputs[1], i))
                : m->binary(bd_port_real(&block->inputs[0], i), bd_port_real(&block->inputs[1], i));
        bd_port_write(block->outputs, i, value, &m->unary.cast);
    }
    return BD_OK;
}

static bd_status outputs_transpose(bd_block *block) {
    const math *m = block->data;
    const bd_port *u = block->inputs;
    int rows = u->shape.dims[0], columns = u->shape.rank == 1 ? 1 : u->shape.dims[1];
    for (int c = 0; c < columns; c++)
        for (int r = 0; r < rows; r++) {
            double complex value = bd_port_read(u, r + c * rows);
            bd_port_write(block->outputs, c + r * columns,
                          m->choice == HERMITIAN ? conj(value) : value, &m->unary.cast);
        }
    return BD_OK;
}

static bd_status start(bd_block *block) {
    const math *m = block->data;
    if (m->choice >= TRANSPOSE)
        block->run_outputs = outputs_transpose;
    else if (m->binary)
        block->run_outputs = outputs_binary;
    else
        return bd_unary_start(block);
    return BD_OK;
}

BD_KERNEL(run_pow, pow(*k->u[0], *k->u[1]))
BD_KERNEL(run_mod, modulus_of(*k->u[0], *k->u[1]))

static bool kernel(bd_block *block, bd_kernel *kernel) {
    const math *m = block->data;
    if (!m->binary)
        return m->choice < POW && bd_unary_kernel(block, kernel);
    return bd_kernel_of_scalars(block, kernel,
                                m->choice == MOD   ? run_mod
                                : m->binary == pow ? run_pow
                                                   : NULL);
}

static bd_variable_rule variable(const bd_block *block) {
    const math *m = block->data;
    return m->choice >= TRANSPOSE ? BD_REFUSES_VARIABLE : BD_VARIABLE_ALIKE;
}

BD_BLOCK_TYPE(type, "Math", .variable = variable, .setup = setup, .propagate = propagate,
              .defaults = bd_default_elementwise, .start = start, .outputs = bd_unary_outputs,
              .kernel = kernel);

const bd_block_type *const bd_blocks_math_function[] = {&type, NULL};
