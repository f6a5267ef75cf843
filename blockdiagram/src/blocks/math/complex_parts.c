/* complex numbers taken apart and put together: Complex to Real-Imag, Complex to Magnitude-Angle,
 * Real-Imag to Complex, Magnitude-Angle to Complex */
#include "blocks/arithmetic.h"
#include "blocks/families.h"

typedef struct parts {
    bool polar;
    bool first, second; /* which of real/imag, magnitude/angle are ports */
    bd_reals constant;  /* the part that has no port */
} parts;

/* the menu says which parts are ports */
static bd_status read_parts(bd_block *block, const char *menu, bool polar) {
    static const char *const cartesian_names[] = {"Real and imag", "Real", "Imag", NULL};
    static const char *const polar_names[] = {"Magnitude and angle", "Magnitude", "Angle", NULL};
    BD_TRY(bd_block_make_data(block, sizeof(parts)));
    parts *p = block->data;
    int choice = 0;
    BD_TRY(bd_block_choice(block, menu, polar ? polar_names : cartesian_names, &choice));
    p->polar = polar;
    p->first = choice != 2;
    p->second = choice != 1;
    return BD_OK;
}

static bd_status setup_apart(bd_block *block, bool polar) {
    BD_TRY(read_parts(block, "Output", polar));
    const parts *p = block->data;
    return bd_make_ports(block, 1, p->first + p->second);
}

static bd_status setup_to_cartesian(bd_block *block) {
    return setup_apart(block, false);
}

static bd_status setup_to_polar(bd_block *block) {
    return setup_apart(block, true);
}

static bd_status propagate_apart(bd_block *block) {
    BD_TRY(bd_propagate_dims(block, 0, 0));
    for (int i = 0; i < block->output_count; i++) {
        BD_TRY(bd_port_set_complexity(&block->outputs[i], 0));
        BD_TRY(bd_propagate_type(block->inputs, &block->outputs[i]));
    }
    return BD_OK;
}

static bd_status outputs_apart(bd_block *block) {
    const parts *p = block->data;
    for (int i = 0; i < block->inputs->width; i++) {
        double complex u = bd_port_read(block->inputs, i);
        double first = p->polar ? cabs(u) : creal(u);
        double second = p->polar ? carg(u) : cimag(u);
        bd_port *y = block->outputs;
        if (p->first)
            bd_port_write(y++, i, first, &bd_cast_nearest);
        if (p->second)
            bd_port_write(y, i, second, &bd_cast_nearest);
    }
    return BD_OK;
}

static bd_status read_constant(bd_block *block) {
    parts *p = block->data;
    return p->first && p->second ? BD_OK : bd_reals_read(block, "ConstantPart", &p->constant);
}

static bd_status setup_together(bd_block *block, bool polar) {
    BD_TRY(read_parts(block, "Input", polar));
    BD_TRY(read_constant(block));
    const parts *p = block->data;
    return bd_make_ports(block, p->first + p->second, 1);
}

static bd_status setup_from_cartesian(bd_block *block) {
    return setup_together(block, false);
}

static bd_status setup_from_polar(bd_block *block) {
    return setup_together(block, true);
}

static bd_status propagate_together(bd_block *block) {
    BD_TRY(bd_propagate_dims(block, 0, block->input_count - 1));
    for (int i = 0; i < block->input_count; i++) {
        BD_TRY(bd_port_set_complexity(&block->inputs[i], 0));
        BD_TRY(bd_propagate_type(&block->inputs[i], block->outputs));
    }
    return bd_port_set_complexity(block->outputs, 1);
}

static bd_status size_together(bd_block *block) {
    const parts *p = block->data;
    return p->first && p->second
               ? BD_OK
               : bd_reals_fit(block, "ConstantPart", &p->constant, block->outputs->width);
}

static bd_status outputs_together(bd_block *block) {
    const parts *p = block->data;
    const bd_port *second = &block->inputs[block->input_count - 1];
    for (int i = 0; i < block->outputs->width; i++) {
        double a = p->first ? bd_port_real(block->inputs, i) : bd_real(&p->constant, i);
        double b = p->second ? bd_port_real(second, i) : bd_real(&p->constant, i);
        double complex y = p->polar ? CMPLX(a * cos(b), a * sin(b)) : CMPLX(a, b);
        bd_port_write(block->outputs, i, y, &bd_cast_nearest);
    }
    return BD_OK;
}

#define APART_TYPE(identifier, type_name, setup_function)                                          \
    BD_BLOCK_TYPE(identifier, type_name, .setup = setup_function, .propagate = propagate_apart,    \
                  .outputs = outputs_apart)
#define TOGETHER_TYPE(identifier, type_name, setup_function)                                       \
    BD_BLOCK_TYPE(identifier, type_name, .setup = setup_function, .propagate = propagate_together, \
                  .size = size_together, .outputs = outputs_together, .retune = read_constant)

APART_TYPE(to_cartesian, "ComplexToRealImag", setup_to_cartesian);
APART_TYPE(to_polar, "ComplexToMagnitudeAngle", setup_to_polar);
TOGETHER_TYPE(from_cartesian, "RealImagToComplex", setup_from_cartesian);
TOGETHER_TYPE(from_polar, "MagnitudeAngleToComplex", setup_from_polar);

const bd_block_type *const bd_blocks_complex_parts[] = {&to_cartesian, &to_polar, &from_cartesian,
                                                        &from_polar, NULL};
