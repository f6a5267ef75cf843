/* "Inherit via internal rule" where integers are multiplied, logical values added, or fixed-point
 * types met: the help asks for a type that represents the ideal result exactly, as far as the
 * target hardware allows. The product of 8 by 8 bits then has 16, of 16 by 16 bits 32. What the
 * hardware does not allow, beyond 32 bits, is kept exact here, and told.
 * (Simulink's help, "Data Type Inheritance Rules": where a type is efficient on the hardware and
 * holds the ideal result, the internal rule, Keep MSB, Keep LSB and Match scaling all give it) */
#include "blocks/arithmetic.h"

#include <math.h>

#include "base/fixed.h"

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

bool bd_as_fixed(int type, bd_fixed *fixed) {
    const bd_fixed *own = bd_fixed_of(type);
    if (own) {
        *fixed = *own;
        return true;
    }
    *fixed =
        (bd_fixed){bd_type_is_signed(type), type == BD_LOGICAL ? 1 : bd_type_bits(type), 1.0, 0.0};
    return type == BD_LOGICAL || bd_type_is_integer(type);
}

/* log2 of the slope; false if it is none, or with a bias */
static bool is_binary(const bd_fixed *f, int *exponent) {
    bool power = frexp(f->slope, exponent) == 0.5;
    --*exponent;
    return power && f->bias == 0.0;
}

static int type_or_double(const bd_fixed *fixed) {
    int type = bd_fixed_type(fixed);
    return type == BD_INHERITED ? BD_DOUBLE : type;
}

int bd_fixed_holding(int a, int b, int more) {
    bd_fixed x, y;
    int low_x, low_y;
    if (!bd_as_fixed(a, &x) || !bd_as_fixed(b, &y))
        return BD_DOUBLE;
    if (!is_binary(&x, &low_x) || !is_binary(&y, &low_y))
        return a == b && more == 0 ? a : BD_DOUBLE;
    int high_x = low_x + x.bits - x.is_signed, high_y = low_y + y.bits - y.is_signed;
    int low = low_x < low_y ? low_x : low_y, high = (high_x > high_y ? high_x : high_y) + more;
    bool is_signed = x.is_signed || y.is_signed;
    return type_or_double(&(bd_fixed){is_signed, high - low + is_signed, ldexp(1.0, low), 0.0});
}

/* fixed-point among integers, and the rule is internal */
static bool is_fixed_rule(bd_block *block, int inputs) {
    bool fixed = false;
    bd_fixed one;
    for (int i = 0; i < inputs; i++) {
        int type = block->inputs[i].shape.type;
        if (type == BD_INHERITED || !bd_as_fixed(type, &one))
            return false;
        fixed = fixed || bd_fixed_of(type);
    }
    return fixed && bd_type_rule_of(bd_block_out_rule(block)) == BD_RULE_INTERNAL;
}

/* what the hardware decides is not known here */
static int tell_wide(bd_block *block, int type) {
    const bd_fixed *f = bd_fixed_of(type);
    if (type == BD_DOUBLE)
        bd_block_warn(block,
                      "its internal rule gives a type that double takes the place of, without "
                      "rounding and limits");
    else if (f && f->bits > 32)
        bd_block_warn(
            block,
            "its internal rule depends on the target hardware; here the type is %s, which "
            "holds the ideal result",
            bd_fixed_name(type));
    return type;
}

int bd_fixed_sum(bd_block *block, int inputs) {
    if (!is_fixed_rule(block, inputs))
        return BD_INHERITED;
    int type = block->inputs->shape.type, more = 0;
    for (int i = 1; i < inputs && type != BD_DOUBLE; i++)
        type = bd_fixed_holding(type, block->inputs[i].shape.type, 0);
    while ((1 << more) < inputs)
        more++;
    return tell_wide(block, type == BD_DOUBLE ? type : bd_fixed_holding(type, type, more));
}

int bd_fixed_product(bd_block *block, int inputs) {
    if (!is_fixed_rule(block, inputs))
        return BD_INHERITED;
    bd_fixed all = {false, 0, 1.0, 0.0}, one;
    for (int i = 0; i < inputs; i++) {
        int type = block->inputs[i].shape.type;
        if (!bd_as_fixed(type, &one) || one.bias != 0.0)
            return tell_wide(block, BD_DOUBLE);
        all.is_signed = all.is_signed || one.is_signed;
        all.bits += type == BD_LOGICAL ? 0 : one.bits;
        all.slope *= one.slope;
    }
    return tell_wide(block, type_or_double(&all));
}

double bd_best_slope(const double *numbers, size_t count, int bits, bool is_signed) {
    double largest = 0.0;
    int exponent, digits = bits - (is_signed ? 1 : 0);
    for (size_t i = 0; i < count; i++)
        largest = fmax(largest, fabs(numbers[i]));
    if (largest == 0.0 || !isfinite(largest))
        return 1.0;
    frexp(largest, &exponent);
    /* rounding up may need one bit more */
    if (round(ldexp(largest, digits - exponent)) >= ldexp(1.0, digits))
        exponent++;
    return ldexp(1.0, exponent - digits);
}

void bd_round_to_best_precision(double *numbers, size_t count, int bits, bool is_signed) {
    double slope = bd_best_slope(numbers, count, bits, is_signed);
    for (size_t i = 0; i < count; i++)
        if (isfinite(numbers[i]))
            numbers[i] = round(numbers[i] / slope) * slope;
}

bd_status bd_out_is_ideal(bd_block *block) {
    bd_block_warn(block, "its internal rule gives a fixed-point type, which is computed in double, "
                         "without its rounding and limits");
    return bd_port_set_type(block->outputs, BD_DOUBLE);
}
