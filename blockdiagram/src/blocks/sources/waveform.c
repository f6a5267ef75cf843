/* Waveform Generator: one of several signals in its notation (notation.h), separated by '#' in the
 * file. With x = F t + P in rad:
 *
 *   sin       A sin x
 *   square    A for the first DutyCycle percent of each 2 pi, then -A
 *   sawtooth  rises from -A to A while x goes from -pi to pi, so it is 0 at x = 0
 *   pulse     A from TriggerTime on, for Duration
 *   step      InitialValue, from StepTime on FinalValue
 *   gaussian  normal random numbers, those of a Random Number block
 *
 * The sawtooth is known from limits of a scope that Simulink has stored in a public model (see the
 * test). Nothing public tells which part of the square comes first: a warning says so. Jumps at
 * known times are told to the solver; until it has come there, the last major step's branch holds
 */
#include "blocks/sources/notation.h"
#include "blocks/sources/random.h"
#include "blocks/sources/source.h"
#include "blocks/families.h"

#include <stdlib.h>
#include <string.h>

#define TWO_PI 6.283185307179586476925286766559

typedef struct waveform {
    bd_wave *waves;
    int count;
} waveform;

/* work: of each wave */
typedef struct memory {
    double value;  /* now */
    double branch; /* periods, or instants, passed at the last major step */
    double drawn;
    uint32_t state;
} memory;

static bd_status setup(bd_block *block) {
    BD_TRY(bd_block_make_data(block, sizeof(waveform)));
    waveform *w = block->data;
    const char *text = bd_block_text(block, "Signals");
    long selected = 1;
    if (bd_block_text(block, "SelectedSignal"))
        BD_TRY(bd_block_whole(block, "SelectedSignal", 1, 10000, &selected));
    for (long i = 1; text && i < selected; i++) {
        text = strchr(text, '#');
        text = text ? text + 1 : NULL;
    }
    if (!text)
        return bd_block_fail(block, BD_BAD_PARAMETER,
                             "SelectedSignal %ld is not among the definitions in Signals",
                             selected);
    BD_TRY(bd_wave_read(block, text, strcspn(text, "#"), &w->waves, &w->count));
    for (int i = 0; i < w->count; i++)
        if (w->waves[i].kind == BD_WAVE_SQUARE)
            bd_block_warn(block, "square begins with its positive part here: no public page says "
                                 "which part comes first");
    BD_TRY(bd_block_set_inputs(block, 0));
    BD_TRY(bd_block_set_outputs(block, 1));
    return bd_block_read_sample_time(block, NULL);
}

static bd_status propagate(bd_block *block) {
    int type = BD_INHERITED;
    BD_TRY(bd_block_out_type(block, &type));
    BD_TRY(bd_port_set_type(block->outputs, type == BD_INHERITED ? BD_DOUBLE : type));
    BD_TRY(bd_port_set_complexity(block->outputs, 0));
    return bd_port_set_dims(block->outputs, 1, (const int[]){1});
}

static bd_status size(bd_block *block) {
    const waveform *w = block->data;
    bd_block_set_work(block, (size_t)w->count * sizeof(memory));
    return BD_OK;
}

static bd_status draw(bd_block *block) {
    const waveform *w = block->data;
    memory *m = block->work;
    for (int i = 0; i < w->count; i++)
        if (w->waves[i].kind == BD_WAVE_GAUSSIAN)
            m[i].drawn = bd_random_normal(&m[i].state);
    return BD_OK;
}

static bd_status initialise(bd_block *block) {
    const waveform *w = block->data;
    memory *m = block->work;
    for (int i = 0; i < w->count; i++) {
        if (w->waves[i].kind != BD_WAVE_GAUSSIAN)
            continue;
        const bd_wave *seed = &w->waves[w->waves[i].parts[2]];
        if (seed->kind != BD_WAVE_NUMBER || !(seed->number >= 0.0 && seed->number < 4294967296.0))
            return bd_block_fail(block, BD_BAD_PARAMETER,
                                 "Signals: the Seed of gaussian must be a number from 0 to 2^32");
        m[i].state = bd_random_begin(seed->number);
    }
    return draw(block);
}

