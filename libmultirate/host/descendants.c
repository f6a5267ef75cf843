/* processes that a slave starts and lets go of: as long as the host lives they become its children
 * when their parents end (PR_SET_CHILD_SUBREAPER), so that it finds and ends them before it ends
 * itself. A process group would miss those that open a session of their own. */
#if defined(__linux__)
#define _GNU_SOURCE
#include "descendants.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>

/* rounds, each of which ends a generation; one that starts others for ever is given up */
#define MOST_GENERATIONS 1000

void host_adopt_descendants(void) {
    (void)prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

/* ends the children of one thread; how many there were */
static int end_children(const char *thread) {
    char path[300];
    int pid, count = 0;
    snprintf(path, sizeof path, "/proc/self/task/%.200s/children", thread);
    FILE *file = fopen(path, "r");
    while (file && fscanf(file, "%d", &pid) == 1)
        if (pid > 1 && kill((pid_t)pid, SIGKILL) == 0) {
            (void)waitpid((pid_t)pid, NULL, 0);
            count++;
        }
    if (file)
        fclose(file);
    return count;
}

void host_end_descendants(void) {
    for (int generation = 0; generation < MOST_GENERATIONS; generation++) {
        int count = 0;
        DIR *threads = opendir("/proc/self/task");
        if (!threads)
            return;
        for (struct dirent *entry; (entry = readdir(threads));)
            if (entry->d_name[0] != '.')
                count += end_children(entry->d_name);
        closedir(threads);
        if (count == 0)
            return;
    }
}

#else
typedef int host_no_descendants;
#endif
