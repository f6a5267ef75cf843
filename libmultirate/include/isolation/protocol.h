/* what master and slave say to each other when they are not in one process
 *
 * The master asks, the slave answers; while a step is made the slave may ask back for inputs, any
 * number of times. A message is a kind and the values listed beside it (wire.h). Nothing here knows
 * how messages travel: shared memory today, and nothing that would not work over a network.
 *
 * An answer carries beforehand what will be asked for next (`wants`: a set of MR_TELL_… bits):
 * outputs, size of the next step, rates, matrices. So one step is one question, not four. */
#ifndef MR_PROTOCOL_H
#define MR_PROTOCOL_H

#include "multirate/slave.h"
#include "isolation/wire.h"

/* raised whenever a message or the shared memory changes */
#define MR_PROTOCOL_VERSION 1

typedef enum mr_message_kind {
    /* master asks */
    MR_ASK_LOAD = 1,   /* plug-in                → MR_TELL_TYPE */
    MR_ASK_OPEN,       /* configuration          → MR_TELL_DESCRIPTION */
    MR_ASK_INITIALISE, /* wants constant t0      → MR_TELL_DONE */
    MR_ASK_STEP,       /* wants constant         → MR_TELL_DONE */
    MR_ASK_STEP_TO,    /* wants constant t_limit → MR_TELL_DONE */
    MR_ASK_VALUES,     /* wants                  → MR_TELL_DONE */
    MR_ASK_SAVE,       /* slot                   → MR_TELL_DONE */
    MR_ASK_RESTORE,    /* wants slot             → MR_TELL_DONE */
    MR_ASK_FREE,       /* slot                   → MR_TELL_DONE */
    MR_ASK_CLOSE,      /*                        → MR_TELL_DONE, and the slave ends */
    MR_GIVE_INPUTS,    /* status u…              → the step goes on */
    /* slave tells */
    MR_TELL_TYPE = 64,   /* status message name summary options abilities */
    MR_TELL_DESCRIPTION, /* status message made abilities description; abilities: -1 as the type */
    MR_TELL_INPUTS_WANTED, /* t                  → MR_GIVE_INPUTS */
    MR_TELL_DONE           /* status message t told values… */
} mr_message_kind;

/* optional entries of the slave's table */
enum {
    MR_CAN_NEXT_STEP = 1,
    MR_CAN_STEP_TO = 2,
    MR_CAN_RATES = 4,
    MR_CAN_MATRICES = 8,
    MR_CAN_SAVE = 16,
    MR_CAN_ALL = 31
};

/* values that MR_TELL_DONE can carry, in this order */
enum {
    MR_TELL_OUTPUTS = 1,
    MR_TELL_NEXT_STEP = 2,
    MR_TELL_RATES = 4,
    MR_TELL_MATRICES = 8, /* Au Ap Av */
    MR_TELL_ALL = 15
};

/* how many scalars the vectors of a slave have */
typedef struct mr_widths {
    size_t inputs, outputs, coordinates;
} mr_widths;

/* false, and no widths, if the lists are impossible: negative or absurd sizes */
bool mr_widths_of(const mr_slave_description *description, mr_widths *widths);

void mr_wire_put_description(mr_wire *wire, const mr_slave_description *description);

/* a description with everything it points to in one piece of memory, to be freed; NULL if the
 * message is broken or memory is short */
mr_slave_description *mr_wire_take_description(mr_wire *wire);

#endif
