/* State Reader and State Writer: the state of another block as a signal. A writer sets it in the
 * outputs of a major step, so that the owner goes on from there; one inside of an initialise
 * function does so before the first step */
#include "blocks/elements.h"
#include "blocks/families.h"
#include "blocks/routing/owner.h"

#include <string.h>

/* where types keep a state that has the same meaning everywhere */
typedef enum place { IN_X, IN_DISCRETE, IN_WORK } place;
static const struct {
    const char *type;
    place place;
    bool like_output; /* a state for each element of the output, else a vector of them */
} owners[] = {
    {"DiscreteIntegrator", IN_DISCRETE, true},
    {"DiscreteStateSpace", IN_DISCRETE, false},
    {"Integrator", IN_X, true},
    {"Memory", IN_WORK, true},
    {"StateSpace", IN_X, false},
    {"UnitDelay", IN_WORK, true},
};

typedef struct access {
    const bd_node *owner;
    place place;
    bool like_output;
} access;

static bd_status setup(bd_block *block) {
    bool reads = block->type->name[5] == 'R';
    BD_TRY(bd_setup_ports(block, sizeof(access), reads ? 0 : 1, reads ? 1 : 0));
    access *a = block->data;
    const char *path = bd_block_text(block, "StateOwnerBlock");
    a->owner = path && *path ? bd_find_owner(block, path) : NULL;
    if (!a->owner)
        return bd_block_fail(block, BD_BAD_PARAMETER, "StateOwnerBlock '%.200s' is not found",
                             path ? path : "");
    size_t count = sizeof owners / sizeof *owners, i = 0;
    while (i < count && strcmp(owners[i].type, a->owner->type) != 0)
        i++;
    if (i == count)
        return bd_block_fail(block, BD_UNSUPPORTED,
                             "the state of a block of type %.60s (%s) cannot be reached",
                             a->owner->type, a->owner->path);
    a->place = owners[i].place;
    a->like_output = owners[i].like_output;
    block->refuses_constant = true;
    return bd_block_read_sample_time(block, NULL);
}

static bd_block *owner_of(const bd_block *block) {
    const access *a = block->data;
    return bd_block_peer(block, a->owner);
}

static bd_status propagate(bd_block *block) {
    const access *a = block->data;
    const bd_block *owner = owner_of(block);
    bd_port *port = block->output_count ? block->outputs : block->inputs;
    if (!owner)
        return bd_block_fail(block, BD_BAD_DIAGRAM, "its owner %s takes no part in the run",
                             a->owner->path);
    BD_TRY(bd_require_real(block));
    if (a->place != IN_WORK)
        BD_TRY(bd_port_set_type(port, BD_DOUBLE));
    return a->like_output ? bd_port_set_shape(port, &owner->outputs->shape) : BD_OK;
}

/* widths of vectors of states are known when the owner was set up */
static bd_status defaults(bd_block *block, bd_attribute what) {
    const access *a = block->data;
    const bd_block *owner = owner_of(block);
    bd_port *port = block->output_count ? block->outputs : block->inputs;
    const double *numbers;
    size_t count;
    if (what != BD_DIMENSIONS || a->like_output || bd_port_has_dims(port))
        return propagate(block);
    BD_TRY(bd_block_numbers((bd_block *)(uintptr_t)owner, "A", &numbers, &count));
    int n = 0;
    while ((size_t)n * (size_t)n < count)
        n++;
    return bd_port_set_width(port, n > 0 ? n : 1);
}

static bd_status outputs(bd_block *block) {
    const access *a = block->data;
    bd_block *owner = owner_of(block);
    bd_port *port = block->output_count ? block->outputs : block->inputs;
    void *state = a->place == IN_X          ? (void *)owner->x
                  : a->place == IN_DISCRETE ? (void *)owner->discrete
                                            : owner->work;
    size_t bytes = bd_shape_size(&port->shape);
    if (block->output_count)
        memcpy(port->data, state, bytes);
    else if (bd_is_major(block)) {
        bool changes = memcmp(state, port->data, bytes) != 0;
        memcpy(state, port->data, bytes);
        if (changes && a->place == IN_X)
            bd_block_reset_solver(block);
    }
    return BD_OK;
}

#define ACCESS(text)                                                                               \
    {                                                                                              \
        .name = text, .setup = setup, .propagate = propagate, .defaults = defaults,                \
        .outputs = outputs                                                                         \
    }

static const bd_block_type reader = ACCESS("StateReader");
static const bd_block_type writer = ACCESS("StateWriter");

const bd_block_type *const bd_blocks_state_access[] = {&reader, &writer, NULL};
