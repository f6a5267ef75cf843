/* Random Number (normal), Uniform Random Number, Band-Limited White Noise: held between samples */
#include "blocks/sources/random.h"
#include "blocks/sources/source.h"
#include "blocks/families.h"

#define MODULUS 2147483647u

uint32_t bd_random_begin(double seed) {
    double whole = isfinite(seed) ? fmod(floor(seed), 0x1p32) : 0.0;
    uint32_t s = (uint32_t)(int64_t)whole;
    uint32_t high = s >> 16, bit = s & 0x8000u;
    s = (s << 16) - (bit << 16) + bit + high;
    if (s < 1)
        return 1144108930u; /* what seed 0 begins with */
    return s > MODULUS - 1 ? MODULUS - 1 : s;
}

double bd_random_uniform(uint32_t *state) {
    *state = (uint32_t)((uint64_t)*state * 16807u % MODULUS);
    return *state / (double)MODULUS;
}

double bd_random_normal(uint32_t *state) {
    double x, y, square;
    do {
        x = 2.0 * bd_random_uniform(state) - 1.0;
        y = 2.0 * bd_random_uniform(state) - 1.0;
        square = x * x + y * y;
    } while (square > 1.0);
    return sqrt(-2.0 * log(square) / square) * x;
}

typedef enum noise_kind { NORMAL, UNIFORM, WHITE } noise_kind;

enum { FIRST, SECOND, SEED }; /* mean and variance; minimum and maximum; power and sample time */
static const char *const normal_names[] = {"Mean", "Variance", "Seed", NULL};
static const char *const uniform_names[] = {"Minimum", "Maximum", "Seed", NULL};
static const char *const white_names[] = {"Cov", "Ts", "seed", NULL};

typedef struct noise {
    bd_generator source;
    noise_kind kind;
} noise;

/* work: per element the state of its stream and the number in force */
typedef struct stream {
    uint32_t state;
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
    BD_TRY(bd_block_make_data(block, sizeof(noise)));
    noise *n = block->data;
    n->kind = kind;
    n->source.names = names;
    BD_TRY(bd_source_setup(block, &n->source, NULL));
    /* a new number at every trial point of a solver would be no function of time */
    BD_TRY(bd_read_discrete_rate(block, sample_time));
    block->refuses_constant = true;
    return check(block);
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

/* one seed for all elements gives each the same stream, as with every other parameter */
static bd_status size(bd_block *block) {
    const noise *n = block->data;
    if (n->source.p[SEED].count == 1 && block->outputs->width > 1)
        bd_block_warn(block,
                      "all %d elements have one seed and so the same random numbers; give "
                      "a vector of seeds for independent ones",
                      block->outputs->width);
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
        streams[i].state = bd_random_begin(bd_source_at(&n->source, SEED, i));
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
    BD_TRY(bd_source_retune(block));
    return check(block);
}

#define NOISE_TYPE(identifier, type_name, setup_function)                                          \
    BD_BLOCK_TYPE(identifier, type_name, .setup = setup_function,                                  \
                  .propagate = bd_source_propagate, .size = size, .initialise = initialise,        \
                  .outputs = outputs, .update = update, .retune = retune)

NOISE_TYPE(normal_type, "RandomNumber", setup_normal);
NOISE_TYPE(uniform_type, "UniformRandomNumber", setup_uniform);
NOISE_TYPE(white_type, "Band-Limited White Noise", setup_white);

const bd_block_type *const bd_blocks_random[] = {&normal_type, &uniform_type, &white_type, NULL};
