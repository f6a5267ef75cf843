/* blocks that watch the run: Stop Simulation, Assertion, and the Check blocks, which are an
 * assertion with a condition in front: bounds that are constant (Static) or inputs (Dynamic),
 * ranges, gaps, a largest change per step, a grid */
#include "blocks/families.h"
#include "blocks/elements.h"

#include <string.h>

typedef enum condition_kind {
    NOT_ZERO,
    UPPER_BOUND,
    LOWER_BOUND,
    RANGE,
    GAP,
    GRADIENT,
    RESOLUTION
} condition_kind;

typedef struct assertion {
    condition_kind condition;
    bool dynamic;
    bool enabled, stops;
    bool export; /* an output says whether it holds */
    bool upper_included, lower_included;
    bd_reals upper, lower;
    int signal, upper_input, lower_input;
} assertion;

/* names: as the palette has it, and as the mask does */
static const struct {
    const char *names[2];
    condition_kind condition;
    bool dynamic;
} checks[] = {
    {{"Assertion", "Assertion"}, NOT_ZERO, false},
    {{"Check Static Upper Bound", "Checks_SMax"}, UPPER_BOUND, false},
    {{"Check Static Lower Bound", "Checks_SMin"}, LOWER_BOUND, false},
    {{"Check Static Range", "Checks_SRange"}, RANGE, false},
    {{"Check Static Gap", "Checks_SGap"}, GAP, false},
    {{"Check Dynamic Upper Bound", "Checks_DMax"}, UPPER_BOUND, true},
    {{"Check Dynamic Lower Bound", "Checks_DMin"}, LOWER_BOUND, true},
    {{"Check Dynamic Range", "Checks_DRange"}, RANGE, true},
    {{"Check Dynamic Gap", "Checks_DGap"}, GAP, true},
    {{"Check Discrete Gradient", "Checks_Gradient"}, GRADIENT, false},
    {{"Check Input Resolution", "Checks_Resolution"}, RESOLUTION, false},
};

static bool has_upper(const assertion *a) {
    return a->condition == UPPER_BOUND || a->condition == RANGE || a->condition == GAP;
}

static bool has_lower(const assertion *a) {
    return a->condition == LOWER_BOUND || a->condition == RANGE || a->condition == GAP;
}

static bd_status read_bounds(bd_block *block) {
    assertion *a = block->data;
    if (a->condition == GRADIENT)
        return bd_reals_read(block, "gradient", &a->upper);
    if (a->condition == RESOLUTION) {
        BD_TRY(bd_reals_read(block, "resolution", &a->upper));
        for (size_t i = 0; i < a->upper.count; i++)
            if (!(a->upper.values[i] > 0.0))
                return bd_block_fail(block, BD_BAD_PARAMETER, "resolution must be positive");
        return BD_OK;
    }
    if (a->dynamic)
        return BD_OK;
    if (has_upper(a))
        BD_TRY(bd_reals_read(block, "max", &a->upper));
    return has_lower(a) ? bd_reals_read(block, "min", &a->lower) : BD_OK;
}

/* model-wide switches stand above the block's own */
static void obey_model(const bd_block *block, assertion *a) {
    const char *control =
        block->node ? bd_diagram_setting(block->node->parent->diagram, "AssertControl") : NULL;
    if (control && strcmp(control, "EnableAll") == 0)
        a->enabled = true;
    if (control && strcmp(control, "DisableAll") == 0)
        a->enabled = false;
}

static bd_status setup(bd_block *block) {
    assertion a = {.enabled = true, .stops = true, .upper_included = true, .lower_included = true};
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
        for (int k = 0; k < 2; k++)
            if (strcmp(checks[i].names[k], block->type->name) == 0) {
                a.condition = checks[i].condition;
                a.dynamic = checks[i].dynamic;
            }
    BD_TRY(bd_block_flag(block, "Enabled|enabled", &a.enabled));
    BD_TRY(bd_block_flag(block, "StopWhenAssertionFail|stopWhenAssertionFail", &a.stops));
    BD_TRY(bd_block_flag(block, "export", &a.export));
    BD_TRY(bd_block_flag(block, "max_included", &a.upper_included));
    BD_TRY(bd_block_flag(block, "min_included", &a.lower_included));
    obey_model(block, &a);
    int inputs = 1;
    a.upper_input = a.lower_input = -1;
    if (a.dynamic) { /* upper bound, lower bound, signal */
        inputs = 0;
        if (has_upper(&a))
            a.upper_input = inputs++;
        if (has_lower(&a))
            a.lower_input = inputs++;
        a.signal = inputs++;
    }
    BD_TRY(bd_setup_ports(block, sizeof a, inputs, a.export));
    *(assertion *)block->data = a;
    block->minor_steps = false;
    BD_TRY(read_bounds(block));
    return bd_block_read_sample_time(block, NULL);
}

static bd_status propagate(bd_block *block) {
    for (int i = 0; i < block->input_count; i++)
        BD_TRY(bd_port_set_complexity(&block->inputs[i], 0));
    if (block->output_count == 0)
        return BD_OK;
    BD_TRY(bd_set_logical_type(block, block->outputs));
    return bd_port_set_width(block->outputs, 1);
}

