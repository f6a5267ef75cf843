/* Parameter Writer: its input becomes a parameter of another block, at major steps and where it has
 * changed; inside of an initialise function before the first step */
#include "blocks/elements.h"
#include "blocks/families.h"
#include "blocks/routing/owner.h"

#include <stdio.h>

typedef struct writer {
    const bd_node *owner;
    const char *parameter;
    char *text;
    size_t room;
    bool begun; /* the owner has the text */
} writer;

static bd_status setup(bd_block *block) {
    BD_TRY(bd_setup_ports(block, sizeof(writer), 1, 0));
    writer *w = block->data;
    const char *path = bd_block_text(block, "ParameterOwnerBlock");
    const char *variable = bd_block_text(block, "WorkspaceVariableName");
    w->parameter = bd_block_text(block, "ParameterName");
    if ((!path || !*path) && variable && *variable)
        return bd_block_fail(block, BD_UNSUPPORTED,
                             "writes the variable %.60s of a workspace; only parameters of blocks "
                             "can be written",
                             variable);
    w->owner = path && *path ? bd_find_owner(block, path) : NULL;
    if (!w->owner)
        return bd_block_fail(block, BD_BAD_PARAMETER, "ParameterOwnerBlock '%.200s' is not found",
                             path ? path : "");
    if (!w->parameter || !*w->parameter)
        return bd_block_fail(block, BD_BAD_PARAMETER, "ParameterName is empty");
    block->refuses_constant = true;
    block->minor_steps = false;
    return bd_block_read_sample_time(block, NULL);
}

static bd_status propagate(bd_block *block) {
    const writer *w = block->data;
    BD_TRY(bd_require_real(block));
    return bd_block_claim_parameter(block, w->owner, w->parameter);
}

static bd_status size(bd_block *block) {
    writer *w = block->data;
    if (block->inputs->shape.rank > 2)
        return bd_block_fail(block, BD_UNSUPPORTED, "parameters of %d dimensions cannot be written",
                             block->inputs->shape.rank);
    w->room = 40 + 28 * (size_t)block->inputs->width;
    w->text = bd_block_alloc(block, w->room);
    bd_block_set_work(block, (size_t)block->inputs->width * sizeof(double));
    return w->text ? BD_OK : bd_block_no_memory(block);
}

/* "int8([1 2;3 4])" of numbers in the order of a signal */
static void describe(const bd_block *block, const double *numbers) {
    const writer *w = block->data;
    const bd_shape *shape = &block->inputs->shape;
    const int rows = shape->rank == 2 ? shape->dims[0] : 1, columns = block->inputs->width / rows;
    const bool plain = shape->type == BD_DOUBLE || shape->type > BD_UINT64;
    size_t used = (size_t)snprintf(w->text, w->room, "%s([",
                                   plain ? "" : bd_class_name((bd_class)shape->type));
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++)
            used +=
                (size_t)snprintf(w->text + used, w->room - used, "%.17g%s", numbers[r + c * rows],
                                 c + 1 < columns ? ","
                                 : r + 1 < rows  ? ";"
                                                 : "");
    snprintf(w->text + used, w->room - used, "])");
}

static bd_status write_now(bd_block *block) {
    writer *w = block->data;
    describe(block, block->work);
    w->begun = true;
    return bd_block_write_parameter(block, w->owner, w->parameter, w->text);
}

/* a second run begins with what the diagram says */
static bd_status start(bd_block *block) {
    writer *w = block->data;
    if (!w->begun)
        return BD_OK;
    w->begun = false;
    return bd_block_write_parameter(block, w->owner, w->parameter, NULL);
}

static bd_status outputs(bd_block *block) {
    const writer *w = block->data;
    double *last = block->work;
    bool changed = !w->begun;
    if (!bd_is_major(block))
        return BD_OK;
    for (int i = 0; i < block->inputs->width; i++) {
        const double now = bd_port_real(block->inputs, i);
        changed = changed || now != last[i];
        last[i] = now;
    }
    if (!changed)
        return BD_OK;
    bd_block_reset_solver(block);
    return write_now(block);
}

/* the numbers are part of the block's work; whether they are in force is not */
static size_t save_size(const bd_block *block) {
    (void)block;
    return 1;
}

static bd_status save(const bd_block *block, void *bytes) {
    *(unsigned char *)bytes = ((const writer *)block->data)->begun;
    return BD_OK;
}

static bd_status restore(bd_block *block, const void *bytes, size_t count) {
    if (count != 1)
        return bd_block_fail(block, BD_BAD_VALUE, "the saved state is not one of this block");
    return *(const unsigned char *)bytes ? write_now(block) : start(block);
}

BD_BLOCK_TYPE(type, "ParameterWriter", .setup = setup, .propagate = propagate, .size = size,
              .start = start, .outputs = outputs, .save_size = save_size, .save = save,
              .restore = restore, .own_data = true);

const bd_block_type *const bd_blocks_parameter_writer[] = {&type, NULL};
