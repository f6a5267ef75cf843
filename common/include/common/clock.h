/* the system's steady clock */
#ifndef COMMON_CLOCK_H
#define COMMON_CLOCK_H

/* seconds since some moment in the past; never goes back */
double cm_seconds(void);

#endif
