/* whether hidden modes foresee the slave's reaction (doubt.h) */
#include "doubt.h"

static const double FORGET = 0.9;

/* parts, squared, of the accelerations and of the change that may be missed. Modes of linear slaves
 * miss 1e-5 of the change, and those of slaves that are not from a tenth of it on */
static const double OF_ALL = 1e-4, OF_CHANGE = 1e-2;

/* the same for modes that are of no use, and steps that must have shown it */
static const double USELESS_OF_ALL = 1e-2, USELESS_OF_CHANGE = 4.0, STEPS = 8.0;

void mr_doubt_note(mr_doubt *doubt, double missed, double changed, double all) {
    doubt->missed = FORGET * doubt->missed + missed;
    doubt->changed = FORGET * doubt->changed + changed;
    doubt->all = FORGET * doubt->all + all;
    doubt->missed_last = missed;
    doubt->all_last = all;
    doubt->steps += 1.0;
}

bool mr_doubt_is_surprised(const mr_doubt *doubt) {
    return doubt->missed > OF_ALL * doubt->all && doubt->missed > OF_CHANGE * doubt->changed;
}

bool mr_doubt_is_useless(const mr_doubt *doubt) {
    return doubt->steps >= STEPS && doubt->missed > USELESS_OF_ALL * doubt->all &&
           doubt->missed > USELESS_OF_CHANGE * doubt->changed;
}
