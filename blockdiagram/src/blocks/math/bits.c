/* bits of integers: Bitwise Operator, Bit Set, Bit Clear, Shift Arithmetic.
 *
 * Numbers are taken as two's complement patterns of their own width. A mask is given as number or
 * as text such as bin2dec('1101'); floating-point signals are refused except for shifts, which
 * multiply by a power of two */
#include "blocks/arithmetic.h"
#include "blocks/elements.h"
#include "blocks/families.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "blockdiagram/error.h"

typedef enum bit_operation { BIT_AND, BIT_OR, BIT_NAND, BIT_NOR, BIT_XOR, BIT_NOT } bit_operation;

typedef struct bits {
    bit_operation operation;
    bool use_mask;
    bd_reals mask;
    int shift; /* to the left if positive */
    bool shift_port;
    bool shift_left; /* else positive numbers shift to the right */
} bits;

static bits *make(bd_block *block) {
    block->data = bd_block_alloc(block, sizeof(bits));
    return block->data;
}

static bd_status check_mask(bd_block *block, const bits *b) {
    for (size_t i = 0; i < b->mask.count; i++)
        if (!(fabs(b->mask.values[i]) <= 0x1p53) || b->mask.values[i] != floor(b->mask.values[i]))
            return bd_block_fail(block, BD_BAD_PARAMETER, "BitMask must be whole numbers");
    return BD_OK;
}

/* Bitwise Logical Operator of older files: the second operand is a number, or its hexadecimal
 * digits as text */
static bd_status read_operand(bd_block *block, bits *b) {
    const bd_value *value;
    BD_TRY(bd_block_value(block, "Operand2", &value));
    if (value->type != BD_CHAR) {
        BD_TRY(bd_reals_read(block, "Operand2", &b->mask));
        return check_mask(block, b);
    }
    double *mask = bd_block_alloc(block, sizeof *mask);
    char *digits = NULL, *end = NULL;
    bd_error error = {0};
    if (!mask)
        return bd_block_no_memory(block);
    if (bd_value_text(value, "Operand2", &digits, &error) != BD_OK)
        return bd_block_fail(block, error.status, "%s", error.text);
    *mask = (double)strtoull(digits, &end, 16);
    const bool good = end != digits && *end == '\0' && strlen(digits) <= 12;
    free(digits);
    b->mask = (bd_reals){mask, 1};
    return good ? BD_OK
                : bd_block_fail(block, BD_BAD_PARAMETER,
                                "Operand2 must be a number or hexadecimal digits");
}

static bd_status setup_bitwise(bd_block *block) {
    static const char *const names[] = {"AND", "OR", "NAND", "NOR", "XOR", "NOT", NULL};
    const bool is_old = bd_block_written(block, "Operand2") != NULL;
    bits *b = make(block);
    if (!b)
        return bd_block_no_memory(block);
    int operation = 0;
    long inputs = 1;
    b->use_mask = true;
    BD_TRY(bd_block_choice(block, is_old ? "Operator" : "logicop", names, &operation));
    BD_TRY(bd_block_flag(block, "UseBitMask", &b->use_mask));
    b->operation = (bit_operation)operation;
    b->use_mask = b->use_mask && b->operation != BIT_NOT;
    if (b->use_mask && is_old) {
        BD_TRY(read_operand(block, b));
    } else if (b->use_mask) {
        BD_TRY(bd_reals_read(block, "BitMask", &b->mask));
        BD_TRY(check_mask(block, b));
    } else if (b->operation != BIT_NOT) {
        BD_TRY(bd_block_whole(block, "NumInputPorts", 1, 10000, &inputs));
    }
    return bd_make_ports(block, (int)inputs, 1);
}

static bd_status setup_one_bit(bd_block *block, bit_operation operation) {
    bits *b = make(block);
    double *mask = bd_block_alloc(block, sizeof *mask);
    if (!b || !mask)
        return bd_block_no_memory(block);
    long bit = 0;
    BD_TRY(bd_block_whole(block, "iBit", 0, 52, &bit));
    *mask = ldexp(1.0, (int)bit);
    if (operation == BIT_AND)
        *mask = -1.0 - *mask; /* all others */
    b->operation = operation;
    b->use_mask = true;
    b->mask = (bd_reals){mask, 1};
    return bd_make_ports(block, 1, 1);
}

static bd_status setup_set(bd_block *block) {
    return setup_one_bit(block, BIT_OR);
}

static bd_status setup_clear(bd_block *block) {
    return setup_one_bit(block, BIT_AND);
}

static bd_status propagate_bits(bd_block *block) {
    for (int i = 0; i < block->input_count; i++) {
        int type = block->inputs[i].shape.type;
        if (type != BD_INHERITED && !bd_type_is_integer(type) && type != BD_LOGICAL)
            return bd_block_fail(block, BD_BAD_SIGNAL,
                                 "input %d must be an integer signal to have bits", i + 1);
    }
    BD_TRY(bd_propagate_same(block));
    return bd_require_real(block);
}

