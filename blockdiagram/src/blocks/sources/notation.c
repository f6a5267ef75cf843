/* reads the notation of the Waveform Generator: ( ), then signs, then * and /, then + and -. A name
 * before a bracket is a wave or abs, any other one a variable of the workspace. Arguments by place
 * must be complete; those by name may be left out (their value is told then) */
#include "blocks/sources/notation.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "blockdiagram/expression.h"

#define MAX_WAVES 500
#define MAX_DEPTH 50

typedef struct argument {
    const char *name;
    double usual;
} argument;

typedef struct wave_type {
    const char *name;
    bd_wave_kind kind;
    int count;
    argument arguments[BD_WAVE_ARGUMENTS];
} wave_type;

static const wave_type types[] = {
    {"abs", BD_WAVE_ABSOLUTE, 1, {{"", 0.0}}},
    {"sin", BD_WAVE_SIN, 3, {{"Amplitude", 1.0}, {"Frequency", 1.0}, {"Phase", 0.0}}},
    {"square",
     BD_WAVE_SQUARE,
     4,
     {{"Amplitude", 1.0}, {"Frequency", 1.0}, {"Phase", 0.0}, {"DutyCycle", 50.0}}},
    {"sawtooth", BD_WAVE_SAWTOOTH, 3, {{"Amplitude", 1.0}, {"Frequency", 1.0}, {"Phase", 0.0}}},
    {"pulse", BD_WAVE_PULSE, 3, {{"Amplitude", 1.0}, {"TriggerTime", 0.0}, {"Duration", 1.0}}},
    {"step", BD_WAVE_STEP, 3, {{"StepTime", 0.0}, {"InitialValue", 0.0}, {"FinalValue", 1.0}}},
    {"gaussian", BD_WAVE_GAUSSIAN, 3, {{"Mean", 0.0}, {"Variance", 1.0}, {"Seed", 0.0}}},
};

typedef struct reader {
    bd_block *block;
    const char *at, *end;
    bd_wave *waves;
    int count, depth;
} reader;

double bd_wave_combine(bd_wave_kind kind, double a, double b) {
    switch (kind) {
    case BD_WAVE_NEGATIVE:
        return -a;
    case BD_WAVE_ABSOLUTE:
        return fabs(a);
    case BD_WAVE_SUM:
        return a + b;
    case BD_WAVE_DIFFERENCE:
        return a - b;
    case BD_WAVE_PRODUCT:
        return a * b;
    default:
        return a / b;
    }
}

static bd_status refuse(const reader *r, const char *what) {
    return bd_block_fail(r->block, BD_BAD_PARAMETER, "Signals: %s at '%.*s'", what,
                         (int)(r->end - r->at < 40 ? r->end - r->at : 40), r->at);
}

static bool take(reader *r, char c) {
    while (r->at < r->end && isspace((unsigned char)*r->at))
        r->at++;
    if (r->at == r->end || *r->at != c)
        return false;
    r->at++;
    return true;
}

static bd_status add(reader *r, const bd_wave *wave, int *place) {
    if (r->count == MAX_WAVES)
        return refuse(r, "the waveform has too many parts");
    r->waves[r->count] = *wave;
    *place = r->count++;
    return BD_OK;
}

static bd_status add_number(reader *r, double number, int *place) {
    return add(r, &(bd_wave){.kind = BD_WAVE_NUMBER, .number = number}, place);
}

/* what has only numbers as parts is one */
static bd_status combine(reader *r, bd_wave_kind kind, int a, int b, int *place) {
    const bd_wave *left = &r->waves[a], *right = &r->waves[b];
    if (left->kind == BD_WAVE_NUMBER && right->kind == BD_WAVE_NUMBER)
        return add_number(r, bd_wave_combine(kind, left->number, right->number), place);
    return add(r, &(bd_wave){.kind = kind, .parts = {a, b}}, place);
}

static bd_status read_sum(reader *r, int *place);

/* 'Name', or nothing; the comma behind it belongs to it */
static bd_status read_name(reader *r, const wave_type *type, int *index) {
    *index = -1;
    if (!take(r, '\''))
        return BD_OK;
    for (int i = 0; i < type->count; i++) {
        const size_t length = strlen(type->arguments[i].name);
        if ((size_t)(r->end - r->at) > length && r->at[length] == '\'' && length > 0 &&
            strncmp(r->at, type->arguments[i].name, length) == 0) {
            *index = i;
            r->at += length + 1;
            return take(r, ',') ? BD_OK : refuse(r, "a value is missing");
        }
    }
    return refuse(r, "this wave has no argument of that name");
}

