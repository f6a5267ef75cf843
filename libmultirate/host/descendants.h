/* processes that a slave starts and lets go of end with its host (Linux) */
#ifndef MR_HOST_DESCENDANTS_H
#define MR_HOST_DESCENDANTS_H

void host_adopt_descendants(void);
void host_end_descendants(void);

#endif
