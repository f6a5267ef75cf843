/* Saturation and Dead Zone, with limits that are parameters or inputs (the Dynamic blocks).
 *
 * Saturation: y = u between the limits, else the limit. Dead zone: y = 0 between the limits, else
 * what is beyond. Mode 1 above, -1 below, 0 between; both limits are zero crossings */
#include "blocks/families.h"
#include "blocks/elements.h"

#include <string.h>

typedef struct limits {
    bool dead_zone;
    int signal, upper_input, lower_input; /* inputs; -1: a parameter */
    bd_reals upper, lower;
    const char *upper_name, *lower_name;
    bd_cast cast;
} limits;

static bd_status read_limits(bd_block *block) {
    limits *p = block->data;
    if (p->upper_input < 0)
        BD_TRY(bd_reals_read(block, p->upper_name, &p->upper));
    if (p->lower_input < 0)
        BD_TRY(bd_reals_read(block, p->lower_name, &p->lower));
    if (p->upper_input >= 0 || p->lower_input >= 0)
        return BD_OK;
    size_t n = p->upper.count > p->lower.count ? p->upper.count : p->lower.count;
    if (p->upper.count != p->lower.count && p->upper.count > 1 && p->lower.count > 1)
        return bd_block_fail(block, BD_BAD_PARAMETER, "%s and %s differ in size", p->upper_name,
                             p->lower_name);
    for (size_t i = 0; i < n; i++)
        if (!(bd_real(&p->lower, (int)i) <= bd_real(&p->upper, (int)i)))
            return bd_block_fail(block, BD_BAD_PARAMETER, "%s must not be above %s", p->lower_name,
                                 p->upper_name);
    return BD_OK;
}

static bd_status setup_limits(bd_block *block, limits p) {
    int inputs = 1 + (p.upper_input >= 0) + (p.lower_input >= 0);
    BD_TRY(bd_setup_ports(block, sizeof p, inputs, 1));
    BD_TRY(bd_cast_read(block, &p.cast));
    *(limits *)block->data = p;
    BD_TRY(read_limits(block));
    return bd_block_read_sample_time(block, NULL);
}

static bd_status setup_saturation(bd_block *block) {
    static const char *const sources[] = {"Dialog", "Input port", NULL};
    int upper = 0, lower = 0;
    BD_TRY(bd_block_choice(block, "UpperLimitSource", sources, &upper));
    BD_TRY(bd_block_choice(block, "LowerLimitSource", sources, &lower));
    return setup_limits(block, (limits){.upper_input = upper ? 1 : -1,
                                        .lower_input = lower ? 1 + upper : -1,
                                        .upper_name = "UpperLimit",
                                        .lower_name = "LowerLimit"});
}

static bd_status setup_dead_zone(bd_block *block) {
    return setup_limits(block, (limits){.dead_zone = true,
                                        .upper_input = -1,
                                        .lower_input = -1,
                                        .upper_name = "UpperValue",
                                        .lower_name = "LowerValue"});
}

static bd_status setup_dynamic(bd_block *block) {
    return setup_limits(block, (limits){.dead_zone = strstr(block->type->name, "Dead") != NULL,
                                        .upper_input = 0,
                                        .signal = 1,
                                        .lower_input = 2});
}

static size_t longest(const limits *p) {
    return p->upper.count > p->lower.count ? p->upper.count : p->lower.count;
}

static bd_status propagate(bd_block *block) {
    const limits *p = block->data;
    BD_TRY(bd_require_real(block));
    BD_TRY(bd_set_type_as(block, block->outputs, &block->inputs[p->signal]));
    return bd_propagate_dims_with(block, 0, block->input_count - 1, longest(p));
}

static bd_status size(bd_block *block) {
    const limits *p = block->data;
    int n = block->outputs->width;
    if (p->upper_input < 0)
        BD_TRY(bd_reals_fit(block, p->upper_name, &p->upper, n));
    if (p->lower_input < 0)
        BD_TRY(bd_reals_fit(block, p->lower_name, &p->lower, n));
    return bd_size_branches(block, n, 2 * n);
}

/* a limit that is a parameter is converted to the type of the input, to the nearest */
static inline double parameter_at(const bd_block *block, const limits *p, const bd_reals *limit,
                                  int i) {
    return bd_parameter_as(block->inputs[p->signal].shape.type, bd_real(limit, i));
}

static inline double upper_at(const bd_block *block, const limits *p, int i) {
    return p->upper_input < 0 ? parameter_at(block, p, &p->upper, i)
                              : bd_port_real(&block->inputs[p->upper_input], i);
}