static bd_status read_arguments(reader *r, const wave_type *type, bd_wave *wave) {
    bool given[BD_WAVE_ARGUMENTS] = {false}, by_name = false;
    for (int k = 0; k == 0 || take(r, ','); k++) {
        int index;
        BD_TRY(read_name(r, type, &index));
        by_name = by_name || index >= 0;
        if (by_name ? index < 0 : k == type->count)
            return refuse(r, by_name ? "a name is missing" : "there are too many arguments");
        index = by_name ? index : k;
        if (given[index])
            return refuse(r, "an argument is given twice");
        given[index] = true;
        BD_TRY(read_sum(r, &wave->parts[index]));
    }
    if (!take(r, ')'))
        return refuse(r, "a bracket is not closed");
    for (int i = 0; i < type->count; i++) {
        if (given[i])
            continue;
        if (!by_name)
            return refuse(r, "arguments without names must be complete");
        bd_block_warn(r->block, "%s has no '%s': taken as %g", type->name, type->arguments[i].name,
                      type->arguments[i].usual);
        BD_TRY(add_number(r, type->arguments[i].usual, &wave->parts[i]));
    }
    return BD_OK;
}

/* a number or a variable, as the workspace knows it */
static bd_status read_constant(reader *r, const char *begin, int *place) {
    char text[200];
    bd_error error = {0};
    double number;
    const size_t length = (size_t)(r->at - begin);
    if (length == 0 || length >= sizeof text) {
        r->at = begin;
        return refuse(r, "a number or a wave is missing");
    }
    memcpy(text, begin, length);
    text[length] = '\0';
    bd_status status = bd_expression_scalar(text, r->block->scope, &number, &error);
    if (status != BD_OK)
        return bd_block_fail(r->block, status, "Signals: %s", error.text);
    return add_number(r, number, place);
}

static bd_status read_operand(reader *r, int *place) {
    if (take(r, '(')) {
        BD_TRY(read_sum(r, place));
        return take(r, ')') ? BD_OK : refuse(r, "a bracket is not closed");
    }
    const char *begin = r->at;
    bool number = begin < r->end && (isdigit((unsigned char)*begin) || *begin == '.');
    while (r->at < r->end &&
           (isalnum((unsigned char)*r->at) || *r->at == '_' || *r->at == '.' ||
            (number && r->at > begin && strchr("+-", *r->at) && strchr("eE", r->at[-1]))))
        r->at++;
    const size_t length = (size_t)(r->at - begin);
    if (number || !take(r, '('))
        return read_constant(r, begin, place);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (strlen(types[i].name) != length || strncmp(types[i].name, begin, length) != 0)
            continue;
        bd_wave wave = {.kind = types[i].kind};
        BD_TRY(read_arguments(r, &types[i], &wave));
        return types[i].kind == BD_WAVE_ABSOLUTE
                   ? combine(r, BD_WAVE_ABSOLUTE, wave.parts[0], wave.parts[0], place)
                   : add(r, &wave, place);
    }
    r->at = begin;
    return refuse(r, "there is no such wave");
}

static bd_status read_signed(reader *r, int *place) {
    bool negative = false;
    for (;;) {
        if (take(r, '-'))
            negative = !negative;
        else if (!take(r, '+'))
            break;
    }
    BD_TRY(read_operand(r, place));
    return negative ? combine(r, BD_WAVE_NEGATIVE, *place, *place, place) : BD_OK;
}

static bd_status read_product(reader *r, int *place) {
    BD_TRY(read_signed(r, place));
    for (;;) {
        int right;
        bool times = take(r, '*');
        if (!times && !take(r, '/'))
            return BD_OK;
        BD_TRY(read_signed(r, &right));
        BD_TRY(combine(r, times ? BD_WAVE_PRODUCT : BD_WAVE_QUOTIENT, *place, right, place));
    }
}

static bd_status read_sum(reader *r, int *place) {
    if (++r->depth > MAX_DEPTH)
        return refuse(r, "brackets are nested too deeply");
    BD_TRY(read_product(r, place));
    for (;;) {
        int right;
        bool plus = take(r, '+');
        if (!plus && !take(r, '-'))
            break;
        BD_TRY(read_product(r, &right));
        BD_TRY(combine(r, plus ? BD_WAVE_SUM : BD_WAVE_DIFFERENCE, *place, right, place));
    }
    r->depth--;
    return BD_OK;
}

bd_status bd_wave_read(bd_block *block, const char *text, size_t length, bd_wave **waves,
                       int *count) {
    reader r = {.block = block, .at = text, .end = text + length};
    int place;
    r.waves = bd_block_alloc(block, MAX_WAVES * sizeof *r.waves);
    if (!r.waves)
        return bd_block_no_memory(block);
    BD_TRY(read_sum(&r, &place));
    if (!take(&r, '\0') && r.at != r.end)
        return refuse(&r, "an operator is missing");
    *waves = r.waves;
    *count = r.count;
    return BD_OK;
}