static bd_status size(bd_block *block) {
    const assertion *a = block->data;
    int n = block->inputs[a->signal].width;
    BD_TRY(bd_require_fitting(block, a->signal));
    if (a->condition == GRADIENT) /* and whether there was a step before */
        bd_block_set_discrete_states(block, n + 1);
    if (a->upper.count)
        BD_TRY(bd_reals_fit(block, "a bound", &a->upper, n));
    return a->lower.count ? bd_reals_fit(block, "a bound", &a->lower, n) : BD_OK;
}

static bd_status initialise(bd_block *block) {
    for (int i = 0; i < block->discrete_count; i++)
        block->discrete[i] = 0.0;
    return BD_OK;
}

static bool holds(const bd_block *block, const assertion *a, int i) {
    double u = bd_port_real(&block->inputs[a->signal], i);
    double upper = a->upper_input >= 0 ? bd_port_real(&block->inputs[a->upper_input], i)
                   : a->upper.count    ? bd_real(&a->upper, i)
                                       : INFINITY;
    double lower = a->lower_input >= 0 ? bd_port_real(&block->inputs[a->lower_input], i)
                   : a->lower.count    ? bd_real(&a->lower, i)
                                       : -INFINITY;
    bool below = a->upper_included ? u <= upper : u < upper;
    bool above = a->lower_included ? u >= lower : u > lower;
    switch (a->condition) {
    case NOT_ZERO:
        return u != 0.0;
    case UPPER_BOUND:
        return below;
    case LOWER_BOUND:
        return above;
    case RANGE:
        return below && above;
    case GAP: /* outside of it; its ends belong to the outside if included */
        return (a->upper_included ? u >= upper : u > upper) ||
               (a->lower_included ? u <= lower : u < lower);
    case GRADIENT: {
        bool first = block->discrete[block->discrete_count - 1] == 0.0;
        return first || fabs(u - block->discrete[i]) < upper;
    }
    default:
        return fmod(u, upper) == 0.0;
    }
}

static bd_status outputs(bd_block *block) {
    const assertion *a = block->data;
    const bd_port *u = &block->inputs[a->signal];
    if (!bd_is_major(block))
        return BD_OK;
    int failed = -1;
    for (int i = 0; i < u->width && failed < 0; i++)
        if (!holds(block, a, i))
            failed = i;
    if (block->output_count)
        bd_port_put(block->outputs, 0, failed < 0);
    if (failed < 0 || !a->enabled)
        return BD_OK;
    if (a->stops)
        return bd_block_fail(block, BD_BLOCK_FAILED, "assertion failed: element %d is %g",
                             failed + 1, bd_port_real(u, failed));
    bd_block_warn(block, "assertion failed");
    return BD_OK;
}

static bd_status update(bd_block *block) {
    const assertion *a = block->data;
    for (int i = 0; i < block->discrete_count - 1; i++)
        block->discrete[i] = bd_port_real(&block->inputs[a->signal], i);
    if (block->discrete_count)
        block->discrete[block->discrete_count - 1] = 1.0;
    return BD_OK;
}

#define CHECK(text)                                                                                \
    {                                                                                              \
        .name = text, .setup = setup, .propagate = propagate, .size = size,                        \
        .initialise = initialise, .outputs = outputs, .update = update, .retune = read_bounds,     \
    }

static const bd_block_type types[] = {
    CHECK("Assertion"),         CHECK("Check Static Upper Bound"),
    CHECK("Checks_SMax"),       CHECK("Check Static Lower Bound"),
    CHECK("Checks_SMin"),       CHECK("Check Static Range"),
    CHECK("Checks_SRange"),     CHECK("Check Static Gap"),
    CHECK("Checks_SGap"),       CHECK("Check Dynamic Upper Bound"),
    CHECK("Checks_DMax"),       CHECK("Check Dynamic Lower Bound"),
    CHECK("Checks_DMin"),       CHECK("Check Dynamic Range"),
    CHECK("Checks_DRange"),     CHECK("Check Dynamic Gap"),
    CHECK("Checks_DGap"),       CHECK("Check Discrete Gradient"),
    CHECK("Checks_Gradient"),   CHECK("Check Input Resolution"),
    CHECK("Checks_Resolution"),
};

/* ---- Stop Simulation: when an element is not 0 ---- */

static bd_status setup_stop(bd_block *block) {
    return bd_setup_ports(block, 0, 1, 0);
}

static bd_status propagate_stop(bd_block *block) {
    return bd_port_set_complexity(block->inputs, 0);
}

static bd_status outputs_stop(bd_block *block) {
    const bd_port *u = block->inputs;
    for (int i = 0; i < u->width && bd_is_major(block); i++)
        if (bd_port_real(u, i) != 0.0) {
            bd_block_request_stop(block);
            break;
        }
    return BD_OK;
}

BD_BLOCK_TYPE(stop, "Stop", .setup = setup_stop, .propagate = propagate_stop,
              .outputs = outputs_stop);

const bd_block_type *const bd_blocks_assertion[] = {
    &types[0],  &types[1],  &types[2],  &types[3],  &types[4],  &types[5],  &types[6],  &types[7],
    &types[8],  &types[9],  &types[10], &types[11], &types[12], &types[13], &types[14], &types[15],
    &types[16], &types[17], &types[18], &types[19], &types[20], &stop,      NULL};