/* the solver ends a step at an instant to come, if the wave is not seen at hits only */
static void announce(bd_block *block, double instant) {
    if (bd_is_major(block) && block->rates->sample_time.period == 0.0 && isfinite(instant) &&
        !bd_time_reached(bd_time(block), instant))
        bd_block_add_breakpoint(block, instant);
}

/* periods of 2 pi that have begun `late` after those of x = F t + P, in turns */
static double count_turns(bd_block *block, double frequency, double phase, double late) {
    const double t = bd_time(block), turns = (frequency * t + phase) / TWO_PI - late;
    double passed = floor(turns);
    if (!(frequency > 0.0))
        return passed;
    const double next = ((passed + 1.0 + late) * TWO_PI - phase) / frequency;
    if (!bd_time_reached(t, next)) {
        announce(block, next);
        return passed;
    }
    announce(block, ((passed + 2.0 + late) * TWO_PI - phase) / frequency);
    return passed + 1.0;
}

static double count_square(bd_block *block, const double *a) {
    const double on = count_turns(block, a[1], a[2], 0.0);
    const double off = count_turns(block, a[1], a[2], a[3] / 100.0);
    return on > off ? 1.0 : 0.0;
}

/* 1 from an instant on */
static double has_come(bd_block *block, double instant) {
    announce(block, instant);
    return isfinite(instant) ? bd_time_reached(bd_time(block), instant) : instant < 0.0;
}

static double find_branch(bd_block *block, bd_wave_kind kind, const double *a) {
    switch (kind) {
    case BD_WAVE_SQUARE:
        return count_square(block, a);
    case BD_WAVE_SAWTOOTH:
        return count_turns(block, a[1], a[2], 0.5);
    case BD_WAVE_PULSE:
        return has_come(block, a[1]) + has_come(block, a[1] + fmax(a[2], 0.0));
    case BD_WAVE_STEP:
        return has_come(block, a[0]);
    default:
        return 0.0;
    }
}

static double evaluate(const bd_block *block, bd_wave_kind kind, const double *a, const memory *m) {
    const double x = a[1] * bd_time(block) + a[2];
    switch (kind) {
    case BD_WAVE_SIN:
        return a[0] * sin(x);
    case BD_WAVE_SQUARE:
        return m->branch > 0.0 ? a[0] : -a[0];
    case BD_WAVE_SAWTOOTH:
        return 2.0 * a[0] * (x / TWO_PI - m->branch - 1.0);
    case BD_WAVE_PULSE:
        return m->branch == 1.0 ? a[0] : 0.0;
    case BD_WAVE_STEP:
        return m->branch > 0.0 ? a[2] : a[1];
    case BD_WAVE_GAUSSIAN:
        return a[0] + sqrt(a[1]) * m->drawn;
    default:
        return bd_wave_combine(kind, a[0], a[1]);
    }
}

/* a jump whose time depends on other waves is not foreseen: it may come in any step */
static bool is_foreseen(const waveform *w, const bd_wave *wave) {
    for (int k = 0; k < BD_WAVE_ARGUMENTS; k++)
        if (w->waves[wave->parts[k]].kind != BD_WAVE_NUMBER)
            return false;
    return true;
}

static bd_status outputs(bd_block *block) {
    const waveform *w = block->data;
    memory *m = block->work;
    for (int i = 0; i < w->count; i++) {
        const bd_wave *wave = &w->waves[i];
        double a[BD_WAVE_ARGUMENTS];
        if (wave->kind == BD_WAVE_NUMBER) {
            m[i].value = wave->number;
            continue;
        }
        for (int k = 0; k < BD_WAVE_ARGUMENTS; k++)
            a[k] = m[wave->parts[k]].value;
        memory now = m[i];
        if (bd_source_may_branch(block) || !is_foreseen(w, wave))
            now.branch = find_branch(block, wave->kind, a);
        if (bd_is_major(block))
            m[i].branch = now.branch;
        m[i].value = evaluate(block, wave->kind, a, &now);
    }
    bd_source_write(block, 0, m[w->count - 1].value);
    return BD_OK;
}

BD_BLOCK_TYPE(type, "WaveformGenerator", .setup = setup, .propagate = propagate, .size = size,
              .initialise = initialise, .outputs = outputs, .update = draw);

const bd_block_type *const bd_blocks_waveform[] = {&type, NULL};
