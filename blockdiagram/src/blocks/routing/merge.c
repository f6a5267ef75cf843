/* Merge: the input that was computed last, of inputs that come from conditionally executed
 * subsystems. Before any of them ran it is InitialOutput */
#include "blocks/families.h"
#include "blocks/elements.h"

#include <limits.h>
#include <string.h>

#define MAX_INPUTS 10000

typedef struct merge {
    const bd_value *initial; /* NULL: zeros */
    bool unequal;
    const double *offsets; /* of inputs within the output, if they may be unequal */
    size_t offset_count;
} merge;

static bd_status setup(bd_block *block) {
    long count;
    BD_TRY(bd_block_whole(block, "Inputs", 1, MAX_INPUTS, &count));
    BD_TRY(bd_setup_ports(block, sizeof(merge), (int)count, 1));
    block->refuses_constant = true;
    merge *m = block->data;
    if (bd_block_text(block, "InitialOutput"))
        BD_TRY(bd_block_value(block, "InitialOutput", &m->initial));
    if (m->initial && bd_value_is_empty(m->initial))
        m->initial = NULL;
    BD_TRY(bd_option(block, "AllowUnequalInputPortWidths", &m->unequal));
    if (m->unequal && bd_block_text(block, "InputPortOffsets"))
        BD_TRY(bd_block_numbers(block, "InputPortOffsets", &m->offsets, &m->offset_count));
    if (m->offset_count && m->offset_count != (size_t)count)
        return bd_block_fail(block, BD_BAD_PARAMETER,
                             "InputPortOffsets must have an entry for each input");
    for (size_t i = 0; i < m->offset_count; i++)
        if (!(m->offsets[i] >= 0.0 && m->offsets[i] < 1e9) || m->offsets[i] != floor(m->offsets[i]))
            return bd_block_fail(block, BD_BAD_PARAMETER,
                                 "InputPortOffsets must be integers from 0 on");
    return BD_OK;
}

static bd_status propagate(bd_block *block) {
    const merge *m = block->data;
    if (!m->unequal)
        return bd_propagate_same(block);
    int width = 0;
    for (int i = 0; i < block->input_count; i++) {
        const bd_port *u = &block->inputs[i];
        if (!bd_port_has_dims(u))
            return BD_OK;
        int end = bd_shape_width(&u->shape) + (m->offset_count ? (int)m->offsets[i] : 0);
        width = end > width ? end : width;
    }
    BD_TRY(bd_port_set_width(block->outputs, width));
    for (int i = 0; i < block->input_count; i++) {
        BD_TRY(bd_propagate_type(&block->inputs[i], block->outputs));
        BD_TRY(bd_propagate_complexity(&block->inputs[i], block->outputs));
    }
    return BD_OK;
}

static bd_status initialise(bd_block *block) {
    const merge *m = block->data;
    bd_port *y = block->outputs;
    memset(y->data, 0, bd_shape_size(&y->shape));
    if (!m->initial || y->shape.type == BD_BUS)
        return BD_OK;
    return bd_put_value(block, "InitialOutput", m->initial, &y->shape, y->data);
}

static void take(bd_block *block, const merge *m, int input) {
    const bd_port *u = &block->inputs[input];
    if (!m->unequal) {
        bd_copy_signal(u, block->outputs);
        return;
    }
    int offset = m->offset_count ? (int)m->offsets[input] : 0;
    for (int i = 0; i < u->width; i++)
        bd_copy_element(u, i, block->outputs, offset + i);
}

/* all that ever ran, the last one last; equal inputs need the last one only */
static bd_status outputs(bd_block *block) {
    const merge *m = block->data;
    unsigned long done = 0;
    if (!m->unequal) {
        int last = -1;
        for (int i = 0; i < block->input_count; i++) {
            unsigned long stamp = bd_block_input_stamp(block, i);
            if (stamp > done) {
                done = stamp;
                last = i;
            }
        }
        if (last >= 0)
            take(block, m, last);
        return BD_OK;
    }
    for (;;) {
        unsigned long next = ULONG_MAX;
        for (int i = 0; i < block->input_count; i++) {
            unsigned long stamp = bd_block_input_stamp(block, i);
            if (stamp > done && stamp < next)
                next = stamp;
        }
        if (next == ULONG_MAX)
            return BD_OK;
        for (int i = 0; i < block->input_count; i++)
            if (bd_block_input_stamp(block, i) == next)
                take(block, m, i);
        done = next;
    }
}

BD_BLOCK_TYPE(type, "Merge", .accepts_bus = true, .setup = setup, .propagate = propagate,
              .initialise = initialise, .outputs = outputs);

const bd_block_type *const bd_blocks_merge[] = {&type, NULL};
