/* a progress bar on standard error, on a terminal only */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

typedef struct progress {
    const char *what;
    double begun, shown;
    int visible;
} progress;

void progress_begin(progress *bar, const char *what);
/* done: 0 to 1; draws at most ten times a second */
void progress_show(progress *bar, double done);
void progress_end(progress *bar);

/* seconds that a processor has worked for this thread */
double processor_seconds(void);

#endif
