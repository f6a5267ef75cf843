/* memory for the end of a program whose own memory may be damaged */
#ifndef SPARE_MEMORY_H
#define SPARE_MEMORY_H

/* from now on malloc and its sisters take fresh memory of the system, without a lock, and nothing
 * is given back. For the moments in which results are written after somebody else's code has
 * crashed, perhaps within malloc and with its lock in hand. May be called by a signal handler. */
void spare_memory_use(void);

#endif
