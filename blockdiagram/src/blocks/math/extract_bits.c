/* Extract Bits: neighbouring bits of an integer, as an unsigned number. With the scaling preserved
 * they keep their place value, else they count from the lowest of them */
#include "blocks/elements.h"
#include "blocks/families.h"

typedef enum choice { UPPER_HALF, LOWER_HALF, FROM_TOP, TO_BOTTOM, RANGE } choice;

typedef struct extract {
    choice choice;
    bool as_integer;
    long count, low, high; /* count of the two in the middle, bits of a range */
    int first, last;       /* of the input, once its type is known */
} extract;

static bd_status setup(bd_block *block) {
    static const char *const choices[] = {"Upper half",
                                          "Lower half",
                                          "Range starting with most significant bit",
                                          "Range ending with least significant bit",
                                          "Range of bits",
                                          NULL};
    static const char *const scalings[] = {"Preserve fixed-point scaling",
                                           "Treat bit field as an integer", NULL};
    BD_TRY(bd_setup_ports(block, sizeof(extract), 1, 1));
    extract *e = block->data;
    int chosen = UPPER_HALF, scaling = 0;
    BD_TRY(bd_block_choice(block, "bitsToExtract", choices, &chosen));
    BD_TRY(bd_block_choice(block, "outScalingMode", scalings, &scaling));
    e->choice = (choice)chosen;
    e->as_integer = scaling == 1;
    if (chosen == FROM_TOP || chosen == TO_BOTTOM)
        BD_TRY(bd_block_whole(block, "numBits", 1, 64, &e->count));
    if (chosen == RANGE) {
        bd_reals range;
        BD_TRY(bd_reals_read(block, "bitIdxRange", &range));
        if (range.count != 2 || !(range.values[0] >= 0.0 && range.values[1] >= range.values[0] &&
                                  range.values[1] < 64.0))
            return bd_block_fail(block, BD_BAD_PARAMETER,
                                 "bitIdxRange must be the numbers of a first and a last bit");
        e->low = (long)range.values[0];
        e->high = (long)range.values[1];
    }
    return bd_block_read_sample_time(block, NULL);
}

static bd_status propagate(bd_block *block) {
    extract *e = block->data;
    BD_TRY(bd_propagate_dims(block, 0, 0));
    BD_TRY(bd_require_real(block));
    if (!bd_port_has_type(block->inputs))
        return BD_OK;
    int type = block->inputs->shape.type;
    int bits = type == BD_LOGICAL ? 8 : bd_type_bits(type);
    if (bits == 0)
        return bd_block_fail(block, BD_BAD_SIGNAL, "bits can be extracted from integers only");
    e->first = e->choice == UPPER_HALF ? bits / 2
               : e->choice == FROM_TOP ? bits - (int)e->count
               : e->choice == RANGE    ? (int)e->low
                                       : 0;
    e->last = e->choice == LOWER_HALF  ? bits / 2 - 1
              : e->choice == TO_BOTTOM ? (int)e->count - 1
              : e->choice == RANGE     ? (int)e->high
                                       : bits - 1;
    if (e->first < 0 || e->last >= bits)
        return bd_block_fail(block, BD_BAD_PARAMETER, "the input has %d bits only", bits);
    int width = e->as_integer ? e->last - e->first + 1 : e->last + 1;
    int out = width > 32 ? BD_UINT64 : bd_integer_of(width, false);
    return bd_port_set_type(block->outputs, out);
}

static bd_status outputs(bd_block *block) {
    const extract *e = block->data;
    for (int i = 0; i < block->outputs->width; i++) {
        double number = bd_port_real(block->inputs, i);
        unsigned long long pattern =
            number < 0.0 ? (unsigned long long)(long long)number : (unsigned long long)number;
        int count = e->last - e->first + 1;
        pattern >>= e->first;
        if (count < 64)
            pattern &= (1ULL << count) - 1ULL;
        if (!e->as_integer)
            pattern <<= e->first;
        bd_port_put(block->outputs, i, (double)pattern);
    }
    return BD_OK;
}

BD_BLOCK_TYPE(type, "Extract Bits", .setup = setup, .propagate = propagate, .outputs = outputs);

const bd_block_type *const bd_blocks_extract_bits[] = {&type, NULL};
