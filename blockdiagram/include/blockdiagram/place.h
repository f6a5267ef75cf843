/* where blocks go on the sheet when nobody has said */
#ifndef BLOCKDIAGRAM_PLACE_H
#define BLOCKDIAGRAM_PLACE_H

#include "blockdiagram/diagram.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bd_position {
    int left, top, right, bottom;
} bd_position;

/* positions of all blocks of the system, in their order; room for block_count of them. Columns
 * follow the signals from the sources on */
bool bd_system_place(const bd_system *system, bd_position *positions);

#ifdef __cplusplus
}
#endif

#endif
