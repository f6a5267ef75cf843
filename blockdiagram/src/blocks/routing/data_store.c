/* Data Store Memory, Read and Write: a named piece of memory that the blocks of its system, and of
 * those inside it, share. The nearest memory of that name counts */
#include "blocks/families.h"
#include "blocks/elements.h"
#include "blocks/routing/data_store.h"
#include "blocks/routing/store_part.h"

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
    const char *name = bd_block_text(block, "OutDataTypeStr");
    if (name && strncmp(name, "Bus:", 4) == 0)
        s->shape.bus = bd_block_find_bus(block, name + 4 + strspn(name + 4, " "));
    if (s->shape.bus)
        s->shape.type = BD_BUS;
    if (kind > 0 && s->shape.complexity < kind - 1)
        s->shape.complexity = kind - 1;
    if (bd_shape_is_scalar(&s->shape))
        s->shape.rank = BD_INHERITED;
    int rank;
    BD_TRY(bd_read_sizes(block, "Dimensions", BD_MAX_RANK, &rank, s->shape.dims));
    if (rank > 0)
        s->shape.rank = rank;
    return BD_OK;
}

static bd_status setup_memory(bd_block *block) {
    BD_TRY(bd_setup_ports(block, sizeof(store), 0, 0));
    store *s = block->data;
    BD_TRY(bd_read_numbers(block, "InitialValue", "InitialValue", &s->initial));
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
    return bd_work_begin(block, "InitialValue", s->initial, &s->shape);
}

BD_BLOCK_TYPE(memory, "DataStoreMemory", .setup = setup_memory, .propagate = propagate_memory,
              .size = size_memory, .initialise = initialise_memory);

/* ---- Read and Write ---- */

typedef struct access {
    const bd_node *memory; /* known when all blocks are set up */
    int part_count;        /* a port each; 0: one port for the whole store */
    char **names;
    bd_store_part *parts; /* found when the store's shape is known */
} access;

/* "store(1)#store.a": a part for each port, or nothing */
static bd_status read_parts(bd_block *block, access *a) {
    const char *elements = bd_block_text(block, "DataStoreElements");
    if (!elements || !*elements || strcmp(elements, "[]") == 0)
        return BD_OK;
    int count = 1;
    for (const char *at = elements; *at; at++)
        count += *at == '#';
    a->names = bd_block_alloc(block, (size_t)count * sizeof *a->names);
    a->parts = bd_block_alloc(block, (size_t)count * sizeof *a->parts);
    char *text = bd_block_alloc(block, strlen(elements) + 1);
    if (!a->names || !a->parts || !text)
        return bd_block_no_memory(block);
    memcpy(text, elements, strlen(elements) + 1);
    a->part_count = count;
    for (int i = 0; i < count; i++) {
        a->names[i] = text;
        text += strcspn(text, "#");
        if (*text)
            *text++ = '\0';
    }
    return BD_OK;
}

static bd_status setup_access(bd_block *block) {
    bool reads = block->type->name[9] == 'R';
    access a = {0};
    BD_TRY(read_parts(block, &a));
    int ports = a.part_count ? a.part_count : 1;
    BD_TRY(bd_setup_ports(block, sizeof a, reads ? 0 : ports, reads ? ports : 0));
    *(access *)block->data = a;
    block->refuses_constant = true;
    block->minor_steps = false;
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
    const access *a = block->data;
    return bd_block_peer(block, a->memory);
}

static bd_port *ports_of(const bd_block *block) {
    return block->output_count ? block->outputs : block->inputs;
}

/* Parts say nothing about the whole: its shape comes from elsewhere. Elements are found when the
 * size is known, fields when the type is */
static bd_status propagate_parts(bd_block *block, const bd_shape *whole) {
    access *a = block->data;
    for (int i = 0; i < a->part_count && whole->rank != BD_INHERITED; i++) {
        bd_store_part *part = &a->parts[i];
        if (whole->type == BD_INHERITED && strchr(a->names[i], '.'))
            continue;
        if (part->shape.rank == 0 || part->shape.type == BD_INHERITED)
            BD_TRY(bd_store_part_find(block, a->names[i], whole, part));
        BD_TRY(bd_port_set_shape(&ports_of(block)[i], &part->shape));
    }
    return BD_OK;
}

static bd_status propagate_access(bd_block *block) {
    const char *name = bd_block_text(block, "DataStoreName");
    name = name ? name : "";
    access *a = block->data;
    if (!a->memory)
        a->memory = bd_data_store_find(block, name);
    if (!a->memory)
        return bd_block_fail(block, BD_BAD_DIAGRAM,
                             "there is no Data Store Memory '%.100s' here or around", name);
    store *s = memory_of(block)->data;
    if (a->part_count)
        return propagate_parts(block, &s->shape);
    bd_port *port = ports_of(block);
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

/* types that nobody has said are settled by now */
static bd_status size_access(bd_block *block) {
    access *a = block->data;
    store *s = memory_of(block)->data;
    settle(s, BD_DATA_TYPE);
    settle(s, BD_DIMENSIONS);
    for (int i = 0; i < a->part_count; i++)
        BD_TRY(bd_store_part_find(block, a->names[i], &s->shape, &a->parts[i]));
    return BD_OK;
}

static bd_status outputs_access(bd_block *block) {
    if (!bd_is_major(block))
        return BD_OK;
    const bd_block *shared = memory_of(block);
    const access *a = block->data;
    for (int i = 0; i < a->part_count; i++) {
        bd_port *port = &ports_of(block)[i];
        if (block->output_count)
            bd_store_part_read(&a->parts[i], shared->work, port->data);
        else
            bd_store_part_write(&a->parts[i], port->data, shared->work);
    }
    if (a->part_count)
        return BD_OK;
    if (block->output_count)
        memcpy(block->outputs->data, shared->work, shared->work_size);
    else
        memcpy(shared->work, block->inputs->data, shared->work_size);
    return BD_OK;
}

#define ACCESS(text)                                                                               \
    {                                                                                              \
        .name = text, .setup = setup_access, .propagate = propagate_access,                        \
        .defaults = defaults_access, .size = size_access, .outputs = outputs_access,               \
        .accepts_bus = true,                                                                       \
    }

static const bd_block_type store_read = ACCESS("DataStoreRead");
static const bd_block_type store_write = ACCESS("DataStoreWrite");

const bd_block_type *const bd_blocks_data_store[] = {&memory, &store_read, &store_write, NULL};
