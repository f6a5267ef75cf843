/* the families of this room */
#ifndef BLOCKS_DISCRETE_FAMILIES_H
#define BLOCKS_DISCRETE_FAMILIES_H

#define BD_DISCRETE_FAMILIES(X) X(unit_delay)

#endif
