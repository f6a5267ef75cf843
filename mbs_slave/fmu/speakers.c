/* whose words are these? A callback gets back the environment that the FMU was given. There are
 * FMUs that hand back a number of their own instead (1, 2): what nobody knows is no address */
#include "fmu.h"

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static fmu_instance *first;

void fmu_speaker_enter(fmu_instance *fmu) {
    pthread_mutex_lock(&lock);
    fmu->next_speaker = first;
    first = fmu;
    pthread_mutex_unlock(&lock);
}

void fmu_speaker_leave(fmu_instance *fmu) {
    pthread_mutex_lock(&lock);
    for (fmu_instance **place = &first; *place; place = &(*place)->next_speaker)
        if (*place == fmu) {
            *place = fmu->next_speaker;
            break;
        }
    pthread_mutex_unlock(&lock);
}

fmu_instance *fmu_speaker(const void *environment) {
    fmu_instance *found = NULL;
    pthread_mutex_lock(&lock);
    for (fmu_instance *one = first; one && !found; one = one->next_speaker)
        if (one == environment)
            found = one;
    if (!found && first && !first->next_speaker)
        found = first; /* there is nobody else */
    pthread_mutex_unlock(&lock);
    return found;
}
