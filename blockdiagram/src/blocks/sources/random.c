/* Random Number (normal), Uniform Random Number, Band-Limited White Noise: held between samples */
#include "blocks/sources/random.h"
#include "blocks/sources/source.h"
#include "blocks/families.h"

#include <string.h>

#define TWO_PI 6.283185307179586476925286766559

static uint64_t next(uint64_t *state) {
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

uint64_t bd_random_begin(double seed, int element) {
    uint64_t state;
    memcpy(&state, &seed, sizeof state);
    state += (uint64_t)element * 0xd1342543de82ef95u;
    return next(&state);
}

double bd_random_uniform(uint64_t *state) {
    return ((double)(next(state) >> 12) + 0.5) * 0x1p-52;
}

double bd_random_normal(uint64_t *state) {
    double radius = sqrt(-2.0 * log(bd_random_uniform(state)));
    return radius * cos(TWO_PI * bd_random_uniform(state));
}

typedef enum noise_kind { NORMAL, UNIFORM, WHITE } noise_kind;

enum { FIRST, SECOND, SEED }; /* mean and variance; minimum and maximum; power and sample time */
static const char *const normal_names[] = {"Mean", "Variance", "Seed", NULL};
static const char *const uniform_names[] = {"Minimum", "Maximum", "Seed", NULL};
static const char *const white_names[] = {"Cov", "Ts", "seed", NULL};

typedef struct noise {
    bd_source source;
    noise_kind kind;
} noise;

/* work: per element the state of its stream and the number in force */
typedef struct stream {
    uint64_t state;
    double value;
} stream;

static bd_status check(bd_block *block) {
    const noise *n = block->data;
    for (int i = 0; i < bd_shape_width(&n->source.shape); i++) {
        double a = bd_source_at(&n->source, FIRST, i), b = bd_source_at(&n->source, SECOND, i);
        if (n->kind == NORMAL && !(b >= 0.0))
            return bd_block_fail(block, BD_BAD_PARAMETER, "Variance must not be negative");
        if (n->kind == UNIFORM && !(a <= b))
            return bd_block_fail(block, BD_BAD_PARAMETER, "Minimum must not exceed Maximum");
        if (n->kind == WHITE && (!(a >= 0.0) || !(b > 0.0)))
            return bd_block_fail(block, BD_BAD_PARAMETER,
                                 "the noise power Cov must not be negative, Ts must be positive");
    }
    return BD_OK;
}

static bd_status set_up(bd_block *block, noise_kind kind, const char *const *names,
                        const char *sample_time) {
    noise *n = bd_block_alloc(block, sizeof *n);
    if (!n)
        return bd_block_no_memory(block);
    n->kind = kind;
    n->source.names = names;
    bd_status status = bd_source_setup(block, &n->source, NULL);
    /* a new number at every trial point of a solver would be no function of time */
    if (status == BD_OK)
        status = bd_read_discrete_rate(block, sample_time);
    block->refuses_constant = true;
    return status == BD_OK ? check(block) : status;
}

static bd_status setup_normal(bd_block *block) {
    return set_up(block, NORMAL, normal_names, "SampleTime");
}

static bd_status setup_uniform(bd_block *block) {
    return set_up(block, UNIFORM, uniform_names, "SampleTime");
}

static bd_status setup_white(bd_block *block) {
    return set_up(block, WHITE, white_names, "Ts");
}

static bd_status size(bd_block *block) {
    bd_block_set_work(block, (size_t)block->outputs->width * sizeof(stream));
    return BD_OK;
}

static void draw(bd_block *block) {
    const noise *n = block->data;
    stream *streams = block->work;
    for (int i = 0; i < block->outputs->width; i++) {
        stream *s = &streams[i];
        double a = bd_source_at(&n->source, FIRST, i), b = bd_source_at(&n->source, SECOND, i);
        if (n->kind == UNIFORM)
            s->value = a + (b - a) * bd_random_uniform(&s->state);
        else if (n->kind == NORMAL)
            s->value = a + sqrt(b) * bd_random_normal(&s->state);
        else
            s->value = sqrt(a / b) * bd_random_normal(&s->state);
    }
}

static bd_status initialise(bd_block *block) {
    const noise *n = block->data;
    stream *streams = block->work;
    for (int i = 0; i < block->outputs->width; i++)
        streams[i].state = bd_random_begin(bd_source_at(&n->source, SEED, i),
                                           n->source.p[SEED].count == 1 ? i : 0);
    draw(block);
    return BD_OK;
}

static bd_status outputs(bd_block *block) {
    const stream *streams = block->work;
    for (int i = 0; i < block->outputs->width; i++)
        bd_source_write(block, i, streams[i].value);
    return BD_OK;
}

static bd_status update(bd_block *block) {
    draw(block);
    return BD_OK;
}

static bd_status retune(bd_block *block) {
    bd_status status = bd_source_retune(block);
    return status == BD_OK ? check(block) : status;
}

#define NOISE_TYPE(identifier, type_name, setup_function)                                          \
    static const bd_block_type identifier = {                                                      \
        .name = type_name,                                                                         \
        .setup = setup_function,                                                                   \
        .propagate = bd_source_propagate,                                                          \
        .size = size,                                                                              \
        .initialise = initialise,                                                                  \
        .outputs = outputs,                                                                        \
        .update = update,                                                                          \
        .retune = retune,                                                                          \
    }

NOISE_TYPE(normal_type, "RandomNumber", setup_normal);
NOISE_TYPE(uniform_type, "UniformRandomNumber", setup_uniform);
NOISE_TYPE(white_type, "Band-Limited White Noise", setup_white);

const bd_block_type *const bd_blocks_random[] = {&normal_type, &uniform_type, &white_type, NULL};
