/* steps that a slave makes on trial, before the run, from its start with random inputs */
#ifndef MR_TRIAL_STEPS_H
#define MR_TRIAL_STEPS_H

#include "hidden.h"
#include "interface_model.h"
#include "whole.h"

#include <stdint.h>

/* steps, and per row the accelerations by the told matrices, and by Au alone */
typedef struct mr_series {
    mr_trial trial;
    double *told, *by_efforts;
} mr_series;

typedef struct mr_trying {
    mr_interface_model *model;
    const mr_slave_type *type;
    void *slave;
    const void *state;       /* of the start */
    const double *first;     /* outputs there */
    double *row, *u, *start; /* outputs; inputs of a step, those of the start */
    double t, h, seen;       /* seen: largest acceleration, 0 at first */
    double from_rest;        /* acceleration by a push where nothing moves or acts */
    bool limited;
    double begin;
    int tried; /* steps, but for those of the series */
    uint64_t random;
    mr_series pushed;   /* about the efforts of the start: modes are found from these */
    mr_series released; /* about no effort: what was found is held against these */
    mr_whole whole;
} mr_trying;

/* room for so many rows of n coordinates; a block of 5 n rows doubles */
void mr_series_place(mr_series *series, int n, double h, int rows, double *block);
int mr_series_steps(const mr_series *series);

/* a number from -1 to 1: the same ones in every run after mr_trying_start */
double mr_trying_draw(mr_trying *y);
/* how large a push of input j matters and does not harm; by what was seen: a strong one */
double mr_trying_size(const mr_trying *y, int j, double seen);
/* nothing moves and nothing acts, so nobody knows what is much */
bool mr_trying_is_at_rest(const mr_trying *y);

/* the slave is at its start: the same random numbers as before */
void mr_trying_start(mr_trying *y);
/* it goes back there; false: it cannot */
bool mr_trying_restore(mr_trying *y);
/* one step of the slave with y->u, and its outputs; false: it does not go along */
bool mr_trying_step(mr_trying *y);

/* its steps count, but are no longer looked at */
void mr_series_drop(mr_trying *y, mr_series *series);
/* the start, where the slave is, becomes the first row */
void mr_series_first(const mr_trying *y, mr_series *series);
/* the same after it went back; the random numbers go on */
bool mr_series_begin(mr_trying *y, mr_series *series);
/* goes on up to `rows`, with so many times the efforts of the start and random pushes; false: the
 * slave does not go along, in steps of one size */
bool mr_series_go(mr_trying *y, mr_series *series, int rows, double times);
/* largest acceleration in it */
double mr_series_seen(const mr_series *series);

#endif
