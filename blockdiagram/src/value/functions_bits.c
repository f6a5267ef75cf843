/* bits of whole numbers that are not negative: doubles up to 2^53, or integer classes */
#include <math.h>
#include <string.h>

#include "value/functions.h"
#include "value/operators.h"

enum { AND, OR, XOR, SHIFT };

static bool as_bits(bd_calc *calc, const bd_value *x, size_t k, uint64_t *bits) {
    const long double number = bd_element_read_long(x->re, x->type, k);
    const bool fits = bd_value_is_integer(x) || (number <= 9007199254740992.0L);

    if (!(number >= 0.0L) || number != floorl(number) || !fits) {
        bd_calc_refuse(calc, "bits are those of whole numbers from 0 to 2^53");
        return false;
    }
    *bits = (uint64_t)number;
    return true;
}

static uint64_t shifted(uint64_t bits, double by) {
    if (by >= 64.0 || by <= -64.0)
        return 0;
    return by >= 0.0 ? bits << (unsigned)by : bits >> (unsigned)-by;
}

/* all bits of the class, or 53 for doubles */
static uint64_t mask_of(bd_class type) {
    switch (bd_class_bytes(type)) {
    case 1:
        return type == BD_INT8 ? 0x7f : 0xff;
    case 2:
        return type == BD_INT16 ? 0x7fff : 0xffff;
    case 4:
        return type == BD_INT32 ? 0x7fffffff : type == BD_SINGLE ? 0xffffff : 0xffffffff;
    default:
        return type == BD_DOUBLE ? 0x1fffffffffffff : type == BD_INT64 ? INT64_MAX : UINT64_MAX;
    }
}

static const bd_value *run_bits(bd_calc *calc, bd_call *call) {
    const bd_value *a = call->args[0];
    const bd_value *b = call->args[1];
    bd_expansion walk;
    bd_class type;

    if (call->code == SHIFT ? !bd_value_is_number_like(a) || !bd_value_is_number_like(b)
                            : !bd_op_result_class(calc, call->name, a, b, &type))
        return bd_calc_refuse(calc, "'%s' needs whole numbers", call->name);
    if (call->code == SHIFT)
        type = bd_value_is_numeric(a) ? a->type : BD_DOUBLE;
    else if (a->type == BD_LOGICAL && b->type == BD_LOGICAL)
        type = BD_LOGICAL;
    if (a->im || b->im || !bd_expansion_begin(calc, call->name, a, b, &walk))
        return bd_calc_refuse(calc, "'%s' needs real numbers", call->name);
    bd_value *made = bd_calc_new(calc, type, walk.rank, walk.dims, false);
    for (size_t k = 0; made && k < made->count; k++, bd_expansion_next(&walk)) {
        uint64_t x, y = 0, result;
        if (!as_bits(calc, a, walk.a, &x) || (call->code != SHIFT && !as_bits(calc, b, walk.b, &y)))
            return NULL;
        if (call->code == SHIFT) {
            const double by = bd_value_real_at(b, walk.b);
            if (by != floor(by))
                return bd_calc_refuse(calc, "bits are shifted by a whole number");
            result = shifted(x, by) & mask_of(type);
        } else {
            result = call->code == AND ? x & y : call->code == OR ? x | y : x ^ y;
        }
        bd_element_write_long(made->re, type, k, (long double)result);
    }
    return made;
}

/* the same bytes as another class */
static const bd_value *run_typecast(bd_calc *calc, bd_call *call) {
    const bd_value *x = call->args[0];
    const char *name = bd_calc_string(calc, call->args[1], "the class");
    bd_class type = BD_DOUBLE;

    if (!name)
        return NULL;
    if (!bd_class_find(name, &type) || !bd_value_is_number_like(x) || x->im || type == BD_CELL ||
        type == BD_STRUCT)
        return bd_calc_refuse(calc, "'typecast' makes real numbers of real numbers");
    const size_t bytes = x->count * bd_class_bytes(x->type), each = bd_class_bytes(type);
    const bool column = x->rank == 2 && x->dims[1] == 1 && x->dims[0] != 1;
    if (bytes % each != 0)
        return bd_calc_refuse(calc, "%zu bytes are no whole number of elements of class %s", bytes,
                              name);
    bd_value *made =
        bd_calc_matrix(calc, type, column ? bytes / each : 1, column ? 1 : bytes / each);
    if (made && bytes > 0)
        memcpy(made->re, x->re, bytes);
    return made;
}

static const bd_value *run_swapbytes(bd_calc *calc, bd_call *call) {
    bd_value *made = bd_value_is_number_like(call->args[0]) && !call->args[0]->im
                         ? bd_calc_copy(calc, call->args[0])
                         : NULL;
    if (!made)
        return bd_calc_refuse(calc, "'swapbytes' needs real numbers");
    const size_t each = bd_class_bytes(made->type);
    unsigned char *bytes = made->re;
    for (size_t k = 0; k < made->count; k++)
        for (size_t b = 0; b < each / 2; b++) {
            const unsigned char other = bytes[k * each + b];
            bytes[k * each + b] = bytes[k * each + each - 1 - b];
            bytes[k * each + each - 1 - b] = other;
        }
    return made;
}

const bd_function bd_functions_bits[] = {BD_FUNCTION(typecast, 2, 2),
                                         BD_FUNCTION(swapbytes, 1, 1),
                                         BD_VARIANT("bitand", 2, 2, run_bits, AND),
                                         BD_VARIANT("bitor", 2, 2, run_bits, OR),
                                         BD_VARIANT("bitxor", 2, 2, run_bits, XOR),
                                         BD_VARIANT("bitshift", 2, 2, run_bits, SHIFT),
                                         BD_FUNCTIONS_END};
