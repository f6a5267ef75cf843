/* Signal Generator: sine, square, sawtooth and random of one amplitude and frequency.
 *
 * With p = f t and r = p - floor(p): square is -A in the first half of a period and A in the second
 * (r >= 1/2), sawtooth falls from A to -A. A negative amplitude turns them around. Jumps are known
 * instants for a variable-step solver; until it has come there, the branch of the last major step
 * holds */
#include "blocks/sources/random.h"
#include "blocks/sources/source.h"
#include "blocks/families.h"

#define TWO_PI 6.283185307179586476925286766559

typedef enum wave { SINE, SQUARE, SAWTOOTH, RANDOM } wave;
enum { AMPLITUDE, FREQUENCY };
static const char *const names[] = {"Amplitude", "Frequency", NULL};

typedef struct generator {
    bd_generator source;
    wave form;
    double turns; /* per unit of frequency and second */
} generator;

/* work: per element half periods passed at the last major step, or a random stream */
typedef struct memory {
    double halves;
    uint32_t state;
    double value;
} memory;

static bd_status setup(bd_block *block) {
    static const char *const forms[] = {"sine", "square", "sawtooth", "random", NULL};
    static const char *const units[] = {"Hertz", "rad/sec", NULL};
    BD_TRY(bd_block_make_data(block, sizeof(generator)));
    generator *g = block->data;
    int form = 0, unit = 0;
    BD_TRY(bd_block_choice(block, "WaveForm", forms, &form));
    BD_TRY(bd_block_choice(block, "Units", units, &unit));
    g->form = (wave)form;
    g->turns = unit == 0 ? 1.0 : 1.0 / TWO_PI;
    g->source.names = names;
    BD_TRY(bd_source_setup(block, &g->source, NULL));
    return bd_block_set_sample_time(block, g->form == RANDOM ? BD_FIXED_IN_MINOR : BD_CONTINUOUS);
}

static bd_status size(bd_block *block) {
    bd_block_set_work(block, (size_t)block->outputs->width * sizeof(memory));
    return BD_OK;
}

static bd_status draw(bd_block *block) {
    memory *m = block->work;
    for (int i = 0; i < block->outputs->width; i++)
        m[i].value = 2.0 * bd_random_uniform(&m[i].state) - 1.0;
    return BD_OK;
}

static bd_status initialise(bd_block *block) {
    const generator *g = block->data;
    memory *m = block->work;
    for (int i = 0; i < block->outputs->width; i++)
        m[i].state = bd_random_begin(i);
    return g->form == RANDOM ? draw(block) : BD_OK;
}

static bd_status outputs_sine(bd_block *block) {
    const generator *g = block->data;
    for (int i = 0; i < block->outputs->width; i++) {
        double frequency = bd_source_at(&g->source, FREQUENCY, i) * (g->turns * TWO_PI);
        bd_source_write(block, i,
                        bd_source_at(&g->source, AMPLITUDE, i) *
                            sin(frequency * bd_source_time(block, i)));
    }
    return BD_OK;
}

static double count_halves(bd_block *block, double t, double turns) {
    double halves = floor(2.0 * turns * t);
    if (turns > 0.0 && bd_time_reached(t, (halves + 1.0) / (2.0 * turns)))
        halves += 1.0;
    if (turns > 0.0 && bd_is_major(block))
        bd_block_add_breakpoint(block, (halves + 1.0) / (2.0 * turns));
    return halves;
}

static bd_status outputs_jumping(bd_block *block) {
    const generator *g = block->data;
    memory *m = block->work;
    for (int i = 0; i < block->outputs->width; i++) {
        double turns = bd_source_at(&g->source, FREQUENCY, i) * g->turns;
        double t = bd_source_time(block, i);
        double halves = bd_source_may_branch(block) ? count_halves(block, t, turns) : m[i].halves;
        if (bd_is_major(block))
            m[i].halves = halves;
        double amplitude = bd_source_at(&g->source, AMPLITUDE, i);
        if (g->form == SQUARE)
            bd_source_write(block, i, fmod(halves, 2.0) != 0.0 ? amplitude : -amplitude);
        else
            bd_source_write(block, i, amplitude * (1.0 - 2.0 * (turns * t - floor(halves / 2.0))));
    }
    return BD_OK;
}

static bd_status outputs_random(bd_block *block) {
    const generator *g = block->data;
    const memory *m = block->work;
    for (int i = 0; i < block->outputs->width; i++)
        bd_source_write(block, i, bd_source_at(&g->source, AMPLITUDE, i) * m[i].value);
    return BD_OK;
}

static bd_status start(bd_block *block) {
    const generator *g = block->data;
    block->run_outputs = g->form == SINE     ? outputs_sine
                         : g->form == RANDOM ? outputs_random
                                             : outputs_jumping;
    if (g->form != RANDOM)
        block->run_update = NULL;
    return BD_OK;
}

BD_BLOCK_TYPE(type, "SignalGenerator", .setup = setup, .propagate = bd_source_propagate,
              .size = size, .start = start, .initialise = initialise, .outputs = outputs_sine,
              .update = draw, .retune = bd_source_retune);

const bd_block_type *const bd_blocks_signal_generator[] = {&type, NULL};
