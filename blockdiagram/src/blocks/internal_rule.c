/* "Inherit via internal rule" where integers are multiplied or logical values added: the help asks
 * for a type that represents the ideal result exactly, as far as the target hardware allows. The
 * product of 8 by 8 bits then has 16, of 16 by 16 bits 32. A type with fraction bits is computed in
 * double here, like every other one */
#include "blocks/arithmetic.h"

#include <math.h>

bool bd_out_is_internal(bd_block *block, int inputs) {
    if (bd_type_rule_of(bd_block_out_rule(block)) != BD_RULE_INTERNAL)
        return false;
    for (int i = 0; i < inputs; i++) {
        int type = block->inputs[i].shape.type;
        if (type == BD_INHERITED || (!bd_type_is_integer(type) && type != BD_LOGICAL))
            return false;
    }
    return inputs > 0;
}

int bd_integer_of(int bits, bool is_signed) {
    if (bits > 32)
        return BD_INHERITED;
    if (bits <= 8)
        return is_signed ? BD_INT8 : BD_UINT8;
    if (bits <= 16)
        return is_signed ? BD_INT16 : BD_UINT16;
    return is_signed ? BD_INT32 : BD_UINT32;
}

void bd_round_to_best_precision(double *numbers, size_t count, int bits, bool is_signed) {
    double largest = 0.0;
    int exponent;
    for (size_t i = 0; i < count; i++)
        largest = fmax(largest, fabs(numbers[i]));
    if (largest == 0.0 || isinf(largest))
        return;
    int digits = bits - (is_signed ? 1 : 0);
    frexp(largest, &exponent);
    /* rounding up may need one bit more */
    if (round(ldexp(largest, digits - exponent)) >= ldexp(1.0, digits))
        exponent++;
    for (size_t i = 0; i < count; i++)
        numbers[i] = ldexp(round(ldexp(numbers[i], digits - exponent)), exponent - digits);
}

bd_status bd_out_is_ideal(bd_block *block) {
    bd_block_warn(block, "its internal rule gives a fixed-point type, which is computed in double, "
                         "without its rounding and limits");
    return bd_port_set_type(block->outputs, BD_DOUBLE);
}
