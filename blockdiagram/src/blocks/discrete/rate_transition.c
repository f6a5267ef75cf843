/* Rate Transition. With data integrity and determinism: to a slower rate it is a zero-order hold at
 * the slower rate; to a faster one a unit delay at the slower rate. Without determinism, with equal
 * rates, or between rates of which one is not discrete, the latest value passes: there is only one
 * task, so data are always whole */
#include "blocks/elements.h"
#include "blocks/families.h"

#include <string.h>

typedef struct transition {
    const bd_value *initial;
    bool integrity, deterministic;
    bd_sample_time wanted; /* of the output; inherited if not said */
    double multiple;       /* of the input's, 0 if not said */
} transition;

static bd_status read_initial(bd_block *block) {
    transition *t = block->data;
    return bd_read_numbers(block, "InitialCondition|X0", "the initial condition", &t->initial);
}

static bd_status read_rates(bd_block *block, transition *t) {
    static const char *const options[] = {"Specify", "Inherit",
                                          "Multiple of input port sample time", NULL};
    int option = 0;
    t->wanted = BD_SAMPLE_INHERITED;
    BD_TRY(bd_block_choice(block, "OutPortSampleTimeOpt", options, &option));
    if (option == 2) {
        BD_TRY(bd_block_scalar(block, "OutPortSampleTimeMultiple", &t->multiple));
        if (!(t->multiple > 0.0))
            return bd_block_fail(block, BD_BAD_PARAMETER,
                                 "OutPortSampleTimeMultiple must be positive");
    } else if (option == 0 && bd_block_text(block, "OutPortSampleTime")) {
        bd_reals pair;
        BD_TRY(bd_reals_read(block, "OutPortSampleTime", &pair));
        if (pair.count > 2)
            return bd_block_fail(block, BD_BAD_PARAMETER,
                                 "OutPortSampleTime must be T or [T offset]");
        t->wanted = (bd_sample_time){pair.values[0], pair.count == 2 ? pair.values[1] : 0.0};
    }
    return BD_OK;
}

static bd_status setup(bd_block *block) {
    BD_TRY(bd_setup_ports(block, sizeof(transition), 1, 1));
    transition *t = block->data;
    t->integrity = t->deterministic = true;
    BD_TRY(bd_block_flag(block, "Integrity", &t->integrity));
    BD_TRY(bd_block_flag(block, "Deterministic", &t->deterministic));
    BD_TRY(read_initial(block));
    BD_TRY(read_rates(block, t));
    block->port_based_rates = true;
    if (!bd_sample_is_inherited(t->wanted))
        block->outputs->sample_time = t->wanted;
    return BD_OK;
}

static bd_status offer_rate(bd_block *block, bd_port *port, bd_sample_time candidate) {
    const transition *t = block->data;
    port->sample_time = candidate;
    if (port->is_input && t->multiple > 0.0 && bd_sample_is_discrete(candidate))
        block->outputs->sample_time =
            (bd_sample_time){candidate.period * t->multiple, candidate.offset};
    return BD_OK;
}

static bool is_delay(const bd_block *block) {
    const transition *t = block->data;
    bd_sample_time from = block->inputs->sample_time, to = block->outputs->sample_time;
    return t->integrity && t->deterministic && bd_sample_is_discrete(from) &&
           (bd_sample_is_discrete(to) || to.period == 0.0) && from.period > to.period;
}

/* only a delay lets its output be computed before its input */
static bd_status size(bd_block *block) {
    block->inputs->feedthrough = !is_delay(block);
    bd_block_set_work(block, bd_shape_size(&block->outputs->shape));
    return BD_OK;
}

static bd_status initialise(bd_block *block) {
    const transition *t = block->data;
    return bd_work_begin(block, NULL, t->initial, &block->outputs->shape);
}

static bd_status outputs_delay(bd_block *block) {
    if (bd_is_hit(block, block->inputs->rate))
        memcpy(block->outputs->data, block->work, block->work_size);
    return BD_OK;
}

static bd_status update_delay(bd_block *block) {
    if (bd_is_hit(block, block->inputs->rate))
        memcpy(block->work, block->inputs->data, block->work_size);
    return BD_OK;
}

static bd_status outputs(bd_block *block) {
    if (!bd_is_major(block) || bd_is_hit(block, block->outputs->rate))
        memcpy(block->outputs->data, block->inputs->data, block->work_size);
    return BD_OK;
}

static bd_status start(bd_block *block) {
    bool delay = is_delay(block);
    block->run_outputs = delay ? outputs_delay : outputs;
    block->run_update = delay ? update_delay : NULL;
    return BD_OK;
}

BD_BLOCK_TYPE(type, "RateTransition", .setup = setup, .offer_rate = offer_rate, .size = size,
              .start = start, .initialise = initialise, .outputs = outputs, .update = update_delay,
              .retune = read_initial, .accepts_bus = true);

const bd_block_type *const bd_blocks_rate_transition[] = {&type, NULL};
