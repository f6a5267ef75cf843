/* the progress bar */
#define _POSIX_C_SOURCE 200809L
#include "progress.h"
#include "common/clock.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

double processor_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void progress_begin(progress *bar, const char *what) {
    bar->what = what;
    bar->begun = bar->shown = cm_seconds();
    bar->visible = 0;
}

void progress_show(progress *bar, double done) {
    const double now = cm_seconds();
    if (now - bar->shown < 0.1 || !isatty(STDERR_FILENO))
        return;
    bar->shown = now;
    bar->visible = 1;
    char cells[31];
    if (!(done > 0.0))
        done = 0.0;
    if (done > 1.0)
        done = 1.0;
    for (int i = 0; i < 30; i++)
        cells[i] = (double)i < done * 30.0 ? '#' : '.';
    cells[30] = '\0';
    const double left = done > 0.02 ? (now - bar->begun) * (1.0 - done) / done : 0.0;
    fprintf(stderr, "\r%s [%s] %3.0f %%", bar->what, cells, 100.0 * done);
    if (left >= 1.0)
        fprintf(stderr, ", %.0f s left ", left);
    fputs("   ", stderr);
    fflush(stderr);
}

void progress_end(progress *bar) {
    if (bar->visible)
        fprintf(stderr, "\r%70s\r", "");
    bar->visible = 0;
}
