/* MinMax over inputs, or over the elements of one input; MinMax Running Resettable, which also
 * remembers. Not-a-number inputs are passed over as long as there is a number.
 *
 * A change of the winner is a corner of the output: with one crossing signal per element (the
 * distance of the two foremost candidates, with a sign that tells which is first) it is located */
#include "blocks/elements.h"
#include "blocks/families.h"

#include <string.h>

typedef struct min_max {
    bool largest;
    bool crossings;
    bd_cast cast;
    bd_reals initial; /* of the running one */
} min_max;

static bool better(const min_max *m, double candidate, double best) {
    if (isnan(best))
        return true;
    return m->largest ? candidate > best : candidate < best;
}

static bd_status setup(bd_block *block) {
    static const char *const functions[] = {"min", "max", NULL};
    BD_TRY(bd_block_make_data(block, sizeof(min_max)));
    min_max *m = block->data;
    int function = 0;
    long count = 1;
    BD_TRY(bd_block_choice(block, "Function", functions, &function));
    BD_TRY(bd_block_whole(block, "Inputs", 1, 10000, &count));
    BD_TRY(bd_block_flag(block, "ZeroCross", &m->crossings));
    BD_TRY(bd_cast_read(block, &m->cast));
    BD_TRY(bd_make_ports(block, (int)count, 1));
    m->largest = function == 1;
    return BD_OK;
}

static bd_status propagate(bd_block *block) {
    BD_TRY(block->input_count == 1 ? bd_port_set_width(block->outputs, 1)
                                   : bd_propagate_dims(block, 0, block->input_count - 1));
    BD_TRY(bd_propagate_out_type(block, block->input_count));
    return bd_require_real(block);
}

static bool has_candidates(const bd_block *block) {
    return block->input_count > 1 || block->inputs->width > 1;
}

static bd_status size(bd_block *block) {
    const min_max *m = block->data;
    if (m->crossings && bd_is_plain(block) && has_candidates(block))
        bd_block_set_zero_crossings(block, block->outputs->width);
    return BD_OK;
}

static int candidate_count(const bd_block *block) {
    return block->input_count == 1 ? block->inputs->width : block->input_count;
}

static double candidate(const bd_block *block, int number, int element) {
    return block->input_count == 1 ? bd_port_real(block->inputs, number)
                                   : bd_port_real(&block->inputs[number], element);
}

static int find_winner(const bd_block *block, int element, int except) {
    const min_max *m = block->data;
    int winner = except == 0 ? 1 : 0;
    double best = candidate(block, winner, element);
    for (int i = winner + 1; i < candidate_count(block); i++) {
        double value = candidate(block, i, element);
        if (i != except && !isnan(value) && better(m, value, best)) {
            best = value;
            winner = i;
        }
    }
    return winner;
}

static bd_status outputs(bd_block *block) {
    const min_max *m = block->data;
    if (block->input_count == 1 && block->inputs->width == 0)
        return bd_block_fail(block, BD_BLOCK_FAILED, "the input has no elements now");
    for (int i = 0; i < block->outputs->width; i++)
        bd_port_write(block->outputs, i, candidate(block, find_winner(block, i, -1), i), &m->cast);
    return BD_OK;
}

static bd_status zero_crossings(bd_block *block) {
    for (int i = 0; i < block->zero_crossing_count; i++) {
        int first = find_winner(block, i, -1), second = find_winner(block, i, first);
        double distance = fabs(candidate(block, first, i) - candidate(block, second, i));
        block->zero_crossings[i] = first < second ? distance : -distance;
    }
    return BD_OK;
}

BD_KERNEL(run_min, fmin(*k->u[0], *k->u[1]))
BD_KERNEL(run_max, fmax(*k->u[0], *k->u[1]))

static bool kernel(bd_block *block, bd_kernel *kernel) {
    const min_max *m = block->data;
    return block->input_count == 2 &&
           bd_kernel_of_scalars(block, kernel, m->largest ? run_max : run_min);
}

/* running: the extreme since the last reset, begun with vinit; as long as input 2 is not zero the
 * output is vinit whatever comes in */
static bd_status read_initial(bd_block *block) {
    return bd_reals_read(block, "vinit|InitialCondition", &((min_max *)block->data)->initial);
}

static bd_status setup_running(bd_block *block) {
    static const char *const functions[] = {"min", "max", NULL};
    BD_TRY(bd_block_make_data(block, sizeof(min_max)));
    min_max *m = block->data;
    m->cast = bd_cast_nearest;
    int function = 0;
    BD_TRY(bd_block_choice(block, "Function", functions, &function));
    if (!bd_block_text(block, "vinit|InitialCondition")) {
        static const double zero = 0.0;
        m->initial = (bd_reals){&zero, 1};
    } else
        BD_TRY(read_initial(block));
    BD_TRY(bd_block_set_inputs(block, 2));
    BD_TRY(bd_block_set_outputs(block, 1));
    bd_block_set_all_feedthrough(block);
    m->largest = function == 1;
    return BD_OK;
}

static bd_status propagate_running(bd_block *block) {
    bd_port *u = block->inputs, *y = block->outputs;
    BD_TRY(bd_propagate_dims(block, 0, 0));
    BD_TRY(bd_propagate_type(u, y));
    BD_TRY(bd_port_set_width(&block->inputs[1], 1));
    return bd_require_real(block);
}

static bd_status size_running(bd_block *block) {
    const min_max *m = block->data;
    return bd_size_discrete(block, "vinit", &m->initial);
}

static bd_status initialise_running(bd_block *block) {
    const min_max *m = block->data;
    bd_begin_discrete(block, &m->initial);
    return BD_OK;
}

static double extreme_now(const bd_block *block, int i) {
    const min_max *m = block->data;
    if (bd_port_real(&block->inputs[1], 0) != 0.0)
        return bd_real(&m->initial, i);
    double u = bd_port_real(block->inputs, i), before = block->discrete[i];
    return better(m, u, before) ? u : before;
}

static bd_status outputs_running(bd_block *block) {
    const min_max *m = block->data;
    for (int i = 0; i < block->outputs->width; i++)
        bd_port_write(block->outputs, i, extreme_now(block, i), &m->cast);
    return BD_OK;
}

static bd_status update_running(bd_block *block) {
    for (int i = 0; i < block->discrete_count; i++)
        block->discrete[i] = extreme_now(block, i);
    return BD_OK;
}

static bd_variable_rule variable(const bd_block *block) {
    return block->input_count == 1 ? BD_VARIABLE_INPUTS : BD_VARIABLE_ALIKE;
}

BD_BLOCK_TYPE(type, "MinMax", .variable = variable, .setup = setup, .propagate = propagate,
              .defaults = bd_default_elementwise, .size = size, .outputs = outputs,
              .zero_crossings = zero_crossings, .kernel = kernel);

BD_BLOCK_TYPE(running_type, "MinMax Running Resettable", .setup = setup_running,
              .propagate = propagate_running, .size = size_running,
              .initialise = initialise_running, .outputs = outputs_running,
              .update = update_running);

const bd_block_type *const bd_blocks_min_max[] = {&type, &running_type, NULL};
