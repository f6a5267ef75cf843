/* Switch: passes input 1 or 3, as input 2 decides; Manual Switch: as a parameter decides;
 * Environment Controller: always the branch for simulation */
#include "blocks/families.h"
#include "blocks/elements.h"

#include <string.h>

typedef enum criterion_kind { AT_LEAST, ABOVE, NOT_ZERO } criterion_kind;

typedef struct switch_data {
    criterion_kind criterion;
    bd_reals threshold;
    bool different_sizes;
} switch_data;

static bd_status read_threshold(bd_block *block) {
    switch_data *s = block->data;
    return s->criterion == NOT_ZERO ? BD_OK : bd_reals_read(block, "Threshold", &s->threshold);
}

static bd_status setup(bd_block *block) {
    static const char *const criteria[] = {"u2 >= Threshold", "u2 > Threshold", "u2 ~= 0", NULL};
    static const double zero = 0.0;
    int criterion = AT_LEAST;
    bool different_sizes;
    BD_TRY(bd_block_choice(block, "Criteria", criteria, &criterion));
    BD_TRY(bd_option(block, "AllowDiffInputSizes", &different_sizes));
    BD_TRY(bd_setup_ports(block, sizeof(switch_data), 3, 1));
    switch_data *s = block->data;
    s->criterion = (criterion_kind)criterion;
    s->different_sizes = different_sizes;
    s->threshold = (bd_reals){&zero, 1};
    BD_TRY(read_threshold(block));
    return bd_block_read_sample_time(block, NULL);
}

static bd_status propagate(bd_block *block) {
    const switch_data *s = block->data;
    BD_TRY(bd_require_numbers(block, 1));
    BD_TRY(s->different_sizes ? bd_propagate_largest(block, 1)
                              : bd_propagate_dims_with(block, 0, 2, s->threshold.count));
    return bd_join_types(block, 1, false);
}

static bd_status defaults(bd_block *block, bd_attribute what) {
    return bd_join_defaults(block, 1, what);
}

/* as many decisions as the control or the threshold has elements */
static int decision_count(const bd_block *block) {
    const switch_data *s = block->data;
    int n = block->inputs[1].width;
    return s->threshold.count > 1 ? (int)s->threshold.count : n;
}

static inline bool is_met(criterion_kind criterion, double u, double threshold) {
    return criterion == AT_LEAST ? u >= threshold : criterion == ABOVE ? u > threshold : u != 0.0;
}

static void tell_ignored_threshold(bd_block *block, const switch_data *s) {
    for (size_t i = 0; i < s->threshold.count; i++) {
        const double threshold = bd_real(&s->threshold, (int)i);
        if (is_met(s->criterion, 0.0, threshold) || !is_met(s->criterion, 1.0, threshold))
            bd_block_warn(block,
                          "its control input is Boolean: it decides by itself, the "
                          "threshold %g is not used",
                          threshold);
    }
}

static bd_status size(bd_block *block) {
    const switch_data *s = block->data;
    int n = decision_count(block);
    BD_TRY(bd_reals_fit(block, "Threshold", &s->threshold, block->outputs->width));
    if (block->inputs[1].shape.type == BD_LOGICAL && s->criterion != NOT_ZERO)
        tell_ignored_threshold(block, s);
    return bd_size_branches(block, n, n);
}

/* first or third input, for decision i. Documented: a Boolean control decides by itself, whatever
 * the threshold is */
static inline int decide(bd_block *block, const switch_data *s, int i, bool frozen) {
    const int type = block->inputs[1].shape.type;
    double u = bd_port_real(&block->inputs[1], i);
    double threshold = bd_parameter_as(type, bd_real(&s->threshold, i));
    bool first = is_met(type == BD_LOGICAL ? NOT_ZERO : s->criterion, u, threshold);
    return bd_branch(block, i, frozen, first, u == threshold);
}

static bd_status outputs(bd_block *block) {
    const switch_data *s = block->data;
    const bd_port *in = block->inputs;
    bool frozen = bd_is_frozen(block);
    if (block->mode_count == 1)
        return bd_pass_sized(decide(block, s, 0, frozen) ? &in[0] : &in[2], block->outputs);
    for (int i = 0; i < block->outputs->width; i++)
        bd_copy_element(decide(block, s, i, frozen) ? &in[0] : &in[2], i, block->outputs, i);
    return BD_OK;
}

static bd_status zero_crossings(bd_block *block) {
    const switch_data *s = block->data;
    for (int i = 0; i < block->zero_crossing_count; i++)
        block->zero_crossings[i] = bd_port_real(&block->inputs[1], i) - bd_real(&s->threshold, i);
    return BD_OK;
}

static bd_status outputs_scalar(bd_block *block) {
    const switch_data *s = block->data;
    double u = *bd_input(block, 1), threshold = *s->threshold.values;
    int first = bd_branch(block, 0, bd_is_frozen(block), is_met(s->criterion, u, threshold),
                          u == threshold);
    *bd_output(block, 0) = first ? *bd_input(block, 0) : *bd_input(block, 2);
    return BD_OK;
}

static bd_status start(bd_block *block) {
    if (bd_is_plain(block) && block->outputs->width == 1 && !block->outputs->sizes)
        block->run_outputs = outputs_scalar;
    return BD_OK;
}

static bd_variable_rule variable(const bd_block *block) {
    return ((const switch_data *)block->data)->different_sizes ? BD_VARIABLE_OWN
                                                               : BD_VARIABLE_ALIKE;
}

BD_BLOCK_TYPE(switch_type, "Switch", .accepts_bus = true, .variable = variable, .setup = setup,
              .propagate = propagate, .defaults = defaults, .size = size, .start = start,
              .outputs = outputs, .zero_crossings = zero_crossings, .retune = read_threshold);

/* the setting is 1 for the upper input and 0 for the lower one */
static bd_status read_setting(bd_block *block) {
    double setting = 1.0;
    if (strcmp(block->type->name, "Environment Controller") != 0)
        BD_TRY(bd_block_scalar(block, "CurrentSetting|sw", &setting));
    *(int *)block->data = setting != 0.0 ? 0 : 1;
    return BD_OK;
}

BD_VALUES_SETUP(setup_manual, int, 2, 1, read_setting)

static bd_status propagate_manual(bd_block *block) {
    BD_TRY(bd_propagate_dims(block, 0, 1));
    return bd_join_types(block, -1, false);
}

static bd_status defaults_manual(bd_block *block, bd_attribute what) {
    return bd_join_defaults(block, -1, what);
}

static bd_status outputs_manual(bd_block *block) {
    bd_copy_signal(&block->inputs[*(int *)block->data], block->outputs);
    return BD_OK;
}

#define MANUAL(text)                                                                               \
    {                                                                                              \
        .name = text, .setup = setup_manual, .propagate = propagate_manual,                        \
        .defaults = defaults_manual, .outputs = outputs_manual, .retune = read_setting,            \
        .accepts_bus = true, .variable = bd_variable_alike,                                        \
    }

static const bd_block_type manual_switch = MANUAL("ManualSwitch");
static const bd_block_type masked_manual_switch = MANUAL("Manual Switch");
static const bd_block_type environment_controller = MANUAL("Environment Controller");

const bd_block_type *const bd_blocks_switch[] = {
    &switch_type, &manual_switch, &masked_manual_switch, &environment_controller, NULL};
