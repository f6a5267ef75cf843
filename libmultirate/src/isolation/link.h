/* the master's hold on one slave process: it asks, serves inputs while the slave steps, and knows
 * what became of the process
 *
 * A question is begun, filled by mr_wire_put_…, and asked; the answer stands in `in` afterwards.
 * Asking is sending and hearing, so that a master of several slaves could send to all of them
 * before it hears the first. */
#ifndef MR_LINK_H
#define MR_LINK_H

#include "isolation/channel.h"
#include "isolation/confine.h"
#include "isolation/process.h"
#include "isolation/protocol.h"

typedef struct mr_isolation {
    double timeout;                    /* s of wall clock that a call of the slave may take */
    double spin;                       /* s that a side waits awake before it sleeps */
    char confinement[MR_CONFINE_SIZE]; /* of the process; "": none */
} mr_isolation;

typedef struct mr_process_link {
    mr_isolation settings;
    const char *program; /* the host */
    mr_process process;
    mr_channel channel;
    mr_wire out, in;
    double *inputs; /* room for the answer to the slave's questions */
    size_t input_count;
    bool open;                /* process and channel are there */
    char why[200];            /* what became of them otherwise: completes "its process …" */
    double allowed, deadline; /* s for the question that is asked, and when they are over */
    int references;           /* the instance and its saved states */
    int generation;           /* of the process: states saved in another one are lost */
    bool *slots;              /* saved states: which are in use */
    int slot_count;
} mr_process_link;

/* starts the process (anew) and lets it load the plug-in; the answer MR_TELL_TYPE stands in `in`,
 * behind status and message */
mr_status mr_link_start(mr_process_link *link, const char *plugin, mr_message *message);

/* ends the process; a slave that does not end by itself within the timeout is killed */
void mr_link_stop(mr_process_link *link);

void mr_link_free(mr_process_link *link);

/* puts the kind of the question */
void mr_link_begin(mr_process_link *link, mr_message_kind kind);

/* sends the question and hears the answer, which must be of kind `expected`; its status is
 * returned, with its sentence in message. inputs may be NULL where the slave must not ask back. */
mr_status mr_link_ask(mr_process_link *link, mr_message_kind expected, const mr_inputs *inputs,
                      mr_message *message);

/* the answer did not have the values that it should have: ends the process */
mr_status mr_link_refuse(mr_process_link *link, mr_message *message);

/* the least free slot for a saved state; -1 without memory */
int mr_link_take_slot(mr_process_link *link);

#endif
