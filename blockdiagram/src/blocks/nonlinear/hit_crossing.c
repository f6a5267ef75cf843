/* Hit Crossing: 1 at the step in which the input reaches or passes the offset in the given
 * direction, and as long as it then stays there. Equal at the start counts for "either" only */
#include "blocks/families.h"
#include "blocks/elements.h"

typedef enum direction_kind { RISING, FALLING, EITHER } direction_kind;

typedef struct hit_crossing {
    direction_kind direction;
    bd_reals offset;
} hit_crossing;

/* work per element: sign at the last step (2: none yet) and the answer then */
typedef struct memory {
    signed char sign;
    unsigned char hit;
} memory;

static bd_status read_offset(bd_block *block) {
    return bd_reals_read(block, "HitCrossingOffset", &((hit_crossing *)block->data)->offset);
}

static bd_status setup(bd_block *block) {
    static const char *const directions[] = {"rising", "falling", "either", NULL};
    int direction = EITHER;
    bool visible = true;
    BD_TRY(bd_block_choice(block, "HitCrossingDirection", directions, &direction));
    BD_TRY(bd_block_flag(block, "ShowOutputPort", &visible));
    BD_TRY(bd_setup_ports(block, sizeof(hit_crossing), 1, visible));
    ((hit_crossing *)block->data)->direction = (direction_kind)direction;
    BD_TRY(read_offset(block));
    return bd_block_read_sample_time(block, NULL);
}

static bd_status propagate(bd_block *block) {
    const hit_crossing *h = block->data;
    BD_TRY(bd_port_set_complexity(block->inputs, 0));
    if (block->output_count == 0)
        return BD_OK;
    BD_TRY(bd_set_logical_type(block, block->outputs));
    return bd_propagate_dims_with(block, 0, 0, h->offset.count);
}

static int element_count(const bd_block *block) {
    const hit_crossing *h = block->data;
    return block->inputs->width > 1 ? block->inputs->width : (int)h->offset.count;
}

static bd_status size(bd_block *block) {
    const hit_crossing *h = block->data;
    int n = element_count(block);
    BD_TRY(bd_reals_fit(block, "HitCrossingOffset", &h->offset, n));
    bd_block_set_work(block, (size_t)n * sizeof(memory));
    return bd_size_branches(block, 0, n);
}

static bd_status initialise(bd_block *block) {
    memory *m = block->work;
    for (int i = 0; i < element_count(block); i++)
        m[i] = (memory){.sign = 2};
    return BD_OK;
}

static int sign_at(const bd_block *block, int i) {
    const hit_crossing *h = block->data;
    double u = bd_port_real(block->inputs, i) - bd_real(&h->offset, i);
    return (u > 0.0) - (u < 0.0);
}

static bool is_hit(const hit_crossing *h, const memory *m, int now) {
    if (m->sign == 2)
        return now == 0 && h->direction == EITHER;
    if (now == 0 && m->sign == 0)
        return m->hit;
    bool up = m->sign < 0 && now >= 0, down = m->sign > 0 && now <= 0;
    return h->direction == RISING ? up : h->direction == FALLING ? down : up || down;
}

static bd_status outputs(bd_block *block) {
    const hit_crossing *h = block->data;
    const memory *m = block->work;
    if (block->output_count == 0 || !bd_is_major(block))
        return BD_OK;
    for (int i = 0; i < block->outputs->width; i++)
        bd_port_put(block->outputs, i, is_hit(h, &m[i], sign_at(block, i)));
    return BD_OK;
}

static bd_status update(bd_block *block) {
    const hit_crossing *h = block->data;
    memory *m = block->work;
    for (int i = 0; i < element_count(block); i++) {
        int now = sign_at(block, i);
        m[i] = (memory){.sign = (signed char)now, .hit = is_hit(h, &m[i], now)};
    }
    return BD_OK;
}

/* crossings of both directions are located; the output tells them apart */
static bd_status zero_crossings(bd_block *block) {
    const hit_crossing *h = block->data;
    for (int i = 0; i < block->zero_crossing_count; i++)
        block->zero_crossings[i] = bd_port_real(block->inputs, i) - bd_real(&h->offset, i);
    return BD_OK;
}

BD_BLOCK_TYPE(type, "HitCross", .setup = setup, .propagate = propagate, .size = size,
              .initialise = initialise, .outputs = outputs, .update = update,
              .zero_crossings = zero_crossings, .retune = read_offset);

const bd_block_type *const bd_blocks_hit_crossing[] = {&type, NULL};