static inline double lower_at(const bd_block *block, const limits *p, int i) {
    return p->lower_input < 0 ? parameter_at(block, p, &p->lower, i)
                              : bd_port_real(&block->inputs[p->lower_input], i);
}

static inline double limited(bool dead_zone, int mode, double u, double lower, double upper) {
    if (dead_zone)
        return mode > 0 ? u - upper : mode < 0 ? u - lower : 0.0;
    return mode > 0 ? upper : mode < 0 ? lower : u;
}

static bd_status outputs(bd_block *block) {
    const limits *p = block->data;
    bd_port *y = block->outputs;
    bool frozen = bd_is_frozen(block);
    for (int i = 0; i < y->width; i++) {
        double u = bd_port_real(&block->inputs[p->signal], i);
        double upper = upper_at(block, p, i), lower = lower_at(block, p, i);
        int mode = bd_branch(block, i, frozen,
                             u > upper   ? 1
                             : u < lower ? -1
                                         : 0,
                             u == upper || u == lower);
        bd_port_write(y, i, limited(p->dead_zone, mode, u, lower, upper), &p->cast);
    }
    return BD_OK;
}

static bd_status outputs_double(bd_block *block) {
    const limits *p = block->data;
    const double *u = bd_input(block, 0);
    double *y = bd_output(block, 0);
    bool frozen = bd_is_frozen(block);
    int step = block->inputs->width == 1 ? 0 : 1;
    for (int i = 0; i < block->outputs->width; i++) {
        double upper = bd_real(&p->upper, i), lower = bd_real(&p->lower, i), v = u[i * step];
        int mode = bd_branch(block, i, frozen,
                             v > upper   ? 1
                             : v < lower ? -1
                                         : 0,
                             v == upper || v == lower);
        y[i] = limited(p->dead_zone, mode, v, lower, upper);
    }
    return BD_OK;
}

static bd_status start(bd_block *block) {
    const limits *p = block->data;
    if (bd_is_plain(block) && block->input_count == 1 && p->signal == 0)
        block->run_outputs = outputs_double;
    return BD_OK;
}

static bd_status run_saturation(const bd_kernel *k) {
    double u = *k->u[0];
    *k->y = u > k->k[1] ? k->k[1] : u < k->k[0] ? k->k[0] : u;
    return BD_OK;
}

static bd_status run_dead_zone(const bd_kernel *k) {
    double u = *k->u[0];
    *k->y = u > k->k[1] ? u - k->k[1] : u < k->k[0] ? u - k->k[0] : 0.0;
    return BD_OK;
}

/* modes only matter where events are located */
static bool kernel(bd_block *block, bd_kernel *kernel) {
    const limits *p = block->data;
    bool located = block->zero_crossing_count > 0 && !block->clock->fixed_step;
    if (block->run_outputs != outputs_double || block->outputs->width != 1 || located)
        return false;
    kernel->run = p->dead_zone ? run_dead_zone : run_saturation;
    kernel->u[0] = bd_input(block, 0);
    kernel->y = bd_output(block, 0);
    kernel->k[0] = bd_real(&p->lower, 0);
    kernel->k[1] = bd_real(&p->upper, 0);
    return true;
}

static bd_status zero_crossings(bd_block *block) {
    const limits *p = block->data;
    for (int i = 0; 2 * i < block->zero_crossing_count; i++) {
        double u = bd_port_real(&block->inputs[p->signal], i);
        block->zero_crossings[2 * i] = u - upper_at(block, p, i);
        block->zero_crossings[2 * i + 1] = u - lower_at(block, p, i);
    }
    return BD_OK;
}

#define LIMITS(text, setup_function)                                                               \
    {                                                                                              \
        .name = text, .setup = setup_function, .propagate = propagate, .size = size,               \
        .start = start, .outputs = outputs, .zero_crossings = zero_crossings, .kernel = kernel,    \
        .retune = read_limits,                                                                     \
    }

static const bd_block_type saturation = LIMITS("Saturate", setup_saturation);
static const bd_block_type saturation_dynamic = LIMITS("Saturation Dynamic", setup_dynamic);
static const bd_block_type dead_zone = LIMITS("DeadZone", setup_dead_zone);
static const bd_block_type dead_zone_dynamic = LIMITS("Dead Zone Dynamic", setup_dynamic);

const bd_block_type *const bd_blocks_limits[] = {&saturation, &saturation_dynamic, &dead_zone,
                                                 &dead_zone_dynamic, NULL};
