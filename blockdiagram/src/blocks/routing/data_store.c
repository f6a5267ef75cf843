/* Data Store Memory, Read and Write: a named piece of memory that the blocks of its system, and of
 * those inside it, share. The nearest memory of that name counts */
#include "blocks/families.h"
#include "blocks/elements.h"
#include "blocks/routing/data_store.h"

#include <string.h>

/* ---- Memory: the value is its work memory ---- */

typedef struct store {
    const bd_value *initial;
    bd_shape shape; /* its type and, with a scalar initial value, its size may be unknown until a
                       writer or nobody says them */
} store;

static bd_status read_shape(bd_block *block, store *s) {
    static const char *const kinds[] = {"auto", "real", "complex", NULL};
    int type, kind = 0;
    bool as_vector = true;
    BD_TRY(bd_block_flag(block, "VectorParams1D", &as_vector));
    BD_TRY(bd_block_out_type(block, &type));
    BD_TRY(bd_block_choice(block, "SignalType", kinds, &kind));
    s->shape = bd_value_shape(s->initial, as_vector);
    if (type != BD_INHERITED || s->shape.type == BD_DOUBLE)
        s->shape.type = type;
    if (kind > 0 && s->shape.complexity < kind - 1)
        s->shape.complexity = kind - 1;
    if (bd_shape_is_scalar(&s->shape))
        s->shape.rank = BD_INHERITED;
    if (!bd_block_text(block, "Dimensions"))
        return BD_OK;
    const double *dims;
    size_t count;
    BD_TRY(bd_block_numbers(block, "Dimensions", &dims, &count));
    if (count == 0 || dims[0] == -1.0)
        return BD_OK;
    double width = 1.0;
    s->shape.rank = (int)count;
    for (size_t i = 0; i < count; i++) {
        if (count > BD_MAX_RANK || !(dims[i] >= 1.0 && (width *= dims[i]) < 1e7))
            return bd_block_fail(block, BD_BAD_PARAMETER, "Dimensions must be sizes or -1");
        s->shape.dims[i] = (int)dims[i];
    }
    return BD_OK;
}

static bd_status setup_memory(bd_block *block) {
    BD_TRY(bd_setup_ports(block, sizeof(store), 0, 0));
    store *s = block->data;
    BD_TRY(bd_block_value(block, "InitialValue", &s->initial));
    if (!bd_value_is_number_like(s->initial) || bd_value_is_empty(s->initial))
        return bd_block_fail(block, BD_BAD_PARAMETER, "InitialValue must be numbers");
    return read_shape(block, s);
}

static bd_status propagate_memory(bd_block *block) {
    (void)block;
    return BD_OK;
}

/* nobody has said it */
static void settle(store *s, bd_attribute what) {
    if (what == BD_DATA_TYPE && s->shape.type == BD_INHERITED)
        s->shape.type = BD_DOUBLE;
    if (what == BD_DIMENSIONS && s->shape.rank == BD_INHERITED) {
        s->shape.rank = 1;
        s->shape.dims[0] = 1;
    }
}

static bd_status size_memory(bd_block *block) {
    store *s = block->data;
    settle(s, BD_DATA_TYPE);
    settle(s, BD_DIMENSIONS);
    bd_block_set_work(block, bd_shape_size(&s->shape));
    return BD_OK;
}

static bd_status initialise_memory(bd_block *block) {
    const store *s = block->data;
    if (s->shape.type == BD_BUS) { /* a bus can only begin as zeros */
        memset(block->work, 0, block->work_size);
        return BD_OK;
    }
    return bd_put_value(block, "InitialValue", s->initial, &s->shape, block->work);
}

BD_BLOCK_TYPE(memory, "DataStoreMemory", .setup = setup_memory, .propagate = propagate_memory,
              .size = size_memory, .initialise = initialise_memory);

/* ---- Read and Write: block->data is the node of the memory, known when all are set up ---- */

static bd_status setup_access(bd_block *block) {
    bool reads = block->type->name[9] == 'R';
    BD_TRY(bd_setup_ports(block, 0, reads ? 0 : 1, reads ? 1 : 0));
    block->refuses_constant = true;
    block->minor_steps = false;
    const char *elements = bd_block_text(block, "DataStoreElements");
    if (elements && *elements && strcmp(elements, "[]") != 0)
        return bd_block_fail(
            block, BD_UNSUPPORTED,
            "access to parts of a data store (DataStoreElements) is not supported");
    return bd_block_read_sample_time(block, NULL);
}

const bd_node *bd_data_store_find(bd_block *block, const char *name) {
    for (const bd_system *system = block->node->parent; system;
         system = system->owner ? system->owner->parent : NULL)
        for (size_t i = 0; i < system->block_count; i++) {
            const bd_node *node = system->blocks[i];
            const char *its_name = strcmp(node->type, memory.name) == 0
                                       ? bd_node_parameter(node, "DataStoreName")
                                       : NULL;
            if (its_name && strcmp(its_name, name) == 0 && bd_block_peer(block, node))
                return node;
        }
    return NULL;
}

bd_shape *bd_data_store_shape(bd_block *memory_block) {
    store *s = memory_block->data;
    return &s->shape;
}

static bd_block *memory_of(const bd_block *block) {
    return bd_block_peer(block, block->data);
}

static bd_status propagate_access(bd_block *block) {
    const char *name = bd_block_text(block, "DataStoreName");
    name = name ? name : "";
    if (!block->data)
        block->data = (void *)bd_data_store_find(block, name);
    if (!block->data)
        return bd_block_fail(block, BD_BAD_DIAGRAM,
                             "there is no Data Store Memory '%.100s' here or around", name);
    store *s = memory_of(block)->data;
    bd_port *port = block->output_count ? block->outputs : block->inputs;
    if (s->shape.type == BD_INHERITED && port->is_input && bd_port_has_type(port)) {
        s->shape.type = port->shape.type;
        s->shape.bus = port->shape.bus;
    }
    if (s->shape.rank == BD_INHERITED && bd_port_has_dims(port)) {
        s->shape.rank = port->shape.rank;
        memcpy(s->shape.dims, port->shape.dims, sizeof s->shape.dims);
    }
    return bd_port_set_shape(port, &s->shape);
}

static bd_status defaults_access(bd_block *block, bd_attribute what) {
    /* a writer may have told since */
    BD_TRY(propagate_access(block));
    settle(memory_of(block)->data, what);
    return propagate_access(block);
}

static bd_status outputs_access(bd_block *block) {
    if (!bd_is_major(block))
        return BD_OK;
    const bd_block *shared = memory_of(block);
    if (block->output_count)
        memcpy(block->outputs->data, shared->work, shared->work_size);
    else
        memcpy(shared->work, block->inputs->data, shared->work_size);
    return BD_OK;
}

#define ACCESS(text)                                                                               \
    {                                                                                              \
        .name = text, .setup = setup_access, .propagate = propagate_access,                        \
        .defaults = defaults_access, .outputs = outputs_access, .accepts_bus = true,               \
    }

static const bd_block_type store_read = ACCESS("DataStoreRead");
static const bd_block_type store_write = ACCESS("DataStoreWrite");

const bd_block_type *const bd_blocks_data_store[] = {&memory, &store_read, &store_write, NULL};
