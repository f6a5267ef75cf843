/* one S-function whose methods are called one by one, in any order that the documentation allows */
#ifndef PLAYER_H
#define PLAYER_H

#include "simstruc.h"

#include "arrays.h"

#define PLAYER_PARAMETERS 12
#define PLAYER_WIDTH      64

typedef struct player {
    SimStruct S;
    void *library;
    mxArray *parameters[PLAYER_PARAMETERS];
    /* memory of signals, one per port */
    double inputs[2][PLAYER_WIDTH], outputs[2][PLAYER_WIDTH];
    bool started;
    int warnings;
    char warning[600];
} player;

/* loads the file; the parameters are those of a two-mass slave, third order both ways */
bool player_open(player *p, const char *file);
/* destroys what is left, without a call of the S-function */
void player_close(player *p);

/* replaces a parameter, which the player then owns */
void player_set(player *p, int index, mxArray *value);

/* mdlInitializeSizes alone, as editors call it or as the beginning of a compilation */
void player_sizes(player *p, SS_SimMode mode);
/* sizes, sample times and memory: up to before mdlStart */
void player_compile(player *p);
void player_start(player *p);
void player_initialize(player *p);
void player_outputs(player *p, double t, bool major);
void player_update(player *p, double t);
void player_terminate(player *p);
mxArray *player_save(player *p);
void player_restore(player *p, const mxArray *point);

/* the error status, "" if there is none; and forgets it */
const char *player_error(player *p);

#endif
