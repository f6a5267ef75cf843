/* Sine Wave, time based: A sin(w t + phase) + bias; sample based: A sin(2 pi (k + offset) / p) +
 * bias with k counting the samples of a period. Chirp Signal: a sine whose frequency grows linearly
 * from f1 (Hz) at t = 0 to f2 at t = T */
#include "blocks/sources/source.h"
#include "blocks/families.h"

#define TWO_PI 6.283185307179586476925286766559

enum { AMPLITUDE, BIAS, FREQUENCY, PHASE };
static const char *const time_names[] = {"Amplitude", "Bias", "Frequency", "Phase", NULL};
enum { SAMPLES = 2, OFFSET = 3 };
static const char *const sample_names[] = {"Amplitude", "Bias", "Samples", "Offset", NULL};
enum { CHIRP_BEGIN, CHIRP_TIME, CHIRP_END };
static const char *const chirp_names[] = {"f1", "T", "f2", NULL};

typedef struct sine {
    bd_generator source;
    double scalar[4]; /* the parameters of a scalar one */
} sine;

static bd_status check_samples(bd_block *block) {
    const sine *s = block->data;
    const bd_reals *samples = &s->source.p[SAMPLES];
    for (size_t i = 0; s->source.sample_based && i < samples->count; i++)
        if (!(samples->values[i] >= 1.0) || samples->values[i] != floor(samples->values[i]))
            return bd_block_fail(block, BD_BAD_PARAMETER,
                                 "Samples (per period) must be a positive whole number");
    return BD_OK;
}

static bd_status outputs_time(bd_block *block) {
    const bd_generator *s = block->data;
    for (int i = 0; i < block->outputs->width; i++) {
        double angle =
            bd_source_at(s, FREQUENCY, i) * bd_source_time(block, i) + bd_source_at(s, PHASE, i);
        bd_source_write(block, i,
                        bd_source_at(s, AMPLITUDE, i) * sin(angle) + bd_source_at(s, BIAS, i));
    }
    return BD_OK;
}

/* the count runs on; only its rest matters, so that the sine stays exactly periodic */
static bd_status outputs_samples(bd_block *block) {
    const bd_generator *s = block->data;
    for (int i = 0; i < block->outputs->width; i++) {
        double p = bd_source_at(s, SAMPLES, i);
        double k = block->input_count ? bd_source_time(block, i) : fmod(block->discrete[0], p);
        double angle = TWO_PI * (k + bd_source_at(s, OFFSET, i)) / p;
        bd_source_write(block, i,
                        bd_source_at(s, AMPLITUDE, i) * sin(angle) + bd_source_at(s, BIAS, i));
    }
    return BD_OK;
}

static bd_status run_sine(const bd_kernel *k) {
    const double *p = k->u[1];
    *k->y = p[AMPLITUDE] * sin(p[FREQUENCY] * *k->u[0] + p[PHASE]) + p[BIAS];
    return BD_OK;
}

static bool kernel(bd_block *block, bd_kernel *kernel) {
    const sine *s = block->data;
    if (s->source.sample_based || !bd_is_plain(block) || block->outputs->width != 1)
        return false;
    kernel->run = run_sine;
    kernel->u[0] = block->input_count ? bd_input(block, 0) : &block->clock->time;
    kernel->u[1] = s->scalar;
    kernel->y = bd_output(block, 0);
    return true;
}

static bd_status setup(bd_block *block) {
    BD_TRY(bd_block_make_data(block, sizeof(sine)));
    sine *s = block->data;
    BD_TRY(bd_source_read_base(block, "SineType", &s->source.sample_based));
    s->source.by_samples = outputs_samples;
    s->source.by_time = outputs_time;
    s->source.names = s->source.sample_based ? sample_names : time_names;
    BD_TRY(bd_source_setup(block, &s->source, "SampleTime"));
    BD_TRY(bd_source_count_samples(block, s->source.sample_based, "sine"));
    for (int i = 0; i < 4; i++)
        s->scalar[i] = bd_source_at(&s->source, i, 0);
    return check_samples(block);
}

static bd_status retune(bd_block *block) {
    BD_TRY(bd_source_retune(block));
    sine *s = block->data;
    for (int i = 0; i < 4; i++)
        s->scalar[i] = bd_source_at(&s->source, i, 0);
    return check_samples(block);
}

static bd_status setup_chirp(bd_block *block) {
    BD_TRY(bd_block_make_data(block, sizeof(bd_generator)));
    bd_generator *s = block->data;
    s->names = chirp_names;
    BD_TRY(bd_source_setup(block, s, NULL));
    for (size_t i = 0; i < s->p[CHIRP_TIME].count; i++)
        if (s->p[CHIRP_TIME].values[i] == 0.0)
            return bd_block_fail(block, BD_BAD_PARAMETER, "the target time T must not be 0");
    return bd_block_set_sample_time(block, BD_CONTINUOUS);
}

static bd_status outputs_chirp(bd_block *block) {
    const bd_generator *s = block->data;
    double t = bd_time(block);
    for (int i = 0; i < block->outputs->width; i++) {
        double f1 = bd_source_at(s, CHIRP_BEGIN, i);
        double rise = (bd_source_at(s, CHIRP_END, i) - f1) / bd_source_at(s, CHIRP_TIME, i);
        bd_source_write(block, i, sin(TWO_PI * (f1 + 0.5 * rise * t) * t));
    }
    return BD_OK;
}

BD_BLOCK_TYPE(sine_type, "Sin", .setup = setup, .propagate = bd_source_propagate,
              .start = bd_source_start, .initialise = bd_source_begin_count,
              .outputs = outputs_time, .update = bd_source_count_on, .kernel = kernel,
              .retune = retune);

BD_BLOCK_TYPE(chirp_type, "Chirp Signal", .setup = setup_chirp, .propagate = bd_source_propagate,
              .outputs = outputs_chirp, .retune = bd_source_retune);

const bd_block_type *const bd_blocks_sine[] = {&sine_type, &chirp_type, NULL};
