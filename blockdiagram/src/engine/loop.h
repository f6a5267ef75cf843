/* an algebraic loop: its members in the order they run, and the signals to solve for */
#ifndef ENGINE_LOOP_H
#define ENGINE_LOOP_H

#include "engine/engine.h"

typedef struct bd_loop {
    bd_block **members;
    int member_count;
    bd_port **cuts;
    int cut_count;
    int unknowns;
    int number; /* from 1 */
    bd_list major, minor;
} bd_loop;

#endif
