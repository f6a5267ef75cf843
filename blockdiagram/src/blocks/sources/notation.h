/* the notation of the Waveform Generator: sums and products of numbers, variables and waves with
 * arguments by place or by name, e.g. 2*sin(1,3,pi/2) + step('StepTime',1,'FinalValue',4) */
#ifndef BLOCKS_SOURCES_NOTATION_H
#define BLOCKS_SOURCES_NOTATION_H

#include "blockdiagram/block.h"

#define BD_WAVE_ARGUMENTS 4

typedef enum bd_wave_kind {
    BD_WAVE_NUMBER,
    BD_WAVE_NEGATIVE,
    BD_WAVE_ABSOLUTE,
    BD_WAVE_SUM,
    BD_WAVE_DIFFERENCE,
    BD_WAVE_PRODUCT,
    BD_WAVE_QUOTIENT,
    BD_WAVE_SIN,
    BD_WAVE_SQUARE,
    BD_WAVE_SAWTOOTH,
    BD_WAVE_PULSE,
    BD_WAVE_STEP,
    BD_WAVE_GAUSSIAN
} bd_wave_kind;

typedef struct bd_wave {
    bd_wave_kind kind;
    double number;
    int parts[BD_WAVE_ARGUMENTS]; /* places of operands or arguments, before this one */
} bd_wave;

/* reads text[0 … length) for a block; parts come before the whole, which is last. Numbers that do
 * not depend on time are computed at once */
bd_status bd_wave_read(bd_block *block, const char *text, size_t length, bd_wave **waves,
                       int *count);
/* operators; the waves themselves are for the caller */
double bd_wave_combine(bd_wave_kind kind, double a, double b);

#endif
