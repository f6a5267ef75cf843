/* what a rotor is made of */
#ifndef MBS_ROTOR_H
#define MBS_ROTOR_H

#include "reach.h"

typedef struct mbs_rotor_data {
    double inertia;      /* about the axis */
    mbs_reach across[2]; /* vectors of the carrier; with the axis a right-handed triad */
    int theta;           /* local number of the angle */
} mbs_rotor_data;

#endif
