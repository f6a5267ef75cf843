/* ends of the program that nobody asked for */
#ifndef UNASKED_END_H
#define UNASKED_END_H

void unasked_end_watch(void);

/* the program's own end, at once and whatever runs; for signal handlers too */
_Noreturn void unasked_end_now(int code);

#endif
