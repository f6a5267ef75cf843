/* models with charts: read, compiled and run for some steps. The mutator changes properties of
 * objects and whole objects, and puts words of labels into labels */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "mutate_text.h"
#include "run_model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t room);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed);

/* values of properties */
static const char *const words[] = {"0",
                                    "1",
                                    "2",
                                    "3",
                                    "10",
                                    "11",
                                    "12",
                                    "13",
                                    "14",
                                    "-1",
                                    "4294967295",
                                    "[10 0 0]",
                                    "[11 0 0 0]",
                                    "[12 0 0]",
                                    "OR_STATE",
                                    "AND_STATE",
                                    "FUNC_STATE",
                                    "GROUP_STATE",
                                    "CLUSTER_STATE",
                                    "SET_STATE",
                                    "SET_CHART",
                                    "CONNECTIVE_JUNCTION",
                                    "HISTORY_JUNCTION",
                                    "INPUT_DATA",
                                    "OUTPUT_DATA",
                                    "LOCAL_DATA",
                                    "PARAMETER_DATA",
                                    "CONSTANT_DATA",
                                    "TEMPORARY_DATA",
                                    "FUNCTION_INPUT_DATA",
                                    "FUNCTION_OUTPUT_DATA",
                                    "DATA_STORE_MEMORY_DATA",
                                    "INPUT_EVENT",
                                    "OUTPUT_EVENT",
                                    "LOCAL_EVENT",
                                    "RISING_EDGE_EVENT",
                                    "FALLING_EDGE_EVENT",
                                    "EITHER_EDGE_EVENT",
                                    "FUNCTION_CALL_EVENT",
                                    "DISCRETE",
                                    "CONTINUOUS",
                                    "\"0.5\"",
                                    "\"[2 2]\"",
                                    "\"-1\"",
                                    "\"1e9\"",
                                    "\"double\"",
                                    "\"int8\"",
                                    "\"uint32\"",
                                    "\"single\"",
                                    "\"boolean\"",
                                    "\"fixdt(1,8,3)\"",
                                    "\"Inherit: From definition in chart\"",
                                    "\"Bus: B\"",
                                    "\"Enum: E\"",
                                    "\"string\"",
                                    "\"[1 2;3 4]\"",
                                    "\"ones(3)\"",
                                    "\"struct('f',1)\"",
                                    "SF_CONTINUOUS_TIME_DATA",
                                    "MOORE_MACHINE",
                                    "MEALY_MACHINE"};

/* pieces of labels */
static const char *const pieces[] = {"y",
                                     "u",
                                     "v",
                                     "=",
                                     ";",
                                     "(",
                                     ")",
                                     "[",
                                     "]",
                                     "{",
                                     "}",
                                     "/",
                                     "|",
                                     "\\n",
                                     "en:",
                                     "du:",
                                     "ex:",
                                     "on E0:",
                                     "bind:",
                                     "en,du:",
                                     "E0",
                                     "E1",
                                     "send(E0)",
                                     "send(E1,S0)",
                                     "S0.E0",
                                     "S1",
                                     "in(S0)",
                                     "after(2,tick)",
                                     "before(2,sec)",
                                     "every(1,E0)",
                                     "at(1,tick)",
                                     "temporalCount(E0)",
                                     "elapsed(sec)",
                                     "duration(u>1)",
                                     "count(u>1)",
                                     "hasChanged(u)",
                                     "hasChangedTo(v,1)",
                                     "chg(v)",
                                     "en(S0)",
                                     "ex(S1)",
                                     "tick",
                                     "et",
                                     "t",
                                     "++",
                                     "--",
                                     "+=",
                                     "/=",
                                     ":=",
                                     "%%",
                                     "<<",
                                     ">>",
                                     "!=",
                                     "<>",
                                     "!",
                                     "~",
                                     "&",
                                     "^",
                                     "&&",
                                     "==",
                                     "1",
                                     "0",
                                     "-1",
                                     "2.5",
                                     "1e300",
                                     "0x1F",
                                     "3F",
                                     "'a'",
                                     "if y>1,",
                                     "end",
                                     "else",
                                     "for k=1:3,",
                                     "while y<3,",
                                     "switch v",
                                     "case 1",
                                     "break;",
                                     "y(1)",
                                     "y[0]",
                                     "a(1:2)",
                                     "a'",
                                     "[1 2]*[3;4]",
                                     "s.f",
                                     "ml.x",
                                     "int8(y)",
                                     "fmod(y,3)",
                                     "sum([1 2])",
                                     "zeros(2)",
                                     "f(1)",
                                     "[y,v]=f(u)",
                                     "y_dot",
                                     "persistent n",
                                     "//",
                                     "%",
                                     "/*",
                                     "..."};

static size_t mutate_label(uint8_t *data, size_t size, size_t room, uint32_t *state) {
    static const char key[] = "labelString \"";
    const size_t length = sizeof key - 1;
    if (size <= length)
        return size;
    /* the next label from a random place on */
    const size_t from = next_number(state) % size;
    for (size_t i = 0; i + length < size; i++) {
        const size_t at = (from + i) % (size - length);
        if (memcmp(data + at, key, length) != 0)
            continue;
        size_t end = at + length;
        while (end < size && data[end] != '"' && data[end] != '\n')
            end += 1 + (data[end] == '\\' && end + 1 < size);
        if (end > size)
            end = size;
        const size_t begin = at + length;
        const size_t place = begin + (end > begin ? next_number(state) % (end - begin + 1) : 0);
        size_t cut = place + next_number(state) % 6;
        cut = cut > end ? end : cut;
        const char *piece = pieces[next_number(state) % (sizeof pieces / sizeof *pieces)];
        const text_piece old = {place, next_number(state) % 3 ? place : cut};
        return put_bytes(data, size, room, old, (const uint8_t *)piece, strlen(piece));
    }
    return size;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed) {
    uint32_t state = seed | 1u;
    if (seed % 16 == 0)
        return LLVMFuzzerMutate(data, size, room);
    if (seed % 3 == 0)
        return mutate_text(data, size, room, seed, words, sizeof words / sizeof *words);
    for (unsigned i = 0; i <= seed % 4; i++)
        size = mutate_label(data, size, room, &state);
    return size;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    read_and_run(data, size);
    return 0;
}
