/* joints between two linear oscillators: one exchange step as a linear map
 *
 * Two masses, each on its own spring and damper, with exact steps; a joint of the library's methods
 * (multirate/joint.h) between them. s(k+1) = M s(k), where s are x1 v1 x2 v2 and the values of the
 * reaction that are still looked at. P. Li, On the Numerical Stability of Co-Simulation Methods,
 * 2017, ch. 3 and 4. */
#ifndef ANALYSIS_JOINT_H
#define ANALYSIS_JOINT_H

#include "multirate/joint.h"

#define AN_JOINT_STATES (4 + MR_JOINT_PAST)

typedef struct an_joint {
    double mass[2], stiffness[2], damping[2];
    const mr_joint_method *method;
    int order;
    double step;
    double mu_steps; /* in steps; projection of index 3: index2 with 0 */
    double rate_weight, acceleration_weight;
    double joint_stiffness, joint_damping; /* of a spring, or between sides that overlap */
    double Lr, Li, alpha;                  /* as they were set last */
} an_joint;

/* masses 1, springs 1, no dampers, x2 of order 1, step 0.1, mu as the method has it, weights 1 */
void an_joint_default(an_joint *joint);

/* one quantity by name: m1 m2 c1 c2 d1 d2 mu_steps rate_weight acceleration_weight cc dc; the
 * dimensionless ones of Li with H = m1 = 1: Lr, Li, alpha (all ratios) */
mr_status an_joint_set(an_joint *joint, const char *name, double value, mr_message *message);
extern const char *const an_joint_parameters[]; /* name, meaning, …, NULL */

mr_status an_joint_radius(const an_joint *joint, double *radius, mr_message *message);

/* the largest root besides those of the motion as the step goes to zero, with its sign if it is
 * real: below 1 the method forgets, at 1 it does not, beyond it is unstable at any step */
mr_status an_joint_root(const an_joint *joint, double *root, mr_message *message);

#endif
