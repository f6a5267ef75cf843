/* the motion of a simulation into a file that can be drawn (common/motion.h) */
#ifndef MBS_MOTION_H
#define MBS_MOTION_H

#include "mbs/model.h"
#include "mbs/simulation.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mbs_motion mbs_motion;

/* a row every `period` of time */
mr_status mbs_motion_open(const mbs_model *model, const char *path, double period,
                          mbs_motion **motion, mr_message *message);
/* where everything is at the time reached, if a row is due; a time that was there before replaces
 * what came after it */
mr_status mbs_motion_note(mbs_motion *motion, mbs_simulation *simulation, mr_message *message);
/* NULL is allowed */
void mbs_motion_close(mbs_motion *motion);

#ifdef __cplusplus
}
#endif
#endif
