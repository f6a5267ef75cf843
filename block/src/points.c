/* operating points of one run: saved, and gone back to */
#include "block_private.h"

#include <math.h>
#include <string.h>

#define MARK 20110825.0

enum { P_MARK, P_STAMP, P_STARTED, P_NUMBER, P_ENDED, P_TIME_WAITS };

mr_status mr_block_save(mr_block *b, double point[MR_BLOCK_POINT_NUMBERS]) {
    point[P_MARK] = MARK;
    point[P_STAMP] = b->stamp;
    point[P_STARTED] = b->started;
    point[P_ENDED] = b->ended;
    point[P_TIME_WAITS] = b->time_waits;
    point[P_NUMBER] = -1.0;
    if (!b->started)
        return MR_OK;
    /* a host that iterates goes back to the last point only: its place serves again and again */
    const bool iterated = mr_interface_config(b->slave.interface)->iterate && b->saved_count > 0;
    const int64_t number = iterated ? b->saved_count - 1 : b->saved_count;
    MR_TRY(mr_interface_save(b->slave.interface, &b->saved[number % MR_BLOCK_POINTS]));
    b->saved_count = number + 1;
    point[P_NUMBER] = (double)number;
    return MR_OK;
}

/* a point from before the first evaluation has nothing of the slave in it: it is the beginning of
 * any run, as fast restart takes it */
mr_status mr_block_restore(mr_block *b, const double point[MR_BLOCK_POINT_NUMBERS]) {
    const double number = point[P_NUMBER];
    const char *why = NULL;
    if (point[P_MARK] != MARK)
        why = "this is no operating point of a Multirate block";
    else if (point[P_STARTED] == 0.0)
        mr_block_begin(b);
    else if (point[P_STAMP] != b->stamp ||
             !(number >= 0.0 && number < (double)b->saved_count && number == floor(number)))
        why = "this operating point was not saved by this block in this run";
    else if (number < (double)(b->saved_count - MR_BLOCK_POINTS))
        why = "this operating point is too old: of the points of a run the last 256 are kept";
    if (why) {
        mr_message_set(&b->message, "%s", why);
        return MR_ERR_STATE;
    }
    mr_message_clear(&b->message);
    b->in_major = false;
    if (point[P_STARTED] == 0.0)
        return MR_OK;
    b->started = true;
    b->ended = point[P_ENDED] != 0.0;
    b->time_waits = point[P_TIME_WAITS] != 0.0;
    const mr_status status =
        mr_interface_restore(b->slave.interface, b->saved[(int64_t)number % MR_BLOCK_POINTS]);
    b->jumps = mr_interface_jumps(b->slave.interface);
    return status;
}