static bd_status size_shift(bd_block *block) {
    return bd_require_fitting(block, 0);
}

static bd_status size_bits(bd_block *block) {
    const bits *b = block->data;
    return b->use_mask ? bd_reals_fit(block, "BitMask", &b->mask, block->outputs->width) : BD_OK;
}

static int64_t combine(bit_operation operation, int64_t a, int64_t b) {
    switch (operation) {
    case BIT_AND:
    case BIT_NAND:
        return a & b;
    case BIT_OR:
    case BIT_NOR:
        return a | b;
    default:
        return a ^ b;
    }
}

/* those of uint64 from 2^63 on are the same ones below zero */
static int64_t bits_of(double number) {
    return bd_whole(number >= 0x1p63 ? number - 0x1p64 : number, INT64_MIN, INT64_MAX);
}

static bd_status outputs_bits(bd_block *block) {
    static const bd_cast wrapped = {BD_ROUND_ZERO, false, false};
    const bits *b = block->data;
    bd_port *y = block->outputs;
    for (int i = 0; i < y->width; i++) {
        int64_t value = bits_of(bd_port_real(&block->inputs[0], i));
        for (int k = 1; k < block->input_count; k++)
            value = combine(b->operation, value, bits_of(bd_port_real(&block->inputs[k], i)));
        if (b->use_mask)
            value = combine(b->operation, value, bits_of(bd_real(&b->mask, i)));
        if (b->operation == BIT_NAND || b->operation == BIT_NOR || b->operation == BIT_NOT)
            value = ~value;
        if (y->shape.type == BD_LOGICAL)
            value &= 1;
        bd_port_write(y, i, (double)value, &wrapped);
    }
    return BD_OK;
}

static bd_status setup_shift(bd_block *block) {
    static const char *const directions[] = {"Left", "Right", "Bidirectional", NULL};
    static const char *const sources[] = {"Dialog", "Input port", NULL};
    bits *b = make(block);
    if (!b)
        return bd_block_no_memory(block);
    int direction = 2, source = 0;
    long number = 8;
    BD_TRY(bd_block_choice(block, "BitShiftDirection", directions, &direction));
    BD_TRY(bd_block_choice(block, "BitShiftNumberSource", sources, &source));
    if (source == 0 && bd_block_text(block, "BitShiftNumber|nBitShiftRight"))
        BD_TRY(bd_block_whole(block, "BitShiftNumber|nBitShiftRight", -1000, 1000, &number));
    b->shift_port = source == 1;
    b->shift_left = direction == 0;
    b->shift = (int)(b->shift_left ? number : -number);
    return bd_make_ports(block, b->shift_port ? 2 : 1, 1);
}

static bd_status propagate_shift(bd_block *block) {
    BD_TRY(bd_propagate_dims(block, 0, 0));
    BD_TRY(bd_propagate_type(block->inputs, block->outputs));
    return bd_require_real(block);
}

static bd_status outputs_shift(bd_block *block) {
    static const bd_cast wrapped = {BD_ROUND_FLOOR, false,
                                    false}; /* a shift to the right keeps the sign */
    const bits *b = block->data;
    for (int i = 0; i < block->outputs->width; i++) {
        int shift = b->shift;
        if (b->shift_port) {
            int wanted = (int)bd_whole(bd_port_real(&block->inputs[1], i), -1000, 1000);
            shift = b->shift_left ? wanted : -wanted;
        }
        bd_port_write(block->outputs, i, ldexp(bd_port_real(block->inputs, i), shift), &wrapped);
    }
    return BD_OK;
}

#define BITS_TYPE(identifier, type_name, setup_function)                                           \
    BD_BLOCK_TYPE(identifier, type_name, .setup = setup_function, .propagate = propagate_bits,     \
                  .size = size_bits, .outputs = outputs_bits)
#define SHIFT_TYPE(identifier, type_name)                                                          \
    BD_BLOCK_TYPE(identifier, type_name, .setup = setup_shift, .propagate = propagate_shift,       \
                  .size = size_shift, .outputs = outputs_shift)

BITS_TYPE(bitwise_type, "Bitwise Operator", setup_bitwise);
BITS_TYPE(bitwise_plain_type, "BitwiseOperator", setup_bitwise);
BITS_TYPE(set_type, "Bit Set", setup_set);
BITS_TYPE(clear_type, "Bit Clear", setup_clear);
SHIFT_TYPE(shift_type, "ArithShift");
SHIFT_TYPE(shift_palette_type, "Shift Arithmetic");

const bd_block_type *const bd_blocks_bits[] = {
    &bitwise_type, &bitwise_plain_type, &set_type, &clear_type,
    &shift_type,   &shift_palette_type, NULL};
