/* the multirate block in a run: one slave, one interface, and what hosts do to blocks
 *
 *     mr_block_learn_shape            while a diagram is compiled
 *     mr_block_open → mr_block_outputs, mr_block_update … → mr_block_close
 *
 * Nothing is shared between blocks but the shapes that were last learnt. */
#ifndef MR_BLOCK_RUN_H
#define MR_BLOCK_RUN_H

#include "block/parameters.h"
#include "multirate/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

/* what of the block can be seen from outside */
typedef struct mr_block_shape {
    int inputs, outputs; /* scalars; MR_BLOCK_UNKNOWN: any number */
    bool feedthrough;
    bool time_input;
    int diagnostics; /* scalars, 0: no such port */
} mr_block_shape;

#define MR_BLOCK_UNKNOWN (-1)

/* the same as ports of a host that numbers them: y1, then the time; u1, then diagnostics. -1: there
 * is no such port */
typedef struct mr_block_ports {
    int inputs, outputs;
    int input_width[2], output_width[2];
    bool feedthrough[2];
    int y1, time, u1, diagnostics;
} mr_block_ports;

mr_block_ports mr_block_ports_of(const mr_block_shape *shape);

/* opens the slave and closes it again. On failure *shape is that of mr_block_last_shape. */
mr_status mr_block_learn_shape(const mr_block_parameters *parameters, bool variable_step,
                               mr_block_shape *shape, mr_message *message);

/* without opening anything: as last learnt with these parameters, else one port of any width on
 * each side */
void mr_block_last_shape(const mr_block_parameters *parameters, mr_block_shape *shape);

typedef struct mr_block mr_block;

mr_status mr_block_open(const mr_block_parameters *parameters, bool variable_step, mr_block **block,
                        mr_message *message);
void mr_block_close(mr_block *block);
void mr_block_tell_shape(const mr_block *block, mr_block_shape *shape);
const mr_block_ports *mr_block_own_ports(const mr_block *block);

/* inputs (y1) and outputs (u1) of the slave, as long as the block is open */
const mr_variable *mr_block_slave_inputs(const mr_block *block, int *count);
const mr_variable *mr_block_slave_outputs(const mr_block *block, int *count);

/* the coming evaluation begins the slave's run, at its time */
void mr_block_begin(mr_block *block);

/* one evaluation of the diagram */
typedef struct mr_block_moment {
    double t;           /* of the diagram */
    double time_signal; /* with a time input: what comes in there */
    const double *y1;
    bool major;
} mr_block_moment;

/* u1, and at major evaluations the diagnostics if there is room for them (else NULL).
 * MR_ERR_STOPPED: the slave has come to its end, told once; further calls leave u1 as it is. */
mr_status mr_block_outputs(mr_block *block, const mr_block_moment *now, double *u1,
                           double *diagnostics);

/* the diagram has finished the major evaluation at `now` */
mr_status mr_block_update(mr_block *block, const mr_block_moment *now);

/* true if a signal has jumped since this was last asked: a solver with a memory must begin anew */
bool mr_block_has_jumped(mr_block *block);

/* what, where, when of the last failure, without a full stop */
const char *mr_block_error(const mr_block *block);

/* "Multirate block: WHAT.", for hosts that keep the pointer to a text and read it after the block
 * has closed, or after another one has failed too: the last 64 stay, whatever the thread */
const char *mr_block_sentence(const char *what);

/* what the coupling has done so far; false: it has not begun */
bool mr_block_statistics(const mr_block *block, mr_statistics *statistics);

/* what a user should not have to look for, a sentence each; false: nothing */
typedef enum mr_block_doubt {
    MR_BLOCK_SETTING_IN_VAIN,
    MR_BLOCK_RESULT_DOUBTFUL,
    MR_BLOCK_DOUBTS
} mr_block_doubt;
bool mr_block_doubts(const mr_block *block, mr_block_doubt which, char *text, int size);

/* operating points stay with the block, in memory: a slave's state is opaque. These numbers tell
 * which one it is. The last MR_BLOCK_POINTS of a run can be gone back to. */
#define MR_BLOCK_POINT_NUMBERS 6
#define MR_BLOCK_POINTS        256
mr_status mr_block_save(mr_block *block, double point[MR_BLOCK_POINT_NUMBERS]);
mr_status mr_block_restore(mr_block *block, const double point[MR_BLOCK_POINT_NUMBERS]);

#ifdef __cplusplus
}
#endif
#endif
