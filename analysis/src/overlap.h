/* overlapping oscillators: one exchange step as a linear map */
#ifndef ANALYSIS_OVERLAP_H
#define ANALYSIS_OVERLAP_H

#include "analysis/joint.h"

/* M, AN_JOINT_STATES squared: x1 v1 x2 v2, then the forces on both copies one exchange before */
mr_status an_overlap_map(const an_joint *joint, double *M, mr_message *message);

#endif
